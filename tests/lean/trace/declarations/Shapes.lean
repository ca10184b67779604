/-! Declarations of every shape: each constant of the module is one or belongs to one. -/

namespace Shapes

/-- A colour. -/
inductive Colour where
  | red
  | green
  deriving Repr, DecidableEq, Inhabited, Hashable

structure Point (α : Type) where
  x : α
  y : α := x

structure Solid extends Point Nat where
  z : Nat

class Sized (α : Type) where
  size : α → Nat

instance : Sized Nat := ⟨id⟩
instance named : Sized Bool := ⟨fun _ => 1⟩

macro "law " name:ident " : " statement:term : command =>
  `(theorem $name : $statement := by decide)

law by_macro : 1 + 1 = 2

macro "pair " first:ident second:ident : command =>
  `(theorem $first : True := trivial
    def $second : Nat := 3)

pair macro_first macro_second

mutual
def even : Nat → Bool
  | 0 => true
  | n + 1 => odd n
def odd : Nat → Bool
  | 0 => false
  | n + 1 => even n
end

@[simp] theorem attributed (n : Nat) : n + 0 = n := rfl

theorem attributed_later (n : Nat) : 0 + n + 0 = n := Nat.zero_add n
attribute [simp] attributed_later
@[simp ←] theorem attributed_backwards (n : Nat) : n = id n := rfl
@[ext] structure Extensional where
  inside : Nat
@[grind =] theorem matched_by_grind (n : Nat) : id n = n := rfl
@[irreducible] def opaqueish (n : Nat) : Nat := n
@[reducible] def clear (n : Nat) : Nat := n

def withWhere (n : Nat) : Nat := twice n
where
  /-- Twice. -/
  twice (m : Nat) : Nat := m + m

def withLetRec (n : Nat) : Nat :=
  let rec go (m : Nat) : Nat := match m with
    | 0 => 0
    | m + 1 => go m
  go n

macro "counted " n:term : term => `(let rec walk (m : Nat) : Nat := m; walk $n)

def hiddenLetRec (n : Nat) : Nat := counted n

private def secret : Nat := 4

protected noncomputable def guarded : Nat := 5

theorem universal.{u} (α : Sort u) (a : α) : a = a := rfl

theorem matched (c : Colour) : c = .red ∨ c = .green := by
  cases c with
  | red => exact Or.inl rfl
  | green => exact Or.inr rfl

opaque unseen : Nat
axiom assumed : 0 = 0

example : 0 = 0 := assumed

end Shapes
