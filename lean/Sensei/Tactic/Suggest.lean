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

private def remaining : List String → String
  | [] => " -- no goals left"
  | goals => s!"\n{"\n\n".intercalate goals}"

/-- What came of asking for one goal. -/
structure Suggestions where
  /-- Those that run, best first. -/
  good : Array Suggested
  /-- Those that do not, and why. -/
  failed : Array String

/-- Tries what the model offers for the main goal, which stays as it is. -/
def tryOffers (offers : Array V1.TacticCandidate) : Tactic.TacticM Suggestions := do
  let options ← getOptions
  let trials ← tryCandidates (offers.map (·.tactic)) (sensei.tacticTimeout.get options)
    (sensei.tacticHeartbeats.get options * 1000)
  let mut good := #[]
  let mut failed := #[]
  for (offer, trial) in offers.zip trials do
    match trial with
    | .ran goals => good := good.push { text := offer.tactic, goals, logProb := offer.logProb }
    | .failed why => failed := failed.push s!"{offer.tactic} ({firstLine why})"
  return { good := good.qsort Suggested.before, failed }

/-- The model's offers for each of the goals. -/
def askTactics (goals : Array V1.GoalContext) (begins : String := "") :
    CoreM (Array (Array V1.TacticCandidate)) := do
  let options ← getOptions
  let request : V1.SuggestRequest := {
    goals, candidates := (sensei.candidates.get options).toUInt32, «prefix» := begins
    model := sensei.model.get options }
  let reply ← callSidecar fun transport o => unary transport V1.TacticService.suggest request o
  return (List.range goals.size).toArray.map fun place =>
    (reply.goals[place]?.map (·.candidates)).getD #[]

/-- Says what came of it, at `ref`; a click puts a tactic in the place of `span?`, else of `ref`. -/
def showSuggestions (ref : Syntax) (span? : Option Syntax) (suggestions : Suggestions)
    (header : String := "Try this:") : CoreM Unit := do
  let fileMap ← getFileMap
  let column := ((span?.getD ref).getPos?.map fun place => (fileMap.toPosition place).column).getD 0
  for suggestion in suggestions.good do
    Tactic.TryThis.addSuggestion ref {
      suggestion := .string (indented suggestion.text column)
      postInfo? := some (remaining suggestion.goals) } (origSpan? := span?) (header := header)
  let tried := suggestions.good.size + suggestions.failed.size
  if suggestions.good.isEmpty then
    logInfoAt ref m!"no suggestion: {tried} candidates, none of which runs here"
  if sensei.showFailures.get (← getOptions) && !suggestions.failed.isEmpty then
    logInfoAt ref m!"candidates that fail:\n{"\n".intercalate suggestions.failed.toList}"

private def suggest (begins : String) : Tactic.TacticM Unit := do
  let offers ← askTactics #[← goalContext (← Tactic.getMainGoal)] begins
  showSuggestions (← getRef) none (← tryOffers (offers[0]?.getD #[]))

/-- Asks the sidecar's model for tactics for the main goal, tries each, and shows those that run as
clickable suggestions: closing ones first, with the goals that would be left. With a string, only
tactics that begin with it. Changes nothing. Fails when there is no sidecar: start `sensei serve`. -/
syntax (name := suggestTactics) "suggest_tactics" (ppSpace str)? : tactic

@[tactic suggestTactics] def evalSuggestTactics : Tactic.Tactic := fun stx => do
  if ← asksNobody then return
  let begins := ((stx.getArg 1).getArg 0).isStrLit?.getD ""
  suggest begins

end Sensei
