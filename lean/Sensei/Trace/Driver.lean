/-
The driver: traces a project. What it prints and exits with is told in Main/Trace.lean.

Everything is compiled but `main`, which calls this: an interpreted program is elaborated anew in
every worker.
-/
import Sensei.Core.Command
import Sensei.Trace.Run
import Lean.Util.Path

namespace Sensei.Trace
open Lean System

/-- How to start a worker: this program; where it is interpreted, the compiled worker that
SENSEI_TRACE_WORKER names, or `lean` to interpret one. -/
private def workerCommand : IO (Array String) := do
  let app ← IO.appPath
  unless app.fileStem == some "lean" do return #[app.toString, "worker"]
  if let some compiled ← IO.getEnv "SENSEI_TRACE_WORKER" then
    if ← FilePath.pathExists compiled then return #[compiled]
  for folder in ← foldersIn "LEAN_SRC_PATH" do
    let candidate := folder / "Main" / "TraceWorker.lean"
    if ← candidate.pathExists then return #[app.toString, "--run", candidate.toString]
  throw (IO.userError "Main/TraceWorker.lean is not on LEAN_SRC_PATH; run it as `lake exe trace`")

/-- The folder of the records, made if it is not there. Fails if nothing can be written in it. -/
private def openOut (out : FilePath) : IO Unit := do
  try
    IO.FS.createDirAll out
    let probe := out / s!"probe.{← IO.Process.getPID}.part"
    IO.FS.writeFile probe ""
    IO.FS.removeFile probe
  catch error =>
    let why := ((toString error).splitOn "\n").headD ""
    throw (IO.userError s!"cannot write records to {out}: {why}; give another folder with --out")

/-- Removes what runs that were killed left half written. -/
private def removeParts (out : FilePath) : IO Unit := do
  for entry in ← out.readDir do
    let words := (entry.fileName.splitOn ".").reverse
    if let "part" :: pid :: _ := words then
      if pid.isNat && !(← (FilePath.mk s!"/proc/{pid}").pathExists) then
        IO.FS.removeFile entry.path

/-- Removes the records of modules that are no more. Other files in the folder are left alone. -/
private def removeStale (out : FilePath) (modules : Array ModuleFile) : IO Unit := do
  let names := modules.map (·.module.toString (escape := false))
  for entry in ← out.readDir do
    unless entry.fileName.endsWith ".json" do continue
    let stem := String.Pos.Raw.extract entry.fileName 0 ⟨entry.fileName.utf8ByteSize - 5⟩
    if names.contains stem then continue
    let named (record : Json) (part : String) : Bool :=
      match record.getObjVal? part with
      | .ok half =>
        match half.getObjValAs? String "name" >>= moduleOfText with
        | .ok name => name.toString (escape := false) == stem
        | .error _ => false
      | .error _ => false
    match Json.parse (← IO.FS.readFile entry.path) with
    | .ok record =>
      if named record "module" || named record "failure" then IO.FS.removeFile entry.path
    | .error _ => continue

/-- Resident memory that one worker usually takes at most. -/
private def workerBytes : Nat := 1536 * 1024 * 1024

private def numberIn (line : String) : Nat :=
  (String.ofList (line.toList.filter Char.isDigit)).toNat?.getD 0

/-- How many cores a line of the system names, as `Cpus_allowed_list: 0-3,8`. -/
def coresIn (line : String) : Nat :=
  (line.splitOn ",").foldl (init := 0) fun found range =>
    match (range.splitOn "-").map numberIn with
    | [first, last] => found + (last + 1 - first)
    | _ => found + 1

/-- How many cores this process may use, as `taskset` or a container binds it, and no more than the
share of time that its group has; 2 where the system does not say. -/
private def cores : IO Nat := do
  try
    let status := (← IO.FS.readFile "/proc/self/status").splitOn "\n"
    let some line := status.find? (·.startsWith "Cpus_allowed_list:") | return 2
    let all := coresIn line
    let quota ← try IO.FS.readFile "/sys/fs/cgroup/cpu.max" catch _ => pure "max"
    match (quota.splitOn " ").map numberIn with
    | [share, period] =>
      if share == 0 || period == 0 then return max 1 all
      return max 1 (min all ((share + period - 1) / period))
    | _ => return max 1 all
  catch _ => return 2

/-- More threads than this are no use to a worker: Lean elaborates in threads of its own beside them,
which takes about as long as all that they do. -/
private def mostThreads : Nat := 4

/-- Threads for each of some workers: as many as cores are left for it, and where that is more than one
core one more, for the thread that elaborates mostly waits for Lean's. -/
def threadsOf (cores workers : Nat) : Nat :=
  let share := max 1 (cores / max 1 workers)
  if share == 1 then 1 else min mostThreads (share + 1)

/-- As many workers as there are cores and memory for; 2 where the system does not say. -/
private def defaultJobs (cores : Nat) : IO Nat := do
  try
    let memory := (← IO.FS.readFile "/proc/meminfo").splitOn "\n"
    let free := ((memory.find? (·.startsWith "MemAvailable:")).map numberIn).getD 0
    return max 1 (min cores (free * 1024 / workerBytes))
  catch _ => return 2

/-- What the command line asks for. -/
private structure Request where
  only : List String
  out? : Option FilePath
  kind : String
  jobs? : Option Nat
  threads? : Option Nat
  force : Bool
  events : Bool
  sidecar? : Option String
  limits : WorkerLimits

private def optionNames : List String :=
  ["--jobs", "--threads", "--timeout", "--memory", "--out", "--only", "--kind", "--sidecar"]

private def flagNames : List String := ["--force", "--events"]

private def use : String :=
  "usage: trace [--jobs N] [--threads N] [--timeout SECONDS] [--memory MIB] [--out FOLDER]\n\
  \x20            [--only PATTERN]… [--force] [--events] [--kind KIND] [--sidecar HOST:PORT|auto]\n\n\
   Records the modules of the Lean project at hand, one file each in FOLDER (default:\n\
   .lake/build/sensei/trace). PATTERN is a module, a module with * for any characters, or the path\n\
   of a file. Records that are still good are kept; --force makes them again. --threads are\n\
   those of each worker (default: what cores the workers leave). --events tells progress as lines of\n\
   JSON. --sidecar sends the records there too (auto: the project's own).\n\n\
   example: lake exe trace --only 'Kata.Tree*' --jobs 2"

private def Request.of (arguments : Arguments) : Except String Request := do
  let natural? (name : String) : Except String (Option Nat) := do
    let some text := arguments.values.lookup name | return none
    match text.toNat? with
    | some n => if n == 0 then throw s!"{name} must be at least 1" else return some n
    | none => throw s!"{name} takes a whole number"
  return {
    only := arguments.all "--only"
    out? := (arguments.values.lookup "--out").map FilePath.mk
    kind := arguments.getD "--kind" ""
    jobs? := ← natural? "--jobs"
    threads? := ← natural? "--threads"
    force := arguments.has "--force"
    events := arguments.has "--events"
    sidecar? := arguments.values.lookup "--sidecar"
    limits := { timeoutMs := ((← natural? "--timeout").getD 300) * 1000
                rssBytes := ((← natural? "--memory").getD 8192) * 1024 * 1024 } }

/-- Where records go besides their files. -/
structure Feed where
  push : FilePath → IO Unit
  /-- No more come: what is stored now, as an object, or why it is not. -/
  finish : IO (Except String Json)

/-- Makes the feed for an address and the root of a project. -/
abbrev Connect := String → FilePath → IO Feed

/-- Sends what lies in the folder beside the records of this run, and says what became of them. -/
private def finishFeed (feed : Feed) (out : FilePath) (sent : Array FilePath) (events : Bool) :
    IO Bool := do
  for entry in (← out.readDir).qsort (fun a b => a.fileName < b.fileName) do
    if entry.fileName.endsWith ".json" && !sent.contains entry.path then feed.push entry.path
  match ← feed.finish with
  | .ok stored =>
    if events then answer (stored.mergeObj (Json.mkObj [("event", toJson "sidecar")]))
    else IO.println s!"the sidecar has stored {stored.compress}"
    return true
  | .error problem =>
    say s!"trace: {problem}; the records are in {out}: sensei ingest"
    return false

private def traceProject (connect : Connect) (request : Request) : IO UInt32 := do
  let root ← try findRoot (← IO.currentDir) catch error =>
    say s!"trace: {error}; run it inside a project, or sensei trace DIR"
    return 3
  let folders ← foldersIn "LEAN_SRC_PATH"
  let modules ← projectModules root folders request.only
  for pattern in request.only do
    unless modules.any (·.isMeant pattern) do
      say s!"trace: the project has no module {pattern}; see its lakefile"
      return 2
  if modules.isEmpty then
    say s!"trace: {root} has no modules; run lake build first"
    return 3
  let out := request.out?.getD (root / ".lake" / "build" / "sensei" / "trace")
  openOut out
  removeParts out
  if request.only.isEmpty then removeStale out modules
  let cores ← cores
  let jobs ← match request.jobs? with
    | some jobs => pure jobs
    | none => defaultJobs cores
  let threads := request.threads?.getD <|
    threadsOf cores (min jobs modules.size)
  let project ← if request.only.isEmpty then pure modules else do
    let all ← projectModules root folders []
    pure (all ++ modules.filter fun m => !all.any (·.module == m.module))
  let feed? ← request.sidecar?.mapM fun address => connect address root
  let sent ← IO.mkRef #[]
  let onRecord (file : FilePath) : IO Unit := do
    let some feed := feed? | return
    sent.modify (·.push file)
    feed.push file
  let outcome ← runPlan
    { root, out, project, oleanFolders := ← foldersIn "LEAN_PATH"
      sysroot := ← findSysroot, worker := ← workerCommand
      kind := request.kind, force := request.force, events := request.events, jobs, threads
      limits := request.limits, onRecord } modules
  let isStored ← match feed? with
    | some feed => finishFeed feed out (← sent.get) request.events
    | none => pure true
  if request.events then
    answer <| Json.mkObj
      [("event", toJson "end"), ("modules", toJson modules.size), ("failed", toJson outcome.failed),
        ("reused", toJson outcome.reused), ("out", toJson out.toString)]
  else
    let kept := if outcome.reused == 0 then "" else s!"{outcome.reused} as before, "
    IO.println s!"{modules.size} modules, {outcome.failed} failed, {kept}records in {out}"
  return if !isStored then 3 else if outcome.failed == 0 then 0 else 1

/-- Traces the project at hand; `connect` is for `--sidecar`. -/
def driver (connect : Connect) (words : List String) : IO UInt32 := do
  runAsked "trace" use (asked optionNames flagNames words) fun arguments => do
    match Request.of arguments with
    | .error message => runAsked "trace" use (.mistaken message) fun _ => return 2
    | .ok request => traceProject connect request

end Sensei.Trace
