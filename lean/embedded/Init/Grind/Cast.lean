prelude
import Init.Omega
import Init.Omega.Int

/-!
# Natural numbers as integers

How `grind` restates facts about natural numbers: each operation has a congruence for its cast,
each relation a theorem that takes the casts of both sides.
-/

namespace Nat.ToInt

theorem toNat_nonneg (x : Nat) : (-1 : Int) * NatCast.natCast x ≤ 0 := by
  show -1 * (x : Int) ≤ 0
  omega

theorem ofNat_toNat (a : Int) : (NatCast.natCast a.toNat : Int) = if a ≤ 0 then 0 else a := by
  show (a.toNat : Int) = _
  split <;> omega

theorem natCast_ofNat (n : Nat) : (NatCast.natCast (OfNat.ofNat n : Nat) : Int) = OfNat.ofNat n :=
  rfl

variable {a b : Nat} {a' b' : Int} (h₁ : NatCast.natCast a = a') (h₂ : NatCast.natCast b = b')

include h₁ h₂

theorem of_eq (h : a = b) : a' = b' := by rw [← h₁, ← h₂, h]

theorem of_diseq (h : a ≠ b) : a' ≠ b' := fun h' =>
  h (Int.ofNat.inj (h₁.trans (h'.trans h₂.symm)))

theorem of_le (h : a ≤ b) : a' ≤ b' := by
  rw [← h₁, ← h₂]
  exact Int.ofNat_le.mpr h

theorem of_not_le (h : ¬ a ≤ b) : b' + 1 ≤ a' := by
  rw [← h₁, ← h₂]
  exact Int.ofNat_lt.mpr (Nat.lt_of_not_le h)

theorem add_congr : NatCast.natCast (a + b) = a' + b' := by
  rw [← h₁, ← h₂]
  rfl

theorem mul_congr : NatCast.natCast (a * b) = a' * b' := by
  rw [← h₁, ← h₂]
  rfl

theorem div_congr : NatCast.natCast (a / b) = a' / b' := by
  rw [← h₁, ← h₂]
  rfl

theorem mod_congr : NatCast.natCast (a % b) = a' % b' := by
  rw [← h₁, ← h₂]
  rfl

theorem sub_congr :
    NatCast.natCast (a - b) = if b' + -1 * a' ≤ 0 then a' - b' else 0 := by
  rw [← h₁, ← h₂]
  show ((a - b : Nat) : Int) = if (b : Int) + -1 * a ≤ 0 then (a : Int) - b else 0
  split <;> omega

omit h₁ h₂

theorem of_dvd (d a : Nat) (d' a' : Int) (h₁ : NatCast.natCast d = d')
    (h₂ : NatCast.natCast a = a') (h : d ∣ a) : d' ∣ a' := by
  rw [← h₁, ← h₂]
  exact Int.natCast_dvd_natCast.mpr h

theorem pow_congr {a : Nat} (k : Nat) (a' : Int) (h₁ : NatCast.natCast a = a') :
    NatCast.natCast (a ^ k) = a' ^ k := by
  rw [← h₁]
  exact Lean.Omega.Int.ofNat_pow a k

end Nat.ToInt

namespace Int.Nonneg

/-- Whether a number is not negative. -/
def num_cert (a : Int) : Bool := decide (0 ≤ a)

theorem num (a : Int) (h : num_cert a = true) : a ≥ 0 := of_decide_eq_true h

theorem add (a b : Int) (h₁ : a ≥ 0) (h₂ : b ≥ 0) : a + b ≥ 0 := by omega

theorem mul (a b : Int) (h₁ : a ≥ 0) (h₂ : b ≥ 0) : a * b ≥ 0 := Int.mul_nonneg h₁ h₂

theorem div (a b : Int) (h₁ : a ≥ 0) (h₂ : b ≥ 0) : a / b ≥ 0 := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le h₁
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le h₂
  exact natCast_nonneg (m / n)

theorem mod (a b : Int) (h₁ : a ≥ 0) : a % b ≥ 0 := by
  obtain ⟨m, rfl⟩ := eq_ofNat_of_zero_le h₁
  exact natCast_nonneg (m % b.natAbs)

theorem pow (a : Int) (k : Nat) (h : a ≥ 0) : a ^ k ≥ 0 :=
  match k with
  | 0 => natCast_nonneg 1
  | k + 1 => Int.mul_nonneg (pow a k h) h

theorem natCast (a : Nat) : (NatCast.natCast a : Int) ≥ 0 := natCast_nonneg a

theorem toPoly (e : Int) (h : e ≥ 0) : -1 * e ≤ 0 := by omega

end Int.Nonneg
