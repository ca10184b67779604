prelude
import Init.Data.Nat.Basic
import Init.Coe

/-!
# Integers

The type, its operations under the names that Lean computes with, and the laws of a commutative
ring. Every integer is a difference `subNatNat m n` of natural numbers; a law is proved by
writing the operations on differences and comparing natural numbers.
-/

set_option linter.all false

set_option genCtorIdx false in
/-- The integers. -/
inductive Int : Type where
  /-- A natural number. -/
  | ofNat : Nat → Int
  /-- The opposite of a successor. -/
  | negSucc : Nat → Int

attribute [extern "lean_nat_to_int"] Int.ofNat
attribute [extern "lean_int_neg_succ_of_nat"] Int.negSucc

/-- Types that natural numbers have an image in. -/
class NatCast (R : Type u) where
  natCast : Nat → R

instance : NatCast Nat where natCast n := n

/-- The image of a natural number. -/
@[coe, reducible, match_pattern] protected def Nat.cast {R : Type u} [NatCast R] : Nat → R :=
  NatCast.natCast

instance [NatCast R] : CoeTail Nat R where coe := Nat.cast
instance [NatCast R] : CoeHTCT Nat R where coe := Nat.cast

/-- Types that integers have an image in. -/
class IntCast (R : Type u) where
  protected intCast : Int → R

/-- The image of an integer. -/
@[coe, reducible, match_pattern] protected def Int.cast {R : Type u} [IntCast R] : Int → R :=
  IntCast.intCast

instance [IntCast R] : CoeTail Int R where coe := Int.cast
instance [IntCast R] : CoeHTCT Int R where coe := Int.cast

instance : IntCast Int where intCast n := n
instance : NatCast Int where natCast n := Int.ofNat n
instance instOfNat : OfNat Int n := ⟨Int.ofNat n⟩

namespace Int

instance : Inhabited Int := ⟨ofNat 0⟩

/-- The opposite of a natural number. -/
def negOfNat : Nat → Int
  | 0 => 0
  | .succ m => negSucc m

set_option bootstrap.genMatcherCode false in
/-- The opposite. -/
@[extern "lean_int_neg"]
protected def neg (n : @& Int) : Int :=
  match n with
  | ofNat n => negOfNat n
  | negSucc n => ofNat (.succ n)

instance instNegInt : Neg Int where neg := Int.neg

/-- The difference of two natural numbers. -/
def subNatNat (m n : Nat) : Int :=
  match (n - m : Nat) with
  | 0 => ofNat (m - n)
  | .succ k => negSucc k

set_option bootstrap.genMatcherCode false in
/-- The sum. -/
@[extern "lean_int_add"]
protected def add (m n : @& Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m + n)
  | ofNat m, negSucc n => subNatNat m (.succ n)
  | negSucc m, ofNat n => subNatNat n (.succ m)
  | negSucc m, negSucc n => negSucc (.succ (m + n))

instance instAdd : Add Int where add := Int.add

set_option bootstrap.genMatcherCode false in
/-- The product. -/
@[extern "lean_int_mul"]
protected def mul (m n : @& Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m * n)
  | ofNat m, negSucc n => negOfNat (m * .succ n)
  | negSucc m, ofNat n => negOfNat (.succ m * n)
  | negSucc m, negSucc n => ofNat (.succ m * .succ n)

instance instMul : Mul Int where mul := Int.mul

/-- The difference. -/
@[extern "lean_int_sub"]
protected def sub (m n : @& Int) : Int := m + -n

instance instSub : Sub Int where sub := Int.sub

/-- Whether an integer is a natural number. -/
inductive NonNeg : Int → Prop where
  | mk (n : Nat) : NonNeg (ofNat n)

/-- The order. -/
protected def le (a b : Int) : Prop := NonNeg (b - a)

instance instLEInt : LE Int where le := Int.le

/-- The strict order. -/
protected def lt (a b : Int) : Prop := (a + 1) ≤ b

instance instLTInt : LT Int where lt := Int.lt

set_option bootstrap.genMatcherCode false in
/-- Decides equality. -/
@[extern "lean_int_dec_eq"]
protected def decEq (a b : @& Int) : Decidable (a = b) :=
  match a, b with
  | ofNat a, ofNat b =>
    match Nat.decEq a b with
    | isTrue h => isTrue (congrArg ofNat h)
    | isFalse h => isFalse fun e => Int.noConfusion e fun e => absurd e h
  | ofNat _, negSucc _ => isFalse fun e => Int.noConfusion e
  | negSucc _, ofNat _ => isFalse fun e => Int.noConfusion e
  | negSucc a, negSucc b =>
    match Nat.decEq a b with
    | isTrue h => isTrue (congrArg negSucc h)
    | isFalse h => isFalse fun e => Int.noConfusion e fun e => absurd e h

instance instDecidableEq : DecidableEq Int := Int.decEq

theorem NonNeg.not_negSucc {n : Nat} : ¬ NonNeg (negSucc n) := by
  have h : ∀ a : Int, NonNeg a → a = negSucc n → False := fun a h e => by
    cases h
    exact Int.noConfusion e
  exact fun hn => h _ hn rfl

set_option bootstrap.genMatcherCode false in
@[extern "lean_int_dec_nonneg"]
def decNonneg (m : @& Int) : Decidable (NonNeg m) :=
  match m with
  | ofNat m => isTrue (NonNeg.mk m)
  | negSucc _ => isFalse NonNeg.not_negSucc

/-- Decides the order. -/
@[extern "lean_int_dec_le"]
instance decLe (a b : @& Int) : Decidable (a ≤ b) := decNonneg _

/-- Decides the strict order. -/
@[extern "lean_int_dec_lt"]
instance decLt (a b : @& Int) : Decidable (a < b) := decNonneg _

set_option bootstrap.genMatcherCode false in
/-- The absolute value. -/
@[extern "lean_nat_abs"]
def natAbs (m : @& Int) : Nat :=
  match m with
  | ofNat m => m
  | negSucc m => m.succ

/-- Index of the constructor. -/
def ctorIdx : Int → Nat
  | .ofNat _ => 0
  | .negSucc _ => 1

/-- The sign: -1, 0 or 1. -/
def sign : Int → Int
  | ofNat (.succ _) => 1
  | ofNat 0 => 0
  | negSucc _ => -1

/-- The natural number, or zero when there is none. -/
def toNat : Int → Nat
  | ofNat n => n
  | negSucc _ => 0

/-- The natural number, if there is one. -/
def toNat? : Int → Option Nat
  | (n : Nat) => some n
  | negSucc _ => none

set_option bootstrap.genMatcherCode false in
/-- Euclid's quotient: the remainder is not negative. -/
@[extern "lean_int_ediv"]
def ediv (m n : @& Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m / n)
  | ofNat m, negSucc n => -ofNat (m / .succ n)
  | negSucc _, ofNat 0 => 0
  | negSucc m, ofNat (.succ n) => negSucc (m / .succ n)
  | negSucc m, negSucc n => ofNat (.succ (m / .succ n))

set_option bootstrap.genMatcherCode false in
/-- Euclid's remainder. -/
@[extern "lean_int_emod"]
def emod (m n : @& Int) : Int :=
  match m, n with
  | ofNat m, n => ofNat (m % natAbs n)
  | negSucc m, n => subNatNat (natAbs n) (.succ (m % natAbs n))

instance instDiv : Div Int where div := Int.ediv
instance instMod : Mod Int where mod := Int.emod
instance instDvd : Dvd Int where dvd a b := ∃ c, b = a * c

set_option bootstrap.genMatcherCode false in
/-- The quotient rounded towards zero. -/
@[extern "lean_int_div"]
def tdiv (m n : @& Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m / n)
  | ofNat m, negSucc n => -ofNat (m / .succ n)
  | negSucc m, ofNat n => -ofNat (.succ m / n)
  | negSucc m, negSucc n => ofNat (.succ m / .succ n)

set_option bootstrap.genMatcherCode false in
/-- The remainder of `tdiv`. -/
@[extern "lean_int_mod"]
def tmod (m n : @& Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (m % n)
  | ofNat m, negSucc n => ofNat (m % .succ n)
  | negSucc m, ofNat n => -ofNat (.succ m % n)
  | negSucc m, negSucc n => -ofNat (.succ m % .succ n)

/-- The quotient rounded down. -/
def fdiv : Int → Int → Int
  | 0, _ => 0
  | ofNat m, ofNat n => ofNat (m / n)
  | ofNat (.succ m), negSucc n => negSucc (m / .succ n)
  | negSucc _, 0 => 0
  | negSucc m, ofNat (.succ n) => negSucc (m / .succ n)
  | negSucc m, negSucc n => ofNat (.succ m / .succ n)

/-- The remainder of `fdiv`. -/
def fmod : Int → Int → Int
  | 0, _ => 0
  | ofNat m, ofNat n => ofNat (m % n)
  | ofNat (.succ m), negSucc n => subNatNat (m % .succ n) n
  | negSucc m, ofNat n => subNatNat n (.succ (m % n))
  | negSucc m, negSucc n => -ofNat (.succ m % .succ n)

/-- A power. -/
protected def pow (m : Int) : Nat → Int
  | 0 => 1
  | .succ n => Int.pow m n * m

instance instNatPow : NatPow Int where pow := Int.pow

instance instMin : Min Int := minOfLe
instance instMax : Max Int := maxOfLe

/-! ## Differences of natural numbers -/

theorem subNatNat_add_right (m n : Nat) : subNatNat (m + n) n = ofNat m := by
  unfold subNatNat
  rw [Nat.sub_eq_zero_of_le (Nat.le_add_left n m)]
  exact congrArg ofNat (Nat.add_sub_cancel m n)

theorem subNatNat_add_succ (m n : Nat) : subNatNat m (m + n + 1) = negSucc n := by
  unfold subNatNat
  rw [Nat.add_assoc, Nat.add_sub_cancel_left]

theorem subNatNat_zero (m : Nat) : subNatNat m 0 = ofNat m := subNatNat_add_right m 0

theorem exists_subNatNat (a : Int) : ∃ m n, a = subNatNat m n :=
  match a with
  | ofNat m => ⟨m, 0, (subNatNat_zero m).symm⟩
  | negSucc n => ⟨0, n + 1, rfl⟩

/-- A difference of natural numbers is in one of the two forms. -/
theorem subNatNat_form (m n : Nat) : (∃ j, m = j + n) ∨ (∃ j, n = m + j + 1) :=
  match Nat.lt_or_ge m n with
  | .inl h =>
    match Nat.le.dest (show m + 1 ≤ n from h) with
    | ⟨j, hj⟩ => .inr ⟨j, by rw [← hj, Nat.add_right_comm]⟩
  | .inr h =>
    match Nat.le.dest h with
    | ⟨j, hj⟩ => .inl ⟨j, by rw [← hj, Nat.add_comm]⟩

theorem subNatNat_add_add (m n k : Nat) : subNatNat (m + k) (n + k) = subNatNat m n := by
  cases subNatNat_form m n with
  | inl h =>
    obtain ⟨j, rfl⟩ := h
    rw [subNatNat_add_right, Nat.add_assoc, subNatNat_add_right]
  | inr h =>
    obtain ⟨j, rfl⟩ := h
    rw [subNatNat_add_succ, Nat.add_right_comm _ 1, Nat.add_right_comm m j, subNatNat_add_succ]

theorem subNatNat_congr {m n k l : Nat} (h : m + l = k + n) : subNatNat m n = subNatNat k l := by
  rw [← subNatNat_add_add m n l, h, Nat.add_comm n, subNatNat_add_add]

theorem neg_subNatNat (m n : Nat) : -subNatNat m n = subNatNat n m := by
  cases subNatNat_form m n with
  | inl h =>
    obtain ⟨j, rfl⟩ := h
    rw [subNatNat_add_right]
    cases j with
    | zero => rw [Nat.zero_add]; exact (subNatNat_congr (k := 0) (l := 0) (Nat.add_comm n 0)).symm
    | succ j =>
      rw [Nat.add_comm (j + 1), ← Nat.add_assoc, subNatNat_add_succ]
      rfl
  | inr h =>
    obtain ⟨j, rfl⟩ := h
    rw [subNatNat_add_succ, Nat.add_assoc, Nat.add_comm m, subNatNat_add_right]
    rfl

theorem subNatNat_add_subNatNat (m n k l : Nat) :
    subNatNat m n + subNatNat k l = subNatNat (m + k) (n + l) := by
  cases subNatNat_form m n with
  | inl h =>
    obtain ⟨i, rfl⟩ := h
    rw [subNatNat_add_right]
    cases subNatNat_form k l with
    | inl h =>
      obtain ⟨j, rfl⟩ := h
      rw [subNatNat_add_right, Nat.add_add_add_comm, subNatNat_add_right]
      rfl
    | inr h =>
      obtain ⟨j, rfl⟩ := h
      rw [subNatNat_add_succ]
      exact subNatNat_congr (m := i) (n := j + 1)
        ((Nat.add_assoc (i + n) k (j + 1)).trans (Nat.add_assoc i n (k + (j + 1)))).symm
  | inr h =>
    obtain ⟨i, rfl⟩ := h
    rw [subNatNat_add_succ]
    cases subNatNat_form k l with
    | inl h =>
      obtain ⟨j, rfl⟩ := h
      rw [subNatNat_add_right]
      refine subNatNat_congr (m := j) (n := i + 1) ?_
      rw [Nat.add_assoc m, Nat.add_assoc m, Nat.add_left_comm, Nat.add_comm (i + 1), Nat.add_assoc,
        Nat.add_assoc]
    | inr h =>
      obtain ⟨j, rfl⟩ := h
      rw [subNatNat_add_succ]
      exact subNatNat_congr (m := 0) (n := i + j + 1 + 1) <| (Nat.zero_add _).trans <|
        (Nat.add_add_add_comm m (i + 1) k (j + 1)).trans <|
        congrArg (m + k + ·) (congrArg Nat.succ (Nat.succ_add i j))

theorem negOfNat_eq (m : Nat) : negOfNat m = subNatNat 0 m :=
  match m with
  | 0 => rfl
  | _ + 1 => rfl

/-- The product of `i = m - n` and `j = k - l`, without differences. -/
theorem mul_of_differences (n i l j : Nat) :
    (n + i) * l + n * (l + j) + i * j = (n + i) * (l + j) + n * l := by
  rw [Nat.mul_add n, Nat.mul_add (n + i), Nat.add_mul n i j, Nat.add_comm (n * l), ← Nat.add_assoc,
    Nat.add_right_comm, Nat.add_assoc _ (n * j)]

theorem subNatNat_mul_subNatNat (m n k l : Nat) :
    subNatNat m n * subNatNat k l = subNatNat (m * k + n * l) (m * l + n * k) := by
  cases subNatNat_form m n with
  | inl h =>
    obtain ⟨i, rfl⟩ := h
    rw [subNatNat_add_right, Nat.add_comm i]
    cases subNatNat_form k l with
    | inl h =>
      obtain ⟨j, rfl⟩ := h
      rw [subNatNat_add_right, Nat.add_comm j, ← mul_of_differences, Nat.add_comm _ (i * j),
        subNatNat_add_right]
      rfl
    | inr h =>
      obtain ⟨j, rfl⟩ := h
      rw [subNatNat_add_succ]
      exact (negOfNat_eq (i * (j + 1))).trans
        (subNatNat_congr ((Nat.zero_add _).trans (mul_of_differences n i k (j + 1)).symm))
  | inr h =>
    obtain ⟨i, rfl⟩ := h
    rw [subNatNat_add_succ]
    cases subNatNat_form k l with
    | inl h =>
      obtain ⟨j, rfl⟩ := h
      rw [subNatNat_add_right, Nat.add_comm j, Nat.add_comm (m * (l + j)), Nat.add_comm (m * l)]
      exact (negOfNat_eq ((i + 1) * j)).trans
        (subNatNat_congr ((Nat.zero_add _).trans (mul_of_differences m (i + 1) l j).symm))
    | inr h =>
      obtain ⟨j, rfl⟩ := h
      rw [subNatNat_add_succ]
      refine (subNatNat_zero ((i + 1) * (j + 1))).symm.trans (subNatNat_congr ?_)
      exact (Nat.add_comm _ _).trans <|
        (congrArg (· + (i + 1) * (j + 1)) (Nat.add_comm _ _)).trans <|
        (mul_of_differences m (i + 1) k (j + 1)).trans (Nat.add_comm _ _)

/-! ## The laws of a commutative ring -/

protected theorem add_comm (a b : Int) : a + b = b + a := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  obtain ⟨k, l, rfl⟩ := exists_subNatNat b
  rw [subNatNat_add_subNatNat, subNatNat_add_subNatNat, Nat.add_comm m, Nat.add_comm n]

protected theorem add_assoc (a b c : Int) : a + b + c = a + (b + c) := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  obtain ⟨k, l, rfl⟩ := exists_subNatNat b
  obtain ⟨p, q, rfl⟩ := exists_subNatNat c
  simp only [subNatNat_add_subNatNat, Nat.add_assoc]

protected theorem mul_comm (a b : Int) : a * b = b * a := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  obtain ⟨k, l, rfl⟩ := exists_subNatNat b
  rw [subNatNat_mul_subNatNat, subNatNat_mul_subNatNat, Nat.mul_comm m, Nat.mul_comm n,
    Nat.mul_comm m, Nat.mul_comm n, Nat.add_comm (l * m)]

protected theorem mul_assoc (a b c : Int) : a * b * c = a * (b * c) := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  obtain ⟨k, l, rfl⟩ := exists_subNatNat b
  obtain ⟨p, q, rfl⟩ := exists_subNatNat c
  rw [subNatNat_mul_subNatNat, subNatNat_mul_subNatNat, subNatNat_mul_subNatNat,
    subNatNat_mul_subNatNat]
  have mix (m n k l p q : Nat) :
      (m * k + n * l) * p + (m * l + n * k) * q = m * (k * p + l * q) + n * (k * q + l * p) := by
    rw [Nat.add_mul, Nat.add_mul, Nat.add_add_add_comm, Nat.mul_assoc, Nat.mul_assoc, Nat.mul_assoc,
      Nat.mul_assoc, Nat.mul_add, Nat.mul_add, Nat.add_comm (n * (l * p))]
  rw [mix, mix m n k l q p]

protected theorem mul_add (a b c : Int) : a * (b + c) = a * b + a * c := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  obtain ⟨k, l, rfl⟩ := exists_subNatNat b
  obtain ⟨p, q, rfl⟩ := exists_subNatNat c
  rw [subNatNat_mul_subNatNat, subNatNat_mul_subNatNat, subNatNat_add_subNatNat,
    subNatNat_add_subNatNat, subNatNat_mul_subNatNat]
  rw [Nat.mul_add, Nat.mul_add, Nat.mul_add, Nat.mul_add, Nat.add_add_add_comm,
    Nat.add_add_add_comm (m * l)]

@[simp] protected theorem add_zero (a : Int) : a + 0 = a :=
  match a with
  | ofNat _ => rfl
  | negSucc _ => rfl

@[simp] protected theorem zero_add (a : Int) : 0 + a = a := by
  rw [Int.add_comm, Int.add_zero]

protected theorem add_right_neg (a : Int) : a + -a = 0 := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  rw [neg_subNatNat, subNatNat_add_subNatNat]
  exact subNatNat_congr (k := 0) (l := 0) (by rw [Nat.add_zero, Nat.zero_add, Nat.add_comm])

protected theorem add_left_neg (a : Int) : -a + a = 0 := by
  rw [Int.add_comm, Int.add_right_neg]

@[simp] protected theorem mul_one (a : Int) : a * 1 = a := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  show subNatNat m n * subNatNat 1 0 = _
  rw [subNatNat_mul_subNatNat, Nat.mul_one, Nat.mul_one, Nat.mul_zero, Nat.mul_zero, Nat.add_zero,
    Nat.zero_add]

@[simp] protected theorem one_mul (a : Int) : 1 * a = a := by
  rw [Int.mul_comm, Int.mul_one]

@[simp] protected theorem mul_zero (a : Int) : a * 0 = 0 :=
  match a with
  | ofNat _ => rfl
  | negSucc _ => rfl

@[simp] protected theorem zero_mul (a : Int) : 0 * a = 0 := by
  rw [Int.mul_comm, Int.mul_zero]

protected theorem add_mul (a b c : Int) : (a + b) * c = a * c + b * c := by
  rw [Int.mul_comm, Int.mul_add, Int.mul_comm c, Int.mul_comm c]

protected theorem add_left_comm (a b c : Int) : a + (b + c) = b + (a + c) := by
  rw [← Int.add_assoc, Int.add_comm a, Int.add_assoc]

protected theorem add_right_comm (a b c : Int) : a + b + c = a + c + b := by
  rw [Int.add_assoc, Int.add_comm b, Int.add_assoc]

protected theorem mul_left_comm (a b c : Int) : a * (b * c) = b * (a * c) := by
  rw [← Int.mul_assoc, Int.mul_comm a, Int.mul_assoc]

protected theorem mul_right_comm (a b c : Int) : a * b * c = a * c * b := by
  rw [Int.mul_assoc, Int.mul_comm b, Int.mul_assoc]

instance : Std.Associative (α := Int) (· + ·) := ⟨Int.add_assoc⟩
instance : Std.Commutative (α := Int) (· + ·) := ⟨Int.add_comm⟩
instance : Std.LawfulIdentity (α := Int) (· + ·) 0 where
  left_id := Int.zero_add
  right_id := Int.add_zero
instance : Std.Associative (α := Int) (· * ·) := ⟨Int.mul_assoc⟩
instance : Std.Commutative (α := Int) (· * ·) := ⟨Int.mul_comm⟩
instance : Std.LawfulIdentity (α := Int) (· * ·) 1 where
  left_id := Int.one_mul
  right_id := Int.mul_one

/-! ## Opposites and differences -/

@[simp] protected theorem neg_zero : -(0 : Int) = 0 := rfl

@[simp] protected theorem neg_neg (a : Int) : - -a = a := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  rw [neg_subNatNat, neg_subNatNat]

protected theorem neg_add {a b : Int} : -(a + b) = -a + -b := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  obtain ⟨k, l, rfl⟩ := exists_subNatNat b
  simp only [neg_subNatNat, subNatNat_add_subNatNat]

@[simp] protected theorem neg_mul (a b : Int) : -a * b = -(a * b) := by
  obtain ⟨m, n, rfl⟩ := exists_subNatNat a
  obtain ⟨k, l, rfl⟩ := exists_subNatNat b
  simp only [neg_subNatNat, subNatNat_mul_subNatNat, Nat.add_comm]

@[simp] protected theorem mul_neg (a b : Int) : a * -b = -(a * b) := by
  rw [Int.mul_comm, Int.neg_mul, Int.mul_comm]

protected theorem neg_mul_neg (a b : Int) : -a * -b = a * b := by
  rw [Int.neg_mul, Int.mul_neg, Int.neg_neg]

protected theorem sub_eq_add_neg {a b : Int} : a - b = a + -b := rfl

@[simp] protected theorem sub_self (a : Int) : a - a = 0 := Int.add_right_neg a

@[simp] protected theorem sub_zero (a : Int) : a - 0 = a := Int.add_zero a

@[simp] protected theorem zero_sub (a : Int) : 0 - a = -a := Int.zero_add (-a)

protected theorem mul_sub (a b c : Int) : a * (b - c) = a * b - a * c := by
  rw [Int.sub_eq_add_neg, Int.mul_add, Int.mul_neg]
  rfl

protected theorem sub_mul (a b c : Int) : (a - b) * c = a * c - b * c := by
  rw [Int.sub_eq_add_neg, Int.add_mul, Int.neg_mul]
  rfl

/-! ## Natural numbers among the integers -/

theorem ofNat_eq_natCast (n : Nat) : ofNat n = (n : Int) := rfl

@[simp] theorem ofNat_eq_coe {n : Nat} : ofNat n = (n : Int) := rfl

@[simp, norm_cast] theorem natCast_inj {m n : Nat} : (m : Int) = n ↔ m = n :=
  ⟨fun h => Int.noConfusion h id, fun h => congrArg _ h⟩

theorem ofNat_inj {m n : Nat} : ((m : Nat) : Int) = n ↔ m = n := natCast_inj

@[simp, norm_cast] protected theorem natCast_add (m n : Nat) : ((m + n : Nat) : Int) = m + n := rfl

@[simp, norm_cast] protected theorem natCast_mul (m n : Nat) : ((m * n : Nat) : Int) = m * n := rfl

@[norm_cast] protected theorem natCast_succ (n : Nat) : ((n.succ : Nat) : Int) = (n : Int) + 1 := rfl

@[simp, norm_cast] protected theorem natCast_zero : ((0 : Nat) : Int) = 0 := rfl

@[simp, norm_cast] protected theorem natCast_one : ((1 : Nat) : Int) = 1 := rfl

theorem negSucc_eq (n : Nat) : negSucc n = -((n : Int) + 1) := rfl

theorem subNatNat_eq_coe {m n : Nat} : subNatNat m n = (m : Int) - n := by
  show _ = ofNat m + -ofNat n
  rw [← subNatNat_zero m, ← subNatNat_zero n, neg_subNatNat, subNatNat_add_subNatNat, Nat.add_zero, Nat.zero_add]

theorem subNatNat_of_le {m n : Nat} (h : n ≤ m) : subNatNat m n = ((m - n : Nat) : Int) :=
  (subNatNat_congr (k := m - n) (l := 0) (by rw [Nat.add_zero, Nat.sub_add_cancel h])).trans
    (subNatNat_zero _)

@[norm_cast] protected theorem natCast_sub {m n : Nat} (h : n ≤ m) : ((m - n : Nat) : Int) = m - n := by
  rw [← subNatNat_of_le h, subNatNat_eq_coe]

theorem ofNat_sub {m n : Nat} (h : m ≤ n) : ((n - m : Nat) : Int) = n - m := Int.natCast_sub h

@[simp] theorem natAbs_neg (a : Int) : natAbs (-a) = natAbs a :=
  match a with
  | ofNat 0 => rfl
  | ofNat (_ + 1) => rfl
  | negSucc _ => rfl

@[simp] theorem natAbs_natCast (n : Nat) : natAbs (n : Int) = n := rfl

@[simp] theorem toNat_natCast (n : Nat) : toNat (n : Int) = n := rfl

/-! ## Powers -/

protected theorem pow_zero (b : Int) : b ^ 0 = 1 := rfl

protected theorem pow_succ (b : Int) (e : Nat) : b ^ (e + 1) = b ^ e * b := rfl

end Int
