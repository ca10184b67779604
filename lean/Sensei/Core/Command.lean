/-
Command lines of our Lean programs: `--name value` pairs, and answers as one line of JSON.
-/
import Lean.Data.Json

namespace Sensei
open Lean

/-- Arguments of a program: `--name value` pairs and bare flags. -/
structure Arguments where
  values : List (String × String)
  flags : List String

/-- Splits a command line. Fails on a word that belongs to no option. -/
def Arguments.parse (flagNames : List String) : List String → Except String Arguments
  | [] => return { values := [], flags := [] }
  | word :: rest => do
    if flagNames.contains word then
      let parsed ← Arguments.parse flagNames rest
      return { parsed with flags := word :: parsed.flags }
    match rest with
    | value :: rest =>
      if !word.startsWith "--" then throw s!"unexpected argument '{word}'"
      let parsed ← Arguments.parse flagNames rest
      return { parsed with values := (word, value) :: parsed.values }
    | [] => throw s!"option '{word}' needs a value"

/-- The value of an option. Fails if it was not given. -/
def Arguments.get (arguments : Arguments) (name : String) : Except String String :=
  match arguments.values.lookup name with
  | some value => .ok value
  | none => .error s!"option '{name}' is missing"

/-- The value of an option, or a default. -/
def Arguments.getD (arguments : Arguments) (name default : String) : String :=
  (arguments.values.lookup name).getD default

/-- Every value of an option that may be repeated, in order. -/
def Arguments.all (arguments : Arguments) (name : String) : List String :=
  arguments.values.filterMap fun (key, value) => if key == name then some value else none

/-- Whether a flag was given. -/
def Arguments.has (arguments : Arguments) (flag : String) : Bool :=
  arguments.flags.contains flag

/-- Turns a failure of pure code into one of IO. -/
def ofExcept (result : Except String α) : IO α :=
  match result with
  | .ok value => pure value
  | .error message => throw (IO.userError message)

/-- Prints one line of JSON and flushes. -/
def answer (json : Json) : IO Unit := do
  let out ← IO.getStdout
  out.putStrLn json.compress
  out.flush

end Sensei
