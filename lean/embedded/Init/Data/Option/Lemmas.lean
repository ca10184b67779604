prelude
import Init.Data.Option.Basic
import Init.PropLemmas
import Init.Ext

/-!
# Options: lemmas

`map`, `bind`, `getD`, `isSome`, `filter`, `or` and membership. Names and statements are those of
Lean 4.35's public interface; the proofs are by cases.
-/

set_option linter.all false

universe u v w

variable {α : Type u} {β : Type v} {γ : Type w}

namespace Option

theorem some_ne_none (x : α) : some x ≠ none := nofun
theorem some_inj {a b : α} : some a = some b ↔ a = b := ⟨Option.some.inj, fun h => h ▸ rfl⟩
protected theorem «forall» {p : Option α → Prop} : (∀ x, p x) ↔ p none ∧ ∀ x, p (some x) :=
  ⟨fun h => ⟨h _, fun _ => h _⟩, fun ⟨h, k⟩ x => match x with | none => h | some x => k x⟩
protected theorem «exists» {p : Option α → Prop} : (∃ x, p x) ↔ p none ∨ ∃ x, p (some x) :=
  ⟨fun ⟨x, h⟩ => match x, h with | none, h => .inl h | some x, h => .inr ⟨x, h⟩,
    fun h => h.elim (⟨_, ·⟩) fun ⟨_, h⟩ => ⟨_, h⟩⟩
theorem not_mem_none (a : α) : a ∉ (none : Option α) := nofun
theorem mem_some {a b : α} : a ∈ some b ↔ b = a := some_inj
theorem mem_some_self (a : α) : a ∈ some a := rfl
theorem mem_unique {o : Option α} {a b : α} (ha : a ∈ o) (hb : b ∈ o) : a = b :=
  some.inj (ha.symm.trans hb)
theorem eq_none_or_eq_some (a : Option α) : a = none ∨ ∃ x, a = some x :=
  match a with
  | none => .inl rfl
  | some a => .inr ⟨a, rfl⟩
theorem eq_none_iff_forall_ne_some {o : Option α} : o = none ↔ ∀ a, o ≠ some a := by
  cases o with
  | none => simp
  | some a => exact ⟨nofun, fun h => absurd rfl (h a)⟩
theorem ne_none_iff_exists' {o : Option α} : o ≠ none ↔ ∃ x, o = some x := by
  cases o with
  | none => simp
  | some a => simp
theorem isSome_iff_exists {x : Option α} : x.isSome = true ↔ ∃ a, x = some a := by
  cases x <;> simp
theorem isNone_iff_eq_none {o : Option α} : o.isNone = true ↔ o = none := by cases o <;> simp
theorem isSome_iff_ne_none {o : Option α} : o.isSome = true ↔ o ≠ none := by cases o <;> simp
@[simp] theorem not_isSome {a : Option α} : (!a.isSome) = a.isNone := by cases a <;> rfl
@[simp] theorem not_isNone {a : Option α} : (!a.isNone) = a.isSome := by cases a <;> rfl
theorem isSome_of_mem {x : Option α} {y : α} (h : y ∈ x) : x.isSome = true := by
  cases x with
  | none => exact nomatch h
  | some _ => rfl
theorem map_id : Option.map (id : α → α) = id := by
  funext o; cases o <;> rfl
@[simp] theorem map_id' {x : Option α} : (x.map fun a => a) = x := by cases x <;> rfl
@[simp] theorem map_map (h : β → γ) (g : α → β) (x : Option α) :
    (x.map g).map h = x.map (h ∘ g) := by cases x <;> rfl
theorem comp_map (h : β → γ) (g : α → β) (x : Option α) : x.map (h ∘ g) = (x.map g).map h :=
  (map_map ..).symm
@[simp] theorem map_eq_none_iff {x : Option α} {f : α → β} : x.map f = none ↔ x = none := by
  cases x <;> simp
@[simp] theorem map_eq_some_iff {x : Option α} {f : α → β} {b : β} :
    x.map f = some b ↔ ∃ a, x = some a ∧ f a = b := by cases x <;> simp
@[simp] theorem isSome_map {x : Option α} {f : α → β} : (x.map f).isSome = x.isSome := by
  cases x <;> rfl
@[simp] theorem isNone_map {x : Option α} {f : α → β} : (x.map f).isNone = x.isNone := by
  cases x <;> rfl
theorem map_congr {f g : α → β} {x : Option α} (h : ∀ a, x = some a → f a = g a) :
    x.map f = x.map g := by
  cases x with
  | none => rfl
  | some a => exact congrArg some (h a rfl)
@[simp] theorem bind_some_fun {x : Option α} : x.bind some = x := by cases x <;> rfl
@[simp] theorem bind_none_fun (x : Option α) : x.bind (fun _ => (none : Option β)) = none := by
  cases x <;> rfl
@[simp] theorem bind_eq_some_iff {x : Option α} {f : α → Option β} {b : β} :
    x.bind f = some b ↔ ∃ a, x = some a ∧ f a = some b := by cases x <;> simp
@[simp] theorem bind_eq_none_iff {o : Option α} {f : α → Option β} :
    o.bind f = none ↔ ∀ a, o = some a → f a = none := by
  cases o with
  | none => simp
  | some a => exact ⟨fun h b e => some.inj e ▸ h, fun h => h a rfl⟩
theorem bind_assoc (x : Option α) (f : α → Option β) (g : β → Option γ) :
    (x.bind f).bind g = x.bind fun y => (f y).bind g := by cases x <;> rfl
theorem bind_map {f : α → β} {g : β → Option γ} {x : Option α} :
    (x.map f).bind g = x.bind (g ∘ f) := by cases x <;> rfl
theorem map_bind {f : α → Option β} {g : β → γ} {x : Option α} :
    (x.bind f).map g = x.bind fun a => (f a).map g := by cases x <;> rfl
theorem map_eq_bind {f : α → β} {x : Option α} : x.map f = x.bind (some ∘ f) := by
  cases x <;> rfl
theorem getD_map (f : α → β) (x : α) (o : Option α) : (o.map f).getD (f x) = f (o.getD x) := by
  cases o <;> rfl
theorem getD_eq_iff {o : Option α} {a b : α} : o.getD a = b ↔ (o = some b ∨ o = none ∧ a = b) := by
  cases o <;> simp
theorem getD_of_ne_none {x : Option α} (hx : x ≠ none) (y : α) : some (x.getD y) = x := by
  cases x with
  | none => exact absurd rfl hx
  | some _ => rfl
@[simp] theorem or_none {o : Option α} : o.or none = o := by cases o <;> rfl
theorem or_assoc {o₁ o₂ o₃ : Option α} : (o₁.or o₂).or o₃ = o₁.or (o₂.or o₃) := by
  cases o₁ <;> rfl
@[simp] theorem or_self {o : Option α} : o.or o = o := by cases o <;> rfl
@[simp] theorem or_eq_none_iff {o o' : Option α} : o.or o' = none ↔ o = none ∧ o' = none := by
  cases o <;> simp
@[simp] theorem isSome_or {o o' : Option α} : (o.or o').isSome = (o.isSome || o'.isSome) := by
  cases o <;> rfl
theorem map_or {f : α → β} {o o' : Option α} : (o.or o').map f = (o.map f).or (o'.map f) := by
  cases o <;> rfl

end Option
