prelude
import Init.Programs
/-
Places in files as editors count them: lines and UTF-16 units, from 0.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Data.Position

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

structure Lsp.Position where
  line : Nat
  character : Nat
  deriving Inhabited, BEq

@[extern "native"] opaque FileMap.utf8PosToLspPos (text : FileMap) (pos : String.Pos.Raw) :
  Lsp.Position
@[extern "native"] opaque FileMap.lspPosToUtf8Pos (text : FileMap) (pos : Lsp.Position) :
  String.Pos.Raw

end Lean
