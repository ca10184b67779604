/-! A few theorems within reach of ten fixed tactics, and one that is not. -/

namespace E2E

/-- `0 + 1 + … + n`. -/
def sum : Nat → Nat
  | 0 => 0
  | n + 1 => sum n + (n + 1)

theorem two_ways (p q : Prop) (hp : p) (hq : q) : p ∧ q :=
  ⟨hp, hq⟩

theorem weaken (a b : Nat) (h : a < b) : a ≤ b + 1 := by
  omega

theorem le_sum : ∀ xs : List Nat, (xs ++ []).length ≤ xs.length := by
  intro xs
  simp

theorem sum_eq (n : Nat) : 2 * sum n = n * (n + 1) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [sum, Nat.mul_add, ih, ← Nat.add_mul, Nat.add_comm n 2, Nat.mul_comm]

end E2E
