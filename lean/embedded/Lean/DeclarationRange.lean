/-
What is known of declarations besides the kernel's part: ranges, documentation, axioms.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.CoreM

namespace Lean

@[extern "native"] opaque findDocString? (env : Environment) (declName : Name)
  (includeBuiltin : Bool := true) : IO (Option String)

section
variable {m : Type → Type} [Monad m] [MonadEnv m]

@[extern "native"] opaque findDeclarationRangesCore? (declName : Name) : m (Option DeclarationRanges)
  := pure none
@[extern "native"] opaque findDeclarationRanges? [MonadLiftT BaseIO m] (declName : Name) :
  m (Option DeclarationRanges) := pure none
@[extern "native"] opaque collectAxioms (constName : Name) : m (Array Name) := pure #[]
end

end Lean
