/-
A proof search by the sidecar for a goal of this file, and what its result is worth here.

What the sidecar claims is run again at the goal, aside, and its proof given to the kernel as a theorem
of its own. Only what passes is offered. Whether the declaration around it is proved with it, the
sidecar's verifier says.
-/
import Lean.AddDecl
import Lean.DeclarationRange
import Sensei.Tactic.Candidate
import Sensei.Tactic.Progress
import Sensei.Tactic.Sidecar

namespace Sensei
open Lean Elab Meta Client

/-- What a proof may rest on. -/
def allowedAxioms : List Name := [``propext, ``Quot.sound, ``Classical.choice]

/-- Longest script that is run again, bytes. -/
def maxScriptBytes : Nat := 65536

/-- What is wrong with the proof of the goal, as a theorem of its own before the kernel; `none` if
nothing is. -/
def kernelFault? (goal : MVarId) : TermElabM (Option String) := goal.withContext do
  let proof ← instantiateMVars (mkMVar goal)
  let type ← instantiateMVars (← goal.getType)
  if proof.hasExprMVar || proof.hasLevelMVar || type.hasExprMVar || type.hasLevelMVar then
    return some "it leaves metavariables"
  let lctx ← getLCtx
  let own := lctx.foldl (init := #[]) fun own hypothesis =>
    if hypothesis.isAuxDecl then own else own.push hypothesis.toExpr
  let type ← mkForallFVars own type
  let value ← mkLambdaFVars own proof
  if value.hasFVar then return some "it uses the theorem itself"
  let levelParams ← Term.getLevelNames
  let lemma : Declaration := .thmDecl { name := `_sensei_check, levelParams, type, value }
  match (← getEnv).toKernelEnv.addDecl {} lemma with
  | .error exception => return some s!"the kernel: {← (exception.toMessageData {}).toString}"
  | .ok _ => pure ()
  for used in value.getUsedConstants do
    for axiom_ in ← collectAxioms used do
      unless allowedAxioms.contains axiom_ do return some s!"it rests on the axiom {axiom_}"
  return none

/-- How a search ended. -/
inductive Found where
  /-- A script that proves the goal, and whether the declaration around it is verified with it; if
  not, why. -/
  | proof (script : String) (unverified? : Option String)
  /-- None: in one line why, and how far it came. -/
  | nothing (why : String) (partials : Array V1.PartialProof)
  | cancelled

/-- The limits of a search. -/
structure SearchLimits where
  seconds : Nat := 30
  model : String := ""
  heartbeats : Nat := 0

/-- Beyond the search itself: to open the file, to wait for a place, and to judge a claim. -/
def extraSearchMs : Nat := 300000

private def statusText : String → String
  | "exhausted" => "everything that the model proposed was tried"
  | "out_of_budget" => "the budget was spent"
  | "environment_crashed" => "Lean's step server died"
  | "model_error" => "the model failed"
  | status => status

private def spentText (ended : V1.SearchEnded) : String :=
  s!"{ended.modelCalls} states given to the model, {ended.tacticCalls} tactics tried, \
    {ended.milliseconds} ms"

/-- The script with its later lines moved back to the column of its first. -/
private def unindented (script : String) (column : Nat) : String :=
  ("\n").intercalate <| (script.splitOn ("\n" ++ "".pushn ' ' column))

/-- Runs the script at the goal; what is wrong with it, if anything is. -/
private def faultHere? (aside : Aside) (script : String) (column : Nat) : CoreM (Option String) := do
  match ← parseCandidate (unindented script column) maxScriptBytes with
  | .error why => return some why
  | .ok tactics =>
    let check : Tactic.TacticM (Option String) := do
      unless (← Tactic.getUnsolvedGoals).isEmpty do return some "it leaves goals"
      kernelFault? aside.goal
    match ← aside.try tactics 60000 0 check with
    | .ran _ => return none
    | .failed why => return some why

/-- Has the sidecar search for a proof of the goal at `search`'s place in the text. Blocks until it
has ended, and tells `search` what happens. -/
def searchProof (transport : Transport) (search : Searching) (aside : Aside) (limits : SearchLimits)
    (text : String) (column : Nat) : CoreM Found := do
  let request : V1.SearchRequest := {
    «module» := (← getEnv).mainModule.toString
    model := limits.model
    budget := some { milliseconds := (limits.seconds * 1000).toUInt32 }
    omitFailures := true
    place := some { text, start := search.start.toUInt32, stop := search.stop.toUInt32 } }
  let options : CallOptions := {
    timeoutMs := limits.seconds * 1000 + extraSearchMs
    cancelled := some search.token.isSet }
  let verdict ← IO.mkRef (none : Option V1.SearchVerdict)
  let ended ← IO.mkRef (none : Option V1.SearchEnded)
  let result ← (serverStream transport V1.SearchService.search request (options := options)
    fun message => do
      if let some event := message.event then
        search.record event
        match event with
        | .verdict said => verdict.set (some said)
        | .ended said => ended.set (some said)
        | _ => pure ()
      return true).toBaseIO
  if ← search.token.isSet then return .cancelled
  if let .error error := result then return .nothing (toString error) #[]
  let some ended ← ended.get | return .nothing "the sidecar did not say how the search ended" #[]
  if ended.proof.isEmpty then
    let detail := if ended.detail.isEmpty then "" else s!" ({ended.detail})"
    return .nothing s!"{statusText ended.status}{detail}; {spentText ended}" ended.«partial»
  if let some fault := ← faultHere? aside ended.proof column then
    return .nothing s!"what was found is no proof here ({fault}):\n{ended.proof}" #[]
  let unverified? ← match ← verdict.get with
    | some said =>
      pure (if said.accepted then none else some s!"{said.reason}: {said.detail}")
    | none => pure (some ended.unjudged)
  return .proof ended.proof unverified?

end Sensei
