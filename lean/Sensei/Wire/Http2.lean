/-
HTTP/2 frames, as far as a client needs them. Pure. Source: RFC 9113.

A frame is read in two steps: its header of nine bytes, then, once they are there, its payload. What
a client may not get from a server (PUSH_PROMISE, as it asked for none) is malformed; kinds that
nobody knows are `other` and to be skipped.
-/
import Sensei.Wire.Bytes

namespace Sensei.Wire.Http2

/-- What a client sends first. -/
def preface : ByteArray := "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".toUTF8

@[inline] def frameHeaderBytes : Nat := 9

/-- The initial windows of both sides, and the initial most bytes of a frame's payload. -/
@[inline] def initialWindow : Nat := 65535
@[inline] def initialMaxFrame : Nat := 16384
/-- The largest window there can be. -/
@[inline] def maxWindow : Nat := 2147483647

structure FrameHeader where
  /-- Bytes of payload. -/
  length : Nat
  kind : UInt8
  flags : UInt8
  /-- 0 for the connection. -/
  stream : Nat
  deriving Inhabited, BEq

/-- The kinds of frames that a client sends. -/
@[inline] def kindData : UInt8 := 0
@[inline] def kindHeaders : UInt8 := 1
@[inline] def kindRstStream : UInt8 := 3
@[inline] def kindSettings : UInt8 := 4
@[inline] def kindPing : UInt8 := 6
@[inline] def kindGoaway : UInt8 := 7
@[inline] def kindWindowUpdate : UInt8 := 8

@[inline] def flagEndStream : UInt8 := 1
@[inline] def flagAck : UInt8 := 1
@[inline] def flagEndHeaders : UInt8 := 4
@[inline] def flagPadded : UInt8 := 8
@[inline] def flagPriority : UInt8 := 32

/-- Error codes in RST_STREAM and GOAWAY. -/
@[inline] def errorNone : Nat := 0
@[inline] def errorProtocol : Nat := 1
@[inline] def errorFlowControl : Nat := 3
@[inline] def errorRefusedStream : Nat := 7
@[inline] def errorCancel : Nat := 8

/-- A frame's payload. Slices are places in the bytes it was read from. -/
inductive Frame where
  | data (start stop : Nat) (endStream : Bool)
  | headers (start stop : Nat) (endStream endHeaders : Bool)
  | continuation (start stop : Nat) (endHeaders : Bool)
  | rstStream (code : Nat)
  | settings (pairs : Array (Nat × Nat))
  | settingsAck
  | ping (start : Nat)
  | pingAck
  | goaway (lastStream code : Nat) (message : String)
  | windowUpdate (increment : Nat)
  | other
  deriving Inhabited, BEq

/-- The frame header at `place`, where nine bytes must be. Every frame's, so without a loop. -/
def readFrameHeader (bytes : ByteArray) (place : Nat) : FrameHeader :=
  let word (place : Nat) : UInt32 :=
    ((bytes.get! place).toUInt32 <<< 24) ||| ((bytes.get! (place + 1)).toUInt32 <<< 16) |||
      ((bytes.get! (place + 2)).toUInt32 <<< 8) ||| (bytes.get! (place + 3)).toUInt32
  let first := word place
  { length := (first >>> 8).toNat
    kind := first.toUInt8
    flags := bytes.get! (place + 4)
    stream := (word (place + 5) &&& 0x7fffffff).toNat }

/-- The payload without padding: its places. -/
private def unpadded (header : FrameHeader) (bytes : ByteArray) (start stop : Nat) :
    Except WireError (Nat × Nat) := do
  if header.flags &&& flagPadded == 0 then return (start, stop)
  if start ≥ stop then throw (.malformed "a padded frame without its padding's length")
  let padding := (bytes.get! start).toNat
  if start + 1 + padding > stop then throw (.malformed "padding longer than its frame")
  return (start + 1, stop - padding)

private def onStream (header : FrameHeader) (what : String) : Except WireError Unit :=
  if header.stream == 0 then throw (.malformed s!"a {what} frame on no stream") else pure ()

/-- A payload that is not a plain DATA or HEADERS one. -/
private def readOther (header : FrameHeader) (bytes : ByteArray) (start stop : Nat) :
    Except WireError Frame := do
  let has (flag : UInt8) : Bool := header.flags &&& flag != 0
  let onConnection (what : String) : Except WireError Unit :=
    if header.stream != 0 then throw (.malformed s!"a {what} frame on a stream") else pure ()
  let sized (what : String) (size : Nat) : Except WireError Unit :=
    if header.length != size then throw (.malformed s!"a {what} frame of {header.length} bytes")
    else pure ()
  if header.kind == kindData then
    onStream header "DATA"
    let (first, last) ← unpadded header bytes start stop
    return .data first last (has flagEndStream)
  else if header.kind == kindHeaders then
    onStream header "HEADERS"
    let (first, last) ← unpadded header bytes start stop
    let first := if has flagPriority then first + 5 else first
    if first > last then throw (.malformed "a HEADERS frame without its priority")
    return .headers first last (has flagEndStream) (has flagEndHeaders)
  else if header.kind == 2 then
    onStream header "PRIORITY"
    sized "PRIORITY" 5
    return .other
  else if header.kind == kindRstStream then
    onStream header "RST_STREAM"
    sized "RST_STREAM" 4
    return .rstStream (readBE bytes start 4)
  else if header.kind == kindSettings then
    onConnection "SETTINGS"
    if has flagAck then
      sized "SETTINGS" 0
      return .settingsAck
    if header.length % 6 != 0 then
      throw (.malformed s!"a SETTINGS frame of {header.length} bytes")
    return .settings ((List.range (header.length / 6)).map fun i =>
      (readBE bytes (start + 6 * i) 2, readBE bytes (start + 6 * i + 2) 4)).toArray
  else if header.kind == 5 then throw (.malformed "a PUSH_PROMISE frame that was not asked for")
  else if header.kind == kindPing then
    onConnection "PING"
    sized "PING" 8
    return if has flagAck then .pingAck else .ping start
  else if header.kind == kindGoaway then
    onConnection "GOAWAY"
    if header.length < 8 then throw (.malformed s!"a GOAWAY frame of {header.length} bytes")
    let message := (textAt? bytes (start + 8) stop).getD ""
    return .goaway (readBE bytes start 4 % 2147483648) (readBE bytes (start + 4) 4) message
  else if header.kind == kindWindowUpdate then
    sized "WINDOW_UPDATE" 4
    let increment := readBE bytes start 4 % 2147483648
    if increment == 0 then throw (.malformed "a WINDOW_UPDATE of 0")
    return .windowUpdate increment
  else if header.kind == 9 then
    onStream header "CONTINUATION"
    return .continuation start stop (has flagEndHeaders)
  else return .other

/-- A frame's payload, which is all in `bytes` from `start` on. -/
def readPayload (header : FrameHeader) (bytes : ByteArray) (start : Nat) :
    Except WireError Frame := do
  let stop := start + header.length
  if stop > bytes.size then throw (.truncated "a frame")
  -- What nearly all frames are.
  if header.kind ≤ kindHeaders && header.flags &&& (flagPadded ||| flagPriority) == 0 &&
      header.stream != 0 then
    let endStream := header.flags &&& flagEndStream != 0
    return if header.kind == kindData then .data start stop endStream
      else .headers start stop endStream (header.flags &&& flagEndHeaders != 0)
  readOther header bytes start stop

/-! ## Writing -/

def pushFrameHeader (out : ByteArray) (length : Nat) (kind flags : UInt8) (stream : Nat) :
    ByteArray :=
  let length := length.toUInt32
  let stream := stream.toUInt32
  let out := ((out.push (length >>> 16).toUInt8).push (length >>> 8).toUInt8).push length.toUInt8
  let out := (out.push kind).push flags
  let out := (out.push (stream >>> 24).toUInt8).push (stream >>> 16).toUInt8
  (out.push (stream >>> 8).toUInt8).push stream.toUInt8

def pushSettings (out : ByteArray) (pairs : List (Nat × Nat)) : ByteArray :=
  pairs.foldl (fun out (key, value) => pushBE (pushBE out key 2) value 4)
    (pushFrameHeader out (6 * pairs.length) kindSettings 0 0)

def pushSettingsAck (out : ByteArray) : ByteArray := pushFrameHeader out 0 kindSettings flagAck 0

/-- Gives back the eight bytes of a PING. -/
def pushPingAck (out bytes : ByteArray) (start : Nat) : ByteArray :=
  appendSlice (pushFrameHeader out 8 kindPing flagAck 0) bytes start (start + 8)

def pushWindowUpdate (out : ByteArray) (stream increment : Nat) : ByteArray :=
  pushBE (pushFrameHeader out 4 kindWindowUpdate 0 stream) increment 4

def pushRstStream (out : ByteArray) (stream code : Nat) : ByteArray :=
  pushBE (pushFrameHeader out 4 kindRstStream 0 stream) code 4

def pushGoaway (out : ByteArray) (lastStream code : Nat) : ByteArray :=
  pushBE (pushBE (pushFrameHeader out 8 kindGoaway 0 0) lastStream 4) code 4

/-- A HEADERS frame that holds the whole block. -/
def pushHeaders (out block : ByteArray) (stream : Nat) (endStream : Bool) : ByteArray :=
  let flags := if endStream then flagEndHeaders ||| flagEndStream else flagEndHeaders
  appendBytes (pushFrameHeader out block.size kindHeaders flags stream) block

end Sensei.Wire.Http2
