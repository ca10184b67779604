prelude
import Init.Data.Int.Order
import Init.Data.Nat.Div

/-!
# Division of integers

`a / b` and `a % b` are Euclid's: `0 ≤ a % b < |b|` when `b ≠ 0`. Proofs go through
`Int.ediv_add_emod` and the bounds of the remainder; only those look at the definitions.
-/

namespace Int

theorem ofNat_ediv_ofNat (m n : Nat) : (m : Int) / n = (m / n : Nat) := rfl

@[simp, norm_cast] protected theorem natCast_ediv (m n : Nat) : ((m / n : Nat) : Int) = m / n := rfl

@[simp, norm_cast] protected theorem natCast_emod (m n : Nat) : ((m % n : Nat) : Int) = m % n := rfl

@[simp] protected theorem ediv_zero (a : Int) : a / 0 = 0 :=
  match a with
  | ofNat n => congrArg ofNat (Nat.div_zero n)
  | -[_+1] => rfl

@[simp] protected theorem zero_ediv (a : Int) : 0 / a = 0 :=
  match a with
  | ofNat n => congrArg ofNat (Nat.zero_div n)
  | -[n+1] => by
    show -((0 / (n + 1) : Nat) : Int) = 0
    rw [Nat.zero_div]
    rfl

@[simp] protected theorem ediv_neg (a b : Int) : a / (-b) = -(a / b) :=
  match a, b with
  | ofNat m, 0 => by
    show ((m / 0 : Nat) : Int) = -((m / 0 : Nat) : Int)
    rw [Nat.div_zero]
    rfl
  | ofNat _, ofNat (_+1) => rfl
  | ofNat m, -[n+1] => (Int.neg_neg ((m / (n + 1) : Nat) : Int)).symm
  | -[_+1], 0 => rfl
  | -[_+1], ofNat (_+1) => rfl
  | -[_+1], -[_+1] => rfl

/-! ## The two laws that define the quotient and the remainder -/

theorem sub_add_neg_add (x y z : Int) : x - y + -(z + x) = -(z + y) := by
  rw [Int.sub_eq_add_neg, Int.neg_add, Int.add_comm (-z), Int.add_assoc, Int.add_left_comm (-y),
    ← Int.add_assoc, Int.add_right_neg, Int.zero_add, Int.add_comm (-y), Int.neg_add]

/-- The remainder of `-(m+1)` by `n+1` is `n - m % (n+1)`. -/
theorem negSucc_emod_add (m n : Nat) :
    subNatNat (n + 1) (m % (n + 1) + 1) + (n + 1 : Nat) * -[m / (n + 1) +1] = -[m+1] := by
  have hm : ((n + 1 : Nat) : Int) * (m / (n + 1) : Nat) + (m % (n + 1) : Nat) = m := by
    rw [← Int.natCast_mul, ← Int.natCast_add, Nat.div_add_mod]
  have hneg : ∀ k : Nat, -[k+1] = -((k : Int) + 1) := fun _ => rfl
  rw [Int.subNatNat_eq_coe, hneg, hneg, Int.mul_neg, Int.mul_add, Int.mul_one, sub_add_neg_add,
    Int.natCast_add (m % (n + 1)), ← Int.add_assoc, hm]
  rfl

theorem emod_add_mul_ediv (a b : Int) : a % b + b * (a / b) = a :=
  match a, b with
  | ofNat m, ofNat n => by
    show ((m % n : Nat) : Int) + n * (m / n : Nat) = m
    rw [← Int.natCast_mul, ← Int.natCast_add, Nat.mod_add_div]
  | ofNat m, -[n+1] => by
    show ((m % (n + 1) : Nat) : Int) + -(n + 1 : Nat) * -(m / (n + 1) : Nat) = m
    rw [Int.neg_mul_neg, ← Int.natCast_mul, ← Int.natCast_add, Nat.mod_add_div]
  | -[m+1], 0 => by
    show subNatNat 0 (m % 0 + 1) + 0 * 0 = -[m+1]
    rw [Nat.mod_zero, Int.mul_zero, Int.add_zero]
    rfl
  | -[m+1], ofNat (n+1) => negSucc_emod_add m n
  | -[m+1], -[n+1] => negSucc_emod_add m n

theorem mul_ediv_add_emod (a b : Int) : b * (a / b) + a % b = a := by
  rw [Int.add_comm, emod_add_mul_ediv]

protected theorem emod_def (a b : Int) : a % b = a - b * (a / b) := by
  have h := emod_add_mul_ediv a b
  rw [Int.add_comm] at h
  rw [← congrArg (· - b * (a / b)) h]
  show _ = b * (a / b) + a % b - b * (a / b)
  rw [Int.add_comm, Int.add_sub_cancel]

theorem subNatNat_emod (m : Nat) {n : Nat} (h : 0 < n) :
    ∃ r : Nat, subNatNat n (m % n + 1) = r ∧ r < n :=
  ⟨n - (m % n + 1), Int.subNatNat_of_le (Nat.mod_lt m h), Nat.sub_lt h (Nat.succ_pos _)⟩

theorem natAbs_pos_of_ne_zero {b : Int} (h : b ≠ 0) : 0 < b.natAbs :=
  match b with
  | ofNat 0 => absurd rfl h
  | ofNat (_+1) => Nat.succ_pos _
  | -[_+1] => Nat.succ_pos _

protected theorem emod_nonneg (a : Int) {b : Int} (h : b ≠ 0) : 0 ≤ a % b :=
  match a with
  | ofNat _ => natCast_nonneg _
  | -[m+1] =>
    match subNatNat_emod m (natAbs_pos_of_ne_zero h) with
    | ⟨r, hr, _⟩ => by
      show 0 ≤ subNatNat _ _
      rw [hr]
      exact natCast_nonneg r

protected theorem emod_lt_of_pos (a : Int) {b : Int} (h : 0 < b) : a % b < b := by
  obtain ⟨n, rfl⟩ := eq_ofNat_of_zero_le (Int.le_of_lt h)
  have hn : 0 < n := ofNat_lt.mp h
  cases a with
  | ofNat m => exact ofNat_lt.mpr (Nat.mod_lt m hn)
  | negSucc m =>
    obtain ⟨r, hr, hlt⟩ := subNatNat_emod m hn
    show subNatNat n (m % n + 1) < n
    rw [hr]
    exact ofNat_lt.mpr hlt

theorem emod_lt_natAbs (a : Int) {b : Int} (h : b ≠ 0) : a % b < b.natAbs := by
  have hn := natAbs_pos_of_ne_zero h
  match a with
  | ofNat m => exact ofNat_lt.mpr (Nat.mod_lt m hn)
  | -[m+1] =>
    obtain ⟨r, hr, hlt⟩ := subNatNat_emod m hn
    show subNatNat b.natAbs (m % b.natAbs + 1) < b.natAbs
    rw [hr]
    exact ofNat_lt.mpr hlt

/-! ## Bounds of the quotient -/

theorem mul_ediv_self_le {x k : Int} (h : k ≠ 0) : k * (x / k) ≤ x := by
  have h' := Int.add_le_add_left (Int.emod_nonneg x h) (k * (x / k))
  rwa [Int.add_zero, mul_ediv_add_emod] at h'

theorem lt_mul_ediv_self_add {x k : Int} (h : 0 < k) : x < k * (x / k) + k := by
  have h' := Int.add_lt_add_left (Int.emod_lt_of_pos x h) (k * (x / k))
  rwa [mul_ediv_add_emod] at h'

protected theorem le_ediv_of_mul_le {a b c : Int} (hc : 0 < c) (h : c * a ≤ b) : a ≤ b / c := by
  refine Int.le_of_not_lt fun h' => ?_
  have h'' := Int.mul_le_mul_of_nonneg_left (show b / c + 1 ≤ a from h') (Int.le_of_lt hc)
  rw [Int.mul_add, Int.mul_one] at h''
  exact Int.not_le_of_lt (lt_mul_ediv_self_add hc) (Int.le_trans h'' h)

protected theorem ediv_le_of_le_mul {a b c : Int} (hc : 0 < c) (h : a ≤ c * b) : a / c ≤ b :=
  Int.le_of_mul_le_mul_left (Int.le_trans (mul_ediv_self_le (Int.ne_of_gt hc)) h) hc

protected theorem mul_ediv_cancel_left_of_pos (a : Int) {b : Int} (h : 0 < b) : b * a / b = a :=
  Int.le_antisymm (Int.ediv_le_of_le_mul h (Int.le_refl _))
    (Int.le_ediv_of_mul_le h (Int.le_refl _))

@[simp] protected theorem mul_ediv_cancel_left (a : Int) {b : Int} (h : b ≠ 0) : b * a / b = a := by
  cases Int.lt_or_gt_of_ne h with
  | inr h => exact Int.mul_ediv_cancel_left_of_pos a h
  | inl h =>
    have hb : 0 < -b := by
      have h' := Int.neg_lt_neg h
      rwa [Int.neg_zero] at h'
    have h' := Int.mul_ediv_cancel_left_of_pos (-a) hb
    rw [Int.neg_mul_neg, Int.ediv_neg] at h'
    rw [← Int.neg_neg (b * a / b), h', Int.neg_neg]

@[simp] protected theorem mul_ediv_cancel (a : Int) {b : Int} (h : b ≠ 0) : a * b / b = a := by
  rw [Int.mul_comm, Int.mul_ediv_cancel_left a h]

@[simp] protected theorem ediv_one (a : Int) : a / 1 = a := by
  have h := Int.mul_ediv_cancel_left_of_pos a (b := 1) (lt.intro 0 rfl)
  rwa [Int.one_mul] at h

@[simp] protected theorem ediv_self {a : Int} (h : a ≠ 0) : a / a = 1 := by
  have h' := Int.mul_ediv_cancel_left 1 h
  rwa [Int.mul_one] at h'

@[simp] protected theorem emod_zero (a : Int) : a % 0 = a := by
  rw [Int.emod_def, Int.zero_mul, Int.sub_zero]

@[simp] protected theorem emod_one (a : Int) : a % 1 = 0 := by
  rw [Int.emod_def, Int.ediv_one, Int.one_mul, Int.sub_self]

@[simp] protected theorem zero_emod (a : Int) : 0 % a = 0 := by
  rw [Int.emod_def, Int.zero_ediv, Int.mul_zero, Int.sub_self]

/-! ## Divisibility -/

protected theorem dvd_def (a b : Int) : (a ∣ b) = ∃ c, b = a * c := rfl

@[simp] protected theorem dvd_refl (a : Int) : a ∣ a := ⟨1, (Int.mul_one a).symm⟩

@[simp] protected theorem dvd_zero (a : Int) : a ∣ 0 := ⟨0, (Int.mul_zero a).symm⟩

protected theorem dvd_trans {a b c : Int} : a ∣ b → b ∣ c → a ∣ c
  | ⟨x, hx⟩, ⟨y, hy⟩ => ⟨x * y, by rw [hy, hx, Int.mul_assoc]⟩

protected theorem dvd_add {a b c : Int} : a ∣ b → a ∣ c → a ∣ b + c
  | ⟨x, hx⟩, ⟨y, hy⟩ => ⟨x + y, by rw [hx, hy, Int.mul_add]⟩

protected theorem dvd_neg {a b : Int} : a ∣ b → a ∣ -b
  | ⟨x, hx⟩ => ⟨-x, by rw [hx, Int.mul_neg]⟩

protected theorem dvd_sub {a b c : Int} (h₁ : a ∣ b) (h₂ : a ∣ c) : a ∣ b - c :=
  Int.dvd_add h₁ (Int.dvd_neg h₂)

protected theorem dvd_mul_right (a b : Int) : a ∣ a * b := ⟨b, rfl⟩

protected theorem dvd_mul_left (a b : Int) : a ∣ b * a := ⟨b, Int.mul_comm b a⟩

protected theorem dvd_mul_of_dvd_left {a b : Int} (h : a ∣ b) (c : Int) : a ∣ b * c :=
  Int.dvd_trans h (Int.dvd_mul_right b c)

protected theorem mul_ediv_cancel' {a b : Int} : a ∣ b → a * (b / a) = b
  | ⟨c, hc⟩ =>
    if h : a = 0 then by rw [hc, h, Int.zero_mul, Int.zero_mul]
    else by rw [hc, Int.mul_ediv_cancel_left c h]

theorem emod_eq_zero_of_dvd {a b : Int} (h : a ∣ b) : b % a = 0 := by
  rw [Int.emod_def, Int.mul_ediv_cancel' h, Int.sub_self]

theorem dvd_of_emod_eq_zero {a b : Int} (h : b % a = 0) : a ∣ b := by
  have h' := mul_ediv_add_emod b a
  rw [h, Int.add_zero] at h'
  exact ⟨b / a, h'.symm⟩

theorem dvd_iff_emod_eq_zero {a b : Int} : a ∣ b ↔ b % a = 0 :=
  ⟨emod_eq_zero_of_dvd, dvd_of_emod_eq_zero⟩

instance decidableDvd (a b : Int) : Decidable (a ∣ b) :=
  if h : b % a = 0 then isTrue (dvd_of_emod_eq_zero h)
  else isFalse fun h' => h (emod_eq_zero_of_dvd h')

theorem dvd_eq_true_of_mod_eq_zero {a b : Int} (h : b % a == 0) : (a ∣ b) = True :=
  eq_true (dvd_of_emod_eq_zero (eq_of_beq h))

theorem dvd_eq_false_of_mod_ne_zero {a b : Int} (h : b % a != 0) : (a ∣ b) = False :=
  eq_false fun h' => by
    rw [emod_eq_zero_of_dvd h'] at h
    exact Bool.noConfusion h

theorem emod_pos_of_not_dvd {a b : Int} (h : ¬ a ∣ b) : a = 0 ∨ 0 < b % a :=
  if ha : a = 0 then .inl ha
  else .inr (Int.lt_iff_le_and_ne.mpr
    ⟨Int.emod_nonneg b ha, fun e => h (dvd_of_emod_eq_zero e.symm)⟩)

@[simp, norm_cast] theorem natCast_dvd_natCast {m n : Nat} : (m : Int) ∣ n ↔ m ∣ n :=
  ⟨fun h => Nat.dvd_of_mod_eq_zero (Int.ofNat.inj (emod_eq_zero_of_dvd h)),
   fun ⟨k, hk⟩ => ⟨k, by rw [hk, Int.natCast_mul]⟩⟩

theorem natCast_dvd {m : Nat} {a : Int} : (m : Int) ∣ a ↔ m ∣ a.natAbs :=
  match a with
  | ofNat _ => natCast_dvd_natCast
  | -[n+1] => by
    show _ ↔ m ∣ n + 1
    rw [← natCast_dvd_natCast]
    exact ⟨fun h => Int.dvd_neg h, fun h => Int.dvd_neg h⟩

theorem natAbs_dvd {a b : Int} : (a.natAbs : Int) ∣ b ↔ a ∣ b :=
  match a with
  | ofNat _ => Iff.rfl
  | -[n+1] => by
    show ((n + 1 : Nat) : Int) ∣ b ↔ -((n + 1 : Nat) : Int) ∣ b
    exact ⟨fun ⟨c, hc⟩ => ⟨-c, by rw [hc, Int.neg_mul_neg]⟩,
      fun ⟨c, hc⟩ => ⟨-c, by rw [hc, Int.neg_mul, Int.mul_neg]⟩⟩

/-! ## The remainder nearest to zero -/

/-- The remainder of `x` by `m` in `[-m/2, m/2)`. -/
def bmod (x : Int) (m : Nat) : Int :=
  let r := x % m
  if r < (m + 1) / 2 then r else r - m

theorem dvd_sub_bmod (x : Int) (m : Nat) : (m : Int) ∣ x - bmod x m := by
  have h : (m : Int) ∣ x - x % m := by
    rw [Int.emod_def, Int.sub_sub_self]
    exact Int.dvd_mul_right _ _
  unfold bmod
  dsimp only
  split
  · exact h
  · have h' := Int.dvd_add h (Int.dvd_refl m)
    rwa [Int.sub_eq_add_neg (a := x), Int.add_assoc, Int.add_comm (-(x % m)),
      ← Int.sub_eq_add_neg (a := (m : Int)), ← Int.neg_sub] at h'

end Int
