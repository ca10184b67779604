/-! `induction`: the tactics of its alternatives are within it. -/

theorem induct (n : Nat) : n + 0 = n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    skip
    rfl

theorem wildcard (xs : List Nat) : xs = xs := by
  induction xs with
  | nil => rfl
  | _ => rfl

theorem without_alternatives (n : Nat) : 0 + n = n := by
  induction n
  · rfl
  · rw [Nat.zero_add]
