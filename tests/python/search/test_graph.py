"""The text of a tree, and damaged recordings."""

from __future__ import annotations

from typing import Any

import pytest

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from sensei.core.errors import StoreError
from sensei.core.types import Budget, FailureKind, SearchStatus, Spent, TheoremRef
from sensei.search.driver import SearchRun, search
from sensei.search.events import Claimed, Ended, from_records, to_record
from sensei.search.graph import replay
from sensei.search.options import SearchOptions
from sensei.search.partial import partial_proofs
from sensei.search.render import render


@pytest.fixture
def found() -> SearchRun:
    environment = TableEnvironment(
        {"Kata.swap": ("⊢ a",)},
        {
            ("⊢ a",): {"split": ("⊢ b", "⊢ c"), "loop": ("⊢ a",), "boom": FailureKind.CRASH},
            ("⊢ b", "⊢ c"): {"all_goals\n  simp": ()},
        },
    )
    generator = TableGenerator(
        {
            "⊢ a": [("split", -0.5), ("loop", -1.0), ("boom", -2.0), ("what", -3.0)],
            "⊢ b": [("all_goals\n  simp", -0.25)],
        }
    )
    theorem = TheoremRef("Kata.swap", "Kata", "Kata.lean")
    return search(
        theorem, generator, environment, Budget(), SearchOptions(batch_size=1), clock=lambda: 0.0
    )


def test_the_tree_as_text(found: SearchRun) -> None:
    assert render(replay(found.events)) == (
        "Kata.swap: claimed\n"
        "⊢ a\n"
        "├─ split  (-0.50)  #1 *\n"
        "│  ⊢ b\n"
        "│  ⊢ c\n"
        "│  └─ all_goals ⏎ simp  (-0.25) *\n"
        "│     no goals\n"
        "├─ loop  (-1.00)  #0 (seen)\n"
        "└─ ✗ failed: 1 crash, 1 tactic\n"
    )


def test_failures_can_be_listed(found: SearchRun) -> None:
    text = render(replay(found.events), failures=True)
    assert "├─ boom  (-2.00)  ✗ crash: boom fails\n" in text
    assert "└─ what  (-3.00)  ✗ tactic: what fails\n" in text


def test_a_long_script_is_no_recursion() -> None:
    length = 3000
    environment = TableEnvironment(
        {"T": ("0",)},
        {(str(i),): {"next": (str(i + 1),) if i < length else ()} for i in range(length + 1)},
    )
    found = search(
        TheoremRef("T", "M", "M.lean"),
        TableGenerator({}, default=[("next", -0.1)]),
        environment,
        Budget(None, None, None),
    )
    assert len(found.result.tactics) == length + 1
    assert render(replay(found.events)).endswith("no goals\n")
    unfinished = partial_proofs(replay(found.events[: 2 * length]), 1)
    assert unfinished[0].tactics[-1] == "sorry"


def test_unfinished_proofs() -> None:
    environment = TableEnvironment(
        {"T": ("A ∧ B",)},
        {
            ("A ∧ B",): {"constructor": ("A", "B"), "swap": ("B ∧ A",)},
            ("A",): {"exact a": ()},
            ("B",): {"step": ("B'",)},
        },
        {("A", "B"): [("A",), ("B",)]},
    )
    found = search(
        TheoremRef("T", "M", "M.lean"),
        TableGenerator(
            {"A ∧ B": [("constructor", -0.5), ("swap", -0.1)], "A": [("exact a", -0.1)]},
            default=[("step", -0.1)],
        ),
        environment,
        Budget(None, None, None),
    )
    graph = replay(found.events)
    best, second, *_ = partial_proofs(graph, 3)
    assert best.tactics == ("constructor", "· exact a", "· sorry")
    assert [goal.pretty for goal in best.open] == ["B"]
    assert second.tactics == ("constructor", "· exact a", "· step\n  sorry")
    assert partial_proofs(graph, 0) == []
    proved = TableEnvironment({"T": ("A",)}, {("A",): {"exact a": ()}})
    generator = TableGenerator({}, default=[("exact a", -0.1)])
    done = search(TheoremRef("T", "M", "M.lean"), generator, proved, Budget(None, None, None))
    assert partial_proofs(replay(done.events), 3) == []


def test_a_search_cut_off_has_a_tree_and_no_result(found: SearchRun) -> None:
    tree = replay(found.events[:-1])
    assert tree.result() is None
    assert render(tree).startswith("Kata.swap: not ended\n")


def test_damaged_recordings_are_refused(found: SearchRun) -> None:
    ended = Ended(SearchStatus.CLAIMED, Spent(0.0, 1, 1))
    for events in (
        (),
        found.events[1:],
        (*found.events, ended),
        (*found.events[:-1], ended),
        (found.events[0], *found.events),
        (found.events[0], Claimed(0.0)),
        tuple(e for e in found.events if not isinstance(e, Claimed)),
    ):
        with pytest.raises(StoreError, match="damaged"):
            replay(events)


@pytest.mark.parametrize(
    "record",
    [[], {}, {"event": "nothing"}, {"event": "claimed", "node": 1, "at_s": 1}, {"event": []}],
)
def test_a_record_that_is_no_event_is_named(found: SearchRun, record: Any) -> None:
    with pytest.raises(StoreError, match="record 2"):
        from_records([to_record(found.events[0]), record])
