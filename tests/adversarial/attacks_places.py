"""Proofs that lean on where they stand: variables, neighbours, definitions, instances."""

from __future__ import annotations

from attack import SHAPES, Attack
from sensei.core.types import VerdictReason

R = VerdictReason
PLACES = (
    Attack(
        "a theorem that comes later",
        "named",
        "absurd (later 1) (by decide)",
        R.DOES_NOT_COMPILE,
        "named",
        "by rfl",
        SHAPES,
    ),
    Attack(
        "a variable that is not there",
        "not_included",
        "h ▸ rfl",
        R.DOES_NOT_COMPILE,
        "not_included",
        "rfl",
        SHAPES,
    ),
    Attack(
        "an included variable", "included", "by sorry", R.SORRY, "included", "by rw [h]", SHAPES
    ),
    Attack("a private theorem", "hidden", "by sorry", R.SORRY, "hidden", "by decide", SHAPES),
    Attack(
        "a proof by alternatives",
        "by_cases_on",
        "| 0 => Nat.le_refl 0",
        R.DOES_NOT_COMPILE,
        "by_cases_on",
        "fun n => Nat.zero_le n",
        SHAPES,
    ),
    Attack(
        "a simp lemma",
        "simplifies",
        "by simp [simplifies]",
        R.DOES_NOT_COMPILE,
        "simplifies",
        "by rfl",
        SHAPES,
    ),
    Attack(
        "a comment that takes in its neighbour",
        "on_one_line",
        "trivial --",
        R.CONTEXT_CHANGED,
        "on_one_line",
        "trivial",
        SHAPES,
    ),
    Attack("another meaning", "size", "n + 2 - 1", R.CONTEXT_CHANGED, "size", "n + 1", SHAPES),
    Attack("another instance", "shape", "⟨7⟩", R.CONTEXT_CHANGED, "shape", "⟨0⟩", SHAPES),
)
