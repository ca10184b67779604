"""Supervised fine-tuning: (state, tactic) pairs to a checkpoint of a tactic generator.

Runs on TRL's SFTTrainer; order, labels and names are laid out beforehand by trainers/batches.py.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sensei.core.errors import UsageError
from sensei.models.encoding import Encoder
from sensei.models.loading import CONFIGURATION, LoadedModel, fresh_model, load_model
from sensei.models.quantized import placed
from sensei.trainers.batches import (
    Example,
    Schedule,
    encode_all,
    epochs_within,
    examples_hash,
    lay_out,
    with_skeletons,
)
from sensei.trainers.config import LoraSettings, SFTSettings
from sensei.trainers.loop import Report, TrainResult
from sensei.trainers.lora import lora_settings
from sensei.trainers.loss import evaluation_sample, mean_loss
from sensei.trainers.packing import PackedCollator, check_packs, pack
from sensei.trainers.tuning import Halt, Tuning

EPOCHS_OF_OTHER_MODELS = 3


class SFTTrainer:
    """Trains a tactic generator.

    Args:
        model_name: ``configuration`` for the small model made from one, a checkpoint of ours, or a
            local folder with a Hugging Face causal language model. Nothing is downloaded.
        output_dir: the checkpoint folder to write.
        lora_config: ``LoraSettings``, a ``peft.LoraConfig``, or None for full fine-tuning.
        clock: the time of day, for the manifest.
        epochs_per_repo, batch_size, max_seq_len, lr, warmup_steps, gradient_checkpointing, seed,
            **settings: the fields of ``SFTSettings``, which says what each does.
    """

    def __init__(
        self,
        model_name: str = CONFIGURATION,
        output_dir: str | Path = "outputs",
        *,
        epochs_per_repo: int | None = None,
        batch_size: int = 8,
        max_seq_len: int = 1024,
        lr: float | None = None,
        warmup_steps: int | None = None,
        gradient_checkpointing: bool = False,
        lora_config: Any = None,
        seed: int = 0,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        **settings: Any,
    ) -> None:
        self.model_name = model_name
        self.output_dir = Path(output_dir)
        self._peft_config = lora_config if not isinstance(lora_config, LoraSettings) else None
        self._clock = clock
        self.settings = SFTSettings(
            epochs_per_repo=epochs_per_repo,
            batch_size=batch_size,
            max_seq_len=max_seq_len,
            lr=lr,
            warmup_steps=warmup_steps,
            gradient_checkpointing=gradient_checkpointing,
            lora=lora_settings(lora_config),
            seed=seed,
            **settings,
        )

    def placed(self, model_name: str, output_dir: Path) -> SFTTrainer:
        """The same trainer from another model to another place."""
        other = copy.copy(self)
        other.model_name, other.output_dir = model_name, output_dir
        return other

    def train(
        self,
        examples: Sequence[Example],
        held_out: Sequence[Example] = (),
        *,
        resume: bool = False,
        report: Report = lambda progress: None,
        data_set_hash: str | None = None,
    ) -> TrainResult:
        """Trains on ``examples`` and writes the checkpoint.

        Args:
            examples: steps of proofs; ``TacticExample`` or anything with its state and tactic.
            held_out: what ``patience`` measures on; nothing is learned from it.
            resume: go on from an interrupted run of the same examples and settings, if there is
                one; the result is that of a run without interruption.
            report: called after every step.
            data_set_hash: what the manifest says the data was; the hash of the pairs by default.

        Raises:
            UsageError: nothing to train on, or ``resume`` of a run with other settings.
            CheckpointError: the model cannot be loaded, or the output folder is something else.
        """
        settings = self.settings
        run = Tuning(
            self.model_name, self.output_dir, settings, self._peft_config, self._clock, report
        )
        start = self._start_model()
        encoder = Encoder(start.tokenizer)
        trained_on = with_skeletons(examples) if settings.skeletons else list(examples)
        epochs = settings.epochs_per_repo or self._default_epochs(trained_on, encoder)
        schedule = lay_out(
            trained_on,
            encoder,
            epochs=epochs,
            batch_size=settings.batch_size,
            max_seq_len=settings.max_seq_len,
            rename_share=settings.rename_share,
            seed=settings.seed,
        )
        sample = evaluation_sample(examples, encoder, settings.max_seq_len)
        placed(start.model, run.device)
        loss_first = mean_loss(start.model, sample, encoder.pad_id)
        halt = self._halt(held_out, encoder, math.ceil(len(schedule.rows) / epochs))
        data_hash = examples_hash([*examples, *held_out] if halt else examples)
        model = self._run(run, start, schedule, data_hash, resume, halt).model
        return run.keep(
            start,
            {
                "loss_first": loss_first,
                "loss_last": mean_loss(model, sample, encoder.pad_id),
                "examples": len(examples),
                "examples_skeletons": len(trained_on) - len(examples),
                "examples_skipped": schedule.skipped,
                "examples_shortened": schedule.shortened,
                "epochs": epochs,
                "tokens": schedule.tokens,
                "target_tokens": schedule.target_tokens,
                "parameters": sum(p.numel() for p in model.parameters()),
                "parameters_trained": sum(p.numel() for p in model.parameters() if p.requires_grad),
            },
            max_new_tokens=_longest_tactic(schedule),
            data_set_hash=data_set_hash,
            premises=settings.premises,
        )

    def _halt(self, held_out: Sequence[Example], encoder: Encoder, rows: int) -> Halt | None:
        """When the run has learned enough.

        Args:
            rows: of one pass.
        """
        settings = self.settings
        if settings.patience is None:
            return None
        if settings.packing:
            raise UsageError(
                "patience measures after passes over rows of one example",
                "leave out --patience, or --packing",
            )
        sample = evaluation_sample(held_out, encoder, settings.max_seq_len)
        if not sample:
            raise UsageError(
                f"patience {settings.patience}: there is no held-out example to measure on",
                "split so that the part val has theorems, or leave --patience out",
            )
        return Halt(
            lambda model, log: mean_loss(model, sample, encoder.pad_id),
            every=math.ceil(rows / (settings.batch_size * settings.accumulate)),
            patience=settings.patience,
        )

    def _run(
        self,
        run: Tuning,
        start: LoadedModel,
        schedule: Schedule,
        data_hash: str,
        resume: bool,
        halt: Halt | None,
    ) -> Any:
        from datasets import Dataset
        from trl import SFTConfig
        from trl import SFTTrainer as TrlSFTTrainer

        settings = self.settings
        rows = self._rows(schedule, start)
        options: dict[str, Any] = {"train_dataset": Dataset.from_dict(rows)}
        if settings.packing:
            pad_id = Encoder(start.tokenizer).pad_id
            options["data_collator"] = PackedCollator(pad_id, settings.max_seq_len)
        return run.train(
            TrlSFTTrainer,
            SFTConfig,
            start,
            data_hash=data_hash,
            steps=math.ceil(len(rows["input_ids"]) / (settings.batch_size * settings.accumulate)),
            lr=self._learning_rate(),
            resume=resume,
            config_options={
                "max_length": None,
                "dataset_kwargs": {"skip_prepare_dataset": True},
                "remove_unused_columns": not settings.packing,
            },
            options=options,
            halt=halt,
        )

    def _start_model(self) -> LoadedModel:
        if self.model_name == CONFIGURATION:
            if self.settings.lora is not None:
                raise UsageError(
                    "LoRA adapts a trained model, and this one would start from random weights",
                    "train without --lora, or name a model with --model",
                )
            return fresh_model(self.settings.model, self.settings.seed)
        return load_model(Path(self.model_name), load_in_4bit=self.settings.load_in_4bit)

    def _default_epochs(self, examples: Sequence[Example], encoder: Encoder) -> int:
        if self.model_name != CONFIGURATION:
            return EPOCHS_OF_OTHER_MODELS
        encoded = encode_all(examples, encoder, self.settings.max_seq_len)
        return epochs_within(self.settings.token_budget, encoded)

    def _learning_rate(self) -> float:
        if self.settings.lr is not None:
            return self.settings.lr
        if self.settings.lora is not None:
            return 2e-4
        return 2e-3 if self.model_name == CONFIGURATION else 2e-5

    def _rows(self, schedule: Schedule, start: LoadedModel) -> dict[str, list[list[int]]]:
        """What the model is trained on, in order, by the names of its arguments."""
        if not self.settings.packing:
            return {
                "input_ids": [row.tokens for row in schedule.rows],
                "labels": [row.labels for row in schedule.rows],
            }
        check_packs(start.model)
        packed = pack(schedule.rows, self.settings.max_seq_len)
        return {
            "input_ids": [row.tokens for row in packed],
            "labels": [row.labels for row in packed],
            "position_ids": [row.positions for row in packed],
        }


def _longest_tactic(schedule: Schedule) -> int:
    """The serving limit: half as long again as the longest tactic trained on, at least 64."""
    longest = max(sum(label >= 0 for label in row.labels) for row in schedule.rows)
    return max(64, longest + longest // 2)
