"""Runs: figures by step, what they came from, and rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.stores import put_sample
from sensei.core.curve import Curve
from sensei.core.errors import NotFoundError
from sensei.core.types import Budget, SearchResult, SearchStatus, Spent, Verdict, VerdictReason
from sensei.core.types import Claim as ClaimOf
from sensei.store import Store, open_store
from sensei.store.records import EvaluationResult, SplitMember
from sensei.views.runs import run_view, runs_view


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "sensei.db") as opened:
        yield opened


def trained(store: Store, name: str, **more: Any) -> int:
    """A finished training with its checkpoint."""
    run = store.add_run(
        "sft",
        split_id=store.splits()[0].id if store.splits() else None,
        dataset_hash="d" * 64,
        seed=3,
        config={"from_evaluations": more.pop("found", [])},
        code_version="1",
    )
    curve = {"step": [1, 2], "loss": [2.0, 1.0]}
    store.finish_run(run, metrics={"loss_last": 1.0, "steps": 2, "curve": curve})
    store.add_checkpoint(
        name, run_id=run, kind="tactic_generator", path=f"/c/{name}", manifest=more
    )
    return run


def with_split(store: Store) -> int:
    snapshot = put_sample(store)
    theorem = store.theorems(snapshot)[0]
    member = SplitMember(
        snapshot, "train", theorem.name, theorem.module, theorem.file, theorem.type_hash, "r" * 64
    )
    store.put_split(
        name="default",
        snapshot_id=snapshot,
        seed=0,
        ratios=(1.0, 0.0, 0.0),
        dataset_hash="d" * 64,
        manifest="{}",
        members=[member],
    )
    return snapshot


def test_a_run_tells_its_figures_and_what_it_came_from(store: Store) -> None:
    snapshot = with_split(store)
    first = trained(store, "first")
    found = store.open_evaluation(
        "k" * 64, benchmark="round 1", config={"generator": "/c/first"}, snapshot_id=snapshot
    )
    second = trained(store, "second", found=[found.id], parent="first:abc")
    theorem = store.theorems(snapshot)[0].ref
    for accepted in (True, False):
        attempt = store.add_attempt(
            theorem,
            snapshot_id=snapshot,
            generator="checkpoint",
            checkpoint="/c/second",
            seed=0,
            budget=Budget(),
            result=SearchResult(SearchStatus.CLAIMED, ("rfl",), Spent(1.0, 1, 1)),
            proof="by rfl",
            events=[],
        )
        reason = VerdictReason.VERIFIED if accepted else VerdictReason.SORRY
        for _ in range(2):  # judged twice, counted once
            store.add_verdict(
                ClaimOf(theorem, "by rfl"), Verdict(accepted, reason, ""), attempt_id=attempt
            )
    told = run_view(store, second)
    assert told["curve"] == {"step": [1, 2], "loss": [2.0, 1.0]}
    assert "curve" not in told["metrics"]
    assert told["checkpoints"][0]["outcomes"] == {"attempts": 2, "claimed": 2, "verified": 1}
    nodes = {node["id"]: node["label"] for node in told["lineage"]["nodes"]}
    data = f"data:{'d' * 64}"
    assert {f"run:{first}", f"run:{second}", "checkpoint:1", "checkpoint:2", data} < set(nodes)
    edges = [tuple(edge) for edge in told["lineage"]["edges"]]
    assert {
        (f"traces:{snapshot}", "split:1"),
        ("split:1", data),
        (f"found:{found.id}", data),
        (data, f"run:{second}"),
        ("checkpoint:1", f"run:{second}"),
        (f"run:{second}", "checkpoint:2"),
        ("checkpoint:1", f"evaluation:{found.id}"),
    } <= set(edges)
    assert all(end in nodes for edge in edges for end in edge)
    assert [run["id"] for run in runs_view(store)] == [second, first]


def result(problem: str, *, verified: bool, proof: str | None = "by rfl") -> EvaluationResult:
    outcome = "verified" if verified else "exhausted"
    return EvaluationResult(problem, 0, None, verified, outcome, "", proof, 1.0, 0.5, 2, 3)


def test_rounds_of_a_loop_that_goes_on_come_from_its_evaluations(store: Store) -> None:
    snapshot = with_split(store)
    run = store.add_run(
        "loop", split_id=1, dataset_hash="", seed=0, config={"name": "kata"}, code_version="1"
    )
    for what in ("", "held out"):
        config = {"loop": run, "round": 1, "what": what, "generator": "/c/x"}
        evaluation = store.open_evaluation(
            what.ljust(64, "0"), benchmark="kata round 1", config=config, snapshot_id=snapshot
        )
        store.add_evaluation_result(evaluation.id, result("a", verified=True))
        store.add_evaluation_result(evaluation.id, result("b", verified=False, proof=None))
    [made] = run_view(store, run)["rounds"]
    assert (made["tried"], made["claimed"], made["verified"], made["seconds"]) == (2, 1, 1, 3.0)
    assert (made["measured"], made["measured_verified"], made["ended"]) == (2, 1, False)
    store.finish_run(run, metrics={"rounds": [{"round": 1, "conjectured": 9, "rejected": 4}]})
    assert run_view(store, run)["rounds"] == [{"round": 1, "conjectured": 9, "rejected": 4}]


def test_a_run_from_before_curves_has_its_ends_and_no_run_is_said(store: Store) -> None:
    run = store.add_run("sft", split_id=None, dataset_hash="", seed=0, config={}, code_version="1")
    store.finish_run(run, metrics={"loss_first": 5.0, "loss_last": 0.5, "steps": 9.0})
    assert run_view(store, run)["curve"] == {"step": [1, 9], "loss": [5.0, 0.5]}
    with pytest.raises(NotFoundError):
        run_view(store, 99)


@given(st.lists(st.floats(-10, 10), max_size=600))
def test_a_curve_keeps_the_mean_in_a_bounded_number_of_points(losses: list[float]) -> None:
    curve = Curve(most=16)
    for step, loss in enumerate(losses, start=1):
        curve.add(step, loss=loss)
    kept = curve.to_json()
    if not losses:
        assert kept == {}
        return
    steps, values = kept["step"], kept["loss"]
    assert len(steps) == len(values) < 16
    width = steps[0]
    assert list(steps) == list(range(width, steps[-1] + 1, width))
    covered = losses[: int(steps[-1])]
    assert sum(values) / len(values) == pytest.approx(sum(covered) / len(covered), abs=1e-4)


def test_a_figure_that_some_steps_have_is_a_mean_of_these() -> None:
    curve = Curve(most=4)
    for step in range(1, 7):
        curve.add(step, loss=float(step), **({"reward": 0.5} if step in (3, 4) else {}))
    assert curve.to_json() == {
        "step": [2, 4, 6],
        "loss": [1.5, 3.5, 5.5],
        "reward": [None, 0.5, None],
    }
