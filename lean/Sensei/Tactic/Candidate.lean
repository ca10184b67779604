/-
One tactic text from a model: parsed, held against the allow-list, and tried without a trace.

The text is data. It is parsed at the place, refused by what it is (`Sensei.Core.Forbidden`: kinds of
syntax, never spelling), and run under a heartbeat cap and a wall clock; then goals, messages and info
trees are as before, whatever it did.
-/
import Lean.Elab.Tactic.Basic
import Sensei.Client.Wait
import Sensei.Core.TacticText
import Sensei.Core.Goal

namespace Sensei
open Lean Elab Meta

/-- What one candidate did. -/
inductive Trial where
  /-- It ran and left these goals, as printed. -/
  | ran (goals : List String)
  /-- It was not run, or did not run through. -/
  | failed (why : String)

/-- Parses a text as the tactics after `by`, all of it, and refuses what a model may not write. -/
def parseCandidate (text : String) : CoreM (Except String Syntax) := do
  if text.utf8ByteSize > maxTacticBytes then
    return .error s!"longer than {maxTacticBytes} bytes"
  let { options, currNamespace, openDecls, .. } ← readThe Core.Context
  let place := { env := ← getEnv, options, currNamespace, openDecls }
  let tactics ← match parseTacticText place "<candidate>" text with
    | .ok tactics => pure tactics
    | .error (.parse _) => return .error "not a tactic"
    | .error (.forbidden detail) => return .error detail
  -- `sorry` and `admit` close anything.
  let givesUp := tactics.find? fun node =>
    node.isOfKind `Lean.Parser.Tactic.tacticSorry || node.isOfKind `Lean.Parser.Tactic.tacticAdmit ||
      node.isOfKind `Lean.Parser.Term.sorry
  if givesUp.isSome then return .error "sorry proves nothing"
  return .ok tactics

/-- The value of `act`, or whatever it threw: `try` lets time-outs of the elaborator and interrupts
through. -/
private def caught (act : Tactic.TacticM α) : Tactic.TacticM (Except Exception α) :=
  fun tactic tacticState term termState «meta» metaState core coreState =>
    (act tactic tacticState term termState «meta» metaState core coreState).toBaseIO

/-- Runs `act` with a token that is set after so many milliseconds, or once `outer?` is. -/
private def withDeadline (milliseconds : Nat) (outer? : Option IO.CancelToken)
    (act : IO.CancelToken → Tactic.TacticM α) : Tactic.TacticM α := do
  let token ← IO.CancelToken.new
  let stopped : IO.Promise Unit ← IO.Promise.new
  let limits ← Client.Limits.within milliseconds (outer?.map fun outer => outer.isSet)
  let watch : BaseIO Unit := do
    match ← (limits.await stopped.result?).toBaseIO with
    | .ok (.done _) => pure ()
    | _ => token.set
  discard <| BaseIO.asTask watch .dedicated
  try act token finally stopped.resolve ()

/-- Runs a parsed candidate on the main goal, and puts everything back. -/
def tryCandidate (tactics : Syntax) (timeoutMs maxHeartbeats : Nat) :
    Tactic.TacticM Trial := do
  let saved ← Tactic.saveState
  let traces := (← getThe Core.State).traceState
  let outer? := (← readThe Core.Context).cancelTk?
  let main ← Tactic.getMainGoal
  let run : Tactic.TacticM Trial := do
    Tactic.setGoals [main]
    modifyThe Core.State fun state => { state with messages := {} }
    Tactic.withoutRecover do
      Tactic.evalTactic tactics
      Term.synthesizeSyntheticMVarsNoPostponing
    if (← getThe Core.State).messages.hasErrors then return .failed "it reports an error"
    if (← instantiateMVars (mkMVar main)).hasSorry then return .failed "it uses sorry"
    let goals ← Tactic.getUnsolvedGoals
    return .ran (← goals.mapM fun goal => goal.withContext (prettyGoal goal))
  let trial ← withDeadline timeoutMs outer? fun token => do
    let heartbeats ← IO.getNumHeartbeats
    let limited := withTheReader Core.Context (fun context =>
      { context with cancelTk? := some token, initHeartbeats := heartbeats, maxHeartbeats }) run
    match ← caught limited with
    | .ok trial => return trial
    | .error error =>
      if error.isInterrupt || (← token.isSet) then return .failed s!"over {timeoutMs} ms"
      return .failed (← error.toMessageData.toString)
  saved.restore (restoreInfo := true)
  -- Which keeps what `trace` said.
  modifyThe Core.State fun state => { state with traceState := traces }
  return trial

end Sensei
