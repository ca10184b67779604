/-! Chains of equations: one step around the tactics of the links. -/

theorem as_tactic (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  calc a = b := by exact h
    _ = c := by
      rw [k]

theorem as_term (a b c : Nat) (h : a = b) (k : b = c) : a = c :=
  calc a = b := h
    _ = c := by exact k

theorem part_of_the_goal (a b c : Nat) (h : a ≤ b) (k : b = c) : a ≤ c := by
  calc
    a ≤ b := by exact h
    _ = c := ?last
  exact k
