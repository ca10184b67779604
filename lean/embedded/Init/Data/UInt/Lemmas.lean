prelude
import Init.Data.UInt.Basic
import Init.Data.Nat.Lemmas
import Init.Data.Nat.Div

/-!
# Bit vectors and machine words as numbers

What `toNat` of an operation is. Statements follow Lean 4.35's public interface. Left out: bitwise
operations, signed interpretations.
-/

set_option linter.all false

namespace BitVec

theorem toNat_inj {x y : BitVec n} : x.toNat = y.toNat ↔ x = y :=
  ⟨eq_of_toNat_eq, congrArg BitVec.toNat⟩
theorem toNat_eq {x y : BitVec n} : x = y ↔ x.toNat = y.toNat := toNat_inj.symm
theorem toNat_ne {x y : BitVec n} : x ≠ y ↔ x.toNat ≠ y.toNat := not_congr toNat_eq
@[simp] theorem toNat_ofNat (x w : Nat) : (BitVec.ofNat w x).toNat = x % 2^w := rfl
@[simp] theorem toNat_ofNatLT (x : Nat) (p : x < 2^w) : (BitVec.ofNatLT x p).toNat = x := rfl
@[simp] theorem ofNat_toNat (x : BitVec n) : BitVec.ofNat n x.toNat = x :=
  eq_of_toNat_eq (Nat.mod_eq_of_lt x.isLt)
@[simp] theorem toNat_mod_cancel (x : BitVec n) : x.toNat % 2^n = x.toNat :=
  Nat.mod_eq_of_lt x.isLt
@[simp] theorem toNat_add (x y : BitVec w) : (x + y).toNat = (x.toNat + y.toNat) % 2^w := rfl
theorem toNat_sub {n} (x y : BitVec n) :
    (x - y).toNat = ((2^n - y.toNat) + x.toNat) % 2^n := rfl
@[simp] theorem toNat_mul (x y : BitVec n) : (x * y).toNat = (x.toNat * y.toNat) % 2^n := rfl
@[simp] theorem toNat_neg (x : BitVec n) : (-x).toNat = (2^n - x.toNat) % 2^n := rfl
@[simp] theorem toNat_udiv {x y : BitVec n} : (x / y).toNat = x.toNat / y.toNat := rfl
@[simp] theorem toNat_umod {x y : BitVec n} : (x % y).toNat = x.toNat % y.toNat := rfl
theorem le_def {x y : BitVec n} : x ≤ y ↔ x.toNat ≤ y.toNat := .rfl
theorem lt_def {x y : BitVec n} : x < y ↔ x.toNat < y.toNat := .rfl

protected theorem add_comm (x y : BitVec n) : x + y = y + x :=
  eq_of_toNat_eq (by rw [toNat_add, toNat_add, Nat.add_comm])
protected theorem add_assoc (x y z : BitVec n) : x + y + z = x + (y + z) :=
  eq_of_toNat_eq (by
    rw [toNat_add, toNat_add, toNat_add, toNat_add, Nat.mod_add_mod, Nat.add_mod_mod,
      Nat.add_assoc])
@[simp] protected theorem add_zero (x : BitVec n) : x + BitVec.ofNat n 0 = x :=
  eq_of_toNat_eq (by
    rw [toNat_add]
    show (x.toNat + 0 % 2^n) % 2^n = x.toNat
    rw [Nat.zero_mod, Nat.add_zero, toNat_mod_cancel])
@[simp] protected theorem zero_add (x : BitVec n) : BitVec.ofNat n 0 + x = x := by
  rw [BitVec.add_comm, BitVec.add_zero]
protected theorem mul_comm (x y : BitVec n) : x * y = y * x :=
  eq_of_toNat_eq (by rw [toNat_mul, toNat_mul, Nat.mul_comm])
@[simp] protected theorem sub_self (x : BitVec n) : x - x = BitVec.ofNat n 0 :=
  eq_of_toNat_eq (by
    rw [toNat_sub, Nat.sub_add_cancel (Nat.le_of_lt x.isLt), Nat.mod_self]
    show 0 = 0 % 2^n
    rw [Nat.zero_mod])
instance : Std.Commutative (α := BitVec n) (· + ·) := ⟨BitVec.add_comm⟩
instance : Std.Associative (α := BitVec n) (· + ·) := ⟨BitVec.add_assoc⟩

end BitVec

namespace UInt8

theorem toNat_lt (n : UInt8) : n.toNat < 2^8 := n.toBitVec.isLt
theorem toNat_lt_size (n : UInt8) : n.toNat < UInt8.size := n.toBitVec.isLt
theorem toNat_inj : ∀ {a b : UInt8}, a.toNat = b.toNat ↔ a = b
  | ⟨_⟩, ⟨_⟩ => ⟨fun h => congrArg ofBitVec (BitVec.eq_of_toNat_eq h), congrArg toNat⟩
theorem lt_iff_toNat_lt {a b : UInt8} : a < b ↔ a.toNat < b.toNat := .rfl
theorem le_iff_toNat_le {a b : UInt8} : a ≤ b ↔ a.toNat ≤ b.toNat := .rfl
@[simp] theorem toNat_toBitVec (x : UInt8) : x.toBitVec.toNat = x.toNat := rfl
@[simp] theorem toNat_ofNat' {n : Nat} : (ofNat n).toNat = n % 2^8 := rfl
@[simp] theorem toNat_ofNat {n : Nat} : toNat (no_index (OfNat.ofNat n)) = n % 2^8 := rfl
theorem toNat_ofNat_of_lt' {n : Nat} (h : n < size) : (ofNat n).toNat = n := Nat.mod_eq_of_lt h
@[simp] theorem toNat_add (a b : UInt8) : (a + b).toNat = (a.toNat + b.toNat) % 2^8 := rfl
theorem toNat_sub (a b : UInt8) : (a - b).toNat = (2^8 - b.toNat + a.toNat) % 2^8 := rfl
@[simp] theorem toNat_mul (a b : UInt8) : (a * b).toNat = (a.toNat * b.toNat) % 2^8 := rfl
@[simp] theorem toNat_div (a b : UInt8) : (a / b).toNat = a.toNat / b.toNat := rfl
@[simp] theorem toNat_mod (a b : UInt8) : (a % b).toNat = a.toNat % b.toNat := rfl

end UInt8

namespace UInt16

theorem toNat_lt (n : UInt16) : n.toNat < 2^16 := n.toBitVec.isLt
theorem toNat_lt_size (n : UInt16) : n.toNat < UInt16.size := n.toBitVec.isLt
theorem toNat_inj : ∀ {a b : UInt16}, a.toNat = b.toNat ↔ a = b
  | ⟨_⟩, ⟨_⟩ => ⟨fun h => congrArg ofBitVec (BitVec.eq_of_toNat_eq h), congrArg toNat⟩
theorem lt_iff_toNat_lt {a b : UInt16} : a < b ↔ a.toNat < b.toNat := .rfl
theorem le_iff_toNat_le {a b : UInt16} : a ≤ b ↔ a.toNat ≤ b.toNat := .rfl
@[simp] theorem toNat_toBitVec (x : UInt16) : x.toBitVec.toNat = x.toNat := rfl
@[simp] theorem toNat_ofNat' {n : Nat} : (ofNat n).toNat = n % 2^16 := rfl
@[simp] theorem toNat_ofNat {n : Nat} : toNat (no_index (OfNat.ofNat n)) = n % 2^16 := rfl
theorem toNat_ofNat_of_lt' {n : Nat} (h : n < size) : (ofNat n).toNat = n := Nat.mod_eq_of_lt h
@[simp] theorem toNat_add (a b : UInt16) : (a + b).toNat = (a.toNat + b.toNat) % 2^16 := rfl
theorem toNat_sub (a b : UInt16) : (a - b).toNat = (2^16 - b.toNat + a.toNat) % 2^16 := rfl
@[simp] theorem toNat_mul (a b : UInt16) : (a * b).toNat = (a.toNat * b.toNat) % 2^16 := rfl
@[simp] theorem toNat_div (a b : UInt16) : (a / b).toNat = a.toNat / b.toNat := rfl
@[simp] theorem toNat_mod (a b : UInt16) : (a % b).toNat = a.toNat % b.toNat := rfl

end UInt16

namespace UInt32

theorem toNat_lt (n : UInt32) : n.toNat < 2^32 := n.toBitVec.isLt
theorem toNat_lt_size (n : UInt32) : n.toNat < UInt32.size := n.toBitVec.isLt
theorem toNat_inj : ∀ {a b : UInt32}, a.toNat = b.toNat ↔ a = b
  | ⟨_⟩, ⟨_⟩ => ⟨fun h => congrArg ofBitVec (BitVec.eq_of_toNat_eq h), congrArg toNat⟩
theorem lt_iff_toNat_lt {a b : UInt32} : a < b ↔ a.toNat < b.toNat := .rfl
theorem le_iff_toNat_le {a b : UInt32} : a ≤ b ↔ a.toNat ≤ b.toNat := .rfl
@[simp] theorem toNat_toBitVec (x : UInt32) : x.toBitVec.toNat = x.toNat := rfl
@[simp] theorem toNat_ofNat' {n : Nat} : (ofNat n).toNat = n % 2^32 := rfl
@[simp] theorem toNat_ofNat {n : Nat} : toNat (no_index (OfNat.ofNat n)) = n % 2^32 := rfl
theorem toNat_ofNat_of_lt' {n : Nat} (h : n < size) : (ofNat n).toNat = n := Nat.mod_eq_of_lt h
@[simp] theorem toNat_add (a b : UInt32) : (a + b).toNat = (a.toNat + b.toNat) % 2^32 := rfl
theorem toNat_sub (a b : UInt32) : (a - b).toNat = (2^32 - b.toNat + a.toNat) % 2^32 := rfl
@[simp] theorem toNat_mul (a b : UInt32) : (a * b).toNat = (a.toNat * b.toNat) % 2^32 := rfl
@[simp] theorem toNat_div (a b : UInt32) : (a / b).toNat = a.toNat / b.toNat := rfl
@[simp] theorem toNat_mod (a b : UInt32) : (a % b).toNat = a.toNat % b.toNat := rfl

end UInt32

namespace UInt64

theorem toNat_lt (n : UInt64) : n.toNat < 2^64 := n.toBitVec.isLt
theorem toNat_lt_size (n : UInt64) : n.toNat < UInt64.size := n.toBitVec.isLt
theorem toNat_inj : ∀ {a b : UInt64}, a.toNat = b.toNat ↔ a = b
  | ⟨_⟩, ⟨_⟩ => ⟨fun h => congrArg ofBitVec (BitVec.eq_of_toNat_eq h), congrArg toNat⟩
theorem lt_iff_toNat_lt {a b : UInt64} : a < b ↔ a.toNat < b.toNat := .rfl
theorem le_iff_toNat_le {a b : UInt64} : a ≤ b ↔ a.toNat ≤ b.toNat := .rfl
@[simp] theorem toNat_toBitVec (x : UInt64) : x.toBitVec.toNat = x.toNat := rfl
@[simp] theorem toNat_ofNat' {n : Nat} : (ofNat n).toNat = n % 2^64 := rfl
@[simp] theorem toNat_ofNat {n : Nat} : toNat (no_index (OfNat.ofNat n)) = n % 2^64 := rfl
theorem toNat_ofNat_of_lt' {n : Nat} (h : n < size) : (ofNat n).toNat = n := Nat.mod_eq_of_lt h
@[simp] theorem toNat_add (a b : UInt64) : (a + b).toNat = (a.toNat + b.toNat) % 2^64 := rfl
theorem toNat_sub (a b : UInt64) : (a - b).toNat = (2^64 - b.toNat + a.toNat) % 2^64 := rfl
@[simp] theorem toNat_mul (a b : UInt64) : (a * b).toNat = (a.toNat * b.toNat) % 2^64 := rfl
@[simp] theorem toNat_div (a b : UInt64) : (a / b).toNat = a.toNat / b.toNat := rfl
@[simp] theorem toNat_mod (a b : UInt64) : (a % b).toNat = a.toNat % b.toNat := rfl

end UInt64
