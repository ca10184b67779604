prelude
import Init.SimpLemmas
import Init.Classical
import Init.Grind.Lemmas
import Init.Data.Int.Linear
import Init.Data.Nat.Linear

/-!
# Normal form of propositions

The simplification that `grind` applies to every fact: negations inwards, no `↔`, no `>`, and
casts outwards from natural numbers.
-/

namespace Lean.Grind

theorem iff_eq (p q : Prop) : (p ↔ q) = (p = q) := propext ⟨propext, fun h => h ▸ Iff.rfl⟩

theorem eq_true_eq (p : Prop) : (p = True) = p := propext ⟨of_eq_true, eq_true⟩

theorem eq_false_eq (p : Prop) : (p = False) = ¬ p := propext ⟨of_eq_false, eq_false⟩

theorem not_eq_prop (p q : Prop) : (¬ (p = q)) = (p = ¬ q) :=
  propext ⟨fun h => propext
      ⟨fun hp hq => h ((eq_true hp).trans (eq_true hq).symm),
       fun hq => Classical.byContradiction fun hp => h ((eq_false hp).trans (eq_false hq).symm)⟩,
    fun h h' => false_of_not_eq_self (h.symm.trans h')⟩

theorem imp_eq (p q : Prop) : (p → q) = (¬ p ∨ q) :=
  propext ⟨fun h => (Classical.em p).elim (fun hp => .inr (h hp)) .inl,
    fun h hp => h.elim (absurd hp) id⟩

theorem not_forall {α : Sort u} (p : α → Prop) : (¬ ∀ x, p x) = ∃ x, ¬ p x :=
  propext ⟨fun h => of_forall_eq_false α p (eq_false h), fun ⟨x, hx⟩ h => hx (h x)⟩

theorem not_exists {α : Sort u} (p : α → Prop) : (¬ ∃ x, p x) = ∀ x, ¬ p x :=
  propext ⟨fun h x hx => h ⟨x, hx⟩, fun h ⟨x, hx⟩ => h x hx⟩

theorem forall_imp_eq_or {α : Sort u} (p : α → Prop) (q : Prop) :
    ((∀ a, p a) → q) = ((∃ a, ¬ p a) ∨ q) := by
  rw [imp_eq, not_forall]

theorem true_imp_eq (p : Prop) : (True → p) = p := propext ⟨fun h => h .intro, fun h _ => h⟩

theorem false_imp_eq (p : Prop) : (False → p) = True := eq_true False.elim

theorem imp_true_eq (p : Prop) : (p → True) = True := eq_true fun _ => .intro

theorem imp_false_eq (p : Prop) : (p → False) = ¬ p := rfl

theorem imp_self_eq (p : Prop) : (p → p) = True := eq_true id

theorem not_and (p q : Prop) : (¬ (p ∧ q)) = (¬ p ∨ ¬ q) :=
  propext ⟨fun h => or_of_and_eq_false (eq_false h), fun h hpq => h.elim (· hpq.1) (· hpq.2)⟩

theorem not_or (p q : Prop) : (¬ (p ∨ q)) = (¬ p ∧ ¬ q) :=
  propext ⟨fun h => ⟨fun hp => h (.inl hp), fun hq => h (.inr hq)⟩, fun h h' => h'.elim h.1 h.2⟩

theorem not_not (p : Prop) : (¬ ¬ p) = p := propext ⟨Classical.byContradiction, fun h hn => hn h⟩

theorem not_true : (¬ True) = False := eq_false fun h => h .intro

theorem not_false : (¬ False) = True := eq_true id

theorem not_implies (p q : Prop) : (¬ (p → q)) = (p ∧ ¬ q) := by
  rw [imp_eq, not_or, not_not]

theorem not_ite {p : Prop} {_ : Decidable p} (q r : Prop) :
    (¬ ite p q r) = ite p (¬ q) (¬ r) := by
  if h : p then rw [if_pos h, if_pos h] else rw [if_neg h, if_neg h]

theorem ite_true_false {p : Prop} {_ : Decidable p} : ite p True False = p := by
  if h : p then
    rw [if_pos h]
    exact (eq_true h).symm
  else
    rw [if_neg h]
    exact (eq_false h).symm

theorem ite_false_true {p : Prop} {_ : Decidable p} : ite p False True = ¬ p := by
  if h : p then
    rw [if_pos h]
    exact (not_eq_of_eq_true (eq_true h)).symm
  else
    rw [if_neg h]
    exact (eq_true h).symm

theorem dite_eq_ite {α : Sort u} {p : Prop} {_ : Decidable p} {a b : α} :
    dite p (fun _ => a) (fun _ => b) = ite p a b := rfl

theorem cond_eq_ite {α : Sort u} (c : Bool) (a b : α) : cond c a b = ite (c = true) a b := by
  cases c <;> rfl

theorem or_assoc (p q r : Prop) : ((p ∨ q) ∨ r) = (p ∨ (q ∨ r)) := propext _root_.or_assoc

theorem or_swap12 (p q r : Prop) : (p ∨ q ∨ r) = (q ∨ p ∨ r) :=
  propext ⟨fun h => h.elim (fun h => .inr (.inl h)) fun h => h.elim .inl fun h => .inr (.inr h),
    fun h => h.elim (fun h => .inr (.inl h)) fun h => h.elim .inl fun h => .inr (.inr h)⟩

theorem or_swap13 (p q r : Prop) : (p ∨ q ∨ r) = (r ∨ q ∨ p) :=
  propext ⟨fun h => h.elim (fun h => .inr (.inr h)) fun h => h.elim (fun h => .inr (.inl h)) .inl,
    fun h => h.elim (fun h => .inr (.inr h)) fun h => h.elim (fun h => .inr (.inl h)) .inl⟩

theorem forall_and {α : Sort u} (p q : α → Prop) :
    (∀ x, p x ∧ q x) = ((∀ x, p x) ∧ ∀ x, q x) :=
  propext ⟨fun h => ⟨fun x => (h x).1, fun x => (h x).2⟩, fun h x => ⟨h.1 x, h.2 x⟩⟩

theorem forall_true (p : True → Prop) : (∀ h : True, p h) = p .intro :=
  propext ⟨fun h => h .intro, fun h _ => h⟩

theorem forall_or_forall {α : Sort u} {β : α → Sort v} (p : α → Prop) (q : (a : α) → β a → Prop) :
    (∀ a : α, p a ∨ ∀ b : β a, q a b) = (∀ (a : α) (b : β a), p a ∨ q a b) :=
  propext ⟨fun h a b => (h a).elim .inl fun h => .inr (h b), fun h a =>
    (Classical.em (p a)).elim .inl fun hp => .inr fun b => (h a b).resolve_left hp⟩

theorem forall_forall_or {α : Sort u} {β : α → Sort v} (p : α → Prop) (q : (a : α) → β a → Prop) :
    (∀ a : α, (∀ b : β a, q a b) ∨ p a) = (∀ (a : α) (b : β a), q a b ∨ p a) :=
  propext ⟨fun h a b => (h a).elim (fun h => .inl (h b)) .inr, fun h a =>
    (Classical.em (p a)).elim .inr fun hp => .inl fun b => (h a b).resolve_right hp⟩

theorem exists_or {α : Sort u} (p q : α → Prop) :
    (∃ x, p x ∨ q x) = ((∃ x, p x) ∨ ∃ x, q x) :=
  propext ⟨fun ⟨x, h⟩ => h.elim (fun h => .inl ⟨x, h⟩) (fun h => .inr ⟨x, h⟩),
    fun h => h.elim (fun ⟨x, h⟩ => ⟨x, .inl h⟩) fun ⟨x, h⟩ => ⟨x, .inr h⟩⟩

theorem exists_const (α : Sort u) [i : Nonempty α] {b : Prop} : (∃ _ : α, b) = b :=
  propext ⟨fun ⟨_, h⟩ => h, fun h => i.elim fun x => ⟨x, h⟩⟩

theorem exists_prop {a b : Prop} : (∃ _ : a, b) = (a ∧ b) :=
  propext ⟨fun ⟨ha, hb⟩ => ⟨ha, hb⟩, fun ⟨ha, hb⟩ => ⟨ha, hb⟩⟩

theorem exists_and_left {α : Sort u} {p : α → Prop} {b : Prop} :
    (∃ x, b ∧ p x) = (b ∧ ∃ x, p x) :=
  propext ⟨fun ⟨x, hb, hp⟩ => ⟨hb, x, hp⟩, fun ⟨hb, x, hp⟩ => ⟨x, hb, hp⟩⟩

theorem exists_and_right {α : Sort u} {p : α → Prop} {b : Prop} :
    (∃ x, p x ∧ b) = ((∃ x, p x) ∧ b) :=
  propext ⟨fun ⟨x, hp, hb⟩ => ⟨⟨x, hp⟩, hb⟩, fun ⟨⟨x, hp⟩, hb⟩ => ⟨x, hp, hb⟩⟩

theorem flip_bool_eq (a b : Bool) : (a = b) = (b = a) := propext ⟨Eq.symm, Eq.symm⟩

theorem bool_eq_to_prop (a b : Bool) : (a = b) = ((a = true) = (b = true)) :=
  propext ⟨fun h => h ▸ rfl, fun h => by
    cases a <;> cases b
    · rfl
    · exact (h.mpr rfl)
    · exact (h.mp rfl).symm
    · rfl⟩

theorem ge_eq {α : Type u} [LE α] (a b : α) : (a ≥ b) = (b ≤ a) := rfl

theorem gt_eq {α : Type u} [LT α] (a b : α) : (a > b) = (b < a) := rfl

theorem Nat.lt_eq (a b : Nat) : (a < b) = (a + 1 ≤ b) := rfl

theorem Int.lt_eq (a b : Int) : (a < b) = (a + 1 ≤ b) := rfl

theorem beq_eq_decide_eq {α : Type u} {_ : BEq α} [i : LawfulBEq α] [DecidableEq α] (a b : α) :
    (a == b) = decide (a = b) := by
  if h : a = b then
    rw [@beq_eq_true_of_eq α _ i a b h, _root_.decide_eq_true h]
  else
    rw [@beq_eq_false_of_diseq α _ i a b h, _root_.decide_eq_false h]

theorem bne_eq_decide_not_eq {α : Type u} {_ : BEq α} [i : LawfulBEq α] [DecidableEq α] (a b : α) :
    (a != b) = decide (¬ a = b) := by
  show (!(a == b)) = _
  if h : a = b then
    rw [@beq_eq_true_of_eq α _ i a b h, _root_.decide_eq_false fun h' => h' h]
    rfl
  else
    rw [@beq_eq_false_of_diseq α _ i a b h, _root_.decide_eq_true h]
    rfl

theorem natCast_eq {α : Type u} [NatCast α] (a : Nat) :
    (Nat.cast a : α) = (NatCast.natCast a : α) := rfl

theorem natCast_div (a b : Nat) :
    (NatCast.natCast (a / b) : Int) = (NatCast.natCast a) / (NatCast.natCast b) := rfl

theorem natCast_mod (a b : Nat) :
    (NatCast.natCast (a % b) : Int) = (NatCast.natCast a) % (NatCast.natCast b) := rfl

theorem natCast_add (a b : Nat) :
    (NatCast.natCast (a + b) : Int) = NatCast.natCast a + NatCast.natCast b := rfl

theorem natCast_mul (a b : Nat) :
    (NatCast.natCast (a * b) : Int) = NatCast.natCast a * NatCast.natCast b := rfl

theorem Nat.pow_one (a : Nat) : a ^ 1 = a := _root_.Nat.one_mul a

theorem Int.pow_one (a : Int) : a ^ 1 = a := _root_.Int.one_mul a

end Lean.Grind
