prelude
import Init.Data.String.Basic
import Init.Data.Int.Basic
import Init.Data.Repr
import Init.Data.Array.Basic

/-!
# Orders as three-way comparisons

`Ordering`, `Ord` and the instances for the basic types. Names, constructor order and argument order
follow Lean 4.35's public interface. Leaves out: lemmas, lawfulness classes.
-/

set_option linter.all false
set_option warn.classDefReducibility false

universe u

inductive Ordering where
  | lt
  | eq
  | gt
  deriving Inhabited, DecidableEq, Repr

namespace Ordering

def swap : Ordering → Ordering
  | .lt => .gt
  | .eq => .eq
  | .gt => .lt

/-- The first comparison, and the second where the first finds no difference. -/
@[macro_inline] def «then» (a b : Ordering) : Ordering :=
  match a with
  | .eq => b
  | a => a

def isEq : Ordering → Bool
  | .eq => true
  | _ => false
def isNe (o : Ordering) : Bool := !o.isEq
def isLT : Ordering → Bool
  | .lt => true
  | _ => false
def isGT : Ordering → Bool
  | .gt => true
  | _ => false
def isLE : Ordering → Bool
  | .gt => false
  | _ => true
def isGE : Ordering → Bool
  | .lt => false
  | _ => true

end Ordering

/-- Types with a three-way comparison. -/
class Ord (α : Type u) where
  compare : α → α → Ordering
export Ord (compare)

@[inline] def compareOfLessAndEq {α : Type u} (x y : α) [LT α] [Decidable (x < y)] [DecidableEq α] :
    Ordering :=
  if x < y then .lt else if x = y then .eq else .gt

@[inline] def compareOn {α : Type u} {β : Type v} [Ord β] (f : α → β) (x y : α) : Ordering :=
  compare (f x) (f y)

@[inline] def compareLex {α : Type u} {β : Type v} (cmp₁ cmp₂ : α → β → Ordering) (a : α) (b : β) :
    Ordering := (cmp₁ a b).then (cmp₂ a b)

instance : Ord Nat := ⟨fun a b => compareOfLessAndEq a b⟩
instance : Ord Int := ⟨fun a b => compareOfLessAndEq a b⟩
instance : Ord String := ⟨fun a b => compareOfLessAndEq a b⟩
instance : Ord Char := ⟨fun a b => compare a.toNat b.toNat⟩
instance : Ord Unit := ⟨fun _ _ => .eq⟩
instance : Ord Bool where
  compare
    | false, true => .lt
    | true, false => .gt
    | _, _ => .eq
instance {n : Nat} : Ord (Fin n) := ⟨fun a b => compare a.val b.val⟩
instance : Ord Ordering := ⟨compareOn fun | .lt => 0 | .eq => 1 | .gt => 2⟩

instance {α : Type u} [Ord α] : Ord (Option α) where
  compare
    | none, none => .eq
    | none, some _ => .lt
    | some _, none => .gt
    | some a, some b => compare a b

def List.compareLex {α : Type u} (cmp : α → α → Ordering) : List α → List α → Ordering
  | [], [] => .eq
  | [], _ => .lt
  | _, [] => .gt
  | a :: as, b :: bs => (cmp a b).then (compareLex cmp as bs)

instance {α : Type u} [Ord α] : Ord (List α) := ⟨List.compareLex compare⟩
instance {α : Type u} [Ord α] : Ord (Array α) := ⟨fun a b => compare a.toList b.toList⟩

/-- Pairs, the first component first. -/
def lexOrd {α : Type u} {β : Type v} [Ord α] [Ord β] : Ord (α × β) where
  compare p q := (compare p.1 q.1).then (compare p.2 q.2)

def Ord.toBEq {α : Type u} (ord : Ord α) : BEq α := ⟨fun x y => (ord.compare x y).isEq⟩
def Ord.toLT {α : Type u} (ord : Ord α) : LT α := ⟨fun x y => ord.compare x y = .lt⟩
def Ord.toLE {α : Type u} (ord : Ord α) : LE α := ⟨fun x y => (ord.compare x y).isLE = true⟩
def Ord.opposite {α : Type u} (ord : Ord α) : Ord α := ⟨fun x y => ord.compare y x⟩
def ltOfOrd {α : Type u} [Ord α] : LT α := ⟨fun a b => compare a b = .lt⟩
def leOfOrd {α : Type u} [Ord α] : LE α := ⟨fun a b => (compare a b).isLE = true⟩
