"""One tuning of a tactic generator by a trainer of TRL, whatever it learns from.

What all of them do alike: the place of the checkpoint, the states to go on from, the time limit,
what happens when the loss is no number, and the manifest. What they learn from is their own.
"""

from __future__ import annotations

import math
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import torch

from sensei import __version__
from sensei.core.errors import UsageError
from sensei.models.checkpoint import (
    KIND,
    Manifest,
    claim_place,
    parent_of,
    read_manifest,
    write_checkpoint,
)
from sensei.models.loading import (
    CONFIGURATION,
    LoadedModel,
    quiet_libraries,
    save_pretrained,
    shown_premises,
)
from sensei.models.prompt import prompt_hash
from sensei.trainers.config import TuningSettings
from sensei.trainers.launching import is_first, processes
from sensei.trainers.loop import (
    DivergedError,
    LossLostError,
    Progress,
    Report,
    TrainResult,
    Watched,
    clock_share,
    device_named,
    rate_factor,
    run_identity,
    scheduled,
    silence,
    trainer_arguments,
    warmup_steps,
    watcher,
)
from sensei.trainers.lora import check_four_bit, peft_config
from sensei.trainers.resume import finite_states, prepare_work, work_folder
from sensei.trainers.value_loop import Best

#: What a trainer of transformers logged of each step.
Log = Sequence[Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Halt:
    """When a run has learned enough.

    Args:
        measure: the error of the model, from it and what was logged of the steps before; it must be
            a number.
        every: steps between measurements; the last step has one too.
        patience: measurements in a row without a lower error after which it ends.
    """

    measure: Callable[[Any, Log], float]
    every: int
    patience: int


@dataclass(slots=True)
class Tuning:
    """One run, from before its model is loaded to its checkpoint.

    Args:
        model_name: what it starts from.
        output_dir: the checkpoint to write.
        settings: of the run.
        peft: the user's own ``peft.LoraConfig``, or None.
        clock: the time of day, for the manifest.
        report: called after every step.
    """

    model_name: str
    output_dir: Path
    settings: TuningSettings
    peft: Any
    clock: Callable[[], datetime]
    report: Report
    device: str = field(init=False)
    started: float = field(init=False)
    data_hash: str = field(init=False, default="")
    steps: int = field(init=False, default=0)
    watched: Watched = field(init=False)
    best_step: int | None = field(init=False, default=None)
    _trainer: Any = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Raises CheckpointError, UsageError or MissingExtraError if nothing could come of it."""
        self.started = time.monotonic()
        check_four_bit(self.settings)
        claim_place(self.output_dir)
        self.device = device_named(self.settings.device)
        if self.settings.threads is not None:
            torch.set_num_threads(self.settings.threads)

    def train(
        self,
        trainer: Any,
        config: Any,
        start: LoadedModel,
        *,
        data_hash: str,
        steps: int,
        lr: float,
        resume: bool,
        config_options: Mapping[str, Any],
        options: Mapping[str, Any],
        halt: Halt | None = None,
    ) -> Any:
        """Trains to the end, the time limit, or a loss that is no number.

        Args:
            trainer, config: the classes of TRL.
            start: the model.
            data_hash: of what is learned from.
            steps: how many there will be.
            lr: the peak learning rate.
            resume: go on from an interrupted run of the same data and settings.
            config_options, options: what this method adds to the arguments of the two.
            halt: when to end early; the model then has the weights of the lowest error.

        Returns:
            TRL's trainer, with the model that was trained.

        Raises:
            UsageError: ``resume`` of a run with other settings; ``halt`` with several processes.
            DivergedError: the loss is no number, and nothing of the run is worth keeping.
        """
        settings = self.settings
        self.data_hash, self.steps = data_hash, steps
        if halt is not None and processes() > 1:
            raise UsageError(
                "patience measures in one process, and several train here",
                "leave out --patience, or --gpus",
            )
        work = work_folder(self.output_dir)
        identity = run_identity(self.model_name, data_hash, settings)
        if is_first():
            resume_from = prepare_work(work, identity, resume)
        meet()
        if not is_first():  # as the first found it
            resume_from = prepare_work(work, identity, True)
        if start.tokenizer.pad_token_id is None:
            start.tokenizer.pad_token = start.tokenizer.eos_token
        warmup = warmup_steps(settings, steps)
        spent = clock_share(self.started, settings.max_seconds)
        self.watched = Watched()
        with quiet_libraries():
            arguments = config(
                **trainer_arguments(settings, lr=lr, work=work, device=self.device)
                | {"gradient_checkpointing": settings.gradient_checkpointing}
                | dict(config_options)
            )
            made = scheduled(trainer, lambda step: rate_factor(step, steps, warmup, spent()))(
                model=start.model,
                args=arguments,
                processing_class=start.tokenizer,
                peft_config=peft_config(self.peft, settings.lora),
                **options,
            )
            silence(made)
            report = self.report if is_first() else _say_nothing
            made.add_callback(watcher(steps, self.started, spent, report, self.watched))
            best = None
            if halt is not None:
                at = int(resume_from.rpartition("-")[2]) if resume_from else 0
                best = Best(work, halt.patience, at)
                made.add_callback(_halter(halt, best, steps, spent))
            try:
                made.train(resume_from_checkpoint=resume_from)
            except LossLostError:
                self.watched.lost_at = int(made.state.global_step) + 1
            if best is not None and best.history:
                best.restore(made.model)
                self.best_step = best.step
            elif self.watched.lost_at:
                self._go_back(made, work)
        self._trainer = made
        return made

    def _go_back(self, trainer: Any, work: Path) -> None:
        """Gives the model the weights that it had before the loss was lost."""
        state = next(iter(finite_states(work)), None)
        if state is None:
            raise DivergedError(
                f"the loss of step {self.watched.lost_at} is no number, and no earlier state of "
                f"the run was kept; {self.output_dir} is as it was",
                "train with a lower --lr, or keep states more often (save_steps)",
            )
        trainer._load_from_checkpoint(str(state))
        trainer.state.global_step = int(state.name.rpartition("-")[2])

    def keep(
        self,
        start: LoadedModel,
        metrics: Mapping[str, float],
        *,
        max_new_tokens: int,
        data_set_hash: str | None,
        premises: int = 0,
    ) -> TrainResult:
        """Writes the checkpoint, and takes the run's states away.

        Args:
            metrics: of the method; those of every run are added.
            max_new_tokens: longest tactic to serve.
            data_set_hash: what the manifest says the data was; None for the hash of the data.
            premises: that goals were shown with.
        """
        settings, model_name = self.settings, self.model_name
        manifest = Manifest(
            kind=KIND,
            base_model=model_name
            if model_name == CONFIGURATION
            else str(Path(model_name).resolve()),
            adapter=settings.lora is not None,
            data_set_hash=data_set_hash or self.data_hash,
            prompt_hash=prompt_hash(premises),
            config=settings.model_dump(mode="json"),
            code_version=__version__,
            seed=settings.seed,
            metrics={
                **metrics,
                **({} if self.best_step is None else {"best_step": self.best_step}),
                "steps": int(self._trainer.state.global_step),
                "steps_planned": self.steps,
                "lost_at_step": self.watched.lost_at,
                "seconds": round(time.monotonic() - self.started, 1),
            },
            max_prompt_tokens=settings.max_seq_len,
            max_new_tokens=max_new_tokens,
            parent=parent_of(start.manifest, model_name),
            created_at=self.clock().isoformat(timespec="seconds"),
        )
        model, weights = self._trainer.model, None
        if processes() > 1:  # all of them hand in what they have of the weights
            weights = self._trainer.accelerator.get_state_dict(self._trainer.model_wrapped)
        if is_first():
            manifest = write_checkpoint(
                self.output_dir,
                manifest,
                lambda folder: save_pretrained(model, start.tokenizer, folder, weights),
            )
        meet()
        if not is_first():
            return TrainResult(self.output_dir, read_manifest(self.output_dir, verify=False))
        shutil.rmtree(work_folder(self.output_dir), ignore_errors=True)
        return TrainResult(self.output_dir, manifest)


def _halter(halt: Halt, best: Best, planned: int, spent: Callable[[], float]) -> Any:
    """A callback of transformers that measures, and ends the run."""
    from transformers import TrainerCallback

    class Halter(TrainerCallback):  # type: ignore[misc]
        def on_step_end(
            self, args: Any, state: Any, control: Any, model: Any = None, **_: Any
        ) -> Any:
            at = int(state.global_step)
            if at % halt.every == 0 or at == planned or spent() >= 1:
                error = halt.measure(model, state.log_history)
                model.train()
                if not math.isfinite(error):
                    raise LossLostError(f"the error after step {at} is no number")
                if best.take(at, error, model):
                    control.should_training_stop = True
            return control

    return Halter()


def meet() -> None:
    """Waits for the other processes of the training, if there are any."""
    if processes() > 1:
        from accelerate import PartialState

        PartialState().wait_for_everyone()


def _say_nothing(progress: Progress) -> None:
    pass


def is_small(start: LoadedModel) -> bool:
    """Whether it is of the size that a configuration makes: such models learn at greater rates."""
    return int(sum(p.numel() for p in start.model.parameters())) < 20_000_000


def refuse_premises(start: LoadedModel, model_name: str) -> None:
    """Makes sure that a model is not one that is asked with premises.

    Raises:
        UsageError: it is.
    """
    if start.manifest is not None and shown_premises(start.manifest):
        raise UsageError(
            f"{model_name} was trained with premises in its prompt, and this method shows none",
            "start from a checkpoint that was trained without --retriever",
        )
