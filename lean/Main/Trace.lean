/-
`lake exe trace`: records the modules of the Lean project at hand.

    trace [--jobs N] [--timeout SECONDS] [--memory MIB] [--out FOLDER] [--only MODULE]…
          [--kind KIND]

Writes one TraceRecord a module to FOLDER (default `.lake/build/sensei/trace`), as
`<Module.Name>.json`. Exit code 0, 1 if a module failed (one line each on stderr), 2 for bad
arguments, 3 outside a project. `--kind` says how the Lean was found, for the records.
`trace worker …` is what it starts for each module.
-/
import Sensei.Core.Text
import Sensei.Core.Command
import Sensei.Trace.Module
import Sensei.Trace.Project
import Sensei.Trace.Workers

open Lean Sensei Sensei.Trace System

private def writeAtomically (path : FilePath) (text : String) : IO Unit := do
  let part : FilePath := path.toString ++ s!".{← IO.Process.getPID}.part"
  IO.FS.writeFile part text
  IO.FS.rename part path

private def workerMain (words : List String) : IO UInt32 := do
  prepareProcess
  let arguments ← ofExcept (Arguments.parse [] words)
  let optionsJson ← ofExcept (Json.parse (arguments.getD "--options" "{}"))
  let options ← ofExcept (optionsOfJson optionsJson)
  let optionTexts := match optionsJson.getObj? with
    | .ok fields => fields.toArray.toList.map fun (key, value) =>
      (key, match value with | .str s => s | other => other.compress)
    | .error _ => []
  let traced ← traceModule
    { module := (← ofExcept (arguments.get "--module")).toName
      path := ← ofExcept (arguments.get "--file")
      file := ← ofExcept (arguments.get "--relative")
      options, optionTexts, toolchainKind := arguments.getD "--kind" "" }
  writeAtomically (← ofExcept (arguments.get "--out")) (traced.record.compress ++ "\n")
  return 0

/-- How to start this program again: itself, or the `lean` that interprets it. -/
private def selfCommand : IO (Array String) := do
  let app ← IO.appPath
  unless app.fileStem == some "lean" do return #[app.toString]
  for folder in ← foldersIn "LEAN_SRC_PATH" do
    let candidate := folder / "Main" / "Trace.lean"
    if ← candidate.pathExists then return #[app.toString, "--run", candidate.toString]
  throw (IO.userError "Main/Trace.lean is not on LEAN_SRC_PATH; run it as `lake exe trace`")

private def naturalArgument (arguments : Arguments) (name : String) (default : Nat) : IO Nat :=
  match (arguments.getD name (toString default)).toNat? with
  | some n => pure n
  | none => throw (IO.userError s!"{name} takes a whole number")

private def failureOf (module : ModuleFile) (how : Ended) : Failure :=
  let lastLine := ((how.stderr.splitOn "\n").filter (trimmed · != "")).getLastD ""
  let code : Int := match how.exitCode? with
    | some code => code.toNat
    | none => -9
  let message := match how.reason with
    | "timeout" => s!"still running after {how.milliseconds / 1000} s"
    | "out_of_memory" => s!"grew to {how.peakRssBytes / 1048576} MiB"
    | _ => if lastLine.isEmpty then s!"the worker ended with exit code {code}" else lastLine
  let reason := if how.exitCode?.isSome then "crash" else how.reason
  { name := module.module.toString, file := module.file, exitCode := code, reason, message,
    milliseconds := how.milliseconds, peakRssBytes := how.peakRssBytes }

private def failureIn (path : FilePath) : IO (Option (String × String)) := do
  let record ← ofExcept (Json.parse (← IO.FS.readFile path))
  match record.getObjVal? "failure" with
  | .error _ => return none
  | .ok failure =>
    return some (← ofExcept (failure.getObjValAs? String "reason"),
      ← ofExcept (failure.getObjValAs? String "message"))

private def traceMain (arguments : Arguments) : IO UInt32 := do
  let root ← try findRoot (← IO.currentDir) catch error =>
    IO.eprintln s!"trace: {error}; run it inside a project, or sensei trace DIR"
    return 3
  let sources ← foldersIn "LEAN_SRC_PATH"
  let only := (arguments.all "--only").map String.toName
  let modules ← projectModules root sources only
  for name in only do
    unless modules.any (·.module == name) do
      IO.eprintln s!"trace: the project has no module {name}; see its lakefile"
      return 2
  if modules.isEmpty then
    IO.eprintln s!"trace: {root} has no modules; run lake build first"
    return 3
  let out : FilePath := arguments.getD "--out" (root / ".lake" / "build" / "sensei" / "trace").toString
  IO.FS.createDirAll out
  let jobs ← naturalArgument arguments "--jobs" 2
  let timeout ← naturalArgument arguments "--timeout" 300
  let memory ← naturalArgument arguments "--memory" 8192
  let self ← selfCommand
  let kind := arguments.getD "--kind" ""
  let recordPath (m : ModuleFile) : FilePath := out / (m.module.toString (escape := false) ++ ".json")
  let finished ← IO.mkRef 0
  let failed ← IO.mkRef 0
  let command (m : ModuleFile) : IO (Array String) := do
    let options ← setupOptions root m.path
    return self ++ #["worker", "--module", m.module.toString (escape := false),
      "--file", m.path.toString, "--relative", m.file, "--options", options.compress,
      "--kind", kind, "--out", (recordPath m).toString]
  let ended (m : ModuleFile) (how : Ended) : IO Unit := do
    if how.exitCode? != some 0 then
      let record := Json.mkObj [("failure", (failureOf m how).json)]
      writeAtomically (recordPath m) (record.compress ++ "\n")
    finished.modify (· + 1)
    let count := s!"[{← finished.get}/{modules.size}]"
    match ← failureIn (recordPath m) with
    | none => IO.eprintln s!"{count} {m.module} {(seconds how.milliseconds).compress} s"
    | some (reason, message) =>
      failed.modify (· + 1)
      IO.eprintln s!"{count} {m.module} FAILED {reason}: {message}"
  runWorkers jobs { timeoutMs := timeout * 1000, rssBytes := memory * 1024 * 1024 } modules
    command ended
  let failed ← failed.get
  IO.println s!"{modules.size} modules, {failed} failed, records in {out}"
  return if failed == 0 then 0 else 1

def main : List String → IO UInt32
  | "worker" :: words => do
    try workerMain words catch error =>
      IO.eprintln s!"trace: {error}"
      return 1
  | words => do
    match Arguments.parse [] words with
    | .error message =>
      IO.eprintln s!"trace: {message}; options: --jobs --timeout --memory --out --only --kind"
      return 2
    | .ok arguments =>
      try traceMain arguments catch error =>
        IO.eprintln s!"trace: {error}"
        return 3
