prelude
import Init.Programs
/-
Snapshots: what asynchronous elaboration reports.

Field order as in Lean 4.35, checked against the default objects of the library.
Leaves out: incremental reuse.
-/
import Lean.Elab.InfoTree.Types
import Lean.Log

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Language

structure Snapshot.Diagnostics where
  msgLog : MessageLog
  interactiveDiagsRef? : Option (IO.Ref (Option Dynamic))

instance : Inhabited Snapshot.Diagnostics := ⟨⟨{}, none⟩⟩

structure Snapshot where
  desc : String := ""
  diagnostics : Snapshot.Diagnostics
  infoTree? : Option Elab.InfoTree := none
  traces : TraceState := {}
  isFatal : Bool := false

instance : Inhabited Snapshot := ⟨{ diagnostics := ⟨{}, none⟩ }⟩

inductive SnapshotTask.ReportingRange where
  | inherit
  | some (range : Syntax.Range)
  | skip

/-- A snapshot that is still computed, with what reporting needs. -/
structure SnapshotTask (α : Type) where
  stx? : Option Syntax
  reportingRange : SnapshotTask.ReportingRange
  cancelTk? : Option IO.CancelToken
  task : Task α

/-- The value of the task; waits for it. -/
def SnapshotTask.get {α : Type} (t : SnapshotTask α) : α := t.task.get

structure SnapshotTree where
  element : Snapshot
  children : Array (SnapshotTask SnapshotTree)

instance : Inhabited SnapshotTree := ⟨⟨default, #[]⟩⟩

class ToSnapshotTree (α : Type) where
  toSnapshotTree : α → SnapshotTree
export ToSnapshotTree (toSnapshotTree)

instance : ToSnapshotTree SnapshotTree := ⟨id⟩

/-- A task that ends when all tasks of the tree have ended. -/
@[extern "native"] axiom SnapshotTree.waitAll : SnapshotTree → BaseIO (Task Unit)

/-- All snapshots of the tree; waits for them. -/
@[extern "native"] opaque SnapshotTree.getAll (s : SnapshotTree) : Array Snapshot

@[extern "native"] opaque Snapshot.Diagnostics.ofMessageLog (msgLog : MessageLog) :
  BaseIO Snapshot.Diagnostics

end Lean.Language
