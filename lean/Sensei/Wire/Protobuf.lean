/-
The binary form of Protocol Buffers: what the generated codecs (Sensei/Wire/V1) are made of. Pure.

Reading follows the specification: fields in any order, the last one of a singular field counts,
messages that come twice are merged, repeated numbers come packed or not, and what is not known is
kept (`unknownFields`). Reading never fails but with a `WireError`, and takes steps in proportion to
the bytes. Source: protobuf.dev, "Encoding". Leaves out: `float`, required fields, extensions.
-/
import Sensei.Wire.Bytes

namespace Sensei.Wire

/-- What stands after a tag; `bytes[start, stop)` is left where it is. -/
inductive Payload where
  | varint (value : UInt64)
  | fixed64 (value : UInt64)
  | fixed32 (value : UInt32)
  | slice (start stop : Nat)
  | group
  deriving Inhabited

/-- Deepest nesting of groups that are skipped. -/
def maxGroupDepth : Nat := 64

/-- The varint at `place`, and the place after it. Bits beyond the 64th are dropped. -/
def readVarint (bytes : ByteArray) (place stop : Nat) : Except WireError (UInt64 × Nat) :=
  if place < stop && bytes.get! place < 128 then
    .ok ((bytes.get! place).toUInt64, place + 1)
  else go 10 place 0 0
where
  go : Nat → Nat → UInt64 → UInt64 → Except WireError (UInt64 × Nat)
    | 0, _, _, _ => .error (.malformed "a varint of more than ten bytes")
    | fuel + 1, place, shift, value =>
      if place < stop then
        let byte := bytes.get! place
        let value := value ||| ((byte &&& 127).toUInt64 <<< shift)
        if byte < 128 then .ok (value, place + 1) else go fuel (place + 1) (shift + 7) value
      else .error (.truncated "a varint")

/-- A tag: field number and wire type, and the place after it. -/
def readTag (bytes : ByteArray) (place stop : Nat) : Except WireError (Nat × Nat × Nat) := do
  if place < stop then
    let byte := (bytes.get! place).toNat
    if byte < 128 && byte ≥ 8 then return (byte / 8, byte % 8, place + 1)
  let start := place
  let (tag, place) ← readVarint bytes start stop
  -- It is a number of 32 bits, and a reader may not be led on by zeros behind it.
  if place > start + 5 then throw (.malformed "a tag of more than five bytes")
  let number := (tag >>> 3).toNat
  if number == 0 || number > 536870911 then throw (.malformed s!"field number {number}")
  return (number, (tag &&& 7).toNat, place)

/-- What stands after a tag of this wire type, and the place after it. A group is entered only. -/
def readPayload (bytes : ByteArray) (wire place stop : Nat) : Except WireError (Payload × Nat) := do
  if wire == 0 then
    let (value, place) ← readVarint bytes place stop
    return (.varint value, place)
  else if wire == 2 then
    if place < stop then
      let length := (bytes.get! place).toNat
      if length < 128 && place + 1 + length ≤ stop then
        return (.slice (place + 1) (place + 1 + length), place + 1 + length)
    let (length, place) ← readVarint bytes place stop
    let last := place + length.toNat
    if last > stop then throw (.truncated "a length-delimited field")
    return (.slice place last, last)
  else if wire == 1 then
    if place + 8 > stop then throw (.truncated "a field of 8 bytes")
    return (.fixed64 (readLE64 bytes place), place + 8)
  else if wire == 5 then
    if place + 4 > stop then throw (.truncated "a field of 4 bytes")
    return (.fixed32 (readLE32 bytes place), place + 4)
  else if wire == 3 then return (.group, place)
  else throw (.malformed s!"wire type {wire}")

/-- The place after the group whose start tags are `open_`, innermost first. -/
private def skipGroup (bytes : ByteArray) (stop : Nat) :
    Nat → List Nat → Nat → Except WireError Nat
  | _, [], place => .ok place
  | 0, _, _ => .error (.truncated "a group")
  | fuel + 1, number :: outer, place => do
    let (found, wire, place) ← readTag bytes place stop
    if wire == 4 then
      if found != number then throw (.malformed "the end of another group")
      skipGroup bytes stop fuel outer place
    else
      let (payload, place) ← readPayload bytes wire place stop
      match payload with
      | .group =>
        if outer.length ≥ maxGroupDepth then throw (.malformed "groups nested too deeply")
        skipGroup bytes stop fuel (found :: number :: outer) place
      | _ => skipGroup bytes stop fuel (number :: outer) place

/-- Reads the fields of `bytes[start, stop)` into a message.

`field` takes the message, a field's number, what stands there, and the place of the whole field,
tag included, for the bytes of fields that it does not know. The message is passed on, never kept:
so arrays in it grow in place. -/
@[specialize] def readFields (bytes : ByteArray) (start stop : Nat) (message : α)
    (field : α → Nat → Payload → Nat → Nat → Except WireError α) : Except WireError α :=
  go (stop - start) start message
where
  @[specialize] go : Nat → Nat → α → Except WireError α
    | 0, _, message => .ok message
    | fuel + 1, place, message => do
      if place ≥ stop then return message
      let (number, wire, after) ← readTag bytes place stop
      let (payload, after) ← readPayload bytes wire after stop
      let after ← match payload with
        | .group => skipGroup bytes stop fuel [number] after
        | _ => pure after
      go fuel after (← field message number payload place after)

/-! ## Values -/

/-- The text of a string field. -/
def readString (bytes : ByteArray) (start stop : Nat) : Except WireError String :=
  match textAt? bytes start stop with
  | some text => .ok text
  | none => .error (.malformed "a string that is not UTF-8")

/-- The numbers of a packed field. -/
@[specialize] def readPacked (bytes : ByteArray) (wire start stop : Nat) (values : Array α)
    (value : Payload → α) : Except WireError (Array α) :=
  go (stop - start) start values
where
  @[specialize] go : Nat → Nat → Array α → Except WireError (Array α)
    | 0, _, values => .ok values
    | fuel + 1, place, values => do
      if place ≥ stop then return values
      let (payload, place) ← readPayload bytes wire place stop
      go fuel place (values.push (value payload))

/-- The bits of a number field, whatever its width. -/
def Payload.bits : Payload → UInt64
  | varint value | fixed64 value => value
  | fixed32 value => value.toUInt64
  | _ => 0

/-- Two's complement of 64 bits. -/
def signed64 (bits : UInt64) : Int :=
  if bits >>> 63 == 0 then bits.toNat else (bits.toNat : Int) - 18446744073709551616

/-- Two's complement of the lower 32 bits. -/
def signed32 (bits : UInt64) : Int :=
  let low := bits.toUInt32
  if low >>> 31 == 0 then low.toNat else (low.toNat : Int) - 4294967296

def zigzagDecode (bits : UInt64) : Int :=
  let half : Int := (bits >>> 1).toNat
  if bits &&& 1 == 0 then half else -half - 1

/-- The lower 64 bits in two's complement. -/
def unsigned64 (value : Int) : UInt64 := (value % 18446744073709551616).toNat.toUInt64

def zigzagEncode (value : Int) : UInt64 :=
  if value ≥ 0 then (2 * value.toNat).toUInt64 else (2 * value.natAbs - 1).toUInt64

/-! ## Writing -/

/-- `out` with a varint at its end. -/
def pushVarint (out : ByteArray) (value : UInt64) : ByteArray :=
  if value < 128 then out.push value.toUInt8 else go 10 out value
where
  go : Nat → ByteArray → UInt64 → ByteArray
    | 0, out, _ => out
    | fuel + 1, out, value =>
      if value < 128 then out.push value.toUInt8
      else go fuel (out.push (value.toUInt8 ||| 128)) (value >>> 7)

@[inline] def pushTag (out : ByteArray) (number wire : Nat) : ByteArray :=
  let tag := number * 8 + wire
  if tag < 128 then out.push tag.toUInt8 else pushVarint out tag.toUInt64

def pushVarintField (out : ByteArray) (number : Nat) (value : UInt64) : ByteArray :=
  pushVarint (pushTag out number 0) value

def pushFixed64Field (out : ByteArray) (number : Nat) (value : UInt64) : ByteArray :=
  pushLE (pushTag out number 1) value.toNat 8

def pushFixed32Field (out : ByteArray) (number : Nat) (value : UInt64) : ByteArray :=
  pushLE (pushTag out number 5) value.toUInt32.toNat 4

def pushBytesField (out : ByteArray) (number : Nat) (value : ByteArray) : ByteArray :=
  let out := pushTag out number 2
  let size := value.size
  let out := if size < 128 then out.push size.toUInt8 else pushVarint out size.toUInt64
  appendBytes out value

def pushStringField (out : ByteArray) (number : Nat) (value : String) : ByteArray :=
  pushBytesField out number value.toUTF8

/-- A packed field; nothing for no values. -/
@[specialize] def pushPacked (out : ByteArray) (number : Nat) (values : Array α)
    (push : ByteArray → α → ByteArray) : ByteArray :=
  if values.isEmpty then out else pushBytesField out number (values.foldl push .empty)

end Sensei.Wire
