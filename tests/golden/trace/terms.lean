/-! Tactics in terms, and terms in tactics. -/

theorem by_have (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  have e : b = c := by
    exact k
  rw [h]
  exact e

theorem by_show (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  exact show a = c from by
    rw [h]
    exact k

theorem in_a_tuple (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  exact ⟨by exact hp, by
    exact hq⟩

theorem suffices_it (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  suffices h : q ∧ p by
    exact ⟨h.2, h.1⟩
  exact ⟨hq, hp⟩

theorem in_alternatives (p q : Prop) (h : p ∨ q) : q ∨ p :=
  match h with
  | .inl a => by
    right
    exact a
  | .inr b => Or.inl (by exact b)

example (p : Prop) (h : p) : p := by
  exact h

example (p : Prop) : p ∧ p → p := fun h => by exact h.1
