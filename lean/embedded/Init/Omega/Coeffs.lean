prelude
import Init.Data.Int.DivMod
import Init.Data.Nat.Gcd

/-!
# Coefficient lists

A list of integers stands for a finitely supported function on `Nat`: entries past its end are
zero. `Coeffs.dot` is the only thing that a list is used for, so each operation has one law, about
`dot`.
-/

namespace Lean.Omega

/-- Coefficients of the atoms, in order. -/
abbrev Coeffs : Type := List Int

namespace Coeffs

/-- The list itself: marks the values of the atoms in a proof. -/
abbrev ofList (xs : List Int) : Coeffs := xs

/-- The number of entries, zeros included. -/
abbrev length (xs : Coeffs) : Nat := List.length xs

/-- Whether every entry is zero, as a Boolean. -/
def allZero : Coeffs → Bool
  | [] => true
  | x :: xs => decide (x = 0) && allZero xs

/-- Whether every entry is zero. `omega` has this decided by evaluation. -/
abbrev isZero (xs : Coeffs) : Prop := allZero xs = true

/-- The entry at `i`. -/
def get : Coeffs → Nat → Int
  | [], _ => 0
  | x :: _, 0 => x
  | _ :: xs, i + 1 => get xs i

/-- The list with `y` at `i`, made longer with zeros where needed. -/
def set : Coeffs → Nat → Int → Coeffs
  | [], 0, y => [y]
  | [], i + 1, y => 0 :: set [] i y
  | _ :: xs, 0, y => y :: xs
  | x :: xs, i + 1, y => x :: set xs i y

/-- The first entry that is not zero, or zero. -/
def leading : Coeffs → Int
  | [] => 0
  | x :: xs => if x = 0 then leading xs else x

/-- `g` at every entry. `g 0 = 0` is understood. -/
def map (g : Int → Int) : Coeffs → Coeffs
  | [] => []
  | x :: xs => g x :: map g xs

/-- `a * xs + b * ys`, as long as the longer of the two. -/
def combo (a : Int) : Coeffs → Int → Coeffs → Coeffs
  | [], b, ys => map (b * ·) ys
  | x :: xs, _, [] => a * x :: map (a * ·) xs
  | x :: xs, b, y :: ys => (a * x + b * y) :: combo a xs b ys

/-- The sum of the products of the entries. -/
def dot : Coeffs → Coeffs → Int
  | x :: xs, y :: ys => x * y + dot xs ys
  | [], _ => 0
  | _ :: _, [] => 0

/-- The greatest common divisor of the entries. -/
def gcd : Coeffs → Nat
  | [] => 0
  | x :: xs => Nat.gcd x.natAbs (gcd xs)

/-- Every entry times `i`. -/
abbrev smul (xs : Coeffs) (i : Int) : Coeffs := map (i * ·) xs

/-- Every entry divided by `g`. -/
abbrev sdiv (xs : Coeffs) (g : Int) : Coeffs := map (· / g) xs

/-- Every entry replaced by its remainder nearest to zero. -/
abbrev bmod (xs : Coeffs) (m : Nat) : Coeffs := map (Int.bmod · m) xs

theorem dot_nil_right (xs : Coeffs) : dot xs [] = 0 := by cases xs <;> rfl

theorem get_nil (i : Nat) : get [] i = 0 := rfl

theorem get_of_length_le : {xs : Coeffs} → {i : Nat} → length xs ≤ i → get xs i = 0
  | [], _, _ => rfl
  | _ :: _, 0, h => absurd h (Nat.not_succ_le_zero _)
  | _ :: xs, _ + 1, h => get_of_length_le (xs := xs) (Nat.le_of_succ_le_succ h)

theorem length_map (g : Int → Int) : (xs : Coeffs) → length (map g xs) = length xs
  | [] => rfl
  | _ :: xs => congrArg (· + 1) (length_map g xs)

theorem dot_smul (i : Int) : (xs v : Coeffs) → dot (smul xs i) v = i * dot xs v
  | [], v => (Int.mul_zero i).symm
  | _ :: _, [] => (Int.mul_zero i).symm
  | x :: xs, y :: v => by
    show i * x * y + dot (smul xs i) v = i * (x * y + dot xs v)
    rw [dot_smul i xs v, Int.mul_add, Int.mul_assoc]

theorem dot_combo (a : Int) :
    (xs : Coeffs) → (b : Int) → (ys v : Coeffs) →
      dot (combo a xs b ys) v = a * dot xs v + b * dot ys v
  | [], b, ys, v => by
    show dot (smul ys b) v = a * 0 + b * dot ys v
    rw [dot_smul, Int.mul_zero, Int.zero_add]
  | x :: xs, b, [], v => by
    show dot (smul (x :: xs) a) v = a * dot (x :: xs) v + b * 0
    rw [dot_smul, Int.mul_zero, Int.add_zero]
  | x :: xs, b, y :: ys, [] => by
    show (0 : Int) = a * 0 + b * 0
    rw [Int.mul_zero, Int.mul_zero, Int.add_zero]
  | x :: xs, b, y :: ys, z :: v => by
    show (a * x + b * y) * z + dot (combo a xs b ys) v =
      a * (x * z + dot xs v) + b * (y * z + dot ys v)
    rw [dot_combo a xs b ys v, Int.add_mul, Int.mul_add, Int.mul_add, Int.mul_assoc,
      Int.mul_assoc, Int.add_assoc, Int.add_assoc, Int.add_left_comm (b * (y * z))]

theorem isZero_cons {x : Int} {xs : Coeffs} : isZero (x :: xs) ↔ x = 0 ∧ isZero xs := by
  show (decide (x = 0) && allZero xs) = true ↔ _
  rw [Bool.and_eq_true]
  exact and_congr_left fun _ => ⟨of_decide_eq_true, decide_eq_true⟩

theorem dot_isZero : {xs : Coeffs} → isZero xs → (v : Coeffs) → dot xs v = 0
  | [], _, _ => rfl
  | _ :: _, _, [] => rfl
  | x :: xs, h, y :: v => by
    show x * y + dot xs v = 0
    rw [(isZero_cons.mp h).1, dot_isZero (isZero_cons.mp h).2 v, Int.zero_mul, Int.zero_add]

theorem dot_set : (xs : Coeffs) → (i : Nat) → (z : Int) → (v : Coeffs) →
    get xs i = 0 → dot (set xs i z) v = dot xs v + z * get v i
  | xs, i, z, [] => fun _ => by
    rw [dot_nil_right, dot_nil_right]
    exact ((Int.zero_add _).trans (Int.mul_zero z)).symm
  | [], 0, z, y :: v => fun _ => by
    show z * y + 0 = 0 + z * y
    rw [Int.add_zero, Int.zero_add]
  | [], i + 1, z, y :: v => fun _ => by
    show 0 * y + dot (set [] i z) v = 0 + z * get v i
    rw [dot_set [] i z v rfl, Int.zero_mul, Int.zero_add]
    rfl
  | x :: xs, 0, z, y :: v => fun h => by
    show z * y + dot xs v = x * y + dot xs v + z * y
    rw [show x = 0 from h, Int.zero_mul, Int.zero_add, Int.add_comm]
  | x :: xs, i + 1, z, y :: v => fun h => by
    show x * y + dot (set xs i z) v = x * y + dot xs v + z * get v i
    rw [dot_set xs i z v h, Int.add_assoc]

/-- Whether `g` divides every entry. -/
def DvdAll (g : Int) : Coeffs → Prop
  | [] => True
  | x :: xs => g ∣ x ∧ DvdAll g xs

theorem DvdAll.trans {d g : Int} (h : d ∣ g) : {xs : Coeffs} → DvdAll g xs → DvdAll d xs
  | [], _ => .intro
  | _ :: _, ⟨hx, hxs⟩ => ⟨Int.dvd_trans h hx, trans h hxs⟩

theorem dvdAll_gcd : (xs : Coeffs) → DvdAll (gcd xs) xs
  | [] => .intro
  | x :: xs => ⟨Int.natCast_dvd.mpr (Nat.gcd_dvd_left x.natAbs (gcd xs)),
    (dvdAll_gcd xs).trans (Int.natCast_dvd_natCast.mpr (Nat.gcd_dvd_right x.natAbs (gcd xs)))⟩

theorem isZero_of_dvdAll : {xs : Coeffs} → DvdAll 0 xs → isZero xs
  | [], _ => rfl
  | _ :: _, ⟨⟨c, hc⟩, hxs⟩ =>
    isZero_cons.mpr ⟨hc.trans (Int.zero_mul c), isZero_of_dvdAll hxs⟩

theorem isZero_of_gcd_eq_zero {xs : Coeffs} (h : gcd xs = 0) : isZero xs := by
  have h' := dvdAll_gcd xs
  rw [h] at h'
  exact isZero_of_dvdAll h'

theorem dot_sdiv (g : Int) : (xs : Coeffs) → DvdAll g xs → (v : Coeffs) →
    g * dot (sdiv xs g) v = dot xs v
  | [], _, _ => Int.mul_zero g
  | _ :: _, _, [] => Int.mul_zero g
  | x :: xs, h, y :: v => by
    show g * (x / g * y + dot (sdiv xs g) v) = x * y + dot xs v
    rw [Int.mul_add, dot_sdiv g xs h.2 v, ← Int.mul_assoc, Int.mul_ediv_cancel' h.1]

theorem dvd_dot_sub_dot_bmod (m : Nat) : (xs v : Coeffs) → (m : Int) ∣ dot xs v - dot (bmod xs m) v
  | [], _ => Int.dvd_zero _
  | _ :: _, [] => Int.dvd_zero _
  | x :: xs, y :: v => by
    show (m : Int) ∣ x * y + dot xs v - (Int.bmod x m * y + dot (bmod xs m) v)
    rw [show x * y + dot xs v - (Int.bmod x m * y + dot (bmod xs m) v) =
        (x - Int.bmod x m) * y + (dot xs v - dot (bmod xs m) v) by
      rw [Int.sub_mul, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.sub_eq_add_neg, Int.neg_add,
        Int.add_assoc, Int.add_assoc, Int.add_left_comm (dot xs v)]]
    exact Int.dvd_add (Int.dvd_mul_of_dvd_left (Int.dvd_sub_bmod x m) y)
      (dvd_dot_sub_dot_bmod m xs v)

end Coeffs

end Lean.Omega
