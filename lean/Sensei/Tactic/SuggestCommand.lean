/-
`#suggest NAME` and `#suggest all`: tactics for what a declaration, or the file so far, leaves with
`sorry`; of a declaration without one, for its statement.

Names are read as they would be where the command stands.
-/
import Lean.Elab.Command
import Lean.ReservedNameAction
import Sensei.Tactic.Premises
import Sensei.Tactic.Sorries
import Sensei.Tactic.Suggest

namespace Sensei
open Lean Elab Command Meta Client

/-- Goals of one request, at most. -/
private def maxGoals : Nat := 64

/-- Premises that are named beside the tactics. -/
private def shownPremises : Nat := 5

/-- Runs `act` with `goal` as the main goal, in its context. -/
private def atGoal (declaration : Name) (levelParams : List Name) (goal : MVarId)
    (act : Tactic.TacticM α) : TermElabM α := do
  let result ← IO.mkRef (none : Option α)
  Term.withDeclName declaration <| Term.withLevelNames levelParams <| goal.withContext do
    discard <| Tactic.run goal do result.set (some (← act))
  match ← result.get with
  | some value => return value
  | none => throwError "internal error: the goal was not looked at"

/-- A piece of syntax that stands where the `sorry` does, for what replaces it. -/
private def spanOf (fileMap : FileMap) (range : DeclarationRange) : Syntax :=
  .atom (.synthetic (fileMap.ofPosition range.pos) (fileMap.ofPosition range.endPos)) "sorry"

private def premiseLine (goal : V1.GoalContext) (declaration : Name) : CoreM String := do
  try
    let found ← askPremises goal shownPremises (some declaration)
    let names := found.toList.map fun (name, _) => (privateToUserName name).toString
    return if names.isEmpty then "" else s!"\npremises: {", ".intercalate names}"
  -- Nothing traced yet is no reason to say nothing.
  catch _ => return ""

private def suggestFor (ref : Syntax) (sorries : Array Sorry) : TermElabM Unit := do
  let fileMap ← getFileMap
  let mut contexts := #[]
  for found in sorries do
    contexts := contexts.push
      (← atGoal found.declaration found.levelParams found.goal do goalContext (← Tactic.getMainGoal))
  let mut offers := #[]
  for start in [0 : sorries.size : maxGoals] do
    offers := offers ++ (← askTactics (contexts.extract start (start + maxGoals)))
  for (found, place) in sorries.zip (List.range sorries.size).toArray do
    let suggestions ← atGoal found.declaration found.levelParams found.goal do
      tryOffers (offers[place]?.getD #[])
    let premises ← match contexts[place]? with
      | some context => premiseLine context found.declaration
      | none => pure ""
    let where_ := s!"line {found.range.pos.line}, {found.declaration}"
    let closing := (suggestions.good.filter fun one => one.goals.isEmpty).size
    logInfoAt ref m!"{where_}: {suggestions.good.size} tactics run, {closing} close the goal{premises}"
    showSuggestions ref (some (spanOf fileMap found.range)) suggestions (header := s!"{where_}:")

private def suggestAll (ref : Syntax) : TermElabM Unit := do
  let sorries ← sorriesOf fun _ => true
  if sorries.isEmpty then logInfoAt ref "no declaration before this says sorry"
  else suggestFor ref sorries

private def suggestName (ref : Syntax) (name : Name) : TermElabM Unit := do
  let sorries ← sorriesOf fun other => name.isPrefixOf (privateToUserName other)
  if !sorries.isEmpty then return ← suggestFor ref sorries
  let info ← getConstInfo name
  let goal ← mkFreshExprMVar (some info.type) (kind := .syntheticOpaque)
  let (_, goal) ← goal.mvarId!.intros
  atGoal name info.levelParams goal do
    let context ← goalContext (← Tactic.getMainGoal)
    let suggestions ← tryOffers ((← askTactics #[context])[0]?.getD #[])
    let premises ← premiseLine context name
    let shown := suggestions.good.toList.map fun one =>
      s!"\n  {indented one.text 2}{if one.goals.isEmpty then " -- no goals left" else ""}"
    logInfoAt ref m!"{context.pretty}{"".intercalate shown}{premises}"

/-- Asks the sidecar for tactics: `#suggest name` for each `sorry` in a declaration of this file, or,
if there is none, for its statement; `#suggest all` for each `sorry` of the file before the command. A
click puts the tactic in the place of the `sorry`. -/
syntax (name := suggestCommand) "#suggest" ppSpace (&"all" <|> ident) : command

@[command_elab suggestCommand] def elabSuggest : CommandElab := fun stx => do
  if ← asksNobody then return
  let what := stx.getArg 1
  liftTermElabM do
    if what.isIdent then suggestName stx (← realizeGlobalConstNoOverload what)
    else suggestAll stx

end Sensei
