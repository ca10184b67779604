prelude
import Init.Programs
/-
Library suggestions: who selects premises for `grind +suggestions`, `simp? +suggestions` and `try?`.

Names, types and field order as in Lean 4.35, checked against the symbols of the library.
Leaves out: Lean's own selectors, and what combines selectors.
-/
import Lean.Meta.Basic

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.LibrarySuggestions

structure Suggestion where
  name : Name
  score : Float
  flag : Option String := none

structure Config where
  maxSuggestions : Nat := 100
  caller : Option String := none
  filter : Name → MetaM Bool := fun _ => pure true
  hint : Option String := none

abbrev Selector : Type := MVarId → Config → MetaM (Array Suggestion)

/-- What the selector in force selects; fails if there is none. -/
@[extern "native"] opaque select (m : MVarId) (c : Config := {}) : MetaM (Array Suggestion)

/-- Whether a premise is left out for what it is. -/
@[extern "native"] opaque isDeniedPremise (env : Environment) (name : Name)
  (allowPrivate : Bool := false) : Bool

end Lean.LibrarySuggestions
