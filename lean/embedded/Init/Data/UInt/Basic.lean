prelude
import Init.Data.Fin
import Init.Data.Repr

/-!
# Machine words: operations

`UInt8`, `UInt16`, `UInt32`, `UInt64` and `USize`, modelled by bit vectors, run by the machine.
Signatures follow Lean 4.35's public interface. Left out: signed words, `Float`, most lemmas.
-/

set_option linter.all false

namespace UInt8

@[extern "lean_uint8_to_nat"]
def toNat (n : UInt8) : Nat := n.toBitVec.toNat

instance instOfNat : OfNat UInt8 n := ⟨UInt8.ofNat n⟩

@[extern "lean_uint8_add"]
protected def add (a b : UInt8) : UInt8 := ⟨a.toBitVec + b.toBitVec⟩
@[extern "lean_uint8_sub"]
protected def sub (a b : UInt8) : UInt8 := ⟨a.toBitVec - b.toBitVec⟩
@[extern "lean_uint8_mul"]
protected def mul (a b : UInt8) : UInt8 := ⟨a.toBitVec * b.toBitVec⟩
@[extern "lean_uint8_div"]
protected def div (a b : UInt8) : UInt8 := ⟨a.toBitVec / b.toBitVec⟩
@[extern "lean_uint8_mod"]
protected def mod (a b : UInt8) : UInt8 := ⟨a.toBitVec % b.toBitVec⟩
@[extern "lean_uint8_land"]
protected def land (a b : UInt8) : UInt8 := ⟨a.toBitVec &&& b.toBitVec⟩
@[extern "lean_uint8_lor"]
protected def lor (a b : UInt8) : UInt8 := ⟨a.toBitVec ||| b.toBitVec⟩
@[extern "lean_uint8_xor"]
protected def xor (a b : UInt8) : UInt8 := ⟨a.toBitVec ^^^ b.toBitVec⟩
@[extern "lean_uint8_shift_left"]
protected def shiftLeft (a b : UInt8) : UInt8 := ⟨a.toBitVec <<< (b.toNat % 8)⟩
@[extern "lean_uint8_shift_right"]
protected def shiftRight (a b : UInt8) : UInt8 := ⟨a.toBitVec >>> (b.toNat % 8)⟩
@[extern "lean_uint8_complement"]
protected def complement (a : UInt8) : UInt8 := ⟨~~~a.toBitVec⟩

end UInt8

instance : Add UInt8 := ⟨UInt8.add⟩
instance : Sub UInt8 := ⟨UInt8.sub⟩
instance : Mul UInt8 := ⟨UInt8.mul⟩
instance : Div UInt8 := ⟨UInt8.div⟩
instance : Mod UInt8 := ⟨UInt8.mod⟩
instance : AndOp UInt8 := ⟨UInt8.land⟩
instance : OrOp UInt8 := ⟨UInt8.lor⟩
instance : XorOp UInt8 := ⟨UInt8.xor⟩
instance : ShiftLeft UInt8 := ⟨UInt8.shiftLeft⟩
instance : ShiftRight UInt8 := ⟨UInt8.shiftRight⟩
instance : Complement UInt8 := ⟨UInt8.complement⟩
instance : Max UInt8 := maxOfLe
instance : Min UInt8 := minOfLe
instance : ToString UInt8 := ⟨fun n => toString n.toNat⟩
instance : Repr UInt8 where
  reprPrec n _ := Nat.repr n.toNat
instance : ReprAtom UInt8 := ⟨⟩

namespace UInt16

@[extern "lean_uint16_to_nat"]
def toNat (n : UInt16) : Nat := n.toBitVec.toNat
@[extern "lean_uint16_of_nat"]
def ofNat (n : @& Nat) : UInt16 := ⟨BitVec.ofNat _ n⟩

instance instOfNat : OfNat UInt16 n := ⟨UInt16.ofNat n⟩

@[extern "lean_uint16_add"]
protected def add (a b : UInt16) : UInt16 := ⟨a.toBitVec + b.toBitVec⟩
@[extern "lean_uint16_sub"]
protected def sub (a b : UInt16) : UInt16 := ⟨a.toBitVec - b.toBitVec⟩
@[extern "lean_uint16_mul"]
protected def mul (a b : UInt16) : UInt16 := ⟨a.toBitVec * b.toBitVec⟩
@[extern "lean_uint16_div"]
protected def div (a b : UInt16) : UInt16 := ⟨a.toBitVec / b.toBitVec⟩
@[extern "lean_uint16_mod"]
protected def mod (a b : UInt16) : UInt16 := ⟨a.toBitVec % b.toBitVec⟩
@[extern "lean_uint16_land"]
protected def land (a b : UInt16) : UInt16 := ⟨a.toBitVec &&& b.toBitVec⟩
@[extern "lean_uint16_lor"]
protected def lor (a b : UInt16) : UInt16 := ⟨a.toBitVec ||| b.toBitVec⟩
@[extern "lean_uint16_xor"]
protected def xor (a b : UInt16) : UInt16 := ⟨a.toBitVec ^^^ b.toBitVec⟩
@[extern "lean_uint16_shift_left"]
protected def shiftLeft (a b : UInt16) : UInt16 := ⟨a.toBitVec <<< (b.toNat % 16)⟩
@[extern "lean_uint16_shift_right"]
protected def shiftRight (a b : UInt16) : UInt16 := ⟨a.toBitVec >>> (b.toNat % 16)⟩
@[extern "lean_uint16_complement"]
protected def complement (a : UInt16) : UInt16 := ⟨~~~a.toBitVec⟩
protected def lt (a b : UInt16) : Prop := a.toBitVec < b.toBitVec
protected def le (a b : UInt16) : Prop := a.toBitVec ≤ b.toBitVec

end UInt16

instance : Add UInt16 := ⟨UInt16.add⟩
instance : Sub UInt16 := ⟨UInt16.sub⟩
instance : Mul UInt16 := ⟨UInt16.mul⟩
instance : Div UInt16 := ⟨UInt16.div⟩
instance : Mod UInt16 := ⟨UInt16.mod⟩
instance : AndOp UInt16 := ⟨UInt16.land⟩
instance : OrOp UInt16 := ⟨UInt16.lor⟩
instance : XorOp UInt16 := ⟨UInt16.xor⟩
instance : ShiftLeft UInt16 := ⟨UInt16.shiftLeft⟩
instance : ShiftRight UInt16 := ⟨UInt16.shiftRight⟩
instance : Complement UInt16 := ⟨UInt16.complement⟩
instance : LT UInt16 := ⟨UInt16.lt⟩
instance : LE UInt16 := ⟨UInt16.le⟩
@[extern "lean_uint16_dec_lt"]
instance UInt16.decLt (a b : UInt16) : Decidable (a < b) :=
  inferInstanceAs (Decidable (a.toBitVec < b.toBitVec))
@[extern "lean_uint16_dec_le"]
instance UInt16.decLe (a b : UInt16) : Decidable (a ≤ b) :=
  inferInstanceAs (Decidable (a.toBitVec ≤ b.toBitVec))
instance : Max UInt16 := maxOfLe
instance : Min UInt16 := minOfLe
instance : ToString UInt16 := ⟨fun n => toString n.toNat⟩
instance : Repr UInt16 where
  reprPrec n _ := Nat.repr n.toNat
instance : ReprAtom UInt16 := ⟨⟩

namespace UInt32

@[extern "lean_uint32_of_nat"]
def ofNat (n : @& Nat) : UInt32 := ⟨BitVec.ofNat _ n⟩

instance instOfNat : OfNat UInt32 n := ⟨UInt32.ofNat n⟩

@[extern "lean_uint32_add"]
protected def add (a b : UInt32) : UInt32 := ⟨a.toBitVec + b.toBitVec⟩
@[extern "lean_uint32_sub"]
protected def sub (a b : UInt32) : UInt32 := ⟨a.toBitVec - b.toBitVec⟩
@[extern "lean_uint32_mul"]
protected def mul (a b : UInt32) : UInt32 := ⟨a.toBitVec * b.toBitVec⟩
@[extern "lean_uint32_div"]
protected def div (a b : UInt32) : UInt32 := ⟨a.toBitVec / b.toBitVec⟩
@[extern "lean_uint32_mod"]
protected def mod (a b : UInt32) : UInt32 := ⟨a.toBitVec % b.toBitVec⟩
@[extern "lean_uint32_land"]
protected def land (a b : UInt32) : UInt32 := ⟨a.toBitVec &&& b.toBitVec⟩
@[extern "lean_uint32_lor"]
protected def lor (a b : UInt32) : UInt32 := ⟨a.toBitVec ||| b.toBitVec⟩
@[extern "lean_uint32_xor"]
protected def xor (a b : UInt32) : UInt32 := ⟨a.toBitVec ^^^ b.toBitVec⟩
@[extern "lean_uint32_shift_left"]
protected def shiftLeft (a b : UInt32) : UInt32 := ⟨a.toBitVec <<< (b.toNat % 32)⟩
@[extern "lean_uint32_shift_right"]
protected def shiftRight (a b : UInt32) : UInt32 := ⟨a.toBitVec >>> (b.toNat % 32)⟩
@[extern "lean_uint32_complement"]
protected def complement (a : UInt32) : UInt32 := ⟨~~~a.toBitVec⟩

end UInt32

instance : Add UInt32 := ⟨UInt32.add⟩
instance : Sub UInt32 := ⟨UInt32.sub⟩
instance : Mul UInt32 := ⟨UInt32.mul⟩
instance : Div UInt32 := ⟨UInt32.div⟩
instance : Mod UInt32 := ⟨UInt32.mod⟩
instance : AndOp UInt32 := ⟨UInt32.land⟩
instance : OrOp UInt32 := ⟨UInt32.lor⟩
instance : XorOp UInt32 := ⟨UInt32.xor⟩
instance : ShiftLeft UInt32 := ⟨UInt32.shiftLeft⟩
instance : ShiftRight UInt32 := ⟨UInt32.shiftRight⟩
instance : Complement UInt32 := ⟨UInt32.complement⟩
instance : ToString UInt32 := ⟨fun n => toString n.toNat⟩
instance : Repr UInt32 where
  reprPrec n _ := Nat.repr n.toNat
instance : ReprAtom UInt32 := ⟨⟩

namespace UInt64

@[extern "lean_uint64_to_nat"]
def toNat (n : UInt64) : Nat := n.toBitVec.toNat
@[extern "lean_uint64_of_nat"]
def ofNat (n : @& Nat) : UInt64 := ⟨BitVec.ofNat _ n⟩

instance instOfNat : OfNat UInt64 n := ⟨UInt64.ofNat n⟩

@[extern "lean_uint64_add"]
protected def add (a b : UInt64) : UInt64 := ⟨a.toBitVec + b.toBitVec⟩
@[extern "lean_uint64_sub"]
protected def sub (a b : UInt64) : UInt64 := ⟨a.toBitVec - b.toBitVec⟩
@[extern "lean_uint64_mul"]
protected def mul (a b : UInt64) : UInt64 := ⟨a.toBitVec * b.toBitVec⟩
@[extern "lean_uint64_div"]
protected def div (a b : UInt64) : UInt64 := ⟨a.toBitVec / b.toBitVec⟩
@[extern "lean_uint64_mod"]
protected def mod (a b : UInt64) : UInt64 := ⟨a.toBitVec % b.toBitVec⟩
@[extern "lean_uint64_land"]
protected def land (a b : UInt64) : UInt64 := ⟨a.toBitVec &&& b.toBitVec⟩
@[extern "lean_uint64_lor"]
protected def lor (a b : UInt64) : UInt64 := ⟨a.toBitVec ||| b.toBitVec⟩
@[extern "lean_uint64_xor"]
protected def xor (a b : UInt64) : UInt64 := ⟨a.toBitVec ^^^ b.toBitVec⟩
@[extern "lean_uint64_shift_left"]
protected def shiftLeft (a b : UInt64) : UInt64 := ⟨a.toBitVec <<< (b.toNat % 64)⟩
@[extern "lean_uint64_shift_right"]
protected def shiftRight (a b : UInt64) : UInt64 := ⟨a.toBitVec >>> (b.toNat % 64)⟩
@[extern "lean_uint64_complement"]
protected def complement (a : UInt64) : UInt64 := ⟨~~~a.toBitVec⟩
protected def lt (a b : UInt64) : Prop := a.toBitVec < b.toBitVec
protected def le (a b : UInt64) : Prop := a.toBitVec ≤ b.toBitVec

end UInt64

instance : Add UInt64 := ⟨UInt64.add⟩
instance : Sub UInt64 := ⟨UInt64.sub⟩
instance : Mul UInt64 := ⟨UInt64.mul⟩
instance : Div UInt64 := ⟨UInt64.div⟩
instance : Mod UInt64 := ⟨UInt64.mod⟩
instance : AndOp UInt64 := ⟨UInt64.land⟩
instance : OrOp UInt64 := ⟨UInt64.lor⟩
instance : XorOp UInt64 := ⟨UInt64.xor⟩
instance : ShiftLeft UInt64 := ⟨UInt64.shiftLeft⟩
instance : ShiftRight UInt64 := ⟨UInt64.shiftRight⟩
instance : Complement UInt64 := ⟨UInt64.complement⟩
instance : LT UInt64 := ⟨UInt64.lt⟩
instance : LE UInt64 := ⟨UInt64.le⟩
@[extern "lean_uint64_dec_lt"]
instance UInt64.decLt (a b : UInt64) : Decidable (a < b) :=
  inferInstanceAs (Decidable (a.toBitVec < b.toBitVec))
@[extern "lean_uint64_dec_le"]
instance UInt64.decLe (a b : UInt64) : Decidable (a ≤ b) :=
  inferInstanceAs (Decidable (a.toBitVec ≤ b.toBitVec))
instance : Max UInt64 := maxOfLe
instance : Min UInt64 := minOfLe
instance : ToString UInt64 := ⟨fun n => toString n.toNat⟩
instance : Repr UInt64 where
  reprPrec n _ := Nat.repr n.toNat
instance : ReprAtom UInt64 := ⟨⟩

namespace USize

@[extern "lean_usize_to_nat"]
def toNat (n : USize) : Nat := n.toBitVec.toNat
@[extern "lean_usize_of_nat"]
def ofNat (n : @& Nat) : USize := ⟨BitVec.ofNat _ n⟩

instance instOfNat : OfNat USize n := ⟨USize.ofNat n⟩

@[extern "lean_usize_add"]
protected def add (a b : USize) : USize := ⟨a.toBitVec + b.toBitVec⟩
@[extern "lean_usize_sub"]
protected def sub (a b : USize) : USize := ⟨a.toBitVec - b.toBitVec⟩
@[extern "lean_usize_mul"]
protected def mul (a b : USize) : USize := ⟨a.toBitVec * b.toBitVec⟩
@[extern "lean_usize_div"]
protected def div (a b : USize) : USize := ⟨a.toBitVec / b.toBitVec⟩
@[extern "lean_usize_mod"]
protected def mod (a b : USize) : USize := ⟨a.toBitVec % b.toBitVec⟩
@[extern "lean_usize_land"]
protected def land (a b : USize) : USize := ⟨a.toBitVec &&& b.toBitVec⟩
@[extern "lean_usize_lor"]
protected def lor (a b : USize) : USize := ⟨a.toBitVec ||| b.toBitVec⟩
@[extern "lean_usize_xor"]
protected def xor (a b : USize) : USize := ⟨a.toBitVec ^^^ b.toBitVec⟩
@[extern "lean_usize_shift_left"]
protected def shiftLeft (a b : USize) : USize := ⟨a.toBitVec <<< (b.toNat % System.Platform.numBits)⟩
@[extern "lean_usize_shift_right"]
protected def shiftRight (a b : USize) : USize := ⟨a.toBitVec >>> (b.toNat % System.Platform.numBits)⟩
@[extern "lean_usize_complement"]
protected def complement (a : USize) : USize := ⟨~~~a.toBitVec⟩
protected def lt (a b : USize) : Prop := a.toBitVec < b.toBitVec
protected def le (a b : USize) : Prop := a.toBitVec ≤ b.toBitVec

end USize

instance : Add USize := ⟨USize.add⟩
instance : Sub USize := ⟨USize.sub⟩
instance : Mul USize := ⟨USize.mul⟩
instance : Div USize := ⟨USize.div⟩
instance : Mod USize := ⟨USize.mod⟩
instance : AndOp USize := ⟨USize.land⟩
instance : OrOp USize := ⟨USize.lor⟩
instance : XorOp USize := ⟨USize.xor⟩
instance : ShiftLeft USize := ⟨USize.shiftLeft⟩
instance : ShiftRight USize := ⟨USize.shiftRight⟩
instance : Complement USize := ⟨USize.complement⟩
instance : LT USize := ⟨USize.lt⟩
instance : LE USize := ⟨USize.le⟩
@[extern "lean_usize_dec_lt"]
instance USize.decLt (a b : USize) : Decidable (a < b) :=
  inferInstanceAs (Decidable (a.toBitVec < b.toBitVec))
@[extern "lean_usize_dec_le"]
instance USize.decLe (a b : USize) : Decidable (a ≤ b) :=
  inferInstanceAs (Decidable (a.toBitVec ≤ b.toBitVec))
instance : Max USize := maxOfLe
instance : Min USize := minOfLe
instance : ToString USize := ⟨fun n => toString n.toNat⟩
instance : Repr USize where
  reprPrec n _ := Nat.repr n.toNat
instance : ReprAtom USize := ⟨⟩

/-! ## Conversions -/

@[extern "lean_uint8_to_uint16"]
def UInt8.toUInt16 (a : UInt8) : UInt16 := UInt16.ofNat a.toNat
@[extern "lean_uint8_to_uint32"]
def UInt8.toUInt32 (a : UInt8) : UInt32 := UInt32.ofNat a.toNat
@[extern "lean_uint8_to_uint64"]
def UInt8.toUInt64 (a : UInt8) : UInt64 := UInt64.ofNat a.toNat
@[extern "lean_uint8_to_usize"]
def UInt8.toUSize (a : UInt8) : USize := USize.ofNat a.toNat
@[extern "lean_uint16_to_uint8"]
def UInt16.toUInt8 (a : UInt16) : UInt8 := UInt8.ofNat a.toNat
@[extern "lean_uint16_to_uint32"]
def UInt16.toUInt32 (a : UInt16) : UInt32 := UInt32.ofNat a.toNat
@[extern "lean_uint16_to_uint64"]
def UInt16.toUInt64 (a : UInt16) : UInt64 := UInt64.ofNat a.toNat
@[extern "lean_uint16_to_usize"]
def UInt16.toUSize (a : UInt16) : USize := USize.ofNat a.toNat
@[extern "lean_uint32_to_uint8"]
def UInt32.toUInt8 (a : UInt32) : UInt8 := UInt8.ofNat a.toNat
@[extern "lean_uint32_to_uint16"]
def UInt32.toUInt16 (a : UInt32) : UInt16 := UInt16.ofNat a.toNat
@[extern "lean_uint32_to_uint64"]
def UInt32.toUInt64 (a : UInt32) : UInt64 := UInt64.ofNat a.toNat
@[extern "lean_uint32_to_usize"]
def UInt32.toUSize (a : UInt32) : USize := USize.ofNat a.toNat
@[extern "lean_uint64_to_uint8"]
def UInt64.toUInt8 (a : UInt64) : UInt8 := UInt8.ofNat a.toNat
@[extern "lean_uint64_to_uint16"]
def UInt64.toUInt16 (a : UInt64) : UInt16 := UInt16.ofNat a.toNat
@[extern "lean_uint64_to_uint32"]
def UInt64.toUInt32 (a : UInt64) : UInt32 := UInt32.ofNat a.toNat
@[extern "lean_uint64_to_usize"]
def UInt64.toUSize (a : UInt64) : USize := USize.ofNat a.toNat
@[extern "lean_usize_to_uint8"]
def USize.toUInt8 (a : USize) : UInt8 := UInt8.ofNat a.toNat
@[extern "lean_usize_to_uint16"]
def USize.toUInt16 (a : USize) : UInt16 := UInt16.ofNat a.toNat
@[extern "lean_usize_to_uint32"]
def USize.toUInt32 (a : USize) : UInt32 := UInt32.ofNat a.toNat
@[extern "lean_usize_to_uint64"]
def USize.toUInt64 (a : USize) : UInt64 := UInt64.ofNat a.toNat
def Nat.toUInt8 (n : Nat) : UInt8 := UInt8.ofNat n
def Nat.toUInt16 (n : Nat) : UInt16 := UInt16.ofNat n
def Nat.toUInt32 (n : Nat) : UInt32 := UInt32.ofNat n
def Nat.toUInt64 (n : Nat) : UInt64 := UInt64.ofNat n
def Nat.toUSize (n : Nat) : USize := USize.ofNat n

@[extern "lean_bool_to_uint64"]
def Bool.toUInt64 (b : Bool) : UInt64 := if b then 1 else 0

/-! ## Hashes -/

instance : Hashable Nat where
  hash n := UInt64.ofNat n
instance : Hashable Int where
  hash
    | Int.ofNat n => UInt64.ofNat (2 * n)
    | Int.negSucc n => UInt64.ofNat (2 * n + 1)
instance : Hashable Bool where
  hash
    | true => 11
    | false => 13
instance : Hashable PUnit.{u+1} where
  hash _ := 11
instance : Hashable Unit where
  hash _ := 11
instance [Hashable α] [Hashable β] : Hashable (α × β) where
  hash | (a, b) => mixHash (hash a) (hash b)
instance [Hashable α] [Hashable β] : Hashable (Sum α β) where
  hash
    | .inl a => mixHash 11 (hash a)
    | .inr b => mixHash 13 (hash b)
instance [Hashable α] : Hashable (Option α) where
  hash
    | none => 11
    | some a => mixHash (hash a) 13
instance [Hashable α] : Hashable (List α) where
  hash as := as.foldl (fun r a => mixHash r (hash a)) 7
instance [Hashable α] : Hashable (Array α) where
  hash as := as.toList.foldl (fun r a => mixHash r (hash a)) 7
instance : Hashable UInt8 where
  hash n := n.toUInt64
instance : Hashable UInt16 where
  hash n := n.toUInt64
instance : Hashable UInt32 where
  hash n := n.toUInt64
instance : Hashable UInt64 where
  hash n := n
instance : Hashable USize where
  hash n := n.toUInt64
instance : Hashable (Fin n) where
  hash v := v.val.toUInt64
instance : Hashable Char where
  hash c := c.val.toUInt64
instance (P : Prop) : Hashable P where
  hash _ := 0
instance : Hashable String.Pos.Raw where
  hash p := hash p.byteIdx

@[inline] def hash64 (u : UInt64) : UInt64 := mixHash u 11

class LawfulHashable (α : Type u) [BEq α] [Hashable α] : Prop where
  hash_eq (a b : α) : a == b → hash a = hash b

instance (priority := low) [BEq α] [Hashable α] [LawfulBEq α] : LawfulHashable α where
  hash_eq a b h := congrArg hash (eq_of_beq h)
