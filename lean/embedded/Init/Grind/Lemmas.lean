prelude
import Init.SimpLemmas
import Init.Classical
import Init.Grind.Util

/-!
# Propagation

What `grind` cites when it derives a fact about a connective from facts about its arguments.
-/

namespace Lean.Grind

theorem rfl_true : true = true := rfl

def intro_with_eq (p p' : Prop) (q : Sort u) (he : p = p') (h : p' → q) : p → q :=
  fun hp => h (he.mp hp)

def intro_with_eq' (p p' : Prop) (q : p → Sort u) (he : p = p')
    (h : (h : p') → q (he.mpr_prop h)) : (h : p) → q h :=
  fun hp => h (he.mp hp)

/-! ## And -/

theorem and_eq_of_eq_true_left {a b : Prop} (h : a = True) : (a ∧ b) = b := by
  rw [h, true_and]

theorem and_eq_of_eq_true_right {a b : Prop} (h : b = True) : (a ∧ b) = a := by
  rw [h, and_true]

theorem and_eq_of_eq_false_left {a b : Prop} (h : a = False) : (a ∧ b) = False := by
  rw [h, false_and]

theorem and_eq_of_eq_false_right {a b : Prop} (h : b = False) : (a ∧ b) = False := by
  rw [h, and_false]

theorem eq_true_of_and_eq_true_left {a b : Prop} (h : (a ∧ b) = True) : a = True :=
  eq_true (of_eq_true h).1

theorem eq_true_of_and_eq_true_right {a b : Prop} (h : (a ∧ b) = True) : b = True :=
  eq_true (of_eq_true h).2

theorem or_of_and_eq_false {a b : Prop} (h : (a ∧ b) = False) : ¬ a ∨ ¬ b :=
  (Classical.em a).elim (fun ha => .inr fun hb => of_eq_false h ⟨ha, hb⟩) .inl

/-! ## Or -/

theorem or_eq_of_eq_true_left {a b : Prop} (h : a = True) : (a ∨ b) = True := by
  rw [h, true_or]

theorem or_eq_of_eq_true_right {a b : Prop} (h : b = True) : (a ∨ b) = True := by
  rw [h, or_true]

theorem or_eq_of_eq_false_left {a b : Prop} (h : a = False) : (a ∨ b) = b := by
  rw [h, false_or]

theorem or_eq_of_eq_false_right {a b : Prop} (h : b = False) : (a ∨ b) = a := by
  rw [h, or_false]

theorem eq_false_of_or_eq_false_left {a b : Prop} (h : (a ∨ b) = False) : a = False :=
  eq_false fun ha => of_eq_false h (.inl ha)

theorem eq_false_of_or_eq_false_right {a b : Prop} (h : (a ∨ b) = False) : b = False :=
  eq_false fun hb => of_eq_false h (.inr hb)

/-! ## Implication -/

theorem imp_eq_of_eq_false_left {a b : Prop} (h : a = False) : (a → b) = True :=
  eq_true fun ha => absurd ha (of_eq_false h)

theorem imp_eq_of_eq_true_right {a b : Prop} (h : b = True) : (a → b) = True :=
  eq_true fun _ => of_eq_true h

theorem imp_eq_of_eq_true_left {a b : Prop} (h : a = True) : (a → b) = b :=
  propext ⟨fun h' => h' (of_eq_true h), fun hb _ => hb⟩

theorem eq_false_of_imp_eq_true {a b : Prop} (h₁ : (a → b) = True) (h₂ : b = False) : a = False :=
  eq_false fun ha => of_eq_false h₂ (of_eq_true h₁ ha)

theorem eq_true_of_imp_eq_false {a b : Prop} (h : (a → b) = False) : a = True :=
  eq_true (Classical.byContradiction fun ha => of_eq_false h fun ha' => absurd ha' ha)

theorem eq_false_of_imp_eq_false {a b : Prop} (h : (a → b) = False) : b = False :=
  eq_false fun hb => of_eq_false h fun _ => hb

/-! ## Not -/

theorem not_eq_of_eq_true {a : Prop} (h : a = True) : (¬ a) = False :=
  eq_false fun hn => hn (of_eq_true h)

theorem not_eq_of_eq_false {a : Prop} (h : a = False) : (¬ a) = True := eq_true (of_eq_false h)

theorem eq_false_of_not_eq_true {a : Prop} (h : (¬ a) = True) : a = False := eq_false (of_eq_true h)

theorem eq_true_of_not_eq_false {a : Prop} (h : (¬ a) = False) : a = True :=
  eq_true (Classical.byContradiction (of_eq_false h))

theorem false_of_not_eq_self {a : Prop} (h : (¬ a) = a) : False :=
  have hn : ¬ a := fun ha => absurd ha (h.mpr ha)
  hn (h.mp hn)

/-! ## Equality -/

theorem eq_eq_of_eq_true_left {a b : Prop} (h : a = True) : (a = b) = b := by
  subst h
  exact propext ⟨fun h => h.mp .intro, fun h => (eq_true h).symm⟩

theorem eq_eq_of_eq_true_right {a b : Prop} (h : b = True) : (a = b) = a := by
  subst h
  exact propext ⟨of_eq_true, eq_true⟩

theorem eq_congr {α : Sort u} {a₁ b₁ a₂ b₂ : α} (h₁ : a₁ = a₂) (h₂ : b₁ = b₂) :
    (a₁ = b₁) = (a₂ = b₂) := by
  rw [h₁, h₂]

theorem eq_congr' {α : Sort u} {a₁ b₁ a₂ b₂ : α} (h₁ : a₁ = b₂) (h₂ : b₁ = a₂) :
    (a₁ = b₁) = (a₂ = b₂) := by
  subst h₁ h₂
  exact propext ⟨Eq.symm, Eq.symm⟩

theorem heq_congr.{u} {α β α' β' : Sort u} {a₁ : α} {b₁ : β} {a₂ : α'} {b₂ : β'}
    (h₁ : HEq a₁ a₂) (h₂ : HEq b₁ b₂) : (HEq a₁ b₁) = (HEq a₂ b₂) := by
  cases h₁
  cases h₂
  rfl

theorem heq_congr'.{u} {α β α' β' : Sort u} {a₁ : α} {b₁ : β} {a₂ : α'} {b₂ : β'}
    (h₁ : HEq a₁ b₂) (h₂ : HEq b₁ a₂) : (HEq a₁ b₁) = (HEq a₂ b₂) := by
  cases h₁
  cases h₂
  exact propext ⟨HEq.symm, HEq.symm⟩

theorem ne_of_ne_of_eq_left {α : Sort u} {a b c : α} (h₁ : a = b) (h₂ : b ≠ c) : a ≠ c := by
  rw [h₁]
  exact h₂

theorem ne_of_ne_of_eq_right {α : Sort u} {a b c : α} (h₁ : a = c) (h₂ : b ≠ c) : b ≠ a := by
  rw [h₁]
  exact h₂

/-! ## Boolean equality -/

theorem beq_eq_true_of_eq {α : Type u} {_ : BEq α} {_ : LawfulBEq α} {a b : α} (h : a = b) :
    (a == b) = true := by
  rw [h]
  exact beq_self_eq_true b

theorem eq_of_beq_eq_true {α : Type u} {_ : BEq α} {_ : LawfulBEq α} {a b : α}
    (h : (a == b) = true) : a = b :=
  eq_of_beq h

theorem beq_eq_false_of_diseq {α : Type u} {_ : BEq α} {_ : LawfulBEq α} {a b : α}
    (h : ¬ a = b) : (a == b) = false :=
  match he : a == b with
  | true => absurd (eq_of_beq he) h
  | false => rfl

theorem ne_of_beq_eq_false {α : Type u} {_ : BEq α} {i : LawfulBEq α} {a b : α}
    (h : (a == b) = false) : (a = b) = False :=
  eq_false fun he => Bool.noConfusion (h.symm.trans (@beq_eq_true_of_eq α _ i a b he))

/-! ## Booleans -/

namespace Bool

theorem and_eq_of_eq_true_left {a b : Bool} (h : a = true) : (a && b) = b := by
  subst h
  rfl

theorem and_eq_of_eq_true_right {a b : Bool} (h : b = true) : (a && b) = a := by
  subst h
  cases a <;> rfl

theorem and_eq_of_eq_false_left {a b : Bool} (h : a = false) : (a && b) = false := by
  subst h
  rfl

theorem and_eq_of_eq_false_right {a b : Bool} (h : b = false) : (a && b) = false := by
  subst h
  cases a <;> rfl

theorem eq_true_of_and_eq_true_left {a b : Bool} (h : (a && b) = true) : a = true := by
  cases a
  · exact h
  · rfl

theorem eq_true_of_and_eq_true_right {a b : Bool} (h : (a && b) = true) : b = true := by
  cases a
  · exact Bool.noConfusion h
  · exact h

theorem or_eq_of_eq_true_left {a b : Bool} (h : a = true) : (a || b) = true := by
  subst h
  rfl

theorem or_eq_of_eq_true_right {a b : Bool} (h : b = true) : (a || b) = true := by
  subst h
  cases a <;> rfl

theorem or_eq_of_eq_false_left {a b : Bool} (h : a = false) : (a || b) = b := by
  subst h
  rfl

theorem or_eq_of_eq_false_right {a b : Bool} (h : b = false) : (a || b) = a := by
  subst h
  cases a <;> rfl

theorem eq_false_of_or_eq_false_left {a b : Bool} (h : (a || b) = false) : a = false := by
  cases a
  · rfl
  · exact h

theorem eq_false_of_or_eq_false_right {a b : Bool} (h : (a || b) = false) : b = false := by
  cases a
  · exact h
  · exact Bool.noConfusion h

theorem not_eq_of_eq_true {a : Bool} (h : a = true) : (!a) = false := by
  subst h
  rfl

theorem not_eq_of_eq_false {a : Bool} (h : a = false) : (!a) = true := by
  subst h
  rfl

theorem eq_false_of_not_eq_true {a : Bool} (h : (!a) = true) : a = false := by
  cases a
  · rfl
  · exact Bool.noConfusion h

theorem eq_true_of_not_eq_false {a : Bool} (h : (!a) = false) : a = true := by
  cases a
  · exact Bool.noConfusion h
  · rfl

theorem eq_false_of_not_eq_true' {a : Bool} (h : ¬ a = true) : a = false := by
  cases a
  · rfl
  · exact absurd rfl h

theorem eq_true_of_not_eq_false' {a : Bool} (h : ¬ a = false) : a = true := by
  cases a
  · exact absurd rfl h
  · rfl

theorem false_of_not_eq_self {a : Bool} (h : (!a) = a) : False := by
  cases a <;> exact Bool.noConfusion h

theorem ne_of_eq_true_of_eq_false {a b : Bool} (h₁ : a = true) (h₂ : b = false) :
    (a = b) = False := by
  subst h₁ h₂
  exact eq_false fun h => Bool.noConfusion h

end Bool

/-! ## Case splits on an equivalence -/

theorem of_eq_eq_true {a b : Prop} (h : (a = b) = True) : (a ∧ b) ∨ (¬ a ∧ ¬ b) :=
  have h := of_eq_true h
  (Classical.em a).elim (fun ha => .inl ⟨ha, h.mp ha⟩)
    (fun ha => .inr ⟨ha, fun hb => ha (h.mpr hb)⟩)

theorem of_eq_eq_false {a b : Prop} (h : (a = b) = False) : (a ∧ ¬ b) ∨ (¬ a ∧ b) :=
  have h := of_eq_false h
  (Classical.em a).elim
    (fun ha => .inl ⟨ha, fun hb => h ((eq_true ha).trans (eq_true hb).symm)⟩)
    (fun ha => .inr ⟨ha, Classical.byContradiction fun hb =>
      h ((eq_false ha).trans (eq_false hb).symm)⟩)

/-! ## Quantifiers -/

theorem forall_propagator (p : Prop) (q : p → Prop) (q' : Prop) (h₁ : p = True)
    (h₂ : q (of_eq_true h₁) = q') : (∀ hp : p, q hp) = q' :=
  propext ⟨fun h => h₂.mp (h (of_eq_true h₁)), fun h _ => h₂.mpr h⟩

theorem of_forall_eq_false (α : Sort u) (p : α → Prop) (h : (∀ x : α, p x) = False) :
    ∃ x : α, ¬ p x :=
  Classical.byContradiction fun h' => of_eq_false h fun x =>
    Classical.byContradiction fun hx => h' ⟨x, hx⟩

/-! ## Conditionals -/

theorem dite_cond_eq_true' {α : Sort u} {c : Prop} {_ : Decidable c} {a : c → α} {b : ¬ c → α}
    {r : α} (h₁ : c = True) (h₂ : a (of_eq_true h₁) = r) : dite c a b = r :=
  (dif_pos (of_eq_true h₁)).trans h₂

theorem dite_cond_eq_false' {α : Sort u} {c : Prop} {_ : Decidable c} {a : c → α} {b : ¬ c → α}
    {r : α} (h₁ : c = False) (h₂ : b (of_eq_false h₁) = r) : dite c a b = r :=
  (dif_neg (of_eq_false h₁)).trans h₂

/-! ## Casts -/

theorem eqRec_heq.{u_1, u_2} {α : Sort u_2} {a : α} {motive : (x : α) → a = x → Sort u_1}
    (v : motive a (Eq.refl a)) {b : α} (h : a = b) : HEq (@Eq.rec α a motive v b h) v := by
  subst h
  exact HEq.refl _

theorem eqRecOn_heq.{u_1, u_2} {α : Sort u_2} {a : α} {motive : (x : α) → a = x → Sort u_1}
    {b : α} (h : a = b) (v : motive a (Eq.refl a)) : HEq (@Eq.recOn α a motive b h v) v := by
  subst h
  exact HEq.refl _

theorem eqNDRec_heq.{u_1, u_2} {α : Sort u_2} {a : α} {motive : α → Sort u_1} (v : motive a)
    {b : α} (h : a = b) : HEq (@Eq.ndrec α a motive v b h) v := by
  subst h
  exact HEq.refl _

/-! ## Decisions -/

theorem of_decide_eq_true {p : Prop} {_ : Decidable p} (h : decide p = true) : p = True :=
  eq_true (_root_.of_decide_eq_true h)

theorem of_decide_eq_false {p : Prop} {_ : Decidable p} (h : decide p = false) : p = False :=
  eq_false (_root_.of_decide_eq_false h)

theorem decide_eq_true {p : Prop} {_ : Decidable p} (h : p = True) : decide p = true :=
  _root_.decide_eq_true (of_eq_true h)

theorem decide_eq_false {p : Prop} {_ : Decidable p} (h : p = False) : decide p = false :=
  _root_.decide_eq_false (of_eq_false h)

theorem of_lookahead (p : Prop) (h : ¬ p → False) : p = True := eq_true (Classical.byContradiction h)

end Lean.Grind
