"""Preferences: which pairs there are, and what a model makes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

import torch
from safetensors.torch import load_file

from fakes.checkpoints import write_tiny
from sensei.core.errors import UsageError
from sensei.core.types import FailureKind, Goal, TheoremRef
from sensei.data.found import FinishedSearch, Searches
from sensei.data.preferences import Preference, preferences
from sensei.models.checkpoint import read_manifest
from sensei.models.encoding import Encoder
from sensei.models.loading import load_checkpoint
from sensei.search.events import Advanced, Claimed, Event, Expanded, Failed, Opened
from sensei.search.graph import replay
from sensei.trainers.config import LoraSettings
from sensei.trainers.dpo import DPOTrainer, _encoded
from sensei.trainers.loop import TrainResult

PAIRS = [
    Preference("n : Nat\n⊢ n = n", "rfl", "omega", True),
    Preference("n : Nat\n⊢ n = n", "rfl", "simp [h]", True),
    Preference("h : p\n⊢ p", "exact h", "rfl", True),
    Preference("n : Nat\nh : n = 0\n⊢ n + 0 = 0", "simp [h]", "exact h", False),
    Preference("a b : Nat\n⊢ a + b = b + a", "omega", "rfl", True),
    Preference("a b : Nat\n⊢ a + b = b + a", "omega", "intro hp hq\nexact hp", True),
] * 2


def search(verified: bool, *events: Event) -> FinishedSearch:
    theorem = TheoremRef("t", "M", "M.lean")
    opened = Opened(theorem, (Goal("a", "⊢ root"),), "best_first")
    return FinishedSearch(theorem, "hash", 1, verified, replay([opened, *events]))


def advanced(node: int, tactic: str, *goals: str) -> Advanced:
    return Advanced(node, tactic, -1.0, tuple((Goal(g, f"⊢ {g}"),) for g in goals), 0.0)


def failed(node: int, tactic: str) -> Failed:
    return Failed(node, tactic, -1.0, FailureKind.TACTIC, "no", 0.0)


def test_all_pairs_of_a_goal_of_a_verified_proof() -> None:
    proved = search(
        True,
        Expanded((0,), (0.0,), (), 0.0),
        failed(0, "bad"), advanced(0, "detour", "far"), advanced(0, "split", "left", "right"),
        Expanded((2,), (0.0,), (), 0.0), failed(2, "worse"), advanced(2, "close"),
        advanced(2, "close too"),
        Expanded((3,), (0.0,), (), 0.0), advanced(3, "close"), Claimed(0.0),
    )  # fmt: skip
    again = search(
        True, Expanded((0,), (0.0,), (), 0.0), failed(0, "split badly"), advanced(0, "at once"),
        Claimed(0.0),
    )  # fmt: skip
    lost = search(
        False, Expanded((0,), (0.0,), (), 0.0), failed(0, "lost"), advanced(0, "no verdict"),
        Claimed(0.0),
    )  # fmt: skip
    found = preferences(Searches((proved, again, lost), 0, 0))
    losers = ("bad", "detour", "split badly", "lost")
    assert [(p.state, p.chosen, p.rejected) for p in found] == [
        *(("⊢ root", "split", loser) for loser in losers),
        *(("⊢ root", "at once", loser) for loser in losers),
        ("⊢ left", "close", "worse"),
    ]
    assert [p.rejected for p in found if not p.failed] == ["detour", "detour"]
    assert len(preferences(Searches((proved, again, lost), 0, 0), only_failed=True)) == 7
    # What nobody verified wins nothing.
    assert preferences(Searches((lost,), 0, 0)) == []


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("dpo") / "start")


def train(start: Path, output: Path, call: dict[str, Any] | None = None, **changes: Any) -> Any:
    values: dict[str, Any] = {
        "epochs_per_repo": 4, "batch_size": 4, "lr": 2e-3, "threads": 1, "device": "cpu",
    }  # fmt: skip
    return DPOTrainer(str(start), output, **values | changes).train(PAIRS, **call or {})


@pytest.fixture(scope="module")
def plain(start: Path, tmp_path_factory: pytest.TempPathFactory) -> TrainResult:
    result = train(start, tmp_path_factory.mktemp("dpo") / "plain", save_steps=None)
    assert isinstance(result, TrainResult)
    return result


def margin(folder: Path) -> float:
    """By how much the better tactics are more probable, in nats a pair."""
    loaded = load_checkpoint(folder)
    encoder = Encoder(loaded.tokenizer)

    def log_prob(state: str, tactic: str) -> float:
        example = encoder.example(state, tactic, 512)
        assert example is not None
        with torch.inference_mode():
            logits = loaded.model(input_ids=torch.tensor([example.tokens])).logits[0, :-1]
        labels = torch.tensor(example.labels[1:])
        taken = labels >= 0
        return float(logits.log_softmax(-1)[taken].gather(1, labels[taken, None]).sum())

    differences = [log_prob(p.state, p.chosen) - log_prob(p.state, p.rejected) for p in PAIRS]
    return sum(differences) / len(differences)


def test_the_better_tactic_becomes_more_probable(start: Path, plain: TrainResult) -> None:
    metrics = plain.manifest.metrics
    assert metrics["loss_first"] == pytest.approx(0.693, abs=0.01), "at first it is the reference"
    assert metrics["loss_last"] < metrics["loss_first"]
    assert metrics["margin_last"] > metrics["margin_first"]
    assert (metrics["steps"], metrics["examples"], metrics["examples_skipped"]) == (12, 12, 0)
    assert margin(plain.checkpoint) > margin(start) + 1
    manifest = read_manifest(plain.checkpoint)
    assert manifest.parent == f"start:{read_manifest(start).weights_hash()}"
    assert manifest.max_new_tokens == read_manifest(start).max_new_tokens


def _interrupting(at: int) -> Callable[[Any], None]:
    def report(progress: Any) -> None:
        if progress.step == at:
            raise KeyboardInterrupt

    return report


def test_a_resumed_run_ends_as_one_without_interruption(
    start: Path, plain: TrainResult, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        train(start, tmp_path / "run", {"report": _interrupting(7)}, save_steps=3)
    assert not (tmp_path / "run").exists()
    steps: list[int] = []
    call = {"resume": True, "report": lambda progress: steps.append(progress.step)}
    resumed = train(start, tmp_path / "run", call, save_steps=3)
    assert steps[0] == 7
    weights = load_file(resumed.checkpoint / "model.safetensors")
    for name, tensor in load_file(plain.checkpoint / "model.safetensors").items():
        assert torch.equal(tensor, weights[name]), name


def test_adapters(start: Path, tmp_path: Path) -> None:
    result = train(start, tmp_path / "lora", lora_config=LoraSettings(r=4, alpha=8), lr=1e-2)
    assert result.manifest.adapter
    assert result.manifest.metrics["loss_last"] < 0.69
    assert margin(tmp_path / "lora") > margin(start)


def test_both_tactics_share_a_prompt_that_leaves_room_for_the_longer(start: Path) -> None:
    encoder = Encoder(load_checkpoint(start).tokenizer)
    state = "\n".join(f"h{i} : n = {i}" for i in range(20)) + "\n⊢ n = n"
    settings = DPOTrainer("m", max_seq_len=120).settings
    row = _encoded(state, "rfl", "simp [h1, h2, h3, h4]", encoder, settings)
    assert row is not None
    assert row.dropped_hypotheses > 0
    assert len(row.prompt) + max(len(row.chosen), len(row.rejected)) <= 120
    assert "⊢ n = n" in encoder.tokenizer.decode(row.prompt)
    assert _encoded(state, "rfl", "x" * 200, encoder, settings) is None


def test_bad_input(start: Path, tmp_path: Path) -> None:
    huge = [Preference("⊢ " + "x" * 100, "rfl", "omega", True)]
    with pytest.raises(UsageError, match="none of 1 pairs"):
        DPOTrainer(str(start), tmp_path / "short", max_seq_len=64).train(huge)
    with pytest.raises(UsageError, match="random weights"):
        train(Path("configuration"), tmp_path / "fresh")
    assert not (tmp_path / "short").exists()
