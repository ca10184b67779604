"""Metaprograms on the embedded library: elaborators, tracing, stepping, kernel replay."""

from __future__ import annotations

import json
import subprocess


def test_goals_around_every_tactic(traced: subprocess.CompletedProcess[str]) -> None:
    assert traced.returncode == 0, traced.stdout + traced.stderr
    steps = [json.loads(line) for line in traced.stdout.splitlines() if line.startswith("{")]
    constructor = next(s for s in steps if s["kind"] == "Lean.Parser.Tactic.constructor")
    assert constructor["before"] == ["p q : Prop\nhp : p\nhq : q\n⊢ p ∧ q"]
    assert [goal.split("\n")[0] for goal in constructor["after"]] == ["case left", "case right"]
    rewrite = next(s for s in steps if s["kind"] == "Lean.Parser.Tactic.rewriteSeq")
    assert (rewrite["before"], rewrite["after"]) == (["n : Nat\n⊢ n + 0 = n"], ["n : Nat\n⊢ n = n"])
    assert "commands 3" in traced.stdout


def test_a_theorem_is_opened_stepped_and_finished(
    stepped: subprocess.CompletedProcess[str],
) -> None:
    assert stepped.returncode == 0, stepped.stdout + stepped.stderr
    out = stepped.stdout
    assert "⊢ p ∧ q]; env has it: false" in out
    assert "case left" in out
    assert "case right" in out
    assert "error: Type mismatch" in out
    assert "error: parse: <input>:2:10" in out
    assert "left 0" in out
    assert "finish: none [] in env: true" in out
    assert "wrong" not in out


def test_a_module_is_replayed_in_the_kernel(replayed: subprocess.CompletedProcess[str]) -> None:
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert "replayed 2 true" in replayed.stdout
    assert "refused: (kernel) declaration type mismatch, 'bad' has type" in replayed.stdout
    assert "refused too" in replayed.stdout
    assert "WRONG" not in replayed.stdout
    assert "axioms #[propext, Classical.choice, Quot.sound]" in replayed.stdout
