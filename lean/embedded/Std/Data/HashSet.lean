/-
`Std.HashSet`: a hash map with unit values, as in the compiled library.

Signatures as in Lean 4.35. Leaves out: lemmas, iterators.
-/
prelude
import Init.Programs
import Std.Data.HashMap

universe u v w w'

namespace Std

/-- A set of `α`, with expected constant time access. -/
structure HashSet (α : Type u) [BEq α] [Hashable α] where
  inner : HashMap α Unit

namespace HashSet
variable {α : Type u} [BEq α] [Hashable α]

def emptyWithCapacity (capacity : Nat := 8) : HashSet α := ⟨.emptyWithCapacity capacity⟩

instance : EmptyCollection (HashSet α) := ⟨emptyWithCapacity⟩
instance : Inhabited (HashSet α) := ⟨∅⟩

def insert (s : HashSet α) (a : α) : HashSet α := ⟨s.inner.insertIfNew a ()⟩
def contains (s : HashSet α) (a : α) : Bool := s.inner.contains a
def erase (s : HashSet α) (a : α) : HashSet α := ⟨s.inner.erase a⟩
def size (s : HashSet α) : Nat := s.inner.size
def isEmpty (s : HashSet α) : Bool := s.inner.isEmpty
def get? (s : HashSet α) (a : α) : Option α := s.inner.getKey? a
def toList (s : HashSet α) : List α := s.inner.keys
def toArray (s : HashSet α) : Array α := s.inner.keysArray

instance : Membership α (HashSet α) := ⟨fun s a => s.contains a = true⟩
instance (s : HashSet α) (a : α) : Decidable (a ∈ s) :=
  inferInstanceAs (Decidable (s.contains a = true))
instance : Singleton α (HashSet α) := ⟨fun a => HashSet.insert ∅ a⟩
instance : Insert α (HashSet α) := ⟨fun a s => s.insert a⟩

def containsThenInsert (s : HashSet α) (a : α) : Bool × HashSet α := (s.contains a, s.insert a)

def fold {γ : Type w} (f : γ → α → γ) (init : γ) (s : HashSet α) : γ := s.toArray.foldl f init

def foldM {μ : Type w → Type w'} [Monad μ] {γ : Type w} (f : γ → α → μ γ) (init : γ)
    (s : HashSet α) : μ γ := s.toArray.foldlM f init

def filter (f : α → Bool) (s : HashSet α) : HashSet α :=
  s.fold (fun acc a => if f a then acc.insert a else acc) ∅

def any (s : HashSet α) (p : α → Bool) : Bool := s.toArray.any p
def all (s : HashSet α) (p : α → Bool) : Bool := s.toArray.all p
def ofList (l : List α) : HashSet α := l.foldl insert ∅
def ofArray (a : Array α) : HashSet α := a.foldl insert ∅
def insertMany (s : HashSet α) (l : List α) : HashSet α := l.foldl insert s
def union (s t : HashSet α) : HashSet α := t.fold insert s

instance : Union (HashSet α) := ⟨union⟩

instance {μ : Type w → Type w'} [Monad μ] : ForIn μ (HashSet α) α where
  forIn s init f := forIn s.toArray init f

end HashSet
end Std
