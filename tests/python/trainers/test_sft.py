"""Fine-tuning: every argument acts, the same seed gives the same bytes, and a run can go on."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch

from fakes.checkpoints import TINY, write_foreign, write_tiny
from sensei.core.errors import CheckpointError, UsageError
from sensei.models.checkpoint import read_manifest
from sensei.models.generator import TacticGenerator
from sensei.models.loading import load_checkpoint
from sensei.models.prompt import prompt_hash
from sensei.trainers.config import LoraSettings
from sensei.trainers.loop import Progress, TrainResult, rate_factor
from sensei.trainers.sft import SFTTrainer


@dataclass(frozen=True)
class Pair:
    state: str
    tactic: str


NAMES = ["h", "hp", "h1", "hab", "key"]
EXAMPLES = [Pair(f"p q : Prop\n{name} : p\n⊢ p", f"exact {name}") for name in NAMES]
EXAMPLES += [Pair(f"{x} : Nat\n⊢ {x} = {x}", "rfl") for x in "abcdn"]
EXAMPLES += [
    Pair(
        "xs : List Nat\n⊢ f xs = xs",
        "induction xs with\n| nil => rfl\n| cons x xs ih => simp [f, ih]",
    )
]


def train(
    folder: Path, *, examples: Any = EXAMPLES, call: Any = None, **options: Any
) -> TrainResult:
    settings: dict[str, Any] = {
        "epochs_per_repo": 2,
        "batch_size": 4,
        "max_seq_len": 256,
        "lr": 5e-3,
        "model": TINY,
        "device": "cpu",
        "threads": 1,
        "clock": lambda: datetime(2026, 1, 1, tzinfo=UTC),
    }
    name = options.pop("model_name", "configuration")
    trainer = SFTTrainer(name, folder, **(settings | options))
    return trainer.train(examples, **(call or {}))


def weights(result: TrainResult) -> str:
    return result.manifest.weights_hash()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> TrainResult:
    """The run that the others are compared with."""
    return train(tmp_path_factory.mktemp("plain") / "run")


def test_a_model_learns_what_it_is_shown(tmp_path: Path) -> None:
    shown = EXAMPLES + EXAMPLES[-1:] * 9
    wider = TINY.model_copy(update={"hidden_size": 64})
    result = train(
        tmp_path / "run",
        examples=shown,
        model=wider,
        epochs_per_repo=60,
        lr=5e-3,
        rename_share=0.0,
    )
    figures = result.manifest.metrics
    assert figures["loss_first"] > 5
    assert figures["loss_last"] < 0.3
    generator = TacticGenerator(result.checkpoint)
    for example in EXAMPLES[-2:]:
        offered = [candidate.tactic for candidate in generator.generate([example.state], 8)[0]]
        assert example.tactic in offered


def test_the_manifest_says_what_was_done(plain: TrainResult) -> None:
    manifest = read_manifest(plain.checkpoint)
    assert manifest == plain.manifest
    assert manifest.kind == "tactic_generator"
    assert manifest.base_model == "configuration"
    assert manifest.prompt_hash == prompt_hash()
    assert manifest.created_at == "2026-01-01T00:00:00+00:00"
    assert manifest.config["lr"] == 5e-3
    assert manifest.metrics["examples"] == len(EXAMPLES)
    assert manifest.metrics["steps"] == manifest.metrics["steps_planned"] == 6
    assert manifest.metrics["examples_skeletons"] == 1
    assert manifest.metrics["loss_last"] < manifest.metrics["loss_first"]
    assert 0 < manifest.metrics["target_tokens"] < manifest.metrics["tokens"]
    assert not (plain.checkpoint.parent / f".{plain.checkpoint.name}.training").exists()


def test_the_same_seed_gives_the_same_weights(tmp_path: Path, plain: TrainResult) -> None:
    again = train(tmp_path / "again")
    name = "model.safetensors"
    assert (again.checkpoint / name).read_bytes() == (plain.checkpoint / name).read_bytes()
    assert weights(train(tmp_path / "other", seed=1)) != weights(plain)


@pytest.mark.parametrize(
    "option",
    [
        {"epochs_per_repo": 3},
        {"batch_size": 3},
        {"lr": 1e-3},
        {"warmup_steps": 5},
        {"weight_decay": 0.5},
        {"max_grad_norm": 0.01},
        {"rename_share": 0.0},
        {"skeletons": False},
        {"max_seq_len": 48},
        {"model": TINY.model_copy(update={"kernel": 3})},
    ],
    ids=lambda option: next(iter(option)),
)
def test_each_argument_changes_the_weights(
    tmp_path: Path, plain: TrainResult, option: dict[str, Any]
) -> None:
    assert weights(train(tmp_path / "run", **option)) != weights(plain)


def test_epochs_follow_the_token_budget_when_not_given(tmp_path: Path, plain: TrainResult) -> None:
    tokens_an_epoch = plain.manifest.metrics["tokens"] / 2
    result = train(tmp_path / "run", epochs_per_repo=None, token_budget=int(tokens_an_epoch * 5.3))
    assert result.manifest.metrics["epochs"] == 5


def test_gradient_checkpointing_recomputes_and_learns_the_same(
    tmp_path: Path, plain: TrainResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers.models.lfm2.modeling_lfm2 import Lfm2MLP

    calls = []
    forward = Lfm2MLP.forward

    def counted(self: Any, x: Any) -> Any:
        calls.append(torch.is_grad_enabled())
        return forward(self, x)

    monkeypatch.setattr(Lfm2MLP, "forward", counted)
    train(tmp_path / "without")
    without = sum(calls)
    calls.clear()
    result = train(tmp_path / "run", gradient_checkpointing=True)
    assert sum(calls) > without
    assert result.manifest.metrics["loss_last"] == pytest.approx(
        plain.manifest.metrics["loss_last"], abs=1e-4
    )


def test_long_examples_are_shortened_or_skipped_and_counted(tmp_path: Path) -> None:
    long = Pair("\n".join(f"h{i} : a{i} = b" for i in range(9)) + "\n⊢ p", "simp")
    huge = Pair("⊢ " + "p ∧ " * 60 + "p", "simp")
    result = train(tmp_path / "run", examples=[*EXAMPLES, long, huge], max_seq_len=128)
    assert result.manifest.metrics["examples_shortened"] == 1
    assert result.manifest.metrics["examples_skipped"] == 1


def test_max_seconds_stops_early_and_keeps_what_was_learned(tmp_path: Path) -> None:
    result = train(tmp_path / "run", epochs_per_repo=50, warmup_steps=0, max_seconds=0.001)
    figures = result.manifest.metrics
    assert 1 <= figures["steps"] < figures["steps_planned"]
    assert figures["loss_last"] < figures["loss_first"]


def test_the_rate_rises_and_falls_and_is_down_when_the_time_is_up() -> None:
    rates = [rate_factor(step, 100, 5, 0.0) for step in range(100)]
    assert rates[0] == pytest.approx(0.2)
    assert rates[5] == max(rates) == 1.0
    assert rates[5:] == sorted(rates[5:], reverse=True)
    assert rates[99] == pytest.approx(0.05, abs=0.001)
    assert rate_factor(20, 100, 5, 1.0) == pytest.approx(0.05)
    assert rate_factor(20, 100, 5, 0.1) == rates[20]


def test_progress_is_reported_step_by_step(tmp_path: Path) -> None:
    seen: list[Progress] = []
    train(tmp_path / "run", call={"report": seen.append})
    assert [progress.step for progress in seen] == [1, 2, 3, 4, 5, 6]
    assert {progress.steps for progress in seen} == {6}
    assert all(progress.loss > 0 for progress in seen)


class _Cut(Exception):
    """Stands for a kill in the middle."""


def _interrupt(folder: Path, at: int, **options: Any) -> None:
    def cut(progress: Progress) -> None:
        if progress.step == at:
            raise _Cut

    with pytest.raises(_Cut):
        train(folder, save_steps=2, call={"report": cut}, **options)


def test_a_resumed_run_ends_as_one_without_interruption(tmp_path: Path, plain: TrainResult) -> None:
    _interrupt(tmp_path / "run", at=5)
    assert not (tmp_path / "run").exists()
    steps: list[int] = []
    resumed = train(
        tmp_path / "run",
        save_steps=2,
        call={"resume": True, "report": lambda progress: steps.append(progress.step)},
    )
    assert steps == [5, 6]
    assert weights(resumed) == weights(plain)
    assert resumed.manifest.metrics["steps"] == 6


def test_a_run_with_other_settings_does_not_go_on(tmp_path: Path) -> None:
    _interrupt(tmp_path / "run", at=5)
    with pytest.raises(UsageError, match="had other examples or settings"):
        train(tmp_path / "run", lr=1e-3, call={"resume": True})
    with pytest.raises(UsageError, match="had other examples or settings"):
        train(tmp_path / "run", examples=EXAMPLES[1:], call={"resume": True})


def test_resume_without_an_interrupted_run_starts_one(tmp_path: Path, plain: TrainResult) -> None:
    assert weights(train(tmp_path / "run", call={"resume": True})) == weights(plain)


def test_a_checkpoint_is_trained_on_and_named_as_parent(tmp_path: Path, plain: TrainResult) -> None:
    result = train(tmp_path / "second", model_name=str(plain.checkpoint), lr=None)
    manifest = result.manifest
    assert manifest.parent == f"{plain.checkpoint.name}:{plain.manifest.weights_hash()}"
    assert manifest.metrics["loss_first"] == pytest.approx(plain.manifest.metrics["loss_last"])
    assert manifest.base_model == str(plain.checkpoint)


def foreign_model(folder: Path) -> Path:
    """As another tool would have saved it."""
    return write_foreign(folder, [f"{e.state}\n{e.tactic}" for e in EXAMPLES])


def test_any_local_causal_model_works_in_its_place(tmp_path: Path) -> None:
    base = foreign_model(tmp_path / "llama")
    result = train(
        tmp_path / "run", model_name=str(base), epochs_per_repo=80, lr=1e-2, rename_share=0
    )
    assert result.manifest.base_model == str(base)
    assert result.manifest.metrics["loss_last"] < 0.5
    offered = TacticGenerator(result.checkpoint).generate([EXAMPLES[5].state], 4)[0]
    assert offered[0].tactic == "rfl"


@pytest.mark.parametrize("kind", ["settings", "peft"])
def test_lora_trains_adapters_only_and_merges_them_on_reading(tmp_path: Path, kind: str) -> None:
    from peft import LoraConfig

    base = foreign_model(tmp_path / "llama")
    before = (base / "model.safetensors").read_bytes()
    lora: Any = (
        LoraSettings(r=4, alpha=8)
        if kind == "settings"
        else LoraConfig(r=4, lora_alpha=8, target_modules=["q_proj"], task_type="CAUSAL_LM")
    )
    result = train(tmp_path / "run", model_name=str(base), lora_config=lora, lr=2e-2)
    manifest = result.manifest
    assert manifest.adapter
    assert manifest.metrics["parameters_trained"] < manifest.metrics["parameters"] / 4
    assert manifest.metrics["loss_last"] < manifest.metrics["loss_first"]
    assert "adapter_model.safetensors" in manifest.files
    assert "model.safetensors" not in manifest.files
    assert (base / "model.safetensors").read_bytes() == before
    assert manifest.config["lora"]["r"] == 4

    from sensei.models.encoding import Encoder
    from sensei.trainers.loss import evaluation_sample, mean_loss

    loaded = load_checkpoint(result.checkpoint)
    encoder = Encoder(loaded.tokenizer)
    loss = mean_loss(loaded.model, evaluation_sample(EXAMPLES, encoder, 256), encoder.pad_id)
    assert loss == pytest.approx(manifest.metrics["loss_last"], abs=1e-3)


def test_an_adapter_without_its_base_is_refused(tmp_path: Path) -> None:
    base = write_tiny(tmp_path / "base")
    result = train(tmp_path / "run", model_name=str(base), lora_config=LoraSettings(r=2), lr=1e-3)
    load_checkpoint(result.checkpoint)
    manifest = base / "manifest.json"
    changed = json.loads(manifest.read_text())
    changed["files"].pop("config.json")
    changed["files"]["model.safetensors"] = "0" * 64
    manifest.write_text(json.dumps(changed))
    with pytest.raises(CheckpointError):
        load_checkpoint(result.checkpoint)
    base.rename(tmp_path / "gone")
    with pytest.raises(CheckpointError, match="its base model"):
        load_checkpoint(result.checkpoint)


def test_lora_without_a_model_to_adapt_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="random weights"):
        train(tmp_path / "run", lora_config=LoraSettings())


def test_bad_input_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(UsageError, match="torch finds no CUDA device here"):
        train(tmp_path / "run", device="cuda")
    with pytest.raises(CheckpointError, match="no such model folder"):
        train(tmp_path / "run", model_name=str(tmp_path / "gpt2"))
    with pytest.raises(UsageError, match="none of 0 examples"):
        train(tmp_path / "run", examples=[])
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "thesis.tex").write_text("mine")
    with pytest.raises(CheckpointError, match="not empty and no checkpoint"):
        train(tmp_path / "taken")
    assert not (tmp_path / "run").exists()


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ValueError, match="kl_beta"):
        SFTTrainer("configuration", "x", kl_beta=0.1)


def test_it_ends_when_the_loss_on_what_is_held_out_no_longer_falls(tmp_path: Path) -> None:
    """The held-out tactic is none of those learned: it grows less and less probable."""
    call = {"held_out": [Pair(EXAMPLES[0].state, "zzz (zzz) zzz (zzz)")]}
    made = train(tmp_path / "early", call=call, epochs_per_repo=12, patience=2, save_steps=None)
    metrics = made.manifest.metrics
    a_pass = metrics["steps_planned"] / 12
    assert metrics["steps"] == metrics["best_step"] + 2 * a_pass < metrics["steps_planned"]
    short = train(tmp_path / "short", call=call, epochs_per_repo=12, patience=99, save_steps=None)
    assert short.manifest.metrics["best_step"] == metrics["best_step"]
    assert weights(short) == weights(made), "the weights of the lowest loss, wherever it ended"
    with pytest.raises(UsageError, match="no held-out example"):
        train(tmp_path / "none", patience=2)
    with pytest.raises(UsageError, match="patience measures"):
        train(tmp_path / "packed", call=call, patience=2, packing=True)
    assert not (tmp_path / "none").exists()
