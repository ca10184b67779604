prelude
import Init.Programs
/-
Attributes whose declarations are found by a key, as the tables of elaborators are.

Signatures as in Lean 4.35, checked against the symbols of the library. The attribute itself is only
passed on.
-/
import Lean.CoreM

namespace Lean

private opaque KeyedDeclsAttribute.nonempty (γ : Type) : NonemptyType.{0}
/-- A table of values of type `γ`, by key. -/
def KeyedDeclsAttribute (γ : Type) : Type := (KeyedDeclsAttribute.nonempty γ).type
instance {γ : Type} : Nonempty (KeyedDeclsAttribute γ) := (KeyedDeclsAttribute.nonempty γ).property

namespace KeyedDeclsAttribute
abbrev Key := Name

/-- Puts `value` into the table of what is built in: it counts in every environment. -/
@[extern "native"] opaque addBuiltin {γ : Type} (attr : KeyedDeclsAttribute γ) (key : Key)
  (declName : Name) (value : γ) : IO Unit

@[extern "native"] opaque getValues {γ : Type} (attr : KeyedDeclsAttribute γ) (env : Environment)
  (key : Name) : List γ
end KeyedDeclsAttribute

end Lean
