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
import Sensei.Gym.Step
import Sensei.Gym.Written

namespace Sensei.Gym
open Lean Elab Meta

/-- A kept point and the theorem it belongs to. -/
structure Kept where
  place : Place
  point : Point

/-- Everything the server remembers. -/
structure Server where
  file : OpenFile
  hook : IO.Ref Hook
  /-- The command whose written tactics were run last. -/
  looked : IO.Ref (Option Looked)
  watchdog : Watchdog
  limits : IO.Ref Limits
  states : IO.Ref (Std.HashMap Nat Kept)
  nextId : IO.Ref Nat

/-- An error answer of the protocol. -/
structure Complaint where
  kind : String
  desc : String

private abbrev Answer := ExceptT Complaint IO

private def complain (kind desc : String) : Answer α := throw { kind, desc }

private def field [FromJson α] (payload : Json) (name : String) : Answer α :=
  match payload.getObjValAs? α name with
  | .ok value => return value
  | .error message => complain "command" s!"field '{name}': {message}"

private def field? [FromJson α] (payload : Json) (name : String) : Answer (Option α) :=
  match payload.getObjVal? name with
  | .error _ | .ok .null => return none
  | .ok _ => some <$> field payload name

private def goalJson (goal : GoalText) : Json :=
  let variables := goal.hypotheses.map fun h => Json.mkObj <|
    [("name", toJson h.id), ("userName", toJson h.name), ("isInaccessible", toJson h.inaccessible),
      ("type", Json.mkObj [("pp", toJson h.type)])] ++
    (match h.value? with
      | some value => [("value", Json.mkObj [("pp", toJson value)])]
      | none => [])
  Json.mkObj <|
    [("name", toJson goal.mvarId), ("fragment", toJson "tactic"),
      ("target", Json.mkObj [("pp", toJson goal.target)]), ("vars", Json.arr variables),
      ("pretty", toJson goal.pretty)] ++
    (if goal.userName.isEmpty then [] else [("userName", toJson goal.userName)])

/-- Prints the goals of a point. The printer's own failures become the printed text. -/
private def goalsJson (kept : Kept) (full : Bool) : IO Json := do
  let print (goal : MVarId) : MetaM Json := do
    if full then
      return goalJson (← goalText goal)
    let decl ← goal.getDecl
    let userName := if (caseName decl).isEmpty then []
      else [("userName", toJson (caseName decl))]
    return Json.mkObj <|
      [("name", toJson goal.name.toString), ("pretty", toJson (← prettyGoal goal))] ++ userName
  let act : Tactic.TacticM (Array Json) := kept.point.goals.toArray.mapM fun goal => print goal
  match ← (kept.place.run kept.point act).toIO' with
  | .ok (goals, _) => return Json.arr goals
  | .error exception => throw (IO.userError (← exception.toMessageData.toString))

private def keep (server : Server) (kept : Kept) : IO Nat := do
  let id ← server.nextId.modifyGet fun id => (id, id + 1)
  server.states.modify (·.insert id kept)
  return id

private def state (server : Server) (id : Nat) : Answer Kept := do
  match (← server.states.get)[id]? with
  | some kept => return kept
  | none => complain "index" s!"no state {id}"

private def messageJson (message : Message) : Answer Json := do
  return Json.mkObj
    [("severity", toJson message.severity.toString), ("data", toJson (← message.data.toString))]

/-- Runs one tactic text on a kept point, on one goal of it or on all. -/
private def tactic (server : Server) (kept : Kept) (goal? : Option String) (text : String)
    (full : Bool) : Answer Json := do
  let limits ← server.limits.get
  let only? ← match goal? with
    | none => pure none
    | some name =>
      match kept.point.goals.find? (·.name.toString == name) with
      | some goal => pure (some goal)
      | none => complain "index" s!"no goal {name} in this state"
  match ← step kept.place kept.point only? limits server.watchdog text with
  | .error failure =>
    let message := failure.message limits
    return Json.mkObj <|
      [("failure", toJson failure.kind), ("hasSorry", toJson (failure matches .sorry)),
        ("hasUnsafe", toJson false)] ++
      (if failure.kind == "parse" then [("parseError", toJson message)] else []) ++
      [("messages", Json.arr
        #[Json.mkObj [("severity", toJson "error"), ("data", toJson message)]])]
  | .ok stepped =>
    let next : Kept := { kept with point := stepped.point }
    let goals ← goalsJson next full
    let id ← keep server next
    return Json.mkObj
      [("nextStateId", toJson id), ("goals", goals),
        ("messages", Json.arr (← stepped.messages.mapM messageJson)),
        ("hasSorry", toJson false), ("hasUnsafe", toJson false)]

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
private def replay (server : Server) (payload : Json) : Answer Json := do
  let limits ← server.limits.get
  let steps : Array Json ← field payload "steps"
  let mut results := #[]
  for step in steps do
    let written ← writtenOf step
    let notRun (kind message : String) : Json :=
      Json.mkObj [("failure", toJson kind), ("message", toJson message)]
    let result ← match ← runWritten server.file server.looked limits server.watchdog written with
      | .ok (place, stepped) => do
        let goals ← goalsJson { place, point := stepped.point } false
        pure (Json.mkObj [("goals", goals)])
      | .error .absent => pure (notRun "absent" "no tactic stands there")
      | .error (.otherGoals others) =>
        pure (notRun "goals" s!"it runs from {others.toList.map fun goals => goals.toList.map (·.text)}")
      | .error (.failed failure) => pure (notRun failure.kind (failure.message limits))
    results := results.push result
  return Json.mkObj [("results", Json.arr results)]

/-- Keeps the goal that was opened; `fields` go with the answer. -/
private def opened (server : Server) (what : String)
    (result : Except String (Place × Point)) (fields : Place → List (String × Json) := fun _ => []) :
    Answer Json := do
  match result with
  | .error message => complain "core" s!"{what}: {message}"
  | .ok (place, point) =>
    let kept : Kept := { place, point }
    let goals ← goalsJson kept true
    let id ← keep server kept
    return Json.mkObj <|
      [("stateId", toJson id), ("root", toJson (place.roots.head?.map (·.name.toString))),
        ("goals", goals)] ++ fields place

/-- Where a command and its parts stand, in bytes: `declaration`, `command` and, if there are such,
`body` and the word `example`. -/
private def whereabouts (visited : Visited) (place : Place) : List (String × Json) :=
  let range (name : String) (stx? : Option Syntax) : List (String × Json) :=
    match stx?.bind (·.getPos?), stx?.bind (·.getTailPos?) with
    | some start, some stop => [(name, toJson #[start.byteIdx, stop.byteIdx])]
    | _, _ => []
  let word := (visited.command.find? (·.isOfKind `Lean.Parser.Command.example)).map (·.getArg 0)
  [("declaration", toJson ((place.termContext.declName?.map (·.toString)).getD ""))] ++
    range "command" visited.command ++ range "body" (bodyOf? visited.command) ++
    range "example" word

/-- Opens the goal of the tactic or term that stands from `start` to `stop`, bytes of the file. -/
private def startAt (server : Server) (start stop : Nat) : Answer Json := do
  let what := s!"bytes {start} to {stop}"
  let some visited ← server.file.commandAt ⟨start⟩
    | complain "index" s!"{what}: the file ends before"
  let some hooked := hookedAt visited.command ⟨start⟩ ⟨stop⟩
    | complain "index" s!"{what}: no tactic or term stands just there"
  let result ← openHooked server.file.source server.hook visited hooked
  opened server what result (whereabouts visited)

private def start (server : Server) (payload : Json) : Answer Json := do
  if (← field? (α := String) payload "expr").isSome then
    complain "operation" "goal.start opens declarations only: give copyFrom"
  if let some place ← field? (α := Array Nat) payload "at" then
    match place.toList with
    | [start, stop] => return ← startAt server start stop
    | _ => complain "command" "field 'at': two numbers are expected"
  let text : String ← field payload "copyFrom"
  let visited ← match ← server.file.find text.toName with
    | .ok visited => pure visited
    | .error (.missing _) => complain "index" (NotLocated.missing.describe text.toName)
    | .error why => complain "operation" (why.describe text.toName)
  opened server text (← openHooked server.file.source server.hook visited
    (hookedBody visited.command))

private def setOptions (server : Server) (payload : Json) : Answer Json := do
  if let some timeoutMs ← field? (α := Nat) payload "timeout" then
    server.limits.modify ({ · with timeoutMs })
  if let some maxHeartbeats ← field? (α := Nat) payload "maxHeartbeats" then
    server.limits.modify ({ · with maxHeartbeats })
  return Json.mkObj []

/-- Tries texts on one state. The first is always tried; none is begun after `beginWithin`
milliseconds, so there can be fewer results than texts. -/
private def batch (server : Server) (payload : Json) : Answer Json := do
  let kept ← state server (← field payload "stateId")
  let texts : Array String ← field payload "tactics"
  let beginWithin? : Option Nat ← field? payload "beginWithin"
  let started ← IO.monoMsNow
  let mut results := #[]
  for text in texts do
    if let some limit := beginWithin? then
      if !results.isEmpty && (← IO.monoMsNow) - started >= limit then break
    results := results.push (← tactic server kept none text false)
  return Json.mkObj [("results", Json.arr results)]

/-- Makes a state of each part of a state's goals that can be proved apart. -/
private def split (server : Server) (payload : Json) : Answer Json := do
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
        Json.mkObj [("stateId", toJson id), ("goals", toJson (goals.map (·.name.toString)))]
    return Json.mkObj [("states", Json.arr states)]

private def dispatch (server : Server) (command : String) (payload : Json) : Answer Json := do
  match command with
  | "reset" =>
    let count := (← server.states.get).size
    server.states.set {}
    return Json.mkObj [("nGoals", toJson count)]
  | "stat" => return Json.mkObj [("nGoals", toJson (← server.states.get).size)]
  | "options.set" => setOptions server payload
  | "options.print" =>
    let limits ← server.limits.get
    return Json.mkObj
      [("timeout", toJson limits.timeoutMs), ("maxHeartbeats", toJson limits.maxHeartbeats)]
  | "gym.theorems" =>
    return Json.mkObj [("theorems", toJson ((← server.file.openable).map (·.toString)))]
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
    return Json.mkObj [("goals", ← goalsJson kept true)]
  | "goal.delete" =>
    let ids : Array Nat ← field payload "stateIds"
    server.states.modify fun states => ids.foldl (·.erase ·) states
    return Json.mkObj []
  | _ => complain "command" s!"unknown command '{command}'"

/-- Splits a line into command and payload. -/
private def parseLine (line : String) : Except String (String × Json) := do
  if line.startsWith "{" then
    let json ← Json.parse line
    let command ← json.getObjValAs? String "cmd"
    return (command, (json.getObjVal? "payload").toOption.getD (Json.mkObj []))
  match line.splitOn " " with
  | command :: [] => return (command, Json.mkObj [])
  | command :: rest => return (command, ← Json.parse (" ".intercalate rest))
  | [] => throw "empty"

/-- Answers one line. Never fails: what goes wrong is in the answer. -/
def respond (server : Server) (line : String) : IO Json := do
  let complaint (kind desc : String) := Json.mkObj [("error", toJson kind), ("desc", toJson desc)]
  match parseLine line with
  | .error message => return complaint "command" s!"not a command: {message}"
  | .ok (command, payload) =>
    try
      match ← (dispatch server command payload).run with
      | .ok json => return json
      | .error { kind, desc } => return complaint kind desc
    catch error => return complaint "io" (toString error)

/-- Makes a server for a file. The file is elaborated when its theorems are asked for. -/
def Server.new (source : Source) (hook : IO.Ref Hook) (watchdog : Watchdog) : IO Server := do
  return { file := ← OpenFile.new source, hook, looked := ← IO.mkRef none,
           watchdog, limits := ← IO.mkRef {}, states := ← IO.mkRef {}, nextId := ← IO.mkRef 0 }

/-- Serves until an empty line or the end of the input. -/
def serve (server : Server) (answers : IO.FS.Stream) : IO Unit := do
  let input ← IO.getStdin
  answers.putStrLn "ready."
  answers.flush
  repeat
    let line := trimmed (← input.getLine)
    if line.isEmpty then break
    let json ← respond server line
    answers.putStrLn json.compress
    answers.flush
    (← IO.getStderr).flush
  server.watchdog.stop.set true

end Sensei.Gym
