/-! Structures, inductive types, classes, and what `deriving` makes. -/

structure Point where
  x : Nat
  y : Nat := 0
  deriving Repr, BEq, DecidableEq, Inhabited, Hashable, Ord

#guard ({ x := 1 } : Point) == { x := 1, y := 0 }
#guard ({ x := 1 } : Point) != { x := 1, y := 1 }
#guard hash ({ x := 1 } : Point) == hash ({ x := 1 } : Point)
#guard compare ({ x := 1 } : Point) { x := 2 } == .lt
example : ({ x := 1, y := 2 } : Point) ≠ { x := 1, y := 3 } := by decide
example (p : Point) : { p with x := p.x } = p := rfl
/-- info: { x := 1, y := 2 } -/
#guard_msgs in #eval ({ x := 1, y := 2 } : Point)

structure Point3 extends Point where
  z : Nat
  deriving Repr, DecidableEq
def Point3.sum (p : Point3) : Nat := p.x + p.y + p.z
#guard ({ x := 1, y := 2, z := 3 } : Point3).sum == 6
example (p : Point3) : p.toPoint.x = p.x := rfl

inductive Color where
  | red | green | blue
  deriving Repr, BEq, DecidableEq, Inhabited, Hashable, Ord
example : Color.red ≠ Color.blue := by decide
example (c : Color) : c = .red ∨ c = .green ∨ c = .blue := by cases c <;> simp
/-- info: Color.green -/
#guard_msgs in #eval Color.green
#guard compare Color.red Color.green == .lt

inductive Expr where
  | num (n : Int)
  | var (s : String)
  | add (a b : Expr)
  | mul (a b : Expr)
  deriving Repr, BEq, DecidableEq, Inhabited, Hashable

namespace Expr

def eval (env : String → Int) : Expr → Int
  | num n => n
  | var s => env s
  | add a b => a.eval env + b.eval env
  | mul a b => a.eval env * b.eval env

def simplify : Expr → Expr
  | add a b =>
    match a.simplify, b.simplify with
    | num 0, e => e
    | e, num 0 => e
    | a, b => add a b
  | mul a b => mul a.simplify b.simplify
  | e => e

theorem eval_simplify (env : String → Int) (e : Expr) : e.simplify.eval env = e.eval env := by
  induction e with
  | num n => rfl
  | var s => rfl
  | add a b iha ihb =>
    simp only [simplify, eval, ← iha, ← ihb]
    split
    · next h => simp [h, eval]
    · next h _ => simp [h, eval]
    · rfl
  | mul a b iha ihb => simp [simplify, eval, iha, ihb]

#guard (add (num 1) (mul (num 2) (var "x"))).eval (fun _ => 5) == 11
example : add (num 1) (num 2) ≠ add (num 1) (num 3) := by decide

end Expr

inductive Rose (α : Type) where
  | node (label : α) (children : List (Rose α))
  deriving Repr

mutual
inductive Forest (α : Type) where
  | nil
  | cons (t : Plant α) (rest : Forest α)
inductive Plant (α : Type) where
  | node (x : α) (f : Forest α)
end

mutual
def Forest.size : Forest α → Nat
  | .nil => 0
  | .cons t rest => t.size + rest.size
def Plant.size : Plant α → Nat
  | .node _ f => f.size + 1
end
#guard (Plant.node 1 (.cons (.node 2 .nil) .nil)).size == 2

mutual
def isEven : Nat → Bool
  | 0 => true
  | n + 1 => isOdd n
def isOdd : Nat → Bool
  | 0 => false
  | n + 1 => isEven n
end
#guard isEven 10
example : isEven 4 = true := by decide

class Shape (α : Type) where
  area : α → Nat
  name : String := "shape"
structure Square where
  side : Nat
instance : Shape Square where
  area s := s.side * s.side
#guard Shape.area (Square.mk 3) == 9
#guard Shape.name Square == "shape"
def total [Shape α] (xs : List α) : Nat := (xs.map Shape.area).foldl (· + ·) 0
#guard total [Square.mk 1, Square.mk 2] == 5

instance : Add Point := ⟨fun a b => ⟨a.x + b.x, a.y + b.y⟩⟩
instance : HMul Nat Point Point := ⟨fun n p => ⟨n * p.x, n * p.y⟩⟩
#guard (Point.mk 1 2 + Point.mk 3 4 : Point) == ⟨4, 6⟩
#guard (2 * Point.mk 1 2 : Point) == ⟨2, 4⟩
instance : Coe Nat Point := ⟨fun n => ⟨n, n⟩⟩
def diag : Point := (3 : Nat)
#guard diag.y == 3
instance : CoeFun Point (fun _ => Nat → Nat) := ⟨fun p n => p.x * n + p.y⟩
#guard diag 2 == 9

namespace Hidden
private def secret : Nat := 3
theorem secret_pos : 0 < secret := by decide
def open_ : Nat := secret
end Hidden
open Hidden in
#guard open_ == 3

section
variable {α : Type} (xs : List α)
def twice : List α := xs ++ xs
theorem twice_length : (twice xs).length = xs.length + xs.length := by simp [twice]
end

abbrev Name' := String
def greet (n : Name') : String := s!"hello, {n}"
#guard greet "x" == "hello, x"

inductive Vec (α : Type) : Nat → Type where
  | nil : Vec α 0
  | cons (x : α) (xs : Vec α n) : Vec α (n + 1)
def Vec.head : Vec α (n + 1) → α
  | .cons x _ => x
def Vec.map (f : α → β) : Vec α n → Vec β n
  | .nil => .nil
  | .cons x xs => .cons (f x) (xs.map f)
def Vec.toList : Vec α n → List α
  | .nil => []
  | .cons x xs => x :: xs.toList
theorem Vec.length_toList (v : Vec α n) : v.toList.length = n := by
  induction v with
  | nil => rfl
  | cons x xs ih => simp [toList, ih]

theorem and_comm' (p q : Prop) : p ∧ q ↔ q ∧ p :=
  ⟨fun ⟨hp, hq⟩ => ⟨hq, hp⟩, fun ⟨hq, hp⟩ => ⟨hp, hq⟩⟩
/-- info: 'and_comm'' does not depend on any axioms -/
#guard_msgs in #print axioms and_comm'
