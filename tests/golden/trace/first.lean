/-! `first`: what was tried in vain is left out. -/

theorem second (p q : Prop) (hq : q) : p ∨ q := by
  first
  | left; assumption
  | right; exact hq

theorem in_first (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  first | exact ⟨hq, hp⟩ | (constructor; · exact hp) | exact ⟨hp, hq⟩
  all_goals exact hq
