/-
Files that a step server writes for a later one: how something came to be, never what it is in
memory. They are read by servers of the same text of the file alone.
-/
import Sensei.Gym.Kept

namespace Sensei.Gym
open Lean

private def Server.sourceHash (server : Server) : String :=
  toString (hash server.file.source.input.inputString)

/-- Writes `fields` to the `path` of a payload. -/
def Server.writeSaved (server : Server) (payload : Json) (fields : List (String × Json)) :
    Answer Unit := do
  let saved := Json.mkObj <|
    [("version", toJson 1), ("source", toJson server.sourceHash)] ++ fields
  IO.FS.writeFile (← field (α := String) payload "path") (saved.compress ++ "\n")

/-- What was written to the `path` of a payload. Complains if it was something else, or for another
text of the file. -/
def Server.readSaved (server : Server) (payload : Json) : Answer Json := do
  let path : String ← field payload "path"
  let saved ← match Json.parse (← IO.FS.readFile path) with
    | .ok saved => pure saved
    | .error message => complain "operation" s!"{path} was not saved by a step server: {message}"
  unless (← field (α := Nat) saved "version") == 1 do
    complain "operation" s!"{path} is of a later version"
  unless (← field (α := String) saved "source") == server.sourceHash do
    complain "operation" s!"{path} was saved from another text of the file"
  return saved

end Sensei.Gym
