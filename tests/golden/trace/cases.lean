/-! `cases`: the tactics of its alternatives are within it. -/

theorem by_cases_of (p q : Prop) (h : p ∨ q) : q ∨ p := by
  cases h with
  | inl a => exact Or.inr a
  | inr b =>
    left
    exact b
