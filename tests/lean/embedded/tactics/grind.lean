/-! Every goal here is one that `grind` must close by itself. -/

/-! Connectives -/
example (p q : Prop) (h : p ∧ q) : q ∧ p := by grind
example (p q r : Prop) (h : p → q) (h' : q → r) (hp : p) : r := by grind
example (p q : Prop) (h : p ∨ q) (h' : ¬ p) : q := by grind
example (p q : Prop) (h : p ↔ q) (hq : q) : p := by grind
example (p q : Prop) (h : ¬ (p ∨ q)) : ¬ p ∧ ¬ q := by grind
example (p q : Prop) (h : ¬ (p ∧ q)) : ¬ p ∨ ¬ q := by grind
example (p q r : Prop) (h : p ∧ (q ∨ r)) : (p ∧ q) ∨ (p ∧ r) := by grind
example (p q : Prop) (h : (p → q) → p) : p := by grind
example (p q r s : Prop) (h₁ : p ∨ q) (h₂ : p → r) (h₃ : q → s) : r ∨ s := by grind

/-! Congruence -/
example (a b : Nat) (f : Nat → Nat) (h : a = b) : f a = f b := by grind
example (a b c : Nat) (f : Nat → Nat → Nat) (h : a = b) (h' : b = c) : f a c = f c a := by grind
example (a : Nat) (f : Nat → Nat) (h : f (f (f a)) = a) (h' : f (f (f (f (f a)))) = a) :
    f a = a := by grind
example (α : Type) (a b c d : α) (h : a = b) (h₁ : c = d) (h₂ : b ≠ d) : a ≠ c := by grind
example (p : Nat → Prop) (a b : Nat) (h : a = b) (hp : p a) : p b := by grind

/-! Quantifiers and hypotheses -/
example (p : Nat → Prop) (h : ∀ x, p x) : p 3 := by grind
example (p : Nat → Prop) (h : ∃ x, p x ∧ ¬ p x) : False := by grind
example (p q : Nat → Prop) (h : ∀ x, p x → q x) (a : Nat) (hp : p a) : q a := by grind
example (f : Nat → Nat) (h : ∀ x, f (f x) = x) (a b : Nat) (h' : f a = f b) : a = b := by grind

/-! Constructors, conditionals, case analysis -/
example (a b : Nat) (h : some a = some b) : a = b := by grind
example (a : Nat) (h : some a = none) : False := by grind
example (a b c d : Nat) (h : (a, b) = (c, d)) : b = d := by grind
example (x y : Nat) (xs ys : List Nat) (h : x :: xs = y :: ys) : xs = ys := by grind
example (p : Prop) [Decidable p] (a b : Nat) (h : p) : (if p then a else b) = a := by grind
example (p : Prop) [Decidable p] (a : Nat) : (if p then a else a) = a := by grind
example (b : Bool) (h : b = true) (h' : b = false) : False := by grind
example (a b : Bool) (h : (a && b) = true) : a = true := by grind
example (o : Option Nat) (h : o ≠ none) : ∃ x, o = some x := by
  cases o <;> grind

/-! Linear arithmetic over the integers -/
example (a b : Int) (h : a < b) : a + 1 ≤ b := by grind
example (a b c : Int) (h : a ≤ b) (h' : b ≤ c) : a ≤ c := by grind
example (a b : Int) (h : 2 * a + 2 * b = 1) : False := by grind
example (a b : Int) (h : a = b) : a - b = 0 := by grind
example (a : Int) (h : 2 ∣ a) (h' : 3 ∣ a) : 6 ∣ a := by grind
example (a b : Int) (h : a ≠ b) (h' : a ≤ b) : a < b := by grind
example (a b : Int) (h₁ : 2 * a + 3 * b ≤ 5) (h₂ : 2 * a + 3 * b ≥ 5) (h : a = 1) : b = 1 := by
  grind
example (x y : Int) (h₁ : 27 ≤ 11 * x + 13 * y) (h₂ : 11 * x + 13 * y ≤ 45)
    (h₃ : -10 ≤ 7 * x - 9 * y) (h₄ : 7 * x - 9 * y ≤ 4) : False := by grind
example (a : Int) : a % 5 < 5 := by grind
example (x y : Int) (h : x = 2 * y) (h' : x % 2 = 1) : False := by grind
example (a b : Int) (h : a * 3 = b * 3) : a = b := by grind
example (a b : Int) (f : Int → Int) (h : a ≤ b) (h' : b ≤ a) : f a = f b := by grind
example (a b : Int) (f : Int → Int) (h : b = a + 1) (h' : f (a + 1) = 3) : f b = 3 := by grind

/-! Linear arithmetic over the natural numbers, and lists -/
example (xs : List Nat) (h : xs = []) : xs.length = 0 := by grind
example (xs ys : List Nat) (h : xs.length = 2) (h' : ys = 1 :: xs) : ys.length = 3 := by grind
example (xs ys : List Nat) : (xs ++ ys).length = ys.length + xs.length := by grind
example (x y : Nat) (xs : List Nat) (h : x ∈ xs) : x ∈ y :: xs := by grind
example (a b : Nat) : max a b = max b a := by grind
example (a b c : Int) (h : a ≤ b) (h' : a ≤ c) : a ≤ min b c := by grind
example (xs : List Nat) (f : Nat → Nat) : (xs.map f).length = xs.length := by grind
example (xs ys zs : List Nat) : xs ++ ys ++ zs = xs ++ (ys ++ zs) := by grind
example (a b : Nat) (h : a < b) : a + 1 ≤ b := by grind
example (a b : Nat) (h : a + b = 3) (h' : a = 1) : b = 2 := by grind
example (a b : Nat) (h : a - b = 3) : a > b := by grind
example (a : Nat) (h : a % 2 = 1) : a ≠ 0 := by grind
example (n : Nat) (h : n > 0) : n / 2 < n := by grind
example (a b : Nat) (f : Nat → Nat) (h : a ≤ b) (h' : b ≤ a) : f a = f b := by grind
example (a : Nat) (f : Nat → Nat) (h : f (a + 1) = 3) (b : Nat) (h' : b = a + 1) : f b = 3 := by
  grind
example (i j n : Nat) (h : i + 1 < n) (h' : j = i + 1) : j < n := by grind

/-! Associative operators -/
example (a b : Int) : a * b = b * a := by grind
example (a b c : Nat) : a * b * c = c * b * a := by grind
example (xs ys zs : List Nat) : (xs ++ ys) ++ zs = xs ++ (ys ++ zs) := by grind
example (xs ys zs : List Nat) (h : xs ++ ys = zs ++ zs) : xs ++ (ys ++ xs) = zs ++ (zs ++ xs) := by
  grind
example (a b c : Nat) : max a (max b c) = max (max c a) b := by grind
example (a b c : Bool) : (a && b && c) = (c && (b && a)) := by grind
example (α : Type) (op : α → α → α) [Std.Associative op] [Std.Commutative op] (a b c d : α)
    (h : op a b = op c d) : op (op a c) b = op c (op d c) := by grind
example (α : Type) (op : α → α → α) [Std.Associative op] (a b c : α) (h : op a b = c) :
    op (op a a) b = op a c := by grind
example (α : Type) (op : α → α → α) [Std.Associative op] [Std.Commutative op]
    [Std.IdempotentOp op] (a c : α) :
    op (op a c) a = op c a := by grind

/-! Polynomial identities -/
open Lean.Grind
example (a b : Int) : (a + b) * (a + b) = a * a + 2 * a * b + b * b := by grind
example (a b : Int) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by grind
example (a b : Int) (h : a * b = 1) : a * a * b = a := by grind
example (a b c : Int) (h : a = b * b) (h' : b = c + 1) : a = c * c + 2 * c + 1 := by grind
example (a b : Int) (h : 2 * a * b = 2 * b) : a * b = b := by grind
example (x y : Int) (h₁ : x * y = 0) (h₂ : x + y = 3) : x * x = 3 * x := by grind
example (α : Type) [CommRing α] (a b : α) : (a + b) * (a - b) = a * a - b * b := by grind
example (α : Type) [CommRing α] (a b : α) (h : a + b = 0) : a * a = b * b := by grind
example (α : Type) [CommRing α] (a b : α) (f : α → α) (h : a + b = 0) : f (a * a) = f (b * b) := by
  grind
example (a b c : Int) (h : a * b ≤ c) : b * a ≤ c := by grind
example (a b c : Int) (h : a * (b + c) ≤ 3) : a * b + a * c < 4 := by grind
example (a b : Int) (h : (a + b) * (a - b) = 3) : a ^ 2 ≥ b ^ 2 + 3 := by grind
example (a b c : Nat) : a * (b + c) = a * b + a * c := by grind
example (a b : Nat) : (a + b) * (a + b) = a * a + 2 * a * b + b * b := by grind
example (a b c : Nat) (h : a * b = c) : b * a * 2 = c + c := by grind
example (a b c : Nat) (h : a * b ≤ c) : b * a < c + 1 := by grind
example (α : Type) [CommRing α] [IsCharP α 0] (a b : α) (h : a * b = 1) (h' : a * b * b = 0)
    (h'' : b = 2) : False := by grind
example (α : Type) [CommRing α] [IsCharP α 0] [NoNatZeroDivisors α] (a b : α)
    (h : 2 * a = 2 * b) : a * a = b * b := by grind
example (α : Type) [CommRing α] (a b : α) (h : a ≠ b) (h' : a - b = 0) : False := by grind
example (x : Int) (f : Int → Int) (h : f ((x + 1) * (x - 1)) = 2) : f (x * x - 1) = 2 := by grind
example (x y : Int) (h : x ^ 3 = y) (h' : x = 2) : y = 8 := by grind
example (x y : Int) (h : x * y = 4) (h' : x = 2) : y = 2 := by grind
