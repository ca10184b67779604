prelude
import Init.Data.Nat.Basic
import Init.PropLemmas
import Init.Omega

/-!
# Natural numbers: lemmas

Minimum and maximum, truncated subtraction, powers, and division beyond what the definitions need.
Names and statements are those of Lean 4.35's public interface; the proofs are ours.
-/

set_option linter.all false

namespace Nat

/-! ## Minimum and maximum -/

protected theorem min_comm (a b : Nat) : min a b = min b a := by
  simp only [Nat.min_def]; split <;> split <;> omega
protected theorem max_comm (a b : Nat) : max a b = max b a := by
  simp only [Nat.max_def]; split <;> split <;> omega
@[simp] protected theorem min_self (a : Nat) : min a a = a := Nat.min_eq_left (Nat.le_refl a)
@[simp] protected theorem max_self (a : Nat) : max a a = a := Nat.max_eq_right (Nat.le_refl a)
@[simp] protected theorem zero_min (a : Nat) : min 0 a = 0 := Nat.min_eq_left (Nat.zero_le a)
@[simp] protected theorem min_zero (a : Nat) : min a 0 = 0 := Nat.min_eq_right (Nat.zero_le a)
@[simp] protected theorem zero_max (a : Nat) : max 0 a = a := Nat.max_eq_right (Nat.zero_le a)
@[simp] protected theorem max_zero (a : Nat) : max a 0 = a := Nat.max_eq_left (Nat.zero_le a)
protected theorem le_min {a b c : Nat} : a ≤ min b c ↔ a ≤ b ∧ a ≤ c := by
  rw [Nat.min_def]; split <;> omega
protected theorem lt_min {a b c : Nat} : a < min b c ↔ a < b ∧ a < c := by
  rw [Nat.min_def]; split <;> omega
protected theorem max_le {a b c : Nat} : max a b ≤ c ↔ a ≤ c ∧ b ≤ c := by
  rw [Nat.max_def]; split <;> omega
protected theorem max_lt {a b c : Nat} : max a b < c ↔ a < c ∧ b < c := by
  rw [Nat.max_def]; split <;> omega
protected theorem min_assoc (a b c : Nat) : min (min a b) c = min a (min b c) := by
  simp only [Nat.min_def]; repeat' split
  all_goals omega
protected theorem max_assoc (a b c : Nat) : max (max a b) c = max a (max b c) := by
  simp only [Nat.max_def]; repeat' split
  all_goals omega
protected theorem min_le_of_left_le {a b c : Nat} (h : a ≤ c) : min a b ≤ c :=
  Nat.le_trans (Nat.min_le_left a b) h
protected theorem min_le_of_right_le {a b c : Nat} (h : b ≤ c) : min a b ≤ c :=
  Nat.le_trans (Nat.min_le_right a b) h
protected theorem le_max_of_le_left {a b c : Nat} (h : a ≤ b) : a ≤ max b c :=
  Nat.le_trans h (Nat.le_max_left b c)
protected theorem le_max_of_le_right {a b c : Nat} (h : a ≤ c) : a ≤ max b c :=
  Nat.le_trans h (Nat.le_max_right b c)
protected theorem succ_min_succ (a b : Nat) : min (a + 1) (b + 1) = min a b + 1 := by
  simp only [Nat.min_def]; split <;> split <;> omega
protected theorem succ_max_succ (a b : Nat) : max (a + 1) (b + 1) = max a b + 1 := by
  simp only [Nat.max_def]; split <;> split <;> omega
protected theorem add_min_add_right (a b c : Nat) : min (a + c) (b + c) = min a b + c := by
  simp only [Nat.min_def]; split <;> split <;> omega
protected theorem add_max_add_right (a b c : Nat) : max (a + c) (b + c) = max a b + c := by
  simp only [Nat.max_def]; split <;> split <;> omega
protected theorem add_min_add_left (a b c : Nat) : min (a + b) (a + c) = a + min b c := by
  simp only [Nat.min_def]; split <;> split <;> omega
protected theorem add_max_add_left (a b c : Nat) : max (a + b) (a + c) = a + max b c := by
  simp only [Nat.max_def]; split <;> split <;> omega
protected theorem min_add_max (a b : Nat) : min a b + max a b = a + b := by
  simp only [Nat.min_def, Nat.max_def]; split <;> omega

/-! ## Subtraction -/

protected theorem sub_lt_sub_right {a b c : Nat} (h : c ≤ a) (k : a < b) : a - c < b - c := by
  omega
protected theorem sub_lt_sub_left {k m n : Nat} (h : k < m) (l : k < n) : m - n < m - k := by omega
protected theorem sub_eq_iff_eq_add {a b c : Nat} (h : b ≤ a) : a - b = c ↔ a = c + b := by omega
protected theorem sub_eq_iff_eq_add' {a b c : Nat} (h : b ≤ a) : a - b = c ↔ a = b + c := by omega
protected theorem le_sub_iff_add_le {x y k : Nat} (h : k ≤ y) : x ≤ y - k ↔ x + k ≤ y := by omega
protected theorem lt_sub_iff_add_lt {a b c : Nat} : a < c - b ↔ a + b < c := by omega
protected theorem lt_sub_iff_add_lt' {a b c : Nat} : a < c - b ↔ b + a < c := by omega
protected theorem sub_lt_iff_lt_add {a b c : Nat} (h : b ≤ a) : a - b < c ↔ a < c + b := by omega
protected theorem sub_le_sub_iff_right {n m k : Nat} (h : k ≤ m) : n - k ≤ m - k ↔ n ≤ m := by omega
protected theorem sub_add_sub_cancel {a b c : Nat} (h : b ≤ a) (k : c ≤ b) :
    a - b + (b - c) = a - c := by omega
protected theorem sub_sub_self {n m : Nat} (h : m ≤ n) : n - (n - m) = m := by omega
protected theorem sub_pos_iff_lt {n m : Nat} : 0 < n - m ↔ m < n := by omega
protected theorem sub_eq_zero_iff_le {n m : Nat} : n - m = 0 ↔ n ≤ m := by omega
protected theorem sub_one_lt_iff {n : Nat} : n - 1 < n ↔ 0 < n := by omega
protected theorem le_sub_one_iff_lt {m n : Nat} (h : 0 < m) : n ≤ m - 1 ↔ n < m := by omega
protected theorem sub_le_sub {n m k l : Nat} (h : n ≤ m) (k' : l ≤ k) : n - k ≤ m - l := by omega
protected theorem le_add_one_iff {m n : Nat} : m ≤ n + 1 ↔ m ≤ n ∨ m = n + 1 := by omega
protected theorem lt_iff_add_one_le {m n : Nat} : m < n ↔ m + 1 ≤ n := Iff.rfl
protected theorem one_le_iff_ne_zero {n : Nat} : 1 ≤ n ↔ n ≠ 0 := by omega
protected theorem eq_one_of_lt_two_of_pos {n : Nat} (h : n < 2) (k : 0 < n) : n = 1 := by omega
protected theorem add_eq_one_iff {m n : Nat} :
    m + n = 1 ↔ m = 0 ∧ n = 1 ∨ m = 1 ∧ n = 0 := by omega
protected theorem add_pos_left {m : Nat} (h : 0 < m) (n : Nat) : 0 < m + n := by omega
protected theorem add_pos_iff_pos_or_pos {m n : Nat} : 0 < m + n ↔ 0 < m ∨ 0 < n := by omega
protected theorem add_self_ne_one (n : Nat) : n + n ≠ 1 := by omega
protected theorem two_mul_ne_two_mul_add_one {n m : Nat} : 2 * n ≠ 2 * m + 1 := by omega

/-! ## Powers -/

protected theorem one_pow (n : Nat) : 1 ^ n = 1 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.pow_succ, ih]
protected theorem zero_pow {n : Nat} (h : 0 < n) : 0 ^ n = 0 := by
  match n, h with
  | n + 1, _ => rw [Nat.pow_succ, Nat.mul_zero]
protected theorem pow_add (a m n : Nat) : a ^ (m + n) = a ^ m * a ^ n := by
  induction n with
  | zero => rw [Nat.add_zero, Nat.pow_zero, Nat.mul_one]
  | succ n ih => rw [Nat.add_succ, Nat.pow_succ, Nat.pow_succ, ih, Nat.mul_assoc]
protected theorem pow_two (a : Nat) : a ^ 2 = a * a := by
  rw [Nat.pow_succ, Nat.pow_succ, Nat.pow_zero, Nat.one_mul]
protected theorem pow_succ' {m n : Nat} : m ^ (n + 1) = m * m ^ n := by
  rw [Nat.pow_succ, Nat.mul_comm]
protected theorem pow_mul (a m n : Nat) : a ^ (m * n) = (a ^ m) ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.mul_succ, Nat.pow_add, Nat.pow_succ, ih]
protected theorem mul_pow (a b n : Nat) : (a * b) ^ n = a ^ n * b ^ n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [Nat.pow_succ, Nat.pow_succ, Nat.pow_succ, ih, Nat.mul_assoc, Nat.mul_assoc,
      Nat.mul_left_comm (b ^ n)]
protected theorem lt_two_pow_self {n : Nat} : n < 2 ^ n := by
  induction n with
  | zero => exact Nat.zero_lt_one
  | succ n ih => rw [Nat.pow_succ]; omega

/-! ## Rearrangement, multiplication and order -/

protected theorem mul_mul_mul_comm (a b c d : Nat) : (a * b) * (c * d) = (a * c) * (b * d) := by
  rw [Nat.mul_assoc, Nat.mul_left_comm b c d, ← Nat.mul_assoc]

protected theorem add_add_add_comm (a b c d : Nat) : (a + b) + (c + d) = (a + c) + (b + d) := by
  rw [Nat.add_assoc, Nat.add_left_comm b c d, ← Nat.add_assoc]

protected theorem le_mul_of_pos_left {n : Nat} (m : Nat) (h : 0 < n) : m ≤ n * m := by
  have h := Nat.mul_le_mul_right m (show 1 ≤ n from h)
  rw [Nat.one_mul] at h
  exact h

protected theorem le_mul_of_pos_right {n : Nat} (m : Nat) (h : 0 < n) : m ≤ m * n := by
  rw [Nat.mul_comm]
  exact Nat.le_mul_of_pos_left m h


theorem lt_succ_of_lt {a b : Nat} (h : a < b) : a < succ b := Nat.lt_trans h (lt_succ_self b)

end Nat
