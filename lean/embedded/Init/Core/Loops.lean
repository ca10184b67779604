prelude
import Init.Core.Basic

/-!
# Loops and tasks

What `for` and `do` blocks are translated to, and the types behind asynchronous programs.
Source of names, types and order of arguments: see `Init.Core`.
-/

set_option linter.all false

universe u v w u₁ u₂ v₁ v₂

/-! ## Loops -/

inductive ForInStep (α : Type u) where
  | done : α → ForInStep α
  | yield : α → ForInStep α
  deriving Inhabited

class ForIn (m : Type u₁ → Type u₂) (ρ : Type u) (α : outParam (Type v)) where
  forIn {β} (xs : ρ) (b : β) (f : α → β → m (ForInStep β)) : m β

export ForIn (forIn)

class ForIn' (m : Type u₁ → Type u₂) (ρ : Type u) (α : outParam (Type v))
    (d : outParam (Membership α ρ)) where
  forIn' {β} (x : ρ) (b : β) (f : (a : α) → a ∈ x → β → m (ForInStep β)) : m β

export ForIn' (forIn')

inductive DoResultPRBC (α β σ : Type u) where
  | pure : α → σ → DoResultPRBC α β σ
  | return : β → σ → DoResultPRBC α β σ
  | break : σ → DoResultPRBC α β σ
  | continue : σ → DoResultPRBC α β σ

inductive DoResultPR (α β σ : Type u) where
  | pure : α → σ → DoResultPR α β σ
  | return : β → σ → DoResultPR α β σ

inductive DoResultBC (σ : Type u) where
  | break : σ → DoResultBC σ
  | continue : σ → DoResultBC σ

inductive DoResultSBC (α σ : Type u) where
  | pureReturn : α → σ → DoResultSBC α σ
  | break : σ → DoResultSBC α σ
  | continue : σ → DoResultSBC α σ

/-! ## Tasks -/

set_option genInjectivity false in
structure Task (α : Type u) : Type u where
  pure ::
  get : α
  deriving Inhabited, Nonempty

attribute [extern "lean_task_pure"] Task.pure
attribute [extern "lean_task_get_own"] Task.get

namespace Task

abbrev Priority := Nat
def Priority.default : Priority := 0
def Priority.max : Priority := 8
def Priority.dedicated : Priority := 9

@[noinline, extern "lean_task_spawn"]
protected def spawn {α : Type u} (fn : Unit → α) (prio := Priority.default) : Task α := ⟨fn ()⟩

@[noinline, extern "lean_task_map"]
protected def map (f : α → β) (x : Task α) (prio := Priority.default) (sync := false) : Task β :=
  ⟨f x.get⟩

@[noinline, extern "lean_task_bind"]
protected def bind (x : Task α) (f : α → Task β) (prio := Priority.default) (sync := false) :
    Task β :=
  ⟨(f x.get).get⟩

end Task
