import Kata.Division
import Kata.Optimize

/-!
# A compiler

From expressions to code for a stack machine; the code leaves the value of the expression on the
stack.
-/

namespace Kata

open Expr

/-- The instructions of the machine. -/
inductive Instr where
  | push (n : Nat)
  | load (x : Var)
  | plus
  | times
  | pop
  | dup
  deriving Repr, DecidableEq

open Instr

/-- A program is a list of instructions. -/
abbrev Code := List Instr

/-- The stack of the machine, its top first. -/
abbrev Stack := List Nat

/-- What one instruction makes of a stack; `none` when too little is on it. -/
@[simp] def step (s : State) : Instr → Stack → Option Stack
  | push n, ns => some (n :: ns)
  | load x, ns => some (s x :: ns)
  | plus, m :: n :: ns => some ((n + m) :: ns)
  | times, m :: n :: ns => some ((n * m) :: ns)
  | pop, _ :: ns => some ns
  | dup, n :: ns => some (n :: n :: ns)
  | _, _ => none

/-- Run a program. -/
@[simp] def run (s : State) : Code → Stack → Option Stack
  | [], ns => some ns
  | i :: c, ns => thenOpt (step s i ns) (run s c)

/-- Translate an expression. -/
@[simp] def compile : Expr → Code
  | num n => [push n]
  | var x => [load x]
  | add e₁ e₂ => compile e₁ ++ (compile e₂ ++ [plus])
  | mul e₁ e₂ => compile e₁ ++ (compile e₂ ++ [times])

/-- Translate an expression in front of more code. -/
@[simp] def compileOnto : Expr → Code → Code
  | num n, c => push n :: c
  | var x, c => load x :: c
  | add e₁ e₂, c => compileOnto e₁ (compileOnto e₂ (plus :: c))
  | mul e₁ e₂, c => compileOnto e₁ (compileOnto e₂ (times :: c))

/-- How high the stack grows while an expression is computed. -/
@[simp] def height : Expr → Nat
  | num _ => 1
  | var _ => 1
  | add e₁ e₂ => larger (height e₁) (height e₂ + 1)
  | mul e₁ e₂ => larger (height e₁) (height e₂ + 1)

section Run

variable (s : State) (c c' : Code) (ns : Stack)

theorem run_append : run s (c ++ c') ns = thenOpt (run s c ns) (run s c') := by
  induction c generalizing ns with
  | nil => rfl
  | cons i c ih =>
    simp only [List.cons_append, run]
    cases step s i ns with
    | none => rfl
    | some ns => simp only [thenOpt, ih]

theorem run_push (n : Nat) : run s (push n :: c) ns = run s c (n :: ns) := rfl

theorem run_load (x : Var) : run s (load x :: c) ns = run s c (s x :: ns) := rfl

theorem run_push_pop (n : Nat) : run s [push n, pop] ns = some ns := rfl

theorem run_dup_pop (n : Nat) : run s [dup, pop] (n :: ns) = some (n :: ns) := rfl

theorem run_dup_plus (n : Nat) : run s [dup, plus] (n :: ns) = some (double n :: ns) := by
  rw [double_eq]
  rfl

theorem run_append_some (ns' : Stack) (h : run s c ns = some ns') :
    run s (c ++ c') ns = run s c' ns' := by
  rw [run_append, h]
  rfl

theorem run_append_none (h : run s c ns = none) : run s (c ++ c') ns = none := by
  rw [run_append, h]
  rfl

theorem run_nil_plus : run s (plus :: c) [] = none := rfl

theorem run_snoc (i : Instr) (ns' : Stack) (h : run s c ns = some ns') :
    run s (snoc c i) ns = step s i ns' := by
  rw [snoc_eq_append, run_append_some s c [i] ns ns' h]
  simp only [run, thenOpt_some]

end Run

section Compile

variable (s : State) (e : Expr) (c : Code) (ns : Stack)

theorem run_compile : run s (compile e) ns = some (eval s e :: ns) := by
  induction e generalizing ns with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [compile, run_append, ih₁, ih₂, thenOpt]
    rfl
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [compile, run_append, ih₁, ih₂, thenOpt]
    rfl

theorem run_compile_append : run s (compile e ++ c) ns = run s c (eval s e :: ns) := by
  apply run_append_some
  exact run_compile s e ns

theorem compileOnto_eq : compileOnto e c = compile e ++ c := by
  induction e generalizing c with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [compileOnto, compile, ih₁, ih₂, List.append_assoc]
    rfl
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [compileOnto, compile, ih₁, ih₂, List.append_assoc]
    rfl

theorem compileOnto_nil : compileOnto e [] = compile e := by
  rw [compileOnto_eq, append_nil_right]

theorem run_compileOnto : run s (compileOnto e c) ns = run s c (eval s e :: ns) := by
  rw [compileOnto_eq, run_compile_append]

theorem len_compile : len (compile e) = size e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [compile, len_append, len, size, ih₁, ih₂]
    omega
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [compile, len_append, len, size, ih₁, ih₂]
    omega

theorem compile_ne_nil : compile e ≠ [] := by
  intro h
  have hlen := len_compile e
  have hpos := size_pos e
  rw [h, len] at hlen
  omega

theorem run_compile_optimize : run s (compile (optimize e)) ns = run s (compile e) ns := by
  rw [run_compile, run_compile, eval_optimize]

theorem run_compile_swap : run s (compile (swap e)) ns = run s (compile e) ns := by
  rw [run_compile, run_compile, eval_swap]

theorem len_compile_optimize : len (compile (optimize e)) ≤ len (compile e) := by
  rw [len_compile, len_compile]
  exact size_optimize_le e

theorem run_compile_equiv (e' : Expr) (h : e ≋ e') :
    run s (compile e) ns = run s (compile e') ns := by
  rw [run_compile, run_compile, h s]

theorem equiv_of_run (e' : Expr) (h : ∀ s, run s (compile e) [] = run s (compile e') []) :
    e ≋ e' := by
  intro s
  have hs := h s
  rw [run_compile, run_compile] at hs
  injection hs with hs
  injection hs

theorem run_compile_pop : run s (compile e ++ [pop]) ns = some ns := by
  rw [run_compile_append]
  rfl

theorem height_pos : 0 < height e := by
  cases e with
  | num n => exact Nat.zero_lt_one
  | var x => exact Nat.zero_lt_one
  | add e₁ e₂ =>
    simp only [height, larger]
    split <;> omega
  | mul e₁ e₂ =>
    simp only [height, larger]
    split <;> omega

theorem height_le_size : height e ≤ size e := by
  induction e with
  | num n => exact Nat.le_refl 1
  | var x => exact Nat.le_refl 1
  | add e₁ e₂ ih₁ ih₂ =>
    have h := size_pos e₁
    simp only [height, size, larger]
    split <;> omega
  | mul e₁ e₂ ih₁ ih₂ =>
    have h := size_pos e₁
    simp only [height, size, larger]
    split <;> omega

theorem len_filter_plus : tally (fun i => i == plus || i == times) (compile e) = ops e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [compile, tally_append, ih₁, ih₂, ops]
    rfl
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [compile, tally_append, ih₁, ih₂, ops]
    rfl

end Compile

end Kata
