/-! Goals by the names of their cases. -/

theorem by_name (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  case right => exact hq
  case left =>
    skip
    exact hp

theorem named_hole (p : Nat → Prop) (h : p 2) : ∃ n, p n := by
  refine ⟨?witness, ?proof⟩
  case proof => exact h
