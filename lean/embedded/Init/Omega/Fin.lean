prelude
import Init.Data.Fin
import Init.Data.Int.DivMod

/-!
# Arithmetic of `Fin`

How `omega` replaces operations modulo `n` by operations on integers.
-/

namespace Lean.Omega.Fin

theorem ofNat_val_add {n : Nat} {x y : Fin n} :
    ((x + y : Fin n).val : Int) = ((x.val : Int) + y.val) % n := rfl

theorem ofNat_val_sub {n : Nat} {x y : Fin n} :
    ((x - y : Fin n).val : Int) = (((n - y.val : Nat) : Int) + x.val) % n := rfl

theorem ofNat_val_mul {n : Nat} {x y : Fin n} :
    ((x * y : Fin n).val : Int) = ((x.val : Int) * y.val) % n := rfl

theorem ofNat_val_natCast {n x y : Nat} (h : y = x % (n + 1)) :
    ((OfNat.ofNat x : Fin (n + 1)).val : Int) = OfNat.ofNat y := by
  rw [h]
  rfl

end Lean.Omega.Fin
