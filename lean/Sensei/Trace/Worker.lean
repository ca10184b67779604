/-
The worker: traces one module into a file, in a process of its own.
-/
import Sensei.Core.Command
import Sensei.Trace.Module
import Sensei.Trace.Workers

namespace Sensei.Trace
open Lean System

private def textsOf (json : Json) : List (String × String) :=
  match json.getObj? with
  | .ok fields => fields.toArray.toList.map fun (key, value) =>
    (key, match value with | .str s => s | other => other.compress)
  | .error _ => []

private def trace (words : List String) : IO Unit := do
  prepareProcess
  let arguments ← ofExcept (Arguments.parse ["--tied"] words)
  if arguments.has "--tied" then endWithStarter
  let optionsJson ← ofExcept (Json.parse (arguments.getD "--options" "{}"))
  let options ← ofExcept (optionsOfJson optionsJson)
  let module := ← ofExcept (arguments.module "--module")
  let roots ← ((arguments.getD "--roots" "").splitOn ",").filter (· != "") |>.mapM fun root =>
    ofExcept (moduleOfText root)
  let traced ← traceModule
    { module
      path := ← ofExcept (arguments.get "--file")
      file := ← ofExcept (arguments.get "--relative")
      options, optionTexts := textsOf optionsJson
      plugins := arguments.all "--plugin"
      roots := if roots.isEmpty then [module.getRoot] else roots
      toolchainKind := arguments.getD "--kind" ""
      threads := ((arguments.getD "--threads" "1").toNat?).getD 1 }
  IO.FS.writeFile (← ofExcept (arguments.get "--out")) (traced.record ++ "\n")

/-- Traces one module into a file. With `--tied`, ends when its stdin does. -/
def worker (words : List String) : IO UInt32 := do
  let code ← try
      trace words
      pure 0
    catch error =>
      say s!"trace: {error}"
      pure 3
  -- Not by returning, nor by `exit`: the thread that watches stdin is waited for then, the second time
  -- by glibc (seen with 2.39), which takes the lock of each stream when a process ends.
  (← IO.getStdout).flush
  IO.Process.forceExit code

end Sensei.Trace
