/-
The step server: Pantograph's JSON protocol for what it implements, one line a command.

A command is `{"cmd": NAME, "payload": {…}}` or `NAME {…}`; an empty line ends the server. Errors are
`{"error": KIND, "desc": TEXT}` with Pantograph's kinds. Implemented: reset, stat, options.set,
options.print, goal.start (from a declaration of the file, `copyFrom`, or a place in it, `at`), goal.tactic (`tactic`, with
`goalId`), goal.print, goal.delete. Ours: gym.theorems, gym.batch, gym.split. docs/gym.md has the fields, and
what differs from Pantograph.
-/
import Sensei.Core.Text
import Sensei.Core.Command
import Sensei.Core.Goal
import Sensei.Gym.File
import Sensei.Gym.Parts
import Sensei.Gym.Protocol
import Sensei.Gym.Step
import Sensei.Gym.Written

namespace Sensei.Gym
open Lean Elab Meta

/-- A kept point and the theorem it belongs to. -/
structure Kept where
  place : Place
  point : Point

/-- How many openings are kept. -/
def openingsRoom : Nat := 200

/-- Everything the server remembers. -/
structure Server where
  file : OpenFile
  hook : IO.Ref Hook
  /-- The command whose written tactics were run last. -/
  looked : IO.Ref (Option Looked)
  watchdog : Watchdog
  limits : IO.Ref Limits
  states : IO.Ref (Std.HashMap Nat Kept)
  /-- Declarations that were opened, by name: what they start from does not change. -/
  openings : IO.Ref (Std.HashMap Name Kept)
  nextId : IO.Ref Nat

/-- Prints the goals of a point. The printer's own failures become the printed text. -/
private def goalsOf (kept : Kept) (full : Bool) : IO Text := do
  let printer := kept.place.seen.printer
  let print (goal : MVarId) : MetaM Text := do
    if full then
      return fullGoal (← goalText goal printer)
    return shortGoal goal.name.toString (caseName (← goal.getDecl)) (← prettyGoal goal printer)
  let act : Tactic.TacticM (List Text) := kept.point.goals.mapM fun goal => print goal
  match ← (kept.place.run kept.point act).toIO' with
  | .ok (goals, _) => return .array goals
  | .error exception => throw (IO.userError (← exception.toMessageData.toString))

private def keep (server : Server) (kept : Kept) : IO Nat := do
  let id ← server.nextId.modifyGet fun id => (id, id + 1)
  server.states.modify (·.insert id kept)
  return id

private def state (server : Server) (id : Nat) : Answer Kept := do
  match (← server.states.get)[id]? with
  | some kept => return kept
  | none => complain "index" s!"no state {id}"

private def said (severity text : String) : Text :=
  .object [("severity", .ofString severity), ("data", .ofString text)]

private def messageText (message : Message) : Answer Text :=
  return said message.severity.toString (← message.data.toString)

private def failureText (failure : Failure) (limits : Limits) : Text :=
  let message := failure.message limits
  .object <|
    [("failure", .ofString failure.kind), ("hasSorry", .ofBool (failure matches .sorry)),
      ("hasUnsafe", .ofBool false), ("messages", .array [said "error" message])] ++
    (if failure.kind == "parse" then [("parseError", .ofString message)] else [])

/-- Runs one tactic text on a kept point, on one goal of it or on all. -/
private def tactic (server : Server) (kept : Kept) (goal? : Option String) (text : String)
    (full : Bool) : Answer Text := do
  let limits ← server.limits.get
  let only? ← match goal? with
    | none => pure none
    | some name =>
      match kept.point.goals.find? (·.name.toString == name) with
      | some goal => pure (some goal)
      | none => complain "index" s!"no goal {name} in this state"
  match ← step kept.place kept.point only? limits server.watchdog text with
  | .error failure => return failureText failure limits
  | .ok stepped =>
    let next : Kept := { kept with point := stepped.point }
    let goals ← goalsOf next full
    let id ← keep server next
    return .object
      [("nextStateId", .of id), ("goals", goals),
        ("messages", .array (← stepped.messages.toList.mapM messageText)),
        ("hasSorry", .ofBool false), ("hasUnsafe", .ofBool false)]

private def positionOf (payload : Json) (name : String) : Answer Position := do
  let place : List Nat ← field payload name
  match place with
  | [line, column] => return { line, column }
  | _ => complain "command" s!"field '{name}': a line and a column"

private def shownOf (payload : Json) : Answer Shown := do
  return { userName := ← field payload "userName", pretty := ← field payload "pretty" }

private def writtenOf (payload : Json) : Answer Written := do
  let goals : Array Json ← field payload "goals"
  return {
    start := ← positionOf payload "start", stop := ← positionOf payload "stop"
    kind := (← field (α := String) payload "kind").toName, text := ← field payload "text"
    goals := ← goals.mapM shownOf, around := (← field? payload "around").getD "" }

/-- Runs tactics of the file, each from the state before it. -/
private def replay (server : Server) (payload : Json) : Answer Text := do
  let limits ← server.limits.get
  let steps : Array Json ← field payload "steps"
  let mut results := #[]
  for step in steps do
    let written ← writtenOf step
    let notRun (kind message : String) : Text :=
      .object [("failure", .ofString kind), ("message", .ofString message)]
    let result ← match ← runWritten server.file server.looked limits server.watchdog written with
      | .ok (place, stepped) => do
        let goals ← goalsOf { place, point := stepped.point } false
        pure (.object [("goals", goals)])
      | .error .absent => pure (notRun "absent" "no tactic stands there")
      | .error (.otherGoals others) =>
        pure (notRun "goals" s!"it runs from {others.toList.map fun goals => goals.toList.map (·.text)}")
      | .error (.failed failure) => pure (notRun failure.kind (failure.message limits))
    results := results.push result
  return .object [("results", .array results.toList)]

/-- Keeps the goal that was opened; `fields` go with the answer. -/
private def opened (server : Server) (what : String)
    (result : Except String (Place × Point)) (fields : Place → List (String × Text) := fun _ => []) :
    Answer Text := do
  match result with
  | .error message => complain "core" s!"{what}: {message}"
  | .ok (place, point) =>
    let kept : Kept := { place, point }
    let goals ← goalsOf kept true
    let id ← keep server kept
    return .object <|
      [("stateId", .of id), ("root", .of (place.roots.head?.map (·.name.toString))),
        ("goals", goals)] ++ fields place

/-- Where a command and its parts stand, in bytes: `declaration`, `command` and, if there are such,
`body` and the word `example`. -/
private def whereabouts (visited : Visited) (place : Place) : List (String × Text) :=
  let range (name : String) (stx? : Option Syntax) : List (String × Text) :=
    match stx?.bind (·.getPos?), stx?.bind (·.getTailPos?) with
    | some start, some stop => [(name, .of #[start.byteIdx, stop.byteIdx])]
    | _, _ => []
  let word := (visited.command.find? (·.isOfKind `Lean.Parser.Command.example)).map (·.getArg 0)
  [("declaration", .ofString ((place.termContext.declName?.map (·.toString)).getD ""))] ++
    range "command" visited.command ++ range "body" (bodyOf? visited.command) ++
    range "example" word

/-- Opens the goal of the tactic or term that stands from `start` to `stop`, bytes of the file. -/
private def startAt (server : Server) (start stop : Nat) : Answer Text := do
  let what := s!"bytes {start} to {stop}"
  let some visited ← server.file.commandAt ⟨start⟩
    | complain "index" s!"{what}: the file ends before"
  let some hooked := hookedAt visited.command ⟨start⟩ ⟨stop⟩
    | complain "index" s!"{what}: no tactic or term stands just there"
  let result ← openHooked server.file.source server.hook visited hooked
  opened server what result (whereabouts visited)

private def start (server : Server) (payload : Json) : Answer Text := do
  if (← field? (α := String) payload "expr").isSome then
    complain "operation" "goal.start opens declarations only: give copyFrom"
  if let some place ← field? (α := Array Nat) payload "at" then
    match place.toList with
    | [start, stop] => return ← startAt server start stop
    | _ => complain "command" "field 'at': two numbers are expected"
  let text : String ← field payload "copyFrom"
  let name := text.toName
  if let some kept := (← server.openings.get)[name]? then
    return ← opened server text (.ok (kept.place, kept.point))
  let visited ← match ← server.file.find name with
    | .ok visited => pure visited
    | .error (.missing _) => complain "index" (NotLocated.missing.describe name)
    | .error why => complain "operation" (why.describe name)
  let result ← openHooked server.file.source server.hook visited (hookedBody visited.command)
  if let .ok (place, point) := result then
    server.openings.modify fun known =>
      (if known.size < openingsRoom then known else {}).insert name { place, point }
  opened server text result

private def setOptions (server : Server) (payload : Json) : Answer Text := do
  if let some timeoutMs ← field? (α := Nat) payload "timeout" then
    server.limits.modify ({ · with timeoutMs })
  if let some maxHeartbeats ← field? (α := Nat) payload "maxHeartbeats" then
    server.limits.modify ({ · with maxHeartbeats })
  return .object []

/-- Tries texts on one state. The first is always tried; none is begun after `beginWithin`
milliseconds, so there can be fewer results than texts. -/
private def batch (server : Server) (payload : Json) : Answer Text := do
  let kept ← state server (← field payload "stateId")
  let texts : Array String ← field payload "tactics"
  let beginWithin? : Option Nat ← field? payload "beginWithin"
  let started ← IO.monoMsNow
  let mut results := #[]
  for text in texts do
    if let some limit := beginWithin? then
      if !results.isEmpty && (← IO.monoMsNow) - started >= limit then break
    results := results.push (← tactic server kept none text false)
  return .object [("results", .array results.toList)]

/-- Makes a state of each part of a state's goals that can be proved apart. -/
private def split (server : Server) (payload : Json) : Answer Text := do
  let kept ← state server (← field payload "stateId")
  let act : Tactic.TacticM (List (List MVarId)) := independentParts kept.point.goals
  match ← (kept.place.run kept.point act).toIO' with
  | .error exception => complain "core" (← exception.toMessageData.toString)
  | .ok (parts, _) =>
    let mut states := #[]
    for goals in parts do
      let id ← keep server
        { place := { kept.place with roots := goals }, point := { kept.point with goals } }
      states := states.push <|
        .object [("stateId", .of id), ("goals", .of (goals.map (·.name.toString)))]
    return .object [("states", .array states.toList)]

private def dispatch (server : Server) (command : String) (payload : Json) : Answer Text := do
  match command with
  | "reset" =>
    let count := (← server.states.get).size
    server.states.set {}
    return .object [("nGoals", .of count)]
  | "stat" => return .object [("nGoals", .of (← server.states.get).size)]
  | "options.set" => setOptions server payload
  | "options.print" =>
    let limits ← server.limits.get
    return .object [("timeout", .of limits.timeoutMs), ("maxHeartbeats", .of limits.maxHeartbeats)]
  | "gym.theorems" =>
    return .object [("theorems", .of ((← server.file.openable).map (·.toString)))]
  | "gym.batch" => batch server payload
  | "gym.replay" => replay server payload
  | "gym.split" => split server payload
  | "goal.start" => start server payload
  | "goal.tactic" =>
    let kept ← state server (← field payload "stateId")
    for mode in ["mode", "expr", "have", "let", "draft"] do
      if (payload.getObjVal? mode).toOption.isSome then
        complain "operation" s!"goal.tactic runs tactics only, not '{mode}'"
    tactic server kept (← field? payload "goalId") (← field payload "tactic") true
  | "goal.print" =>
    let kept ← state server (← field payload "stateId")
    return .object [("goals", ← goalsOf kept true)]
  | "goal.delete" =>
    let ids : Array Nat ← field payload "stateIds"
    server.states.modify fun states => ids.foldl (·.erase ·) states
    return .object []
  | _ => complain "command" s!"unknown command '{command}'"

/-- Splits a line into command and payload. -/
private def parseLine (line : String) : Except String (String × Json) := do
  if line.startsWith "{" then
    let json ← Json.parse line
    let command ← json.getObjValAs? String "cmd"
    return (command, (json.getObjVal? "payload").toOption.getD (Json.mkObj []))
  match (trimmed line).splitOn " " with
  | command :: [] => return (command, Json.mkObj [])
  | command :: rest => return (command, ← Json.parse (" ".intercalate rest))
  | [] => throw "empty"

/-- Answers one line. Never fails: what goes wrong is in the answer. -/
def respond (server : Server) (line : String) : IO String := do
  let complaint (kind desc : String) := Complaint.answer { kind, desc }
  let answer ← match parseLine line with
    | .error message => pure (complaint "command" s!"not a command: {message}")
    | .ok (command, payload) =>
      try
        match ← (dispatch server command payload).run with
        | .ok answer => pure answer
        | .error found => pure found.answer
      catch error => pure (complaint "io" (toString error))
  return answer.json

/-- Makes a server for a file. The file is elaborated when its theorems are asked for. -/
def Server.new (source : Source) (hook : IO.Ref Hook) (watchdog : Watchdog) : IO Server := do
  return { file := ← OpenFile.new source, hook, looked := ← IO.mkRef none,
           watchdog, limits := ← IO.mkRef {}, states := ← IO.mkRef {},
           openings := ← IO.mkRef {}, nextId := ← IO.mkRef 0 }

/-- Serves until an empty line or the end of the input. -/
def serve (server : Server) (answers : IO.FS.Stream) : IO Unit := do
  let input ← IO.getStdin
  answers.putStrLn "ready."
  answers.flush
  repeat
    let line ← input.getLine
    -- Trimming is for short lines: it goes through the text by characters.
    if line.utf8ByteSize < 8 && (trimmed line).isEmpty then break
    answers.putStrLn (← respond server line)
    answers.flush
    (← IO.getStderr).flush
  server.watchdog.stop.set true

end Sensei.Gym
