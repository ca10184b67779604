/-
One module: elaborate its file, walk each command, write its `TraceRecord`.

Elaboration is the frontend loop of Sensei.Core with info trees on. What goes wrong is part of the
record: a file with errors gives both a failure and all that was elaborated.
-/
import Sensei.Core.Text
import Sensei.Core.Frontend
import Sensei.Trace.Declarations
import Sensei.Trace.Walk

namespace Sensei.Trace
open Lean Elab Meta

/-- What is to be traced. -/
structure Job where
  module : Name
  /-- The file on disk. -/
  path : System.FilePath
  /-- As the record names it: relative to the project's root. -/
  file : String
  options : Options
  optionTexts : List (String × String)
  toolchainKind : String

/-- The outcome: the record's two halves. -/
structure Traced where
  record : Json
  failure? : Option Failure

/-- Largest resident memory of this process so far, bytes; 0 where the system does not say. -/
def peakRssBytes : IO Nat := do
  try
    let status ← IO.FS.readFile "/proc/self/status"
    for line in status.splitOn "\n" do
      if line.startsWith "VmHWM:" then
        let digits := line.toList.filter Char.isDigit
        return (String.ofList digits).toNat! * 1024
    return 0
  catch _ => return 0

private def severity (message : Message) : String :=
  match message.severity with
  | .information => "information"
  | .warning => "warning"
  | .error => "error"

private structure Said where
  severity : String
  text : String
  span : Span

private def said (places : Places) (message : Message) : IO Said := do
  let start := places.fileMap.ofPosition message.pos
  let stop := places.fileMap.ofPosition (message.endPos.getD message.pos)
  return { severity := severity message, text := ← message.data.toString, span := { start, stop } }

/-- What is known after some of a module's commands. -/
private structure Progress where
  found : Found := {}
  declared : Array Declared := #[]
  messages : Array Said := #[]
  known : Std.HashSet Name := {}
  parseFailed : Bool := false
  deriving Inhabited

/-- Runs `act` in the environment and scope after a command. -/
private def runAfter (state : Command.State) (act : MetaM α) : IO α := do
  let scope := state.scopes.head!
  let context : ContextInfo :=
    { env := state.env, fileMap := default, options := scope.opts, ngen := state.ngen,
      currNamespace := scope.currNamespace, openDecls := scope.openDecls }
  context.runMetaM {} act

private def premiseJson (places : Places) (own : Name) (use : PremiseUse) : MetaM Json := do
  let env ← getEnv
  let module := match env.getModuleIdxFor? use.name with
    | some index => (env.header.moduleNames[index.toNat]?).getD own
    | none => own
  let ranges? ← findDeclarationRangesCore? use.name
  let definition : List (String × Json) := match ranges? with
    | none => []
    | some ranges =>
      let number (n : Nat) : Json := toJson n
      let place := Json.mkObj
        [("startLine", number ranges.range.pos.line),
          ("startColumn", number ranges.range.pos.column),
          ("endLine", number ranges.range.endPos.line),
          ("endColumn", number ranges.range.endPos.column)]
      [("definition", place)]
  return Json.mkObj <|
    [("name", toJson ((privateToUserName? use.name).getD use.name).toString),
      ("module", toJson module.toString), ("use", places.range use.span),
      ("declaration", toJson use.declaration),
      ("step", match use.step with | some s => toJson s | none => toJson (-1 : Int))] ++ definition

private def goalJson (goal : GoalText) : Json :=
  let hypotheses := goal.hypotheses.map fun h => Json.mkObj
    [("name", toJson h.name), ("type", toJson h.type), ("value", toJson (h.value?.getD ""))]
  Json.mkObj
    [("mvarId", toJson goal.mvarId), ("userName", toJson goal.userName),
      ("pretty", toJson goal.pretty), ("hypotheses", Json.arr hypotheses),
      ("target", toJson goal.target)]

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
    name, kind := "example", span, nameSpan, signature := "", type := "", typeHash := ""
    bodySpan? := body? >>= spanOf?
    proofKind := match body? with
      | some body =>
        if (body.getArg 1).isOfKind `Lean.Parser.Term.byTactic then "PROOF_KIND_TACTIC"
        else "PROOF_KIND_TERM"
      | none => "PROOF_KIND_UNSPECIFIED"
    axioms := if leavesOpen then #[``sorryAx] else #[]
    doc := "", isPrivate := false, isProp := false, attributes := #[] }

private def failureReason (headerFailed parseFailed : Bool) : String :=
  if headerFailed then "missing_import"
  else if parseFailed then "parse_error"
  else "elaboration_error"

/-- Traces one module whose text is `onDisk`. -/
private def traceText (job : Job) (onDisk : String) : IO Traced := do
  let started ← IO.monoMsNow
  let source ← Source.read job.path job.module job.options
  let places := Places.ofDisk source.input.fileMap onDisk
  let (header, _, headerMessages) ← Parser.parseHeader source.input
  let cursor ← source.start
  let headerErrors ← errorTexts cursor.state.messages
  let mut messages : Array Said := #[]
  for message in cursor.state.messages.toList do
    messages := messages.push (← said places message)
  let headerParsed := (← errorTexts headerMessages).isEmpty
  let headerFailed := headerParsed && !headerErrors.isEmpty
  let ref ← IO.mkRef ({ messages, parseFailed := !headerParsed } : Progress)
  let lastState ← if headerFailed then pure cursor.state else do
    let start := { cursor with state := { cursor.state with
      infoState := { cursor.state.infoState with enabled := true } } }
    let last ← source.forCommands start fun visited => do
      let line := (places.fileMap.toPosition visited.position).line
      let exampleName := s!"_example.{line}"
      let infoState := visited.after.state.infoState.substituteLazy.get
      -- Taken out, not copied: what is added to it is then added in place.
      let { found, declared, messages, known, parseFailed } ← ref.swap {}
      let found ← walkCommand infoState.trees exampleName found
      let (new, known) ← runAfter visited.after.state
        (declarationsOf places visited found.mentioned known)
      let example? := if isExample visited.command then exampleDeclared visited exampleName else none
      let said ← visited.messages.toList.mapM (said places)
      ref.set
        { found, known, declared := declared ++ new ++ example?.toArray
          messages := messages ++ said.toArray
          parseFailed := parseFailed || visited.command.hasMissing }
      return true
    pure last.state
  let { found, declared, messages := allMessages, parseFailed, .. } ← ref.get
  let milliseconds := (← IO.monoMsNow) - started
  let peak ← peakRssBytes
  let errors := allMessages.filter (·.severity == "error")
  let failure? := errors[0]?.map fun first =>
    let line := (places.fileMap.toPosition first.span.start).line
    { name := job.module.toString, file := job.file, exitCode := 1,
      reason := failureReason headerFailed parseFailed,
      message := s!"line {line}: {shortened (onOneLine first.text) 300}"
      milliseconds, peakRssBytes := peak : Failure }
  let imports := (headerToImports header).map fun i => i.module.toString
  let inOrder := found.premises.qsort fun a b =>
    a.span.start < b.span.start || (a.span.start == b.span.start && a.span.stop < b.span.stop)
  let premises ← runAfter lastState (inOrder.mapM (premiseJson places job.module))
  let record := Json.mkObj
    [("formatVersion", toJson formatVersion), ("name", toJson job.module.toString),
      ("file", toJson job.file), ("source", toJson onDisk),
      ("leanVersion", toJson Lean.versionString), ("leanCommit", toJson Lean.githash),
      ("toolchainKind", toJson job.toolchainKind), ("tracerVersion", toJson tracerVersion),
      ("options", Json.mkObj (job.optionTexts.map fun (k, v) => (k, toJson v))),
      ("imports", toJson imports),
      ("declarations", Json.arr (declared.map (·.json places))),
      ("goals", Json.arr (found.goals.map goalJson)),
      ("steps", Json.arr (found.steps.mapIdx fun id step => step.json places id)),
      ("premises", Json.arr premises),
      ("messages", Json.arr (allMessages.map fun m => Json.mkObj
        [("severity", toJson m.severity), ("text", toJson m.text),
          ("range", places.range m.span)])),
      ("seconds", seconds milliseconds), ("peakRssBytes", toJson (toString peak))]
  let failed := match failure? with
    | some failure => [("failure", failure.json)]
    | none => []
  let kept := if headerFailed then [] else [("module", record)]
  return { record := Json.mkObj (kept ++ failed), failure? }

/-- Traces one module. A file that cannot be read is a failure of the module's. -/
def traceModule (job : Job) : IO Traced := do
  match ← (IO.FS.readFile job.path).toBaseIO with
  | .ok onDisk => traceText job onDisk
  | .error error =>
    let failure : Failure :=
      { name := job.module.toString, file := job.file, exitCode := 1, reason := "unreadable"
        message := onOneLine (toString error), milliseconds := 0, peakRssBytes := 0 }
    return { record := Json.mkObj [("failure", failure.json)], failure? := some failure }

end Sensei.Trace
