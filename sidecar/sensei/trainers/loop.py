"""What all training runs on transformers' Trainer share: its arguments, learning rate, time limit,
the states that a run goes on from, and what it reports."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from sensei import __version__
from sensei.core.errors import ModelError, SenseiError, UsageError
from sensei.models.checkpoint import Manifest
from sensei.trainers.config import RunSettings
from sensei.trainers.launching import share_of


class DivergedError(SenseiError):
    """The loss is no number any more, and nothing of the run is worth keeping."""


class LossLostError(ModelError):
    """The model's numbers are none any more; what was good before may be kept."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run is: steps done and in all, the loss of the last step, seconds so far; the mean
    reward of the step, where there are rewards; and what else is known of it, for logs."""

    step: int
    steps: int
    loss: float
    seconds: float
    reward: float | None = None
    figures: Mapping[str, float] = field(default_factory=dict)


Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class TrainResult:
    """A finished run: the checkpoint folder and its manifest."""

    checkpoint: Path
    manifest: Manifest


def run_identity(model_name: str, data_hash: str, settings: RunSettings) -> str:
    """What must be equal for one run to go on from another."""
    fields = settings.model_dump(mode="json", exclude={"max_seconds", "save_steps"})
    return hashlib.sha256(
        json.dumps([model_name, data_hash, __version__, fields], sort_keys=True).encode()
    ).hexdigest()


def device_named(wanted: str) -> str:
    """``auto`` is CUDA where torch finds it.

    Raises:
        UsageError: CUDA is wanted and not there.
    """
    if wanted == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if wanted == "cuda" and not torch.cuda.is_available():
        raise UsageError("device cuda: torch finds no CUDA device here", "use --device cpu")
    return wanted


def trainer_arguments(
    settings: RunSettings, *, lr: float, work: Path, device: str
) -> dict[str, Any]:
    """The arguments of transformers' TrainingArguments, for rows that hold all epochs in order."""
    return {
        "output_dir": str(work),
        "num_train_epochs": 1,  # the rows hold all epochs already
        "per_device_train_batch_size": share_of(settings.batch_size),
        "train_sampling_strategy": "sequential",
        "learning_rate": lr,
        "weight_decay": settings.weight_decay,
        "adam_beta2": 0.98,
        "max_grad_norm": settings.max_grad_norm,
        "gradient_accumulation_steps": settings.accumulate,
        "bf16": in_bfloat16(settings.precision, device),
        "torch_compile": settings.compiled,
        "use_cpu": device == "cpu",
        "seed": settings.seed,
        "data_seed": settings.seed,
        "logging_steps": 1,
        "logging_nan_inf_filter": False,
        "report_to": "none",
        "disable_tqdm": True,
        "save_strategy": "no" if settings.save_steps is None else "steps",
        "save_steps": settings.save_steps or 500,
        "save_total_limit": 2,
        "dataloader_pin_memory": False,
        "ddp_find_unused_parameters": False,
        "push_to_hub": False,
    }


def in_bfloat16(precision: str, device: str) -> bool:
    if precision == "auto":
        return device == "cuda" and torch.cuda.is_bf16_supported()
    return precision == "bfloat16"


def scheduled(base: Any, rate: Callable[[int], float]) -> Any:
    """A trainer class of transformers whose learning rate follows ``rate`` (step to share of the
    peak)."""

    class Scheduled(base):  # type: ignore[misc]
        def create_scheduler(self, num_training_steps: int, optimizer: Any = None) -> Any:
            self.lr_scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer or self.optimizer, rate)
            return self.lr_scheduler

    return Scheduled


def silence(trainer: Any) -> None:
    """Has a trainer print nothing: what it has to tell goes through callbacks."""
    from transformers import PrinterCallback, ProgressCallback

    trainer.remove_callback(PrinterCallback)
    trainer.remove_callback(ProgressCallback)


def clock_share(started: float, max_seconds: float | None) -> Callable[[], float]:
    """How much of the time limit is used, from 0; always 0 without a limit."""
    if max_seconds is None:
        return lambda: 0.0
    return lambda: (time.monotonic() - started) / max_seconds


def warmup_steps(settings: RunSettings, steps: int) -> int:
    """As the settings say, else a twentieth of all steps."""
    return math.ceil(steps / 20) if settings.warmup_steps is None else settings.warmup_steps


def rate_factor(step: int, steps: int, warmup: int, spent: float) -> float:
    """The learning rate as a share of its peak: linear warm-up, then half a cosine to 1/20.

    Where the time limit is nearer than the last step, it sets the place on the cosine.
    """
    rising = (step + 1) / warmup if step < warmup else 1.0
    done = min(1.0, max(spent, (step - warmup) / max(1, steps - warmup), 0.0))
    return rising * (0.05 + 0.95 * (1 + math.cos(math.pi * done)) / 2)


@dataclass(slots=True)
class Watched:
    """What a watcher saw.

    Args:
        lost_at: the step whose loss or gradient is no number; 0 for none.
    """

    lost_at: int = 0


def watcher(
    steps: int,
    started: float,
    spent: Callable[[], float],
    report: Report,
    watched: Watched | None = None,
) -> Any:
    """A callback of transformers that reports each step and stops at the time limit; with
    ``watched`` also where the loss or the gradient is no number, and then saves no state."""
    from transformers import TrainerCallback

    class Watcher(TrainerCallback):  # type: ignore[misc]
        def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> Any:
            if not logs or "loss" not in logs:
                return control
            loss = float(logs["loss"])
            numbers = (loss, float(logs.get("grad_norm", 0.0)))
            if watched is not None and not all(map(math.isfinite, numbers)):
                watched.lost_at = state.global_step
                control.should_save, control.should_training_stop = False, True
                return control
            seconds = time.monotonic() - started
            # None where nothing of the step could be judged.
            reward = float(logs["reward"] or 0.0) if "reward" in logs else None
            figures = {
                name: float(value)
                for name, value in logs.items()
                if isinstance(value, int | float) and name not in ("loss", "reward", "epoch")
            }
            report(Progress(state.global_step, steps, loss, seconds, reward, figures))
            return control

        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> Any:
            if spent() >= 1:
                control.should_training_stop = True
            return control

    return Watcher()
