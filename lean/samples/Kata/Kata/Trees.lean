import Kata.ListMaps

/-!
# Binary trees

Size, depth, mirror image, the three ways to flatten a tree, and folds.
-/

namespace Kata

/-- Binary trees with a label at every inner node. -/
inductive Tree (α : Type) where
  | leaf : Tree α
  | node (l : Tree α) (x : α) (r : Tree α) : Tree α
  deriving Repr, DecidableEq

namespace Tree

variable {α β γ : Type}

/-- The number of labels. -/
@[simp] def size : Tree α → Nat
  | leaf => 0
  | node l _ r => size l + 1 + size r

/-- The number of leaves. -/
@[simp] def leaves : Tree α → Nat
  | leaf => 1
  | node l _ r => leaves l + leaves r

/-- The length of the longest path. -/
@[simp] def depth : Tree α → Nat
  | leaf => 0
  | node l _ r => larger (depth l) (depth r) + 1
where
  /-- The larger of two depths. -/
  larger (n m : Nat) : Nat := if n ≤ m then m else n

/-- The mirror image. -/
@[simp] def mirror : Tree α → Tree α
  | leaf => leaf
  | node l x r => node (mirror r) x (mirror l)

/-- Apply a function to every label. -/
@[simp] def map (f : α → β) : Tree α → Tree β
  | leaf => leaf
  | node l x r => node (map f l) (f x) (map f r)

/-- The labels from left to right. -/
@[simp] def inorder : Tree α → List α
  | leaf => []
  | node l x r => inorder l ++ x :: inorder r

/-- The labels, parents first. -/
@[simp] def preorder : Tree α → List α
  | leaf => []
  | node l x r => x :: (preorder l ++ preorder r)

/-- The labels, parents last. -/
@[simp] def postorder : Tree α → List α
  | leaf => []
  | node l x r => postorder l ++ (postorder r ++ [x])

/-- The labels from left to right, in front of a list. -/
@[simp] def flattenOnto : Tree α → List α → List α
  | leaf, xs => xs
  | node l x r, xs => flattenOnto l (x :: flattenOnto r xs)

/-- The sum of the labels. -/
@[simp] def sum : Tree Nat → Nat
  | leaf => 0
  | node l x r => sum l + x + sum r

/-- How many labels pass a test. -/
@[simp] def count (p : α → Bool) : Tree α → Nat
  | leaf => 0
  | node l x r => count p l + bit (p x) + count p r

/-- Do all labels pass a test? -/
@[simp] def all (p : α → Bool) : Tree α → Bool
  | leaf => true
  | node l x r => all p l && p x && all p r

/-- Does some label pass a test? -/
@[simp] def any (p : α → Bool) : Tree α → Bool
  | leaf => false
  | node l x r => any p l || p x || any p r

/-- Replace every node by a function, every leaf by a value. -/
@[simp] def fold (f : β → α → β → β) (b : β) : Tree α → β
  | leaf => b
  | node l x r => f (fold f b l) x (fold f b r)

/-- The full tree of a depth, with one label. -/
@[simp] def full (x : α) : Nat → Tree α
  | 0 => leaf
  | n + 1 => node (full x n) x (full x n)

section Mirror

theorem mirror_mirror (t : Tree α) : mirror (mirror t) = t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [mirror, ihl, ihr]

theorem mirror_injective (t u : Tree α) (h : mirror t = mirror u) : t = u := by
  rw [← mirror_mirror t, h, mirror_mirror]

theorem mirror_eq_leaf (t : Tree α) (h : mirror t = leaf) : t = leaf := by
  cases t with
  | leaf => rfl
  | node l x r => contradiction

theorem size_mirror (t : Tree α) : size (mirror t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [mirror, size, ihl, ihr]
    omega

theorem leaves_mirror (t : Tree α) : leaves (mirror t) = leaves t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [mirror, leaves, ihl, ihr]
    omega

private theorem larger_swap (n m : Nat) : depth.larger n m = depth.larger m n := by
  unfold depth.larger
  split <;> split <;> omega

theorem depth_mirror (t : Tree α) : depth (mirror t) = depth t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => rw [mirror, depth, ihl, ihr, larger_swap, depth]

theorem map_mirror (f : α → β) (t : Tree α) : map f (mirror t) = mirror (map f t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [mirror, map, ihl, ihr]

theorem sum_mirror (t : Tree Nat) : sum (mirror t) = sum t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [mirror, sum, ihl, ihr]
    omega

theorem count_mirror (p : α → Bool) (t : Tree α) : count p (mirror t) = count p t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [mirror, count, ihl, ihr]
    omega

theorem all_mirror (p : α → Bool) (t : Tree α) : all p (mirror t) = all p t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [mirror, all, ihl, ihr]
    cases all p l <;> cases p x <;> cases all p r <;> rfl

theorem any_mirror (p : α → Bool) (t : Tree α) : any p (mirror t) = any p t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [mirror, any, ihl, ihr]
    cases any p l <;> cases p x <;> cases any p r <;> rfl

theorem inorder_mirror (t : Tree α) : inorder (mirror t) = rev (inorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [mirror, inorder, rev_append, rev, ihl, ihr]
    rw [snoc_append]

theorem preorder_mirror (t : Tree α) : preorder (mirror t) = rev (postorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    simp only [mirror, preorder, postorder, rev_append, ihl, ihr]
    rfl

theorem postorder_mirror (t : Tree α) : postorder (mirror t) = rev (preorder t) := by
  rw [← mirror_mirror t, preorder_mirror, rev_rev, mirror_mirror]

theorem mirror_full (x : α) (n : Nat) : mirror (full x n) = full x n := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [full, mirror, ih]

theorem fold_mirror (f : β → α → β → β) (b : β) (t : Tree α) :
    fold f b (mirror t) = fold (fun l x r => f r x l) b t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [mirror, fold, ihl, ihr]

end Mirror

section Map

variable (f : α → β) (g : β → γ)

theorem map_id (t : Tree α) : map (fun x => x) t = t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, ihl, ihr]

theorem map_map (t : Tree α) : map g (map f t) = map (fun x => g (f x)) t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, ihl, ihr]

theorem size_map (t : Tree α) : size (map f t) = size t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, size, ihl, ihr]

theorem depth_map (t : Tree α) : depth (map f t) = depth t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, depth, ihl, ihr]

theorem leaves_map (t : Tree α) : leaves (map f t) = leaves t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, leaves, ihl, ihr]

theorem inorder_map (t : Tree α) : inorder (map f t) = each f (inorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, inorder, each_append, each, ihl, ihr]

theorem preorder_map (t : Tree α) : preorder (map f t) = each f (preorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, preorder, each_append, each, ihl, ihr]

theorem postorder_map (t : Tree α) : postorder (map f t) = each f (postorder t) := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, postorder, each_append, each, ihl, ihr]

theorem count_map (p : β → Bool) (t : Tree α) :
    count p (map f t) = count (fun x => p (f x)) t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, count, ihl, ihr]

theorem all_map (p : β → Bool) (t : Tree α) : all p (map f t) = all (fun x => p (f x)) t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, all, ihl, ihr]

theorem map_full (x : α) (n : Nat) : map f (full x n) = full (f x) n := by
  induction n with
  | zero => rfl
  | succ n ih => simp only [full, map, ih]

theorem fold_map (h : γ → β → γ → γ) (c : γ) (t : Tree α) :
    fold h c (map f t) = fold (fun l x r => h l (f x) r) c t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp only [map, fold, ihl, ihr]

theorem map_eq_leaf (t : Tree α) (h : map f t = leaf) : t = leaf := by
  cases t with
  | leaf => rfl
  | node l x r => contradiction

end Map

end Tree

end Kata
