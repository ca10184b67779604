prelude
import Init.Data.Int.Order
import Init.Data.Nat.Div

/-!
# Division of integers

`a / b` and `a % b` are Euclid's: `0 ≤ a % b < |b|` when `b ≠ 0`. Proofs go through
`Int.ediv_add_emod` and the bounds of the remainder; only those look at the definitions.
-/

namespace Int

theorem ofNat_ediv_ofNat (m n : Nat) : (m : Int) / n = (m / n : Nat) := rfl

protected theorem natCast_ediv (m n : Nat) : ((m / n : Nat) : Int) = m / n := rfl

protected theorem natCast_emod (m n : Nat) : ((m % n : Nat) : Int) = m % n := rfl

@[simp] protected theorem ediv_zero (a : Int) : a / 0 = 0 :=
  match a with
  | ofNat n => congrArg ofNat (Nat.div_zero n)
  | -[_+1] => rfl

@[simp] protected theorem zero_ediv (a : Int) : 0 / a = 0 :=
  match a with
  | ofNat n => congrArg ofNat (Nat.zero_div n)
  | -[n+1] => by
    show -((0 / (n + 1) : Nat) : Int) = 0
    rw [Nat.zero_div]
    rfl

@[simp] protected theorem ediv_neg (a b : Int) : a / (-b) = -(a / b) :=
  match a, b with
  | ofNat m, 0 => by
    show ((m / 0 : Nat) : Int) = -((m / 0 : Nat) : Int)
    rw [Nat.div_zero]
    rfl
  | ofNat _, ofNat (_+1) => rfl
  | ofNat m, -[n+1] => (Int.neg_neg ((m / (n + 1) : Nat) : Int)).symm
  | -[_+1], 0 => rfl
  | -[_+1], ofNat (_+1) => rfl
  | -[_+1], -[_+1] => rfl

/-! ## The two laws that define the quotient and the remainder -/

/-- `negSucc m` is `b * q + r` with `r = b - 1 - m % b`: the case that the others come from. -/
theorem negSucc_emod_add (m n : Nat) :
    subNatNat (n + 1) (m % (n + 1) + 1) + (n + 1 : Nat) * -[m / (n + 1) +1] = -[m+1] := by
  have hm : ((n + 1 : Nat) : Int) * (m / (n + 1) : Nat) + (m % (n + 1) : Nat) = m := by
    rw [← Int.natCast_mul, ← Int.natCast_add, Nat.div_add_mod]
  have hs : ∀ a b : Nat, subNatNat a b = (a : Int) - b := fun a b => Int.subNatNat_eq_sub a b
  have hneg : ∀ k : Nat, -[k+1] = -((k : Int) + 1) := fun _ => rfl
  rw [hs, hneg, hneg, Int.mul_neg, Int.mul_add, Int.mul_one, Int.natCast_add (m % (n + 1)) 1,
    ← hm]
  simp only [Int.sub_eq_add_neg, Int.neg_add, Int.add_assoc, Int.add_left_comm, Int.add_comm]
  rw [Int.add_left_comm]
  sorry

end Int
