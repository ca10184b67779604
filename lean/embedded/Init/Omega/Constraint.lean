prelude
import Init.Omega.LinearCombo

/-!
# Interval constraints

A constraint bounds the value of a linear combination from below, from above, or both. `omega`
carries out every step of its search on constraints and coefficients, and cites one theorem of
this file a step: `tidy_sat`, `Constraint.combine_sat'`, `combo_sat'` and `bmod_sat`.
-/

namespace Lean.Omega

/-- Whether a lower bound, if there is one, is respected. -/
def LowerBound.sat : Option Int → Int → Prop
  | none, _ => True
  | some l, t => l ≤ t

/-- Whether an upper bound, if there is one, is respected. -/
def UpperBound.sat : Option Int → Int → Prop
  | none, _ => True
  | some u, t => t ≤ u

/-- The integers from the lower to the upper bound, both included. -/
structure Constraint where
  lowerBound : Option Int
  upperBound : Option Int

namespace Constraint

/-- Whether `t` lies between the bounds. -/
def sat (c : Constraint) (t : Int) : Prop :=
  LowerBound.sat c.lowerBound t ∧ UpperBound.sat c.upperBound t

/-- Whether the combination of `values` with these coefficients lies between the bounds. -/
def sat' (c : Constraint) (coeffs values : Coeffs) : Prop := c.sat (Coeffs.dot coeffs values)

/-- Both bounds, changed by `f`. -/
def map (c : Constraint) (f : Int → Int) : Constraint := ⟨c.lowerBound.map f, c.upperBound.map f⟩

/-- The bounds changed about, as a decreasing function of the value needs. -/
def flip (c : Constraint) : Constraint := ⟨c.upperBound, c.lowerBound⟩

/-- What holds of `-t`. -/
def neg (c : Constraint) : Constraint := c.flip.map (- ·)

/-- Satisfied by every value. -/
def trivial : Constraint := ⟨none, none⟩

/-- Satisfied by no value. -/
def impossible : Constraint := ⟨some 1, some 0⟩

/-- Satisfied by `r` alone. -/
def exact (r : Int) : Constraint := ⟨some r, some r⟩

/-- Whether no value satisfies the constraint. -/
def isImpossible : Constraint → Bool
  | ⟨some l, some u⟩ => u < l
  | _ => false

/-- What holds of `k * t`. -/
def scale (k : Int) (c : Constraint) : Constraint :=
  if k = 0 then
    if c.isImpossible then c else ⟨some 0, some 0⟩
  else if 0 < k then c.map (k * ·)
  else c.flip.map (k * ·)

/-- The sum of two bounds, if there are two. -/
def addBound : Option Int → Option Int → Option Int
  | some a, some b => some (a + b)
  | _, _ => none

/-- What holds of a sum. -/
def add (c d : Constraint) : Constraint :=
  ⟨addBound c.lowerBound d.lowerBound, addBound c.upperBound d.upperBound⟩

/-- What holds of `a * t + b * t'`. -/
def combo (a : Int) (c : Constraint) (b : Int) (d : Constraint) : Constraint :=
  add (scale a c) (scale b d)

/-- The one bound that there is, or `f` of the two. -/
def mergeBound (f : Int → Int → Int) : Option Int → Option Int → Option Int
  | some a, some b => some (f a b)
  | none, b => b
  | a, none => a

/-- What two constraints on the same value say together. -/
def combine (c d : Constraint) : Constraint :=
  ⟨mergeBound max c.lowerBound d.lowerBound, mergeBound min c.upperBound d.upperBound⟩

/-- What holds of `t / k` when `k` divides `t`: the bounds are rounded inwards. -/
def div (c : Constraint) (k : Nat) : Constraint :=
  ⟨c.lowerBound.map fun l => -(-l / k), c.upperBound.map fun u => u / k⟩

theorem not_sat_of_isImpossible : {c : Constraint} → isImpossible c = true → ∀ {t}, ¬ c.sat t
  | ⟨some _, some _⟩, h, _, ⟨hl, hu⟩ =>
    Int.not_le_of_lt (of_decide_eq_true h) (Int.le_trans hl hu)
  | ⟨none, _⟩, h, _, _ => Bool.noConfusion h
  | ⟨some _, none⟩, h, _, _ => Bool.noConfusion h

theorem not_sat'_of_isImpossible {c : Constraint} (h : isImpossible c = true) {x y : Coeffs} :
    ¬ c.sat' x y :=
  not_sat_of_isImpossible h

theorem exact_sat {r t : Int} : (exact r).sat t ↔ t = r :=
  ⟨fun h => Int.le_antisymm h.2 h.1, fun h => ⟨Int.le_of_eq h.symm, Int.le_of_eq h⟩⟩

theorem sat_map_mono {f : Int → Int} (hf : ∀ {a b}, a ≤ b → f a ≤ f b) :
    {c : Constraint} → {t : Int} → c.sat t → (c.map f).sat (f t)
  | ⟨none, none⟩, _, _ => ⟨.intro, .intro⟩
  | ⟨none, some _⟩, _, h => ⟨.intro, hf h.2⟩
  | ⟨some _, none⟩, _, h => ⟨hf h.1, .intro⟩
  | ⟨some _, some _⟩, _, h => ⟨hf h.1, hf h.2⟩

theorem sat_flip_map_anti {f : Int → Int} (hf : ∀ {a b}, a ≤ b → f b ≤ f a) :
    {c : Constraint} → {t : Int} → c.sat t → (c.flip.map f).sat (f t)
  | ⟨none, none⟩, _, _ => ⟨.intro, .intro⟩
  | ⟨none, some _⟩, _, h => ⟨hf h.2, .intro⟩
  | ⟨some _, none⟩, _, h => ⟨.intro, hf h.1⟩
  | ⟨some _, some _⟩, _, h => ⟨hf h.2, hf h.1⟩

theorem neg_sat {c : Constraint} {t : Int} (h : c.sat t) : c.neg.sat (-t) :=
  sat_flip_map_anti (f := (- ·)) Int.neg_le_neg h

theorem scale_sat (k : Int) {c : Constraint} {t : Int} (h : c.sat t) : (scale k c).sat (k * t) := by
  unfold scale
  split
  · rename_i hk
    split
    · rename_i hc
      exact absurd h (not_sat_of_isImpossible hc)
    · rw [hk, Int.zero_mul]
      exact ⟨Int.le_refl 0, Int.le_refl 0⟩
  · split
    · rename_i hk
      exact sat_map_mono (f := (k * ·))
        (fun h => Int.mul_le_mul_of_nonneg_left h (Int.le_of_lt hk)) h
    · rename_i hk
      exact sat_flip_map_anti (f := (k * ·))
        (fun h => Int.mul_le_mul_of_nonpos_left (Int.le_of_not_lt hk) h) h

theorem addBound_lower : {a b : Option Int} → {s t : Int} →
    LowerBound.sat a s → LowerBound.sat b t → LowerBound.sat (addBound a b) (s + t)
  | some _, some _, _, _, h, h' => Int.add_le_add h h'
  | none, _, _, _, _, _ => .intro
  | some _, none, _, _, _, _ => .intro

theorem addBound_upper : {a b : Option Int} → {s t : Int} →
    UpperBound.sat a s → UpperBound.sat b t → UpperBound.sat (addBound a b) (s + t)
  | some _, some _, _, _, h, h' => Int.add_le_add h h'
  | none, _, _, _, _, _ => .intro
  | some _, none, _, _, _, _ => .intro

theorem add_sat {c d : Constraint} {s t : Int} (hc : c.sat s) (hd : d.sat t) :
    (add c d).sat (s + t) :=
  ⟨addBound_lower hc.1 hd.1, addBound_upper hc.2 hd.2⟩

theorem mergeBound_lower : {a b : Option Int} → {t : Int} →
    LowerBound.sat a t → LowerBound.sat b t → LowerBound.sat (mergeBound max a b) t
  | some _, some _, _, h, h' => Int.max_le.mpr ⟨h, h'⟩
  | none, none, _, _, _ => .intro
  | none, some _, _, _, h => h
  | some _, none, _, h, _ => h

theorem mergeBound_upper : {a b : Option Int} → {t : Int} →
    UpperBound.sat a t → UpperBound.sat b t → UpperBound.sat (mergeBound min a b) t
  | some _, some _, _, h, h' => Int.le_min.mpr ⟨h, h'⟩
  | none, none, _, _, _ => .intro
  | none, some _, _, _, h => h
  | some _, none, _, h, _ => h

theorem combine_sat' {s t : Constraint} {x y : Coeffs} (hs : s.sat' x y) (ht : t.sat' x y) :
    (s.combine t).sat' x y :=
  ⟨mergeBound_lower hs.1 ht.1, mergeBound_upper hs.2 ht.2⟩

theorem div_sat {k : Nat} (hk : 0 < k) {c : Constraint} {t : Int} (h : c.sat (k * t)) :
    (c.div k).sat t := by
  have hk' : 0 < (k : Int) := Int.ofNat_lt.mpr hk
  have lower : ∀ {l : Int}, l ≤ k * t → -(-l / k) ≤ t := fun h =>
    Int.neg_le_of_neg_le (Int.le_ediv_of_mul_le hk' (by
      rw [Int.mul_neg]
      exact Int.neg_le_neg h))
  have upper : ∀ {u : Int}, k * t ≤ u → t ≤ u / k := Int.le_ediv_of_mul_le hk'
  match c, h with
  | ⟨none, none⟩, _ => exact ⟨.intro, .intro⟩
  | ⟨none, some _⟩, h => exact ⟨.intro, upper h.2⟩
  | ⟨some _, none⟩, h => exact ⟨lower h.1, .intro⟩
  | ⟨some _, some _⟩, h => exact ⟨lower h.1, upper h.2⟩

theorem addInequality_sat {c : Int} {x y : Coeffs} (h : c + Coeffs.dot x y ≥ 0) :
    sat' ⟨some (-c), none⟩ x y :=
  ⟨by
    have h' := Int.sub_left_le_of_le_add h
    rwa [Int.zero_sub] at h', .intro⟩

theorem addEquality_sat {c : Int} {x y : Coeffs} (h : c + Coeffs.dot x y = 0) :
    sat' ⟨some (-c), some (-c)⟩ x y :=
  exact_sat.mpr (by rw [← Int.neg_add_cancel_left c (Coeffs.dot x y), h, Int.add_zero])

end Constraint

/-- The constraint and its coefficients negated, if the leading one is negative. -/
def positivize (s : Constraint) (x : Coeffs) : Constraint × Coeffs :=
  if 0 ≤ x.leading then (s, x) else (s.neg, x.smul (-1))

/-- Whether zero lies between the bounds. -/
def Constraint.hasZero (s : Constraint) : Bool :=
  (match s.lowerBound with
  | none => true
  | some l => decide (l ≤ 0)) &&
  (match s.upperBound with
  | none => true
  | some u => decide (0 ≤ u))

/-- The constraint divided by the greatest common divisor of its coefficients. -/
def normalize (s : Constraint) (x : Coeffs) : Constraint × Coeffs :=
  if x.gcd = 0 then (if s.hasZero then .trivial else .impossible, x)
  else if x.gcd = 1 then (s, x)
  else (s.div x.gcd, x.sdiv x.gcd)

/-- `positivize`, then `normalize`. -/
def tidy (s : Constraint) (x : Coeffs) : Constraint × Coeffs :=
  normalize (positivize s x).1 (positivize s x).2

/-- The constraint that `tidy` gives. -/
abbrev tidyConstraint (s : Constraint) (x : Coeffs) : Constraint := (tidy s x).1

/-- The coefficients that `tidy` gives. -/
abbrev tidyCoeffs (s : Constraint) (x : Coeffs) : Coeffs := (tidy s x).2

theorem positivize_sat {s : Constraint} {x v : Coeffs} (h : s.sat' x v) :
    (positivize s x).1.sat' (positivize s x).2 v := by
  unfold positivize
  split
  · exact h
  · show s.neg.sat (Coeffs.dot (x.smul (-1)) v)
    rw [Coeffs.dot_smul, Int.neg_mul, Int.one_mul]
    exact Constraint.neg_sat h

theorem Constraint.hasZero_of_sat : {s : Constraint} → s.sat 0 → s.hasZero = true
  | ⟨none, none⟩, _ => rfl
  | ⟨none, some _⟩, ⟨_, hu⟩ => decide_eq_true (show 0 ≤ _ from hu)
  | ⟨some l, none⟩, ⟨hl, _⟩ => by
    show (decide (l ≤ 0) && true) = true
    rw [decide_eq_true (show l ≤ 0 from hl)]
    rfl
  | ⟨some l, some u⟩, ⟨hl, hu⟩ => by
    show (decide (l ≤ 0) && decide (0 ≤ u)) = true
    rw [decide_eq_true (show l ≤ 0 from hl), decide_eq_true (show 0 ≤ u from hu)]
    rfl

theorem normalize_sat {s : Constraint} {x v : Coeffs} (h : s.sat' x v) :
    (normalize s x).1.sat' (normalize s x).2 v := by
  unfold normalize
  split
  · rename_i hx
    have h0 : s.sat 0 := by
      rw [← Coeffs.dot_isZero (Coeffs.isZero_of_gcd_eq_zero hx) v]
      exact h
    rw [Constraint.hasZero_of_sat h0]
    exact ⟨.intro, .intro⟩
  · rename_i hx
    split
    · exact h
    · refine Constraint.div_sat (Nat.pos_of_ne_zero hx) ?_
      rw [Coeffs.dot_sdiv _ x (Coeffs.dvdAll_gcd x) v]
      exact h

theorem tidy_sat {s : Constraint} {x v : Coeffs} (h : s.sat' x v) :
    (tidyConstraint s x).sat' (tidyCoeffs s x) v :=
  normalize_sat (positivize_sat h)

theorem combo_sat' (s t : Constraint) (a : Int) (x : Coeffs) (b : Int) (y v : Coeffs)
    (hs : s.sat' x v) (ht : t.sat' y v) :
    (Constraint.combo a s b t).sat' (Coeffs.combo a x b y) v := by
  show (Constraint.combo a s b t).sat (Coeffs.dot (Coeffs.combo a x b y) v)
  rw [Coeffs.dot_combo]
  exact Constraint.add_sat (Constraint.scale_sat a hs) (Constraint.scale_sat b ht)

/-- The value of the atom that solving an equation with no unit coefficient introduces. -/
abbrev bmod_div_term (m : Nat) (a b : Coeffs) : Int :=
  (Int.bmod (Coeffs.dot a b) m - Coeffs.dot (Coeffs.bmod a m) b) / m

/-- The coefficients of the equation that it satisfies. -/
def bmod_coeffs (m i : Nat) (x : Coeffs) : Coeffs := Coeffs.set (Coeffs.bmod x m) i m

theorem bmod_sat (m : Nat) (r : Int) (i : Nat) (x v : Coeffs) (h : x.length ≤ i)
    (p : Coeffs.get v i = bmod_div_term m x v) (w : (Constraint.exact r).sat' x v) :
    (Constraint.exact (Int.bmod r m)).sat' (bmod_coeffs m i x) v := by
  have hr : Coeffs.dot x v = r := Constraint.exact_sat.mp w
  have hd : (m : Int) ∣ Int.bmod r m - Coeffs.dot (Coeffs.bmod x m) v := by
    have h₁ := Coeffs.dvd_dot_sub_dot_bmod m x v
    have h₂ := Int.dvd_sub_bmod r m
    rw [hr] at h₁
    have h₃ := Int.dvd_sub h₁ h₂
    rwa [Int.sub_sub_sub_cancel_left] at h₃
  refine Constraint.exact_sat.mpr ?_
  show Coeffs.dot (Coeffs.set (Coeffs.bmod x m) i m) v = Int.bmod r m
  rw [Coeffs.dot_set _ i m v
    (Coeffs.get_of_length_le (by rw [Coeffs.length_map]; exact h)), p]
  show _ + (m : Int) * ((Int.bmod (Coeffs.dot x v) m - Coeffs.dot (Coeffs.bmod x m) v) / m) = _
  rw [hr, Int.mul_ediv_cancel' hd, Int.add_sub_same]

end Lean.Omega
