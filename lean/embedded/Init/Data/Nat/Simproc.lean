prelude
import Init.Omega
import Init.Data.Nat.Linear

/-!
# Offsets

What the simplification procedures of `Nat` cite when they cancel literals: comparisons and
differences of `a + b` and `c + d` for literals `b` and `d`.
-/

namespace Nat.Simproc

theorem sub_add_eq_comm (a b c : Nat) : a - (b + c) = a - c - b := by omega

theorem add_sub_add_le (a c : Nat) {b d : Nat} (h : b ≤ d) :
    a + b - (c + d) = a - (c + (d - b)) := by omega

theorem add_sub_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) :
    a + b - (c + d) = a + (b - d) - c := by omega

theorem add_sub_le (a : Nat) {b c : Nat} (h : b ≤ c) : a + b - c = a - (c - b) := by omega

theorem add_eq_gt (a : Nat) {b c : Nat} (h : b > c) : (a + b = c) = False :=
  eq_false (by omega)

theorem eq_add_gt (a : Nat) {b c : Nat} (h : c > a) : (a = b + c) = False :=
  eq_false (by omega)

theorem add_eq_add_le (a c : Nat) {b d : Nat} (h : b ≤ d) :
    (a + b = c + d) = (a = c + (d - b)) :=
  propext (by omega)

theorem add_eq_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) :
    (a + b = c + d) = (a + (b - d) = c) :=
  propext (by omega)

theorem add_eq_le (a : Nat) {b c : Nat} (h : b ≤ c) : (a + b = c) = (a = c - b) :=
  propext (by omega)

theorem eq_add_le {a : Nat} (b : Nat) {c : Nat} (h : c ≤ a) : (a = b + c) = (b = a - c) :=
  propext (by omega)

theorem beqEqOfEqEq {a b c d : Nat} (p : (a = b) = (c = d)) : (a == b) = (c == d) := by
  show decide (a = b) = decide (c = d)
  if h : a = b then
    rw [decide_eq_true h, decide_eq_true (p.mp h)]
  else
    rw [decide_eq_false h, decide_eq_false fun h' => h (p.mpr h')]

theorem beqFalseOfEqFalse {a b : Nat} (p : (a = b) = False) : (a == b) = false :=
  decide_eq_false (of_eq_false p)

theorem bneEqOfEqEq {a b c d : Nat} (p : (a = b) = (c = d)) : (a != b) = (c != d) :=
  congrArg not (beqEqOfEqEq p)

theorem bneTrueOfEqFalse {a b : Nat} (p : (a = b) = False) : (a != b) = true :=
  congrArg not (beqFalseOfEqFalse p)

theorem add_le_add_le (a c : Nat) {b d : Nat} (h : b ≤ d) :
    (a + b ≤ c + d) = (a ≤ c + (d - b)) :=
  propext (by omega)

theorem add_le_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) :
    (a + b ≤ c + d) = (a + (b - d) ≤ c) :=
  propext (by omega)

theorem add_le_le (a : Nat) {b c : Nat} (h : b ≤ c) : (a + b ≤ c) = (a ≤ c - b) :=
  propext (by omega)

theorem add_le_gt (a : Nat) {b c : Nat} (h : b > c) : (a + b ≤ c) = False :=
  eq_false (by omega)

theorem le_add_le (a : Nat) {b c : Nat} (h : a ≤ c) : (a ≤ b + c) = True :=
  eq_true (by omega)

theorem le_add_ge {a : Nat} (b : Nat) {c : Nat} (h : a ≥ c) : (a ≤ b + c) = (a - c ≤ b) :=
  propext (by omega)

end Nat.Simproc
