prelude
import Init.Programs
/-
Requests of the editor: the monad in which they are answered.

Names and types as in Lean 4.35, checked against the symbols of the library.
Leaves out: documents; snapshots are only passed on.
-/
import Lean.Data.Lsp.Utf16
import Lean.Elab.InfoTree.Main
import Lean.Server.Rpc.Basic

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Server

/-- A task of the language server. -/
structure ServerTask (α : Type) where
  task : Task α

private opaque RequestError.nonempty : NonemptyType.{0}
def RequestError : Type := RequestError.nonempty.type
instance : Nonempty RequestError := RequestError.nonempty.property

@[extern "native"] opaque RequestError.invalidParams (message : String) : RequestError
@[extern "native"] opaque RequestError.internalError (message : String) : RequestError

private opaque RequestContext.nonempty : NonemptyType.{0}
def RequestContext : Type := RequestContext.nonempty.type

abbrev RequestTask (α : Type) := ServerTask (Except RequestError α)
abbrev RequestM := ReaderT RequestContext <| EIO RequestError

abbrev RequestTask.pure {α : Type} (a : α) : RequestTask α := ⟨Task.pure (.ok a)⟩

instance : MonadLift IO RequestM where
  monadLift x := do
    match ← (x.toBaseIO : BaseIO _) with
    | .error e => throw (RequestError.internalError (toString e))
    | .ok v => return v

private opaque Snapshots.Snapshot.nonempty : NonemptyType.{0}
/-- A command of the document, elaborated. -/
def Snapshots.Snapshot : Type := Snapshots.Snapshot.nonempty.type
@[extern "native"] opaque Snapshots.Snapshot.infoTree (s : Snapshots.Snapshot) : Elab.InfoTree

/-- Runs `f` in a task once the command at the place is elaborated. -/
@[extern "native"] opaque RequestM.withWaitFindSnapAtPos {α : Type} (lspPos : Lsp.Position)
  (f : Snapshots.Snapshot → RequestM α) : RequestM (RequestTask α) :=
  throw (.internalError "")

end Lean.Server
