/-
Bytes and the error of everything that reads them. Pure.

`ByteArray.append` of compiled Lean goes through a list; all appending here copies.
-/
import Init.Data.ByteArray

namespace Sensei.Wire

/-- What is wrong with bytes from outside. -/
inductive WireError where
  /-- They end in the middle of something. -/
  | truncated (what : String)
  /-- They break a rule of their format. -/
  | malformed (what : String)
  /-- They are larger than the reader takes. -/
  | tooLarge (what : String) (size limit : Nat)
  deriving Inhabited, BEq

def WireError.toString : WireError → String
  | truncated what => s!"{what}: the bytes end too early"
  | malformed what => what
  | tooLarge what size limit => s!"{what}: {size} bytes, at most {limit} are taken"

instance : ToString WireError := ⟨WireError.toString⟩

/-- `out` with `bytes[start, stop)` at its end. -/
@[inline] def appendSlice (out bytes : ByteArray) (start stop : Nat) : ByteArray :=
  bytes.copySlice start out out.size (stop - start) false

/-- `out` with all of `bytes` at its end. -/
@[inline] def appendBytes (out bytes : ByteArray) : ByteArray :=
  bytes.copySlice 0 out out.size bytes.size false

/-- The big-endian number in `bytes[start, start + count)`; bytes beyond the end count as 0. -/
def readBE (bytes : ByteArray) (start count : Nat) : Nat :=
  go count start 0
where
  go : Nat → Nat → Nat → Nat
    | 0, _, value => value
    | count + 1, place, value =>
      go count (place + 1) (value * 256 + (if place < bytes.size then bytes.get! place else 0).toNat)

/-- `out` with `value` as `count` bytes, the most significant first. -/
def pushBE (out : ByteArray) (value : Nat) : Nat → ByteArray
  | 0 => out
  | count + 1 => pushBE (out.push (value >>> (8 * count)).toUInt8) value count

/-- The little-endian number in the four bytes from `place` on, which must be there. -/
def readLE32 (bytes : ByteArray) (place : Nat) : UInt32 :=
  (bytes.get! place).toUInt32 ||| ((bytes.get! (place + 1)).toUInt32 <<< 8) |||
    ((bytes.get! (place + 2)).toUInt32 <<< 16) ||| ((bytes.get! (place + 3)).toUInt32 <<< 24)

/-- The little-endian number in the eight bytes from `place` on, which must be there. -/
def readLE64 (bytes : ByteArray) (place : Nat) : UInt64 :=
  (readLE32 bytes place).toUInt64 ||| ((readLE32 bytes (place + 4)).toUInt64 <<< 32)

/-- `out` with `value` as `count` bytes, the least significant first. -/
def pushLE (out : ByteArray) (value : Nat) : Nat → ByteArray
  | 0 => out
  | count + 1 => pushLE (out.push value.toUInt8) (value >>> 8) count

/-- The text in `bytes[start, stop)`, if it is UTF-8. -/
def textAt? (bytes : ByteArray) (start stop : Nat) : Option String :=
  String.fromUTF8? (bytes.extract start stop)

end Sensei.Wire
