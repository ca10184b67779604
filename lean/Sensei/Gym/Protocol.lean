/-
The words of the step server's protocol: what a command may hold, what an answer is made of.

Answers are made as text at once: a tree of JSON values for each goal would cost more than most
tactics do.
-/
import Lean.Data.Json
import Sensei.Core.Goal

namespace Sensei.Gym
open Lean

/-- An error answer of the protocol. -/
structure Complaint where
  kind : String
  desc : String

/-- What answers a command. -/
abbrev Answer := ExceptT Complaint IO

/-- Ends a command with an error; `kind` is one of Pantograph's. -/
def complain (kind desc : String) : Answer α := throw { kind, desc }

/-- A field of a payload. Complains if there is none or it is of another kind. -/
def field [FromJson α] (payload : Json) (name : String) : Answer α :=
  match payload.getObjValAs? α name with
  | .ok value => return value
  | .error message => complain "command" s!"field '{name}': {message}"

/-- A field of a payload that may be absent or null. -/
def field? [FromJson α] (payload : Json) (name : String) : Answer (Option α) :=
  match payload.getObjVal? name with
  | .error _ | .ok .null => return none
  | .ok _ => some <$> field payload name

/-- The text of a JSON value. -/
structure Text where
  json : String

/-- A string. -/
def Text.ofString (text : String) : Text := ⟨(Json.str text).compress⟩

/-- Any value that has a JSON form. -/
def Text.of [ToJson α] (value : α) : Text := ⟨(toJson value).compress⟩

/-- A truth value. -/
def Text.ofBool (value : Bool) : Text := ⟨if value then "true" else "false"⟩

/-- An object; names need no escapes. -/
def Text.object (fields : List (String × Text)) : Text :=
  let rec join (comma rest : String) : List (String × Text) → String
    | [] => rest ++ "}"
    | (name, value) :: more =>
      join ",\"" (rest ++ comma ++ name ++ "\":" ++ value.json) more
  ⟨join "\"" "{" fields⟩

/-- An array. -/
def Text.array (values : List Text) : Text :=
  let rec join (comma rest : String) : List Text → String
    | [] => rest ++ "]"
    | value :: more => join "," (rest ++ comma ++ value.json) more
  ⟨join "" "[" values⟩

private def printed (text : String) : Text := .object [("pp", .ofString text)]

private def hypothesis (h : HypothesisText) : Text :=
  .object <|
    [("name", .ofString h.id), ("userName", .ofString h.name),
      ("isInaccessible", .ofBool h.inaccessible), ("type", printed h.type)] ++
    (match h.value? with
      | some value => [("value", printed value)]
      | none => [])

private def caseField (userName : String) : List (String × Text) :=
  if userName.isEmpty then [] else [("userName", .ofString userName)]

/-- What a goal of a conversion shows behind the bar. -/
private def converted (goal : GoalText) : String :=
  match (goal.pretty.splitOn "\n| ").getLast? with
  | some last => if last.startsWith "| " then String.ofList (last.toList.drop 2) else last
  | none => goal.target

/-- A goal with its hypotheses one by one; `fragment` is how texts for it are read. -/
def fullGoal (goal : GoalText) (fragment : String) : Text :=
  let target := if fragment == "conv" then converted goal else goal.target
  .object <|
    [("name", .ofString goal.mvarId), ("fragment", .ofString fragment),
      ("target", printed target), ("vars", .array (goal.hypotheses.toList.map hypothesis)),
      ("pretty", .ofString goal.pretty)] ++ caseField goal.userName

/-- A goal by its text alone. -/
def shortGoal (name userName pretty : String) : Text :=
  .object ([("name", .ofString name), ("pretty", .ofString pretty)] ++ caseField userName)

/-- The answer of an error. -/
def Complaint.answer (complaint : Complaint) : Text :=
  .object [("error", .ofString complaint.kind), ("desc", .ofString complaint.desc)]

end Sensei.Gym
