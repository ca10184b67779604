/-
`suggest_tactics`: what the model offers for the main goal, tried, as clickable suggestions.
`suggest_tactics "prefix"` wants tactics that begin so. The goal stays as it is.
-/
import Lean.Meta.Tactic.TryThis
import Sensei.Tactic.Candidate
import Sensei.Tactic.Sidecar

namespace Sensei
open Lean Elab Meta Client

/-- A candidate that ran. -/
structure Suggested where
  text : String
  goals : List String
  logProb : Float

/-- Closing ones first, then by how many goals are left, then by probability. -/
def Suggested.before (a b : Suggested) : Bool :=
  let (m, n) := (a.goals.length, b.goals.length)
  m < n || (m == n && decide (b.logProb < a.logProb))

/-- The text with its later lines moved to the column where the first one will stand. -/
private def indented (text : String) (column : Nat) : String :=
  ("\n" ++ "".pushn ' ' column).intercalate (text.splitOn "\n")

private def firstLine (text : String) : String := (text.splitOn "\n").headD ""

private def remaining : List String → String
  | [] => " -- no goals left"
  | goals => s!"\n{"\n\n".intercalate goals}"

private def suggest (begins : String) : Tactic.TacticM Unit := do
  let options ← getOptions
  let goal ← Tactic.getMainGoal
  let request : V1.SuggestRequest := {
    goals := #[← goalContext goal]
    candidates := (sensei.candidates.get options).toUInt32
    «prefix» := begins
    model := sensei.model.get options }
  let reply ← callSidecar fun transport o => unary transport V1.TacticService.suggest request o
  let candidates := (reply.goals[0]?.map (·.candidates)).getD #[]
  let mut good : List Suggested := []
  let mut failed : Array String := #[]
  let trials ← tryCandidates (candidates.map (·.tactic)) (sensei.tacticTimeout.get options)
    (sensei.tacticHeartbeats.get options * 1000)
  for (candidate, trial) in candidates.zip trials do
    match trial with
    | .ran goals => good := { text := candidate.tactic, goals, logProb := candidate.logProb } :: good
    | .failed why => failed := failed.push s!"{candidate.tactic} ({firstLine why})"
  let ref ← getRef
  let fileMap ← getFileMap
  let column := (ref.getPos?.map fun place => (fileMap.toPosition place).column).getD 0
  let sorted := good.reverse.toArray.qsort Suggested.before
  for suggestion in sorted do
    Tactic.TryThis.addSuggestion ref {
      suggestion := .string (indented suggestion.text column)
      postInfo? := some (remaining suggestion.goals) }
  if sorted.isEmpty then
    logInfo m!"no suggestion: {candidates.size} candidates, none of which runs here"
  if sensei.showFailures.get options && !failed.isEmpty then
    logInfo m!"candidates that fail:\n{"\n".intercalate failed.toList}"

/-- Asks the sidecar's model for tactics for the main goal, tries each, and shows those that run as
clickable suggestions: closing ones first, with the goals that would be left. With a string, only
tactics that begin with it. Changes nothing. Fails when there is no sidecar: start `sensei serve`. -/
syntax (name := suggestTactics) "suggest_tactics" (ppSpace str)? : tactic

@[tactic suggestTactics] def evalSuggestTactics : Tactic.Tactic := fun stx => do
  if ← asksNobody then return
  let begins := ((stx.getArg 1).getArg 0).isStrLit?.getD ""
  suggest begins

end Sensei
