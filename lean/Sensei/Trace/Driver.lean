/-
The tracer's two halves: the driver that traces a project, and the worker that it starts for each
module. What they print and exit with is told in Main/Trace.lean.

Everything is compiled but `main`, which calls this: an interpreted program is elaborated anew in
every worker.
-/
import Sensei.Core.Text
import Sensei.Core.Command
import Sensei.Trace.Module
import Sensei.Trace.Project
import Sensei.Trace.Workers

namespace Sensei.Trace
open Lean System

private def partPath (path : FilePath) (pid : UInt32) : FilePath :=
  path.toString ++ s!".{pid}.part"

private def writeAtomically (path : FilePath) (text : String) : IO Unit := do
  let part := partPath path (← IO.Process.getPID)
  IO.FS.writeFile part text
  IO.FS.rename part path

/-- Traces one module into a file. With `--tied`, ends when its stdin does. -/
def worker (words : List String) : IO UInt32 := do
  prepareProcess
  let arguments ← ofExcept (Arguments.parse ["--tied"] words)
  if arguments.has "--tied" then endWithStarter
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
  -- Not by returning: the thread that watches stdin is waited for then.
  IO.Process.exit 0

/-- How to start this program again: itself, or the `lean` that interprets it. -/
private def selfCommand : IO (Array String) := do
  let app ← IO.appPath
  unless app.fileStem == some "lean" do return #[app.toString]
  for folder in ← foldersIn "LEAN_SRC_PATH" do
    let candidate := folder / "Main" / "Trace.lean"
    if ← candidate.pathExists then return #[app.toString, "--run", candidate.toString]
  throw (IO.userError "Main/Trace.lean is not on LEAN_SRC_PATH; run it as `lake exe trace`")

private def failureOf (module : ModuleFile) (how : Ended) : Failure :=
  let lastLine := ((how.stderr.splitOn "\n").filter (trimmed · != "")).getLastD ""
  let code := how.exitCode?.getD (-9)
  let message := match how.reason with
    | "timeout" => s!"still running after {how.milliseconds / 1000} s"
    | "out_of_memory" => s!"grew to {how.peakRssBytes / 1048576} MiB"
    | _ =>
      let end_ := if code < 0 then s!"signal {-code} ended the worker"
        else s!"the worker ended with exit code {code}"
      if lastLine.isEmpty then end_ else s!"{end_}: {shortened lastLine 300}"
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

/-- The folder of the records, made if it is not there. Fails if nothing can be written in it. -/
private def openOut (out : FilePath) : IO Unit := do
  try
    IO.FS.createDirAll out
    let probe := partPath (out / "probe") (← IO.Process.getPID)
    IO.FS.writeFile probe ""
    IO.FS.removeFile probe
  catch error =>
    throw (IO.userError s!"cannot write records to {out}: {error}; give another folder with --out")

/-- Removes the records of modules that are no more. Other files in the folder are left alone. -/
private def removeStale (out : FilePath) (modules : Array ModuleFile) : IO Unit := do
  let names := modules.map (·.module.toString (escape := false))
  for entry in ← out.readDir do
    unless entry.fileName.endsWith ".json" do continue
    let stem := String.Pos.Raw.extract entry.fileName 0 ⟨entry.fileName.utf8ByteSize - 5⟩
    if names.contains stem then continue
    let named (record : Json) (part : String) : Bool :=
      match record.getObjVal? part with
      | .ok half => (half.getObjValAs? String "name").toOption == some stem
      | .error _ => false
    match Json.parse (← IO.FS.readFile entry.path) with
    | .ok record =>
      if named record "module" || named record "failure" then IO.FS.removeFile entry.path
    | .error _ => continue

/-- What the command line asks for. -/
private structure Request where
  only : List Name
  out? : Option FilePath
  kind : String
  jobs : Nat
  limits : WorkerLimits

private def optionNames : List String :=
  ["--jobs", "--timeout", "--memory", "--out", "--only", "--kind"]

private def Request.parse (words : List String) : Except String Request := do
  let arguments ← Arguments.parse [] words
  for (name, _) in arguments.values do
    unless optionNames.contains name do throw s!"there is no option '{name}'"
  let natural (name : String) (default : Nat) : Except String Nat :=
    match (arguments.getD name (toString default)).toNat? with
    | some n => if n == 0 then .error s!"{name} must be at least 1" else .ok n
    | none => .error s!"{name} takes a whole number"
  return {
    only := (arguments.all "--only").map String.toName
    out? := (arguments.values.lookup "--out").map FilePath.mk
    kind := arguments.getD "--kind" ""
    jobs := ← natural "--jobs" 2
    limits := { timeoutMs := (← natural "--timeout" 300) * 1000
                rssBytes := (← natural "--memory" 8192) * 1024 * 1024 } }

/-- Traces modules into `out`; gives the number of those that failed. Libraries have one set of
options for all of their modules, so Lake is asked once for each root module. -/
private def traceModules (request : Request) (root out : FilePath) (modules : Array ModuleFile) :
    IO Nat := do
  let self ← selfCommand
  let recordPath (m : ModuleFile) : FilePath := out / (m.module.toString (escape := false) ++ ".json")
  let finished ← IO.mkRef 0
  let failed ← IO.mkRef 0
  let options ← IO.mkRef ([] : List (Name × Json))
  let optionsOf (m : ModuleFile) : IO Json := do
    let library := m.module.getRoot
    if let some known := (← options.get).lookup library then return known
    match ← setupOptions? root m.path with
    | some found =>
      options.modify ((library, found) :: ·)
      return found
    | none => return Json.mkObj []
  let command (m : ModuleFile) : IO (Array String) := do
    return self ++ #["worker", "--tied", "--module", m.module.toString (escape := false),
      "--file", m.path.toString, "--relative", m.file,
      "--options", (← optionsOf m).compress,
      "--kind", request.kind, "--out", (recordPath m).toString]
  let ended (m : ModuleFile) (how : Ended) : IO Unit := do
    if how.exitCode? != some 0 then
      let part := partPath (recordPath m) how.pid
      if ← part.pathExists then IO.FS.removeFile part
      let record := Json.mkObj [("failure", (failureOf m how).json)]
      writeAtomically (recordPath m) (record.compress ++ "\n")
    finished.modify (· + 1)
    let count := s!"[{← finished.get}/{modules.size}]"
    match ← failureIn (recordPath m) with
    | none => IO.eprintln s!"{count} {m.module} {(seconds how.milliseconds).compress} s"
    | some (reason, message) =>
      failed.modify (· + 1)
      IO.eprintln s!"{count} {m.module} FAILED {reason}: {message}"
  runWorkers request.jobs request.limits modules command ended
  failed.get

private def traceProject (request : Request) : IO UInt32 := do
  let root ← try findRoot (← IO.currentDir) catch error =>
    IO.eprintln s!"trace: {error}; run it inside a project, or sensei trace DIR"
    return 3
  let modules ← projectModules root (← foldersIn "LEAN_SRC_PATH") request.only
  for name in request.only do
    unless modules.any (·.module == name) do
      IO.eprintln s!"trace: the project has no module {name}; see its lakefile"
      return 2
  if modules.isEmpty then
    IO.eprintln s!"trace: {root} has no modules; run lake build first"
    return 3
  let out := request.out?.getD (root / ".lake" / "build" / "sensei" / "trace")
  openOut out
  if request.only.isEmpty then removeStale out modules
  let failed ← traceModules request root out modules
  IO.println s!"{modules.size} modules, {failed} failed, records in {out}"
  return if failed == 0 then 0 else 1

/-- Traces the project at hand. -/
def driver (words : List String) : IO UInt32 := do
  match Request.parse words with
  | .error message =>
    IO.eprintln s!"trace: {message}; options: {" ".intercalate optionNames}"
    return 2
  | .ok request => traceProject request

end Sensei.Trace
