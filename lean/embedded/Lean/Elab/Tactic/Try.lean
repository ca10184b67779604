prelude
import Init.Programs
/-
`try?`: what its suggestion providers are given.

Names as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Meta.Basic

namespace Lean.Meta.Try

private opaque Info.nonempty : NonemptyType.{0}
/-- What `try?` has collected about a goal. -/
def Info : Type := Info.nonempty.type

end Lean.Meta.Try
