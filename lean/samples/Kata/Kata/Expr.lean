import Kata.ListSlices
import Kata.Options

/-!
# A small language of expressions

Syntax, evaluation, substitution and renaming.
-/

namespace Kata

/-- A variable is a number. -/
abbrev Var := Nat

/-- A state gives every variable a value. -/
abbrev State := Var → Nat

/-- Arithmetic expressions. -/
inductive Expr where
  | num (n : Nat) : Expr
  | var (x : Var) : Expr
  | add (e₁ e₂ : Expr) : Expr
  | mul (e₁ e₂ : Expr) : Expr
  deriving Repr, DecidableEq

namespace Expr

/-- The value of an expression in a state. -/
@[simp] def eval (s : State) : Expr → Nat
  | num n => n
  | var x => s x
  | add e₁ e₂ => eval s e₁ + eval s e₂
  | mul e₁ e₂ => eval s e₁ * eval s e₂

/-- The number of operators, numbers and variables. -/
@[simp] def size : Expr → Nat
  | num _ => 1
  | var _ => 1
  | add e₁ e₂ => size e₁ + size e₂ + 1
  | mul e₁ e₂ => size e₁ + size e₂ + 1

/-- The number of operators. -/
@[simp] def ops : Expr → Nat
  | num _ => 0
  | var _ => 0
  | add e₁ e₂ => ops e₁ + ops e₂ + 1
  | mul e₁ e₂ => ops e₁ + ops e₂ + 1

/-- The variables of an expression, from left to right. -/
@[simp] def vars : Expr → List Var
  | num _ => []
  | var x => [x]
  | add e₁ e₂ => vars e₁ ++ vars e₂
  | mul e₁ e₂ => vars e₁ ++ vars e₂

/-- Has the expression no variables? -/
@[simp] def closed : Expr → Bool
  | num _ => true
  | var _ => false
  | add e₁ e₂ => closed e₁ && closed e₂
  | mul e₁ e₂ => closed e₁ && closed e₂

/-- Replace every variable by an expression. -/
@[simp] def subst (f : Var → Expr) : Expr → Expr
  | num n => num n
  | var x => f x
  | add e₁ e₂ => add (subst f e₁) (subst f e₂)
  | mul e₁ e₂ => mul (subst f e₁) (subst f e₂)

/-- Rename every variable. -/
@[simp] def rename (f : Var → Var) : Expr → Expr
  | num n => num n
  | var x => var (f x)
  | add e₁ e₂ => add (rename f e₁) (rename f e₂)
  | mul e₁ e₂ => mul (rename f e₁) (rename f e₂)

/-- Exchange the arguments of every operator. -/
@[simp] def swap : Expr → Expr
  | num n => num n
  | var x => var x
  | add e₁ e₂ => add (swap e₂) (swap e₁)
  | mul e₁ e₂ => mul (swap e₂) (swap e₁)

/-- A state with one variable changed. -/
def update (s : State) (x : Var) (n : Nat) : State := fun y => if y = x then n else s y

notation:max s "⟦" x " ↦ " n "⟧" => update s x n

section Swap

theorem swap_swap (e : Expr) : swap (swap e) = e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [swap, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [swap, ih₁, ih₂]

theorem eval_swap (s : State) (e : Expr) : eval s (swap e) = eval s e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [swap, eval, ih₁, ih₂]
    rw [Nat.add_comm]
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [swap, eval, ih₁, ih₂]
    rw [Nat.mul_comm]

theorem size_swap (e : Expr) : size (swap e) = size e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [swap, size, ih₁, ih₂]
    omega
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [swap, size, ih₁, ih₂]
    omega

theorem ops_swap (e : Expr) : ops (swap e) = ops e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [swap, ops, ih₁, ih₂]
    omega
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [swap, ops, ih₁, ih₂]
    omega

theorem vars_swap (e : Expr) : vars (swap e) = rev (vars e) := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [swap, vars, rev_append, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [swap, vars, rev_append, ih₁, ih₂]

theorem closed_swap (e : Expr) : closed (swap e) = closed e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [swap, closed, ih₁, ih₂]
    rw [Bool.and_comm]
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [swap, closed, ih₁, ih₂]
    rw [Bool.and_comm]

theorem swap_injective (e e' : Expr) (h : swap e = swap e') : e = e' := by
  rw [← swap_swap e, h, swap_swap]

theorem swap_rename (f : Var → Var) (e : Expr) : swap (rename f e) = rename f (swap e) := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [swap, rename, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [swap, rename, ih₁, ih₂]

theorem swap_subst (f : Var → Expr) (e : Expr) :
    swap (subst f e) = subst (fun x => swap (f x)) (swap e) := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [swap, subst, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [swap, subst, ih₁, ih₂]

end Swap

section Rename

variable (f g : Var → Var)

theorem rename_id (e : Expr) : rename (fun x => x) e = e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [rename, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [rename, ih₁, ih₂]

theorem rename_rename (e : Expr) : rename g (rename f e) = rename (fun x => g (f x)) e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [rename, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [rename, ih₁, ih₂]

theorem eval_rename (s : State) (e : Expr) :
    eval s (rename f e) = eval (fun x => s (f x)) e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [rename, eval, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [rename, eval, ih₁, ih₂]

theorem size_rename (e : Expr) : size (rename f e) = size e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [rename, size, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [rename, size, ih₁, ih₂]

theorem vars_rename (e : Expr) : vars (rename f e) = each f (vars e) := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [rename, vars, each_append, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [rename, vars, each_append, ih₁, ih₂]

theorem closed_rename (e : Expr) : closed (rename f e) = closed e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [rename, closed, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [rename, closed, ih₁, ih₂]

theorem rename_eq_subst (e : Expr) : rename f e = subst (fun x => var (f x)) e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [rename, subst, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [rename, subst, ih₁, ih₂]

end Rename

section Subst

variable (f g : Var → Expr) (s : State)

theorem subst_var (e : Expr) : subst var e = e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [subst, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [subst, ih₁, ih₂]

theorem subst_subst (e : Expr) : subst g (subst f e) = subst (fun x => subst g (f x)) e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [subst, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [subst, ih₁, ih₂]

theorem eval_subst (e : Expr) : eval s (subst f e) = eval (fun x => eval s (f x)) e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [subst, eval, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [subst, eval, ih₁, ih₂]

theorem vars_subst (e : Expr) :
    vars (subst f e) = concat (each (fun x => vars (f x)) (vars e)) := by
  induction e with
  | num n => rfl
  | var x => simp only [subst, vars, each, concat, append_nil_right]
  | add e₁ e₂ ih₁ ih₂ => simp only [subst, vars, each_append, concat_append, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [subst, vars, each_append, concat_append, ih₁, ih₂]

theorem subst_closed (e : Expr) (h : closed e = true) : subst f e = e := by
  induction e with
  | num n => rfl
  | var x => contradiction
  | add e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    simp only [subst, ih₁ h₁, ih₂ h₂]
  | mul e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    simp only [subst, ih₁ h₁, ih₂ h₂]

theorem eval_closed (s' : State) (e : Expr) (h : closed e = true) : eval s e = eval s' e := by
  induction e with
  | num n => rfl
  | var x => contradiction
  | add e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    simp only [eval, ih₁ h₁, ih₂ h₂]
  | mul e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    simp only [eval, ih₁ h₁, ih₂ h₂]

theorem vars_closed (e : Expr) (h : closed e = true) : vars e = [] := by
  induction e with
  | num n => rfl
  | var x => contradiction
  | add e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    rw [vars, ih₁ h₁, ih₂ h₂]
    rfl
  | mul e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    rw [vars, ih₁ h₁, ih₂ h₂]
    rfl

theorem eval_ext (s' : State) (e : Expr) (h : ∀ x, x ∈∈ vars e → s x = s' x) :
    eval s e = eval s' e := by
  induction e with
  | num n => rfl
  | var x => exact h x Occurs.here
  | add e₁ e₂ ih₁ ih₂ =>
    have h₁ := ih₁ (fun x hx => h x (occurs_append_left hx))
    have h₂ := ih₂ (fun x hx => h x (occurs_append_right hx))
    simp only [eval, h₁, h₂]
  | mul e₁ e₂ ih₁ ih₂ =>
    have h₁ := ih₁ (fun x hx => h x (occurs_append_left hx))
    have h₂ := ih₂ (fun x hx => h x (occurs_append_right hx))
    simp only [eval, h₁, h₂]

end Subst

section Size

theorem size_pos (e : Expr) : 0 < size e := by
  cases e with
  | num n => exact Nat.zero_lt_one
  | var x => exact Nat.zero_lt_one
  | add e₁ e₂ => exact Nat.succ_pos _
  | mul e₁ e₂ => exact Nat.succ_pos _

theorem size_eq_ops (e : Expr) : size e = 2 * ops e + 1 := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [size, ops, ih₁, ih₂]
    omega
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [size, ops, ih₁, ih₂]
    omega

theorem len_vars_le (e : Expr) : len (vars e) ≤ ops e + 1 := by
  induction e with
  | num n => exact Nat.zero_le _
  | var x => exact Nat.le_refl _
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [vars, len_append, ops]
    omega
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [vars, len_append, ops]
    omega

theorem ops_lt_size (e : Expr) : ops e < size e := by
  rw [size_eq_ops]
  omega

end Size

section Update

variable (s : State) (x y : Var) (n m : Nat)

theorem update_same : s⟦x ↦ n⟧ x = n := by
  unfold update
  rw [if_pos rfl]

theorem update_other (h : y ≠ x) : s⟦x ↦ n⟧ y = s y := by
  unfold update
  rw [if_neg h]

theorem update_twice : s⟦x ↦ n⟧⟦x ↦ m⟧ = s⟦x ↦ m⟧ := by
  funext z
  unfold update
  split
  · rfl
  · rfl

theorem update_self : s⟦x ↦ s x⟧ = s := by
  funext z
  unfold update
  split
  · case isTrue h => rw [h]
  · rfl

theorem update_comm (h : x ≠ y) : s⟦x ↦ n⟧⟦y ↦ m⟧ = s⟦y ↦ m⟧⟦x ↦ n⟧ := by
  funext z
  unfold update
  split
  · case isTrue hy =>
    rw [if_neg]
    intro hx
    apply h
    rw [← hx, hy]
  · rfl

theorem eval_update (e : Expr) (h : ¬x ∈∈ vars e) : eval s⟦x ↦ n⟧ e = eval s e := by
  apply eval_ext
  intro y hy
  apply update_other
  intro hyx
  apply h
  rw [← hyx]
  exact hy

theorem eval_subst_one (e e' : Expr) :
    eval s (subst (fun y => if y = x then e' else var y) e) = eval s⟦x ↦ eval s e'⟧ e := by
  rw [eval_subst]
  congr
  funext y
  unfold update
  split <;> rfl

end Update

section Monotone

variable {s s' : State}

theorem eval_mono (h : ∀ x, s x ≤ s' x) (e : Expr) : eval s e ≤ eval s' e := by
  induction e with
  | num n => exact Nat.le_refl n
  | var x => exact h x
  | add e₁ e₂ ih₁ ih₂ => exact Nat.add_le_add ih₁ ih₂
  | mul e₁ e₂ ih₁ ih₂ => exact Nat.mul_le_mul ih₁ ih₂

end Monotone

end Expr

end Kata
