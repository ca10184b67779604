import Kata.Lists

/-!
# Lists: maps, filters, sums and tests

How `each`, `keep`, `total`, `tally`, `every` and `some?` behave on append, reverse and each other.
-/

namespace Kata

variable {α β γ : Type}

section Each

variable (f : α → β) (g : β → γ)

theorem each_append (xs ys : List α) : each f (xs ++ ys) = each f xs ++ each f ys := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [List.cons_append, each, ih]

theorem each_snoc (xs : List α) (y : α) : each f (snoc xs y) = snoc (each f xs) (f y) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [snoc, each, ih]

theorem each_rev (xs : List α) : each f (rev xs) = rev (each f xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [rev, each, each_snoc, ih]

theorem each_each (xs : List α) : each g (each f xs) = each (fun x => g (f x)) xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, ih]

theorem each_id (xs : List α) : each (fun x => x) xs = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, ih]

theorem each_concat (xss : List (List α)) :
    each f (concat xss) = concat (each (each f) xss) := by
  induction xss with
  | nil => rfl
  | cons xs xss ih => simp only [concat, each, each_append, ih]

theorem each_stutter (xs : List α) : each f (stutter xs) = stutter (each f xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [stutter, each, ih]

theorem each_front (n : Nat) (xs : List α) : each f (front n xs) = front n (each f xs) := by
  induction n generalizing xs with
  | zero => rfl
  | succ n ih =>
    cases xs with
    | nil => rfl
    | cons x xs => simp only [front, each, ih]

theorem each_rest (n : Nat) (xs : List α) : each f (rest n xs) = rest n (each f xs) := by
  induction n generalizing xs with
  | zero => rfl
  | succ n ih =>
    cases xs with
    | nil => rfl
    | cons x xs => simp only [rest, each, ih]

theorem each_copies (n : Nat) (x : α) : each f (copies n x) = copies n (f x) := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [copies, each, ih]

theorem each_eq_map (xs : List α) : each f xs = xs.map f := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, List.map_cons, ih]

theorem each_congr (f g : α → β) (xs : List α) (h : ∀ x, f x = g x) :
    each f xs = each g xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, ih, h]

theorem each_injective (f : α → β) (xs ys : List α) (hf : ∀ x y, f x = f y → x = y)
    (h : each f xs = each f ys) : xs = ys := by
  induction xs generalizing ys with
  | nil =>
    cases ys with
    | nil => rfl
    | cons y ys => contradiction
  | cons x xs ih =>
    cases ys with
    | nil => contradiction
    | cons y ys =>
      injection h with hx hxs
      rw [hf x y hx, ih ys hxs]

end Each

section Keep

variable (p q : α → Bool)

theorem keep_append (xs ys : List α) : keep p (xs ++ ys) = keep p xs ++ keep p ys := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem keep_keep (xs : List α) : keep p (keep p xs) = keep p xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem keep_snoc_true (xs : List α) (y : α) (hy : p y = true) :
    keep p (snoc xs y) = snoc (keep p xs) y := by
  induction xs with
  | nil => simp [hy]
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem keep_snoc_false (xs : List α) (y : α) (hy : p y = false) :
    keep p (snoc xs y) = keep p xs := by
  induction xs with
  | nil => simp [hy]
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem keep_rev (xs : List α) : keep p (rev xs) = rev (keep p xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    cases h : p x with
    | true => simp [h, ih, keep_snoc_true]
    | false => simp [h, ih, keep_snoc_false]

theorem keep_comm (xs : List α) : keep p (keep q xs) = keep q (keep p xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases hp : p x <;> cases hq : q x <;> simp [hp, hq, ih]

theorem keep_and (xs : List α) : keep (fun x => p x && q x) xs = keep p (keep q xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases hp : p x <;> cases hq : q x <;> simp [hp, hq, ih]

theorem keep_each (f : α → β) (p : β → Bool) (xs : List α) :
    keep p (each f xs) = each f (keep (fun x => p (f x)) xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p (f x) <;> simp [h, ih]

theorem keep_concat (xss : List (List α)) :
    keep p (concat xss) = concat (each (keep p) xss) := by
  induction xss with
  | nil => rfl
  | cons xs xss ih => simp only [concat, each, keep_append, ih]

theorem keep_of_every (xs : List α) (h : every p xs = true) : keep p xs = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    obtain ⟨hx, hxs⟩ := bool_and_split h
    simp [hx, ih hxs]

theorem every_keep (xs : List α) : every p (keep p xs) = true := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem len_keep (xs : List α) : len (keep p xs) = tally p xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    cases h : p x
    · simp only [keep, tally, h, cond, bit, ih]
      omega
    · simp only [keep, tally, h, cond, bit, len, ih]
      omega

end Keep

section Totals

variable (p : α → Bool)

theorem total_append (xs ys : List Nat) : total (xs ++ ys) = total xs + total ys := by
  induction xs with
  | nil => simp
  | cons x xs ih =>
    simp only [List.cons_append, total, ih]
    omega

theorem total_snoc (xs : List Nat) (y : Nat) : total (snoc xs y) = total xs + y := by
  induction xs with
  | nil => simp
  | cons x xs ih =>
    simp only [snoc, total, ih]
    omega

theorem total_rev (xs : List Nat) : total (rev xs) = total xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    simp only [rev, total, total_snoc, ih]
    omega

theorem total_concat (xss : List (List Nat)) : total (concat xss) = total (each total xss) := by
  induction xss with
  | nil => rfl
  | cons xs xss ih => simp only [concat, each, total, total_append, ih]

theorem total_copies (n x : Nat) : total (copies n x) = n * x := by
  induction n with
  | zero => simp
  | succ n ih =>
    simp only [copies, total, ih]
    rw [Nat.add_mul, Nat.one_mul, Nat.add_comm]

theorem total_stutter (xs : List Nat) : total (stutter xs) = double (total xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    simp only [stutter, total, ih, double_eq]
    omega

theorem total_each_double (xs : List Nat) : total (each double xs) = double (total xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, total, double_add, ih]

theorem total_each_mul (n : Nat) (xs : List Nat) :
    total (each (fun x => n * x) xs) = n * total xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, total, Nat.mul_add, ih]

theorem total_each_add (f g : α → Nat) (xs : List α) :
    total (each (fun x => f x + g x) xs) = total (each f xs) + total (each g xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    simp only [each, total, ih]
    omega

theorem le_total_of_occurs (x : Nat) (xs : List Nat) (h : x ∈∈ xs) : x ≤ total xs := by
  induction h with
  | here =>
    simp only [total]
    omega
  | there _ ih =>
    simp only [total]
    omega

theorem tally_append (xs ys : List α) : tally p (xs ++ ys) = tally p xs + tally p ys := by
  induction xs with
  | nil => simp
  | cons x xs ih =>
    simp only [List.cons_append, tally, ih]
    omega

theorem tally_snoc (xs : List α) (y : α) : tally p (snoc xs y) = tally p xs + bit (p y) := by
  induction xs with
  | nil => simp
  | cons x xs ih =>
    simp only [snoc, tally, ih]
    omega

theorem tally_rev (xs : List α) : tally p (rev xs) = tally p xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    simp only [rev, tally, tally_snoc, ih]
    omega

theorem tally_each (f : α → β) (p : β → Bool) (xs : List α) :
    tally p (each f xs) = tally (fun x => p (f x)) xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, tally, ih]

theorem tally_le_len (xs : List α) : tally p xs ≤ len xs := by
  rw [← len_keep]
  exact len_keep_le p xs

theorem tally_stutter (xs : List α) : tally p (stutter xs) = double (tally p xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    simp only [stutter, tally, ih, double_eq]
    omega

end Totals

section Tests

variable (p q : α → Bool)

theorem every_append (xs ys : List α) : every p (xs ++ ys) = (every p xs && every p ys) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [List.cons_append, every, ih, Bool.and_assoc]

theorem some_append (xs ys : List α) : some? p (xs ++ ys) = (some? p xs || some? p ys) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [List.cons_append, some?, ih, Bool.or_assoc]

theorem every_snoc (xs : List α) (y : α) : every p (snoc xs y) = (every p xs && p y) := by
  induction xs with
  | nil => simp
  | cons x xs ih => simp only [snoc, every, ih, Bool.and_assoc]

theorem every_rev (xs : List α) : every p (rev xs) = every p xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => rw [rev, every_snoc, ih, Bool.and_comm, every]

theorem every_each (f : α → β) (p : β → Bool) (xs : List α) :
    every p (each f xs) = every (fun x => p (f x)) xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, every, ih]

theorem some_each (f : α → β) (p : β → Bool) (xs : List α) :
    some? p (each f xs) = some? (fun x => p (f x)) xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, some?, ih]

theorem not_every (xs : List α) : (!every p xs) = some? (fun x => !p x) xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem not_some (xs : List α) : (!some? p xs) = every (fun x => !p x) xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem every_and (xs : List α) :
    every (fun x => p x && q x) xs = (every p xs && every q xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases hp : p x <;> cases hq : q x <;> simp [hp, hq, ih]

theorem every_of_occurs (x : α) (xs : List α) (h : every p xs = true) (hx : x ∈∈ xs) :
    p x = true := by
  induction hx with
  | here => exact (bool_and_split h).left
  | there _ ih =>
    apply ih
    exact (bool_and_split h).right

theorem some_of_occurs (x : α) (xs : List α) (h : x ∈∈ xs) (hx : p x = true) :
    some? p xs = true := by
  induction h with
  | here => simp [hx]
  | there _ ih => simp [ih]

end Tests

end Kata
