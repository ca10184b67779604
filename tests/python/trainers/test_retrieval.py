"""Training of retrievers: what a batch compares, what is learned, held, resumed, and refused."""

import math
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch

from fakes.retrieval import TINY_ENCODER, first, second
from sensei.core.errors import ModelError, UsageError
from sensei.models.checkpoint import RETRIEVER, read_manifest
from sensei.models.premise_encoder import fresh_encoder
from sensei.trainers import retrieval as retrieval_module
from sensei.trainers.contrastive import IGNORED, NEGATIVE, POSITIVE, lay_out, query_losses
from sensei.trainers.ewc import FISHER_FILE, load_fisher
from sensei.trainers.loop import Progress, TrainResult
from sensei.trainers.retrieval import RetrievalTrainer
from sensei.trainers.retrieval_config import TrainingConfig
from sensei.trainers.retrieval_metrics import retrieval_figures

A, B = first(), second()


def trainer(folder: Path, **options: Any) -> RetrievalTrainer:
    settings: dict[str, Any] = {
        "model": TINY_ENCODER,
        "epochs_per_repo": 2,
        "batch_size": 16,
        "max_tokens": 64,
        "lr": 5e-3,
        "device": "cpu",
        "threads": 1,
    }
    clock = lambda: datetime(2026, 1, 1, tzinfo=UTC)  # noqa: E731
    return RetrievalTrainer(TrainingConfig(**(settings | options)), folder, clock=clock)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> TrainResult:
    """A retriever that knows the first repository."""
    folder = tmp_path_factory.mktemp("learned") / "first"
    return trainer(folder, epochs_per_repo=16, patience=None).train([A])[0]


def test_a_batch_knows_every_positive_and_what_is_neither() -> None:
    queries = [
        replace(A.train[0], positives=(0, 1), ignored=frozenset({2}), in_file=(3, 4)),
        replace(A.train[1], positives=(1,), ignored=frozenset(), in_file=(2, 5)),
    ]
    laid = lay_out(queries, epochs=30, batch_size=2, negatives=3, in_file_negatives=1, seed=0)
    assert len(laid) == 30
    assert laid == lay_out(
        queries, epochs=30, batch_size=2, negatives=3, in_file_negatives=1, seed=0
    )
    met: set[int] = set()
    for (batch,) in laid:
        met |= set(batch.premises)
        assert list(batch.premises) == sorted(set(batch.premises))
        for number, labels in zip(batch.queries, batch.labels, strict=True):
            query = queries[number]
            assert set(batch.premises) & set(query.in_file)
            assert set(batch.premises) & set(query.positives)
            for premise, label in zip(batch.premises, labels, strict=True):
                right = premise in query.positives
                neither = premise in query.ignored
                assert label == (POSITIVE if right else IGNORED if neither else NEGATIVE)
    assert met == set(range(8))


def test_the_loss_masks_other_positives_and_what_is_neither() -> None:
    scores = torch.tensor([[2.0, 1.0, 0.5, 3.0], [1.0, 1.0, 1.0, 1.0]])
    labels = torch.tensor(
        [[POSITIVE, POSITIVE, NEGATIVE, IGNORED], [NEGATIVE, POSITIVE, NEGATIVE, NEGATIVE]]
    )
    first_loss, second_loss = query_losses(scores, labels).tolist()
    each = [-math.log(math.exp(s) / (math.exp(s) + math.exp(0.5))) for s in (2.0, 1.0)]
    assert first_loss == pytest.approx(sum(each) / 2)
    assert second_loss == pytest.approx(math.log(4))
    alone = query_losses(torch.zeros(1, 2), torch.tensor([[POSITIVE, POSITIVE]]))
    assert float(alone) == 0.0  # nothing to tell apart


def test_it_learns_what_words_do_not_say(learned: TrainResult) -> None:
    manifest = read_manifest(learned.checkpoint, RETRIEVER)
    assert manifest == learned.manifest
    figures = manifest.metrics
    assert figures["test_bm25_recall_1"] < 30
    assert figures["test_dense_recall_1"] > figures["test_bm25_recall_1"] + 40
    assert figures["test_dense_mrr"] > 0.7
    assert figures["test_dense_queries"] == figures["test_bm25_queries"] == len(A.test)
    again = trainer(learned.checkpoint).evaluate([A])[0]["test"]["dense"]
    assert again.recall_1 == figures["test_dense_recall_1"]
    assert again.mrr == pytest.approx(figures["test_dense_mrr"])


def test_a_scope_counts_for_every_retriever_alike() -> None:
    class Everything:
        name = "first of all"

        def rank(self, goals: Any, allowed: Any, count: int) -> Any:
            from sensei.core.types import RankedPremise

            return [[RankedPremise(n, -n) for n in sorted(a)][:count] for a in allowed]

    query = replace(A.test[0], positives=(1, 5), allowed=frozenset({1, 3, 5}))
    found = retrieval_figures(Everything(), [query, replace(query, positives=(5,))])
    assert (found.recall_1, found.recall_10) == (25.0, 100.0)
    assert found.mrr == pytest.approx((1 + 1 / 3) / 2)
    assert retrieval_figures(Everything(), []).queries == 0


def test_consolidation_holds_what_the_first_repository_taught(
    learned: TrainResult, tmp_path: Path
) -> None:
    fisher = load_fisher(learned.checkpoint)
    assert fisher is not None
    assert set(fisher) == {n for n, _ in fresh_encoder(TINY_ENCODER, 0).model.named_parameters()}
    assert all(bool((value >= 0).all()) for value in fisher.values())
    total = sum(float(value.sum()) for value in fisher.values())
    assert total / sum(value.numel() for value in fisher.values()) == pytest.approx(1, rel=1e-3)
    kept = {}
    for weight in (0.0, 30.0):
        one = trainer(
            tmp_path / f"lambda{weight}",
            model_name=str(learned.checkpoint),
            ewc_lambda=weight,
            epochs_per_repo=6,
            patience=None,
        )
        (result,) = one.train([B])
        assert result.manifest.parent == f"first:{learned.manifest.weights_hash()}"
        kept[weight] = one.evaluate([A])[0]["test"]["dense"].mrr
        assert (result.checkpoint / FISHER_FILE).is_file()
    before = learned.manifest.metrics["test_dense_mrr"]
    assert kept[0.0] < before - 0.2  # there is something to forget
    assert kept[30.0] > kept[0.0] + 0.15


def test_repositories_are_a_chain_of_checkpoints(tmp_path: Path) -> None:
    results = trainer(tmp_path / "run", epochs_per_repo=1).train([A, B])
    assert [result.checkpoint.name for result in results] == ["run-1", "run"]
    one, two = (read_manifest(result.checkpoint, RETRIEVER) for result in results)
    assert one.parent == ""
    assert two.parent == f"run-1:{one.weights_hash()}"
    assert [m.config["repository"] for m in (one, two)] == ["First", "Second"]
    other = trainer(tmp_path / "seed", epochs_per_repo=1, seed=1).train([A])[0]
    assert other.manifest.weights_hash() != one.weights_hash()


class Stop(Exception):
    """Ends a run as a kill would."""


def test_a_resumed_run_gives_the_weights_of_an_uninterrupted_one(tmp_path: Path) -> None:
    options, stop_at = {"save_steps": 1, "rename_share": 0.5}, 8  # in the second repository
    whole = trainer(tmp_path / "whole" / "run", **options).train([A, B])
    steps = 0

    def interrupt(progress: Progress) -> None:
        nonlocal steps
        steps += 1
        if steps == stop_at:
            raise Stop

    broken = trainer(tmp_path / "broken" / "run", **options)
    with pytest.raises(Stop):
        broken.train([A, B], report=interrupt)
    seen: list[int] = []
    resumed = trainer(tmp_path / "broken" / "run", **options).train(
        [A, B], resume=True, report=lambda progress: seen.append(progress.step)
    )
    assert [r.manifest.weights_hash() for r in resumed] == [
        r.manifest.weights_hash() for r in whole
    ]
    assert len(seen) == 12 - stop_at + 1
    assert not list((tmp_path / "broken").glob(".*.training"))


def test_another_runs_states_are_not_gone_on_from(tmp_path: Path) -> None:
    def interrupt(progress: Progress) -> None:
        raise Stop

    with pytest.raises(Stop):
        trainer(tmp_path / "run").train([A], report=interrupt)
    with pytest.raises(UsageError, match="other examples or settings"):
        trainer(tmp_path / "run", lr=1e-3).train([A], resume=True)


def test_it_stops_early_and_keeps_the_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = iter([0.1, 0.9, 0.3, 0.2, 0.1, 0.0])
    monkeypatch.setattr(
        retrieval_module._Repository, "_validated", lambda self, encoder: next(values)
    )
    options = {"epochs_per_repo": 6, "rename_share": 0.0}
    (result,) = trainer(tmp_path / "run", patience=2, **options).train([A])
    figures = result.manifest.metrics
    assert (figures["steps"], figures["best_step"], figures["stopped_early"]) == (12, 6, 1)
    assert figures["best"] == 0.9


def test_a_loss_that_is_no_number_keeps_the_last_good_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = retrieval_module.query_losses
    calls = 0

    def diverging(scores: Any, labels: Any) -> Any:
        nonlocal calls
        calls += 1
        return real(scores, labels) * (math.nan if calls > 4 else 1.0)

    monkeypatch.setattr(retrieval_module, "query_losses", diverging)
    with pytest.raises(ModelError, match=r"step 5 on First is no number; .* of step 3; train"):
        trainer(tmp_path / "run", epochs_per_repo=3).train([A])
    kept = read_manifest(tmp_path / "run", RETRIEVER)
    assert (kept.metrics["best_step"], kept.metrics["diverged_at"]) == (3, 5)
    assert trainer(tmp_path / "run").evaluate([A])[0]["test"]["dense"].queries == len(A.test)
    calls = 4
    with pytest.raises(ModelError, match=r"step 1 .* nothing was kept"):
        trainer(tmp_path / "none").train([A])
    assert not (tmp_path / "none").exists()


def test_batches_add_up_to_a_step(tmp_path: Path) -> None:
    (result,) = trainer(tmp_path / "run", accumulate=2, epochs_per_repo=1).train([A])
    assert result.manifest.metrics["steps"] == 2  # of 3 batches
    (half,) = trainer(tmp_path / "half", precision="bfloat16", epochs_per_repo=1).train([A])
    assert half.manifest.metrics["steps"] == 3
    assert half.manifest.weights_hash() != result.manifest.weights_hash()


def test_nothing_to_train_on_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no repository"):
        trainer(tmp_path / "run").train([])
    with pytest.raises(UsageError, match="First: no tactic"):
        trainer(tmp_path / "run").train([replace(A, train=())])
    unchecked = trainer(tmp_path / "run", epochs_per_repo=1).train([replace(A, val=(), test=())])
    assert not [key for key in unchecked[0].manifest.metrics if "recall" in key]
