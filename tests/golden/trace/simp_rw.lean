/-! A tactic of the user's own that takes rules as `rw` does, each a step. -/

open Lean Elab Tactic Parser.Tactic in
elab "simp_rw " rules:rwRuleSeq : tactic => do
  for rule in (rules.raw.getArg 1).getSepArgs do
    withTacticInfoContext (mkNullNode #[rule, mkNullNode]) do
      let term : TSyntax `term := ⟨rule.getArg 1⟩
      evalTactic (← `(tactic| simp only [$term:term]))

theorem by_rules (f : Nat → Nat) (h : ∀ x, f x = x + 0) (n : Nat) : f n = n := by
  simp_rw [h, Nat.add_zero]
