prelude
import Init.Data.Nat.Shift
import Init.Data.Int.Basic
import Init.Control

/-!
# `Fin` and `BitVec`: operations

Arithmetic modulo the bound, and the bit-vector operations that the machine words are modelled by.
Signatures follow Lean 4.35's public interface; lemmas are elsewhere.
-/

set_option linter.all false

namespace Nat

set_option bootstrap.genMatcherCode false in
/-- Bitwise combination of two numbers, by fuel; the primitives are faster. -/
def Internal.bitwise (f : Bool → Bool → Bool) : Nat → Nat → Nat → Nat
  | 0, _, _ => 0
  | fuel + 1, n, m =>
    if n = 0 ∧ m = 0 then 0 else
      let r := Internal.bitwise f fuel (n / 2) (m / 2)
      cond (f (decide (n % 2 = 1)) (decide (m % 2 = 1))) (r + r + 1) (r + r)

@[extern "lean_nat_land"]
def land (m n : @& Nat) : Nat := Internal.bitwise Bool.and (m + n + 1) m n
@[extern "lean_nat_lor"]
def lor (m n : @& Nat) : Nat := Internal.bitwise Bool.or (m + n + 1) m n
@[extern "lean_nat_lxor"]
def xor (m n : @& Nat) : Nat := Internal.bitwise (fun a b => a != b) (m + n + 1) m n

instance instAndOp : AndOp Nat := ⟨Nat.land⟩
instance instOrOp : OrOp Nat := ⟨Nat.lor⟩
instance instXorOp : XorOp Nat := ⟨Nat.xor⟩

def testBit (m n : Nat) : Bool := (m >>> n) % 2 != 0

@[extern "lean_nat_log2"]
def log2 (n : @& Nat) : Nat := go n n
where
  go : Nat → Nat → Nat
    | 0, _ => 0
    | fuel + 1, n => if n ≥ 2 then go fuel (n / 2) + 1 else 0

end Nat

namespace Fin

def elim0.{u} {α : Sort u} : Fin 0 → α
  | ⟨_, h⟩ => absurd h (Nat.not_lt_zero _)

instance coeToNat : CoeOut (Fin n) Nat := ⟨fun v => v.val⟩

theorem ext {a b : Fin n} (h : (a : Nat) = b) : a = b := Fin.eq_of_val_eq h
theorem ext_iff {a b : Fin n} : a = b ↔ a.1 = b.1 := ⟨Fin.val_eq_of_eq, ext⟩
theorem val_inj {a b : Fin n} : a.1 = b.1 ↔ a = b := ext_iff.symm
@[simp] theorem is_lt (a : Fin n) : (a : Nat) < n := a.2
@[simp] theorem eta (a : Fin n) (h : a < n) : (⟨a, h⟩ : Fin n) = a := rfl
theorem pos (i : Fin n) : 0 < n := Nat.lt_of_le_of_lt (Nat.zero_le _) i.2

def succ : Fin n → Fin (n + 1)
  | ⟨i, h⟩ => ⟨i+1, Nat.succ_lt_succ h⟩

def toNat (i : Fin n) : Nat := i.val

protected def ofNat (n : Nat) [NeZero n] (a : Nat) : Fin n :=
  ⟨a % n, Nat.mod_lt _ (Nat.pos_of_ne_zero (NeZero.ne n))⟩

protected def add : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨(a + b) % n, Nat.mod_lt _ (Nat.lt_of_le_of_lt (Nat.zero_le _) h)⟩
protected def mul : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨(a * b) % n, Nat.mod_lt _ (Nat.lt_of_le_of_lt (Nat.zero_le _) h)⟩
protected def sub : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨((n - b) + a) % n, Nat.mod_lt _ (Nat.lt_of_le_of_lt (Nat.zero_le _) h)⟩
protected def mod : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨a % b, Nat.lt_of_le_of_lt (Nat.mod_le _ _) h⟩
protected def div : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨a / b, Nat.lt_of_le_of_lt (Nat.div_le_self _ _) h⟩
def modn : Fin n → Nat → Fin n
  | ⟨a, h⟩, m => ⟨a % m, Nat.lt_of_le_of_lt (Nat.mod_le _ _) h⟩

instance : Add (Fin n) := ⟨Fin.add⟩
instance : Sub (Fin n) := ⟨Fin.sub⟩
instance : Mul (Fin n) := ⟨Fin.mul⟩
instance : Mod (Fin n) := ⟨Fin.mod⟩
instance : Div (Fin n) := ⟨Fin.div⟩
instance neg (n : Nat) : Neg (Fin n) := ⟨fun a =>
  ⟨(n - a.val) % n, Nat.mod_lt _ (Nat.lt_of_le_of_lt (Nat.zero_le _) a.isLt)⟩⟩

instance instOfNat {n : Nat} [NeZero n] {i : Nat} : OfNat (Fin n) i := ⟨Fin.ofNat n i⟩
instance instInhabited {n : Nat} [NeZero n] : Inhabited (Fin n) := ⟨0⟩

def rev (i : Fin n) : Fin n := ⟨n - (i + 1), Nat.sub_lt i.pos (Nat.succ_pos _)⟩
def castLT (i : Fin m) (h : i.1 < n) : Fin n := ⟨i.1, h⟩
def castLE (h : n ≤ m) (i : Fin n) : Fin m := ⟨i, Nat.lt_of_lt_of_le i.2 h⟩
protected def cast (eq : n = m) (i : Fin n) : Fin m := ⟨i, eq ▸ i.2⟩
def castAdd (m) : Fin n → Fin (n + m) := castLE <| Nat.le_add_right n m
def castSucc : Fin n → Fin (n + 1) := castAdd 1
def addNat (i : Fin n) (m) : Fin (n + m) := ⟨i + m, Nat.add_lt_add_right i.2 _⟩
def natAdd (n) (i : Fin m) : Fin (n + m) := ⟨n + i, Nat.add_lt_add_left i.2 _⟩
def last (n : Nat) : Fin (n + 1) := ⟨n, n.lt_succ_self⟩

end Fin

namespace BitVec

@[inline] def cast (eq : n = m) (x : BitVec n) : BitVec m := ⟨eq ▸ x.toFin⟩
protected theorem isLt (x : BitVec w) : x.toNat < 2^w := x.toFin.isLt
theorem eq_of_toNat_eq {n} : ∀ {x y : BitVec n}, x.toNat = y.toNat → x = y
  | ⟨_⟩, ⟨_⟩, h => congrArg ofFin (Fin.eq_of_val_eq h)

instance instInhabited : Inhabited (BitVec n) where default := .ofNat n 0
instance instOfNat : OfNat (BitVec n) i where ofNat := .ofNat n i
instance natCastInst : NatCast (BitVec w) := ⟨BitVec.ofNat w⟩

protected def add (x y : BitVec n) : BitVec n := .ofNat n (x.toNat + y.toNat)
protected def sub (x y : BitVec n) : BitVec n := .ofNat n ((2^n - y.toNat) + x.toNat)
protected def neg (x : BitVec n) : BitVec n := .ofNat n (2^n - x.toNat)
protected def mul (x y : BitVec n) : BitVec n := .ofNat n (x.toNat * y.toNat)
protected def udiv (x y : BitVec n) : BitVec n :=
  .ofNatLT (x.toNat / y.toNat) (Nat.lt_of_le_of_lt (Nat.div_le_self _ _) x.isLt)
protected def umod (x y : BitVec n) : BitVec n :=
  .ofNatLT (x.toNat % y.toNat) (Nat.lt_of_le_of_lt (Nat.mod_le _ _) x.isLt)
protected def and (x y : BitVec n) : BitVec n := .ofNat n (x.toNat &&& y.toNat)
protected def or (x y : BitVec n) : BitVec n := .ofNat n (x.toNat ||| y.toNat)
protected def xor (x y : BitVec n) : BitVec n := .ofNat n (x.toNat ^^^ y.toNat)
protected def not (x : BitVec n) : BitVec n := .ofNat n (2^n - 1 - x.toNat)
protected def shiftLeft (x : BitVec n) (s : Nat) : BitVec n := .ofNat n (x.toNat <<< s)
protected def ushiftRight (x : BitVec n) (s : Nat) : BitVec n := .ofNat n (x.toNat >>> s)

instance : Add (BitVec n) := ⟨BitVec.add⟩
instance : Sub (BitVec n) := ⟨BitVec.sub⟩
instance : Neg (BitVec n) := ⟨BitVec.neg⟩
instance : Mul (BitVec n) := ⟨BitVec.mul⟩
instance : Div (BitVec n) := ⟨BitVec.udiv⟩
instance : Mod (BitVec n) := ⟨BitVec.umod⟩
instance : AndOp (BitVec n) := ⟨BitVec.and⟩
instance : OrOp (BitVec n) := ⟨BitVec.or⟩
instance : XorOp (BitVec n) := ⟨BitVec.xor⟩
instance : Complement (BitVec n) := ⟨BitVec.not⟩
instance : HShiftLeft (BitVec n) Nat (BitVec n) := ⟨BitVec.shiftLeft⟩
instance : HShiftRight (BitVec n) Nat (BitVec n) := ⟨BitVec.ushiftRight⟩

protected def setWidth (v : Nat) (x : BitVec w) : BitVec v := .ofNat v x.toNat
def getLsbD (x : BitVec w) (i : Nat) : Bool := x.toNat.testBit i
protected def toInt (x : BitVec n) : Int :=
  if 2 * x.toNat < 2^n then x.toNat else (x.toNat : Int) - (2^n : Nat)
protected def ofBool (b : Bool) : BitVec 1 := cond b (.ofNat 1 1) (.ofNat 1 0)

end BitVec
