import Init
import Std
import Lean

/-!
Every declaration of the embedded library that is bound to a compiled function, a line each: its
name, the symbol of that name, and the number of its arguments, read off its type without unfolding.
The test looks the symbols up in the shared library.
-/

open Lean

@[extern "native"] opaque Lean.isExtern (env : Environment) (name : Name) : Bool
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
      IO.println s!"{name}\t{name.mangle "l_"}\t{argumentsOf 100 info.type}"
