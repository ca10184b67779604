/-
The transport over HTTP/2 in clear text: a pool of connections to one address.

Tactic blocks run at the same time, in a batch build too; a connection carries one call at a time, so
a call takes an idle one or makes one, and gives it back when it ended well, or was reset cleanly. One
that was idle may be dead without our knowing: a call of one message that got no byte of an answer on
it is tried once more on a fresh one.
-/
import Sensei.Client.Address
import Sensei.Client.Connection
import Sensei.Client.Transport

namespace Sensei.Client
open Sensei.Wire

/-- Most bytes of one message, either way. -/
@[inline] def maxMessageBytes : Nat := 64 * 1024 * 1024

/-- Idle connections that are kept. -/
@[inline] def maxIdle : Nat := 8

structure Pool where
  endpoint : Endpoint
  /-- The headers that all calls send alike. -/
  headers : ByteArray
  /-- Header blocks of calls without metadata: path, milliseconds left, block. -/
  blocks : IO.Ref (List (String × Nat × ByteArray))
  idle : IO.Ref (List Connection)

private def userAgent : String := "sensei-lean/0.1"

/-- The headers that all calls send alike, but for the pseudo-headers, which come first. -/
private def commonHeaders (endpoint : Endpoint) : ByteArray := Id.run do
  let mut out := ByteArray.empty
  out := Hpack.pushNamed out 31 "application/grpc"
  out := Hpack.pushNamed out 58 userAgent
  out := Hpack.pushLiteral out ("te", "trailers")
  if !endpoint.token.isEmpty then
    out := Hpack.pushNamed out 23 s!"Bearer {endpoint.token}"
  return out

namespace Pool

def new (endpoint : Endpoint) : BaseIO Pool :=
  return {
    endpoint, headers := commonHeaders endpoint, blocks := ← IO.mkRef [], idle := ← IO.mkRef [] }

/-- An idle connection that is alive, if there is one; without `probe`, as far as is known. -/
private def takeIdle (pool : Pool) (probe : Bool) : BaseIO (Option Connection) := do
  for _ in [0:maxIdle + 1] do
    -- In one step, so that no two callers get the same one.
    let taken ← pool.idle.modifyGet fun
      | c :: rest => (some c, rest)
      | [] => (none, [])
    match taken with
    | none => return none
    | some c =>
      if ← c.isStale probe then c.drop else return some c
  return none

private def giveBack (pool : Pool) (c : Connection) : BaseIO Unit := do
  let usable := !(← c.peer.get).goingAway && (← c.nextStream.get) < 2000000000
  let kept ← pool.idle.modifyGet fun idle =>
    if usable && idle.length < maxIdle then (true, c :: idle) else (false, idle)
  unless kept do c.drop

/-- Closes the idle connections. A pool that is thrown away without it leaves them open. -/
def close (pool : Pool) : BaseIO Unit := do
  for c in ← pool.idle.swap [] do
    c.close

end Pool

/-- The request's headers; 0x83 and 0x86 are `:method POST` and `:scheme http`. -/
private def spellHeaders (pool : Pool) (call : RawCall) (leftMs : Nat) : ByteArray := Id.run do
  let mut out := (ByteArray.empty.push 0x83).push 0x86
  out := Hpack.pushNamed out 4 call.path
  out := Hpack.pushNamed out 1 pool.endpoint.target
  out := appendBytes out pool.headers
  out := Hpack.pushLiteral out ("grpc-timeout", Grpc.timeout leftMs)
  for header in call.metadata do
    out := Hpack.pushLiteral out header
  return out

/-- Blocks that are remembered: callers ask for the same few methods, with the same time. -/
private def maxBlocks : Nat := 8

private def known? (path : String) (leftMs : Nat) : List (String × Nat × ByteArray) → Option ByteArray
  | [] => none
  | (known, ms, block) :: rest =>
    if ms == leftMs && known == path then some block else known? path leftMs rest

private def requestHeaders (pool : Pool) (call : RawCall) (leftMs : Nat) : BaseIO ByteArray := do
  unless call.metadata.isEmpty do return spellHeaders pool call leftMs
  let known ← pool.blocks.get
  if let some block := known? call.path leftMs known then return block
  let block := spellHeaders pool call leftMs
  pool.blocks.set ((call.path, leftMs, block) :: known.take (maxBlocks - 1))
  return block

/-- What the stream's end means. -/
private def outcome (target : String) (stream : Stream) : RpcM Unit := do
  if let some { unfit := some problem, .. } := stream.headers then fail .protocol problem target
  match stream.ended with
  | none => fail .lost "the call has not ended" target
  | some .refused => fail .lost "the server takes no more calls" target
  | some (.reset code) =>
    if code == Http2.errorCancel then fail (.status .cancelled) "the server cancelled" target
    else fail .lost s!"the server reset the call (code {code})" target
  | some (.trailers trailers) =>
    match trailers.grpcStatus with
    | some 0 => pure ()
    | some code => fail (.status (.ofNumber code)) trailers.grpcMessage target
    | none => fail .protocol "an answer that ends without a gRPC status" target

/-- Hands the whole messages of `body` on; fails if the caller wants no more. -/
private def deliver (target : String) (stream : IO.Ref Stream) (body : IO.Ref ByteArray)
    (call : RawCall) : RpcM Unit := do
  if let some { unfit := some problem, .. } := (← stream.get).headers then
    fail .protocol problem target
  let bytes ← body.swap .empty
  let mut place := 0
  repeat
    match ← ofWire target (Grpc.messageAt? bytes place maxMessageBytes) with
    | none => break
    | some (start, stop) =>
      unless ← attempt .caller target (call.onReply (bytes.extract start stop)) do
        fail .cancelled "the caller has enough" target
      place := stop
  if place < bytes.size then body.set (if place == 0 then bytes else bytes.extract place bytes.size)

/-- Sends all requests; ends early when the stream does. -/
private def sendRequests (c : Connection) (call : RawCall) (stream : IO.Ref Stream)
    (body : IO.Ref ByteArray) (headers : ByteArray) : RpcM Unit := do
  let framed (message : ByteArray) : RpcM ByteArray := do
    if message.size > maxMessageBytes then
      fail .caller s!"a message of {message.size} bytes, at most {maxMessageBytes} are sent" c.target
    return appendBytes (Grpc.messageHeader message.size) message
  match call.requests with
  | .one message =>
    c.sendData stream body headers (← framed message) true call.limits
  | .many next =>
    let mut first := headers
    repeat
      let message ← attempt .caller c.target next
      match message with
      | none =>
        c.sendData stream body first .empty true call.limits
        break
      | some message =>
        c.sendData stream body first (← framed message) false call.limits
        first := .empty
        c.drain stream body call.limits
        if (← stream.get).ended.isSome then break
        if ← call.limits.isCancelled then fail .cancelled "cancelled" c.target

/-- Runs a call on a connection. The flag says whether any of an answer came; the connection may be
used again unless the error is of the connection itself. -/
private def runOn (c : Connection) (pool : Pool) (call : RawCall)
    (answered : IO.Ref Bool) : RpcM Unit := do
  let leftMs ← call.limits.leftMs
  if leftMs == 0 then fail .deadline "no time is left" c.target
  let body ← IO.mkRef ByteArray.empty
  let (stream, headers) ← c.beginStream (← requestHeaders pool call leftMs)
  try
    sendRequests c call stream body headers
    while (← stream.get).ended.isNone do
      c.step stream body call.limits
      if (← body.get).size > 0 then deliver c.target stream body call
    -- What came before the first `step` may have brought messages too.
    if (← body.get).size > 0 then
      deliver c.target stream body call
      if (← body.get).size > 0 then fail .protocol "the last message is cut off" c.target
    outcome c.target (← stream.get)
  catch error =>
    if (← stream.get).headers.isSome then answered.set true
    match error.kind with
    | .deadline | .cancelled | .caller =>
      -- Lets the server stop working, and the connection go on.
      if (← stream.get).ended.isNone then c.reset stream
    | _ => pure ()
    throw error

/-- Whether a connection is of no use after this. -/
private def breaks : FailureKind → Bool
  | .unreachable | .protocol | .lost => true
  | _ => false

/-- Calls over the pool's connections. -/
def Pool.transport (pool : Pool) : Transport where
  target := pool.endpoint.target
  run call := do
    let fresh : RpcM Connection := do
      pool.endpoint.checkToken
      let address ← ofAddress pool.endpoint
      Connection.open address pool.endpoint.target call.limits
    let once (c : Connection) (answered : IO.Ref Bool) : RpcM Unit := do
      match ← (runOn c pool call answered).toBaseIO with
      | .ok () => pool.giveBack c
      | .error error =>
        if breaks error.kind then c.drop else pool.giveBack c
        throw error
    let answered ← IO.mkRef false
    let again := match call.requests with
      | .one _ => true
      | .many _ => false
    match ← pool.takeIdle (probe := !again) with
    | none => once (← fresh) answered
    | some c =>
      try once c answered
      catch error =>
        if again && error.kind == .lost && !(← answered.get) then
          once (← fresh) answered
        else throw error

end Sensei.Client
