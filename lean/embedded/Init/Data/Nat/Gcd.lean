prelude
import Init.Data.Nat.Div

/-!
# Greatest common divisors

Euclid's algorithm, and what characterises its result.
-/

set_option linter.unusedVariables false -- hypotheses used by `decreasing_by` alone

namespace Nat

/-- The greatest common divisor. -/
@[extern "lean_nat_gcd"]
def gcd (m n : @& Nat) : Nat :=
  if h : m = 0 then n else gcd (n % m) m
termination_by m
decreasing_by exact mod_lt n (Nat.pos_of_ne_zero h)

@[simp] theorem gcd_zero_left (n : Nat) : gcd 0 n = n := by
  rw [gcd]
  exact dif_pos rfl

theorem gcd_rec (m n : Nat) : gcd m n = gcd (n % m) m := by
  if h : m = 0 then
    rw [h, mod_zero, gcd_zero_left]
    rw [gcd]
    if h' : n = 0 then
      rw [dif_pos h', h']
    else
      rw [dif_neg h', zero_mod, gcd_zero_left]
  else
    rw [gcd, dif_neg h]

@[simp] theorem gcd_zero_right (n : Nat) : gcd n 0 = n := by
  rw [gcd_rec, zero_mod, gcd_zero_left]

theorem gcd_dvd (m n : Nat) : gcd m n ∣ m ∧ gcd m n ∣ n := by
  if h : m = 0 then
    rw [h, gcd_zero_left]
    exact ⟨Nat.dvd_zero n, Nat.dvd_refl n⟩
  else
    have ih := gcd_dvd (n % m) m
    rw [gcd_rec]
    refine ⟨ih.2, ?_⟩
    have h₁ := Nat.dvd_add (Nat.dvd_trans ih.2 (Nat.dvd_mul_right m (n / m))) ih.1
    rwa [div_add_mod] at h₁
termination_by m
decreasing_by exact mod_lt n (Nat.pos_of_ne_zero h)

theorem gcd_dvd_left (m n : Nat) : gcd m n ∣ m := (gcd_dvd m n).1

theorem gcd_dvd_right (m n : Nat) : gcd m n ∣ n := (gcd_dvd m n).2

theorem dvd_gcd {k m n : Nat} (hm : k ∣ m) (hn : k ∣ n) : k ∣ gcd m n := by
  if h : m = 0 then
    rwa [h, gcd_zero_left]
  else
    rw [gcd_rec]
    refine dvd_gcd ?_ hm
    refine (Nat.dvd_add_right (Nat.dvd_trans hm (Nat.dvd_mul_right m (n / m)))).mp ?_
    rwa [div_add_mod]
termination_by m
decreasing_by exact mod_lt n (Nat.pos_of_ne_zero h)

theorem dvd_gcd_iff {k m n : Nat} : k ∣ gcd m n ↔ k ∣ m ∧ k ∣ n :=
  ⟨fun h => ⟨Nat.dvd_trans h (gcd_dvd_left m n), Nat.dvd_trans h (gcd_dvd_right m n)⟩,
   fun h => dvd_gcd h.1 h.2⟩

theorem gcd_comm (m n : Nat) : gcd m n = gcd n m :=
  Nat.dvd_antisymm (dvd_gcd (gcd_dvd_right m n) (gcd_dvd_left m n))
    (dvd_gcd (gcd_dvd_right n m) (gcd_dvd_left n m))

theorem gcd_assoc (m n k : Nat) : gcd (gcd m n) k = gcd m (gcd n k) := by
  refine Nat.dvd_antisymm (dvd_gcd ?_ (dvd_gcd ?_ (gcd_dvd_right _ k)))
    (dvd_gcd (dvd_gcd (gcd_dvd_left m _) ?_) ?_)
  · exact Nat.dvd_trans (gcd_dvd_left _ k) (gcd_dvd_left m n)
  · exact Nat.dvd_trans (gcd_dvd_left _ k) (gcd_dvd_right m n)
  · exact Nat.dvd_trans (gcd_dvd_right m _) (gcd_dvd_left n k)
  · exact Nat.dvd_trans (gcd_dvd_right m _) (gcd_dvd_right n k)

@[simp] theorem gcd_one_left (n : Nat) : gcd 1 n = 1 := eq_one_of_dvd_one (gcd_dvd_left 1 n)

@[simp] theorem gcd_one_right (n : Nat) : gcd n 1 = 1 := eq_one_of_dvd_one (gcd_dvd_right n 1)

@[simp] theorem gcd_self (n : Nat) : gcd n n = n :=
  Nat.dvd_antisymm (gcd_dvd_left n n) (dvd_gcd (Nat.dvd_refl n) (Nat.dvd_refl n))

theorem eq_zero_of_gcd_eq_zero_left {m n : Nat} (h : gcd m n = 0) : m = 0 :=
  eq_zero_of_zero_dvd (h ▸ gcd_dvd_left m n)

theorem eq_zero_of_gcd_eq_zero_right {m n : Nat} (h : gcd m n = 0) : n = 0 :=
  eq_zero_of_zero_dvd (h ▸ gcd_dvd_right m n)

/-- The least common multiple. -/
def lcm (m n : Nat) : Nat := m * n / gcd m n

theorem lcm_comm (m n : Nat) : lcm m n = lcm n m := by
  unfold lcm
  rw [Nat.mul_comm, gcd_comm]

theorem gcd_mul_lcm (m n : Nat) : gcd m n * lcm m n = m * n :=
  Nat.mul_div_cancel' (Nat.dvd_trans (gcd_dvd_left m n) (Nat.dvd_mul_right m n))

end Nat
