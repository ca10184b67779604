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
  pid : UInt32
  milliseconds : Nat
  peakRssBytes : Nat
  stderr : String

private abbrev pipes : IO.Process.StdioConfig :=
  { stdin := .piped, stdout := .null, stderr := .piped }

/-- A worker that runs. -/
private structure Running (α : Type) where
  item : α
  child : IO.Process.Child pipes
  startedMs : Nat
  stderr : Task (Except IO.Error String)
  peak : Nat

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
  let stderr ← IO.asTask child.stderr.readToEnd .dedicated
  return { item, child, startedMs := ← IO.monoMsNow, stderr, peak := 0 }

/-- Kills a worker and all that it started, and waits for it. -/
private def Running.kill (running : Running α) : IO Unit := do
  try running.child.kill catch _ => pure () -- it has ended by itself
  discard running.child.wait

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
      { exitCode?, reason, milliseconds, pid := running.child.pid, peakRssBytes := running.peak,
        stderr })
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

/-- Ends a worker when its starter has ended; called in the worker, once. -/
def endWithStarter : IO Unit := do
  let stdin ← IO.getStdin
  let wait : IO Unit := do
    discard stdin.getLine
    IO.Process.exit 3
  discard <| IO.asTask wait .dedicated

/-- Runs one worker per item, at most `jobs` at a time, and hands each end to `ended`. If that
throws, the workers that run are killed. -/
def runWorkers (jobs : Nat) (limits : WorkerLimits) (items : Array α)
    (command : α → IO (Array String)) (ended : α → Ended → IO Unit) : IO Unit := do
  let mut waiting := items.toList
  let mut running : List (Running α) := []
  -- Each round starts, ends or waits 20 ms for a worker, and every worker has a deadline.
  for _ in [0 : 1000000000] do
    while running.length < max 1 jobs && !waiting.isEmpty do
      match waiting with
      | [] => break
      | item :: rest =>
        waiting := rest
        running := running ++ [← launch item (← command item)]
    if running.isEmpty then break
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
