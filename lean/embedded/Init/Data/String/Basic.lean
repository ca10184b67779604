prelude
import Init.Data.List.Basic
import Init.Data.Option.Basic
import Init.Data.Char

/-!
# Strings: operations

A string is its UTF-8 bytes. `toList` decodes them, and what can be said by way of the list of
characters is defined that way, so that the kernel can evaluate it on literals; programs run the
compiled functions. Byte positions and substrings are bound to the compiled functions only: nothing
can be proved of them. Signatures follow Lean 4.35's public interface. Left out: slices, patterns
other than characters, character predicates and strings, iterators.
-/

set_option linter.all false

/-- The code point of a continuation byte's six bits, appended to `v`. -/
@[inline] def String.Internal.push6 (v : Nat) (b : UInt8) : Nat := v * 64 + b.toBitVec.toNat % 64

/-- Decodes UTF-8; the inverse of `List.utf8Encode` on what it produces. -/
def List.utf8Decode : List UInt8 → List Char
  | [] => []
  | a :: s₁ =>
    if a.toBitVec.toNat < 0x80 then Char.ofNat a.toBitVec.toNat :: utf8Decode s₁ else
    match s₁ with
    | [] => []
    | b :: s₂ =>
      if a.toBitVec.toNat < 0xe0 then
        Char.ofNat (String.Internal.push6 (a.toBitVec.toNat % 32) b) :: utf8Decode s₂ else
      match s₂ with
      | [] => []
      | c :: s₃ =>
        if a.toBitVec.toNat < 0xf0 then
          Char.ofNat (String.Internal.push6 (String.Internal.push6 (a.toBitVec.toNat % 16) b) c) ::
            utf8Decode s₃ else
        match s₃ with
        | [] => []
        | d :: s₄ =>
          Char.ofNat (String.Internal.push6 (String.Internal.push6
            (String.Internal.push6 (a.toBitVec.toNat % 8) b) c) d) :: utf8Decode s₄

namespace String

@[extern "lean_string_data"]
def toList (s : String) : List Char := s.toByteArray.data.toList.utf8Decode

@[extern "lean_string_append"]
protected def append (s : String) (t : @& String) : String := ofList (s.toList ++ t.toList)

instance : Append String := ⟨String.append⟩

@[extern "lean_string_push"]
def push (s : String) (c : Char) : String := ofList (s.toList ++ [c])

@[extern "lean_string_length"]
def length (s : @& String) : Nat := s.toList.length

def singleton (c : Char) : String := "".push c

def isEmpty (s : String) : Bool := s.utf8ByteSize == 0

protected def lt (s t : String) : Prop := s.toList < t.toList
instance : LT String := ⟨String.lt⟩

@[extern "lean_string_dec_lt"]
instance decidableLT (s₁ s₂ : @& String) : Decidable (s₁ < s₂) :=
  List.decidableLex (· < ·) s₁.toList s₂.toList

protected def le (a b : String) : Prop := ¬ b < a
instance : LE String := ⟨String.le⟩
instance decLE (s₁ s₂ : String) : Decidable (s₁ ≤ s₂) := inferInstanceAs (Decidable (Not _))

def join (l : List String) : String := l.foldl (fun r s => r ++ s) ""

def intercalate (s : String) : List String → String
  | [] => ""
  | a :: as => as.foldl (fun r t => r ++ s ++ t) a

def pushn (s : String) (c : Char) (n : Nat) : String := n.repeat (fun s => s.push c) s

def map (f : Char → Char) (s : String) : String := ofList (s.toList.map f)
def toUpper (s : String) : String := s.map Char.toUpper
def toLower (s : String) : String := s.map Char.toLower
def foldl {α : Type u} (f : α → Char → α) (init : α) (s : String) : α := s.toList.foldl f init
def foldr {α : Type u} (f : Char → α → α) (init : α) (s : String) : α := s.toList.foldr f init
def any (s : String) (p : Char → Bool) : Bool := s.toList.any p
def all (s : String) (p : Char → Bool) : Bool := s.toList.all p
def contains (s : String) (c : Char) : Bool := s.toList.contains c
def front (s : String) : Char := s.toList.headD default
def back (s : String) : Char := s.toList.getLastD default
def front? (s : String) : Option Char := s.toList.head?
def back? (s : String) : Option Char := s.toList.getLast?
def isPrefixOf (p s : String) : Bool := p.toList.isPrefixOf s.toList
def startsWith (s p : String) : Bool := p.toList.isPrefixOf s.toList
def endsWith (s p : String) : Bool := p.toList.isSuffixOf s.toList
def stripPrefix (s p : String) : String :=
  if s.startsWith p then ofList (s.toList.drop p.length) else s
def stripSuffix (s p : String) : String :=
  if s.endsWith p then ofList (s.toList.take (s.length - p.length)) else s
def capitalize (s : String) : String :=
  match s.toList with
  | [] => s
  | c :: cs => ofList (c.toUpper :: cs)
def decapitalize (s : String) : String :=
  match s.toList with
  | [] => s
  | c :: cs => ofList (c.toLower :: cs)

/-- The pieces of `s` between separators `sep`; a string is never without a piece. -/
def splitOn (s : String) (sep : String := " ") : List String :=
  match sep.toList with
  | [] => [s]
  | sep => (go sep s.toList 0 [] []).map ofList
where
  go (sep : List Char) : List Char → Nat → List Char → List (List Char) → List (List Char)
    | [], _, cur, acc => (cur.reverse :: acc).reverse
    | _ :: cs, skip + 1, cur, acc => go sep cs skip cur acc
    | c :: cs, 0, cur, acc =>
      if sep.isPrefixOf (c :: cs) then go sep cs (sep.length - 1) [] (cur.reverse :: acc)
      else go sep cs 0 (c :: cur) acc

def splitToList (s : String) (p : Char → Bool) : List String := (go s.toList [] []).map ofList
where
  go : List Char → List Char → List (List Char) → List (List Char)
    | [], cur, acc => (cur.reverse :: acc).reverse
    | c :: cs, cur, acc => if p c then go cs [] (cur.reverse :: acc) else go cs (c :: cur) acc

def replace (s pattern replacement : String) : String :=
  if pattern.isEmpty then s else intercalate replacement (s.splitOn pattern)

def isNat (s : String) : Bool := !s.isEmpty && s.all Char.isDigit

def toNat? (s : String) : Option Nat :=
  if s.isNat then some (s.foldl (fun n c => n * 10 + (c.toNat - '0'.toNat)) 0) else none

def toNat! (s : String) : Nat :=
  match s.toNat? with
  | some n => n
  | none => panic! "Nat expected"

/-! ## Byte positions -/

@[extern "lean_string_utf8_get"]
opaque Pos.Raw.get (s : @& String) (p : @& Pos.Raw) : Char
@[extern "lean_string_utf8_get_opt"]
opaque Pos.Raw.get? (s : @& String) (p : @& Pos.Raw) : Option Char
@[extern "lean_string_utf8_next"]
opaque Pos.Raw.next (s : @& String) (p : @& Pos.Raw) : Pos.Raw
@[extern "lean_string_utf8_prev"]
opaque Pos.Raw.prev (s : @& String) (p : @& Pos.Raw) : Pos.Raw
@[extern "lean_string_utf8_at_end"]
opaque Pos.Raw.atEnd (s : @& String) (p : @& Pos.Raw) : Bool
@[extern "lean_string_utf8_extract"]
opaque Pos.Raw.extract (s : @& String) (b e : @& Pos.Raw) : String
@[extern "lean_string_utf8_set"]
opaque Pos.Raw.set (s : String) (p : @& Pos.Raw) (c : Char) : String

@[inline] def get (s : @& String) (p : @& Pos.Raw) : Char := p.get s
@[inline] def next (s : @& String) (p : @& Pos.Raw) : Pos.Raw := p.next s
@[inline] def prev (s : @& String) (p : @& Pos.Raw) : Pos.Raw := p.prev s
@[inline] def atEnd (s : @& String) (p : @& Pos.Raw) : Bool := p.atEnd s
@[inline] def extract (s : @& String) (b e : @& Pos.Raw) : String := b.extract s e
@[inline] def endPos (s : String) : Pos.Raw := s.rawEndPos

instance : LE Pos.Raw where
  le p₁ p₂ := p₁.byteIdx ≤ p₂.byteIdx
instance : LT Pos.Raw where
  lt p₁ p₂ := p₁.byteIdx < p₂.byteIdx
instance (p₁ p₂ : Pos.Raw) : Decidable (p₁ ≤ p₂) :=
  inferInstanceAs (Decidable (p₁.byteIdx ≤ p₂.byteIdx))
instance (p₁ p₂ : Pos.Raw) : Decidable (p₁ < p₂) :=
  inferInstanceAs (Decidable (p₁.byteIdx < p₂.byteIdx))
instance : HAdd Pos.Raw Char Pos.Raw where
  hAdd p c := ⟨p.byteIdx + c.utf8Size⟩
instance : HAdd Pos.Raw String Pos.Raw where
  hAdd p s := ⟨p.byteIdx + s.utf8ByteSize⟩
instance : OfNat Pos.Raw (nat_lit 0) where
  ofNat := ⟨0⟩

/-! ## Bytes -/

@[extern "lean_string_to_utf8"]
def toUTF8 (s : @& String) : ByteArray := s.toByteArray

@[extern "lean_string_validate_utf8"]
opaque validateUTF8 (a : @& ByteArray) : Bool

@[extern "native"] opaque fromUTF8? (a : ByteArray) : Option String
@[extern "native"] opaque fromUTF8! (a : ByteArray) : String

end String

def Char.toString (c : Char) : String := String.singleton c

@[inline] def List.asString (s : List Char) : String := String.ofList s
@[inline] def String.mk (s : List Char) : String := String.ofList s

namespace Substring.Raw

@[inline] def toString : Substring.Raw → String
  | ⟨s, b, e⟩ => s.extract b e
@[inline] def isEmpty (ss : Substring.Raw) : Bool := ss.bsize == 0
def toList (s : Substring.Raw) : List Char := s.toString.toList
def all (s : Substring.Raw) (p : Char → Bool) : Bool := s.toString.all p
def any (s : Substring.Raw) (p : Char → Bool) : Bool := s.toString.any p
protected def beq (ss1 ss2 : Substring.Raw) : Bool := ss1.toString == ss2.toString
instance hasBeq : BEq Substring.Raw := ⟨Substring.Raw.beq⟩

end Substring.Raw
