import Kata.TreeShapes
import Kata.Sorting

/-!
# Search trees

Insertion and membership in trees of numbers, and the invariant that makes them right.
-/

namespace Kata

open Tree

/-- Insert a number where it belongs. -/
@[simp] def insert (n : Nat) : Tree Nat → Tree Nat
  | leaf => node leaf n leaf
  | node l m r =>
    if n < m then node (insert n l) m r
    else if m < n then node l m (insert n r)
    else node l m r

/-- Look a number up. -/
@[simp] def member (n : Nat) : Tree Nat → Bool
  | leaf => false
  | node l m r =>
    if n < m then member n l
    else if m < n then member n r
    else true

/-- Every label of the tree satisfies a predicate. -/
@[simp] def Every (P : Nat → Prop) : Tree Nat → Prop
  | leaf => True
  | node l m r => Every P l ∧ P m ∧ Every P r

/-- To the left are smaller labels, to the right larger ones. -/
@[simp] def Search : Tree Nat → Prop
  | leaf => True
  | node l m r => Search l ∧ Search r ∧ Every (fun k => k < m) l ∧ Every (fun k => m < k) r

/-- Insert the elements of a list. -/
@[simp] def insertAll : List Nat → Tree Nat
  | [] => leaf
  | n :: ns => insert n (insertAll ns)

section Every

variable {P Q : Nat → Prop} {n : Nat} {t : Tree Nat}

theorem every_mono (h : ∀ k, P k → Q k) (hP : Every P t) : Every Q t := by
  induction t with
  | leaf => exact True.intro
  | node l m r ihl ihr =>
    obtain ⟨hl, hm, hr⟩ := hP
    exact ⟨ihl hl, h m hm, ihr hr⟩

theorem every_true : Every (fun _ => True) t := by
  induction t with
  | leaf => exact True.intro
  | node l m r ihl ihr => exact ⟨ihl, True.intro, ihr⟩

theorem every_both (hP : Every P t) (hQ : Every Q t) : Every (fun k => P k ∧ Q k) t := by
  induction t with
  | leaf => exact True.intro
  | node l m r ihl ihr =>
    obtain ⟨hPl, hPm, hPr⟩ := hP
    obtain ⟨hQl, hQm, hQr⟩ := hQ
    exact ⟨ihl hPl hQl, ⟨hPm, hQm⟩, ihr hPr hQr⟩

theorem every_label (hP : Every P t) (h : Label n t) : P n := by
  induction h with
  | root => exact hP.right.left
  | left _ ih =>
    apply ih
    exact hP.left
  | right _ ih =>
    apply ih
    exact hP.right.right

theorem every_mirror (hP : Every P t) : Every P (mirror t) := by
  induction t with
  | leaf => exact True.intro
  | node l m r ihl ihr =>
    obtain ⟨hl, hm, hr⟩ := hP
    exact ⟨ihr hr, hm, ihl hl⟩

theorem every_insert (hn : P n) (hP : Every P t) : Every P (insert n t) := by
  induction t with
  | leaf => exact ⟨True.intro, hn, True.intro⟩
  | node l m r ihl ihr =>
    obtain ⟨hl, hm, hr⟩ := hP
    simp only [insert]
    split
    · exact ⟨ihl hl, hm, hr⟩
    · split
      · exact ⟨hl, hm, ihr hr⟩
      · exact ⟨hl, hm, hr⟩

end Every

section Insert

variable (n m : Nat) (t : Tree Nat)

theorem insert_ne_leaf : insert n t ≠ leaf := by
  cases t with
  | leaf =>
    intro h
    contradiction
  | node l k r =>
    simp only [insert]
    split
    · intro h
      contradiction
    · split
      · intro h
        contradiction
      · intro h
        contradiction

theorem member_insert_self : member n (insert n t) = true := by
  induction t with
  | leaf => simp
  | node l k r ihl ihr =>
    simp only [insert]
    split
    · case isTrue h =>
      rw [member, if_pos h]
      exact ihl
    · case isFalse h =>
      split
      · case isTrue h' =>
        rw [member, if_neg h, if_pos h']
        exact ihr
      · case isFalse h' => rw [member, if_neg h, if_neg h']

theorem search_insert (h : Search t) : Search (insert n t) := by
  induction t with
  | leaf => exact ⟨True.intro, True.intro, True.intro, True.intro⟩
  | node l k r ihl ihr =>
    obtain ⟨hl, hr, hkl, hkr⟩ := h
    simp only [insert]
    split
    · case isTrue hn => exact ⟨ihl hl, hr, every_insert hn hkl, hkr⟩
    · split
      · case isTrue hn => exact ⟨hl, ihr hr, hkl, every_insert hn hkr⟩
      · exact ⟨hl, hr, hkl, hkr⟩

theorem search_insertAll (ns : List Nat) : Search (insertAll ns) := by
  induction ns with
  | nil => exact True.intro
  | cons n ns ih => exact search_insert n _ ih

theorem label_of_member (h : member n t = true) : Label n t := by
  induction t with
  | leaf => contradiction
  | node l k r ihl ihr =>
    simp only [member] at h
    split at h
    · exact Label.left (ihl h)
    · split at h
      · exact Label.right (ihr h)
      · have hnk : n = k := by omega
        subst hnk
        exact Label.root

theorem member_of_label (hs : Search t) (h : Label n t) : member n t = true := by
  induction h with
  | root => simp
  | left h ih =>
    obtain ⟨hl, hr, hkl, hkr⟩ := hs
    have hn := every_label hkl h
    rw [member, if_pos hn]
    exact ih hl
  | right h ih =>
    obtain ⟨hl, hr, hkl, hkr⟩ := hs
    have hn := every_label hkr h
    rw [member, if_neg (by omega), if_pos hn]
    exact ih hr

theorem member_iff_label (hs : Search t) : member n t = true ↔ Label n t := by
  constructor
  · intro h
    exact label_of_member n t h
  · intro h
    exact member_of_label n t hs h

theorem label_insert (h : Label m (insert n t)) : m = n ∨ Label m t := by
  induction t with
  | leaf =>
    cases h with
    | root =>
      left
      rfl
    | left h => cases h
    | right h => cases h
  | node l k r ihl ihr =>
    simp only [insert] at h
    split at h
    · cases h with
      | root =>
        right
        exact Label.root
      | left h =>
        cases ihl h with
        | inl h =>
          left
          exact h
        | inr h =>
          right
          exact Label.left h
      | right h =>
        right
        exact Label.right h
    · split at h
      · cases h with
        | root =>
          right
          exact Label.root
        | left h =>
          right
          exact Label.left h
        | right h =>
          cases ihr h with
          | inl h =>
            left
            exact h
          | inr h =>
            right
            exact Label.right h
      · right
        exact h

theorem size_insert_le : size (insert n t) ≤ size t + 1 := by
  induction t with
  | leaf => exact Nat.le_refl 1
  | node l k r ihl ihr =>
    simp only [insert]
    split
    · simp only [size]
      omega
    · split
      · simp only [size]
        omega
      · simp only [size]
        omega

theorem size_insertAll_le (ns : List Nat) : size (insertAll ns) ≤ len ns := by
  induction ns with
  | nil => exact Nat.le_refl 0
  | cons n ns ih =>
    apply Nat.le_trans
    · exact size_insert_le n _
    · exact Nat.succ_le_succ ih

theorem insert_insert_self : insert n (insert n t) = insert n t := by
  induction t with
  | leaf => simp
  | node l k r ihl ihr =>
    simp only [insert]
    split
    · case isTrue h => rw [insert, if_pos h, ihl]
    · case isFalse h =>
      split
      · case isTrue h' => rw [insert, if_neg h, if_pos h', ihr]
      · case isFalse h' => rw [insert, if_neg h, if_neg h']

end Insert

section Ordered

variable {n : Nat} {xs ys : List Nat} {t : Tree Nat}

private theorem ordered_join (hxs : Ordered xs) (hys : Ordered ys)
    (hx : ∀ k, k ∈∈ xs → k ≤ n) (hy : AtMost n ys) : Ordered (xs ++ n :: ys) := by
  induction xs with
  | nil => exact ⟨hy, hys⟩
  | cons x xs ih =>
    obtain ⟨hxx, hxs⟩ := hxs
    have hxn := hx x Occurs.here
    constructor
    · apply atMost_append.mpr
      exact ⟨hxx, hxn, atMost_trans hxn hy⟩
    · apply ih hxs
      intro k hk
      exact hx k (Occurs.there hk)

private theorem atMost_inorder (h : Every (fun k => n < k) t) : AtMost n (inorder t) := by
  induction t with
  | leaf => exact True.intro
  | node l m r ihl ihr =>
    obtain ⟨hl, hm, hr⟩ := h
    apply atMost_append.mpr
    exact ⟨ihl hl, Nat.le_of_lt hm, ihr hr⟩

theorem ordered_inorder (h : Search t) : Ordered (inorder t) := by
  induction t with
  | leaf => exact True.intro
  | node l m r ihl ihr =>
    obtain ⟨hl, hr, hml, hmr⟩ := h
    apply ordered_join (ihl hl) (ihr hr)
    · intro k hk
      have hkm := every_label hml (label_of_inorder hk)
      exact Nat.le_of_lt hkm
    · exact atMost_inorder hmr

theorem sort_inorder (h : Search t) : sort (inorder t) = inorder t := by
  apply sort_ordered
  exact ordered_inorder h

end Ordered

/-- Insertion in random order gives trees of logarithmic depth: stated for perfect luck only,
and still to be proved. -/
theorem exists_shallow (n : Nat) :
    ∃ ns, size (insertAll ns) + 1 = power 2 n ∧ depth (insertAll ns) = n := by
  sorry

end Kata
