"""Direct preference optimisation: from pairs of tactics to a tactic generator.

Runs on TRL's DPOTrainer, on tokens of our own: prompt, end token and truncation are those of
fine-tuning and serving. Source: Rafailov et al., Direct Preference Optimization (2023).
"""

from __future__ import annotations

import copy
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

from sensei import __version__
from sensei.core.errors import UsageError
from sensei.models.checkpoint import KIND, Manifest, claim_place, parent_of, write_checkpoint
from sensei.models.encoding import EncodedExample, Encoder
from sensei.models.loading import (
    CONFIGURATION,
    LoadedModel,
    load_model,
    quiet_libraries,
    save_pretrained,
)
from sensei.models.prompt import prompt_hash
from sensei.trainers.augment import rename_locals
from sensei.trainers.config import DPOSettings, LoraSettings
from sensei.trainers.loop import (
    Report,
    TrainResult,
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
from sensei.trainers.lora import lora_settings, peft_config
from sensei.trainers.resume import prepare_work, work_folder

# Stands between two tactics that are renamed together; it is in no tactic.
_BETWEEN = "\n\x00\n"


class Pair(Protocol):
    """What ``sensei.data.preferences.Preference`` offers."""

    @property
    def state(self) -> str: ...

    @property
    def chosen(self) -> str: ...

    @property
    def rejected(self) -> str: ...


@dataclass(frozen=True, slots=True)
class _Row:
    prompt: list[int]
    chosen: list[int]
    rejected: list[int]
    dropped_hypotheses: int


class DPOTrainer:
    """Trains a tactic generator on preferences.

    Args:
        model_name: a checkpoint of ours, or a local folder with a Hugging Face causal language
            model, fine-tuned already. It is also the reference that the trained one is held to.
        output_dir: the checkpoint folder to write.
        lora_config: ``LoraSettings``, a ``peft.LoraConfig``, or None for full fine-tuning.
        clock: the time of day, for the manifest.
        **settings: the fields of ``DPOSettings``, which says what each does.
    """

    def __init__(
        self,
        model_name: str,
        output_dir: str | Path = "outputs",
        *,
        lora_config: Any = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        **settings: Any,
    ) -> None:
        self.model_name = model_name
        self.output_dir = Path(output_dir)
        self._peft_config = lora_config if not isinstance(lora_config, LoraSettings) else None
        self._clock = clock
        self.settings = DPOSettings(lora=lora_settings(lora_config), **settings)

    def train(
        self,
        pairs: Sequence[Pair],
        *,
        resume: bool = False,
        report: Report = lambda progress: None,
        data_set_hash: str | None = None,
    ) -> TrainResult:
        """Trains on ``pairs`` and writes the checkpoint.

        Args:
            pairs: goals with a better and a worse tactic.
            resume: go on from an interrupted run of the same pairs and settings, if there is one;
                the result is that of a run without interruption.
            report: called after every step.
            data_set_hash: what the manifest says the data was; the hash of the pairs by default.

        Raises:
            UsageError: nothing to train on, or ``resume`` of a run with other settings.
            CheckpointError: the model cannot be loaded, or the output folder is something else.
        """
        settings = self.settings
        started = time.monotonic()
        if self.model_name == CONFIGURATION:
            raise UsageError(
                "preferences refine a model that writes tactics, and this one would start from "
                "random weights",
                "name a checkpoint with --model; sensei train sft makes one",
            )
        claim_place(self.output_dir)
        if settings.threads is not None:
            torch.set_num_threads(settings.threads)
        start = load_model(Path(self.model_name))
        encoder = Encoder(start.tokenizer)
        rows, usable = self._rows(pairs, encoder)
        pairs_hash = preferences_hash(pairs)
        work = work_folder(self.output_dir)
        resume_from = prepare_work(
            work, run_identity(self.model_name, pairs_hash, settings), resume
        )
        steps = math.ceil(len(rows) / settings.batch_size)
        with quiet_libraries():
            spent = clock_share(started, settings.max_seconds)
            trainer = self._trl_trainer(start, rows, steps, work, spent)
            trainer.add_callback(watcher(steps, started, spent, report))
            trainer.train(resume_from_checkpoint=resume_from)
        manifest = write_checkpoint(
            self.output_dir,
            Manifest(
                kind=KIND,
                base_model=str(Path(self.model_name).resolve()),
                adapter=settings.lora is not None,
                data_set_hash=data_set_hash or pairs_hash,
                prompt_hash=prompt_hash(),
                config=settings.model_dump(mode="json"),
                code_version=__version__,
                seed=settings.seed,
                metrics={
                    **_figures(trainer.state.log_history),
                    "examples": len(pairs),
                    "examples_skipped": len(pairs) - len(usable),
                    "examples_shortened": sum(row.dropped_hypotheses > 0 for row in usable),
                    "epochs": settings.epochs_per_repo,
                    "steps": int(trainer.state.global_step),
                    "steps_planned": steps,
                    "seconds": round(time.monotonic() - started, 1),
                },
                max_prompt_tokens=settings.max_seq_len,
                max_new_tokens=_serving_limit(start, usable),
                parent=parent_of(start.manifest, self.model_name),
                created_at=self._clock().isoformat(timespec="seconds"),
            ),
            lambda folder: save_pretrained(trainer.model, start.tokenizer, folder),
        )
        shutil.rmtree(work, ignore_errors=True)
        return TrainResult(self.output_dir, manifest)

    def _rows(self, pairs: Sequence[Pair], encoder: Encoder) -> tuple[list[_Row], list[_Row]]:
        """All epochs, shuffled and renamed; and the rows of one epoch as they are."""
        settings = self.settings
        plain = [_encoded(p.state, p.chosen, p.rejected, encoder, settings) for p in pairs]
        kept = [index for index, row in enumerate(plain) if row is not None]
        if not kept:
            raise UsageError(
                f"none of {len(pairs)} pairs of tactics can be trained on within "
                f"{settings.max_seq_len} tokens",
                "search first (sensei loop), or raise max_seq_len",
            )
        rng = random.Random(settings.seed)
        rows = []
        for _ in range(settings.epochs_per_repo):
            order = list(kept)
            rng.shuffle(order)
            for index in order:
                row = plain[index]
                if rng.random() < settings.rename_share:
                    pair = pairs[index]
                    both = pair.chosen + _BETWEEN + pair.rejected
                    state, renamed = rename_locals(pair.state, both, rng)
                    chosen, _, rejected = renamed.partition(_BETWEEN)
                    row = _encoded(state, chosen, rejected, encoder, settings) or row
                assert row is not None
                rows.append(row)
        return rows, [row for row in plain if row is not None]

    def _learning_rate(self, start: LoadedModel) -> float:
        if self.settings.lr is not None:
            return self.settings.lr
        if self.settings.lora is not None:
            return 5e-5
        return 2e-4 if _is_small(start) else 1e-6

    def _trl_trainer(
        self,
        start: LoadedModel,
        rows: Sequence[_Row],
        steps: int,
        work: Path,
        spent: Callable[[], float],
    ) -> Any:
        from datasets import Dataset
        from trl import DPOConfig
        from trl import DPOTrainer as TrlDPOTrainer

        settings = self.settings

        class Encoded(TrlDPOTrainer):  # type: ignore[misc]
            """Takes rows that are tokens already."""

            def _prepare_dataset(self, dataset: Any, *_: Any, **__: Any) -> Any:
                return dataset

        device = device_named(settings.device)
        warmup = warmup_steps(settings, steps)
        arguments = DPOConfig(
            **trainer_arguments(settings, lr=self._learning_rate(start), work=work, device=device),
            beta=settings.beta,
            max_length=None,
            gradient_checkpointing=settings.gradient_checkpointing,
        )
        if start.tokenizer.pad_token_id is None:
            start.tokenizer.pad_token = start.tokenizer.eos_token
        # With adapters, the reference is the model with them switched off.
        reference = copy.deepcopy(start.model) if settings.lora is None else None
        trainer = scheduled(Encoded, lambda step: rate_factor(step, steps, warmup, spent()))(
            model=start.model,
            ref_model=reference,
            args=arguments,
            train_dataset=Dataset.from_dict(
                {
                    "prompt_ids": [row.prompt for row in rows],
                    "chosen_ids": [row.chosen for row in rows],
                    "rejected_ids": [row.rejected for row in rows],
                }
            ),
            processing_class=start.tokenizer,
            peft_config=peft_config(self._peft_config, settings.lora),
        )
        silence(trainer)
        return trainer


def preferences_hash(pairs: Sequence[Pair]) -> str:
    """SHA-256 over all pairs, in order."""
    listed = [[pair.state, pair.chosen, pair.rejected] for pair in pairs]
    return hashlib.sha256(json.dumps(listed, ensure_ascii=False).encode()).hexdigest()


def _encoded(
    state: str, chosen: str, rejected: str, encoder: Encoder, settings: DPOSettings
) -> _Row | None:
    """One pair under one prompt, short enough for the longer tactic; None if it is too long."""
    tactics = encoder.tactic(chosen), encoder.tactic(rejected)
    longer = chosen if len(tactics[0]) >= len(tactics[1]) else rejected
    example: EncodedExample | None = encoder.example(state, longer, settings.max_seq_len)
    if example is None:
        return None
    prompt = example.tokens[: len(example.tokens) - max(map(len, tactics))]
    return _Row(prompt, *tactics, example.dropped_hypotheses)


def _is_small(start: LoadedModel) -> bool:
    """Whether it is of the size that a configuration makes: such models learn at greater rates."""
    return int(sum(p.numel() for p in start.model.parameters())) < 20_000_000


def _serving_limit(start: LoadedModel, rows: Sequence[_Row]) -> int:
    if start.manifest is not None:
        return start.manifest.max_new_tokens
    longest = max(len(row.chosen) for row in rows)
    return max(64, longest + longest // 2)


def _figures(log: Sequence[dict[str, float]]) -> dict[str, float]:
    """What the first and the last tenth of the steps came to: loss, the share of pairs whose order
    is right against the reference, and by how much (nats times beta)."""
    steps = [entry for entry in log if "loss" in entry]
    part = max(1, len(steps) // 10)
    names = {"loss": "loss", "rewards/accuracies": "accuracy", "rewards/margins": "margin"}
    return {
        f"{ours}_{where}": sum(entry[theirs] for entry in these) / len(these)
        for where, these in (("first", steps[:part]), ("last", steps[-part:]))
        for theirs, ours in names.items()
        if all(theirs in entry for entry in these)
    }
