/-
The step server: Pantograph's JSON protocol for what it implements, one line a command.

A command is `{"cmd": NAME, "payload": {…}}` or `NAME {…}`; an empty line ends the server. Errors are
`{"error": KIND, "desc": TEXT}` with Pantograph's kinds. Implemented: reset, stat, options.set,
options.print, goal.start (from a declaration of the file, `copyFrom`), goal.tactic (`tactic`, with
`goalId`), goal.print, goal.delete. Ours: gym.theorems, gym.batch.

What differs from Pantograph: goal.start opens the declaration at its own place, binders to be
introduced as the author had them, in an environment without it; a goal carries `pretty`; a failed
tactic says `failure` (parse | tactic | forbidden | timeout | heartbeats).
-/
import Sensei.Core.Text
import Sensei.Core.Command
import Sensei.Core.Goal
import Sensei.Gym.Step

namespace Sensei.Gym
open Lean Elab Meta

/-- A kept point and the theorem it belongs to. -/
structure Kept where
  place : Place
  point : Point

/-- Everything the server remembers. -/
structure Server where
  source : Source
  hook : IO.Ref Hook
  watchdog : Watchdog
  /-- The commands that declare something with a body, by name, in the order of the file. -/
  openable : Array (Name × Visited)
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
    let userName := if decl.userName == .anonymous then []
      else [("userName", toJson decl.userName.eraseMacroScopes.toString)]
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

/-- Runs one tactic text on a kept point, on one goal of it or on all. -/
private def tactic (server : Server) (kept : Kept) (goal? : Option String) (text : String)
    (full : Bool) : Answer Json := do
  let limits ← server.limits.get
  let (goals, others) ← match goal? with
    | none => pure (kept.point.goals, [])
    | some name =>
      let (chosen, others) := kept.point.goals.partition (·.name.toString == name)
      if chosen.isEmpty then complain "index" s!"no goal {name} in this state"
      pure (chosen, others)
  match ← step kept.place { kept.point with goals } limits server.watchdog text with
  | .error failure =>
    let message := failure.message limits
    return Json.mkObj <|
      [("failure", toJson failure.kind), ("hasSorry", toJson false), ("hasUnsafe", toJson false)] ++
      (if failure.kind == "parse" then [("parseError", toJson message)] else []) ++
      [("messages", toJson #[message])]
  | .ok point =>
    let next : Kept := { kept with point := { point with goals := point.goals ++ others } }
    let goals ← goalsJson next full
    let id ← keep server next
    return Json.mkObj
      [("nextStateId", toJson id), ("goals", goals), ("messages", Json.arr #[]),
        ("hasSorry", toJson false), ("hasUnsafe", toJson false)]

private def start (server : Server) (payload : Json) : Answer Json := do
  if (← field? (α := String) payload "expr").isSome then
    complain "operation" "goal.start opens declarations only: give copyFrom"
  let text : String ← field payload "copyFrom"
  let some (_, visited) := server.openable.find? fun (name, _) => name == text.toName
    | complain "index" s!"the file declares no '{text}' with a body"
  if visited.command.isOfKind `Lean.Parser.Command.mutual then
    complain "operation" (NotLocated.mutualBlock.describe text.toName)
  match ← openTheorem server.source server.hook visited with
  | .error message => complain "core" s!"{text}: {message}"
  | .ok (place, point) =>
    let kept : Kept := { place, point }
    let goals ← goalsJson kept true
    let id ← keep server kept
    let root := (point.goals.head?.map (·.name.toString)).getD ""
    return Json.mkObj [("stateId", toJson id), ("root", toJson root), ("goals", goals)]

private def setOptions (server : Server) (payload : Json) : Answer Json := do
  if let some timeoutMs ← field? (α := Nat) payload "timeout" then
    server.limits.modify ({ · with timeoutMs })
  if let some maxHeartbeats ← field? (α := Nat) payload "maxHeartbeats" then
    server.limits.modify ({ · with maxHeartbeats })
  return Json.mkObj []

private def batch (server : Server) (payload : Json) : Answer Json := do
  let kept ← state server (← field payload "stateId")
  let texts : Array String ← field payload "tactics"
  let results ← texts.mapM fun text => tactic server kept none text false
  return Json.mkObj [("results", Json.arr results)]

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
    return Json.mkObj [("theorems", toJson (server.openable.map (·.1.toString)))]
  | "gym.batch" => batch server payload
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

/-- Elaborates the file and collects what can be opened. A file with errors serves the
declarations that have none. -/
def load (source : Source) (hook : IO.Ref Hook) (watchdog : Watchdog) : IO Server := do
  let cursor ← source.start
  let headerErrors ← errorTexts cursor.state.messages
  if let some message := headerErrors[0]? then throw (IO.userError message)
  let openable ← IO.mkRef #[]
  discard <| source.forCommands cursor fun visited => do
    if (bodyOf? visited.command).isSome then
      let declared := visited.after.state.env.constants.map₂.foldl (init := #[]) fun names name _ =>
        if visited.before.state.env.contains name then names else names.push name
      for name in declared do
        unless name.isInternalDetail do
          openable.modify (·.push ((privateToUserName? name).getD name, visited))
    return true
  return { source, hook, watchdog, openable := ← openable.get, limits := ← IO.mkRef {},
           states := ← IO.mkRef {}, nextId := ← IO.mkRef 0 }

/-- Serves until an empty line or the end of the input. -/
def serve (server : Server) : IO Unit := do
  let input ← IO.getStdin
  let output ← IO.getStdout
  output.putStrLn "ready."
  output.flush
  for _ in [0 : 1000000000] do
    let line := trimmed (← input.getLine)
    if line.isEmpty then break
    let json ← respond server line
    output.putStrLn json.compress
    output.flush
  server.watchdog.stop.set true

end Sensei.Gym
