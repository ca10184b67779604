prelude
import Init.Omega.Logic
import Init.Omega.Int
import Init.Omega.Constraint

/-!
# What the `omega` tactic refers to

`omega` is compiled into Lean; it builds proof terms from the constants of `Lean.Omega`. Their
names, the order of their arguments, and the values that its definitions compute are fixed by
it. The proof of a contradiction is checked by evaluation: the kernel recomputes every
coefficient list, so the definitions are direct recursions.
-/
