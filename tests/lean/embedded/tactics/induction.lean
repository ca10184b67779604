/-! Induction, on natural numbers, lists, own types, and with own principles. -/

theorem zero_add' (n : Nat) : 0 + n = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [← Nat.add_assoc, ih]

theorem append_length (xs ys : List Nat) : (xs ++ ys).length = xs.length + ys.length := by
  induction xs with
  | nil => simp
  | cons x xs ih => simp [ih, Nat.add_right_comm]

theorem rev_append (xs ys : List α) : (xs ++ ys).reverse = ys.reverse ++ xs.reverse := by
  induction xs with
  | nil => simp
  | cons x xs ih => simp [ih]

inductive Tree (α : Type) where
  | leaf : Tree α
  | node (l : Tree α) (x : α) (r : Tree α) : Tree α

namespace Tree

def size : Tree α → Nat
  | leaf => 0
  | node l _ r => l.size + 1 + r.size

def mirror : Tree α → Tree α
  | leaf => leaf
  | node l x r => node r.mirror x l.mirror

theorem mirror_mirror (t : Tree α) : t.mirror.mirror = t := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr => simp [mirror, ihl, ihr]

theorem size_mirror (t : Tree α) : t.mirror.size = t.size := by
  induction t with
  | leaf => rfl
  | node l x r ihl ihr =>
    unfold mirror size
    rw [ihl, ihr]
    omega

end Tree

theorem two_step (P : Nat → Prop) (h0 : P 0) (h1 : P 1) (h : ∀ n, P n → P (n + 2)) (n : Nat) :
    P n := by
  suffices h' : P n ∧ P (n + 1) from h'.1
  induction n with
  | zero => exact ⟨h0, h1⟩
  | succ n ih => exact ⟨ih.2, h n ih.1⟩

theorem strong (P : Nat → Prop) (h : ∀ n, (∀ m, m < n → P m) → P n) (n : Nat) : P n := by
  induction n using Nat.strongRecOn with
  | ind n ih => exact h n ih

theorem acc_gen (xs acc : List Nat) : (xs.reverseAux acc).length = xs.length + acc.length := by
  induction xs generalizing acc with
  | nil => simp
  | cons x xs ih => simp [ih]; omega

inductive Even : Nat → Prop
  | zero : Even 0
  | step (n : Nat) : Even n → Even (n + 2)

theorem even_double (n : Nat) : Even (n + n) := by
  induction n with
  | zero => exact .zero
  | succ n ih =>
    have : n + 1 + (n + 1) = n + n + 2 := by omega
    rw [this]
    exact .step _ ih

theorem even_exists {n : Nat} (h : Even n) : ∃ k, n = k + k := by
  induction h with
  | zero => exact ⟨0, rfl⟩
  | step n _ ih =>
    obtain ⟨k, rfl⟩ := ih
    exact ⟨k + 1, by omega⟩

theorem not_even_one : ¬ Even 1 := by
  intro h
  cases h

example (n m : Nat) (h : Int.ofNat n = Int.negSucc m) : False := by cases h
