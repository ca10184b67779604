prelude
import Init.Programs
/-
Orders on `Lean.Name` and the maps and sets keyed by names.

Signatures as in Lean 4.35, checked against the symbols of the library.
Leaves out: name tries, demangling.
-/
import Std

namespace Lean

namespace Name
@[extern "native"] opaque cmp : (a b : Name) → Ordering
@[extern "native"] opaque quickCmpAux : (a b : Name) → Ordering
@[extern "native"] opaque quickLt (a b : Name) : Bool
@[extern "native"] opaque lt (a b : Name) : Bool
@[extern "native"] opaque components (n : Name) : List Name
@[extern "native"] opaque componentsRev (n : Name) : List Name
@[extern "native"] opaque isPrefixOf : (p n : Name) → Bool
@[extern "native"] opaque isSuffixOf : (p n : Name) → Bool
@[extern "native"] opaque isInternal (n : Name) : Bool
@[extern "native"] opaque isInternalOrNum (n : Name) : Bool
@[extern "native"] opaque isInternalDetail (n : Name) : Bool
@[extern "native"] opaque isImplementationDetail (n : Name) : Bool
@[extern "native"] opaque hasNum (n : Name) : Bool
@[extern "native"] opaque isAtomic (n : Name) : Bool

/-- Hash order first, then structure: the order of `NameMap`. -/
def quickCmp (n₁ n₂ : Name) : Ordering :=
  if n₁.hash < n₂.hash then .lt
  else if n₂.hash < n₁.hash then .gt
  else quickCmpAux n₁ n₂

/-- The last component when it is a string, else the empty string. -/
def getString! : Name → String
  | .str _ s => s
  | _ => ""

def isStr : Name → Bool
  | .str .. => true
  | _ => false

def isNum : Name → Bool
  | .num .. => true
  | _ => false
end Name

/-- A map keyed by names, in `Name.quickCmp` order. -/
def NameMap (α : Type) := Std.TreeMap Name α Name.quickCmp

namespace NameMap
variable {α β : Type}

instance : EmptyCollection (NameMap α) := ⟨(Std.TreeMap.empty : Std.TreeMap Name α Name.quickCmp)⟩
instance : Inhabited (NameMap α) := ⟨∅⟩

def insert (m : NameMap α) (n : Name) (a : α) : NameMap α := Std.TreeMap.insert m n a
def contains (m : NameMap α) (n : Name) : Bool := Std.TreeMap.contains m n
def find? (m : NameMap α) (n : Name) : Option α := Std.TreeMap.get? m n
def erase (m : NameMap α) (n : Name) : NameMap α := Std.TreeMap.erase m n
def size (m : NameMap α) : Nat := Std.TreeMap.size m
def isEmpty (m : NameMap α) : Bool := Std.TreeMap.isEmpty m
def toList (m : NameMap α) : List (Name × α) := Std.TreeMap.toList m
def toArray (m : NameMap α) : Array (Name × α) := Std.TreeMap.toArray m
def foldl (f : β → Name → α → β) (init : β) (m : NameMap α) : β := Std.TreeMap.foldl f init m
def filter (f : Name → α → Bool) (m : NameMap α) : NameMap α := Std.TreeMap.filter f m

instance {m : Type → Type} [Monad m] : ForIn m (NameMap α) (Name × α) where
  forIn t init f := forIn t.toArray init f
end NameMap

/-- A set of names, in `Name.quickCmp` order. -/
def NameSet := Std.TreeSet Name Name.quickCmp

namespace NameSet
instance : EmptyCollection NameSet := ⟨(Std.TreeSet.empty : Std.TreeSet Name Name.quickCmp)⟩
instance : Inhabited NameSet := ⟨∅⟩

def empty : NameSet := ∅
def insert (s : NameSet) (n : Name) : NameSet := Std.TreeSet.insert s n
def contains (s : NameSet) (n : Name) : Bool := Std.TreeSet.contains s n
def erase (s : NameSet) (n : Name) : NameSet := Std.TreeSet.erase s n
def size (s : NameSet) : Nat := Std.TreeSet.size s
def isEmpty (s : NameSet) : Bool := Std.TreeSet.isEmpty s
def toList (s : NameSet) : List Name := Std.TreeSet.toList s
def toArray (s : NameSet) : Array Name := Std.TreeSet.toArray s
def foldl {α : Type} (f : α → Name → α) (init : α) (s : NameSet) : α := Std.TreeSet.foldl f init s
def filter (f : Name → Bool) (s : NameSet) : NameSet := Std.TreeSet.filter f s
def append (s t : NameSet) : NameSet := t.foldl insert s
def ofList (l : List Name) : NameSet := l.foldl insert ∅
def ofArray (a : Array Name) : NameSet := a.foldl insert ∅

instance : Append NameSet := ⟨append⟩
instance : Union NameSet := ⟨append⟩
instance : Singleton Name NameSet := ⟨fun n => insert ∅ n⟩
instance : Membership Name NameSet := ⟨fun s n => s.contains n = true⟩
instance (s : NameSet) (n : Name) : Decidable (n ∈ s) :=
  inferInstanceAs (Decidable (s.contains n = true))

instance {m : Type → Type} [Monad m] : ForIn m NameSet Name where
  forIn s init f := forIn s.toArray init f
end NameSet

abbrev NameHashSet := Std.HashSet Name

end Lean
