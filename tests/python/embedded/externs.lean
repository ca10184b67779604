import Init
import Std
import Lean

/-!
Every declaration of the embedded library that is bound to a compiled function, a line each: its
name, the symbol that the interpreter looks for, the number of its arguments, read off its type
without unfolding, and whether it is lent any of them, as the compiler sees it.
The test looks the symbols up in the shared library.
-/

open Lean

namespace Lean.IR

opaque DeclPointed : NonemptyType.{0}
def Decl : Type := DeclPointed.type
instance : Nonempty Decl := DeclPointed.property
@[extern "native"] opaque findEnvDecl (env : Environment) (name : Name) (server := false) : Option Decl
@[extern "native"] opaque declToString (declaration : Decl) : String

end Lean.IR

@[extern "native"] opaque Lean.isExtern (env : Environment) (name : Name) : Bool
opaque Lean.ParametricAttribute.Pointed (α : Type) : NonemptyType.{0}
def Lean.ParametricAttribute (α : Type) : Type := (ParametricAttribute.Pointed α).type
@[extern "native"] opaque Lean.ParametricAttribute.getParam? {α : Type} [Inhabited α]
  (entries : ParametricAttribute α) (env : Environment) (name : Name) : Option α
@[extern "native"] axiom Lean.exportAttr : ParametricAttribute Name
@[extern "native"] opaque Lean.Name.mangle (name : Name) (prefix_ : String) : String

private def argumentsOf (fuel : Nat) : Expr → Nat
  | .forallE _ _ body _ => match fuel with
    | 0 => 0
    | fuel + 1 => argumentsOf fuel body + 1
  | .mdata _ body => match fuel with
    | 0 => 0
    | fuel + 1 => argumentsOf fuel body
  | _ => 0

run_meta do
  let env ← getEnv
  for (name, info) in env.constants.map₁.toList do
    if isExtern env name then
      let symbol := match exportAttr.getParam? env name with
        | some exported => exported.toString
        | none => name.mangle "l_"
      let lent : Bool := match IR.findEnvDecl env name with
        | some declaration => ((IR.declToString declaration).splitOn "@&").length > 1
        | none => false
      IO.println s!"{name}\t{symbol}\t{argumentsOf 100 info.type}\t{lent}"
