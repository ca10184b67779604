/-
gRPC over HTTP/2: message framing, time-outs, status. Pure.
Source: grpc/grpc, doc/PROTOCOL-HTTP2.md and doc/statuscodes.md. Leaves out: compressed messages.
-/
import Sensei.Wire.Bytes

namespace Sensei.Wire.Grpc

/-- How a call ended. -/
inductive Status where
  | ok | cancelled | unknown | invalidArgument | deadlineExceeded | notFound | alreadyExists
  | permissionDenied | resourceExhausted | failedPrecondition | aborted | outOfRange
  | unimplemented | internal | unavailable | dataLoss | unauthenticated
  deriving Inhabited, BEq, Repr

private def statuses : Array (Status × String) := #[
  (.ok, "OK"), (.cancelled, "CANCELLED"), (.unknown, "UNKNOWN"),
  (.invalidArgument, "INVALID_ARGUMENT"), (.deadlineExceeded, "DEADLINE_EXCEEDED"),
  (.notFound, "NOT_FOUND"), (.alreadyExists, "ALREADY_EXISTS"),
  (.permissionDenied, "PERMISSION_DENIED"), (.resourceExhausted, "RESOURCE_EXHAUSTED"),
  (.failedPrecondition, "FAILED_PRECONDITION"), (.aborted, "ABORTED"),
  (.outOfRange, "OUT_OF_RANGE"), (.unimplemented, "UNIMPLEMENTED"), (.internal, "INTERNAL"),
  (.unavailable, "UNAVAILABLE"), (.dataLoss, "DATA_LOSS"), (.unauthenticated, "UNAUTHENTICATED")]

/-- The status of a number; one that is not known is `unknown`. -/
def Status.ofNumber (number : Nat) : Status := (statuses[number]?.map (·.1)).getD .unknown

/-- As the specification writes it: `NOT_FOUND`. -/
def Status.name (status : Status) : String :=
  ((statuses.find? (·.1 == status)).map (·.2)).getD "UNKNOWN"

instance : ToString Status := ⟨Status.name⟩

/-- What stands before each message. -/
@[inline] def messageHeaderBytes : Nat := 5

/-- The header of a message of this many bytes. -/
def messageHeader (size : Nat) : ByteArray :=
  let size := size.toUInt32
  let out := (ByteArray.empty.push 0).push (size >>> 24).toUInt8
  ((out.push (size >>> 16).toUInt8).push (size >>> 8).toUInt8).push size.toUInt8

/-- Where the message that begins at `place` lies; `none` if it is not all there yet. -/
def messageAt? (bytes : ByteArray) (place limit : Nat) : Except WireError (Option (Nat × Nat)) := do
  if place + messageHeaderBytes > bytes.size then return none
  if bytes.get! place != 0 then throw (.malformed "a compressed message, which was not asked for")
  let at_ (i : Nat) : Nat := (bytes.get! (place + i)).toNat
  let size := ((at_ 1 * 256 + at_ 2) * 256 + at_ 3) * 256 + at_ 4
  if size > limit then throw (.tooLarge "a message" size limit)
  let start := place + messageHeaderBytes
  return if start + size > bytes.size then none else some (start, start + size)

/-- The value of `grpc-timeout`: at most eight digits and a unit. -/
def timeout (milliseconds : Nat) : String :=
  if milliseconds < 100000000 then s!"{milliseconds}m"
  else if milliseconds / 1000 < 100000000 then s!"{milliseconds / 1000}S"
  else "99999999H"

private def hexDigit? (c : Char) : Option Nat :=
  if '0' ≤ c && c ≤ '9' then some (c.toNat - 48)
  else if 'A' ≤ c && c ≤ 'F' then some (c.toNat - 55)
  else if 'a' ≤ c && c ≤ 'f' then some (c.toNat - 87)
  else none

/-- The text of a `grpc-message`, in which `%` and two hexadecimal digits are a byte of UTF-8. What
does not decode stays as it is. -/
def unescape (text : String) : String :=
  if !text.toList.contains '%' then text
  else (String.fromUTF8? (go text.toList .empty)).getD text
where
  go : List Char → ByteArray → ByteArray
    | [], out => out
    | '%' :: high :: low :: rest, out =>
      match hexDigit? high, hexDigit? low with
      | some high, some low => go rest (out.push (16 * high + low).toUInt8)
      | _, _ => go (high :: low :: rest) (out.push 37)
    | c :: rest, out => go rest (appendBytes out c.toString.toUTF8)

end Sensei.Wire.Grpc
