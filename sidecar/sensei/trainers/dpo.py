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
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import torch

from sensei.core.errors import UsageError
from sensei.models.encoding import EncodedExample, Encoder
from sensei.models.loading import CONFIGURATION, LoadedModel, load_model
from sensei.models.quantized import placed
from sensei.trainers.augment import rename_locals
from sensei.trainers.config import DPOSettings, LoraSettings
from sensei.trainers.held_out import hold_out
from sensei.trainers.loop import Report, TrainResult
from sensei.trainers.lora import lora_settings
from sensei.trainers.loss import log_probs
from sensei.trainers.tuning import Halt, Log, Tuning, is_small, refuse_premises

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
        held_out: Sequence[Pair] = (),
        *,
        resume: bool = False,
        report: Report = lambda progress: None,
        data_set_hash: str | None = None,
    ) -> TrainResult:
        """Trains on ``pairs`` and writes the checkpoint.

        Args:
            pairs: goals with a better and a worse tactic.
            held_out: what ``patience`` measures on; without, it is a share of the goals.
            resume: go on from an interrupted run of the same pairs and settings, if there is one;
                the result is that of a run without interruption.
            report: called after every step.
            data_set_hash: what the manifest says the data was; the hash of the pairs by default.

        Raises:
            UsageError: nothing to train on, or ``resume`` of a run with other settings.
            CheckpointError: the model cannot be loaded, or the output folder is something else.
        """
        settings = self.settings
        if self.model_name == CONFIGURATION:
            raise UsageError(
                "preferences refine a model that writes tactics, and this one would start from "
                "random weights",
                "name a checkpoint with --model; sensei train sft makes one",
            )
        run = Tuning(
            self.model_name, self.output_dir, settings, self._peft_config, self._clock, report
        )
        start = load_model(Path(self.model_name), load_in_4bit=settings.load_in_4bit)
        refuse_premises(start, self.model_name)
        encoder, data_hash = Encoder(start.tokenizer), preferences_hash([*pairs, *held_out])
        if settings.patience is not None and not held_out:
            pairs, held_out = hold_out(
                pairs, lambda pair: pair.state, settings.eval_ratio, settings.seed
            )
        rows, usable = self._rows(pairs, encoder)
        placed(start.model, run.device)
        halt = self._halt(start, held_out, encoder, len(usable))
        trained = self._run(run, start, rows, data_hash, resume, halt)
        return run.keep(
            start,
            {
                **_figures(trained.state.log_history),
                "examples": len(pairs),
                "examples_held_out": len(held_out) if halt else 0,
                "examples_skipped": len(pairs) - len(usable),
                "examples_shortened": sum(row.dropped_hypotheses > 0 for row in usable),
                "epochs": settings.epochs_per_repo,
            },
            max_new_tokens=_serving_limit(start, usable),
            data_set_hash=data_set_hash,
        )

    def _halt(
        self, start: LoadedModel, held_out: Sequence[Pair], encoder: Encoder, of_a_pass: int
    ) -> Halt | None:
        """When the run has learned enough: the loss on what is held out, against the model as it is
        now."""
        settings = self.settings
        if settings.patience is None:
            return None
        encoded = [_encoded(p.state, p.chosen, p.rejected, encoder, settings) for p in held_out]
        rows = [row for row in encoded if row is not None]
        if not rows:
            raise UsageError(
                f"none of {len(held_out)} held-out pairs is within {settings.max_seq_len} tokens",
                "raise max_seq_len, or leave --patience out",
            )
        reference = _margins(start.model, rows, encoder.pad_id)

        def loss(model: Any, log: Log) -> float:
            margins = _margins(model, rows, encoder.pad_id) - reference
            return float(-torch.nn.functional.logsigmoid(settings.beta * margins).mean())

        every = math.ceil(of_a_pass / (settings.batch_size * settings.accumulate))
        return Halt(loss, every=every, patience=settings.patience)

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
        return 2e-4 if is_small(start) else 1e-6

    def _run(
        self,
        run: Tuning,
        start: LoadedModel,
        rows: Sequence[_Row],
        data_hash: str,
        resume: bool,
        halt: Halt | None,
    ) -> Any:
        from datasets import Dataset
        from trl import DPOConfig
        from trl import DPOTrainer as TrlDPOTrainer

        settings = self.settings

        class Encoded(TrlDPOTrainer):  # type: ignore[misc]
            """Takes rows that are tokens already."""

            def _prepare_dataset(self, dataset: Any, *_: Any, **__: Any) -> Any:
                return dataset

        return run.train(
            Encoded,
            DPOConfig,
            start,
            data_hash=data_hash,
            steps=math.ceil(len(rows) / (settings.batch_size * settings.accumulate)),
            lr=self._learning_rate(start),
            resume=resume,
            halt=halt,
            config_options={"beta": settings.beta, "max_length": None},
            options={
                # With adapters, the reference is the model with them switched off.
                "ref_model": copy.deepcopy(start.model) if settings.lora is None else None,
                "train_dataset": Dataset.from_dict(
                    {
                        "prompt_ids": [row.prompt for row in rows],
                        "chosen_ids": [row.chosen for row in rows],
                        "rejected_ids": [row.rejected for row in rows],
                    }
                ),
            },
        )


def _margins(model: Any, rows: Sequence[_Row], pad_id: int) -> torch.Tensor:
    """By how much the better tactic of each pair is likelier (nats), [N], without dropout."""
    chosen = log_probs(model, [(row.prompt, row.chosen) for row in rows], pad_id)
    rejected = log_probs(model, [(row.prompt, row.rejected) for row in rows], pad_id)
    return chosen - rejected


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
