import Kata.Nats

/-!
# Recursion that is not structural

Euclid's algorithm, the binary logarithm and friends, by well-founded recursion on a measure.
-/

namespace Kata

/-- The greatest common divisor, by Euclid's algorithm. -/
def gcd (n m : Nat) : Nat :=
  if m = 0 then n else gcd m (n % m)
termination_by m
decreasing_by exact Nat.mod_lt _ (by omega)

/-- The number of halvings until one or less remains. -/
def log (n : Nat) : Nat :=
  if n ≤ 1 then 0 else log (n / 2) + 1
termination_by n
decreasing_by omega

/-- The number of decimal digits. -/
def digits (n : Nat) : Nat :=
  if n < 10 then 1 else digits (n / 10) + 1
termination_by n
decreasing_by omega

/-- The distance between two numbers. -/
def dist (n m : Nat) : Nat := (n - m) + (m - n)

/-- The larger of two numbers. -/
def larger (n m : Nat) : Nat := if n ≤ m then m else n

/-- The smaller of two numbers. -/
def smaller (n m : Nat) : Nat := if n ≤ m then n else m

/-- `n ∣∣ m`: `n` divides `m`. -/
def Divides (n m : Nat) : Prop := ∃ k, m = n * k

infix:50 " ∣∣ " => Divides

section Divides

variable {n m k : Nat}

theorem divides_refl (n : Nat) : n ∣∣ n := by
  refine ⟨1, ?_⟩
  rw [Nat.mul_one]

theorem divides_zero (n : Nat) : n ∣∣ 0 := ⟨0, rfl⟩

theorem one_divides (n : Nat) : 1 ∣∣ n := by
  refine ⟨n, ?_⟩
  rw [Nat.one_mul]

theorem divides_trans (h : n ∣∣ m) (h' : m ∣∣ k) : n ∣∣ k := by
  obtain ⟨a, ha⟩ := h
  obtain ⟨b, hb⟩ := h'
  refine ⟨a * b, ?_⟩
  rw [hb, ha, Nat.mul_assoc]

theorem divides_add (h : k ∣∣ n) (h' : k ∣∣ m) : k ∣∣ n + m := by
  obtain ⟨a, ha⟩ := h
  obtain ⟨b, hb⟩ := h'
  refine ⟨a + b, ?_⟩
  rw [ha, hb, Nat.mul_add]

theorem divides_mul_left (h : n ∣∣ m) : n ∣∣ k * m := by
  obtain ⟨a, ha⟩ := h
  refine ⟨k * a, ?_⟩
  rw [ha, Nat.mul_left_comm]

theorem divides_mul_right (h : n ∣∣ m) : n ∣∣ m * k := by
  obtain ⟨a, ha⟩ := h
  refine ⟨a * k, ?_⟩
  rw [ha, Nat.mul_assoc]

theorem mul_divides_mul (h : n ∣∣ m) : k * n ∣∣ k * m := by
  obtain ⟨a, ha⟩ := h
  refine ⟨a, ?_⟩
  rw [ha, Nat.mul_assoc]

theorem zero_divides (h : 0 ∣∣ n) : n = 0 := by
  obtain ⟨a, ha⟩ := h
  rw [ha, Nat.zero_mul]

theorem divides_le (h : n ∣∣ m) (hm : 0 < m) : n ≤ m := by
  obtain ⟨a, ha⟩ := h
  cases a with
  | zero =>
    rw [Nat.mul_zero] at ha
    omega
  | succ a =>
    rw [ha]
    exact Nat.le_mul_of_pos_right n (Nat.succ_pos a)

theorem divides_antisymm (h : n ∣∣ m) (h' : m ∣∣ n) : n = m := by
  cases n with
  | zero => exact (zero_divides h).symm
  | succ n =>
    cases m with
    | zero => exact zero_divides h'
    | succ m =>
      have hnm := divides_le h (Nat.succ_pos m)
      have hmn := divides_le h' (Nat.succ_pos n)
      omega

theorem two_divides_double (n : Nat) : 2 ∣∣ double n := by
  refine ⟨n, ?_⟩
  rw [double_eq]
  omega

theorem divides_power (h : 0 < n) : k ∣∣ power k n := by
  cases n with
  | zero => contradiction
  | succ n =>
    refine ⟨power k n, ?_⟩
    simp only [power]
    rw [Nat.mul_comm]

theorem power_divides_power (n m : Nat) : power k n ∣∣ power k (n + m) := by
  refine ⟨power k m, ?_⟩
  rw [power_add]

theorem divides_fact (h : 0 < n) : n ∣∣ fact n := by
  cases n with
  | zero => contradiction
  | succ n => exact ⟨fact n, rfl⟩

theorem fact_divides_fact (n m : Nat) : fact n ∣∣ fact (n + m) := by
  induction m with
  | zero => exact divides_refl _
  | succ m ih =>
    rw [← Nat.add_assoc]
    simp only [fact]
    exact divides_mul_left ih

end Divides

section Gcd

theorem gcd_zero (n : Nat) : gcd n 0 = n := by
  rw [gcd]
  rfl

theorem gcd_step (n m : Nat) (h : m ≠ 0) : gcd n m = gcd m (n % m) := by
  rw [gcd]
  rw [if_neg h]

theorem gcd_one (n : Nat) : gcd n 1 = 1 := by
  rw [gcd_step n 1 (by decide), Nat.mod_one, gcd_zero]

theorem gcd_zero_left (n : Nat) : gcd 0 n = n := by
  by_cases h : n = 0
  · rw [h, gcd_zero]
  · rw [gcd_step 0 n h, Nat.zero_mod, gcd_zero]

theorem gcd_self (n : Nat) : gcd n n = n := by
  by_cases h : n = 0
  · rw [h, gcd_zero]
  · rw [gcd_step n n h, Nat.mod_self, gcd_zero]

theorem gcd_divides (n m : Nat) : gcd n m ∣∣ n ∧ gcd n m ∣∣ m := by
  induction n, m using gcd.induct with
  | case1 n =>
    rw [gcd_zero]
    exact ⟨divides_refl n, divides_zero n⟩
  | case2 n m h ih =>
    rw [gcd_step n m h]
    obtain ⟨hm, hr⟩ := ih
    constructor
    · have hd := divides_add (divides_mul_right (k := n / m) hm) hr
      rw [Nat.div_add_mod] at hd
      exact hd
    · exact hm

end Gcd

section Logarithm

theorem log_zero : log 0 = 0 := by
  rw [log]
  rfl

theorem log_one : log 1 = 0 := by
  rw [log]
  rfl

theorem log_step (n : Nat) (h : 1 < n) : log n = log (n / 2) + 1 := by
  rw [log]
  rw [if_neg (by omega)]

theorem log_double (n : Nat) (h : 0 < n) : log (2 * n) = log n + 1 := by
  rw [log_step (2 * n) (by omega)]
  rw [Nat.mul_div_cancel_left n (by decide)]

theorem log_power (n : Nat) : log (power 2 n) = n := by
  induction n with
  | zero => exact log_one
  | succ n ih =>
    simp only [power]
    rw [Nat.mul_comm, log_double _ (power_pos 2 n (by decide)), ih]

theorem log_le (n : Nat) : log n ≤ n := by
  induction n using log.induct with
  | case1 n h =>
    rw [log, if_pos h]
    omega
  | case2 n h ih =>
    rw [log, if_neg h]
    omega

theorem digits_small (n : Nat) (h : n < 10) : digits n = 1 := by
  rw [digits, if_pos h]

theorem digits_step (n : Nat) (h : 10 ≤ n) : digits n = digits (n / 10) + 1 := by
  rw [digits]
  rw [if_neg (by omega)]

theorem digits_pos (n : Nat) : 0 < digits n := by
  rw [digits]
  split
  · omega
  · omega

end Logarithm

section Distance

variable (n m k : Nat)

theorem dist_self : dist n n = 0 := by
  unfold dist
  omega

theorem dist_comm : dist n m = dist m n := by
  unfold dist
  omega

theorem dist_triangle : dist n k ≤ dist n m + dist m k := by
  unfold dist
  omega

theorem dist_eq_zero (h : dist n m = 0) : n = m := by
  unfold dist at h
  omega

theorem dist_add_right : dist (n + k) (m + k) = dist n m := by
  unfold dist
  omega

theorem dist_eq : dist n m = larger n m - smaller n m := by
  unfold dist larger smaller
  split <;> omega

theorem larger_comm : larger n m = larger m n := by
  unfold larger
  split <;> split <;> omega

theorem larger_assoc : larger (larger n m) k = larger n (larger m k) := by
  unfold larger
  repeat' split
  all_goals omega

theorem le_larger : n ≤ larger n m := by
  unfold larger
  split <;> omega

theorem smaller_le : smaller n m ≤ n := by
  unfold smaller
  split
  · exact Nat.le_refl n
  · omega

theorem larger_add_smaller : larger n m + smaller n m = n + m := by
  unfold larger smaller
  split
  · exact Nat.add_comm m n
  · rfl

theorem larger_le (hn : n ≤ k) (hm : m ≤ k) : larger n m ≤ k := by
  unfold larger
  split
  · exact hm
  · exact hn

theorem larger_self : larger n n = n := by
  unfold larger
  split <;> rfl

theorem smaller_le_larger : smaller n m ≤ larger n m := by
  apply Nat.le_trans
  · exact smaller_le n m
  · exact le_larger n m

end Distance

/-- One step of Collatz' process. -/
def collatz (n : Nat) : Nat := if n % 2 = 0 then n / 2 else 3 * n + 1

theorem collatz_double (n : Nat) : collatz (2 * n) = n := by
  unfold collatz
  rw [if_pos (Nat.mul_mod_right 2 n)]
  exact Nat.mul_div_cancel_left n (by decide)

theorem collatz_cycle : repeated collatz 3 1 = 1 := by
  decide

theorem collatz_power (n : Nat) : repeated collatz n (power 2 n) = 1 := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [repeated, power]
    rw [Nat.mul_comm, collatz_double, ih]

/-- Collatz: the process reaches one from every positive number. An open problem. -/
theorem collatz_reaches_one (n : Nat) (hn : 0 < n) : ∃ k, repeated collatz k n = 1 := by
  sorry

end Kata
