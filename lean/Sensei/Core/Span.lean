/-
Where a node of syntax stands in its source file.
-/
import Lean.Syntax

namespace Sensei
open Lean

/-- A part of a source file, in positions of Lean's LF text. -/
structure Span where
  start : String.Pos.Raw
  stop : String.Pos.Raw
  deriving BEq, Hashable

/-- The span that a node takes in the source itself; none for what a macro made. -/
def spanOf? (stx : Syntax) : Option Span :=
  match stx.getHeadInfo, stx.getTailInfo with
  | .original _ start _ _, .original _ _ _ stop => some { start, stop }
  | _, _ => none

end Sensei
