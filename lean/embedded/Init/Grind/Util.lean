prelude
import Init.Core
import Init.Classical
import Init.Data.Int.Basic

/-!
# Marks that `grind` puts on terms

Each is the identity, or a relation with an extra argument; the compiled `grind` recognises it by
name. Which are reducible matters to its simplifier.
-/

namespace Lean.Grind

set_option linter.defProp false in
/-- A proof inside a term. -/
def nestedProof (p : Prop) {h : p} : p := h

theorem nestedProof_congr (p q : Prop) (h : p = q) (hp : p) (hq : q) :
    HEq (@nestedProof p hp) (@nestedProof q hq) := by
  subst h
  exact HEq.refl _

/-- A `Decidable` instance inside a term. -/
def nestedDecidable {p : Prop} (h : Decidable p) : Decidable p := h

theorem nestedDecidable_congr (p q : Prop) (h : p = q) (hp : Decidable p) (hq : Decidable q) :
    HEq (@nestedDecidable p hp) (@nestedDecidable q hq) := by
  subst h
  rw [Subsingleton.elim hp hq]

/-- A `match` whose discriminants alone are to be simplified. -/
def simpMatchDiscrsOnly {α : Sort u} (a : α) : α := a

/-- `a + b` in a pattern. -/
def offset (a b : Nat) : Nat := a + b

/-- `a = b` in a pattern for backward reasoning. -/
def eqBwdPattern {α : Sort u} (a b : α) : Prop := a = b

/-- An instance of `x` in a pattern that a generalised equation must match. -/
def genPattern {α : Sort u} (_h : Prop) (x _val : α) : α := x

/-- As `genPattern`, for heterogeneous equality. -/
def genHEqPattern {α β : Sort u} (_h : Prop) (x : α) (_val : β) : α := x

/-- The conclusion of an equation of a `match`, with the term that it came from. -/
abbrev EqMatch {α : Sort u} (a b : α) {_origin : α} : Prop := a = b

/-- A condition of an equation of a `match`. -/
abbrev MatchCond (p : Prop) : Prop := p

/-- A condition of an equation of a `match`, before simplification. -/
def PreMatchCond (p : Prop) : Prop := p

/-- A proposition in normal form. -/
def alreadyNorm (p : Prop) : Prop := p

theorem em (p : Prop) : alreadyNorm p ∨ alreadyNorm (¬ p) := Classical.em p

/-- A term that must stay as it is. -/
def Marker {α : Sort u} (a : α) : α := a

/-- A function to be treated as opaque. -/
def abstractFn {α : Sort u} (a : α) : α := a

end Lean.Grind
