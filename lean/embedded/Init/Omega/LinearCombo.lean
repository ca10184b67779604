prelude
import Init.Omega.Coeffs

/-!
# Linear combinations

A constant and coefficients, and for each operation on expressions the law that `omega` cites
when it replaces an expression by the combination that it computed.
-/

namespace Lean.Omega

/-- `const + coeffs · atoms`. -/
structure LinearCombo where
  const : Int := 0
  coeffs : Coeffs := []

namespace LinearCombo

/-- The value of the combination when the atoms have these values. -/
def eval (lc : LinearCombo) (values : Coeffs) : Int := lc.const + lc.coeffs.dot values

/-- The `i`-th atom. -/
def coordinate (i : Nat) : LinearCombo := ⟨0, Coeffs.set [] i 1⟩

/-- The sum. -/
def add (l₁ l₂ : LinearCombo) : LinearCombo :=
  ⟨l₁.const + l₂.const, Coeffs.combo 1 l₁.coeffs 1 l₂.coeffs⟩

/-- The difference. -/
def sub (l₁ l₂ : LinearCombo) : LinearCombo :=
  ⟨l₁.const - l₂.const, Coeffs.combo 1 l₁.coeffs (-1) l₂.coeffs⟩

/-- The opposite. -/
def neg (lc : LinearCombo) : LinearCombo := ⟨-lc.const, lc.coeffs.smul (-1)⟩

/-- The product, right when one of the two is constant. -/
def mul (l₁ l₂ : LinearCombo) : LinearCombo :=
  ⟨l₁.const * l₂.const, Coeffs.combo l₂.const l₁.coeffs l₁.const l₂.coeffs⟩

instance : Add LinearCombo := ⟨add⟩
instance : Sub LinearCombo := ⟨sub⟩
instance : Neg LinearCombo := ⟨neg⟩

theorem coordinate_eval (i : Nat) (v : Coeffs) : (coordinate i).eval v = v.get i := by
  show 0 + Coeffs.dot (Coeffs.set [] i 1) v = v.get i
  rw [Coeffs.dot_set [] i 1 v rfl, Int.one_mul, Int.zero_add]
  exact Int.zero_add _

section
variable {a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 : Int} {t : List Int}

theorem coordinate_eval_0 : (coordinate 0).eval (.ofList (a0 :: t)) = a0 :=
  coordinate_eval 0 _
theorem coordinate_eval_1 : (coordinate 1).eval (.ofList (a0 :: a1 :: t)) = a1 :=
  coordinate_eval 1 _
theorem coordinate_eval_2 : (coordinate 2).eval (.ofList (a0 :: a1 :: a2 :: t)) = a2 :=
  coordinate_eval 2 _
theorem coordinate_eval_3 : (coordinate 3).eval (.ofList (a0 :: a1 :: a2 :: a3 :: t)) = a3 :=
  coordinate_eval 3 _
theorem coordinate_eval_4 :
    (coordinate 4).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: t)) = a4 :=
  coordinate_eval 4 _
theorem coordinate_eval_5 :
    (coordinate 5).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: t)) = a5 :=
  coordinate_eval 5 _
theorem coordinate_eval_6 :
    (coordinate 6).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: t)) = a6 :=
  coordinate_eval 6 _
theorem coordinate_eval_7 :
    (coordinate 7).eval (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: t)) = a7 :=
  coordinate_eval 7 _
theorem coordinate_eval_8 :
    (coordinate 8).eval
      (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: a8 :: t)) = a8 :=
  coordinate_eval 8 _
theorem coordinate_eval_9 :
    (coordinate 9).eval
      (.ofList (a0 :: a1 :: a2 :: a3 :: a4 :: a5 :: a6 :: a7 :: a8 :: a9 :: t)) = a9 :=
  coordinate_eval 9 _
end

theorem add_eval (l₁ l₂ : LinearCombo) (v : Coeffs) : (l₁ + l₂).eval v = l₁.eval v + l₂.eval v := by
  show l₁.const + l₂.const + Coeffs.dot (Coeffs.combo 1 l₁.coeffs 1 l₂.coeffs) v =
    l₁.const + Coeffs.dot l₁.coeffs v + (l₂.const + Coeffs.dot l₂.coeffs v)
  rw [Coeffs.dot_combo, Int.one_mul, Int.one_mul, Int.add_assoc, Int.add_assoc,
    Int.add_left_comm l₂.const]

theorem neg_eval (lc : LinearCombo) (v : Coeffs) : (-lc).eval v = -lc.eval v := by
  show -lc.const + Coeffs.dot (lc.coeffs.smul (-1)) v = -(lc.const + Coeffs.dot lc.coeffs v)
  rw [Coeffs.dot_smul, Int.neg_add, Int.neg_mul, Int.one_mul]

theorem sub_eval (l₁ l₂ : LinearCombo) (v : Coeffs) : (l₁ - l₂).eval v = l₁.eval v - l₂.eval v := by
  show l₁.const - l₂.const + Coeffs.dot (Coeffs.combo 1 l₁.coeffs (-1) l₂.coeffs) v =
    l₁.const + Coeffs.dot l₁.coeffs v - (l₂.const + Coeffs.dot l₂.coeffs v)
  rw [Coeffs.dot_combo, Int.one_mul, Int.neg_mul, Int.one_mul, Int.sub_eq_add_neg,
    Int.sub_eq_add_neg, Int.neg_add, Int.add_assoc, Int.add_assoc, Int.add_left_comm (-l₂.const)]

theorem mul_eval (l₁ l₂ : LinearCombo) (v : Coeffs) (h : l₁.coeffs.isZero ∨ l₂.coeffs.isZero) :
    (mul l₁ l₂).eval v = l₁.eval v * l₂.eval v := by
  show l₁.const * l₂.const + Coeffs.dot (Coeffs.combo l₂.const l₁.coeffs l₁.const l₂.coeffs) v =
    (l₁.const + Coeffs.dot l₁.coeffs v) * (l₂.const + Coeffs.dot l₂.coeffs v)
  rw [Coeffs.dot_combo]
  cases h with
  | inl h =>
    rw [Coeffs.dot_isZero h, Int.mul_zero, Int.zero_add, Int.add_zero, Int.mul_add]
  | inr h =>
    rw [Coeffs.dot_isZero h, Int.mul_zero, Int.add_zero, Int.add_zero, Int.add_mul,
      Int.mul_comm l₂.const]

end LinearCombo

end Lean.Omega
