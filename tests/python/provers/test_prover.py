"""Search, claim, verdict and record, on tables."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.verifier import RuleVerifier
from sensei.core.errors import LeanProcessError
from sensei.core.types import (
    Budget,
    Claim,
    SearchStatus,
    TacticCandidate,
    TheoremRef,
    Verdict,
    VerdictReason,
)
from sensei.provers.evaluate import evaluate
from sensei.provers.prover import Prover, StoreRecorder
from sensei.search.driver import SearchRun
from sensei.search.events import from_records
from sensei.search.graph import replay
from sensei.store import open_store

MOVES = {("a",): {"close": ()}, ("b",): {"split": ("a", "a")}, ("a", "a"): {"close": ("a",)}}
ROOTS = {"easy": ("a",), "two": ("b",), "hard": ("z",)}
GENERATOR = TableGenerator({"a": [("close", -1.0)], "b": [("split", -1.0)], "z": [("what", -2.0)]})


def ref(name: str, file: str = "M.lean") -> TheoremRef:
    return TheoremRef(name, "M", file)


@dataclass
class Memory:
    kept: list[tuple[TheoremRef, SearchRun, str | None]] = field(default_factory=list)
    judged: list[tuple[int, Claim, Verdict]] = field(default_factory=list)

    def keep(self, run: SearchRun, theorem: TheoremRef, budget: Budget, proof: str | None) -> int:
        self.kept.append((theorem, run, proof))
        return len(self.kept)

    def judge(self, attempt: int, claim: Claim, verdict: Verdict) -> None:
        self.judged.append((attempt, claim, verdict))


def table() -> TableEnvironment:
    return TableEnvironment(ROOTS, MOVES)


def test_an_accepted_claim_is_a_proof() -> None:
    verifier, memory = RuleVerifier(), Memory()
    attempt = Prover(GENERATOR, verifier, recorder=memory).prove(ref("two"), table())
    assert attempt.verified
    assert attempt.proof == "by\n  split\n  close\n  close"
    assert verifier.seen == [Claim(ref("two"), attempt.proof)]
    assert [(a, c) for a, c, _ in memory.judged] == [(attempt.id, verifier.seen[0])]


def test_a_rejected_claim_is_none() -> None:
    memory = Memory()
    prover = Prover(GENERATOR, RuleVerifier(lambda claim: False), recorder=memory)
    attempt = prover.prove(ref("easy"), table())
    assert (attempt.claimed, attempt.verified) == (True, False)
    assert memory.judged[0][2].reason is VerdictReason.DOES_NOT_COMPILE


def test_without_a_claim_nothing_is_judged() -> None:
    verifier, memory = RuleVerifier(), Memory()
    attempt = Prover(GENERATOR, verifier, recorder=memory).prove(ref("hard"), table())
    assert attempt.result is not None
    assert attempt.result.status is SearchStatus.EXHAUSTED
    assert (attempt.claimed, verifier.seen, memory.judged) == (False, [], [])
    assert [name.name for name, _, _ in memory.kept] == ["hard"]


def test_a_verifier_that_fails_leaves_the_claim_unproved() -> None:
    class Broken(RuleVerifier):
        def verify(self, claim: Claim) -> Verdict:
            raise LeanProcessError("the file does not elaborate")

    attempt = Prover(GENERATOR, Broken()).prove(ref("easy"), table())
    assert (attempt.claimed, attempt.verified) == (True, False)
    assert attempt.error == "not judged: the file does not elaborate"


def test_the_database_gives_the_search_back(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        snapshot = store.put_snapshot(
            identity="x", package="p", content_hash="c", lean_version="4", lean_commit="",
            toolchain_kind="embedded",
        )  # fmt: skip
        recorder = StoreRecorder(store, snapshot, "fixed", None, 7)
        prover = Prover(GENERATOR, RuleVerifier(), recorder=recorder)
        attempt = prover.prove(ref("two"), table())
        assert attempt.id is not None
        kept = store.attempt(attempt.id)
        assert (kept.proof, kept.seed, kept.result) == (attempt.proof, 7, attempt.result)
        assert replay(from_records(kept.events)).result() == attempt.result
        assert [v.verdict for v in store.verdicts(attempt_id=attempt.id)] == [attempt.verdict]


@pytest.mark.parametrize("workers", [1, 3])
def test_an_evaluation_counts_verdicts_and_keeps_the_order(workers: int) -> None:
    names = ["hard", "easy", "two", "nobody", "easy"]
    theorems = [ref(name, f"{i % 2}.lean") for i, name in enumerate(names)]
    verifier = RuleVerifier(lambda claim: claim.theorem.name == "two")
    seen: list[int] = []
    attempts, figures = evaluate(
        theorems,
        Prover(GENERATOR, verifier),
        table,
        workers=workers,
        progress=lambda done, total, attempt: seen.append(done),
    )
    assert [attempt.theorem for attempt in attempts] == theorems
    assert attempts[3].error == "no theorem nobody"
    assert (figures.theorems, figures.claims, figures.verified, figures.errors) == (5, 3, 1, 1)
    assert figures.statuses == {"claimed": 3, "exhausted": 1}
    assert figures.reasons == {"does_not_compile": 2, "verified": 1}
    assert figures.model_calls == 1 + 1 + 3 + 1
    assert figures.per_verified()["model_calls"] == 6.0
    assert seen == [1, 2, 3, 4, 5]


def test_nothing_verified_has_no_cost_per_proof() -> None:
    _, figures = evaluate([ref("hard")], Prover(GENERATOR, RuleVerifier()), table)
    assert figures.to_json()["per_verified"] == {
        "seconds": None, "model_calls": None, "tactic_calls": None, "tokens": None,
    }  # fmt: skip


def test_the_generator_is_used_by_one_worker_at_a_time() -> None:
    inside: list[int] = []
    most: list[int] = []

    class Watched(TableGenerator):
        def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
            inside.append(1)
            most.append(len(inside))
            threading.Event().wait(0.002)
            inside.pop()
            return super().generate(states, count)

    prover = Prover(Watched(GENERATOR.table), RuleVerifier())
    evaluate([ref("two")] * 12, prover, table, workers=4)
    assert max(most) == 1


def test_an_interrupt_records_nothing_more() -> None:
    memory = Memory()
    interrupted = threading.Event()
    environments: list[TableEnvironment] = []

    def hold(tactics: Sequence[str]) -> None:
        if tactics == ["close"]:
            assert interrupted.wait(10)

    def holding() -> TableEnvironment:
        environments.append(TableEnvironment(ROOTS, MOVES, on_apply=hold))
        return environments[-1]

    def progress(done: int, total: int, attempt: object) -> None:
        raise KeyboardInterrupt

    prover = Prover(GENERATOR, RuleVerifier(), recorder=memory)
    theorems = [ref("hard", "0"), *[ref("easy", "1")] * 20]
    with pytest.raises(KeyboardInterrupt):
        evaluate(theorems, prover, holding, workers=2, progress=progress, interrupt=interrupted.set)
    assert [theorem.name for theorem, _, _ in memory.kept] == ["hard"]
    assert all(environment.closed for environment in environments)
