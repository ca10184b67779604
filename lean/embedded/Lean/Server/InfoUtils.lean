prelude
import Init.Programs
/-
What an editor asks of info trees.

Names, types and field order as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Elab.InfoTree.Main

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Elab

/-- Goals that are shown at a place: of the tactic there, before or after it. -/
structure GoalsAtResult where
  ctxInfo : ContextInfo
  tacticInfo : TacticInfo
  useAfter : Bool
  indented : Bool
  priority : Nat

@[extern "native"] opaque InfoTree.goalsAt? (text : FileMap) (t : InfoTree)
  (hoverPos : String.Pos.Raw) : List GoalsAtResult

end Lean.Elab
