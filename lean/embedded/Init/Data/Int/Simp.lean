prelude
import Init.Omega

/-!
# Integers: simplification rules

Cancelling in equations and inequalities, signs, and casts compared with literals.
-/

namespace Int

attribute [simp] Int.add_sub_cancel Int.sub_add_cancel Int.add_left_neg Int.add_right_neg
  Int.add_le_add_iff_left Int.add_le_add_iff_right Int.neg_le_neg_iff Int.sub_nonneg
  Int.lt_irrefl Int.neg_add_cancel_left Int.natCast_inj

variable {a b c : Int}

@[simp] protected theorem add_sub_cancel_left (a b : Int) : a + b - a = b := by omega
@[simp] protected theorem add_neg_cancel_right (a b : Int) : a + b + -b = a := by omega
@[simp] protected theorem add_neg_cancel_left (a b : Int) : a + (-a + b) = b := by omega
@[simp] protected theorem add_lt_add_iff_left (a : Int) : a + b < a + c ↔ b < c := by omega
@[simp] protected theorem add_lt_add_iff_right (c : Int) : a + c < b + c ↔ a < b := by omega
@[simp] protected theorem add_left_inj (c : Int) : a + c = b + c ↔ a = b := by omega
@[simp] protected theorem add_right_inj (c : Int) : c + a = c + b ↔ a = b := by omega
@[simp] protected theorem neg_lt_neg_iff : -a < -b ↔ b < a := by omega
@[simp] protected theorem neg_inj : -a = -b ↔ a = b := by omega
@[simp] protected theorem neg_eq_zero : -a = 0 ↔ a = 0 := by omega
@[simp] protected theorem sub_pos : 0 < a - b ↔ b < a := by omega
@[simp] protected theorem neg_pos : 0 < -a ↔ a < 0 := by omega
@[simp] protected theorem neg_nonneg : 0 ≤ -a ↔ a ≤ 0 := by omega
@[simp] protected theorem neg_lt_zero : -a < 0 ↔ 0 < a := by omega
@[simp] protected theorem neg_nonpos : -a ≤ 0 ↔ 0 ≤ a := by omega
@[simp] protected theorem lt_add_one (a : Int) : a < a + 1 := by omega
@[simp] protected theorem natCast_eq_zero {n : Nat} : (n : Int) = 0 ↔ n = 0 := by omega
@[simp] protected theorem natCast_pos {n : Nat} : 0 < (n : Int) ↔ 0 < n := by omega
@[simp] protected theorem natCast_ne_zero {n : Nat} : (n : Int) ≠ 0 ↔ n ≠ 0 := by omega

protected theorem sub_eq_zero : a - b = 0 ↔ a = b := by omega
protected theorem eq_iff_le_and_ge : a = b ↔ a ≤ b ∧ b ≤ a := by omega
protected theorem sub_lt_self (a : Int) (h : 0 < b) : a - b < a := by omega
protected theorem sub_le_self (a : Int) (h : 0 ≤ b) : a - b ≤ a := by omega
protected theorem le_sub_iff_add_le : a ≤ b - c ↔ a + c ≤ b := by omega
protected theorem sub_le_iff_le_add : a - b ≤ c ↔ a ≤ c + b := by omega
protected theorem lt_sub_iff_add_lt : a < b - c ↔ a + c < b := by omega
protected theorem sub_lt_iff_lt_add : a - b < c ↔ a < c + b := by omega
protected theorem add_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a + b := by omega
protected theorem add_pos (ha : 0 < a) (hb : 0 < b) : 0 < a + b := by omega
protected theorem two_mul (a : Int) : 2 * a = a + a := by omega
protected theorem mul_two (a : Int) : a * 2 = a + a := by omega

@[simp] protected theorem mul_eq_zero : a * b = 0 ↔ a = 0 ∨ b = 0 := by
  refine ⟨fun h => ?_, fun h => h.elim (fun h => by rw [h, Int.zero_mul])
    (fun h => by rw [h, Int.mul_zero])⟩
  if ha : a = 0 then exact .inl ha
  else
    refine .inr ?_
    rw [← Int.mul_ediv_cancel_left b ha, h, Int.zero_ediv]

protected theorem mul_ne_zero (ha : a ≠ 0) (hb : b ≠ 0) : a * b ≠ 0 := fun h =>
  (Int.mul_eq_zero.mp h).elim ha hb

theorem eq_of_mul_eq_mul_left (ha : a ≠ 0) (h : a * b = a * c) : b = c := by
  rw [← Int.mul_ediv_cancel_left b ha, h, Int.mul_ediv_cancel_left c ha]

theorem eq_of_mul_eq_mul_right (ha : a ≠ 0) (h : b * a = c * a) : b = c := by
  rw [Int.mul_comm b, Int.mul_comm c] at h
  exact eq_of_mul_eq_mul_left ha h

end Int

namespace Nat

variable {a b : Nat}

attribute [simp] Nat.add_one_pos Nat.mul_eq_zero Nat.add_eq_zero_iff

@[simp] protected theorem add_eq_right : a + b = b ↔ a = 0 := by omega
@[simp] protected theorem add_eq_left : a + b = a ↔ b = 0 := by omega
@[simp] protected theorem right_eq_add : b = a + b ↔ a = 0 := by omega
@[simp] protected theorem left_eq_add : a = a + b ↔ b = 0 := by omega

end Nat
