/-!
# A file that takes much memory

`held` makes the elaborator hold most of a gigabyte for a moment and gives it back, so that the
file compiles where there is room for it. Under a smaller limit it is ended.
-/

namespace Rough.Memory

theorem before (p : Prop) (hp : p) : p := by
  exact hp

/-- How many of `count` numbers are there, when all of them are kept at once. -/
def held (count : Nat) : IO Nat := do
  let mut kept : Array Nat := #[]
  for i in [0 : 64] do
    kept := kept ++ Array.replicate (count / 64) i
  return kept.size

#eval held 60000000

theorem after (p : Prop) (hp : p) : p ∨ p := by
  left
  exact hp

end Rough.Memory
