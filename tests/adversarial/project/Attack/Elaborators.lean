import Lean.Elab.Tactic
import Lean.AddDecl

/-! A project whose own tactics are hostile. Each hides from the parser what it does. -/

open Lean Meta Elab Tactic

namespace Attack.Elaborators

/-- A name that a theorem elaborated on a thread of its own may declare. -/
private def beside (suffix : String) : TacticM Name :=
  return ((← Term.getDeclName?).getD `Attack.Elaborators).str suffix

/-- The hypotheses, without the theorem itself, which is one for the elaborator. -/
private def hypotheses : TacticM (Array Expr) := do
  (← getLCtx).getFVars.filterM fun x => return !(← x.fvarId!.getDecl).isImplementationDetail

/-- Declares an axiom that closes the goal. -/
elab "by_new_axiom" : tactic => do
  let goal ← getMainGoal
  let type ← goal.getType
  let closed ← mkForallFVars (← hypotheses) type
  let name ← beside "convenient"
  addDecl (.axiomDecl { name, levelParams := [], type := closed, isUnsafe := false })
  goal.assign (mkAppN (mkConst name) (← hypotheses))
  replaceMainGoal []

/-- Puts an ill-typed proof past the kernel. -/
elab "by_skipping_the_kernel" : tactic => do
  let goal ← getMainGoal
  let type ← goal.getType
  let closed ← mkForallFVars (← hypotheses) type
  let name ← beside "unchecked"
  let decl := Declaration.thmDecl
    { name, levelParams := [], type := closed, value := mkConst ``True.intro }
  withOptions (·.setBool `debug.skipKernelTC true) do addDecl decl
  goal.assign (mkAppN (mkConst name) (← hypotheses))
  replaceMainGoal []

/-- Declares something beside the theorem, then proves the goal honestly. -/
elab "by_declaring_more" : tactic => do
  let name := `Attack.Elaborators.smuggled
  addDecl (.defnDecl
    { name, levelParams := [], type := mkConst ``Nat, value := mkNatLit 0,
      hints := .abbrev, safety := .safe })
  evalTactic (← `(tactic| rfl))

/-- Declares an axiom that hides as a part of the proof, for others to use. -/
elab "by_adding_an_axiom_unused" : tactic => do
  let name ← beside "_oracle"
  addDecl (.axiomDecl { name, levelParams := [], type := mkConst ``False, isUnsafe := false })
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

private partial def deeper (n : Nat) : Nat := deeper (n + 1) + 1

/-- Recurses until the stack is full. -/
elab "by_recursing" : tactic => do
  logInfo m!"{deeper 0}"

/-- Says that all is proved, and proves nothing. -/
elab "by_saying_so" : tactic => do
  Core.resetMessageLog
  logInfo "Goals accomplished! 'false_claim' does not depend on any axioms"
  let goal ← getMainGoal
  goal.assign (mkApp2 (mkConst ``sorryAx [levelZero]) (← goal.getType) (mkConst ``Bool.false))
  replaceMainGoal []

/-- Starts a process that leaves its process group and outlives its parent. -/
elab "by_leaving_someone_behind" : tactic => do
  let _ ← (IO.Process.spawn
    { cmd := "setsid", args := #["-f", "sleep", "98765.4321"], stdin := .null, stdout := .null,
      stderr := .null } : IO _)
  evalTactic (← `(tactic| rfl))

/-- Ends the process by a signal. -/
elab "by_dying" : tactic => do
  let pid ← (IO.Process.getPID : IO _)
  let _ ← (IO.Process.output { cmd := "kill", args := #["-KILL", toString pid] } : IO _)
  evalTactic (← `(tactic| rfl))

/-- Has the shell run a command, and goes on honestly if that went well. -/
elab "by_running" command:str : tactic => do
  let done ← (IO.Process.output
    { cmd := "sh", args := #["-c", command.getString], stdin := .null } : IO _)
  unless done.exitCode == 0 do throwError "the shell: {done.stderr}"
  evalTactic (← `(tactic| rfl))

/-- Gives up without an error message, so that the theorem is never declared. -/
elab "by_giving_up_silently" : tactic => do
  Core.resetMessageLog
  throwAbortCommand

/-- Declares something easier under the theorem's own name, and gives up without a message. -/
elab "by_taking_the_name" : tactic => do
  let some name ← Term.getDeclName? | throwError "no theorem"
  addDecl (.thmDecl
    { name, levelParams := [], type := mkConst ``True, value := mkConst ``True.intro })
  Core.resetMessageLog
  throwAbortCommand

/-- An honest one. -/
elab "by_honest_means" : tactic => do
  evalTactic (← `(tactic| rfl))

set_option Elab.async false in
/-- Elaborated in one thread, where a tactic may declare what it likes. -/
theorem two_in_one_thread : 1 + 1 = 2 := rfl

set_option Elab.async false in
theorem false_in_one_thread (n : Nat) : n = 0 := sorry

theorem false_claim (n : Nat) : n = 0 := sorry

theorem two : 1 + 1 = 2 := rfl

end Attack.Elaborators
