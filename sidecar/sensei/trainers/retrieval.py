"""Training of a dense retriever: contrastive, one repository after another, with what earlier ones
taught held by elastic weight consolidation.

Source: ReProver (Yang et al., 2023) for the towers and the negatives, LeanAgent (Kumarappan et al.,
2024) for the lifelong order. What differs: the loss (trainers/contrastive.py), and a Fisher matrix
that is computed (trainers/ewc.py).
"""

from __future__ import annotations

import math
import random
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import torch
from torch import Tensor

from sensei import __version__
from sensei.core.errors import ModelError, UsageError
from sensei.core.protocols import Retriever
from sensei.data.retrieval import RetrievalSet
from sensei.models.checkpoint import (
    MANIFEST,
    RETRIEVER,
    Manifest,
    claim_place,
    parent_of,
    read_manifest,
    write_checkpoint,
)
from sensei.models.dense import DenseRetriever
from sensei.models.loading import CONFIGURATION, save_pretrained
from sensei.models.premise_encoder import PremiseEncoder, fresh_encoder, load_encoder
from sensei.models.premise_text import retrieval_hash
from sensei.models.retrievers import Bm25Retriever, HybridRetriever
from sensei.trainers.augment import rename_locals
from sensei.trainers.contrastive import ContrastiveBatch, lay_out, query_losses
from sensei.trainers.ewc import (
    Weights,
    fisher_diagonal,
    joined,
    load_fisher,
    penalty,
    save_fisher,
)
from sensei.trainers.loop import Report, TrainResult, device_named, run_identity
from sensei.trainers.resume import prepare_work, work_folder
from sensei.trainers.retrieval_config import TrainingConfig
from sensei.trainers.retrieval_metrics import RetrievalFigures, retrieval_figures
from sensei.trainers.stepping import Ended, Stepper, copied

# By part (val, test), then by retriever.
RetrievalTable = dict[str, dict[str, RetrievalFigures]]


class RetrievalTrainer:
    """Trains a dense retriever.

    Args:
        config: all settings; the defaults if None.
        output_dir: the checkpoint folder to write. With several repositories, the checkpoint after
            each but the last is beside it: ``NAME-1``, ``NAME-2``, …
        clock: the time of day, for the manifests.
    """

    def __init__(
        self,
        config: TrainingConfig | None = None,
        output_dir: str | Path = "outputs",
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.config = TrainingConfig() if config is None else config
        self.output_dir = Path(output_dir)
        self._clock = clock

    def train(
        self,
        repositories: Sequence[RetrievalSet],
        *,
        resume: bool = False,
        report: Report = lambda progress: None,
        data_set_hash: str = "",
    ) -> list[TrainResult]:
        """Trains on each repository in turn, each from the checkpoint of the one before.

        Args:
            repositories: in the order of the curriculum.
            resume: go on from an interrupted run of the same repositories and settings; what it
                finished is kept, and the result is that of a run without interruption.
            report: called after every step.
            data_set_hash: what the manifests say the data was.

        Returns:
            The checkpoints, in order; the last is ``output_dir``.

        Raises:
            UsageError: nothing to train on, or ``resume`` of a run with other settings.
            CheckpointError: the model cannot be loaded, or a folder is something else.
            ModelError: the loss was no number; the weights that were best before are kept.
        """
        if not repositories:
            raise UsageError("no repository to train on", "sensei data split, then train again")
        for repository in repositories:
            if not repository.train:
                raise UsageError(
                    f"{repository.name}: no tactic of its training theorems names a premise",
                    "leave it out, or split it again",
                )
        if self.config.threads is not None:
            torch.set_num_threads(self.config.threads)
        model_name, results = self.config.model_name, []
        for number, repository in enumerate(repositories, 1):
            last = number == len(repositories)
            output = self.output_dir
            if not last:
                output = output.with_name(f"{output.name}-{number}")
            one = _Repository(
                self.config, model_name, repository, output, data_set_hash, self._clock
            )
            results.append(one.train(resume, resume and not last, report))
            model_name = str(output)
        return results

    def evaluate(self, repositories: Sequence[RetrievalSet]) -> list[RetrievalTable]:
        """R@1, R@10 and MRR of the checkpoint ``output_dir`` on the held-out queries of each
        repository, with BM25 and both fused beside it, within the same scopes.

        Raises:
            CheckpointError: there is no such checkpoint.
        """
        encoder = load_encoder(self.output_dir)
        encoder.model.to(device_named(self.config.device))
        return [evaluated(encoder, repository) for repository in repositories]


class _Repository:
    """The training on one repository, from one checkpoint to the next."""

    def __init__(
        self,
        config: TrainingConfig,
        model_name: str,
        data: RetrievalSet,
        output: Path,
        data_set_hash: str,
        clock: Callable[[], datetime],
    ) -> None:
        self.config, self.data, self.output = config, data, output
        self._model_name, self._clock = model_name, clock
        self._data_set_hash = data_set_hash or data.queries_hash()

    def train(self, resume: bool, keep_finished: bool, report: Report) -> TrainResult:
        config, started = self.config, time.monotonic()
        claim_place(self.output)
        encoder = self._start()
        identity = run_identity(
            _identified(encoder, self._model_name), self.data.queries_hash(), config
        )
        if keep_finished and (self.output / MANIFEST).is_file():
            kept = read_manifest(self.output, RETRIEVER)
            if kept.config.get("identity") == identity:
                return TrainResult(self.output, kept)
        device = device_named(config.device)
        encoder.model.to(device)
        if device == "cpu":  # on one core, the fused kernel takes a third more for its bias
            encoder.model.set_attn_implementation("eager")
        fisher, anchor = self._held(encoder)
        batches = self._batches()
        work = work_folder(self.output)
        resume_from = prepare_work(work, identity, resume)
        ended = Stepper(
            model=encoder.model,
            settings=config,
            lr=self._learning_rate(encoder),
            batches=sum(map(len, batches)),
            loss_of=self._loss(encoder, [b for epoch in batches for b in epoch], fisher, anchor),
            evaluate=(lambda: self._validated(encoder)) if self.data.val else None,
            evaluate_every=math.ceil(len(batches[0]) / config.accumulate),
            patience=config.patience,
        ).run(work, resume_from, report)
        if ended.diverged_at is not None:
            return self._diverged(encoder, ended, fisher, identity, started)
        now = fisher_diagonal(encoder.model, self._query_losses(encoder, batches[0]))
        result = self._write(encoder, ended, joined(fisher, now), identity, started)
        shutil.rmtree(work, ignore_errors=True)
        return result

    def _start(self) -> PremiseEncoder:
        config = self.config
        if self._model_name == CONFIGURATION:
            return fresh_encoder(config.model, config.seed, config.max_tokens)
        return load_encoder(Path(self._model_name), config.max_tokens)

    def _learning_rate(self, encoder: PremiseEncoder) -> float:
        if self.config.lr is not None:
            return self.config.lr
        if encoder.manifest is not None:
            return 1e-3
        return 2e-3 if self._model_name == CONFIGURATION else 2e-5

    def _held(self, encoder: PremiseEncoder) -> tuple[Weights | None, Weights]:
        """The Fisher matrix of what came before, and the weights it is about."""
        device = encoder.device
        fisher = load_fisher(Path(self._model_name)) if encoder.manifest is not None else None
        if fisher is not None:
            fisher = {name: value.to(device) for name, value in fisher.items()}
        return fisher, {n: w.to(device) for n, w in copied(encoder.model).items()}

    def _batches(self) -> list[list[ContrastiveBatch]]:
        config = self.config
        return lay_out(
            self.data.train,
            epochs=config.epochs_per_repo,
            batch_size=config.batch_size,
            negatives=config.negatives,
            in_file_negatives=config.in_file_negatives,
            seed=config.seed,
        )

    def _loss(
        self,
        encoder: PremiseEncoder,
        batches: Sequence[ContrastiveBatch],
        fisher: Weights | None,
        anchor: Weights,
    ) -> Callable[[int], Tensor]:
        weight = self.config.ewc_lambda

        def loss(number: int) -> Tensor:
            batch = batches[number]
            goals = [self._renamed(query, number) for query in batch.queries]
            made = self._of_batch(encoder, batch, goals).mean()
            if fisher is not None and weight > 0:
                made = made + weight * penalty(encoder.model, fisher, anchor)
            return made

        return loss

    def _renamed(self, query: int, batch: int) -> str:
        """A query's goal, now and then under other local names."""
        goal = self.data.train[query].goal
        rng = random.Random(f"{self.config.seed}:{batch}:{query}")
        if rng.random() >= self.config.rename_share:
            return goal
        return rename_locals(goal, "", rng)[0]

    def _of_batch(
        self, encoder: PremiseEncoder, batch: ContrastiveBatch, texts: Sequence[str]
    ) -> Tensor:
        """The losses of a batch's queries, [B]."""
        goals = encoder.embed_goals(texts)
        premises = encoder.embed_premises([self.data.premises[n] for n in batch.premises])
        scores = goals.float() @ premises.float().T / self.config.temperature
        return query_losses(scores, torch.tensor(batch.labels, device=scores.device))

    def _query_losses(
        self, encoder: PremiseEncoder, batches: Sequence[ContrastiveBatch]
    ) -> Iterator[Tensor]:
        encoder.model.eval()
        left = self.config.fisher_queries
        for batch in batches:
            goals = [self.data.train[number].goal for number in batch.queries]
            yield from self._of_batch(encoder, batch, goals)[:left]
            left -= len(batch.queries)
            if left <= 0:
                return

    def _validated(self, encoder: PremiseEncoder) -> float:
        found = retrieval_figures(_retriever(encoder, self.data), self.data.val)
        return found.recall_10 / 100 + found.mrr

    def _diverged(
        self,
        encoder: PremiseEncoder,
        ended: Ended,
        fisher: Weights | None,
        identity: str,
        started: float,
    ) -> TrainResult:
        kept = "nothing was kept"
        if ended.best is not None:
            self._write(encoder, ended, fisher, identity, started)
            kept = f"{self.output} has the best weights before, of step {ended.best_step}"
        raise ModelError(
            f"the loss of step {ended.diverged_at} on {self.data.name} is no number; {kept}",
            "train again with a lower --lr",
        )

    def _write(
        self,
        encoder: PremiseEncoder,
        ended: Ended,
        fisher: Weights | None,
        identity: str,
        started: float,
    ) -> TrainResult:
        config = self.config
        figures = evaluated(encoder, self.data)
        metrics = {
            "queries": len(self.data.train),
            "premises": len(self.data.premises),
            "steps": ended.steps,
            "best_step": ended.best_step,
            "loss_last": ended.loss,
            "stopped_early": float(ended.stopped_early),
            "parameters": sum(p.numel() for p in encoder.model.parameters()),
            **({} if ended.diverged_at is None else {"diverged_at": ended.diverged_at}),
            **{
                f"{part}_{name}_{key}": value
                for part, table in figures.items()
                for name, found in table.items()
                for key, value in asdict(found).items()
            },
        }
        if ended.best is not None:
            metrics["best"] = ended.best
        metrics["seconds"] = round(time.monotonic() - started, 1)
        manifest = Manifest(
            kind=RETRIEVER,
            base_model=self._model_name
            if self._model_name == CONFIGURATION
            else str(Path(self._model_name).resolve()),
            data_set_hash=self._data_set_hash,
            prompt_hash=retrieval_hash(),
            config=config.model_dump(mode="json")
            | {"identity": identity, "repository": self.data.name},
            code_version=__version__,
            seed=config.seed,
            metrics=metrics,
            max_prompt_tokens=encoder.max_tokens,
            parent=parent_of(encoder.manifest, self._model_name),
            created_at=self._clock().isoformat(timespec="seconds"),
        )

        def save(folder: Path) -> None:
            save_pretrained(encoder.model, encoder.tokenizer, folder)
            if fisher is not None:
                save_fisher(fisher, folder)

        return TrainResult(self.output, write_checkpoint(self.output, manifest, save))


def evaluated(encoder: PremiseEncoder, data: RetrievalSet) -> RetrievalTable:
    """The held-out parts that have queries, each by BM25, the encoder, and both fused; all within
    the same scopes."""
    dense, bm25 = _retriever(encoder, data), Bm25Retriever.of_texts(data.premises)
    retrievers: list[Retriever] = [bm25, dense, HybridRetriever("hybrid", [bm25, dense])]
    return {
        part: {each.name: retrieval_figures(each, queries) for each in retrievers}
        for part, queries in (("val", data.val), ("test", data.test))
        if queries
    }


def _retriever(encoder: PremiseEncoder, data: RetrievalSet) -> DenseRetriever:
    return DenseRetriever.of_premises("dense", encoder, data.premises)


def _identified(encoder: PremiseEncoder, model_name: str) -> str:
    """The start of a run: a checkpoint by its weights, what is none by its place."""
    return encoder.manifest.weights_hash() if encoder.manifest is not None else model_name
