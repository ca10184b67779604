"""A Ray cluster on this machine: the results of the local pool, lost workers, one shared model.

One cluster for the whole file: a start costs seconds.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fakes import lab as fake
from fakes.environment import TableEnvironment
from fakes.verifier import RuleVerifier
from sensei.core.errors import LeanProcessError, MissingExtraError
from sensei.core.types import Claim, TheoremRef, Verdict
from sensei.distributed.cluster import RayCluster
from sensei.distributed.evaluation import evaluate_on
from sensei.distributed.joining import LOCAL
from sensei.distributed.wire import Plan, Task
from sensei.provers.benchmark import benchmark_snapshot, evaluation_key, run_evaluation
from sensei.provers.problems import Benchmark
from sensei.provers.prover import Prover, StoreRecorder
from sensei.store import Store, open_store
from sensei.store.records import EvaluationResult

NAMES = [f"p{number}" for number in range(12)]
THEOREMS = [TheoremRef(f"t{number}", f"M{number}", f"M{number}.lean") for number in range(12)]
SAMPLES = 2
MODEL = Plan("fakes.lab:open_model", {})


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RayCluster]:
    pytest.importorskip("ray", reason="the extra ray is not installed")
    config = {
        "folder": str(tmp_path_factory.mktemp("died")),
        "dies": ["t1"],
        "always": ["hopeless"],
    }
    lab = Plan("fakes.lab:open_lab", config)
    with RayCluster(LOCAL, lab=lab, model=MODEL, provers=2, tries=2) as made:
        yield made


def results(store: Store, cluster: RayCluster | None) -> list[EvaluationResult]:
    snapshot = benchmark_snapshot(
        store, Benchmark("b", "0" * 64, ()), lean_version="4", lean_commit="c", kind="embedded"
    )
    evaluation = store.open_evaluation(
        evaluation_key({}), benchmark="b", config={}, snapshot_id=snapshot, again=False
    )
    recorder = StoreRecorder(store, snapshot, "table", None, 0)
    prover = Prover(fake.GENERATOR, RuleVerifier(fake.accepts), recorder=recorder)
    found = run_evaluation(
        store, evaluation, NAMES, THEOREMS, SAMPLES, lambda sample: prover,
        lambda: TableEnvironment(fake.ROOTS, fake.MOVES), workers=2,
        elsewhere=None if cluster is None else lambda todo, sample, keeper, told: evaluate_on(
            cluster, todo, sample, keeper, told
        ),
    )  # fmt: skip
    # What must not depend on when it was done, and by whom.
    return [replace(r, attempt_id=None, seconds=0.0, verify_seconds=0.0) for r in found]


def test_results_are_those_of_the_local_pool_though_a_worker_is_lost(
    cluster: RayCluster, tmp_path: Path
) -> None:
    with open_store(tmp_path / "here.db") as store:
        here = results(store, None)
    before = cluster.shared()
    with open_store(tmp_path / "there.db") as store:
        there = results(store, cluster)
        attempts = store.attempts()
    assert there == here
    assert sum(result.verified for result in there) == 2 * SAMPLES * 3 + SAMPLES
    assert {attempt.theorem.name for attempt in attempts} == {f"t{n}" for n in range(11)}
    assert cluster.shared().requests > before.requests


def test_theorem_that_takes_every_worker_with_it_is_its_own_error(cluster: RayCluster) -> None:
    theorems = [TheoremRef("hopeless", "M", "M.lean"), THEOREMS[0]]
    told = []
    found = cluster.prove(
        [Task(theorem) for theorem in theorems], progress=lambda *each: told.append(each[:2])
    )
    assert [done.theorem for done in found] == theorems
    assert found[0].error == "2 workers were lost with it"
    assert found[1].verdict is not None
    assert told == [(1, 2), (2, 2)]


def test_claims_are_judged_in_their_order(cluster: RayCluster) -> None:
    claims = [Claim(theorem, "by close") for theorem in THEOREMS[:6]]
    found = cluster.verify_all(claims)
    assert all(isinstance(each, Verdict) for each in found)
    assert [each.accepted for each in found if isinstance(each, Verdict)] == [
        theorem.name != "t4" for theorem in THEOREMS[:6]
    ]


def test_nobody_at_an_address_is_said_at_once() -> None:
    pytest.importorskip("ray", reason="the extra ray is not installed")
    lab = Plan("fakes.lab:open_lab", {})
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{taken.getsockname()[1]}"
        for address in (nobody, f"ray://{nobody}", "127.0.0.1:99999"):
            with pytest.raises(LeanProcessError, match=f"no Ray cluster at {address}: "):
                RayCluster(address, lab=lab, model=MODEL, provers=1)


def test_missing_ray_is_said_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    lab = Plan("fakes.lab:open_lab", {})
    with pytest.raises(MissingExtraError, match="needs the extra 'ray'"):
        RayCluster(LOCAL, lab=lab, model=MODEL, provers=1)
    assert os.environ.get("RAY_USAGE_STATS_ENABLED", "0") == "0"
