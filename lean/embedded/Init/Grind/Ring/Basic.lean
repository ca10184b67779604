prelude
import Init.Grind.Algebra
import Init.Data.Int.Order
import Init.Data.AC

/-!
# Arithmetic in semirings and rings

Consequences of the laws, and the numbers of a ring.
-/

namespace Lean.Grind

namespace Semiring

variable {α : Type u} [Semiring α]

instance : Std.Associative (α := α) (· + ·) := ⟨add_assoc⟩
instance : Std.Commutative (α := α) (· + ·) := ⟨add_comm⟩
instance : Std.Associative (α := α) (· * ·) := ⟨mul_assoc⟩

theorem zero_add (a : α) : 0 + a = a := (add_comm 0 a).trans (add_zero a)

theorem add_left_comm (a b c : α) : a + (b + c) = b + (a + c) := by
  rw [← add_assoc, add_comm a b, add_assoc]

theorem pow_one (a : α) : a ^ 1 = a := by rw [pow_succ, pow_zero, one_mul]

theorem pow_add (a : α) (m : Nat) : (n : Nat) → a ^ (m + n) = a ^ m * a ^ n
  | 0 => by rw [pow_zero, mul_one, Nat.add_zero]
  | n + 1 => by rw [← Nat.add_assoc, pow_succ, pow_succ, pow_add a m n, mul_assoc]

theorem natCast_eq_ofNat (n : Nat) : Nat.cast n = OfNat.ofNat (α := α) n :=
  (ofNat_eq_natCast n).symm

theorem natCast_zero : Nat.cast 0 = (0 : α) := natCast_eq_ofNat 0

theorem natCast_one : Nat.cast 1 = (1 : α) := natCast_eq_ofNat 1

theorem natCast_succ (n : Nat) : (Nat.cast (n + 1) : α) = Nat.cast n + 1 := by
  rw [natCast_eq_ofNat, ofNat_succ, ofNat_eq_natCast]

theorem natCast_add (m : Nat) : (n : Nat) → (Nat.cast (m + n) : α) = Nat.cast m + Nat.cast n
  | 0 => by rw [Nat.add_zero, natCast_zero, add_zero]
  | n + 1 => by rw [← Nat.add_assoc, natCast_succ, natCast_succ, natCast_add m n, add_assoc]

theorem natCast_mul (m : Nat) : (n : Nat) → (Nat.cast (m * n) : α) = Nat.cast m * Nat.cast n
  | 0 => by rw [Nat.mul_zero, natCast_zero, mul_zero]
  | n + 1 => by
    rw [Nat.mul_succ, natCast_add, natCast_mul m n, natCast_succ, left_distrib, mul_one]

theorem zero_mul_congr {a b : α} (h : a = 0) : a * b = 0 := by rw [h, zero_mul]

theorem mul_zero_congr {a b : α} (h : b = 0) : a * b = 0 := by rw [h, mul_zero]

theorem one_mul_congr {a b : α} (h : a = 1) : a * b = b := by rw [h, one_mul]

theorem mul_one_congr {a b : α} (h : b = 1) : a * b = a := by rw [h, mul_one]

/-- A semiring as a module over the natural numbers. -/
@[reducible] def toNatModule : NatModule α where
  zero := 0
  add_zero := add_zero
  add_comm := add_comm
  add_assoc := add_assoc
  zero_nsmul a := by rw [nsmul_eq_natCast_mul, natCast_zero, zero_mul]
  add_one_nsmul n a := by
    rw [nsmul_eq_natCast_mul, nsmul_eq_natCast_mul, natCast_succ, right_distrib, one_mul]

attribute [instance 100] toNatModule

end Semiring

namespace CommSemiring

variable {α : Type u} [CommSemiring α]

instance : Std.Commutative (α := α) (· * ·) := ⟨mul_comm⟩

theorem mul_left_comm (a b c : α) : a * (b * c) = b * (a * c) := by
  rw [← Semiring.mul_assoc, mul_comm a b, Semiring.mul_assoc]

end CommSemiring

namespace Ring

open Semiring hiding add_comm add_assoc
open Semiring (add_comm add_assoc)

variable {α : Type u} [Ring α]

theorem add_neg_cancel (a : α) : a + -a = 0 := (add_comm a (-a)).trans (neg_add_cancel a)

theorem add_neg_cancel_right (a b : α) : a + b + -b = a := by
  rw [add_assoc, add_neg_cancel, add_zero]

theorem neg_add_cancel_right (a b : α) : a + -b + b = a := by
  rw [add_assoc, neg_add_cancel, add_zero]

theorem add_right_cancel {a b c : α} (h : a + c = b + c) : a = b := by
  rw [← add_neg_cancel_right a c, h, add_neg_cancel_right]

theorem neg_eq_of_add {a b : α} (h : a + b = 0) : -a = b :=
  add_right_cancel (c := a) (by rw [neg_add_cancel, add_comm b, h])

theorem neg_neg (a : α) : - -a = a := neg_eq_of_add (neg_add_cancel a)

theorem neg_zero : -(0 : α) = 0 := neg_eq_of_add (add_zero 0)

theorem neg_add (a b : α) : -(a + b) = -a + -b :=
  neg_eq_of_add (by
    rw [add_comm a b, add_assoc, ← add_assoc a, add_neg_cancel, zero_add, add_neg_cancel])

theorem neg_mul (a b : α) : -a * b = -(a * b) :=
  (neg_eq_of_add (by rw [← right_distrib, add_neg_cancel, zero_mul])).symm

theorem mul_neg (a b : α) : a * -b = -(a * b) :=
  (neg_eq_of_add (by rw [← left_distrib, add_neg_cancel, mul_zero])).symm

theorem sub_self (a : α) : a - a = 0 := by rw [sub_eq_add_neg, add_neg_cancel]

theorem eq_of_sub_eq_zero {a b : α} (h : a - b = 0) : a = b := by
  rw [← neg_add_cancel_right a b, ← sub_eq_add_neg, h, zero_add]

theorem sub_eq_zero {a b : α} (h : a = b) : a - b = 0 := by rw [h, sub_self]

theorem intCast_natCast (n : Nat) : Int.cast (n : Int) = (Nat.cast n : α) :=
  (intCast_ofNat n).trans (ofNat_eq_natCast n)

theorem intCast_zero : Int.cast 0 = (0 : α) := intCast_ofNat 0

theorem intCast_one : Int.cast 1 = (1 : α) := intCast_ofNat 1

theorem intCast_add_one : (a : Int) → (Int.cast (a + 1) : α) = Int.cast a + 1
  | .ofNat n => by
    have h := intCast_natCast (α := α) (n + 1)
    rw [natCast_succ, ← intCast_natCast] at h
    exact h
  | .negSucc n => by
    have e : Int.negSucc n + 1 = -(n : Int) := by
      rw [Int.negSucc_eq, Int.neg_add, Int.add_assoc, Int.add_left_neg, Int.add_zero]
    rw [e, Int.negSucc_eq, intCast_neg, intCast_neg, intCast_natCast]
    have h := intCast_natCast (α := α) (n + 1)
    rw [natCast_succ] at h
    rw [show ((n : Int) + 1) = ((n + 1 : Nat) : Int) from rfl, h, neg_add, neg_add_cancel_right]

theorem intCast_add_natCast (a : Int) :
    (n : Nat) → (Int.cast (a + n) : α) = Int.cast a + Nat.cast n
  | 0 => by rw [natCast_zero, add_zero]; exact congrArg _ (Int.add_zero a)
  | n + 1 => by
    rw [natCast_succ, ← add_assoc, ← intCast_add_natCast a n, ← intCast_add_one, Int.add_assoc]
    rfl

theorem intCast_add (a : Int) : (b : Int) → (Int.cast (a + b) : α) = Int.cast a + Int.cast b
  | .ofNat n => (intCast_add_natCast a n).trans (congrArg _ (intCast_natCast n).symm)
  | .negSucc n => by
    have e : Int.negSucc n = -((n + 1 : Nat) : Int) := rfl
    have h := intCast_add_natCast (α := α) (a + Int.negSucc n) (n + 1)
    rw [Int.add_assoc, e, Int.add_left_neg, Int.add_zero] at h
    rw [h, e, intCast_neg, intCast_natCast, add_neg_cancel_right]

theorem intCast_mul_natCast (a : Int) :
    (n : Nat) → (Int.cast (a * n) : α) = Int.cast a * Nat.cast n
  | 0 => by
    rw [natCast_zero, mul_zero, ← intCast_zero]
    exact congrArg _ (Int.mul_zero a)
  | n + 1 => by
    rw [natCast_succ, left_distrib, ← intCast_mul_natCast a n, mul_one, ← intCast_add]
    exact congrArg _ ((Int.mul_add a n 1).trans (congrArg _ (Int.mul_one a)))

theorem intCast_mul (a : Int) : (b : Int) → (Int.cast (a * b) : α) = Int.cast a * Int.cast b
  | .ofNat n => (intCast_mul_natCast a n).trans (congrArg _ (intCast_natCast n).symm)
  | .negSucc n => by
    have e : Int.negSucc n = -((n + 1 : Nat) : Int) := rfl
    rw [e, Int.mul_neg, intCast_neg, intCast_neg, intCast_mul_natCast, intCast_natCast, mul_neg]

theorem neg_eq_intCast_mul (a : α) : -a = Int.cast (-1) * a := by
  rw [intCast_neg, intCast_one, neg_mul, one_mul]

theorem intCast_eq_ofNat_of_nonneg (k : Int) (h : 0 ≤ k) :
    Int.cast (R := α) k = OfNat.ofNat (α := α) k.toNat := by
  cases k with
  | ofNat n => exact intCast_ofNat n
  | negSucc n => exact absurd h (Int.not_le_of_lt (Int.negSucc_lt_zero n))

theorem intCast_eq_ofNat_of_nonpos (k : Int) (h : k ≤ 0) :
    Int.cast (R := α) k = -OfNat.ofNat (α := α) k.natAbs := by
  cases k with
  | ofNat n =>
    cases n with
    | zero => exact intCast_zero.trans neg_zero.symm
    | succ n => exact absurd h (Int.not_le_of_lt (Int.ofNat_lt.mpr (Nat.succ_pos n)))
  | negSucc n => exact (intCast_neg _).trans (congrArg _ (intCast_ofNat (n + 1)))

theorem zsmul_eq_intCast_mul : (k : Int) → (a : α) → k • a = Int.cast k * a
  | .ofNat n, a => by
    rw [show Int.ofNat n = (n : Int) from rfl, zsmul_natCast_eq_nsmul, nsmul_eq_natCast_mul,
      intCast_natCast]
  | .negSucc n, a => by
    rw [show Int.negSucc n = -((n + 1 : Nat) : Int) from rfl, neg_zsmul, zsmul_natCast_eq_nsmul,
      nsmul_eq_natCast_mul, intCast_neg, intCast_natCast, neg_mul]

/-- A ring as a module over the integers. -/
@[reducible] def toIntModule : IntModule α where
  zero := 0
  add_zero := add_zero
  add_comm := add_comm
  add_assoc := add_assoc
  neg_add_cancel := neg_add_cancel
  sub_eq_add_neg := sub_eq_add_neg
  zero_zsmul a := by rw [zsmul_eq_intCast_mul, intCast_zero, zero_mul]
  one_zsmul a := by rw [zsmul_eq_intCast_mul, intCast_one, one_mul]
  add_zsmul m n a := by
    rw [zsmul_eq_intCast_mul, zsmul_eq_intCast_mul, zsmul_eq_intCast_mul, intCast_add,
      right_distrib]
  zsmul_natCast_eq_nsmul := zsmul_natCast_eq_nsmul

attribute [instance 100] toIntModule

end Ring

end Lean.Grind
