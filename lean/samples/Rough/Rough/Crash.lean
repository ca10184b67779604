/-!
# A file that ends its process

What a file evaluates while it is elaborated runs in Lean's own process, and can end it.
-/

namespace Rough.Crash

theorem before (p : Prop) (hp : p) : p := by
  exact hp

#eval (IO.Process.exit 7 : IO Unit)

theorem after (p : Prop) (hp : p) : p ∨ p := by
  left
  exact hp

end Rough.Crash
