namespace Places.Split

theorem conjunction (p q : Prop) : p → q → p ∧ q := by
  intro hp hq
  exact ⟨hp, hq⟩

/-- Only 2 serves, and the first goal alone does not say so. -/
theorem coupled : ∃ n : Nat, 2 ≤ n ∧ n ≤ 2 := by
  exact ⟨2, Nat.le_refl 2, Nat.le_refl 2⟩

theorem beside : 1 = 1 ∧ ∃ n : Nat, 2 ≤ n ∧ n ≤ 2 := by
  exact ⟨rfl, 2, Nat.le_refl 2, Nat.le_refl 2⟩

end Places.Split
