import Kata.Division

/-!
# Integers

Absolute value, sign and clamping, by case splits and linear arithmetic.
-/

namespace Kata

/-- The absolute value, as an integer. -/
def absVal (a : Int) : Int := if 0 ≤ a then a else -a

/-- `1`, `0` or `-1`. -/
def sign (a : Int) : Int := if 0 < a then 1 else if a = 0 then 0 else -1

/-- The nearest number between two bounds. -/
def clamp (lo hi a : Int) : Int := if a < lo then lo else if hi < a then hi else a

/-- The alternating sum `0 - 1 + 2 - … ± n`. -/
def alternate : Nat → Int
  | 0 => 0
  | n + 1 => (n + 1 : Int) - alternate n

section AbsVal

variable (a b c : Int)

theorem absVal_nonneg : 0 ≤ absVal a := by
  unfold absVal
  split <;> omega

theorem absVal_of_nonneg (h : 0 ≤ a) : absVal a = a := by
  unfold absVal
  rw [if_pos h]

theorem absVal_neg : absVal (-a) = absVal a := by
  unfold absVal
  split <;> split <;> omega

theorem absVal_eq_zero (h : absVal a = 0) : a = 0 := by
  unfold absVal at h
  split at h <;> omega

theorem absVal_absVal : absVal (absVal a) = absVal a := by
  apply absVal_of_nonneg
  exact absVal_nonneg a

theorem le_absVal : a ≤ absVal a := by
  unfold absVal
  split <;> omega

theorem neg_le_absVal : -a ≤ absVal a := by
  unfold absVal
  split <;> omega

theorem absVal_sub_comm : absVal (a - b) = absVal (b - a) := by
  unfold absVal
  split <;> split <;> omega

theorem absVal_add_le : absVal (a + b) ≤ absVal a + absVal b := by
  unfold absVal
  split <;> split <;> split <;> omega

theorem absVal_le_iff : absVal a ≤ b ↔ -b ≤ a ∧ a ≤ b := by
  unfold absVal
  split
  · omega
  · omega

theorem absVal_cases : absVal a = a ∨ absVal a = -a := by
  unfold absVal
  split
  · left
    rfl
  · right
    rfl

end AbsVal

section Sign

variable (a b : Int)

theorem sign_zero : sign 0 = 0 := by
  unfold sign
  rfl

theorem sign_pos (h : 0 < a) : sign a = 1 := by
  unfold sign
  rw [if_pos h]

theorem sign_neg : sign (-a) = -sign a := by
  unfold sign
  split <;> split <;> omega

theorem sign_sign : sign (sign a) = sign a := by
  unfold sign
  split
  · rfl
  · split
    · rfl
    · rfl

theorem sign_bounds : -1 ≤ sign a ∧ sign a ≤ 1 := by
  unfold sign
  split
  · omega
  · split <;> omega

theorem sign_eq_zero_iff : sign a = 0 ↔ a = 0 := by
  constructor
  · intro h
    unfold sign at h
    split at h
    · omega
    · split at h
      · assumption
      · omega
  · intro h
    rw [h]
    exact sign_zero

theorem sign_mul_absVal : sign a * absVal a = a := by
  unfold sign absVal
  split
  · split <;> omega
  · split
    · split <;> omega
    · split <;> omega

end Sign

section Clamp

variable (lo hi a : Int)

theorem le_clamp (h : lo ≤ hi) : lo ≤ clamp lo hi a := by
  unfold clamp
  split
  · exact Int.le_refl lo
  · split <;> omega

theorem clamp_le (h : lo ≤ hi) : clamp lo hi a ≤ hi := by
  unfold clamp
  split
  · exact h
  · split <;> omega

theorem clamp_of_between (hlo : lo ≤ a) (hhi : a ≤ hi) : clamp lo hi a = a := by
  unfold clamp
  rw [if_neg (by omega), if_neg (by omega)]

theorem clamp_clamp (h : lo ≤ hi) : clamp lo hi (clamp lo hi a) = clamp lo hi a := by
  apply clamp_of_between
  · exact le_clamp lo hi a h
  · exact clamp_le lo hi a h

end Clamp

section Alternate

theorem alternate_step (n : Nat) : alternate (n + 2) = alternate n + 1 := by
  simp only [alternate]
  omega

theorem alternate_double (n : Nat) : alternate (double n) = n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [double]
    rw [alternate_step, ih]
    omega

end Alternate

section Linear

variable {a b c : Int}

theorem int_sub_swap (h : a - b = c) : a - c = b := by
  omega

theorem int_mid (h : a < b) : 2 * a < a + b ∧ a + b < 2 * b := by
  constructor
  · omega
  · omega

theorem int_trichotomy (a b : Int) : a < b ∨ a = b ∨ b < a := by
  omega

theorem int_square_sub : (a + b) * (a - b) = a * a - b * b := by
  rw [Int.add_mul, Int.mul_sub, Int.mul_sub, Int.mul_comm b a]
  omega

theorem int_square_add : (a + b) * (a + b) = a * a + 2 * (a * b) + b * b := by
  rw [Int.add_mul, Int.mul_add, Int.mul_add, Int.mul_comm b a]
  omega

theorem int_parity (a : Int) : ∃ b, a = 2 * b ∨ a = 2 * b + 1 := by
  refine ⟨a / 2, ?_⟩
  omega

end Linear

end Kata
