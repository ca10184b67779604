/-
The walk over a command's info trees: tactics to steps, resolved constants to premise uses.

A step is a tactic node that the source itself has. One tactic yields many nodes of the same range
(macros, elaborators behind one another): the outermost counts. Containers that are no tactic (`by`,
sequences, the list of a `calc`) are passed through; `rw [a, b]` is a step with one sub-step a rule.
What `first`, `try` and `repeat` tried in vain is left out. A tactic that runs on several goals
(`<;>`, `all_goals`) is a step for each run. Children hang under the nearest step around them.

API as in Lean 4.35: `InfoTree`, `PartialContextInfo.mergeIntoOuter?`, `Info.updateContext?`,
`TacticInfo`, `TermInfo`, `ContextInfo.runMetaM`.
-/
import Sensei.Core.Goal
import Sensei.Trace.Record
import Lean.Elab.InfoTree.Main

namespace Sensei.Trace
open Lean Elab Meta

/-- What the walk has found in a module so far. -/
structure Found where
  goals : Array GoalText := #[]
  /-- The printed states of each goal, with their indices. -/
  goalIndex : Std.HashMap MVarId (List (GoalState × Nat)) := {}
  steps : Array Step := #[]
  /-- The steps of the command at hand, without the goals after them. -/
  seenSteps : Std.HashMap Step Nat := {}
  premises : Array PremiseUse := #[]
  seenPremises : Std.HashSet (Span × Name) := {}
  /-- Names of declarations that the trees of the command at hand mention. -/
  mentioned : Std.HashSet Name := {}

/-- Where the walk stands. -/
private structure Around where
  context? : Option ContextInfo := none
  step? : Option Nat := none
  span? : Option Span := none
  /-- What an anonymous declaration is called. -/
  exampleName : String

private abbrev Walk := StateT Found IO

/-- Nodes that are no tactic of their own. Nor is what belongs to terms or to a termination
argument. -/
private def passedThrough : NameSet :=
  [nullKind, identKind, `Lean.Parser.Tactic.unknown, `Lean.Parser.Tactic.tacticSeq,
    `Lean.Parser.Tactic.tacticSeq1Indented, `Lean.Parser.Tactic.tacticSeqBracketed,
    `Lean.Parser.Tactic.paren, `Lean.cdotTk, `Lean.Parser.Tactic.rwRuleSeq,
    `Lean.Parser.Tactic.withAnnotateState, `Lean.Parser.Tactic.inductionAlts,
    `Lean.Parser.Tactic.inductionAlt, `Lean.Parser.Tactic.inductionAltLHS,
    `Lean.calcSteps, `Lean.calcFirstStep, `Lean.calcStep,
    `Lean.Parser.Tactic.Conv.convSeq, `Lean.Parser.Tactic.Conv.convSeq1Indented,
    `Lean.Parser.Tactic.Conv.convSeqBracketed, `Lean.Parser.Tactic.Conv.paren].foldl
    (fun names name => names.insert name) {}

/-- The tactic that a node stands for. Lean gives each rule of a `rw` the state up to the comma
behind it, in a node that holds the rule and the comma. -/
private def tacticOf? (stx : Syntax) : Option Syntax :=
  let first := stx.getArg 0
  if stx.isOfKind nullKind && first.isOfKind `Lean.Parser.Tactic.rwRule then some first
  else match stx with
    | .node _ kind _ =>
      if passedThrough.contains kind || (`Lean.Parser.Term).isPrefixOf kind
        || (`Lean.Parser.Termination).isPrefixOf kind then none
      else some stx
    | _ => none

/-- The index of a goal in the table. It is printed once for each state that it is in: another
state of the metavariables in it is another state of the goal. -/
private def internGoal (context : ContextInfo) (mctx : MetavarContext) (goal : MVarId) :
    Walk (Option Nat) := do
  let some decl := mctx.findDecl? goal | return none
  let context := { context with mctx }
  let run {α : Type} (act : MetaM α) : IO α := context.runMetaM decl.lctx act
  let state ← run (goalState goal)
  let known := (← get).goalIndex.getD goal []
  if let some index := known.lookup state then return some index
  let text ← try run (goalText goal) catch error =>
    -- The printer can fail on a broken term; the goal is kept with what was said.
    pure { mvarId := goal.name.toString, userName := "", pretty := s!"⊢ {error}",
           hypotheses := #[], target := "" }
  modifyGet fun found =>
    let index := found.goals.size
    (some index, { found with
      goals := found.goals.push text
      goalIndex := found.goalIndex.insert goal ((state, index) :: known) })

private def declarationName (around : Around) (context : ContextInfo) : String :=
  match context.parentDecl? with
  | none => ""
  | some name =>
    if name == `_example then around.exampleName
    else ((privateToUserName? name).getD name).toString

private def visitTactic (around : Around) (context : ContextInfo) (info : TacticInfo) :
    Walk Around := do
  let some stx := tacticOf? info.stx | return around
  let some span := spanOf? stx | return around
  if around.span? == some span then return around
  let before ← info.goalsBefore.toArray.filterMapM (internGoal context info.mctxBefore)
  let after ← info.goalsAfter.toArray.filterMapM (internGoal context info.mctxAfter)
  let step : Step :=
    { parent := around.step?, declaration := declarationName around context, span,
      kind := stx.getKind, elaborator := info.elaborator, before, after }
  let around := { around with span? := some span }
  -- What runs again from the same goals was undone before: a macro that has other expansions, a
  -- term that is elaborated twice. The last run counts.
  let key := { step with after := #[] }
  if let some id := (← get).seenSteps[key]? then
    modify fun found => { found with steps := found.steps.modify id fun _ => step }
    return { around with step? := some id }
  let id ← modifyGet fun found =>
    (found.steps.size, { found with steps := found.steps.push step
                                    seenSteps := found.seenSteps.insert key found.steps.size })
  return { around with step? := some id }

private def visitTerm (around : Around) (context : ContextInfo) (info : TermInfo) : Walk Unit := do
  let some name := info.expr.getAppFn.constName? | return
  if info.isBinder then
    modify fun found => { found with mentioned := found.mentioned.insert name }
    return
  unless info.stx.isIdent || info.stx.isOfKind `Lean.Parser.Term.dotIdent do return
  let some span := spanOf? info.stx | return
  if (← get).seenPremises.contains (span, name) then return
  let use : PremiseUse :=
    { name, span, declaration := declarationName around context, step := around.step? }
  modify fun found =>
    { found with premises := found.premises.push use
                 seenPremises := found.seenPremises.insert (span, name) }

/-- Whether a tactic did nothing, which is what Lean leaves of one that failed. -/
private def isIdle : InfoTree → Bool
  | .node (.ofTacticInfo info) _ => info.goalsBefore == info.goalsAfter
  | _ => false

/-- The children of a node that count: `first` has one for each alternative that it tried, the
last of which is the one that ran; `any_goals` and `repeat` have one for each run. -/
private def counted (info : Info) (children : PersistentArray InfoTree) : Array InfoTree :=
  let all := children.toArray
  match info with
  | .ofTacticInfo tactic =>
    match tactic.stx.getKind with
    | `Lean.Parser.Tactic.first | `Lean.Parser.Tactic.Conv.first => all.extract (all.size - 1) all.size
    | `Lean.Parser.Tactic.anyGoals | `Lean.Parser.Tactic.tacticRepeat_
    | `Lean.Parser.Tactic.repeat' | `Lean.Parser.Tactic.repeat1' => all.filter (!isIdle ·)
    | _ => all
  | _ => all

/-- Walks one tree. The recursion follows the tree, which is finite. -/
private partial def walk (around : Around) : InfoTree → Walk Unit
  | .context part tree => do
    let context? := part.mergeIntoOuter? around.context?
    if let some name := context?.bind (·.parentDecl?) then
      modify fun found => { found with mentioned := found.mentioned.insert name }
    walk { around with context? } tree
  | .hole _ => pure ()
  | .node info children => do
    let mut inner := around
    if let some context := around.context? then
      match info with
      | .ofTacticInfo tactic => inner ← visitTactic around context tactic
      | .ofTermInfo term => visitTerm around context term
      | _ => pure ()
      inner := { inner with context? := info.updateContext? (some context) }
    for child in counted info children do
      walk inner child

/-- Walks the info trees of one command and adds what it finds. -/
def walkCommand (trees : PersistentArray InfoTree) (exampleName : String) (found : Found) :
    IO Found := do
  let mut found := { found with mentioned := {}, seenSteps := {}, goalIndex := {} }
  for tree in trees do
    let (_, next) ← (walk { exampleName } tree).run found
    found := next
  return found

end Sensei.Trace
