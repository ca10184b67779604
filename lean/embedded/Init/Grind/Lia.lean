prelude
import Init.Data.Int.Linear
import Init.Data.AC

/-!
# Linear integer arithmetic in `grind`

What the solver cites, one theorem a step: normalising, combining, substituting, tightening and
splitting constraints `p ≤ 0`, `p = 0`, `p ≠ 0` and `d ∣ p`. The hypothesis before the
constraints is a Boolean check that the kernel evaluates. Eliminating a variable between two
bounds is in `Init.Grind.Cooper`.
-/

namespace Int.Internal.Linear

theorem and_parts {a b : Bool} (h : (a && b) = true) : a = true ∧ b = true :=
  (Bool.and_eq_true a b).mp h

/-- Whether two polynomials have the same coefficients and constant. -/
def Poly.eqv (p q : Poly) : Bool := (p.addScaled (-1) q).isZero

theorem Poly.eq_of_eqv {p q : Poly} (h : p.eqv q = true) (f : Var → Int) :
    p.value f = q.value f := by
  have h := Poly.value_of_isZero f h
  rw [Poly.value_addScaled, Int.neg_mul, Int.one_mul] at h
  omega

theorem denote_of_eqv (ctx : Context) {p q : Poly} (h : p.eqv q = true) :
    p.denote ctx = q.denote ctx :=
  Poly.eq_of_eqv h ctx.get

theorem denote_addConst (ctx : Context) (p : Poly) (c : Int) :
    (p.addConst c).denote ctx = p.denote ctx + c :=
  Poly.value_addConst ctx.get c p

/-- `a * p + b * q`. -/
abbrev comb (a : Int) (p : Poly) (b : Int) (q : Poly) : Poly := p.addScaled a (q.addScaled b (.num 0))

theorem value_comb (f : Var → Int) (a : Int) (p : Poly) (b : Int) (q : Poly) :
    (comb a p b q).value f = a * p.value f + b * q.value f := by
  rw [Poly.value_addScaled, Poly.value_addScaled]
  exact congrArg (_ + ·) (Int.add_zero _)

theorem denote_comb (ctx : Context) (a : Int) (p : Poly) (b : Int) (q : Poly) :
    (comb a p b q).denote ctx = a * p.denote ctx + b * q.denote ctx :=
  value_comb ctx.get a p b q

theorem denote_of_comb (ctx : Context) {a b : Int} {p q r : Poly}
    (h : r.eqv (comb a p b q) = true) : r.denote ctx = a * p.denote ctx + b * q.denote ctx :=
  (Poly.eq_of_eqv h _).trans (value_comb _ a p b q)

/-- The coefficient of `x`. -/
def Poly.coeff (x : Var) : Poly → Int
  | num _ => 0
  | add a y p => bif Nat.beq x y then a else coeff x p

/-- The first coefficient, or one. -/
def Poly.leadCoeff : Poly → Int
  | num _ => 1
  | add a _ _ => a

/-- The polynomial of the expression `x`. -/
abbrev ofVar (x : Var) : Poly := .add 1 x (.num 0)

theorem value_ofVar (ctx : Context) (x : Var) : (ofVar x).denote ctx = x.denote ctx := by
  show 1 * ctx.get x + 0 = ctx.get x
  omega

theorem mul_nonpos {a b : Int} (ha : 0 ≤ a) (hb : b ≤ 0) : a * b ≤ 0 := by
  have h := Int.mul_le_mul_of_nonneg_left hb ha
  rwa [Int.mul_zero] at h

theorem mul_nonneg_of_nonpos {a b : Int} (ha : a ≤ 0) (hb : b ≤ 0) : 0 ≤ a * b := by
  have h := Int.mul_nonneg (Int.neg_nonneg_of_nonpos ha) (Int.neg_nonneg_of_nonpos hb)
  rwa [Int.neg_mul_neg] at h

theorem mul_ne_zero {a b : Int} (ha : a ≠ 0) (hb : b ≠ 0) : a * b ≠ 0 := fun h => hb (by
  rw [← Int.mul_ediv_cancel_left b ha, h, Int.zero_ediv])

theorem ne_of_not_beq {a b : Int} (h : (!(a == b)) = true) : a ≠ b := fun e => by
  rw [e] at h
  have h' : (b == b) = true := beq_self_eq_true b
  rw [h'] at h
  exact Bool.noConfusion h

/-! ## Normal forms -/

theorem dvd_norm (ctx : Context) (d : Int) (p₁ p₂ : Poly) (h : p₁.eqv p₂ = true) :
    d ∣ p₁.denote' ctx → d ∣ p₂.denote' ctx := by
  rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h]
  exact id

theorem le_norm (ctx : Context) (p₁ p₂ : Poly) (h : p₁.eqv p₂ = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h]
  exact id

theorem eq_norm (ctx : Context) (p₁ p₂ : Poly) (h : p₁.eqv p₂ = true) :
    p₁.denote' ctx = 0 → p₂.denote' ctx = 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h]
  exact id

theorem diseq_norm (ctx : Context) (p₁ p₂ : Poly) (h : p₁.eqv p₂ = true) :
    p₁.denote' ctx ≠ 0 → p₂.denote' ctx ≠ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h]
  exact id

theorem dvd_norm_poly (ctx : Context) (d : Int) (p p' : Poly)
    (h : p.denote' ctx = p'.denote' ctx) : d ∣ p.denote' ctx → d ∣ p'.denote' ctx := h ▸ id

theorem le_norm_poly (ctx : Context) (p p' : Poly) (h : p.denote' ctx = p'.denote' ctx) :
    p.denote' ctx ≤ 0 → p'.denote' ctx ≤ 0 := h ▸ id

theorem eq_norm_poly (ctx : Context) (p p' : Poly) (h : p.denote' ctx = p'.denote' ctx) :
    p.denote' ctx = 0 → p'.denote' ctx = 0 := h ▸ id

theorem diseq_norm_poly (ctx : Context) (p p' : Poly) (h : p.denote' ctx = p'.denote' ctx) :
    p.denote' ctx ≠ 0 → p'.denote' ctx ≠ 0 := h ▸ id

theorem dvd_norm_expr (ctx : Context) (d : Int) (e : Expr) (p : Poly)
    (h : p.eqv e.norm = true) : d ∣ e.denote ctx → d ∣ p.denote' ctx := by
  rw [Poly.denote'_eq, denote_of_eqv ctx h, ← Expr.denote_norm]
  exact id

theorem denote_of_difference (ctx : Context) {lhs rhs : Expr} {p : Poly}
    (h : p.eqv (difference lhs rhs) = true) :
    p.denote' ctx = lhs.denote ctx - rhs.denote ctx := by
  rw [Poly.denote'_eq, denote_of_eqv ctx h]
  exact denote_difference ctx lhs rhs

theorem le_norm_expr (ctx : Context) (lhs rhs : Expr) (p : Poly)
    (h : p.eqv (difference lhs rhs) = true) :
    lhs.denote ctx ≤ rhs.denote ctx → p.denote' ctx ≤ 0 := by
  rw [denote_of_difference ctx h]
  omega

theorem eq_norm_expr (ctx : Context) (lhs rhs : Expr) (p : Poly)
    (h : p.eqv (difference lhs rhs) = true) :
    lhs.denote ctx = rhs.denote ctx → p.denote' ctx = 0 := by
  rw [denote_of_difference ctx h]
  omega

theorem not_eq_norm_expr (ctx : Context) (lhs rhs : Expr) (p : Poly)
    (h : p.eqv (difference lhs rhs) = true) :
    ¬ lhs.denote ctx = rhs.denote ctx → ¬ p.denote' ctx = 0 := by
  rw [denote_of_difference ctx h]
  omega

theorem not_le_norm_expr (ctx : Context) (lhs rhs : Expr) (p : Poly)
    (h : p.eqv ((difference rhs lhs).addConst 1) = true) :
    ¬ lhs.denote ctx ≤ rhs.denote ctx → p.denote' ctx ≤ 0 := by
  rw [Poly.denote'_eq, denote_of_eqv ctx h, denote_addConst]
  have := denote_difference ctx rhs lhs
  omega

/-! ## From the congruence closure -/

theorem eq_of_core (ctx : Context) (p₁ p₂ p₃ : Poly)
    (h : p₃.eqv (comb 1 p₁ (-1) p₂) = true) :
    p₁.denote' ctx = p₂.denote' ctx → p₃.denote' ctx = 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h]
  omega

theorem diseq_of_core (ctx : Context) (p₁ p₂ p₃ : Poly)
    (h : p₃.eqv (comb 1 p₁ (-1) p₂) = true) :
    p₁.denote' ctx ≠ p₂.denote' ctx → p₃.denote' ctx ≠ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h]
  omega

theorem eq_def' (ctx : Context) (x : Var) (e : Expr) (p : Poly)
    (h : p.eqv (comb (-1) (ofVar x) 1 e.norm) = true) :
    x.denote ctx = e.denote ctx → p.denote' ctx = 0 := by
  rw [Poly.denote'_eq, denote_of_comb ctx h, value_ofVar, Expr.denote_norm]
  omega

theorem eq_def'_norm (ctx : Context) (x : Var) (e : Expr) (ePoly ePoly' p : Poly)
    (h : (ePoly.eqv e.norm && p.eqv (comb (-1) (ofVar x) 1 ePoly')) = true) :
    x.denote ctx = e.denote ctx → ePoly.denote' ctx = ePoly'.denote' ctx → p.denote' ctx = 0 := by
  have h := and_parts h
  have h₁ : ePoly.denote ctx = e.norm.denote ctx := Poly.eq_of_eqv h.1 _
  have h₂ := Expr.denote_norm ctx e
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h.2, value_ofVar]
  omega

theorem eq_def_struct (ctx : Context) (x : Var) (e : Expr) (p : Poly)
    (h : p.eqv (comb (-1) (ofVar x) 1 e.norm) = true) :
    x.denote ctx = e.denote ctx → p.denote' ctx = 0 :=
  eq_def' ctx x e p h

theorem eq_def_struct_norm (ctx : Context) (x : Var) (e : Expr) (ePoly ePoly' p : Poly)
    (h : (ePoly.eqv e.norm && p.eqv (comb (-1) (ofVar x) 1 ePoly')) = true) :
    x.denote ctx = e.denote ctx → ePoly.denote' ctx = ePoly'.denote' ctx → p.denote' ctx = 0 :=
  eq_def'_norm ctx x e ePoly ePoly' p h

theorem of_var_eq (ctx : Context) (x : Var) (k : Int) (p : Poly)
    (h : p.eqv ((ofVar x).addConst (-k)) = true) : x.denote ctx = k → p.denote' ctx = 0 := by
  have := value_ofVar ctx x
  rw [Poly.denote'_eq, denote_of_eqv ctx h, denote_addConst]
  omega

theorem of_var_eq_mul (ctx : Context) (x : Var) (k : Int) (y : Var) (p : Poly)
    (h : p.eqv (comb 1 (ofVar x) (-k) (ofVar y)) = true) :
    x.denote ctx = k * y.denote ctx → p.denote' ctx = 0 := by
  rw [Poly.denote'_eq, denote_of_comb ctx h, value_ofVar, value_ofVar, Int.neg_mul]
  omega

theorem of_var_eq_var (ctx : Context) (x y : Var) (p : Poly)
    (h : p.eqv (comb 1 (ofVar x) (-1) (ofVar y)) = true) :
    x.denote ctx = y.denote ctx → p.denote' ctx = 0 := by
  rw [Poly.denote'_eq, denote_of_comb ctx h, value_ofVar, value_ofVar]
  omega

theorem var_eq (ctx : Context) (x : Var) (k : Int) (p : Poly)
    (h : (!(p.coeff x == 0) && p.eqv ((ofVar x).addScaled (p.coeff x) (.num (-(p.coeff x * k)))))
      = true) : p.denote' ctx = 0 → x.denote ctx = k := by
  have h := and_parts h
  have hx := value_ofVar ctx x
  rw [Poly.denote'_eq, denote_of_eqv ctx h.2, Poly.denote, Poly.value_addScaled]
  intro h'
  have h' : p.coeff x * (ofVar x).denote ctx + -(p.coeff x * k) = 0 := h'
  rw [hx] at h'
  have h'' : p.coeff x * x.denote ctx = p.coeff x * k := by omega
  rw [← Int.mul_ediv_cancel_left (x.denote ctx) (ne_of_not_beq h.1), h'',
    Int.mul_ediv_cancel_left k (ne_of_not_beq h.1)]

/-! ## Inequalities -/

theorem le_neg (ctx : Context) (p₁ p₂ : Poly)
    (h : p₂.eqv ((comb (-1) p₁ 0 p₁).addConst 1) = true) :
    ¬ p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h, denote_addConst, denote_comb]
  omega

theorem le_coeff (ctx : Context) (p₁ p₂ : Poly) (k : Int) (h : p₁.isTightened k p₂ = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq]
  exact (Poly.nonpos_of_isTightened ctx h).mp

/-- The combination of two bounds in which the leading variable cancels. -/
abbrev cancelLead (p₁ p₂ : Poly) : Poly :=
  comb p₂.leadCoeff.natAbs p₁ p₁.leadCoeff.natAbs p₂

theorem cancelLead_nonpos (ctx : Context) {p₁ p₂ : Poly} (h₁ : p₁.denote ctx ≤ 0)
    (h₂ : p₂.denote ctx ≤ 0) : (cancelLead p₁ p₂).denote ctx ≤ 0 := by
  have h₁ := mul_nonpos (Int.natCast_nonneg p₂.leadCoeff.natAbs) h₁
  have h₂ := mul_nonpos (Int.natCast_nonneg p₁.leadCoeff.natAbs) h₂
  rw [denote_comb]
  omega

theorem le_combine (ctx : Context) (p₁ p₂ p₃ : Poly)
    (h : p₃.eqv (cancelLead p₁ p₂) = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 → p₃.denote' ctx ≤ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h]
  exact cancelLead_nonpos ctx

theorem le_combine_coeff (ctx : Context) (p₁ p₂ p₃ : Poly) (k : Int)
    (h : (cancelLead p₁ p₂).isTightened k p₃ = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 → p₃.denote' ctx ≤ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq]
  exact fun h₁ h₂ => (Poly.nonpos_of_isTightened ctx h).mp (cancelLead_nonpos ctx h₁ h₂)

theorem le_unsat (ctx : Context) (p : Poly) (h : p.isUnsatLe = true) :
    p.denote' ctx ≤ 0 → False := by
  rw [Poly.denote'_eq]
  exact Int.not_le_of_lt (Poly.pos_of_isUnsatLe _ h)

theorem le_of_le_diseq (ctx : Context) (p₁ p₂ p₃ : Poly)
    (h : ((p₂.eqv p₁ || p₂.eqv (comb (-1) p₁ 0 p₁)) && p₃.eqv (p₁.addConst 1)) = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≠ 0 → p₃.denote' ctx ≤ 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h.2, denote_addConst]
  cases (Bool.or_eq_true _ _).mp h.1 with
  | inl h =>
    rw [denote_of_eqv ctx h]
    omega
  | inr h =>
    rw [denote_of_comb ctx h]
    omega

/-! ## Equations -/

theorem eq_coeff (ctx : Context) (p p' : Poly) (k : Int)
    (h : (decide (0 < k) && p.isMultiple k p') = true) :
    p.denote' ctx = 0 → p'.denote' ctx = 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote_of_isMultiple ctx h.2]
  exact fun h' =>
    Int.mul_left_cancel_of_pos (of_decide_eq_true h.1) (h'.trans (Int.mul_zero k).symm)

theorem eq_unsat (ctx : Context) (p : Poly) (h : p.isUnsatEq = true) :
    p.denote' ctx = 0 → False := by
  rw [Poly.denote'_eq]
  exact Poly.ne_zero_of_isUnsatEq _ h

theorem eq_unsat_coeff (ctx : Context) (p : Poly) (k : Int) (h : p.isUnsatMod k = true) :
    p.denote' ctx = 0 → False := by
  rw [Poly.denote'_eq]
  intro h'
  refine Poly.not_dvd_of_isUnsatMod ctx.get h ?_
  have h' : p.value ctx.get = 0 := h'
  rw [h']
  exact Int.dvd_zero k

theorem eq_of_le_ge (ctx : Context) (p₁ p₂ : Poly)
    (h : p₂.eqv (comb (-1) p₁ 0 p₁) = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 → p₁.denote' ctx = 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h]
  omega

theorem eq_eq_subst' (ctx : Context) (a b : Int) (p₁ p₂ p₃ : Poly)
    (h : p₃.eqv (comb b p₁ (-a) p₂) = true) :
    p₁.denote' ctx = 0 → p₂.denote' ctx = 0 → p₃.denote' ctx = 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h]
  intro h₁ h₂
  rw [h₁, h₂, Int.mul_zero, Int.mul_zero, Int.add_zero]

theorem eq_le_subst_nonneg (ctx : Context) (x : Var) (p₁ p₂ p₃ : Poly)
    (h : (decide (0 ≤ p₁.coeff x) && p₃.eqv (comb (p₁.coeff x) p₂ (-p₂.coeff x) p₁)) = true) :
    p₁.denote' ctx = 0 → p₂.denote' ctx ≤ 0 → p₃.denote' ctx ≤ 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h.2]
  intro h₁ h₂
  rw [h₁, Int.mul_zero, Int.add_zero]
  exact mul_nonpos (of_decide_eq_true h.1) h₂

theorem eq_le_subst_nonpos (ctx : Context) (x : Var) (p₁ p₂ p₃ : Poly)
    (h : (decide (p₁.coeff x ≤ 0) && p₃.eqv (comb (p₂.coeff x) p₁ (-p₁.coeff x) p₂)) = true) :
    p₁.denote' ctx = 0 → p₂.denote' ctx ≤ 0 → p₃.denote' ctx ≤ 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h.2]
  intro h₁ h₂
  rw [h₁, Int.mul_zero, Int.zero_add]
  exact mul_nonpos (Int.neg_nonneg_of_nonpos (of_decide_eq_true h.1)) h₂

/-! ## Disequations -/

theorem diseq_coeff (ctx : Context) (p p' : Poly) (k : Int)
    (h : (decide (0 < k) && p.isMultiple k p') = true) :
    p.denote' ctx ≠ 0 → p'.denote' ctx ≠ 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote_of_isMultiple ctx h.2]
  intro h' h''
  rw [h'', Int.mul_zero] at h'
  exact h' rfl

theorem diseq_neg (ctx : Context) (p p' : Poly) (h : p'.eqv (comb (-1) p 0 p) = true) :
    p.denote' ctx ≠ 0 → p'.denote' ctx ≠ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h]
  omega

theorem diseq_unsat (ctx : Context) (p : Poly) (h : p.isZero = true) :
    p.denote' ctx ≠ 0 → False := by
  rw [Poly.denote'_eq]
  exact fun h' => h' (Poly.value_of_isZero _ h)

theorem eq_diseq_subst (ctx : Context) (x : Var) (p₁ p₂ p₃ : Poly)
    (h : (!(p₁.coeff x == 0) && p₃.eqv (comb (p₂.coeff x) p₁ (-p₁.coeff x) p₂)) = true) :
    p₁.denote' ctx = 0 → p₂.denote' ctx ≠ 0 → p₃.denote' ctx ≠ 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h.2]
  intro h₁ h₂
  rw [h₁, Int.mul_zero, Int.zero_add]
  exact mul_ne_zero (fun e => ne_of_not_beq h.1 (by omega)) h₂

theorem diseq_split_resolve (ctx : Context) (p₁ p₂ p₃ : Poly)
    (h : (p₂.eqv (p₁.addConst 1) && p₃.eqv ((comb (-1) p₁ 0 p₁).addConst 1)) = true) :
    p₁.denote' ctx ≠ 0 → ¬ p₂.denote' ctx ≤ 0 → p₃.denote' ctx ≤ 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h.1, denote_of_eqv ctx h.2, denote_addConst, denote_addConst, denote_comb]
  omega

/-! ## Divisibility -/

theorem dvd_unsat (ctx : Context) (k : Int) (p : Poly) (h : p.isUnsatDvd k = true) :
    k ∣ p.denote' ctx → False := by
  rw [Poly.denote'_eq]
  exact Poly.not_dvd_of_isUnsatDvd _ h

theorem dvd_coeff (ctx : Context) (k₁ : Int) (p₁ : Poly) (k₂ : Int) (p₂ : Poly) (g : Int)
    (h : (!(g == 0) && (k₁ == g * k₂ && p₁.isMultiple g p₂)) = true) :
    k₁ ∣ p₁.denote' ctx → k₂ ∣ p₂.denote' ctx := by
  have h := and_parts h
  have h' := and_parts h.2
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote_of_isMultiple ctx h'.2, eq_of_beq h'.1]
  exact (mul_dvd_mul_iff (ne_of_not_beq h.1)).mp

/-- Whether `k₂` divides `k₁` and the leading coefficient, and `p₂` is the rest. -/
def dvd_elim_cert (k₁ : Int) (p₁ : Poly) (k₂ : Int) (p₂ : Poly) : Bool :=
  match p₁ with
  | .num _ => false
  | .add a _ p => k₁ % k₂ == 0 && (a % k₂ == 0 && p₂.eqv p)

theorem dvd_elim (ctx : Context) (k₁ : Int) (p₁ : Poly) (k₂ : Int) (p₂ : Poly)
    (h : dvd_elim_cert k₁ p₁ k₂ p₂ = true) : k₁ ∣ p₁.denote' ctx → k₂ ∣ p₂.denote' ctx :=
  match p₁, h with
  | .add a x p, h => by
    have h := and_parts (a := k₁ % k₂ == 0) h
    have h' := and_parts h.2
    rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_eqv ctx h'.2]
    intro hd
    have h₁ := Int.dvd_trans (Int.dvd_of_emod_eq_zero (eq_of_beq h.1)) hd
    have h₂ := Int.dvd_mul_of_dvd_left (Int.dvd_of_emod_eq_zero (eq_of_beq h'.1)) (ctx.get x)
    have h₃ := Int.dvd_sub h₁ h₂
    have h₃ : k₂ ∣ a * ctx.get x + p.value ctx.get - a * ctx.get x := h₃
    rwa [Int.add_comm, Int.add_sub_cancel] at h₃

theorem dvd_solve_combine (ctx : Context) (d₁ : Int) (p₁ : Poly) (d₂ : Int) (p₂ : Poly) (d : Int)
    (p : Poly) (_g α β : Int)
    (h : (d == d₁ * d₂ && p.eqv (comb (α * d₂) p₁ (β * d₁) p₂)) = true) :
    d₁ ∣ p₁.denote' ctx → d₂ ∣ p₂.denote' ctx → d ∣ p.denote' ctx := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h.2, eq_of_beq h.1]
  intro ⟨u, hu⟩ ⟨v, hv⟩
  rw [hu, hv]
  refine Int.dvd_add ⟨α * u, ?_⟩ ⟨β * v, ?_⟩ <;> ac_rfl

theorem dvd_solve_elim (ctx : Context) (d₁ : Int) (p₁ : Poly) (d₂ : Int) (p₂ : Poly) (d : Int)
    (p : Poly)
    (h : ((p₁.leadCoeff * d₂) % d == 0 && ((p₂.leadCoeff * d₁) % d == 0 &&
      p.eqv (comb p₂.leadCoeff p₁ (-p₁.leadCoeff) p₂))) = true) :
    d₁ ∣ p₁.denote' ctx → d₂ ∣ p₂.denote' ctx → d ∣ p.denote' ctx := by
  have h := and_parts h
  have h' := and_parts h.2
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h'.2]
  intro ⟨u, hu⟩ ⟨v, hv⟩
  rw [hu, hv, Int.neg_mul, ← Int.mul_assoc, ← Int.mul_assoc]
  exact Int.dvd_sub
    (Int.dvd_mul_of_dvd_left (Int.dvd_of_emod_eq_zero (eq_of_beq h'.1)) u)
    (Int.dvd_mul_of_dvd_left (Int.dvd_of_emod_eq_zero (eq_of_beq h.1)) v)

theorem dvd_of_eq (ctx : Context) (x : Var) (p₁ : Poly) (d₂ : Int) (p₂ : Poly)
    (h : (d₂ == ((p₁.coeff x).natAbs : Int) && p₂.eqv (comb 1 p₁ (-p₁.coeff x) (ofVar x))) = true) :
    p₁.denote' ctx = 0 → d₂ ∣ p₂.denote' ctx := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h.2, eq_of_beq h.1]
  intro h₁
  rw [h₁, Int.mul_zero, Int.zero_add, Int.neg_mul]
  exact Int.natAbs_dvd.mpr (Int.dvd_neg (Int.dvd_mul_right _ _))

theorem eq_dvd_subst (ctx : Context) (x : Var) (p₁ : Poly) (d₂ : Int) (p₂ : Poly) (d₃ : Int)
    (p₃ : Poly) (h : (d₃ == ((p₁.coeff x * d₂).natAbs : Int) &&
      p₃.eqv (comb (p₁.coeff x) p₂ (-p₂.coeff x) p₁)) = true) :
    p₁.denote' ctx = 0 → d₂ ∣ p₂.denote' ctx → d₃ ∣ p₃.denote' ctx := by
  have h := and_parts h
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, denote_of_comb ctx h.2, eq_of_beq h.1]
  intro h₁ ⟨u, hu⟩
  rw [h₁, hu, Int.mul_zero, Int.add_zero, ← Int.mul_assoc]
  exact Int.natAbs_dvd.mpr (Int.dvd_mul_right _ _)

theorem eq_of_zero_dvd (ctx : Context) (p : Poly) (h : 0 ∣ p.denote' ctx) : p.denote' ctx = 0 := by
  obtain ⟨c, hc⟩ := h
  rw [hc, Int.zero_mul]

theorem of_not_dvd (a b : Int) (h : (a != 0) = true) (h' : ¬ a ∣ b) : b % a > 0 :=
  (Int.emod_pos_of_not_dvd h').resolve_left (ne_of_not_beq h)

/-- Whether `p₁ - p₂` is a number `c`, and `p₃ = p₁ - d * (c / d)`. -/
def dvd_le_tight_cert (d : Int) (p₁ p₂ p₃ : Poly) : Bool :=
  decide (0 < d) &&
  match comb 1 p₁ (-1) p₂ with
  | .num c => p₃.eqv (p₁.addConst (-(d * (c / d))))
  | .add _ _ _ => false

theorem dvd_le_tight_core (ctx : Context) {d : Int} {p₁ p₂ p₃ : Poly}
    (h : dvd_le_tight_cert d p₁ p₂ p₃ = true) (hd : d ∣ p₁.denote ctx) (hp : p₂.denote ctx ≤ 0) :
    p₃.denote ctx ≤ 0 := by
  unfold dvd_le_tight_cert at h
  have h := and_parts h
  have hpos : 0 < d := of_decide_eq_true h.1
  have h₂ := h.2
  have hv := value_comb ctx.get 1 p₁ (-1) p₂
  revert h₂ hv
  generalize comb 1 p₁ (-1) p₂ = s
  match s with
  | .add _ _ _ => exact fun h => Bool.noConfusion h
  | .num c =>
    intro h₃ hv
    obtain ⟨k, hk⟩ := hd
    have hv : c = 1 * p₁.denote ctx + -1 * p₂.denote ctx := hv
    have h₄ : p₃.denote ctx = p₁.denote ctx + -(d * (c / d)) :=
      (Poly.eq_of_eqv h₃ ctx.get).trans (Poly.value_addConst ..)
    have hkc : k ≤ c / d := Int.le_ediv_of_mul_le hpos (by omega)
    have h₅ := Int.mul_le_mul_of_nonneg_left hkc (Int.le_of_lt hpos)
    omega

theorem dvd_le_tight (ctx : Context) (d : Int) (p₁ p₂ p₃ : Poly)
    (h : dvd_le_tight_cert d p₁ p₂ p₃ = true) :
    d ∣ p₁.denote' ctx → p₂.denote' ctx ≤ 0 → p₃.denote' ctx ≤ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq]
  exact dvd_le_tight_core ctx h

theorem dvd_neg_le_tight (ctx : Context) (d : Int) (p₁ p₂ p₃ : Poly)
    (h : dvd_le_tight_cert d (comb (-1) p₁ 0 p₁) p₂ p₃ = true) :
    d ∣ p₁.denote' ctx → p₂.denote' ctx ≤ 0 → p₃.denote' ctx ≤ 0 := by
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq]
  refine fun hd => dvd_le_tight_core ctx h ?_
  rw [denote_comb, Int.zero_mul, Int.add_zero, Int.neg_mul, Int.one_mul]
  exact Int.dvd_neg hd

/-! ## Operations -/

theorem ediv_emod (x y : Int) : -1 * x + y * (x / y) + x % y = 0 := by
  have := Int.mul_ediv_add_emod x y
  omega

theorem emod_nonneg (x y : Int) (h : (y != 0) = true) : -1 * (x % y) ≤ 0 := by
  have := Int.emod_nonneg x (ne_of_not_beq h)
  omega

theorem emod_le (x y n : Int) (h : (y != 0 && n == 1 - (y.natAbs : Int)) = true) :
    x % y + n ≤ 0 := by
  have h := and_parts h
  have hy := ne_of_not_beq h.1
  have hn : n = 1 - (y.natAbs : Int) := eq_of_beq h.2
  have hlt := Int.emod_lt_natAbs x hy
  omega

theorem natCast_sub (x y : Nat) : (NatCast.natCast (x - y) : Int) =
    if (NatCast.natCast y : Int) + -1 * NatCast.natCast x ≤ 0 then
      (NatCast.natCast x : Int) + -1 * NatCast.natCast y
    else (0 : Int) := by
  show ((x - y : Nat) : Int) = if (y : Int) + -1 * x ≤ 0 then (x : Int) + -1 * y else 0
  split <;> omega

theorem eq_one_mul (a : Int) : a = 1 * a := (Int.one_mul a).symm

theorem mul_eq_kk (a b k₁ k₂ k : Int) (h₁ : a = k₁) (h₂ : b = k₂) (h₃ : (k₁ * k₂ == k) = true) :
    a * b = k := by
  rw [h₁, h₂, eq_of_beq h₃]

theorem mul_eq_kkx (a b k₁ k₂ c k : Int) (h₁ : a = k₁) (h₂ : b = k₂ * c)
    (h₃ : (k₁ * k₂ == k) = true) : a * b = k * c := by
  rw [h₁, h₂, ← Int.mul_assoc, eq_of_beq h₃]

theorem mul_eq_kxk (a b k₁ c k₂ k : Int) (h₁ : a = k₁ * c) (h₂ : b = k₂)
    (h₃ : (k₁ * k₂ == k) = true) : a * b = k * c := by
  rw [h₁, h₂, Int.mul_right_comm, eq_of_beq h₃]

theorem mul_eq_zero_left (a b : Int) (h : a = 0) : a * b = 0 := by rw [h, Int.zero_mul]

theorem mul_eq_zero_right (a b : Int) (h : b = 0) : a * b = 0 := by rw [h, Int.mul_zero]

theorem pow_eq (a : Int) (b : Nat) (a' b' k : Int) (h₁ : a = a') (h₂ : (b : Int) = b')
    (h₃ : (k == a' ^ b'.toNat) = true) : a ^ b = k := by
  rw [eq_of_beq h₃, h₁, ← h₂]
  rfl

end Int.Internal.Linear
