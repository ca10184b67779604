/-
The seam between calls and what carries them: a `Transport` runs a call of bytes. H2c.lean has the
real one; here are one that answers from a record, and one that makes it.
-/
import Sensei.Client.Error
import Sensei.Client.Wait

namespace Sensei.Client

/-- What a call sends: one message, or one after another until `none`. -/
inductive Requests where
  | one (message : ByteArray)
  | many (next : IO (Option ByteArray))

/-- A call of bytes. -/
structure RawCall where
  /-- `/package.Service/Method`. -/
  path : String
  requests : Requests
  /-- Takes each reply, in order; `false` ends the call, as one that is cancelled. -/
  onReply : ByteArray → IO Bool
  limits : Limits
  /-- Beyond what the transport sends by itself. Names in lower case. -/
  metadata : List (String × String) := []

/-- What carries calls. Safe to use from several threads. -/
structure Transport where
  /-- Where to, for people. -/
  target : String
  /-- Runs a call to its end: returns when the server said OK. -/
  run : RawCall → RpcM Unit

/-- One call as it went: what was sent, what came back, how it ended. -/
structure Exchange where
  path : String
  requests : Array ByteArray
  replies : Array ByteArray
  failure : Option RpcError := none
  deriving Inhabited

/-- All that a call wants to send. -/
private def Requests.collect (requests : Requests) : IO (Array ByteArray) := do
  match requests with
  | .one message => return #[message]
  | .many next =>
    let mut all := #[]
    repeat
      match ← next with
      | some message => all := all.push message
      | none => break
    return all

/-- Answers each call from the first exchange with its path and requests, and never waits. -/
def recorded (exchanges : Array Exchange) : Transport where
  target := "a record"
  run call := do
    let requests ← attempt .caller "a record" call.requests.collect
    let matching (e : Exchange) : Bool := e.path == call.path && e.requests == requests
    let some exchange := exchanges.find? matching
      | fail .unreachable s!"no such call of {call.path}" "a record"
    for reply in exchange.replies do
      unless ← attempt .caller "a record" (call.onReply reply) do
        fail .cancelled "cancelled" "a record"
    if let some failure := exchange.failure then throw failure

/-- `inner`, with what goes through it kept in `log`. -/
def recording (inner : Transport) (log : IO.Ref (Array Exchange)) : Transport where
  target := inner.target
  run call := do
    let sent ← IO.mkRef #[]
    let replies ← IO.mkRef #[]
    let requests := match call.requests with
      | .one message => .many do
        if (← sent.get).isEmpty then
          sent.modify (·.push message)
          return some message
        return none
      | .many next => .many do
        let message ← next
        if let some message := message then sent.modify (·.push message)
        return message
    let onReply reply := do
      replies.modify (·.push reply)
      call.onReply reply
    let result ← (inner.run { call with requests, onReply }).toBaseIO
    let failure := match result with
      | .ok () => none
      | .error error => some error
    let exchange := {
      path := call.path, requests := ← sent.get, replies := ← replies.get, failure }
    log.modify (·.push exchange)
    if let some error := failure then throw error

end Sensei.Client
