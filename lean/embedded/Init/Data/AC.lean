prelude
import Init.Core

/-!
# Associative and commutative rewriting

What `ac_rfl`, `ac_nf` and `simp` with an associative operation refer to. A term is an `Expr`
over variables; its normal form is a non-empty word of variables, sorted if the operation
commutes, without repetitions if it is idempotent, without neutral elements. Two terms with
the same normal form have the same value.
-/

namespace Lean.Data.AC

/-- A term built with the operation. -/
inductive Expr where
  | var (x : Nat)
  | op (lhs rhs : Expr)

/-- A variable's value, and a proof that it is neutral if it is. -/
structure Variable {α : Sort u} (op : α → α → α) : Type u where
  value : α
  neutral : Option (PLift (Std.LawfulIdentity op value))

/-- Whether the value is known to be neutral. -/
def Variable.isNeutral {α : Sort u} {op : α → α → α} (v : Variable op) : Bool :=
  match v.neutral with
  | none => false
  | some _ => true

theorem Variable.lawful_of_isNeutral {α : Sort u} {op : α → α → α} :
    {v : Variable op} → v.isNeutral = true → Std.LawfulIdentity op v.value
  | ⟨_, some p⟩, _ => p.down
  | ⟨_, none⟩, h => Bool.noConfusion h

/-- An associative operation, what else is known of it, and the values of the variables. -/
structure Context (α : Sort u) where
  op : α → α → α
  assoc : Std.Associative op
  comm : Option (PLift (Std.Commutative op))
  idem : Option (PLift (Std.IdempotentOp op))
  vars : List (Variable op)
  arbitrary : α

/-- The laws that are known of an operation, and the values of the variables. -/
structure Laws (α : Sort u) where
  op : α → α → α
  assoc : Std.Associative op
  comm : Option (PLift (Std.Commutative op))
  idem : Option (PLift (Std.IdempotentOp op))
  var : Nat → Variable op

/-- The variable at an index of a list, or one with the value `default`. -/
def lookup {α : Sort u} {op : α → α → α} (default : α) : List (Variable op) → Nat → Variable op
  | [], _ => ⟨default, none⟩
  | v :: _, 0 => v
  | _ :: vs, i + 1 => lookup default vs i

/-- The laws of a context. -/
def Context.laws {α : Sort u} (ctx : Context α) : Laws α :=
  ⟨ctx.op, ctx.assoc, ctx.comm, ctx.idem, lookup ctx.arbitrary ctx.vars⟩

/-- The value of a term. -/
def Laws.eval {α : Sort u} (laws : Laws α) : Expr → α
  | .var x => (laws.var x).value
  | .op l r => laws.op (eval laws l) (eval laws r)

/-- The value of a term in a context. -/
def eval (α : Sort u) (ctx : Context α) (e : Expr) : α := ctx.laws.eval e

/-- A non-empty sequence of variables. -/
inductive Word where
  | one (x : Nat)
  | cons (x : Nat) (w : Word)

namespace Word

variable {α : Sort u} (laws : Laws α)

/-- The value of a word: the operation, bracketed to the right. -/
def eval : Word → α
  | one x => (laws.var x).value
  | cons x w => laws.op (laws.var x).value (eval w)

/-- The first variable. -/
def head : Word → Nat
  | one x => x
  | cons x _ => x

/-- Whether two words are the same. -/
def same : Word → Word → Bool
  | one x, one y => Nat.beq x y
  | cons x v, cons y w => Nat.beq x y && same v w
  | _, _ => false

theorem eq_of_same : {v w : Word} → same v w = true → v = w
  | one x, one y, h => congrArg one (Nat.eq_of_beq_eq_true h)
  | cons x v, cons y w, h =>
    have h : (Nat.beq x y && same v w) = true := h
    match hx : Nat.beq x y, hw : same v w with
    | true, true => by rw [Nat.eq_of_beq_eq_true hx, eq_of_same hw]
    | true, false => by rw [hx, hw] at h; exact Bool.noConfusion h
    | false, _ => by rw [hx] at h; exact Bool.noConfusion h
  | one _, cons _ _, h => Bool.noConfusion h
  | cons _ _, one _, h => Bool.noConfusion h

/-- `x` before `w`, unless idempotence absorbs it. -/
def push (x : Nat) (w : Word) : Word :=
  match laws.idem with
  | none => cons x w
  | some _ => bif Nat.beq x w.head then w else cons x w

/-- `x` at its place in the sorted `w`. -/
def insert (x : Nat) : Word → Word
  | one y => bif Nat.ble x y then push laws x (one y) else cons y (one x)
  | cons y w => bif Nat.ble x y then push laws x (cons y w) else cons y (insert x w)

/-- `x` and `w` together, in the order that the operation allows. -/
def add (x : Nat) (w : Word) : Word :=
  match laws.comm with
  | none => push laws x w
  | some _ => insert laws x w

/-- Whether the word is one neutral element. -/
def isNeutral : Word → Bool
  | one x => (laws.var x).isNeutral
  | cons _ _ => false

/-- Two words together. -/
def join : Word → Word → Word
  | one x, w =>
    bif (one x).isNeutral laws then w
    else bif w.isNeutral laws then one x
    else add laws x w
  | cons x v, w => add laws x (join v w)

theorem eval_push (x : Nat) (w : Word) :
    (push laws x w).eval laws = laws.op (laws.var x).value (w.eval laws) := by
  unfold push
  split
  · rfl
  · rename_i h _
    cases hx : Nat.beq x w.head with
    | false => rfl
    | true =>
      have hx := Nat.eq_of_beq_eq_true hx
      subst hx
      cases w with
      | one y => exact (h.down.idempotent _).symm
      | cons y w =>
        show laws.op _ _ = laws.op _ (laws.op _ _)
        rw [← laws.assoc.assoc]
        exact congrArg (laws.op · _) (h.down.idempotent _).symm

theorem eval_insert (h : Std.Commutative laws.op) (x : Nat) : (w : Word) →
    (insert laws x w).eval laws = laws.op (laws.var x).value (w.eval laws)
  | one y => by
    unfold insert
    cases Nat.ble x y with
    | true => exact eval_push laws x (one y)
    | false => exact h.comm _ _
  | cons y w => by
    unfold insert
    cases Nat.ble x y with
    | true => exact eval_push laws x (cons y w)
    | false =>
      show laws.op _ ((insert laws x w).eval laws) = laws.op _ (laws.op _ (w.eval laws))
      rw [eval_insert h x w, ← laws.assoc.assoc, ← laws.assoc.assoc, h.comm (laws.var y).value]

theorem eval_add (x : Nat) (w : Word) :
    (add laws x w).eval laws = laws.op (laws.var x).value (w.eval laws) := by
  unfold add
  split
  · exact eval_push laws x w
  · rename_i h _
    exact eval_insert laws h.down x w

theorem lawful_of_isNeutral {w : Word} (h : w.isNeutral laws = true) :
    Std.LawfulIdentity laws.op (w.eval laws) :=
  match w, h with
  | one x, h => Variable.lawful_of_isNeutral (v := laws.var x) h

theorem eval_join : (v w : Word) → (join laws v w).eval laws = laws.op (v.eval laws) (w.eval laws)
  | one x, w => by
    unfold join
    cases hx : (one x).isNeutral laws with
    | true => exact ((lawful_of_isNeutral laws hx).left_id _).symm
    | false =>
      cases hw : w.isNeutral laws with
      | true => exact ((lawful_of_isNeutral laws hw).right_id _).symm
      | false => exact eval_add laws x w
  | cons x v, w => by
    show (add laws x (join laws v w)).eval laws = laws.op (laws.op _ _) _
    rw [eval_add, eval_join v w, laws.assoc.assoc]

end Word

/-- The normal form of a term. -/
def Laws.norm {α : Sort u} (laws : Laws α) : Expr → Word
  | .var x => .one x
  | .op l r => .join laws (norm laws l) (norm laws r)

/-- Whether two terms have the same normal form. -/
def Laws.same {α : Sort u} (laws : Laws α) (a b : Expr) : Bool := (laws.norm a).same (laws.norm b)

theorem Laws.eval_norm {α : Sort u} (laws : Laws α) : (e : Expr) →
    (laws.norm e).eval laws = laws.eval e
  | .var _ => rfl
  | .op l r => by
    show (Word.join laws _ _).eval laws = laws.op _ _
    rw [Word.eval_join, eval_norm laws l, eval_norm laws r]

theorem Laws.eval_eq_of_same {α : Sort u} (laws : Laws α) {a b : Expr}
    (h : laws.same a b = true) : laws.eval a = laws.eval b := by
  rw [← eval_norm laws a, ← eval_norm laws b, Word.eq_of_same h]

theorem Context.eq_of_norm {α : Sort u} (ctx : Context α) (a b : Expr)
    (h : ctx.laws.same a b = true) : eval α ctx a = eval α ctx b :=
  ctx.laws.eval_eq_of_same h

end Lean.Data.AC
