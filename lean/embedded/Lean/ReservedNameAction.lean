prelude
import Init.Programs
/-
What a name in the source means.

Signature as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.CoreM

namespace Lean

/-- The one constant that `id` names; fails if there is none, or more than one. -/
@[extern "native"] opaque realizeGlobalConstNoOverload (id : Syntax) : CoreM Name

end Lean
