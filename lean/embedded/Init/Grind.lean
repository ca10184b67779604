prelude
import Init.Generated.Modes
import Init.Grind.Norm
import Init.Grind.Algebra
import Init.Grind.Cooper
import Init.Grind.Cast
import Init.Grind.AC
import Init.Data.List.Basic
import Init.Ext

/-!
# What the `grind` tactic starts from

Normalisation rules, the types that it splits eagerly, and extensionality. `Init.Grind.Lemmas` has
the propagation theorems.
-/

open Lean.Grind

attribute [grind norm ↓] Lean.Grind.not_and Lean.Grind.not_or Lean.Grind.not_ite
  Lean.Grind.not_forall Lean.Grind.not_exists Nat.not_ge_eq Nat.not_le_eq

attribute [grind norm] Classical.not_not ne_eq iff_eq eq_self heq_eq_eq
  forall_or_forall forall_forall_or eq_true_eq eq_false_eq not_eq_prop
  Lean.Grind.not_true Lean.Grind.not_false
  true_imp_eq false_imp_eq imp_true_eq imp_false_eq imp_self_eq forall_imp_eq_or
  and_true true_and and_false false_and or_true true_or or_false false_or
  and_assoc Lean.Grind.or_assoc
  ite_true ite_false ite_true_false ite_false_true Lean.Grind.dite_eq_ite
  Lean.Grind.forall_and forall_false forall_true
  Lean.Grind.exists_const Lean.Grind.exists_or Lean.Grind.exists_prop
  Lean.Grind.exists_and_left Lean.Grind.exists_and_right
  cond_eq_ite
  Bool.or_false Bool.or_true Bool.false_or Bool.true_or Bool.or_eq_true Bool.or_assoc
  Bool.and_false Bool.and_true Bool.false_and Bool.true_and Bool.and_eq_true Bool.and_assoc
  Bool.not_not
  beq_iff_eq beq_eq_decide_eq beq_self_eq_true bne_iff_ne bne_eq_decide_not_eq
  Bool.not_eq_true Bool.not_eq_false
  decide_eq_true_eq decide_not not_decide_eq_true
  Nat.le_zero_eq Lean.Grind.Nat.lt_eq Nat.succ_eq_add_one Nat.add_eq Nat.sub_eq Nat.mul_eq
  Nat.zero_eq
  Nat.le_eq Nat.div_zero Nat.mod_zero Nat.div_one Nat.mod_one Nat.sub_sub Nat.pow_zero
  Lean.Grind.Nat.pow_one Nat.sub_self
  Lean.Grind.Int.lt_eq Int.ediv_zero Int.emod_zero Int.ediv_one Int.emod_one Int.ediv_neg
  Int.negSucc_eq natCast_eq natCast_div natCast_mod natCast_add natCast_mul
  Int.pow_zero Lean.Grind.Int.pow_one ge_eq gt_eq

attribute [grind cases eager] And Prod False Empty True PUnit Exists Subtype
attribute [grind cases] Or
attribute [grind ext] funext
