/-
Requests of the editor: the monad in which they are answered.

Names and types as in Lean 4.35, checked against the symbols of the library.
Leaves out: documents and snapshots, which are only passed on.
-/
import Lean.Elab.InfoTree.Main
import Lean.Server.Rpc.Basic

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

end Lean.Server
