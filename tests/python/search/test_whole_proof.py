"""Whole proofs and their repair: rounds, budgets, statuses and what the record gives back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from fakes.environment import TableEnvironment
from sensei.core.errors import ModelError, NotFoundError
from sensei.core.tokens import spend_tokens
from sensei.core.types import (
    Budget,
    FailedProof,
    FailureKind,
    ProofTask,
    SearchStatus,
    Spent,
    TacticCandidate,
    TheoremRef,
)
from sensei.search.driver import SearchRun
from sensei.search.events import Asked, from_records, to_record
from sensei.search.graph import replay
from sensei.search.options import SearchOptions
from sensei.search.recorded import RecordedEnvironment, RecordedWriter, Recording
from sensei.search.render import render
from sensei.search.whole_proof import write_proofs

THEOREM = TheoremRef("T", "M", "M.lean")
UNLIMITED = Budget(None, None, None)
OPTIONS = SearchOptions(search="whole_proof", candidates=3, batch_size=2)
MOVES = {
    ("⊢ a",): {
        "intro\nhalf": ("⊢ rest",),
        "typo": FailureKind.PARSE,
        "intro\nwhole": (),
        "slow": FailureKind.TIMEOUT,
    }
}


@dataclass
class Scripted:
    """Writes ``first`` for a new proof, and of a failed one what ``mend`` says of the last error.

    Args:
        fails_at: the call (from 1) that raises.
    """

    first: Sequence[str]
    mend: dict[str, Sequence[str]] = field(default_factory=dict)
    fails_at: int | None = None
    tokens: int = 10
    seen: list[tuple[list[ProofTask], int]] = field(default_factory=list)

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        self.seen.append((list(tasks), count))
        spend_tokens(self.tokens)
        if self.fails_at == len(self.seen):
            raise ModelError("the server is down")
        return [
            [
                TacticCandidate(text, -float(place))
                for place, text in enumerate(
                    self.mend.get(task.failed[-1].error, ()) if task.failed else self.first
                )
            ]
            for task in tasks
        ]


def run(
    writer: Scripted, budget: Budget = UNLIMITED, options: SearchOptions = OPTIONS
) -> SearchRun:
    environment = TableEnvironment({"T": ("⊢ a",)}, MOVES)
    found = write_proofs(THEOREM, writer, environment, budget, options, clock=lambda: 0.0)
    assert environment.held == {}, "every state is released in the end"
    assert environment.tried == found.result.spent.tactic_calls
    assert sum(len(tasks) for tasks, _ in writer.seen) == found.result.spent.model_calls
    stored = from_records(json.loads(json.dumps([to_record(event) for event in found.events])))
    assert stored == found.events
    assert replay(stored).result() == found.result
    return found


def test_a_proof_is_mended_by_what_lean_said_of_it() -> None:
    writer = Scripted(
        ["typo", "intro\nhalf"], {"unsolved goals\n⊢ rest": ["intro\nwhole"], "typo fails": ["no"]}
    )
    found = run(writer)
    assert found.result.status is SearchStatus.CLAIMED
    assert found.result.tactics == ("intro\nwhole",)
    assert found.result.spent == Spent(0.0, 3, 3, 20)
    (fresh, three), (mended, two) = writer.seen
    assert (fresh, three) == ([ProofTask(THEOREM, "⊢ a")], 3)
    # Two failed proofs share the three samples of a round; the one that only left goals is first.
    assert two == 2
    assert [task.failed for task in mended] == [
        (FailedProof("intro\nhalf", "unsolved goals\n⊢ rest"),),
        (FailedProof("typo", "typo fails"),),
    ]
    assert [event.mends for event in found.events if isinstance(event, Asked)] == [None, 1, 0]
    assert "intro ⏎ whole  (-0.00) *" in render(replay(found.events))


def test_without_the_error_it_would_not_be_found() -> None:
    """The control of the test before: the same writer, told nothing."""
    writer = Scripted(["typo", "intro\nhalf"], {"something else": ["intro\nwhole"]})
    found = run(writer)
    assert found.result.status is SearchStatus.EXHAUSTED
    assert found.result.detail == "no new proof was written"


def test_the_whole_chain_of_failures_is_told() -> None:
    writer = Scripted(["typo"], {"typo fails": ["slow"], "slow fails": ["intro\nwhole"]})
    found = run(writer, options=replace(OPTIONS, rounds=3))
    assert found.result.status is SearchStatus.CLAIMED
    assert writer.seen[2][0][0].failed == (
        FailedProof("typo", "typo fails"), FailedProof("slow", "slow fails"),
    )  # fmt: skip


def test_rounds_samples_and_what_is_mended_at_a_time_are_bounded() -> None:
    names = [f"p{i}" for i in range(40)]
    writer = Scripted(names[:9], {f"{n} fails": names[9:20] for n in names})
    found = run(writer, options=replace(OPTIONS, rounds=2, candidates=5))
    assert found.result.status is SearchStatus.EXHAUSTED
    assert found.result.detail == "2 rounds are over"
    assert [(len(tasks), count) for tasks, count in writer.seen] == [(1, 5), (2, 3)]
    # What was tried before is not tried again: the second of the two wrote the same three.
    assert found.result.spent.tactic_calls == 5 + 3
    assert len(run(Scripted(names[:9]), options=replace(OPTIONS, rounds=1)).events) == 7


@pytest.mark.parametrize(
    ("budget", "spent"),
    [
        (Budget(None, 1, None), Spent(0.0, 1, 2, 10)),
        (Budget(None, 2, None), Spent(0.0, 2, 2, 20)),
        (Budget(None, None, 1), Spent(0.0, 1, 1, 10)),
        (Budget(None, None, 2), Spent(0.0, 1, 2, 10)),
        (Budget(None, None, None, 10), Spent(0.0, 1, 2, 10)),
        (Budget(0.0, None, None), Spent()),
    ],
)
def test_a_budget_ends_it(budget: Budget, spent: Spent) -> None:
    endless = {"typo fails": ["typo"], "slow fails": ["slow"]}
    found = run(Scripted(["typo", "slow"], endless), budget)
    assert found.result.spent == spent
    assert found.result.status is (
        SearchStatus.EXHAUSTED if budget.model_calls == 2 else SearchStatus.OUT_OF_BUDGET
    )


def test_a_proof_found_with_the_last_call_is_kept() -> None:
    found = run(Scripted(["typo", "intro\nwhole"]), Budget(None, 1, 2))
    assert found.result.status is SearchStatus.CLAIMED


@pytest.mark.parametrize("call", [1, 2])
def test_a_writer_that_fails_is_no_proof(call: int) -> None:
    found = run(Scripted(["typo"], {"typo fails": ["slow"]}, fails_at=call))
    assert found.result.status is SearchStatus.MODEL_ERROR
    assert found.result.detail == "the server is down"
    assert found.result.spent.tokens == 10 * call


def test_nothing_written_and_no_such_theorem() -> None:
    assert run(Scripted([])).result.detail == "the generator wrote no proof"
    environment = TableEnvironment({}, {})
    with pytest.raises(NotFoundError):
        write_proofs(THEOREM, Scripted([]), environment, UNLIMITED, OPTIONS)


def test_lean_that_dies_ends_it_by_name() -> None:
    environment = TableEnvironment({"T": ("⊢ a",)}, MOVES, dies_after=1)
    writer = Scripted(["typo"], {"typo fails": ["slow"]})
    found = write_proofs(THEOREM, writer, environment, UNLIMITED, OPTIONS, clock=lambda: 0.0)
    assert found.result.status is SearchStatus.ENVIRONMENT_CRASHED
    assert found.result.spent.tactic_calls == 1
    assert replay(found.events).result() == found.result


def test_the_record_gives_the_search_again() -> None:
    mend = {"unsolved goals\n⊢ rest": ["typo", "intro\nwhole"], "typo fails": ["slow"]}
    found = run(Scripted(["typo", "intro\nhalf"], mend))
    recording = Recording.of(found.events)
    again = write_proofs(
        THEOREM, RecordedWriter.of(found.events), RecordedEnvironment(recording), UNLIMITED,
        OPTIONS, clock=lambda: 0.0,
    )  # fmt: skip
    # The tokens are the model's, which is not there.
    assert again.events[:-1] == found.events[:-1]
    assert again.result == replace(found.result, spent=again.result.spent)
