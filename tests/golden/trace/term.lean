/-! Tactics in terms. -/

theorem in_a_tuple (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  exact ⟨by exact hp, by
    exact hq⟩

theorem in_a_term (p q : Prop) (hp : p) (hq : q) : p ∧ q :=
  And.intro (by exact hp) <| by
    exact hq

def with_a_proof : { n : Nat // n < 3 } := ⟨1, by decide⟩

theorem in_where (n : Nat) : n ≤ n + 1 := by
  exact helper n
where
  helper (m : Nat) : m ≤ m + 1 := by
    apply Nat.le_succ

example (p : Prop) (h : p) : p := by
  exact h

namespace Inside
example (p : Prop) : p ∧ p → p := fun h => by exact h.1
end Inside
