/-! `all_goals`: its tactics are steps on each goal. -/

theorem all (p : Prop) (hp : p) : p ∧ p := by
  constructor
  all_goals
    skip
    exact hp
