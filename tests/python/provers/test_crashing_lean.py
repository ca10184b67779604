"""A search over a step server that keeps crashing finds the proof all the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.generator import TableGenerator
from fakes.gym_project import Project
from fakes.verifier import RuleVerifier
from sensei.core.types import Budget, FailureKind, SearchStatus, TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.provers.evaluate import evaluate
from sensei.provers.prover import Prover
from sensei.search.driver import search
from sensei.search.events import Failed
from sensei.search.options import SearchOptions


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    (tmp_path / "A.lean").write_text("one g\ntwo g h\nstuck z\n")
    project = Project(tmp_path)
    yield project
    for pool in project.pools:
        pool.close()


def ref(name: str) -> TheoremRef:
    return TheoremRef(name, "A", "A.lean")


TABLE = {
    "⊢ g": [("exit 3", -0.1), ("split", -0.2), ("fail", -0.3)],
    "⊢ gl": [("hang", -0.1), ("say deep", -0.2)],
    "⊢ deep": [("eat", -0.1), ("close", -0.2)],
    "⊢ gr": [("close", -0.1)],
    "⊢ h": [("parse", -0.1), ("close", -0.2), ("exit 9", -0.3)],
    "⊢ z": [("exit 1", -0.1)],
}


@pytest.mark.parametrize("batch_size", [1, 4])
def test_the_proof_is_found_and_each_crash_is_one_edge(project: Project, batch_size: int) -> None:
    with project.environment(tactic_s=0.1, rss_bytes=150 * 1024**2) as environment:
        found = search(
            ref("two"),
            TableGenerator(TABLE),
            environment,
            Budget(None, None, None),
            SearchOptions(batch_size=batch_size),
        )
    assert found.result.status is SearchStatus.CLAIMED
    assert found.result.tactics == ("split", "say deep", "close", "close", "close")
    failed = [event.kind for event in found.events if isinstance(event, Failed)]
    assert failed == [
        FailureKind.CRASH,
        FailureKind.TACTIC,
        FailureKind.TIMEOUT,
        FailureKind.MEMORY,
        FailureKind.PARSE,
        FailureKind.CRASH,
    ]


def test_a_theorem_that_only_crashes_leaves_the_others_alone(project: Project) -> None:
    pool = project.pool(size=2, tactic_s=0.1, rss_bytes=150 * 1024**2)
    attempts, figures = evaluate(
        [ref("stuck"), ref("two"), ref("nobody"), ref("one")],
        Prover(TableGenerator(TABLE), RuleVerifier(), Budget(None, None, None)),
        lambda: GymEnvironment(pool),
        workers=2,
    )
    statuses = [attempt.result and attempt.result.status.value for attempt in attempts]
    assert statuses == ["exhausted", "claimed", None, "claimed"]
    assert "has no theorem nobody" in attempts[2].error
    assert (figures.verified, figures.errors) == (2, 1)


def test_lean_that_does_not_start_is_a_status(project: Project) -> None:
    project.env["GYM_START"] = "die"
    pool = project.pool()
    attempts, figures = evaluate(
        [ref("one"), ref("two")],
        Prover(TableGenerator(TABLE), RuleVerifier()),
        lambda: GymEnvironment(pool),
    )
    assert figures.statuses == {"environment_crashed": 2}
    assert all("the file has no header" in a.result.detail for a in attempts if a.result)
