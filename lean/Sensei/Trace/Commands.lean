/-
What the commands of a module leave in its record.

Each command is worked through by itself, while the next ones are elaborated: a bounded number of them
is kept waiting, each with its info trees, which go when its part of the record is there. The parts are
then put together in the order of the source.
-/
import Sensei.Trace.Constants
import Sensei.Trace.Lanes
import Sensei.Trace.Walk

namespace Sensei.Trace
open Lean Elab Meta

/-- A message of Lean's. -/
structure Said where
  severity : String
  text : String
  span : Span

private def severity (message : Message) : String :=
  match message.severity with
  | .information => "information"
  | .warning => "warning"
  | .error => "error"

/-- A message, with its text written out. -/
def said (places : Places) (message : Message) : IO Said := do
  let start := places.fileMap.ofPosition message.pos
  let stop := places.fileMap.ofPosition (message.endPos.getD message.pos)
  return { severity := severity message, text := ← message.data.toString, span := { start, stop } }

private def isExample (command : Syntax) : Bool :=
  (command.find? (·.isOfKind `Lean.Parser.Command.example)).isSome

/-- The declaration of an `example`, from its syntax. Its axioms are not known, but for the one of
what it leaves open. -/
private def exampleDeclared (visited : Visited) (name : String) :
    Option Declared := do
  let isSorry (stx : Syntax) :=
    stx.isOfKind `Lean.Parser.Term.sorry || stx.isOfKind `Lean.Parser.Tactic.tacticSorry
  let leavesOpen := (visited.command.find? isSorry).isSome || visited.messages.hasErrors
  let node ← visited.command.find? (·.isOfKind `Lean.Parser.Command.example)
  let span ← spanOf? visited.command
  let nameSpan ← spanOf? (node.getArg 0)
  let body? := bodyOf? visited.command
  return {
    name, envName := .anonymous, kind := "example", span, nameSpan, signature := "", type := "", typeHash := ""
    bodySpan? := body? >>= spanOf?
    proofKind := match body? with
      | some body =>
        if (body.getArg 1).isOfKind `Lean.Parser.Term.byTactic then "PROOF_KIND_TACTIC"
        else "PROOF_KIND_TERM"
      | none => "PROOF_KIND_UNSPECIFIED"
    axioms := if leavesOpen then #[``sorryAx] else #[]
    doc := "", isPrivate := false, isProp := false, attributes := #[], levelParams := []
    modifiers := #[], typeConstants := #[], valueConstants := #[] }

private def goalJson (goal : GoalText) (parsesBack : Bool) : Json :=
  let hypotheses := goal.hypotheses.map fun h => Json.mkObj
    [("name", toJson h.printed), ("type", toJson h.type), ("value", toJson (h.value?.getD ""))]
  Json.mkObj
    [("mvarId", toJson goal.mvarId), ("userName", toJson goal.userName),
      ("pretty", toJson goal.pretty), ("hypotheses", Json.arr hypotheses),
      ("target", toJson goal.target), ("parsesBack", toJson parsesBack)]

/-- What one command leaves; goals and steps are numbered from 0. -/
structure Part where
  /-- As JSON. -/
  goals : Array String
  steps : Array Step
  effects : Array Effect
  premises : Array PremiseUse
  declared : Array Declared
  messages : Array Said
  passed : Passed
  /-- The environment after it, if its constants were looked for everywhere. -/
  searched? : Option Environment
  parseFailed : Bool

/-- Works through one command. `parsed` is of its place. -/
def partOf (places : Places) (visited : Visited) (parsed : Parsed) : IO Part := do
  let visited := visited.settled
  let after := visited.after.state
  let line := (places.fileMap.toPosition visited.position).line
  let exampleName := s!"_example.{line}"
  let simple := isSimple visited.command
  let found ← walkCommand visited.command simple after.infoState.trees exampleName parsed
  let lookout := lookoutOf visited simple found.mentioned
  let added ← runAfter after (declarationsOf places visited lookout)
  let example? := if !simple && isExample visited.command then exampleDeclared visited exampleName else none
  return {
    goals := found.goals.mapIdx fun i goal =>
      (goalJson goal (found.parsesBack.getD i false)).compress
    steps := found.steps, effects := found.effects, premises := found.premises
    declared := added.declared ++ example?.toArray
    messages := (← visited.messages.toList.mapM (said places)).toArray
    passed := {
      command := visited.command
      span := { start := visited.position, stop := visited.after.parser.pos }
      scope := after.scopes.head!, lookout, declared := added.declared, others := added.others }
    searched? := if lookout matches .everywhere then some after.env else none
    parseFailed := visited.command.hasMissing }

/-- What some of a module's commands leave, from the first on; goals and steps are numbered
throughout. -/
structure Parts where
  goals : Array String := #[]
  steps : Array Step := #[]
  effects : Array Effect := #[]
  premises : Array PremiseUse := #[]
  private seenPremises : Std.HashSet (Span × Name) := {}
  declared : Array Declared := #[]
  messages : Array Said := #[]
  passed : Array Passed := #[]
  /-- The last environment in which constants were looked for everywhere. -/
  searched? : Option Environment := none
  parseFailed : Bool := false
  deriving Inhabited

private def Step.shifted (goals steps : Nat) (step : Step) : Step :=
  { step with parent := step.parent.map (· + steps), before := step.before.map (· + goals)
              after := step.after.map (· + goals) }

private def Effect.shifted (goals : Nat) (effect : Effect) : Effect :=
  { effect with closed := effect.closed.map (· + goals), opened := effect.opened.map (· + goals)
                links := effect.links.map fun (goal, open_) => (goal + goals, open_.map (· + goals)) }

/-- Adds the part of the next command. -/
private def Parts.add (parts : Parts) (part : Part) : Parts :=
  let goals := parts.goals.size
  let steps := parts.steps.size
  -- What is elaborated anew with each command, variables say, counts where it is first.
  let (premises, seenPremises) := part.premises.foldl (init := (parts.premises, parts.seenPremises))
    fun (premises, seen) use =>
      if seen.contains (use.span, use.name) then (premises, seen)
      else (premises.push { use with step := use.step.map (· + steps) },
        seen.insert (use.span, use.name))
  { goals := parts.goals ++ part.goals
    steps := parts.steps ++ part.steps.map (·.shifted goals steps)
    effects := parts.effects ++ part.effects.map (·.shifted goals)
    premises, seenPremises
    declared := parts.declared ++ part.declared
    messages := parts.messages ++ part.messages
    passed := parts.passed.push part.passed
    searched? := part.searched? <|> parts.searched?
    parseFailed := parts.parseFailed || part.parseFailed }

/-- Commands that are worked through, and what those before them left. -/
private structure Line where
  parts : Parts
  waiting : Array (Given Part) := #[]
  parsed : Parsed

/-- Takes parts from the front until at most `atMost` are in line. -/
private def Line.shorten (line : Line) (atMost : Nat) : IO Line := do
  let taken := line.waiting.size - atMost
  let mut parts := line.parts
  for started in line.waiting.extract 0 taken do
    parts := parts.add (← started)
  return { line with parts, waiting := line.waiting.extract taken line.waiting.size }

/-- How many commands wait for a lane at most: enough that the thread that elaborates does not stop for a
long one, and few enough that their info trees have room. -/
private def perLane : Nat := 8

/-- Whether a command can have changed what parses. -/
private def changesSyntax (command : Syntax) : Bool :=
  !command.isOfKind `Lean.Parser.Command.declaration ||
    (command.find? (·.isOfKind `Lean.Parser.Term.attributes)).isSome

/-- Elaborates the file from `cursor` on and works through its commands, in the lanes.
Gives the state at the end. `messages` and `parseFailed` are of the header. -/
def partsOf (source : Source) (places : Places) (cursor : Cursor) (lanes : Lanes)
    (messages : Array Said) (parseFailed : Bool) : IO (Parts × Cursor) := do
  let line ← IO.mkRef ({ parts := { messages, parseFailed }, parsed := ← IO.mkRef {} } : Line)
  let last ← source.forCommands cursor fun visited => do
    let { parts, waiting, parsed } ← line.get
    let started ← lanes.give (partOf places visited parsed)
    let parsed ← if changesSyntax visited.command then IO.mkRef {} else pure parsed
    line.set (← { parts, waiting := waiting.push started, parsed : Line }.shorten (perLane * lanes.count))
    return true
  return ((← (← line.get).shorten 0).parts, last)

end Sensei.Trace
