/-
The step server: Pantograph's JSON protocol for what it implements, one line a command.

A command is `{"cmd": NAME, "payload": {…}}` or `NAME {…}`; an empty line ends the server. Errors are
`{"error": KIND, "desc": TEXT}` with Pantograph's kinds. docs/gym.md has the commands and fields, and what
differs from Pantograph.
-/
import Sensei.Core.Text
import Sensei.Gym.Parts
import Sensei.Gym.Refactor
import Sensei.Gym.Saved
import Sensei.Gym.Subsume
import Sensei.Gym.Track

namespace Sensei.Gym
open Lean Elab Meta

private def failureText (failure : Failure) (limits : Limits) : Text :=
  let message := failure.message limits
  .object <|
    [("failure", .ofString failure.kind), ("hasSorry", .ofBool (failure matches .sorry)),
      ("hasUnsafe", .ofBool false), ("messages", .array [said "error" message])] ++
    (if failure.kind == "parse" then [("parseError", .ofString message)] else [])

/-- The goal that a payload names, by its name or its place among the goals, as such a place. -/
private def goalOf? (kept : Kept) (payload : Json) : Answer (Option Nat) := do
  match (payload.getObjVal? "goalId").toOption.getD .null with
  | .null => return none
  | .str name =>
    match kept.point.goals.findIdx? (·.name.toString == name) with
    | some place => return some place
    | none => complain "index" s!"no goal {name} in this state"
  | _ =>
    let place : Nat ← field payload "goalId"
    if place < kept.point.goals.length then return some place
    complain "index" s!"no goal {place} in this state"

/-- A state after a step. Without `resume`, the goals that the step did not run on are left out. -/
private def after (kept : Kept) (place? : Option Nat) (step : String × String) (resume : Bool)
    (fragments : Fragments) (stepped : Stepped) : Kept :=
  let history? := kept.history?.map fun history =>
    let saved := Json.mkObj [(step.1, toJson step.2), ("goal", toJson place?)]
    { history with steps := saved :: history.steps }
  let next := { kept with point := stepped.point, fragments, history? }
  match if resume then none else place?.bind (kept.point.goals[·]?) with
  | none => next
  | some own =>
    let goals := stepped.point.goals.filter fun goal =>
      goal == own || !kept.point.goals.contains goal
    { next with point := { stepped.point with goals }, history? := none }

/-- Runs one tactic text on a kept point, on one goal of it or on all. -/
private def run (server : Server) (kept : Kept) (place? : Option Nat) (text : String)
    (resume : Bool := true) : IO (Except Failure (Kept × Array Message)) := do
  let limits ← server.limits.get
  let only? := place?.bind (kept.point.goals[·]?)
  let result ← if kept.fragments.isEmpty then
      (·.map fun stepped => ([], stepped)) <$>
        step kept.place kept.point only? limits server.watchdog text
    else
      stepInFragments kept.place kept.point kept.fragments only? limits server.watchdog text
  return result.map fun (fragments, stepped) =>
    (after kept place? ("tactic", text) resume fragments stepped, stepped.messages)

/-- Has the texts for a goal, the first if none is given, read otherwise. -/
private def changeMode (server : Server) (kept : Kept) (place? : Option Nat) (name : String)
    (resume : Bool) : Answer (Except Failure (Kept × Array Message)) := do
  let some mode := Mode.ofName? name
    | complain "operation" s!"'{name}' is no mode; there are tactic, conv and calc"
  let some goal := kept.point.goals[place?.getD 0]?
    | complain "index" "there are no goals in this state"
  let result ← enterMode kept.place kept.point kept.fragments goal mode (← server.limits.get)
    server.watchdog
  return result.map fun (fragments, stepped) =>
    (after kept place? ("mode", name) resume fragments stepped, stepped.messages)

/-- Answers with what came of a step. -/
private def answerStepped (server : Server) (full : Bool) (more : List (String × Text)) :
    Except Failure (Kept × Array Message) → IO Text
  | .error failure => return failureText failure (← server.limits.get)
  | .ok (next, messages) => do
    let goals ← next.goals full
    let id ← server.keep next
    return .object <|
      [("nextStateId", .of id), ("goals", goals), ("messages", ← messagesOf messages.toList 1),
        ("hasSorry", .ofBool false), ("hasUnsafe", .ofBool false)] ++ more

/-- The tactic text of a payload of `goal.tactic`. -/
private def textOf (kept : Kept) (payload : Json) : Answer String := do
  let name := (← field? (α := String) payload "binderName").getD "this"
  if let some text ← field? payload "expr" then return assigning text
  if let some text ← field? payload "have" then return introducing "have" name text
  if let some text ← field? payload "let" then return introducing "let" name text
  if let some text ← field? payload "draft" then
    match withHoles kept.place kept.point.coreState.env text with
    | .ok text => return assigning text
    | .error message => complain "parse" message
  field payload "tactic"

/-- One step of a payload of `goal.tactic`. -/
private def takeStep (server : Server) (kept : Kept) (payload : Json) (resume : Bool := true) :
    Answer (Except Failure (Kept × Array Message)) := do
  let named? ← goalOf? kept payload
  -- What does not come back by itself has to be said: then a tactic is for one goal.
  let place? := if resume || kept.point.goals.isEmpty then named? else some (named?.getD 0)
  match ← field? (α := String) payload "mode" with
  | some mode => changeMode server kept place? mode resume
  | none => run server kept place? (← textOf kept payload) resume

private def tactic (server : Server) (payload : Json) : Answer Text := do
  let kept ← server.state (← field payload "stateId")
  let resume := (← field? payload "autoResume").getD (← server.automatic.get)
  answerStepped server true [] (← takeStep server kept payload resume)

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
  match ← openHooked server.file.source server.file.hook visited hooked with
  | .error message => complain "core" s!"{what}: {message}"
  | .ok (place, point) => return ({ place, point }, whereabouts visited place)

/-- Opens a declaration of the file. -/
private def openDeclaration (server : Server) (text : String) : Answer Kept := do
  let name := text.toName
  if let some kept := (← server.openings.get)[name]? then return kept
  let loaded ← match ← server.file.find name with
    | .ok loaded => pure loaded
    | .error (.missing _) => complain "index" (NotLocated.missing.describe name)
    | .error why => complain "operation" (why.describe name)
  match ← server.file.openBody loaded with
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
  if let some automatic ← field? (α := Bool) payload "automaticMode" then
    server.automatic.set automatic
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
    let began ← IO.monoNanosNow
    let result ← run server kept none text
    let took := ((← IO.monoNanosNow) - began) / 1000
    results := results.push (← answerStepped server false [("microseconds", .of took)] result)
  return .object [("results", .array results.toList)]

/-- Makes a state of each part of a state's goals that can be proved apart. -/
private def split (server : Server) (payload : Json) : Answer Text := do
  let kept ← server.state (← field payload "stateId")
  unless kept.fragments.isEmpty do
    complain "operation" "goals in a conversion or a chain of relations are not split"
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
  let (more, fragments) ← match ← field? (α := Nat) payload "branch" with
    | some id =>
      let branch ← server.state id
      unless branch.place.roots == target.place.roots do
        complain "operation" "the states are of different proofs"
      pure (branch.point.goals, branch.fragments)
    | none =>
      let names : List String ← field payload "goals"
      pure (names.map fun name => { name := name.toName }, [])
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
    let known (goal : MVarId) : Bool := target.fragments.any (·.1 == goal)
    let resumed := fragments.filter fun (goal, _) => more.contains goal && !known goal
    let kept : Kept :=
      { target with point, fragments := target.fragments ++ resumed, history? := none }
    let goals ← kept.goals true
    return .object [("nextStateId", .of (← server.keep kept)), ("goals", goals)]

/-- The goals of a state, and what is known of the proof of the first that was opened. -/
private def print (server : Server) (payload : Json) : Answer Text := do
  let kept ← server.state (← field payload "stateId")
  let withRoot := (← field? payload "rootExpr").getD false
  let act : Tactic.TacticM (Option String × Bool × Bool) := do
    let some root := kept.place.roots.head? | return (none, true, false)
    let proof ← instantiateMVars (mkMVar root)
    let open_ := proof.hasExprMVar
    let shown ← if withRoot && !open_ then some <$> ppExpr proof else pure none
    return (shown.map toString, open_, proof.hasSorry)
  match ← (kept.place.run kept.point act).toIO' with
  | .error exception => complain "core" (← exception.toMessageData.toString)
  | .ok ((root?, open_, sorry_), _) =>
    let root := (root?.map fun root => ("root", Text.object [("pp", .ofString root)])).toList
    return .object <|
      [("goals", ← kept.goals true)] ++ root ++
        [("rootHasMVar", .ofBool open_), ("rootHasSorry", .ofBool sorry_),
          ("rootHasUnsafe", .ofBool false)]

/-- Adds what `env.load` reads: the payload of an `env.add`, or a text. -/
private def addAgain (server : Server) (entry : Json) : Answer Unit := do
  match ← field? (α := Json) entry "add" with
  | some payload => discard <| add server payload
  | none =>
    let text : String ← field entry "text"
    discard <| process server (Json.mkObj [("file", toJson text), ("inheritEnv", toJson true)])

/-- Writes what was added after the end of the file. -/
private def saveScope (server : Server) (payload : Json) : Answer Text := do
  server.writeSaved payload [("added", toJson (← server.added.get))]
  return .object []

/-- Has expressions read where they were when it was saved. If that fails, nothing has happened. -/
private def loadScope (server : Server) (payload : Json) : Answer Text := do
  let saved ← server.readSaved payload
  let added : Array Json ← field saved "added"
  let (scope?, before) := (← server.scope?.get, ← server.added.get)
  let back : IO Unit := do
    server.scope?.set scope?
    server.added.set before
  server.scope?.set none
  server.added.set #[]
  let all : Answer Unit := do
    for entry in added do addAgain server entry
  let result : Except Complaint Unit ← try all.run catch error =>
    back
    throw error
  if let .error complaint := result then
    back
    throw complaint
  return .object []

/-- Writes how a state came to be: what was opened and the tactics since. -/
private def save (server : Server) (payload : Json) : Answer Text := do
  let kept ← server.state (← field payload "id")
  let some history := kept.history?
    | complain "operation" "this state is not what tactics made of an opened goal; it cannot be saved"
  server.writeSaved payload
    [("start", history.start), ("steps", toJson history.steps.reverse)]
  return .object []

/-- Comes back to a state that was saved, by running its tactics again. -/
private def load (server : Server) (payload : Json) : Answer Text := do
  let saved ← server.readSaved payload
  let (opened, _) ← openPayload server (← field saved "start")
  let mut kept := opened
  let steps : Array Json ← field saved "steps"
  for step in steps do
    let payload := match step.getObjVal? "goal" with
      | .ok goal => step.setObjVal! "goalId" goal
      | .error _ => step
    match ← takeStep server kept payload with
    | .ok (next, _) => kept := next
    | .error failure =>
      complain "operation" s!"{step.compress} fails now: {failure.message (← server.limits.get)}"
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
    return .object
      [("timeout", .of limits.timeoutMs), ("maxHeartbeats", .of limits.maxHeartbeats),
        ("automaticMode", .ofBool (← server.automatic.get))]
  | "gym.theorems" =>
    return .object [("theorems", .of ((← server.file.openable).map (·.toString)))]
  | "gym.batch" => batch server payload
  | "gym.replay" => replay server payload
  | "gym.split" => split server payload
  | "goal.start" => start server payload
  | "goal.tactic" => tactic server payload
  | "goal.print" => print server payload
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
  | "frontend.track" => track server payload
  | "frontend.refactor" => refactor server payload
  | "goal.subsume" => subsume server payload
  | "env.save" => saveScope server payload
  | "env.load" => loadScope server payload
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
