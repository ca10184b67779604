"""The run of a value model on transformers' Trainer.

It keeps the best weights, stops early, and stops at a loss that is no number.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from sensei.core.errors import ModelError
from sensei.models.quantized import is_four_bit
from sensei.models.value_model import ValueModel, padded
from sensei.trainers.config import ValueSettings
from sensei.trainers.loop import (
    LossLostError,
    Report,
    scheduled,
    silence,
    trainer_arguments,
    watcher,
)
from sensei.trainers.stepping import copied

_BEST, _HISTORY = "best.safetensors", "best.json"


@dataclass(frozen=True, slots=True)
class Row:
    """One goal's tokens, and what is to be said of it."""

    tokens: list[int]
    target: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """How a run ended; the model has the weights of its best step.

    Args:
        steps: done.
        best_step: after which the error was lowest.
        lost_at: the step whose loss was no number; 0 for none.
    """

    steps: int
    best_step: int
    lost_at: int


class Best:
    """The lowest error so far and the weights that had it, on disk beside the run's states.

    An interrupted run goes on with what was known at its state.

    Args:
        work: the folder of the run's states.
        patience: measurements without a lower error after which it is enough; None for never.
        until: the step of the state that the run goes on from.
    """

    def __init__(self, work: Path, patience: int | None, until: int) -> None:
        self._work, self._patience = work, patience
        self.history: list[tuple[int, float]] = []
        if (work / _HISTORY).is_file():
            known = json.loads((work / _HISTORY).read_text(encoding="utf-8"))
            self.history = [(step, error) for step, error in known if step <= until]

    @property
    def step(self) -> int:
        """Of the lowest error; 0 before the first measurement."""
        return min(self.history, key=lambda one: one[1], default=(0, 0.0))[0]

    def take(self, step: int, error: float, model: ValueModel) -> bool:
        """Takes a measurement in; says whether it is enough."""
        from safetensors.torch import save_file, save_model

        if not self.history or error < min(known for _, known in self.history):
            draft = self._work / f".{_BEST}"
            if is_four_bit(model):
                save_file(copied(model), draft)
            else:
                save_model(model, str(draft))
            draft.replace(self._work / _BEST)
        self.history.append((step, error))
        draft = self._work / f".{_HISTORY}"
        draft.write_text(json.dumps(self.history) + "\n", encoding="utf-8")
        draft.replace(self._work / _HISTORY)
        since = sum(known > self.step for known, _ in self.history)
        return self._patience is not None and since >= self._patience

    def restore(self, model: ValueModel) -> None:
        """Gives the model the weights of the best step."""
        from safetensors.torch import load_file, load_model

        if is_four_bit(model):  # only what is trained beside it was kept
            model.load_state_dict(load_file(self._work / _BEST), strict=False)
        else:
            load_model(model, str(self._work / _BEST))


def fit(
    model: ValueModel,
    rows: Sequence[Row],
    settings: ValueSettings,
    *,
    loss: Callable[[Tensor, Tensor], Tensor],
    measure: Callable[[], float],
    every: int,
    lr: float,
    rate: Callable[[int], float],
    pad_id: int,
    work: Path,
    resume_from: str | None,
    device: str,
    started: float,
    spent: Callable[[], float],
    report: Report,
) -> Fitted:
    """Trains ``model`` on ``rows``, in their order, and leaves it with its best weights.

    Args:
        measure: the error on held-out goals, by the model as it is.
        every: steps between measurements; the last step has one too.
        rate: the share of ``lr`` at a step.
        resume_from: the state to go on from.

    Raises:
        ModelError: the loss was no number before anything was measured.
    """
    from safetensors.torch import save_model
    from transformers import Trainer, TrainerCallback, TrainingArguments

    step = int(resume_from.rpartition("-")[2]) if resume_from else 0
    best = Best(work, settings.patience, step)
    planned = math.ceil(len(rows) / (settings.batch_size * settings.accumulate))

    class ValueLoop(scheduled(Trainer, rate)):  # type: ignore[misc]
        def compute_loss(
            self, model: Any, inputs: Any, return_outputs: bool = False, **_: Any
        ) -> Any:
            numbers = model(inputs["input_ids"], inputs["attention_mask"])
            value = loss(numbers, inputs["targets"])
            if not torch.isfinite(value):
                raise LossLostError(f"the loss of step {self.state.global_step + 1} is no number")
            return value

        def _save(self, output_dir: str | None = None, state_dict: Any = None) -> None:
            # The weights as one file, in which shared ones (T5's embeddings) stand once.
            folder = Path(output_dir or self.args.output_dir)
            folder.mkdir(parents=True, exist_ok=True)
            save_model(model, str(folder / "model.safetensors"))

    class Measurer(TrainerCallback):  # type: ignore[misc]
        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> Any:
            at = int(state.global_step)
            if at % every == 0 or at == planned or spent() >= 1:
                error = measure()
                model.train()
                if not math.isfinite(error):
                    raise LossLostError(f"the error after step {at} is no number")
                if best.take(at, error, model):
                    control.should_training_stop = True
            return control

    def collate(batch: Sequence[Row]) -> dict[str, Tensor]:
        ids, mask = padded([row.tokens for row in batch], pad_id, "cpu")
        targets = torch.tensor([row.target for row in batch], dtype=torch.float32)
        return {"input_ids": ids, "attention_mask": mask, "targets": targets}

    arguments = TrainingArguments(
        **trainer_arguments(settings, lr=lr, work=work, device=device),
        remove_unused_columns=False,
    )
    trainer = ValueLoop(
        model=model,
        args=arguments,
        train_dataset=list(rows),
        data_collator=collate,
        callbacks=[Measurer(), watcher(planned, started, spent, report)],
    )
    silence(trainer)
    lost_at = 0
    try:
        trainer.train(resume_from_checkpoint=resume_from)
    except ModelError as error:
        if not best.history:
            raise ModelError(error.what, "give a lower --lr, or look at the data") from None
        lost_at = int(trainer.state.global_step) + 1
    best.restore(model)
    model.eval()
    return Fitted(int(trainer.state.global_step), best.step, lost_at)
