prelude
import Init.Data.Int.Linear

/-!
# Linear arithmetic over the natural numbers, by evaluation

What `simp +arith` refers to. Expressions are collected into the polynomials of
`Init.Data.Int.Linear`: a constraint `lhs ≤ rhs` says that `lhs - rhs` is not positive.
-/

namespace Nat.Internal.Linear

open Int.Internal.Linear (Poly)

/-- Index of an atom. -/
abbrev Var := Nat

/-- Values of the atoms. -/
abbrev Context := Lean.RArray Nat

/-- A linear expression as it was written. -/
inductive Expr where
  | num (v : Nat)
  | var (i : Var)
  | add (a b : Expr)
  | mulL (k : Nat) (a : Expr)
  | mulR (a : Expr) (k : Nat)

/-- Value of an expression. -/
def Expr.denote (ctx : Context) : Expr → Nat
  | num k => k
  | var v => ctx.get v
  | add a b => Nat.add (denote ctx a) (denote ctx b)
  | mulL k a => Nat.mul k (denote ctx a)
  | mulR a k => Nat.mul (denote ctx a) k

/-- An equation or an inequality `lhs ≤ rhs`. -/
structure ExprCnstr where
  eq : Bool
  lhs : Expr
  rhs : Expr

/-- What a constraint says. -/
def ExprCnstr.denote (ctx : Context) (c : ExprCnstr) : Prop :=
  match c.eq with
  | true => c.lhs.denote ctx = c.rhs.denote ctx
  | false => c.lhs.denote ctx ≤ c.rhs.denote ctx

/-- `c * e + p`, for an expression `e`. -/
def Expr.into (c : Int) : Expr → Poly → Poly
  | num k, p => p.addConst (c * k)
  | var v, p => p.insert c v
  | add a b, p => into c a (into c b p)
  | mulL k a, p => into (c * k) a p
  | mulR a k, p => into (c * k) a p

theorem Expr.value_into (ctx : Context) (c : Int) : (e : Expr) → (p : Poly) →
    (e.into c p).value (ctx.get ·) = c * e.denote ctx + p.value (ctx.get ·)
  | num k, p => by
    show (p.addConst (c * k)).value _ = c * k + p.value _
    rw [Poly.value_addConst, Int.add_comm]
  | var v, p => Poly.value_insert _ c v p
  | add a b, p => by
    show (into c a (into c b p)).value _ = c * (a.denote ctx + b.denote ctx : Nat) + p.value _
    rw [value_into ctx c a, value_into ctx c b, Int.natCast_add, Int.mul_add, Int.add_assoc]
  | mulL k a, p => by
    show (into (c * k) a p).value _ = c * (k * a.denote ctx : Nat) + p.value _
    rw [value_into ctx (c * k) a, Int.natCast_mul, Int.mul_assoc]
  | mulR a k, p => by
    show (into (c * k) a p).value _ = c * (a.denote ctx * k : Nat) + p.value _
    rw [value_into ctx (c * k) a, Int.natCast_mul, Int.mul_assoc, Int.mul_comm (k : Int)]

/-- The polynomial of `lhs - rhs`. -/
def difference (lhs rhs : Expr) : Poly := lhs.into 1 (rhs.into (-1) (.num 0))

theorem value_difference (ctx : Context) (lhs rhs : Expr) :
    (difference lhs rhs).value (ctx.get ·) = (lhs.denote ctx : Int) - rhs.denote ctx := by
  unfold difference
  rw [Expr.value_into, Expr.value_into, Int.one_mul, Int.neg_mul, Int.one_mul]
  exact congrArg (_ + ·) (Int.add_zero _)

theorem Expr.eq_of_toNormPoly_eq (ctx : Context) (e e' : Expr)
    (h : (difference e e').isZero = true) : e.denote ctx = e'.denote ctx := by
  have h := Poly.value_of_isZero (fun v => (ctx.get v : Int)) h
  rw [value_difference] at h
  exact Int.ofNat.inj (Int.eq_of_sub_eq_zero h)

/-- The polynomial that an equation says is zero, and an inequality, that it is not positive. -/
abbrev ExprCnstr.poly (c : ExprCnstr) : Poly := difference c.lhs c.rhs

theorem ExprCnstr.denote_eq (ctx : Context) : (c : ExprCnstr) → c.denote ctx =
    match c.eq with
    | true => c.poly.value (ctx.get ·) = 0
    | false => c.poly.value (ctx.get ·) ≤ 0
  | ⟨true, lhs, rhs⟩ => by
    show (lhs.denote ctx = rhs.denote ctx) = ((difference lhs rhs).value _ = 0)
    rw [value_difference]
    exact propext ⟨fun h => Int.sub_eq_zero_of_eq (congrArg _ h),
      fun h => Int.ofNat.inj (Int.eq_of_sub_eq_zero h)⟩
  | ⟨false, lhs, rhs⟩ => by
    show (lhs.denote ctx ≤ rhs.denote ctx) = ((difference lhs rhs).value _ ≤ 0)
    rw [value_difference]
    exact propext ⟨fun h => by omega, fun h => by omega⟩

theorem value_of_isZero_addScaled {p q : Poly} (h : (p.addScaled (-1) q).isZero = true)
    (f : Var → Int) : p.value f = q.value f := by
  have h := Poly.value_of_isZero f h
  rw [Poly.value_addScaled, Int.neg_mul, Int.one_mul] at h
  exact (Int.add_left_cancel (h.trans (Int.add_left_neg _).symm)).symm

/-- Whether two constraints are of one kind and have the same polynomial. -/
def ExprCnstr.same (c d : ExprCnstr) : Bool :=
  (c.eq == d.eq) && (c.poly.addScaled (-1) d.poly).isZero

theorem ExprCnstr.eq_of_toNormPoly_eq (ctx : Context) (c d : ExprCnstr) (h : c.same d = true) :
    c.denote ctx = d.denote ctx := by
  have h := (Bool.and_eq_true _ _).mp h
  rw [denote_eq, denote_eq, value_of_isZero_addScaled h.2, eq_of_beq h.1]

/-- Whether no coefficient is negative, and the constant is `b` at least. -/
def atLeast (b : Int) : Poly → Bool
  | .num k => decide (b ≤ k)
  | .add k _ p => decide (0 ≤ k) && atLeast b p

theorem le_value_of_atLeast (f : Var → Nat) {b : Int} : {p : Poly} → atLeast b p = true →
    b ≤ p.value (f ·)
  | .num _, h => of_decide_eq_true h
  | .add k v p, h => by
    have h := (Bool.and_eq_true _ _).mp h
    have h₁ := Int.mul_nonneg (of_decide_eq_true h.1) (Int.natCast_nonneg (f v))
    have h₂ := Int.add_le_add h₁ (le_value_of_atLeast f h.2)
    rwa [Int.zero_add] at h₂

/-- The polynomial with the opposite value. -/
def opposite (p : Poly) : Poly := p.addScaled (-1) (.num 0)

theorem value_opposite (f : Var → Int) (p : Poly) : (opposite p).value f = -p.value f := by
  unfold opposite
  rw [Poly.value_addScaled, Int.neg_mul, Int.one_mul]
  exact Int.add_zero _

/-- Whether the constraint holds for no values of the atoms, by the signs alone. -/
def ExprCnstr.isUnsat (c : ExprCnstr) : Bool :=
  match c.eq with
  | true => atLeast 1 c.poly || atLeast 1 (opposite c.poly)
  | false => atLeast 1 c.poly

/-- Whether the constraint holds for all values of the atoms, by the signs alone. -/
def ExprCnstr.isValid (c : ExprCnstr) : Bool :=
  match c.eq with
  | true => c.poly.isZero
  | false => atLeast 0 (opposite c.poly)

theorem le_neg_value_of_atLeast (f : Var → Nat) {b : Int} {p : Poly}
    (h : atLeast b (opposite p) = true) : b ≤ -p.value (f ·) := by
  rw [← value_opposite]
  exact le_value_of_atLeast f h

theorem ExprCnstr.eq_false_of_isUnsat (ctx : Context) : (c : ExprCnstr) → c.isUnsat = true →
    c.denote ctx = False
  | ⟨true, lhs, rhs⟩, h => by
    have ne_zero : ∀ {v : Int}, 1 ≤ v ∨ 1 ≤ -v → v ≠ 0 := by omega
    rw [denote_eq]
    exact eq_false (ne_zero ((Bool.or_eq_true _ _).mp h |>.imp
      (le_value_of_atLeast ctx.get) (le_neg_value_of_atLeast ctx.get)))
  | ⟨false, lhs, rhs⟩, h => by
    rw [denote_eq]
    exact eq_false (Int.not_le_of_lt (le_value_of_atLeast ctx.get h))

theorem ExprCnstr.eq_true_of_isValid (ctx : Context) : (c : ExprCnstr) → c.isValid = true →
    c.denote ctx = True
  | ⟨true, _, _⟩, h => by
    rw [denote_eq]
    exact eq_true (Poly.value_of_isZero (fun v => (ctx.get v : Int)) h)
  | ⟨false, lhs, rhs⟩, h => by
    have nonpos : ∀ {v : Int}, 0 ≤ -v → v ≤ 0 := by omega
    rw [denote_eq]
    exact eq_true (nonpos (le_neg_value_of_atLeast ctx.get h))

end Nat.Internal.Linear

namespace Nat

theorem not_le_eq (a b : Nat) : (¬ a ≤ b) = (b + 1 ≤ a) :=
  propext ⟨Nat.lt_of_not_le, fun h h' => Nat.lt_irrefl b (Nat.lt_of_lt_of_le h h')⟩

theorem not_lt_eq (a b : Nat) : (¬ a < b) = (b ≤ a) :=
  propext ⟨Nat.le_of_not_lt, fun h h' => Nat.lt_irrefl a (Nat.lt_of_lt_of_le h' h)⟩

theorem not_ge_eq (a b : Nat) : (¬ a ≥ b) = (a + 1 ≤ b) := not_le_eq b a

theorem not_gt_eq (a b : Nat) : (¬ a > b) = (a ≤ b) := not_lt_eq b a

end Nat
