prelude
import Init.Programs
/-
`Lean.PersistentHashMap` and `PersistentHashSet`, with their native operations and layout.

Signatures as in Lean 4.35; the map is its root node alone (seen in static objects).
-/
import Std

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

universe u v w w'

namespace Lean
namespace PersistentHashMap

inductive Entry (α : Type u) (β : Type v) (σ : Type w) where
  | entry (key : α) (val : β) : Entry α β σ
  | ref (node : σ) : Entry α β σ
  | null : Entry α β σ

inductive Node (α : Type u) (β : Type v) : Type (max u v) where
  | entries (es : Array (Entry α β (Node α β))) : Node α β
  | collision (ks : Array α) (vs : Array β) : Node α β

instance {α : Type u} {β : Type v} : Inhabited (Node α β) := ⟨.entries #[]⟩
end PersistentHashMap

/-- A map that keeps its old versions usable. -/
structure PersistentHashMap (α : Type u) (β : Type v) [BEq α] [Hashable α] where
  root : PersistentHashMap.Node α β

abbrev PHashMap (α : Type u) (β : Type v) [BEq α] [Hashable α] := PersistentHashMap α β

namespace PersistentHashMap
variable {α : Type u} {β : Type v}

instance (priority := low) [BEq α] [Hashable α] : Inhabited (PersistentHashMap α β) := ⟨⟨default⟩⟩

@[extern "native"] opaque empty [BEq α] [Hashable α] : PersistentHashMap α β
instance [BEq α] [Hashable α] : EmptyCollection (PersistentHashMap α β) := ⟨empty⟩
instance [BEq α] [Hashable α] : Inhabited (PersistentHashMap α β) := ⟨empty⟩

@[extern "native"] opaque insert {_ : BEq α} {_ : Hashable α} :
  PersistentHashMap α β → α → β → PersistentHashMap α β
@[extern "native"] opaque find? {_ : BEq α} {_ : Hashable α} : PersistentHashMap α β → α → Option β
@[extern "native"] opaque contains [BEq α] [Hashable α] : PersistentHashMap α β → α → Bool
@[extern "native"] opaque erase {_ : BEq α} {_ : Hashable α} :
  PersistentHashMap α β → α → PersistentHashMap α β
@[extern "native"] opaque toList {_ : BEq α} {_ : Hashable α} (m : PersistentHashMap α β) :
  List (α × β)
@[extern "native"] opaque isEmpty {_ : BEq α} {_ : Hashable α} (m : PersistentHashMap α β) : Bool

def toArray [BEq α] [Hashable α] (m : PersistentHashMap α β) : Array (α × β) := m.toList.toArray
def findD [BEq α] [Hashable α] (m : PersistentHashMap α β) (a : α) (b : β) : β := (m.find? a).getD b
def find! [BEq α] [Hashable α] [Inhabited β] (m : PersistentHashMap α β) (a : α) : β :=
  m.findD a default
def foldl {σ : Type w} [BEq α] [Hashable α] (m : PersistentHashMap α β) (f : σ → α → β → σ)
    (init : σ) : σ := m.toList.foldl (fun acc p => f acc p.1 p.2) init
def foldlM {μ : Type w → Type w'} [Monad μ] {σ : Type w} [BEq α] [Hashable α]
    (m : PersistentHashMap α β) (f : σ → α → β → μ σ) (init : σ) : μ σ :=
  m.toList.foldlM (fun acc p => f acc p.1 p.2) init
def forM {μ : Type w → Type w'} [Monad μ] [BEq α] [Hashable α] (m : PersistentHashMap α β)
    (f : α → β → μ PUnit) : μ PUnit := m.toList.forM fun p => f p.1 p.2
def size [BEq α] [Hashable α] (m : PersistentHashMap α β) : Nat := m.toList.length

instance [BEq α] [Hashable α] : GetElem (PersistentHashMap α β) α (Option β) fun _ _ => True where
  getElem m a _ := m.find? a

instance {μ : Type w → Type w'} [Monad μ] [BEq α] [Hashable α] :
    ForIn μ (PersistentHashMap α β) (α × β) where
  forIn m init f := forIn m.toList init f
end PersistentHashMap

/-- A set that keeps its old versions usable. -/
structure PersistentHashSet (α : Type u) [BEq α] [Hashable α] where
  set : PersistentHashMap α Unit

abbrev PHashSet (α : Type u) [BEq α] [Hashable α] := PersistentHashSet α

namespace PersistentHashSet
variable {α : Type u} [BEq α] [Hashable α]
def empty : PersistentHashSet α := ⟨∅⟩
instance : EmptyCollection (PersistentHashSet α) := ⟨empty⟩
instance : Inhabited (PersistentHashSet α) := ⟨empty⟩
def insert (s : PersistentHashSet α) (a : α) : PersistentHashSet α := ⟨s.set.insert a ()⟩
def contains (s : PersistentHashSet α) (a : α) : Bool := s.set.contains a
def erase (s : PersistentHashSet α) (a : α) : PersistentHashSet α := ⟨s.set.erase a⟩
def isEmpty (s : PersistentHashSet α) : Bool := s.set.isEmpty
def toList (s : PersistentHashSet α) : List α := s.set.toList.map (·.1)
def fold {σ : Type v} (f : σ → α → σ) (init : σ) (s : PersistentHashSet α) : σ :=
  s.toList.foldl f init
end PersistentHashSet

end Lean
