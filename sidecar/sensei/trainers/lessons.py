"""Training on weighted lessons, prompt and completion: a writer of proofs and conjectures.

The loss of a batch is the sum over its completions' tokens of weight times cross-entropy, divided
by the number of those tokens; weights are scaled to a mean of 1 over the lessons, so that a batch
of light ones moves the model little.

Source: Dong and Ma 2025 (arXiv:2502.00212), section 3.2, "LLM training".
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from sensei import __version__
from sensei.core.errors import UsageError
from sensei.models.checkpoint import MANIFEST, WRITER, Manifest, parent_of, write_checkpoint
from sensei.models.encoding import IGNORED
from sensei.models.loading import (
    CONFIGURATION,
    LoadedModel,
    fresh_model,
    load_model,
    load_writer,
    quiet_libraries,
    save_pretrained,
)
from sensei.models.statement_prompt import Lesson, statement_prompt_hash
from sensei.trainers.augment import rename_bound
from sensei.trainers.batches import bucketed
from sensei.trainers.config import RunSettings
from sensei.trainers.loop import Report, TrainResult, device_named, run_identity
from sensei.trainers.resume import only_run, prepare_work, work_folder
from sensei.trainers.stepping import Stepper


@dataclass(frozen=True, slots=True)
class EncodedLesson:
    """A lesson in tokens: prompt, completion, end."""

    tokens: list[int]
    prompt: int
    weight: float


def train_writer(
    model: str,
    lessons: Sequence[Lesson],
    output: Path,
    settings: RunSettings,
    *,
    epochs: int,
    max_seq_len: int,
    report: Report = lambda progress: None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> TrainResult:
    """Trains a writer and saves its checkpoint; goes on from an interrupted run of the same.

    Args:
        model: ``configuration``, a writer's checkpoint, or a local causal language model.
        epochs: passes over the lessons.
        max_seq_len: longer lessons are left out.

    Raises:
        UsageError: no lesson is short enough, or another run writes there.
        CheckpointError: the model cannot be loaded, or the output folder is something else.
    """
    started = time.monotonic()
    with only_run(output):
        if settings.threads is not None:
            torch.set_num_threads(settings.threads)
        start = start_writer(model, settings)
        encoded = [encode(start.tokenizer, lesson) for lesson in lessons]
        kept = [
            at
            for at, row in enumerate(encoded)
            if len(row.tokens) <= max_seq_len and row.weight > 0
        ]
        usable = [encoded[at] for at in kept]
        if not usable:
            raise UsageError(
                f"none of {len(lessons)} lessons is within {max_seq_len} tokens",
                "raise train.max_seq_len, or teach more theorems",
            )
        mean = sum(row.weight for row in usable) / len(usable)
        renamed = _Renaming(start.tokenizer, [lessons[at] for at in kept], max_seq_len)
        batches = _batches(usable, renamed, epochs, settings)
        data_hash = lessons_hash(lessons)
        work = work_folder(output)
        resume_from = prepare_work(work, run_identity(model, data_hash, settings), resume=True)
        device = device_named(settings.device)
        start.model.to(device)
        pad = start.tokenizer.pad_token_id or 0
        stepper = Stepper(
            start.model,
            settings,
            lr=_rate(model, settings),
            batches=len(batches),
            loss_of=lambda number: weighted_loss(start.model, batches[number], mean, pad),
        )
        with quiet_libraries():
            ended = stepper.run(work, resume_from, report)
        manifest = Manifest(
            kind=WRITER,
            base_model=model if model == CONFIGURATION else str(Path(model).resolve()),
            data_set_hash=data_hash,
            prompt_hash=statement_prompt_hash(),
            config=settings.model_dump(mode="json") | {"epochs": epochs},
            code_version=__version__,
            seed=settings.seed,
            metrics={
                "lessons": len(lessons),
                "lessons_skipped": len(lessons) - len(usable),
                "steps": ended.steps,
                "steps_planned": stepper.steps,
                "loss_last": ended.loss,
                "tokens": sum(len(row.tokens) for batch in batches for row in batch),
                "seconds": round(time.monotonic() - started, 1),
            },
            max_prompt_tokens=max_seq_len,
            parent=parent_of(start.manifest, model),
            created_at=clock().isoformat(timespec="seconds"),
        )
        manifest = write_checkpoint(
            output, manifest, lambda folder: save_pretrained(start.model, start.tokenizer, folder)
        )
        shutil.rmtree(work, ignore_errors=True)
    return TrainResult(output, manifest)


def start_writer(model: str, settings: RunSettings) -> LoadedModel:
    """The model that a training starts from, see ``train_writer``."""
    if model == CONFIGURATION:
        return fresh_model(settings.model, settings.seed)
    folder = Path(model)
    if (folder / MANIFEST).is_file():
        kind = json.loads((folder / MANIFEST).read_text(encoding="utf-8")).get("kind")
        if kind == WRITER:
            return load_writer(folder)
    return load_model(folder)


def encode(tokenizer: Any, lesson: Lesson) -> EncodedLesson:
    """A lesson in tokens."""
    prompt = prompt_tokens(tokenizer, lesson.prompt)
    completion = tokenizer(lesson.completion, add_special_tokens=False)["input_ids"]
    return EncodedLesson([*prompt, *completion, tokenizer.eos_token_id], len(prompt), lesson.weight)


def prompt_tokens(tokenizer: Any, prompt: str) -> list[int]:
    """A prompt in tokens, with what the tokenizer begins a text with."""
    tokens = list(tokenizer(prompt)["input_ids"])
    if tokens and tokens[-1] == tokenizer.eos_token_id:  # some tokenizers end every text
        tokens.pop()
    return tokens


def weighted_loss(model: Any, rows: Sequence[EncodedLesson], mean: float, pad: int) -> Tensor:
    """The loss of a batch, a scalar.

    Args:
        mean: of the weights of all lessons.
    """
    device = next(model.parameters()).device
    width = max(len(row.tokens) for row in rows)
    ids = torch.full((len(rows), width), pad)
    mask = torch.zeros((len(rows), width), dtype=torch.long)
    labels = torch.full((len(rows), width), IGNORED)
    for at, row in enumerate(rows):
        size = len(row.tokens)
        ids[at, :size] = torch.tensor(row.tokens)
        mask[at, :size] = 1
        labels[at, row.prompt : size] = torch.tensor(row.tokens[row.prompt :])
    weights = torch.tensor([row.weight / mean for row in rows], device=device)
    logits = model(input_ids=ids.to(device), attention_mask=mask.to(device)).logits  # [B, W, V]
    labels = labels[:, 1:].to(device)
    losses = torch.nn.functional.cross_entropy(
        logits[:, :-1].transpose(1, 2).float(), labels, ignore_index=IGNORED, reduction="none"
    )  # [B, W - 1], 0 where nothing is learned
    return (losses.sum(dim=1) * weights).sum() / (labels != IGNORED).sum().clamp(min=1)


def lessons_hash(lessons: Sequence[Lesson]) -> str:
    """SHA-256 over all lessons and weights, in order."""
    rows = [[lesson.prompt, lesson.completion, lesson.weight] for lesson in lessons]
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Renaming:
    """Lessons under other names."""

    tokenizer: Any
    lessons: Sequence[Lesson]
    max_seq_len: int

    def row(self, at: int, rng: random.Random) -> EncodedLesson | None:
        """None where it is too long then."""
        lesson = self.lessons[at]
        prompt, completion = rename_bound(lesson.prompt, lesson.completion, rng)
        row = encode(self.tokenizer, Lesson(prompt, completion, lesson.weight))
        return row if len(row.tokens) <= self.max_seq_len else None


def _batches(
    rows: Sequence[EncodedLesson], renamed: _Renaming, epochs: int, settings: RunSettings
) -> list[list[EncodedLesson]]:
    rng = random.Random(settings.seed)
    stream: list[EncodedLesson] = []
    for _ in range(epochs):
        order = list(range(len(rows)))
        rng.shuffle(order)
        for at in order:
            other = None
            if settings.rename_share and rng.random() < settings.rename_share:
                other = renamed.row(at, rng)
            stream.append(other or rows[at])
    size = settings.batch_size
    laid = bucketed(stream, lambda row: len(row.tokens), size, rng)
    return [laid[at : at + size] for at in range(0, len(laid), size)]


def _rate(model: str, settings: RunSettings) -> float:
    if settings.lr is not None:
        return settings.lr
    return 2e-3 if model == CONFIGURATION else 2e-5
