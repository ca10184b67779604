"""The steps of each kind of structured tactic, against golden files.

Set SENSEI_UPDATE_GOLDEN=1 to write the golden files anew, and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tracing import GOLDEN, check_effects, check_places, steps_text, trace_file

from sensei.toolchain.workspace import LeanWorkspace

SOURCES = sorted(GOLDEN.glob("*.lean"))


def test_there_are_golden_files() -> None:
    assert len(SOURCES) == 7


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_steps_are_those_written(source: Path, kata: LeanWorkspace, tmp_path: Path) -> None:
    record = trace_file(kata, source, tmp_path / "record.json")
    assert not record.HasField("failure"), record.failure.message
    check_places(record.module)
    check_effects(record.module)
    text = steps_text(record.module)
    golden = source.with_suffix(".txt")
    if os.environ.get("SENSEI_UPDATE_GOLDEN"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


TERMS = """\
theorem by_simp (n : Nat) (xs : List Nat) : (xs ++ []).length + n * 1 = xs.length + n := by
  simp

theorem apart (p q : Prop) (h : p ∧ q) : q ∧ p := by
  refine ⟨?_, ?_⟩
  · exact h.2
  · exact h.1

theorem hidden (p : Prop) : p → ∀ _ : p, p := by
  intro _ hp
  exact hp
"""


def test_links_and_the_constants_of_terms(kata: LeanWorkspace, tmp_path: Path) -> None:
    source = tmp_path / "Terms.lean"
    source.write_text(TERMS, "utf-8")
    module = trace_file(kata, source, tmp_path / "record.json").module
    check_effects(module)
    used = {
        step.text: {module.constants[index].name for index in step.term_constants}
        for step in module.steps
    }
    assert {"List.append_nil", "Nat.mul_one"} <= used["simp"]
    assert "And.intro" in used["refine ⟨?_, ?_⟩"]
    assert "And.right" in used["exact h.2"] | used["· exact h.2"]
    refine = next(step for step in module.steps if step.text.startswith("refine"))
    assert [list(link.subgoals) for link in refine.links] == [list(refine.goals_after)]
    # A name with a dagger cannot be written back; it stands in no type here.
    assert all(goal.parses_back for goal in module.goals)
