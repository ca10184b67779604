/-!
# Proofs that fail, between proofs that do not

Every declaration parses. `wrong`, `unfinished` and `unknown` do not elaborate.
-/

namespace Rough.ElabError

theorem before (p : Prop) (hp : p) : ¬¬p := by
  intro hnp
  exact hnp hp

theorem wrong (p q : Prop) (hp : p) : q := by
  exact hp

theorem between (p q : Prop) (h : p ∧ q) : p := by
  exact h.left

theorem unfinished (p q : Prop) (hp : p) : p ∧ q := by
  constructor
  · exact hp

theorem unknown (n : Nat) : n ≤ n + 1 := by
  exact Nat.no_such_lemma n

theorem after (p q : Prop) (h : p ∧ q) : q := by
  exact h.right

end Rough.ElabError
