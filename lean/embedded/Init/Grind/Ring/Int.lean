prelude
import Init.Grind.Ring.Solver
import Init.Data.Int.DivMod
import Init.Data.Int.Simp

/-!
# The ring of integers
-/

namespace Lean.Grind

instance : CommRing Int where
  nsmul := ⟨fun n a => n * a⟩
  zsmul := ⟨fun n a => n * a⟩
  add_zero := Int.add_zero
  add_comm := Int.add_comm
  add_assoc := Int.add_assoc
  mul_assoc := Int.mul_assoc
  mul_comm := Int.mul_comm
  mul_one := Int.mul_one
  one_mul := Int.one_mul
  left_distrib := Int.mul_add
  right_distrib := Int.add_mul
  zero_mul := Int.zero_mul
  mul_zero := Int.mul_zero
  pow_zero := fun _ => rfl
  pow_succ := fun _ _ => rfl
  ofNat_succ := fun _ => rfl
  ofNat_eq_natCast := fun _ => rfl
  nsmul_eq_natCast_mul := fun _ _ => rfl
  neg_add_cancel := Int.add_left_neg
  sub_eq_add_neg := fun _ _ => rfl
  neg_zsmul := Int.neg_mul
  zsmul_natCast_eq_nsmul := fun _ _ => rfl
  intCast_ofNat := fun _ => rfl
  intCast_neg := fun _ => rfl

instance : IsCharP Int 0 where
  ofNat_ext_iff {x y} := by
    rw [Nat.mod_zero, Nat.mod_zero]
    exact Int.ofNat_inj

instance : NoNatZeroDivisors Int where
  no_nat_zero_divisors _ _ _ hk h := Int.eq_of_mul_eq_mul_left (fun e => hk (Int.ofNat_inj.mp e)) h

/-- A term with products in it, before the solver for linear integer arithmetic sees it. -/
theorem CommRing.norm_int (ctx : Context Int) (e : Expr) (p : Poly)
    (h : same e.poly p = true) : e.denote ctx = p.written ctx := by
  rw [Poly.written_eq, ← eq_of_same h, Expr.denote_poly]

end Lean.Grind
