prelude
import Init.Prelude.Macros

/-!
# Prelude of the embedded library

What everything else imports: equality, the logical connectives, `Bool`, `Nat`, `Fin`, the
fixed-width words, `Char`, `Option`, `List`, `Array`, `String`, the operator and monad classes,
`ReaderT`, `EStateM`, names, syntax trees, parser descriptors and the macro monad. In several files,
which compile side by side: nothing else can start before them.

Names, types, argument order, constructors and field order are those of Lean 4.35's public
interface (`src/Init/Prelude.lean`): the shared library demands them. Bodies matter where the kernel
has to reduce them; where only programs use a function it is bound to the compiled one
(`@[extern "native"]`: the string is ignored, the declaration's name selects the symbol).

Left out: documentation of each declaration (see Lean's own reference), `grind` annotations.
-/
