prelude
import Init.Programs
/-
Where a `sorry` in a term stands in its file.

Names, types and field order as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Meta.Basic

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

structure DeclarationLocation where
  module : Name
  range : DeclarationRange

namespace Meta

structure SorryLabelView where
  module? : Option DeclarationLocation := none

/-- What the label of `e` says, if that is a labeled `sorry`. -/
@[extern "native"] opaque isLabeledSorry? (e : Expr) : Option SorryLabelView

end Meta
end Lean
