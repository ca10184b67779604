prelude
import Init.Core

/-!
# Arrays for proofs by evaluation

A binary search tree over indices. The kernel finds an entry in logarithmically many steps,
without evaluating the others.
-/

namespace Lean

/-- A non-empty array: at `branch p l r`, indices below `p` are in `l`, the others in `r`. -/
inductive RArray (α : Type u) : Type u where
  | leaf (x : α)
  | branch (p : Nat) (l r : RArray α)

/-- The entry at an index; past the end, the last one. -/
def RArray.get {α : Type u} : RArray α → Nat → α
  | leaf x, _ => x
  | branch p l r, i => bif Nat.ble p i then r.get i else l.get i

end Lean
