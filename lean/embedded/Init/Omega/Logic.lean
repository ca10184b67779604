prelude
import Init.Core

/-!
# Connectives

How `omega` takes hypotheses apart. Every statement is about decidable propositions; `omega`
supplies classical decisions.
-/

namespace Lean.Omega

theorem and_not_not_of_not_or {p q : Prop} (h : ¬ (p ∨ q)) : ¬ p ∧ ¬ q :=
  ⟨fun hp => h (.inl hp), fun hq => h (.inr hq)⟩

theorem Decidable.or_not_not_of_not_and {p q : Prop} [Decidable p] [Decidable q]
    (h : ¬ (p ∧ q)) : ¬ p ∨ ¬ q :=
  if hp : p then .inr fun hq => h ⟨hp, hq⟩ else .inl hp

theorem Decidable.and_or_not_and_not_of_iff {p q : Prop} [Decidable q] (h : p ↔ q) :
    (p ∧ q) ∨ (¬ p ∧ ¬ q) :=
  if hq : q then .inl ⟨h.mpr hq, hq⟩ else .inr ⟨fun hp => hq (h.mp hp), hq⟩

theorem Decidable.and_not_or_not_and_of_not_iff {p q : Prop} [Decidable p] [Decidable q]
    (h : ¬ (p ↔ q)) : (p ∧ ¬ q) ∨ (¬ p ∧ q) :=
  if hp : p then .inl ⟨hp, fun hq => h ⟨fun _ => hq, fun _ => hp⟩⟩
  else if hq : q then .inr ⟨hp, hq⟩
  else absurd ⟨fun hp' => absurd hp' hp, fun hq' => absurd hq' hq⟩ h

theorem Decidable.and_not_of_not_imp {p q : Prop} [Decidable p] (h : ¬ (p → q)) : p ∧ ¬ q :=
  if hp : p then ⟨hp, fun hq => h fun _ => hq⟩ else absurd (fun hp' => absurd hp' hp) h

theorem ite_disjunction {α : Type u} {p : Prop} [Decidable p] {a b : α} :
    (p ∧ (if p then a else b) = a) ∨ (¬ p ∧ (if p then a else b) = b) :=
  if h : p then .inl ⟨h, if_pos h⟩ else .inr ⟨h, if_neg h⟩

end Lean.Omega

theorem Decidable.not_or_of_imp {p q : Prop} [Decidable p] (h : p → q) : ¬ p ∨ q :=
  if hp : p then .inr (h hp) else .inl hp
