/-
What a header block of a server says to a gRPC client: worked out once a block, since servers send the
same ones again and again (Connection.lean remembers them).
-/
import Sensei.Wire.Grpc
import Sensei.Wire.Hpack

namespace Sensei.Client
open Sensei.Wire

/-- A header block that was read. -/
structure ServerHeaders where
  /-- Why it does not begin a gRPC answer; `none` if it does. -/
  unfit : Option String := none
  /-- It comes before the real answer, and says nothing. -/
  informational : Bool := false
  /-- `grpc-status`, in trailers: how the call ended. -/
  grpcStatus : Option Nat := none
  /-- `grpc-message`, decoded; "" for none. -/
  grpcMessage : String := ""
  deriving Inhabited

/-- What these headers say. -/
def ServerHeaders.of (headers : Array Hpack.Header) : ServerHeaders :=
  let find (name : String) : Option String := (headers.find? (·.1 == name)).map (·.2)
  let unfit := match find ":status" with
    | none => some "an answer without a status"
    | some "200" =>
      if ((find "content-type").getD "").startsWith "application/grpc" then none
      else some "an HTTP/2 server answers there, not a gRPC one"
    | some status => some s!"HTTP status {status}, not a gRPC answer"
  { unfit
    informational := ((find ":status").getD "").startsWith "1"
    grpcStatus := (find "grpc-status").bind (·.toNat?)
    grpcMessage := Grpc.unescape ((find "grpc-message").getD "") }

end Sensei.Client
