prelude
import Init.Programs
/-
Documentation of declarations.

Signature as in Lean 4.35, checked against the library: the machine code takes MetaM's contexts and
states after its three arguments (older versions run in IO). Leaves out setting documentation.
-/
import Lean.Meta.Basic

namespace Lean

/-- The documentation of `declName`, or none. -/
@[extern "native"] opaque findDocString? (env : Environment) (declName : Name)
  (includeBuiltin : Bool := true) : MetaM (Option String)

end Lean
