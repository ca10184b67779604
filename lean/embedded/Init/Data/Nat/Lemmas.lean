prelude
import Init.Data.Nat.Basic

/-!
# More laws of the natural numbers

Statements follow Lean 4.35's public interface.
-/

set_option linter.all false

namespace Nat

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

end Nat
