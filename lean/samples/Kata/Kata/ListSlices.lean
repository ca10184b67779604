import Kata.ListMaps

/-!
# Lists: slices, stuttering, interleaving and folds
-/

namespace Kata

variable {α β γ : Type}

section Slices

theorem front_append_rest (n : Nat) (xs : List α) : front n xs ++ rest n xs = xs := by
  induction n generalizing xs with
  | zero => rfl
  | succ n ih =>
    cases xs with
    | nil => rfl
    | cons x xs => simp only [front, rest, List.cons_append, ih]

theorem rest_rest (n m : Nat) (xs : List α) : rest n (rest m xs) = rest (m + n) xs := by
  induction m generalizing xs with
  | zero =>
    rw [Nat.zero_add]
    rfl
  | succ m ih =>
    cases xs with
    | nil =>
      rw [Nat.add_right_comm]
      cases n <;> rfl
    | cons x xs =>
      rw [Nat.add_right_comm]
      simp only [rest, ih]

theorem rest_nil (n : Nat) : rest n ([] : List α) = [] := by
  cases n <;> rfl

theorem front_len (xs : List α) : front (len xs) xs = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [len, front, ih]

theorem rest_len (xs : List α) : rest (len xs) xs = [] := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [len, rest, ih]

theorem len_rest (n : Nat) (xs : List α) : len (rest n xs) = len xs - n := by
  induction n generalizing xs with
  | zero => rfl
  | succ n ih =>
    cases xs with
    | nil => simp
    | cons x xs =>
      have h := ih xs
      simp only [rest, len]
      omega

theorem len_front_le (n : Nat) (xs : List α) : len (front n xs) ≤ n := by
  induction n generalizing xs with
  | zero => exact Nat.le_refl 0
  | succ n ih =>
    cases xs with
    | nil => exact Nat.zero_le _
    | cons x xs =>
      have h := ih xs
      simp only [front, len]
      omega

theorem copies_add (n m : Nat) (x : α) : copies (n + m) x = copies n x ++ copies m x := by
  induction n with
  | zero =>
    rw [Nat.zero_add]
    rfl
  | succ n ih =>
    rw [Nat.add_right_comm]
    simp only [copies, List.cons_append, ih]

theorem front_append (xs ys : List α) : front (len xs) (xs ++ ys) = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [len, List.cons_append, front, ih]

theorem rest_append (xs ys : List α) : rest (len xs) (xs ++ ys) = ys := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [len, List.cons_append, rest, ih]

end Slices

section Others

theorem stutter_append (xs ys : List α) : stutter (xs ++ ys) = stutter xs ++ stutter ys := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [List.cons_append, stutter, ih]

theorem stutter_rev (xs : List α) : stutter (rev xs) = rev (stutter xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    simp only [rev, stutter, snoc_eq_append, stutter_append, ih, List.append_assoc]
    rfl

theorem concat_append (xss yss : List (List α)) :
    concat (xss ++ yss) = concat xss ++ concat yss := by
  induction xss with
  | nil => rfl
  | cons xs xss ih => simp only [List.cons_append, concat, ih, List.append_assoc]

theorem concat_singletons (xs : List α) : concat (each (fun x => [x]) xs) = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    simp only [each, concat, ih]
    rfl

theorem interleave_nil (xs : List α) : interleave xs [] = xs := by
  cases xs with
  | nil => simp
  | cons x xs => simp

theorem interleave_self (xs : List α) : interleave xs xs = stutter xs := by
  induction xs with
  | nil => simp
  | cons x xs ih =>
    rw [interleave, interleave, ih]
    rfl

theorem foldUp_cons (xs ys : List α) : foldUp List.cons ys xs = xs ++ ys := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [foldUp, List.cons_append, ih]

theorem foldUp_append (f : α → β → β) (b : β) (xs ys : List α) :
    foldUp f b (xs ++ ys) = foldUp f (foldUp f b ys) xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [List.cons_append, foldUp, ih]

theorem foldUp_each (f : β → γ → γ) (c : γ) (g : α → β) (xs : List α) :
    foldUp f c (each g xs) = foldUp (fun x => f (g x)) c xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, foldUp, ih]

theorem foldUp_add (xs : List Nat) : foldUp (fun x y => x + y) 0 xs = total xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [foldUp, total, ih]

theorem foldUp_fusion (f : α → β → β) (g : α → γ → γ) (h : β → γ) (b : β) (xs : List α)
    (hfg : ∀ x y, h (f x y) = g x (h y)) : h (foldUp f b xs) = foldUp g (h b) xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [foldUp, hfg, ih]

end Others

end Kata
