/-! Tactics that run others: each run counts, what was tried in vain does not. -/

theorem both (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor <;> first | exact hp | exact hq

theorem all (p : Prop) (hp : p) : p ∧ p := by
  constructor
  all_goals
    skip
    exact hp

theorem any (p q : Prop) (hp : p) (hq : q) : p ∧ q ∧ p := by
  refine ⟨?_, ?_, ?_⟩
  any_goals exact hp
  exact hq

theorem again (p q : Prop) (hp : p) (hq : q) : p ∧ q ∧ p := by
  repeat first | exact hp | exact hq | constructor

theorem tried (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  try exact hq
  try constructor
  · exact hp
  · exact hq
