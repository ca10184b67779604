/-
Worker processes under limits, a few at a time.

A worker that runs too long or grows too large is killed with its whole process group and becomes a
failure record; the others go on. A worker that ends takes what it started with it, and one whose
starter ends, however that comes about, ends too: it holds the other end of the worker's stdin.
-/
import Sensei.Trace.Record

namespace Sensei.Trace
open Lean

/-- Limits of one worker. -/
structure WorkerLimits where
  timeoutMs : Nat := 300000
  rssBytes : Nat := 8 * 1024 * 1024 * 1024

/-- How a worker ended. -/
structure Ended where
  /-- `none`: the limit in `reason` ended it; negative: a signal did. -/
  exitCode? : Option Int
  reason : String
  milliseconds : Nat
  peakRssBytes : Nat
  /-- The end of what it said. -/
  stderr : String

/-- What is to be done about an item that waits for a worker. -/
inductive Next where
  /-- Nothing yet: it depends on items that are not finished. -/
  | later
  /-- Nothing at all. -/
  | finished
  /-- Start this command. -/
  | run (command : Array String)

private abbrev pipes : IO.Process.StdioConfig :=
  { stdin := .piped, stdout := .null, stderr := .piped }

/-- A worker that runs. -/
private structure Running (α : Type) where
  item : α
  child : IO.Process.Child pipes
  startedMs : Nat
  stderr : Task (Except IO.Error String)
  peak : Nat

private def kept : Nat := 65536

/-- The last 64 KiB or so of a stream, from a line's start; a worker may say gigabytes. -/
private def endOf (stream : IO.FS.Handle) : IO String := do
  let mut bytes := ByteArray.empty
  -- Each round reads a byte at least, until the stream ends.
  for _ in [0 : 1000000000] do
    let chunk ← stream.read 65536
    if chunk.isEmpty then break
    bytes := bytes ++ chunk
    if bytes.size > 4 * kept then bytes := bytes.extract (bytes.size - kept) bytes.size
  -- A cut may have left a part of a character, four bytes at most, at the start.
  for skip in [0 : 4] do
    if let some text := String.fromUTF8? (bytes.extract skip bytes.size) then return text
  return ""

private def residentBytes (pid : UInt32) : IO Nat := do
  try
    let status ← IO.FS.readFile s!"/proc/{pid}/status"
    for line in status.splitOn "\n" do
      if line.startsWith "VmRSS:" then
        return (String.ofList (line.toList.filter Char.isDigit)).toNat! * 1024
    return 0
  catch _ => return 0

private def launch (item : α) (command : Array String) : IO (Running α) := do
  let child ← IO.Process.spawn
    { pipes with cmd := command[0]?.getD "", args := command.extract 1 command.size, setsid := true }
  let stderr ← IO.asTask (endOf child.stderr) .dedicated
  return { item, child, startedMs := ← IO.monoMsNow, stderr, peak := 0 }

/-- Kills a worker and all that it started, and waits for it. -/
private def Running.kill (running : Running α) : IO Unit := do
  try running.child.kill catch _ => pure () -- it has ended by itself
  try discard running.child.wait catch _ => pure () -- and its end was seen

/-- Lean tells the end by signal `n` as exit code `128 + n`. -/
private def signedExitCode (code : UInt32) : Int :=
  if code.toNat > 128 && code.toNat < 193 then -(code.toNat - 128 : Int) else code.toNat

/-- Looks at a worker: `.inl` if it goes on, `.inr` if it has ended or was ended. -/
private def look (limits : WorkerLimits) (running : Running α) :
    IO (Sum (Running α) (α × Ended)) := do
  let now ← IO.monoMsNow
  let milliseconds := now - running.startedMs
  let finish (exitCode? : Option Int) (reason : String) : IO (Sum (Running α) (α × Ended)) := do
    let stderr := match running.stderr.get with | .ok text => text | .error _ => ""
    return .inr (running.item,
      { exitCode?, reason, milliseconds, peakRssBytes := running.peak, stderr })
  if let some code ← running.child.tryWait then
    try running.child.kill catch _ => pure () -- nothing of its group is left
    return ← finish (some (signedExitCode code)) "exited"
  let peak := max running.peak (← residentBytes running.child.pid)
  let reason? := if now - running.startedMs > limits.timeoutMs then some "timeout"
    else if peak > limits.rssBytes then some "out_of_memory" else none
  match reason? with
  | none => return .inl { running with peak }
  | some reason =>
    running.kill
    finish none reason

/-- Ends a worker when its starter has ended; called in the worker, once. Until then a thread reads
stdin: the worker must end by `IO.Process.forceExit`. -/
def endWithStarter : IO Unit := do
  let stdin ← IO.getStdin
  let wait : IO Unit := do
    discard stdin.getLine
    IO.Process.forceExit 3
  discard <| IO.asTask wait .dedicated

/-- Starts workers for those that wait, in order, until `jobs` run. Gives those that still wait. If
nothing runs and all would wait, they wait for each other: then the first is told so. -/
private def fill (jobs : Nat) (waiting : List α) (running : List (Running α))
    (next : (isStuck : Bool) → α → IO Next) : IO (List α × List (Running α)) := do
  let mut running := running
  for isStuck in [false, true] do
    let mut still := []
    let mut started := false
    for item in waiting do
      if running.length ≥ jobs || (isStuck && started) then
        still := item :: still
        continue
      match ← next isStuck item with
      | .later => still := item :: still
      | .finished => started := true
      | .run command =>
        started := true
        running := running ++ [← launch item command]
    if started || !running.isEmpty || waiting.isEmpty then return (still.reverse, running)
  return (waiting, running)

/-- Runs one worker per item that needs one, at most `jobs` at a time, and hands each end to
`ended`. If that throws, the workers that run are killed. -/
def runWorkers (jobs : Nat) (limits : WorkerLimits) (items : Array α)
    (next : (isStuck : Bool) → α → IO Next) (ended : α → Ended → IO Unit) : IO Unit := do
  let mut waiting := items.toList
  let mut running : List (Running α) := []
  -- Each round starts, ends or waits 20 ms for a worker, and every worker has a deadline.
  for _ in [0 : 1000000000] do
    (waiting, running) ← fill (max 1 jobs) waiting running next
    if running.isEmpty then
      if waiting.isEmpty then break else continue
    let mut still := []
    for worker in running do
      match ← look limits worker with
      | .inl worker => still := still ++ [worker]
      | .inr (item, how) =>
        try ended item how catch error =>
          for other in running do other.kill
          throw error
    running := still
    IO.sleep 20

end Sensei.Trace
