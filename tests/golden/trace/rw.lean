/-! Each rule of a rewrite is a step of its own. -/

theorem two (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  rw [h, k]

theorem back (a b : Nat) (h : a = b) : b = a := by
  rw [← h]

theorem located (a b c : Nat) (h : a = b) (k : a = c) : b = c := by
  rw [h] at k
  exact k

theorem left_open (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  rewrite [h]
  rwa [k]

theorem over_lines (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  rw [h,
    k]

theorem conditional (a b c : Nat) (h : 0 < c → a = b) (k : 0 < c) : a = b := by
  rw [h]
  exact k

theorem at_two_places (a b c : Nat) (h : a = b) (k : a + a = c) : a + b = c := by
  rw [h] at k ⊢
  exact k
