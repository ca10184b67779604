/-! Every goal here is one that `omega` must close by itself. -/

namespace OmegaTest

/-! Integers -/
example (a b : Int) (h : a < b) : a + 1 ≤ b := by omega
example (a b : Int) (h : 2 * a < 2 * b) : a < b := by omega
example (a b c : Int) (h₁ : a ≤ b) (h₂ : b ≤ c) : a ≤ c := by omega
example (a b : Int) (h : a + b = 0) : a = -b := by omega
example (x : Int) (h₁ : 0 ≤ x) (h₂ : x ≤ 0) : x = 0 := by omega
example (x y : Int) (h₁ : 3 * x + 5 * y = 1) (h₂ : x = 2) : y = -1 := by omega
example (x y : Int) (h : 4 * x + 6 * y = 3) : False := by omega
example (x y z : Int) (h₁ : 7 * x + 12 * y + 31 * z = 17) (h₂ : 3 * x + 5 * y + 14 * z = 7)
    (h₃ : 1 ≤ x) (h₄ : x ≤ 40) : z ≤ 1000 := by omega
example (x : Int) (h : 2 * x = 5) : False := by omega
example (x y : Int) (h₁ : x > y) (h₂ : y > x) : False := by omega
example (x y : Int) : x - (x - y) = y := by omega
example (x y : Int) : -(x - y) = y - x := by omega
example (x y : Int) (h : ¬ x ≤ y) : y < x := by omega
example (x y : Int) (h : x ≠ y) (h' : x ≤ y) : x < y := by omega
example (x : Int) : x < 0 ∨ x = 0 ∨ 0 < x := by omega

/-! Natural numbers -/
example (a b : Nat) (h : a < b) : a + 1 ≤ b := by omega
example (n : Nat) : 0 ≤ n := by omega
example (n : Nat) (h : n ≠ 0) : 1 ≤ n := by omega
example (m n k : Nat) (h : m + n = k) : n ≤ k := by omega
example (a b c : Nat) : a + b + c = c + (b + a) := by omega
example (n : Nat) (h : n < 3) : n = 0 ∨ n = 1 ∨ n = 2 := by omega
example (a b : Nat) (h : 2 * a + 1 = 2 * b) : False := by omega
example (n : Nat) : n.succ ≠ n := by omega
example (a b : Nat) (h : a * 3 + b = 7) (h' : b < 3) : a = 2 := by omega
example (a b : Nat) : max a b = max b a := by omega
example (a b : Nat) : min a b ≤ a := by omega

/-! Truncated subtraction -/
example (a b : Nat) : a - b ≤ a := by omega
example (a b : Nat) (h : b ≤ a) : a - b + b = a := by omega
example (a b : Nat) (h : a ≤ b) : a - b = 0 := by omega
example (a b c : Nat) : a - b - c = a - (b + c) := by omega
example (a b : Nat) (h : 0 < a - b) : b < a := by omega
example (i n : Nat) (h : i < n) : n - 1 - i < n := by omega

/-! Quotients and remainders by literals -/
example (n : Nat) : n % 2 < 2 := by omega
example (n : Nat) : 2 * (n / 2) + n % 2 = n := by omega
example (n : Nat) (h : n % 4 = 3) : n % 2 = 1 := by omega
example (n : Nat) (h : 10 ≤ n) : 5 ≤ n / 2 := by omega
example (n : Nat) : n / 2 ≤ n := by omega
example (x : Int) : 0 ≤ x % 5 := by omega
example (x : Int) : x % 5 < 5 := by omega
example (x : Int) (h : x / 3 = 2) : 6 ≤ x ∧ x < 9 := by omega
example (n : Nat) (h : 2 ∣ n) : n % 2 = 0 := by omega
example (n : Nat) (h : ¬ 2 ∣ n) : n % 2 = 1 := by omega
example (n : Nat) (h : 6 ∣ n) : 3 ∣ n := by omega
example (x : Int) (h : 4 ∣ x) : 2 ∣ x := by omega
example (n : Nat) : (n + 2 * 3) % 3 = n % 3 := by omega

/-! Casts -/
example (a b : Nat) (h : (a : Int) < b) : a < b := by omega
example (a b : Nat) (h : a ≤ b) : ((b - a : Nat) : Int) = b - a := by omega
example (x : Int) (h : 0 ≤ x) : (x.toNat : Int) = x := by omega
example (x : Int) : x ≤ x.natAbs := by omega
example (x : Int) (h : x.natAbs = 0) : x = 0 := by omega

/-! Connectives and hypotheses -/
example (a b : Nat) (h : a ≤ 2 ∧ b ≤ 3) : a + b ≤ 5 := by omega
example (a b : Nat) (h : a = 1 ∨ a = 2) (h' : b = a + 1) : b ≤ 3 := by omega
example (a b : Nat) (h : ¬ (a ≤ 2 ∧ b ≤ 3)) : 2 < a ∨ 3 < b := by omega
example (a b : Nat) (h : ¬ (a ≤ 2 ∨ b ≤ 3)) : 6 < a + b := by omega
example (a b : Nat) (h : a < b ↔ b < a) : a = b := by omega
example (a b : Nat) (h : ¬ (a < b ↔ a ≤ b)) : a = b := by omega
example (a b : Nat) (h : a ≤ 3 → b ≤ 3) (h' : a = 2) : b < 4 := by omega
example (a b : Int) : (if a ≤ b then a else b) ≤ a := by omega
example (p : Nat × Nat) (h : p.1 < p.2) : p.2 ≠ 0 := by omega
example (f : Nat → Nat) (x : Nat) (h : f x + 1 ≤ 3) : f x ≤ 2 := by omega
example (n : Nat) (i : Fin n) : i.val < n := by omega
example (n : Nat) (i j : Fin n) (h : i < j) : i.val + 1 ≤ j.val := by omega

/-! Bounded numbers -/
example (i : Fin 5) : i.val ≤ 4 := by omega
example (i j : Fin 10) (h : i.val + j.val < 10) : (i + j).val = i.val + j.val := by omega
example (i j : Fin 7) (h : ¬ i ≤ j) : j < i := by omega
example (i : Fin 3) (h : i ≠ 0) (h' : i ≠ 1) : i.val = 2 := by omega
example (n : Nat) (i j : Fin n) (h : i.val = j.val) : i = j := by omega

/-! Powers of literals, shifts -/
example (k n : Nat) : n % 2 ^ k < 2 ^ k := by omega
example (k : Nat) : 2 ^ (k + 1) = 2 * 2 ^ k := by omega
example (n : Nat) (h : n < 2 ^ 3) : n ≤ 7 := by omega
example (n : Nat) : n >>> 1 = n / 2 := by omega
example (n : Nat) : n <<< 2 = 4 * n := by omega

/-! More than ten atoms, so that proofs index the list of atoms -/
example (a b c d e f g h i j k l : Int) (h₁ : a ≤ b) (h₂ : b ≤ c) (h₃ : c ≤ d) (h₄ : d ≤ e)
    (h₅ : e ≤ f) (h₆ : f ≤ g) (h₇ : g ≤ h) (h₈ : h ≤ i) (h₉ : i ≤ j) (h₁₀ : j ≤ k) (h₁₁ : k ≤ l) :
    a ≤ l := by omega

end OmegaTest
