import Kata.Division

/-!
# Binary numbers

Numbers as lists of bits, the lowest first; successor, addition and doubling, and that each means
what it should.
-/

namespace Kata

/-- Binary numerals, the lowest bit outermost. -/
inductive Bin where
  | nil : Bin
  | zero (b : Bin) : Bin
  | one (b : Bin) : Bin
  deriving Repr, DecidableEq, BEq

namespace Bin

/-- The number that a numeral stands for. -/
@[simp] def toNat : Bin → Nat
  | nil => 0
  | zero b => double (toNat b)
  | one b => double (toNat b) + 1

/-- The next numeral. -/
@[simp] def succ : Bin → Bin
  | nil => one nil
  | zero b => one b
  | one b => zero (succ b)

/-- The numeral of a number. -/
@[simp] def ofNat : Nat → Bin
  | 0 => nil
  | n + 1 => succ (ofNat n)

/-- The sum of two numerals. -/
@[simp] def add : Bin → Bin → Bin
  | nil, c => c
  | b, nil => b
  | zero b, zero c => zero (add b c)
  | zero b, one c => one (add b c)
  | one b, zero c => one (add b c)
  | one b, one c => zero (succ (add b c))

/-- The product of two numerals. -/
@[simp] def mul : Bin → Bin → Bin
  | nil, _ => nil
  | zero b, c => zero (mul b c)
  | one b, c => add c (zero (mul b c))

/-- The number of bits. -/
@[simp] def width : Bin → Nat
  | nil => 0
  | zero b => width b + 1
  | one b => width b + 1

/-- The number of bits that are set. -/
@[simp] def ones : Bin → Nat
  | nil => 0
  | zero b => ones b
  | one b => ones b + 1

/-- Double a numeral without leaving zeros in front. -/
@[simp] def twice : Bin → Bin
  | nil => nil
  | zero b => zero (zero b)
  | one b => zero (one b)

/-- Remove the zeros in front. -/
@[simp] def trim : Bin → Bin
  | nil => nil
  | zero b => twice (trim b)
  | one b => one (trim b)

/-- Is the lowest bit clear? -/
@[simp] def lowClear : Bin → Bool
  | nil => true
  | zero _ => true
  | one _ => false

instance : Add Bin := ⟨add⟩

local notation "⟪" b "⟫" => toNat b

section ToNat

variable (b c d : Bin) (n m : Nat)

theorem toNat_succ : ⟪succ b⟫ = ⟪b⟫ + 1 := by
  induction b with
  | nil => rfl
  | zero b ih => rfl
  | one b ih => simp only [succ, toNat, ih, double]

theorem toNat_ofNat : ⟪ofNat n⟫ = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [ofNat, toNat_succ, ih]

theorem toNat_twice : ⟪twice b⟫ = double ⟪b⟫ := by
  cases b <;> rfl

theorem toNat_trim : ⟪trim b⟫ = ⟪b⟫ := by
  induction b with
  | nil => rfl
  | zero b ih => simp only [trim, toNat_twice, toNat, ih]
  | one b ih => simp only [trim, toNat, ih]

theorem toNat_add : ⟪add b c⟫ = ⟪b⟫ + ⟪c⟫ := by
  induction b generalizing c with
  | nil => simp
  | zero b ih =>
    cases c with
    | nil => rfl
    | zero c => simp only [add, toNat, ih, double_add]
    | one c =>
      simp only [add, toNat, ih, double_add]
      omega
  | one b ih =>
    cases c with
    | nil => rfl
    | zero c =>
      simp only [add, toNat, ih, double_add]
      omega
    | one c =>
      simp only [add, toNat, toNat_succ, ih, double, double_add]
      omega

theorem toNat_plus : ⟪b + c⟫ = ⟪b⟫ + ⟪c⟫ := toNat_add b c

theorem toNat_mul : ⟪mul b c⟫ = ⟪b⟫ * ⟪c⟫ := by
  induction b with
  | nil => simp
  | zero b ih => simp only [mul, toNat, ih, double_mul]
  | one b ih =>
    simp only [mul, toNat, toNat_add, ih, double_mul]
    rw [Nat.add_mul, Nat.one_mul, Nat.add_comm]

theorem toNat_add_comm : ⟪add b c⟫ = ⟪add c b⟫ := by
  rw [toNat_add, toNat_add, Nat.add_comm]

theorem toNat_add_assoc : ⟪add (add b c) d⟫ = ⟪add b (add c d)⟫ := by
  rw [toNat_add, toNat_add, toNat_add, toNat_add, Nat.add_assoc]

theorem toNat_mul_comm : ⟪mul b c⟫ = ⟪mul c b⟫ := by
  rw [toNat_mul, toNat_mul, Nat.mul_comm]

theorem toNat_mul_add : ⟪mul b (add c d)⟫ = ⟪add (mul b c) (mul b d)⟫ := by
  rw [toNat_mul, toNat_add, toNat_add, toNat_mul, toNat_mul, Nat.mul_add]

theorem toNat_lt : ⟪b⟫ < power 2 (width b) := by
  induction b with
  | nil => exact Nat.zero_lt_one
  | zero b ih =>
    simp only [toNat, width, power, double_eq]
    omega
  | one b ih =>
    simp only [toNat, width, power, double_eq]
    omega

theorem half_toNat_zero : half ⟪zero b⟫ = ⟪b⟫ := by
  rw [toNat, half_double]

theorem half_toNat_one : half ⟪one b⟫ = ⟪b⟫ := by
  rw [toNat, half_double_succ]

theorem isEven_toNat : isEven ⟪b⟫ = lowClear b := by
  cases b with
  | nil => rfl
  | zero b =>
    rw [toNat, isEven_double]
    rfl
  | one b =>
    rw [toNat, isEven, isEven_double]
    rfl

end ToNat

section OfNat

variable (n m : Nat)

theorem ofNat_injective (h : ofNat n = ofNat m) : n = m := by
  rw [← toNat_ofNat n, h, toNat_ofNat]

theorem ofNat_double : ofNat (double n) = twice (ofNat n) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [double, ofNat, ih]
    cases ofNat n <;> rfl

theorem ofNat_double_succ : ofNat (double n + 1) = one (ofNat n) := by
  rw [ofNat, ofNat_double]
  cases ofNat n <;> rfl

theorem ofNat_toNat (b : Bin) : ofNat (toNat b) = trim b := by
  induction b with
  | nil => rfl
  | zero b ih => rw [toNat, ofNat_double, ih, trim]
  | one b ih => rw [toNat, ofNat_double_succ, ih, trim]

theorem trim_trim (b : Bin) : trim (trim b) = trim b := by
  rw [← ofNat_toNat (trim b), toNat_trim, ofNat_toNat]

theorem trim_ofNat : trim (ofNat n) = ofNat n := by
  rw [← ofNat_toNat, toNat_ofNat]

theorem trim_eq_of_toNat_eq (b c : Bin) (h : toNat b = toNat c) : trim b = trim c := by
  rw [← ofNat_toNat, ← ofNat_toNat, h]

theorem toNat_eq_of_trim_eq (b c : Bin) (h : trim b = trim c) : toNat b = toNat c := by
  rw [← toNat_trim b, ← toNat_trim c, h]

theorem ofNat_add : trim (add (ofNat n) (ofNat m)) = ofNat (n + m) := by
  rw [← ofNat_toNat, toNat_add, toNat_ofNat, toNat_ofNat]

theorem ofNat_mul : trim (mul (ofNat n) (ofNat m)) = ofNat (n * m) := by
  rw [← ofNat_toNat, toNat_mul, toNat_ofNat, toNat_ofNat]

end OfNat

section Syntax

variable (b c : Bin)

theorem add_nil : add b nil = b := by
  cases b <;> rfl

theorem add_comm : add b c = add c b := by
  induction b generalizing c with
  | nil => rw [add_nil, add]
  | zero b ih =>
    cases c with
    | nil => rfl
    | zero c => simp only [add, ih]
    | one c => simp only [add, ih]
  | one b ih =>
    cases c with
    | nil => rfl
    | zero c => simp only [add, ih]
    | one c => simp only [add, ih]

theorem ones_le_width : ones b ≤ width b := by
  induction b with
  | nil => exact Nat.le_refl 0
  | zero b ih =>
    simp only [ones, width]
    omega
  | one b ih =>
    simp only [ones, width]
    omega

theorem ones_succ_le : ones (succ b) ≤ ones b + 1 := by
  induction b with
  | nil => exact Nat.le_refl 1
  | zero b ih => exact Nat.le_refl _
  | one b ih =>
    simp only [succ, ones]
    omega

theorem width_le_succ : width b ≤ width (succ b) := by
  induction b with
  | nil => exact Nat.zero_le 1
  | zero b ih => exact Nat.le_refl _
  | one b ih =>
    simp only [succ, width]
    omega

theorem width_twice_le : width (twice b) ≤ width b + 1 := by
  cases b with
  | nil => exact Nat.zero_le _
  | zero b => exact Nat.le_refl _
  | one b => exact Nat.le_refl _

theorem width_trim_le : width (trim b) ≤ width b := by
  induction b with
  | nil => exact Nat.le_refl 0
  | zero b ih =>
    have h := width_twice_le (trim b)
    simp only [trim, width]
    omega
  | one b ih =>
    simp only [trim, width]
    omega

theorem ones_twice : ones (twice b) = ones b := by
  cases b <;> rfl

theorem ones_trim : ones (trim b) = ones b := by
  induction b with
  | nil => rfl
  | zero b ih => simp only [trim, ones_twice, ones, ih]
  | one b ih => simp only [trim, ones, ih]

theorem succ_ne_nil : succ b ≠ nil := by
  cases b with
  | nil =>
    intro h
    contradiction
  | zero b =>
    intro h
    contradiction
  | one b =>
    intro h
    contradiction

theorem zero_injective (h : zero b = zero c) : b = c := by
  injection h

theorem succ_injective (h : succ b = succ c) (hb : trim b = b) (hc : trim c = c) : b = c := by
  have hn : toNat b + 1 = toNat c + 1 := by
    rw [← toNat_succ, ← toNat_succ, h]
  have hm : toNat b = toNat c := by omega
  rw [← hb, ← hc]
  exact trim_eq_of_toNat_eq b c hm

end Syntax

end Bin

end Kata
