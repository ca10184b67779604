/-
The transport through a child process: `sensei bridge` speaks gRPC, and this side frames over its pipes.

For what the runtime's TCP cannot do: TLS, and host names. A child carries one call at a time, as a
connection does (H2c.lean), and is kept for the next; it ends when its input does, so with this
process. A frame, either way, is the length of what it holds (4 bytes, big-endian), its kind (a byte),
and that. `sidecar/sensei/wire/bridge.py` is the other side, and says what each kind is for.
-/
import Lean.Data.Json
import Sensei.Client.Address
import Sensei.Client.Transport
import Sensei.Core.Sidecar

namespace Sensei.Client
open Lean (Json)
open Sensei.Wire

/-- The kinds of frames. -/
private inductive Frame where
  | start | message | noMore | done | goOn | ended

private def Frame.byte : Frame → UInt8
  | .start => 1
  | .message => 2
  | .noMore => 3
  | .done => 4
  | .goOn => 5
  | .ended => 6

/-- Most bytes that a frame holds: a message of the largest size. -/
private def maxFrameBytes : Nat := 64 * 1024 * 1024

/-- How long a child has to end a call that is given up, before it is ended. -/
private def settleMs : Nat := 5000

/-- Frames that may still be on their way then: more than a pipe holds. -/
private def settleFrames : Nat := 20000

/-- What the child's input surely takes at once when nothing else is in it. -/
private def pipeBytes : Nat := 32 * 1024

private abbrev bridgePipes : IO.Process.StdioConfig :=
  { stdin := .piped, stdout := .piped, stderr := .inherit }

/-- A child that carries calls, and the frame that is being read from it. -/
private structure Bridge where
  child : IO.Process.Child bridgePipes
  reading : IO.Ref (Option (Task (Except IO.Error (UInt8 × ByteArray))))
  /-- Whether something is left in the middle of being written to it: it is of no use any more. -/
  isStuck : IO.Ref Bool

private def readExactly (input : IO.FS.Handle) (size : Nat) : IO ByteArray := do
  let mut bytes := ByteArray.empty
  while bytes.size < size do
    let piece ← input.read (min (size - bytes.size) (1024 * 1024)).toUSize
    if piece.size == 0 then throw (IO.userError "it has ended")
    bytes := appendBytes bytes piece
  return bytes

private def readFrame (input : IO.FS.Handle) : IO (UInt8 × ByteArray) := do
  let head ← readExactly input 5
  let size := readBE head 0 4
  if size > maxFrameBytes then throw (IO.userError s!"a frame of {size} bytes")
  return (head.get! 4, ← readExactly input size)

namespace Bridge

private def start : IO Bridge := do
  let child ← IO.Process.spawn
    { bridgePipes with cmd := ← sidecarCommand, args := #["bridge"] }
  return { child, reading := ← IO.mkRef none, isStuck := ← IO.mkRef false }

/-- Ends the child, whatever it does. -/
private def drop (b : Bridge) : BaseIO Unit := do
  discard <| (do b.child.kill : IO Unit).toBaseIO -- it may have ended by itself
  discard <| (do discard b.child.wait : IO Unit).toBaseIO

/-- Why a child that cannot be read, or written to, any more is of no use. -/
private def ending (b : Bridge) (problem : IO.Error) : BaseIO String := do
  let command ← match ← (do sidecarCommand : IO String).toBaseIO with
    | .ok command => pure command
    | .error _ => pure "sensei"
  for _ in [0:20] do
    match ← b.child.tryWait.toBaseIO with
    | .ok (some 255) =>
      return s!"'{command}' could not be run; put it on PATH, or set SENSEI to its path"
    | .ok (some code) =>
      return s!"'{command} bridge' has ended with exit code {code}; its error output says why"
    | _ => IO.sleep 50 -- its end comes a moment after that of its output
  return s!"'{command} bridge' does not speak as a bridge does ({problem}); is that the sidecar's \
    command?"

private def hasEnded (b : Bridge) : BaseIO Bool := do
  match ← b.child.tryWait.toBaseIO with
  | .ok code? => return code?.isSome
  | .error _ => return true

private def send (b : Bridge) (kind : Frame) (payload : ByteArray := .empty) : IO Unit := do
  b.child.stdin.write (appendBytes ((pushBE .empty payload.size 4).push kind.byte) payload)
  b.child.stdin.flush

/-- As `send`, to a child that may not read: within the limits. -/
private def sendWithin (b : Bridge) (target : String) (limits : Limits) (kind : Frame)
    (payload : ByteArray) : RpcM Unit := do
  let sent ← if payload.size ≤ pipeBytes then pure (.done (← (b.send kind payload).toBaseIO))
    else
      b.isStuck.set true
      attempt .lost target do limits.await (← IO.asTask (b.send kind payload) .dedicated)
  match sent with
  | .done (.ok ()) => b.isStuck.set false
  | .done (.error problem) => fail .unreachable (← b.ending problem) target
  | .deadline => fail .deadline "the bridge takes nothing in the time given" target
  | .cancelled => fail .cancelled "cancelled" target

/-- The next frame. One that is not waited for to its end is what the next call of this gives. -/
private def next (b : Bridge) (limits : Limits) : IO (Waited (Except IO.Error (UInt8 × ByteArray))) := do
  let task ← match ← b.reading.get with
    | some task => pure task
    | none =>
      let task ← IO.asTask (readFrame b.child.stdout) .dedicated
      b.reading.set (some task)
      pure task
  let waited ← limits.await task
  if let .done _ := waited then b.reading.set none
  return waited

/-- Reads on until the child says that the call has ended; whether it did. -/
private def settle (b : Bridge) : IO Bool := do
  let limits ← Limits.within settleMs
  for _ in [0:settleFrames] do
    match ← b.next limits with
    | .done (.ok (kind, _)) => if kind == Frame.ended.byte then return true
    | _ => return false
  return false

end Bridge

/-- Children that carry calls to one endpoint. -/
structure BridgePool where
  private mk ::
  endpoint : Endpoint
  private idle : IO.Ref (List Bridge)

namespace BridgePool

def new (endpoint : Endpoint) : BaseIO BridgePool := return mk endpoint (← IO.mkRef [])

/-- Children that are kept when idle. -/
private def maxIdle : Nat := 4

private def take (pool : BridgePool) : RpcM Bridge := do
  pool.endpoint.checkToken
  for _ in [0:maxIdle + 1] do
    match ← pool.idle.modifyGet fun | b :: rest => (some b, rest) | [] => (none, []) with
    | none => break
    | some b => if ← b.hasEnded then b.drop else return b
  attempt .unreachable pool.endpoint.target do
    try Bridge.start
    catch error => throw (IO.userError s!"'{← sidecarCommand} bridge' cannot be started: {error}")

private def giveBack (pool : BridgePool) (b : Bridge) : BaseIO Unit := do
  let kept ← pool.idle.modifyGet fun idle =>
    if idle.length < maxIdle then (true, b :: idle) else (false, idle)
  unless kept do b.drop

/-- Ends the idle children. They also end with this process. -/
def close (pool : BridgePool) : BaseIO Unit := do
  for b in ← pool.idle.swap [] do b.drop

private def startFrame (endpoint : Endpoint) (call : RawCall) (leftMs : Nat) : ByteArray :=
  let metadata := if endpoint.token.isEmpty then call.metadata
    else ("authorization", s!"Bearer {endpoint.token}") :: call.metadata
  (Json.mkObj [
    ("address", Json.str endpoint.address),
    ("tls", Json.bool endpoint.tls),
    ("path", Json.str call.path),
    ("timeout_ms", Json.num leftMs),
    ("metadata", Json.arr (metadata.toArray.map fun (name, value) =>
      Json.arr #[Json.str name, Json.str value]))]).compress.toUTF8

/-- What the child says of a call's end: of which kind it is, gRPC's number of it, and a message. -/
private def lastWord (payload : ByteArray) : Except String (String × Nat × String) := do
  let json ← Json.parse ((String.fromUTF8? payload).getD "")
  return (← (← json.getObjVal? "kind").getStr?, ← (← json.getObjVal? "code").getNat?,
    ← (← json.getObjVal? "message").getStr?)

private def outcome (target : String) : String × Nat × String → RpcM Unit
  | ("status", 0, _) => pure ()
  | ("status", code, message) => fail (.status (.ofNumber code)) message target
  | ("unreachable", _, message) => fail .unreachable message target
  | (_, _, message) => fail .lost message target

private def sendMessage (b : Bridge) (target : String) (limits : Limits) (message : ByteArray) :
    RpcM Unit := do
  if message.size > maxFrameBytes then
    fail .caller s!"a message of {message.size} bytes, at most {maxFrameBytes} are sent" target
  b.sendWithin target limits .message message

/-- Sends the next request, or that there is none. -/
private def sendNext (b : Bridge) (target : String) (call : RawCall) : RpcM Unit := do
  match call.requests with
  | .one _ => pure ()
  | .many next =>
    match ← attempt .caller target next with
    | some message => sendMessage b target call.limits message
    | none => b.sendWithin target call.limits .noMore .empty

/-- Carries a call to its end. After a failure that is not the child's own (`.lost`, `.protocol`), the
child has not ended it yet; `ended` says whether it has. -/
private def runOn (b : Bridge) (endpoint : Endpoint) (call : RawCall) (ended : IO.Ref Bool) :
    RpcM Unit := do
  let target := endpoint.target
  let leftMs ← call.limits.leftMs
  if leftMs == 0 then fail .deadline "no time is left" target
  b.sendWithin target call.limits .start (startFrame endpoint call leftMs)
  match call.requests with
  | .one message =>
    sendMessage b target call.limits message
    b.sendWithin target call.limits .noMore .empty
  | .many _ => sendNext b target call
  -- Each round takes a frame, and a bridge that never stops sending is left at the deadline.
  repeat
    if (← call.limits.leftMs) == 0 then fail .deadline "no answer in the time given" target
    match ← attempt .lost target (b.next call.limits) with
    | .deadline => fail .deadline "no answer in the time given" target
    | .cancelled => fail .cancelled "cancelled" target
    | .done (.error problem) => fail .unreachable (← b.ending problem) target
    | .done (.ok (kind, payload)) =>
      if kind == Frame.message.byte then
        unless ← attempt .caller target (call.onReply payload) do
          fail .cancelled "the caller has enough" target
      else if kind == Frame.goOn.byte then
        sendNext b target call
      else if kind == Frame.ended.byte then
        match lastWord payload with
        | .error problem => fail .protocol s!"the bridge's last word: {problem}" target
        | .ok said =>
          ended.set true
          return ← outcome target said
      else fail .protocol s!"the bridge sent a frame of kind {kind}" target

/-- Calls through the pool's children. -/
def transport (pool : BridgePool) : Transport where
  target := pool.endpoint.target
  run call := do
    let b ← pool.take
    let ended ← IO.mkRef false
    let result ← (runOn b pool.endpoint call ended).toBaseIO
    if ← b.isStuck.get then b.drop
    else match ← (b.send .done).toBaseIO with
    | .error _ => b.drop
    | .ok () =>
      if ← ended.get then pool.giveBack b
      else
        -- The child cancels the call; whoever gave it up need not wait for that.
        let settling : BaseIO Unit := do
          match ← b.settle.toBaseIO with
          | .ok true => pool.giveBack b
          | _ => b.drop
        discard <| BaseIO.asTask settling .dedicated
    match result with
    | .ok () => pure ()
    | .error error => throw error

end BridgePool

end Sensei.Client
