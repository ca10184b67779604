/-!
# The positive control: nothing is wrong with this file
-/

namespace Rough.Good

theorem and_flip (p q : Prop) (h : p ∧ q) : q ∧ p := by
  obtain ⟨hp, hq⟩ := h
  exact ⟨hq, hp⟩

theorem add_zero_left (n : Nat) : 0 + n = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [← Nat.add_assoc, ih]

theorem modus (p q : Prop) (hpq : p → q) (hp : p) : q := hpq hp

end Rough.Good
