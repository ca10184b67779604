/-! `next`, with names for what has none. -/

theorem next_ones (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  next => exact hp
  next => exact hq

theorem next_names (p q : Prop) (h : p ∨ q) : q ∨ p := by
  cases h
  next hp => exact Or.inr hp
  next hq =>
    left
    exact hq
