prelude
import Init.Programs
/-
More of `Lean.Syntax`: ranges, searching, printing back.

Signatures as in Lean 4.35, checked against the symbols of the library. Leaves out: traversers.
-/
import Std

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Syntax

/-- A piece of the source, as byte positions. -/
structure Range where
  start : String.Pos.Raw
  stop : String.Pos.Raw
  deriving Inhabited, Repr, BEq, Hashable

namespace Range
def contains (r : Range) (pos : String.Pos.Raw) (includeStop := false) : Bool :=
  r.start.byteIdx <= pos.byteIdx &&
    (if includeStop then pos.byteIdx <= r.stop.byteIdx else pos.byteIdx < r.stop.byteIdx)
def includes (sup sub : Range) : Bool :=
  sup.start.byteIdx <= sub.start.byteIdx && sub.stop.byteIdx <= sup.stop.byteIdx
def bsize (r : Range) : Nat := r.stop.byteIdx - r.start.byteIdx
end Range

@[extern "native"] opaque getRange? (stx : Syntax) (canonicalOnly := false) : Option Range
/-- The source text of `stx`, where all of it comes from source. -/
@[extern "native"] opaque reprint (stx : Syntax) : Option String
@[extern "native"] opaque hasMissing (stx : Syntax) : Bool
@[extern "native"] opaque prettyPrint (stx : Syntax) : Std.Format
@[extern "native"] opaque ofRange (range : Range) (canonical := true) : Syntax

/-- `stx` with the subterms replaced for which `fn` gives something, outermost first. -/
@[specialize] partial def replaceM {m : Type → Type} [Monad m] (fn : Syntax → m (Option Syntax)) :
    Syntax → m Syntax
  | stx@(.node info kind args) => do
    match ← fn stx with
    | some stx => return stx
    | none => return .node info kind (← args.mapM (replaceM fn))
  | stx => do
    let o ← fn stx
    return o.getD stx

/-- All subterms, parents first. -/
partial def foldTopDown {α : Type} (f : α → Syntax → α) (init : α) (stx : Syntax) : α :=
  stx.getArgs.foldl (foldTopDown f) (f init stx)

end Lean.Syntax
