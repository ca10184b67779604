/-
What a step server remembers: its file, its limits, and the states that clients hold by number.
-/
import Sensei.Core.Goal
import Sensei.Gym.File
import Sensei.Gym.Modes
import Sensei.Gym.Protocol
import Sensei.Gym.Step
import Sensei.Gym.Written

namespace Sensei.Gym
open Lean Elab Meta

/-- How a state came to be: what was opened, and the steps since, the last first, as saved. -/
structure History where
  start : Json
  steps : List Json := []

/-- A kept point and the theorem it belongs to. -/
structure Kept where
  place : Place
  point : Point
  /-- The goals whose texts are not read as tactics. -/
  fragments : Fragments := []
  /-- `none` if it cannot be told as tactics after an opening. -/
  history? : Option History := none

/-- How many openings are kept. -/
def openingsRoom : Nat := 200

/-- Everything the server remembers. -/
structure Server where
  file : OpenFile
  /-- The command whose written tactics were run last. -/
  looked : IO.Ref (Option Looked)
  watchdog : Watchdog
  limits : IO.Ref Limits
  states : IO.Ref (Std.HashMap Nat Kept)
  /-- Declarations that were opened, by name: what they start from does not change. -/
  openings : IO.Ref (Std.HashMap Name Kept)
  /-- Where expressions are read, if that is not the end of the file: declarations were added. -/
  scope? : IO.Ref (Option Cursor)
  /-- What was added, as it is saved. -/
  added : IO.Ref (Array Json)
  /-- Whether goals that a tactic does not run on stay, unless it says otherwise. -/
  automatic : IO.Ref Bool
  nextId : IO.Ref Nat

/-- Makes a server for a file. The file is elaborated when its theorems are asked for. -/
def Server.new (source : Source) (hook : IO.Ref Hook) (watchdog : Watchdog) : IO Server := do
  return { file := ← OpenFile.new source hook, looked := ← IO.mkRef none,
           watchdog, limits := ← IO.mkRef {}, states := ← IO.mkRef {},
           openings := ← IO.mkRef {}, scope? := ← IO.mkRef none,
           added := ← IO.mkRef #[], automatic := ← IO.mkRef true, nextId := ← IO.mkRef 0 }

/-- Keeps a state; its number. -/
def Server.keep (server : Server) (kept : Kept) : IO Nat := do
  let id ← server.nextId.modifyGet fun id => (id, id + 1)
  server.states.modify (·.insert id kept)
  return id

/-- A state by its number. -/
def Server.state (server : Server) (id : Nat) : Answer Kept := do
  match (← server.states.get)[id]? with
  | some kept => return kept
  | none => complain "index" s!"no state {id}"

/-- Prints the goals of a state. The printer's own failures become the printed text. -/
def Kept.goals (kept : Kept) (full : Bool) : IO Text := do
  let printer := kept.place.seen.printer
  let print (goal : MVarId) : MetaM Text := do
    if full then
      return fullGoal (← goalText goal printer) (kept.fragments.of goal).name
    return shortGoal goal.name.toString (caseName (← goal.getDecl)) (← prettyGoal goal printer)
  let act : Tactic.TacticM (List Text) := kept.point.goals.mapM fun goal => print goal
  match ← (kept.place.run kept.point act).toIO' with
  | .ok (goals, _) => return .array goals
  | .error exception => throw (IO.userError (← exception.toMessageData.toString))

/-- Keeps a goal that was opened, and answers with it; `fields` go with the answer. -/
def Server.answerOpened (server : Server) (kept : Kept) (fields : List (String × Text) := []) :
    Answer Text := do
  let goals ← kept.goals true
  let id ← server.keep kept
  let root := kept.place.roots.head?.map (·.name.toString)
  return .object <| [("stateId", .of id), ("root", .of root), ("goals", goals)] ++ fields

private def place (name : String) (position : Position) : String × Text :=
  (name, .object [("line", .of position.line), ("column", .of position.column)])

/-- A message that is about no place. -/
def said (severity text : String) : Text :=
  .object [("severity", .ofString severity), place "pos" { line := 1, column := 0 },
    ("kind", .ofString "[anonymous]"), ("data", .ofString text)]

/-- What Lean said; `before` is how many lines of its text were not the client's. -/
def messagesOf (messages : List Message) (before : Nat := 0) : IO Text := do
  let at_ (name : String) (position : Position) : String × Text :=
    place name { position with line := position.line - before }
  return .array (← messages.mapM fun message => do
    return .object <|
      [("severity", .ofString message.severity.toString), at_ "pos" message.pos] ++
        (message.endPos.map (at_ "endPos")).toList ++
        [("kind", .ofString message.kind.toString), ("data", .ofString (← message.data.toString))])

end Sensei.Gym
