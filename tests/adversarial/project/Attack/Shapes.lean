/-! Theorems in every surrounding that a proof could lean on or reach out of. -/

namespace Attack.Shapes

section Variables
variable (n : Nat) (h : n = 0)

include h in
/-- Takes the hypothesis in. -/
theorem included : n + n = 0 := by subst h; rfl

/-- Has the same variables in scope, and does not take them in. -/
theorem not_included : n = n := rfl

end Variables

private def secret : Nat := 3

private theorem hidden : secret = 3 := rfl

/-- Proved by alternatives. -/
theorem by_cases_on : (n : Nat) → 0 ≤ n
  | 0 => Nat.le_refl 0
  | n + 1 => Nat.zero_le (n + 1)

@[simp] theorem simplifies (n : Nat) : n + 0 = n := rfl

theorem used_by_simp (n : Nat) : (n + 0) + 0 = n := by simp

instance shape : Inhabited Nat := ⟨0⟩

def size (n : Nat) : Nat := n + 1

theorem named (_n : Nat) : size 1 = 2 := rfl
theorem on_one_line : True := trivial theorem swallowed : 1 = 1 := rfl

/-- False, and claimed without proof; it comes after what could use it. -/
theorem later (n : Nat) : n = 0 := sorry

end Attack.Shapes
