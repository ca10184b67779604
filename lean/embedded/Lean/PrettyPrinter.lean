prelude
import Init.Programs
/-
Printing terms, tactics and commands.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Meta.Basic

namespace Lean.PrettyPrinter
@[extern "native"] opaque ppExpr (e : Expr) : MetaM Std.Format
@[extern "native"] opaque ppTerm (stx : Term) : CoreM Std.Format
@[extern "native"] opaque ppTactic (stx : TSyntax `tactic) : CoreM Std.Format
@[extern "native"] opaque ppCommand (stx : Syntax.Command) : CoreM Std.Format
@[extern "native"] opaque ppCategory (cat : Name) (stx : Syntax) : CoreM Std.Format
@[extern "native"] opaque ppModule (stx : TSyntax `Lean.Parser.Module.module) : CoreM Std.Format
@[extern "native"] opaque ppSignature (c : Name) : MetaM FormatWithInfos
end Lean.PrettyPrinter
