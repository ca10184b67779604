"""What simulations found, out of the record of a search."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from sensei.core.types import Budget, FailureKind, TheoremRef
from sensei.data.found import FinishedSearch, Searches, visited_steps
from sensei.provers.labels import labels_of, soft_values
from sensei.search.driver import search
from sensei.search.events import Event, Opened, from_records, to_record
from sensei.search.graph import replay
from sensei.search.options import SearchOptions
from sensei.search.visits import visited

CHAIN = {(chr(97 + i),): {"on": (chr(98 + i),), "no": FailureKind.TACTIC} for i in range(20)}


class Says:
    """A critic of one opinion."""

    def evaluate(self, states: Sequence[str]) -> list[float]:
        return [0.8] * len(states)


def recorded(
    moves: dict[tuple[str, ...], dict[str, object]],
    calls: int,
    search_name: str = "htps",
    offers: list[tuple[str, float]] | None = None,
    critic: Says | None = None,
) -> tuple[Event, ...]:
    """The events of a search, as the store has them."""
    run = search(
        TheoremRef("T", "M", "M.lean"),
        TableGenerator({}, default=offers or [("on", -1.0), ("no", -1.0)]),
        TableEnvironment({"T": ("a",)}, moves),
        Budget(None, calls, None),
        SearchOptions(batch_size=1, search=search_name),
        critic=critic,
    )
    return from_records(json.loads(json.dumps([to_record(event) for event in run.events])))


def test_visits_and_values_by_hand() -> None:
    found = visited(recorded(CHAIN, 3, critic=Says()))
    # a was expanded; then b, worth 0.8; then c, and what it is worth went up over b to a.
    first, second = 0.99 * 0.8, 0.99 * 0.99 * 0.8
    assert found[0].visits == 2
    assert found[0].value == pytest.approx((first + second) / 2)
    assert (found[1].visits, found[1].value) == (1, pytest.approx(first))
    assert found[0].shares == {"on": 1.0}
    assert set(found) == {0, 1}
    without = visited(recorded(CHAIN, 3))
    assert without[1].value == pytest.approx(0.99 * 0.5), "nobody judged"


FORK: dict[tuple[str, ...], dict[str, object]] = {
    ("a",): {"left": ("l0",), "right": ("r0",)},
    **{(f"{side}{i}",): {"on": (f"{side}{i + 1}",)} for side in "lr" for i in range(30)},
}
FORK_OFFERS = [("left", -0.1), ("right", -1.5), ("on", -0.1)]


def test_visits_are_shared_by_the_tactics() -> None:
    found = visited(recorded(FORK, 12, offers=FORK_OFFERS))
    assert sum(found[0].shares.values()) == pytest.approx(1.0)
    assert found[0].shares["left"] > found[0].shares["right"] > 0
    assert found[0].visits == 11


def test_only_what_is_neither_proved_nor_dead_is_worth_what_was_found() -> None:
    events = recorded(CHAIN, 5, critic=Says())
    graph = replay(events)
    soft = {
        label.state: label.target for label in labels_of(graph, "T", 99, soft_values(events, 2))
    }
    found = visited(events)
    assert soft == {name: found[at].value for at, name in enumerate("abc")}, "d has one visit"
    assert all(0.7 < target < 0.8 for target in soft.values())
    assert labels_of(graph, "T", 99, soft_values(events, None)) == []
    closed = CHAIN | {("c",): {"on": ()}}
    events = recorded(closed, 5, critic=Says())
    labels = labels_of(replay(events), "T", 99, soft_values(events, 1))
    assert {label.state: label.target for label in labels} == {"a": 1.0, "b": 1.0, "c": 1.0}


def test_no_visits_of_other_searches_or_of_a_record_that_cannot_be_done_again() -> None:
    assert visited(recorded(CHAIN, 4, "best_first")) == {}
    opened, *others = recorded(FORK, 12, "best_first", FORK_OFFERS)
    assert isinstance(opened, Opened)
    other = replace(opened, search="htps", options={**opened.options, "search": "htps"})
    assert visited([other, *others]) == {}


def test_the_policy_of_goals_without_a_proof() -> None:
    theorem = TheoremRef("T", "M", "M.lean")

    def searched(events: tuple[Event, ...], verified: bool) -> FinishedSearch:
        return FinishedSearch(theorem, "hash", 7, verified, replay(events), events)

    fork = recorded(FORK, 12, offers=FORK_OFFERS)
    steps = visited_steps(Searches((searched(fork, False),), 0, 0), 3)
    found = visited(fork)
    root = steps[0]
    assert (root.state, root.tactic, root.attempt_id) == ("a", "left", 7)
    assert dict(root.shares) == found[0].shares
    assert {step.state for step in steps} == {
        replay(fork).nodes[number].goals[0].pretty
        for number, made in found.items()
        if made.visits >= 3
    }
    # What a verified proof has is taught as it stands there; a claim that was refused, not at all.
    closed = recorded(CHAIN | {("c",): {"on": ()}}, 5)
    both = (searched(recorded(CHAIN, 6), False), searched(closed, True))
    assert {step.state for step in visited_steps(Searches(both, 0, 0), 1)} == {"d", "e"}
    assert visited_steps(Searches((searched(closed, False),), 0, 0), 1) == []
