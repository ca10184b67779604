/-! Syntax, macros, notation and quotations. -/

macro "my_trivial" : tactic => `(tactic| trivial)
example : True := by my_trivial

syntax "plus_one " term : term
macro_rules | `(plus_one $x) => `($x + 1)
#guard (plus_one 3) == 4

syntax "sum[" term,* "]" : term
macro_rules
  | `(sum[]) => `(0)
  | `(sum[$x]) => `($x)
  | `(sum[$x, $xs,*]) => `($x + sum[$xs,*])
#guard sum[1, 2, 3] == 6
#guard sum[] == 0

notation "‖" x "‖" => Nat.succ x
#guard ‖3‖ == 4
example (n : Nat) : ‖n‖ = n + 1 := rfl
infixl:65 " +++ " => Nat.add
#guard 3 +++ 4 * 2 == 11
postfix:max "!'" => Nat.pred
#guard 5!' == 4

open Lean in
macro "successor_of " n:num : term => do
  return quote (n.getNat + 1)
#guard (successor_of 5) == 6

open Lean in
macro "refuse " x:term : term => Macro.throwErrorAt x "refused"
/-- error: refused -/
#guard_msgs in
#check refuse 3

/-- A category of its own. -/
declare_syntax_cat arith
syntax num : arith
syntax ident : arith
syntax:50 arith:50 " + " arith:51 : arith
syntax:60 arith:60 " * " arith:61 : arith
syntax "(" arith ")" : arith
syntax "arith% " arith : term
inductive Arith where
  | num (n : Nat)
  | var (s : String)
  | add (a b : Arith)
  | mul (a b : Arith)
deriving DecidableEq, Repr
open Lean in
macro_rules
  | `(arith% $n:num) => `(Arith.num $n)
  | `(arith% $x:ident) => `(Arith.var $(quote x.getId.toString))
  | `(arith% $a + $b) => `(Arith.add (arith% $a) (arith% $b))
  | `(arith% $a * $b) => `(Arith.mul (arith% $a) (arith% $b))
  | `(arith% ($a)) => `(arith% $a)
#guard arith% 1 + x * (2 + y)
  = Arith.add (.num 1) (.mul (.var "x") (.add (.num 2) (.var "y")))

/-- Recursive tactic macros. -/
syntax "split_ands" : tactic
macro_rules | `(tactic| split_ands) => `(tactic| (first | (refine And.intro ?_ ?_ <;> split_ands) | skip))
example (p q r : Prop) (hp : p) (hq : q) (hr : r) : p ∧ q ∧ r := by
  split_ands
  · exact hp
  · exact hq
  · exact hr

macro (name := closeTac) "close " t:term : tactic => `(tactic| exact $t)
example (a : Nat) (h : a = 2) : a = 2 := by close h

/-- Hygiene: the macro's `y` is not the caller's. -/
macro "const_fun " t:term : term => `(fun y => $t + 0 * y)
example (y : Nat) : (const_fun y) 5 = y := by simp

/-- Commands. -/
macro "define " x:ident " as " t:term : command => `(def $x := $t)
define seven as 7
#guard seven == 7

syntax "def_all " ident+ : command
macro_rules
  | `(def_all $x:ident) => `(def $x := 1)
  | `(def_all $x:ident $y $ys*) => `(def $x := 1 def_all $y $ys*)
def_all one' one'' one'''
#guard one' + one'' + one''' == 3

/-- Binders. -/
macro "∃!' " x:ident ", " b:term : term => `(∃ $x:ident, $b ∧ ∀ y, y = $x → True)
example : ∃!' x, x = 3 := ⟨3, rfl, fun _ _ => trivial⟩

/-- Attributes. -/
@[simp] theorem two_mul' (n : Nat) : 2 * n = n + n := Nat.two_mul n
example (n : Nat) : 2 * n + 0 = n + n := by simp
@[inline, reducible] def Id' (α : Type) := α
example : Id' Nat := (3 : Nat)
attribute [local simp] Nat.add_comm in
example (a b : Nat) : a + b = b + a := by simp

local notation "ℕ" => Nat
example : ℕ := 3

section
variable {α : Type} [Inhabited α]
/-- info: fun a => (a, default) : α → α × α -/
#guard_msgs in
#check fun a : α => (a, (default : α))
end
