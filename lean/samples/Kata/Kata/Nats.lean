import Kata.Bools

/-!
# Natural numbers

Functions defined by recursion on `Nat`, each with the lemmas that one expects of it.
-/

namespace Kata

/-- Twice a number. -/
@[simp] def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2

/-- Half a number, rounded down. -/
@[simp] def half : Nat → Nat
  | 0 => 0
  | 1 => 0
  | n + 2 => half n + 1

/-- `0 + 1 + … + n`. -/
@[simp] def sumTo : Nat → Nat
  | 0 => 0
  | n + 1 => sumTo n + (n + 1)

/-- The sum of the first `n` odd numbers. -/
@[simp] def sumOdd : Nat → Nat
  | 0 => 0
  | n + 1 => sumOdd n + (2 * n + 1)

/-- `b` multiplied by itself `n` times. -/
@[simp] def power (b : Nat) : Nat → Nat
  | 0 => 1
  | n + 1 => power b n * b

/-- `1 * 2 * … * n`. -/
@[simp] def fact : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * fact n

/-- The Fibonacci numbers. -/
@[simp] def fib : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n + 2 => fib n + fib (n + 1)

/-- The sum of the first `n` Fibonacci numbers. -/
@[simp] def sumFib : Nat → Nat
  | 0 => 0
  | n + 1 => sumFib n + fib n

/-- Apply a function `n` times. -/
@[simp] def repeated {α : Type} (f : α → α) : Nat → α → α
  | 0, x => x
  | n + 1, x => repeated f n (f x)

/-- Is a number even? -/
@[simp] def isEven : Nat → Bool
  | 0 => true
  | n + 1 => !isEven n

/-- The even numbers, as a predicate. -/
inductive Even : Nat → Prop where
  | zero : Even 0
  | step {n : Nat} (h : Even n) : Even (n + 2)

section Double

theorem double_eq (n : Nat) : double n = n + n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [double]
    omega

theorem double_add (n m : Nat) : double (n + m) = double n + double m := by
  induction m with
  | zero => rfl
  | succ m ih =>
    rw [← Nat.add_assoc]
    simp only [double]
    omega

theorem double_mul (n m : Nat) : double (n * m) = double n * m := by
  rw [double_eq, double_eq, Nat.add_mul]

theorem double_pos (n : Nat) (h : 0 < n) : 0 < double n := by
  cases n with
  | zero => contradiction
  | succ n =>
    simp only [double]
    omega

theorem double_injective (n m : Nat) (h : double n = double m) : n = m := by
  rw [double_eq, double_eq] at h
  omega

theorem double_mono (n m : Nat) (h : n ≤ m) : double n ≤ double m := by
  rw [double_eq, double_eq]
  omega

theorem le_double (n : Nat) : n ≤ double n := by
  rw [double_eq]
  omega

theorem double_ne_odd (n m : Nat) : double n ≠ double m + 1 := by
  intro h
  rw [double_eq, double_eq] at h
  omega

theorem half_double (n : Nat) : half (double n) = n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [double, half]
    rw [ih]

theorem half_double_succ (n : Nat) : half (double n + 1) = n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [double, half]
    rw [ih]

theorem half_le (n : Nat) : half n ≤ n := by
  induction n using half.induct with
  | case1 => simp
  | case2 => simp
  | case3 n ih =>
    simp only [half]
    omega

theorem double_half_le (n : Nat) : double (half n) ≤ n := by
  induction n using half.induct with
  | case1 => simp
  | case2 => simp
  | case3 n ih =>
    simp only [half, double]
    omega

theorem half_add_half_succ (n : Nat) : half n + half (n + 1) = n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [half]
    omega

theorem half_mono_step (n : Nat) : half n ≤ half (n + 1) := by
  induction n using half.induct with
  | case1 => simp
  | case2 => simp
  | case3 n ih =>
    simp only [half]
    omega

end Double

section Sums

theorem double_sumTo (n : Nat) : 2 * sumTo n = n * (n + 1) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [sumTo]
    rw [Nat.mul_add, ih, ← Nat.add_mul, Nat.mul_comm]

theorem sumOdd_eq (n : Nat) : sumOdd n = n * n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [sumOdd, ih]
    rw [Nat.add_mul, Nat.mul_add]
    omega

theorem le_sumTo (n : Nat) : n ≤ sumTo n := by
  cases n with
  | zero => exact Nat.le_refl 0
  | succ n =>
    simp only [sumTo]
    omega

theorem sumTo_mono_step (n : Nat) : sumTo n ≤ sumTo (n + 1) := by
  simp only [sumTo]
  omega

theorem sumTo_mono (n m : Nat) : sumTo n ≤ sumTo (n + m) := by
  induction m with
  | zero => exact Nat.le_refl _
  | succ m ih =>
    apply Nat.le_trans
    · exact ih
    · exact sumTo_mono_step (n + m)

theorem sumTo_add (n m : Nat) : sumTo (n + m) = sumTo n + sumTo m + n * m := by
  induction m with
  | zero => rfl
  | succ m ih =>
    rw [← Nat.add_assoc]
    simp only [sumTo, ih]
    rw [Nat.mul_add]
    omega

theorem sumOdd_mono_step (n : Nat) : sumOdd n < sumOdd (n + 1) := by
  simp only [sumOdd]
  omega

end Sums

section Power

variable (b c n m : Nat)

theorem power_one : power b 1 = b := by
  simp only [power]
  rw [Nat.one_mul]

theorem power_add : power b (n + m) = power b n * power b m := by
  induction m with
  | zero => simp
  | succ m ih =>
    rw [← Nat.add_assoc]
    simp only [power]
    rw [ih, Nat.mul_assoc]

theorem one_power : power 1 n = 1 := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [power]
    rw [ih]

theorem zero_power (h : 0 < n) : power 0 n = 0 := by
  cases n with
  | zero => contradiction
  | succ n =>
    simp only [power]
    rw [Nat.mul_zero]

theorem mul_power : power (b * c) n = power b n * power c n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [power]
    rw [ih, Nat.mul_mul_mul_comm]

theorem power_mul : power b (n * m) = power (power b n) m := by
  induction m with
  | zero => rfl
  | succ m ih =>
    rw [Nat.mul_add, Nat.mul_one, power_add, ih]
    rfl

theorem power_pos (h : 0 < b) : 0 < power b n := by
  induction n with
  | zero => exact Nat.zero_lt_one
  | succ n ih =>
    simp only [power]
    exact Nat.mul_pos ih h

theorem power_comm : power b n * b = b * power b n := by
  rw [Nat.mul_comm]

theorem power_two_double : power 2 (n + 1) = double (power 2 n) := by
  simp only [power]
  rw [double_eq]
  omega

theorem lt_power_two : n < power 2 n := by
  induction n with
  | zero => exact Nat.zero_lt_one
  | succ n ih =>
    simp only [power]
    omega

theorem power_mono_base (h : b ≤ c) : power b n ≤ power c n := by
  induction n with
  | zero => exact Nat.le_refl _
  | succ n ih =>
    simp only [power]
    exact Nat.mul_le_mul ih h

end Power

section Factorial

theorem fact_pos (n : Nat) : 0 < fact n := by
  induction n with
  | zero => exact Nat.zero_lt_one
  | succ n ih =>
    simp only [fact]
    exact Nat.mul_pos (Nat.succ_pos n) ih

theorem fact_step (n : Nat) : fact (n + 1) = n * fact n + fact n := by
  simp only [fact]
  rw [Nat.add_mul, Nat.one_mul]

theorem fact_mono_step (n : Nat) : fact n ≤ fact (n + 1) := by
  rw [fact_step]
  exact Nat.le_add_left _ _

theorem fact_ge (n : Nat) : n ≤ fact n := by
  induction n with
  | zero => exact Nat.zero_le _
  | succ n ih =>
    simp only [fact]
    exact Nat.le_mul_of_pos_right _ (fact_pos n)

theorem power_two_le_fact (n : Nat) : power 2 n ≤ fact (n + 1) := by
  induction n with
  | zero => exact Nat.le_refl 1
  | succ n ih =>
    rw [fact, power, Nat.mul_comm]
    apply Nat.mul_le_mul
    · omega
    · exact ih

end Factorial

section Fibonacci

theorem fib_step (n : Nat) : fib (n + 2) = fib n + fib (n + 1) := rfl

theorem fib_pos (n : Nat) : 0 < fib (n + 1) := by
  induction n with
  | zero => exact Nat.zero_lt_one
  | succ n ih =>
    rw [fib_step]
    omega

theorem fib_mono_step (n : Nat) : fib n ≤ fib (n + 1) := by
  cases n with
  | zero => exact Nat.zero_le _
  | succ n =>
    rw [fib_step]
    exact Nat.le_add_left _ _

theorem sumFib_succ (n : Nat) : sumFib n + 1 = fib (n + 1) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [fib_step, ← ih]
    simp only [sumFib]
    omega

theorem fib_add (n m : Nat) :
    fib (n + m + 1) = fib n * fib m + fib (n + 1) * fib (m + 1) := by
  induction n generalizing m with
  | zero => simp
  | succ n ih =>
    have h : n + 1 + m + 1 = n + (m + 1) + 1 := by omega
    rw [h, ih, fib_step, fib_step, Nat.mul_add, Nat.add_mul]
    omega

end Fibonacci

section Repeated

variable {α : Type} (f : α → α) (n m : Nat) (x : α)

theorem repeated_one : repeated f 1 x = f x := rfl

theorem repeated_apply : repeated f n (f x) = f (repeated f n x) := by
  induction n generalizing x with
  | zero => rfl
  | succ n ih =>
    simp only [repeated]
    rw [ih]

theorem repeated_add : repeated f (n + m) x = repeated f n (repeated f m x) := by
  induction m generalizing x with
  | zero => rfl
  | succ m ih =>
    rw [← Nat.add_assoc]
    simp only [repeated]
    rw [ih]

theorem repeated_mul : repeated f (n * m) x = repeated (repeated f n) m x := by
  induction m generalizing x with
  | zero => rfl
  | succ m ih =>
    rw [Nat.mul_add, Nat.mul_one, repeated_add, ih]
    simp only [repeated]

theorem repeated_fixed (h : f x = x) : repeated f n x = x := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [repeated]
    rw [h, ih]

theorem repeated_succ_eq_add : repeated (fun k => k + 1) n m = m + n := by
  induction n generalizing m with
  | zero => rfl
  | succ n ih =>
    simp only [repeated]
    rw [ih]
    omega

theorem repeated_double : repeated double n 1 = power 2 n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [repeated]
    rw [repeated_apply, ih, power_two_double]

end Repeated

section Parity

theorem isEven_double (n : Nat) : isEven (double n) = true := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [double, isEven]
    rw [ih]
    rfl

theorem isEven_step (n : Nat) : isEven (n + 2) = isEven n := by
  simp only [isEven]
  exact bool_not_not

theorem isEven_add (n m : Nat) : isEven (n + m) = !(isEven n ⊖ isEven m) := by
  induction m with
  | zero => cases isEven n <;> simp [differ]
  | succ m ih =>
    rw [← Nat.add_assoc]
    simp only [isEven]
    rw [ih]
    cases isEven n <;> cases isEven m <;> rfl

theorem isEven_add_self (n : Nat) : isEven (n + n) = true := by
  rw [← double_eq]
  exact isEven_double n

theorem even_double (n : Nat) : Even (double n) := by
  induction n with
  | zero => exact Even.zero
  | succ n ih => exact Even.step ih

theorem even_add (n m : Nat) (hn : Even n) (hm : Even m) : Even (n + m) := by
  induction hm with
  | zero => exact hn
  | step _ ih => exact Even.step ih

theorem not_even_one : ¬Even 1 := by
  intro h
  cases h

theorem even_of_step (n : Nat) (h : Even (n + 2)) : Even n := by
  cases h with
  | step h => exact h

theorem even_exists (n : Nat) (h : Even n) : ∃ m, n = double m := by
  induction h with
  | zero => exact ⟨0, rfl⟩
  | step _ ih =>
    obtain ⟨m, hm⟩ := ih
    refine ⟨m + 1, ?_⟩
    simp only [double]
    rw [hm]

theorem even_iff_exists (n : Nat) : Even n ↔ ∃ m, n = double m := by
  constructor
  · intro h
    exact even_exists n h
  · intro h
    obtain ⟨m, hm⟩ := h
    rw [hm]
    exact even_double m

theorem even_isEven (n : Nat) (h : Even n) : isEven n = true := by
  induction h with
  | zero => rfl
  | step _ ih =>
    rw [isEven_step]
    exact ih

theorem isEven_even (n : Nat) (h : isEven n = true) : Even n := by
  induction n using half.induct with
  | case1 => exact Even.zero
  | case2 => contradiction
  | case3 n ih =>
    rw [isEven_step] at h
    exact Even.step (ih h)

theorem even_iff_isEven (n : Nat) : Even n ↔ isEven n = true :=
  ⟨even_isEven n, isEven_even n⟩

theorem even_or_even_succ (n : Nat) : Even n ∨ Even (n + 1) := by
  induction n with
  | zero =>
    left
    exact Even.zero
  | succ n ih =>
    cases ih with
    | inl h =>
      right
      exact Even.step h
    | inr h =>
      left
      exact h

theorem not_even_both (n : Nat) (h : Even n) : ¬Even (n + 1) := by
  intro h'
  have hn := even_isEven n h
  have hm := even_isEven (n + 1) h'
  simp only [isEven] at hm
  rw [hn] at hm
  contradiction

theorem even_mul (n m : Nat) (h : Even n) : Even (m * n) := by
  induction m with
  | zero =>
    rw [Nat.zero_mul]
    exact Even.zero
  | succ m ih =>
    rw [Nat.add_mul, Nat.one_mul]
    exact even_add _ _ ih h

theorem even_mul_succ (n : Nat) : Even (n * (n + 1)) := by
  rw [← double_sumTo, Nat.two_mul, ← double_eq]
  exact even_double _

end Parity

/-- Goldbach: every even number above two is the sum of two primes. An open problem. -/
theorem goldbach (n : Nat) (hn : 1 < n) :
    ∃ p q, p + q = double n ∧
      (1 < p ∧ ∀ a b, a * b = p → a = 1 ∨ b = 1) ∧
      (1 < q ∧ ∀ a b, a * b = q → a = 1 ∨ b = 1) := by
  sorry

end Kata
