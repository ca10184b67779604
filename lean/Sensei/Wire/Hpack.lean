/-
HPACK: headers to and from their compressed form, with static and dynamic table. Pure.

The encoder never adds to the peer's table, so it has no state. The decoder takes whatever a
conforming encoder writes, and refuses blocks that spell more than a limit. Source: RFC 7541.
-/
import Sensei.Wire.Huffman

namespace Sensei.Wire.Hpack

/-- A header: name and value. Bytes that are not UTF-8 are taken as Latin-1. -/
abbrev Header := String × String

/-- The static table; its first entry has the index 1. -/
def staticTable : Array Header := #[
    (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"),
    (":path", "/index.html"), (":scheme", "http"), (":scheme", "https"), (":status", "200"),
    (":status", "204"), (":status", "206"), (":status", "304"), (":status", "400"),
    (":status", "404"), (":status", "500"), ("accept-charset", ""),
    ("accept-encoding", "gzip, deflate"), ("accept-language", ""), ("accept-ranges", ""),
    ("accept", ""), ("access-control-allow-origin", ""), ("age", ""), ("allow", ""),
    ("authorization", ""), ("cache-control", ""), ("content-disposition", ""),
    ("content-encoding", ""), ("content-language", ""), ("content-length", ""),
    ("content-location", ""), ("content-range", ""), ("content-type", ""), ("cookie", ""),
    ("date", ""), ("etag", ""), ("expect", ""), ("expires", ""), ("from", ""), ("host", ""),
    ("if-match", ""), ("if-modified-since", ""), ("if-none-match", ""), ("if-range", ""),
    ("if-unmodified-since", ""), ("last-modified", ""), ("link", ""), ("location", ""),
    ("max-forwards", ""), ("proxy-authenticate", ""), ("proxy-authorization", ""), ("range", ""),
    ("referer", ""), ("refresh", ""), ("retry-after", ""), ("server", ""), ("set-cookie", ""),
    ("strict-transport-security", ""), ("transfer-encoding", ""), ("user-agent", ""), ("vary", ""),
    ("via", ""), ("www-authenticate", "")]

/-- What an entry takes in a table beyond its bytes. -/
def entryOverhead : Nat := 32

/-- An entry of the dynamic table, with its size in bytes, `entryOverhead` among them. -/
structure Entry where
  header : Header
  size : Nat
  deriving Inhabited

/-- The decoder's state: the dynamic table, newest first.

`limit` is what the peer may choose `capacity` up to: our SETTINGS_HEADER_TABLE_SIZE. -/
structure Table where
  entries : List Entry := []
  size : Nat := 0
  capacity : Nat := 4096
  limit : Nat := 4096
  deriving Inhabited

/-- A table for a peer that was told this SETTINGS_HEADER_TABLE_SIZE. -/
def Table.ofLimit (limit : Nat) : Table := { capacity := min limit 4096, limit }

/-- The newest entries that fit into `capacity`. -/
private def keep (capacity : Nat) : List Entry → Nat → List Entry × Nat
  | [], used => ([], used)
  | entry :: older, used =>
    if used + entry.size > capacity then ([], used)
    else
      let (kept, used) := keep capacity older (used + entry.size)
      (entry :: kept, used)

private def Table.fitted (table : Table) : Table :=
  if table.size ≤ table.capacity then table
  else
    let (entries, size) := keep table.capacity table.entries 0
    { table with entries, size }

/-- The table with an entry more; one that is larger than all of it empties it. -/
def Table.add (table : Table) (entry : Entry) : Table :=
  { table with entries := entry :: table.entries, size := table.size + entry.size }.fitted

private def Table.at? (table : Table) (index : Nat) : Option Entry :=
  if index == 0 then none
  else if h : index - 1 < staticTable.size then
    let header := staticTable[index - 1]
    some { header, size := header.1.utf8ByteSize + header.2.utf8ByteSize + entryOverhead }
  else table.entries[index - 1 - staticTable.size]?

/-! ## Reading -/

/-- The text of a header's bytes. -/
private def textOf (bytes : ByteArray) : String :=
  match String.fromUTF8? bytes with
  | some text => text
  | none => String.ofList (bytes.toList.map fun byte => Char.ofNat byte.toNat)

/-- The number whose first `prefixBits` bits are the last of the byte at `place`, and the place after
it. -/
def readInteger (bytes : ByteArray) (prefixBits place stop : Nat) :
    Except WireError (Nat × Nat) := do
  if place ≥ stop then throw (.truncated "a header block")
  let mask := 1 <<< prefixBits - 1
  let first := (bytes.get! place).toNat % (mask + 1)
  if first < mask then return (first, place + 1)
  go 5 (place + 1) 0 mask
where
  go : Nat → Nat → Nat → Nat → Except WireError (Nat × Nat)
    | 0, _, _, _ => .error (.malformed "a number of more than 32 bits in a header block")
    | fuel + 1, place, shift, value =>
      if place < stop then
        let byte := (bytes.get! place).toNat
        let value := value + (byte % 128) <<< shift
        if byte < 128 then .ok (value, place + 1) else go fuel (place + 1) (shift + 7) value
      else .error (.truncated "a header block")

/-- The string at `place`, the number of its bytes, and the place after it. -/
private def readString (bytes : ByteArray) (place stop : Nat) :
    Except WireError (String × Nat × Nat) := do
  let (length, first) ← readInteger bytes 7 place stop
  let last := first + length
  if last > stop then throw (.truncated "a header block")
  let raw ← if bytes.get! place ≥ 128 then Huffman.decode bytes first last
    else pure (bytes.extract first last)
  return (textOf raw, raw.size, last)

/-- Most bytes that one block may spell, overheads counted. -/
def maxHeaderListBytes : Nat := 1 <<< 16

/-- The headers that `bytes[start, stop)` spells, and the table after it. -/
def decode (table : Table) (bytes : ByteArray) (start stop : Nat) :
    Except WireError (Array Header × Table) :=
  go (stop - start) start table #[] 0
where
  /-- A literal, its name from the table if `index` is not 0. -/
  literal (table : Table) (prefixBits place : Nat) : Except WireError (Entry × Nat) := do
    let (index, place) ← readInteger bytes prefixBits place stop
    let (name, nameBytes, place) ← if index == 0 then readString bytes place stop
      else match table.at? index with
        | some entry => pure (entry.header.1, entry.header.1.utf8ByteSize, place)
        | none => throw (.malformed s!"header index {index} is in no table")
    let (value, valueBytes, place) ← readString bytes place stop
    return ({ header := (name, value), size := nameBytes + valueBytes + entryOverhead }, place)
  go : Nat → Nat → Table → Array Header → Nat → Except WireError (Array Header × Table)
    | 0, _, table, headers, _ => .ok (headers, table)
    | fuel + 1, place, table, headers, spelled => do
      if place ≥ stop then return (headers, table)
      let byte := bytes.get! place
      if byte ≥ 32 && byte < 64 then
        if headers.size > 0 then throw (.malformed "a table size after the first header")
        let (capacity, place) ← readInteger bytes 5 place stop
        if capacity > table.limit then throw (.malformed s!"a header table of {capacity} bytes")
        return ← go fuel place { table with capacity }.fitted headers spelled
      let (entry, place, table) ←
        if byte ≥ 128 then
          let (index, place) ← readInteger bytes 7 place stop
          match table.at? index with
          | some entry => pure (entry, place, table)
          | none => throw (.malformed s!"header index {index} is in no table")
        else if byte ≥ 64 then
          let (entry, place) ← literal table 6 place
          pure (entry, place, table.add entry)
        else
          let (entry, place) ← literal table 4 place
          pure (entry, place, table)
      let spelled := spelled + entry.size
      if spelled > maxHeaderListBytes then
        throw (.tooLarge "headers" spelled maxHeaderListBytes)
      go fuel place table (headers.push entry.header) spelled

/-! ## Writing -/

/-- `out` with a number whose first byte has `first` in front of `prefixBits` bits. -/
def pushInteger (out : ByteArray) (first : UInt8) (prefixBits value : Nat) : ByteArray :=
  let mask := 1 <<< prefixBits - 1
  if value < mask then out.push (first ||| value.toUInt8)
  else go 10 (out.push (first ||| mask.toUInt8)) (value - mask)
where
  go : Nat → ByteArray → Nat → ByteArray
    | 0, out, _ => out
    | fuel + 1, out, value =>
      if value < 128 then out.push value.toUInt8
      else go fuel (out.push (value % 128 + 128).toUInt8) (value / 128)

private def pushString (out : ByteArray) (text : String) (huffman : Bool) : ByteArray :=
  let bytes := text.toUTF8
  if huffman then
    let bytes := Huffman.encode bytes
    appendBytes (pushInteger out 128 7 bytes.size) bytes
  else appendBytes (pushInteger out 0 7 bytes.size) bytes

/-- A header that is in the static table whole. -/
def pushIndexed (out : ByteArray) (index : Nat) : ByteArray := pushInteger out 128 7 index

/-- A header whose name is in the static table. -/
def pushNamed (out : ByteArray) (index : Nat) (value : String) (huffman := false) : ByteArray :=
  pushString (pushInteger out 0 4 index) value huffman

/-- A header that is in no table. -/
def pushLiteral (out : ByteArray) (header : Header) (huffman := false) : ByteArray :=
  pushString (pushString (out.push 0) header.1 huffman) header.2 huffman

/-- Any header, by the static table where it helps. Slower than choosing among the above. -/
def pushHeader (out : ByteArray) (header : Header) (huffman := false) : ByteArray :=
  match staticTable.findIdx? (· == header), staticTable.findIdx? (·.1 == header.1) with
  | some index, _ => pushIndexed out (index + 1)
  | none, some index => pushNamed out (index + 1) header.2 huffman
  | none, none => pushLiteral out header huffman

end Sensei.Wire.Hpack
