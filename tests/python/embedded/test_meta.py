"""Metaprograms on the embedded library: elaborators, tracing, stepping, kernel replay."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from sensei.core.errors import ToolchainError
from sensei.settings import load_settings
from sensei.toolchain import wheel
from sensei.toolchain.find import Toolchain, embedded_toolchain

META = Path(__file__).resolve().parents[2] / "lean" / "embedded" / "meta"
PROGRAMS = META / "programs"
SAMPLE = """theorem foo (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · exact hp
  · exact hq

theorem bar (n : Nat) : n + 0 = n := by
  rw [Nat.add_zero]
"""


@pytest.fixture(scope="session")
def embedded() -> Toolchain:
    """The embedded Lean, from the user's cache or built now."""
    try:
        wheel.find_wheel()
    except ToolchainError as error:
        pytest.skip(f"no embedded Lean here: {error}")
    return embedded_toolchain(load_settings(), lambda line: None)


def lean(toolchain: Toolchain, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs Lean; its messages are on stdout."""
    environment = {**os.environ, "LEAN_PATH": str(toolchain.lean.parent.parent / "lib" / "lean")}
    return subprocess.run(
        [str(toolchain.lean), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=environment,
    )


@pytest.mark.parametrize("file", sorted(META.glob("*.lean")), ids=lambda file: file.stem)
def test_nothing_is_wrong(embedded: Toolchain, file: Path) -> None:
    done = lean(embedded, file)
    assert done.returncode == 0, done.stdout + done.stderr


def test_goals_around_every_tactic(embedded: Toolchain, tmp_path: Path) -> None:
    sample = tmp_path / "Sample.lean"
    sample.write_text(SAMPLE, encoding="utf-8")
    done = lean(embedded, "--run", PROGRAMS / "trace.lean", sample)
    assert done.returncode == 0, done.stdout + done.stderr
    steps = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    constructor = next(s for s in steps if s["kind"] == "Lean.Parser.Tactic.constructor")
    assert constructor["before"] == ["p q : Prop\nhp : p\nhq : q\n⊢ p ∧ q"]
    assert [goal.split("\n")[0] for goal in constructor["after"]] == ["case left", "case right"]
    rewrite = next(s for s in steps if s["kind"] == "Lean.Parser.Tactic.rewriteSeq")
    assert (rewrite["before"], rewrite["after"]) == (["n : Nat\n⊢ n + 0 = n"], ["n : Nat\n⊢ n = n"])
    assert "commands 3" in done.stdout


def test_a_theorem_is_opened_stepped_and_finished(embedded: Toolchain) -> None:
    done = lean(embedded, "--run", PROGRAMS / "gym.lean")
    assert done.returncode == 0, done.stdout + done.stderr
    out = done.stdout
    assert "⊢ p ∧ q]; env has it: false" in out
    assert "case left" in out
    assert "case right" in out
    assert "error: Type mismatch" in out
    assert "error: parse: <input>:2:10" in out
    assert "left 0" in out
    assert "finish: none [] in env: true" in out
    assert "wrong" not in out


def test_a_module_is_replayed_in_the_kernel(embedded: Toolchain, tmp_path: Path) -> None:
    source, olean = tmp_path / "X.lean", tmp_path / "X.olean"
    source.write_text(SAMPLE, encoding="utf-8")
    assert lean(embedded, "-R", tmp_path, "-o", olean, source).returncode == 0
    done = lean(embedded, "--run", PROGRAMS / "replay.lean", olean)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "replayed 2 true" in done.stdout
    assert "refused: (kernel) declaration type mismatch, 'bad' has type" in done.stdout
    assert "refused too" in done.stdout
    assert "WRONG" not in done.stdout
    assert "axioms #[propext, Classical.choice, Quot.sound]" in done.stdout
