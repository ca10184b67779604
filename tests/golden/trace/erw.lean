/-! Each rule of an `erw` is a step of its own, as of a `rw`. -/

theorem golden_erw (m n : Nat) (h : m = n) (g : n = 3) : m + 0 = 3 := by
  erw [Nat.add_zero, h, ← g]

theorem golden_erw_at (m n : Nat) (h : m = n) (k : n = 3) : m = 3 := by
  erw [k] at h
  exact h

def golden_two : Nat := 2

theorem golden_erw_through (g : Nat → Nat) (h : g golden_two = 5) (k : 5 = g 1) : g 2 = g 1 := by
  erw [h, k]
