prelude
import Init.Programs
/-
Remote procedure calls of the editor: how values are written for it.

Names and types as in Lean 4.35, checked against the symbols of the library.
Leaves out: references to values that stay on the server.
-/
import Lean.Data.Json

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Server

private opaque RpcObjectStore.nonempty : NonemptyType.{0}
/-- The values that the editor holds references to. -/
def RpcObjectStore : Type := RpcObjectStore.nonempty.type
instance : Nonempty RpcObjectStore := RpcObjectStore.nonempty.property

/-- Types whose values can be sent to the editor and back. -/
class RpcEncodable (α : Type) where
  rpcEncode : α → StateM RpcObjectStore Json
  rpcDecode : Json → ExceptT String (ReaderT RpcObjectStore Id) α
export RpcEncodable (rpcEncode rpcDecode)

instance {α : Type} [FromJson α] [ToJson α] : RpcEncodable α where
  rpcEncode a := return toJson a
  rpcDecode j := ExceptT.mk (pure (fromJson? j))

end Lean.Server
