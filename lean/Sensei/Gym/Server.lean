/-
The step server: Pantograph's JSON protocol for what it implements, one line a command.

A command is `{"cmd": NAME, "payload": {…}}` or `NAME {…}`; an empty line ends the server. Errors are
`{"error": KIND, "desc": TEXT}` with Pantograph's kinds. docs/gym.md has the commands and fields, and what
differs from Pantograph.
-/
import Sensei.Core.Text
import Sensei.Gym.Frontend
import Sensei.Gym.Parts

namespace Sensei.Gym
open Lean Elab Meta

private def failureText (failure : Failure) (limits : Limits) : Text :=
  let message := failure.message limits
  .object <|
    [("failure", .ofString failure.kind), ("hasSorry", .ofBool (failure matches .sorry)),
      ("hasUnsafe", .ofBool false), ("messages", .array [said "error" message])] ++
    (if failure.kind == "parse" then [("parseError", .ofString message)] else [])

/-- Runs one tactic text on a kept point, on one goal of it or on all. Without `resume`, the goals that
it does not run on are left out. -/
private def run (server : Server) (kept : Kept) (goal? : Option String) (text : String)
    (resume : Bool := true) : Answer (Except Failure (Kept × Array Message)) := do
  let limits ← server.limits.get
  let place? ← match goal? with
    | none => pure none
    | some name =>
      match kept.point.goals.findIdx? (·.name.toString == name) with
      | some place => pure (some place)
      | none => complain "index" s!"no goal {name} in this state"
  let only? := place?.bind (kept.point.goals[·]?)
  match ← step kept.place kept.point only? limits server.watchdog text with
  | .error failure => return .error failure
  | .ok stepped =>
    let history? := kept.history?.map fun history =>
      { history with steps := (text, place?) :: history.steps }
    if resume then return .ok ({ kept with point := stepped.point, history? }, stepped.messages)
    let goals := stepped.point.goals.filter fun goal =>
      only?.isNone || !kept.point.goals.contains goal
    return .ok ({ kept with point := { stepped.point with goals }, history? := none },
      stepped.messages)

/-- Runs a tactic and answers with what came of it. -/
private def tactic (server : Server) (kept : Kept) (goal? : Option String) (text : String)
    (full : Bool) (resume : Bool := true) : Answer Text := do
  match ← run server kept goal? text resume with
  | .error failure => return failureText failure (← server.limits.get)
  | .ok (next, messages) =>
    let goals ← next.goals full
    let id ← server.keep next
    return .object
      [("nextStateId", .of id), ("goals", goals), ("messages", ← messagesOf messages.toList),
        ("hasSorry", .ofBool false), ("hasUnsafe", .ofBool false)]

/-- The tactic text of a payload of `goal.tactic`. -/
private def textOf (kept : Kept) (payload : Json) : Answer String := do
  let name := (← field? (α := String) payload "binderName").getD "this"
  if (payload.getObjVal? "mode").toOption.isSome then
    complain "operation"
      "goal.tactic has no modes; write 'conv => …' or 'calc a = b := ?_' as a tactic"
  if let some text ← field? payload "expr" then return assigning text
  if let some text ← field? payload "have" then return introducing "have" name text
  if let some text ← field? payload "let" then return introducing "let" name text
  if let some text ← field? payload "draft" then
    match withHoles kept.place kept.point.coreState.env text with
    | .ok text => return assigning text
    | .error message => complain "parse" message
  field payload "tactic"

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
        let goals ← Kept.goals { place, point := stepped.point } false
        pure (.object [("goals", goals)])
      | .error .absent => pure (notRun "absent" "no tactic stands there")
      | .error (.otherGoals others) =>
        pure (notRun "goals" s!"it runs from {others.toList.map fun goals => goals.toList.map (·.text)}")
      | .error (.failed failure) => pure (notRun failure.kind (failure.message limits))
    results := results.push result
  return .object [("results", .array results.toList)]

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
private def openAt (server : Server) (start stop : Nat) : Answer (Kept × List (String × Text)) := do
  let what := s!"bytes {start} to {stop}"
  let some visited ← server.file.commandAt ⟨start⟩
    | complain "index" s!"{what}: the file ends before"
  let some hooked := hookedAt visited.command ⟨start⟩ ⟨stop⟩
    | complain "index" s!"{what}: no tactic or term stands just there"
  match ← openHooked server.file.source server.hook visited hooked with
  | .error message => complain "core" s!"{what}: {message}"
  | .ok (place, point) => return ({ place, point }, whereabouts visited place)

/-- Opens a declaration of the file. -/
private def openDeclaration (server : Server) (text : String) : Answer Kept := do
  let name := text.toName
  if let some kept := (← server.openings.get)[name]? then return kept
  let visited ← match ← server.file.find name with
    | .ok visited => pure visited
    | .error (.missing _) => complain "index" (NotLocated.missing.describe name)
    | .error why => complain "operation" (why.describe name)
  match ← openHooked server.file.source server.hook visited (hookedBody visited.command) with
  | .error message => complain "core" s!"{text}: {message}"
  | .ok (place, point) =>
    let kept : Kept := { place, point }
    server.openings.modify fun known =>
      (if known.size < openingsRoom then known else {}).insert name kept
    return kept

/-- Opens what a payload of `goal.start` says; and more for the answer. -/
private def openPayload (server : Server) (payload : Json) :
    Answer (Kept × List (String × Text)) := do
  let told (kept : Kept) : Kept := { kept with history? := some { start := payload } }
  if let some expression ← field? (α := String) payload "expr" then
    let levels := (← field? (α := List String) payload "levels").getD []
    let kept ← openStatement server levels expression
    -- What was added beside the file is not in the payload.
    return (if (← server.scope?.get).isNone then told kept else kept, [])
  if let some place ← field? (α := Array Nat) payload "at" then
    match place.toList with
    | [start, stop] =>
      let (kept, fields) ← openAt server start stop
      return (told kept, fields)
    | _ => complain "command" "field 'at': two numbers are expected"
  return (told (← openDeclaration server (← field payload "copyFrom")), [])

private def start (server : Server) (payload : Json) : Answer Text := do
  let (kept, fields) ← openPayload server payload
  server.answerOpened kept fields

private def setOptions (server : Server) (payload : Json) : Answer Text := do
  if let some timeoutMs ← field? (α := Nat) payload "timeout" then
    server.limits.modify ({ · with timeoutMs })
  if let some maxHeartbeats ← field? (α := Nat) payload "maxHeartbeats" then
    server.limits.modify ({ · with maxHeartbeats })
  return .object []

/-- Tries texts on one state. The first is always tried; none is begun after `beginWithin`
milliseconds, so there can be fewer results than texts. -/
private def batch (server : Server) (payload : Json) : Answer Text := do
  let kept ← server.state (← field payload "stateId")
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
  let kept ← server.state (← field payload "stateId")
  let act : Tactic.TacticM (List (List MVarId)) := independentParts kept.point.goals
  match ← (kept.place.run kept.point act).toIO' with
  | .error exception => complain "core" (← exception.toMessageData.toString)
  | .ok (parts, _) =>
    let mut states := #[]
    for goals in parts do
      let id ← server.keep
        { place := { kept.place with roots := goals }, point := { kept.point with goals } }
      states := states.push <|
        .object [("stateId", .of id), ("goals", .of (goals.map (·.name.toString)))]
    return .object [("states", .array states.toList)]

/-- Goes on from a state with goals of another one of the same proof too: `branch`'s, or those named
in `goals`. -/
private def resumeGoals (server : Server) (payload : Json) : Answer Text := do
  let target ← server.state (← field payload "target")
  let more ← match ← field? (α := Nat) payload "branch" with
    | some id =>
      let branch ← server.state id
      unless branch.place.roots == target.place.roots do
        complain "operation" "the states are of different proofs"
      pure branch.point.goals
    | none =>
      let names : List String ← field payload "goals"
      pure (names.map fun name => { name := name.toName })
  for goal in more do
    unless (target.point.metaState.mctx.findDecl? goal).isSome do
      complain "index" s!"no goal {goal.name} in the state to go on from"
  let act : Tactic.TacticM Unit := do
    Tactic.setGoals (target.point.goals ++ more.filter (!target.point.goals.contains ·))
    Tactic.pruneSolvedGoals
    if (← Tactic.getGoals).isEmpty then
      for root in target.place.roots do
        if (← instantiateMVars (mkMVar root)).hasExprMVar then throwError "goals are missing"
  match ← (target.place.run target.point act).toIO' with
  | .error exception => complain "operation" (← exception.toMessageData.toString)
  | .ok ((), point) =>
    let kept : Kept := { target with point, history? := none }
    let goals ← kept.goals true
    return .object [("nextStateId", .of (← server.keep kept)), ("goals", goals)]

private def sourceHash (server : Server) : String := toString (hash server.file.source.input.inputString)

/-- Writes how a state came to be: what was opened and the tactics since. -/
private def save (server : Server) (payload : Json) : Answer Text := do
  let kept ← server.state (← field payload "id")
  let some history := kept.history?
    | complain "operation" "this state is not what tactics made of an opened goal; it cannot be saved"
  let steps := history.steps.reverse.map fun (text, place?) =>
    Json.mkObj [("tactic", toJson text), ("goal", toJson place?)]
  let saved := Json.mkObj
    [("version", toJson 1), ("source", toJson (sourceHash server)), ("start", history.start),
      ("steps", toJson steps)]
  IO.FS.writeFile (← field (α := String) payload "path") (saved.compress ++ "\n")
  return .object []

/-- Comes back to a state that was saved, by running its tactics again. -/
private def load (server : Server) (payload : Json) : Answer Text := do
  let path : String ← field payload "path"
  let saved ← match Json.parse (← IO.FS.readFile path) with
    | .ok saved => pure saved
    | .error message => complain "operation" s!"{path} is no saved state: {message}"
  unless (← field (α := Nat) saved "version") == 1 do
    complain "operation" s!"{path} is of a later version"
  unless (← field (α := String) saved "source") == sourceHash server do
    complain "operation" s!"{path} was saved from another text of the file"
  let (opened, _) ← openPayload server (← field saved "start")
  let mut kept := opened
  let steps : Array Json ← field saved "steps"
  for step in steps do
    let text : String ← field step "tactic"
    let goal? := ((← field? (α := Nat) step "goal").bind (kept.point.goals[·]?)).map
      (·.name.toString)
    match ← run server kept goal? text with
    | .ok (next, _) => kept := next
    | .error failure =>
      complain "operation" s!"'{text}' fails now: {failure.message (← server.limits.get)}"
  return .object [("id", .of (← server.keep kept))]

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
    let kept ← server.state (← field payload "stateId")
    let resume := (← field? payload "autoResume").getD true
    tactic server kept (← field? payload "goalId") (← textOf kept payload) true resume
  | "goal.print" =>
    let kept ← server.state (← field payload "stateId")
    return .object [("goals", ← kept.goals true)]
  | "goal.delete" =>
    let ids : Array Nat ← field payload "stateIds"
    server.states.modify fun states => ids.foldl (·.erase ·) states
    return .object []
  | "goal.continue" => resumeGoals server payload
  | "goal.save" => save server payload
  | "goal.load" => load server payload
  | "expr.echo" => echo server payload
  | "env.describe" => describe server
  | "env.inspect" => inspect server payload
  | "env.add" => add server payload
  | "frontend.process" => process server payload
  | "frontend.distil" => distil server payload
  | "goal.subsume" =>
    complain "operation" "goal.subsume is not done here: searches compare goals by their text"
  | "env.save" | "env.load" =>
    complain "operation" s!"{command} is not done here: put declarations into the file"
  | "frontend.track" =>
    complain "operation" "frontend.track is not done here: 'sensei verify' compares statements"
  | "frontend.refactor" => complain "operation" "frontend.refactor is not done here"
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
