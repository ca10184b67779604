prelude
import Init.Core
import Init.Data.Int.Basic

/-!
# Classes that `grind` looks for

Preorders, modules, rings and fields, as `grind` names them. It asks for an instance before it
uses a solver. `Init.Grind.Ring` declares the integers a commutative ring.
-/

namespace Std

/-- `≤` is reflexive and transitive. -/
class IsPreorder (α : Type u) [LE α] : Prop where
  le_refl : ∀ a : α, a ≤ a
  le_trans : ∀ a b c : α, a ≤ b → b ≤ c → a ≤ c

/-- A preorder whose equivalent elements are equal. -/
class IsPartialOrder (α : Type u) [LE α] : Prop extends IsPreorder α where
  le_antisymm : ∀ a b : α, a ≤ b → b ≤ a → a = b

/-- A preorder in which all elements are comparable. -/
class IsLinearPreorder (α : Type u) [LE α] : Prop extends IsPreorder α where
  le_total : ∀ a b : α, a ≤ b ∨ b ≤ a

/-- A partial order in which all elements are comparable. -/
class IsLinearOrder (α : Type u) [LE α] : Prop extends IsPartialOrder α, IsLinearPreorder α

/-- `<` is the strict part of `≤`. -/
class LawfulOrderLT (α : Type u) [LT α] [LE α] : Prop where
  lt_iff : ∀ a b : α, a < b ↔ a ≤ b ∧ ¬ b ≤ a

end Std

namespace Lean.Grind

/-- Addition that is associative and commutative, with a zero. -/
class AddCommMonoid (M : Type u) extends Zero M, Add M where
  add_zero : ∀ a : M, a + 0 = a
  add_comm : ∀ a b : M, a + b = b + a
  add_assoc : ∀ a b c : M, a + b + c = a + (b + c)

/-- An additive monoid with opposites. -/
class AddCommGroup (M : Type u) extends AddCommMonoid M, Neg M, Sub M where
  neg_add_cancel : ∀ a : M, -a + a = 0
  sub_eq_add_neg : ∀ a b : M, a - b = a + -b

/-- A module over the natural numbers. -/
class NatModule (M : Type u) extends AddCommMonoid M where
  [nsmul : SMul Nat M]
  zero_nsmul : ∀ a : M, (0 : Nat) • a = 0
  add_one_nsmul : ∀ (n : Nat) (a : M), (n + 1) • a = n • a + a

/-- A module over the integers. -/
class IntModule (M : Type u) extends AddCommGroup M where
  [zsmul : SMul Int M]
  [nsmul : SMul Nat M]
  zero_zsmul : ∀ a : M, (0 : Int) • a = 0
  one_zsmul : ∀ a : M, (1 : Int) • a = a
  add_zsmul : ∀ (n m : Int) (a : M), (n + m) • a = n • a + m • a
  zsmul_natCast_eq_nsmul : ∀ (n : Nat) (a : M), (n : Int) • a = n • a

/-- Multiplication by a positive number is injective. -/
class NoNatZeroDivisors (α : Type u) [NatModule α] : Prop where
  no_nat_zero_divisors : ∀ (k : Nat) (a b : α), k ≠ 0 →
    NatModule.nsmul.smul k a = NatModule.nsmul.smul k b → a = b

/-- Addition can be cancelled on the right. -/
class AddRightCancel (M : Type u) [Add M] : Prop where
  add_right_cancel : ∀ a b c : M, a + c = b + c → a = b

/-- A semiring. -/
class Semiring (α : Type u) extends Add α, Mul α where
  [natCast : NatCast α]
  [ofNat : ∀ n, OfNat α n]
  [nsmul : SMul Nat α]
  [npow : HPow α Nat α]
  add_zero : ∀ a : α, a + 0 = a
  add_comm : ∀ a b : α, a + b = b + a
  add_assoc : ∀ a b c : α, a + b + c = a + (b + c)
  mul_assoc : ∀ a b c : α, a * b * c = a * (b * c)
  mul_one : ∀ a : α, a * 1 = a
  one_mul : ∀ a : α, 1 * a = a
  left_distrib : ∀ a b c : α, a * (b + c) = a * b + a * c
  right_distrib : ∀ a b c : α, (a + b) * c = a * c + b * c
  zero_mul : ∀ a : α, 0 * a = 0
  mul_zero : ∀ a : α, a * 0 = 0
  pow_zero : ∀ a : α, a ^ 0 = 1
  pow_succ : ∀ (a : α) (n : Nat), a ^ (n + 1) = a ^ n * a
  ofNat_succ : ∀ a : Nat, OfNat.ofNat (α := α) (a + 1) = OfNat.ofNat a + 1
  ofNat_eq_natCast : ∀ n : Nat, OfNat.ofNat (α := α) n = Nat.cast n
  nsmul_eq_natCast_mul : ∀ (n : Nat) (a : α), n • a = Nat.cast n * a

attribute [reducible, instance 100] Semiring.natCast Semiring.ofNat Semiring.nsmul Semiring.npow

/-- A ring. -/
class Ring (α : Type u) extends Semiring α, Neg α, Sub α where
  [intCast : IntCast α]
  [zsmul : SMul Int α]
  neg_add_cancel : ∀ a : α, -a + a = 0
  sub_eq_add_neg : ∀ a b : α, a - b = a + -b
  neg_zsmul : ∀ (i : Int) (a : α), (-i : Int) • a = -(i • a)
  zsmul_natCast_eq_nsmul : ∀ (n : Nat) (a : α), (n : Int) • a = n • a
  intCast_ofNat : ∀ n : Nat, Int.cast (OfNat.ofNat (α := Int) n) = OfNat.ofNat (α := α) n
  intCast_neg : ∀ i : Int, Int.cast (R := α) (-i) = -Int.cast i

attribute [reducible, instance 100] Ring.intCast Ring.zsmul

/-- A semiring whose multiplication commutes. -/
class CommSemiring (α : Type u) extends Semiring α where
  mul_comm : ∀ a b : α, a * b = b * a

/-- A ring whose multiplication commutes. -/
class CommRing (α : Type u) extends Ring α, CommSemiring α

/-- A field. -/
class Field (α : Type u) extends CommRing α, Inv α, Div α where
  [zpow : HPow α Int α]
  div_eq_mul_inv : ∀ a b : α, a / b = a * b⁻¹
  zero_ne_one : (0 : α) ≠ 1
  inv_zero : (0 : α)⁻¹ = 0
  mul_inv_cancel : ∀ {a : α}, a ≠ 0 → a * a⁻¹ = 1
  zpow_zero : ∀ a : α, a ^ (0 : Int) = 1
  zpow_succ : ∀ (a : α) (n : Nat), a ^ (n + 1 : Int) = a ^ (n : Int) * a
  zpow_neg : ∀ (a : α) (n : Int), a ^ (-n) = (a ^ n)⁻¹

/-- The semiring has characteristic `p`. -/
class IsCharP (α : Type u) [Semiring α] (p : outParam Nat) : Prop where
  ofNat_ext_iff : ∀ {x y : Nat},
    (Semiring.ofNat x : OfNat α x).ofNat = (Semiring.ofNat y : OfNat α y).ofNat ↔ x % p = y % p

/-- Every element is its own `p`-th power. -/
class PowIdentity (α : Type u) [CommSemiring α] (p : outParam Nat) : Prop where
  pow_eq : ∀ a : α, a ^ p = a

/-- Addition respects the order. -/
class OrderedAdd (M : Type u) [HAdd M M M] [LE M] [Std.IsPreorder M] : Prop where
  add_le_left_iff : ∀ {a b : M} (c : M), a ≤ b ↔ a + c ≤ b + c

/-- Multiplication by a positive element respects the order. -/
class OrderedRing (R : Type u) [Semiring R] [LE R] [LT R] [Std.IsPreorder R] : Prop
    extends OrderedAdd R where
  zero_lt_one : (Semiring.ofNat 0 : OfNat R 0).ofNat < (Semiring.ofNat 1 : OfNat R 1).ofNat
  mul_lt_mul_of_pos_left : ∀ {a b c : R}, a < b →
    (Semiring.ofNat 0 : OfNat R 0).ofNat < c → c * a < c * b
  mul_lt_mul_of_pos_right : ∀ {a b c : R}, a < b →
    (Semiring.ofNat 0 : OfNat R 0).ofNat < c → a * c < b * c

end Lean.Grind
