/-
What is recorded of a goal is what its parts are printed as by themselves: `alone` compares them.
-/
import Sensei.Core.Goal
import Lean

open Lean Meta Elab Tactic Sensei

elab "alone" : tactic => do
  for goal in ← getGoals do
    goal.withContext do
      let told ← goalText goal
      let byItself (e : Expr) : MetaM String := return toString (← ppExpr (← instantiateMVars e))
      let mut place := 0
      for localDecl in ← getLCtx do
        if localDecl.isImplementationDetail then continue
        let type ← byItself localDecl.type
        let some hypothesis := told.hypotheses[place]? | throwError "none for {type}"
        unless hypothesis.type == type do throwError "{hypothesis.type} is not {type}"
        place := place + 1
      unless told.hypotheses.size == place do throwError "{told.hypotheses.size}, not {place}"
      let target ← byItself (← goal.getType)
      unless told.target == target do throwError "{told.target} is not {target}"

theorem plain (a b : Nat) (h : a = b) : b = a := by
  alone
  exact h.symm

theorem shadowed (a : Nat) : ∀ a b : Nat, a = b → ∀ h : b = a, a = b := by
  intro a b _ _
  alone
  assumption

theorem odd_names («x : y» : Nat) («a b» : «x : y» = 1) («⊢ c» : Nat) : «x : y» = 1 := by
  alone
  exact «a b»

theorem values (n : Nat) : True := by
  let m : Nat := n + 1
  have h : m = n + 1 := rfl
  alone
  trivial

theorem long (first second third fourth : Nat)
    (h : first + second + third + fourth + first + second + third + fourth + first + second = first
      + second + third + fourth ∧ first = second ∧ second = third)
    (k : first = second) :
    first + second + third + fourth + first + second + third + fourth + first + second = first +
      second + third + fourth := by
  alone
  exact h.1

-- The line of a hypothesis is full, and so is that of its type.
theorem just (nn : Nat) (a_rather_long_name_of_a_hypothesis : nn + nn + nn + nn + nn + nn + nn + nn
    + nn + nn + nn + nn + nn = nn) : nn + nn + nn + nn + nn + nn + nn + nn + nn + nn + nn + nn + nn
    + nn + nn + nn + nn + nn + nn + nn + nn + nn = nn ∨ True := by
  alone
  exact Or.inr trivial

theorem colons (f : (n : Nat) → n = n) (p : ∀ n : Nat, n = n) : ∃ n : Nat, n = 0 := by
  alone
  exact ⟨0, rfl⟩
