"""Which of several proofs is claimed: the shortest, or the one that took Lean the least time."""

from __future__ import annotations

import pytest

from sensei.core.types import Goal, SearchStatus, Spent, TheoremRef
from sensei.search.events import (
    Advanced,
    Claimed,
    Ended,
    Event,
    Expanded,
    Opened,
    from_records,
    to_record,
)
from sensei.search.graph import replay
from sensei.search.options import SearchOptions

THEOREM = TheoremRef("t", "M", "M.lean")


def goal(text: str) -> tuple[Goal, ...]:
    return (Goal(text, f"⊢ {text}"),)


def recorded(proof: str, seconds: dict[str, float | None]) -> list[Event]:
    """``slow`` closes the goal at once; ``halve`` leaves two goals, each closed in one step, and
    ``walk`` one that takes two."""
    options = SearchOptions(proof=proof).to_json()

    def ran(node: int, tactic: str, *left: str) -> Advanced:
        return Advanced(node, tactic, -1.0, tuple(map(goal, left)), 1.0, seconds[tactic])

    def given(node: int) -> Expanded:
        return Expanded((node,), (0.0,), (), 0.0)

    return [
        Opened(THEOREM, goal("a"), "best_first", options),
        given(0),
        ran(0, "halve", "b", "c"),
        ran(0, "walk", "d"),
        ran(0, "slow"),
        given(1),
        ran(1, "left"),
        given(2),
        ran(2, "right"),
        given(3),
        ran(3, "on", "e"),
        given(4),
        ran(4, "home"),
        Claimed(2.0),
        Ended(SearchStatus.CLAIMED, Spent(model_calls=5, tactic_calls=7)),
    ]


TIMES: dict[str, float | None] = {
    "slow": 9.0, "halve": 1.0, "left": 2.0, "right": 2.0, "walk": 1.0, "on": 1.0, "home": 1.0,
}  # fmt: skip


@pytest.mark.parametrize(
    ("proof", "times", "claimed"),
    [
        ("shortest", TIMES, ("slow",)),
        ("fastest", TIMES, ("walk", "on", "home")),
        ("fastest", TIMES | {"left": 0.5, "right": 0.5}, ("halve", "· left", "· right")),
        ("fastest", TIMES | {"slow": 0.0}, ("slow",)),
        # Times that nobody said are as long as the usual one, and without any the count decides.
        ("fastest", TIMES | {"walk": None}, ("walk", "on", "home")),
        ("fastest", TIMES | {"on": 4.0, "home": None}, ("halve", "· left", "· right")),
        ("fastest", dict.fromkeys(TIMES), ("slow",)),
    ],
)
def test_the_proof_that_is_claimed(
    proof: str, times: dict[str, float | None], claimed: tuple[str, ...]
) -> None:
    events = recorded(proof, times)
    result = replay(events).result()
    assert result is not None
    assert result.tactics == claimed
    assert from_records([to_record(event) for event in events]) == tuple(events)


def test_searches_of_the_version_before_have_no_times() -> None:
    records = [to_record(event) for event in recorded("shortest", TIMES)]
    records[0]["version"] = 3
    for name in ("proof", "squeeze"):
        del records[0]["options"][name]
    for record in records:
        record.pop("seconds", None)
    result = replay(from_records(records)).result()
    assert result is not None
    assert result.tactics == ("slow",)
