prelude
import Init.Data.Int.Basic

/-!
# The order of the integers

`a ≤ b` holds when a natural number takes `a` to `b`; everything else follows from
`Int.le.intro` and `Int.le.dest`. Division is in `Init.Data.Int.DivMod`.
-/

namespace Int

/-! ## Cancelling -/

protected theorem add_sub_same (a b : Int) : a + (b - a) = b := by
  rw [Int.sub_eq_add_neg, Int.add_left_comm, Int.add_right_neg, Int.add_zero]

protected theorem sub_add_cancel (a b : Int) : a - b + b = a := by
  rw [Int.sub_eq_add_neg, Int.add_assoc, Int.add_left_neg, Int.add_zero]

protected theorem add_sub_cancel (a b : Int) : a + b - b = a := by
  rw [Int.sub_eq_add_neg, Int.add_assoc, Int.add_right_neg, Int.add_zero]

protected theorem add_left_cancel {a b c : Int} (h : a + b = a + c) : b = c := by
  have h' := congrArg (fun x => -a + x) h
  simpa only [← Int.add_assoc, Int.add_left_neg, Int.zero_add] using h'

protected theorem add_right_cancel {a b c : Int} (h : a + b = c + b) : a = c := by
  rw [Int.add_comm a, Int.add_comm c] at h
  exact Int.add_left_cancel h

protected theorem sub_eq_zero_of_eq {a b : Int} (h : a = b) : a - b = 0 := by
  rw [h, Int.sub_self]

protected theorem eq_of_sub_eq_zero {a b : Int} (h : a - b = 0) : a = b := by
  rw [← Int.sub_add_cancel a b, h, Int.zero_add]

protected theorem neg_add_cancel_left (a b : Int) : -a + (a + b) = b := by
  rw [← Int.add_assoc, Int.add_left_neg, Int.zero_add]

protected theorem add_sub_assoc (a b c : Int) : a + b - c = a + (b - c) := Int.add_assoc a b (-c)

protected theorem neg_sub (a b : Int) : -(a - b) = b - a := by
  rw [Int.sub_eq_add_neg, Int.neg_add, Int.neg_neg, Int.add_comm]
  rfl

protected theorem sub_sub_self (a b : Int) : a - (a - b) = b := by
  rw [Int.sub_eq_add_neg, Int.neg_sub, Int.add_sub_same]

protected theorem sub_sub_sub_cancel_left (a b c : Int) : a - b - (a - c) = c - b := by
  rw [Int.sub_eq_add_neg (a := a - b), Int.neg_sub, Int.sub_eq_add_neg (a := a), Int.add_comm,
    Int.add_comm a, Int.sub_eq_add_neg (a := c), Int.add_assoc, Int.add_left_comm (-a),
    Int.add_left_neg, Int.add_zero]
  rfl

/-! ## A natural number from `a` to `b` -/

theorem le.intro {a b : Int} (n : Nat) (h : a + n = b) : a ≤ b := by
  show NonNeg (b - a)
  rw [← h, Int.add_comm, Int.add_sub_cancel]
  exact NonNeg.mk n

theorem NonNeg.exists {a : Int} (h : NonNeg a) : ∃ n : Nat, a = n :=
  match a, h with
  | _, .mk n => ⟨n, rfl⟩

theorem le.dest {a b : Int} (h : a ≤ b) : ∃ n : Nat, a + n = b :=
  match NonNeg.exists (a := b - a) h with
  | ⟨n, hn⟩ => ⟨n, by rw [← hn, Int.add_sub_same]⟩

theorem lt.dest {a b : Int} (h : a < b) : ∃ n : Nat, a + (n + 1 : Nat) = b :=
  match le.dest (a := a + 1) h with
  | ⟨n, hn⟩ => ⟨n, by rw [← hn, Int.add_assoc, Int.add_comm 1, Int.natCast_add]; rfl⟩

theorem lt.intro {a b : Int} (n : Nat) (h : a + (n + 1 : Nat) = b) : a < b :=
  le.intro (a := a + 1) n (by rw [← h, Int.add_assoc, Int.add_comm 1, Int.natCast_add]; rfl)

protected theorem add_natCast_eq_self {a : Int} {n : Nat} (h : a + n = a) : n = 0 :=
  Int.ofNat.inj (Int.add_left_cancel (h.trans (Int.add_zero a).symm))

/-! ## A linear order -/

@[simp] protected theorem le_refl (a : Int) : a ≤ a := le.intro 0 (Int.add_zero a)

protected theorem le_of_eq {a b : Int} (h : a = b) : a ≤ b := h ▸ Int.le_refl a

protected theorem le_trans {a b c : Int} (h₁ : a ≤ b) (h₂ : b ≤ c) : a ≤ c :=
  match le.dest h₁, le.dest h₂ with
  | ⟨m, hm⟩, ⟨n, hn⟩ => le.intro (m + n) (by rw [Int.natCast_add, ← Int.add_assoc, hm, hn])

protected theorem le_antisymm {a b : Int} (h₁ : a ≤ b) (h₂ : b ≤ a) : a = b :=
  match le.dest h₁, le.dest h₂ with
  | ⟨m, hm⟩, ⟨n, hn⟩ => by
    have h : m + n = 0 := Int.add_natCast_eq_self (a := a)
      (by rw [Int.natCast_add, ← Int.add_assoc, hm, hn])
    rw [Nat.eq_zero_of_add_eq_zero_right h] at hm
    rw [← hm]
    exact (Int.add_zero a).symm

protected theorem le_or_lt (a b : Int) : a ≤ b ∨ b < a := by
  have h := Int.add_sub_same a b
  revert h
  generalize b - a = d
  intro h
  cases d with
  | ofNat n => exact .inl (le.intro n h)
  | negSucc n =>
    refine .inr (lt.intro n ?_)
    rw [← h, Int.add_assoc]
    show a + (-((n + 1 : Nat) : Int) + (n + 1 : Nat)) = a
    rw [Int.add_left_neg, Int.add_zero]

protected theorem le_of_lt {a b : Int} (h : a < b) : a ≤ b :=
  match lt.dest h with
  | ⟨n, hn⟩ => le.intro (n + 1) hn

protected theorem not_le_of_lt {a b : Int} (h : a < b) : ¬ b ≤ a := fun h' =>
  match lt.dest h, le.dest h' with
  | ⟨m, hm⟩, ⟨n, hn⟩ =>
    have h₀ : m + 1 + n = 0 := Int.add_natCast_eq_self (a := a)
      (by rw [Int.natCast_add, ← Int.add_assoc, hm, hn])
    Nat.succ_ne_zero (m + n) ((Nat.succ_add m n).symm.trans h₀)

protected theorem lt_irrefl (a : Int) : ¬ a < a := fun h => Int.not_le_of_lt h (Int.le_refl a)

protected theorem lt_of_not_le {a b : Int} (h : ¬ a ≤ b) : b < a := (Int.le_or_lt a b).resolve_left h

protected theorem le_of_not_lt {a b : Int} (h : ¬ a < b) : b ≤ a := (Int.le_or_lt b a).resolve_right h

@[simp] protected theorem not_le {a b : Int} : ¬ a ≤ b ↔ b < a :=
  ⟨Int.lt_of_not_le, Int.not_le_of_lt⟩

@[simp] protected theorem not_lt {a b : Int} : ¬ a < b ↔ b ≤ a :=
  ⟨Int.le_of_not_lt, fun h h' => Int.not_le_of_lt h' h⟩

protected theorem le_total (a b : Int) : a ≤ b ∨ b ≤ a :=
  (Int.le_or_lt a b).imp_right Int.le_of_lt

protected theorem lt_of_lt_of_le {a b c : Int} (h₁ : a < b) (h₂ : b ≤ c) : a < c :=
  Int.le_trans (a := a + 1) h₁ h₂

protected theorem add_le_add_left {a b : Int} (h : a ≤ b) (c : Int) : c + a ≤ c + b :=
  match le.dest h with
  | ⟨n, hn⟩ => le.intro n (by rw [Int.add_assoc, hn])

protected theorem add_le_add_right {a b : Int} (h : a ≤ b) (c : Int) : a + c ≤ b + c := by
  rw [Int.add_comm a, Int.add_comm b]
  exact Int.add_le_add_left h c

protected theorem add_le_add {a b c d : Int} (h₁ : a ≤ b) (h₂ : c ≤ d) : a + c ≤ b + d :=
  Int.le_trans (Int.add_le_add_right h₁ c) (Int.add_le_add_left h₂ b)

protected theorem lt_of_le_of_lt {a b c : Int} (h₁ : a ≤ b) (h₂ : b < c) : a < c :=
  Int.le_trans (a := a + 1) (Int.add_le_add_right h₁ 1) h₂

protected theorem lt_trans {a b c : Int} (h₁ : a < b) (h₂ : b < c) : a < c :=
  Int.lt_of_lt_of_le h₁ (Int.le_of_lt h₂)

protected theorem lt_asymm {a b : Int} (h : a < b) : ¬ b < a := fun h' =>
  Int.lt_irrefl a (Int.lt_trans h h')

protected theorem ne_of_lt {a b : Int} (h : a < b) : a ≠ b := fun e => Int.lt_irrefl b (e ▸ h)

protected theorem ne_of_gt {a b : Int} (h : b < a) : a ≠ b := fun e => Int.lt_irrefl a (e ▸ h)

protected theorem lt_or_gt_of_ne {a b : Int} (h : a ≠ b) : a < b ∨ a > b :=
  match Int.le_or_lt a b with
  | .inr h' => .inr h'
  | .inl h' => (Int.le_or_lt b a).elim (fun h'' => absurd (Int.le_antisymm h' h'') h) .inl

protected theorem lt_trichotomy (a b : Int) : a < b ∨ a = b ∨ b < a :=
  match Int.le_or_lt a b with
  | .inr h => .inr (.inr h)
  | .inl h => (Int.le_or_lt b a).elim (fun h' => .inr (.inl (Int.le_antisymm h h'))) .inl

protected theorem lt_iff_le_and_ne {a b : Int} : a < b ↔ a ≤ b ∧ a ≠ b :=
  ⟨fun h => ⟨Int.le_of_lt h, Int.ne_of_lt h⟩,
   fun h => Int.lt_of_not_le fun h' => h.2 (Int.le_antisymm h.1 h')⟩

protected theorem lt_iff_le_not_le {a b : Int} : a < b ↔ a ≤ b ∧ ¬ b ≤ a :=
  ⟨fun h => ⟨Int.le_of_lt h, Int.not_le_of_lt h⟩, fun h => Int.lt_of_not_le h.2⟩

theorem add_one_le_of_lt {a b : Int} (h : a < b) : a + 1 ≤ b := h

theorem lt_of_add_one_le {a b : Int} (h : a + 1 ≤ b) : a < b := h

theorem lt_add_one_of_le {a b : Int} (h : a ≤ b) : a < b + 1 := Int.add_le_add_right h 1

theorem le_of_lt_add_one {a b : Int} (h : a < b + 1) : a ≤ b := by
  have h' := Int.add_le_add_right (c := -1) (show a + 1 ≤ b + 1 from h)
  rwa [Int.add_assoc, Int.add_assoc, Int.add_right_neg, Int.add_zero, Int.add_zero] at h'

theorem lt_add_one_iff {a b : Int} : a < b + 1 ↔ a ≤ b := ⟨le_of_lt_add_one, lt_add_one_of_le⟩

theorem add_one_le_iff {a b : Int} : a + 1 ≤ b ↔ a < b := Iff.rfl

protected theorem le_of_add_le_add_left {a b c : Int} (h : c + a ≤ c + b) : a ≤ b := by
  have h' := Int.add_le_add_left h (-c)
  rwa [← Int.add_assoc, ← Int.add_assoc, Int.add_left_neg, Int.zero_add, Int.zero_add] at h'

protected theorem le_of_add_le_add_right {a b c : Int} (h : a + c ≤ b + c) : a ≤ b := by
  rw [Int.add_comm a, Int.add_comm b] at h
  exact Int.le_of_add_le_add_left h

protected theorem add_le_add_iff_left {b c : Int} (a : Int) : a + b ≤ a + c ↔ b ≤ c :=
  ⟨Int.le_of_add_le_add_left, fun h => Int.add_le_add_left h a⟩

protected theorem add_le_add_iff_right {a b : Int} (c : Int) : a + c ≤ b + c ↔ a ≤ b :=
  ⟨Int.le_of_add_le_add_right, fun h => Int.add_le_add_right h c⟩

protected theorem add_lt_add_left {a b : Int} (h : a < b) (c : Int) : c + a < c + b := by
  show c + a + 1 ≤ c + b
  rw [Int.add_assoc]
  exact Int.add_le_add_left h c

protected theorem add_lt_add_right {a b : Int} (h : a < b) (c : Int) : a + c < b + c := by
  rw [Int.add_comm a, Int.add_comm b]
  exact Int.add_lt_add_left h c

protected theorem add_lt_add {a b c d : Int} (h₁ : a < b) (h₂ : c < d) : a + c < b + d :=
  Int.lt_trans (Int.add_lt_add_right h₁ c) (Int.add_lt_add_left h₂ b)

protected theorem neg_le_neg {a b : Int} (h : a ≤ b) : -b ≤ -a := by
  have h' := Int.add_le_add_left h (-a + -b)
  rwa [Int.add_comm (-a), Int.add_assoc, Int.add_left_neg, Int.add_zero, Int.add_comm (-b),
    Int.add_assoc, Int.add_left_neg, Int.add_zero] at h'

protected theorem neg_le_neg_iff {a b : Int} : -a ≤ -b ↔ b ≤ a :=
  ⟨fun h => by simpa only [Int.neg_neg] using Int.neg_le_neg h, Int.neg_le_neg⟩

protected theorem neg_lt_neg {a b : Int} (h : a < b) : -b < -a :=
  Int.lt_of_not_le fun h' => Int.not_le_of_lt h (Int.neg_le_neg_iff.mp h')

protected theorem le_neg_of_le_neg {a b : Int} (h : a ≤ -b) : b ≤ -a := by
  have h' := Int.neg_le_neg h
  rwa [Int.neg_neg] at h'

protected theorem neg_le_of_neg_le {a b : Int} (h : -a ≤ b) : -b ≤ a := by
  have h' := Int.neg_le_neg h
  rwa [Int.neg_neg] at h'

protected theorem neg_nonpos_of_nonneg {a : Int} (h : 0 ≤ a) : -a ≤ 0 := by
  have h' := Int.neg_le_neg h
  rwa [Int.neg_zero] at h'

protected theorem neg_nonneg_of_nonpos {a : Int} (h : a ≤ 0) : 0 ≤ -a := by
  have h' := Int.neg_le_neg h
  rwa [Int.neg_zero] at h'

protected theorem sub_nonneg_of_le {a b : Int} (h : b ≤ a) : 0 ≤ a - b := by
  have h' := Int.add_le_add_right h (-b)
  rwa [Int.add_right_neg] at h'

protected theorem le_of_sub_nonneg {a b : Int} (h : 0 ≤ a - b) : b ≤ a := by
  have h' := Int.add_le_add_right h b
  rwa [Int.sub_add_cancel, Int.zero_add] at h'

protected theorem sub_nonneg {a b : Int} : 0 ≤ a - b ↔ b ≤ a :=
  ⟨Int.le_of_sub_nonneg, Int.sub_nonneg_of_le⟩

protected theorem sub_le_sub {a b c d : Int} (h₁ : a ≤ b) (h₂ : c ≤ d) : a - d ≤ b - c :=
  Int.add_le_add h₁ (Int.neg_le_neg h₂)

protected theorem sub_left_le_of_le_add {a b c : Int} (h : a ≤ b + c) : a - b ≤ c := by
  have h' := Int.add_le_add_left h (-b)
  rwa [← Int.add_assoc, Int.add_left_neg, Int.zero_add, Int.add_comm] at h'

protected theorem le_add_of_sub_left_le {a b c : Int} (h : a - b ≤ c) : a ≤ b + c := by
  have h' := Int.add_le_add_left h b
  rwa [Int.add_sub_same] at h'

/-! ## Products -/

protected theorem mul_nonneg {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b :=
  match le.dest ha, le.dest hb with
  | ⟨m, hm⟩, ⟨n, hn⟩ => le.intro (m * n)
      (by rw [Int.natCast_mul, Int.zero_add, ← hm, ← hn, Int.zero_add, Int.zero_add])

protected theorem mul_le_mul_of_nonneg_left {a b c : Int} (h : a ≤ b) (hc : 0 ≤ c) :
    c * a ≤ c * b := by
  have h' := Int.mul_nonneg hc (Int.sub_nonneg_of_le h)
  rw [Int.mul_sub] at h'
  exact Int.le_of_sub_nonneg h'

protected theorem mul_le_mul_of_nonneg_right {a b c : Int} (h : a ≤ b) (hc : 0 ≤ c) :
    a * c ≤ b * c := by
  rw [Int.mul_comm a, Int.mul_comm b]
  exact Int.mul_le_mul_of_nonneg_left h hc

protected theorem mul_le_mul_of_nonpos_left {a b c : Int} (hc : c ≤ 0) (h : a ≤ b) :
    c * b ≤ c * a := by
  have h' := Int.mul_le_mul_of_nonneg_left h (Int.neg_nonneg_of_nonpos hc)
  rw [Int.neg_mul, Int.neg_mul] at h'
  exact Int.neg_le_neg_iff.mp h'

protected theorem mul_pos {a b : Int} (ha : 0 < a) (hb : 0 < b) : 0 < a * b := by
  have h := Int.mul_le_mul_of_nonneg_left (show 1 ≤ b from hb) (Int.le_of_lt ha)
  rw [Int.mul_one] at h
  exact Int.lt_of_lt_of_le ha h

protected theorem mul_lt_mul_of_pos_left {a b c : Int} (h : a < b) (hc : 0 < c) :
    c * a < c * b := by
  have h' := Int.mul_le_mul_of_nonneg_left (show a + 1 ≤ b from h) (Int.le_of_lt hc)
  rw [Int.mul_add, Int.mul_one] at h'
  exact Int.lt_of_lt_of_le (by simpa only [Int.add_zero] using Int.add_lt_add_left hc (c * a)) h'

protected theorem le_of_mul_le_mul_left {a b c : Int} (h : c * a ≤ c * b) (hc : 0 < c) : a ≤ b :=
  Int.le_of_not_lt fun h' => Int.not_le_of_lt (Int.mul_lt_mul_of_pos_left h' hc) h

protected theorem mul_left_cancel_of_pos {a b c : Int} (hc : 0 < c) (h : c * a = c * b) : a = b :=
  Int.le_antisymm (Int.le_of_mul_le_mul_left (Int.le_of_eq h) hc)
    (Int.le_of_mul_le_mul_left (Int.le_of_eq h.symm) hc)

/-! ## Natural numbers among the integers -/

@[simp, norm_cast] theorem ofNat_le {m n : Nat} : (m : Int) ≤ n ↔ m ≤ n :=
  ⟨fun h => match le.dest h with
    | ⟨k, hk⟩ => Nat.le.intro (k := k) (Int.ofNat.inj (show ofNat (m + k) = ofNat n from hk)),
   fun h => match Nat.le.dest h with
    | ⟨k, hk⟩ => le.intro k (by rw [← hk]; rfl)⟩

@[simp, norm_cast] theorem ofNat_lt {m n : Nat} : (m : Int) < n ↔ m < n := ofNat_le (m := m + 1)

@[simp] theorem natCast_nonneg (n : Nat) : 0 ≤ (n : Int) := le.intro n (Int.zero_add _)

theorem ofNat_nonneg (n : Nat) : 0 ≤ (n : Int) := natCast_nonneg n

theorem ofNat_zero_le (n : Nat) : 0 ≤ (n : Int) := natCast_nonneg n

theorem eq_ofNat_of_zero_le {a : Int} (h : 0 ≤ a) : ∃ n : Nat, a = n :=
  match le.dest h with
  | ⟨n, hn⟩ => ⟨n, by rw [← hn, Int.zero_add]⟩

theorem negSucc_lt_zero (n : Nat) : -[n+1] < 0 := lt.intro n (Int.add_left_neg (n + 1 : Nat))

theorem toNat_of_nonneg {a : Int} (h : 0 ≤ a) : (a.toNat : Int) = a :=
  match a, eq_ofNat_of_zero_le h with
  | _, ⟨_, rfl⟩ => rfl

theorem natAbs_of_nonneg {a : Int} (h : 0 ≤ a) : (a.natAbs : Int) = a :=
  match a, eq_ofNat_of_zero_le h with
  | _, ⟨_, rfl⟩ => rfl

theorem le_natAbs {a : Int} : a ≤ a.natAbs :=
  match a with
  | ofNat n => Int.le_refl n
  | -[n+1] => Int.le_of_lt (Int.lt_of_lt_of_le (negSucc_lt_zero n) (natCast_nonneg _))

/-! ## Minimum and maximum -/

protected theorem min_def (a b : Int) : min a b = if a ≤ b then a else b := rfl

protected theorem max_def (a b : Int) : max a b = if a ≤ b then b else a := rfl

protected theorem min_le_left (a b : Int) : min a b ≤ a := by
  rw [Int.min_def]
  split
  · exact Int.le_refl a
  · exact Int.le_of_lt (Int.lt_of_not_le ‹_›)

protected theorem min_le_right (a b : Int) : min a b ≤ b := by
  rw [Int.min_def]
  split
  · assumption
  · exact Int.le_refl b

protected theorem le_max_left (a b : Int) : a ≤ max a b := by
  rw [Int.max_def]
  split
  · assumption
  · exact Int.le_refl a

protected theorem le_max_right (a b : Int) : b ≤ max a b := by
  rw [Int.max_def]
  split
  · exact Int.le_refl b
  · exact Int.le_of_lt (Int.lt_of_not_le ‹_›)

protected theorem le_min {a b c : Int} : a ≤ min b c ↔ a ≤ b ∧ a ≤ c :=
  ⟨fun h => ⟨Int.le_trans h (Int.min_le_left b c), Int.le_trans h (Int.min_le_right b c)⟩,
   fun h => by
    rw [Int.min_def]
    split
    · exact h.1
    · exact h.2⟩

protected theorem max_le {a b c : Int} : max a b ≤ c ↔ a ≤ c ∧ b ≤ c :=
  ⟨fun h => ⟨Int.le_trans (Int.le_max_left a b) h, Int.le_trans (Int.le_max_right a b) h⟩,
   fun h => by
    rw [Int.max_def]
    split
    · exact h.2
    · exact h.1⟩

theorem toNat_eq_max (a : Int) : (a.toNat : Int) = max a 0 := by
  rw [Int.max_def]
  split
  · rename_i h
    cases a with
    | ofNat n => rw [Int.le_antisymm h (natCast_nonneg n)]; rfl
    | negSucc n => rfl
  · rename_i h
    exact toNat_of_nonneg (Int.le_of_lt (Int.lt_of_not_le h))

end Int
