/-!
# Propositional logic

Constructive laws first; what needs the law of excluded middle comes last, in its own section.
-/

namespace Kata

section Constructive

variable {p q r s : Prop}

/-! ## Conjunction -/

theorem and_swap (h : p ∧ q) : q ∧ p := by
  obtain ⟨hp, hq⟩ := h
  exact ⟨hq, hp⟩

theorem and_rotate (h : p ∧ q ∧ r) : q ∧ r ∧ p := by
  obtain ⟨hp, hq, hr⟩ := h
  exact ⟨hq, hr, hp⟩

theorem and_regroup : (p ∧ q) ∧ r ↔ p ∧ q ∧ r := by
  constructor
  · intro h
    obtain ⟨⟨hp, hq⟩, hr⟩ := h
    exact ⟨hp, hq, hr⟩
  · intro h
    obtain ⟨hp, hq, hr⟩ := h
    exact ⟨⟨hp, hq⟩, hr⟩

theorem and_idem : p ∧ p ↔ p := by
  constructor
  · intro h
    exact h.left
  · intro hp
    exact ⟨hp, hp⟩

theorem and_map (hpq : p → q) (hrs : r → s) : p ∧ r → q ∧ s := by
  intro h
  obtain ⟨hp, hr⟩ := h
  constructor
  · exact hpq hp
  · exact hrs hr

theorem and_keep_left (hpq : p → q) (hp : p) : p ∧ q := ⟨hp, hpq hp⟩

theorem and_imp_left (h : p ∧ q → r) (hq : q) : p → r := by
  intro hp
  apply h
  exact ⟨hp, hq⟩

theorem and_absorb : p ∧ (p ∨ q) ↔ p := by
  constructor
  · intro h
    exact h.left
  · intro hp
    constructor
    · exact hp
    · left
      exact hp

theorem and_not_absurd (h : p ∧ ¬p) : q := by
  obtain ⟨hp, hnp⟩ := h
  contradiction

theorem and_interchange (h : (p ∧ q) ∧ (r ∧ s)) : (p ∧ r) ∧ (q ∧ s) := by
  obtain ⟨⟨hp, hq⟩, ⟨hr, hs⟩⟩ := h
  exact ⟨⟨hp, hr⟩, ⟨hq, hs⟩⟩

/-! ## Disjunction -/

theorem or_swap (h : p ∨ q) : q ∨ p := by
  cases h with
  | inl hp =>
    right
    exact hp
  | inr hq =>
    left
    exact hq

theorem or_regroup : (p ∨ q) ∨ r ↔ p ∨ q ∨ r := by
  constructor
  · intro h
    rcases h with (hp | hq) | hr
    · left
      exact hp
    · right
      left
      exact hq
    · right
      right
      exact hr
  · intro h
    rcases h with hp | hq | hr
    · left
      left
      exact hp
    · left
      right
      exact hq
    · right
      exact hr

theorem or_idem : p ∨ p ↔ p := by
  constructor
  · intro h
    cases h with
    | inl hp => exact hp
    | inr hp => exact hp
  · intro hp
    left
    exact hp

theorem or_map (hpq : p → q) (hrs : r → s) : p ∨ r → q ∨ s := by
  intro h
  cases h with
  | inl hp =>
    left
    exact hpq hp
  | inr hr =>
    right
    exact hrs hr

theorem or_case (h : p ∨ q) (hpr : p → r) (hqr : q → r) : r := by
  cases h with
  | inl hp => exact hpr hp
  | inr hq => exact hqr hq

theorem or_resolve_left (h : p ∨ q) (hnp : ¬p) : q := by
  cases h with
  | inl hp => contradiction
  | inr hq => exact hq

theorem or_resolve_right (h : p ∨ q) (hnq : ¬q) : p := by
  cases h with
  | inl hp => exact hp
  | inr hq => contradiction

theorem or_absorb : p ∨ (p ∧ q) ↔ p := by
  constructor
  · intro h
    cases h with
    | inl hp => exact hp
    | inr h => exact h.left
  · intro hp
    left
    exact hp

theorem or_weaken (h : p ∨ q ∧ r) : p ∨ r := by
  rcases h with hp | ⟨hq, hr⟩
  · left
    exact hp
  · right
    exact hr

/-! ## The two together -/

theorem and_over_or : p ∧ (q ∨ r) ↔ (p ∧ q) ∨ (p ∧ r) := by
  constructor
  · intro h
    obtain ⟨hp, hq | hr⟩ := h
    · left
      exact ⟨hp, hq⟩
    · right
      exact ⟨hp, hr⟩
  · intro h
    rcases h with ⟨hp, hq⟩ | ⟨hp, hr⟩
    · exact ⟨hp, Or.inl hq⟩
    · exact ⟨hp, Or.inr hr⟩

theorem or_over_and : p ∨ (q ∧ r) ↔ (p ∨ q) ∧ (p ∨ r) := by
  constructor
  · intro h
    rcases h with hp | ⟨hq, hr⟩
    · exact ⟨Or.inl hp, Or.inl hp⟩
    · exact ⟨Or.inr hq, Or.inr hr⟩
  · intro h
    obtain ⟨hpq, hpr⟩ := h
    cases hpq with
    | inl hp =>
      left
      exact hp
    | inr hq =>
      cases hpr with
      | inl hp =>
        left
        exact hp
      | inr hr =>
        right
        exact ⟨hq, hr⟩

theorem dilemma (hpr : p → r) (hqs : q → s) (h : p ∨ q) : r ∨ s := by
  rcases h with hp | hq
  · exact Or.inl (hpr hp)
  · exact Or.inr (hqs hq)

/-! ## Implication -/

theorem imp_chain (hpq : p → q) (hqr : q → r) : p → r := by
  intro hp
  apply hqr
  apply hpq
  exact hp

theorem imp_chain_three (hpq : p → q) (hqr : q → r) (hrs : r → s) : p → s := by
  intro hp
  apply hrs
  apply hqr
  apply hpq
  exact hp

theorem imp_swap (h : p → q → r) : q → p → r := by
  intro hq hp
  exact h hp hq

theorem imp_ignore (hq : q) : p → q := fun _ => hq

theorem imp_share (h : p → q → r) (hpq : p → q) : p → r := by
  intro hp
  apply h
  · exact hp
  · exact hpq hp

theorem imp_contract (h : p → p → q) : p → q := by
  intro hp
  exact h hp hp

theorem curry_iff : (p ∧ q → r) ↔ (p → q → r) := by
  constructor
  · intro h hp hq
    apply h
    exact ⟨hp, hq⟩
  · intro h hpq
    obtain ⟨hp, hq⟩ := hpq
    exact h hp hq

theorem or_imp_iff : (p ∨ q → r) ↔ (p → r) ∧ (q → r) := by
  constructor
  · intro h
    constructor
    · intro hp
      apply h
      left
      exact hp
    · intro hq
      apply h
      right
      exact hq
  · intro h hpq
    obtain ⟨hpr, hqr⟩ := h
    cases hpq with
    | inl hp => exact hpr hp
    | inr hq => exact hqr hq

theorem imp_and_iff : (p → q ∧ r) ↔ (p → q) ∧ (p → r) := by
  constructor
  · intro h
    constructor
    · intro hp
      exact (h hp).left
    · intro hp
      exact (h hp).right
  · intro h hp
    exact ⟨h.left hp, h.right hp⟩

theorem imp_or_left (h : (p → q) ∨ (p → r)) : p → q ∨ r := by
  intro hp
  cases h with
  | inl hpq =>
    left
    exact hpq hp
  | inr hpr =>
    right
    exact hpr hp

/-! ## Negation -/

theorem not_not_of (hp : p) : ¬¬p := by
  intro hnp
  exact hnp hp

theorem contrapose (hpq : p → q) : ¬q → ¬p := by
  intro hnq hp
  apply hnq
  exact hpq hp

theorem not_or_split : ¬(p ∨ q) ↔ ¬p ∧ ¬q := by
  constructor
  · intro h
    constructor
    · intro hp
      apply h
      left
      exact hp
    · intro hq
      apply h
      right
      exact hq
  · intro h hpq
    obtain ⟨hnp, hnq⟩ := h
    cases hpq with
    | inl hp => exact hnp hp
    | inr hq => exact hnq hq

theorem not_and_of_or_not (h : ¬p ∨ ¬q) : ¬(p ∧ q) := by
  intro hpq
  obtain ⟨hp, hq⟩ := hpq
  cases h with
  | inl hnp => exact hnp hp
  | inr hnq => exact hnq hq

theorem not_and_of_imp (h : p → ¬q) : ¬(p ∧ q) := by
  intro hpq
  obtain ⟨hp, hq⟩ := hpq
  exact h hp hq

theorem imp_not_of_not_and (h : ¬(p ∧ q)) : p → ¬q := by
  intro hp hq
  apply h
  exact ⟨hp, hq⟩

theorem triple_not : ¬¬¬p ↔ ¬p := by
  constructor
  · intro h hp
    apply h
    intro hnp
    exact hnp hp
  · intro hnp h
    exact h hnp

theorem double_not_map (hpq : p → q) : ¬¬p → ¬¬q := by
  intro h hnq
  apply h
  intro hp
  apply hnq
  exact hpq hp

theorem double_not_and (h : ¬¬(p ∧ q)) : ¬¬p ∧ ¬¬q := by
  constructor
  · intro hnp
    apply h
    intro hpq
    exact hnp hpq.left
  · intro hnq
    apply h
    intro hpq
    exact hnq hpq.right

theorem double_not_em : ¬¬(p ∨ ¬p) := by
  intro h
  apply h
  right
  intro hp
  apply h
  left
  exact hp

theorem not_of_iff_not : ¬(p ↔ ¬p) := by
  intro h
  have hnp : ¬p := by
    intro hp
    exact h.mp hp hp
  exact hnp (h.mpr hnp)

theorem or_not_imp (h : ¬p ∨ q) : p → q := by
  intro hp
  cases h with
  | inl hnp => contradiction
  | inr hq => exact hq

theorem absurd_any (hp : p) (hnp : ¬p) : q ∧ r := absurd hp hnp

/-! ## Equivalence -/

theorem iff_swap (h : p ↔ q) : q ↔ p := by
  constructor
  · intro hq
    exact h.mpr hq
  · intro hp
    exact h.mp hp

theorem iff_chain (hpq : p ↔ q) (hqr : q ↔ r) : p ↔ r := by
  constructor
  · intro hp
    exact hqr.mp (hpq.mp hp)
  · intro hr
    exact hpq.mpr (hqr.mpr hr)

theorem iff_and_left (hqr : q ↔ r) : p ∧ q ↔ p ∧ r := by
  rw [hqr]

theorem iff_or_right (hpq : p ↔ q) : p ∨ r ↔ q ∨ r := by
  rw [hpq]

theorem iff_imp_left (hpq : p ↔ q) : (p → r) ↔ (q → r) := by
  constructor
  · intro h hq
    apply h
    exact hpq.mpr hq
  · intro h hp
    apply h
    exact hpq.mp hp

theorem iff_not (hpq : p ↔ q) : ¬p ↔ ¬q := by
  constructor
  · intro hnp hq
    exact hnp (hpq.mpr hq)
  · intro hnq hp
    exact hnq (hpq.mp hp)

theorem iff_of_both (hp : p) (hq : q) : p ↔ q :=
  ⟨fun _ => hq, fun _ => hp⟩

theorem iff_of_neither (hnp : ¬p) (hnq : ¬q) : p ↔ q := by
  constructor
  · intro hp
    contradiction
  · intro hq
    contradiction

theorem iff_true_left (hp : p) (h : p ↔ q) : q := h.mp hp

end Constructive

section Classical

open Classical

variable {p q r : Prop}

theorem double_not_elim (h : ¬¬p) : p := by
  by_cases hp : p
  · exact hp
  · contradiction

theorem not_and_split : ¬(p ∧ q) ↔ ¬p ∨ ¬q := by
  constructor
  · intro h
    by_cases hp : p
    · right
      intro hq
      exact h ⟨hp, hq⟩
    · left
      exact hp
  · intro h hpq
    cases h with
    | inl hnp => exact hnp hpq.left
    | inr hnq => exact hnq hpq.right

theorem imp_iff_not_or : (p → q) ↔ ¬p ∨ q := by
  constructor
  · intro hpq
    by_cases hp : p
    · right
      exact hpq hp
    · left
      exact hp
  · intro h hp
    cases h with
    | inl hnp => contradiction
    | inr hq => exact hq

theorem contrapose_iff : (p → q) ↔ (¬q → ¬p) := by
  constructor
  · intro hpq hnq hp
    exact hnq (hpq hp)
  · intro h hp
    by_cases hq : q
    · exact hq
    · exact absurd hp (h hq)

theorem peirce (h : (p → q) → p) : p := by
  by_cases hp : p
  · exact hp
  · apply h
    intro hp
    contradiction

theorem em_elim (hpq : p → q) (hnq : ¬p → q) : q := by
  by_cases hp : p
  · exact hpq hp
  · exact hnq hp

theorem imp_total : (p → q) ∨ (q → p) := by
  by_cases hp : p
  · right
    intro _
    exact hp
  · left
    intro hp
    contradiction

theorem not_imp_split : ¬(p → q) ↔ p ∧ ¬q := by
  constructor
  · intro h
    by_cases hp : p
    · constructor
      · exact hp
      · intro hq
        apply h
        intro _
        exact hq
    · exfalso
      apply h
      intro hp
      contradiction
  · intro h hpq
    obtain ⟨hp, hnq⟩ := h
    apply hnq
    exact hpq hp

theorem or_of_not_imp (h : ¬p → q) : p ∨ q := by
  by_cases hp : p
  · left
    exact hp
  · right
    exact h hp

theorem imp_or_split (h : p → q ∨ r) : (p → q) ∨ (p → r) := by
  by_cases hq : q
  · left
    intro _
    exact hq
  · right
    intro hp
    cases h hp with
    | inl hq => contradiction
    | inr hr => exact hr

end Classical

end Kata
