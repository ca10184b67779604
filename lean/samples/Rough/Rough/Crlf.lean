/-!
# CRLF line ends

Every line of this file ends with a carriage return and a line feed.
-/

namespace Rough.Crlf

/-- A doc comment
of two lines, with α, β and ∀ in it. -/
theorem swap (p q : Prop) (h : p ∧ q) : q ∧ p := by
  constructor
  · exact h.right
  · exact h.left

theorem mul_one_left (n : Nat) : 1 * n = n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [Nat.mul_add]
    rw [ih]

end Rough.Crlf
