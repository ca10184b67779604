/-! Every goal here is one that `simp`, `simp +arith` or `decide` must close by itself. -/

/-! Linear normal forms -/
example (a b : Nat) : a + b + 1 ≤ b + a + 2 := by simp +arith
example (a b : Nat) (h : a + 3 = b + 3) : a = b := by simp +arith at h; exact h
example (a b : Nat) : ¬ (a + b + 2 ≤ b) := by simp +arith
example (a b : Nat) : 2 * a + b + a = b + 3 * a := by simp +arith
example (a b c : Nat) (h : a + b + c ≤ a + 7) : c + b ≤ 7 := by simp +arith at *; exact h
example (a : Nat) (h : ¬ a ≤ 3) : 4 ≤ a := by simp +arith at h; exact h
example (a b : Int) : a + b - a ≤ b + 1 := by simp +arith
example (a b : Int) : 2 * a + b - a = b + a := by simp +arith
example (a b : Int) : ¬ (2 * a + 2 * b = 1) := by simp +arith
example (a b : Int) (h : 2 * a + 2 * b ≤ 3) : a + b ≤ 1 := by simp +arith at h ⊢; exact h
example (a b : Int) (h : 6 ∣ 2 * a + 4 * b) : 3 ∣ a + 2 * b := by simp +arith at h ⊢; exact h
example (a b : Int) (h : ¬ a ≤ b) : b + 1 ≤ a := by simp +arith at h ⊢; exact h
example (a b : Int) (h : ¬ a < b) : b ≤ a := by simp +arith at h ⊢; exact h
example (a : Int) : ¬ (4 ∣ 2 * a + 1) := by simp +arith

/-! Literals -/
example : 2 + 3 = 5 := by simp
example : 7 * 6 - 2 = 40 := by simp
example : 17 / 5 = 3 ∧ 17 % 5 = 2 := by simp
example : 3 ∣ 9 := by simp
example : ¬ 3 ∣ 10 := by simp
example : (3 : Int) ∣ -9 := by simp
example : (2 : Int) - 5 = -3 := by simp
example : (-7 : Int) / 2 = -4 ∧ (-7 : Int) % 2 = 1 := by simp
example : (2 : Int) ^ 10 = 1024 := by simp
example : Nat.gcd 12 18 = 6 := by simp
example : 2 ^ 8 = 256 := by decide
example : Nat.succ 3 = 4 := by simp

/-! Offsets -/
example (n : Nat) : n + 3 ≠ 2 := by simp
example (n m : Nat) (h : n + 5 = m + 2) : n + 3 = m := by simp at h; exact h
example (n m : Nat) (h : n + 5 ≤ m + 7) : n ≤ m + 2 := by simp at h; exact h
example (n m : Nat) (h : n < m) : n + 4 < m + 4 := by simp [h]
example (n : Nat) : n + 5 - 2 = n + 3 := by simp
example (n : Nat) : (n + 5 == n + 5) = true := by simp
