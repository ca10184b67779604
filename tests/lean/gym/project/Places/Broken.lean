/-! A file with errors serves what has none, and what only lacks a proof. -/

namespace Places.Broken

theorem bad_statement : nonsense = 1 := rfl

theorem bad_proof (n : Nat) : n + 0 = n := by
  exact nonsense

def := 3

theorem good (n : Nat) : n + 0 = n := rfl

end Places.Broken
