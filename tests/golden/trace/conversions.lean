/-! `conv` and what is inside. -/

theorem indented (a b : Nat) (h : a = b) : a + 0 = b + 0 := by
  conv =>
    lhs
    rw [h]

theorem on_a_line (a b : Nat) (h : a = b) : a = b := by
  conv => rhs; rw [← h]
