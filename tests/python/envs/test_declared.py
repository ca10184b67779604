"""Where statements end, read off a text."""

from __future__ import annotations

import pytest

from sensei.envs.declared import statement_end

TEXT = r"""
import A
/- theorem commented : True := by
   /- nested -/ trivial -/
namespace One.Two
section Part
-- theorem commented : True
def text := "theorem quoted : \" := x"
theorem first (n : Nat := 3) (c : Char := ':') : n = n := by
  rfl
end Part
private theorem second : ∀ n : Nat, 0 ≤ n
  | 0 => Nat.le_refl _
  | n + 1 => Nat.zero_le _
theorem _root_.Elsewhere.third.{u} (α : Type u) :
    (fun x : α => x) = id :=
  rfl
end Two
theorem «fourth theorem» : { x : Nat | x = 1 } = { x | 1 = x } := sorry
end One
noncomputable section
@[simp] lemma fifth : let x := 1; x = 1 := rfl
end
set_option pp.all true in
theorem One.sixth : True := trivial
axiom seventh : True
"""


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        ("One.Two.first", "theorem first (n : Nat := 3) (c : Char := ':') : n = n "),
        ("One.Two.second", "theorem second : ∀ n : Nat, 0 ≤ n\n  "),
        ("Elsewhere.third", "theorem _root_.Elsewhere.third.{u} (α : Type u) :\n"
         "    (fun x : α => x) = id "),
        ("One.«fourth theorem»", "theorem «fourth theorem» : { x : Nat | x = 1 } = { x | 1 = x } "),
        ("One.sixth", "theorem One.sixth : True "),
        ("One.Two.text", "def text "),
    ],
)  # fmt: skip
def test_a_statement_is_found(name: str, statement: str) -> None:
    place = statement_end(TEXT, name)
    assert place is not None
    assert TEXT[slice(*place)] == statement


@pytest.mark.parametrize(
    "name", ["first", "Two.first", "One.first", "commented", "One.Two.quoted", "third", "sixth"]
)
def test_what_is_not_declared_is_not_found(name: str) -> None:
    assert statement_end(TEXT, name) is None


def test_a_statement_without_a_body_has_no_end() -> None:
    assert statement_end("theorem t : True", "t") is None
