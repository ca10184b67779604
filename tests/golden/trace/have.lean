/-! `have … := by`, and its kin. -/

theorem by_have (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  have e : b = c := by
    exact k
  rw [h]
  exact e

theorem suffices_it (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  suffices h : q ∧ p by
    exact ⟨h.2, h.1⟩
  exact ⟨hq, hp⟩

theorem by_let (n : Nat) : n < n + 1 := by
  let m := n + 1
  have : n < m := by
    exact Nat.lt_succ_self n
  exact this
