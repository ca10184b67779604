import Kata.Logic

/-!
# Quantifiers, relations and functions

Laws of `∀` and `∃`, then the properties a relation or a function may have.
-/

namespace Kata

section Quantifiers

variable {α β : Type} {P Q : α → Prop} {R : α → β → Prop} {p : Prop}

theorem forall_and_split : (∀ x, P x ∧ Q x) ↔ (∀ x, P x) ∧ (∀ x, Q x) := by
  constructor
  · intro h
    constructor
    · intro x
      exact (h x).left
    · intro x
      exact (h x).right
  · intro h x
    exact ⟨h.left x, h.right x⟩

theorem exists_or_split : (∃ x, P x ∨ Q x) ↔ (∃ x, P x) ∨ (∃ x, Q x) := by
  constructor
  · intro h
    obtain ⟨x, hp | hq⟩ := h
    · left
      exact ⟨x, hp⟩
    · right
      exact ⟨x, hq⟩
  · intro h
    rcases h with ⟨x, hp⟩ | ⟨x, hq⟩
    · exact ⟨x, Or.inl hp⟩
    · exact ⟨x, Or.inr hq⟩

theorem forall_mono (h : ∀ x, P x → Q x) (hp : ∀ x, P x) : ∀ x, Q x := by
  intro x
  apply h
  exact hp x

theorem exists_mono (h : ∀ x, P x → Q x) (hp : ∃ x, P x) : ∃ x, Q x := by
  obtain ⟨x, hx⟩ := hp
  exact ⟨x, h x hx⟩

theorem not_exists_split : (¬∃ x, P x) ↔ ∀ x, ¬P x := by
  constructor
  · intro h x hx
    apply h
    exact ⟨x, hx⟩
  · intro h hp
    obtain ⟨x, hx⟩ := hp
    exact h x hx

theorem not_forall_of_exists_not (h : ∃ x, ¬P x) : ¬∀ x, P x := by
  intro hp
  obtain ⟨x, hx⟩ := h
  exact hx (hp x)

theorem exists_and_out : (∃ x, p ∧ P x) ↔ p ∧ ∃ x, P x := by
  constructor
  · intro h
    obtain ⟨x, hp, hx⟩ := h
    exact ⟨hp, x, hx⟩
  · intro h
    obtain ⟨hp, x, hx⟩ := h
    exact ⟨x, hp, hx⟩

theorem exists_imp_split : ((∃ x, P x) → p) ↔ ∀ x, P x → p := by
  constructor
  · intro h x hx
    apply h
    exact ⟨x, hx⟩
  · intro h hp
    obtain ⟨x, hx⟩ := hp
    exact h x hx

theorem forall_imp_out : (∀ x, p → P x) ↔ (p → ∀ x, P x) := by
  constructor
  · intro h hp x
    exact h x hp
  · intro h x hp
    exact h hp x

theorem exists_swap : (∃ x y, R x y) ↔ ∃ y x, R x y := by
  constructor
  · intro h
    obtain ⟨x, y, hxy⟩ := h
    exact ⟨y, x, hxy⟩
  · intro h
    obtain ⟨y, x, hxy⟩ := h
    exact ⟨x, y, hxy⟩

theorem forall_swap (h : ∀ x y, R x y) : ∀ y x, R x y := by
  intro y x
  exact h x y

theorem exists_forall_swap (h : ∃ x, ∀ y, R x y) : ∀ y, ∃ x, R x y := by
  intro y
  obtain ⟨x, hx⟩ := h
  exact ⟨x, hx y⟩

theorem exists_self (x : α) : ∃ y, y = x := ⟨x, rfl⟩

theorem exists_eq_and (x : α) : (∃ y, y = x ∧ P y) ↔ P x := by
  constructor
  · intro h
    obtain ⟨y, rfl, hy⟩ := h
    exact hy
  · intro hx
    exact ⟨x, rfl, hx⟩

theorem forall_eq_imp (x : α) : (∀ y, y = x → P y) ↔ P x := by
  constructor
  · intro h
    exact h x rfl
  · intro hx y hy
    rw [hy]
    exact hx

theorem not_forall_split : (¬∀ x, P x) ↔ ∃ x, ¬P x := by
  constructor
  · intro h
    apply Classical.byContradiction
    intro hn
    apply h
    intro x
    apply Classical.byContradiction
    intro hx
    exact hn ⟨x, hx⟩
  · intro h hp
    obtain ⟨x, hx⟩ := h
    exact hx (hp x)

/-- In a bar that is not empty there is somebody such that, if he drinks, all do. -/
theorem drinker (x : α) : ∃ y, P y → ∀ z, P z := by
  by_cases h : ∃ y, ¬P y
  · obtain ⟨y, hy⟩ := h
    exact ⟨y, fun hp => absurd hp hy⟩
  · refine ⟨x, ?_⟩
    intro _ z
    apply Classical.byContradiction
    intro hz
    exact h ⟨z, hz⟩

end Quantifiers

section Equality

variable {α β γ : Type}

theorem eq_rotate {x y z : α} (hxy : x = y) (hzy : z = y) : x = z := by
  rw [hxy, hzy]

theorem eq_both_sides {x y z w : α} (hxy : x = y) (hzw : z = w) (hyw : y = w) : x = z := by
  calc
    x = y := hxy
    _ = w := hyw
    _ = z := hzw.symm

theorem apply_eq {f g : α → β} (h : f = g) (x : α) : f x = g x := by
  rw [h]

theorem apply_two {f : α → α → β} {x y : α} (hxy : x = y) : f x y = f y x := by
  rw [hxy]

theorem ne_swap {x y : α} (h : x ≠ y) : y ≠ x := by
  intro hyx
  exact h hyx.symm

theorem ne_of_apply_ne {f : α → β} {x y : α} (h : f x ≠ f y) : x ≠ y := by
  intro hxy
  apply h
  rw [hxy]

end Equality

section Functions

variable {α β γ : Type}

/-- `f` never sends two arguments to one value. -/
def OneToOne (f : α → β) : Prop := ∀ x y, f x = f y → x = y

/-- Every value is reached by `f`. -/
def Onto (f : α → β) : Prop := ∀ y, ∃ x, f x = y

/-- `g` undoes `f`. -/
def Undoes (g : β → α) (f : α → β) : Prop := ∀ x, g (f x) = x

theorem oneToOne_id : OneToOne (fun x : α => x) := by
  intro x y h
  exact h

theorem oneToOne_comp {f : α → β} {g : β → γ} (hf : OneToOne f) (hg : OneToOne g) :
    OneToOne (fun x => g (f x)) := by
  intro x y h
  apply hf
  apply hg
  exact h

theorem oneToOne_of_comp {f : α → β} {g : β → γ} (h : OneToOne (fun x => g (f x))) :
    OneToOne f := by
  intro x y hxy
  apply h
  show g (f x) = g (f y)
  rw [hxy]

theorem onto_id : Onto (fun x : α => x) := by
  intro y
  exact ⟨y, rfl⟩

theorem onto_comp {f : α → β} {g : β → γ} (hf : Onto f) (hg : Onto g) :
    Onto (fun x => g (f x)) := by
  intro z
  obtain ⟨y, hy⟩ := hg z
  obtain ⟨x, hx⟩ := hf y
  refine ⟨x, ?_⟩
  show g (f x) = z
  rw [hx, hy]

theorem onto_of_comp {f : α → β} {g : β → γ} (h : Onto (fun x => g (f x))) : Onto g := by
  intro z
  obtain ⟨x, hx⟩ := h z
  exact ⟨f x, hx⟩

theorem oneToOne_of_undoes {f : α → β} {g : β → α} (h : Undoes g f) : OneToOne f := by
  intro x y hxy
  rw [← h x, ← h y, hxy]

theorem onto_of_undoes {f : α → β} {g : β → α} (h : Undoes g f) : Onto g := by
  intro x
  exact ⟨f x, h x⟩

theorem undoes_comp {f : α → β} {g : β → α} {f' : β → γ} {g' : γ → β} (h : Undoes g f)
    (h' : Undoes g' f') : Undoes (fun z => g (g' z)) (fun x => f' (f x)) := by
  intro x
  show g (g' (f' (f x))) = x
  rw [h', h]

theorem undoes_unique {f : α → β} {g g' : β → α} (h : Undoes g f) (hf : Undoes f g') :
    g = g' := by
  funext y
  calc
    g y = g (f (g' y)) := by rw [hf]
    _ = g' y := h (g' y)

/-- Cantor: no function reaches every predicate on its domain. -/
theorem cantor (f : α → α → Prop) : ¬Onto f := by
  intro h
  obtain ⟨x, hx⟩ := h (fun y => ¬f y y)
  have hn : f x x ↔ ¬f x x := by
    constructor
    · intro hf
      rw [hx] at hf
      exact hf
    · intro hf
      rw [hx]
      exact hf
  exact not_of_iff_not hn

end Functions

section Relations

variable {α : Type} {R S : α → α → Prop}

/-- `Star R x y`: from `x` one reaches `y` by finitely many `R` steps. -/
inductive Star (R : α → α → Prop) : α → α → Prop where
  | refl (x : α) : Star R x x
  | step {x y z : α} (hxy : R x y) (hyz : Star R y z) : Star R x z

theorem star_one {x y : α} (h : R x y) : Star R x y :=
  Star.step h (Star.refl y)

theorem star_trans {x y z : α} (hxy : Star R x y) (hyz : Star R y z) : Star R x z := by
  induction hxy with
  | refl x => exact hyz
  | step h _ ih =>
    apply Star.step
    · exact h
    · exact ih hyz

theorem star_snoc {x y z : α} (hxy : Star R x y) (hyz : R y z) : Star R x z := by
  apply star_trans
  · exact hxy
  · exact star_one hyz

theorem star_mono {x y : α} (h : ∀ x y, R x y → S x y) (hxy : Star R x y) : Star S x y := by
  induction hxy with
  | refl x => exact Star.refl x
  | step hr _ ih =>
    apply Star.step
    · exact h _ _ hr
    · exact ih

theorem star_star {x y : α} (h : Star (Star R) x y) : Star R x y := by
  induction h with
  | refl x => exact Star.refl x
  | step hr _ ih => exact star_trans hr ih

theorem star_symm {x y : α} (h : ∀ x y, R x y → R y x) (hxy : Star R x y) : Star R y x := by
  induction hxy with
  | refl x => exact Star.refl x
  | step hr _ ih => exact star_snoc ih (h _ _ hr)

theorem star_of_eq {x y : α} (h : x = y) : Star R x y := by
  subst h
  exact Star.refl x

theorem star_invariant {P : α → Prop} {x y : α} (h : ∀ x y, R x y → P x → P y)
    (hxy : Star R x y) (hx : P x) : P y := by
  induction hxy with
  | refl x => exact hx
  | step hr _ ih =>
    apply ih
    exact h _ _ hr hx

end Relations

end Kata
