"""The steps of each kind of structured tactic, against golden files.

``scripts/test --update-golden tests/lean/trace/test_steps.py`` writes them anew; read what
changed.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tracing import (
    GOLDEN,
    check_effects,
    check_places,
    steps_text,
    trace_file,
    without_measures,
)

from sensei.store.goal_text import printed_parts
from sensei.toolchain.workspace import LeanWorkspace
from sensei.wire.v1 import trace_pb2

SOURCES = sorted(GOLDEN.glob("*.lean"))
HEADER = "import Lean\n"


@pytest.fixture(scope="module")
def traced(kata: LeanWorkspace, tmp_path_factory: pytest.TempPathFactory) -> trace_pb2.TracedModule:
    """All golden sources as one module: a process for each would be most of the time."""
    folder = tmp_path_factory.mktemp("constructs")
    source = folder / "Constructs.lean"
    source.write_text(HEADER + "".join(path.read_text("utf-8") for path in SOURCES), "utf-8")
    record = trace_file(kata, source, folder / "record.json")
    assert not record.HasField("failure"), record.failure.message
    alone = trace_file(kata, source, folder / "alone.json", threads=1)
    # However many threads work through the commands, the record is the same.
    assert without_measures(alone) == without_measures(record)
    return record.module


def lines_of(source: Path) -> tuple[int, int]:
    """The first and the last line of a golden source in the module."""
    before = SOURCES[: SOURCES.index(source)]
    first = 2 + sum(path.read_text("utf-8").count("\n") for path in before)
    return first, first + source.read_text("utf-8").count("\n") - 1


def test_every_construct_has_a_golden_file() -> None:
    assert {path.stem for path in SOURCES} == {
        *("bullet", "case", "next", "then_all", "first", "repeat", "all_goals", "any_goals", "try"),
        *("calc", "conv", "rw", "erw", "simp_rw", "induction", "cases", "rcases", "match"),
        *("have", "show", "term", "macro"),
    }


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_steps_are_those_written(
    source: Path, traced: trace_pb2.TracedModule, request: pytest.FixtureRequest
) -> None:
    text = steps_text(traced, *lines_of(source))
    golden = source.with_suffix(".txt")
    if request.config.getoption("--update-golden"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


def test_places_and_effects_agree_with_the_source(traced: trace_pb2.TracedModule) -> None:
    check_places(traced)
    check_effects(traced)


def test_no_step_is_told_twice(traced: trace_pb2.TracedModule) -> None:
    """The same place from the same goals: one step, whatever macros made of it."""
    runs = Counter(
        (
            step.range.start_byte,
            step.range.end_byte,
            tuple(traced.goals[g].mvar_id for g in step.goals_before),
        )
        for step in traced.steps
    )
    assert [run for run, times in runs.items() if times > 1] == []


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


NAMES = """\
theorem unnamed (p q : Prop) : p → q → p := by
  intros
  assumption

theorem shadowed (x : Nat) (_ : x = 1) : ∀ x : Nat, x = x := by
  intro x
  have : 1 = 1 := rfl
  have : 2 = 2 := rfl
  rfl

theorem quoted («a b» : Nat) (p : Nat × Nat) : p = p ∧ «a b» = «a b» := by
  cases p
  exact ⟨rfl, rfl⟩
"""


def test_hypotheses_have_the_names_that_are_printed(kata: LeanWorkspace, tmp_path: Path) -> None:
    source = tmp_path / "Names.lean"
    source.write_text(NAMES, "utf-8")
    module = trace_file(kata, source, tmp_path / "record.json").module
    told = [[hypothesis.name for hypothesis in goal.hypotheses] for goal in module.goals]
    assert ["p", "q", "a✝¹", "a✝"] in told
    assert ["x✝¹", "x✝", "x", "this✝", "this"] in told
    assert ["«a b»", "fst✝", "snd✝"] in told
    for goal, names in zip(module.goals, told, strict=True):
        if "«" not in goal.pretty:
            assert [name for name, _, _ in printed_parts(goal.pretty)[0]] == names
