prelude
import Init.Data.RArray
import Init.Omega

/-!
# Linear arithmetic over the integers, by evaluation

What `simp +arith` refers to. A theorem here takes a Boolean check as its last hypothesis, which
the kernel evaluates: both sides are collected into polynomials, and their difference must vanish.
-/

namespace Int.Internal.Linear

/-- Index of an atom. -/
abbrev Var := Nat

/-- Values of the atoms. -/
abbrev Context := Lean.RArray Int

/-- Value of an atom. -/
def Var.denote (ctx : Context) (v : Var) : Int := ctx.get v

/-- A linear expression as it was written. -/
inductive Expr where
  | num (v : Int)
  | var (i : Var)
  | add (a b : Expr)
  | sub (a b : Expr)
  | neg (a : Expr)
  | mulL (k : Int) (a : Expr)
  | mulR (a : Expr) (k : Int)

/-- Value of an expression. -/
def Expr.denote (ctx : Context) : Expr → Int
  | num k => k
  | var v => v.denote ctx
  | add a b => denote ctx a + denote ctx b
  | sub a b => denote ctx a - denote ctx b
  | neg a => -denote ctx a
  | mulL k a => k * denote ctx a
  | mulR a k => denote ctx a * k

/-- A sum of monomials and a constant. -/
inductive Poly where
  | num (k : Int)
  | add (k : Int) (v : Var) (p : Poly)

namespace Poly

/-- Value of a polynomial when the atoms have the values `f`. -/
def value (f : Var → Int) : Poly → Int
  | num k => k
  | add k v p => k * f v + value f p

/-- Value of a polynomial. -/
abbrev denote (ctx : Context) (p : Poly) : Int := p.value ctx.get

/-- A monomial as it is displayed: without the coefficient when that is one. -/
def monomial (k x : Int) : Int := if k = 1 then x else k * x

/-- The sum of `r` and a polynomial as it is displayed: without the constant when that is zero. -/
def denoteFrom (ctx : Context) (r : Int) : Poly → Int
  | num k => if k = 0 then r else r + k
  | add k v p => denoteFrom ctx (r + monomial k (v.denote ctx)) p

/-- Value of a polynomial, in the form in which it is displayed. -/
def denote' (ctx : Context) : Poly → Int
  | num k => k
  | add k v p => denoteFrom ctx (monomial k (v.denote ctx)) p

theorem monomial_eq (k x : Int) : monomial k x = k * x := by
  unfold monomial
  split
  · rename_i h
    rw [h, Int.one_mul]
  · rfl

theorem denoteFrom_eq (ctx : Context) : (p : Poly) → (r : Int) → p.denoteFrom ctx r = r + p.denote ctx
  | num k, r => by
    show (if k = 0 then r else r + k) = r + k
    split
    · rename_i h
      rw [h, Int.add_zero]
    · rfl
  | add k v p, r => by
    show denoteFrom ctx _ p = r + (k * ctx.get v + p.denote ctx)
    rw [denoteFrom_eq ctx p, monomial_eq, Int.add_assoc]
    rfl

theorem denote'_eq (ctx : Context) : (p : Poly) → p.denote' ctx = p.denote ctx
  | num _ => rfl
  | add k v p => by
    show denoteFrom ctx _ p = k * ctx.get v + p.denote ctx
    rw [denoteFrom_eq, monomial_eq]
    rfl

/-- The polynomial plus a constant. -/
def addConst (c : Int) : Poly → Poly
  | num k => num (k + c)
  | add k v p => add k v (addConst c p)

/-- The polynomial plus a monomial. Variables come in decreasing order. -/
def insert (k : Int) (v : Var) : Poly → Poly
  | num c => bif k == 0 then num c else add k v (num c)
  | add k' v' p =>
    bif Nat.ble v v' then
      bif Nat.beq v v' then (bif k + k' == 0 then p else add (k + k') v' p)
      else add k' v' (insert k v p)
    else bif k == 0 then add k' v' p
    else add k v (add k' v' p)

/-- `c * p + q`. -/
def addScaled (c : Int) : Poly → Poly → Poly
  | num k, q => q.addConst (c * k)
  | add k v p, q => insert (c * k) v (addScaled c p q)

/-- Whether the polynomial is the number zero. -/
def isZero : Poly → Bool
  | num k => k == 0
  | add _ _ _ => false

/-- The constant. -/
def getConst : Poly → Int
  | num k => k
  | add _ _ p => getConst p

/-- Whether `d` divides the coefficients. -/
def divCoeffs (d : Int) : Poly → Bool
  | num _ => true
  | add k _ p => k % d == 0 && divCoeffs d p

variable (f : Var → Int)

theorem value_addConst (c : Int) : (p : Poly) → (p.addConst c).value f = p.value f + c
  | num _ => rfl
  | add k v p => by
    show k * f v + (p.addConst c).value f = k * f v + p.value f + c
    rw [value_addConst c p, Int.add_assoc]

theorem value_insert (k : Int) (v : Var) : (p : Poly) → (p.insert k v).value f = k * f v + p.value f
  | num c => by
    show value f (bif k == 0 then num c else add k v (num c)) = _
    cases hk : k == 0 with
    | true =>
      rw [eq_of_beq hk, Int.zero_mul, Int.zero_add]
      rfl
    | false => rfl
  | add k' v' p => by
    unfold insert
    cases Nat.ble v v' with
    | true =>
      cases hv : Nat.beq v v' with
      | true =>
        have hv := Nat.eq_of_beq_eq_true hv
        subst hv
        show value f (bif k + k' == 0 then p else add (k + k') v p) = k * f v + (k' * f v + p.value f)
        rw [← Int.add_assoc, ← Int.add_mul]
        cases hk : k + k' == 0 with
        | true =>
          rw [eq_of_beq hk, Int.zero_mul, Int.zero_add]
          rfl
        | false => rfl
      | false =>
        show k' * f v' + (p.insert k v).value f = k * f v + (k' * f v' + p.value f)
        rw [value_insert k v p, Int.add_left_comm]
    | false =>
      show value f (bif k == 0 then add k' v' p else add k v (add k' v' p)) = _
      cases hk : k == 0 with
      | true =>
        rw [eq_of_beq hk, Int.zero_mul, Int.zero_add]
        rfl
      | false => rfl

theorem value_addScaled (c : Int) : (p q : Poly) → (addScaled c p q).value f = c * p.value f + q.value f
  | num k, q => by
    show (q.addConst (c * k)).value f = c * k + q.value f
    rw [value_addConst, Int.add_comm]
  | add k v p, q => by
    show (insert (c * k) v (addScaled c p q)).value f = c * (k * f v + p.value f) + q.value f
    rw [value_insert, value_addScaled c p q, Int.mul_add, Int.mul_assoc, Int.add_assoc]

theorem value_of_isZero : {p : Poly} → p.isZero = true → p.value f = 0
  | num _, h => eq_of_beq h
  | add _ _ _, h => Bool.noConfusion h

theorem dvd_value_sub_getConst {d : Int} : {p : Poly} → p.divCoeffs d = true →
    d ∣ p.value f - p.getConst
  | num k, _ => by
    show d ∣ k - k
    rw [Int.sub_self]
    exact Int.dvd_zero d
  | add k v p, h => by
    have h := (Bool.and_eq_true (k % d == 0) (p.divCoeffs d)).mp h
    show d ∣ k * f v + p.value f - p.getConst
    rw [Int.add_sub_assoc]
    exact Int.dvd_add
      (Int.dvd_mul_of_dvd_left (Int.dvd_of_emod_eq_zero (eq_of_beq h.1)) (f v))
      (dvd_value_sub_getConst h.2)

end Poly

/-- `c * e + p`, for an expression `e`. -/
def Expr.into (c : Int) : Expr → Poly → Poly
  | num k, p => p.addConst (c * k)
  | var v, p => p.insert c v
  | add a b, p => into c a (into c b p)
  | sub a b, p => into c a (into (-c) b p)
  | neg a, p => into (-c) a p
  | mulL k a, p => into (c * k) a p
  | mulR a k, p => into (c * k) a p

/-- The polynomial of an expression. -/
abbrev Expr.norm (e : Expr) : Poly := e.into 1 (.num 0)

theorem Expr.denote_into (ctx : Context) (c : Int) : (e : Expr) → (p : Poly) →
    (e.into c p).denote ctx = c * e.denote ctx + p.denote ctx
  | num k, p => by
    show (p.addConst (c * k)).value _ = c * k + p.value _
    rw [Poly.value_addConst, Int.add_comm]
  | var v, p => Poly.value_insert _ c v p
  | add a b, p => by
    show (into c a (into c b p)).denote ctx = c * (a.denote ctx + b.denote ctx) + p.denote ctx
    rw [denote_into ctx c a, denote_into ctx c b, Int.mul_add, Int.add_assoc]
  | sub a b, p => by
    show (into c a (into (-c) b p)).denote ctx = c * (a.denote ctx - b.denote ctx) + p.denote ctx
    rw [denote_into ctx c a, denote_into ctx (-c) b, Int.mul_sub, Int.neg_mul,
      Int.sub_eq_add_neg, Int.add_assoc]
  | neg a, p => by
    show (into (-c) a p).denote ctx = c * -a.denote ctx + p.denote ctx
    rw [denote_into ctx (-c) a, Int.neg_mul, Int.mul_neg]
  | mulL k a, p => by
    show (into (c * k) a p).denote ctx = c * (k * a.denote ctx) + p.denote ctx
    rw [denote_into ctx (c * k) a, Int.mul_assoc]
  | mulR a k, p => by
    show (into (c * k) a p).denote ctx = c * (a.denote ctx * k) + p.denote ctx
    rw [denote_into ctx (c * k) a, Int.mul_assoc, Int.mul_comm k]

theorem Expr.denote_norm (ctx : Context) (e : Expr) : e.norm.denote ctx = e.denote ctx := by
  rw [denote_into, Int.one_mul]
  exact Int.add_zero _

/-- The polynomial of `lhs - rhs`. -/
abbrev difference (lhs rhs : Expr) : Poly := (lhs.sub rhs).norm

theorem denote_difference (ctx : Context) (lhs rhs : Expr) :
    (difference lhs rhs).denote ctx = lhs.denote ctx - rhs.denote ctx :=
  Expr.denote_norm ctx (lhs.sub rhs)

theorem eq_iff_difference (ctx : Context) (lhs rhs : Expr) :
    (lhs.denote ctx = rhs.denote ctx) = ((difference lhs rhs).denote ctx = 0) := by
  rw [denote_difference]
  exact propext ⟨Int.sub_eq_zero_of_eq, Int.eq_of_sub_eq_zero⟩

theorem le_iff_difference (ctx : Context) (lhs rhs : Expr) :
    (lhs.denote ctx ≤ rhs.denote ctx) = ((difference lhs rhs).denote ctx ≤ 0) := by
  rw [denote_difference]
  exact propext ⟨fun h => by omega, fun h => by omega⟩

/-- Whether `p = k * q`. -/
def Poly.isMultiple (p : Poly) (k : Int) (q : Poly) : Bool := (p.addScaled (-1) (q.addScaled k (.num 0))).isZero

theorem Poly.denote_of_isMultiple (ctx : Context) {p q : Poly} {k : Int}
    (h : p.isMultiple k q = true) : p.denote ctx = k * q.denote ctx := by
  have h := Poly.value_of_isZero ctx.get h
  rw [Poly.value_addScaled, Poly.value_addScaled] at h
  have h : -1 * p.value ctx.get + (k * q.value ctx.get + 0) = 0 := h
  rw [Int.neg_mul, Int.one_mul, Int.add_zero] at h
  exact (Int.add_left_cancel (h.trans (Int.add_left_neg _).symm)).symm

/-! ## The theorems that `simp +arith` cites -/

theorem Expr.eq_of_norm_eq (ctx : Context) (e : Expr) (p : Poly)
    (h : e.norm.isMultiple 1 p = true) : e.denote ctx = p.denote' ctx := by
  rw [← Expr.denote_norm, Poly.denote_of_isMultiple ctx h, Int.one_mul, Poly.denote'_eq]

theorem norm_eq (ctx : Context) (lhs rhs : Expr) (p : Poly)
    (h : (difference lhs rhs).isMultiple 1 p = true) :
    (lhs.denote ctx = rhs.denote ctx) = (p.denote' ctx = 0) := by
  rw [eq_iff_difference, Poly.denote_of_isMultiple ctx h, Int.one_mul, Poly.denote'_eq]

theorem norm_le (ctx : Context) (lhs rhs : Expr) (p : Poly)
    (h : (difference lhs rhs).isMultiple 1 p = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = (p.denote' ctx ≤ 0) := by
  rw [le_iff_difference, Poly.denote_of_isMultiple ctx h, Int.one_mul, Poly.denote'_eq]

theorem norm_eq_var (ctx : Context) (lhs rhs : Expr) (x y : Var)
    (h : (difference lhs rhs).isMultiple 1 (difference (.var x) (.var y)) = true) :
    (lhs.denote ctx = rhs.denote ctx) = (x.denote ctx = y.denote ctx) := by
  rw [eq_iff_difference, Poly.denote_of_isMultiple ctx h, Int.one_mul]
  exact (eq_iff_difference ctx (.var x) (.var y)).symm

theorem norm_eq_var_const (ctx : Context) (lhs rhs : Expr) (x : Var) (k : Int)
    (h : (difference lhs rhs).isMultiple 1 (difference (.var x) (.num k)) = true) :
    (lhs.denote ctx = rhs.denote ctx) = (x.denote ctx = k) := by
  rw [eq_iff_difference, Poly.denote_of_isMultiple ctx h, Int.one_mul]
  exact (eq_iff_difference ctx (.var x) (.num k)).symm

/-- Whether `lhs - rhs = k * p` with `k > 0`. -/
def norm_eq_coeff_cert (lhs rhs : Expr) (p : Poly) (k : Int) : Bool :=
  decide (0 < k) && (difference lhs rhs).isMultiple k p

theorem norm_eq_coeff (ctx : Context) (lhs rhs : Expr) (p : Poly) (k : Int)
    (h : norm_eq_coeff_cert lhs rhs p k = true) :
    (lhs.denote ctx = rhs.denote ctx) = (p.denote' ctx = 0) := by
  have h := (Bool.and_eq_true _ _).mp h
  have hk : 0 < k := of_decide_eq_true h.1
  rw [eq_iff_difference, Poly.denote_of_isMultiple ctx h.2, Poly.denote'_eq]
  refine propext ⟨fun h => Int.mul_left_cancel_of_pos hk (h.trans (Int.mul_zero k).symm), fun h => ?_⟩
  rw [h, Int.mul_zero]

theorem mul_nonpos_iff {k a : Int} (hk : 0 < k) : k * a ≤ 0 ↔ a ≤ 0 := by
  refine ⟨fun h => Int.le_of_mul_le_mul_left (Int.le_trans h (Int.le_of_eq (Int.mul_zero k).symm)) hk,
    fun h => ?_⟩
  have h := Int.mul_le_mul_of_nonneg_left h (Int.le_of_lt hk)
  rwa [Int.mul_zero] at h

theorem norm_le_coeff (ctx : Context) (lhs rhs : Expr) (p : Poly) (k : Int)
    (h : norm_eq_coeff_cert lhs rhs p k = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = (p.denote' ctx ≤ 0) := by
  have h := (Bool.and_eq_true _ _).mp h
  rw [le_iff_difference, Poly.denote_of_isMultiple ctx h.2, Poly.denote'_eq]
  exact propext (mul_nonpos_iff (of_decide_eq_true h.1))

/-- Whether `q = k * p + r` with `-k < r ≤ 0`: then `q ≤ 0` says the same as `p ≤ 0`. -/
def Poly.isTightened (q : Poly) (k : Int) (p : Poly) : Bool :=
  decide (0 < k) &&
  match q.addScaled 1 (p.addScaled (-k) (.num 0)) with
  | .num r => decide (-k < r) && decide (r ≤ 0)
  | .add _ _ _ => false

theorem Poly.nonpos_of_isTightened (ctx : Context) {q p : Poly} {k : Int}
    (h : q.isTightened k p = true) : q.denote ctx ≤ 0 ↔ p.denote ctx ≤ 0 := by
  unfold isTightened at h
  have h := (Bool.and_eq_true _ _).mp h
  have hk : 0 < k := of_decide_eq_true h.1
  have hr := h.2
  have hv := (Poly.value_addScaled ctx.get 1 q (p.addScaled (-k) (.num 0))).trans
    (congrArg (_ + ·) (Poly.value_addScaled ctx.get (-k) p (.num 0)))
  revert hr hv
  generalize q.addScaled 1 (p.addScaled (-k) (.num 0)) = s
  match s with
  | .add _ _ _ => exact fun hr => Bool.noConfusion hr
  | .num r =>
    intro hr hv
    have hr := (Bool.and_eq_true _ _).mp hr
    have h₁ : -k < r := of_decide_eq_true hr.1
    have h₂ : r ≤ 0 := of_decide_eq_true hr.2
    have hv : r = 1 * q.value ctx.get + (-k * p.value ctx.get + 0) := hv
    rw [Int.one_mul, Int.neg_mul, Int.add_zero] at hv
    show q.value ctx.get ≤ 0 ↔ p.value ctx.get ≤ 0
    constructor
    · intro hq
      refine Int.le_of_not_lt fun hp => ?_
      have h₃ := Int.mul_le_mul_of_nonneg_left (show 1 ≤ p.value ctx.get from hp) (Int.le_of_lt hk)
      rw [Int.mul_one] at h₃
      omega
    · intro hp
      have h₃ := (mul_nonpos_iff hk).mpr hp
      omega

theorem norm_le_coeff_tight (ctx : Context) (lhs rhs : Expr) (p : Poly) (k : Int)
    (h : (difference lhs rhs).isTightened k p = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = (p.denote' ctx ≤ 0) := by
  rw [le_iff_difference, Poly.denote'_eq]
  exact propext (Poly.nonpos_of_isTightened ctx h)

/-- Whether the polynomial is a number other than zero. -/
def Poly.isUnsatEq : Poly → Bool
  | num k => !(k == 0)
  | add _ _ _ => false

/-- Whether the polynomial is a positive number. -/
def Poly.isUnsatLe : Poly → Bool
  | num k => decide (0 < k)
  | add _ _ _ => false

/-- Whether the polynomial is a number that is not positive. -/
def Poly.isValidLe : Poly → Bool
  | num k => decide (k ≤ 0)
  | add _ _ _ => false

theorem Poly.ne_zero_of_isUnsatEq (f : Var → Int) : {p : Poly} → p.isUnsatEq = true → p.value f ≠ 0
  | num k, h, hk => by
    have hk : k = 0 := hk
    subst hk
    exact Bool.noConfusion h
  | add _ _ _, h, _ => Bool.noConfusion h

theorem Poly.pos_of_isUnsatLe (f : Var → Int) : {p : Poly} → p.isUnsatLe = true → 0 < p.value f
  | num _, h => of_decide_eq_true h
  | add _ _ _, h => Bool.noConfusion h

theorem Poly.nonpos_of_isValidLe (f : Var → Int) : {p : Poly} → p.isValidLe = true → p.value f ≤ 0
  | num _, h => of_decide_eq_true h
  | add _ _ _, h => Bool.noConfusion h

theorem eq_eq_false (ctx : Context) (lhs rhs : Expr) (h : (difference lhs rhs).isUnsatEq = true) :
    (lhs.denote ctx = rhs.denote ctx) = False := by
  rw [eq_iff_difference]
  exact eq_false (Poly.ne_zero_of_isUnsatEq _ h)

theorem eq_eq_true (ctx : Context) (lhs rhs : Expr) (h : (difference lhs rhs).isZero = true) :
    (lhs.denote ctx = rhs.denote ctx) = True := by
  rw [eq_iff_difference]
  exact eq_true (Poly.value_of_isZero _ h)

theorem le_eq_false (ctx : Context) (lhs rhs : Expr) (h : (difference lhs rhs).isUnsatLe = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = False := by
  rw [le_iff_difference]
  exact eq_false (Int.not_le_of_lt (Poly.pos_of_isUnsatLe _ h))

theorem le_eq_true (ctx : Context) (lhs rhs : Expr) (h : (difference lhs rhs).isValidLe = true) :
    (lhs.denote ctx ≤ rhs.denote ctx) = True := by
  rw [le_iff_difference]
  exact eq_true (Poly.nonpos_of_isValidLe _ h)

/-- Whether `k` divides the coefficients but not the constant. -/
def Poly.isUnsatMod (p : Poly) (k : Int) : Bool := p.divCoeffs k && !(p.getConst % k == 0)

theorem Poly.not_dvd_of_isUnsatMod (f : Var → Int) {p : Poly} {k : Int}
    (h : p.isUnsatMod k = true) : ¬ k ∣ p.value f := fun hd => by
  have h := (Bool.and_eq_true _ _).mp h
  have h₁ := Poly.dvd_value_sub_getConst f h.1
  have h₂ := Int.dvd_sub hd h₁
  rw [Int.sub_sub_self] at h₂
  have h₃ := h.2
  rw [Int.emod_eq_zero_of_dvd h₂] at h₃
  exact Bool.noConfusion h₃

theorem eq_eq_false_of_divCoeff (ctx : Context) (lhs rhs : Expr) (k : Int)
    (h : (difference lhs rhs).isUnsatMod k = true) :
    (lhs.denote ctx = rhs.denote ctx) = False := by
  rw [eq_iff_difference]
  refine eq_false fun h' => Poly.not_dvd_of_isUnsatMod ctx.get h ?_
  have h' : (difference lhs rhs).value ctx.get = 0 := h'
  rw [h']
  exact Int.dvd_zero k

/-! ## Divisibility -/

theorem norm_dvd (ctx : Context) (k : Int) (e : Expr) (p : Poly)
    (h : e.norm.isMultiple 1 p = true) : (k ∣ e.denote ctx) = (k ∣ p.denote' ctx) := by
  rw [Expr.eq_of_norm_eq ctx e p h]

/-- Whether `k₁ = g * k₂` and `e = g * p` with `g` not zero. -/
def norm_dvd_gcd_cert (k₁ : Int) (e : Expr) (k₂ : Int) (p : Poly) (g : Int) : Bool :=
  !(g == 0) && (k₁ == g * k₂ && e.norm.isMultiple g p)

theorem mul_dvd_mul_iff {g a b : Int} (hg : g ≠ 0) : g * a ∣ g * b ↔ a ∣ b := by
  refine ⟨fun ⟨c, hc⟩ => ⟨c, ?_⟩, fun ⟨c, hc⟩ => ⟨c, by rw [hc, Int.mul_assoc]⟩⟩
  rw [← Int.mul_ediv_cancel_left b hg, hc, Int.mul_assoc, Int.mul_ediv_cancel_left _ hg]

theorem norm_dvd_gcd (ctx : Context) (k₁ : Int) (e : Expr) (k₂ : Int) (p : Poly) (g : Int)
    (h : norm_dvd_gcd_cert k₁ e k₂ p g = true) : (k₁ ∣ e.denote ctx) = (k₂ ∣ p.denote' ctx) := by
  have h := (Bool.and_eq_true _ _).mp h
  have h' := (Bool.and_eq_true _ _).mp h.2
  have hg : g ≠ 0 := fun hg => by
    have h₁ := h.1
    rw [hg] at h₁
    exact Bool.noConfusion h₁
  rw [← Expr.denote_norm, Poly.denote_of_isMultiple ctx h'.2, eq_of_beq h'.1, Poly.denote'_eq]
  exact propext (mul_dvd_mul_iff hg)

/-- The greatest common divisor of `k` and the coefficients. -/
def Poly.gcdCoeffs : Poly → Nat → Nat
  | num _, k => k
  | add k' _ p, k => gcdCoeffs p (Nat.gcd k'.natAbs k)

/-- Whether the greatest common divisor of `k` and the coefficients does not divide the constant. -/
def Poly.isUnsatDvd (k : Int) (p : Poly) : Bool :=
  !(p.getConst % (p.gcdCoeffs k.natAbs : Int) == 0)

theorem Poly.gcdCoeffs_dvd_getConst (f : Var → Int) : {p : Poly} → {k : Nat} →
    (k : Int) ∣ p.value f → (p.gcdCoeffs k : Int) ∣ p.getConst
  | num _, _, h => h
  | add k' v p, k, h => by
    refine gcdCoeffs_dvd_getConst f (p := p) (k := Nat.gcd k'.natAbs k) ?_
    have h₁ : ((Nat.gcd k'.natAbs k : Nat) : Int) ∣ k' * f v + p.value f :=
      Int.dvd_trans (Int.natCast_dvd_natCast.mpr (Nat.gcd_dvd_right _ _)) h
    have h₂ : ((Nat.gcd k'.natAbs k : Nat) : Int) ∣ k' * f v :=
      Int.dvd_mul_of_dvd_left (Int.natCast_dvd.mpr (Nat.gcd_dvd_left _ _)) _
    have h₃ := Int.dvd_sub h₁ h₂
    rwa [Int.add_comm, Int.add_sub_cancel] at h₃

theorem Poly.not_dvd_of_isUnsatDvd (f : Var → Int) {k : Int} {p : Poly}
    (h : p.isUnsatDvd k = true) : ¬ k ∣ p.value f := fun hd => by
  unfold isUnsatDvd at h
  rw [Int.emod_eq_zero_of_dvd (gcdCoeffs_dvd_getConst f (Int.natAbs_dvd.mpr hd))] at h
  exact Bool.noConfusion h

theorem dvd_eq_false (ctx : Context) (k : Int) (e : Expr) (h : e.norm.isUnsatDvd k = true) :
    (k ∣ e.denote ctx) = False := by
  rw [← Expr.denote_norm]
  exact eq_false (Poly.not_dvd_of_isUnsatDvd _ h)

end Int.Internal.Linear

namespace Int

theorem not_le_eq (a b : Int) : (¬ a ≤ b) = (b + 1 ≤ a) := propext Int.not_le

theorem not_lt_eq (a b : Int) : (¬ a < b) = (b ≤ a) := propext Int.not_lt

theorem not_ge_eq (a b : Int) : (¬ a ≥ b) = (a + 1 ≤ b) := not_le_eq b a

theorem not_gt_eq (a b : Int) : (¬ a > b) = (a ≤ b) := not_lt_eq b a

end Int
