/-
`Std.TreeMap` and `Std.TreeSet`: ordered maps and sets, as size-balanced trees in native layout.

Signatures as in Lean 4.35, checked against the symbols of the library.
Leaves out: lemmas, ranges, iterators, neighbour queries other than the extremes.
-/
prelude
import Init.Programs

universe u v w w'

namespace Std

/-- The tree itself: size, key, value, left and right part; native layout. -/
inductive DTreeMap.Internal.Impl (α : Type u) (β : Type v) where
  | inner (size : Nat) (k : α) (v : β) (l r : Impl α β)
  | leaf

/-- A map from `α` to `β` ordered by `cmp`, with logarithmic access. -/
structure TreeMap (α : Type u) (β : Type v) (cmp : α → α → Ordering := by exact compare) where
  inner : DTreeMap.Internal.Impl α β

namespace TreeMap
variable {α : Type u} {β : Type v} {cmp : α → α → Ordering}

def empty : TreeMap α β cmp := ⟨.leaf⟩

instance : EmptyCollection (TreeMap α β cmp) := ⟨empty⟩
instance : Inhabited (TreeMap α β cmp) := ⟨∅⟩

@[extern "native"] opaque insert (t : TreeMap α β cmp) (a : α) (b : β) : TreeMap α β cmp
@[extern "native"] opaque insertIfNew (t : TreeMap α β cmp) (a : α) (b : β) : TreeMap α β cmp
@[extern "native"] opaque contains (t : TreeMap α β cmp) (a : α) : Bool
@[extern "native"] opaque get? (t : TreeMap α β cmp) (a : α) : Option β
@[extern "native"] opaque getKey? (t : TreeMap α β cmp) (a : α) : Option α
@[extern "native"] opaque erase (t : TreeMap α β cmp) (a : α) : TreeMap α β cmp
@[extern "native"] opaque toList (t : TreeMap α β cmp) : List (α × β)
@[extern "native"] opaque toArray (t : TreeMap α β cmp) : Array (α × β)
@[extern "native"] opaque keys (t : TreeMap α β cmp) : List α
@[extern "native"] opaque keysArray (t : TreeMap α β cmp) : Array α
@[extern "native"] opaque values (t : TreeMap α β cmp) : List β
@[extern "native"] opaque valuesArray (t : TreeMap α β cmp) : Array β
@[extern "native"] opaque minEntry? (t : TreeMap α β cmp) : Option (α × β)
@[extern "native"] opaque maxEntry? (t : TreeMap α β cmp) : Option (α × β)

def size (t : TreeMap α β cmp) : Nat :=
  match t.inner with
  | .inner n .. => n
  | .leaf => 0

def isEmpty (t : TreeMap α β cmp) : Bool := t.size == 0
def getD (t : TreeMap α β cmp) (a : α) (fallback : β) : β := (t.get? a).getD fallback
def get! [Inhabited β] (t : TreeMap α β cmp) (a : α) : β := t.getD a default
def minKey? (t : TreeMap α β cmp) : Option α := t.minEntry?.map (·.1)
def maxKey? (t : TreeMap α β cmp) : Option α := t.maxEntry?.map (·.1)

instance : Membership α (TreeMap α β cmp) := ⟨fun t a => t.contains a = true⟩

/-- The value at a key that is there. -/
@[extern "native"] axiom get (t : TreeMap α β cmp) (a : α) (h : a ∈ t) : β

instance : GetElem? (TreeMap α β cmp) α β (fun t a => a ∈ t) where
  getElem t a h := t.get a h
  getElem? t a := t.get? a
  getElem! t a := t.get! a

def alter (t : TreeMap α β cmp) (a : α) (f : Option β → Option β) : TreeMap α β cmp :=
  match f (t.get? a) with
  | some b => t.insert a b
  | none => t.erase a

def modify (t : TreeMap α β cmp) (a : α) (f : β → β) : TreeMap α β cmp :=
  match t.get? a with
  | some b => t.insert a (f b)
  | none => t

def foldl {γ : Type w} (f : γ → α → β → γ) (init : γ) (t : TreeMap α β cmp) : γ :=
  t.toArray.foldl (fun acc p => f acc p.1 p.2) init

def foldr {γ : Type w} (f : α → β → γ → γ) (init : γ) (t : TreeMap α β cmp) : γ :=
  t.toList.foldr (fun p acc => f p.1 p.2 acc) init

def foldlM {μ : Type w → Type w'} [Monad μ] {γ : Type w} (f : γ → α → β → μ γ) (init : γ)
    (t : TreeMap α β cmp) : μ γ :=
  t.toArray.foldlM (fun acc p => f acc p.1 p.2) init

def filter (f : α → β → Bool) (t : TreeMap α β cmp) : TreeMap α β cmp :=
  t.foldl (fun acc a b => if f a b then acc.insert a b else acc) ∅

def map {γ : Type w} (f : α → β → γ) (t : TreeMap α β cmp) : TreeMap α γ cmp :=
  t.foldl (fun acc a b => acc.insert a (f a b)) ∅

def any (t : TreeMap α β cmp) (p : α → β → Bool) : Bool := t.toArray.any fun x => p x.1 x.2
def all (t : TreeMap α β cmp) (p : α → β → Bool) : Bool := t.toArray.all fun x => p x.1 x.2

def ofList (l : List (α × β)) (cmp : α → α → Ordering := by exact compare) : TreeMap α β cmp :=
  l.foldl (fun t p => t.insert p.1 p.2) ∅

def ofArray (a : Array (α × β)) (cmp : α → α → Ordering := by exact compare) : TreeMap α β cmp :=
  a.foldl (fun t p => t.insert p.1 p.2) ∅

instance {μ : Type w → Type w'} [Monad μ] : ForIn μ (TreeMap α β cmp) (α × β) where
  forIn t init f := forIn t.toArray init f

end TreeMap

/-- A set of `α` ordered by `cmp`. -/
structure TreeSet (α : Type u) (cmp : α → α → Ordering := by exact compare) where
  inner : TreeMap α Unit cmp

namespace TreeSet
variable {α : Type u} {cmp : α → α → Ordering}

def empty : TreeSet α cmp := ⟨∅⟩

instance : EmptyCollection (TreeSet α cmp) := ⟨empty⟩
instance : Inhabited (TreeSet α cmp) := ⟨∅⟩

def insert (s : TreeSet α cmp) (a : α) : TreeSet α cmp := ⟨s.inner.insertIfNew a ()⟩
def contains (s : TreeSet α cmp) (a : α) : Bool := s.inner.contains a
def erase (s : TreeSet α cmp) (a : α) : TreeSet α cmp := ⟨s.inner.erase a⟩
def size (s : TreeSet α cmp) : Nat := s.inner.size
def isEmpty (s : TreeSet α cmp) : Bool := s.inner.isEmpty
def toList (s : TreeSet α cmp) : List α := s.inner.keys
def toArray (s : TreeSet α cmp) : Array α := s.inner.keysArray
def min? (s : TreeSet α cmp) : Option α := s.inner.minKey?
def max? (s : TreeSet α cmp) : Option α := s.inner.maxKey?

instance : Membership α (TreeSet α cmp) := ⟨fun s a => s.contains a = true⟩
instance (s : TreeSet α cmp) (a : α) : Decidable (a ∈ s) :=
  inferInstanceAs (Decidable (s.contains a = true))
instance : Singleton α (TreeSet α cmp) := ⟨fun a => TreeSet.insert ∅ a⟩
instance : Insert α (TreeSet α cmp) := ⟨fun a s => s.insert a⟩

def foldl {γ : Type w} (f : γ → α → γ) (init : γ) (s : TreeSet α cmp) : γ := s.toArray.foldl f init
def foldlM {μ : Type w → Type w'} [Monad μ] {γ : Type w} (f : γ → α → μ γ) (init : γ)
    (s : TreeSet α cmp) : μ γ := s.toArray.foldlM f init
def any (s : TreeSet α cmp) (p : α → Bool) : Bool := s.toArray.any p
def all (s : TreeSet α cmp) (p : α → Bool) : Bool := s.toArray.all p
def filter (f : α → Bool) (s : TreeSet α cmp) : TreeSet α cmp :=
  s.foldl (fun acc a => if f a then acc.insert a else acc) ∅
def ofList (l : List α) (cmp : α → α → Ordering := by exact compare) : TreeSet α cmp :=
  l.foldl insert ∅
def ofArray (a : Array α) (cmp : α → α → Ordering := by exact compare) : TreeSet α cmp :=
  a.foldl insert ∅
def insertMany (s : TreeSet α cmp) (l : List α) : TreeSet α cmp := l.foldl insert s
def merge (s t : TreeSet α cmp) : TreeSet α cmp := t.foldl insert s

instance : Union (TreeSet α cmp) := ⟨merge⟩

instance {μ : Type w → Type w'} [Monad μ] : ForIn μ (TreeSet α cmp) α where
  forIn s init f := forIn s.toArray init f

end TreeSet
end Std
