/-!
# Booleans

Own connectives on `Bool`, their laws, and how they reflect the propositional ones.
-/

namespace Kata

/-- True when exactly one argument is. -/
def differ : Bool → Bool → Bool
  | true, b => !b
  | false, b => b

/-- True unless both arguments are. -/
def nand : Bool → Bool → Bool
  | true, b => !b
  | false, _ => true

/-- The truth table of implication. -/
def implies : Bool → Bool → Bool
  | true, b => b
  | false, _ => true

/-- Choose by the first argument. -/
def choose {α : Type} (b : Bool) (x y : α) : α :=
  match b with
  | true => x
  | false => y

/-- The number that a bit stands for. -/
def bit : Bool → Nat
  | true => 1
  | false => 0

infixl:60 " ⊖ " => differ
infixr:30 " ⇒ " => implies

section Differ

variable (a b c : Bool)

theorem differ_comm : a ⊖ b = b ⊖ a := by
  cases a <;> cases b <;> rfl

theorem differ_assoc : (a ⊖ b) ⊖ c = a ⊖ (b ⊖ c) := by
  cases a <;> cases b <;> cases c <;> rfl

theorem differ_self : a ⊖ a = false := by
  cases a <;> rfl

theorem differ_false : a ⊖ false = a := by
  cases a <;> rfl

theorem differ_true : a ⊖ true = !a := by
  cases a <;> rfl

theorem differ_not_left : (!a) ⊖ b = !(a ⊖ b) := by
  cases a <;> cases b <;> rfl

theorem differ_cancel_left : a ⊖ (a ⊖ b) = b := by
  rw [← differ_assoc, differ_self]
  rfl

theorem differ_cancel_right : (a ⊖ b) ⊖ b = a := by
  rw [differ_assoc, differ_self, differ_false]

theorem differ_left_comm : a ⊖ (b ⊖ c) = b ⊖ (a ⊖ c) := by
  rw [← differ_assoc, differ_comm a b, differ_assoc]

theorem and_over_differ : (a && (b ⊖ c)) = (a && b) ⊖ (a && c) := by
  cases a <;> cases b <;> cases c <;> rfl

theorem eq_of_differ_false (h : a ⊖ b = false) : a = b := by
  cases a with
  | true =>
    cases b with
    | true => rfl
    | false => contradiction
  | false =>
    cases b with
    | true => contradiction
    | false => rfl

theorem differ_eq_true_iff : a ⊖ b = true ↔ a ≠ b := by
  cases a <;> cases b <;> simp [differ]

end Differ

section Connectives

variable {a b c : Bool}

theorem nand_self : nand a a = !a := by
  cases a <;> rfl

theorem nand_comm : nand a b = nand b a := by
  cases a <;> cases b <;> rfl

theorem not_nand : (!nand a b) = (a && b) := by
  cases a <;> cases b <;> rfl

theorem nand_not_not : nand (!a) (!b) = (a || b) := by
  cases a <;> cases b <;> rfl

theorem implies_self : (a ⇒ a) = true := by
  cases a <;> rfl

theorem implies_eq_or : (a ⇒ b) = (!a || b) := by
  cases a <;> rfl

theorem implies_contrapose : (a ⇒ b) = (!b ⇒ !a) := by
  cases a <;> cases b <;> rfl

theorem implies_curry : (a && b ⇒ c) = (a ⇒ b ⇒ c) := by
  cases a <;> cases b <;> rfl

theorem implies_trans (hab : (a ⇒ b) = true) (hbc : (b ⇒ c) = true) : (a ⇒ c) = true := by
  cases a with
  | false => rfl
  | true =>
    cases b with
    | false => contradiction
    | true => exact hbc

theorem implies_mp (hab : (a ⇒ b) = true) (ha : a = true) : b = true := by
  subst ha
  exact hab

theorem implies_iff : (a ⇒ b) = true ↔ (a = true → b = true) := by
  constructor
  · intro hab ha
    exact implies_mp hab ha
  · intro h
    cases a with
    | false => rfl
    | true => exact h rfl

theorem bool_and_split (h : (a && b) = true) : a = true ∧ b = true := by
  cases a with
  | false => contradiction
  | true => exact ⟨rfl, h⟩

theorem bool_or_split (h : (a || b) = true) : a = true ∨ b = true := by
  cases a with
  | false =>
    right
    exact h
  | true =>
    left
    rfl

theorem bool_not_not : (!!a) = a := by
  cases a <;> rfl

theorem bool_not_flip (h : (!a) = b) : a = !b := by
  rw [← h, bool_not_not]

theorem bool_not_inj (h : (!a) = (!b)) : a = b := by
  rw [← bool_not_not (a := a), h, bool_not_not]

theorem bool_three_equal (a b c : Bool) : a = b ∨ b = c ∨ a = c := by
  cases a <;> cases b <;> cases c <;> simp

theorem bool_fixed_or_flipped (f : Bool → Bool) (a : Bool) : f (f (f a)) = f a := by
  cases a <;> cases ht : f true <;> cases hf : f false <;> simp [ht, hf]

theorem eq_true_of_ne_false (h : a ≠ false) : a = true := by
  cases a with
  | false => contradiction
  | true => rfl

theorem bool_ext (h : a = true ↔ b = true) : a = b := by
  cases a with
  | true => exact (h.mp rfl).symm
  | false =>
    cases b with
    | false => rfl
    | true => exact h.mpr rfl

end Connectives

section Choose

variable {α β : Type} (a b : Bool) (x y : α)

@[simp] theorem choose_true : choose true x y = x := rfl

@[simp] theorem choose_false : choose false x y = y := rfl

theorem choose_same : choose a x x = x := by
  cases a <;> rfl

theorem choose_not : choose (!a) x y = choose a y x := by
  cases a <;> rfl

theorem choose_choose : choose a (choose a x y) y = choose a x y := by
  cases a <;> rfl

theorem choose_swap (z w : α) :
    choose a (choose b x y) (choose b z w) = choose b (choose a x z) (choose a y w) := by
  cases a <;> cases b <;> rfl

theorem apply_choose (f : α → β) : f (choose a x y) = choose a (f x) (f y) := by
  cases a <;> rfl

theorem choose_bools : choose a true false = a := by
  cases a <;> rfl

theorem choose_eq_or : choose a x y = x ∨ choose a x y = y := by
  cases a with
  | true =>
    left
    rfl
  | false =>
    right
    rfl

end Choose

section Bit

variable (a b : Bool)

theorem bit_le_one : bit a ≤ 1 := by
  cases a <;> simp [bit]

theorem bit_not : bit (!a) = 1 - bit a := by
  cases a <;> rfl

theorem bit_and : bit (a && b) = bit a * bit b := by
  cases a <;> cases b <;> rfl

theorem bit_or_add_and : bit (a || b) + bit (a && b) = bit a + bit b := by
  cases a <;> cases b <;> rfl

theorem bit_differ : bit (a ⊖ b) + 2 * bit (a && b) = bit a + bit b := by
  cases a <;> cases b <;> rfl

theorem bit_injective (h : bit a = bit b) : a = b := by
  cases a <;> cases b
  · rfl
  · contradiction
  · contradiction
  · rfl

theorem bit_pos_iff : 0 < bit a ↔ a = true := by
  cases a <;> simp [bit]

end Bit

end Kata
