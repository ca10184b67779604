prelude
import Init.Data.Nat.Basic
import Init.Data.Nat.Linear

/-!
# Offsets

What the simplification procedures of `Nat` cite when they cancel literals: comparisons and
differences of `a + b` and `c + d` for literals `b` and `d`.
-/

namespace Nat.Simproc

theorem sub_add_eq_comm (a b c : Nat) : a - (b + c) = a - c - b :=
  (congrArg (a - ·) (Nat.add_comm b c)).trans (Nat.sub_add_eq a c b)

theorem add_eq_add_sub_add (c : Nat) {b d : Nat} (h : b ≤ d) : c + d = c + (d - b) + b :=
  (congrArg (c + ·) (Nat.sub_add_cancel h).symm).trans (Nat.add_assoc c (d - b) b).symm

theorem add_sub_add_le (a c : Nat) {b d : Nat} (h : b ≤ d) :
    a + b - (c + d) = a - (c + (d - b)) :=
  (congrArg (a + b - ·) (add_eq_add_sub_add c h)).trans (Nat.add_sub_add_right a b (c + (d - b)))

theorem add_sub_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) :
    a + b - (c + d) = a + (b - d) - c :=
  (sub_add_eq_comm (a + b) c d).trans (congrArg (· - c) (Nat.add_sub_assoc h a))

theorem add_sub_le (a : Nat) {b c : Nat} (h : b ≤ c) : a + b - c = a - (c - b) :=
  (congrArg (a + b - ·) (Nat.sub_add_cancel h).symm).trans (Nat.add_sub_add_right a b (c - b))

theorem add_eq_gt (a : Nat) {b c : Nat} (h : b > c) : (a + b = c) = False :=
  eq_false fun e => Nat.not_le_of_gt h (Nat.le_trans (Nat.le_add_left b a) (Nat.le_of_eq e))

theorem eq_add_gt (a : Nat) {b c : Nat} (h : c > a) : (a = b + c) = False :=
  eq_false fun e => Nat.not_le_of_gt h (Nat.le_trans (Nat.le_add_left c b) (Nat.le_of_eq e.symm))

theorem add_eq_add_le (a c : Nat) {b d : Nat} (h : b ≤ d) :
    (a + b = c + d) = (a = c + (d - b)) :=
  (congrArg (a + b = ·) (add_eq_add_sub_add c h)).trans (propext Nat.add_right_cancel_iff)

theorem add_eq_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) :
    (a + b = c + d) = (a + (b - d) = c) :=
  (congrArg (· = c + d) (add_eq_add_sub_add a h)).trans (propext Nat.add_right_cancel_iff)

theorem add_eq_le (a : Nat) {b c : Nat} (h : b ≤ c) : (a + b = c) = (a = c - b) :=
  (congrArg (a + b = ·) (Nat.sub_add_cancel h).symm).trans (propext Nat.add_right_cancel_iff)

theorem eq_add_le {a : Nat} (b : Nat) {c : Nat} (h : c ≤ a) : (a = b + c) = (b = a - c) :=
  (congrArg (· = b + c) (Nat.sub_add_cancel h).symm).trans
    (propext (Nat.add_right_cancel_iff.trans eq_comm))

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
  (congrArg (a + b ≤ ·) (add_eq_add_sub_add c h)).trans (propext Nat.add_le_add_iff_right)

theorem add_le_add_ge (a c : Nat) {b d : Nat} (h : b ≥ d) :
    (a + b ≤ c + d) = (a + (b - d) ≤ c) :=
  (congrArg (· ≤ c + d) (add_eq_add_sub_add a h)).trans (propext Nat.add_le_add_iff_right)

theorem add_le_le (a : Nat) {b c : Nat} (h : b ≤ c) : (a + b ≤ c) = (a ≤ c - b) :=
  (congrArg (a + b ≤ ·) (Nat.sub_add_cancel h).symm).trans (propext Nat.add_le_add_iff_right)

theorem add_le_gt (a : Nat) {b c : Nat} (h : b > c) : (a + b ≤ c) = False :=
  eq_false fun k => Nat.not_le_of_gt h (Nat.le_trans (Nat.le_add_left b a) k)

theorem le_add_le (a : Nat) {b c : Nat} (h : a ≤ c) : (a ≤ b + c) = True :=
  eq_true (Nat.le_trans h (Nat.le_add_left c b))

theorem le_add_ge {a : Nat} (b : Nat) {c : Nat} (_ : a ≥ c) : (a ≤ b + c) = (a - c ≤ b) :=
  propext Nat.sub_le_iff_le_add.symm

end Nat.Simproc
