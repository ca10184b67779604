/-! `match`: the tactics of its alternatives are within it. -/

theorem matched (p q : Prop) (h : p ∨ q) : q ∨ p := by
  match h with
  | .inl a => exact Or.inr a
  | .inr b =>
    left
    exact b

theorem named (n : Nat) : n = 0 ∨ 0 < n := by
  match h : n with
  | 0 => exact Or.inl rfl
  | k + 1 =>
    right
    exact Nat.succ_pos k

theorem in_alternatives (p q : Prop) (h : p ∨ q) : q ∨ p :=
  match h with
  | .inl a => by
    right
    exact a
  | .inr b => Or.inl (by exact b)

theorem by_equations : (n : Nat) → n + 0 = n
  | 0 => by rfl
  | n + 1 => by
    have step : n + 0 = n := by_equations n
    exact congrArg (· + 1) step
