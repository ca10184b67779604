/-
Proof states of the Gym: captured from the elaborator by a hook, stepped, and kept.

A theorem is opened by elaborating its own command with the body replaced by one syntax node of
kind `sensei.gym.hook`. When the elaborator runs the tactic behind that node, it stands exactly
where the author's proof would start: namespaces, notations, universes, section variables, options,
and an environment that does not contain the theorem. The hook keeps the contexts and states of the
four monads and ends the elaboration as an interruption does, which nothing recovers from; the
command's outcome is dropped.

A body `by …` needs no second elaboration: when the file is elaborated, its tactics come to
`aheadTactic` first, which keeps where they start and leaves them to Lean's own elaborator. What it
keeps is what the hook would.

A state is worth its goals, and the states of TermElabM, MetaM and CoreM. Metavariable ids mean
something only together with the state they came from.

The goal of a tactic or term in the middle of a proof is opened likewise: the node takes its place,
and the proof before it runs.

API as in Lean 4.35: `KeyedDeclsAttribute.addBuiltin`, `TermElabM.run`, `MetaM.run`, `CoreM.run`.
-/
import Sensei.Core.Declaration
import Sensei.Core.Printer
import Sensei.Core.TacticText
import Lean.Elab.Tactic.Basic
import Lean.Meta

namespace Sensei.Gym
open Lean Elab Meta

/-- What was printed and read at a place: neither depends on the state of a proof. -/
structure Seen where
  printer : Printer
  /-- Tactic texts and what they are read as. -/
  parsed : IO.Ref (Std.HashMap String (Except TextFault Syntax))

/-- Nothing yet. -/
def Seen.new : BaseIO Seen := do
  return { printer := ← Printer.new, parsed := ← IO.mkRef {} }

/-- How many tactic texts a place remembers. -/
def Seen.room : Nat := 500

/-- The contexts of the place at which a theorem was opened. -/
structure Place where
  tacticContext : Tactic.Context
  termContext : Term.Context
  metaContext : Meta.Context
  coreContext : Core.Context
  /-- The goals that are to be proved: the theorem's own, or those of a part of its proof. -/
  roots : List MVarId
  /-- The theorem itself, and others of its block, as the elaborator's local hypotheses: recursive
  definitions need them. -/
  itself : Array Expr
  /-- What was printed and read here. -/
  seen : Seen

/-- The states of one point of a proof. -/
structure Point where
  goals : List MVarId
  termState : Term.State
  metaState : Meta.State
  coreState : Core.State

/-- What the hook does when the elaborator reaches it. -/
inductive Hook where
  | idle
  | opening
  /-- The tactics that stand there, in the command that is elaborated, are a body's. -/
  | ahead (start : String.Pos.Raw)
  | opened (place : Place) (point : Point)

/-- The kind of the syntax node that stands for the body. -/
def hookKind : SyntaxNodeKind := `sensei.gym.hook

/-- Keeps where the elaborator is, which is about to run the tactics of a proof. -/
private def keepHere (hook : IO.Ref Hook) : Tactic.TacticM Unit := do
  let root ← Tactic.getMainGoal
  let hypotheses := (← root.getDecl).lctx.foldl (init := #[]) fun found hypothesis =>
    if hypothesis.isAuxDecl then found.push hypothesis.toExpr else found
  let place : Place :=
    { tacticContext := ← readThe Tactic.Context, termContext := ← readThe Term.Context,
      metaContext := ← readThe Meta.Context, coreContext := ← readThe Core.Context,
      roots := [root], itself := hypotheses, seen := ← Seen.new }
  let point : Point :=
    { goals := (← getThe Tactic.State).goals, termState := ← getThe Term.State,
      metaState := ← getThe Meta.State
      coreState := { ← getThe Core.State with infoState := { enabled := false } } }
  hook.set (.opened place point)

/-- The tactic behind the hook node: keeps where it is, then ends the elaboration. -/
private def hookTactic (hook : IO.Ref Hook) : Tactic.Tactic := fun _ => do
  if (← hook.get) matches .opening then
    keepHere hook
    throw (.internal interruptExceptionId)
  throwError "the Gym opens no goal now"

/-- What the elaborator asks first about tactics in a row: keeps where it is if they are the body
that is waited for, and elaborates none but the hook. -/
private def aheadTactic (hook : IO.Ref Hook) : Tactic.Tactic := fun tactics => do
  if (tactics.getArg 0).isOfKind hookKind then return ← hookTactic hook tactics
  if let .ahead start ← hook.get then
    if tactics.getPos? == some start then keepHere hook
  throwUnsupportedSyntax

/-- Makes the hook known to every environment made after this. Call once, before any header. -/
def installHook : IO (IO.Ref Hook) := do
  let hook ← IO.mkRef Hook.idle
  let add (kind : SyntaxNodeKind) (tactic : Tactic.Tactic) : IO Unit :=
    Tactic.tacticElabAttribute.addBuiltin kind `Sensei.Gym.hookTactic tactic
  add hookKind (hookTactic hook)
  add `Lean.Parser.Tactic.tacticSeq (aheadTactic hook)
  return hook

/-- The tactic, or the term, that replaces what is to be proved. -/
private def hookNode (asTerm : Bool) : Syntax :=
  let atom (text : String) : Syntax := .atom .none text
  let hook := mkNode hookKind #[atom "hook"]
  if !asTerm then hook else
    -- The elaborator knows `by` by the kind of what follows it.
    mkNode `Lean.Parser.Term.byTactic #[atom "by", mkNode `Lean.Parser.Tactic.tacticSeq #[hook]]

/-- The `:= by <hook>` that replaces a body. -/
private def hookBody : Syntax :=
  let suffix := mkNode `Lean.Parser.Termination.suffix #[mkNullNode, mkNullNode]
  mkNode `Lean.Parser.Command.declValSimple
    #[.atom .none ":=", hookNode (asTerm := true), suffix, mkNullNode]

/-- A command with the first node that `new` has something for replaced by that; `none` if there is
no such node. -/
private def replaceFirst (command : Syntax) (new : Syntax → Option Syntax) : Option Syntax :=
  let run : StateM Bool Syntax := command.replaceM fun node => do
    if ← get then return none
    let found := new node
    if found.isSome then set true
    return found
  match run.run false with
  | (replaced, true) => some replaced
  | (_, false) => none

/-- Replaces the first body in a command. -/
def hookedBody (command : Syntax) : Syntax :=
  (replaceFirst command fun node => if isBody node then some hookBody else none).getD command

/-- Where the tactics of a body `by …` start, of the first body in a command; `none` if it is
another, or has declarations of its own, which its goal would show. -/
private def tacticsOfBody? (command : Syntax) : Option String.Pos.Raw := do
  if command.hasMissing || command.isOfKind `Lean.Parser.Command.mutual then failure
  let body ← bodyOf? command
  let term := body.getArg 1
  unless body.isOfKind `Lean.Parser.Command.declValSimple && (body.getArg 3).isNone &&
      term.isOfKind `Lean.Parser.Term.byTactic do
    failure
  (term.getArg 1).getPos?

/-- What `act` gives, which elaborates a command; and where the tactics of its body started. -/
def keepingBody (hook : IO.Ref Hook) (command : Syntax) (act : IO α) :
    IO (α × Option (Place × Point)) := do
  if let some start := tacticsOfBody? command then hook.set (.ahead start)
  let result ← act.toBaseIO
  match ← hook.modifyGet fun found => (found, .idle), result with
  | .opened place point, .ok value => return (value, some (place, point))
  | _, .ok value => return (value, none)
  | _, .error error => throw error

/-- Nodes that begin and end where a single tactic in them does. -/
private def wrappers : List Name :=
  [`null, `group, `Lean.Parser.Tactic.tacticSeq, `Lean.Parser.Tactic.tacticSeq1Indented]

/-- Replaces the tactic or term of a command that stands from `start` to `stop`. -/
def hookedAt (command : Syntax) (start stop : String.Pos.Raw) : Option Syntax :=
  replaceFirst command fun node =>
    let there := node.getPos? == some start && node.getTailPos? == some stop
    if !there || node.isAtom || wrappers.contains node.getKind then none
    else some (hookNode (asTerm := node.isIdent || (`Lean.Parser.Term).isPrefixOf node.getKind))

/-- Whether the statement did not elaborate: Lean reports the error and goes on with `sorry`. -/
private def isBroken (place : Place) (point : Point) : Bool :=
  place.roots.any fun root => match point.metaState.mctx.findDecl? root with
    | none => true
    | some goal => goal.type.hasSyntheticSorry || goal.lctx.foldl (init := false)
        fun found hypothesis => found || hypothesis.type.hasSyntheticSorry

private def failed (messages : MessageLog) (otherwise : String) : IO (Except String α) := do
  return .error ((← errorTexts messages)[0]?.getD otherwise)

/-- A place where a proof starts, if the statement has no errors; else the first of them. -/
def checked (place : Place) (point : Point) : IO (Except String (Place × Point)) := do
  if isBroken place point then failed point.coreState.messages "the statement has errors"
  else return .ok (place, point)

/-- Opens what the hook in `hooked`, made of the command at `visited`, stands for. Fails with what the
elaborator said when it never reached the hook, or found an error in the statement. -/
def openHooked (source : Source) (hook : IO.Ref Hook) (visited : Visited) (hooked : Syntax) :
    IO (Except String (Place × Point)) := do
  hook.set .opening
  let before := { visited.before.state with infoState := { enabled := false } }
  let after ← (source.elabCommand visited.position hooked before).toBaseIO
  match ← hook.modifyGet fun found => (found, .idle), after with
  | .opened place point, _ => checked place point
  | _, .ok after => failed after.messages "the elaborator never asked for a proof of it"
  | _, .error error => throw error

/-- Runs `act` at a point and returns its result with the point after it. -/
def Place.run (place : Place) (point : Point) (act : Tactic.TacticM α) :
    EIO Exception (α × Point) := do
  let inTerm : TermElabM (α × Tactic.State) :=
    (act place.tacticContext).run { goals := point.goals }
  let inMeta := inTerm.run place.termContext point.termState
  let inCore := inMeta.run place.metaContext point.metaState
  let ((((value, tactic), termState), metaState), coreState) ←
    inCore.run place.coreContext point.coreState
  return (value, { goals := tactic.goals, termState, metaState, coreState })

end Sensei.Gym
