/-! `show … by`, as a term and before a tactic. -/

theorem by_show (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  exact show a = c from by
    rw [h]
    exact k

theorem show_by (p q : Prop) (hp : p) (hq : q) : p ∧ q :=
  ⟨show p by exact hp, show q by
    skip
    exact hq⟩

theorem shown (n : Nat) : n + 1 = Nat.succ n := by
  show n + 1 = n + 1
  rfl
