/-
What a call to the sidecar can end with, other than its answer.
-/
import Sensei.Wire.Grpc

namespace Sensei.Client
open Sensei.Wire

/-- Why a call gave no answer. -/
inductive FailureKind where
  /-- Nothing answers at the address. -/
  | unreachable
  /-- What answers there is no gRPC server, or breaks the protocol. -/
  | protocol
  /-- The connection ended in the middle of the call, or the server refused it unread. -/
  | lost
  /-- The time given to the call is over. -/
  | deadline
  /-- The caller did not want the answer any more. -/
  | cancelled
  /-- A function of the caller's failed. -/
  | caller
  /-- The server's own answer. -/
  | status (code : Grpc.Status)
  deriving Inhabited, BEq

structure RpcError where
  kind : FailureKind
  /-- What happened, one line, without the address. -/
  message : String
  /-- The address that was tried. -/
  target : String := ""
  deriving Inhabited

/-- What happened and where; for a server that is not there, or not any more, what to do. -/
def RpcError.toString (error : RpcError) : String :=
  let place := if error.target.isEmpty then "" else s!"{error.target}: "
  match error.kind with
  | .unreachable => s!"no sidecar at {error.target} ({error.message}); start it: sensei serve"
  | .lost =>
    s!"the sidecar at {error.target} ended the call ({error.message}); if it is gone, start it: \
      sensei serve"
  | .status code => s!"{place}{code}: {error.message}"
  | _ => s!"{place}{error.message}"

instance : ToString RpcError := ⟨RpcError.toString⟩

/-- Calls run here. -/
abbrev RpcM := EIO RpcError

def fail (kind : FailureKind) (message : String) (target := "") : RpcM α :=
  throw { kind, message, target }

/-- `action`, its failure as this kind. -/
def attempt (kind : FailureKind) (target : String) (action : IO α) : RpcM α :=
  action.toEIO fun error => { kind, message := toString error, target }

/-- A value that was read, or a failure of the peer to keep to the protocol. -/
def ofWire (target : String) : Except WireError α → RpcM α
  | .ok value => pure value
  | .error problem => fail .protocol (toString problem) target

end Sensei.Client
