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
import Sensei.Trace.Effect
import Sensei.Trace.Record
import Lean.Elab.InfoTree.Main
import Lean.Parser.Extension

namespace Sensei.Trace
open Lean Elab Meta

/-- What the walk has found in a command so far. Goals and steps are numbered from 0 in each. -/
structure Found where
  goals : Array GoalText := #[]
  /-- Whether each of them parses back. -/
  parsesBack : Array Bool := #[]
  /-- The printed states of each goal, with their indices. -/
  goalIndex : Std.HashMap MVarId (List (GoalState × Nat)) := {}
  /-- Goals that have no metavariables, with their names and types: they have one state. -/
  settled : Std.HashMap MVarId (Name × Expr × Nat) := {}
  steps : Array Step := #[]
  /-- What each of them did. -/
  effects : Array Effect := #[]
  /-- The steps, without the goals after them. -/
  seenSteps : Std.HashMap Step Nat := {}
  premises : Array PremiseUse := #[]
  seenPremises : Std.HashSet (Span × Name) := {}
  /-- Names of declarations that the trees mention. -/
  mentioned : Std.HashSet Name := {}

/-- Texts that have been parsed with the syntax of a place, and whether they could be. Walks share it,
also while they run at the same time: what a text is does not depend on who asks first. -/
abbrev Parsed := IO.Ref (Std.HashMap String Bool)

/-- Where the walk stands. -/
private structure Around where
  context? : Option ContextInfo := none
  step? : Option Nat := none
  span? : Option Span := none
  /-- What an anonymous declaration is called. -/
  exampleName : String
  /-- Where goals are printed by the parts that change; `none` if they are not all printed in one
  place. -/
  printer? : Option Printer
  parsed : Parsed

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

/-- Whether a text is one name of plain letters; the printer writes keywords that are names in
`«»`. -/
private def isPlainName (text : String) : Bool :=
  !text.isEmpty && text.toList.all fun c =>
    c.toNat < 128 && (c.isAlphanum || c == '_' || c == '.')

/-- Whether a text is a term. -/
private def parses (parsed : Parsed) (env : Environment) (text : String) : Walk Bool := do
  if isPlainName text then return true
  if let some known := (← parsed.get)[text]? then return known
  let isTerm := (Parser.runParserCategory env `term text).toBool
  parsed.modify (·.insert text isTerm)
  return isTerm

/-- The index of a goal in the table. It is printed once for each state that it is in: another
state of the metavariables in it is another state of the goal. -/
private def internGoal (around : Around) (context : ContextInfo) (mctx : MetavarContext) (goal : MVarId) :
    Walk (Option Nat) := do
  let some decl := mctx.findDecl? goal | return none
  if let some (name, type, index) := (← get).settled[goal]? then
    if name == decl.userName && type == decl.type then return some index
  let context := { context with mctx }
  let run {α : Type} (act : MetaM α) : IO α := context.runMetaM decl.lctx act
  let state ← run (goalState goal)
  let known := (← get).goalIndex.getD goal []
  if let some index := known.lookup state then return some index
  let text ← try run (goalText goal around.printer?) catch error =>
    -- The printer can fail on a broken term; the goal is kept with what was said.
    pure { mvarId := goal.name.toString, userName := "", pretty := s!"⊢ {error}",
           hypotheses := #[], target := "" }
  let printed := text.target :: text.hypotheses.toList.map (·.type)
  let parsesBack ← printed.allM fun text => parses around.parsed context.env text
  let isSettled := !state.target.hasMVar &&
    state.hypotheses.all fun (_, type, value?) => !type.hasMVar && !value?.any (·.hasMVar)
  modifyGet fun found =>
    let index := found.goals.size
    let settled := if isSettled then found.settled.insert goal (decl.userName, decl.type, index)
      else found.settled
    (some index, { found with
      settled
      goals := found.goals.push text
      parsesBack := found.parsesBack.push parsesBack
      goalIndex := found.goalIndex.insert goal ((state, index) :: known) })

private def declarationName (around : Around) (context : ContextInfo) : String :=
  match context.parentDecl? with
  | none => ""
  | some name =>
    let name := (privateToUserName? name).getD name
    if name matches .str _ "_example" then around.exampleName else name.toString

/-- What a tactic did to its goals, whose indices are `before` and `after`. -/
private def effectOf (info : TacticInfo) (before after : Array (MVarId × Nat)) : Effect :=
  let closed := before.filter fun (goal, _) => !info.goalsAfter.contains goal
  let opened := after.filter fun (goal, _) => !info.goalsBefore.contains goal
  let index (goal : MVarId) : Option Nat := (after.find? (·.1 == goal)).map (·.2)
  let follow := closed.map fun (goal, number) =>
    let reached := assigned info.mctxAfter info.goalsAfter goal
    ((number, reached.open_.filterMap index), reached.constants)
  let stated := if follow.all fun (_, used) => used.isEmpty then {} else
    closed.foldl (init := ({} : Std.HashSet Name)) fun names (goal, _) =>
      statedConstants info.mctxBefore goal names
  let constants := follow.foldl (init := ({} : Std.HashSet Name)) fun names (_, used) =>
    used.fold (init := names) fun names name =>
      if stated.contains name || isMadeUpName name then names else names.insert name
  { closed := closed.map (·.2), opened := opened.map (·.2), links := follow.map (·.1)
    constants := constants.toArray.qsort Name.lt }

private def visitTactic (around : Around) (context : ContextInfo) (info : TacticInfo) :
    Walk Around := do
  let some stx := tacticOf? info.stx | return around
  let some span := spanOf? stx | return around
  if around.span? == some span then return around
  let numbered (mctx : MetavarContext) (goal : MVarId) : Walk (Option (MVarId × Nat)) := do
    return (← internGoal around context mctx goal).map (goal, ·)
  let before ← info.goalsBefore.toArray.filterMapM (numbered info.mctxBefore)
  let after ← info.goalsAfter.toArray.filterMapM (numbered info.mctxAfter)
  let step : Step :=
    { parent := around.step?, declaration := declarationName around context, span,
      kind := stx.getKind, elaborator := info.elaborator, before := before.map (·.2)
      after := after.map (·.2) }
  let effect := effectOf info before after
  let around := { around with span? := some span }
  -- What runs again from the same goals was undone before: a macro that has other expansions, a
  -- term that is elaborated twice. The last run counts.
  let key := { step with after := #[] }
  if let some id := (← get).seenSteps[key]? then
    modify fun found => { found with steps := found.steps.modify id fun _ => step
                                     effects := found.effects.modify id fun _ => effect }
    return { around with step? := some id }
  let id ← modifyGet fun found =>
    (found.steps.size, { found with steps := found.steps.push step
                                    effects := found.effects.push effect
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
private def counted (tactic : TacticInfo) (children : PersistentArray InfoTree) : Array InfoTree :=
  let all := children.toArray
  match tactic.stx.getKind with
  | `Lean.Parser.Tactic.first | `Lean.Parser.Tactic.Conv.first =>
    all.extract (all.size - 1) all.size
  | `Lean.Parser.Tactic.anyGoals | `Lean.Parser.Tactic.tacticRepeat_
  | `Lean.Parser.Tactic.repeat' | `Lean.Parser.Tactic.repeat1' => all.filter (!isIdle ·)
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
    let some context := around.context? | descend around children
    match info with
    | .ofTacticInfo tactic =>
      let inner ← visitTactic around context tactic
      let inner := { inner with context? := info.updateContext? (some context) }
      for child in counted tactic children do
        walk inner child
    | .ofTermInfo term =>
      visitTerm around context term
      descend around children
    | _ => descend around children
where
  descend (around : Around) (children : PersistentArray InfoTree) : Walk Unit := do
    for child in children do
      walk around child

/-- Takes from the constants of each step those of the steps right within it. Parents come before
their children, so that a child still has all of its own. -/
private def ownConstants (steps : Array Step) (effects : Array Effect) : Array Effect := Id.run do
  let mut effects := effects
  for id in [0 : steps.size] do
    let some parent := (steps[id]?).bind (·.parent) | continue
    let within := ((effects[id]?).map (·.constants)).getD #[]
    if within.isEmpty then continue
    effects := effects.modify parent fun effect =>
      { effect with constants := effect.constants.filter (!within.contains ·) }
  return effects

/-- Kinds of syntax that make a command one to look at more closely. -/
private def telling : NameSet :=
  [`Lean.Parser.Command.example, `Lean.Parser.Term.attributes, `Lean.Parser.Term.whereDecls,
    `Lean.Parser.Term.letrec, `Lean.Parser.Term.letRecDecls, `Lean.Parser.Tactic.open,
    `Lean.Parser.Term.open, `Lean.Parser.Tactic.set_option, `Lean.Parser.Term.set_option,
    `Lean.Parser.Tactic.Conv.set_option].foldl (fun names name => names.insert name) {}

/-- Whether a command is no `example` and has no attributes, nothing in `where` or `let rec`, and no
part with other namespaces or options: looked for at once, since most have none of it. -/
def isSimple (command : Syntax) : Bool :=
  (command.find? fun node => telling.contains node.getKind).isNone

/-- Whether namespaces are opened or options set within a command, for a part of it. -/
private def changesPlace (command : Syntax) : Bool :=
  (command.find? fun node => [`Lean.Parser.Tactic.open, `Lean.Parser.Term.open,
    `Lean.Parser.Tactic.set_option, `Lean.Parser.Term.set_option,
    `Lean.Parser.Tactic.Conv.set_option].contains node.getKind).isSome

/-- Walks the info trees of one command. `parsed` is of its place. -/
def walkCommand (command : Syntax) (simple : Bool) (trees : PersistentArray InfoTree) (exampleName : String)
    (parsed : Parsed) : IO Found := do
  let printer? ← if !simple && changesPlace command then pure none else some <$> Printer.new
  let mut found : Found := {}
  for tree in trees do
    let (_, next) ← (walk { exampleName, printer?, parsed } tree).run found
    found := next
  return { found with effects := ownConstants found.steps found.effects }

end Sensei.Trace
