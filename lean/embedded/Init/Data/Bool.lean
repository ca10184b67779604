prelude
import Init.SimpLemmas
import Init.PropLemmas

/-!
# Booleans: lemmas

Algebra of `and`, `or`, `not`, `xor`, their reading as propositions, `cond`, and conversions.
Names and statements are those of Lean 4.35's public interface; every proof is by cases.
-/

set_option linter.all false

universe u

namespace Bool

/-- Exclusive or. -/
abbrev xor : Bool → Bool → Bool := bne

theorem and_comm (x y : Bool) : (x && y) = (y && x) := by cases x <;> cases y <;> rfl
theorem or_comm (x y : Bool) : (x || y) = (y || x) := by cases x <;> cases y <;> rfl
theorem and_left_comm (x y z : Bool) : (x && (y && z)) = (y && (x && z)) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem and_right_comm (x y z : Bool) : ((x && y) && z) = ((x && z) && y) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem or_left_comm (x y z : Bool) : (x || (y || z)) = (y || (x || z)) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem or_right_comm (x y z : Bool) : ((x || y) || z) = ((x || z) || y) := by
  cases x <;> cases y <;> cases z <;> rfl
@[simp] theorem and_not_self (x : Bool) : (x && !x) = false := by cases x <;> rfl
@[simp] theorem not_and_self (x : Bool) : (!x && x) = false := by cases x <;> rfl
@[simp] theorem or_not_self (x : Bool) : (x || !x) = true := by cases x <;> rfl
@[simp] theorem not_or_self (x : Bool) : (!x || x) = true := by cases x <;> rfl
@[simp] theorem and_self_left (a b : Bool) : (a && (a && b)) = (a && b) := by
  cases a <;> cases b <;> rfl
@[simp] theorem and_self_right (a b : Bool) : ((a && b) && b) = (a && b) := by
  cases a <;> cases b <;> rfl
@[simp] theorem or_self_left (a b : Bool) : (a || (a || b)) = (a || b) := by
  cases a <;> cases b <;> rfl
@[simp] theorem or_self_right (a b : Bool) : ((a || b) || b) = (a || b) := by
  cases a <;> cases b <;> rfl
theorem and_or_distrib_left (x y z : Bool) : (x && (y || z)) = (x && y || x && z) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem and_or_distrib_right (x y z : Bool) : ((x || y) && z) = (x && z || y && z) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem or_and_distrib_left (x y z : Bool) : (x || y && z) = ((x || y) && (x || z)) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem or_and_distrib_right (x y z : Bool) : (x && y || z) = ((x || z) && (y || z)) := by
  cases x <;> cases y <;> cases z <;> rfl
@[simp] theorem not_and (x y : Bool) : (!(x && y)) = (!x || !y) := by cases x <;> cases y <;> rfl
@[simp] theorem not_or (x y : Bool) : (!(x || y)) = (!x && !y) := by cases x <;> cases y <;> rfl
theorem and_xor_distrib_left (x y z : Bool) : (x && (xor y z)) = xor (x && y) (x && z) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem eq_not_of_ne {a b : Bool} : a ≠ b → a = !b := by
  cases a <;> cases b <;> intro h <;> first | rfl | exact absurd rfl h
@[simp] theorem not_eq_not {a b : Bool} : (¬a = !b) ↔ a = b := by
  cases a <;> cases b <;> simp
@[simp] theorem not_inj_iff {a b : Bool} : (!a) = (!b) ↔ a = b := by cases a <;> cases b <;> simp
theorem not_inj {x y : Bool} (h : (!x) = !y) : x = y := not_inj_iff.1 h
@[simp] theorem or_eq_false_iff {x y : Bool} : (x || y) = false ↔ x = false ∧ y = false := by
  cases x <;> cases y <;> simp
@[simp] theorem and_eq_false_iff {x y : Bool} : (x && y) = false ↔ (x = false ∨ y = false) := by
  cases x <;> cases y <;> simp
theorem and_eq_true_iff {x y : Bool} : (x && y) = true ↔ x = true ∧ y = true := by
  cases x <;> cases y <;> simp
theorem or_eq_true_iff {x y : Bool} : (x || y) = true ↔ x = true ∨ y = true := by
  cases x <;> cases y <;> simp
theorem eq_iff_iff {a b : Bool} : a = b ↔ (a = true ↔ b = true) := by
  cases a <;> cases b <;> simp
theorem eq_false_or_eq_true (b : Bool) : b = true ∨ b = false := by cases b <;> simp
theorem eq_false_iff {b : Bool} : b = false ↔ b ≠ true := by cases b <;> simp
theorem ne_false_iff {b : Bool} : b ≠ false ↔ b = true := by cases b <;> simp
theorem eq_true_of_not_eq_false {b : Bool} : ¬b = false → b = true := by cases b <;> simp
theorem eq_false_of_not_eq_true {b : Bool} : ¬b = true → b = false := by cases b <;> simp
@[simp] theorem false_ne_true : false ≠ true := nofun
@[simp] theorem true_ne_false : true ≠ false := nofun
theorem forall_bool {p : Bool → Prop} : (∀ b, p b) ↔ p false ∧ p true :=
  ⟨fun h => ⟨h false, h true⟩, fun ⟨h, k⟩ b => match b with | false => h | true => k⟩
theorem exists_bool {p : Bool → Prop} : (∃ b, p b) ↔ p false ∨ p true :=
  ⟨fun ⟨b, h⟩ => match b, h with | false, h => .inl h | true, h => .inr h,
    fun h => h.elim (⟨false, ·⟩) (⟨true, ·⟩)⟩

/-! ## xor -/

theorem false_xor (x : Bool) : xor false x = x := by cases x <;> rfl
theorem xor_false (x : Bool) : xor x false = x := by cases x <;> rfl
theorem true_xor (x : Bool) : xor true x = !x := by cases x <;> rfl
theorem xor_true (x : Bool) : xor x true = !x := by cases x <;> rfl
@[simp] theorem not_xor_self (x : Bool) : xor (!x) x = true := by cases x <;> rfl
@[simp] theorem xor_not_self (x : Bool) : xor x (!x) = true := by cases x <;> rfl
theorem xor_self (x : Bool) : xor x x = false := by cases x <;> rfl
theorem xor_comm (x y : Bool) : xor x y = xor y x := by cases x <;> cases y <;> rfl
theorem xor_assoc (x y z : Bool) : xor (xor x y) z = xor x (xor y z) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem xor_left_comm (x y z : Bool) : xor x (xor y z) = xor y (xor x z) := by
  cases x <;> cases y <;> cases z <;> rfl

/-! ## cond and decide -/

theorem cond_eq_ite {α : Type u} (b : Bool) (t e : α) : cond b t e = if b = true then t else e := by
  cases b <;> rfl
@[simp] theorem cond_self {α : Type u} (c : Bool) (t : α) : cond c t t = t := by cases c <;> rfl
@[simp] theorem cond_not {α : Type u} (b : Bool) (t e : α) : cond (!b) t e = cond b e t := by
  cases b <;> rfl
theorem apply_cond {α β : Type u} (f : α → β) {b : Bool} {a a' : α} :
    f (cond b a a') = cond b (f a) (f a') := by cases b <;> rfl
@[simp] theorem cond_true_left (c f : Bool) : cond c true f = (c || f) := by cases c <;> rfl
@[simp] theorem cond_false_right (c t : Bool) : cond c t false = (c && t) := by cases c <;> rfl
@[simp] theorem decide_eq_true {b : Bool} [Decidable (b = true)] : decide (b = true) = b := by
  cases b <;> simp
/-- `false` as 0 and `true` as 1. -/
def toNat (b : Bool) : Nat := cond b 1 0

theorem toNat_false : false.toNat = 0 := rfl
theorem toNat_true : true.toNat = 1 := rfl
theorem toNat_le (c : Bool) : c.toNat ≤ 1 := by
  cases c
  · exact Nat.zero_le 1
  · exact Nat.le_refl 1

end Bool

@[simp] theorem decide_and (p q : Prop) [Decidable p] [Decidable q] :
    decide (p ∧ q) = (decide p && decide q) := by
  by_cases h : p <;> by_cases k : q <;> simp [h, k]
@[simp] theorem decide_or (p q : Prop) [Decidable p] [Decidable q] :
    decide (p ∨ q) = (decide p || decide q) := by
  by_cases h : p <;> by_cases k : q <;> simp [h, k]
