"""Evaluations that go on where they were ended, and what they add up to."""

from __future__ import annotations

import itertools
import os
import random
import signal
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.stores import dump
from fakes.verifier import RuleVerifier
from sensei.core.types import TheoremRef
from sensei.provers.benchmark import (
    benchmark_snapshot,
    evaluation_key,
    run_evaluation,
    score,
)
from sensei.provers.problems import Benchmark
from sensei.provers.prover import Prover, StoreRecorder
from sensei.store import Store, open_store
from sensei.store.records import EvaluationRecord, EvaluationResult

NAMES = [f"p{number}" for number in range(12)]
THEOREMS = [TheoremRef(f"t{number}", f"M{number}", f"M{number}.lean") for number in range(12)]
SAMPLES = 2
MOVES = {("a",): {"close": ()}, ("b",): {"split": ("a",)}}
# Every third is hopeless, every third needs two steps; the last cannot be opened at all.
ROOTS = {f"t{n}": ("abz"[n % 3],) for n in range(11)}
GENERATOR = TableGenerator({"a": [("close", -1.0)], "b": [("split", -1.0)], "z": [("no", -2.0)]})


def opened(store: Store, again: bool = False) -> EvaluationRecord:
    config = {"what": "a test"}
    snapshot = benchmark_snapshot(
        store, Benchmark("b", "0" * 64, ()), lean_version="4", lean_commit="c", kind="embedded"
    )
    return store.open_evaluation(
        evaluation_key(config), benchmark="b", config=config, snapshot_id=snapshot, again=again
    )


def evaluated(
    store: Store, evaluation: EvaluationRecord, dies_at: int | None = None
) -> list[EvaluationResult]:
    """Its results; with ``dies_at``, the process kills itself at that tactic or result."""
    recorder = StoreRecorder(store, evaluation.snapshot_id, "table", None, 0)
    verifier = RuleVerifier(lambda claim: claim.theorem.name != "t4")
    prover = Prover(GENERATOR, verifier, recorder=recorder)

    happened = itertools.count(1)

    def one_more(*_: object) -> None:
        if next(happened) == dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    return run_evaluation(
        store, evaluation, NAMES, THEOREMS, SAMPLES, lambda sample: prover,
        lambda: TableEnvironment(ROOTS, MOVES, on_apply=one_more), workers=2, progress=one_more,
    )  # fmt: skip


def judged(results: list[EvaluationResult]) -> list[EvaluationResult]:
    """What must not depend on when it was done."""
    return [replace(r, attempt_id=None, seconds=0.0, verify_seconds=0.0) for r in results]


def test_every_sample_has_one_result(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        results = evaluated(store, opened(store))
        assert store.evaluations()[0].finished_at is not None
    assert {(r.problem, r.sample) for r in results} == {(n, s) for n in NAMES for s in (0, 1)}
    outcomes = {r.problem: r.outcome for r in results}
    assert outcomes["p0"] == outcomes["p1"] == "verified"
    assert outcomes["p2"] == "exhausted"
    assert outcomes["p4"] == "does_not_compile"
    assert outcomes["p11"] == "error"
    assert "no theorem t11" in next(r.detail for r in results if r.problem == "p11")


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        first = evaluated(store, opened(store))
        attempts = len(store.attempts())
        assert evaluated(store, opened(store)) == first
        assert len(store.attempts()) == attempts
        assert store.drop_evaluation_errors(opened(store).id) == SAMPLES
        assert judged(evaluated(store, opened(store))) == judged(first)
        second = opened(store, again=True)
        assert (second.repetition, len(store.evaluations())) == (1, 2)
        assert judged(evaluated(store, second)) == judged(first)
        assert len(store.attempts()) == 2 * attempts


def test_kills_at_any_moment_end_in_the_same_results(tmp_path: Path) -> None:
    database = tmp_path / "killed.db"
    with open_store(tmp_path / "whole.db") as store:
        expected = judged(evaluated(store, opened(store)))
    chance = random.Random(7)
    unfinished = set()
    for _ in range(15):
        dies_at = chance.randrange(1, 24)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                with open_store(database) as store:
                    evaluated(store, opened(store), dies_at=dies_at)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        dump(database)
        with open_store(database) as store:
            results = len(store.evaluation_results(opened(store).id))
        if os.WIFSIGNALED(status):
            unfinished.add(results)
    assert len(unfinished) > 2, "the kills fell in the midst of it"
    with open_store(database) as store:
        assert judged(evaluated(store, opened(store))) == expected
    dump(database)


def test_only_what_is_verified_counts(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        results = evaluated(store, opened(store))
    scored = score(NAMES, results, SAMPLES, [1, 2])
    assert (scored.problems, scored.solved, scored.errors) == (12, 7, 2)
    assert (scored.claims, scored.verified) == (16, 14)
    assert [round(p.value, 6) for p in scored.pass_at] == [round(7 / 12, 6)] * 2
    assert scored.complete
    calls = sum(r.tactic_calls for r in results)
    assert scored.per_solved()["tactic_calls"] == pytest.approx(calls / 7, abs=1e-3)
    none = score(["p2"], [r for r in results if r.problem == "p2"], SAMPLES, [1])
    assert set(none.per_solved().values()) == {None}
    assert not score(NAMES, results[1:], SAMPLES, [1]).complete
