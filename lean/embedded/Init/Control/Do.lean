prelude
import Init.Control

/-!
# What the `do` elaborator wraps around handlers

`return`, `break` and `continue` through a `try`. A file of its own, because the elaborator refers to
the matcher of `Break.runK` by name. Signatures follow Lean 4.35's public interface.
-/

set_option linter.all false

universe u v w x

abbrev EarlyReturnT (ρ m α) := ExceptT ρ m α

@[always_inline, inline]
abbrev EarlyReturnT.return {ρ m α} [Monad m] (r : ρ) : EarlyReturnT ρ m α := throw r

@[always_inline, inline]
abbrev EarlyReturn.runK {ρ α : Type u} {β : Type v} (x : Except ρ α) (ret : ρ → β) (pure : α → β) :
    β :=
  x.casesOn ret pure

abbrev BreakT := OptionT

@[always_inline, inline]
abbrev BreakT.break {m : Type w → Type x} [Monad m] : BreakT m α := failure

@[always_inline, inline]
abbrev Break.runK {α : Type u} {β : Type v} (x : Option α) (breakK : Unit → β) (successK : α → β) :
    β :=
  match x with
  | some a => successK a
  | none => breakK ()

abbrev ContinueT := OptionT

@[always_inline, inline]
abbrev ContinueT.continue {m : Type w → Type x} [Monad m] : ContinueT m α := failure

@[always_inline, inline]
abbrev Continue.runK {α : Type u} {β : Type v} (x : Option α) (continueK : Unit → β)
    (successK : α → β) : β :=
  x.casesOn (continueK ()) successK
