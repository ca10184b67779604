prelude
import Init.Prelude.Nat

/-!
# Bit vectors, machine words, characters

`BitVec`, `UInt8` to `UInt64`, `USize`, `Char`: the types, literals, comparison. Arithmetic is in
`Init.Data.UInt`.

Source of names, types, order of arguments, constructors and fields: see `Init.Prelude`.
-/

set_option linter.all false

universe u v w

open HPow (hPow)

/-! ## Bit vectors, machine words -/


structure BitVec (w : Nat) where
  ofFin ::
  toFin : Fin (hPow 2 w)

@[implicit_reducible]
def BitVec.decEq (x y : BitVec w) : Decidable (Eq x y) where
  decide := decide (Eq x.toFin y.toFin)
  reflects_decide :=
    match instDecidableEqFin _ x.toFin y.toFin with
    | isTrue h => congrArg BitVec.ofFin h
    | isFalse h => fun e => h (congrArg BitVec.toFin e)

instance : DecidableEq (BitVec w) := BitVec.decEq

@[match_pattern, implicit_reducible]
protected def BitVec.ofNatLT {w : Nat} (i : Nat) (p : LT.lt i (hPow 2 w)) : BitVec w where
  toFin := ⟨i, p⟩

@[match_pattern, implicit_reducible]
protected def BitVec.ofNat (n : Nat) (i : Nat) : BitVec n where
  toFin := Fin.Internal.ofNat (HPow.hPow 2 n) (Nat.pow_pos (Nat.zero_lt_succ _)) i

@[implicit_reducible]
protected def BitVec.toNat (x : BitVec w) : Nat := x.toFin.val

instance : LT (BitVec w) where
  lt := (LT.lt ·.toNat ·.toNat)
instance (x y : BitVec w) : Decidable (LT.lt x y) :=
  inferInstanceAs (Decidable (LT.lt x.toNat y.toNat))

instance : LE (BitVec w) where
  le := (LE.le ·.toNat ·.toNat)
instance (x y : BitVec w) : Decidable (LE.le x y) :=
  inferInstanceAs (Decidable (LE.le x.toNat y.toNat))

abbrev UInt8.size : Nat := 256

structure UInt8 where
  ofBitVec ::
  toBitVec : BitVec 8

attribute [extern "lean_uint8_of_nat_mk"] UInt8.ofBitVec
attribute [extern "lean_uint8_to_nat"] UInt8.toBitVec

@[extern "lean_uint8_of_nat", implicit_reducible]
def UInt8.ofNatLT (n : @& Nat) (h : LT.lt n UInt8.size) : UInt8 where
  toBitVec := BitVec.ofNatLT n h

@[extern "lean_uint8_of_nat", implicit_reducible]
def UInt8.ofNat (n : @& Nat) : UInt8 := ⟨BitVec.ofNat 8 n⟩

set_option bootstrap.genMatcherCode false in
@[extern "lean_uint8_dec_eq", implicit_reducible]
def UInt8.decEq (a b : UInt8) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg UInt8.ofBitVec h
    | isFalse h => fun e => h (congrArg UInt8.toBitVec e)

instance : DecidableEq UInt8 := UInt8.decEq

instance : Inhabited UInt8 where
  default := UInt8.ofNatLT 0 (of_decide_eq_true rfl)

protected def UInt8.lt (a b : UInt8) : Prop := LT.lt a.toBitVec b.toBitVec
protected def UInt8.le (a b : UInt8) : Prop := LE.le a.toBitVec b.toBitVec
instance : LT UInt8 := ⟨UInt8.lt⟩
instance : LE UInt8 := ⟨UInt8.le⟩

@[extern "lean_uint8_dec_lt", instance_reducible]
def UInt8.decLt (a b : UInt8) : Decidable (LT.lt a b) :=
  inferInstanceAs (Decidable (LT.lt a.toBitVec b.toBitVec))

@[extern "lean_uint8_dec_le", instance_reducible]
def UInt8.decLe (a b : UInt8) : Decidable (LE.le a b) :=
  inferInstanceAs (Decidable (LE.le a.toBitVec b.toBitVec))

attribute [instance] UInt8.decLt UInt8.decLe

abbrev UInt16.size : Nat := 65536

structure UInt16 where
  ofBitVec ::
  toBitVec : BitVec 16

attribute [extern "lean_uint16_of_nat_mk"] UInt16.ofBitVec
attribute [extern "lean_uint16_to_nat"] UInt16.toBitVec

@[extern "lean_uint16_of_nat", implicit_reducible]
def UInt16.ofNatLT (n : @& Nat) (h : LT.lt n UInt16.size) : UInt16 where
  toBitVec := BitVec.ofNatLT n h

set_option bootstrap.genMatcherCode false in
@[extern "lean_uint16_dec_eq", implicit_reducible]
def UInt16.decEq (a b : UInt16) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg UInt16.ofBitVec h
    | isFalse h => fun e => h (congrArg UInt16.toBitVec e)

instance : DecidableEq UInt16 := UInt16.decEq

instance : Inhabited UInt16 where
  default := UInt16.ofNatLT 0 (of_decide_eq_true rfl)


abbrev UInt32.size : Nat := 4294967296

structure UInt32 where
  ofBitVec ::
  toBitVec : BitVec 32

attribute [extern "lean_uint32_of_nat_mk"] UInt32.ofBitVec
attribute [extern "lean_uint32_to_nat"] UInt32.toBitVec

@[extern "lean_uint32_of_nat", implicit_reducible]
def UInt32.ofNatLT (n : @& Nat) (h : LT.lt n UInt32.size) : UInt32 where
  toBitVec := BitVec.ofNatLT n h

@[extern "lean_uint32_to_nat", implicit_reducible]
def UInt32.toNat (n : UInt32) : Nat := n.toBitVec.toNat

set_option bootstrap.genMatcherCode false in
@[extern "lean_uint32_dec_eq", implicit_reducible]
def UInt32.decEq (a b : UInt32) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg UInt32.ofBitVec h
    | isFalse h => fun e => h (congrArg UInt32.toBitVec e)

instance : DecidableEq UInt32 := UInt32.decEq

instance : Inhabited UInt32 where
  default := UInt32.ofNatLT 0 (of_decide_eq_true rfl)

instance : LT UInt32 where
  lt a b := LT.lt a.toBitVec b.toBitVec
instance : LE UInt32 where
  le a b := LE.le a.toBitVec b.toBitVec

@[extern "lean_uint32_dec_lt", instance_reducible]
def UInt32.decLt (a b : UInt32) : Decidable (LT.lt a b) :=
  inferInstanceAs (Decidable (LT.lt a.toBitVec b.toBitVec))

@[extern "lean_uint32_dec_le", instance_reducible]
def UInt32.decLe (a b : UInt32) : Decidable (LE.le a b) :=
  inferInstanceAs (Decidable (LE.le a.toBitVec b.toBitVec))

attribute [instance] UInt32.decLt UInt32.decLe

instance : Max UInt32 := maxOfLe
instance : Min UInt32 := minOfLe

abbrev UInt64.size : Nat := 18446744073709551616

structure UInt64 where
  ofBitVec ::
  toBitVec : BitVec 64

attribute [extern "lean_uint64_of_nat_mk"] UInt64.ofBitVec
attribute [extern "lean_uint64_to_nat"] UInt64.toBitVec

@[extern "lean_uint64_of_nat", implicit_reducible]
def UInt64.ofNatLT (n : @& Nat) (h : LT.lt n UInt64.size) : UInt64 where
  toBitVec := BitVec.ofNatLT n h

set_option bootstrap.genMatcherCode false in
@[extern "lean_uint64_dec_eq", implicit_reducible]
def UInt64.decEq (a b : UInt64) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg UInt64.ofBitVec h
    | isFalse h => fun e => h (congrArg UInt64.toBitVec e)

instance : DecidableEq UInt64 := UInt64.decEq

instance : Inhabited UInt64 where
  default := UInt64.ofNatLT 0 (of_decide_eq_true rfl)


abbrev USize.size : Nat := (hPow 2 System.Platform.numBits)

theorem USize.size_eq : Or (Eq USize.size 4294967296) (Eq USize.size 18446744073709551616) :=
  show Or (Eq (hPow 2 System.Platform.numBits) 4294967296)
    (Eq (hPow 2 System.Platform.numBits) 18446744073709551616) from
  match System.Platform.numBits, System.Platform.numBits_eq with
  | _, Or.inl rfl => Or.inl (of_decide_eq_true rfl)
  | _, Or.inr rfl => Or.inr (of_decide_eq_true rfl)

theorem USize.size_pos : LT.lt 0 USize.size :=
  match USize.size, USize.size_eq with
  | _, Or.inl rfl => of_decide_eq_true rfl
  | _, Or.inr rfl => of_decide_eq_true rfl

structure USize where
  ofBitVec ::
  toBitVec : BitVec System.Platform.numBits

attribute [extern "lean_usize_of_nat_mk"] USize.ofBitVec
attribute [extern "lean_usize_to_nat"] USize.toBitVec

@[extern "lean_usize_of_nat"]
def USize.ofNatLT (n : @& Nat) (h : LT.lt n USize.size) : USize where
  toBitVec := BitVec.ofNatLT n h

set_option bootstrap.genMatcherCode false in
@[extern "lean_usize_dec_eq"]
def USize.decEq (a b : USize) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg USize.ofBitVec h
    | isFalse h => fun e => h (congrArg USize.toBitVec e)

instance : DecidableEq USize := USize.decEq

instance : Inhabited USize where
  default := USize.ofNatLT 0 USize.size_pos


/-! ## Characters -/

abbrev Nat.isValidChar (n : Nat) : Prop :=
  Or (LT.lt n 0xd800) (And (LT.lt 0xdfff n) (LT.lt n 0x110000))

abbrev UInt32.isValidChar (n : UInt32) : Prop := n.toNat.isValidChar

structure Char where
  val : UInt32
  valid : val.isValidChar

theorem isValidChar_UInt32 {n : Nat} (h : n.isValidChar) : LT.lt n UInt32.size :=
  h.elim (fun l => Nat.lt_trans l (of_decide_eq_true rfl))
    (fun r => Nat.lt_trans r.right (of_decide_eq_true rfl))

@[extern "lean_uint32_of_nat", implicit_reducible]
def Char.ofNatAux (n : @& Nat) (h : n.isValidChar) : Char where
  val := ⟨BitVec.ofNatLT n (isValidChar_UInt32 h)⟩
  valid := h

@[noinline, match_pattern, implicit_reducible]
def Char.ofNat (n : Nat) : Char :=
  dite (n.isValidChar)
    (fun h => Char.ofNatAux n h)
    (fun _ => {
      val := ⟨BitVec.ofNatLT 0 (of_decide_eq_true rfl)⟩
      valid := Or.inl (of_decide_eq_true rfl) })

theorem Char.ext : ∀ {c d : Char}, Eq c.val d.val → Eq c d
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl

theorem Char.val_eq_of_eq {c d : Char} (h : Eq c d) : Eq c.val d.val := congrArg Char.val h

theorem Char.ne_of_val_ne {c d : Char} (h : Not (Eq c.val d.val)) : Not (Eq c d) :=
  fun e => h (val_eq_of_eq e)

theorem Char.val_ne_of_ne {c d : Char} (h : Not (Eq c d)) : Not (Eq c.val d.val) :=
  fun e => h (ext e)

instance : DecidableEq Char := fun c d => {
  decide := decide (Eq c.val d.val)
  reflects_decide :=
    match instDecidableEqUInt32 c.val d.val with
    | isTrue h => Char.ext h
    | isFalse h => Char.ne_of_val_ne h
}

@[implicit_reducible]
def Char.utf8Size (c : Char) : Nat :=
  let v := c.val
  ite (LE.le v (UInt32.ofNatLT 0x7F (of_decide_eq_true rfl))) 1
    (ite (LE.le v (UInt32.ofNatLT 0x7FF (of_decide_eq_true rfl))) 2
      (ite (LE.le v (UInt32.ofNatLT 0xFFFF (of_decide_eq_true rfl))) 3 4))
