"""Native tactics on the embedded library: every file of tests/lean/embedded compiles."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
FILES = Path(__file__).resolve().parents[2] / "lean" / "embedded"
ALLOWED_AXIOMS = {"propext", "Classical.choice", "Quot.sound"}


@pytest.mark.parametrize("file", sorted(FILES.rglob("*.lean")), ids=lambda file: file.stem)
def test_every_goal_is_closed(
    compiled: Callable[[Path], subprocess.CompletedProcess[str]], file: Path
) -> None:
    done = compiled(file)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sorry" not in done.stdout, done.stdout


def test_an_unprovable_goal_is_refused(lean: Run, tmp_path: Path) -> None:
    file = tmp_path / "Wrong.lean"
    file.write_text("example (a b : Int) (h : a ≤ b) : a < b := by omega\n", encoding="utf-8")
    done = lean(file)
    assert done.returncode == 1
    assert "omega could not prove the goal" in done.stdout


def test_proofs_rest_on_the_usual_axioms(lean: Run, tmp_path: Path) -> None:
    file = tmp_path / "Axioms.lean"
    proofs = {
        "by_omega": "(a b : Nat) (h : 3 * a + 2 * b = 12) (_ : a = b - 1 + 1) : a = b ∨ b = 0 := "
        "by omega",
        "by_ac": "(a b c : Int) : a + b * c + a = c * b + (a + a) := by ac_rfl",
        "by_arith": "(a b : Int) (h : 2 * a + 2 * b ≤ 3) : a + b ≤ 1 := by simp +arith at h; omega",
    }
    file.write_text(
        "".join(f"theorem {name} {text}\n#print axioms {name}\n" for name, text in proofs.items()),
        encoding="utf-8",
    )
    done = lean(file)
    assert done.returncode == 0, done.stdout + done.stderr
    lists = re.findall(r"depends on axioms: \[(.*?)\]", done.stdout, re.S)
    assert {axiom.strip() for names in lists for axiom in names.split(",")} <= ALLOWED_AXIOMS
    assert len(lists) + done.stdout.count("does not depend on any axioms") == len(proofs)
