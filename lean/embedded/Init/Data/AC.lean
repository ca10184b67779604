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

/-- The variable at an index of a list, or one with the value `default`. -/
def lookup {α : Sort u} {op : α → α → α} (default : α) : List (Variable op) → Nat → Variable op
  | [], _ => ⟨default, none⟩
  | v :: _, 0 => v
  | _ :: vs, i + 1 => lookup default vs i

namespace Context

variable {α : Sort u} (ctx : Context α)

/-- The variable with this index. -/
def var (i : Nat) : Variable ctx.op := lookup ctx.arbitrary ctx.vars i

end Context

/-- The value of a term. -/
def eval (α : Sort u) (ctx : Context α) : Expr → α
  | .var x => (ctx.var x).value
  | .op l r => ctx.op (eval α ctx l) (eval α ctx r)

/-- A non-empty sequence of variables. -/
inductive Word where
  | one (x : Nat)
  | cons (x : Nat) (w : Word)

namespace Word

variable {α : Sort u} (ctx : Context α)

/-- The value of a word: the operation, bracketed to the right. -/
def eval : Word → α
  | one x => (ctx.var x).value
  | cons x w => ctx.op (ctx.var x).value (eval w)

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
  match ctx.idem with
  | none => cons x w
  | some _ => bif Nat.beq x w.head then w else cons x w

/-- `x` at its place in the sorted `w`. -/
def insert (x : Nat) : Word → Word
  | one y => bif Nat.ble x y then push ctx x (one y) else cons y (one x)
  | cons y w => bif Nat.ble x y then push ctx x (cons y w) else cons y (insert x w)

/-- `x` and `w` together, in the order that the operation allows. -/
def add (x : Nat) (w : Word) : Word :=
  match ctx.comm with
  | none => push ctx x w
  | some _ => insert ctx x w

/-- Whether the word is one neutral element. -/
def isNeutral : Word → Bool
  | one x => (ctx.var x).isNeutral
  | cons _ _ => false

/-- Two words together. -/
def join : Word → Word → Word
  | one x, w =>
    bif (one x).isNeutral ctx then w
    else bif w.isNeutral ctx then one x
    else add ctx x w
  | cons x v, w => add ctx x (join v w)

theorem eval_push (x : Nat) (w : Word) :
    (push ctx x w).eval ctx = ctx.op (ctx.var x).value (w.eval ctx) := by
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
        show ctx.op _ _ = ctx.op _ (ctx.op _ _)
        rw [← ctx.assoc.assoc]
        exact congrArg (ctx.op · _) (h.down.idempotent _).symm

theorem eval_insert (h : Std.Commutative ctx.op) (x : Nat) : (w : Word) →
    (insert ctx x w).eval ctx = ctx.op (ctx.var x).value (w.eval ctx)
  | one y => by
    unfold insert
    cases Nat.ble x y with
    | true => exact eval_push ctx x (one y)
    | false => exact h.comm _ _
  | cons y w => by
    unfold insert
    cases Nat.ble x y with
    | true => exact eval_push ctx x (cons y w)
    | false =>
      show ctx.op _ ((insert ctx x w).eval ctx) = ctx.op _ (ctx.op _ (w.eval ctx))
      rw [eval_insert h x w, ← ctx.assoc.assoc, ← ctx.assoc.assoc, h.comm (ctx.var y).value]

theorem eval_add (x : Nat) (w : Word) :
    (add ctx x w).eval ctx = ctx.op (ctx.var x).value (w.eval ctx) := by
  unfold add
  split
  · exact eval_push ctx x w
  · rename_i h _
    exact eval_insert ctx h.down x w

theorem lawful_of_isNeutral {w : Word} (h : w.isNeutral ctx = true) :
    Std.LawfulIdentity ctx.op (w.eval ctx) :=
  match w, h with
  | one x, h => Variable.lawful_of_isNeutral (v := ctx.var x) h

theorem eval_join : (v w : Word) → (join ctx v w).eval ctx = ctx.op (v.eval ctx) (w.eval ctx)
  | one x, w => by
    unfold join
    cases hx : (one x).isNeutral ctx with
    | true => exact ((lawful_of_isNeutral ctx hx).left_id _).symm
    | false =>
      cases hw : w.isNeutral ctx with
      | true => exact ((lawful_of_isNeutral ctx hw).right_id _).symm
      | false => exact eval_add ctx x w
  | cons x v, w => by
    show (add ctx x (join ctx v w)).eval ctx = ctx.op (ctx.op _ _) _
    rw [eval_add, eval_join v w, ctx.assoc.assoc]

end Word

/-- The normal form of a term. -/
def norm {α : Sort u} (ctx : Context α) : Expr → Word
  | .var x => .one x
  | .op l r => .join ctx (norm ctx l) (norm ctx r)

namespace Context

variable {α : Sort u} (ctx : Context α)

theorem eval_norm : (e : Expr) → (norm ctx e).eval ctx = eval α ctx e
  | .var _ => rfl
  | .op l r => by
    show (Word.join ctx _ _).eval ctx = ctx.op _ _
    rw [Word.eval_join, eval_norm l, eval_norm r]

theorem eq_of_norm (a b : Expr) (h : (norm ctx a).same (norm ctx b) = true) :
    eval α ctx a = eval α ctx b := by
  rw [← eval_norm ctx a, ← eval_norm ctx b, Word.eq_of_same h]

end Context

end Lean.Data.AC
