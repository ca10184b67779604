"""Proofs that prove nothing, or not enough, and hide it from messages at most."""

from __future__ import annotations

from attack import Attack
from sensei.core.types import VerdictReason

R = VerdictReason
UNPROVED = (
    Attack("sorry", "false_claim", "by sorry", R.SORRY, "two", "by rfl"),
    Attack("sorry as a term", "false_claim", "sorry", R.SORRY, "two", "rfl"),
    Attack("admit", "false_claim", "by admit", R.SORRY, "two", "by decide"),
    Attack(
        "sorry without its warning",
        "false_claim",
        "by\n  set_option warn.sorry false in\n  sorry",
        R.SORRY,
        "two",
        "by\n  set_option pp.all true in\n  rfl",
    ),
    Attack(
        "a sorried lemma",
        "false_claim",
        "by\n  have h : n + n = n := by sorry\n  omega",
        R.SORRY,
        "grows",
        "by\n  have h : n ≤ n := Nat.le_refl n\n  omega",
    ),
    Attack("a suggestion is no proof", "false_claim", "by apply?", R.SORRY, "grows", "by exact?"),
    Attack(
        "its own statement",
        "false_claim",
        "by exact false_claim n",
        R.DOES_NOT_COMPILE,
        "grows",
        "by exact Nat.lt_succ_self n",
    ),
    Attack(
        "half a conjunction",
        "conj",
        "by\n  constructor\n  exact hp",
        R.DOES_NOT_COMPILE,
        "conj",
        "by\n  constructor\n  · exact hp\n  · exact hq",
    ),
    Attack(
        "a proof from nowhere",
        "false_claim",
        "lcProof",
        R.DOES_NOT_COMPILE,
        "two",
        "id rfl",
    ),
    Attack(
        "a helper with sorry",
        "false_claim",
        "helper n\nwhere\n  helper (n : Nat) : n = 0 := sorry",
        R.SORRY,
        "grows",
        "helper n\nwhere\n  helper (n : Nat) : n < n + 1 := Nat.lt_succ_self n",
    ),
    Attack(
        "itself, with a measure",
        "false_claim",
        "false_claim n\ntermination_by n",
        R.DOES_NOT_COMPILE,
        "grows",
        "match n with\n  | 0 => Nat.lt_succ_self 0\n  | k + 1 => Nat.succ_lt_succ (grows k)\n"
        "termination_by n",
    ),
    Attack(
        "itself, with a lie about the measure",
        "false_claim",
        "absurd (false_claim (n + 1)) (Nat.succ_ne_zero n)\ntermination_by n\ndecreasing_by sorry",
        R.SORRY,
        "grows",
        "match n with\n  | 0 => Nat.lt_succ_self 0\n  | k + 1 => Nat.succ_lt_succ (grows k)\n"
        "termination_by n\ndecreasing_by omega",
    ),
)
