/-
One module: elaborate its file, walk each command, write its `TraceRecord`.

Elaboration is the frontend loop of Sensei.Core with info trees on. What goes wrong is part of the
record: a file with errors gives both a failure and all that was elaborated.
-/
import Sensei.Core.Text
import Sensei.Core.Frontend
import Sensei.Trace.Attributes
import Sensei.Trace.Declarations
import Sensei.Trace.Imports
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
  plugins : List String
  /-- The first parts of the names of the project's modules. -/
  roots : List Name
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
  passed : Array Passed := #[]
  parseFailed : Bool := false
  deriving Inhabited

/-- Runs `act` in the environment and scope after a command. -/
private def runAfter (state : Command.State) (act : MetaM α) : IO α := do
  let scope := state.scopes.head!
  let context : ContextInfo :=
    { env := state.env, fileMap := default, options := scope.opts, ngen := state.ngen,
      currNamespace := scope.currNamespace, openDecls := scope.openDecls }
  context.runMetaM {} act

/-- A range of Lean's own: lines and columns without bytes, which would need the other file. -/
private def rangeJson (range : DeclarationRange) : Json :=
  Json.mkObj
    [("startLine", toJson range.pos.line), ("startColumn", toJson range.pos.column),
      ("endLine", toJson range.endPos.line), ("endColumn", toJson range.endPos.column)]

private def moduleOf (env : Environment) (own name : Name) : Name :=
  match env.getModuleIdxFor? name with
  | some index => (env.header.moduleNames[index.toNat]?).getD own
  | none => own

private def premiseJson (places : Places) (own : Name) (use : PremiseUse) : MetaM Json := do
  let env ← getEnv
  let definition : List (String × Json) := match ← findDeclarationRangesCore? use.name with
    | none => []
    | some ranges => [("definition", rangeJson ranges.range)]
  return Json.mkObj <|
    [("name", toJson (userName use.name).toString),
      ("module", toJson (moduleOf env own use.name).toString), ("use", places.range use.span),
      ("declaration", toJson use.declaration),
      ("step", match use.step with | some s => toJson s | none => toJson (-1 : Int))] ++ definition

private def originOf (job : Job) (module : Name) : String :=
  if module == job.module then "module"
  else if job.roots.contains module.getRoot then "project"
  else if [`Init, `Std, `Lean, `Lake].contains module.getRoot then "toolchain"
  else "dependency"

/-- A `Constant` message. The declarations of the module itself tell the rest of their own. -/
private def constantJson (job : Job) (simp : SimpTheorems) (name : Name) : MetaM Json := do
  let env ← getEnv
  let module := moduleOf env job.module name
  let info? := env.find? name
  let head :=
    [("name", toJson (userName name).toString), ("module", toJson module.toString),
      ("kind", toJson ((info?.map (kindOf env name)).getD "")),
      ("origin", toJson (originOf job module))]
  if module == job.module then return Json.mkObj head
  let statement ← match info? with
    | none => pure ""
    | some info => try pure (toString (← ppExpr info.type)) catch _ => pure ""
  let ranges : List (String × Json) := match ← findDeclarationRangesCore? name with
    | none => []
    | some ranges =>
      [("range", rangeJson ranges.range), ("nameRange", rangeJson ranges.selectionRange)]
  return Json.mkObj <| head ++ ranges ++
    [("doc", toJson ((← findDocString? env name).getD "")), ("statement", toJson statement),
      ("attributes", toJson (← attributesInForce simp name))]

/-- The constants that steps, declarations and the source use, in order of appearance, with their
numbers. -/
private def constantTable (effects : Array Effect) (declared : Array Declared)
    (uses : Array PremiseUse) : Array Name × Std.HashMap Name Nat :=
  let names := effects.flatMap (·.constants) ++
    (declared.flatMap fun d => d.typeConstants ++ d.valueConstants) ++ uses.map (·.name)
  names.foldl (init := (#[], {})) fun (table, index) name =>
    if index.contains name then (table, index) else (table.push name, index.insert name table.size)

/-- What a command shows to the modules that import this one: its text, but of the proof of a
theorem only the room it takes, since places of what comes after it are shown as well. -/
private def shownText (places : Places) (passed : Passed) : String :=
  let text (start stop : String.Pos.Raw) : String :=
    String.Pos.Raw.extract places.fileMap.source start stop
  let whole := text passed.span.start passed.span.stop
  let isTheorem := passed.command.isOfKind `Lean.Parser.Command.declaration &&
    (passed.command.getArg 1).isOfKind `Lean.Parser.Command.theorem
  if !isTheorem then whole else
    match bodyOf? passed.command >>= spanOf? with
    | none => whole
    | some body =>
      let lines := (text body.start body.stop).splitOn "\n"
      text passed.span.start body.start ++
        s!"\n{lines.length} {(lines.getLastD "").length}\n" ++ text body.stop passed.span.stop

/-- The hash of what the modules that import this one can see of it. -/
private def interfaceHash (places : Places) (passed : Array Passed) (declared : Array Declared) :
    String :=
  let start := ((passed[0]?).map (·.span.start)).getD places.fileMap.source.rawEndPos
  let header := String.Pos.Raw.extract places.fileMap.source 0 start
  let shown := passed.toList.map (shownText places)
  let assumed := declared.toList.map fun d => s!"{d.envName} {d.axioms}"
  hashOf (header :: shown ++ assumed)

private def goalJson (goal : GoalText) (parsesBack : Bool) : Json :=
  let hypotheses := goal.hypotheses.map fun h => Json.mkObj
    [("name", toJson h.name), ("type", toJson h.type), ("value", toJson (h.value?.getD ""))]
  Json.mkObj
    [("mvarId", toJson goal.mvarId), ("userName", toJson goal.userName),
      ("pretty", toJson goal.pretty), ("hypotheses", Json.arr hypotheses),
      ("target", toJson goal.target), ("parsesBack", toJson parsesBack)]

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

private def failureReason (headerFailed parseFailed : Bool) : String :=
  if headerFailed then "missing_import"
  else if parseFailed then "parse_error"
  else "elaboration_error"

/-- What the commands of a module were not asked about: declarations among its constants, and all of
its auxiliaries. -/
private def lastConstants (places : Places) (last : Command.State) (passed : Array Passed)
    (declared : Array Declared) (known : Std.HashSet Name) :
    IO (Array Declared × Array Auxiliary) := do
  if passed.isEmpty then return (#[], #[])
  let runIn (scope : Command.Scope) (act : MetaM (Option Declared)) : IO (Option Declared) :=
    runAfter { last with scopes := [scope] } act
  let mut late := #[]
  let mut others := #[]
  for (name, place?) in ← runAfter last (unseenConstants places known) do
    let found? ← match place? with
      | none => pure none
      | some place => lateDeclaration? places passed name place runIn
    match found? with
    | some found => late := late.push found
    | none => others := others.push name
  return (late, auxiliariesOf (declared ++ late) passed others)

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
      let { found, declared, messages, known, passed, parseFailed } ← ref.swap {}
      let sameSyntax := passed.back?.any (·.command.isOfKind `Lean.Parser.Command.declaration)
      let found ← walkCommand visited.command infoState.trees exampleName sameSyntax found
      let added ← runAfter visited.after.state
        (declarationsOf places visited found.mentioned known)
      let example? := if isExample visited.command then exampleDeclared visited exampleName else none
      let said ← visited.messages.toList.mapM (said places)
      ref.set
        { found, known := added.known, declared := declared ++ added.declared ++ example?.toArray
          passed := passed.push
            { command := visited.command
              span := { start := visited.position, stop := visited.after.parser.pos }
              scope := visited.after.state.scopes.head!
              declared := added.declared, others := added.others }
          messages := messages ++ said.toArray
          parseFailed := parseFailed || visited.command.hasMissing }
      return true
    pure last.state
  let { found, declared, messages := allMessages, parseFailed, known, passed } ← ref.get
  let (late, auxiliaries) ← lastConstants places lastState passed declared known
  let declared := if late.isEmpty then declared
    else (declared ++ late).qsort fun a b => a.nameSpan.start < b.nameSpan.start
  let milliseconds := (← IO.monoMsNow) - started
  let peak ← peakRssBytes
  let errors := allMessages.filter (·.severity == "error")
  let failure? := errors[0]?.map fun first =>
    let line := (places.fileMap.toPosition first.span.start).line
    { name := job.module.toString, file := job.file, exitCode := 1,
      reason := failureReason headerFailed parseFailed,
      message := s!"line {line}: {shortened (onOneLine first.text) 300}"
      milliseconds, peakRssBytes := peak : Failure }
  let imports := (headerToImports header).toList.map (·.module.toString) |>.eraseDups
  let inOrder := found.premises.qsort fun a b =>
    a.span.start < b.span.start || (a.span.start == b.span.start && a.span.stop < b.span.stop)
  let (names, constants) := constantTable found.effects declared inOrder
  let (premises, table, inForce) ← runAfter lastState do
    let simp ← getSimpTheorems
    return (← inOrder.mapM (premiseJson places job.module), ← names.mapM (constantJson job simp),
      ← declared.mapM fun d => attributesInForce simp d.envName)
  let stepsIn := found.steps.foldl (init := ({} : Std.HashMap String Nat)) fun counts step =>
    counts.insert step.declaration (counts.getD step.declaration 0 + 1)
  let record := Json.mkObj
    [("formatVersion", toJson formatVersion), ("name", toJson job.module.toString),
      ("file", toJson job.file), ("source", toJson onDisk),
      ("leanVersion", toJson Lean.versionString), ("leanCommit", toJson Lean.githash),
      ("toolchainKind", toJson job.toolchainKind), ("tracerVersion", toJson tracerVersion),
      ("options", Json.mkObj (job.optionTexts.map fun (k, v) => (k, toJson v))),
      ("imports", toJson imports),
      ("plugins", toJson job.plugins),
      ("brings", toJson (brings job.roots lastState.env)),
      ("declarations", Json.arr (declared.mapIdx fun i d =>
        d.json places constants (stepsIn.getD d.name 0) (inForce.getD i #[])
          (errors.any fun e => d.span.start ≤ e.span.start && e.span.start < d.span.stop))),
      ("goals", Json.arr (found.goals.mapIdx fun i goal =>
        goalJson goal (found.parsesBack.getD i false))),
      ("steps", Json.arr (found.steps.mapIdx fun id step =>
        step.json places constants id ((found.effects[id]?).getD {}))),
      ("constants", Json.arr table),
      ("auxiliaries", Json.arr (auxiliaries.map (·.json places))),
      ("interfaceHash", toJson (interfaceHash places passed declared)),
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
  let failed (reason message : String) : Traced :=
    let failure : Failure :=
      { name := job.module.toString, file := job.file, exitCode := 1, reason, message
        milliseconds := 0, peakRssBytes := 0 }
    { record := Json.mkObj [("failure", failure.json)], failure? := some failure }
  match ← (IO.FS.readBinFile job.path).toBaseIO with
  | .error error => return failed "unreadable" (onOneLine (toString error))
  | .ok bytes =>
    match String.fromUTF8? bytes with
    | some onDisk => traceText job onDisk
    | none => return failed "not_utf8" s!"{job.file} is not UTF-8; save it in that encoding"

end Sensei.Trace
