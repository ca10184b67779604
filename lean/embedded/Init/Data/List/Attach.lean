prelude
import Init.BinderNameHint
import Init.Data.List.Lemmas
import Init.Data.Array.Basic
import Init.Omega

/-!
# Lists whose elements carry their membership, ranges

`attach`, and the rules by which well-founded recursion sees that the elements a nested call is
made on are smaller (`map`, `filter`, folds, ...). Statements follow Lean 4.35's public interface.
-/

set_option linter.all false

namespace List

/-- Forgets what `attach` added. -/
def unattach {α : Type _} {p : α → Prop} (l : List { x // p x }) : List α := l.map (·.val)

@[simp] theorem unattach_nil {p : α → Prop} : ([] : List { x // p x }).unattach = [] := rfl
@[simp] theorem unattach_cons {p : α → Prop} {a : { x // p x }} {l : List { x // p x }} :
    (a :: l).unattach = a.val :: l.unattach := rfl

theorem pmap_val {P : α → Prop} (l : List α) (H : ∀ x, x ∈ l → P x) :
    (l.pmap Subtype.mk H).map (·.val) = l := by
  induction l with
  | nil => rfl
  | cons a l ih => exact congrArg (a :: ·) (ih _)

@[simp] theorem unattach_attach {l : List α} : l.attach.unattach = l := pmap_val l _
@[simp] theorem attach_map_subtype_val (l : List α) : l.attach.map Subtype.val = l := pmap_val l _
@[simp] theorem attach_nil : ([] : List α).attach = [] := rfl
@[simp] theorem length_pmap {p : α → Prop} {f : ∀ a, p a → β} {l H} :
    (pmap f l H).length = l.length := by
  induction l with
  | nil => rfl
  | cons a l ih => exact congrArg Nat.succ ih
@[simp] theorem length_attach {l : List α} : l.attach.length = l.length := length_pmap
@[simp] theorem length_unattach {p : α → Prop} {l : List { x // p x }} :
    l.unattach.length = l.length := length_map ..
theorem mem_attach (l : List α) (x : { x // x ∈ l }) : x ∈ l.attach := by
  have ⟨x, hx⟩ := x
  have go : ∀ (l : List α) (P : α → Prop) (H : ∀ y, y ∈ l → P y) (h : x ∈ l),
      (⟨x, H x h⟩ : Subtype P) ∈ l.pmap Subtype.mk H := by
    intro l P H h
    induction l with
    | nil => exact nomatch h
    | cons a l ih =>
      cases h with
      | head => exact .head _
      | tail _ h => exact .tail _ (ih (fun y hy => H y (.tail _ hy)) h)
  exact go l _ _ hx

@[wf_preprocess] theorem map_wfParam {xs : List α} {f : α → β} :
    (wfParam xs).map f = xs.attach.unattach.map f := by
  rw [unattach_attach, wfParam]
@[wf_preprocess] theorem map_unattach {P : α → Prop} {xs : List (Subtype P)} {f : α → β} :
    xs.unattach.map f = xs.map fun ⟨x, h⟩ =>
      binderNameHint x f <| binderNameHint h () <| f (wfParam x) := by
  induction xs with
  | nil => rfl
  | cons a xs ih => exact congrArg (f a.val :: ·) ih

@[wf_preprocess] theorem foldl_wfParam {xs : List α} {f : β → α → β} {x : β} :
    (wfParam xs).foldl f x = xs.attach.unattach.foldl f x := by
  rw [unattach_attach, wfParam]
@[wf_preprocess] theorem foldl_unattach {P : α → Prop} {xs : List (Subtype P)} {f : β → α → β}
    {x : β} : xs.unattach.foldl f x = xs.foldl (fun s ⟨x, h⟩ =>
      binderNameHint s f <| binderNameHint x (f s) <| binderNameHint h () <| f s (wfParam x)) x := by
  induction xs generalizing x with
  | nil => rfl
  | cons a xs ih => exact ih

@[wf_preprocess] theorem foldr_wfParam {xs : List α} {f : α → β → β} {x : β} :
    (wfParam xs).foldr f x = xs.attach.unattach.foldr f x := by
  rw [unattach_attach, wfParam]
@[wf_preprocess] theorem foldr_unattach {P : α → Prop} {xs : List (Subtype P)} {f : α → β → β}
    {x : β} : xs.unattach.foldr f x = xs.foldr (fun ⟨x, h⟩ s =>
      binderNameHint x f <| binderNameHint s (f x) <| binderNameHint h () <| f (wfParam x) s) x := by
  induction xs with
  | nil => rfl
  | cons a xs ih => exact congrArg (f a.val) ih

@[wf_preprocess] theorem filter_wfParam {xs : List α} {f : α → Bool} :
    (wfParam xs).filter f = xs.attach.unattach.filter f := by
  rw [unattach_attach, wfParam]
@[wf_preprocess] theorem filter_unattach {P : α → Prop} {xs : List (Subtype P)} {f : α → Bool} :
    xs.unattach.filter f = (xs.filter (fun ⟨x, h⟩ =>
      binderNameHint x f <| binderNameHint h () <| f (wfParam x))).unattach := by
  induction xs with
  | nil => rfl
  | cons a xs ih =>
    show (a.val :: xs.unattach).filter f = _
    rw [filter_cons, filter_cons]
    show (if f a.val = true then _ else _) = unattach (if f a.val = true then _ else _)
    split
    · rw [unattach_cons, ih]
    · exact ih

@[wf_preprocess] theorem flatMap_wfParam {xs : List α} {f : α → List β} :
    (wfParam xs).flatMap f = xs.attach.unattach.flatMap f := by
  rw [unattach_attach, wfParam]
@[wf_preprocess] theorem flatMap_unattach {P : α → Prop} {xs : List (Subtype P)}
    {f : α → List β} : xs.unattach.flatMap f = xs.flatMap fun ⟨x, h⟩ =>
      binderNameHint x f <| binderNameHint h () <| f (wfParam x) := by
  induction xs with
  | nil => rfl
  | cons a xs ih => exact congrArg (f a.val ++ ·) ih

@[wf_preprocess] theorem all_wfParam {xs : List α} {f : α → Bool} :
    (wfParam xs).all f = xs.attach.unattach.all f := by
  rw [unattach_attach, wfParam]
@[wf_preprocess] theorem all_unattach {P : α → Prop} {xs : List (Subtype P)} {f : α → Bool} :
    xs.unattach.all f = xs.all fun ⟨x, h⟩ =>
      binderNameHint x f <| binderNameHint h () <| f (wfParam x) := by
  induction xs with
  | nil => rfl
  | cons a xs ih => exact congrArg (f a.val && ·) ih

@[wf_preprocess] theorem any_wfParam {xs : List α} {f : α → Bool} :
    (wfParam xs).any f = xs.attach.unattach.any f := by
  rw [unattach_attach, wfParam]
@[wf_preprocess] theorem any_unattach {P : α → Prop} {xs : List (Subtype P)} {f : α → Bool} :
    xs.unattach.any f = xs.any fun ⟨x, h⟩ =>
      binderNameHint x f <| binderNameHint h () <| f (wfParam x) := by
  induction xs with
  | nil => rfl
  | cons a xs ih => exact congrArg (f a.val || ·) ih

/-! ## Ranges, first and last -/

theorem range_loop_eq (n : Nat) (acc : List Nat) : range.loop n acc = range n ++ acc := by
  induction n generalizing acc with
  | zero => rfl
  | succ n ih =>
    show range.loop n (n :: acc) = range.loop n [n] ++ acc
    rw [ih, ih, append_assoc]; rfl
theorem range_succ {n : Nat} : range (n + 1) = range n ++ [n] := range_loop_eq n [n]
@[simp] theorem length_range {n : Nat} : (range n).length = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [range_succ, length_append, ih]; rfl
@[simp] theorem mem_range {m n : Nat} : m ∈ range n ↔ m < n := by
  induction n with
  | zero => exact ⟨fun h => (nomatch h), fun h => absurd h (Nat.not_lt_zero m)⟩
  | succ n ih =>
    rw [range_succ, mem_append, ih, mem_singleton]
    omega
@[simp] theorem range_eq_nil {n : Nat} : range n = [] ↔ n = 0 := by
  rw [← length_eq_zero_iff, length_range]
theorem self_mem_range_succ {n : Nat} : n ∈ range (n + 1) := mem_range.2 (Nat.lt_succ_self n)
@[simp] theorem length_range' {s n step : Nat} : (range' s n step).length = n := by
  induction n generalizing s with
  | zero => rfl
  | succ n ih => exact congrArg Nat.succ ih

@[simp] theorem head_mem : ∀ {l : List α} (h : l ≠ []), head l h ∈ l
  | [], h => absurd rfl h
  | _ :: _, _ => .head _
@[simp] theorem getLast_mem : ∀ {l : List α} (h : l ≠ []), getLast l h ∈ l
  | [], h => absurd rfl h
  | [_], _ => .head _
  | _ :: a :: l, _ => .tail _ (getLast_mem (l := a :: l) nofun)

end List

/-! ## Bounded quantifiers are decidable -/

namespace Nat

instance decidableBallLT : ∀ (n : Nat) (P : ∀ k, k < n → Prop) [∀ n h, Decidable (P n h)],
    Decidable (∀ n h, P n h)
  | 0, _, _ => isTrue fun _ h => absurd h (Nat.not_lt_zero _)
  | n + 1, P, H =>
    match decidableBallLT n fun k h => P k (Nat.lt_succ_of_lt h) with
    | isFalse h => isFalse fun f => h fun _ _ => f _ _
    | isTrue h =>
      match H n (Nat.lt_succ_self n) with
      | isFalse p => isFalse fun f => p (f _ _)
      | isTrue p => isTrue fun k hk =>
        if e : k = n then by subst e; exact p
        else h k (Nat.lt_of_le_of_ne (Nat.le_of_lt_succ hk) e)

instance decidableForallFin (P : Fin n → Prop) [DecidablePred P] : Decidable (∀ i, P i) :=
  decidable_of_iff (∀ k h, P ⟨k, h⟩) ⟨fun m ⟨k, h⟩ => m k h, fun m k h => m ⟨k, h⟩⟩

instance decidableBallLE (n : Nat) (P : ∀ k, k ≤ n → Prop) [∀ n h, Decidable (P n h)] :
    Decidable (∀ n h, P n h) :=
  decidable_of_iff (∀ (k) (h : k < n + 1), P k (Nat.le_of_lt_succ h))
    ⟨fun m k h => m k (Nat.lt_succ_of_le h), fun m k _ => m k _⟩

instance decidableExistsLT [h : DecidablePred p] : DecidablePred fun n => ∃ m : Nat, m < n ∧ p m
  | 0 => isFalse fun ⟨_, h, _⟩ => Nat.not_lt_zero _ h
  | n + 1 =>
    match decidableExistsLT (p := p) n, h n with
    | isTrue h, _ => isTrue (h.elim fun k h => ⟨k, Nat.lt_succ_of_lt h.1, h.2⟩)
    | _, isTrue h => isTrue ⟨n, Nat.lt_succ_self n, h⟩
    | isFalse h, isFalse hn => isFalse fun ⟨k, hk, hp⟩ =>
      if e : k = n then hn (e ▸ hp)
      else h ⟨k, Nat.lt_of_le_of_ne (Nat.le_of_lt_succ hk) e, hp⟩

instance decidableExistsLE [DecidablePred p] : DecidablePred fun n => ∃ m : Nat, m ≤ n ∧ p m :=
  fun n => decidable_of_iff (∃ m, m < n + 1 ∧ p m)
    ⟨fun ⟨m, h, hp⟩ => ⟨m, Nat.le_of_lt_succ h, hp⟩, fun ⟨m, h, hp⟩ => ⟨m, Nat.lt_succ_of_le h, hp⟩⟩

instance decidableExistsFin (P : Fin n → Prop) [DecidablePred P] : Decidable (∃ i, P i) :=
  let _ : DecidablePred fun k => ∃ h : k < n, P ⟨k, h⟩ := fun k =>
    if h : k < n then decidable_of_iff (P ⟨k, h⟩) ⟨fun p => ⟨h, p⟩, fun ⟨_, p⟩ => p⟩
    else isFalse fun ⟨h', _⟩ => h h'
  decidable_of_iff (∃ k, k < n ∧ ∃ h : k < n, P ⟨k, h⟩)
    ⟨fun ⟨k, _, h, p⟩ => ⟨⟨k, h⟩, p⟩, fun ⟨⟨k, h⟩, p⟩ => ⟨k, h, h, p⟩⟩

end Nat

/-! ## Elements are smaller than what holds them -/

theorem List.sizeOf_lt_of_mem [SizeOf α] {a : α} {as : List α} (h : a ∈ as) :
    sizeOf a < sizeOf as := by
  induction h with
  | head as => show sizeOf a < 1 + sizeOf a + sizeOf as; omega
  | @tail b as _ ih => show sizeOf a < 1 + sizeOf b + sizeOf as; omega

theorem Array.sizeOf_lt_of_mem [SizeOf α] {as : Array α} {a : α} (h : a ∈ as) :
    sizeOf a < sizeOf as := by
  cases as with | mk as =>
  have : sizeOf a < sizeOf as := List.sizeOf_lt_of_mem (Array.mem_def.1 h)
  show sizeOf a < 1 + sizeOf as
  omega

theorem List.sizeOf_get [SizeOf α] (as : List α) (i : Fin as.length) :
    sizeOf (as.get i) < sizeOf as := by
  match as, i with
  | a :: as, ⟨0, _⟩ => show sizeOf a < 1 + sizeOf a + sizeOf as; omega
  | a :: as, ⟨i + 1, h⟩ =>
    have := sizeOf_get as ⟨i, Nat.le_of_succ_le_succ h⟩
    show sizeOf (as.get _) < 1 + sizeOf a + sizeOf as
    omega

@[simp] theorem Array.sizeOf_getElem [SizeOf α] (as : Array α) (i : Nat) (h : i < as.size) :
    sizeOf (as[i]'h) < sizeOf as := by
  cases as with | mk as =>
  have := List.sizeOf_get as ⟨i, h⟩
  show sizeOf (as.get _) < 1 + sizeOf as
  omega
