prelude
import Init.Classical
import Init.SimpLemmas

/-!
# Propositions: more lemmas

Quantifiers, negation of connectives, distribution, and `if` under functions. Names and statements
are those of Lean 4.35's public interface; the proofs are ours. Leaves out the lemmas on `ExistsUnique`
(not part of Lean itself) and on membership quantifiers.
-/

set_option linter.all false

universe u v

variable {α : Sort u} {β : Sort v} {p q : α → Prop} {a b c d : Prop}

/-! ## Quantifiers -/

@[simp] theorem exists_false {α : Sort u} : ¬∃ _ : α, False := fun ⟨_, h⟩ => h
@[simp] theorem forall_const {b : Prop} (α : Sort u) [i : Nonempty α] : (α → b) ↔ b :=
  ⟨fun h => i.elim h, fun h _ => h⟩
@[simp] theorem exists_const {b : Prop} (α : Sort u) [i : Nonempty α] : (∃ _ : α, b) ↔ b :=
  ⟨fun ⟨_, h⟩ => h, fun h => i.elim fun a => ⟨a, h⟩⟩
@[simp] theorem exists_prop {a b : Prop} : (∃ _ : a, b) ↔ a ∧ b :=
  ⟨fun ⟨h, k⟩ => ⟨h, k⟩, fun ⟨h, k⟩ => ⟨h, k⟩⟩
@[simp] theorem not_exists : (¬∃ x, p x) ↔ ∀ x, ¬p x :=
  ⟨fun h x hx => h ⟨x, hx⟩, fun h ⟨x, hx⟩ => h x hx⟩
theorem forall_imp (h : ∀ a, p a → q a) : (∀ a, p a) → ∀ a, q a := fun k a => h a (k a)
theorem Exists.imp (h : ∀ a, p a → q a) : (∃ a, p a) → ∃ a, q a := fun ⟨a, k⟩ => ⟨a, h a k⟩
theorem exists_imp {b : Prop} : (∃ x, p x) → b ↔ ∀ x, p x → b :=
  ⟨fun h x hx => h ⟨x, hx⟩, fun h ⟨x, hx⟩ => h x hx⟩
theorem forall_and : (∀ x, p x ∧ q x) ↔ (∀ x, p x) ∧ (∀ x, q x) :=
  ⟨fun h => ⟨fun x => (h x).1, fun x => (h x).2⟩, fun ⟨h, k⟩ x => ⟨h x, k x⟩⟩
theorem exists_or : (∃ x, p x ∨ q x) ↔ (∃ x, p x) ∨ ∃ x, q x :=
  ⟨fun ⟨x, h⟩ => h.elim (fun h => .inl ⟨x, h⟩) (fun h => .inr ⟨x, h⟩),
    fun h => h.elim (fun ⟨x, h⟩ => ⟨x, .inl h⟩) (fun ⟨x, h⟩ => ⟨x, .inr h⟩)⟩
@[simp] theorem exists_and_left {b : Prop} : (∃ x, b ∧ p x) ↔ b ∧ (∃ x, p x) :=
  ⟨fun ⟨x, h, k⟩ => ⟨h, x, k⟩, fun ⟨h, x, k⟩ => ⟨x, h, k⟩⟩
@[simp] theorem exists_and_right {b : Prop} : (∃ x, p x ∧ b) ↔ (∃ x, p x) ∧ b :=
  ⟨fun ⟨x, h, k⟩ => ⟨⟨x, h⟩, k⟩, fun ⟨⟨x, h⟩, k⟩ => ⟨x, h, k⟩⟩
@[simp] theorem forall_eq {p : α → Prop} {a' : α} : (∀ a, a = a' → p a) ↔ p a' :=
  ⟨fun h => h a' rfl, fun h _ e => e ▸ h⟩
@[simp] theorem forall_eq' {p : α → Prop} {a' : α} : (∀ a, a' = a → p a) ↔ p a' :=
  ⟨fun h => h a' rfl, fun h _ e => e ▸ h⟩
@[simp] theorem exists_eq {a' : α} : ∃ a, a = a' := ⟨_, rfl⟩
@[simp] theorem exists_eq' {a' : α} : ∃ a, a' = a := ⟨_, rfl⟩
@[simp] theorem exists_eq_left {p : α → Prop} {a' : α} : (∃ a, a = a' ∧ p a) ↔ p a' :=
  ⟨fun ⟨_, e, h⟩ => e ▸ h, fun h => ⟨_, rfl, h⟩⟩
@[simp] theorem exists_eq_left' {p : α → Prop} {a' : α} : (∃ a, a' = a ∧ p a) ↔ p a' :=
  ⟨fun ⟨_, e, h⟩ => e ▸ h, fun h => ⟨_, rfl, h⟩⟩
@[simp] theorem exists_eq_right {p : α → Prop} {a' : α} : (∃ a, p a ∧ a = a') ↔ p a' :=
  ⟨fun ⟨_, h, e⟩ => e ▸ h, fun h => ⟨_, h, rfl⟩⟩
@[simp] theorem exists_eq_right' {p : α → Prop} {a' : α} : (∃ a, p a ∧ a' = a) ↔ p a' :=
  ⟨fun ⟨_, h, e⟩ => e ▸ h, fun h => ⟨_, h, rfl⟩⟩
theorem exists_comm {p : α → β → Prop} : (∃ a b, p a b) ↔ (∃ b a, p a b) :=
  ⟨fun ⟨a, b, h⟩ => ⟨b, a, h⟩, fun ⟨b, a, h⟩ => ⟨a, b, h⟩⟩
theorem forall_comm {p : α → β → Prop} : (∀ a b, p a b) ↔ (∀ b a, p a b) :=
  ⟨fun h b a => h a b, fun h a b => h b a⟩
theorem not_forall_of_exists_not {p : α → Prop} : (∃ x, ¬p x) → ¬∀ x, p x :=
  fun ⟨x, h⟩ k => h (k x)
theorem exists_congr {p q : α → Prop} (h : ∀ a, p a ↔ q a) : (∃ a, p a) ↔ ∃ a, q a :=
  ⟨fun ⟨a, H⟩ => ⟨a, (h a).1 H⟩, fun ⟨a, H⟩ => ⟨a, (h a).2 H⟩⟩

/-! ## Connectives -/

theorem And.imp (f : a → c) (g : b → d) (h : a ∧ b) : c ∧ d := ⟨f h.1, g h.2⟩
theorem And.imp_left (h : a → b) : a ∧ c → b ∧ c := And.imp h id
theorem And.imp_right (h : a → b) : c ∧ a → c ∧ b := And.imp id h
theorem and_congr (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∧ b ↔ c ∧ d :=
  ⟨And.imp h₁.1 h₂.1, And.imp h₁.2 h₂.2⟩
theorem or_congr (h₁ : a ↔ c) (h₂ : b ↔ d) : a ∨ b ↔ c ∨ d :=
  ⟨Or.imp h₁.1 h₂.1, Or.imp h₁.2 h₂.2⟩
theorem or_congr_left (h : a ↔ b) : a ∨ c ↔ b ∨ c := or_congr h .rfl
theorem or_congr_right (h : b ↔ c) : a ∨ b ↔ a ∨ c := or_congr .rfl h
theorem and_left_comm : a ∧ b ∧ c ↔ b ∧ a ∧ c :=
  ⟨fun ⟨h, k, l⟩ => ⟨k, h, l⟩, fun ⟨h, k, l⟩ => ⟨k, h, l⟩⟩
theorem and_right_comm : (a ∧ b) ∧ c ↔ (a ∧ c) ∧ b :=
  ⟨fun ⟨⟨h, k⟩, l⟩ => ⟨⟨h, l⟩, k⟩, fun ⟨⟨h, k⟩, l⟩ => ⟨⟨h, l⟩, k⟩⟩
theorem or_left_comm : a ∨ (b ∨ c) ↔ b ∨ (a ∨ c) := by
  rw [← or_assoc, ← or_assoc, @or_comm a b]
theorem or_right_comm : (a ∨ b) ∨ c ↔ (a ∨ c) ∨ b := by
  rw [or_assoc, or_assoc, @or_comm b c]
theorem and_or_left : a ∧ (b ∨ c) ↔ (a ∧ b) ∨ (a ∧ c) :=
  ⟨fun ⟨h, k⟩ => k.elim (fun k => .inl ⟨h, k⟩) (fun k => .inr ⟨h, k⟩),
    fun h => h.elim (fun ⟨h, k⟩ => ⟨h, .inl k⟩) (fun ⟨h, k⟩ => ⟨h, .inr k⟩)⟩
theorem or_and_right : (a ∨ b) ∧ c ↔ (a ∧ c) ∨ (b ∧ c) := by
  rw [and_comm, and_or_left, @and_comm c a, @and_comm c b]
theorem or_and_left : a ∨ (b ∧ c) ↔ (a ∨ b) ∧ (a ∨ c) :=
  ⟨fun h => h.elim (fun h => ⟨.inl h, .inl h⟩) (fun ⟨h, k⟩ => ⟨.inr h, .inr k⟩),
    fun ⟨h, k⟩ => h.elim .inl fun h => k.elim .inl fun k => .inr ⟨h, k⟩⟩
theorem and_or_right : (a ∧ b) ∨ c ↔ (a ∨ c) ∧ (b ∨ c) := by
  rw [or_comm, or_and_left, @or_comm c a, @or_comm c b]
@[simp] theorem not_or : ¬(a ∨ b) ↔ ¬a ∧ ¬b :=
  ⟨fun h => ⟨fun k => h (.inl k), fun k => h (.inr k)⟩, fun ⟨h, k⟩ l => l.elim h k⟩
theorem or_imp : (a ∨ b → c) ↔ (a → c) ∧ (b → c) :=
  ⟨fun h => ⟨fun k => h (.inl k), fun k => h (.inr k)⟩, fun ⟨h, k⟩ l => l.elim h k⟩
theorem imp_and {a : Sort u} {b c : Prop} : (a → b ∧ c) ↔ (a → b) ∧ (a → c) :=
  ⟨fun h => ⟨fun k => (h k).1, fun k => (h k).2⟩, fun ⟨h, k⟩ l => ⟨h l, k l⟩⟩
theorem imp.mono {c d : Prop} (h₀ : c → a) (h₁ : b → d) : (a → b) → c → d :=
  fun f k => h₁ (f (h₀ k))
theorem or_or_or_comm : (a ∨ b) ∨ c ∨ d ↔ (a ∨ c) ∨ b ∨ d := by
  rw [← or_assoc, @or_right_comm a b c, or_assoc]
theorem and_and_and_comm : (a ∧ b) ∧ c ∧ d ↔ (a ∧ c) ∧ b ∧ d :=
  ⟨fun ⟨⟨h, k⟩, l, m⟩ => ⟨⟨h, l⟩, k, m⟩, fun ⟨⟨h, k⟩, l, m⟩ => ⟨⟨h, l⟩, k, m⟩⟩
theorem and_rotate : a ∧ b ∧ c ↔ b ∧ c ∧ a :=
  ⟨fun ⟨h, k, l⟩ => ⟨k, l, h⟩, fun ⟨h, k, l⟩ => ⟨l, h, k⟩⟩
theorem not_and_of_not_left (b : Prop) : ¬a → ¬(a ∧ b) := fun h k => h k.1
theorem not_and_of_not_right (a : Prop) {b : Prop} : ¬b → ¬(a ∧ b) := fun h k => h k.2
theorem or_iff_left (hb : ¬b) : a ∨ b ↔ a := ⟨fun h => h.resolve_right hb, .inl⟩
theorem or_iff_right (ha : ¬a) : a ∨ b ↔ b := ⟨fun h => h.resolve_left ha, .inr⟩
theorem and_iff_left (hb : b) : a ∧ b ↔ a := ⟨And.left, fun h => ⟨h, hb⟩⟩
theorem and_iff_right (ha : a) : a ∧ b ↔ b := ⟨And.right, fun h => ⟨ha, h⟩⟩

/-! ## Decidable propositions -/

namespace Decidable

@[simp] theorem not_not [dec : Decidable p₀] : ¬¬p₀ ↔ p₀ :=
  ⟨fun h => byContradiction h, fun h k => k h⟩
theorem of_not_imp [Decidable a] (h : ¬(a → b)) : a :=
  byContradiction fun k => h fun l => absurd l k
theorem not_imp_symm [Decidable a] (h : ¬a → b) (hb : ¬b) : a :=
  byContradiction fun k => hb (h k)
theorem not_imp_comm [Decidable a] [Decidable b] : (¬a → b) ↔ (¬b → a) :=
  ⟨not_imp_symm, not_imp_symm⟩
theorem not_and_iff_or_not_not [Decidable a] : ¬(a ∧ b) ↔ ¬a ∨ ¬b :=
  ⟨fun h => if k : a then .inr fun l => h ⟨k, l⟩ else .inl k,
    fun h k => h.elim (· k.1) (· k.2)⟩
theorem imp_iff_not_or [Decidable a] : (a → b) ↔ (¬a ∨ b) :=
  ⟨fun h => if k : a then .inr (h k) else .inl k, fun h k => h.resolve_left fun l => l k⟩
theorem or_iff_not_imp_left [Decidable a] : a ∨ b ↔ (¬a → b) :=
  ⟨fun h k => h.resolve_left k, fun h => if k : a then .inl k else .inr (h k)⟩
theorem or_iff_not_imp_right [Decidable b] : a ∨ b ↔ (¬b → a) :=
  ⟨fun h k => h.resolve_right k, fun h => if k : b then .inr k else .inl (h k)⟩
theorem not_imp_iff_and_not [Decidable a] : ¬(a → b) ↔ a ∧ ¬b :=
  ⟨fun h => ⟨of_not_imp h, fun k => h fun _ => k⟩, fun ⟨h, k⟩ l => k (l h)⟩
theorem peirce (a b : Prop) [Decidable a] : ((a → b) → a) → a :=
  fun h => if k : a then k else h fun l => absurd l k
theorem not_forall {p : α → Prop} [Decidable (∃ x, ¬p x)] [∀ x, Decidable (p x)] :
    (¬∀ x, p x) ↔ ∃ x, ¬p x :=
  ⟨fun h => byContradiction fun k => h fun x => byContradiction fun l => k ⟨x, l⟩,
    fun ⟨x, h⟩ k => h (k x)⟩

end Decidable

/-! ## `if` -/

@[simp] theorem ite_not (p : Prop) [Decidable p] (x y : α) :
    ite (¬p) x y = ite p y x := by
  by_cases h : p <;> simp [h]
theorem apply_ite {α β : Sort _} (f : α → β) (P : Prop) [Decidable P] (x y : α) :
    f (ite P x y) = ite P (f x) (f y) := by
  by_cases h : P <;> simp [h]
theorem ite_eq_iff {p : Prop} [Decidable p] {x y z : α} :
    ite p x y = z ↔ (p ∧ x = z) ∨ (¬p ∧ y = z) := by
  by_cases h : p <;> simp [h]
theorem ite_and {p q : Prop} [Decidable p] [Decidable q] {x y : α} :
    (if p ∧ q then x else y) = if p then if q then x else y else y := by
  by_cases h : p <;> by_cases k : q <;> simp [h, k]

@[inline] def decidable_of_iff (a : Prop) (h : a ↔ b) [Decidable a] : Decidable b :=
  decidable_of_decidable_of_iff h
@[inline] def decidable_of_iff' (b : Prop) (h : a ↔ b) [Decidable b] : Decidable a :=
  decidable_of_decidable_of_iff h.symm
