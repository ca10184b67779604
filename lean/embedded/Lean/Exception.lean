prelude
import Init.Programs
/-
The elaborator's exceptions, and the classes for throwing them and for nested recursion.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Message

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

structure InternalExceptionId where
  idx : Nat := 0
  deriving Inhabited, BEq

@[extern "native"] opaque registerInternalExceptionId (name : Name) : IO InternalExceptionId
@[extern "native"] opaque InternalExceptionId.getName (id : InternalExceptionId) : IO Name
@[extern "native"] opaque interruptExceptionId : InternalExceptionId

inductive Exception where
  | error (ref : Syntax) (msg : MessageData)
  | internal (id : InternalExceptionId) (extra : KVMap := {})

instance : Inhabited Exception := ⟨.error default default⟩

namespace Exception
@[extern "native"] opaque toMessageData : Exception → MessageData
@[extern "native"] opaque hasSyntheticSorry : Exception → Bool
@[extern "native"] opaque getRef : Exception → Syntax
@[extern "native"] opaque isInterrupt : Exception → Bool
@[extern "native"] opaque isMaxRecDepth (ex : Exception) : Bool
@[extern "native"] opaque isMaxHeartbeat (ex : Exception) : Bool
@[extern "native"] opaque isRuntime (ex : Exception) : Bool
end Exception

/-- Monads that can say more about an error. -/
class AddErrorMessageContext (m : Type → Type) where
  add : Syntax → MessageData → m (Syntax × MessageData)

instance (m : Type → Type) [AddMessageContext m] [Monad m] : AddErrorMessageContext m where
  add ref msg := do return (ref, ← addMessageContext msg)

class abbrev MonadError (m : Type → Type) :=
  MonadExceptOf Exception m
  MonadRef m
  AddErrorMessageContext m

section
variable {m : Type → Type} [Monad m] [MonadError m]

protected def «throwError» {α : Type} (msg : MessageData) : m α := do
  let ref ← getRef
  let (ref, msg) ← AddErrorMessageContext.add ref msg
  throw (.error ref msg)

protected def «throwErrorAt» {α : Type} (ref : Syntax) (msg : MessageData) : m α :=
  withRef ref (Lean.throwError msg)

def ofExcept {ε α : Type} [ToMessageData ε] (x : Except ε α) : m α :=
  match x with
  | .ok a => return a
  | .error e => Lean.throwError (toMessageData e)

def throwKernelException {α : Type} [MonadOptions m] (ex : Kernel.Exception) : m α := do
  Lean.throwError (ex.toMessageData (← getOptions))

def ofExceptKernelException {α : Type} [MonadOptions m] (e : Except Kernel.Exception α) : m α :=
  match e with
  | .ok a => return a
  | .error e => throwKernelException e
end

/-- Monads that count nested calls. -/
class MonadRecDepth (m : Type → Type) where
  withRecDepth {α : Type} : Nat → m α → m α
  getRecDepth : m Nat
  getMaxRecDepth : m Nat

end Lean
