/-! `repeat` and its like: a step for each run that did something. -/

theorem again (p q : Prop) (hp : p) (hq : q) : p ∧ q ∧ p := by
  repeat first | exact hp | exact hq | constructor

theorem on_every_goal (p q : Prop) (hp : p) (hq : q) : (p ∧ q) ∧ q := by
  repeat' constructor
  · exact hp
  · exact hq
  · exact hq

theorem counted (p : Prop) (h : p) : p ∧ p ∧ p := by
  iterate 2 (refine ⟨h, ?_⟩)
  exact h
