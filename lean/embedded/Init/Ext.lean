prelude
import Init.SimpLemmas
import Init.Classical

/-!
# Extensionality

What `ext` applies to functions, propositions, pairs and subtypes.
-/

attribute [ext] Prod PProd Sigma PSigma
attribute [ext] funext propext Subtype.ext

@[ext] theorem PUnit.ext (x y : PUnit) : x = y := rfl
@[ext] theorem Unit.ext (x y : Unit) : x = y := rfl
