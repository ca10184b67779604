/-
The sidecar for tactics and commands: connections that a process shares, calls that end when the
editor loses interest, and what of a goal's place is sent along.
-/
import Lean.Elab.Tactic.Basic
import Sensei.Client.Call
import Sensei.Client.Connect
import Sensei.Core.Goal
import Sensei.Core.Text
import Sensei.Tactic.Options
import Sensei.Wire.V1.Tactic

namespace Sensei
open Lean Elab Client

/-- What carries the calls of this process, to the address it was last asked for. -/
initialize sharedCarrier : IO.Ref (Option Carrier) ← IO.mkRef none

/-- The transport to the sidecar that the options, the environment or the project name. -/
def sidecar : CoreM Transport := do
  let address := sensei.address.get (← getOptions)
  match ← findEndpoint address (← IO.currentDir) with
  | .error problem => throwError problem
  | .ok endpoint =>
    let way ← match ← Way.find (sensei.transport.get (← getOptions)) with
      | .ok way => pure way
      | .error problem => throwError problem
    if let some carrier ← sharedCarrier.get then
      let other := carrier.endpoint
      if other.target == endpoint.target && other.token == endpoint.token && carrier.way == way then
        return carrier.transport
    let carrier ← connect endpoint way
    -- Whoever uses the old one still has it; its idle connections are let go of.
    if let some old ← sharedCarrier.modifyGet fun before => (before, some carrier) then old.close
    return carrier.transport

/-- Options of a call: the time that the user allows, and the editor's cancel token. -/
def callOptions : CoreM CallOptions := do
  let cancelled := (← read).cancelTk?.map fun token => (token.isSet : BaseIO Bool)
  return { timeoutMs := sensei.timeout.get (← getOptions), cancelled }

/-- The value of a call; its failure is one line that names the address. -/
def callSidecar (call : Transport → CallOptions → RpcM α) : CoreM α := do
  match ← (call (← sidecar) (← callOptions)).toBaseIO with
  | .ok value => return value
  | .error error => throwError toString error

/-- Most bytes of the proof so far that are sent. -/
def maxProofBytes : Nat := 65536

/-- The text of the proof before the tactic that asks: from the first `:= by` of the last command that
begins a line, which is the one under elaboration unless it is indented. "" if there is none. -/
private def proofSoFar : CoreM String := do
  let some stop := (← getRef).getPos? | return ""
  let start : String.Pos.Raw := ⟨stop.byteIdx - maxProofBytes⟩
  let text := String.Pos.Raw.extract (← getFileMap).source start stop
  let beginsCommand (line : String) : Bool :=
    match line.toList.head? with
    | some c => !c.isWhitespace && c != '|' && c != '·'
    | none => false
  let lines := (text.splitOn "\n").reverse
  let own := lines.takeWhile (!beginsCommand ·) ++ (lines.find? beginsCommand).toList
  match ("\n".intercalate own.reverse).splitOn ":= by" with
  | _ :: rest => return trimmed (":= by".intercalate rest)
  | [] => return ""

/-- What is sent of a goal in the proof of `declaration?`. -/
def goalContextOf (goal : MVarId) (declaration? : Option Name) : MetaM V1.GoalContext :=
  goal.withContext do
    let context ← readThe Core.Context
    let opened := context.openDecls.filterMap fun
      | .simple ns _ => some ns.toString
      | .explicit .. => none
    let env ← getEnv
    return {
      pretty := ← prettyGoal goal
      declaration := (declaration?.map (·.toString)).getD ""
      «module» := env.mainModule.toString
      «namespace» := if context.currNamespace == .anonymous then ""
        else context.currNamespace.toString
      openNames := opened.toArray
      imports := env.imports.map (·.module.toString)
      proofSoFar := ← proofSoFar }

/-- What is sent of a goal. -/
def goalContext (goal : MVarId) : Tactic.TacticM V1.GoalContext := do
  goalContextOf goal (← Term.getDeclName?)

end Sensei
