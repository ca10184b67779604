/-! Tactics with alternatives, as they are written. -/

theorem induct (n : Nat) : n + 0 = n := by
  induction n with
  | zero => rfl
  | succ n ih => rfl

theorem by_cases_of (p q : Prop) (h : p ∨ q) : q ∨ p := by
  cases h with
  | inl a => exact Or.inr a
  | inr b =>
    left
    exact b

theorem matched (p q : Prop) (h : p ∨ q) : q ∨ p := by
  match h with
  | .inl a => exact Or.inr a
  | .inr b =>
    left
    exact b

theorem taken_apart (p q : Prop) (h : p ∧ q) : q ∧ p := by
  obtain ⟨a, b⟩ := h
  exact ⟨b, a⟩
