"""Plain steps of an optimiser over any loss: states to go on from, early stopping, and an end at a
loss that is no number.

For what is no run of transformers' Trainer (trainers/loop.py). Every step draws its random numbers
from the seed and its own number, and a state holds weights and moments exactly, so a run that was
interrupted gives the weights of one that was not. States are safetensors and JSON.
"""

from __future__ import annotations

import json
import math
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from sensei.trainers.config import RunSettings
from sensei.trainers.loop import (
    Progress,
    Report,
    clock_share,
    in_bfloat16,
    rate_factor,
    warmup_steps,
)

_STATE, _WHERE = "state.safetensors", "trainer_state.json"

Weights = dict[str, Tensor]


@dataclass(slots=True)
class Ended:
    """How a run of steps ended.

    Args:
        steps: that were done.
        loss: of the last of them.
        best: of the evaluations; None without any.
        best_step: that it was after.
        stopped_early: the evaluations grew no better.
        diverged_at: the step whose loss was no number; None for none.
    """

    steps: int = 0
    loss: float = 0.0
    best: float | None = None
    best_step: int = 0
    stopped_early: bool = False
    diverged_at: int | None = None


@dataclass(frozen=True, slots=True)
class Stepper:
    """Steps of AdamW.

    Args:
        lr: peak learning rate.
        batches: in all; ``settings.accumulate`` of them are a step.
        loss_of: the loss of a batch, by its number.
        evaluate: how good the model is, larger is better; None for no evaluation.
        evaluate_every: steps between evaluations.
        patience: evaluations in a row that may be no better; None for any number.
        after_step: called when the weights have moved, as for copies that follow them.
    """

    model: Any
    settings: RunSettings
    lr: float
    batches: int
    loss_of: Callable[[int], Tensor]
    evaluate: Callable[[], float] | None = None
    evaluate_every: int = 1
    patience: int | None = None
    after_step: Callable[[], None] = lambda: None

    @property
    def steps(self) -> int:
        """In all."""
        return math.ceil(self.batches / self.settings.accumulate)

    def run(self, work: Path, resume_from: str | None, report: Report) -> Ended:
        """Does the steps. The model has the best evaluated weights afterwards; without evaluation,
        the last ones whose loss was a number.

        Args:
            work: where states are kept.
            resume_from: the state to go on from.
        """
        settings, started = self.settings, time.monotonic()
        spent, warmup = (
            clock_share(started, settings.max_seconds),
            warmup_steps(settings, self.steps),
        )
        optimizer = self._optimizer()
        ended, best, waited = Ended(), None, 0
        if resume_from is not None:
            ended, best, waited = self._load(Path(resume_from), optimizer)
        while ended.steps < self.steps and not ended.stopped_early and spent() < 1:
            step = ended.steps
            for group in optimizer.param_groups:
                group["lr"] = self.lr * rate_factor(step, self.steps, warmup, spent())
            optimizer.zero_grad(set_to_none=True)
            value = self._backward(step)
            norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), settings.max_grad_norm)
            if not math.isfinite(value) or not torch.isfinite(norm):
                ended.diverged_at = step + 1
                break
            optimizer.step()
            self.after_step()
            ended.steps, ended.loss = step + 1, value
            report(Progress(ended.steps, self.steps, value, time.monotonic() - started))
            last = ended.steps == self.steps
            if self.evaluate is not None and (last or ended.steps % self.evaluate_every == 0):
                now = self.evaluate()
                if ended.best is None or now > ended.best:
                    ended.best, ended.best_step, waited = now, ended.steps, 0
                    best = _whole(self.model)
                else:
                    waited += 1
                    ended.stopped_early = self.patience is not None and waited >= self.patience
            if settings.save_steps is not None and ended.steps % settings.save_steps == 0:
                self._save(work, optimizer, ended, best, waited)
        if best is not None:
            self.model.load_state_dict(best, strict=False)
        return ended

    def _backward(self, step: int) -> float:
        """The mean loss of a step's batches, with its gradients added."""
        size = self.settings.accumulate
        numbers = range(step * size, min((step + 1) * size, self.batches))
        device = next(self.model.parameters()).device.type
        half = in_bfloat16(self.settings.precision, device)
        self.model.train()
        total = 0.0
        with torch.random.fork_rng():
            torch.manual_seed(self.settings.seed * 1_000_003 + step)
            for number in numbers:
                with torch.autocast(device, torch.bfloat16, enabled=half):
                    loss = self.loss_of(number) / len(numbers)
                total += float(loss.detach())
                loss.backward()
        return total

    def _optimizer(self) -> torch.optim.AdamW:
        named = [(n, p) for n, p in self.model.named_parameters() if p.requires_grad]
        return torch.optim.AdamW(
            [
                {
                    "params": [p for _, p in named if p.ndim > 1],
                    "weight_decay": self.settings.weight_decay,
                },
                {"params": [p for _, p in named if p.ndim <= 1], "weight_decay": 0.0},
            ],
            lr=self.lr,
            betas=(0.9, 0.98),
        )

    def _save(
        self,
        work: Path,
        optimizer: torch.optim.AdamW,
        ended: Ended,
        best: Weights | None,
        waited: int,
    ) -> None:
        from safetensors.torch import save_file

        tensors = {f"model/{name}": value for name, value in self.model.named_parameters()}
        tensors |= {f"best/{name}": value for name, value in (best or {}).items()}
        for number, moments in optimizer.state_dict()["state"].items():
            tensors |= {f"adam/{number}/{name}": value for name, value in moments.items()}
        draft = work / ".draft"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        save_file(
            {name: value.detach().cpu().clone() for name, value in tensors.items()}, draft / _STATE
        )
        where = {
            "steps": ended.steps, "loss": ended.loss, "best": ended.best,
            "best_step": ended.best_step, "stopped_early": ended.stopped_early, "waited": waited,
        }  # fmt: skip
        (draft / _WHERE).write_text(json.dumps(where) + "\n", encoding="utf-8")
        older = list(work.glob("checkpoint-*"))
        draft.rename(work / f"checkpoint-{ended.steps}")
        for folder in older:
            shutil.rmtree(folder, ignore_errors=True)

    def _load(
        self, folder: Path, optimizer: torch.optim.AdamW
    ) -> tuple[Ended, Weights | None, int]:
        from safetensors.torch import load_file

        where = json.loads((folder / _WHERE).read_text(encoding="utf-8"))
        tensors = load_file(folder / _STATE)
        self.model.load_state_dict(_under(tensors, "model/"), strict=False)
        state: dict[int, Weights] = {}
        for name, value in _under(tensors, "adam/").items():
            number, _, moment = name.partition("/")
            state.setdefault(int(number), {})[moment] = value
        optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
        waited = where.pop("waited")
        return Ended(**where), _under(tensors, "best/") or None, waited


def copied(model: Any) -> Weights:
    """A copy of the weights that are trained."""
    return {
        name: p.detach().cpu().clone() for name, p in model.named_parameters() if p.requires_grad
    }


def _whole(model: Any) -> Weights:
    """A copy of all weights, of those too that follow others."""
    return {name: p.detach().cpu().clone() for name, p in model.named_parameters()}


def _under(tensors: Weights, prefix: str) -> Weights:
    return {n.removeprefix(prefix): t for n, t in tensors.items() if n.startswith(prefix)}
