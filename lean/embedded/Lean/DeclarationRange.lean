prelude
import Init.Programs
/-
What is known of declarations besides the kernel's part: ranges, axioms.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.CoreM

namespace Lean

@[extern "native"] opaque findDeclarationRangesCore? {m : Type → Type} [Monad m] [MonadEnv m]
  (declName : Name) : m (Option DeclarationRanges) := pure none
/-- Where `declName` stands in its file. -/
@[extern "native"] opaque findDeclarationRanges? {m : Type → Type} [Monad m] [MonadEnv m]
  [MonadLiftT BaseIO m] (declName : Name) : m (Option DeclarationRanges) := pure none
/-- The axioms that `constName` rests on, directly or not. -/
@[extern "native"] opaque collectAxioms {m : Type → Type} [Monad m] [MonadEnv m] (constName : Name) :
  m (Array Name) := pure #[]

end Lean
