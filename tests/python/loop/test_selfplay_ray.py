"""Lean's work on a Ray cluster of this machine: the answers of a local desk, and lost actors."""

from __future__ import annotations

import gc
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.selfplay import FakeDesk
from sensei.core.errors import LeanProcessError, MissingExtraError
from sensei.core.types import TheoremRef
from sensei.distributed.joining import LOCAL
from sensei.loop.selfplay.pool import Answer, Job, JudgeJob, Pool, ProofJob, overlapped
from sensei.loop.selfplay.ray_desks import DeskPlan, ray_pool
from sensei.loop.selfplay.values import Statement, TriedProof

PLACE = TheoremRef("A.b", "A", "A.lean")


def statement(name: str) -> Statement:
    return Statement(
        name, name, f"theorem {name} : ∀ x, x = x", "import A", "namespace A", ("k:1",)
    )


JOBS: list[Job] = [
    JudgeJob(statement("judged 1"), ("A.b",), frozenset({"k:2"})),
    ProofJob(statement("dies 3"), 4, (("t3", 2), ("⟨h, h⟩", 1)), 4, frozenset({"L"})),
    ProofJob(
        Statement("placed 2", "A.b", "theorem b : True", place=PLACE), 2, (("t2", 1), ("t1", 1)),
        4, frozenset({"L"}), (TriedProof("t1", 3, False, "tactic"),),
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("died")


@pytest.fixture(scope="module")
def pool(folder: Path) -> Iterator[Pool]:
    pytest.importorskip("ray", reason="the extra ray is not installed")
    with ray_pool(LOCAL, DeskPlan("fakes.selfplay:open_desk", {"folder": str(folder)}), 2) as made:
        yield made
    # Ray ends its own processes and does not wait for them.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def test_answers_are_those_of_a_desk_here_though_an_actor_is_lost(pool: Pool, folder: Path) -> None:
    found: list[Answer] = []
    overlapped(pool, JOBS, found.append, ahead=8)
    own = FakeDesk(lambda what: None)
    assert sorted(map(repr, found)) == sorted(repr(own.do(job)) for job in JOBS)
    assert (folder / "died").exists()


def test_an_error_there_is_one_here(pool: Pool) -> None:
    job = JudgeJob(statement("broken 5"), (), frozenset())
    with pytest.raises(LeanProcessError, match="Lean is gone; find it"):
        pool.submit(job).result()


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with (
        pytest.raises(MissingExtraError, match=r"sensei\[ray\]"),
        ray_pool(LOCAL, DeskPlan("fakes.selfplay:open_desk")),
    ):
        pass
