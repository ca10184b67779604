prelude
import Init.Programs
/-
`Lean.PersistentArray`, with its native operations and layout.

Signatures as in Lean 4.35 (object of four fields and one machine word, seen in static objects).
-/
import Std

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

universe u v w w'

namespace Lean

inductive PersistentArrayNode (α : Type u) where
  | node (cs : Array (PersistentArrayNode α)) : PersistentArrayNode α
  | leaf (cs : Array α) : PersistentArrayNode α

instance {α : Type u} : Inhabited (PersistentArrayNode α) := ⟨.leaf #[]⟩

/-- An array that keeps its old versions usable. -/
structure PersistentArray (α : Type u) where
  root : PersistentArrayNode α := .node #[]
  tail : Array α := #[]
  size : Nat := 0
  shift : USize := 5
  tailOff : Nat := 0
  deriving Inhabited

abbrev PArray (α : Type u) := PersistentArray α

namespace PersistentArray
variable {α : Type u} {β : Type v}

def empty : PersistentArray α := {}

@[extern "native"] opaque push (t : PersistentArray α) (a : α) : PersistentArray α
@[extern "native"] opaque toList (t : PersistentArray α) : List α
@[extern "native"] opaque toArray (t : PersistentArray α) : Array α
@[extern "native"] opaque append (t₁ t₂ : PersistentArray α) : PersistentArray α
@[extern "native"] opaque get! [Inhabited α] (t : PersistentArray α) (i : Nat) : α
@[extern "native"] opaque set (t : PersistentArray α) (i : Nat) (a : α) : PersistentArray α

instance : Append (PersistentArray α) := ⟨append⟩

def isEmpty (t : PersistentArray α) : Bool := t.size == 0
def get? (t : PersistentArray α) (i : Nat) : Option α := t.toArray[i]?
def foldl (t : PersistentArray α) (f : β → α → β) (init : β) : β := t.toArray.foldl f init
def foldr (t : PersistentArray α) (f : α → β → β) (init : β) : β := t.toList.foldr f init
def foldlM {m : Type v → Type w} [Monad m] (t : PersistentArray α) (f : β → α → m β) (init : β) :
    m β := t.toArray.foldlM f init
def forM {m : Type v → Type w} [Monad m] (t : PersistentArray α) (f : α → m PUnit) : m PUnit :=
  t.toArray.forM f
def map (f : α → β) (t : PersistentArray α) : PersistentArray β :=
  t.toArray.foldl (fun r a => r.push (f a)) {}
def mapM {m : Type v → Type w} [Monad m] (f : α → m β) (t : PersistentArray α) :
    m (PersistentArray β) := do
  return (← t.toArray.mapM f).foldl (fun r b => r.push b) {}
def filter (t : PersistentArray α) (p : α → Bool) : PersistentArray α :=
  t.toArray.foldl (fun r a => if p a then r.push a else r) {}
def any (t : PersistentArray α) (p : α → Bool) : Bool := t.toArray.any p
def all (t : PersistentArray α) (p : α → Bool) : Bool := t.toArray.all p
def findSome? (t : PersistentArray α) (f : α → Option β) : Option β := t.toArray.findSome? f

instance {m : Type v → Type w} [Monad m] : ForIn m (PersistentArray α) α where
  forIn t init f := forIn t.toArray init f
end PersistentArray

def _root_.List.toPArray' {α : Type u} (xs : List α) : PersistentArray α := xs.foldl (·.push ·) {}
def _root_.Array.toPArray' {α : Type u} (xs : Array α) : PersistentArray α := xs.foldl (·.push ·) {}

end Lean
