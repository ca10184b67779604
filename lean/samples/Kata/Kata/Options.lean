import Kata.ListMaps

/-!
# Options, products and sums

The three ways to build a type from smaller ones, each with its maps.
-/

namespace Kata

variable {α β γ δ : Type}

/-- Apply a function to what is there. -/
@[simp] def mapOpt (f : α → β) : Option α → Option β
  | none => none
  | some x => some (f x)

/-- Go on with what is there. -/
@[simp] def thenOpt : Option α → (α → Option β) → Option β
  | none, _ => none
  | some x, f => f x

/-- The first of two that is there. -/
@[simp] def elseOpt : Option α → Option α → Option α
  | none, o => o
  | some x, _ => some x

/-- What is there, or else a default. -/
@[simp] def getOr : Option α → α → α
  | none, y => y
  | some x, _ => x

/-- Is anything there? -/
@[simp] def isThere : Option α → Bool
  | none => false
  | some _ => true

/-- The list of what is there. -/
@[simp] def optList : Option α → List α
  | none => []
  | some x => [x]

/-- The first element that passes a test. -/
@[simp] def find (p : α → Bool) : List α → Option α
  | [] => none
  | x :: xs => bif p x then some x else find p xs

/-- The element at a position. -/
@[simp] def nth : List α → Nat → Option α
  | [], _ => none
  | x :: _, 0 => some x
  | _ :: xs, n + 1 => nth xs n

/-- Exchange the components. -/
@[simp] def flip : α × β → β × α
  | (x, y) => (y, x)

/-- Apply one function to each component. -/
@[simp] def both (f : α → γ) (g : β → δ) : α × β → γ × δ
  | (x, y) => (f x, g y)

/-- Pair the elements of two lists. -/
@[simp] def pairUp : List α → List β → List (α × β)
  | [], _ => []
  | _, [] => []
  | x :: xs, y :: ys => (x, y) :: pairUp xs ys

/-- Exchange the sides. -/
@[simp] def mirrorSum : α ⊕ β → β ⊕ α
  | .inl x => .inr x
  | .inr y => .inl y

/-- Apply one function to either side. -/
@[simp] def mapSum (f : α → γ) (g : β → δ) : α ⊕ β → γ ⊕ δ
  | .inl x => .inl (f x)
  | .inr y => .inr (g y)

/-- Bring both sides to one type. -/
@[simp] def merge (f : α → γ) (g : β → γ) : α ⊕ β → γ
  | .inl x => f x
  | .inr y => g y

section Option

variable (f : α → β) (g : β → γ) (o : Option α)

theorem mapOpt_id : mapOpt (fun x => x) o = o := by
  cases o <;> rfl

theorem mapOpt_mapOpt : mapOpt g (mapOpt f o) = mapOpt (fun x => g (f x)) o := by
  cases o with
  | none => rfl
  | some x => rfl

theorem thenOpt_some : thenOpt o some = o := by
  cases o <;> rfl

theorem thenOpt_assoc (f : α → Option β) (g : β → Option γ) :
    thenOpt (thenOpt o f) g = thenOpt o (fun x => thenOpt (f x) g) := by
  cases o <;> rfl

theorem thenOpt_none : thenOpt o (fun _ => (none : Option β)) = none := by
  cases o <;> rfl

theorem mapOpt_eq_thenOpt : mapOpt f o = thenOpt o (fun x => some (f x)) := by
  cases o <;> rfl

theorem elseOpt_none : elseOpt o none = o := by
  cases o <;> rfl

theorem elseOpt_assoc (o' o'' : Option α) :
    elseOpt (elseOpt o o') o'' = elseOpt o (elseOpt o' o'') := by
  cases o <;> rfl

theorem elseOpt_self : elseOpt o o = o := by
  cases o <;> rfl

theorem mapOpt_elseOpt (o' : Option α) :
    mapOpt f (elseOpt o o') = elseOpt (mapOpt f o) (mapOpt f o') := by
  cases o <;> rfl

theorem getOr_mapOpt (x : α) : getOr (mapOpt f o) (f x) = f (getOr o x) := by
  cases o <;> rfl

theorem getOr_elseOpt (o' : Option α) (x : α) : getOr (elseOpt o o') x = getOr o (getOr o' x) := by
  cases o <;> rfl

theorem isThere_mapOpt : isThere (mapOpt f o) = isThere o := by
  cases o <;> rfl

theorem isThere_elseOpt (o' : Option α) :
    isThere (elseOpt o o') = (isThere o || isThere o') := by
  cases o <;> rfl

theorem isThere_iff : isThere o = true ↔ ∃ x, o = some x := by
  constructor
  · intro h
    cases o with
    | none => contradiction
    | some x => exact ⟨x, rfl⟩
  · intro h
    obtain ⟨x, hx⟩ := h
    rw [hx]
    rfl

theorem optList_mapOpt : optList (mapOpt f o) = each f (optList o) := by
  cases o <;> rfl

theorem len_optList : len (optList o) = bit (isThere o) := by
  cases o <;> rfl

theorem mapOpt_eq_none (h : mapOpt f o = none) : o = none := by
  cases o with
  | none => rfl
  | some x => contradiction

theorem mapOpt_eq_some (y : β) (h : mapOpt f o = some y) : ∃ x, o = some x ∧ f x = y := by
  cases o with
  | none => contradiction
  | some x =>
    injection h with h
    exact ⟨x, rfl, h⟩

theorem thenOpt_eq_some (f : α → Option β) (y : β) (h : thenOpt o f = some y) :
    ∃ x, o = some x ∧ f x = some y := by
  cases o with
  | none => contradiction
  | some x => exact ⟨x, rfl, h⟩

theorem some_inj {x y : α} (h : some x = some y) : x = y := by
  injection h

end Option

section Find

variable (p : α → Bool)

theorem find_append (xs ys : List α) :
    find p (xs ++ ys) = elseOpt (find p xs) (find p ys) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem find_each (f : α → β) (p : β → Bool) (xs : List α) :
    find p (each f xs) = mapOpt f (find (fun x => p (f x)) xs) := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p (f x) <;> simp [h, ih]

theorem isThere_find (xs : List α) : isThere (find p xs) = some? p xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    cases h : p x with
    | true => simp [h]
    | false => simpa [h] using ih

theorem find_stutter (xs : List α) : find p (stutter xs) = find p xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih => cases h : p x <;> simp [h, ih]

theorem find_passes (xs : List α) (x : α) (hx : find p xs = some x) : p x = true := by
  induction xs with
  | nil => contradiction
  | cons y xs ih =>
    cases h : p y with
    | true =>
      simp only [find, h, cond] at hx
      injection hx with hx
      rw [← hx]
      exact h
    | false =>
      simp only [find, h, cond] at hx
      exact ih hx

theorem nth_each (f : α → β) (xs : List α) (n : Nat) :
    nth (each f xs) n = mapOpt f (nth xs n) := by
  induction xs generalizing n with
  | nil => rfl
  | cons x xs ih =>
    cases n with
    | zero => rfl
    | succ n => simp only [each, nth, ih]

theorem nth_rest (xs : List α) (n m : Nat) : nth (rest n xs) m = nth xs (n + m) := by
  induction n generalizing xs with
  | zero =>
    rw [Nat.zero_add]
    rfl
  | succ n ih =>
    cases xs with
    | nil => rfl
    | cons x xs =>
      rw [Nat.add_right_comm]
      simp only [rest, nth, ih]

theorem nth_append_right (xs ys : List α) (n : Nat) :
    nth (xs ++ ys) (len xs + n) = nth ys n := by
  induction xs with
  | nil => simp
  | cons x xs ih =>
    simp only [len, List.cons_append]
    rw [Nat.add_right_comm]
    exact ih

theorem nth_len (xs : List α) : nth xs (len xs) = none := by
  induction xs with
  | nil => rfl
  | cons x xs ih => simp only [len, nth, ih]

theorem nth_ext (xs ys : List α) (h : ∀ n, nth xs n = nth ys n) : xs = ys := by
  induction xs generalizing ys with
  | nil =>
    cases ys with
    | nil => rfl
    | cons y ys => exact absurd (h 0) (by simp)
  | cons x xs ih =>
    cases ys with
    | nil => exact absurd (h 0) (by simp)
    | cons y ys =>
      have hx := some_inj (h 0)
      have hxs := ih ys (fun n => h (n + 1))
      rw [hx, hxs]

end Find

section Prod

theorem flip_flip (z : α × β) : flip (flip z) = z := by
  cases z
  rfl

theorem flip_both (f : α → γ) (g : β → δ) (z : α × β) : flip (both f g z) = both g f (flip z) := by
  cases z
  rfl

theorem flip_injective (z w : α × β) (h : flip z = flip w) : z = w := by
  rw [← flip_flip z, h, flip_flip]

theorem both_id (z : α × β) : both (fun x => x) (fun y => y) z = z := by
  obtain ⟨x, y⟩ := z
  rfl

theorem both_both {ε ζ : Type} (f : α → γ) (g : β → δ) (f' : γ → ε) (g' : δ → ζ) (z : α × β) :
    both f' g' (both f g z) = both (fun x => f' (f x)) (fun y => g' (g y)) z := by
  obtain ⟨x, y⟩ := z
  rfl

theorem pair_ext (z w : α × β) (h₁ : z.1 = w.1) (h₂ : z.2 = w.2) : z = w := by
  cases z
  cases w
  simp only at h₁ h₂
  rw [h₁, h₂]

theorem pair_eta (z : α × β) : (z.1, z.2) = z := rfl

theorem each_flip_pairUp (xs : List α) (ys : List β) :
    each flip (pairUp xs ys) = pairUp ys xs := by
  induction xs generalizing ys with
  | nil => cases ys <;> rfl
  | cons x xs ih =>
    cases ys with
    | nil => rfl
    | cons y ys => simp only [pairUp, each, flip, ih]

theorem pairUp_each (f : α → γ) (g : β → δ) (xs : List α) (ys : List β) :
    pairUp (each f xs) (each g ys) = each (both f g) (pairUp xs ys) := by
  induction xs generalizing ys with
  | nil => cases ys <;> rfl
  | cons x xs ih =>
    cases ys with
    | nil => rfl
    | cons y ys => simp only [pairUp, each, both, ih]

theorem len_pairUp (xs : List α) (ys : List β) (h : len xs = len ys) :
    len (pairUp xs ys) = len xs := by
  induction xs generalizing ys with
  | nil => cases ys <;> rfl
  | cons x xs ih =>
    cases ys with
    | nil => contradiction
    | cons y ys =>
      simp only [len] at h
      simp only [pairUp, len]
      rw [ih ys (by omega)]

theorem each_fst_pairUp (xs : List α) (ys : List β) (h : len xs = len ys) :
    each (fun z => z.1) (pairUp xs ys) = xs := by
  induction xs generalizing ys with
  | nil => cases ys <;> rfl
  | cons x xs ih =>
    cases ys with
    | nil => contradiction
    | cons y ys =>
      simp only [len] at h
      simp only [pairUp, each]
      rw [ih ys (by omega)]

end Prod

section Sum

variable (z : α ⊕ β)

theorem mirrorSum_mirrorSum : mirrorSum (mirrorSum z) = z := by
  cases z <;> rfl

theorem mapSum_id : mapSum (fun x => x) (fun y => y) z = z := by
  cases z with
  | inl x => rfl
  | inr y => rfl

theorem mirrorSum_mapSum (f : α → γ) (g : β → δ) :
    mirrorSum (mapSum f g z) = mapSum g f (mirrorSum z) := by
  cases z <;> rfl

theorem merge_mapSum {ε : Type} (f : α → γ) (g : β → δ) (f' : γ → ε) (g' : δ → ε) :
    merge f' g' (mapSum f g z) = merge (fun x => f' (f x)) (fun y => g' (g y)) z := by
  cases z <;> rfl

theorem merge_mirrorSum (f : α → γ) (g : β → γ) : merge g f (mirrorSum z) = merge f g z := by
  cases z <;> rfl

theorem merge_sides : merge Sum.inl Sum.inr z = z := by
  cases z <;> rfl

theorem apply_merge (f : α → γ) (g : β → γ) (h : γ → δ) :
    h (merge f g z) = merge (fun x => h (f x)) (fun y => h (g y)) z := by
  cases z <;> rfl

theorem merge_unique (f : α → γ) (g : β → γ) (h : α ⊕ β → γ) (hf : ∀ x, h (.inl x) = f x)
    (hg : ∀ y, h (.inr y) = g y) : h z = merge f g z := by
  cases z with
  | inl x => exact hf x
  | inr y => exact hg y

theorem sum_cases : (∃ x, z = .inl x) ∨ ∃ y, z = .inr y := by
  cases z with
  | inl x =>
    left
    exact ⟨x, rfl⟩
  | inr y =>
    right
    exact ⟨y, rfl⟩

theorem inl_ne_inr (x : α) (y : β) : (Sum.inl x : α ⊕ β) ≠ .inr y := by
  intro h
  contradiction

end Sum

end Kata
