/-! `conv` and what is inside. -/

theorem indented (a b : Nat) (h : a = b) : a + 0 = b + 0 := by
  conv =>
    lhs
    rw [h]

theorem on_a_line (a b : Nat) (h : a = b) : a = b := by
  conv => rhs; rw [← h]

theorem by_pattern (a b c : Nat) (h : a = b) : (a + 0) + c = b + c := by
  conv in a + 0 => rw [Nat.add_zero]
  conv =>
    enter [1, 1]
    rw [h]

theorem under_a_binder (f : Nat → Nat) (h : ∀ x, f x = x) :
    (fun x => f x) = fun x => x := by
  conv =>
    lhs
    ext x
    rw [h x]
