prelude
import Init.SimpLemmas
import Init.Classical
import Init.WF

/-!
# Natural numbers: operations and the order

Iteration functions, the ring laws of `+` and `*`, truncated subtraction, and the order; the names
that termination proofs and the arithmetic tactics refer to. Statements follow Lean 4.35's public
interface; proofs are our own. Division, powers, gcd, and the long tail of lemmas are elsewhere.
-/

set_option linter.all false

universe u

namespace Nat

@[elab_as_elim] protected noncomputable abbrev recAux {motive : Nat → Sort u} (zero : motive 0)
    (succ : ∀ n, motive n → motive (n + 1)) (t : Nat) : motive t :=
  Nat.rec zero succ t

@[elab_as_elim] protected abbrev casesAuxOn {motive : Nat → Sort u} (t : Nat) (zero : motive 0)
    (succ : ∀ n, motive (n + 1)) : motive t :=
  Nat.casesOn t zero succ

attribute [induction_eliminator] Nat.recAux
attribute [cases_eliminator] Nat.casesAuxOn

@[specialize] def fold {α : Type u} : (n : Nat) → (f : (i : Nat) → i < n → α → α) → α → α
  | 0, _, a => a
  | succ n, f, a => f n (Nat.lt_succ_self n) (fold n (fun i h => f i (Nat.lt_trans h (Nat.lt_succ_self n))) a)

@[specialize] def foldRev {α : Type u} : (n : Nat) → (f : (i : Nat) → i < n → α → α) → α → α
  | 0, _, a => a
  | succ n, f, a => foldRev n (fun i h => f i (Nat.lt_trans h (Nat.lt_succ_self n))) (f n (Nat.lt_succ_self n) a)

@[specialize] def any : (n : Nat) → (f : (i : Nat) → i < n → Bool) → Bool
  | 0, _ => false
  | succ n, f => any n (fun i h => f i (Nat.lt_trans h (Nat.lt_succ_self n))) || f n (Nat.lt_succ_self n)

@[specialize] def all : (n : Nat) → (f : (i : Nat) → i < n → Bool) → Bool
  | 0, _ => true
  | succ n, f => all n (fun i h => f i (Nat.lt_trans h (Nat.lt_succ_self n))) && f n (Nat.lt_succ_self n)

@[specialize] def «repeat» {α : Type u} (f : α → α) : (n : Nat) → (a : α) → α
  | 0, a => a
  | succ n, a => f (Nat.repeat f n a)

def blt (a b : Nat) : Bool := ble a.succ b

attribute [simp] Nat.zero_le Nat.not_lt_zero

theorem and_forall_add_one {p : Nat → Prop} : p 0 ∧ (∀ n, p (n + 1)) ↔ ∀ n, p n :=
  ⟨fun h n => match n with | 0 => h.left | n + 1 => h.right n, fun h => ⟨h 0, fun n => h (n + 1)⟩⟩

/-! ## Packing -/

@[simp] theorem zero_eq : Nat.zero = 0 := rfl
@[simp] theorem add_eq : Nat.add x y = x + y := rfl
@[simp] theorem mul_eq : Nat.mul x y = x * y := rfl
@[simp] theorem sub_eq : Nat.sub x y = x - y := rfl
@[simp] theorem lt_eq : Nat.lt x y = (x < y) := rfl
@[simp] theorem le_eq : Nat.le x y = (x ≤ y) := rfl
@[simp] theorem div_eq' : Nat.div x y = x / y := rfl
@[simp] theorem mod_eq' : Nat.mod x y = x % y := rfl

@[simp] theorem beq_refl (a : Nat) : Nat.beq a a = true := by
  induction a with
  | zero => rfl
  | succ a ih => exact ih

@[simp] theorem beq_eq : (Nat.beq x y = true) = (x = y) :=
  propext ⟨Nat.eq_of_beq_eq_true, fun h => h ▸ Nat.beq_refl x⟩
@[simp] theorem ble_eq : (Nat.ble x y = true) = (x ≤ y) :=
  propext ⟨Nat.le_of_ble_eq_true, Nat.ble_eq_true_of_le⟩
@[simp] theorem blt_eq : (Nat.blt x y = true) = (x < y) :=
  propext ⟨Nat.le_of_ble_eq_true, Nat.ble_eq_true_of_le⟩

instance : LawfulBEq Nat where
  eq_of_beq h := of_decide_eq_true h
  rfl := beq_self_eq_true' _

theorem beq_eq_true_eq (a b : Nat) : ((a == b) = true) = (a = b) := propext beq_iff_eq
theorem not_beq_eq_true_eq (a b : Nat) : ((!(a == b)) = true) = ¬(a = b) := propext bne_iff_ne

/-! ## Addition -/

protected theorem zero_add : ∀ (n : Nat), 0 + n = n
  | 0 => rfl
  | n+1 => congrArg succ (Nat.zero_add n)
attribute [simp] Nat.zero_add

theorem succ_add : ∀ (n m : Nat), (succ n) + m = succ (n + m)
  | _, 0 => rfl
  | n, m+1 => congrArg succ (succ_add n m)

theorem add_succ (n m : Nat) : n + succ m = succ (n + m) := rfl
theorem add_one (n : Nat) : n + 1 = succ n := rfl
@[simp] theorem succ_eq_add_one (n : Nat) : succ n = n + 1 := rfl
@[simp] theorem add_one_ne_zero (n : Nat) : n + 1 ≠ 0 := nofun
theorem zero_ne_add_one (n : Nat) : 0 ≠ n + 1 := nofun

protected theorem add_comm : ∀ (n m : Nat), n + m = m + n
  | n, 0 => (Nat.zero_add n).symm
  | n, m+1 => (congrArg succ (Nat.add_comm n m)).trans (succ_add m n).symm
instance : Std.Commutative (α := Nat) (· + ·) := ⟨Nat.add_comm⟩

protected theorem add_assoc : ∀ (n m k : Nat), (n + m) + k = n + (m + k)
  | _, _, 0 => rfl
  | n, m, succ k => congrArg succ (Nat.add_assoc n m k)
instance : Std.Associative (α := Nat) (· + ·) := ⟨Nat.add_assoc⟩
instance : Std.LawfulCommIdentity (α := Nat) (· + ·) 0 where
  left_id := Nat.zero_add
  right_id := Nat.add_zero

protected theorem add_left_comm (n m k : Nat) : n + (m + k) = m + (n + k) := by
  rw [← Nat.add_assoc, Nat.add_comm n m, Nat.add_assoc]
protected theorem add_add_add_comm (a b c d : Nat) : (a + b) + (c + d) = (a + c) + (b + d) := by
  rw [Nat.add_assoc, Nat.add_left_comm b c d, ← Nat.add_assoc]
protected theorem add_right_comm (n m k : Nat) : (n + m) + k = (n + k) + m := by
  rw [Nat.add_assoc, Nat.add_comm m k, ← Nat.add_assoc]

protected theorem add_left_cancel {n m k : Nat} : n + m = n + k → m = k := by
  induction n with
  | zero => intro h; rw [Nat.zero_add, Nat.zero_add] at h; exact h
  | succ n ih =>
    intro h
    exact ih (succ.inj (by rw [succ_add, succ_add] at h; exact h))
protected theorem add_right_cancel {n m k : Nat} (h : n + m = k + m) : n = k := by
  rw [Nat.add_comm n m, Nat.add_comm k m] at h
  exact Nat.add_left_cancel h

theorem eq_zero_of_add_eq_zero : ∀ {n m}, n + m = 0 → n = 0 ∧ m = 0
  | 0, 0, _ => ⟨rfl, rfl⟩
  | _, _+1, h => Nat.noConfusion h
protected theorem eq_zero_of_add_eq_zero_left (h : n + m = 0) : m = 0 :=
  (Nat.eq_zero_of_add_eq_zero h).right
protected theorem eq_zero_of_add_eq_zero_right (h : n + m = 0) : n = 0 :=
  (Nat.eq_zero_of_add_eq_zero h).left
protected theorem add_eq_zero_iff : n + m = 0 ↔ n = 0 ∧ m = 0 :=
  ⟨eq_zero_of_add_eq_zero, fun ⟨h, k⟩ => by subst h; subst k; rfl⟩

@[simp] protected theorem add_left_cancel_iff {m k n : Nat} : n + m = n + k ↔ m = k :=
  ⟨Nat.add_left_cancel, fun h => h ▸ rfl⟩
@[simp] protected theorem add_right_cancel_iff {m k n : Nat} : m + n = k + n ↔ m = k :=
  ⟨Nat.add_right_cancel, fun h => h ▸ rfl⟩

/-! ## Multiplication -/

@[simp] protected theorem mul_zero (n : Nat) : n * 0 = 0 := rfl
theorem mul_succ (n m : Nat) : n * succ m = n * m + n := rfl
theorem mul_add_one (n m : Nat) : n * (m + 1) = n * m + n := rfl

@[simp] protected theorem zero_mul : ∀ (n : Nat), 0 * n = 0
  | 0 => rfl
  | succ n => Nat.zero_mul n

theorem succ_mul (n m : Nat) : (succ n) * m = (n * m) + m := by
  induction m with
  | zero => rfl
  | succ m ih => rw [mul_add_one, ih, mul_add_one, succ_eq_add_one, ← Nat.add_assoc, ← Nat.add_assoc,
      Nat.add_right_comm (n * m) m n]
theorem add_one_mul (n m : Nat) : (n + 1) * m = n * m + m := succ_mul n m

protected theorem mul_comm : ∀ (n m : Nat), n * m = m * n
  | n, 0 => (Nat.zero_mul n).symm
  | n, m+1 => (congrArg (· + n) (Nat.mul_comm n m)).trans (succ_mul m n).symm
instance : Std.Commutative (α := Nat) (· * ·) := ⟨Nat.mul_comm⟩

@[simp] protected theorem mul_one (n : Nat) : n * 1 = n := Nat.zero_add n
@[simp] protected theorem one_mul (n : Nat) : 1 * n = n := (Nat.mul_comm 1 n).trans (Nat.mul_one n)

protected theorem left_distrib (n m k : Nat) : n * (m + k) = n * m + n * k := by
  induction k with
  | zero => rfl
  | succ k ih => rw [← Nat.add_assoc, mul_add_one, ih, mul_add_one, Nat.add_assoc]
protected theorem mul_add (n m k : Nat) : n * (m + k) = n * m + n * k := Nat.left_distrib n m k
protected theorem right_distrib (n m k : Nat) : (n + m) * k = n * k + m * k := by
  rw [Nat.mul_comm, Nat.left_distrib, Nat.mul_comm k n, Nat.mul_comm k m]
protected theorem add_mul (n m k : Nat) : (n + m) * k = n * k + m * k := Nat.right_distrib n m k

protected theorem mul_assoc (n m k : Nat) : (n * m) * k = n * (m * k) := by
  induction k with
  | zero => rfl
  | succ k ih => rw [mul_add_one, ih, mul_add_one, Nat.left_distrib]
instance : Std.Associative (α := Nat) (· * ·) := ⟨Nat.mul_assoc⟩
instance : Std.LawfulCommIdentity (α := Nat) (· * ·) 1 where
  left_id := Nat.one_mul
  right_id := Nat.mul_one

protected theorem mul_left_comm (n m k : Nat) : n * (m * k) = m * (n * k) := by
  rw [← Nat.mul_assoc, Nat.mul_comm n m, Nat.mul_assoc]
protected theorem mul_right_comm (n m k : Nat) : n * m * k = n * k * m := by
  rw [Nat.mul_assoc, Nat.mul_comm m, ← Nat.mul_assoc]
protected theorem mul_two (n) : n * 2 = n + n := by rw [Nat.mul_succ, Nat.mul_one]
protected theorem two_mul (n) : 2 * n = n + n := by rw [Nat.mul_comm, Nat.mul_two]

/-! ## Order -/

attribute [simp] Nat.le_refl Nat.lt_irrefl

theorem succ_lt_succ {n m : Nat} : n < m → succ n < succ m := succ_le_succ
theorem le_of_lt_add_one {n m : Nat} : n < m + 1 → n ≤ m := le_of_succ_le_succ
theorem lt_add_one_of_le {n m : Nat} : n ≤ m → n < m + 1 := succ_le_succ
theorem lt_add_one_iff : m < n + 1 ↔ m ≤ n := ⟨le_of_lt_add_one, lt_add_one_of_le⟩
protected theorem lt_succ_iff : m < succ n ↔ m ≤ n := ⟨le_of_lt_succ, lt_succ_of_le⟩
theorem lt_succ : m < succ n ↔ m ≤ n := ⟨le_of_lt_succ, lt_succ_of_le⟩
theorem not_add_one_le_zero (n : Nat) : ¬ n + 1 ≤ 0 := nofun
theorem not_add_one_le_self (n : Nat) : ¬ n + 1 ≤ n := Nat.not_succ_le_self n

instance : Trans (. < . : Nat → Nat → Prop) (. < . : Nat → Nat → Prop)
    (. < . : Nat → Nat → Prop) where
  trans := Nat.lt_trans
instance : Trans (. ≤ . : Nat → Nat → Prop) (. ≤ . : Nat → Nat → Prop)
    (. ≤ . : Nat → Nat → Prop) where
  trans := Nat.le_trans
instance : Trans (. < . : Nat → Nat → Prop) (. ≤ . : Nat → Nat → Prop)
    (. < . : Nat → Nat → Prop) where
  trans := Nat.lt_of_lt_of_le
instance : Trans (. ≤ . : Nat → Nat → Prop) (. < . : Nat → Nat → Prop)
    (. < . : Nat → Nat → Prop) where
  trans := Nat.lt_of_le_of_lt

protected theorem le_of_eq {n m : Nat} (p : n = m) : n ≤ m := p ▸ Nat.le_refl n
protected theorem lt_of_lt_of_eq {n m k : Nat} : n < m → m = k → n < k := fun h e => e ▸ h
protected theorem le_rfl {n : Nat} : n ≤ n := Nat.le_refl n
theorem le_step (h : n ≤ m) : n ≤ succ m := Nat.le.step h
theorem lt.step {n m : Nat} : n < m → n < succ m := Nat.le_succ_of_le
theorem le_of_succ_le {n m : Nat} (h : succ n ≤ m) : n ≤ m := Nat.le_trans (le_succ n) h
theorem lt_of_succ_lt {n m : Nat} : succ n < m → n < m := le_of_succ_le
protected theorem le_of_lt {n m : Nat} : n < m → n ≤ m := le_of_succ_le
theorem lt_of_succ_lt_succ {n m : Nat} : succ n < succ m → n < m := le_of_succ_le_succ
theorem lt_of_succ_le {n m : Nat} (h : succ n ≤ m) : n < m := h
theorem succ_le_of_lt {n m : Nat} (h : n < m) : succ n ≤ m := h
theorem add_one_le_of_lt {n m : Nat} (h : n < m) : n + 1 ≤ m := h
theorem lt_of_add_one_le {n m : Nat} (h : n + 1 ≤ m) : n < m := h
theorem succ_le : succ n ≤ m ↔ n < m := Iff.rfl
theorem add_one_le_iff : n + 1 ≤ m ↔ n < m := Iff.rfl
theorem eq_zero_or_pos : ∀ (n : Nat), n = 0 ∨ n > 0
  | 0 => .inl rfl
  | _+1 => .inr (succ_pos _)
protected theorem pos_of_ne_zero {n : Nat} : n ≠ 0 → 0 < n := (eq_zero_or_pos n).resolve_left
protected theorem pos_of_neZero (n : Nat) (h : n ≠ 0) : 0 < n := Nat.pos_of_ne_zero h
theorem lt.base (n : Nat) : n < succ n := Nat.le_refl (succ n)
attribute [simp] Nat.lt_succ_self Nat.lt_add_one
protected theorem le_total (m n : Nat) : m ≤ n ∨ n ≤ m :=
  (Nat.lt_or_ge m n).imp Nat.le_of_lt id
theorem eq_zero_of_le_zero {n : Nat} (h : n ≤ 0) : n = 0 := Nat.le_antisymm h (zero_le _)
theorem zero_lt_of_lt {a b : Nat} (h : a < b) : 0 < b := Nat.lt_of_le_of_lt (Nat.zero_le a) h
theorem zero_lt_of_ne_zero {a : Nat} (h : a ≠ 0) : 0 < a := Nat.pos_of_ne_zero h
theorem ne_of_lt {a b : Nat} (h : a < b) : a ≠ b := fun e => Nat.lt_irrefl b (e ▸ h)
theorem ne_of_gt {a b : Nat} (h : b < a) : a ≠ b := (ne_of_lt h).symm
protected theorem ne_of_lt' {a b : Nat} (h : a < b) : b ≠ a := ne_of_gt h
theorem le_or_eq_of_le_succ {m n : Nat} (h : m ≤ succ n) : m ≤ n ∨ m = succ n :=
  (Nat.eq_or_lt_of_le h).symm.imp le_of_lt_succ id
theorem le_or_eq_of_le_add_one {m n : Nat} (h : m ≤ n + 1) : m ≤ n ∨ m = n + 1 :=
  le_or_eq_of_le_succ h

@[simp] theorem le_add_right : ∀ (n k : Nat), n ≤ n + k
  | n, 0 => Nat.le_refl n
  | n, k+1 => le_succ_of_le (le_add_right n k)
@[simp] theorem le_add_left (n m : Nat) : n ≤ m + n := Nat.add_comm n m ▸ le_add_right n m
theorem le_of_add_right_le {n m k : Nat} (h : n + k ≤ m) : n ≤ m := Nat.le_trans (le_add_right n k) h
theorem le_of_add_left_le {n m k : Nat} (h : k + n ≤ m) : n ≤ m := Nat.le_trans (le_add_left n k) h
theorem le_add_right_of_le {n m k : Nat} (h : n ≤ m) : n ≤ m + k := Nat.le_trans h (le_add_right m k)
theorem le_add_left_of_le {n m k : Nat} (h : n ≤ m) : n ≤ k + m := Nat.le_trans h (le_add_left m k)
theorem lt_of_add_one_le' {n m : Nat} (h : n + 1 ≤ m) : n < m := h
protected theorem lt_add_left (c : Nat) (h : a < b) : a < c + b :=
  Nat.lt_of_lt_of_le h (le_add_left ..)
protected theorem lt_add_right (c : Nat) (h : a < b) : a < b + c :=
  Nat.lt_of_lt_of_le h (le_add_right ..)
theorem lt_of_add_right_lt {n m k : Nat} (h : n + k < m) : n < m :=
  Nat.lt_of_le_of_lt (Nat.le_add_right ..) h
theorem lt_of_add_left_lt {n m k : Nat} (h : k + n < m) : n < m :=
  Nat.lt_of_le_of_lt (Nat.le_add_left ..) h

theorem le.dest : ∀ {n m : Nat}, n ≤ m → Exists (fun k => n + k = m)
  | n, _, .refl => ⟨0, rfl⟩
  | _, _, .step h => let ⟨k, e⟩ := le.dest h; ⟨k + 1, congrArg succ e⟩
theorem le.intro {n m k : Nat} (h : n + k = m) : n ≤ m := h ▸ le_add_right n k

protected theorem not_le_of_gt {n m : Nat} (h : n > m) : ¬ n ≤ m :=
  fun l => Nat.lt_irrefl m (Nat.lt_of_lt_of_le h l)
protected theorem not_le_of_lt {a b : Nat} (h : a < b) : ¬(b ≤ a) := Nat.not_le_of_gt h
protected theorem not_lt_of_ge {a b : Nat} (h : b ≥ a) : ¬(b < a) := fun l => Nat.not_le_of_gt l h
protected theorem not_lt_of_le {a b : Nat} (h : a ≤ b) : ¬(b < a) := Nat.not_lt_of_ge h
protected theorem lt_le_asymm {a b : Nat} (h : a < b) : ¬(b ≤ a) := Nat.not_le_of_gt h
protected theorem le_lt_asymm {a b : Nat} (h : a ≤ b) : ¬(b < a) := Nat.not_lt_of_ge h
protected theorem lt_asymm {a b : Nat} (h : a < b) : ¬ b < a := Nat.not_lt_of_le (Nat.le_of_lt h)
protected theorem not_lt_of_gt {a b : Nat} (h : a > b) : ¬ a < b := Nat.lt_asymm h
theorem gt_of_not_le {n m : Nat} (h : ¬ n ≤ m) : n > m := (Nat.lt_or_ge m n).resolve_right h
protected theorem lt_of_not_ge {a b : Nat} (h : ¬(b ≥ a)) : b < a := gt_of_not_le h
theorem ge_of_not_lt {n m : Nat} (h : ¬ n < m) : n ≥ m := (Nat.lt_or_ge n m).resolve_left h
protected theorem le_of_not_gt {a b : Nat} (h : ¬(b > a)) : b ≤ a := ge_of_not_lt h
protected theorem le_of_not_lt {a b : Nat} (h : ¬(a < b)) : b ≤ a := ge_of_not_lt h
@[simp] protected theorem not_le {a b : Nat} : ¬ a ≤ b ↔ b < a := ⟨gt_of_not_le, Nat.not_le_of_gt⟩
@[simp] protected theorem not_lt {a b : Nat} : ¬ a < b ↔ b ≤ a := ⟨ge_of_not_lt, Nat.not_lt_of_ge⟩
protected theorem le_of_not_le {a b : Nat} (h : ¬ b ≤ a) : a ≤ b := Nat.le_of_lt (Nat.not_le.mp h)
protected theorem le_of_not_ge {a b : Nat} (h : ¬(a ≥ b)) : a ≤ b := Nat.le_of_not_le h

protected theorem lt_trichotomy (a b : Nat) : a < b ∨ a = b ∨ b < a :=
  (Nat.lt_or_ge a b).imp_right fun h => (Nat.eq_or_lt_of_le h).imp_left Eq.symm
protected theorem lt_or_gt_of_ne {a b : Nat} (ne : a ≠ b) : a < b ∨ a > b :=
  (Nat.lt_trichotomy a b).imp_right fun h => h.resolve_left ne
protected theorem lt_or_lt_of_ne {a b : Nat} (ne : a ≠ b) : a < b ∨ b < a := Nat.lt_or_gt_of_ne ne
protected theorem lt_or_le (a b : Nat) : a < b ∨ b ≤ a := Nat.lt_or_ge a b
protected theorem le_or_lt (a b : Nat) : a ≤ b ∨ b < a := (Nat.lt_or_ge b a).symm
protected theorem lt_or_eq_of_le {n m : Nat} (h : n ≤ m) : n < m ∨ n = m := (Nat.eq_or_lt_of_le h).symm
protected theorem le_iff_lt_or_eq {n m : Nat} : n ≤ m ↔ n < m ∨ n = m :=
  ⟨Nat.lt_or_eq_of_le, fun h => h.elim Nat.le_of_lt Nat.le_of_eq⟩
protected theorem lt_iff_le_and_ne {m n : Nat} : m < n ↔ m ≤ n ∧ m ≠ n :=
  ⟨fun h => ⟨Nat.le_of_lt h, ne_of_lt h⟩, fun h => Nat.lt_of_le_of_ne h.left h.right⟩
protected theorem lt_iff_le_not_le {m n : Nat} : m < n ↔ m ≤ n ∧ ¬ n ≤ m :=
  ⟨fun h => ⟨Nat.le_of_lt h, Nat.not_le_of_gt h⟩, fun h => Nat.gt_of_not_le h.right⟩
protected theorem le_antisymm_iff {a b : Nat} : a = b ↔ a ≤ b ∧ b ≤ a :=
  ⟨fun p => ⟨Nat.le_of_eq p, Nat.le_of_eq p.symm⟩, fun h => Nat.le_antisymm h.left h.right⟩
protected theorem eq_iff_le_and_ge {a b : Nat} : a = b ↔ a ≤ b ∧ b ≤ a := Nat.le_antisymm_iff

instance : Std.Antisymm (. ≤ . : Nat → Nat → Prop) where
  antisymm _ _ h₁ h₂ := Nat.le_antisymm h₁ h₂
instance : Std.Total (. ≤ . : Nat → Nat → Prop) where
  total := Nat.le_total

protected theorem add_le_add_left {n m : Nat} (h : n ≤ m) (k : Nat) : k + n ≤ k + m :=
  let ⟨w, e⟩ := le.dest h
  le.intro (k := w) (by rw [Nat.add_assoc, e])
protected theorem add_le_add_right {n m : Nat} (h : n ≤ m) (k : Nat) : n + k ≤ m + k := by
  rw [Nat.add_comm n k, Nat.add_comm m k]; exact Nat.add_le_add_left h k
protected theorem add_lt_add_left {n m : Nat} (h : n < m) (k : Nat) : k + n < k + m :=
  Nat.add_le_add_left (n := succ n) h k
protected theorem add_lt_add_right {n m : Nat} (h : n < m) (k : Nat) : n + k < m + k := by
  rw [Nat.add_comm n k, Nat.add_comm m k]; exact Nat.add_lt_add_left h k
protected theorem lt_add_of_pos_left (h : 0 < k) : n < k + n := by
  have := Nat.add_lt_add_right h n; rw [Nat.zero_add] at this; exact this
protected theorem lt_add_of_pos_right (h : 0 < k) : n < n + k := Nat.add_lt_add_left h n
protected theorem pos_of_lt_add_right (h : n < n + k) : 0 < k :=
  Nat.pos_of_ne_zero fun e => Nat.lt_irrefl n (by rw [e] at h; exact h)
protected theorem add_le_add {a b c d : Nat} (h₁ : a ≤ b) (h₂ : c ≤ d) : a + c ≤ b + d :=
  Nat.le_trans (Nat.add_le_add_right h₁ c) (Nat.add_le_add_left h₂ b)
protected theorem add_lt_add {a b c d : Nat} (h₁ : a < b) (h₂ : c < d) : a + c < b + d :=
  Nat.lt_trans (Nat.add_lt_add_right h₁ c) (Nat.add_lt_add_left h₂ b)
protected theorem add_lt_add_of_lt_of_le {a b c d : Nat} (h : a < c) (k : b ≤ d) : a + b < c + d :=
  Nat.lt_of_lt_of_le (Nat.add_lt_add_right h b) (Nat.add_le_add_left k c)
protected theorem add_lt_add_of_le_of_lt {a b c d : Nat} (h : a ≤ c) (k : b < d) : a + b < c + d :=
  Nat.lt_of_le_of_lt (Nat.add_le_add_right h b) (Nat.add_lt_add_left k c)

protected theorem le_of_add_le_add_left {a b c : Nat} (h : a + b ≤ a + c) : b ≤ c := by
  induction a with
  | zero => rw [Nat.zero_add, Nat.zero_add] at h; exact h
  | succ a ih => exact ih (le_of_succ_le_succ (by rw [succ_add, succ_add] at h; exact h))
protected theorem le_of_add_le_add_right {a b c : Nat} : a + b ≤ c + b → a ≤ c := by
  rw [Nat.add_comm _ b, Nat.add_comm _ b]; exact Nat.le_of_add_le_add_left
@[simp] protected theorem add_le_add_iff_right {n : Nat} : m + n ≤ k + n ↔ m ≤ k :=
  ⟨Nat.le_of_add_le_add_right, fun h => Nat.add_le_add_right h _⟩
@[simp] protected theorem add_le_add_iff_left {n : Nat} : n + m ≤ n + k ↔ m ≤ k :=
  ⟨Nat.le_of_add_le_add_left, fun h => Nat.add_le_add_left h _⟩
protected theorem lt_of_add_lt_add_right {n k : Nat} : k + n < m + n → k < m := fun h =>
  Nat.le_of_add_le_add_right (b := n) (by rw [succ_add]; exact h)
protected theorem lt_of_add_lt_add_left {n : Nat} : n + k < n + m → k < m := fun h =>
  Nat.le_of_add_le_add_left (a := n) h
@[simp] protected theorem add_lt_add_iff_left {k n m : Nat} : k + n < k + m ↔ n < m :=
  ⟨Nat.lt_of_add_lt_add_left, fun h => Nat.add_lt_add_left h k⟩
@[simp] protected theorem add_lt_add_iff_right {k n m : Nat} : n + k < m + k ↔ n < m :=
  ⟨Nat.lt_of_add_lt_add_right, fun h => Nat.add_lt_add_right h k⟩

protected theorem zero_lt_one : 0 < (1 : Nat) := zero_lt_succ 0
theorem succ_ne_zero (n : Nat) : succ n ≠ 0 := nofun
protected theorem one_ne_zero : 1 ≠ (0 : Nat) := nofun
protected theorem zero_ne_one : 0 ≠ (1 : Nat) := nofun
theorem succ_ne_self (n) : succ n ≠ n := fun e => Nat.ne_of_gt (Nat.lt_succ_self n) e
@[simp] theorem add_one_inj : n + 1 = m + 1 ↔ n = m := ⟨succ.inj, congrArg succ⟩
theorem succ_inj : succ a = succ b ↔ a = b := ⟨succ.inj, congrArg succ⟩
theorem add_one_pos (n) : 0 < n + 1 := succ_pos n
theorem succ_le_succ_iff {a b : Nat} : succ a ≤ succ b ↔ a ≤ b := ⟨le_of_succ_le_succ, succ_le_succ⟩
theorem succ_lt_succ_iff {a b : Nat} : succ a < succ b ↔ a < b := ⟨lt_of_succ_lt_succ, succ_lt_succ⟩
theorem add_one_le_add_one_iff {a b : Nat} : a + 1 ≤ b + 1 ↔ a ≤ b := succ_le_succ_iff
theorem add_one_lt_add_one_iff {a b : Nat} : a + 1 < b + 1 ↔ a < b := succ_lt_succ_iff
protected theorem pos_iff_ne_zero : 0 < n ↔ n ≠ 0 := ⟨fun h => ne_of_gt h, Nat.pos_of_ne_zero⟩
protected theorem pos_of_lt {n m : Nat} (h : n < m) : 0 < m := zero_lt_of_lt h
@[simp] protected theorem le_zero_eq' (a : Nat) : (a ≤ 0) = (a = 0) := Nat.le_zero_eq a
protected theorem le_zero : i ≤ 0 ↔ i = 0 := ⟨eq_zero_of_le_zero, Nat.le_of_eq⟩
@[simp] theorem lt_one_iff {n : Nat} : n < 1 ↔ n = 0 := lt_add_one_iff.trans Nat.le_zero
theorem exists_eq_add_of_le : ∀ {m n : Nat}, m ≤ n → ∃ k : Nat, n = m + k :=
  fun h => let ⟨k, e⟩ := le.dest h; ⟨k, e.symm⟩
theorem exists_eq_add_of_le' {m n : Nat} (h : m ≤ n) : ∃ k : Nat, n = k + m :=
  let ⟨k, e⟩ := le.dest h; ⟨k, e.symm.trans (Nat.add_comm m k)⟩
theorem exists_eq_add_of_lt {m n : Nat} (h : m < n) : ∃ k : Nat, n = m + k + 1 :=
  let ⟨k, e⟩ := le.dest h; ⟨k, e.symm.trans (succ_add m k)⟩
theorem exists_eq_succ_of_ne_zero : ∀ {n}, n ≠ 0 → Exists fun k => n = succ k
  | 0, h => absurd rfl h
  | n+1, _ => ⟨n, rfl⟩
theorem exists_eq_add_one_of_ne_zero : ∀ {n}, n ≠ 0 → Exists fun k => n = k + 1 :=
  exists_eq_succ_of_ne_zero

/-! ## Predecessor and subtraction -/

@[simp] theorem pred_zero : pred 0 = 0 := rfl
@[simp] theorem pred_succ (n : Nat) : pred n.succ = n := rfl
@[simp] theorem pred_eq_sub_one' (n : Nat) : pred n = n - 1 := rfl
theorem pred_eq_sub_one : pred n = n - 1 := rfl
theorem pred_lt : ∀ {n : Nat}, n ≠ 0 → pred n < n
  | 0, h => absurd rfl h
  | n+1, _ => Nat.lt_succ_self n
theorem sub_one_lt : ∀ {n : Nat}, n ≠ 0 → n - 1 < n := pred_lt
theorem pred_lt_of_lt {n m : Nat} (h : m < n) : pred n < n := pred_lt (ne_of_gt (zero_lt_of_lt h))
theorem sub_one_lt_of_lt {n m : Nat} (h : m < n) : n - 1 < n := pred_lt_of_lt h
theorem pred_lt' {n m : Nat} (h : m < n) : pred n < n := pred_lt_of_lt h

attribute [simp] Nat.sub_le
@[simp] protected theorem sub_zero (n : Nat) : n - 0 = n := rfl
theorem sub_succ (n m : Nat) : n - succ m = pred (n - m) := rfl
theorem succ_sub_succ (n m : Nat) : succ n - succ m = n - m := succ_sub_succ_eq_sub n m
@[simp] theorem add_one_sub_one (n : Nat) : n + 1 - 1 = n := rfl
protected theorem add_sub_add_right (n k m : Nat) : (n + k) - (m + k) = n - m := by
  induction k with
  | zero => rfl
  | succ k ih => exact (succ_sub_succ_eq_sub (n + k) (m + k)).trans ih
protected theorem add_sub_add_left (k n m : Nat) : (k + n) - (k + m) = n - m := by
  rw [Nat.add_comm k n, Nat.add_comm k m, Nat.add_sub_add_right]
@[simp] protected theorem sub_self : ∀ (n : Nat), n - n = 0
  | 0 => rfl
  | n+1 => (succ_sub_succ_eq_sub n n).trans (Nat.sub_self n)
theorem sub_add_eq (a b c : Nat) : a - (b + c) = a - b - c := by
  induction c with
  | zero => rfl
  | succ c ih => exact congrArg pred ih
protected theorem sub_sub (n m k : Nat) : n - m - k = n - (m + k) := (sub_add_eq n m k).symm
@[simp] protected theorem zero_sub : ∀ (n : Nat), 0 - n = 0
  | 0 => rfl
  | n+1 => congrArg pred (Nat.zero_sub n)
@[simp] protected theorem add_sub_cancel (n m : Nat) : n + m - m = n := by
  have := Nat.add_sub_add_right n m 0; rw [Nat.zero_add, Nat.sub_zero] at this; exact this
@[simp] protected theorem add_sub_cancel_left (n m : Nat) : n + m - n = m := by
  rw [Nat.add_comm, Nat.add_sub_cancel]
protected theorem sub_eq_zero_of_le {n m : Nat} (h : n ≤ m) : n - m = 0 :=
  let ⟨k, e⟩ := le.dest h
  e ▸ (sub_add_eq n n k).trans (by rw [Nat.sub_self, Nat.zero_sub])
protected theorem sub_pos_of_lt (h : m < n) : 0 < n - m := by
  obtain ⟨k, e⟩ := le.dest h
  rw [← e, Nat.succ_add, ← add_one, Nat.add_assoc, Nat.add_sub_cancel_left]; exact succ_pos k
theorem sub_add_cancel {n m : Nat} (h : m ≤ n) : n - m + m = n := by
  obtain ⟨k, e⟩ := le.dest h
  rw [← e, Nat.add_sub_cancel_left, Nat.add_comm]
protected theorem add_sub_of_le {a b : Nat} (h : a ≤ b) : a + (b - a) = b := by
  rw [Nat.add_comm, Nat.sub_add_cancel h]
protected theorem add_sub_cancel' {n m : Nat} (h : m ≤ n) : m + (n - m) = n := Nat.add_sub_of_le h
protected theorem add_sub_assoc {m k : Nat} (h : k ≤ m) (n : Nat) : n + m - k = n + (m - k) := by
  obtain ⟨l, e⟩ := le.dest h
  rw [← e, Nat.add_sub_cancel_left, Nat.add_left_comm, Nat.add_sub_cancel_left]
protected theorem sub_add_comm {n m k : Nat} (h : k ≤ n) : n + m - k = n - k + m := by
  rw [Nat.add_comm n m, Nat.add_sub_assoc h, Nat.add_comm]
protected theorem eq_add_of_sub_eq {a b c : Nat} (hle : b ≤ a) (h : a - b = c) : a = c + b := by
  rw [← h, Nat.sub_add_cancel hle]
protected theorem sub_eq_of_eq_add {a b c : Nat} (h : a = c + b) : a - b = c := by
  rw [h, Nat.add_sub_cancel]
protected theorem sub_le_sub_left (h : n ≤ m) (k : Nat) : k - m ≤ k - n := by
  obtain ⟨l, e⟩ := le.dest h
  rw [← e, sub_add_eq]; exact Nat.sub_le _ _
protected theorem sub_le_sub_right {n m : Nat} (h : n ≤ m) : ∀ (k : Nat), n - k ≤ m - k
  | 0 => h
  | k+1 => pred_le_pred (Nat.sub_le_sub_right h k)
protected theorem lt_of_sub_ne_zero (h : n - m ≠ 0) : m < n :=
  Nat.not_le.mp fun k => h (Nat.sub_eq_zero_of_le k)
protected theorem sub_ne_zero_of_lt : {a b : Nat} → a < b → b - a ≠ 0 :=
  fun h => ne_of_gt (Nat.sub_pos_of_lt h)
protected theorem sub_ne_zero_iff_lt {n m : Nat} : n - m ≠ 0 ↔ m < n :=
  ⟨Nat.lt_of_sub_ne_zero, Nat.sub_ne_zero_of_lt⟩
protected theorem lt_of_sub_pos (h : 0 < n - m) : m < n := Nat.lt_of_sub_ne_zero (ne_of_gt h)
protected theorem sub_lt_left_of_lt_add {n k m : Nat} (H : n ≤ k) (h : k < n + m) : k - n < m := by
  obtain ⟨l, e⟩ := le.dest H
  rw [← e, Nat.add_sub_cancel_left]; rw [← e] at h; exact Nat.lt_of_add_lt_add_left h
protected theorem sub_le_of_le_add {a b c : Nat} (h : a ≤ c + b) : a - b ≤ c := by
  have := Nat.sub_le_sub_right h b; rw [Nat.add_sub_cancel] at this; exact this
protected theorem le_add_of_sub_le {a b c : Nat} (h : a - b ≤ c) : a ≤ c + b :=
  (Nat.le_total a b).elim (fun k => Nat.le_trans k (le_add_left b c))
    (fun k => Nat.sub_add_cancel k ▸ Nat.add_le_add_right h b)
protected theorem sub_le_iff_le_add {a b c : Nat} : a - b ≤ c ↔ a ≤ c + b :=
  ⟨Nat.le_add_of_sub_le, Nat.sub_le_of_le_add⟩
protected theorem le_sub_of_add_le {a b c : Nat} (h : a + b ≤ c) : a ≤ c - b := by
  have := Nat.sub_le_sub_right h b; rw [Nat.add_sub_cancel] at this; exact this
protected theorem sub_lt_of_pos_le {a b : Nat} (h₀ : 0 < a) (h₁ : a ≤ b) : b - a < b :=
  sub_lt (Nat.lt_of_lt_of_le h₀ h₁) h₀
theorem sub_lt_self {a b : Nat} (h₀ : 0 < a) (h₁ : a ≤ b) : b - a < b := Nat.sub_lt_of_pos_le h₀ h₁
theorem sub_succ_lt_self {a i : Nat} (h : i < a) : a - (i + 1) < a - i := by
  exact pred_lt (Nat.sub_ne_zero_of_lt h)
theorem sub_add_lt_sub {m i k : Nat} (h₁ : m ≤ i) (h₂ : 0 < m) : i - (k + m) < i - k ∨ i ≤ k :=
  (Nat.lt_or_ge k i).imp (fun h => by
    rw [← Nat.sub_sub]; exact sub_lt (Nat.sub_pos_of_lt h) h₂) id
theorem succ_sub {m n : Nat} (h : n ≤ m) : succ m - n = succ (m - n) := by
  obtain ⟨k, e⟩ := le.dest h
  rw [← e, Nat.add_sub_cancel_left, ← add_succ, Nat.add_sub_cancel_left]
protected theorem sub_right_comm (m n k : Nat) : m - n - k = m - k - n := by
  rw [Nat.sub_sub, Nat.sub_sub, Nat.add_comm]
protected theorem sub_one_add_one {a : Nat} (h : a ≠ 0) : a - 1 + 1 = a :=
  match a, h with | _ + 1, _ => rfl
theorem succ_pred {a : Nat} (h : a ≠ 0) : a.pred.succ = a := Nat.sub_one_add_one h
theorem succ_pred_eq_of_pos {v : Nat} (h : 0 < v) : succ (pred v) = v := succ_pred (ne_of_gt h)

protected theorem mul_le_mul_left {m n : Nat} (k : Nat) (h : m ≤ n) : k * m ≤ k * n :=
  let ⟨l, e⟩ := le.dest h
  le.intro (k := k * l) (by rw [← Nat.left_distrib, e])
protected theorem mul_le_mul_right {m n : Nat} (k : Nat) (h : m ≤ n) : m * k ≤ n * k := by
  rw [Nat.mul_comm m k, Nat.mul_comm n k]; exact Nat.mul_le_mul_left k h
protected theorem mul_le_mul {n₁ m₁ n₂ m₂ : Nat} (h₁ : n₁ ≤ n₂) (h₂ : m₁ ≤ m₂) :
    n₁ * m₁ ≤ n₂ * m₂ :=
  Nat.le_trans (Nat.mul_le_mul_right m₁ h₁) (Nat.mul_le_mul_left n₂ h₂)
protected theorem mul_lt_mul_of_pos_left {m n k : Nat} (h : m < n) (hk : k > 0) : k * m < k * n :=
  Nat.lt_of_lt_of_le (Nat.lt_add_of_pos_right hk) (Nat.mul_le_mul_left k (m := succ m) h)
protected theorem mul_lt_mul_of_pos_right {n m k : Nat} (h : n < m) (hk : k > 0) : n * k < m * k := by
  rw [Nat.mul_comm n k, Nat.mul_comm m k]; exact Nat.mul_lt_mul_of_pos_left h hk
protected theorem le_of_mul_le_mul_left {a b c : Nat} (h : c * a ≤ c * b) (hc : 0 < c) : a ≤ b :=
  Nat.le_of_not_lt fun l => Nat.not_le_of_gt (Nat.mul_lt_mul_of_pos_left l hc) h
protected theorem eq_of_mul_eq_mul_left {m k n : Nat} (hn : 0 < n) (h : n * m = n * k) : m = k :=
  Nat.le_antisymm (Nat.le_of_mul_le_mul_left (Nat.le_of_eq h) hn)
    (Nat.le_of_mul_le_mul_left (Nat.le_of_eq h.symm) hn)
protected theorem eq_of_mul_eq_mul_right {n m k : Nat} (hm : 0 < m) (h : n * m = k * m) : n = k := by
  rw [Nat.mul_comm n m, Nat.mul_comm k m] at h; exact Nat.eq_of_mul_eq_mul_left hm h
protected theorem mul_self_le_mul_self {m n : Nat} (h : m ≤ n) : m * m ≤ n * n := Nat.mul_le_mul h h
protected theorem mul_eq_zero : ∀ {m n : Nat}, n * m = 0 ↔ n = 0 ∨ m = 0
  | 0, _ => ⟨fun _ => .inr rfl, fun _ => rfl⟩
  | m+1, 0 => ⟨fun _ => .inl rfl, fun _ => Nat.zero_mul _⟩
  | m+1, n+1 => ⟨nofun, nofun⟩
protected theorem mul_ne_zero (h : n ≠ 0) (k : m ≠ 0) : n * m ≠ 0 :=
  fun e => (Nat.mul_eq_zero.mp e).elim h k

/-! ## Powers -/

protected theorem pow_succ {b n : Nat} : b ^ (n+1) = b ^ n * b := rfl
@[simp] protected theorem pow_zero (b : Nat) : b ^ 0 = 1 := rfl
protected theorem pow_add_one {b n : Nat} : b ^ (n+1) = b ^ n * b := rfl
@[simp] theorem pow_eq {m n : Nat} : m.pow n = m ^ n := rfl
@[simp] protected theorem pow_one (a : Nat) : a ^ 1 = a := Nat.one_mul a
protected theorem two_pow_pos (w : Nat) : 0 < 2^w := Nat.pow_pos (by decide)
theorem pow_le_pow_left {m n : Nat} (h : m ≤ n) : ∀ (i : Nat), m ^ i ≤ n ^ i
  | 0 => Nat.le_refl _
  | i+1 => Nat.mul_le_mul (pow_le_pow_left h i) h
theorem pow_le_pow_right {n : Nat} (h : n > 0) {m i : Nat} : i ≤ m → n ^ i ≤ n ^ m
  | .refl => Nat.le_refl _
  | .step (m := m) k => Nat.le_trans (pow_le_pow_right h k)
      (Nat.le_trans (Nat.le_of_eq (Nat.mul_one _).symm) (Nat.mul_le_mul_left (n ^ m) h))

/-! ## Minimum and maximum -/

instance : Max Nat := maxOfLe
protected theorem min_def {n m : Nat} : min n m = if n ≤ m then n else m := rfl
protected theorem max_def {n m : Nat} : max n m = if n ≤ m then m else n := rfl
protected theorem min_eq_left {a b : Nat} (h : a ≤ b) : min a b = a := if_pos h
protected theorem min_eq_right {a b : Nat} (h : b ≤ a) : min a b = b :=
  (Decidable.byCases (p := a ≤ b) (fun k => (if_pos k).trans (Nat.le_antisymm k h))
    (fun k => if_neg k))
protected theorem max_eq_right {a b : Nat} (h : a ≤ b) : max a b = b := if_pos h
protected theorem max_eq_left {a b : Nat} (h : b ≤ a) : max a b = a :=
  (Decidable.byCases (p := a ≤ b) (fun k => (if_pos k).trans (Nat.le_antisymm h k))
    (fun k => if_neg k))
protected theorem min_le_left (a b : Nat) : min a b ≤ a :=
  (Nat.le_total a b).elim (fun h => Nat.le_of_eq (Nat.min_eq_left h))
    (fun h => (Nat.min_eq_right h).symm ▸ h)
protected theorem min_le_right (a b : Nat) : min a b ≤ b :=
  (Nat.le_total a b).elim (fun h => (Nat.min_eq_left h).symm ▸ h)
    (fun h => Nat.le_of_eq (Nat.min_eq_right h))
protected theorem le_max_left (a b : Nat) : a ≤ max a b :=
  (Nat.le_total a b).elim (fun h => (Nat.max_eq_right h).symm ▸ h)
    (fun h => Nat.le_of_eq (Nat.max_eq_left h).symm)
protected theorem le_max_right (a b : Nat) : b ≤ max a b :=
  (Nat.le_total a b).elim (fun h => Nat.le_of_eq (Nat.max_eq_right h).symm)
    (fun h => (Nat.max_eq_left h).symm ▸ h)

end Nat

instance : Nonempty Nat := ⟨0⟩

instance (priority := 300) Zero.toOfNat0 {α} [Zero α] : OfNat α (nat_lit 0) where
  ofNat := Zero.zero

instance (priority := 300) One.toOfNat1 {α} [One α] : OfNat α (nat_lit 1) where
  ofNat := One.one

class NeZero {R} [Zero R] (n : R) : Prop where
  out : n ≠ 0

theorem NeZero.ne {R} [Zero R] (n : R) [h : NeZero n] : n ≠ 0 := h.out

instance Nat.instZero : Zero Nat := ⟨0⟩
instance Nat.instOne : One Nat := ⟨1⟩
instance Nat.instNeZeroSucc {n : Nat} : NeZero (n + 1) := ⟨Nat.succ_ne_zero n⟩
