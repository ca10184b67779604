import Kata.ListMaps

/-!
# Insertion sort

It returns an ordered list with the same elements, as often as before.
-/

namespace Kata

/-- Put an element into an ordered list, before the first that is not smaller. -/
@[simp] def place (x : Nat) : List Nat → List Nat
  | [] => [x]
  | y :: ys => if x ≤ y then x :: y :: ys else y :: place x ys

/-- Sort by placing one element after the other. -/
@[simp] def sort : List Nat → List Nat
  | [] => []
  | x :: xs => place x (sort xs)

/-- `x` is at most every element of the list. -/
@[simp] def AtMost (x : Nat) : List Nat → Prop
  | [] => True
  | y :: ys => x ≤ y ∧ AtMost x ys

/-- Each element is at most those that follow. -/
@[simp] def Ordered : List Nat → Prop
  | [] => True
  | x :: xs => AtMost x xs ∧ Ordered xs

/-- The two lists have every element equally often. -/
def SameElements (xs ys : List Nat) : Prop := ∀ p, tally p xs = tally p ys

section AtMost

variable {x y : Nat} {xs ys : List Nat}

theorem atMost_trans (hxy : x ≤ y) (h : AtMost y xs) : AtMost x xs := by
  induction xs with
  | nil => exact True.intro
  | cons z xs ih =>
    obtain ⟨hz, hxs⟩ := h
    constructor
    · exact Nat.le_trans hxy hz
    · exact ih hxs

theorem zero_atMost : AtMost 0 xs := by
  induction xs with
  | nil => exact True.intro
  | cons z xs ih => exact ⟨Nat.zero_le z, ih⟩

theorem atMost_append : AtMost x (xs ++ ys) ↔ AtMost x xs ∧ AtMost x ys := by
  induction xs with
  | nil => simp
  | cons z xs ih => simp only [List.cons_append, AtMost, ih, and_assoc]

theorem atMost_place (hxy : x ≤ y) (h : AtMost x xs) : AtMost x (place y xs) := by
  induction xs with
  | nil => exact ⟨hxy, True.intro⟩
  | cons z xs ih =>
    obtain ⟨hz, hxs⟩ := h
    simp only [place]
    split
    · exact ⟨hxy, hz, hxs⟩
    · exact ⟨hz, ih hxs⟩

theorem atMost_occurs (h : AtMost x xs) (hy : y ∈∈ xs) : x ≤ y := by
  induction hy with
  | here => exact h.left
  | there _ ih => exact ih h.right

theorem atMost_copies (n : Nat) : AtMost x (copies n x) := by
  induction n with
  | zero => exact True.intro
  | succ n ih => exact ⟨Nat.le_refl x, ih⟩

end AtMost

section Ordered

variable {x y : Nat} {xs ys : List Nat}

theorem ordered_tail (h : Ordered (x :: xs)) : Ordered xs := h.right

theorem ordered_head (h : Ordered (x :: xs)) (hy : y ∈∈ xs) : x ≤ y := by
  apply atMost_occurs
  · exact h.left
  · exact hy

theorem ordered_copies (n : Nat) : Ordered (copies n x) := by
  induction n with
  | zero => exact True.intro
  | succ n ih => exact ⟨atMost_copies n, ih⟩

theorem ordered_place (h : Ordered xs) : Ordered (place x xs) := by
  induction xs with
  | nil => exact ⟨True.intro, True.intro⟩
  | cons z xs ih =>
    obtain ⟨hz, hxs⟩ := h
    simp only [place]
    split
    · case isTrue hxz => exact ⟨⟨hxz, atMost_trans hxz hz⟩, hz, hxs⟩
    · case isFalse hxz => exact ⟨atMost_place (by omega) hz, ih hxs⟩

theorem ordered_sort (xs : List Nat) : Ordered (sort xs) := by
  induction xs with
  | nil => exact True.intro
  | cons x xs ih => exact ordered_place ih

theorem ordered_append_left (h : Ordered (xs ++ ys)) : Ordered xs := by
  induction xs with
  | nil => exact True.intro
  | cons z xs ih =>
    obtain ⟨hz, hxs⟩ := h
    constructor
    · exact (atMost_append.mp hz).left
    · exact ih hxs

theorem place_atMost (h : AtMost x xs) : place x xs = x :: xs := by
  cases xs with
  | nil => rfl
  | cons z xs =>
    simp only [place]
    rw [if_pos h.left]

theorem sort_ordered (h : Ordered xs) : sort xs = xs := by
  induction xs with
  | nil => rfl
  | cons z xs ih =>
    obtain ⟨hz, hxs⟩ := h
    rw [sort, ih hxs, place_atMost hz]

theorem sort_sort (xs : List Nat) : sort (sort xs) = sort xs := by
  apply sort_ordered
  exact ordered_sort xs

end Ordered

section Same

variable {xs ys zs : List Nat}

theorem same_refl (xs : List Nat) : SameElements xs xs := by
  intro p
  rfl

theorem same_symm (h : SameElements xs ys) : SameElements ys xs := by
  intro p
  exact (h p).symm

theorem same_trans (h : SameElements xs ys) (h' : SameElements ys zs) :
    SameElements xs zs := by
  intro p
  rw [h p, h' p]

theorem same_append_comm (xs ys : List Nat) : SameElements (xs ++ ys) (ys ++ xs) := by
  intro p
  rw [tally_append, tally_append, Nat.add_comm]

theorem same_rev (xs : List Nat) : SameElements (rev xs) xs := by
  intro p
  exact tally_rev p xs

theorem same_cons (x : Nat) (h : SameElements xs ys) : SameElements (x :: xs) (x :: ys) := by
  intro p
  simp only [tally]
  rw [h p]

theorem tally_place (p : Nat → Bool) (x : Nat) (xs : List Nat) :
    tally p (place x xs) = bit (p x) + tally p xs := by
  induction xs with
  | nil => rfl
  | cons y xs ih =>
    simp only [place]
    split
    · rfl
    · simp only [tally, ih]
      omega

theorem same_place (x : Nat) (xs : List Nat) : SameElements (place x xs) (x :: xs) := by
  intro p
  rw [tally_place]
  rfl

theorem same_sort (xs : List Nat) : SameElements (sort xs) xs := by
  induction xs with
  | nil => exact same_refl []
  | cons x xs ih =>
    apply same_trans
    · exact same_place x (sort xs)
    · exact same_cons x ih

theorem len_place (x : Nat) (xs : List Nat) : len (place x xs) = len xs + 1 := by
  induction xs with
  | nil => rfl
  | cons y xs ih =>
    simp only [place]
    split
    · rfl
    · simp only [len, ih]

theorem len_sort (xs : List Nat) : len (sort xs) = len xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => rw [sort, len_place, ih, len]

theorem total_place (x : Nat) (xs : List Nat) : total (place x xs) = x + total xs := by
  induction xs with
  | nil => rfl
  | cons y xs ih =>
    simp only [place]
    split
    · rfl
    · simp only [total, ih]
      omega

theorem total_sort (xs : List Nat) : total (sort xs) = total xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => rw [sort, total_place, ih, total]

end Same

end Kata
