"""A search as it grew: what is told at each step, and where its time went."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.problems import random_problem
from sensei.core.errors import StoreError
from sensei.core.types import (
    Budget,
    FailureKind,
    Goal,
    Outcome,
    ProofState,
    SearchStatus,
    Spent,
    TacticCandidate,
    TheoremRef,
)
from sensei.search.driver import SearchRun, search
from sensei.search.events import (
    Advanced,
    Answered,
    Claimed,
    Ended,
    Event,
    Expanded,
    Failed,
    Opened,
    from_records,
    to_record,
)
from sensei.search.graph import replay
from sensei.search.options import SearchOptions
from sensei.views.replay import replay_view

THEOREM = TheoremRef("Kata.swap", "Kata", "Kata.lean")


def part(*names: str) -> tuple[Goal, ...]:
    return tuple(Goal(f"_uniq.{name}", f"⊢ {name}") for name in names)


def timed() -> list[Event]:
    """One round of a second's choosing, two of the model and three of Lean; then a claim."""
    return [
        Opened(THEOREM, part("a"), "best_first"),
        Expanded((0,), (0.0,), (), 1.0),
        Answered(3.0),
        Advanced(0, "split", -0.5, (part("b"), part("c")), 6.0),
        Failed(0, "boom", -2.0, FailureKind.TACTIC, "no", 6.0),
        Expanded((1, 2), (-0.5, -0.6), (0.25, 0.75), 6.5),
        Answered(7.0),
        Advanced(1, "rfl", -0.1, (), 7.25),
        Advanced(2, "rfl", -0.1, (), 7.5),
        Claimed(7.5),
        Ended(SearchStatus.CLAIMED, Spent(8.0, 3, 4)),
    ]


def test_each_thing_has_the_step_at_which_it_came_to_be() -> None:
    view = replay_view(timed())
    assert [(node["at"], node["expanded"], node["proved"]) for node in view["nodes"]] == [
        (0, 1, 8),
        (3, 5, 7),
        (3, 5, 8),
    ]
    assert [node["parent"] for node in view["nodes"]] == [None, 0, 0]
    assert [node["value"] for node in view["nodes"]] == [None, 0.25, 0.75]
    assert [node["visits"] for node in view["nodes"]] == [3, 1, 1]
    split, boom, left, right = view["tactics"]
    assert (split["at"], split["children"], split["proved"]) == (3, [1, 2], 8)
    assert (boom["failure"], view["messages"][boom["message"]]) == ("tactic", "no")
    assert (left["proved"], right["proved"]) == (7, 8)
    assert view["proof"] == {"nodes": [0, 1, 2], "tactics": [0, 2, 3]}
    assert (view["steps"], len(view["events"]), view["status"]) == (11, 11, "claimed")


def test_time_is_told_apart() -> None:
    assert replay_view(timed())["time"] == {
        "model_s": 2.5,
        "lean_s": 3.5,
        "both_s": 0.0,
        "search_s": 2.0,
        "total_s": 8.0,
    }


def test_records_without_answers_have_the_model_and_lean_together() -> None:
    old = [event for event in timed() if not isinstance(event, Answered)]
    records = [to_record(event) for event in old]
    records[0]["version"] = 2
    assert replay_view(from_records(records))["time"] == {
        "model_s": 0.0,
        "lean_s": 0.25,
        "both_s": 5.75,
        "search_s": 2.0,
        "total_s": 8.0,
    }


def test_a_search_tells_when_the_model_answered() -> None:
    now = [0.0]

    class Slow(TableGenerator):
        def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
            now[0] += 2.0
            return super().generate(states, count)

    class SlowLean(TableEnvironment):
        def apply(
            self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
        ) -> list[Outcome]:
            now[0] += 5.0
            return super().apply(state, tactics, timeout_s)

    found = search(
        THEOREM,
        Slow({"⊢ a": [("rfl", -0.5)]}),
        SlowLean({"Kata.swap": ("⊢ a",)}, {("⊢ a",): {"rfl": ()}}),
        Budget(),
        clock=lambda: now[0],
    )
    time = replay_view(found.events)["time"]
    assert (time["model_s"], time["lean_s"], time["search_s"]) == (2.0, 5.0, 0.0)


def test_what_cannot_be_proved_is_dead_from_a_step_on() -> None:
    events = [
        Opened(THEOREM, part("a"), "best_first"),
        Expanded((0,), (0.0,), (), 0.0),
        Advanced(0, "step", -1.0, (part("b"),), 0.0),
        Expanded((1,), (0.0,), (), 0.0),
        Failed(1, "boom", -1.0, FailureKind.TACTIC, "no", 0.0),
        Ended(SearchStatus.EXHAUSTED, Spent(0.0, 2, 2)),
    ]
    view = replay_view(events)
    assert [node["dead"] for node in view["nodes"]] == [4, 4]
    assert view["tactics"][0]["dead"] == 4
    assert view["proof"] is None


def test_a_search_that_goes_on_is_shown_as_far_as_it_is() -> None:
    view = replay_view(timed()[:4])
    assert (view["status"], view["steps"], len(view["nodes"])) == (None, 4, 3)


def test_no_events_and_damaged_ones_are_refused() -> None:
    with pytest.raises(StoreError, match="no events"):
        replay_view([])
    with pytest.raises(StoreError, match="damaged"):
        replay_view(timed()[:1] + timed()[9:])


@given(st.integers(0, 10_000), st.sampled_from(["best_first", "depth_first", "htps"]))
@settings(max_examples=40, deadline=None)
def test_growth_ends_in_the_graph_that_the_search_ends_with(seed: int, name: str) -> None:
    problem = random_problem(seed)
    found: SearchRun = search(
        TheoremRef("T", "M", "M.lean"),
        problem.generator(),
        problem.environment(),
        Budget(None, 30, 200),
        SearchOptions(batch_size=2, search=name, seed=seed),
        clock=lambda: 0.0,
    )
    view, graph = replay_view(found.events), replay(found.events)
    for told, node in zip(view["nodes"], graph.nodes, strict=True):
        assert (told["proved"] is not None, told["dead"] is not None) == (node.proved, node.dead)
        if node.id:
            tactic = view["tactics"][told["parent"]]
            assert node.id in tactic["children"]
            assert (tactic["node"] < node.id, tactic["at"] == told["at"]) == (True, True)
    for told, edge in zip(view["tactics"], graph.edges, strict=True):
        if edge.failure is None:
            assert (told["proved"] is not None, told["dead"] is not None) == (
                edge.proved,
                edge.dead,
            )
    assert view["nodes"][0]["visits"] == graph.model_calls
