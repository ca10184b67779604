import Kata.ListSlices
import Kata.Trees

/-!
# Trees: lists of labels, size and depth, membership
-/

namespace Kata

namespace Tree

variable {α β γ : Type}

/-- The number of edges that lead to a left subtree with a label. -/
private def leftEdges : Tree α → Nat
  | leaf => 0
  | node leaf _ r => leftEdges r
  | node (node l x r) _ r' => leftEdges (node l x r) + 1 + leftEdges r'

section Flatten

theorem len_inorder (t : Tree α) : len (inorder t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [inorder, len_append, len, size, ihl, ihr]
    omega

theorem len_preorder (t : Tree α) : len (preorder t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [preorder, len_append, len, size, ihl, ihr]
    omega

theorem len_postorder (t : Tree α) : len (postorder t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [postorder, len_append, len, size, ihl, ihr]
    omega

theorem total_inorder (t : Tree Nat) : total (inorder t) = sum t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [inorder, total_append, total, sum, ihl, ihr]
    omega

theorem total_preorder (t : Tree Nat) : total (preorder t) = sum t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [preorder, total_append, total, sum, ihl, ihr]
    omega

theorem tally_inorder (p : α → Bool) (t : Tree α) : tally p (inorder t) = count p t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [inorder, tally_append, tally, count, ihl, ihr]
    omega

theorem tally_postorder (p : α → Bool) (t : Tree α) : tally p (postorder t) = count p t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [postorder, tally_append, tally, count, ihl, ihr]
    omega

theorem every_inorder (p : α → Bool) (t : Tree α) : every p (inorder t) = all p t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [inorder, every_append, every, all, ihl, ihr, Bool.and_assoc]

theorem some_inorder (p : α → Bool) (t : Tree α) : some? p (inorder t) = any p t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [inorder, some_append, some?, any, ihl, ihr, Bool.or_assoc]

theorem flattenOnto_eq (t : Tree α) (xs : List α) : flattenOnto t xs = inorder t ++ xs := by
  induction t generalizing xs with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [flattenOnto, inorder, ihl, ihr, List.append_assoc, List.cons_append]

theorem flattenOnto_nil (t : Tree α) : flattenOnto t [] = inorder t := by
  rw [flattenOnto_eq, append_nil_right]

theorem fold_inorder (t : Tree α) : fold (fun xs x ys => xs ++ x :: ys) [] t = inorder t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [fold, inorder, ihl, ihr]

theorem fold_mirror_eq (t : Tree α) : fold (fun l x r => node r x l) leaf t = mirror t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [fold, mirror, ihl, ihr]

theorem fold_size (t : Tree α) : fold (fun n _ m => n + 1 + m) 0 t = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [fold, size, ihl, ihr]

theorem fold_nodes (t : Tree α) : fold node leaf t = t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [fold, ihl, ihr]

end Flatten

section Size

private theorem le_larger_left (n m : Nat) : n ≤ depth.larger n m := by
  unfold depth.larger
  split <;> omega

private theorem le_larger_right (n m : Nat) : m ≤ depth.larger n m := by
  unfold depth.larger
  split <;> omega

theorem leaves_eq (t : Tree α) : leaves t = size t + 1 := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [leaves, size, ihl, ihr]
    omega

theorem leaves_pos (t : Tree α) : 0 < leaves t := by
  rw [leaves_eq]
  exact Nat.succ_pos _

theorem depth_le_size (t : Tree α) : depth t ≤ size t := by
  induction t with
  | leaf => exact Nat.le_refl 0
  | node l x r ihl ihr =>
    simp only [depth, size]
    unfold depth.larger
    split <;> omega

theorem depth_left_lt (l r : Tree α) (x : α) : depth l < depth (node l x r) := by
  simp only [depth]
  have h := le_larger_left (depth l) (depth r)
  omega

theorem depth_right_lt (l r : Tree α) (x : α) : depth r < depth (node l x r) := by
  simp only [depth]
  have h := le_larger_right (depth l) (depth r)
  omega

theorem size_eq_zero (t : Tree α) (h : size t = 0) : t = leaf := by
  cases t with
  | leaf => rfl
  | node l x r =>
    simp only [size] at h
    omega

theorem leaves_full (x : α) (n : Nat) : leaves (full x n) = power 2 n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [full, leaves, power, ih]
    omega

theorem size_full (x : α) (n : Nat) : size (full x n) + 1 = power 2 n := by
  rw [← leaves_eq, leaves_full]

theorem depth_full (x : α) (n : Nat) : depth (full x n) = n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    simp only [full, depth, ih]
    unfold depth.larger
    rw [if_pos (Nat.le_refl n)]

theorem leaves_le (t : Tree α) : leaves t ≤ power 2 (depth t) := by
  have hmono : ∀ n m, n ≤ m → power 2 n ≤ power 2 m := by
    intro n m h
    obtain ⟨k, hk⟩ := Nat.le.dest h
    rw [← hk, power_add]
    exact Nat.le_mul_of_pos_right _ (power_pos 2 k (by decide))
  induction t with
  | leaf => exact Nat.le_refl 1
  | node l x r ihl ihr =>
    simp only [leaves, depth, power]
    have hl := hmono _ _ (le_larger_left (depth l) (depth r))
    have hr := hmono _ _ (le_larger_right (depth l) (depth r))
    omega

theorem count_le_size (p : α → Bool) (t : Tree α) : count p t ≤ size t := by
  rw [← tally_inorder, ← len_inorder]
  exact tally_le_len p (inorder t)

theorem leftEdges_le_size (t : Tree α) : leftEdges t ≤ size t := by
  induction t using leftEdges.induct with
  | case1 => exact Nat.le_refl 0
  | case2 x r ih =>
    simp only [leftEdges, size]
    omega
  | case3 l x r y r' ih ih' =>
    simp only [leftEdges, size] at ih ⊢
    omega

end Size

section Labels

variable {x y : α} {l r t : Tree α}

/-- `Label x t`: the tree `t` has a label `x`. -/
inductive Label (x : α) : Tree α → Prop where
  | root {l r : Tree α} : Label x (node l x r)
  | left {l r : Tree α} {y : α} (h : Label x l) : Label x (node l y r)
  | right {l r : Tree α} {y : α} (h : Label x r) : Label x (node l y r)

theorem not_label_leaf : ¬Label x leaf := by
  intro h
  cases h

theorem label_node : Label x (node l y r) ↔ x = y ∨ Label x l ∨ Label x r := by
  constructor
  · intro h
    cases h with
    | root =>
      left
      rfl
    | left h =>
      right
      left
      exact h
    | right h =>
      right
      right
      exact h
  · intro h
    rcases h with h | h | h
    · subst h
      exact Label.root
    · exact Label.left h
    · exact Label.right h

theorem label_mirror (h : Label x t) : Label x (mirror t) := by
  induction h with
  | root => exact Label.root
  | left _ ih => exact Label.right ih
  | right _ ih => exact Label.left ih

theorem label_map (f : α → β) (h : Label x t) : Label (f x) (map f t) := by
  induction h with
  | root => exact Label.root
  | left _ ih => exact Label.left ih
  | right _ ih => exact Label.right ih

theorem label_inorder (h : Label x t) : x ∈∈ inorder t := by
  induction h with
  | root =>
    apply occurs_append_right
    exact Occurs.here
  | left _ ih =>
    apply occurs_append_left
    exact ih
  | right _ ih =>
    apply occurs_append_right
    exact Occurs.there ih

theorem label_of_inorder (h : x ∈∈ inorder t) : Label x t := by
  induction t with
  | leaf => cases h
  | node l y r ihl ihr =>
    rw [inorder, occurs_append, occurs_cons] at h
    rcases h with h | h | h
    · exact Label.left (ihl h)
    · subst h
      exact Label.root
    · exact Label.right (ihr h)

theorem size_pos_of_label (h : Label x t) : 0 < size t := by
  cases h with
  | root =>
    simp only [size]
    omega
  | left _ =>
    simp only [size]
    omega
  | right _ =>
    simp only [size]
    omega

theorem any_of_label (p : α → Bool) (h : Label x t) (hx : p x = true) : any p t = true := by
  induction h with
  | root => simp [hx]
  | left _ ih => simp [ih]
  | right _ ih => simp [ih]

end Labels

end Tree

end Kata
