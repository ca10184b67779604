/-! `any_goals`: the goals on which its tactic fails stay. -/

theorem any (p q : Prop) (hp : p) (hq : q) : p ∧ q ∧ p := by
  refine ⟨?_, ?_, ?_⟩
  any_goals exact hp
  exact hq
