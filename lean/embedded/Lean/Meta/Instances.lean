prelude
import Init.Programs
/-
Which definitions are instances.

Signature as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Environment

namespace Lean.Meta

@[extern "native"] opaque isInstanceCore (env : Environment) (declName : Name) : Bool

end Lean.Meta
