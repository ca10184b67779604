prelude
import Init.Core.Data
import Init.Core.Quotients

/-!
# Core logic

`Iff`, `Exists`, sums and dependent pairs, thunks and tasks, set-like notation classes, laws of
`==`, lemmas on `=`, `HEq`, `↔`, `if`, decidability, subsingletons, setoids and quotients, `propext`
and the algebraic law classes of `Std`. In several files, which compile side by side.

Statements and argument order follow Lean 4.35's public interface (`src/Init/Core.lean`); proofs are
our own. Left out on purpose: `Lean.trustCompiler`, `Lean.reduceBool` and `Lean.ofReduceBool` (axioms
about compiled code).
-/
