/-
Answers questions about the wire, one a line, so that one process serves many cases:

    message NAME HEX             the message read and written again
    headers LIMIT HEX...         header blocks, read one after another with one table
    block HUFFMAN NAME VALUE...  a header block (names and values in hex)
    huffman HEX                  encoded, and decoded
    frame HEX                    a frame's header and payload
    framing HEX LIMIT            where the first gRPC message lies
    timeout N, unescape HEX, status N

An answer is `ok ...` or `error ...`. RECODERS is replaced by the names and functions of messages.
-/
import Sensei.Wire.Hpack
import Sensei.Wire.Http2
import Sensei.Wire.Grpc
-- IMPORTS

open Sensei.Wire

def recoders : List (String × (ByteArray → Except WireError ByteArray)) := [
  -- RECODERS
]

def digits : Array Char := "0123456789abcdef".toList.toArray

def toHex (bytes : ByteArray) : String :=
  String.ofList (bytes.toList.flatMap fun b =>
    [digits[b.toNat / 16]!, digits[b.toNat % 16]!])

def textHex (text : String) : String := toHex text.toUTF8

def digit (c : Char) : Nat := if c.toNat < 58 then c.toNat - 48 else c.toNat - 87

def ofHex (text : String) : ByteArray :=
  go text.toList .empty
where
  go : List Char → ByteArray → ByteArray
    | high :: low :: rest, out => go rest (out.push (16 * digit high + digit low).toUInt8)
    | _, out => out

def hexText (text : String) : String := (String.fromUTF8? (ofHex text)).getD "?"

def showHeaders (headers : Array Hpack.Header) : String :=
  ",".intercalate (headers.toList.map fun (name, value) => s!"{textHex name}:{textHex value}")

def showFrame (bytes : ByteArray) : Http2.Frame → String
  | .data a b ends => s!"data {toHex (bytes.extract a b)} {ends}"
  | .headers a b ends whole => s!"headers {toHex (bytes.extract a b)} {ends} {whole}"
  | .continuation a b whole => s!"continuation {toHex (bytes.extract a b)} {whole}"
  | .rstStream code => s!"rst {code}"
  | .settings pairs => s!"settings {pairs}"
  | .settingsAck => "settingsAck"
  | .ping a => s!"ping {toHex (bytes.extract a (a + 8))}"
  | .pingAck => "pingAck"
  | .goaway last code message => s!"goaway {last} {code} {textHex message}"
  | .windowUpdate n => s!"window {n}"
  | .other => "other"

def answer (words : List String) : Except WireError String := do
  match words with
  | ["message", name, hex] =>
    match recoders.lookup name with
    | some recode => return toHex (← recode (ofHex hex))
    | none => throw (.malformed s!"no message {name}")
  | "headers" :: limit :: blocks =>
    let mut table := Hpack.Table.ofLimit limit.toNat!
    let mut shown := #[]
    for block in blocks do
      let bytes := ofHex block
      let (headers, next) ← Hpack.decode table bytes 0 bytes.size
      table := next
      shown := shown.push (showHeaders headers)
    return s!"{table.size} " ++ " ".intercalate shown.toList
  | "block" :: huffman :: pairs =>
    let rec go : List String → ByteArray → ByteArray
      | name :: value :: rest, out =>
        go rest (Hpack.pushHeader out (hexText name, hexText value) (huffman == "true"))
      | _, out => out
    return toHex (go pairs .empty)
  | ["huffman", hex] =>
    let encoded := Huffman.encode (ofHex hex)
    return s!"{toHex encoded} {toHex (← Huffman.decode encoded 0 encoded.size)}"
  | ["unhuffman", hex] =>
    return toHex (← Huffman.decode (ofHex hex) 0 (ofHex hex).size)
  | ["frame", hex] =>
    let bytes := ofHex hex
    if bytes.size < 9 then throw (.truncated "a frame header")
    let header := Http2.readFrameHeader bytes 0
    let frame ← Http2.readPayload header bytes 9
    return s!"{header.length} {header.kind} {header.flags} {header.stream} {showFrame bytes frame}"
  | ["framing", hex, limit] =>
    return s!"{← Grpc.messageAt? (ofHex hex) 0 limit.toNat!}"
  | ["timeout", n] => return Grpc.timeout n.toNat!
  | ["unescape", hex] => return textHex (Grpc.unescape (hexText hex))
  | ["status", n] => return toString (Grpc.Status.ofNumber n.toNat!)
  | ["written"] =>
    let out := Http2.pushSettings .empty [(1, 0), (4, 2147483647)]
    let out := Http2.pushSettingsAck out
    let out := Http2.pushPingAck out "12345678".toUTF8 0
    let out := Http2.pushWindowUpdate out 5 70000
    let out := Http2.pushRstStream out 7 Http2.errorCancel
    let out := Http2.pushGoaway out 0 Http2.errorNone
    let out := Http2.pushHeaders out "block".toUTF8 9 true
    return toHex out
  | _ => throw (.malformed s!"no such question: {words}")

def main : IO Unit := do
  let stdin ← IO.getStdin
  let stdout ← IO.getStdout
  repeat
    let line ← stdin.getLine
    if line.isEmpty then break
    let words := ((String.ofList (line.toList.filter (· != '\n'))).splitOn " ").filter (!·.isEmpty)
    match answer words with
    | .ok text => stdout.putStrLn s!"ok {text}"
    | .error problem => stdout.putStrLn s!"error {problem}"
    stdout.flush
