prelude
import Init.Data.Nat.Basic
import Init.PropLemmas

/-!
# Natural numbers: lemmas

Minimum and maximum, truncated subtraction, powers, and division beyond what the definitions need.
Names and statements are those of Lean 4.35's public interface; the proofs are ours.
-/

set_option linter.all false

namespace Nat

/-! ## Minimum and maximum -/

protected theorem min_comm (a b : Nat) : min a b = min b a :=
  match Nat.le_total a b with
  | .inl h => (Nat.min_eq_left h).trans (Nat.min_eq_right h).symm
  | .inr h => (Nat.min_eq_right h).trans (Nat.min_eq_left h).symm
protected theorem max_comm (a b : Nat) : max a b = max b a :=
  match Nat.le_total a b with
  | .inl h => (Nat.max_eq_right h).trans (Nat.max_eq_left h).symm
  | .inr h => (Nat.max_eq_left h).trans (Nat.max_eq_right h).symm
@[simp] protected theorem min_self (a : Nat) : min a a = a := Nat.min_eq_left (Nat.le_refl a)
@[simp] protected theorem max_self (a : Nat) : max a a = a := Nat.max_eq_right (Nat.le_refl a)
@[simp] protected theorem zero_min (a : Nat) : min 0 a = 0 := Nat.min_eq_left (Nat.zero_le a)
@[simp] protected theorem min_zero (a : Nat) : min a 0 = 0 := Nat.min_eq_right (Nat.zero_le a)
@[simp] protected theorem zero_max (a : Nat) : max 0 a = a := Nat.max_eq_right (Nat.zero_le a)
@[simp] protected theorem max_zero (a : Nat) : max a 0 = a := Nat.max_eq_left (Nat.zero_le a)
protected theorem le_min {a b c : Nat} : a ≤ min b c ↔ a ≤ b ∧ a ≤ c :=
  ⟨fun h => ⟨Nat.le_trans h (Nat.min_le_left b c), Nat.le_trans h (Nat.min_le_right b c)⟩,
    fun h => match Nat.le_total b c with
      | .inl e => Nat.le_trans h.1 (Nat.le_of_eq (Nat.min_eq_left e).symm)
      | .inr e => Nat.le_trans h.2 (Nat.le_of_eq (Nat.min_eq_right e).symm)⟩
protected theorem lt_min {a b c : Nat} : a < min b c ↔ a < b ∧ a < c := Nat.le_min
protected theorem max_le {a b c : Nat} : max a b ≤ c ↔ a ≤ c ∧ b ≤ c :=
  ⟨fun h => ⟨Nat.le_trans (Nat.le_max_left a b) h, Nat.le_trans (Nat.le_max_right a b) h⟩,
    fun h => match Nat.le_total a b with
      | .inl e => Nat.le_trans (Nat.le_of_eq (Nat.max_eq_right e)) h.2
      | .inr e => Nat.le_trans (Nat.le_of_eq (Nat.max_eq_left e)) h.1⟩
protected theorem max_lt {a b c : Nat} : max a b < c ↔ a < c ∧ b < c :=
  ⟨fun h => ⟨Nat.lt_of_le_of_lt (Nat.le_max_left a b) h,
      Nat.lt_of_le_of_lt (Nat.le_max_right a b) h⟩,
    fun h => match Nat.le_total a b with
      | .inl e => Nat.lt_of_le_of_lt (Nat.le_of_eq (Nat.max_eq_right e)) h.2
      | .inr e => Nat.lt_of_le_of_lt (Nat.le_of_eq (Nat.max_eq_left e)) h.1⟩
protected theorem min_assoc (a b c : Nat) : min (min a b) c = min a (min b c) :=
  have l := Nat.min_le_left (min a b) c
  have r := Nat.min_le_right a (min b c)
  Nat.le_antisymm
    (Nat.le_min.2 ⟨Nat.le_trans l (Nat.min_le_left a b),
      Nat.le_min.2 ⟨Nat.le_trans l (Nat.min_le_right a b), Nat.min_le_right (min a b) c⟩⟩)
    (Nat.le_min.2 ⟨Nat.le_min.2 ⟨Nat.min_le_left a (min b c), Nat.le_trans r (Nat.min_le_left b c)⟩,
      Nat.le_trans r (Nat.min_le_right b c)⟩)
protected theorem max_assoc (a b c : Nat) : max (max a b) c = max a (max b c) :=
  have l := Nat.le_max_left (max a b) c
  have r := Nat.le_max_right a (max b c)
  Nat.le_antisymm
    (Nat.max_le.2 ⟨Nat.max_le.2 ⟨Nat.le_max_left a (max b c), Nat.le_trans (Nat.le_max_left b c) r⟩,
      Nat.le_trans (Nat.le_max_right b c) r⟩)
    (Nat.max_le.2 ⟨Nat.le_trans (Nat.le_max_left a b) l,
      Nat.max_le.2 ⟨Nat.le_trans (Nat.le_max_right a b) l, Nat.le_max_right (max a b) c⟩⟩)
protected theorem min_le_of_left_le {a b c : Nat} (h : a ≤ c) : min a b ≤ c :=
  Nat.le_trans (Nat.min_le_left a b) h
protected theorem min_le_of_right_le {a b c : Nat} (h : b ≤ c) : min a b ≤ c :=
  Nat.le_trans (Nat.min_le_right a b) h
protected theorem le_max_of_le_left {a b c : Nat} (h : a ≤ b) : a ≤ max b c :=
  Nat.le_trans h (Nat.le_max_left b c)
protected theorem le_max_of_le_right {a b c : Nat} (h : a ≤ c) : a ≤ max b c :=
  Nat.le_trans h (Nat.le_max_right b c)
protected theorem add_min_add_right (a b c : Nat) : min (a + c) (b + c) = min a b + c :=
  match Nat.le_total a b with
  | .inl h => (Nat.min_eq_left (Nat.add_le_add_right h c)).trans
    (congrArg (· + c) (Nat.min_eq_left h).symm)
  | .inr h => (Nat.min_eq_right (Nat.add_le_add_right h c)).trans
    (congrArg (· + c) (Nat.min_eq_right h).symm)
protected theorem add_max_add_right (a b c : Nat) : max (a + c) (b + c) = max a b + c :=
  match Nat.le_total a b with
  | .inl h => (Nat.max_eq_right (Nat.add_le_add_right h c)).trans
    (congrArg (· + c) (Nat.max_eq_right h).symm)
  | .inr h => (Nat.max_eq_left (Nat.add_le_add_right h c)).trans
    (congrArg (· + c) (Nat.max_eq_left h).symm)
protected theorem succ_min_succ (a b : Nat) : min (a + 1) (b + 1) = min a b + 1 :=
  Nat.add_min_add_right a b 1
protected theorem succ_max_succ (a b : Nat) : max (a + 1) (b + 1) = max a b + 1 :=
  Nat.add_max_add_right a b 1
protected theorem add_min_add_left (a b c : Nat) : min (a + b) (a + c) = a + min b c := by
  rw [Nat.add_comm a, Nat.add_comm a, Nat.add_comm a]; exact Nat.add_min_add_right b c a
protected theorem add_max_add_left (a b c : Nat) : max (a + b) (a + c) = a + max b c := by
  rw [Nat.add_comm a, Nat.add_comm a, Nat.add_comm a]; exact Nat.add_max_add_right b c a
protected theorem min_add_max (a b : Nat) : min a b + max a b = a + b :=
  match Nat.le_total a b with
  | .inl h => congr (congrArg Nat.add (Nat.min_eq_left h)) (Nat.max_eq_right h)
  | .inr h => (congr (congrArg Nat.add (Nat.min_eq_right h)) (Nat.max_eq_left h)).trans
    (Nat.add_comm b a)

/-! ## Subtraction -/

protected theorem lt_sub_iff_add_lt {a b c : Nat} : a < c - b ↔ a + b < c :=
  ⟨fun h => Nat.lt_of_not_le fun k => Nat.not_lt_of_le (Nat.sub_le_of_le_add k) h,
    fun h => Nat.le_sub_of_add_le (Nat.le_trans (Nat.le_of_eq (Nat.add_right_comm a 1 b)) h)⟩
protected theorem lt_sub_iff_add_lt' {a b c : Nat} : a < c - b ↔ b + a < c :=
  Nat.lt_sub_iff_add_lt.trans (Iff.of_eq (congrArg (· < c) (Nat.add_comm a b)))
protected theorem sub_lt_iff_lt_add {a b c : Nat} (h : b ≤ a) : a - b < c ↔ a < c + b :=
  ⟨fun k => Nat.lt_of_le_of_lt (Nat.le_of_eq (Nat.sub_add_cancel h).symm)
      (Nat.add_lt_add_right k b),
    fun k => Nat.sub_lt_left_of_lt_add h (Nat.lt_of_lt_of_eq k (Nat.add_comm c b))⟩
protected theorem sub_lt_sub_right {a b c : Nat} (h : c ≤ a) (k : a < b) : a - c < b - c :=
  Nat.lt_sub_iff_add_lt.2 (Nat.lt_of_le_of_lt (Nat.le_of_eq (Nat.sub_add_cancel h)) k)
protected theorem sub_lt_sub_left {k m n : Nat} (h : k < m) (l : k < n) : m - n < m - k :=
  Nat.lt_sub_iff_add_lt.2 <| match Nat.le_total n m with
    | .inl e => Nat.lt_of_lt_of_eq (Nat.add_lt_add_left l (m - n)) (Nat.sub_add_cancel e)
    | .inr e => by rw [Nat.sub_eq_zero_of_le e, Nat.zero_add]; exact h
protected theorem sub_eq_iff_eq_add {a b c : Nat} (h : b ≤ a) : a - b = c ↔ a = c + b :=
  ⟨Nat.eq_add_of_sub_eq h, Nat.sub_eq_of_eq_add⟩
protected theorem sub_eq_iff_eq_add' {a b c : Nat} (h : b ≤ a) : a - b = c ↔ a = b + c :=
  (Nat.sub_eq_iff_eq_add h).trans (Iff.of_eq (congrArg (a = ·) (Nat.add_comm c b)))
protected theorem le_sub_iff_add_le {x y k : Nat} (h : k ≤ y) : x ≤ y - k ↔ x + k ≤ y :=
  ⟨fun l => Nat.le_trans (Nat.add_le_add_right l k) (Nat.le_of_eq (Nat.sub_add_cancel h)),
    Nat.le_sub_of_add_le⟩
protected theorem sub_le_sub_iff_right {n m k : Nat} (h : k ≤ m) : n - k ≤ m - k ↔ n ≤ m :=
  Nat.sub_le_iff_le_add.trans (Iff.of_eq (congrArg (n ≤ ·) (Nat.sub_add_cancel h)))
protected theorem sub_add_sub_cancel {a b c : Nat} (h : b ≤ a) (k : c ≤ b) :
    a - b + (b - c) = a - c :=
  (Nat.add_sub_assoc k (a - b)).symm.trans (congrArg (· - c) (Nat.sub_add_cancel h))
protected theorem sub_sub_self {n m : Nat} (h : m ≤ n) : n - (n - m) = m :=
  Nat.sub_eq_of_eq_add (Nat.add_sub_of_le h).symm
protected theorem sub_pos_iff_lt {n m : Nat} : 0 < n - m ↔ m < n :=
  ⟨Nat.lt_of_sub_pos, Nat.sub_pos_of_lt⟩
protected theorem sub_eq_zero_iff_le {n m : Nat} : n - m = 0 ↔ n ≤ m :=
  ⟨fun h => Nat.le_trans (Nat.le_add_of_sub_le (Nat.le_of_eq h)) (Nat.le_of_eq (Nat.zero_add m)),
    Nat.sub_eq_zero_of_le⟩
protected theorem sub_one_lt_iff {n : Nat} : n - 1 < n ↔ 0 < n :=
  match n with
  | 0 => Iff.rfl
  | n + 1 => ⟨fun _ => Nat.zero_lt_succ n, fun _ => Nat.lt_succ_self n⟩
protected theorem le_sub_one_iff_lt {m n : Nat} (h : 0 < m) : n ≤ m - 1 ↔ n < m :=
  Nat.le_sub_iff_add_le h
protected theorem sub_le_sub {n m k l : Nat} (h : n ≤ m) (k' : l ≤ k) : n - k ≤ m - l :=
  Nat.le_trans (Nat.sub_le_sub_right h k) (Nat.sub_le_sub_left k' m)
protected theorem le_add_one_iff {m n : Nat} : m ≤ n + 1 ↔ m ≤ n ∨ m = n + 1 :=
  ⟨fun h => (Nat.lt_or_eq_of_le h).imp_left Nat.le_of_lt_succ,
    fun h => h.elim Nat.le_succ_of_le Nat.le_of_eq⟩
protected theorem lt_iff_add_one_le {m n : Nat} : m < n ↔ m + 1 ≤ n := Iff.rfl
protected theorem one_le_iff_ne_zero {n : Nat} : 1 ≤ n ↔ n ≠ 0 :=
  ⟨Nat.ne_of_gt, Nat.pos_of_ne_zero⟩
protected theorem eq_one_of_lt_two_of_pos {n : Nat} (h : n < 2) (k : 0 < n) : n = 1 :=
  Nat.le_antisymm (Nat.le_of_lt_succ h) k
protected theorem add_eq_one_iff {m n : Nat} :
    m + n = 1 ↔ m = 0 ∧ n = 1 ∨ m = 1 ∧ n = 0 :=
  match m, n with
  | m, 0 => ⟨fun h => .inr ⟨h, rfl⟩, fun h => h.elim (fun h => Nat.noConfusion h.2) And.left⟩
  | 0, n + 1 => ⟨fun h => .inl ⟨rfl, (Nat.zero_add _).symm.trans h⟩,
      fun h => h.elim (fun h => (Nat.zero_add _).trans h.2) (fun h => Nat.noConfusion h.2)⟩
  | m + 1, n + 1 => ⟨fun h => Nat.noConfusion ((Nat.succ_add m n).symm.trans (Nat.succ.inj h)),
      fun h => h.elim (fun h => Nat.noConfusion h.1) (fun h => Nat.noConfusion h.2)⟩
protected theorem add_pos_left {m : Nat} (h : 0 < m) (n : Nat) : 0 < m + n :=
  Nat.le_trans h (Nat.le_add_right m n)
protected theorem add_pos_iff_pos_or_pos {m n : Nat} : 0 < m + n ↔ 0 < m ∨ 0 < n :=
  match n with
  | 0 => ⟨.inl, fun h => h.resolve_right (Nat.lt_irrefl 0)⟩
  | n + 1 => ⟨fun _ => .inr (Nat.zero_lt_succ n), fun _ => Nat.zero_lt_succ (m + n)⟩
protected theorem add_self_ne_one (n : Nat) : n + n ≠ 1 :=
  match n with
  | 0 => Nat.zero_ne_one
  | n + 1 =>
    have h := Nat.succ_le_succ n.zero_le
    Nat.ne_of_gt (Nat.lt_of_lt_of_le (Nat.lt_succ_self 1) (Nat.add_le_add h h))
protected theorem two_mul_ne_two_mul_add_one {n m : Nat} : 2 * n ≠ 2 * m + 1 :=
  match Nat.lt_or_ge m n with
  | .inl h =>
    Nat.ne_of_gt (Nat.lt_of_lt_of_le (Nat.lt_succ_self (2 * m + 1)) (Nat.mul_le_mul_left 2 h))
  | .inr h => Nat.ne_of_lt (Nat.lt_succ_of_le (Nat.mul_le_mul_left 2 h))

/-! ## Powers -/

protected theorem one_pow (n : Nat) : 1 ^ n = 1 := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.pow_succ, ih]
protected theorem zero_pow {n : Nat} (h : 0 < n) : 0 ^ n = 0 := by
  match n, h with
  | n + 1, _ => rw [Nat.pow_succ, Nat.mul_zero]
protected theorem pow_add (a m n : Nat) : a ^ (m + n) = a ^ m * a ^ n := by
  induction n with
  | zero => rw [Nat.add_zero, Nat.pow_zero, Nat.mul_one]
  | succ n ih => rw [Nat.add_succ, Nat.pow_succ, Nat.pow_succ, ih, Nat.mul_assoc]
protected theorem pow_two (a : Nat) : a ^ 2 = a * a := by
  rw [Nat.pow_succ, Nat.pow_succ, Nat.pow_zero, Nat.one_mul]
protected theorem pow_succ' {m n : Nat} : m ^ (n + 1) = m * m ^ n := by
  rw [Nat.pow_succ, Nat.mul_comm]
protected theorem pow_mul (a m n : Nat) : a ^ (m * n) = (a ^ m) ^ n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [Nat.mul_succ, Nat.pow_add, Nat.pow_succ, ih]
protected theorem mul_pow (a b n : Nat) : (a * b) ^ n = a ^ n * b ^ n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [Nat.pow_succ, Nat.pow_succ, Nat.pow_succ, ih, Nat.mul_assoc, Nat.mul_assoc,
      Nat.mul_left_comm (b ^ n)]
protected theorem lt_two_pow_self {n : Nat} : n < 2 ^ n := by
  induction n with
  | zero => exact Nat.zero_lt_one
  | succ n ih =>
    rw [Nat.pow_succ, Nat.mul_two]
    exact Nat.add_le_add ih (Nat.le_trans (Nat.succ_le_succ n.zero_le) ih)

/-! ## Rearrangement, multiplication and order -/

protected theorem mul_mul_mul_comm (a b c d : Nat) : (a * b) * (c * d) = (a * c) * (b * d) := by
  rw [Nat.mul_assoc, Nat.mul_left_comm b c d, ← Nat.mul_assoc]

protected theorem le_mul_of_pos_left {n : Nat} (m : Nat) (h : 0 < n) : m ≤ n * m := by
  have h := Nat.mul_le_mul_right m (show 1 ≤ n from h)
  rw [Nat.one_mul] at h
  exact h

protected theorem le_mul_of_pos_right {n : Nat} (m : Nat) (h : 0 < n) : m ≤ m * n := by
  rw [Nat.mul_comm]
  exact Nat.le_mul_of_pos_left m h


theorem lt_succ_of_lt {a b : Nat} (h : a < b) : a < succ b := Nat.lt_trans h (lt_succ_self b)

end Nat
