"""Numbers for goals: a critic (the chance of a proof), and progress (the steps that are left).

Both are a body with a head (models/value_model.py) on transformers' Trainer. After each pass the
error on held-out examples is measured, and the weights of the lowest one are the checkpoint. The
head begins as the best constant, so a model that learns nothing is no worse than one.

Source: HTPS (arXiv 2205.11491), section 5, for the critic; LeanProgress (arXiv 2502.17925) for
progress. What differs: both read the goal alone, so that search and editor can ask about any goal.
"""

from __future__ import annotations

import abc
import hashlib
import json
import math
import random
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar, Protocol

import torch
from torch import Tensor

from sensei import __version__
from sensei.core.errors import UsageError
from sensei.models.checkpoint import (
    CRITIC,
    PROGRESS,
    Manifest,
    claim_place,
    parent_of,
    write_checkpoint,
)
from sensei.models.encoding import Encoder
from sensei.models.loading import CONFIGURATION, quiet_libraries
from sensei.models.prompt import prompt_hash
from sensei.models.value_model import LoadedValues, fresh_values, save_values, values_from
from sensei.models.values import GoalReader, chance, steps
from sensei.trainers.augment import rename_locals
from sensei.trainers.batches import bucketed
from sensei.trainers.config import ValueSettings
from sensei.trainers.loop import (
    Report,
    TrainResult,
    clock_share,
    device_named,
    rate_factor,
    run_identity,
    warmup_steps,
)
from sensei.trainers.resume import prepare_work, work_folder
from sensei.trainers.value_figures import (
    area_under_curve,
    best_constant,
    cross_entropy,
    mean_absolute_error,
    spearman,
)
from sensei.trainers.value_loop import Row, fit


class ValueExample(Protocol):
    """A goal and what is to be said of it."""

    @property
    def state(self) -> str: ...

    @property
    def target(self) -> float: ...

    @property
    def theorem(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run will do: a ``--dry-run`` prints it.

    Args:
        rows: encoded goals with their targets in the order they are trained on.
        shortened: examples that lost hypotheses to fit.
    """

    model: LoadedValues
    train: Sequence[ValueExample]
    held_out: Sequence[ValueExample]
    rows: list[Row]
    shortened: int
    steps: int

    def figures(self) -> dict[str, float]:
        """As numbers."""
        return {
            "examples": len(self.train),
            "examples_held_out": len(self.held_out),
            "examples_shortened": self.shortened,
            "steps_planned": self.steps,
            "tokens": sum(len(row.tokens) for row in self.rows),
            "parameters": sum(p.numel() for p in self.model.model.parameters()),
        }


class ValueTrainer(abc.ABC):
    """Trains a value model of one kind.

    Args:
        model_name: ``configuration`` for a small model made from one, a checkpoint of ours (of the
            kind, or a generator, whose body is taken), or a local folder with a model of
            transformers. Nothing is downloaded.
        output_dir: the checkpoint folder to write.
        clock: the time of day, for the manifest.
        **settings: the fields of ``ValueSettings``, which says what each does.
    """

    kind: ClassVar[str]

    def __init__(
        self,
        model_name: str = CONFIGURATION,
        output_dir: str | Path = "outputs",
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        **settings: Any,
    ) -> None:
        self.model_name = model_name
        self.output_dir = Path(output_dir)
        self._clock = clock
        self.settings = ValueSettings(**settings)

    @abc.abstractmethod
    def bias(self, targets: Sequence[float]) -> float:
        """What the head says before it is trained."""

    @abc.abstractmethod
    def loss(self, numbers: Tensor, targets: Tensor) -> Tensor:
        """The mean loss of a batch; both are [goals]."""

    @abc.abstractmethod
    def said(self, number: float) -> float:
        """What a head's number means, in the unit of the targets."""

    @abc.abstractmethod
    def error(self, found: Sequence[float], true: Sequence[float]) -> float:
        """What the best checkpoint has least of."""

    @abc.abstractmethod
    def figures(
        self, found: Sequence[float], true: Sequence[float], trained: Sequence[float]
    ) -> dict[str, float]:
        """What is reported, with the error of the best constant of the ``trained`` targets."""

    def plan(
        self, examples: Sequence[ValueExample], held_out: Sequence[ValueExample] | None = None
    ) -> Plan:
        """Lays a run out, and trains nothing.

        Args:
            held_out: what the error is measured on; without, a share of the theorems.

        Raises:
            UsageError: nothing to train on or to measure on.
            CheckpointError: the model cannot be loaded.
        """
        settings = self.settings
        if settings.threads is not None:
            torch.set_num_threads(settings.threads)
        if not examples:
            raise UsageError("there is no example to train on", self.no_examples)
        if not held_out:
            examples, held_out = self._held_out(examples)
        start = self._start()
        if self._is_fresh(start):
            torch.nn.init.constant_(
                start.model.head.bias, self.bias([example.target for example in examples])
            )
        rows, shortened = self._rows(examples, Encoder(start.tokenizer))
        steps = math.ceil(len(rows) / (settings.batch_size * settings.accumulate))
        return Plan(start, examples, held_out, rows, shortened, steps)

    #: What to do when there are no examples.
    no_examples: ClassVar[str] = "trace a project with proofs first"

    def train(
        self,
        examples: Sequence[ValueExample],
        held_out: Sequence[ValueExample] | None = None,
        *,
        tested: Sequence[ValueExample] = (),
        resume: bool = False,
        report: Report = lambda progress: None,
        told: Mapping[str, Any] | None = None,
    ) -> TrainResult:
        """Trains on ``examples`` and writes the checkpoint.

        Args:
            held_out: see ``plan``.
            tested: measured once, at the end; chosen by nothing.
            resume: go on from an interrupted run of the same examples and settings, if there is
                one; the result is that of a run without interruption.
            report: called after every step.
            told: what else the manifest's configuration says of the data.

        Raises:
            UsageError: nothing to train on, or ``resume`` of a run with other settings.
            CheckpointError: the model cannot be loaded, or the output folder is something else.
            ModelError: the loss was no number before anything good was kept.
        """
        settings, started = self.settings, time.monotonic()
        claim_place(self.output_dir)
        device = device_named(settings.device)
        plan = self.plan(examples, held_out)
        model = plan.model.model.to(device)
        reader = GoalReader(plan.model, device=device)
        true = [example.target for example in plan.held_out]

        def estimates(goals: Sequence[ValueExample]) -> list[float]:
            model.eval()
            return [self.said(number) for number in reader.read([goal.state for goal in goals])]

        content = _examples_hash([*plan.train, *plan.held_out])
        work = work_folder(self.output_dir)
        resume_from = prepare_work(
            work, run_identity(self.model_name, f"{self.kind} {content}", settings), resume
        )
        spent = clock_share(started, settings.max_seconds)
        warmup = warmup_steps(settings, plan.steps)
        with quiet_libraries():
            fitted = fit(
                model,
                plan.rows,
                settings,
                loss=self.loss,
                measure=lambda: self.error(estimates(plan.held_out), true),
                every=math.ceil(len(plan.train) / (settings.batch_size * settings.accumulate)),
                lr=self._learning_rate(),
                rate=lambda step: rate_factor(step, plan.steps, warmup, spent()),
                pad_id=Encoder(plan.model.tokenizer).pad_id,
                work=work,
                resume_from=resume_from,
                device=device,
                started=started,
                spent=spent,
                report=report,
            )
        trained = [example.target for example in plan.train]
        metrics = plan.figures() | {
            "steps": fitted.steps,
            "best_step": fitted.best_step,
            "lost_at_step": fitted.lost_at,
            **self.figures(estimates(plan.held_out), true, trained),
        }
        if tested:
            figures = self.figures(estimates(tested), [e.target for e in tested], trained)
            metrics |= {"examples_tested": len(tested)}
            metrics |= {f"test_{name}": figure for name, figure in figures.items()}
        metrics["seconds"] = round(time.monotonic() - started, 1)
        manifest = Manifest(
            kind=self.kind,
            base_model=self.model_name
            if self.model_name == CONFIGURATION
            else str(Path(self.model_name).resolve()),
            data_set_hash=content,
            prompt_hash=prompt_hash(),
            config=settings.model_dump(mode="json") | dict(told or {}),
            code_version=__version__,
            seed=settings.seed,
            metrics=metrics,
            max_prompt_tokens=settings.max_length,
            parent=parent_of(plan.model.manifest, self.model_name),
            created_at=self._clock().isoformat(timespec="seconds"),
        )
        manifest = write_checkpoint(
            self.output_dir,
            manifest,
            lambda folder: save_values(model, plan.model.tokenizer, folder),
        )
        shutil.rmtree(work, ignore_errors=True)
        return TrainResult(self.output_dir, manifest)

    def _start(self) -> LoadedValues:
        if self.model_name == CONFIGURATION:
            return fresh_values(self.settings.model, self.settings.seed)
        return values_from(Path(self.model_name), self.kind)

    def _is_fresh(self, start: LoadedValues) -> bool:
        return start.manifest is None or start.manifest.kind != self.kind

    def _learning_rate(self) -> float:
        if self.settings.lr is not None:
            return self.settings.lr
        return 2e-3 if self.model_name == CONFIGURATION else 2e-4

    def _held_out(
        self, examples: Sequence[ValueExample]
    ) -> tuple[Sequence[ValueExample], Sequence[ValueExample]]:
        """A share of the theorems apart, by the seed; all examples of one go together."""
        groups = sorted({example.theorem or example.state for example in examples})
        if len(groups) < 2:
            raise UsageError(
                f"{len(examples)} examples of one theorem: none can be held out", self.no_examples
            )
        random.Random(self.settings.seed).shuffle(groups)
        apart = set(groups[: max(1, round(self.settings.eval_ratio * len(groups)))])
        kept = [e for e in examples if (e.theorem or e.state) not in apart]
        return kept, [e for e in examples if (e.theorem or e.state) in apart]

    def _rows(self, examples: Sequence[ValueExample], encoder: Encoder) -> tuple[list[Row], int]:
        """All passes in order: shuffled, local names renamed, lengths bucketed."""
        settings, rng = self.settings, random.Random(self.settings.seed)
        plain = [encoder.prompt(example.state, settings.max_length) for example in examples]
        stream: list[Row] = []
        for _ in range(settings.epochs):
            order = list(range(len(examples)))
            rng.shuffle(order)
            for place in order:
                example, tokens = examples[place], plain[place].tokens
                if rng.random() < settings.rename_share:
                    state, _ = rename_locals(example.state, "", rng)
                    tokens = encoder.prompt(state, settings.max_length).tokens
                stream.append(Row(tokens, example.target))
        rows = bucketed(stream, lambda row: len(row.tokens), settings.batch_size, rng)
        return rows, sum(p.dropped_hypotheses + p.cut_target > 0 for p in plain)


class CriticTrainer(ValueTrainer):
    """Trains the chance that a search proves a goal, on targets in [0, 1]."""

    kind = CRITIC
    no_examples = "searches leave them: sensei prove --split train, then train again"

    def bias(self, targets: Sequence[float]) -> float:
        """The logit of the mean."""
        mean = min(max(fmean(targets), 0.01), 0.99)
        return math.log(mean / (1 - mean))

    def loss(self, numbers: Tensor, targets: Tensor) -> Tensor:
        """Binary cross-entropy."""
        return torch.nn.functional.binary_cross_entropy_with_logits(numbers, targets)

    def said(self, number: float) -> float:
        """A chance."""
        return chance(number)

    def error(self, found: Sequence[float], true: Sequence[float]) -> float:
        """Binary cross-entropy."""
        return cross_entropy(found, true)

    def figures(
        self, found: Sequence[float], true: Sequence[float], trained: Sequence[float]
    ) -> dict[str, float]:
        """Cross-entropy, that of the mean of the training targets, and the area under the curve."""
        constant = [fmean(trained)] * len(true)
        return {
            "cross_entropy": cross_entropy(found, true),
            "constant_cross_entropy": cross_entropy(constant, true),
            "area_under_curve": area_under_curve(found, true),
        }


class ProgressTrainer(ValueTrainer):
    """Trains the number of tactics from a goal to the end of its proof, the next one included.

    The head's number is the logarithm of one more, and the loss its absolute error, as the median
    is what has the least error in steps as well.

    Args:
        data_path: a JSON Lines file of LeanProgress's rows, for ``train`` without examples; rows
            have ``goal`` and ``steps_remaining`` (tactics after the next one).
        model_name, output_dir: see ``ValueTrainer``.
        max_length, batch_size, epochs, learning_rate, eval_ratio, seed, **settings: the fields of
            ``ValueSettings``; ``learning_rate`` is its ``lr``.
    """

    kind = PROGRESS

    def __init__(
        self,
        data_path: str | Path | None = None,
        model_name: str = CONFIGURATION,
        output_dir: str | Path = "outputs",
        *,
        max_length: int = 1024,
        batch_size: int = 8,
        epochs: int = 12,
        learning_rate: float | None = None,
        eval_ratio: float = 0.1,
        seed: int = 0,
        **settings: Any,
    ) -> None:
        super().__init__(
            model_name,
            output_dir,
            max_length=max_length,
            batch_size=batch_size,
            epochs=epochs,
            lr=learning_rate,
            eval_ratio=eval_ratio,
            seed=seed,
            **settings,
        )
        self.data_path = data_path

    def train(
        self,
        examples: Sequence[ValueExample] | None = None,
        held_out: Sequence[ValueExample] | None = None,
        **options: Any,
    ) -> TrainResult:
        """See ``ValueTrainer.train``; without examples, those of ``data_path``."""
        if examples is None:
            examples = read_rows(self.data_path)
        return super().train(examples, held_out, **options)

    def bias(self, targets: Sequence[float]) -> float:
        """Of the median."""
        return math.log1p(best_constant(targets))

    def loss(self, numbers: Tensor, targets: Tensor) -> Tensor:
        """The absolute error of the logarithm, smooth near 0."""
        return torch.nn.functional.smooth_l1_loss(numbers, torch.log1p(targets), beta=0.1)

    def said(self, number: float) -> float:
        """Steps."""
        return steps(number)

    def error(self, found: Sequence[float], true: Sequence[float]) -> float:
        """The mean absolute error, in steps."""
        return mean_absolute_error(found, true)

    def figures(
        self, found: Sequence[float], true: Sequence[float], trained: Sequence[float]
    ) -> dict[str, float]:
        """Mean absolute error, that of the median of the training targets, rank correlation."""
        constant = [best_constant(trained)] * len(true)
        return {
            "mae": mean_absolute_error(found, true),
            "constant_mae": mean_absolute_error(constant, true),
            "spearman": spearman(found, true),
        }


@dataclass(frozen=True, slots=True)
class JsonExample:
    """A row of a file; it does not say which theorem it is of."""

    state: str
    target: float
    theorem: str = ""


def read_rows(path: str | Path | None) -> list[JsonExample]:
    """LeanProgress's rows as examples.

    Raises:
        UsageError: there is no such file, or a row is none.
    """
    if path is None:
        raise UsageError("neither examples nor a data_path are given")
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            found.append(JsonExample(str(row["goal"]), float(row["steps_remaining"]) + 1))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"line {number} of {path} is no row of LeanProgress: {error!r}",
                "sensei data export --format leanprogress writes them",
            ) from None
    return found


def _examples_hash(examples: Sequence[ValueExample]) -> str:
    """SHA-256 over all goals and targets, in order."""
    pairs = [[example.state, example.target] for example in examples]
    return hashlib.sha256(json.dumps(pairs, ensure_ascii=False).encode()).hexdigest()
