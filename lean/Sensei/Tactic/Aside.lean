/-
A goal taken aside: tactics are run on it in another thread, as often as wanted, and nothing of what
they do comes back but what is asked for.

It keeps the contexts and states of the elaborator's monads, which are values. So nothing has to be put
back, and several runs go on at the same time.
-/
import Lean.Elab.Tactic.Basic

namespace Sensei
open Lean Elab Meta

/-- The main goal with where it stands. -/
structure Aside where
  goal : MVarId
  tacticContext : Tactic.Context
  termContext : Term.Context
  termState : Term.State
  metaContext : Meta.Context
  metaState : Meta.State
  coreContext : Core.Context
  coreState : Core.State

/-- The main goal, taken aside. Messages and info trees of before are left behind. -/
def Aside.here : Tactic.TacticM Aside := do
  let coreState ← getThe Core.State
  return {
    goal := ← Tactic.getMainGoal
    tacticContext := { (← readThe Tactic.Context) with recover := false }
    termContext := ← readThe Term.Context
    termState := ← getThe Term.State
    metaContext := ← readThe Meta.Context
    metaState := ← getThe Meta.State
    coreContext := ← readThe Core.Context
    coreState := { coreState with
      messages := {}, infoState := { enabled := false }, snapshotTasks := #[], traceState := {} } }

/-- Runs `act` on the goal alone. `token` ends it, and `maxHeartbeats` (0: no limit) do. -/
def Aside.run (aside : Aside) (token : IO.CancelToken) (maxHeartbeats : Nat)
    (act : Tactic.TacticM α) : EIO Exception α := do
  let coreContext := { aside.coreContext with
    cancelTk? := some token, initHeartbeats := ← IO.getNumHeartbeats, maxHeartbeats }
  let inTerm : TermElabM (α × Tactic.State) :=
    (act aside.tacticContext).run { goals := [aside.goal] }
  let inMeta := inTerm.run aside.termContext aside.termState
  let inCore := inMeta.run aside.metaContext aside.metaState
  let ((((value, _), _), _), _) ← inCore.run coreContext aside.coreState
  return value

end Sensei
