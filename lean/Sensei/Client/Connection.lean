/-
One HTTP/2 connection in clear text, which carries one call at a time.

Frames are read as they come, whoever they are for: the connection's own are answered here, those of a
stream that is over are dropped (but for their headers, which the header table needs). Streams that
end early are reset, and the connection stays usable. A `Connection` is for one thread at a time.
-/
import Sensei.Client.Error
import Sensei.Client.Headers
import Sensei.Client.Wait
import Sensei.Wire.Http2
import Std.Net

namespace Sensei.Client
open Sensei.Wire Std.Internal.UV

/-- The most bytes of payload that we take in one frame. -/
@[inline] def ownMaxFrame : Nat := 1 <<< 20

/-- After so many received bytes the peer is given a new window. -/
@[inline] def windowRefreshBytes : Nat := 1 <<< 30

/-- Most bytes of one header block, compressed. -/
@[inline] def maxHeaderBlockBytes : Nat := 1 <<< 16

/-- What the peer allows. Windows may fall below 0 when it changes its mind. -/
structure Peer where
  maxFrame : Nat := Http2.initialMaxFrame
  initialWindow : Nat := Http2.initialWindow
  /-- Bytes that may still be sent on the connection. -/
  window : Int := Http2.initialWindow
  /-- Its header table is smaller than ours would begin with; the next block must say so. -/
  smallTable : Bool := false
  /-- It takes no new streams. -/
  goingAway : Bool := false
  deriving Inhabited

private abbrev Receiving := Task (Option (Except IO.Error (Option ByteArray)))

/-- A timer that takes back the receive which is under way when it rings, so that whoever waits for
that looks at the clock.

Every turn to the loop thread costs two changes of threads, and Lean that runs there is interpreted
from nothing. So one waits for the receive itself, and a timer that rings too early is kept for the
next wait: of many quick calls few make one. -/
private structure Alarm where
  /-- When it rings, on the clock of `IO.monoMsNow`. -/
  atMs : Nat
  timer : Timer
  rung : Task (Option Unit)

structure Connection where
  socket : TCP.Socket
  /-- `host:port`. -/
  target : String
  buffer : IO.Ref ByteArray
  /-- Where the next frame begins in `buffer`. -/
  place : IO.Ref Nat
  /-- The one receive that may be under way. It outlives calls. -/
  receiving : IO.Ref (Option Receiving)
  private alarm : IO.Ref (Option Alarm)
  receiveBytes : IO.Ref Nat
  table : IO.Ref Hpack.Table
  /-- The last header blocks, and what they say. -/
  blocks : IO.Ref (List (ByteArray × ServerHeaders))
  peer : IO.Ref Peer
  /-- Bytes received since the peer was last given a window. -/
  received : IO.Ref Nat
  nextStream : IO.Ref Nat

/-- How a stream ended. -/
inductive StreamEnd where
  /-- With these trailers (of a reply without a body: its headers). -/
  | trailers (headers : ServerHeaders)
  | reset (code : Nat)
  /-- The peer never looked at it. -/
  | refused

/-- The state of the stream under way. -/
structure Stream where
  id : Nat
  window : Int
  headers : Option ServerHeaders := none
  received : Nat := 0
  ended : Option StreamEnd := none

namespace Connection

/-- Connects and sends what a client begins with. -/
def «open» (address : Std.Net.SocketAddress) (target : String) (limits : Limits) :
    RpcM Connection := do
  let unreachable {α : Type} : IO α → RpcM α := attempt .unreachable target
  let socket ← unreachable TCP.Socket.new
  let connecting ← unreachable (socket.connect address)
  match ← unreachable (limits.await connecting.result?) with
  | .done (some (.ok ())) => pure ()
  | .done (some (.error error)) => fail .unreachable (toString error) target
  | .done none => fail .unreachable "the connection was given up" target
  | .deadline => fail .deadline "no connection in the time given" target
  | .cancelled => fail .cancelled "cancelled" target
  unreachable socket.noDelay
  let hello := Http2.preface
  let hello := Http2.pushSettings hello
    [(1, 0), (2, 0), (4, Http2.maxWindow), (5, ownMaxFrame)]
  let hello := Http2.pushWindowUpdate hello 0 (Http2.maxWindow - Http2.initialWindow)
  discard <| unreachable (socket.send #[hello])
  return {
    socket, target
    buffer := ← IO.mkRef .empty
    place := ← IO.mkRef 0
    receiving := ← IO.mkRef none
    alarm := ← IO.mkRef none
    receiveBytes := ← IO.mkRef 16384
    table := ← IO.mkRef (.ofLimit 0)
    blocks := ← IO.mkRef []
    peer := ← IO.mkRef {}
    received := ← IO.mkRef 0
    nextStream := ← IO.mkRef 1 }

private def stopAlarm (c : Connection) : BaseIO Unit := do
  if let some alarm := ← c.alarm.swap none then
    discard <| (do alarm.timer.stop : IO Unit).toBaseIO

/-- Lets go of it. A receive that is under way would keep the socket open for ever. -/
def drop (c : Connection) : BaseIO Unit := do
  c.stopAlarm
  discard <| (do c.socket.cancelRecv; discard <| c.socket.shutdown : IO Unit).toBaseIO

/-- As `drop`, and waits until the loop thread has let go as well, at most a fifth of a second: a
program that ends while the loop still answers may die of a segmentation fault (seen in one of 30
runs with Lean 4.35). -/
def close (c : Connection) : BaseIO Unit := do
  c.stopAlarm
  let shut ← (do c.socket.cancelRecv; c.socket.shutdown : IO _).toBaseIO
  for _ in [0:100] do
    let received ← match ← c.receiving.get with
      | some task => IO.hasFinished task
      | none => pure true
    let closed ← match shut with
      | .ok promise => IO.hasFinished promise.result?
      | .error _ => pure true
    if received && closed then return
    IO.sleep 2

/-- Sends without waiting: what a closed socket says comes with the next receive. -/
def send (c : Connection) (pieces : Array ByteArray) : RpcM Unit :=
  discard <| attempt .lost c.target (c.socket.send pieces)

private def startReceiving (c : Connection) : RpcM Receiving := do
  match ← c.receiving.get with
  | some task => return task
  | none =>
    let promise ← attempt .lost c.target (c.socket.recv? (← c.receiveBytes.get).toUInt64)
    let task := promise.result?
    c.receiving.set (some task)
    return task

/-- Whether an idle connection has ended, as far as is known; `probe` asks, which takes time. -/
def isStale (c : Connection) (probe : Bool) : BaseIO Bool := do
  let known ← if probe then
      match ← (c.startReceiving).toBaseIO with
      | .error _ => return true
      | .ok task => pure (some task)
    else c.receiving.get
  let some task := known | return false
  unless ← IO.hasFinished task do return false
  match ← IO.wait task with
  | some (.ok (some _)) => return false
  | none => -- the alarm took it back
    c.receiving.set none
    return false
  | _ => return true

/-- Sees to it that the receive under way is taken back when the limits want to be looked at; fails
if they are over. -/
private def setAlarm (c : Connection) (limits : Limits) : RpcM Unit := do
  if ← limits.isCancelled then fail .cancelled "cancelled" c.target
  let now ← IO.monoMsNow
  if now ≥ limits.deadlineMs then fail .deadline "no answer in the time given" c.target
  let left := limits.deadlineMs - now
  let sleep := if limits.cancelled.isSome then min left limits.tickMs else left
  if let some alarm := ← c.alarm.get then
    if alarm.atMs ≤ now + sleep && !(← IO.hasFinished alarm.rung) then return
    c.stopAlarm
  attempt .lost c.target do
    let timer ← Timer.mk sleep.toUInt64 false
    let rung := (← timer.next).result?
    let socket := c.socket
    discard <| BaseIO.mapTask (sync := true) (t := rung) fun
      | some () => do discard <| (do socket.cancelRecv : IO Unit).toBaseIO
      | none => pure () -- it was stopped
    c.alarm.set (some { atMs := now + sleep, timer, rung })

/-- Waits for more bytes. -/
private def receive (c : Connection) (limits : Limits) : RpcM Unit := do
  let mut received := none
  -- Each round ends with bytes, the connection or the alarm, and the last at the deadline.
  while received.isNone do
    let task ← c.startReceiving
    c.setAlarm limits
    received ← IO.wait task
    c.receiving.set none
  let chunk ← match received with
    | some (.ok (some chunk)) => pure chunk
    | some (.error error) => fail .lost (toString error) c.target
    | _ => fail .lost "the server closed the connection" c.target
  -- Large buffers for large messages only.
  if chunk.size ≥ (← c.receiveBytes.get) then c.receiveBytes.set 262144
  let place ← c.place.get
  let buffer ← c.buffer.swap .empty
  if place ≥ buffer.size then
    c.buffer.set chunk
  else
    let rest := if place == 0 then buffer else buffer.extract place buffer.size
    c.buffer.set (appendBytes rest chunk)
  c.place.set 0

/-- Waits until `count` bytes are there, from `place` on. -/
private def need (c : Connection) (count : Nat) (limits : Limits) : RpcM Unit := do
  while (← c.buffer.get).size < (← c.place.get) + count do
    c.receive limits

/-- What a peer that speaks something else is told to be. -/
private def stranger (bytes : ByteArray) : String :=
  if bytes.extract 0 5 == "HTTP/".toUTF8 then "an HTTP/1 server answers there, not a gRPC one"
  else "what answers there does not speak HTTP/2"

/-- Waits until the next frame is whole in the buffer. -/
private def awaitFrame (c : Connection) (limits : Limits) : RpcM Unit := do
  c.need Http2.frameHeaderBytes limits
  let header := Http2.readFrameHeader (← c.buffer.get) (← c.place.get)
  if header.length > ownMaxFrame then fail .protocol (stranger (← c.buffer.get)) c.target
  c.need (Http2.frameHeaderBytes + header.length) limits

/-- The header of the next frame, and its payload, which is whole in the buffer; the place of the
payload is what its slices refer to. -/
private def nextFrame (c : Connection) (limits : Limits) :
    RpcM (Http2.FrameHeader × Http2.Frame) := do
  let taken (buffer : ByteArray) (header : Http2.FrameHeader) (start : Nat) :
      RpcM (Http2.FrameHeader × Http2.Frame) := do
    c.place.set (start + header.length)
    match Http2.readPayload header buffer start with
    | .ok frame => return (header, frame)
    | .error problem => fail .protocol (toString problem) c.target
  let buffer ← c.buffer.get
  let place ← c.place.get
  let start := place + Http2.frameHeaderBytes
  if start ≤ buffer.size then
    let header := Http2.readFrameHeader buffer place
    if start + header.length ≤ buffer.size && header.length ≤ ownMaxFrame then
      return ← taken buffer header start
  c.awaitFrame limits
  let buffer ← c.buffer.get
  let place ← c.place.get
  taken buffer (Http2.readFrameHeader buffer place) (place + Http2.frameHeaderBytes)

/-- Blocks that are remembered: those of an answer and of its end. -/
private def maxBlocks : Nat := 4

/-- The value of a block, if it is known. (`List.find?` would call into the interpreter anew.) -/
private def known? (block : ByteArray) : List (ByteArray × ServerHeaders) → Option ServerHeaders
  | [] => none
  | (other, headers) :: rest => if other == block then some headers else known? block rest

/-- What a header block says. Without a table of the peer's own the same bytes always spell the
same, and servers repeat themselves. -/
private def spelled (c : Connection) (block : ByteArray) : RpcM ServerHeaders := do
  let known ← c.blocks.get
  if let some headers := known? block known then return headers
  let before ← c.table.get
  let (spelled, table) ← ofWire c.target (Hpack.decode before block 0 block.size)
  c.table.set table
  let headers := ServerHeaders.of spelled
  if before.limit == 0 then c.blocks.set ((block, headers) :: known.take (maxBlocks - 1))
  return headers

/-- The headers of a block that begins in this frame and may go on in others. -/
private def headerBlock (c : Connection) (id start stop : Nat) (whole : Bool) (limits : Limits) :
    RpcM ServerHeaders := do
  let mut block := (← c.buffer.get).extract start stop
  if whole then return ← c.spelled block
  let mut whole := false
  while !whole do
    match ← c.nextFrame limits with
    | ({ stream, .. }, .continuation start stop last) =>
      if stream != id then fail .protocol "a header block within another" c.target
      block := appendSlice block (← c.buffer.get) start stop
      whole := last
    | _ => fail .protocol "a header block that is cut off" c.target
    if block.size > maxHeaderBlockBytes then
      fail .protocol s!"a header block of more than {maxHeaderBlockBytes} bytes" c.target
  c.spelled block

private def widened (c : Connection) (window : Int) (by_ : Nat) : RpcM Int := do
  if window + by_ > Http2.maxWindow then fail .protocol "a window over 2^31 - 1" c.target
  return window + by_

private def applySettings (c : Connection) (pairs : Array (Nat × Nat)) (stream : IO.Ref Stream) :
    RpcM Unit := do
  for (key, value) in pairs do
    if key == 4 then
      if value > Http2.maxWindow then fail .protocol "a window over 2^31 - 1" c.target
      let before := (← c.peer.get).initialWindow
      c.peer.modify fun peer => { peer with initialWindow := value }
      stream.modify fun s => { s with window := s.window + value - before }
    else if key == 5 then
      if value < Http2.initialMaxFrame || value > 16777215 then
        fail .protocol s!"frames of at most {value} bytes" c.target
      c.peer.modify fun peer => { peer with maxFrame := value }
    else if key == 1 && value < 4096 then
      c.peer.modify fun peer => { peer with smallTable := true }
  c.send #[Http2.pushSettingsAck .empty]

/-- Counts received bytes and gives the peer a new window before the old one is used up. -/
private def credit (c : Connection) (bytes : Nat) : RpcM Unit := do
  let received := (← c.received.get) + bytes
  if received > windowRefreshBytes then
    c.received.set 0
    c.send #[Http2.pushWindowUpdate .empty 0 received]
  else c.received.set received

/-- The same for the stream under way, whose message goes on. -/
private def creditStream (c : Connection) (stream : IO.Ref Stream) : RpcM Unit := do
  let s ← stream.get
  stream.set { s with received := 0 }
  c.send #[Http2.pushWindowUpdate .empty s.id s.received]

/-- Takes one frame. Bytes of the stream's messages go to the end of `body`. -/
def step (c : Connection) (stream : IO.Ref Stream) (body : IO.Ref ByteArray) (limits : Limits) :
    RpcM Unit := do
  let (header, frame) ← c.nextFrame limits
  let s ← stream.get
  let ours := header.stream == s.id
  match frame with
  | .data start stop ends =>
    c.credit header.length
    if ours then
      let before ← body.swap .empty
      body.set (appendSlice before (← c.buffer.get) start stop)
      let received := s.received + header.length
      let ended := if ends then some (.trailers (s.headers.getD {})) else s.ended
      stream.set { s with received, ended }
      if received > windowRefreshBytes && ended.isNone then c.creditStream stream
  | .headers start stop ends whole =>
    let headers ← c.headerBlock header.stream start stop whole limits
    if ours && !headers.informational then
      stream.set { s with
        headers := s.headers <|> some headers
        ended := if ends then some (.trailers headers) else s.ended }
  | .continuation .. => fail .protocol "a CONTINUATION frame out of place" c.target
  | .rstStream code =>
    if ours && s.ended.isNone then
      let ended := if code == Http2.errorRefusedStream then .refused else .reset code
      stream.set { s with ended := some ended }
  | .settings pairs => c.applySettings pairs stream
  | .ping start =>
    let answer := Http2.pushPingAck .empty (← c.buffer.get) start
    c.send #[answer]
  | .goaway last _ _ =>
    c.peer.modify fun peer => { peer with goingAway := true }
    if s.id > last && s.ended.isNone then
      stream.set { s with ended := some .refused }
  | .windowUpdate by_ =>
    if header.stream == 0 then
      let window ← c.widened (← c.peer.get).window by_
      c.peer.modify fun peer => { peer with window }
    else if ours then
      let window ← c.widened s.window by_
      stream.set { s with window }
  | .settingsAck | .pingAck | .other => pure ()

/-- Whether `step` would have something at once, or a frame that has begun to come. -/
private def hasMore (c : Connection) : RpcM Bool := do
  let buffer ← c.buffer.get
  let place ← c.place.get
  if buffer.size ≥ place + Http2.frameHeaderBytes then
    let header := Http2.readFrameHeader buffer place
    if buffer.size ≥ place + Http2.frameHeaderBytes + header.length then return true
  let task ← c.startReceiving
  unless ← IO.hasFinished task do return false
  if (← IO.wait task).isSome then return true
  c.receiving.set none -- the alarm took it back
  return false

/-- Takes the frames that have come already. -/
def drain (c : Connection) (stream : IO.Ref Stream) (body : IO.Ref ByteArray) (limits : Limits) :
    RpcM Unit := do
  while (← stream.get).ended.isNone && (← c.hasMore) do
    c.step stream body limits

/-- Begins a stream: its number, and the HEADERS frame that is to be sent first. -/
def beginStream (c : Connection) (block : ByteArray) :
    RpcM (IO.Ref Stream × ByteArray) := do
  let id ← c.nextStream.get
  c.nextStream.set (id + 2)
  let peer ← c.peer.get
  let block ← if peer.smallTable then
      c.peer.set { peer with smallTable := false }
      pure (appendBytes (ByteArray.empty.push 0x20) block)
    else pure block
  if block.size > peer.maxFrame then
    fail .caller s!"metadata of {block.size} bytes, more than one frame holds" c.target
  let stream ← IO.mkRef { id, window := peer.initialWindow : Stream }
  return (stream, Http2.pushHeaders .empty block id false)

/-- Most frames of one `send`. -/
private def batchFrames : Nat := 256

/-- Sends a message's bytes on the stream, in frames and as the windows allow; `first` goes out
ahead. Ends early, without an error, when the stream does. -/
def sendData (c : Connection) (stream : IO.Ref Stream) (body : IO.Ref ByteArray)
    (first data : ByteArray) (last : Bool) (limits : Limits) : RpcM Unit := do
  let s ← stream.get
  let peer ← c.peer.get
  if data.size ≤ peer.maxFrame && (data.size : Int) ≤ peer.window &&
      (data.size : Int) ≤ s.window then
    -- One frame, which is nearly always so.
    let flags := if last then Http2.flagEndStream else 0
    let frame := Http2.pushFrameHeader .empty data.size Http2.kindData flags s.id
    c.peer.set { peer with window := peer.window - data.size }
    stream.set { s with window := s.window - data.size }
    let pieces := if first.isEmpty then #[] else #[first]
    if !data.isEmpty then c.send ((pieces.push frame).push data)
    else if last then c.send (pieces.push frame)
    else if !pieces.isEmpty then c.send pieces
  else sendFrames c stream body first data last limits
where
  /-- As many frames at a time as may go, and then what the peer has to say. -/
  sendFrames (c : Connection) (stream : IO.Ref Stream) (body : IO.Ref ByteArray)
      (first data : ByteArray) (last : Bool) (limits : Limits) : RpcM Unit := do
    let id := (← stream.get).id
    let mut pieces := if first.isEmpty then #[] else #[first]
    let mut place := 0
    -- Each round sends, or waits for a frame.
    repeat
      let peer ← c.peer.get
      let window := min peer.window (← stream.get).window
      let mut allowed := window.toNat
      let mut frames := 0
      while place < data.size && allowed > 0 && frames < batchFrames do
        let size := min (data.size - place) (min allowed peer.maxFrame)
        let flags := if last && place + size == data.size then Http2.flagEndStream else 0
        pieces := pieces.push (Http2.pushFrameHeader .empty size Http2.kindData flags id)
        pieces := pieces.push (data.extract place (place + size))
        place := place + size
        allowed := allowed - size
        frames := frames + 1
      let sent := window.toNat - allowed
      if sent > 0 then
        c.peer.modify fun peer => { peer with window := peer.window - sent }
        stream.modify fun s => { s with window := s.window - sent }
      if !pieces.isEmpty then c.send pieces
      pieces := #[]
      if place ≥ data.size then break
      if (← stream.get).ended.isSome then break
      if allowed == 0 then c.step stream body limits

/-- Ends a stream that is not wanted any more. -/
def reset (c : Connection) (stream : IO.Ref Stream) : RpcM Unit := do
  c.send #[Http2.pushRstStream .empty (← stream.get).id Http2.errorCancel]

end Connection
end Sensei.Client
