prelude
import Init.SimpLemmas

/-!
# Classical reasoning

Excluded middle from choice, classical decidability, and the lemmas that the tactics `by_cases`,
`by_contra`-style arguments and `split` refer to. Statements follow Lean 4.35's public interface.
-/

set_option linter.all false
set_option warn.classDefReducibility false

universe u v

namespace Classical

noncomputable def indefiniteDescription {α : Sort u} (p : α → Prop) (h : ∃ x, p x) :
    {x // p x} :=
  choice <| let ⟨x, px⟩ := h; ⟨⟨x, px⟩⟩

noncomputable def choose {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : α :=
  (indefiniteDescription p h).val

theorem choose_spec {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : p (choose h) :=
  (indefiniteDescription p h).property

private def U (p x : Prop) : Prop := x = True ∨ p
private def V (p x : Prop) : Prop := x = False ∨ p

/-- Diaconescu: choice and extensionality give excluded middle. -/
theorem em (p : Prop) : p ∨ ¬p :=
  have exU : ∃ x, U p x := ⟨True, .inl rfl⟩
  have exV : ∃ x, V p x := ⟨False, .inl rfl⟩
  have same : p → choose exU = choose exV := fun hp =>
    have e : U p = V p := funext fun _ => propext ⟨fun _ => .inr hp, fun _ => .inr hp⟩
    have key : ∀ (W : Prop → Prop) (_ : U p = W) (ex : ∃ x, W x), choose exU = choose ex :=
      fun _ h => h ▸ fun _ => rfl
    key (V p) e exV
  match choose_spec exU, choose_spec exV with
  | .inr hp, _ => .inl hp
  | _, .inr hp => .inl hp
  | .inl hu, .inl hv => .inr fun hp =>
    false_ne_true ((hv.symm.trans (same hp).symm).trans hu)

theorem exists_true_of_nonempty {α : Sort u} : Nonempty α → ∃ _ : α, True
  | ⟨x⟩ => ⟨x, trivial⟩

noncomputable def inhabited_of_nonempty {α : Sort u} (h : Nonempty α) : Inhabited α := ⟨choice h⟩

noncomputable def inhabited_of_exists {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : Inhabited α :=
  inhabited_of_nonempty (Exists.elim h (fun w _ => ⟨w⟩))

@[instance_reducible] noncomputable scoped instance (priority := low) propDecidable (a : Prop) :
    Decidable a :=
  choice <| match em a with
    | .inl h => ⟨isTrue h⟩
    | .inr h => ⟨isFalse h⟩

noncomputable def decidableInhabited (a : Prop) : Inhabited (Decidable a) where
  default := inferInstance

instance (a : Prop) : Nonempty (Decidable a) := ⟨propDecidable a⟩

noncomputable def typeDecidableEq (α : Sort u) : DecidableEq α := fun _ _ => inferInstance

noncomputable def typeDecidable (α : Sort u) : PSum α (α → False) :=
  match (propDecidable (Nonempty α)) with
  | isTrue hp => PSum.inl (@default α (inhabited_of_nonempty hp))
  | isFalse hn => PSum.inr (fun a => absurd (Nonempty.intro a) hn)

noncomputable def epsilon {α : Sort u} [h : Nonempty α] (p : α → Prop) : α :=
  if hp : ∃ x : α, p x then choose hp else choice h

theorem epsilon_spec {α : Sort u} {p : α → Prop} (hex : ∃ y, p y) :
    p (@epsilon α (nonempty_of_exists hex) p) := by
  unfold epsilon
  exact dite_eq_left (α := α) (t := fun hp => choose hp) hex ▸ choose_spec hex

theorem axiomOfChoice {α : Sort u} {β : α → Sort v} {r : ∀ x, β x → Prop}
    (h : ∀ x, ∃ y, r x y) : ∃ (f : ∀ x, β x), ∀ x, r x (f x) :=
  ⟨fun x => choose (h x), fun x => choose_spec (h x)⟩

theorem skolem {α : Sort u} {b : α → Sort v} {p : ∀ x, b x → Prop} :
    (∀ x, ∃ y, p x y) ↔ ∃ (f : ∀ x, b x), ∀ x, p x (f x) :=
  ⟨axiomOfChoice, fun ⟨f, hf⟩ x => ⟨f x, hf x⟩⟩

theorem propComplete (a : Prop) : a = True ∨ a = False :=
  match em a with
  | .inl h => .inl (eq_true h)
  | .inr h => .inr (eq_false h)

theorem byCases {p q : Prop} (hpq : p → q) (hnpq : ¬p → q) : q := (em p).elim hpq hnpq

theorem byContradiction {p : Prop} (h : ¬p → False) : p := (em p).elim id (fun np => (h np).elim)

@[simp] theorem not_not {a : Prop} : ¬¬a ↔ a := ⟨fun h => byContradiction h, not_not_intro⟩

@[simp low] theorem not_forall {α : Sort u} {p : α → Prop} : (¬∀ x, p x) ↔ ∃ x, ¬p x :=
  ⟨fun h => byContradiction fun k => h fun x => byContradiction fun nx => k ⟨x, nx⟩,
   fun ⟨x, nx⟩ h => nx (h x)⟩

theorem not_forall_not {α : Sort u} {p : α → Prop} : (¬∀ x, ¬p x) ↔ ∃ x, p x :=
  ⟨fun h => byContradiction fun k => h fun x px => k ⟨x, px⟩, fun ⟨x, px⟩ h => h x px⟩
theorem not_exists_not {α : Sort u} {p : α → Prop} : (¬∃ x, ¬p x) ↔ ∀ x, p x :=
  ⟨fun h x => byContradiction fun nx => h ⟨x, nx⟩, fun h ⟨x, nx⟩ => nx (h x)⟩

theorem forall_or_exists_not {α : Sort u} (P : α → Prop) : (∀ a, P a) ∨ ∃ a, ¬ P a :=
  (em (∀ a, P a)).imp_right not_forall.mp
theorem exists_or_forall_not {α : Sort u} (P : α → Prop) : (∃ a, P a) ∨ ∀ a, ¬ P a :=
  (em (∃ a, P a)).imp_right fun h a pa => h ⟨a, pa⟩

theorem or_iff_not_imp_left {a b : Prop} : a ∨ b ↔ (¬a → b) :=
  ⟨fun h na => h.resolve_left na, fun h => (em a).imp_right h⟩
theorem or_iff_not_imp_right {a b : Prop} : a ∨ b ↔ (¬b → a) :=
  ⟨fun h nb => h.resolve_right nb, fun h => (em b).elim .inr (fun nb => .inl (h nb))⟩

theorem not_imp_iff_and_not {a b : Prop} : ¬(a → b) ↔ (a ∧ ¬b) :=
  ⟨fun h => ⟨byContradiction fun na => h fun ha => absurd ha na, fun hb => h fun _ => hb⟩,
   fun h f => h.right (f h.left)⟩
@[simp] theorem not_imp {a b : Prop} : ¬(a → b) ↔ a ∧ ¬b := not_imp_iff_and_not

theorem not_and_iff_not_or_not {a b : Prop} : ¬(a ∧ b) ↔ ¬a ∨ ¬b :=
  ⟨fun h => (em a).elim (fun ha => .inr fun hb => h ⟨ha, hb⟩) .inl,
   fun h k => h.elim (fun na => na k.left) (fun nb => nb k.right)⟩
theorem not_iff {a b : Prop} : ¬(a ↔ b) ↔ (¬a ↔ b) :=
  ⟨fun h => ⟨fun na => byContradiction fun nb => h (iff_of_false na nb),
     fun hb ha => h (iff_of_true ha hb)⟩,
   fun h k => (em a).elim (fun ha => (h.mpr (k.mp ha)) ha) (fun na => na (k.mpr (h.mp na)))⟩

@[simp] theorem imp_iff_left_iff {a b : Prop} : (b ↔ a → b) ↔ a ∨ b :=
  ⟨fun h => (em a).imp_right fun na => h.mpr fun ha => absurd ha na,
   fun h => ⟨fun hb _ => hb, fun f => h.elim f id⟩⟩
@[simp] theorem imp_iff_right_iff {a b : Prop} : (a → b ↔ b) ↔ a ∨ b :=
  Iff.comm.trans imp_iff_left_iff
@[simp] theorem and_or_imp {a b c : Prop} : a ∧ b ∨ (a → c) ↔ a → b ∨ c :=
  ⟨fun h ha => h.elim (fun k => .inl k.right) (fun f => .inr (f ha)),
   fun h => (em a).elim (fun ha => (h ha).imp (fun hb => ⟨ha, hb⟩) fun hc _ => hc)
     (fun na => .inr fun ha => absurd ha na)⟩
@[simp] theorem imp_and_neg_imp_iff {p q : Prop} : (p → q) ∧ (¬p → q) ↔ q :=
  ⟨fun h => (em p).elim h.left h.right, fun h => ⟨fun _ => h, fun _ => h⟩⟩

end Classical

export Classical (imp_iff_right_iff imp_and_neg_imp_iff and_or_imp not_imp)

noncomputable def Exists.choose {α : Sort u} {p : α → Prop} (P : ∃ a, p a) : α :=
  Classical.choose P

theorem Exists.choose_spec {α : Sort u} {p : α → Prop} (P : ∃ a, p a) : p P.choose :=
  Classical.choose_spec P

