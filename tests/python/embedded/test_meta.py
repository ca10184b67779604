"""Metaprograms on the embedded library: elaborators, tracing, stepping, kernel replay."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[str]]
META = Path(__file__).resolve().parents[2] / "lean" / "embedded" / "meta"
PROGRAMS = META / "programs"
SAMPLE = """theorem foo (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · exact hp
  · exact hq

theorem bar (n : Nat) : n + 0 = n := by
  rw [Nat.add_zero]
"""


def test_goals_around_every_tactic(lean: Run, tmp_path: Path) -> None:
    sample = tmp_path / "Sample.lean"
    sample.write_text(SAMPLE, encoding="utf-8")
    done = lean("--run", PROGRAMS / "trace.lean", sample)
    assert done.returncode == 0, done.stdout + done.stderr
    steps = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    constructor = next(s for s in steps if s["kind"] == "Lean.Parser.Tactic.constructor")
    assert constructor["before"] == ["p q : Prop\nhp : p\nhq : q\n⊢ p ∧ q"]
    assert [goal.split("\n")[0] for goal in constructor["after"]] == ["case left", "case right"]
    rewrite = next(s for s in steps if s["kind"] == "Lean.Parser.Tactic.rewriteSeq")
    assert (rewrite["before"], rewrite["after"]) == (["n : Nat\n⊢ n + 0 = n"], ["n : Nat\n⊢ n = n"])
    assert "commands 3" in done.stdout


def test_a_theorem_is_opened_stepped_and_finished(lean: Run) -> None:
    done = lean("--run", PROGRAMS / "gym.lean")
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


def test_a_module_is_replayed_in_the_kernel(lean: Run, tmp_path: Path) -> None:
    source, olean = tmp_path / "X.lean", tmp_path / "X.olean"
    source.write_text(SAMPLE, encoding="utf-8")
    assert lean("-R", tmp_path, "-o", olean, source).returncode == 0
    done = lean("--run", PROGRAMS / "replay.lean", olean)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "replayed 2 true" in done.stdout
    assert "refused: (kernel) declaration type mismatch, 'bad' has type" in done.stdout
    assert "refused too" in done.stdout
    assert "WRONG" not in done.stdout
    assert "axioms #[propext, Classical.choice, Quot.sound]" in done.stdout
