"""Critic and progress: they learn, keep the best weights, go on after a kill, and stop in time."""

import json
import math
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch

from fakes.checkpoints import TINY, write_tiny
from sensei.core.errors import CheckpointError, ModelError, UsageError
from sensei.models.checkpoint import read_manifest
from sensei.models.prompt import prompt_hash
from sensei.models.values import Critic, Progress
from sensei.trainers.loop import Progress as Where
from sensei.trainers.loop import TrainResult
from sensei.trainers.value_loop import Best
from sensei.trainers.values import CriticTrainer, ProgressTrainer, ValueTrainer


@dataclass(frozen=True)
class Example:
    state: str
    target: float
    theorem: str = ""


def goal(name: str, steps: int) -> str:
    return f"{name} : Nat\n⊢ " + " ∧ ".join([f"{name} = {name}"] * steps)


# As many steps as the target has parts.
EXAMPLES = [Example(goal(x, n), float(n), f"{x}{n}") for x in "abcde" for n in (1, 2, 4, 6)]
HELD_OUT = [Example(goal(x, n), float(n)) for x in "xy" for n in (1, 2, 4, 6)]
SETTINGS: dict[str, Any] = {
    "batch_size": 4,
    "max_length": 128,
    "epochs": 2,
    "model": TINY,
    "device": "cpu",
    "threads": 1,
}


def progress(folder: Path, **options: Any) -> ProgressTrainer:
    name = options.pop("model_name", "configuration")
    return ProgressTrainer(None, name, folder, **(SETTINGS | options))


def run(trainer: ValueTrainer, *, examples: Any = EXAMPLES, **call: Any) -> TrainResult:
    return trainer.train(examples, HELD_OUT, **call)


def weights(result: TrainResult) -> str:
    return result.manifest.weights_hash()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> TrainResult:
    """The run that the others are compared with."""
    trainer = progress(tmp_path_factory.mktemp("plain") / "run")
    trainer._clock = lambda: datetime(2026, 1, 1, tzinfo=UTC)
    return run(trainer, told={"distance": "proof"})


def test_progress_learns_to_count_what_is_left(tmp_path: Path) -> None:
    result = run(progress(tmp_path / "run", epochs=24, patience=None, learning_rate=5e-3))
    figures = result.manifest.metrics
    assert figures["constant_mae"] == pytest.approx(1.75)
    assert figures["mae"] < figures["constant_mae"] / 2
    assert figures["spearman"] > 0.8
    near, far = Progress(result.checkpoint, threads=1).estimate([goal("z", 1), goal("z", 6)])
    assert 0 <= near < far


def test_a_critic_learns_which_goals_are_proved(tmp_path: Path) -> None:
    examples = [Example(e.state, float(e.target < 3), e.theorem) for e in EXAMPLES]
    held_out = [Example(e.state, float(e.target < 3)) for e in HELD_OUT]
    trainer = CriticTrainer(
        output_dir=tmp_path / "run", **(SETTINGS | {"epochs": 20, "patience": None, "lr": 5e-3})
    )
    result = trainer.train(examples, held_out, tested=held_out)
    figures = result.manifest.metrics
    assert figures["constant_cross_entropy"] == pytest.approx(math.log(2))
    assert figures["cross_entropy"] == figures["test_cross_entropy"] < 0.35
    assert figures["area_under_curve"] > 0.9
    easy, hard = Critic(result.checkpoint, threads=1).evaluate([goal("z", 1), goal("z", 6)])
    assert 0 <= hard < 0.5 < easy <= 1


def test_the_manifest_says_what_was_done(plain: TrainResult) -> None:
    manifest = read_manifest(plain.checkpoint, "progress")
    assert manifest == plain.manifest
    assert manifest.base_model == "configuration"
    assert manifest.prompt_hash == prompt_hash()
    assert manifest.created_at == "2026-01-01T00:00:00+00:00"
    assert (manifest.config["epochs"], manifest.config["distance"]) == (2, "proof")
    assert manifest.metrics["steps"] == manifest.metrics["steps_planned"] == 10
    assert manifest.metrics["examples"] == len(EXAMPLES)
    assert {"head.safetensors", "model.safetensors", "tokenizer.json"} <= set(manifest.files)
    assert not (plain.checkpoint.parent / ".run.training").exists()


def test_the_same_seed_gives_the_same_weights(tmp_path: Path, plain: TrainResult) -> None:
    assert weights(run(progress(tmp_path / "again"))) == weights(plain)
    assert weights(run(progress(tmp_path / "other", seed=1))) != weights(plain)


class _Cut(Exception):
    """Stands for a kill in the middle."""


def test_a_resumed_run_ends_as_one_without_interruption(tmp_path: Path, plain: TrainResult) -> None:
    # 5 steps a pass, so step 6 is measured already and the state of step 4 is gone on from.
    def cut(at: Where) -> None:
        if at.step == 6:
            raise _Cut

    with pytest.raises(_Cut):
        run(progress(tmp_path / "run", save_steps=4), report=cut)
    assert not (tmp_path / "run").exists()
    with pytest.raises(UsageError, match="had other examples or settings"):
        run(progress(tmp_path / "run", save_steps=4, learning_rate=1e-3), resume=True)
    steps: list[int] = []
    resumed = run(
        progress(tmp_path / "run", save_steps=4),
        resume=True,
        report=lambda at: steps.append(at.step),
    )
    assert steps == [5, 6, 7, 8, 9, 10]
    assert weights(resumed) == weights(plain)
    assert resumed.manifest.metrics["mae"] == plain.manifest.metrics["mae"]


def test_it_ends_when_the_error_no_longer_falls_and_keeps_the_best(tmp_path: Path) -> None:
    # The more it learns, the more it errs on these.
    misleading = [Example(e.state, 7.0 - e.target) for e in HELD_OUT]
    trainer = progress(tmp_path / "run", epochs=40, patience=2, learning_rate=5e-3)
    result = trainer.train(EXAMPLES, misleading)
    figures = result.manifest.metrics
    assert figures["steps"] < figures["steps_planned"] == 200
    assert figures["steps"] - figures["best_step"] == 2 * 5
    found = Progress(result.checkpoint, threads=1).estimate([e.state for e in misleading])
    errors = [abs(f - e.target) for f, e in zip(found, misleading, strict=True)]
    assert sum(errors) / len(errors) == pytest.approx(figures["mae"], abs=1e-4)


def test_the_best_is_known_again_after_an_interruption(tmp_path: Path) -> None:
    from sensei.models.value_model import fresh_values

    model = fresh_values(TINY, 0).model
    best = Best(tmp_path, 2, 0)
    assert [best.take(step, error, model) for step, error in ((5, 3.0), (10, 2.0))] == [False] * 2
    with torch.no_grad():
        model.head.bias += 1
    assert not best.take(15, 2.5, model)
    again = Best(tmp_path, 2, 10)
    assert (again.history, again.step) == ([(5, 3.0), (10, 2.0)], 10)
    assert [again.take(step, 2.0, model) for step in (15, 20)] == [False, True]
    again.restore(model)
    assert model.head.bias.item() == 0.0


class Breaking(ProgressTrainer):
    """Its loss is no number from one of its calls on."""

    breaks_at = 0

    def loss(self, numbers: Any, targets: Any) -> Any:
        self.breaks_at -= 1
        return super().loss(numbers, targets) * (math.nan if self.breaks_at < 0 else 1.0)


def breaking(folder: Path, at: int) -> Breaking:
    trainer = Breaking(None, "configuration", folder, **SETTINGS)
    trainer.breaks_at = at
    return trainer


def test_a_loss_that_is_no_number_ends_the_run_with_the_best_before_it(tmp_path: Path) -> None:
    result = run(breaking(tmp_path / "run", at=7))
    figures = result.manifest.metrics
    assert (figures["lost_at_step"], figures["best_step"], figures["steps"]) == (8, 5, 7)
    (left,) = Progress(result.checkpoint, threads=1).estimate([goal("z", 2)])
    assert math.isfinite(left)


def test_a_loss_that_is_no_number_at_once_leaves_what_was_there(
    tmp_path: Path, plain: TrainResult
) -> None:
    shutil.copytree(plain.checkpoint, tmp_path / "run")
    with pytest.raises(ModelError, match=r"loss of step 3 is no number; give a lower --lr"):
        run(breaking(tmp_path / "run", at=2))
    assert read_manifest(tmp_path / "run", "progress") == plain.manifest


@pytest.mark.parametrize(
    ("examples", "message"),
    [([], "no example to train on"), (EXAMPLES[:1], "none can be held out")],
)
def test_too_few_examples_are_refused_before_anything_is_written(
    tmp_path: Path, examples: Sequence[Example], message: str
) -> None:
    with pytest.raises(UsageError, match=message) as refused:
        CriticTrainer(output_dir=tmp_path / "run", **SETTINGS).train(examples)
    assert "sensei prove --split train" in refused.value.next_step
    assert list(tmp_path.iterdir()) == []


def test_without_held_out_examples_whole_theorems_are_held_out(tmp_path: Path) -> None:
    plan = progress(tmp_path / "run", eval_ratio=0.25).plan(EXAMPLES + EXAMPLES)
    train, held_out = ({e.theorem for e in part} for part in (plan.train, plan.held_out))
    assert (len(train), len(held_out)) == (15, 5)
    assert not train & held_out


def test_a_generators_body_and_a_checkpoint_of_the_kind_can_be_started_from(
    tmp_path: Path, plain: TrainResult
) -> None:
    generator = write_tiny(tmp_path / "generator")
    first = run(progress(tmp_path / "first", model_name=str(generator), epochs=1))
    assert first.manifest.parent == f"generator:{read_manifest(generator).weights_hash()}"
    second = run(progress(tmp_path / "second", model_name=str(plain.checkpoint), epochs=1))
    assert second.manifest.parent == f"run:{plain.manifest.weights_hash()}"
    with pytest.raises(CheckpointError, match="of kind 'progress', not 'critic'"):
        CriticTrainer(str(plain.checkpoint), tmp_path / "third", **SETTINGS).plan(EXAMPLES)


def test_an_encoder_of_transformers_works_in_its_place(tmp_path: Path) -> None:
    from transformers import ByT5Tokenizer, T5Config, T5ForConditionalGeneration

    shape = T5Config(
        vocab_size=384, d_model=32, d_ff=64, num_layers=1, num_heads=2, d_kv=16,
        decoder_start_token_id=0,
    )  # fmt: skip
    from sensei.models.loading import save_pretrained

    save_pretrained(T5ForConditionalGeneration(shape), ByT5Tokenizer(), tmp_path / "t5")
    result = run(progress(tmp_path / "run", model_name=str(tmp_path / "t5"), epochs=1))
    assert result.manifest.base_model == str(tmp_path / "t5")
    assert len(Progress(result.checkpoint, threads=1).estimate([goal("z", 1)] * 2)) == 2


def test_rows_of_a_file_are_trained_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [{"goal": e.state, "tactic": "simp", "steps_remaining": e.target - 1} for e in EXAMPLES]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    trainer = ProgressTrainer(path, output_dir=tmp_path / "run", **(SETTINGS | {"epochs": 1}))
    metrics = trainer.train().manifest.metrics
    assert metrics["examples"] + metrics["examples_held_out"] == len(EXAMPLES)
    path.write_text('{"goal": "⊢ p"}\n')
    with pytest.raises(UsageError, match=r"line 1 of .* is no row of LeanProgress"):
        trainer.train()
