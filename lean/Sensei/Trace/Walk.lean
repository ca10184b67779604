/-
The walk over a command's info trees: tactics to steps, resolved constants to premise uses.

A step is a tactic node with a range of its own in the source. One tactic yields many nodes of the
same range (macros, elaborators behind one another): the outermost counts. Containers that are no
tactic (`by`, sequences, separators) are passed through; `rw [a, b]` is a step with one sub-step a
rule. Children hang under the nearest step around them.

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
  goalIndex : Std.HashMap GoalKey Nat := {}
  steps : Array Step := #[]
  premises : Array PremiseUse := #[]
  seenPremises : Std.HashSet (Span × Name) := {}

/-- Where the walk stands. -/
private structure Around where
  context? : Option ContextInfo := none
  step? : Option Nat := none
  span? : Option Span := none
  /-- What an anonymous declaration is called. -/
  exampleName : String

private abbrev Walk := StateT Found IO

/-- Nodes that are no tactic of their own. -/
private def passedThrough : List SyntaxNodeKind :=
  [nullKind, `Lean.Parser.Term.byTactic, `Lean.Parser.Tactic.tacticSeq,
    `Lean.Parser.Tactic.tacticSeq1Indented, `Lean.Parser.Tactic.tacticSeqBracketed,
    `Lean.Parser.Tactic.paren, `Lean.cdotTk, `Lean.Parser.Tactic.rwRuleSeq, `Lean.Parser.Tactic.withAnnotateState,
    `Lean.Parser.Tactic.inductionAlts, `ident, `Lean.Parser.Tactic.Conv.convSeq,
    `Lean.Parser.Tactic.Conv.convSeq1Indented, `Lean.Parser.Tactic.Conv.paren]

private def isTactic (stx : Syntax) : Bool :=
  match stx with
  | .node _ kind _ => !passedThrough.contains kind
  | _ => false

private def internGoal (context : ContextInfo) (mctx : MetavarContext) (goal : MVarId) :
    Walk (Option Nat) := do
  let some decl := mctx.findDecl? goal | return none
  let context := { context with mctx }
  let text ← try context.runMetaM decl.lctx (goalText goal) catch error =>
    -- The printer can fail on a broken term; the goal is kept with what was said.
    pure { mvarId := goal.name.toString, userName := "", pretty := s!"⊢ {error}",
           hypotheses := #[], target := "" }
  let key : GoalKey := { mvarId := text.mvarId, pretty := text.pretty }
  if let some index := (← get).goalIndex[key]? then return some index
  modifyGet fun found =>
    let index := found.goals.size
    (some index, { found with goals := found.goals.push text
                              goalIndex := found.goalIndex.insert key index })

private def declarationName (around : Around) (context : ContextInfo) : String :=
  match context.parentDecl? with
  | none => ""
  | some name =>
    if name == `_example then around.exampleName
    else ((privateToUserName? name).getD name).toString

private def visitTactic (around : Around) (context : ContextInfo) (info : TacticInfo) :
    Walk Around := do
  unless isTactic info.stx do return around
  let some span := spanOf? info.stx | return around
  if around.span? == some span then return around
  let before ← info.goalsBefore.toArray.filterMapM (internGoal context info.mctxBefore)
  let after ← info.goalsAfter.toArray.filterMapM (internGoal context info.mctxAfter)
  let step : Step :=
    { parent := around.step?, declaration := declarationName around context, span,
      kind := info.stx.getKind, elaborator := info.elaborator, before, after }
  let id ← modifyGet fun found => (found.steps.size, { found with steps := found.steps.push step })
  return { around with step? := some id, span? := some span }

private def visitTerm (around : Around) (context : ContextInfo) (info : TermInfo) : Walk Unit := do
  unless info.stx.isIdent || info.stx.isOfKind `Lean.Parser.Term.dotIdent do return
  let some span := spanOf? info.stx | return
  let some name := info.expr.getAppFn.constName? | return
  if info.isBinder || (← get).seenPremises.contains (span, name) then return
  let use : PremiseUse :=
    { name, span, declaration := declarationName around context, step := around.step? }
  modify fun found =>
    { found with premises := found.premises.push use
                 seenPremises := found.seenPremises.insert (span, name) }

/-- Walks one tree. The recursion follows the tree, which is finite. -/
private partial def walk (around : Around) : InfoTree → Walk Unit
  | .context part tree =>
    walk { around with context? := part.mergeIntoOuter? around.context? } tree
  | .hole _ => pure ()
  | .node info children => do
    let mut inner := around
    if let some context := around.context? then
      match info with
      | .ofTacticInfo tactic => inner ← visitTactic around context tactic
      | .ofTermInfo term => visitTerm around context term
      | _ => pure ()
      inner := { inner with context? := info.updateContext? (some context) }
    for child in children do
      walk inner child

/-- Walks the info trees of one command and adds what it finds. -/
def walkCommand (trees : PersistentArray InfoTree) (exampleName : String) (found : Found) :
    IO Found := do
  let mut found := found
  for tree in trees do
    let (_, next) ← (walk { exampleName } tree).run found
    found := next
  return found

end Sensei.Trace
