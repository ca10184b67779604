/-! Bullets. -/

theorem bullets (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · exact hp
  · skip
    exact hq

theorem nested_bullets (p q r : Prop) (h : p ∧ q ∧ r) : (p ∧ q) ∧ r := by
  constructor
  · constructor
    · exact h.1
    · exact h.2.1
  · exact h.2.2

theorem brackets (p q : Prop) (h : p ↔ q) : q ↔ p := by
  (constructor; (exact h.2); exact h.1)
