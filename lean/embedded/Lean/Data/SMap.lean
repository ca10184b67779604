prelude
import Init.Programs
/-
`Lean.SMap`: the two-stage map of the environment's constants.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Data.PersistentHashMap

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean
universe u v w w'

/-- A hash map while importing, a persistent one afterwards. -/
structure SMap (α : Type u) (β : Type v) [BEq α] [Hashable α] where
  stage₁ : Bool := true
  map₁ : Std.HashMap α β := {}
  map₂ : PHashMap α β := {}

namespace SMap
variable {α : Type u} {β : Type v} [BEq α] [Hashable α]
instance : Inhabited (SMap α β) := ⟨{}⟩

def find? (m : SMap α β) (a : α) : Option β :=
  match m.map₂.find? a with
  | some b => some b
  | none => m.map₁[a]?
def find?' (m : SMap α β) (a : α) : Option β :=
  match m.map₁[a]? with
  | some b => some b
  | none => m.map₂.find? a
def contains (m : SMap α β) (a : α) : Bool := m.map₁.contains a || m.map₂.contains a
def findD (m : SMap α β) (a : α) (b : β) : β := (m.find? a).getD b
def find! [Inhabited β] (m : SMap α β) (a : α) : β := m.findD a default
def size (m : SMap α β) : Nat := m.map₁.size + m.map₂.size
def foldStage2 {σ : Type w} (f : σ → α → β → σ) (s : σ) (m : SMap α β) : σ := m.map₂.foldl f s
def fold {σ : Type w} (f : σ → α → β → σ) (init : σ) (m : SMap α β) : σ :=
  m.map₂.foldl f (m.map₁.fold f init)
def foldM {μ : Type w → Type w'} [Monad μ] {σ : Type w} (f : σ → α → β → μ σ) (init : σ)
    (m : SMap α β) : μ σ := do
  m.map₂.foldlM f (← m.map₁.foldM f init)
def toList (m : SMap α β) : List (α × β) := m.map₁.toList ++ m.map₂.toList
def forM {μ : Type w → Type w'} [Monad μ] (m : SMap α β) (f : α → β → μ PUnit) : μ PUnit :=
  m.toList.forM fun p => f p.1 p.2
instance {μ : Type w → Type w'} [Monad μ] : ForIn μ (SMap α β) (α × β) where
  forIn m init f := forIn m.toList init f
end SMap
end Lean
