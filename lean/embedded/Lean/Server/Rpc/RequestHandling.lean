prelude
import Init.Programs
/-
Procedures that the editor can call by name: what `@[server_rpc_method]` makes of a function.

Names and types as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Server.Requests

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Server

structure RpcProcedure where
  wrapper : (sessionId : UInt64) → Json → RequestM (RequestTask Json)

instance : Nonempty RpcProcedure := ⟨⟨fun _ _ _ => throw (.internalError "")⟩⟩

@[extern "native"] opaque wrapRpcProcedure (method : Name) (paramType respType : Type)
  [RpcEncodable paramType] [RpcEncodable respType]
  (handler : paramType → RequestM (RequestTask respType)) : RpcProcedure

end Lean.Server
