/-! `try`: a step though it did nothing; what it tried in vain is none. -/

theorem tried (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  try exact hq
  try constructor
  · exact hp
  · exact hq
