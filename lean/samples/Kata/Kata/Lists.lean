import Kata.Nats

/-!
# Lists

Own functions on core's `List`, in families: how each behaves on append, map, reverse and so on.
-/

namespace Kata

variable {α β γ : Type}

/-- The number of elements. -/
@[simp] def len : List α → Nat
  | [] => 0
  | _ :: xs => len xs + 1

/-- One element more, at the end. -/
@[simp] def snoc : List α → α → List α
  | [], y => [y]
  | x :: xs, y => x :: snoc xs y

/-- The elements in reverse order. -/
@[simp] def rev : List α → List α
  | [] => []
  | x :: xs => snoc (rev xs) x

/-- Reverse the first list onto the second. -/
@[simp] def revOnto : List α → List α → List α
  | [], ys => ys
  | x :: xs, ys => revOnto xs (x :: ys)

/-- Apply a function to every element. -/
@[simp] def each (f : α → β) : List α → List β
  | [] => []
  | x :: xs => f x :: each f xs

/-- Keep the elements that pass a test. -/
@[simp] def keep (p : α → Bool) : List α → List α
  | [] => []
  | x :: xs => bif p x then x :: keep p xs else keep p xs

/-- The sum of a list of numbers. -/
@[simp] def total : List Nat → Nat
  | [] => 0
  | x :: xs => x + total xs

/-- How many elements pass a test. -/
@[simp] def tally (p : α → Bool) : List α → Nat
  | [] => 0
  | x :: xs => bit (p x) + tally p xs

/-- Do all elements pass a test? -/
@[simp] def every (p : α → Bool) : List α → Bool
  | [] => true
  | x :: xs => p x && every p xs

/-- Does some element pass a test? -/
@[simp] def some? (p : α → Bool) : List α → Bool
  | [] => false
  | x :: xs => p x || some? p xs

/-- All lists of a list of lists, one after the other. -/
@[simp] def concat : List (List α) → List α
  | [] => []
  | xs :: xss => xs ++ concat xss

/-- The first `n` elements. -/
@[simp] def front : Nat → List α → List α
  | 0, _ => []
  | _ + 1, [] => []
  | n + 1, x :: xs => x :: front n xs

/-- What follows the first `n` elements. -/
@[simp] def rest : Nat → List α → List α
  | 0, xs => xs
  | _ + 1, [] => []
  | n + 1, _ :: xs => rest n xs

/-- `n` copies of an element. -/
@[simp] def copies : Nat → α → List α
  | 0, _ => []
  | n + 1, x => x :: copies n x

/-- Every element twice. -/
@[simp] def stutter : List α → List α
  | [] => []
  | x :: xs => x :: x :: stutter xs

/-- Elements of two lists in turn. -/
@[simp] def interleave : List α → List α → List α
  | [], ys => ys
  | x :: xs, ys => x :: interleave ys xs
termination_by xs ys => xs.length + ys.length
decreasing_by
  simp only [List.length_cons]
  omega

/-- Fold from the right. -/
@[simp] def foldUp (f : α → β → β) (b : β) : List α → β
  | [] => b
  | x :: xs => f x (foldUp f b xs)

/-- `x ∈∈ xs`: the element `x` occurs in `xs`. -/
inductive Occurs (x : α) : List α → Prop where
  | here {xs : List α} : Occurs x (x :: xs)
  | there {y : α} {xs : List α} (h : Occurs x xs) : Occurs x (y :: xs)

infix:50 " ∈∈ " => Occurs

section Len

theorem len_append (xs ys : List α) : len (xs ++ ys) = len xs + len ys := by
  induction xs with
  | nil => simp
  | cons x xs ih =>
    simp only [List.cons_append, len, ih]
    omega

theorem len_snoc (xs : List α) (y : α) : len (snoc xs y) = len xs + 1 := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [snoc, len, ih]

theorem len_rev (xs : List α) : len (rev xs) = len xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [rev, len_snoc, len, ih]

theorem len_revOnto (xs ys : List α) : len (revOnto xs ys) = len xs + len ys := by
  induction xs generalizing ys with
  | nil => simp
  | cons x xs ih =>
    simp only [revOnto, len, ih]
    omega

theorem len_each (f : α → β) (xs : List α) : len (each f xs) = len xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [each, len, ih]

theorem len_keep_le (p : α → Bool) (xs : List α) : len (keep p xs) ≤ len xs := by
  induction xs with
  | nil => exact Nat.le_refl 0
  | cons x xs ih => cases h : p x <;> simp only [keep, h, cond, len] <;> omega

theorem len_stutter (xs : List α) : len (stutter xs) = double (len xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [stutter, len, double, ih]

theorem len_copies (n : Nat) (x : α) : len (copies n x) = n := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [copies, len, ih]

theorem len_interleave (xs ys : List α) : len (interleave xs ys) = len xs + len ys := by
  induction xs, ys using interleave.induct with
  | case1 ys => simp
  | case2 x xs ys ih =>
    rw [interleave]
    simp only [len, ih]
    omega

theorem len_concat (xss : List (List α)) : len (concat xss) = total (each len xss) := by
  induction xss with
  | nil => rfl
  | cons xs xss ih => simp only [concat, each, total, len_append, ih]

theorem len_eq_length (xs : List α) : len xs = xs.length := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [len, List.length_cons, ih]

theorem len_eq_zero (xs : List α) (h : len xs = 0) : xs = [] := by
  cases xs with
  | nil => rfl
  | cons x xs => contradiction

theorem len_pos_of_occurs (x : α) (xs : List α) (h : x ∈∈ xs) : 0 < len xs := by
  cases h with
  | here => exact Nat.succ_pos _
  | there h => exact Nat.succ_pos _

end Len

section Append

theorem snoc_eq_append (xs : List α) (y : α) : snoc xs y = xs ++ [y] := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [snoc, List.cons_append, ih]

theorem append_snoc (xs ys : List α) (z : α) : xs ++ snoc ys z = snoc (xs ++ ys) z := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [List.cons_append, snoc, ih]

theorem snoc_append (xs ys : List α) (z : α) : snoc xs z ++ ys = xs ++ z :: ys := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [snoc, List.cons_append, ih]

theorem append_nil_right (xs : List α) : xs ++ [] = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => rw [List.cons_append, ih]

theorem append_regroup (xs ys zs : List α) : (xs ++ ys) ++ zs = xs ++ (ys ++ zs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [List.cons_append, ih]

theorem append_cancel_left (xs ys zs : List α) (h : xs ++ ys = xs ++ zs) : ys = zs := by
  induction xs with
  | nil => exact h
  | cons x xs ih =>
    apply ih
    injection h

theorem append_eq_nil (xs ys : List α) (h : xs ++ ys = []) : xs = [] ∧ ys = [] := by
  cases xs with
  | nil => exact ⟨rfl, h⟩
  | cons x xs => contradiction

theorem snoc_ne_nil (xs : List α) (y : α) : snoc xs y ≠ [] := by
  cases xs with
  | nil =>
    intro h
    contradiction
  | cons x xs =>
    intro h
    contradiction

end Append

section Rev

theorem rev_snoc (xs : List α) (y : α) : rev (snoc xs y) = y :: rev xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [snoc, rev, ih]

theorem rev_append (xs ys : List α) : rev (xs ++ ys) = rev ys ++ rev xs := by
  induction xs with
  | nil => rw [List.nil_append, rev, append_nil_right]
  | cons x xs ih => simp only [List.cons_append, rev, ih, append_snoc]

theorem rev_rev (xs : List α) : rev (rev xs) = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [rev, rev_snoc, ih]

theorem rev_injective (xs ys : List α) (h : rev xs = rev ys) : xs = ys := by
  rw [← rev_rev xs, h, rev_rev]

theorem rev_eq_nil (xs : List α) (h : rev xs = []) : xs = [] := by
  rw [← rev_rev xs, h]
  rfl

theorem revOnto_eq (xs ys : List α) : revOnto xs ys = rev xs ++ ys := by
  induction xs generalizing ys with
  | nil => rfl
  | cons x xs ih => simp only [revOnto, rev, ih, snoc_append]

theorem revOnto_nil (xs : List α) : revOnto xs [] = rev xs := by
  rw [revOnto_eq, append_nil_right]

theorem revOnto_revOnto (xs ys : List α) : revOnto (revOnto xs ys) [] = revOnto ys xs := by
  induction xs generalizing ys with
  | nil => rfl
  | cons x xs ih =>
    simp only [revOnto]
    rw [ih]
    rfl

theorem rev_eq_reverse (xs : List α) : rev xs = xs.reverse := by
  induction xs with
  | nil => rfl
  | cons x xs ih => rw [rev, snoc_eq_append, ih, List.reverse_cons]

theorem rev_copies (n : Nat) (x : α) : rev (copies n x) = copies n x := by
  have h : ∀ m, snoc (copies m x) x = copies (m + 1) x := by
    intro m
    induction m with
    | zero => rfl
    | succ m ih =>
      simp only [copies, snoc] at ih ⊢
      rw [ih]
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [copies, rev, ih, h]
    rfl

end Rev

section Occurs

variable {x y : α} {xs ys : List α}

theorem not_occurs_nil : ¬x ∈∈ [] := by
  intro h
  cases h

theorem occurs_cons : x ∈∈ y :: xs ↔ x = y ∨ x ∈∈ xs := by
  constructor
  · intro h
    cases h with
    | here =>
      left
      rfl
    | there h =>
      right
      exact h
  · intro h
    cases h with
    | inl h =>
      subst h
      exact Occurs.here
    | inr h => exact Occurs.there h

theorem occurs_append_left (h : x ∈∈ xs) : x ∈∈ xs ++ ys := by
  induction h with
  | here => exact Occurs.here
  | there _ ih => exact Occurs.there ih

theorem occurs_append_right (h : x ∈∈ ys) : x ∈∈ xs ++ ys := by
  induction xs with
  | nil => exact h
  | cons z xs ih => exact Occurs.there ih

theorem occurs_append : x ∈∈ xs ++ ys ↔ x ∈∈ xs ∨ x ∈∈ ys := by
  constructor
  · intro h
    induction xs with
    | nil =>
      right
      exact h
    | cons z xs ih =>
      cases h with
      | here =>
        left
        exact Occurs.here
      | there h =>
        cases ih h with
        | inl h =>
          left
          exact Occurs.there h
        | inr h =>
          right
          exact h
  · intro h
    cases h with
    | inl h => exact occurs_append_left h
    | inr h => exact occurs_append_right h

theorem occurs_snoc_last : x ∈∈ snoc xs x := by
  rw [snoc_eq_append]
  apply occurs_append_right
  exact Occurs.here

theorem occurs_rev (h : x ∈∈ xs) : x ∈∈ rev xs := by
  induction h with
  | here =>
    rw [rev]
    exact occurs_snoc_last
  | there _ ih =>
    rw [rev, snoc_eq_append]
    exact occurs_append_left ih

theorem occurs_each (f : α → β) (h : x ∈∈ xs) : f x ∈∈ each f xs := by
  induction h with
  | here => exact Occurs.here
  | there _ ih => exact Occurs.there ih

theorem occurs_of_each (f : α → β) (z : β) (h : z ∈∈ each f xs) :
    ∃ x, x ∈∈ xs ∧ f x = z := by
  induction xs with
  | nil => cases h
  | cons y xs ih =>
    cases h with
    | here => exact ⟨y, Occurs.here, rfl⟩
    | there h =>
      obtain ⟨x, hx, hz⟩ := ih h
      exact ⟨x, Occurs.there hx, hz⟩

theorem occurs_stutter (h : x ∈∈ xs) : x ∈∈ stutter xs := by
  induction h with
  | here => exact Occurs.here
  | there _ ih =>
    apply Occurs.there
    apply Occurs.there
    exact ih

theorem occurs_iff_mem : x ∈∈ xs ↔ x ∈ xs := by
  induction xs with
  | nil =>
    constructor
    · intro h
      cases h
    · intro h
      cases h
  | cons y xs ih => rw [occurs_cons, List.mem_cons, ih]

theorem occurs_split (h : x ∈∈ xs) : ∃ ys zs, xs = ys ++ x :: zs := by
  induction h with
  | here => exact ⟨[], _, rfl⟩
  | there _ ih =>
    obtain ⟨ys, zs, h⟩ := ih
    rw [h]
    exact ⟨_ :: ys, zs, rfl⟩

end Occurs

end Kata
