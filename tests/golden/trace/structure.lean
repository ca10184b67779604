/-! Bullets, cases by name, brackets. -/

theorem bullets (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · exact hp
  · exact hq

theorem by_name (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  case right => exact hq
  case left =>
    skip
    exact hp

theorem next_ones (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  next => exact hp
  next => exact hq

theorem brackets (p q : Prop) (h : p ↔ q) : q ↔ p := by
  (constructor; (exact h.2); exact h.1)
