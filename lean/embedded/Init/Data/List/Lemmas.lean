prelude
import Init.Data.List.Basic
import Init.Data.Nat.Basic
import Init.Data.Option.Lemmas
import Init.Data.Bool
import Init.Data.Nat.Lemmas

/-!
# Lists: lemmas

The usual lemmas on append, map, filter, membership, reverse, folds, take and drop, replicate, range
and search. Names and statements are those of Lean 4.35's public interface; the proofs are ours. It
leaves out sublists and permutations, sorting, and everything on arrays.
-/

set_option linter.all false

universe u v w

variable {α : Type u} {β : Type v} {γ : Type w}

namespace List

/-! ## Constructors and length -/

theorem cons_ne_nil (a : α) (l : List α) : a :: l ≠ [] := nofun
theorem head_eq_of_cons_eq {h₁ h₂ : α} {t₁ t₂ : List α} (H : h₁ :: t₁ = h₂ :: t₂) : h₁ = h₂ :=
  (List.cons.inj H).1
theorem tail_eq_of_cons_eq {h₁ h₂ : α} {t₁ t₂ : List α} (H : h₁ :: t₁ = h₂ :: t₂) : t₁ = t₂ :=
  (List.cons.inj H).2
theorem cons_inj_right (a : α) {l l' : List α} : a :: l = a :: l' ↔ l = l' :=
  ⟨tail_eq_of_cons_eq, fun h => h ▸ rfl⟩
theorem exists_cons_of_ne_nil {l : List α} (h : l ≠ []) : ∃ b L, l = b :: L :=
  match l, h with
  | b :: L, _ => ⟨b, L, rfl⟩
  | [], h => absurd rfl h
theorem ne_nil_of_length_pos {l : List α} (h : 0 < length l) : l ≠ [] := by
  intro e; rw [e] at h; exact absurd h (Nat.lt_irrefl 0)
theorem ne_nil_of_length_eq_add_one {l : List α} {n : Nat} (h : length l = n + 1) : l ≠ [] := by
  intro e; rw [e] at h; exact absurd h.symm (Nat.succ_ne_zero n)
theorem eq_nil_of_length_eq_zero {l : List α} (h : length l = 0) : l = [] :=
  match l, h with
  | [], _ => rfl
@[simp] theorem length_eq_zero_iff {l : List α} : length l = 0 ↔ l = [] :=
  ⟨eq_nil_of_length_eq_zero, fun h => h ▸ rfl⟩
theorem length_pos_of_ne_nil {l : List α} (h : l ≠ []) : 0 < length l :=
  match l, h with
  | [], h => absurd rfl h
  | _ :: _, _ => Nat.succ_pos _
theorem length_pos_iff {l : List α} : 0 < length l ↔ l ≠ [] :=
  ⟨ne_nil_of_length_pos, length_pos_of_ne_nil⟩
theorem length_pos_of_mem {a : α} {l : List α} (h : a ∈ l) : 0 < length l :=
  match l, h with
  | _ :: _, _ => Nat.succ_pos _
theorem exists_mem_of_length_pos {l : List α} (h : 0 < length l) : ∃ a, a ∈ l :=
  match l, h with
  | a :: _, _ => ⟨a, Mem.head _⟩
theorem exists_mem_of_ne_nil (l : List α) (h : l ≠ []) : ∃ x, x ∈ l :=
  exists_mem_of_length_pos (length_pos_of_ne_nil h)
theorem length_eq_one_iff {l : List α} : length l = 1 ↔ ∃ a, l = [a] := by
  constructor
  · intro h
    match l, h with
    | [a], _ => exact ⟨a, rfl⟩
  · intro ⟨a, h⟩; rw [h]; rfl

/-! ## Membership -/

theorem mem_singleton_self (a : α) : a ∈ [a] := Mem.head _
theorem eq_of_mem_singleton {a b : α} (h : a ∈ [b]) : a = b :=
  match h with
  | .head _ => rfl
@[simp] theorem mem_singleton {a b : α} : a ∈ [b] ↔ a = b :=
  ⟨eq_of_mem_singleton, fun h => h ▸ Mem.head _⟩
theorem eq_or_mem_of_mem_cons {a b : α} {l : List α} (h : a ∈ b :: l) : a = b ∨ a ∈ l :=
  match h with
  | .head _ => .inl rfl
  | .tail _ h => .inr h
theorem ne_nil_of_mem {a : α} {l : List α} (h : a ∈ l) : l ≠ [] := by
  intro e; rw [e] at h; exact nomatch h
theorem mem_of_ne_of_mem {a y : α} {l : List α} (h₁ : a ≠ y) (h₂ : a ∈ y :: l) : a ∈ l :=
  (eq_or_mem_of_mem_cons h₂).resolve_left h₁
theorem ne_of_not_mem_cons {a b : α} {l : List α} (h : a ∉ b :: l) : a ≠ b :=
  fun e => h (e ▸ Mem.head _)
theorem not_mem_of_not_mem_cons {a b : α} {l : List α} (h : a ∉ b :: l) : a ∉ l :=
  fun e => h (Mem.tail _ e)
theorem not_mem_cons_of_ne_of_not_mem {a y : α} {l : List α} (h₁ : a ≠ y) (h₂ : a ∉ l) :
    a ∉ y :: l := fun h => h₂ (mem_of_ne_of_mem h₁ h)
theorem forall_mem_cons {p : α → Prop} {a : α} {l : List α} :
    (∀ x, x ∈ a :: l → p x) ↔ p a ∧ ∀ x, x ∈ l → p x := by
  constructor
  · intro h
    exact ⟨h a (Mem.head _), fun x hx => h x (Mem.tail _ hx)⟩
  · intro ⟨ha, hl⟩ x hx
    cases hx with
    | head => exact ha
    | tail _ hx => exact hl x hx
theorem forall_mem_nil (p : α → Prop) : ∀ (x) (_ : x ∈ ([] : List α)), p x := nofun
theorem not_exists_mem_nil (p : α → Prop) : ¬ ∃ x, ∃ _ : x ∈ ([] : List α), p x := by
  intro ⟨_, h, _⟩; exact nomatch h
theorem eq_nil_iff_forall_not_mem {l : List α} : l = [] ↔ ∀ a, a ∉ l := by
  cases l with
  | nil => exact ⟨fun _ _ => nofun, fun _ => rfl⟩
  | cons a l => exact ⟨nofun, fun h => absurd (Mem.head _) (h a)⟩
@[simp] theorem mem_append {a : α} {s t : List α} : a ∈ s ++ t ↔ a ∈ s ∨ a ∈ t := by
  induction s with
  | nil => simp
  | cons b s ih => simp [ih, or_assoc]
theorem not_mem_append {a : α} {s t : List α} (h₁ : a ∉ s) (h₂ : a ∉ t) : a ∉ s ++ t := by
  intro h
  exact (mem_append.1 h).elim h₁ h₂
theorem mem_or_mem_of_mem_append {a : α} {s t : List α} (h : a ∈ s ++ t) : a ∈ s ∨ a ∈ t :=
  mem_append.1 h
theorem append_of_mem {a : α} {l : List α} (h : a ∈ l) : ∃ s t : List α, l = s ++ a :: t := by
  induction h with
  | head l => exact ⟨[], l, rfl⟩
  | tail b _ ih =>
    obtain ⟨s, t, e⟩ := ih
    exact ⟨b :: s, t, by rw [e]; rfl⟩
theorem mem_iff_append {a : α} {l : List α} : a ∈ l ↔ ∃ s t : List α, l = s ++ a :: t := by
  constructor
  · exact append_of_mem
  · intro ⟨s, t, h⟩
    rw [h]
    exact mem_append_right s (Mem.head t)
@[simp] theorem elem_iff [BEq α] [LawfulBEq α] {a : α} {l : List α} : elem a l = true ↔ a ∈ l :=
  ⟨mem_of_elem_eq_true, elem_eq_true_of_mem⟩
@[simp] theorem contains_iff_mem [BEq α] [LawfulBEq α] {a : α} {l : List α} :
    l.contains a = true ↔ a ∈ l := elem_iff
@[simp] theorem contains_cons [BEq α] {a b : α} {l : List α} :
    (a :: l).contains b = (b == a || l.contains b) := by
  simp only [contains, elem_cons]
  cases b == a <;> rfl

/-! ## Append -/

theorem append_ne_nil_of_left_ne_nil {s : List α} (h : s ≠ []) (t : List α) : s ++ t ≠ [] :=
  match s, h with
  | [], h => absurd rfl h
  | _ :: _, _ => nofun
theorem append_ne_nil_of_right_ne_nil (s : List α) {t : List α} (h : t ≠ []) : s ++ t ≠ [] :=
  match s with
  | [] => h
  | _ :: _ => nofun
@[simp] theorem append_eq_nil_iff {p q : List α} : p ++ q = [] ↔ p = [] ∧ q = [] := by
  cases p <;> simp
theorem append_inj {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂)
    (hl : length s₁ = length s₂) : s₁ = s₂ ∧ t₁ = t₂ := by
  induction s₁ generalizing s₂ with
  | nil =>
    match s₂, hl with
    | [], _ => exact ⟨rfl, h⟩
  | cons a s ih =>
    match s₂, hl with
    | b :: s', hl =>
      have ht := ih (tail_eq_of_cons_eq h) (Nat.succ.inj hl)
      exact ⟨by rw [head_eq_of_cons_eq h, ht.1], ht.2⟩
theorem append_inj_right {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂)
    (hl : length s₁ = length s₂) : t₁ = t₂ := (append_inj h hl).2
theorem append_inj_left {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂)
    (hl : length s₁ = length s₂) : s₁ = s₂ := (append_inj h hl).1
theorem append_cancel_left {as bs cs : List α} (h : as ++ bs = as ++ cs) : bs = cs :=
  append_inj_right h rfl
theorem append_right_inj {t₁ t₂ : List α} (s : List α) : s ++ t₁ = s ++ t₂ ↔ t₁ = t₂ :=
  ⟨append_cancel_left, fun h => h ▸ rfl⟩
theorem append_inj' {s₁ s₂ t₁ t₂ : List α} (h : s₁ ++ t₁ = s₂ ++ t₂)
    (hl : length t₁ = length t₂) : s₁ = s₂ ∧ t₁ = t₂ := by
  apply append_inj h
  have e := congrArg length h
  rw [length_append, length_append, hl] at e
  exact Nat.add_right_cancel e
theorem append_cancel_right {as bs cs : List α} (h : as ++ bs = cs ++ bs) : as = cs :=
  (append_inj' h rfl).1
theorem append_left_inj {s₁ s₂ : List α} (t : List α) : s₁ ++ t = s₂ ++ t ↔ s₁ = s₂ :=
  ⟨append_cancel_right, fun h => h ▸ rfl⟩
theorem singleton_append {x : α} {l : List α} : [x] ++ l = x :: l := rfl

/-! ## Map -/

@[simp] theorem length_map {as : List α} (f : α → β) : (as.map f).length = as.length := by
  induction as with
  | nil => rfl
  | cons a as ih => simp [ih]
@[simp] theorem map_append {f : α → β} {l₁ l₂ : List α} :
    map f (l₁ ++ l₂) = map f l₁ ++ map f l₂ := by
  induction l₁ with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem map_map {g : β → γ} {f : α → β} {l : List α} :
    map g (map f l) = map (g ∘ f) l := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem map_id_fun : map (id : α → α) = id := by
  funext l
  induction l with
  | nil => rfl
  | cons a l ih => simp only [map_cons, ih]; rfl
theorem map_id (l : List α) : map (id : α → α) l = l := by rw [map_id_fun]; rfl
@[simp] theorem map_id_fun' : map (fun (a : α) => a) = id := map_id_fun
theorem map_id' (l : List α) : map (fun (a : α) => a) l = l := map_id l
theorem map_singleton {f : α → β} {a : α} : map f [a] = [f a] := rfl
theorem map_eq_nil_iff {f : α → β} {l : List α} : map f l = [] ↔ l = [] := by
  cases l <;> simp
theorem map_congr_left {l : List α} {f g : α → β} (h : ∀ a, a ∈ l → f a = g a) :
    map f l = map g l := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    rw [map_cons, map_cons, h a (Mem.head _), ih fun b hb => h b (Mem.tail _ hb)]
@[simp] theorem mem_map {f : α → β} {b : β} {l : List α} : b ∈ l.map f ↔ ∃ a, a ∈ l ∧ f a = b := by
  induction l with
  | nil => simp
  | cons a l ih =>
    simp only [map_cons, mem_cons, ih]
    constructor
    · intro h
      cases h with
      | inl h => exact ⟨a, .inl rfl, h.symm⟩
      | inr h =>
        obtain ⟨c, hc, e⟩ := h
        exact ⟨c, .inr hc, e⟩
    · intro ⟨c, hc, e⟩
      cases hc with
      | inl hc => exact .inl (by rw [← e, hc])
      | inr hc => exact .inr ⟨c, hc, e⟩
theorem mem_map_of_mem {a : α} {l : List α} {f : α → β} (h : a ∈ l) : f a ∈ map f l :=
  mem_map.2 ⟨a, h, rfl⟩
theorem exists_of_mem_map {b : β} {l : List α} {f : α → β} (h : b ∈ l.map f) :
    ∃ a, a ∈ l ∧ f a = b := mem_map.1 h

/-! ## Reverse -/

@[simp] theorem reverse_append {as bs : List α} :
    (as ++ bs).reverse = bs.reverse ++ as.reverse := by
  induction as with
  | nil => simp
  | cons a as ih => simp [ih]
@[simp] theorem reverse_reverse (as : List α) : as.reverse.reverse = as := by
  induction as with
  | nil => rfl
  | cons a as ih => simp [ih]
theorem reverse_singleton {a : α} : reverse [a] = [a] := rfl
theorem reverse_concat {l : List α} {a : α} : (l ++ [a]).reverse = a :: l.reverse := by simp
@[simp] theorem mem_reverse {x : α} {as : List α} : x ∈ reverse as ↔ x ∈ as := by
  induction as with
  | nil => simp
  | cons a as ih => simp [ih, or_comm]
theorem reverse_eq_nil_iff {xs : List α} : xs.reverse = [] ↔ xs = [] := by
  constructor
  · intro h
    have e := congrArg reverse h
    rw [reverse_reverse] at e
    exact e
  · intro h; rw [h]; rfl
theorem reverse_injective {l₁ l₂ : List α} (h : l₁.reverse = l₂.reverse) : l₁ = l₂ := by
  rw [← reverse_reverse l₁, h, reverse_reverse]
theorem reverse_inj {xs ys : List α} : xs.reverse = ys.reverse ↔ xs = ys :=
  ⟨reverse_injective, fun h => h ▸ rfl⟩
theorem reverse_eq_iff {as bs : List α} : as.reverse = bs ↔ as = bs.reverse :=
  ⟨fun h => by rw [← h, reverse_reverse], fun h => by rw [h, reverse_reverse]⟩
theorem map_reverse {f : α → β} {l : List α} : l.reverse.map f = (l.map f).reverse := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]

/-! ## Filter -/

theorem filter_cons {x : α} {xs : List α} {p : α → Bool} :
    (x :: xs).filter p = if p x = true then x :: xs.filter p else xs.filter p := by
  rw [filter]
  cases p x <;> rfl
@[simp] theorem filter_cons_of_pos {p : α → Bool} {a : α} {l : List α} (pa : p a = true) :
    filter p (a :: l) = a :: filter p l := by rw [filter, pa]
@[simp] theorem filter_cons_of_neg {p : α → Bool} {a : α} {l : List α} (pa : ¬ p a = true) :
    filter p (a :: l) = filter p l := by rw [filter, Bool.eq_false_of_not_eq_true pa]
@[simp] theorem filter_append {p : α → Bool} (l₁ l₂ : List α) :
    filter p (l₁ ++ l₂) = filter p l₁ ++ filter p l₂ := by
  induction l₁ with
  | nil => rfl
  | cons a l ih =>
    rw [cons_append, filter_cons, filter_cons, ih]
    split <;> rfl
@[simp] theorem mem_filter {p : α → Bool} {as : List α} {x : α} :
    x ∈ filter p as ↔ x ∈ as ∧ p x = true := by
  induction as with
  | nil => simp
  | cons a as ih =>
    rw [filter_cons]
    split
    · rename_i h
      rw [mem_cons, mem_cons, ih]
      constructor
      · intro hx
        cases hx with
        | inl hx => exact ⟨.inl hx, hx ▸ h⟩
        | inr hx => exact ⟨.inr hx.1, hx.2⟩
      · intro ⟨hx, px⟩
        exact hx.imp id fun hx => ⟨hx, px⟩
    · rename_i h
      rw [ih, mem_cons]
      constructor
      · intro ⟨hx, px⟩; exact ⟨.inr hx, px⟩
      · intro ⟨hx, px⟩
        cases hx with
        | inl hx => exact absurd (hx ▸ px) h
        | inr hx => exact ⟨hx, px⟩
theorem length_filter_le (p : α → Bool) (l : List α) : (l.filter p).length ≤ l.length := by
  induction l with
  | nil => exact Nat.le_refl 0
  | cons a l ih =>
    rw [filter_cons]
    split
    · exact Nat.succ_le_succ ih
    · exact Nat.le_succ_of_le ih
@[simp] theorem filter_filter {p q : α → Bool} {l : List α} :
    filter p (filter q l) = filter (fun a => p a && q a) l := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    simp only [filter_cons]
    cases hq : q a <;> cases hp : p a <;> simp [filter_cons, hp, ih]
theorem filter_eq_nil_iff {p : α → Bool} {l : List α} :
    filter p l = [] ↔ ∀ a, a ∈ l → ¬ p a = true := by
  rw [eq_nil_iff_forall_not_mem]
  constructor
  · intro h a ha pa; exact h a (mem_filter.2 ⟨ha, pa⟩)
  · intro h a ha; exact h a (mem_filter.1 ha).1 (mem_filter.1 ha).2
@[simp] theorem filter_true (l : List α) : filter (fun _ => true) l = l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [filter_cons_of_pos rfl, ih]
@[simp] theorem filter_false (l : List α) : filter (fun _ => false) l = [] := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [filter_cons_of_neg Bool.false_ne_true, ih]
theorem filter_map {f : β → α} {p : α → Bool} {l : List β} :
    filter p (map f l) = map f (filter (p ∘ f) l) := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    simp only [map_cons, filter_cons, ih, Function.comp]
    split <;> rfl
theorem map_filter_eq_foldr (f : α → β) (p : α → Bool) (as : List α) :
    map f (filter p as) = foldr (fun a bs => bif p a then f a :: bs else bs) [] as := by
  induction as with
  | nil => rfl
  | cons a as ih =>
    rw [filter_cons, foldr_cons, ← ih]
    cases p a <;> rfl

/-! ## Flatten and flatMap -/

@[simp] theorem flatten_append {L₁ L₂ : List (List α)} :
    flatten (L₁ ++ L₂) = flatten L₁ ++ flatten L₂ := by
  induction L₁ with
  | nil => rfl
  | cons l L ih => simp [ih]
@[simp] theorem mem_flatten {a : α} {L : List (List α)} :
    a ∈ L.flatten ↔ ∃ l, l ∈ L ∧ a ∈ l := by
  induction L with
  | nil => simp
  | cons l L ih =>
    rw [flatten_cons, mem_append, ih]
    constructor
    · intro h
      cases h with
      | inl h => exact ⟨l, Mem.head _, h⟩
      | inr h =>
        obtain ⟨m, hm, h⟩ := h
        exact ⟨m, Mem.tail _ hm, h⟩
    · intro ⟨m, hm, h⟩
      cases hm with
      | head => exact .inl h
      | tail _ hm => exact .inr ⟨m, hm, h⟩
@[simp] theorem flatMap_append {xs ys : List α} {f : α → List β} :
    (xs ++ ys).flatMap f = xs.flatMap f ++ ys.flatMap f := by
  induction xs with
  | nil => rfl
  | cons a xs ih => simp [ih]
theorem flatMap_singleton (f : α → List β) (x : α) : [x].flatMap f = f x := append_nil (f x)

/-! ## Folds -/

@[simp] theorem foldl_append {f : β → α → β} {b : β} {l l' : List α} :
    (l ++ l').foldl f b = l'.foldl f (l.foldl f b) := by
  induction l generalizing b with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem foldr_append {f : α → β → β} {b : β} {l l' : List α} :
    (l ++ l').foldr f b = l.foldr f (l'.foldr f b) := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem foldl_map {f : β₁ → β₂} {g : α → β₂ → α} {l : List β₁} {init : α} :
    (l.map f).foldl g init = l.foldl (fun x y => g x (f y)) init := by
  induction l generalizing init with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem foldr_map {f : α₁ → α₂} {g : α₂ → β → β} {l : List α₁} {init : β} :
    (l.map f).foldr g init = l.foldr (fun x y => g (f x) y) init := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem foldr_reverse {l : List α} {f : α → β → β} {b : β} :
    l.reverse.foldr f b = l.foldl (fun x y => f y x) b := by
  induction l generalizing b with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem foldl_reverse {l : List α} {f : β → α → β} {b : β} :
    l.reverse.foldl f b = l.foldr (fun x y => f y x) b := by
  induction l generalizing b with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem foldr_cons_eq_append {f : α → β} {l : List α} {l' : List β} :
    l.foldr (fun x ys => f x :: ys) l' = l.map f ++ l' := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem foldl_flip_cons_eq_append {l : List α} {f : α → β} {l' : List β} :
    l.foldl (fun xs y => f y :: xs) l' = (l.map f).reverse ++ l' := by
  induction l generalizing l' with
  | nil => rfl
  | cons a l ih => simp [ih]

/-! ## Sum -/

theorem sum_append_nat {l₁ l₂ : List Nat} : (l₁ ++ l₂).sum = l₁.sum + l₂.sum := by
  induction l₁ with
  | nil => simp
  | cons a l ih => simp [ih, Nat.add_assoc]

/-! ## Any and all -/

@[simp] theorem any_eq_true {l : List α} {p : α → Bool} :
    l.any p = true ↔ ∃ x, x ∈ l ∧ p x = true := by
  induction l with
  | nil => simp
  | cons a l ih =>
    simp only [any_cons, Bool.or_eq_true, ih, mem_cons]
    constructor
    · intro h
      cases h with
      | inl h => exact ⟨a, .inl rfl, h⟩
      | inr h =>
        obtain ⟨x, hx, px⟩ := h
        exact ⟨x, .inr hx, px⟩
    · intro ⟨x, hx, px⟩
      cases hx with
      | inl hx => exact .inl (hx ▸ px)
      | inr hx => exact .inr ⟨x, hx, px⟩
@[simp] theorem all_eq_true {l : List α} {p : α → Bool} :
    l.all p = true ↔ ∀ x, x ∈ l → p x = true := by
  induction l with
  | nil => simp
  | cons a l ih =>
    rw [all_cons, Bool.and_eq_true, ih, forall_mem_cons]
@[simp] theorem any_append {xs ys : List α} {f : α → Bool} :
    (xs ++ ys).any f = (xs.any f || ys.any f) := by
  induction xs with
  | nil => simp
  | cons a xs ih => simp [ih, Bool.or_assoc]
@[simp] theorem all_append {xs ys : List α} {f : α → Bool} :
    (xs ++ ys).all f = (xs.all f && ys.all f) := by
  induction xs with
  | nil => simp
  | cons a xs ih => simp [ih, Bool.and_assoc]
theorem any_map {l : List α} {f : α → β} {p : β → Bool} : (l.map f).any p = l.any (p ∘ f) := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem all_map {l : List α} {f : α → β} {p : β → Bool} : (l.map f).all p = l.all (p ∘ f) := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem not_any_eq_all_not {l : List α} {p : α → Bool} : (!l.any p) = l.all fun a => !p a := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    rw [any_cons, all_cons, ← ih]
    cases p a <;> rfl
theorem not_all_eq_any_not {l : List α} {p : α → Bool} : (!l.all p) = l.any fun a => !p a := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    rw [all_cons, any_cons, ← ih]
    cases p a <;> rfl

/-! ## Take and drop -/

@[simp] theorem take_append_drop (n : Nat) (l : List α) : take n l ++ drop n l = l := by
  induction n generalizing l with
  | zero => simp
  | succ n ih => cases l <;> simp [ih]
@[simp] theorem length_drop {i : Nat} {l : List α} : (drop i l).length = l.length - i := by
  induction i generalizing l with
  | zero => rfl
  | succ i ih =>
    cases l with
    | nil => simp
    | cons a l => rw [drop_succ_cons, ih, length_cons, Nat.add_sub_add_right]
@[simp] theorem length_take {i : Nat} {l : List α} : (take i l).length = min i l.length := by
  induction i generalizing l with
  | zero => simp
  | succ i ih =>
    cases l with
    | nil => simp
    | cons a l =>
      simp only [take_succ_cons, length_cons, ih]
      simp only [Nat.min_def, Nat.add_le_add_iff_right]
      split <;> rfl
theorem length_take_le (i : Nat) (l : List α) : (take i l).length ≤ i := by
  rw [length_take]; exact Nat.min_le_left ..
theorem drop_eq_nil_of_le {as : List α} {i : Nat} (h : as.length ≤ i) : as.drop i = [] := by
  induction as generalizing i with
  | nil => simp
  | cons a as ih =>
    cases i with
    | zero => exact absurd h (Nat.not_succ_le_zero _)
    | succ i => exact ih (Nat.le_of_succ_le_succ h)
theorem take_of_length_le {l : List α} {i : Nat} (h : l.length ≤ i) : take i l = l := by
  have e := take_append_drop i l
  rw [drop_eq_nil_of_le h, append_nil] at e
  exact e
@[simp] theorem take_length {l : List α} : take l.length l = l := take_of_length_le (Nat.le_refl _)
@[simp] theorem drop_length {l : List α} : drop l.length l = [] := drop_eq_nil_of_le (Nat.le_refl _)
theorem drop_drop {i j : Nat} {l : List α} : drop i (drop j l) = drop (j + i) l := by
  induction j generalizing l with
  | zero => simp
  | succ j ih => cases l <;> simp [ih, Nat.succ_add]
@[simp] theorem drop_left {l₁ l₂ : List α} : drop l₁.length (l₁ ++ l₂) = l₂ := by
  induction l₁ with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem take_left {l₁ l₂ : List α} : take l₁.length (l₁ ++ l₂) = l₁ := by
  induction l₁ with
  | nil => simp
  | cons a l ih => simp [ih]
theorem map_take {f : α → β} {l : List α} {i : Nat} : (l.take i).map f = (l.map f).take i := by
  induction i generalizing l with
  | zero => simp
  | succ i ih => cases l <;> simp [ih]
theorem map_drop {f : α → β} {l : List α} {i : Nat} : (l.drop i).map f = (l.map f).drop i := by
  induction i generalizing l with
  | zero => simp
  | succ i ih => cases l <;> simp [ih]
theorem mem_of_mem_take {a : α} {l : List α} {i : Nat} (h : a ∈ l.take i) : a ∈ l := by
  rw [← take_append_drop i l]; exact mem_append_left _ h
theorem mem_of_mem_drop {a : α} {l : List α} {i : Nat} (h : a ∈ l.drop i) : a ∈ l := by
  rw [← take_append_drop i l]; exact mem_append_right _ h
theorem drop_one {l : List α} : l.drop 1 = l.tail := by cases l <;> simp
@[simp] theorem length_tail {l : List α} : l.tail.length = l.length - 1 := by cases l <;> simp
@[simp] theorem takeWhile_append_dropWhile {p : α → Bool} {l : List α} :
    takeWhile p l ++ dropWhile p l = l := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    rw [takeWhile, dropWhile]
    cases p a
    · rfl
    · exact congrArg (a :: ·) ih
@[simp] theorem length_dropLast {xs : List α} : xs.dropLast.length = xs.length - 1 := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    cases xs with
    | nil => rfl
    | cons y ys =>
      rw [dropLast_cons₂, length_cons, ih]
      rfl

/-! ## Replicate -/

theorem replicate_succ' {n : Nat} {a : α} : replicate (n + 1) a = replicate n a ++ [a] := by
  induction n with
  | zero => rfl
  | succ n ih => rw [replicate_succ, ih, ← cons_append, ← replicate_succ, ih]
@[simp] theorem mem_replicate {a b : α} {n : Nat} : b ∈ replicate n a ↔ n ≠ 0 ∧ b = a := by
  induction n with
  | zero => simp
  | succ n ih =>
    rw [replicate_succ, mem_cons, ih]
    constructor
    · intro h
      cases h with
      | inl h => exact ⟨Nat.succ_ne_zero n, h⟩
      | inr h => exact ⟨Nat.succ_ne_zero n, h.2⟩
    · intro h; exact .inl h.2
theorem eq_of_mem_replicate {a b : α} {n : Nat} (h : b ∈ replicate n a) : b = a :=
  (mem_replicate.1 h).2
theorem append_replicate_replicate {n m : Nat} {a : α} :
    replicate n a ++ replicate m a = replicate (n + m) a := by
  induction n with
  | zero => simp
  | succ n ih => rw [replicate_succ, cons_append, ih, Nat.succ_add, replicate_succ]
@[simp] theorem map_replicate {n : Nat} {a : α} {f : α → β} :
    (replicate n a).map f = replicate n (f a) := by
  induction n with
  | zero => rfl
  | succ n ih => simp [replicate_succ, ih]
@[simp] theorem reverse_replicate {n : Nat} {a : α} : (replicate n a).reverse = replicate n a := by
  induction n with
  | zero => rfl
  | succ n ih => rw [replicate_succ, reverse_cons, ih, ← replicate_succ', replicate_succ]

/-! ## Zip -/

theorem length_zipWith {f : α → β → γ} {l₁ : List α} {l₂ : List β} :
    length (zipWith f l₁ l₂) = min (length l₁) (length l₂) := by
  induction l₁ generalizing l₂ with
  | nil => simp
  | cons a l ih =>
    cases l₂ with
    | nil => simp
    | cons b l₂ =>
      simp only [zipWith_cons_cons, length_cons, ih]
      simp only [Nat.min_def, Nat.add_le_add_iff_right]
      split <;> rfl
theorem length_zip {l₁ : List α} {l₂ : List β} :
    length (zip l₁ l₂) = min (length l₁) (length l₂) := length_zipWith
theorem map_fst_zip : ∀ {l₁ : List α} {l₂ : List β}, l₁.length ≤ l₂.length →
    map Prod.fst (zip l₁ l₂) = l₁
  | [], _, _ => by simp
  | a :: l₁, b :: l₂, h => by
    rw [zip_cons_cons, map_cons, map_fst_zip (Nat.le_of_succ_le_succ h)]
  | _ :: _, [], h => absurd h (Nat.not_succ_le_zero _)
theorem map_snd_zip : ∀ {l₁ : List α} {l₂ : List β}, l₂.length ≤ l₁.length →
    map Prod.snd (zip l₁ l₂) = l₂
  | _, [], _ => by simp
  | a :: l₁, b :: l₂, h => by
    rw [zip_cons_cons, map_cons, map_snd_zip (Nat.le_of_succ_le_succ h)]
  | [], _ :: _, h => absurd h (Nat.not_succ_le_zero _)

/-! ## Head, last, search -/

theorem head?_eq_none_iff {l : List α} : l.head? = none ↔ l = [] := by cases l <;> simp
theorem head?_append {l l' : List α} : (l ++ l').head? = l.head?.or l'.head? := by
  cases l <;> simp
@[simp] theorem head?_map {f : α → β} {l : List α} : (l.map f).head? = l.head?.map f := by
  cases l <;> rfl
@[simp] theorem tail_map {f : α → β} {l : List α} : (l.map f).tail = l.tail.map f := by
  cases l <;> rfl
theorem mem_of_mem_tail {a : α} {l : List α} (h : a ∈ tail l) : a ∈ l :=
  match l, h with
  | _ :: _, h => Mem.tail _ h
theorem find?_cons {p : α → Bool} {a : α} {as : List α} :
    (a :: as).find? p = match p a with | true => some a | false => as.find? p := rfl
@[simp] theorem find?_cons_of_pos {p : α → Bool} {a : α} {l : List α} (h : p a = true) :
    find? p (a :: l) = some a := by rw [find?, h]
@[simp] theorem find?_cons_of_neg {p : α → Bool} {a : α} {l : List α} (h : ¬p a = true) :
    find? p (a :: l) = find? p l := by rw [find?, Bool.eq_false_of_not_eq_true h]
@[simp] theorem find?_eq_none {p : α → Bool} {l : List α} :
    find? p l = none ↔ ∀ x, x ∈ l → ¬ p x = true := by
  induction l with
  | nil => simp
  | cons a l ih =>
    rw [forall_mem_cons]
    cases h : p a
    · rw [find?_cons_of_neg (by simp [h]), ih]
      exact ⟨fun e => ⟨nofun, e⟩, And.right⟩
    · rw [find?_cons_of_pos h]
      exact ⟨nofun, fun e => absurd rfl e.1⟩
theorem find?_some {p : α → Bool} {a : α} {l : List α} (h : find? p l = some a) : p a = true := by
  induction l with
  | nil => exact nomatch h
  | cons b l ih =>
    cases hb : p b
    · rw [find?_cons_of_neg (by simp [hb])] at h
      exact ih h
    · rw [find?_cons_of_pos hb] at h
      cases h
      exact hb
theorem mem_of_find?_eq_some {p : α → Bool} {a : α} {l : List α} (h : find? p l = some a) :
    a ∈ l := by
  induction l with
  | nil => exact nomatch h
  | cons b l ih =>
    cases hb : p b
    · rw [find?_cons_of_neg (by simp [hb])] at h
      exact Mem.tail _ (ih h)
    · rw [find?_cons_of_pos hb] at h
      cases h
      exact Mem.head _

/-! ## Counting -/

theorem countP_go_eq_add (p : α → Bool) (l : List α) (n : Nat) :
    countP.go p l n = n + countP.go p l 0 := by
  induction l generalizing n with
  | nil => rfl
  | cons a l ih =>
    rw [countP.go, countP.go]
    cases p a
    · exact ih n
    · rw [cond_true, cond_true, ih (n + 1), ih (0 + 1), Nat.zero_add, Nat.add_assoc]
@[simp] theorem countP_nil {p : α → Bool} : countP p [] = 0 := rfl
@[simp] theorem countP_cons_of_pos {p : α → Bool} {a : α} {l : List α} (pa : p a = true) :
    countP p (a :: l) = countP p l + 1 := by
  rw [countP, countP.go, pa, cond_true, countP_go_eq_add, Nat.zero_add, Nat.add_comm]; rfl
@[simp] theorem countP_cons_of_neg {p : α → Bool} {a : α} {l : List α} (pa : ¬p a = true) :
    countP p (a :: l) = countP p l := by
  rw [countP, countP.go, Bool.eq_false_of_not_eq_true pa, cond_false]; rfl
theorem countP_cons {p : α → Bool} {a : α} {l : List α} :
    countP p (a :: l) = countP p l + if p a = true then 1 else 0 := by
  by_cases h : p a = true <;> simp [h]
theorem countP_eq_length_filter {p : α → Bool} {l : List α} : countP p l = (filter p l).length := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    by_cases h : p a = true
    · rw [countP_cons_of_pos h, filter_cons_of_pos h, ih, length_cons]
    · rw [countP_cons_of_neg h, filter_cons_of_neg h, ih]
@[simp] theorem countP_append {p : α → Bool} {l₁ l₂ : List α} :
    countP p (l₁ ++ l₂) = countP p l₁ + countP p l₂ := by
  rw [countP_eq_length_filter, countP_eq_length_filter, countP_eq_length_filter, filter_append,
    length_append]
theorem countP_le_length {p : α → Bool} {l : List α} : countP p l ≤ l.length := by
  rw [countP_eq_length_filter]; exact length_filter_le p l
@[simp] theorem count_nil [BEq α] {a : α} : count a [] = 0 := rfl
theorem count_cons [BEq α] {a b : α} {l : List α} :
    count a (b :: l) = count a l + if (b == a) = true then 1 else 0 := countP_cons
@[simp] theorem count_append [BEq α] {a : α} {l₁ l₂ : List α} :
    count a (l₁ ++ l₂) = count a l₁ + count a l₂ := countP_append
theorem count_le_length [BEq α] {a : α} {l : List α} : count a l ≤ l.length := countP_le_length

/-! ## filterMap -/

@[simp] theorem filterMap_append {l l' : List α} {f : α → Option β} :
    filterMap f (l ++ l') = filterMap f l ++ filterMap f l' := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    rw [cons_append, filterMap, filterMap]
    cases f a
    · exact ih
    · exact congrArg _ ih
@[simp] theorem filterMap_some {l : List α} : filterMap some l = l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [filterMap]; exact congrArg _ ih
theorem filterMap_eq_map {f : α → β} : filterMap (some ∘ f) = map f := by
  funext l
  induction l with
  | nil => rfl
  | cons a l ih => rw [filterMap, map_cons, ← ih]; rfl
theorem filterMap_eq_filter {p : α → Bool} :
    filterMap (fun x => if p x = true then some x else none) = filter p := by
  funext l
  induction l with
  | nil => rfl
  | cons a l ih =>
    rw [filterMap, filter_cons, ← ih]
    by_cases h : p a = true <;> simp [h]

end List
