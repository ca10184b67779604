"""Rewards from a real Lean, and ``sensei train grpo`` on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from fakes.checkpoints import write_tiny
from sensei.cli.main import main
from sensei.cli.train_grpo import REWARDS as OFFERED
from sensei.core.errors import UsageError
from sensei.data.proof_goals import ProofGoal, proof_goals
from sensei.loop.rewards import REWARDS, lean_rewards
from sensei.models.checkpoint import read_manifest
from sensei.settings import Settings
from sensei.store import open_store
from sensei.toolchain.workspace import open_workspace

ALL_TRAIN = ("data", "split", "--seed", "0", "--ratios", "1,0,0")


class HalfWay:
    """A progress model to which a goal is as far as it is long."""

    def estimate(self, states: list[str]) -> list[float]:
        return [float(len(state)) for state in states]


def goals_of(project: Path) -> dict[str, ProofGoal]:
    assert main([*ALL_TRAIN, "--project", str(project)]) == 0
    store = open_store(f"sqlite:///{project}/.lake/sensei/sensei.db")
    try:
        goals = proof_goals(store, store.split("default"), "train")
    finally:
        store.close()
    return {goal.written.partition("\n")[0]: goal for goal in goals}


def test_what_tactics_are_worth(project: Path, settings: Settings) -> None:
    assert OFFERED == REWARDS
    goals = goals_of(project)
    assert set(goals) == {
        "omega", "intro xs", "simp", "induction n with", "rfl",
        "rw [sum, Nat.mul_add, ih, ← Nat.add_mul, Nat.add_comm n 2, Nat.mul_comm]",
    }  # fmt: skip
    tried = [
        # as it was written
        ("omega", "omega"), ("intro xs", "intro xs"), ("rfl", "rfl"),
        ("induction n with", goals["induction n with"].written),
        # otherwise: at once, so that what follows is left out; in two lines; another goal
        ("intro xs", "simp"), ("intro xs", "intro xs\nsimp"), ("intro xs", "intro ys"),
        # no proof
        ("omega", "rfl"), ("omega", "sorry"), ("omega", "this is no tactic"),
        ("omega", "exact Nat.le_of_lt (Nat.lt_succ_of_lt h) <;> trivial"),
        ("simp", "skip"),
    ]  # fmt: skip
    workspace = open_workspace(project, settings)
    progress: Any = HalfWay()
    with lean_rewards(
        workspace, list(goals.values()), REWARDS, workers=2, tactic_seconds=60, progress=progress
    ) as rewards:
        scores = rewards.score([goals[name] for name, _ in tried], [t for _, t in tried])
        again = rewards.proofs_judged
        functions = {one.__name__: one for one in rewards.functions()}
        assert functions["verified"](completions=["omega"], goals=[goals["omega"]]) == [1.0]
        assert rewards.proofs_judged == again, "what was judged is not judged again"
    worth = {
        (name, tactic): (one.verified, one.closed, one.accepted, one.formatted)
        for (name, tactic), one in zip(tried, scores, strict=True)
        if one is not None
    }
    for written in ("omega", "rfl"):
        assert worth[written, written] == (1, 1, 1, 1)
    assert worth["intro xs", "intro xs"] == (1, 0, 1, 1), "the proof goes on from there"
    assert worth["induction n with", goals["induction n with"].written] == (1, 1, 1, 1)
    assert worth["intro xs", "simp"] == worth["intro xs", "intro xs\nsimp"] == (1, 1, 1, 1)
    assert worth["intro xs", "intro ys"] == (0, 0, 1, 1), "nobody knows how to go on from there"
    assert worth["omega", "rfl"] == (0, 0, 0, 1)
    assert worth["omega", "sorry"] == worth["omega", "this is no tactic"] == (0, 0, 0, 0)
    assert worth["simp", "skip"] == (0, 0, 1, 1)
    assert not rewards.unreachable
    by = dict(zip(tried, scores, strict=True))
    closed, stays = by["omega", "omega"], by["simp", "skip"]
    assert closed is not None
    assert stays is not None
    assert (closed.progress, stays.progress) == (1.0, 0.0)
    # A file that has changed since is not guessed about.
    file = project / "E2E" / "Basic.lean"
    file.write_text("\n" + file.read_text())
    with (
        pytest.raises(UsageError, match="not as it was traced"),
        lean_rewards(workspace, list(goals.values()), REWARDS, workers=1, progress=progress),
    ):
        pass


def test_train_grpo(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)
    assert main(ALL_TRAIN) == 0
    start = str(write_tiny(project / "start", max_new_tokens=12))
    words = ("train", "grpo", "--model", start, "--threads", "1", "--device", "cpu", "--json")
    capsys.readouterr()

    def said(*more: str, code: int = 0) -> str:
        assert main([*words, *more]) == code
        captured = capsys.readouterr()
        return captured.err if code else captured.out

    plan = json.loads(said("--dry-run", "--reward", "closed", "--limit", "3"))
    assert plan == {"goals": 3, "theorems": 3, "rewards": {"closed": 1.0}}
    refused = said("--batch-size", "6", code=2)
    assert "6 completions is not made of whole groups of 8" in refused
    assert "needs a progress model" in said("--reward", "progress", code=2)
    made = json.loads(said(
        "--generations", "4", "--batch-size", "12", "--temperature", "2",
        "--reward", "verified=1", "--reward", "accepted=0.25", "--epochs", "1",
        "--tactic-seconds", "60", "--max-new-tokens", "10",
    ))  # fmt: skip
    assert (made["steps"], made["completions"], made["examples"]) == (2, 24, 6)
    assert 0 <= made["reward_verified_first"] <= 1
    assert made["seconds_verify"] > 0
    manifest = read_manifest(Path(made["checkpoint"]))
    assert manifest.config["reward_weights"] == [1.0, 0.25]
    assert manifest.config["max_new_tokens"] == 10
    assert manifest.max_new_tokens == 12, "what serves stays as long"
