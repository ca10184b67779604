/-
Command lines of our Lean programs: `--name value` pairs, and answers as one line of JSON.
-/
import Lean.Data.Json
import Lean.Data.Name
import Sensei.Core.Say

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
    if !word.startsWith "--" then throw s!"unexpected argument '{word}'"
    match rest with
    | value :: rest =>
      let parsed ← Arguments.parse flagNames rest
      return { parsed with values := (word, value) :: parsed.values }
    | [] => throw s!"option '{word}' needs a value"

/-- What a command line asks a program for. -/
inductive Asked where
  | run (arguments : Arguments)
  | help
  | mistaken (message : String)

/-- Reads a command line of a program that knows these options with a value and these flags. -/
def asked (names flagNames : List String) (words : List String) : Asked :=
  if words.any fun word => word == "--help" || word == "-h" then .help
  else
    match Arguments.parse flagNames words with
    | .error message => .mistaken message
    | .ok arguments =>
      match arguments.values.find? fun (name, _) => !names.contains name with
      | some (name, _) => .mistaken s!"there is no option '{name}'"
      | none => .run arguments

/-- Runs a program as its command line asks: `act`, or its use on stdout, or exit code 2 and a line
on stderr. -/
def runAsked (program use : String) (asked : Asked) (act : Arguments → IO UInt32) : IO UInt32 := do
  match asked with
  | .run arguments => act arguments
  | .help =>
    IO.println use
    return 0
  | .mistaken message =>
    say s!"{program}: {message}; see {program} --help"
    return 2

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

/-- The first component of a name, and what is left of the text. -/
private def component : List Char → Except String (List Char × List Char)
  | '«' :: rest =>
    match rest.dropWhile (· != '»') with
    | _ :: after => .ok (rest.takeWhile (· != '»'), after)
    | [] => .error "a « without its »"
  | text => .ok (text.takeWhile (· != '.'), text.dropWhile (· != '.'))

/-- The name of a module as people, Lake and file names write it: the quotes of a component that is
no identifier (`A.«x y»`) may be left out (`A.x y`). Fails on text that is no name. -/
def moduleOfText (text : String) : Except String Name :=
  go (text.length + 1) text.toList .anonymous
where
  go : Nat → List Char → Name → Except String Name
    | 0, _, _ => .error s!"'{text}' is no module name"
    | fuel + 1, rest, outer => do
      let (first, rest) ← component rest
      let name := outer.str (String.ofList first)
      if first.isEmpty then .error s!"'{text}' is no module name"
      match rest with
      | [] => return name
      | '.' :: rest => go fuel rest name
      | _ => .error s!"'{text}' is no module name"

/-- The module that an option names. Fails if it was not given or is none. -/
def Arguments.module (arguments : Arguments) (name : String) : Except String Name := do
  moduleOfText (← arguments.get name)

/-- Turns a failure of pure code into one of IO. -/
def ofExcept (result : Except String α) : IO α :=
  match result with
  | .ok value => pure value
  | .error message => throw (IO.userError message)

/-- An error in one line, as people are told it. -/
def oneLine (error : IO.Error) : String :=
  ", ".intercalate ((toString error).splitOn "\n  ")

/-- Prints one line of JSON and flushes. -/
def answer (json : Json) : IO Unit := do
  let out ← IO.getStdout
  out.putStrLn json.compress
  out.flush

end Sensei
