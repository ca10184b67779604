"""What every trainer does alike: batches that add up, half precision, early stopping, the options.

Fine-tuning and the retriever have the like in their own files; so have all trainers their resuming.
Batches of the retriever do not add up: each compares the queries that are in it.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch
from safetensors.torch import load_file

from fakes.checkpoints import PAIRS, write_tiny
from sensei.cli import train as verb
from sensei.cli.training import run_settings
from sensei.core.errors import CheckpointError, UsageError
from sensei.data.outcomes import Outcome, Result
from sensei.data.preferences import Preference
from sensei.trainers import tuning
from sensei.trainers.batches import Pair
from sensei.trainers.config import RunSettings
from sensei.trainers.dpo import DPOTrainer
from sensei.trainers.grpo import GRPOTrainer
from sensei.trainers.held_out import hold_out
from sensei.trainers.ilql import ILQLTrainer
from sensei.trainers.loop import DivergedError, Progress, TrainResult
from sensei.trainers.sft import SFTTrainer
from sensei.trainers.values import CriticTrainer, ProgressTrainer


@dataclass(frozen=True)
class Goal:
    """A goal, and what a judge of goals is to say of it."""

    state: str
    target: float = 0.0
    theorem: str = ""


STATES = [state for state, _ in PAIRS[:4]]
PREFERENCES = [Preference(state, tactic, "trivial", True) for state, tactic in PAIRS[:4]]
TRIED = [Outcome(state, tactic, Result.IN_PROOF) for state, tactic in PAIRS[:4]]
JUDGED = [Goal(state, float(at % 2), state) for at, state in enumerate(STATES)]
METHODS = ("dpo", "grpo", "ilql", "critic", "progress")
Run = Callable[..., TrainResult]


def short(completions: Sequence[str], **_: object) -> list[float]:
    """Short tactics are better."""
    return [1 / (1 + len(text)) for text in completions]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("every") / "start")


def trained(
    method: str,
    start: Path,
    output: Path,
    told: list[Progress] | None = None,
    held_out: Sequence[Any] = (),
    reward: Any = short,
    **settings: Any,
) -> TrainResult:
    """One run; by default one step of all examples there are."""
    settings = {
        "batch_size": 4, "lr": 1e-3, "threads": 1, "device": "cpu", "warmup_steps": 0,
    } | settings  # fmt: skip
    call: dict[str, Any] = {"report": (lambda at: None) if told is None else told.append}
    model = str(start)
    if method == "sft":
        pairs = [Pair(state, tactic) for state, tactic in PAIRS[:4]]
        return SFTTrainer(model, output, skeletons=False, **settings).train(pairs, **call)
    if method == "dpo":
        return DPOTrainer(model, output, **settings).train(PREFERENCES, held_out, **call)
    if method == "grpo":
        own = {"num_generations": 2, "max_new_tokens": 12} | settings
        goals = [Goal(state) for state in STATES]
        return GRPOTrainer(model, reward, output, **own).train(goals, **call)
    settings.setdefault("epochs", 1)
    if method == "ilql":
        return ILQLTrainer(model, output, **settings).train(TRIED, held_out, **call)
    if method == "critic":
        return CriticTrainer(model, output, **settings).train(JUDGED, JUDGED, **call)
    settings["learning_rate"] = settings.pop("lr")
    return ProgressTrainer(None, model, output, **settings).train(JUDGED, JUDGED, **call)


def weights(folder: Path) -> torch.Tensor:
    """All of a checkpoint, one after the other."""
    tensors = load_file(folder / "model.safetensors")
    return torch.cat([tensors[name].float().flatten() for name in sorted(tensors)])


@pytest.mark.parametrize("method", METHODS)
def test_batches_added_up_are_one_batch(method: str, start: Path, tmp_path: Path) -> None:
    before, told = weights(start), []
    size = 8 if method == "grpo" else 4
    whole = trained(method, start, tmp_path / "whole", told, batch_size=size)
    parts = trained(method, start, tmp_path / "parts", batch_size=size // 2, accumulate=2)
    assert [at.step for at in told] == [1]
    assert [at.steps for at in told] == [1]
    assert parts.manifest.metrics["steps"] == parts.manifest.metrics["steps_planned"] == 1
    one, other = weights(whole.checkpoint), weights(parts.checkpoint)
    moved = float((one - before).norm())
    assert moved > 0
    # AdamW's first step is the gradient's sign: where that is next to 0, the sign is chance.
    assert float((one - other).norm()) < 0.05 * moved


@pytest.mark.parametrize("method", METHODS)
def test_bfloat16_keeps_32_bit_weights(method: str, start: Path, tmp_path: Path) -> None:
    whole = trained(method, start, tmp_path / "whole")
    half = trained(method, start, tmp_path / "half", precision="bfloat16")
    assert half.manifest.weights_hash() != whole.manifest.weights_hash()
    tensors = load_file(half.checkpoint / "model.safetensors")
    assert {tensor.dtype for tensor in tensors.values()} == {torch.float32}
    assert all(bool(tensor.isfinite().all()) for tensor in tensors.values())


HELD_OUT = {  # what is learned makes these worse and worse
    "dpo": [Preference(p.state, p.rejected, p.chosen, True) for p in PREFERENCES],
    "ilql": [Outcome(state, tactic, Result.FAILED) for state, tactic in PAIRS[:4]],
}


@pytest.mark.parametrize("method", ["dpo", "ilql"])
def test_it_ends_when_the_loss_on_what_is_held_out_no_longer_falls(
    method: str, start: Path, tmp_path: Path
) -> None:
    passes = "epochs" if method == "ilql" else "epochs_per_repo"
    options: dict[str, Any] = {passes: 12, "lr": 5e-3, "held_out": HELD_OUT[method]}
    early = trained(method, start, tmp_path / "early", patience=2, **options).manifest
    metrics = early.metrics
    assert metrics["steps"] == metrics["best_step"] + 2 < metrics["steps_planned"] == 12
    long = trained(method, start, tmp_path / "long", patience=99, **options).manifest
    assert long.metrics["steps"] == 12
    assert long.weights_hash() == early.weights_hash(), "the best weights, wherever it ended"


@pytest.mark.parametrize("method", ["dpo", "ilql"])
def test_without_held_out_examples_a_share_of_the_goals_is(
    method: str, start: Path, tmp_path: Path
) -> None:
    made = trained(method, start, tmp_path / "run", patience=1, eval_ratio=0.5)
    assert made.manifest.metrics["examples_held_out"] == 2
    assert made.manifest.metrics["examples"] == 2


def test_a_goal_is_held_out_with_all_its_examples() -> None:
    pairs = [(f"g{number % 10}", number) for number in range(40)]
    kept, measured = hold_out(pairs, lambda pair: pair[0], 0.2, 0)
    assert len(measured) == 8
    assert {goal for goal, _ in kept}.isdisjoint(goal for goal, _ in measured)
    assert sorted(kept + measured) == sorted(pairs)
    assert hold_out(pairs[::-1], lambda pair: pair[0], 0.2, 0)[1] == measured[::-1]
    assert hold_out(pairs, lambda pair: pair[0], 0.2, 1)[1] != measured
    with pytest.raises(UsageError, match="1 goals are too few"):
        hold_out(pairs[:1], lambda pair: pair[0], 0.2, 0)


class Falling:
    """A reward that is best in the second window of two steps, whatever is learned."""

    __name__ = "falling"

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, completions: Sequence[str], **_: object) -> list[float]:
        self.calls += 1
        at = (self.calls - 1) // 2
        return [value - abs(at - 1) for value in short(completions)]


def test_rewards_that_grow_no_more_end_a_run(start: Path, tmp_path: Path) -> None:
    # A step's reward is logged after it: a window of two is of the steps 0 and 1, 2 and 3, …
    options: dict[str, Any] = {"epochs_per_repo": 10, "window": 2, "save_steps": 3}
    early = trained("grpo", start, tmp_path / "early", reward=Falling(), patience=2, **options)
    metrics = early.manifest.metrics
    assert metrics["steps_planned"] == 20
    assert metrics["steps"] == metrics["best_step"] + 4 < 20

    class Cut(Exception):
        pass

    told: list[int] = []

    def cut(at: Progress) -> None:
        told.append(at.step)
        if at.step == 5:
            raise Cut

    reward = Falling()
    own = {"batch_size": 4, "num_generations": 2, "max_new_tokens": 12, "lr": 1e-3, "threads": 1}
    own |= {"device": "cpu", "warmup_steps": 0, "patience": 2, **options}
    goals = [Goal(state) for state in STATES]
    trainer = GRPOTrainer(str(start), reward, tmp_path / "run", **own)
    with pytest.raises(Cut):
        trainer.train(goals, report=cut)
    reward.calls = 3  # what the state was saved after
    resumed = trainer.train(goals, resume=True)
    assert resumed.manifest.metrics["best_step"] == metrics["best_step"]
    assert resumed.manifest.metrics["steps"] == metrics["steps"]
    assert resumed.manifest.weights_hash() == early.manifest.weights_hash()


@pytest.mark.parametrize("method", ["sft", *METHODS, "retriever"])
def test_every_method_has_the_options_of_a_run(method: str) -> None:
    parser = argparse.ArgumentParser()
    verb.add_arguments(parser)
    args = parser.parse_args(
        [
            method, "--precision", "bfloat16", "--accumulate", "2", "--save-steps", "7",
            "--patience", "2", "--log", "tensorboard", "--log", "wandb", "--dry-run", "--resume",
            "--max-seconds", "9", "--threads", "1", "--warmup-steps", "3", "--lr", "0.5",
        ]
    )  # fmt: skip
    settings = RunSettings(**run_settings(args))
    assert (settings.precision, settings.accumulate, settings.save_steps) == ("bfloat16", 2, 7)
    assert (settings.max_seconds, settings.warmup_steps, settings.lr) == (9, 3, 0.5)
    assert (args.patience, args.dry_run, args.resume) == (2, True, True)
    assert args.log == ["tensorboard", "wandb"]
    assert math.isfinite(settings.weight_decay)


@pytest.mark.parametrize("method", ["sft", "dpo"])
def test_a_loss_that_is_no_number_ends_the_run_with_the_last_good_state(
    method: str, start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rate = tuning.rate_factor
    monkeypatch.setattr(
        tuning,
        "rate_factor",
        lambda step, *rest: math.nan if step == 2 else rate(step, *rest),
    )
    with pytest.raises(DivergedError, match="step 4 is no number, and no earlier state"):
        trained(method, start, tmp_path / "none", epochs_per_repo=6, save_steps=None)
    assert not (tmp_path / "none").exists()
    # The third step has spoilt the weights, the loss of the fourth shows it: step 2 was good.
    made = trained(method, start, tmp_path / "run", epochs_per_repo=6, save_steps=2)
    figures = made.manifest.metrics
    assert (figures["steps"], figures["steps_planned"], figures["lost_at_step"]) == (2, 6, 4)
    assert bool(weights(made.checkpoint).isfinite().all())


@pytest.mark.parametrize("method", ["sft", *METHODS])
def test_a_model_taught_with_another_prompt_is_not_gone_on_with(
    method: str, tmp_path: Path
) -> None:
    other = write_tiny(tmp_path / "other", prompt_hash="0" * 64)
    with pytest.raises(CheckpointError, match="trained with another prompt"):
        trained(method, other, tmp_path / "run")
    assert not (tmp_path / "run").exists()
