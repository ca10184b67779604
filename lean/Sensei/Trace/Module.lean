/-
One module: elaborate its file, walk each command, write its `TraceRecord`.

Elaboration is the frontend loop of Sensei.Core with info trees on. What goes wrong is part of the
record: a file with errors gives both a failure and all that was elaborated.
-/
import Sensei.Core.Text
import Sensei.Core.Frontend
import Sensei.Trace.Commands
import Sensei.Trace.Imports

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
  /-- How many threads there are: all but one work through commands that are elaborated. With one,
  the thread that elaborates does. -/
  threads : Nat := 1

/-- The outcome: the record as JSON, whose two halves are the module and its failure. -/
structure Traced where
  record : String
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

private def failureReason (headerFailed parseFailed : Bool) : String :=
  if headerFailed then "missing_import"
  else if parseFailed then "parse_error"
  else "elaboration_error"

/-- What the commands of a module were not asked about: declarations among its constants, and all of
its auxiliaries. -/
private def lastConstants (places : Places) (last : Command.State) (parts : Parts) :
    IO (Array Declared × Array Auxiliary) := do
  let { passed, declared, searched?, .. } := parts
  if passed.isEmpty then return (#[], #[])
  let runIn (scope : Command.Scope) (act : MetaM (Option Declared)) : IO (Option Declared) :=
    runAfter { last with scopes := [scope] } act
  let mut late := #[]
  let mut others := #[]
  for (name, place?) in ← runAfter last (unseenConstants places passed searched?) do
    let found? ← match place? with
      | none => pure none
      | some place => lateDeclaration? places passed name place runIn
    match found? with
    | some found => late := late.push found
    | none => others := others.push name
  return (late, auxiliariesOf (declared ++ late) passed others)

private def objectText (fields : List (String × String)) : String :=
  let sorted := fields.toArray.qsort fun a b => a.1 < b.1
  let field : String × String → String := fun (name, value) => s!"{(Json.str name).compress}:{value}"
  "{" ++ ",".intercalate (sorted.map field).toList ++ "}"

/-- The parts of a record that are made of what all commands left, in threads. -/
private def lastFields (job : Job) (lanes : Lanes) (places : Places) (last : Command.State) (parts : Parts)
    (auxiliaries : Array Auxiliary) : IO (List (String × String)) := do
  let { steps, effects, declared, messages, premises, .. } := parts
  let inOrder := premises.qsort fun a b =>
    a.span.start < b.span.start || (a.span.start == b.span.start && a.span.stop < b.span.stop)
  let (names, constants) := constantTable effects declared inOrder
  let stepsIn := steps.foldl (init := ({} : Std.HashMap String Nat)) fun counts step =>
    counts.insert step.declaration (counts.getD step.declaration 0 + 1)
  let errors := messages.filter (·.severity == "error")
  let simp ← runAfter last getSimpTheorems
  let table ← lanes.giveParts names fun names => runAfter last <|
    names.mapM fun name => return (← constantJson job.module job.roots simp name).compress
  let stepText (id : Nat) : Option String := (steps[id]?).map fun step =>
    (step.json places constants id ((effects[id]?).getD {})).compress
  let stepTexts ← lanes.giveParts (Array.range steps.size) fun ids =>
    return ids.filterMap stepText
  let declarations ← lanes.giveParts declared fun declared => runAfter last <|
    declared.mapM fun d => do
      let hasError := errors.any fun e => d.span.start ≤ e.span.start && e.span.start < d.span.stop
      let inForce ← attributesInForce simp d.envName
      return (d.json places constants (stepsIn.getD d.name 0) inForce hasError).compress
  let uses ← lanes.giveParts inOrder fun uses => runAfter last <|
    uses.mapM fun use => return (← premiseJson places job.module use).compress
  let saidJson (m : Said) : Json := Json.mkObj
    [("severity", toJson m.severity), ("text", toJson m.text), ("range", places.range m.span)]
  let rest :=
    [("auxiliaries", (Json.arr (auxiliaries.map (·.json places))).compress),
      ("goals", arrayText parts.goals),
      ("interfaceHash", (toJson (interfaceHash places parts.passed declared)).compress),
      ("messages", (Json.arr (messages.map saidJson)).compress)]
  return [("constants", ← arrayOf table), ("steps", ← arrayOf stepTexts),
    ("declarations", ← arrayOf declarations), ("premises", ← arrayOf uses)] ++ rest

/-- Traces one module whose text is `onDisk`. -/
private def traceText (job : Job) (lanes : Lanes) (onDisk : String) : IO Traced := do
  let started ← IO.monoMsNow
  -- Proofs are elaborated in threads, as by `lean`.
  let options := Elab.async.setIfNotSet job.options true
  let source ← Source.read job.path job.module options
  let places := Places.ofDisk source.input.fileMap onDisk
  let (header, _, headerMessages) ← Parser.parseHeader source.input
  let cursor ← source.start
  let headerErrors ← errorTexts cursor.state.messages
  let headerSaid := (← cursor.state.messages.toList.mapM (said places)).toArray
  let headerParsed := (← errorTexts headerMessages).isEmpty
  let headerFailed := headerParsed && !headerErrors.isEmpty
  let (parts, last) ←
    if headerFailed then pure ({ messages := headerSaid }, cursor.state) else do
      let start := { cursor with state := { cursor.state with
        infoState := { cursor.state.infoState with enabled := true } } }
      let (parts, last) ← partsOf source places start lanes headerSaid !headerParsed
      pure (parts, last.state)
  let (late, auxiliaries) ← lastConstants places last parts
  let parts := if late.isEmpty then parts else { parts with
    declared := (parts.declared ++ late).qsort fun a b => a.nameSpan.start < b.nameSpan.start }
  let milliseconds := (← IO.monoMsNow) - started
  let peak ← peakRssBytes
  let failure? := (parts.messages.find? (·.severity == "error")).map fun first =>
    let line := (places.fileMap.toPosition first.span.start).line
    { name := job.module.toString, file := job.file, exitCode := 1,
      reason := failureReason headerFailed parts.parseFailed,
      message := s!"line {line}: {shortened (onOneLine first.text) 300}"
      milliseconds, peakRssBytes := peak : Failure }
  let failed := match failure? with
    | some failure => [("failure", failure.json.compress)]
    | none => []
  if headerFailed then return { record := objectText failed, failure? }
  let imports := (headerToImports header).toList.map (·.module.toString) |>.eraseDups
  let firstFields : List (String × Json) :=
    [("formatVersion", toJson formatVersion), ("name", toJson job.module.toString),
      ("file", toJson job.file), ("source", toJson onDisk),
      ("leanVersion", toJson Lean.versionString), ("leanCommit", toJson Lean.githash),
      ("toolchainKind", toJson job.toolchainKind), ("tracerVersion", toJson tracerVersion),
      ("options", Json.mkObj (job.optionTexts.map fun (k, v) => (k, toJson v))),
      ("imports", toJson imports),
      ("plugins", toJson job.plugins),
      ("brings", toJson (brings job.roots last.env)),
      ("seconds", seconds milliseconds), ("peakRssBytes", toJson (toString peak))]
  let record := objectText <| (firstFields.map fun (name, value) => (name, value.compress)) ++
    (← lastFields job lanes places last parts auxiliaries)
  return { record := objectText (("module", record) :: failed), failure? }

/-- Traces one module. A file that cannot be read is a failure of the module's. -/
def traceModule (job : Job) : IO Traced := do
  let failed (reason message : String) : Traced :=
    let failure : Failure :=
      { name := job.module.toString, file := job.file, exitCode := 1, reason, message
        milliseconds := 0, peakRssBytes := 0 }
    { record := (Json.mkObj [("failure", failure.json)]).compress, failure? := some failure }
  match ← (IO.FS.readBinFile job.path).toBaseIO with
  | .error error => return failed "unreadable" (onOneLine (toString error))
  | .ok bytes =>
    match String.fromUTF8? bytes with
    | some onDisk =>
      let lanes ← Lanes.open (job.threads - 1)
      try traceText job lanes onDisk finally lanes.close
    | none => return failed "not_utf8" s!"{job.file} is not UTF-8; save it in that encoding"

end Sensei.Trace
