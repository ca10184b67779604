prelude
import Init.Data.Nat.Div

/-!
# Shifts

Multiplication and division by powers of two, under the names that Lean computes with.
-/

namespace Nat

/-- `n * 2 ^ m`. -/
@[extern "lean_nat_shiftl"]
def shiftLeft : @& Nat → @& Nat → Nat
  | n, 0 => n
  | n, m + 1 => shiftLeft (2 * n) m

/-- `n / 2 ^ m`. -/
@[extern "lean_nat_shiftr"]
def shiftRight : @& Nat → @& Nat → Nat
  | n, 0 => n
  | n, m + 1 => shiftRight n m / 2

instance instShiftLeft : ShiftLeft Nat := ⟨Nat.shiftLeft⟩
instance instShiftRight : ShiftRight Nat := ⟨Nat.shiftRight⟩

theorem shiftLeft_eq (a b : Nat) : a <<< b = a * 2 ^ b := by
  show shiftLeft a b = a * 2 ^ b
  induction b generalizing a with
  | zero => exact (Nat.mul_one a).symm
  | succ b ih =>
    show shiftLeft (2 * a) b = _
    rw [ih, Nat.pow_succ, Nat.mul_comm 2 a, Nat.mul_assoc, Nat.mul_comm 2]

theorem shiftRight_eq_div_pow (a b : Nat) : a >>> b = a / 2 ^ b := by
  show shiftRight a b = a / 2 ^ b
  induction b with
  | zero => exact (Nat.div_one a).symm
  | succ b ih =>
    show shiftRight a b / 2 = _
    rw [ih, div_div_eq_div_mul, Nat.pow_succ]

end Nat
