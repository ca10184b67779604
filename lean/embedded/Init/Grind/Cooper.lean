prelude
import Init.Grind.Lia

/-!
# Eliminating a variable between two bounds

From `a * x + p ≤ 0` with `a < 0`, `b * x + q ≤ 0` with `b > 0`, and perhaps `d ∣ c * x + s`,
follows that one of `n` systems without `x` holds: the one for the distance `k < n` from a bound to
the multiple of its coefficient below `x`. `n` is any common period of the divisibilities.
-/

namespace Int.Internal.Linear

/-- One of `p 0`, ..., `p (n - 1)` holds. -/
def OrOver (n : Nat) (p : Nat → Prop) : Prop :=
  match n with
  | 0 => False
  | n + 1 => p n ∨ OrOver n p

theorem orOver_of_lt {p : Nat → Prop} {i : Nat} (hp : p i) : {n : Nat} → i < n → OrOver n p
  | 0, h => absurd h (Nat.not_lt_zero i)
  | _ + 1, h =>
    match Nat.eq_or_lt_of_le (Nat.le_of_lt_succ h) with
    | .inl e => .inl (e ▸ hp)
    | .inr h => .inr (orOver_of_lt hp h)

theorem orOver_one {p : Nat → Prop} (h : OrOver 1 p) : p 0 := h.elim id False.elim

theorem orOver_resolve {n : Nat} {p : Nat → Prop} (h : OrOver (n + 1) p) (hn : ¬ p n) :
    OrOver n p :=
  h.resolve_left hn

/-- All but the first case refuted, the first holds. -/
def OrOver_cases_type (n : Nat) (p : Nat → Prop) : Prop :=
  match n with
  | 0 => p 0
  | n + 1 => ¬ p (n + 1) → OrOver_cases_type n p

theorem orOver_cases : {n : Nat} → {p : Nat → Prop} → OrOver (n + 1) p → OrOver_cases_type n p
  | 0, _, h => orOver_one h
  | _ + 1, _, h => fun hn => orOver_cases (orOver_resolve h hn)

/-- The polynomial without its first monomial. -/
def Poly.tail : Poly → Poly
  | num k => num k
  | add _ _ p => p

/-- The variable of the first monomial. -/
def Poly.leadVar : Poly → Option Var
  | num _ => none
  | add _ v _ => some v

/-- Whether the first monomial of both polynomials is in the same variable. -/
def sameVar (p q : Poly) : Bool :=
  match p.leadVar, q.leadVar with
  | some v, some w => Nat.beq v w
  | _, _ => false

theorem sameVar_spec (ctx : Context) {p q : Poly} (h : sameVar p q = true) :
    ∃ x : Int, p.denote ctx = p.leadCoeff * x + p.tail.denote ctx ∧
      q.denote ctx = q.leadCoeff * x + q.tail.denote ctx :=
  match p, q, h with
  | .add _ v _, .add _ w _, h => by
    have e : v = w := Nat.eq_of_beq_eq_true h
    subst e
    exact ⟨ctx.get v, rfl, rfl⟩

theorem sameVar_spec₂ (ctx : Context) {p q r : Poly} (h : sameVar p q = true)
    (h' : sameVar p r = true) :
    ∃ x : Int, p.denote ctx = p.leadCoeff * x + p.tail.denote ctx ∧
      q.denote ctx = q.leadCoeff * x + q.tail.denote ctx ∧
      r.denote ctx = r.leadCoeff * x + r.tail.denote ctx :=
  match p, q, r, h, h' with
  | .add _ v _, .add _ w _, .add _ u _, h, h' => by
    have e : v = w := Nat.eq_of_beq_eq_true h
    have e' : v = u := Nat.eq_of_beq_eq_true h'
    subst e
    subst e'
    exact ⟨ctx.get v, rfl, rfl, rfl⟩

/-- The distance from `p` to the multiple of the period below `a * x`. -/
theorem exists_distance {a p x : Int} {n : Nat} (hn : 0 < n) (h : p ≤ a * x) :
    ∃ k : Nat, k < n ∧ ∃ t : Int, 0 ≤ t ∧ p + k = a * x - n * t := by
  have hn' : 0 < (n : Int) := Int.ofNat_lt.mpr hn
  have h₁ := Int.emod_nonneg (a * x - p) (Int.ne_of_gt hn')
  have h₂ := Int.emod_lt_of_pos (a * x - p) hn'
  have h₃ := Int.mul_ediv_add_emod (a * x - p) n
  have h₄ : 0 ≤ (a * x - p) / n := Int.le_ediv_of_mul_le hn' (by omega)
  obtain ⟨k, hk⟩ := Int.eq_ofNat_of_zero_le h₁
  rw [hk] at h₂ h₃
  exact ⟨k, Int.ofNat_lt.mp h₂, _, h₄, by omega⟩

/-- What elimination gives for the bound `p ≤ a * x` and the opposite bound. -/
theorem eliminate {a b p q x : Int} {n : Nat} (ha : 0 < a) (hb : 0 ≤ b) (hn : 0 < n)
    (hd : a ∣ n) (h₁ : p ≤ a * x) (h₂ : b * x ≤ -q) :
    ∃ k : Nat, k < n ∧ (∃ t : Int, p + k = a * x - n * t) ∧
      b * p + a * q + b * k ≤ 0 ∧ a ∣ p + k := by
  obtain ⟨k, hk, t, ht, e⟩ := exists_distance hn h₁
  refine ⟨k, hk, ⟨t, e⟩, ?_, ?_⟩
  · have h₃ := Int.mul_le_mul_of_nonneg_left h₂ (Int.le_of_lt ha)
    have h₄ : p + k ≤ a * x := by
      have := Int.mul_nonneg (Int.natCast_nonneg n) ht
      omega
    have h₅ := Int.mul_le_mul_of_nonneg_left h₄ hb
    rw [Int.mul_add, Int.mul_left_comm] at h₅
    rw [Int.mul_neg] at h₃
    omega
  · rw [e]
    exact Int.dvd_sub (Int.dvd_mul_right a x) (Int.dvd_mul_of_dvd_left hd t)

/-! ## Two bounds -/

/-- Whether `p₁` bounds its variable from below, `p₂` from above, and `a` divides `n > 0`. -/
def cooper_cert (p₁ p₂ : Poly) (a : Int) (n : Nat) : Bool :=
  sameVar p₁ p₂ && (decide (p₁.leadCoeff < 0) && (decide (0 < p₂.leadCoeff) &&
    (decide (0 < n) && (n : Int) % a == 0)))

theorem cooper_cert_parts {p₁ p₂ : Poly} {a : Int} {n : Nat}
    (h : cooper_cert p₁ p₂ a n = true) :
    sameVar p₁ p₂ = true ∧ p₁.leadCoeff < 0 ∧ 0 < p₂.leadCoeff ∧ 0 < n ∧ a ∣ n := by
  have h := and_parts h
  have h₁ := and_parts h.2
  have h₂ := and_parts h₁.2
  have h₃ := and_parts h₂.2
  exact ⟨h.1, of_decide_eq_true h₁.1, of_decide_eq_true h₂.1, of_decide_eq_true h₃.1,
    Int.dvd_of_emod_eq_zero (eq_of_beq h₃.2)⟩

/-- The polynomial `b * p - a * q` of two bounds without their variable. -/
abbrev resolvent (p₁ p₂ : Poly) : Poly := comb p₂.leadCoeff p₁.tail (-p₁.leadCoeff) p₂.tail

/-- The case `k` of elimination from the lower bound. -/
def cooper_left_split (ctx : Context) (p₁ p₂ : Poly) (k : Nat) : Prop :=
  (resolvent p₁ p₂).denote ctx + p₂.leadCoeff * k ≤ 0 ∧ p₁.leadCoeff ∣ p₁.tail.denote ctx + k

theorem neg_dvd {a b : Int} (h : -a ∣ b) : a ∣ b := by
  obtain ⟨c, hc⟩ := h
  exact ⟨-c, by rw [hc, Int.neg_mul, Int.mul_neg]⟩

theorem dvd_neg_left {a b : Int} (h : a ∣ b) : -a ∣ b := by
  obtain ⟨c, hc⟩ := h
  exact ⟨-c, by rw [hc, Int.neg_mul_neg]⟩

theorem neg_pos_of_neg {a : Int} (h : a < 0) : 0 < -a := by omega

theorem right_le_neg {a p : Int} (h : a + p ≤ 0) : p ≤ -a := by omega

theorem left_le_neg {a p : Int} (h : a + p ≤ 0) : a ≤ -p := by omega

theorem cooper_left (ctx : Context) (p₁ p₂ : Poly) (n : Nat)
    (h : cooper_cert p₁ p₂ p₁.leadCoeff n = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 → OrOver n (cooper_left_split ctx p₁ p₂) := by
  obtain ⟨hv, ha, hb, hn, hd⟩ := cooper_cert_parts h
  obtain ⟨x, e₁, e₂⟩ := sameVar_spec ctx hv
  rw [Poly.denote'_eq, Poly.denote'_eq, e₁, e₂]
  intro h₁ h₂
  obtain ⟨k, hk, _, h₃, h₄⟩ := eliminate (a := -p₁.leadCoeff) (b := p₂.leadCoeff)
    (p := p₁.tail.denote ctx) (q := p₂.tail.denote ctx) (x := x) (neg_pos_of_neg ha)
    (Int.le_of_lt hb) hn (dvd_neg_left hd) (by rw [Int.neg_mul]; exact right_le_neg h₁)
    (left_le_neg h₂)
  refine orOver_of_lt ⟨?_, neg_dvd h₄⟩ hk
  rw [denote_comb]
  exact h₃

theorem cooper_left_split_ineq (ctx : Context) (p₁ p₂ : Poly) (k : Nat) (b : Int) (p' : Poly)
    (hs : cooper_left_split ctx p₁ p₂ k)
    (h : (b == p₂.leadCoeff && p'.eqv ((resolvent p₁ p₂).addConst (b * k))) = true) :
    p'.denote' ctx ≤ 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, denote_of_eqv ctx h.2, denote_addConst, eq_of_beq h.1]
  exact hs.1

theorem cooper_left_split_dvd (ctx : Context) (p₁ p₂ : Poly) (k : Nat) (a : Int) (p' : Poly)
    (hs : cooper_left_split ctx p₁ p₂ k)
    (h : (a == p₁.leadCoeff && p'.eqv (p₁.tail.addConst k)) = true) : a ∣ p'.denote' ctx := by
  have h := and_parts h
  rw [Poly.denote'_eq, denote_of_eqv ctx h.2, denote_addConst, eq_of_beq h.1]
  exact hs.2

/-- The case `k` of elimination from the upper bound. -/
def cooper_right_split (ctx : Context) (p₁ p₂ : Poly) (k : Nat) : Prop :=
  (resolvent p₁ p₂).denote ctx + -p₁.leadCoeff * k ≤ 0 ∧ p₂.leadCoeff ∣ p₂.tail.denote ctx + k

theorem cooper_right (ctx : Context) (p₁ p₂ : Poly) (n : Nat)
    (h : cooper_cert p₁ p₂ p₂.leadCoeff n = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 → OrOver n (cooper_right_split ctx p₁ p₂) := by
  obtain ⟨hv, ha, hb, hn, hd⟩ := cooper_cert_parts h
  obtain ⟨x, e₁, e₂⟩ := sameVar_spec ctx hv
  rw [Poly.denote'_eq, Poly.denote'_eq, e₁, e₂]
  intro h₁ h₂
  obtain ⟨k, hk, _, h₃, h₄⟩ := eliminate (a := p₂.leadCoeff) (b := -p₁.leadCoeff)
    (p := p₂.tail.denote ctx) (q := p₁.tail.denote ctx) (x := -x) hb
    (Int.le_of_lt (neg_pos_of_neg ha)) hn hd (by rw [Int.mul_neg]; exact right_le_neg h₂)
    (by rw [Int.neg_mul_neg]; exact left_le_neg h₁)
  refine orOver_of_lt ⟨?_, h₄⟩ hk
  rw [denote_comb, Int.add_comm (p₂.leadCoeff * _)]
  exact h₃

theorem cooper_right_split_ineq (ctx : Context) (p₁ p₂ : Poly) (k : Nat) (a : Int) (p' : Poly)
    (hs : cooper_right_split ctx p₁ p₂ k)
    (h : (a == p₁.leadCoeff && p'.eqv ((resolvent p₁ p₂).addConst (-a * k))) = true) :
    p'.denote' ctx ≤ 0 := by
  have h := and_parts h
  rw [Poly.denote'_eq, denote_of_eqv ctx h.2, denote_addConst, eq_of_beq h.1]
  exact hs.1

theorem cooper_right_split_dvd (ctx : Context) (p₁ p₂ : Poly) (k : Nat) (b : Int) (p' : Poly)
    (hs : cooper_right_split ctx p₁ p₂ k)
    (h : (b == p₂.leadCoeff && p'.eqv (p₂.tail.addConst k)) = true) : b ∣ p'.denote' ctx := by
  have h := and_parts h
  rw [Poly.denote'_eq, denote_of_eqv ctx h.2, denote_addConst, eq_of_beq h.1]
  exact hs.2

/-! ## Two bounds and a divisibility -/

/-- As `cooper_cert`, and `a * d` divides `c * n` for the third polynomial's coefficient `c`. -/
def cooper_dvd_cert (p₁ p₂ p₃ : Poly) (d a : Int) (n : Nat) : Bool :=
  cooper_cert p₁ p₂ a n && (sameVar p₁ p₃ && (p₃.leadCoeff * n) % (a * d) == 0)

/-- The case `k` of elimination from the lower bound. -/
def cooper_dvd_left_split (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (k : Nat) : Prop :=
  cooper_left_split ctx p₁ p₂ k ∧ p₁.leadCoeff * d ∣
    (comb p₃.leadCoeff p₁.tail (-p₁.leadCoeff) p₃.tail).denote ctx + p₃.leadCoeff * k

/-- The variable eliminated between a bound at distance `k` and a divisibility. -/
theorem combine_dvd {s c d n t u x p q k : Int} (ht : p + k = s * x - n * t)
    (hu : c * x + q = d * u) : c * p + s * q + c * k = s * d * u - c * n * t := by
  have h : c * p + s * q + c * k = c * (p + k) + s * q := by
    rw [Int.mul_add, Int.add_right_comm]
  have hq : q = d * u - c * x := by
    rw [← hu, Int.add_comm (c * x), Int.add_sub_cancel]
  rw [h, ht, hq, Int.mul_sub, Int.mul_sub, ← Int.mul_assoc, ← Int.mul_assoc, ← Int.mul_assoc,
    ← Int.mul_assoc, Int.mul_comm c s]
  clear h ht hq hu
  omega

theorem cooper_dvd_left (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (n : Nat)
    (h : cooper_dvd_cert p₁ p₂ p₃ d p₁.leadCoeff n = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 → d ∣ p₃.denote' ctx →
      OrOver n (cooper_dvd_left_split ctx p₁ p₂ p₃ d) := by
  have h := and_parts h
  have h' := and_parts h.2
  obtain ⟨hv, ha, hb, hn, hd⟩ := cooper_cert_parts h.1
  obtain ⟨x, e₁, e₂, e₃⟩ := sameVar_spec₂ ctx hv h'.1
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, e₁, e₂, e₃]
  intro h₁ h₂ ⟨u, hu⟩
  obtain ⟨k, hk, ⟨t, ht⟩, h₃, h₄⟩ := eliminate (a := -p₁.leadCoeff) (b := p₂.leadCoeff)
    (p := p₁.tail.denote ctx) (q := p₂.tail.denote ctx) (x := x) (neg_pos_of_neg ha)
    (Int.le_of_lt hb) hn (dvd_neg_left hd) (by rw [Int.neg_mul]; exact right_le_neg h₁)
    (left_le_neg h₂)
  refine orOver_of_lt ⟨⟨by rw [denote_comb]; exact h₃, neg_dvd h₄⟩, ?_⟩ hk
  rw [denote_comb, combine_dvd ht hu, Int.neg_mul, Int.neg_mul]
  exact Int.dvd_sub (Int.dvd_neg (Int.dvd_mul_right _ u))
    (Int.dvd_mul_of_dvd_left (Int.dvd_of_emod_eq_zero (eq_of_beq h'.2)) t)

theorem cooper_dvd_left_split_ineq (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (k : Nat) (b : Int)
    (p' : Poly) (hs : cooper_dvd_left_split ctx p₁ p₂ p₃ d k)
    (h : (b == p₂.leadCoeff && p'.eqv ((resolvent p₁ p₂).addConst (b * k))) = true) :
    p'.denote' ctx ≤ 0 :=
  cooper_left_split_ineq ctx p₁ p₂ k b p' hs.1 h

theorem cooper_dvd_left_split_dvd1 (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (k : Nat) (a : Int)
    (p' : Poly) (hs : cooper_dvd_left_split ctx p₁ p₂ p₃ d k)
    (h : (a == p₁.leadCoeff && p'.eqv (p₁.tail.addConst k)) = true) : a ∣ p'.denote' ctx :=
  cooper_left_split_dvd ctx p₁ p₂ k a p' hs.1 h

theorem cooper_dvd_left_split_dvd2 (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (k : Nat)
    (d' : Int) (p' : Poly) (hs : cooper_dvd_left_split ctx p₁ p₂ p₃ d k)
    (h : (d' == p₁.leadCoeff * d &&
      p'.eqv ((comb p₃.leadCoeff p₁.tail (-p₁.leadCoeff) p₃.tail).addConst (p₃.leadCoeff * k)))
      = true) : d' ∣ p'.denote' ctx := by
  have h := and_parts h
  rw [Poly.denote'_eq, denote_of_eqv ctx h.2, denote_addConst, eq_of_beq h.1]
  exact hs.2

/-- The case `k` of elimination from the upper bound. -/
def cooper_dvd_right_split (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (k : Nat) : Prop :=
  cooper_right_split ctx p₁ p₂ k ∧ p₂.leadCoeff * d ∣
    (comb (-p₃.leadCoeff) p₂.tail p₂.leadCoeff p₃.tail).denote ctx + -p₃.leadCoeff * k

theorem cooper_dvd_right (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (n : Nat)
    (h : cooper_dvd_cert p₁ p₂ p₃ d p₂.leadCoeff n = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 → d ∣ p₃.denote' ctx →
      OrOver n (cooper_dvd_right_split ctx p₁ p₂ p₃ d) := by
  have h := and_parts h
  have h' := and_parts h.2
  obtain ⟨hv, ha, hb, hn, hd⟩ := cooper_cert_parts h.1
  obtain ⟨x, e₁, e₂, e₃⟩ := sameVar_spec₂ ctx hv h'.1
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq, e₁, e₂, e₃]
  intro h₁ h₂ ⟨u, hu⟩
  obtain ⟨k, hk, ⟨t, ht⟩, h₃, h₄⟩ := eliminate (a := p₂.leadCoeff) (b := -p₁.leadCoeff)
    (p := p₂.tail.denote ctx) (q := p₁.tail.denote ctx) (x := -x) hb
    (Int.le_of_lt (neg_pos_of_neg ha)) hn hd (by rw [Int.mul_neg]; exact right_le_neg h₂)
    (by rw [Int.neg_mul_neg]; exact left_le_neg h₁)
  refine orOver_of_lt ⟨⟨by rw [denote_comb, Int.add_comm (p₂.leadCoeff * _)]; exact h₃, h₄⟩, ?_⟩ hk
  rw [denote_comb, combine_dvd (c := -p₃.leadCoeff) (d := d) (u := u) (x := -x) ht
    (by rw [Int.neg_mul_neg]; exact hu), Int.neg_mul, Int.neg_mul]
  exact Int.dvd_sub (Int.dvd_mul_right _ u)
    (Int.dvd_neg (Int.dvd_mul_of_dvd_left (Int.dvd_of_emod_eq_zero (eq_of_beq h'.2)) t))

theorem cooper_dvd_right_split_ineq (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (k : Nat)
    (a : Int) (p' : Poly) (hs : cooper_dvd_right_split ctx p₁ p₂ p₃ d k)
    (h : (a == p₁.leadCoeff && p'.eqv ((resolvent p₁ p₂).addConst (-a * k))) = true) :
    p'.denote' ctx ≤ 0 :=
  cooper_right_split_ineq ctx p₁ p₂ k a p' hs.1 h

theorem cooper_dvd_right_split_dvd1 (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (k : Nat)
    (b : Int) (p' : Poly) (hs : cooper_dvd_right_split ctx p₁ p₂ p₃ d k)
    (h : (b == p₂.leadCoeff && p'.eqv (p₂.tail.addConst k)) = true) : b ∣ p'.denote' ctx :=
  cooper_right_split_dvd ctx p₁ p₂ k b p' hs.1 h

theorem cooper_dvd_right_split_dvd2 (ctx : Context) (p₁ p₂ p₃ : Poly) (d : Int) (k : Nat)
    (d' : Int) (p' : Poly) (hs : cooper_dvd_right_split ctx p₁ p₂ p₃ d k)
    (h : (d' == p₂.leadCoeff * d &&
      p'.eqv ((comb (-p₃.leadCoeff) p₂.tail p₂.leadCoeff p₃.tail).addConst (-p₃.leadCoeff * k)))
      = true) : d' ∣ p'.denote' ctx := by
  have h := and_parts h
  rw [Poly.denote'_eq, denote_of_eqv ctx h.2, denote_addConst, eq_of_beq h.1]
  exact hs.2

/-! ## No integer between two numbers -/

/-- Whether no `x` with `d ∣ c * x + e` lies between the numbers `a ≤ x` and `x ≤ -b`, where
`α * c + β * d = 1`: `x` is `-α * e` modulo `d`, and the first such number is past `-b`. -/
def cooper_unsat_cert (p₁ p₂ p₃ : Poly) (d α β : Int) : Bool :=
  match p₁, p₂, p₃ with
  | .add k₁ x (.num a), .add k₂ y (.num b), .add c z (.num e) =>
    (k₁ == -1 && (k₂ == 1 && (Nat.beq x y && (Nat.beq x z && (decide (0 < d) &&
      (α * c + β * d == 1 &&
        decide (-b < -(-(a - -α * e % d) / d) * d + -α * e % d)))))))
  | _, _, _ => false

theorem cooper_unsat_core {a b c d e α β x : Int} (hd : 0 < d) (h₁ : a ≤ x) (h₂ : x ≤ -b)
    (h₃ : d ∣ c * x + e) (h : α * c + β * d = 1)
    (hlt : -b < -(-(a - -α * e % d) / d) * d + -α * e % d) : False := by
  obtain ⟨u, hu⟩ := h₃
  have hr := Int.mul_ediv_add_emod (-α * e) d
  revert hlt hr
  generalize -α * e % d = r
  generalize -α * e / d = v
  intro hlt hr
  have hx : x = d * (α * u + β * x + v) + r := by
    have e : α * (c * x) + β * (d * x) = x := by
      rw [← Int.mul_assoc, ← Int.mul_assoc, ← Int.add_mul, h, Int.one_mul]
    rw [Int.mul_add, Int.mul_add, Int.mul_left_comm d α, Int.mul_left_comm d β, Int.add_assoc, hr,
      ← hu, Int.mul_add, Int.neg_mul]
    clear hr hu hlt h hd h₁ h₂
    omega
  have hk : -(-(a - r) / d) ≤ α * u + β * x + v := by
    refine Int.neg_le_of_neg_le (Int.le_ediv_of_mul_le hd ?_)
    rw [Int.mul_neg]
    omega
  have h₅ := Int.mul_le_mul_of_nonneg_left hk (Int.le_of_lt hd)
  rw [Int.mul_comm] at h₅
  omega

theorem cooper_unsat (ctx : Context) (p₁ p₂ p₃ : Poly) (d α β : Int)
    (h : cooper_unsat_cert p₁ p₂ p₃ d α β = true) :
    p₁.denote' ctx ≤ 0 → p₂.denote' ctx ≤ 0 → d ∣ p₃.denote' ctx → False := by
  rw [Poly.denote'_eq, Poly.denote'_eq, Poly.denote'_eq]
  unfold cooper_unsat_cert at h
  split at h
  · rename_i k₁ x a k₂ y b c z e
    have h := and_parts h
    have h₁ := and_parts h.2
    have h₂ := and_parts h₁.2
    have h₃ := and_parts h₂.2
    have h₄ := and_parts h₃.2
    have h₅ := and_parts h₄.2
    have e₁ := eq_of_beq h.1
    have e₂ := eq_of_beq h₁.1
    have e₃ := Nat.eq_of_beq_eq_true h₂.1
    have e₄ := Nat.eq_of_beq_eq_true h₃.1
    subst e₁ e₂ e₃ e₄
    show -1 * ctx.get x + a ≤ 0 → 1 * ctx.get x + b ≤ 0 → d ∣ c * ctx.get x + e → False
    intro hl hu hd
    exact cooper_unsat_core (of_decide_eq_true h₄.1) (x := ctx.get x) (by omega) (by omega) hd
      (eq_of_beq h₅.1) (of_decide_eq_true h₅.2)
  · exact Bool.noConfusion h

end Int.Internal.Linear
