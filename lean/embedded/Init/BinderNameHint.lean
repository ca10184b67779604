prelude
import Init.SimpLemmas

/-!
# What well-founded recursion knows inside an `if`

Before termination is proved, every `if` is given a name for its condition, so that the condition
is at hand where the recursive call is made. Statements follow Lean 4.35's public interface.
-/

set_option linter.all false

universe u v w

/-- `e`; a binder that `binder` stands for takes over the name of `v`. -/
@[simp ↓] def binderNameHint {α : Sort u} {β : Sort v} {γ : Sort w} (v : α) (binder : β)
    (e : γ) : γ := e

@[wf_preprocess] theorem ite_eq_dite {P : Prop} {α : Sort u} {a b : α} [Decidable P] :
    ite P a b = dite P (fun h => binderNameHint h () a) (fun h => binderNameHint h () b) := rfl
