prelude
import Init.Grind.Ring.Poly
import Init.Data.Nat.Div

/-!
# The solver for commutative rings

The steps that a proof by `grind` cites. A polynomial in a hypothesis stands for the equation that
its value is 0; every step checks that a combination of polynomials vanishes.
-/

namespace Lean.Grind.CommRing

open Ring Semiring

variable {α : Type u} [CommRing α] (ctx : Context α)

/-- Whether `p = k₁ * m₁ * p₁ + k₂ * m₂ * p₂`. -/
abbrev combination (p : Poly) (k₁ : Int) (m₁ : Mon) (p₁ : Poly) (k₂ : Int) (m₂ : Mon)
    (p₂ : Poly) : Bool :=
  (p.addScaled (-1) .unit (p₁.addScaled k₁ m₁ (p₂.addScaled k₂ m₂ (.num 0)))).isZero

/-- Whether `p = k * q`. -/
abbrev multiple (p : Poly) (k : Int) (q : Poly) : Bool :=
  (p.addScaled (-1) .unit (q.addScaled k .unit (.num 0))).isZero

/-- Whether the polynomials are equal. -/
abbrev same (p q : Poly) : Bool := multiple p 1 q

variable {ctx}

theorem eq_of_neg_add {a b : α} (h : Int.cast (-1) * a + b = 0) : a = b := by
  rw [← neg_eq_intCast_mul] at h
  exact (neg_neg a).symm.trans (neg_eq_of_add h)

theorem eq_of_combination {p : Poly} {k₁ : Int} {m₁ : Mon} {p₁ : Poly} {k₂ : Int} {m₂ : Mon}
    {p₂ : Poly} (h : combination p k₁ m₁ p₁ k₂ m₂ p₂ = true) :
    p.denote ctx = Int.cast k₁ * (m₁.denote ctx * p₁.denote ctx) +
      Int.cast k₂ * (m₂.denote ctx * p₂.denote ctx) := by
  have h := Poly.denote_of_isZero (ctx := ctx) _ h
  rw [Poly.denote_scaled, Poly.denote_addScaled, Poly.denote_addScaled, Poly.denote_zero,
    add_zero] at h
  exact eq_of_neg_add h

theorem eq_of_multiple {p : Poly} {k : Int} {q : Poly} (h : multiple p k q = true) :
    p.denote ctx = Int.cast k * q.denote ctx := by
  have h := Poly.denote_of_isZero (ctx := ctx) _ h
  rw [Poly.denote_scaled, Poly.denote_scaled, Poly.denote_zero, add_zero] at h
  exact eq_of_neg_add h

theorem eq_of_same {p q : Poly} (h : same p q = true) : p.denote ctx = q.denote ctx := by
  rw [eq_of_multiple h, intCast_one, one_mul]

variable (ctx)

/-- Value of the unit monomial. -/
theorem unit_mul (a : α) : Mon.denote ctx .unit * a = a := one_mul a

/-- Multiplication by a number other than 0 can be cancelled. -/
theorem eq_zero_of_mul [NoNatZeroDivisors α] {k : Int} (hk : isZero k = false) {a : α}
    (h : Int.cast k * a = 0) : a = 0 := by
  have smul (n : Nat) (b : α) : NatModule.nsmul.smul n b = Nat.cast n * b :=
    nsmul_eq_natCast_mul n b
  cases k with
  | ofNat n =>
    refine NoNatZeroDivisors.no_nat_zero_divisors n a 0 (fun e => ?_) ?_
    · subst e
      cases hk
    · rw [smul, smul, mul_zero, ← intCast_natCast]
      exact h
  | negSucc n =>
    refine NoNatZeroDivisors.no_nat_zero_divisors (n + 1) a 0 (Nat.succ_ne_zero n) ?_
    rw [smul, smul, mul_zero, ← intCast_natCast, ← neg_neg (_ * a), ← neg_mul, ← intCast_neg]
    exact (congrArg _ h).trans neg_zero

theorem Expr.eq_of_toPoly_eq (a b : Expr) (h : same a.poly b.poly = true) :
    a.denote ctx = b.denote ctx := by
  rw [← denote_poly, ← denote_poly, eq_of_same h]

namespace Stepwise

theorem core (lhs rhs : Expr) (p : Poly) (h : same (Expr.sub lhs rhs).poly p = true)
    (e : lhs.denote ctx = rhs.denote ctx) : p.denote ctx = 0 := by
  rw [← eq_of_same h, Expr.denote_poly]
  exact sub_eq_zero e

theorem superpose (k₁ : Int) (m₁ : Mon) (p₁ : Poly) (k₂ : Int) (m₂ : Mon) (p₂ p : Poly)
    (h : combination p k₁ m₁ p₁ k₂ m₂ p₂ = true) (e₁ : p₁.denote ctx = 0)
    (e₂ : p₂.denote ctx = 0) : p.denote ctx = 0 := by
  rw [eq_of_combination h, e₁, e₂, mul_zero, mul_zero, mul_zero, mul_zero, add_zero]

theorem simp (k₁ : Int) (p₁ : Poly) (k₂ : Int) (m₂ : Mon) (p₂ p : Poly)
    (h : combination p k₁ .unit p₁ k₂ m₂ p₂ = true) (e₁ : p₁.denote ctx = 0)
    (e₂ : p₂.denote ctx = 0) : p.denote ctx = 0 :=
  superpose ctx k₁ .unit p₁ k₂ m₂ p₂ p h e₁ e₂

theorem mul (p₁ : Poly) (k : Int) (p : Poly) (h : multiple p k p₁ = true)
    (e : p₁.denote ctx = 0) : p.denote ctx = 0 := by
  rw [eq_of_multiple h, e, mul_zero]

theorem div [NoNatZeroDivisors α] (p₁ : Poly) (k : Int) (p : Poly)
    (h : (!isZero k && multiple p₁ k p) = true) (e : p₁.denote ctx = 0) : p.denote ctx = 0 := by
  have h := (Bool.and_eq_true _ _).mp h
  rw [eq_of_multiple h.2] at e
  exact eq_zero_of_mul ((Bool.not_eq_true' _).mp h.1) e

theorem d_init (p : Poly) : Int.cast 1 * p.denote ctx = p.denote ctx := by
  rw [intCast_one, one_mul]

theorem d_step1 (k : Int) (init p₁ : Poly) (k₂ : Int) (m₂ : Mon) (p₂ p : Poly)
    (h : combination p 1 .unit p₁ k₂ m₂ p₂ = true)
    (e₁ : Int.cast k * init.denote ctx = p₁.denote ctx) (e₂ : p₂.denote ctx = 0) :
    Int.cast k * init.denote ctx = p.denote ctx := by
  rw [eq_of_combination h, e₁, e₂, mul_zero, mul_zero, intCast_one, unit_mul, one_mul, add_zero]

theorem d_stepk (k₁ k : Int) (init p₁ : Poly) (k₂ : Int) (m₂ : Mon) (p₂ p : Poly)
    (h : combination p k₁ .unit p₁ k₂ m₂ p₂ = true)
    (e₁ : Int.cast k * init.denote ctx = p₁.denote ctx) (e₂ : p₂.denote ctx = 0) :
    Int.cast (k₁ * k) * init.denote ctx = p.denote ctx := by
  rw [eq_of_combination h, intCast_mul, mul_assoc, e₁, e₂, mul_zero, mul_zero, unit_mul, add_zero]

theorem imp_1eq (lhs rhs : Expr) (p₁ p₂ : Poly)
    (h : (same (Expr.sub lhs rhs).poly p₁ && p₂.isZero) = true)
    (e : Int.cast 1 * p₁.denote ctx = p₂.denote ctx) : lhs.denote ctx = rhs.denote ctx := by
  have h := (Bool.and_eq_true _ _).mp h
  rw [Poly.denote_of_isZero _ h.2, intCast_one, one_mul, ← eq_of_same h.1, Expr.denote_poly] at e
  exact eq_of_sub_eq_zero e

theorem imp_keq [NoNatZeroDivisors α] (k : Int) (lhs rhs : Expr) (p₁ p₂ : Poly)
    (h : (!isZero k && (same (Expr.sub lhs rhs).poly p₁ && p₂.isZero)) = true)
    (e : Int.cast k * p₁.denote ctx = p₂.denote ctx) : lhs.denote ctx = rhs.denote ctx := by
  have h := (Bool.and_eq_true _ _).mp h
  have h' := (Bool.and_eq_true _ _).mp h.2
  rw [Poly.denote_of_isZero _ h'.2] at e
  have e := eq_zero_of_mul ((Bool.not_eq_true' _).mp h.1) e
  rw [← eq_of_same h'.1, Expr.denote_poly] at e
  exact eq_of_sub_eq_zero e

theorem unsat_eq [IsCharP α 0] (p : Poly) (k : Int)
    (h : (!isZero k && same p (.num k)) = true) (e : p.denote ctx = 0) : False := by
  have h := (Bool.and_eq_true _ _).mp h
  have hk := (Bool.not_eq_true' _).mp h.1
  rw [eq_of_same h.2] at e
  have key (n : Nat) (e : (Nat.cast (n + 1) : α) = 0) : False := by
    rw [natCast_eq_ofNat] at e
    have := (IsCharP.ofNat_ext_iff (α := α) (p := 0) (x := n + 1) (y := 0)).mp e
    rw [Nat.mod_zero] at this
    cases this
  cases k with
  | ofNat n =>
    cases n with
    | zero => cases hk
    | succ n => exact key n ((intCast_natCast (n + 1)).symm.trans e)
  | negSucc n =>
    refine key n ?_
    rw [← intCast_natCast, ← neg_neg (Int.cast _), ← intCast_neg]
    exact (congrArg _ e).trans neg_zero

end Stepwise

end Lean.Grind.CommRing
