/-
The Huffman code of header compression. Pure.

The code is canonical, so the lengths of its words say all: words of one length follow each other in
the order of their symbols. Source: RFC 7541, sections 5.2 and appendix B.
-/
import Sensei.Wire.Bytes

namespace Sensei.Wire.Huffman

/-- The length of each symbol's word, `A` for 5 bits to `Z` for 30; the last one ends the string. -/
private def lengthLetters : String :=
  "ISXXXXXXXTZXXZXXXXXXXXZXXXXXXXXXBFFHIBDGFFDGDBBBAAABBBBBBBCDKBHFIBCCCCCCCCCCCCCCCCCCCCCCDCDI\
    OIJBKABABABBBACCBBBABCBAABCCCCCKGJIXPRPPRRRSRSSSSSTSTTRSTSSSSQRSRSSTRQPRRSSQSRRTQRSSQQRQSRSS\
    PRRRSRRSVVPORSRUVVVWWVTUOQVWWVWTQQVVXWWWPTPQRQQSRRUUTTVSVWVVWWWWWXWWWWWVZ"

/-- Longest word, in bits. -/
def maxLength : Nat := 30

private def endOfString : Nat := 256

/-- The symbols in the order of their words, and by length the first word, its place in that order,
and how many words there are. -/
structure Code where
  lengths : Array Nat
  symbols : Array Nat
  first : Array Nat
  place : Array Nat
  count : Array Nat
  /-- By symbol. -/
  words : Array Nat

private def build : Code := Id.run do
  let lengths := (lengthLetters.toList.map fun c => c.toNat - 60).toArray
  let mut symbols := #[]
  let mut first := #[0]
  let mut place := #[0]
  let mut count := #[0]
  let mut words := lengths
  let mut word := 0
  for length in [1:maxLength + 1] do
    word := 2 * word
    first := first.push word
    place := place.push symbols.size
    for symbol in [0:lengths.size] do
      if lengths[symbol]! == length then
        symbols := symbols.push symbol
        words := words.set! symbol word
        word := word + 1
    count := count.push (symbols.size - place.back!)
  return { lengths, symbols, first, place, count, words }

/-- The code; made once. -/
def code : Code := build

/-- Where a decoder is in a word: the bits so far and how many. -/
private structure Position where
  word : Nat := 0
  length : Nat := 0

/-- The bytes that `bytes[start, stop)` spells. Padding must be less than a byte and all ones. -/
def decode (bytes : ByteArray) (start stop : Nat) : Except WireError ByteArray :=
  overBytes (stop - start) start {} .empty
where
  overBytes : Nat → Nat → Position → ByteArray → Except WireError ByteArray
    | 0, _, at_, out =>
      if at_.length < 8 && at_.word + 1 == 1 <<< at_.length then .ok out
      else .error (.malformed "a Huffman string that ends within a word")
    | fuel + 1, place, at_, out => do
      let (at_, out) ← overBits (bytes.get! place).toNat 8 at_ out
      overBytes fuel (place + 1) at_ out
  overBits (byte : Nat) : Nat → Position → ByteArray → Except WireError (Position × ByteArray)
    | 0, at_, out => .ok (at_, out)
    | bit + 1, at_, out =>
      let word := 2 * at_.word + byte >>> bit % 2
      let length := at_.length + 1
      if length > maxLength then .error (.malformed "a word that is not in the Huffman code")
      else
        let first := code.first[length]!
        if word ≥ first && word - first < code.count[length]! then
          let symbol := code.symbols[code.place[length]! + (word - first)]!
          if symbol == endOfString then .error (.malformed "the end inside a Huffman string")
          else overBits byte bit {} (out.push symbol.toUInt8)
        else overBits byte bit { word, length } out

/-- The Huffman form of `bytes`. -/
def encode (bytes : ByteArray) : ByteArray := Id.run do
  let mut out := ByteArray.empty
  let mut bits := 0
  let mut count := 0
  for symbol in bytes.toList do
    let symbol := symbol.toNat
    bits := bits <<< code.lengths[symbol]! + code.words[symbol]!
    count := count + code.lengths[symbol]!
    for _ in [0:count / 8] do
      count := count - 8
      out := out.push (bits >>> count).toUInt8
      bits := bits % (1 <<< count)
  if count > 0 then
    out := out.push (bits <<< (8 - count) + (1 <<< (8 - count) - 1)).toUInt8
  return out

end Sensei.Wire.Huffman
