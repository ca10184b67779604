/-
Calls of typed messages. Each has a deadline, and can be cancelled.
-/
import Sensei.Client.Transport
import Sensei.Wire.Method

namespace Sensei.Client
open Sensei.Wire

structure CallOptions where
  /-- Milliseconds for all of the call. The server is told. -/
  timeoutMs : Nat := 10000
  /-- Whether the caller has lost interest; in the editor, its cancel token. -/
  cancelled : Option (BaseIO Bool) := none
  /-- Beyond what is sent anyway. -/
  metadata : List (String × String) := []

/-- One request, one reply. -/
def unary (transport : Transport) (method : Method ρ σ) (request : ρ)
    (options : CallOptions := {}) : RpcM σ := do
  let reply ← IO.mkRef (none : Option ByteArray)
  let more ← IO.mkRef false
  transport.run {
    path := method.path
    requests := .one (method.encode request)
    onReply := fun bytes => do
      if (← reply.get).isSome then more.set true
      reply.set (some bytes)
      return true
    limits := ← Limits.within options.timeoutMs options.cancelled
    metadata := options.metadata }
  if ← more.get then fail .protocol "more than one answer" transport.target
  match ← reply.get with
  | some bytes => ofWire transport.target (method.decode bytes)
  | none => fail .protocol "no answer, though the server said OK" transport.target

/-- One request, any number of replies, each handed to `onReply` as it comes; `false` ends the call,
which then fails as `cancelled`. -/
def serverStream (transport : Transport) (method : Method ρ σ) (request : ρ)
    (onReply : σ → IO Bool) (options : CallOptions := {}) : RpcM Unit := do
  let broken ← IO.mkRef (none : Option WireError)
  let result ← (transport.run {
    path := method.path
    requests := .one (method.encode request)
    onReply := fun bytes => do
      match method.decode bytes with
      | .ok reply => onReply reply
      | .error problem =>
        broken.set (some problem)
        return false
    limits := ← Limits.within options.timeoutMs options.cancelled
    metadata := options.metadata }).toBaseIO
  if let some problem := ← broken.get then
    fail .protocol (toString problem) transport.target
  if let .error error := result then throw error

/-- Any number of requests, taken from `next` until it has no more; one reply, which may come early. -/
def clientStream (transport : Transport) (method : Method ρ σ) (next : IO (Option ρ))
    (options : CallOptions := {}) : RpcM σ := do
  let reply ← IO.mkRef (none : Option ByteArray)
  transport.run {
    path := method.path
    requests := .many do return (← next).map method.encode
    onReply := fun bytes => do
      reply.set (some bytes)
      return true
    limits := ← Limits.within options.timeoutMs options.cancelled
    metadata := options.metadata }
  match ← reply.get with
  | some bytes => ofWire transport.target (method.decode bytes)
  | none => fail .protocol "no answer, though the server said OK" transport.target

end Sensei.Client
