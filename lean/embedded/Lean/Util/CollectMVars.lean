prelude
import Init.Programs
/-
The metavariables of a term, in order of appearance.

Field order as in Lean 4.35.
-/
import Lean.Expr

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

structure CollectMVars.State where
  visitedExpr : ExprSet := {}
  result : Array MVarId := #[]

instance : Inhabited CollectMVars.State := ⟨{}⟩

/-- Adds the metavariables of `e` that are not there yet. Assignments are not followed. -/
@[extern "native"] opaque Expr.collectMVars (s : CollectMVars.State) (e : Expr) :
  CollectMVars.State

end Lean
