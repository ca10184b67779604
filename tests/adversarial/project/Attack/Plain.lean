/-! Theorems for hostile proofs. `false_claim` is false: whoever proves it has broken something. -/

namespace Attack

theorem false_claim (n : Nat) : n = 0 := sorry

theorem conj (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  exact ⟨hp, hq⟩

theorem two : 1 + 1 = 2 := rfl

theorem grows (n : Nat) : n < n + 1 := Nat.lt_succ_self n

theorem sorried (n : Nat) : n + n = n := sorry

def double (n : Nat) : Nat := n + n

/-- Follows the theorems above, so that a proof can try to change what it means. -/
theorem after (n : Nat) : double n = n + n := rfl

end Attack
