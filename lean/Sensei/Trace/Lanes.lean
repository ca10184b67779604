/-
Threads that work beside the one that elaborates.

A lane is one thread for its whole life: an interpreted program would look everything up anew in every
task. What it is given to do is done in order; what it gave is waited for by whoever wants it. Without
lanes, everything is done at once by the one who asks.
-/
import Init.System.IO

namespace Sensei.Trace

/-- One thread and what it is still to do. -/
private structure Lane where
  work : IO.Ref (Array (BaseIO Unit))
  /-- Resolved, and made anew, when there is something to do. -/
  bell : IO.Ref (IO.Promise Unit)
  /-- How many pieces of work it has not finished. -/
  pending : IO.Ref Nat

/-- Threads that are given work. -/
structure Lanes where
  private lanes : Array Lane
  private isClosed : IO.Ref Bool

private def Lane.ring (lane : Lane) : BaseIO Unit := do
  let bell ← lane.bell.swap (← IO.Promise.new)
  bell.resolve ()

/-- The life of a lane. Each round does some work, waits for the bell or ends. -/
private def Lane.run (lane : Lane) (isClosed : IO.Ref Bool) : BaseIO Unit := do
  for _ in [0 : 1000000000] do
    -- The bell is looked at first: work that comes later rings it.
    let bell ← lane.bell.get
    let closed ← isClosed.get
    let work ← lane.work.swap #[]
    for piece in work do
      piece
      lane.pending.modify (· - 1)
    if work.isEmpty then
      if closed then return
      discard <| IO.wait bell.result?

/-- Opens `count` lanes. -/
def Lanes.open (count : Nat) : IO Lanes := do
  let isClosed ← IO.mkRef false
  let mut lanes := #[]
  for _ in [0 : count] do
    let lane : Lane :=
      { work := ← IO.mkRef #[], bell := ← IO.mkRef (← IO.Promise.new), pending := ← IO.mkRef 0 }
    discard <| IO.asTask (lane.run isClosed) .dedicated
    lanes := lanes.push lane
  return { lanes, isClosed }

/-- Lets the threads end when they have done what they were given. -/
def Lanes.close (lanes : Lanes) : BaseIO Unit := do
  lanes.isClosed.set true
  for lane in lanes.lanes do
    lane.ring

/-- How many there are. -/
def Lanes.count (lanes : Lanes) : Nat := lanes.lanes.size

/-- Work that was given away: waits for what it gives, and fails as it did. -/
abbrev Given (α : Type) := IO α

/-- Gives work to the lane that has least to do. -/
def Lanes.give {α : Type} (lanes : Lanes) (work : IO α) : IO (Given α) := do
  let mut best? := none
  for lane in lanes.lanes do
    let pending ← lane.pending.get
    if best?.all fun (least, _) => pending < least then best? := some (pending, lane)
  let some (_, lane) := best?
    | do
      let done ← work.toBaseIO
      return (ofExcept done)
  let done : IO.Promise (Except IO.Error α) ← IO.Promise.new
  lane.pending.modify (· + 1)
  lane.work.modify (·.push do done.resolve (← work.toBaseIO))
  lane.ring
  return do
    match ← IO.wait done.result? with
    | some done => ofExcept done
    | none => throw (IO.userError "internal error: a thread of the tracer has ended early")

/-- Cuts items into parts, and gives away the work on each but the last: who asks does that one, when
it is waited for. -/
def Lanes.giveParts {α β : Type} (lanes : Lanes) (items : Array α) (work : Array α → IO β) :
    IO (Array (Given β)) := do
  let size := max 1 ((items.size + lanes.count) / (lanes.count + 1))
  let mut parts := #[]
  for part in [0 : lanes.count] do
    let items := items.extract (part * size) ((part + 1) * size)
    if !items.isEmpty then parts := parts.push (← lanes.give (do work items))
  let last := items.extract (lanes.count * size) items.size
  return if last.isEmpty then parts else parts.push (work last)

/-- The text of a JSON array, from the texts of its elements. -/
def arrayText (elements : Array String) : String :=
  "[" ++ ",".intercalate elements.toList ++ "]"

/-- The texts of all parts, as one array. -/
def arrayOf (parts : Array (Given (Array String))) : IO String := do
  let mut elements := #[]
  for part in parts do
    elements := elements ++ (← part)
  return arrayText elements

end Sensei.Trace
