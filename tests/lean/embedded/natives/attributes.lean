import Lean
/-! Which theorems tactics use by themselves: the extensions behind the attributes, asked. -/

open Lean Meta

theorem plain (n : Nat) : n + 0 = n := by rfl
@[simp] theorem rule (n : Nat) : n * 1 = n := by rw [Nat.mul_one]
@[grind =] theorem matched (n : Nat) : id n = n := by rfl
@[simp] def unfolds (n : Nat) : Nat := n + 1
@[ext] structure Pair where
  x : Nat
  y : Nat

run_meta do
  let must (what : String) (holds : Bool) : MetaM Unit := do
    unless holds do throwError "wrong: {what}"
  let simp ← getSimpTheorems
  must "isLemma" (simp.isLemma (.decl ``rule) && !simp.isLemma (.decl ``plain))
  must "isDeclToUnfold" (simp.isDeclToUnfold ``unfolds && !simp.isDeclToUnfold ``plain)
  must "isSimproc" (!(← Simp.isSimproc ``plain))
  must "isExtTheorem" ((← Ext.isExtTheorem ``Pair.ext) && !(← Ext.isExtTheorem ``plain))
  let grind := Grind.grindExt
  must "isEMatchTheorem"
    ((← grind.isEMatchTheorem ``matched) && !(← grind.isEMatchTheorem ``plain))
