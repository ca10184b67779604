/-
`gym --file F --module M [--options JSON]`: the step server for the theorems of one file.
-/
import Sensei.Core.Command
import Sensei.Gym.Server

open Lean Sensei Sensei.Gym

private def use : String :=
  "usage: gym --file FILE --module MODULE [--options JSON]\n\n\
   Opens the theorems of FILE and steps through their proofs, as commands on stdin ask, a line of\n\
   JSON each (docs/gym.md)."

private def serveFile (arguments : Arguments) : IO UInt32 := do
  try
    let answers ← IO.getStdout
    -- What the file's own code prints is no answer.
    discard <| IO.setStdout (← IO.getStderr)
    let options ← ofExcept do optionsOfJson (← Json.parse (arguments.getD "--options" "{}"))
    let module ← ofExcept (arguments.module "--module")
    prepareProcess
    let hook ← installHook
    let source ← Source.read (← ofExcept (arguments.get "--file")) module options
    let watchdog ← Watchdog.start
    let server ← Server.new source hook watchdog
    serve server answers
    return 0
  catch error =>
    say s!"gym: {error}"
    IO.Process.exit 1

def main (words : List String) : IO UInt32 :=
  runAsked "gym" use (asked ["--file", "--module", "--options"] [] words) serveFile
