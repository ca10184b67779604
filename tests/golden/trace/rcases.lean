/-! Patterns. -/

theorem taken_apart (p q : Prop) (h : p ∧ q) : q ∧ p := by
  obtain ⟨a, b⟩ := h
  exact ⟨b, a⟩

theorem alternatives (p q r : Prop) (h : (p ∧ q) ∨ r) : (q ∧ p) ∨ r := by
  rcases h with ⟨a, b⟩ | c
  · exact Or.inl ⟨b, a⟩
  · exact Or.inr c

theorem introduced (p q : Prop) : p ∨ q → q ∨ p := by
  rintro (a | b)
  · right; exact a
  · left; exact b
