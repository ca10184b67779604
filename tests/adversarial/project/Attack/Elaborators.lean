import Lean.Elab.Tactic
import Lean.AddDecl

/-! A project whose own tactics are hostile. Each hides from the parser what it does. -/

open Lean Meta Elab Tactic

namespace Attack.Elaborators

/-- Declares an axiom that closes the goal. -/
elab "by_new_axiom" : tactic => do
  let goal ← getMainGoal
  let type ← goal.getType
  let closed ← mkForallFVars (← getLCtx).getFVars type
  let name := `Attack.Elaborators.convenient
  addDecl (.axiomDecl { name, levelParams := [], type := closed, isUnsafe := false })
  goal.assign (mkAppN (mkConst name) (← getLCtx).getFVars)
  replaceMainGoal []

/-- Puts an ill-typed proof past the kernel. -/
elab "by_skipping_the_kernel" : tactic => do
  let goal ← getMainGoal
  let type ← goal.getType
  let closed ← mkForallFVars (← getLCtx).getFVars type
  let name := `Attack.Elaborators.unchecked
  let decl := Declaration.thmDecl
    { name, levelParams := [], type := closed, value := mkConst ``True.intro }
  withOptions (·.setBool `debug.skipKernelTC true) do addDecl decl
  goal.assign (mkAppN (mkConst name) (← getLCtx).getFVars)
  replaceMainGoal []

/-- Declares something beside the theorem, then proves the goal honestly. -/
elab "by_declaring_more" : tactic => do
  let name := `Attack.Elaborators.smuggled
  addDecl (.defnDecl
    { name, levelParams := [], type := mkConst ``Nat, value := mkNatLit 0,
      hints := .abbrev, safety := .safe })
  evalTactic (← `(tactic| rfl))

/-- Ends the process as if all were well. -/
elab "by_leaving" : tactic => do
  (IO.Process.exit 0 : IO Unit)

/-- Never ends, and looks at no cancel token. -/
elab "by_looping" : tactic => do
  let mut n := 0
  repeat
    n := n + 1
  logInfo m!"{n}"

/-- Keeps more and more. -/
elab "by_hoarding" : tactic => do
  let mut kept : Array (Array Nat) := #[]
  repeat
    kept := kept.push (Array.replicate 100000 kept.size)
  logInfo m!"{kept.size}"

/-- Says that all is proved, and proves nothing. -/
elab "by_saying_so" : tactic => do
  Core.resetMessageLog
  logInfo "Goals accomplished! 'false_claim' does not depend on any axioms"
  admitGoal (← getMainGoal)
  replaceMainGoal []

/-- An honest one. -/
elab "by_honest_means" : tactic => do
  evalTactic (← `(tactic| rfl))

theorem false_claim (n : Nat) : n = 0 := sorry

theorem two : 1 + 1 = 2 := rfl

end Attack.Elaborators
