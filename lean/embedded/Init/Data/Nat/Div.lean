prelude
import Init.Data.Nat.Basic

/-!
# Division of natural numbers

Everything follows from `Nat.div_add_mod` and `Nat.mod_lt`, which determine the quotient and the
remainder. Then divisibility.
-/

namespace Nat

theorem div_go_add_modCore_go {y : Nat} (hy : 0 < y) : (fuel x : Nat) → (h h' : x < fuel) →
    y * Nat.div.go y hy fuel x h + Nat.modCore.go y hy fuel x h' = x
  | 0, _, h, _ => absurd h (Nat.not_lt_zero _)
  | fuel + 1, x, h, h' => by
    unfold Nat.div.go Nat.modCore.go
    if hle : y ≤ x then
      rw [dif_pos hle, dif_pos hle, Nat.mul_add, Nat.mul_one, Nat.add_right_comm,
        div_go_add_modCore_go hy fuel (x - y), Nat.sub_add_cancel hle]
    else
      rw [dif_neg hle, dif_neg hle, Nat.mul_zero, Nat.zero_add]

@[simp] protected theorem div_zero (a : Nat) : a / 0 = 0 := by
  show Nat.div a 0 = 0
  unfold Nat.div
  exact dif_neg (Nat.lt_irrefl 0)

theorem modCore_eq_mod (a b : Nat) : Nat.modCore a b = a % b := by
  show _ = Nat.mod a b
  match a with
  | 0 =>
    unfold Nat.modCore
    if h : 0 < b then
      rw [dif_pos h]
      unfold Nat.modCore.go
      exact dif_neg (Nat.not_le_of_lt h)
    else
      exact dif_neg h
  | a + 1 =>
    show _ = if b ≤ a + 1 then Nat.modCore (a + 1) b else a + 1
    if h : b ≤ a + 1 then
      rw [if_pos h]
    else
      rw [if_neg h]
      unfold Nat.modCore
      rw [dif_pos (Nat.lt_of_lt_of_le (Nat.succ_pos _) (Nat.le_of_not_le h))]
      unfold Nat.modCore.go
      exact dif_neg h

@[simp] theorem mod_zero (a : Nat) : a % 0 = a := by
  rw [← modCore_eq_mod]
  unfold Nat.modCore
  exact dif_neg (Nat.lt_irrefl 0)

theorem div_add_mod (m n : Nat) : n * (m / n) + m % n = m := by
  if h : 0 < n then
    rw [← modCore_eq_mod]
    show n * Nat.div m n + _ = m
    unfold Nat.div Nat.modCore
    rw [dif_pos h, dif_pos h]
    exact div_go_add_modCore_go h _ _ _ _
  else
    rw [(Nat.eq_zero_or_pos n).resolve_right h, Nat.zero_mul, Nat.mod_zero, Nat.zero_add]

theorem mod_add_div (m n : Nat) : m % n + n * (m / n) = m := by
  rw [Nat.add_comm, div_add_mod]

/-! ## The quotient and the remainder are unique -/

theorem div_mul_le_self (m n : Nat) : m / n * n ≤ m := by
  have h := Nat.le_add_right (n * (m / n)) (m % n)
  rwa [div_add_mod, Nat.mul_comm] at h

theorem mul_div_le (m n : Nat) : n * (m / n) ≤ m := by
  rw [Nat.mul_comm]
  exact div_mul_le_self m n

theorem lt_mul_div_succ (m : Nat) {n : Nat} (h : 0 < n) : m < n * (m / n + 1) := by
  have h' := Nat.add_lt_add_left (Nat.mod_lt m h) (n * (m / n))
  rwa [div_add_mod] at h'

theorem le_div_iff_mul_le {k x y : Nat} (h : 0 < k) : x ≤ y / k ↔ x * k ≤ y := by
  constructor
  · intro hx
    exact Nat.le_trans (Nat.mul_le_mul_right k hx) (div_mul_le_self y k)
  · intro hx
    refine Nat.le_of_not_lt fun hlt => ?_
    have h₁ := Nat.mul_le_mul_left k (show y / k + 1 ≤ x from hlt)
    rw [Nat.mul_comm k x] at h₁
    exact Nat.not_le_of_lt (lt_mul_div_succ y h) (Nat.le_trans h₁ hx)

theorem div_lt_iff_lt_mul {k x y : Nat} (h : 0 < k) : x / k < y ↔ x < y * k := by
  rw [← Nat.not_le, ← Nat.not_le, le_div_iff_mul_le h]

theorem div_eq_of_lt_le {k m n : Nat} (lo : k * n ≤ m) (hi : m < (k + 1) * n) : m / n = k := by
  have hn : 0 < n := Nat.pos_of_ne_zero fun e => by
    rw [e, Nat.mul_zero] at hi
    exact Nat.not_lt_zero _ hi
  exact Nat.le_antisymm (Nat.le_of_lt_succ ((div_lt_iff_lt_mul hn).mpr hi))
    ((le_div_iff_mul_le hn).mpr lo)

theorem mul_add_div_of_lt {n r : Nat} (q : Nat) (h : r < n) : (n * q + r) / n = q :=
  div_eq_of_lt_le (by rw [Nat.mul_comm]; exact Nat.le_add_right _ _)
    (by rw [Nat.add_mul, Nat.one_mul, Nat.mul_comm]; exact Nat.add_lt_add_left h _)

theorem mul_add_mod_of_lt {n r : Nat} (q : Nat) (h : r < n) : (n * q + r) % n = r := by
  have h' := div_add_mod (n * q + r) n
  rw [mul_add_div_of_lt q h] at h'
  exact Nat.add_left_cancel h'

theorem mod_eq_of_lt {a b : Nat} (h : a < b) : a % b = a := by
  have h' := mul_add_mod_of_lt 0 h
  rwa [Nat.mul_zero, Nat.zero_add] at h'

theorem div_eq_of_lt {a b : Nat} (h : a < b) : a / b = 0 := by
  have h' := mul_add_div_of_lt 0 h
  rwa [Nat.mul_zero, Nat.zero_add] at h'

theorem mod_le (x y : Nat) : x % y ≤ x := by
  have h := Nat.le_add_left (x % y) (y * (x / y))
  rwa [div_add_mod] at h

theorem div_le_self (n k : Nat) : n / k ≤ n := by
  match k with
  | 0 => rw [Nat.div_zero]; exact Nat.zero_le n
  | k + 1 =>
    refine Nat.le_trans ?_ (div_mul_le_self n (k + 1))
    rw [Nat.mul_add, Nat.mul_one]
    exact Nat.le_add_left _ _

theorem div_lt_self {n k : Nat} (hn : 0 < n) (hk : 1 < k) : n / k < n := by
  rw [div_lt_iff_lt_mul (Nat.lt_trans Nat.zero_lt_one hk)]
  have h := Nat.mul_lt_mul_of_pos_left hk hn
  rwa [Nat.mul_one] at h

@[simp] protected theorem zero_div (b : Nat) : 0 / b = 0 :=
  Nat.le_antisymm (div_le_self 0 b) (Nat.zero_le _)

@[simp] theorem zero_mod (b : Nat) : 0 % b = 0 :=
  Nat.le_antisymm (mod_le 0 b) (Nat.zero_le _)

@[simp] theorem mod_one (x : Nat) : x % 1 = 0 :=
  Nat.le_antisymm (Nat.le_of_lt_succ (mod_lt x Nat.zero_lt_one)) (Nat.zero_le _)

@[simp] protected theorem div_one (n : Nat) : n / 1 = n := by
  have h := div_add_mod n 1
  rwa [mod_one, Nat.add_zero, Nat.one_mul] at h

@[simp] theorem add_mul_div_left (x z : Nat) {y : Nat} (h : 0 < y) : (x + y * z) / y = x / y + z := by
  refine div_eq_of_lt_le ?_ ?_
  · rw [Nat.add_mul, Nat.mul_comm z]
    exact Nat.add_le_add_right (div_mul_le_self x y) _
  · rw [Nat.add_right_comm, Nat.add_mul, Nat.mul_comm z, Nat.mul_comm (x / y + 1)]
    exact Nat.add_lt_add_right (lt_mul_div_succ x h) _

@[simp] theorem add_mul_mod_self_left (x y z : Nat) : (x + y * z) % y = x % y := by
  match y with
  | 0 => rw [Nat.zero_mul, Nat.add_zero]
  | y + 1 =>
    have h := div_add_mod (x + (y + 1) * z) (y + 1)
    rw [add_mul_div_left x z (Nat.succ_pos y), Nat.mul_add, Nat.add_right_comm] at h
    have h' := Nat.add_right_cancel h
    exact Nat.add_left_cancel (h'.trans (div_add_mod x (y + 1)).symm)

theorem add_mul_div_right (x y : Nat) {z : Nat} (h : 0 < z) : (x + y * z) / z = x / z + y := by
  rw [Nat.mul_comm, add_mul_div_left x y h]

@[simp] theorem add_mul_mod_self_right (x y z : Nat) : (x + y * z) % z = x % z := by
  rw [Nat.mul_comm, add_mul_mod_self_left]

@[simp] theorem add_mod_right (x z : Nat) : (x + z) % z = x % z := by
  have h := add_mul_mod_self_left x z 1
  rwa [Nat.mul_one] at h

@[simp] theorem add_mod_left (x z : Nat) : (x + z) % x = z % x := by
  rw [Nat.add_comm, add_mod_right]

@[simp] theorem mul_mod_right (m n : Nat) : m * n % m = 0 := by
  have h := add_mul_mod_self_left 0 m n
  rwa [Nat.zero_add, zero_mod] at h

@[simp] theorem mul_mod_left (m n : Nat) : m * n % n = 0 := by
  rw [Nat.mul_comm, mul_mod_right]

@[simp] theorem mod_self (n : Nat) : n % n = 0 := by
  have h := mul_mod_right n 1
  rwa [Nat.mul_one] at h

@[simp] protected theorem mul_div_right (n : Nat) {m : Nat} (h : 0 < m) : m * n / m = n := by
  have h' := add_mul_div_left 0 n h
  rwa [Nat.zero_add, Nat.zero_div, Nat.zero_add] at h'

@[simp] protected theorem mul_div_left (m : Nat) {n : Nat} (h : 0 < n) : m * n / n = m := by
  rw [Nat.mul_comm, Nat.mul_div_right m h]

protected theorem mul_div_cancel (m : Nat) {n : Nat} (h : 0 < n) : m * n / n = m :=
  Nat.mul_div_left m h

protected theorem mul_div_cancel_left (m : Nat) {n : Nat} (h : 0 < n) : n * m / n = m :=
  Nat.mul_div_right m h

@[simp] protected theorem div_self {n : Nat} (h : 0 < n) : n / n = 1 := by
  have h' := Nat.mul_div_right 1 h
  rwa [Nat.mul_one] at h'

@[simp] theorem mod_mod (a n : Nat) : a % n % n = a % n := by
  match n with
  | 0 => rw [mod_zero]
  | n + 1 => exact mod_eq_of_lt (mod_lt a (Nat.succ_pos n))

@[simp] theorem mod_add_mod (m n k : Nat) : (m % n + k) % n = (m + k) % n := by
  have h := add_mul_mod_self_left (m % n + k) n (m / n)
  rw [Nat.add_right_comm, mod_add_div] at h
  exact h.symm

@[simp] theorem add_mod_mod (m n k : Nat) : (m + n % k) % k = (m + n) % k := by
  rw [Nat.add_comm, mod_add_mod, Nat.add_comm]

theorem add_mod (a b n : Nat) : (a + b) % n = (a % n + b % n) % n := by
  rw [add_mod_mod, mod_add_mod]

@[simp] theorem mod_mul_mod (m n k : Nat) : (m % n * k) % n = (m * k) % n := by
  have h := add_mul_mod_self_left (m % n * k) n (m / n * k)
  rw [← Nat.mul_assoc, ← Nat.add_mul, mod_add_div] at h
  exact h.symm

@[simp] theorem mul_mod_mod (m n k : Nat) : (m * (n % k)) % k = (m * n) % k := by
  rw [Nat.mul_comm, mod_mul_mod, Nat.mul_comm]

theorem mul_mod (a b n : Nat) : a * b % n = (a % n) * (b % n) % n := by
  rw [mul_mod_mod, mod_mul_mod]

theorem mod_two_eq_zero_or_one (n : Nat) : n % 2 = 0 ∨ n % 2 = 1 :=
  match n % 2, mod_lt n (Nat.succ_pos 1) with
  | 0, _ => .inl rfl
  | 1, _ => .inr rfl
  | _ + 2, h => absurd (Nat.lt_of_succ_lt_succ (Nat.lt_of_succ_lt_succ h)) (Nat.not_lt_zero _)

theorem div_div_eq_div_mul (m n k : Nat) : m / n / k = m / (n * k) := by
  match n, k with
  | 0, _ => rw [Nat.div_zero, Nat.zero_div, Nat.zero_mul, Nat.div_zero]
  | _, 0 => rw [Nat.div_zero, Nat.mul_zero, Nat.div_zero]
  | n + 1, k + 1 =>
    have hn := Nat.succ_pos n
    have hk := Nat.succ_pos k
    have h : ∀ x, x ≤ m / (n + 1) / (k + 1) ↔ x ≤ m / ((n + 1) * (k + 1)) := fun x => by
      rw [le_div_iff_mul_le hk, le_div_iff_mul_le hn, le_div_iff_mul_le (Nat.mul_pos hn hk),
        Nat.mul_assoc, Nat.mul_comm (k + 1)]
    exact Nat.le_antisymm ((h _).mp (Nat.le_refl _)) ((h _).mpr (Nat.le_refl _))

theorem div_le_div_right {a b c : Nat} (h : a ≤ b) : a / c ≤ b / c := by
  match c with
  | 0 => rw [Nat.div_zero, Nat.div_zero]; exact Nat.le_refl 0
  | c + 1 => exact (le_div_iff_mul_le (Nat.succ_pos c)).mpr (Nat.le_trans (div_mul_le_self _ _) h)

/-! ## Divisibility -/

instance instDvd : Dvd Nat := ⟨fun a b => ∃ c, b = a * c⟩

protected theorem dvd_refl (a : Nat) : a ∣ a := ⟨1, (Nat.mul_one a).symm⟩

@[simp] protected theorem dvd_zero (a : Nat) : a ∣ 0 := ⟨0, (Nat.mul_zero a).symm⟩

protected theorem dvd_mul_left (a b : Nat) : a ∣ b * a := ⟨b, Nat.mul_comm b a⟩

protected theorem dvd_mul_right (a b : Nat) : a ∣ a * b := ⟨b, rfl⟩

protected theorem one_dvd (n : Nat) : 1 ∣ n := ⟨n, (Nat.one_mul n).symm⟩

protected theorem dvd_trans {a b c : Nat} : a ∣ b → b ∣ c → a ∣ c
  | ⟨x, hx⟩, ⟨y, hy⟩ => ⟨x * y, by rw [hy, hx, Nat.mul_assoc]⟩

theorem eq_zero_of_zero_dvd {a : Nat} : 0 ∣ a → a = 0
  | ⟨c, hc⟩ => by rw [hc, Nat.zero_mul]

@[simp] protected theorem zero_dvd {n : Nat} : 0 ∣ n ↔ n = 0 :=
  ⟨eq_zero_of_zero_dvd, fun h => h ▸ Nat.dvd_zero 0⟩

protected theorem dvd_add {m n k : Nat} : k ∣ m → k ∣ n → k ∣ m + n
  | ⟨x, hx⟩, ⟨y, hy⟩ => ⟨x + y, by rw [hx, hy, Nat.mul_add]⟩

theorem mod_eq_zero_of_dvd {k n : Nat} : k ∣ n → n % k = 0
  | ⟨c, hc⟩ => by rw [hc, mul_mod_right]

theorem dvd_of_mod_eq_zero {k n : Nat} (h : n % k = 0) : k ∣ n := by
  have h' := div_add_mod n k
  rw [h, Nat.add_zero] at h'
  exact ⟨n / k, h'.symm⟩

theorem dvd_iff_mod_eq_zero {k n : Nat} : k ∣ n ↔ n % k = 0 :=
  ⟨mod_eq_zero_of_dvd, dvd_of_mod_eq_zero⟩

instance decidable_dvd : (a b : Nat) → Decidable (a ∣ b) := fun a b =>
  if h : b % a = 0 then isTrue (dvd_of_mod_eq_zero h)
  else isFalse fun h' => h (mod_eq_zero_of_dvd h')

theorem dvd_eq_true_of_mod_eq_zero {m n : Nat} (h : n % m == 0) : (m ∣ n) = True :=
  eq_true (dvd_of_mod_eq_zero (eq_of_beq h))

theorem dvd_eq_false_of_mod_ne_zero {m n : Nat} (h : n % m != 0) : (m ∣ n) = False :=
  eq_false fun h' => by
    rw [mod_eq_zero_of_dvd h'] at h
    exact Bool.noConfusion h

theorem emod_pos_of_not_dvd {a b : Nat} (h : ¬ a ∣ b) : b % a > 0 :=
  Nat.pos_of_ne_zero fun h' => h (dvd_of_mod_eq_zero h')

protected theorem mul_div_cancel' {n m : Nat} (h : n ∣ m) : n * (m / n) = m := by
  have h' := div_add_mod m n
  rwa [mod_eq_zero_of_dvd h, Nat.add_zero] at h'

protected theorem div_mul_cancel {n m : Nat} (h : n ∣ m) : m / n * n = m := by
  rw [Nat.mul_comm, Nat.mul_div_cancel' h]

protected theorem dvd_add_right {m k : Nat} (h : k ∣ m) {n : Nat} : k ∣ m + n ↔ k ∣ n := by
  refine ⟨fun h' => dvd_of_mod_eq_zero ?_, fun h' => Nat.dvd_add h h'⟩
  have h₁ := mod_eq_zero_of_dvd h'
  rwa [add_mod, mod_eq_zero_of_dvd h, Nat.zero_add, mod_mod] at h₁

protected theorem dvd_add_left {m k : Nat} (h : k ∣ m) {n : Nat} : k ∣ n + m ↔ k ∣ n := by
  rw [Nat.add_comm, Nat.dvd_add_right h]

theorem dvd_sub {k m n : Nat} (h₁ : k ∣ m) (h₂ : k ∣ n) : k ∣ m - n := by
  if h : n ≤ m then
    have h' := (Nat.dvd_add_left h₂ (n := m - n))
    rw [Nat.sub_add_cancel h] at h'
    exact h'.mp h₁
  else
    rw [Nat.sub_eq_zero_of_le (Nat.le_of_not_le h)]
    exact Nat.dvd_zero k

theorem le_of_dvd {m n : Nat} (hn : 0 < n) : m ∣ n → m ≤ n
  | ⟨0, hc⟩ => by
    rw [hc, Nat.mul_zero] at hn
    exact absurd hn (Nat.lt_irrefl 0)
  | ⟨c + 1, hc⟩ => by
    rw [hc, Nat.mul_add, Nat.mul_one]
    exact Nat.le_add_left m (m * c)

protected theorem dvd_antisymm {m n : Nat} (h₁ : m ∣ n) (h₂ : n ∣ m) : m = n := by
  match m, n with
  | 0, _ => exact (eq_zero_of_zero_dvd h₁).symm
  | _, 0 => exact eq_zero_of_zero_dvd h₂
  | _ + 1, _ + 1 =>
    exact Nat.le_antisymm (le_of_dvd (Nat.succ_pos _) h₁) (le_of_dvd (Nat.succ_pos _) h₂)

theorem eq_one_of_dvd_one {n : Nat} (h : n ∣ 1) : n = 1 := Nat.dvd_antisymm h (Nat.one_dvd n)

protected theorem mul_dvd_mul {a b c d : Nat} : a ∣ b → c ∣ d → a * c ∣ b * d
  | ⟨x, hx⟩, ⟨y, hy⟩ => ⟨x * y, by
    rw [hx, hy, Nat.mul_assoc, Nat.mul_assoc, Nat.mul_left_comm x]⟩

end Nat
