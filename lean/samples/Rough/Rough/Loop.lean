/-!
# A file that never ends

`spin` runs in the interpreter while the file is elaborated; nothing counts its steps, so that no
limit on heartbeats or recursion stops it. Only a time limit on the process does.
-/

namespace Rough.Loop

theorem before (p : Prop) (hp : p) : p := by
  exact hp

/-- Counts for ever. -/
partial def spin (n : Nat) : IO Unit :=
  if n = 0 then spin 1 else spin (n % 1000 + 1)

#eval spin 0

theorem after (p : Prop) (hp : p) : p ∨ p := by
  left
  exact hp

end Rough.Loop
