/-
One tactic text from a model: parsed, held against the allow-list, and tried without a trace.

The text is data. It is parsed at the place, refused by what it is (`Sensei.Core.Forbidden`: kinds of
syntax, never spelling), and run aside (`Sensei.Tactic.Aside`) under a heartbeat cap and a wall clock.
-/
import Sensei.Client.Wait
import Sensei.Core.Goal
import Sensei.Core.TacticText
import Sensei.Tactic.Aside

namespace Sensei
open Lean Elab Meta

/-- What one candidate did. -/
inductive Trial where
  /-- It ran and left these goals, as printed. -/
  | ran (goals : List String)
  /-- It was not run, or did not run through. -/
  | failed (why : String)

/-- Parses a text as the tactics after `by`, all of it, and refuses what a model may not write. -/
def parseCandidate (text : String) (maxBytes := maxTacticBytes) : CoreM (Except String Syntax) := do
  if text.utf8ByteSize > maxBytes then
    return .error s!"longer than {maxBytes} bytes"
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

/-- Runs `act` with a token that is set after so many milliseconds, or once `outer?` is. -/
private def withDeadline (milliseconds : Nat) (outer? : Option IO.CancelToken)
    (act : IO.CancelToken → BaseIO α) : BaseIO α := do
  let token ← IO.CancelToken.new
  let stopped : IO.Promise Unit ← IO.Promise.new
  let limits ← Client.Limits.within milliseconds (outer?.map fun outer => outer.isSet)
  let watch : BaseIO Unit := do
    match ← (limits.await stopped.result?).toBaseIO with
    | .ok (.done _) => pure ()
    | _ => token.set
  discard <| BaseIO.asTask watch .dedicated
  let value ← act token
  stopped.resolve ()
  return value

/-- Runs a parsed candidate on the goal, then `also` on what it left. -/
def Aside.try (aside : Aside) (tactics : Syntax) (timeoutMs maxHeartbeats : Nat)
    (also : Tactic.TacticM (Option String) := pure none) : BaseIO Trial := do
  let run : Tactic.TacticM Trial := do
    Tactic.evalTactic tactics
    Term.synthesizeSyntheticMVarsNoPostponing
    if (← getThe Core.State).messages.hasErrors then return .failed "it reports an error"
    if (← instantiateMVars (mkMVar aside.goal)).hasSorry then return .failed "it uses sorry"
    let goals ← Tactic.getUnsolvedGoals
    if let some fault := ← also then return .failed fault
    return .ran (← goals.mapM fun goal => goal.withContext (prettyGoal goal))
  withDeadline timeoutMs aside.coreContext.cancelTk? fun token => do
    match ← (aside.run token maxHeartbeats run).toBaseIO with
    | .ok trial => return trial
    | .error error =>
      if error.isInterrupt || (← token.isSet) then return .failed s!"over {timeoutMs} ms"
      return .failed (← error.toMessageData.toString)

/-- Tries each text on the main goal, all at the same time, which changes nothing of it. The results
are in the order of the texts. -/
def tryCandidates (texts : Array String) (timeoutMs maxHeartbeats : Nat) :
    Tactic.TacticM (Array Trial) := do
  let aside ← Aside.here
  let mut tasks := #[]
  for text in texts do
    match ← parseCandidate text with
    | .error why => tasks := tasks.push (Task.pure (.failed why))
    | .ok tactics =>
      tasks := tasks.push (← BaseIO.asTask (aside.try tactics timeoutMs maxHeartbeats))
  let mut trials := #[]
  for task in tasks do
    trials := trials.push (← IO.wait task)
  Core.checkInterrupted
  return trials

end Sensei
