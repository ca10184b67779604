prelude
import Init.Programs
/-
Positions in files, as lines and columns.

Signatures as in Lean 4.35, checked against the symbols and default objects of the library.
-/
import Lean.Data.Json
import Lean.Syntax

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

structure Position where
  line : Nat
  column : Nat
  deriving Inhabited, BEq, DecidableEq, Repr, ToJson, FromJson, Hashable

namespace Position
protected def lt (a b : Position) : Bool := a.line < b.line || (a.line == b.line && a.column < b.column)
instance : ToString Position := ⟨fun p => s!"⟨{p.line}, {p.column}⟩"⟩
instance : Std.ToFormat Position := ⟨fun p => toString p⟩
end Position

/-- A file's text with the start of every line. -/
structure FileMap where
  source : String
  positions : Array String.Pos.Raw
  deriving Inhabited

namespace FileMap
@[extern "native"] opaque ofString (s : String) : FileMap
@[extern "native"] opaque toPosition (fmap : FileMap) (pos : String.Pos.Raw) : Position
@[extern "native"] opaque ofPosition (text : FileMap) (pos : Position) : String.Pos.Raw
@[extern "native"] opaque lineStart (map : FileMap) (line : Nat) : String.Pos.Raw
@[extern "native"] opaque getLastLine (fmap : FileMap) : Nat
end FileMap

def _root_.String.toFileMap (s : String) : FileMap := .ofString s

structure DeclarationRange where
  pos : Position
  charUtf16 : Nat
  endPos : Position
  endCharUtf16 : Nat
  deriving Inhabited, DecidableEq, Repr

structure DeclarationRanges where
  range : DeclarationRange
  selectionRange : DeclarationRange
  deriving Inhabited, Repr

end Lean
