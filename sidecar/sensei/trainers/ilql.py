"""Implicit language Q learning: from what came of tactics in searches to a steered generator.

The policy is trained beside two Q and a V on its last layer (models/ilql.py), on every tactic that
was tried, good or bad, with a reward for each at its end (trainers/ilql_loss.py). What is served is
the policy steered by the values. Source: Snell et al. (arXiv 2206.11871), as in BAIT.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from sensei import __version__
from sensei.core.errors import UsageError
from sensei.data.outcomes import Result
from sensei.models.checkpoint import ILQL, Manifest, claim_place, parent_of, write_checkpoint
from sensei.models.encoding import EncodedExample, Encoder
from sensei.models.generator import MAX_NEW_TOKENS
from sensei.models.ilql import ValueHeads, heads_of, read_heads, save_steered
from sensei.models.loading import CONFIGURATION, LoadedModel, load_model, quiet_libraries
from sensei.models.prompt import prompt_hash
from sensei.trainers.batches import bucketed
from sensei.trainers.held_out import hold_out
from sensei.trainers.ilql_config import ILQLSettings, Rewards
from sensei.trainers.ilql_loss import Terms, Tokens, ilql_terms
from sensei.trainers.loop import DivergedError, Report, TrainResult, device_named, run_identity
from sensei.trainers.resume import prepare_work, work_folder
from sensei.trainers.stepping import Stepper
from sensei.trainers.tuning import is_small, refuse_premises


class Tried(Protocol):
    """What ``sensei.data.outcomes.Outcome`` offers."""

    @property
    def state(self) -> str: ...

    @property
    def tactic(self) -> str: ...

    @property
    def result(self) -> Result: ...


@dataclass(frozen=True, slots=True)
class _Row:
    example: EncodedExample
    reward: float

    @property
    def length(self) -> int:
        return len(self.example.tokens)

    @property
    def actions(self) -> int:
        return sum(label >= 0 for label in self.example.labels)


class ILQLTrainer:
    """Trains a tactic generator with values.

    Args:
        model_name: a checkpoint of ours (one of ILQL goes on with its heads), or a local folder
            with a Hugging Face causal language model, fine-tuned already.
        output_dir: the checkpoint folder to write.
        clock: the time of day, for the manifest.
        **settings: the fields of ``ILQLSettings``, which says what each does.
    """

    def __init__(
        self,
        model_name: str,
        output_dir: str | Path = "outputs",
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        **settings: Any,
    ) -> None:
        self.model_name = model_name
        self.output_dir = Path(output_dir)
        self._clock = clock
        self.settings = ILQLSettings(**settings)

    def train(
        self,
        tried: Sequence[Tried],
        held_out: Sequence[Tried] = (),
        *,
        resume: bool = False,
        report: Report = lambda progress: None,
        data_set_hash: str | None = None,
    ) -> TrainResult:
        """Trains on ``tried`` and writes the checkpoint.

        Args:
            tried: tactics, and what came of them.
            held_out: what ``patience`` measures on; without, it is a share of the goals.
            resume: go on from an interrupted run of the same tactics and settings, if there is
                one; the result is that of a run without interruption.
            report: called after every step.
            data_set_hash: what the manifest says the data was; the hash of the tactics by default.

        Raises:
            UsageError: nothing to train on, or ``resume`` of a run with other settings.
            CheckpointError: the model cannot be loaded, or the output folder is something else.
            DivergedError: the loss of the first step is no number.
        """
        settings, started = self.settings, time.monotonic()
        if self.model_name == CONFIGURATION:
            raise UsageError(
                "values steer a model that writes tactics, and this one would start from random "
                "weights",
                "name a checkpoint with --model; sensei train sft makes one",
            )
        claim_place(self.output_dir)
        device = device_named(settings.device)
        if settings.threads is not None:
            torch.set_num_threads(settings.threads)
        start = load_model(Path(self.model_name))
        refuse_premises(start, self.model_name)
        encoder = Encoder(start.tokenizer)
        data_hash = outcomes_hash([*tried, *held_out])
        if settings.patience is not None and not held_out:
            tried, held_out = hold_out(
                tried, lambda one: one.state, settings.eval_ratio, settings.seed
            )
        rows = self._encoded(tried, encoder)
        measured = [] if settings.patience is None else self._encoded(held_out, encoder)
        run = _Run(start, self._heads(start), settings, encoder.pad_id, device)
        batches = self._batches(rows)
        work = work_folder(self.output_dir)
        resume_from = prepare_work(work, run_identity(self.model_name, data_hash, settings), resume)
        stepper = Stepper(
            run.learner,
            settings,
            lr=self._learning_rate(start),
            batches=len(batches),
            loss_of=lambda number: run.loss(batches, number),
            evaluate=(lambda: -run.held_out_loss(measured)) if measured else None,
            evaluate_every=math.ceil(len(rows) / (settings.batch_size * settings.accumulate)),
            patience=settings.patience,
            after_step=lambda: run.heads.move_targets(settings.alpha),
        )
        with quiet_libraries():
            ended = stepper.run(work, resume_from, report)
            if ended.diverged_at == 1:
                raise DivergedError(
                    "the loss of step 1 is no number, and nothing was learned before it",
                    "give a lower --lr",
                )
            figures = run.figures(rows)
        manifest = Manifest(
            kind=ILQL,
            base_model=str(Path(self.model_name).resolve()),
            data_set_hash=data_set_hash or data_hash,
            prompt_hash=prompt_hash(),
            config=settings.model_dump(mode="json"),
            code_version=__version__,
            seed=settings.seed,
            metrics={
                **figures,
                "examples": len(tried),
                "examples_skipped": len(tried) - len(rows),
                "examples_held_out": len(measured),
                "examples_shortened": sum(row.example.dropped_hypotheses > 0 for row in rows),
                "epochs": settings.epochs,
                "loss_last": ended.loss,
                "steps": ended.steps,
                **({} if ended.best is None else {"best_step": ended.best_step}),
                "steps_planned": stepper.steps,
                "lost_at_step": ended.diverged_at or 0,
                "seconds": round(time.monotonic() - started, 1),
            },
            max_prompt_tokens=settings.max_seq_len,
            max_new_tokens=start.manifest.max_new_tokens if start.manifest else MAX_NEW_TOKENS,
            parent=parent_of(start.manifest, self.model_name),
            created_at=self._clock().isoformat(timespec="seconds"),
        )
        manifest = write_checkpoint(
            self.output_dir,
            manifest,
            lambda folder: save_steered(start.model, run.heads, start.tokenizer, folder),
        )
        shutil.rmtree(work, ignore_errors=True)
        return TrainResult(self.output_dir, manifest)

    def _heads(self, start: LoadedModel) -> ValueHeads:
        if start.manifest is not None and start.manifest.kind == ILQL:
            return read_heads(start.model, Path(self.model_name))
        return heads_of(start.model, self.settings.seed)

    def _learning_rate(self, start: LoadedModel) -> float:
        if self.settings.lr is not None:
            return self.settings.lr
        return 5e-4 if is_small(start) else 1e-5

    def _encoded(self, tried: Sequence[Tried], encoder: Encoder) -> list[_Row]:
        limit, rewards = self.settings.max_seq_len, self.settings.rewards
        found = ((encoder.example(one.state, one.tactic, limit), one.result) for one in tried)
        rows = [_Row(row, reward_of(rewards, what)) for row, what in found if row is not None]
        if not rows:
            raise UsageError(
                f"none of {len(tried)} tactics can be trained on within {limit} tokens",
                "search first (sensei loop), or raise max_seq_len",
            )
        return rows

    def _batches(self, rows: Sequence[_Row]) -> list[list[_Row]]:
        settings, rng = self.settings, random.Random(self.settings.seed)
        stream: list[_Row] = []
        for _ in range(settings.epochs):
            order = list(rows)
            rng.shuffle(order)
            stream += order
        size = settings.batch_size
        laid = bucketed(stream, lambda row: row.length, size, rng)
        return [laid[at : at + size] for at in range(0, len(laid), size)]


class _Run:
    """The model and its heads at work on batches."""

    def __init__(
        self, start: LoadedModel, heads: ValueHeads, settings: ILQLSettings, pad: int, device: str
    ) -> None:
        self.settings, self._pad, self._device = settings, pad, device
        self.model, self.heads = start.model.to(device), heads.to(device)
        self.learner = nn.ModuleDict({"model": self.model, "heads": self.heads})

    def loss(self, batches: Sequence[Sequence[_Row]], number: int) -> Tensor:
        """Of one batch: the sum over its tokens, divided by the mean number of tokens of the
        batches of its step, so that their mean is that of all tokens of the step."""
        size = self.settings.accumulate
        first = number // size * size
        of_step = batches[first : first + size]
        tokens = sum(row.actions for batch in of_step for row in batch) / len(of_step)
        return self._terms(batches[number]).total(self.settings) / tokens

    def held_out_loss(self, rows: Sequence[_Row]) -> float:
        """The loss a token of tactics that are not learned from."""
        self.learner.eval()
        total, size = 0.0, self.settings.batch_size
        with torch.no_grad():
            for at in range(0, len(rows), size):
                total += float(self._terms(rows[at : at + size]).total(self.settings))
        return total / sum(row.actions for row in rows)

    def figures(self, rows: Sequence[_Row]) -> dict[str, float]:
        """Each loss a token, of at most 64 of the tactics, and how well the values of their first
        tokens tell good tactics from bad ones: the difference of means, in units of the reward."""
        some = rows[:: max(1, math.ceil(len(rows) / 64))]
        tokens = sum(row.actions for row in some)
        self.learner.eval()
        with torch.no_grad():
            terms = self._terms(some)
            values = self._first_advantages(some)
        found = {
            f"loss_{name}": float(getattr(terms, name)) / tokens
            for name in ("q", "v", "cql", "awac")
        }
        good = [v for v, row in zip(values, some, strict=True) if row.reward > 0.5]
        bad = [v for v, row in zip(values, some, strict=True) if row.reward <= 0.5]
        if good and bad:
            found["advantage_gap"] = sum(good) / len(good) - sum(bad) / len(bad)
        return found

    def _terms(self, rows: Sequence[_Row]) -> Terms:
        return ilql_terms(self.heads, self._tokens(rows), self.settings)

    def _first_advantages(self, rows: Sequence[_Row]) -> list[float]:
        tokens = self._tokens(rows)
        taken = self.heads.advantages(tokens.hidden).gather(1, tokens.actions.unsqueeze(1))
        starts = torch.tensor([0, *(row.actions for row in rows)]).cumsum(0)[:-1]
        return [float(taken[at, 0]) for at in starts]

    def _tokens(self, rows: Sequence[_Row]) -> Tokens:
        """The tokens of the tactics of some rows, row after row."""
        width = max(row.length for row in rows)
        ids = torch.full((len(rows), width), self._pad)
        mask = torch.zeros((len(rows), width), dtype=torch.long)
        acts = torch.zeros((len(rows), width - 1), dtype=torch.bool)
        last = torch.zeros((len(rows), width - 1), dtype=torch.bool)
        for at, row in enumerate(rows):
            size = row.length
            ids[at, :size] = torch.tensor(row.example.tokens)
            mask[at, :size] = 1
            acts[at, size - row.actions - 1 : size - 1] = True
            last[at, size - 2] = True
        ids, mask = ids.to(self._device), mask.to(self._device)
        acts, last = acts.to(self._device), last.to(self._device)
        output = self.model(input_ids=ids, attention_mask=mask, output_hidden_states=True)
        hidden = output.hidden_states[-1]  # [B, W, H]
        rewards = torch.tensor([row.reward for row in rows], device=self._device)
        return Tokens(
            hidden=hidden[:, :-1][acts],
            following=hidden[:, 1:][acts],
            logits=output.logits[:, :-1][acts],
            actions=ids[:, 1:][acts],
            rewards=(rewards.unsqueeze(1) * last)[acts],
            last=last[acts],
        )


def reward_of(rewards: Rewards, result: Result) -> float:
    """What a tactic is worth."""
    return {
        Result.FAILED: rewards.failed,
        Result.RAN: rewards.ran,
        Result.PROVED: rewards.proved,
        Result.IN_PROOF: rewards.in_proof,
    }[result]


def outcomes_hash(tried: Sequence[Tried]) -> str:
    """SHA-256 over all tactics and what came of them, in order."""
    listed = [[one.state, one.tactic, int(one.result)] for one in tried]
    return hashlib.sha256(json.dumps(listed, ensure_ascii=False).encode()).hexdigest()
