prelude
import Init.Programs
/-
How far a definition is unfolded by default.

Signatures as in Lean 4.35, checked against the symbols of the library. Leaves out setting it.
-/
import Lean.Environment

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

inductive ReducibilityStatus where
  | reducible | semireducible | irreducible | implicitReducible
  deriving Inhabited

@[extern "native"] opaque getReducibilityStatusCore (env : Environment) (declName : Name) :
  ReducibilityStatus

end Lean
