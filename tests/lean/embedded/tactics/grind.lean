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
