prelude
import Init.Prelude.Words
import Init.Prelude.Lists

/-!
# Bytes and strings

`ByteArray`, `String`, positions, `Substring`, and `panic`, which takes a string.

Source of names, types, order of arguments, constructors and fields: see `Init.Prelude`.
-/

set_option linter.all false

universe u v w

/-! ## Bytes and strings -/

structure ByteArray where
  mk ::
  data : Array UInt8

attribute [extern "lean_byte_array_mk"] ByteArray.mk
attribute [extern "lean_byte_array_data"] ByteArray.data

@[extern "lean_mk_empty_byte_array", implicit_reducible]
def ByteArray.emptyWithCapacity (c : @& Nat) : ByteArray := { data := Array.empty }

@[implicit_reducible]
def ByteArray.empty : ByteArray := emptyWithCapacity 0

@[extern "lean_byte_array_push", implicit_reducible]
def ByteArray.push : ByteArray → UInt8 → ByteArray
  | ⟨bs⟩, b => ⟨bs.push b⟩

@[implicit_reducible]
def List.toByteArray (bs : List UInt8) : ByteArray :=
  let rec @[implicit_reducible] loop
    | nil, r => r
    | cons b bs, r => loop bs (r.push b)
  loop bs ByteArray.empty

@[extern "lean_byte_array_size", tagged_return, implicit_reducible]
def ByteArray.size : (@& ByteArray) → Nat
  | ⟨bs⟩ => bs.size

@[implicit_reducible]
def String.utf8EncodeChar (c : Char) : List UInt8 :=
  let v : Nat := c.val.toNat
  ite (LE.le v (0x7f : Nat))
    (List.cons (UInt8.ofNat v) List.nil)
    (ite (LE.le v (0x7ff : Nat))
      (List.cons
        (UInt8.ofNat (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (64 : Nat)) (0x20 : Nat)) (0xc0 : Nat)))
        (List.cons
          (UInt8.ofNat (HAdd.hAdd (HMod.hMod v (0x40 : Nat)) (0x80 : Nat)))
          List.nil))
      (ite (LE.le v (0xffff : Nat))
        (List.cons
          (UInt8.ofNat (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (4096 : Nat)) (0x10 : Nat)) (0xe0 : Nat)))
          (List.cons
            (UInt8.ofNat
              (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (64 : Nat)) (0x40 : Nat)) (0x80 : Nat)))
            (List.cons
              (UInt8.ofNat (HAdd.hAdd (HMod.hMod v (0x40 : Nat)) (0x80 : Nat)))
              List.nil)))
        (List.cons
          (UInt8.ofNat
            (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (262144 : Nat)) (0x08 : Nat)) (0xf0 : Nat)))
          (List.cons
            (UInt8.ofNat
              (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (4096 : Nat)) (0x40 : Nat)) (0x80 : Nat)))
            (List.cons
              (UInt8.ofNat
                (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (64 : Nat)) (0x40 : Nat)) (0x80 : Nat)))
              (List.cons
                (UInt8.ofNat (HAdd.hAdd (HMod.hMod v (0x40 : Nat)) (0x80 : Nat)))
                List.nil))))))

@[implicit_reducible]
noncomputable def List.utf8Encode (l : List Char) : ByteArray :=
  (l.flatMap String.utf8EncodeChar).toByteArray

inductive ByteArray.IsValidUTF8 (b : ByteArray) : Prop
  | intro (m : List Char) (hm : Eq b (List.utf8Encode m))

structure String where ofByteArray ::
  toByteArray : ByteArray
  isValidUTF8 : ByteArray.IsValidUTF8 toByteArray

attribute [extern "lean_string_to_utf8"] String.toByteArray
attribute [extern "lean_string_from_utf8_unchecked"] String.ofByteArray

@[extern "lean_string_mk", implicit_reducible]
def String.ofList (data : List Char) : String := ⟨List.utf8Encode data, .intro data rfl⟩

@[extern "lean_string_dec_eq", instance_reducible]
def String.decEq (s₁ s₂ : @& String) : Decidable (Eq s₁ s₂) :=
  match s₁, s₂ with
  | ⟨⟨⟨s₁⟩⟩, _⟩, ⟨⟨⟨s₂⟩⟩, _⟩ =>
    dite (Eq s₁ s₂) (fun h => match s₁, s₂, h with | _, _, Eq.refl _ => isTrue rfl)
      (fun h => isFalse
        (fun e => h (congrArg (fun s => Array.toList (ByteArray.data (String.toByteArray s))) e)))

instance : DecidableEq String := String.decEq

structure String.Pos.Raw where
  byteIdx : Nat := 0

instance : Inhabited String.Pos.Raw where
  default := {}

instance : DecidableEq String.Pos.Raw :=
  fun ⟨a⟩ ⟨b⟩ => match decEq a b with
    | isTrue h => isTrue (congrArg _ h)
    | isFalse h => isFalse (fun e => h (congrArg String.Pos.Raw.byteIdx e))

structure Substring.Raw where
  str : String
  startPos : String.Pos.Raw
  stopPos : String.Pos.Raw

instance : Inhabited Substring.Raw where
  default := ⟨"", {}, {}⟩

@[inline] def Substring.Raw.bsize : Substring.Raw → Nat
  | ⟨_, b, e⟩ => e.byteIdx.sub b.byteIdx

@[extern "lean_string_utf8_byte_size", tagged_return, implicit_reducible]
def String.utf8ByteSize (s : @& String) : Nat := s.toByteArray.size

@[inline, implicit_reducible] def String.rawEndPos (s : String) : String.Pos.Raw where
  byteIdx := utf8ByteSize s

@[inline] def String.toRawSubstring (s : String) : Substring.Raw where
  str := s
  startPos := {}
  stopPos := s.rawEndPos

def String.toRawSubstring' (s : String) : Substring.Raw := s.toRawSubstring

unsafe def unsafeCast {α : Sort u} {β : Sort v} (a : α) : β :=
  PLift.down (ULift.down.{max u v} (cast lcProof (ULift.up.{max u v} (PLift.up a))))

@[never_extract, extern "lean_panic_fn_borrowed"]
def panicCore {α : Sort u} [@&Inhabited α] (msg : String) : α := default

@[noinline, never_extract]
def panic {α : Sort u} [Inhabited α] (msg : String) : α := panicCore msg
