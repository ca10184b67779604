/-
Running a tactic that a file already has, from the state that it was written for.

The command around it is elaborated again with info trees, which hold the state before every tactic
of a proof, inner ones too. The state is opened, the text is parsed anew and run, and what comes of
it is what the text does from that state; whoever recorded the file can be held to it. What a proof
may not contain is not asked: the file has been elaborated with it already.

Not every recorded text is a tactic of the category `tactic`: inside `conv` it is one of `conv`, and
a rule of a rewriting runs as the rewriting around it with that rule alone.

API as in Lean 4.35: `InfoTree`, `ContextInfo.runCoreM`, `InfoState.substituteLazy`.
-/
import Sensei.Core.Goal
import Sensei.Core.Span
import Sensei.Gym.File
import Sensei.Gym.Step
import Lean.Elab.InfoTree.Main
import Lean.Parser.Extension

namespace Sensei.Gym
open Lean Elab Meta

/-- A goal as users see it: the name of its case, or "", and its text. -/
structure Shown where
  userName : String
  pretty : String
  deriving BEq

/-- Without the numbers of metavariables. -/
private def Shown.unnumbered (shown : Shown) : Shown :=
  { shown with pretty := Sensei.unnumbered shown.pretty }

/-- For people. -/
def Shown.text (shown : Shown) : String :=
  (if shown.userName.isEmpty then "" else s!"case {shown.userName}: ") ++ shown.pretty

/-- A tactic in a file. -/
structure Written where
  /-- Where it stands; lines from 1. -/
  start : Position
  stop : Position
  /-- Its kind of syntax. -/
  kind : Name
  text : String
  /-- The goals before it, to tell its runs from one another. -/
  goals : Array Shown
  /-- The text of the tactic around it. -/
  around : String

/-- A tactic node of an info tree. -/
structure Ran where
  context : ContextInfo
  info : TacticInfo
  span : Span

/-- A command that was elaborated with info trees. -/
structure Looked where
  /-- Its number in the file. -/
  index : Nat
  ran : Array Ran

/-- The span of what a tactic node stands for: of a rule of a rewriting without the comma. -/
private def spanOfTactic? (stx : Syntax) : Option Span :=
  spanOf? (if stx.isOfKind nullKind then stx.getArg 0 else stx)

private def tacticNodes (trees : PersistentArray InfoTree) : Array Ran :=
  trees.foldl (init := #[]) fun all tree => tree.foldInfo (init := all) fun context info found =>
    match info with
    | .ofTacticInfo info =>
      match spanOfTactic? info.stx with
      | some span => found.push { context, info, span }
      | none => found
    | _ => found

/-- The tactics that the command around a position ran; `none` if there is no such command. -/
private def lookAt (file : OpenFile) (cache : IO.Ref (Option Looked)) (position : String.Pos.Raw) :
    IO (Option (Visited × Looked)) := do
  let reaches (visited : Visited) : Bool := position < visited.after.parser.pos
  file.advance reaches
  let commands ← file.visited.get
  let some index := commands.findIdx? (reaches ·.toVisited) | return none
  let some { toVisited := visited, .. } := commands[index]? | return none
  match ← cache.get with
  | some known => if known.index == index then return some (visited, known)
  | none => pure ()
  let before := { visited.before.state with infoState := { enabled := true } }
  let after ← file.source.elabCommand visited.position visited.command before
  let looked : Looked :=
    { index, ran := tacticNodes after.infoState.substituteLazy.get.trees }
  cache.set (some looked)
  return some (visited, looked)

private def printed (ran : Ran) : IO (Array Shown) := do
  let context := { ran.context with mctx := ran.info.mctxBefore }
  ran.info.goalsBefore.toArray.mapM fun goal => do
    let some decl := ran.info.mctxBefore.findDecl? goal | return { userName := "", pretty := "" }
    let pretty ← try context.runMetaM decl.lctx (prettyGoal goal) catch error => pure s!"⊢ {error}"
    return { userName := caseName decl, pretty }

/-- The state before a tactic, ready to run tactics at. -/
private def stateBefore (visited : Visited) (ran : Ran) : IO (Place × Point) := do
  let { info, context, .. } := ran
  let context := { context with mctx := info.mctxBefore }
  let (coreContext, coreState) ← context.runCoreM do
    return (← readThe Core.Context, ← getThe Core.State)
  let lctx := ((info.goalsBefore.head?.bind info.mctxBefore.findDecl?).map (·.lctx)).getD {}
  let own := context.parentDecl?.bind visited.after.state.env.find? |>.map (·.levelParams)
  let levelNames := own.getD visited.before.state.scopes.head!.levelNames
  let place : Place :=
    { tacticContext := { elaborator := .anonymous }
      termContext := { declName? := context.parentDecl? }
      metaContext := { lctx }, coreContext
      roots := info.goalsBefore, itself := #[], seen := ← Seen.new }
  let point : Point :=
    { goals := info.goalsBefore, termState := { levelNames }
      metaState := { mctx := info.mctxBefore }
      coreState := { coreState with infoState := { enabled := false }, messages := {} } }
  return (place, point)

/-- Parses a whole text in a category. It keeps its column, on which the lines after its first
depend. -/
private def parseIn (place : Place) (env : Environment) (category : Name) (column : Nat)
    (text : String) : Except Failure Syntax := do
  let { options, currNamespace, openDecls, .. } := place.coreContext
  let source := String.ofList (List.replicate column ' ') ++ text
  let input := Parser.mkInputContext source "<tactic>"
  let parser := Parser.andthenFn Parser.whitespace (Parser.categoryParserFn category)
  let state := parser.run input { env, options, currNamespace, openDecls }
    (Parser.getTokenTable env) (Parser.mkParserState input.inputString)
  if !state.allErrors.isEmpty then throw (.parse (state.toErrorMsg input))
  unless state.pos == input.inputString.rawEndPos do
    throw (.parse "text is left over")
  return state.stxStack.back

/-- `erw` sees through definitions. -/
private def isErw (around : Syntax) : Bool := around.isOfKind `Lean.Parser.Tactic.tacticErw___

/-- Kinds of rewriting that try `rfl` in the end, which a rule alone does not. -/
private def closesByRfl (kind : Name) : Bool :=
  [`Lean.Parser.Tactic.rwSeq, `Lean.Parser.Tactic.rwa, `Lean.Parser.Tactic.tacticErw___,
    `Lean.Parser.Tactic.Conv.convRw__].contains kind

/-- The rewriting around a rule, with that rule alone, which `alone` is: a rewriting by it with the
transparency of `around`. -/
private def withOneRule (around alone : Syntax) (isConv : Bool) : Option Syntax := do
  let rule ← alone.find? (·.isOfKind `Lean.Parser.Tactic.rwRule)
  let isRules (node : Syntax) : Bool := node.isOfKind `Lean.Parser.Tactic.rwRuleSeq
  let rules ← around.find? isRules
  let rules := mkNode rules.getKind (rules.getArgs.set! 1 (mkNullNode #[rule]))
  if !closesByRfl around.getKind then
    return mkNode around.getKind
      (around.getArgs.map fun part => if isRules part then rules else part)
  let config := ((if isErw around then alone else around).find?
      (·.isOfKind `Lean.Parser.Tactic.optConfig)).getD
    (mkNode `Lean.Parser.Tactic.optConfig #[mkNullNode])
  let rewrite := Syntax.atom .none "rewrite"
  if isConv then
    return mkNode `Lean.Parser.Tactic.Conv.rewrite #[rewrite, config, rules]
  let location := match around.find? (·.isOfKind `Lean.Parser.Tactic.location) with
    | some location => mkNullNode #[location]
    | none => mkNullNode
  return mkNode `Lean.Parser.Tactic.rewriteSeq #[rewrite, config, rules, location]

/-- Parses a written tactic as what it is. -/
private def parseWritten (place : Place) (env : Environment) (written : Written) :
    Except Failure Syntax := do
  let category := if ((written.goals[0]?.map (·.pretty)).getD "").splitOn "\n" |>.getLastD "" |>.startsWith "| "
    then `conv else `tactic
  let column := written.start.column
  if written.kind == `Lean.Parser.Tactic.rwRule then
    let around ← parseIn place env category 0 written.around
    let seen := if isErw around then "(transparency := .default) " else ""
    let alone ← parseIn place env `tactic 0 s!"rewrite {seen}[{written.text}]"
    let some rewriting := withOneRule around alone (category == `conv)
      | throw (.parse "the tactic around it is no rewriting")
    return rewriting
  let parsed ← parseIn place env category column written.text
  if parsed.isOfKind written.kind then return parsed
  throw (.parse s!"it reads as {parsed.getKind} now")

/-- Why a written tactic was not run. -/
inductive NotRun where
  /-- No tactic stands there. -/
  | absent
  /-- None was run there from such goals; those that were are given. -/
  | otherGoals (goals : Array (Array Shown))
  | failed (failure : Failure)

/-- Runs a written tactic from the state before it. -/
def runWritten (file : OpenFile) (cache : IO.Ref (Option Looked)) (limits : Limits)
    (watchdog : Watchdog) (written : Written) : IO (Except NotRun (Place × Stepped)) := do
  let fileMap := file.source.input.fileMap
  let span : Span :=
    { start := fileMap.ofPosition written.start, stop := fileMap.ofPosition written.stop }
  let some (visited, looked) ← lookAt file cache span.start | return .error .absent
  let there := looked.ran.filter (·.span == span)
  if there.isEmpty then return .error .absent
  let mut others := #[]
  for ran in there do
    let goals ← printed ran
    unless goals.map (·.unnumbered) == written.goals.map (·.unnumbered) do
      others := others.push goals
      continue
    let (place, point) ← stateBefore visited ran
    match parseWritten place point.coreState.env written with
    | .error failure => return .error (.failed failure)
    | .ok tactic =>
      match ← runTactic place point [] limits watchdog written.text tactic
        (judged := false) with
      | .error failure => return .error (.failed failure)
      | .ok stepped => return .ok (place, stepped)
  return .error (.otherGoals others)

end Sensei.Gym
