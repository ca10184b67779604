/-
Waiting for a task with a deadline, and for a caller who may lose interest.

The thread sleeps in one `IO.wait`, on a promise that the task and a timer resolve: so the task manager
sees that it is blocked and adds a worker, and nothing is polled but the caller's interest.
-/
import Std.Internal.UV

namespace Sensei.Client
open Std.Internal.UV

/-- How long to wait. -/
structure Limits where
  /-- The end of it, on the clock of `IO.monoMsNow`. -/
  deadlineMs : Nat
  /-- Whether the caller has lost interest; asked every `tickMs`. `none` never does. -/
  cancelled : Option (BaseIO Bool) := none
  tickMs : Nat := 20

inductive Waited (α : Type) where
  | done (value : α)
  | deadline
  | cancelled

/-- Limits that end so many milliseconds from now. -/
def Limits.within (milliseconds : Nat) (cancelled : Option (BaseIO Bool) := none) :
    BaseIO Limits :=
  return { deadlineMs := (← IO.monoMsNow) + milliseconds, cancelled }

/-- Milliseconds left; 0 when it is over. -/
def Limits.leftMs (limits : Limits) : BaseIO Nat :=
  return limits.deadlineMs - (← IO.monoMsNow)

/-- Whether the caller has lost interest. -/
def Limits.isCancelled (limits : Limits) : BaseIO Bool :=
  match limits.cancelled with
  | some asked => asked
  | none => pure false

/-- Waits for the task's value. Ends by the deadline whatever happens; the task goes on. -/
def Limits.await (limits : Limits) (task : Task α) : IO (Waited α) := do
  repeat
    if ← IO.hasFinished task then return .done (← IO.wait task)
    if ← limits.isCancelled then return .cancelled
    let left ← limits.leftMs
    if left == 0 then return .deadline
    let sleep := if limits.cancelled.isSome then min left limits.tickMs else left
    let timer ← Timer.mk sleep.toUInt64 false
    let tick ← timer.next
    let woken : IO.Promise Unit ← IO.Promise.new
    discard <| BaseIO.mapTask (fun _ => woken.resolve ()) task (sync := true)
    discard <| BaseIO.mapTask (fun _ => woken.resolve ()) tick.result? (sync := true)
    discard <| IO.wait woken.result?
    timer.stop
  return .deadline

end Sensei.Client
