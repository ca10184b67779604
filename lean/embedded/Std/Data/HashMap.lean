/-
`Std.HashMap`: the hash map of Lean's own code, with its native operations.

Declares the map with the memory layout of the compiled library (`Raw` = size and buckets of
association lists; the wrapper costs nothing), so that maps cross between interpreted and native
code. Signatures as in Lean 4.35, checked against the symbols of the library.
Leaves out: dependent maps, lemmas, iterators.
-/
prelude
import Init.Programs

universe u v w w'

namespace Std

/-- A bucket: a list of keys with their values, in native layout. -/
inductive DHashMap.Internal.AssocList (α : Type u) (β : Type v) where
  | nil : AssocList α β
  | cons (key : α) (value : β) (tail : AssocList α β) : AssocList α β

/-- Size and buckets of a hash map, in native layout. -/
structure DHashMap.Raw (α : Type u) (β : Type v) where
  size : Nat
  buckets : Array (DHashMap.Internal.AssocList α β)

/-- A map from `α` to `β`, with expected constant time access. -/
structure HashMap (α : Type u) (β : Type v) [BEq α] [Hashable α] where
  inner : DHashMap.Raw α β

namespace HashMap
variable {α : Type u} {β : Type v} [BEq α] [Hashable α]

instance (priority := low) instInhabitedRaw : Inhabited (HashMap α β) := ⟨⟨⟨0, #[]⟩⟩⟩

@[extern "native"] opaque emptyWithCapacity (capacity : Nat := 8) : HashMap α β

instance : EmptyCollection (HashMap α β) := ⟨emptyWithCapacity⟩
instance : Inhabited (HashMap α β) := ⟨∅⟩

@[extern "native"] opaque insert (m : HashMap α β) (a : α) (b : β) : HashMap α β
@[extern "native"] opaque insertIfNew (m : HashMap α β) (a : α) (b : β) : HashMap α β
@[extern "native"] opaque contains (m : HashMap α β) (a : α) : Bool
@[extern "native"] opaque get? (m : HashMap α β) (a : α) : Option β
@[extern "native"] opaque getKey? (m : HashMap α β) (a : α) : Option α
@[extern "native"] opaque erase (m : HashMap α β) (a : α) : HashMap α β
@[extern "native"] opaque toList (m : HashMap α β) : List (α × β)
@[extern "native"] opaque toArray (m : HashMap α β) : Array (α × β)
@[extern "native"] opaque keys (m : HashMap α β) : List α
@[extern "native"] opaque keysArray (m : HashMap α β) : Array α
@[extern "native"] opaque values (m : HashMap α β) : List β
@[extern "native"] opaque valuesArray (m : HashMap α β) : Array β

def size (m : HashMap α β) : Nat := m.inner.size
def isEmpty (m : HashMap α β) : Bool := m.inner.size == 0
def getD (m : HashMap α β) (a : α) (fallback : β) : β := (m.get? a).getD fallback
def get! [Inhabited β] (m : HashMap α β) (a : α) : β := m.getD a default

instance : Membership α (HashMap α β) := ⟨fun m a => m.contains a = true⟩

/-- The value at a key that is there. -/
@[extern "native"] axiom get (m : HashMap α β) (a : α) (h : a ∈ m) : β

instance : GetElem? (HashMap α β) α β (fun m a => a ∈ m) where
  getElem m a h := m.get a h
  getElem? m a := m.get? a
  getElem! m a := m.get! a

def alter (m : HashMap α β) (a : α) (f : Option β → Option β) : HashMap α β :=
  match f (m.get? a) with
  | some b => m.insert a b
  | none => m.erase a

def modify (m : HashMap α β) (a : α) (f : β → β) : HashMap α β :=
  match m.get? a with
  | some b => m.insert a (f b)
  | none => m

def fold {γ : Type w} (f : γ → α → β → γ) (init : γ) (m : HashMap α β) : γ :=
  m.toArray.foldl (fun acc p => f acc p.1 p.2) init

def foldM {μ : Type w → Type w'} [Monad μ] {γ : Type w} (f : γ → α → β → μ γ) (init : γ)
    (m : HashMap α β) : μ γ :=
  m.toArray.foldlM (fun acc p => f acc p.1 p.2) init

def filter (f : α → β → Bool) (m : HashMap α β) : HashMap α β :=
  m.fold (fun acc a b => if f a b then acc.insert a b else acc) ∅

def map {γ : Type w} (f : α → β → γ) (m : HashMap α β) : HashMap α γ :=
  m.fold (fun acc a b => acc.insert a (f a b)) ∅

def any (m : HashMap α β) (p : α → β → Bool) : Bool := m.toArray.any fun x => p x.1 x.2
def all (m : HashMap α β) (p : α → β → Bool) : Bool := m.toArray.all fun x => p x.1 x.2

def ofList (l : List (α × β)) : HashMap α β := l.foldl (fun m p => m.insert p.1 p.2) ∅

def ofArray (a : Array (α × β)) : HashMap α β := a.foldl (fun m p => m.insert p.1 p.2) ∅

def union (m₁ m₂ : HashMap α β) : HashMap α β := m₂.fold (fun m a b => m.insert a b) m₁

instance : Union (HashMap α β) := ⟨union⟩

def insertMany (m : HashMap α β) (l : List (α × β)) : HashMap α β :=
  l.foldl (fun m p => m.insert p.1 p.2) m

def containsThenInsert (m : HashMap α β) (a : α) (b : β) : Bool × HashMap α β :=
  (m.contains a, m.insert a b)

instance {μ : Type w → Type w'} [Monad μ] : ForIn μ (HashMap α β) (α × β) where
  forIn m init f := forIn m.toArray init f

end HashMap
end Std
