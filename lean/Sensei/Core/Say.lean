/-
What a program tells who started it.
-/

namespace Sensei

/-- A line on standard error, if anyone still reads it. With `IO.eprintln` a program whose reader has
gone fails while it says why it failed, and one that has other threads then waits for them instead
of ending (Lean 4.35). -/
def say (line : String) : BaseIO Unit :=
  discard (IO.eprintln line).toBaseIO

end Sensei
