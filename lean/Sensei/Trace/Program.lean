/-
What `lake exe trace` does (Main/Trace.lean): the driver with its way to the sidecar, or a worker.

It is compiled, as Main is not where programs are interpreted, and the only part of the tracer that
knows the client.
-/
import Sensei.Client.Feed
import Sensei.Trace.Driver
import Sensei.Trace.Worker

namespace Sensei.Trace
open Lean

private def connect : Connect := fun address root => do
  let feed ← Client.Feed.start address root
  let finish : IO (Except String Json) := do
    return (← feed.finish).map fun reply => Json.mkObj
      [("target", toJson feed.target), ("modules", toJson reply.modules.toNat),
        ("steps", toJson reply.steps.toNat), ("failures", toJson reply.failures.toNat),
        ("snapshot", toJson reply.snapshot.toNat)]
  return { push := feed.push, finish }

/-- Runs it; the exit code is told in Main/Trace.lean. -/
def program (words : List String) : IO UInt32 := do
  try
    match words with
    | "worker" :: words => worker words
    | words => driver connect words
  catch error =>
    say s!"trace: {oneLine error}"
    return 3

end Sensei.Trace
