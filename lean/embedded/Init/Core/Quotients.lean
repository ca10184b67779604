prelude
import Init.Core.Logic

/-!
# Propositional lemmas and quotients

`Quot`, `Quotient`, function extensionality for them; `and`, `or`, `not` of propositions.
Source of names, types and order of arguments: see `Init.Core`.
-/

set_option linter.all false

universe u v w u₁ u₂ v₁ v₂

/-! ## Propositional lemmas -/

variable {a b c d : Prop}

def Not.elim {α : Sort _} (H1 : ¬a) (H2 : a) : α := absurd H2 H1
abbrev And.elim (f : a → b → α) (h : a ∧ b) : α := f h.left h.right
def Iff.elim (f : (a → b) → (b → a) → α) (h : a ↔ b) : α := f h.mp h.mpr

theorem Iff.subst {a b : Prop} {p : Prop → Prop} (h₁ : a ↔ b) (h₂ : p a) : p b :=
  Eq.subst (propext h₁) h₂

theorem Not.intro {a : Prop} (h : a → False) : ¬a := h
theorem Not.imp {a b : Prop} (H2 : ¬b) (H1 : a → b) : ¬a := mt H1 H2
theorem not_congr (h : a ↔ b) : ¬a ↔ ¬b := ⟨mt h.mpr, mt h.mp⟩
theorem not_not_not : ¬¬¬a ↔ ¬a := ⟨mt not_not_intro, not_not_intro⟩
theorem iff_of_true (ha : a) (hb : b) : a ↔ b := ⟨fun _ => hb, fun _ => ha⟩
theorem iff_of_false (ha : ¬a) (hb : ¬b) : a ↔ b := ⟨ha.elim, hb.elim⟩
theorem iff_true_left (ha : a) : (a ↔ b) ↔ b := ⟨fun h => h.mp ha, iff_of_true ha⟩
theorem iff_true_right (ha : a) : (b ↔ a) ↔ b := Iff.comm.trans (iff_true_left ha)
theorem iff_false_left (ha : ¬a) : (a ↔ b) ↔ ¬b := ⟨fun h => mt h.mpr ha, iff_of_false ha⟩
theorem iff_false_right (ha : ¬a) : (b ↔ a) ↔ ¬b := Iff.comm.trans (iff_false_left ha)
theorem of_iff_true (h : a ↔ True) : a := h.mpr trivial
theorem iff_true_intro (h : a) : a ↔ True := iff_of_true h trivial
theorem eq_iff_true_of_subsingleton [Subsingleton α] (x y : α) : x = y ↔ True :=
  iff_true_intro (Subsingleton.elim x y)
theorem not_of_iff_false : (p ↔ False) → ¬p := Iff.mp
theorem iff_false_intro (h : ¬a) : a ↔ False := iff_of_false h id
theorem not_iff_false_intro (h : a) : ¬a ↔ False := iff_false_intro (not_not_intro h)
theorem not_true : (¬True) ↔ False := iff_false_intro (not_not_intro trivial)
theorem not_false_iff : (¬False) ↔ True := iff_true_intro not_false
theorem Eq.to_iff : a = b → (a ↔ b) := Iff.of_eq
theorem iff_of_eq : a = b → (a ↔ b) := Iff.of_eq
theorem neq_of_not_iff : ¬(a ↔ b) → a ≠ b := mt Iff.of_eq
theorem iff_iff_eq : (a ↔ b) ↔ a = b := ⟨propext, Iff.of_eq⟩
@[simp] theorem eq_iff_iff : (a = b) ↔ (a ↔ b) := iff_iff_eq.symm
theorem eq_self_iff_true (a : α) : a = a ↔ True := iff_true_intro rfl
theorem ne_self_iff_false (a : α) : a ≠ a ↔ False := not_iff_false_intro rfl
theorem false_of_true_iff_false (h : True ↔ False) : False := h.mp trivial
theorem false_of_true_eq_false (h : True = False) : False := cast h trivial
theorem true_eq_false_of_false : False → (True = False) := False.elim
theorem iff_def : (a ↔ b) ↔ (a → b) ∧ (b → a) := iff_iff_implies_and_implies
theorem iff_def' : (a ↔ b) ↔ (b → a) ∧ (a → b) := Iff.trans iff_def And.comm
theorem true_iff_false : (True ↔ False) ↔ False := iff_false_intro fun h => h.mp trivial
theorem false_iff_true : (False ↔ True) ↔ False := iff_false_intro fun h => h.mpr trivial
theorem iff_not_self : ¬(a ↔ ¬a) := fun h =>
  have na : ¬a := fun ha => h.mp ha ha
  na (h.mpr na)
theorem heq_self_iff_true (a : α) : a ≍ a ↔ True := iff_true_intro HEq.rfl
theorem not_not_of_not_imp : ¬(a → b) → ¬¬a := mt Not.elim
theorem not_of_not_imp {a : Prop} : ¬(a → b) → ¬b := mt fun h _ => h
@[simp] theorem imp_not_self : (a → ¬a) ↔ ¬a := ⟨fun h ha => h ha ha, fun h _ => h⟩
theorem imp_intro {α β : Prop} (h : α) : β → α := fun _ => h
theorem imp_imp_imp {a b c d : Prop} (h₀ : c → a) (h₁ : b → d) : (a → b) → (c → d) :=
  fun h x => h₁ (h (h₀ x))
theorem imp_iff_right {a : Prop} (ha : a) : (a → b) ↔ b := ⟨fun h => h ha, fun h _ => h⟩
theorem imp_true_iff (α : Sort u) : (α → True) ↔ True := iff_true_intro fun _ => trivial
theorem false_imp_iff (a : Prop) : (False → a) ↔ True := iff_true_intro False.elim
theorem true_imp_iff {α : Prop} : (True → α) ↔ α := imp_iff_right trivial
@[simp high] theorem imp_self : (a → a) ↔ True := iff_true_intro id
@[simp] theorem imp_false : (a → False) ↔ ¬a := Iff.rfl
theorem imp.swap : (a → b → c) ↔ (b → a → c) := ⟨flip, flip⟩
theorem imp_not_comm : (a → ¬b) ↔ (b → ¬a) := imp.swap
theorem imp_congr_left (h : a ↔ b) : (a → c) ↔ (b → c) :=
  ⟨fun f hb => f (h.mpr hb), fun f ha => f (h.mp ha)⟩
theorem imp_congr_right (h : a → (b ↔ c)) : (a → b) ↔ (a → c) :=
  ⟨fun f ha => (h ha).mp (f ha), fun f ha => (h ha).mpr (f ha)⟩
theorem imp_congr_ctx (h₁ : a ↔ c) (h₂ : c → (b ↔ d)) : (a → b) ↔ (c → d) :=
  (imp_congr_left h₁).trans (imp_congr_right h₂)
theorem imp_congr (h₁ : a ↔ c) (h₂ : b ↔ d) : (a → b) ↔ (c → d) := imp_congr_ctx h₁ fun _ => h₂
theorem imp_iff_not (hb : ¬b) : a → b ↔ ¬a := imp_congr_right fun _ => iff_false_intro hb

/-! ## Quotients -/

namespace Quot

protected theorem liftBeta {α : Sort u} {r : α → α → Prop} {β : Sort v} (f : α → β)
    (c : (a b : α) → r a b → f a = f b) (a : α) : lift f c (Quot.mk r a) = f a := rfl

protected theorem indBeta {α : Sort u} {r : α → α → Prop} {motive : Quot r → Prop}
    (p : (a : α) → motive (Quot.mk r a)) (a : α) :
    (ind p (Quot.mk r a) : motive (Quot.mk r a)) = p a := rfl

@[elab_as_elim]
protected theorem inductionOn {α : Sort u} {r : α → α → Prop} {motive : Quot r → Prop}
    (q : Quot r) (h : (a : α) → motive (Quot.mk r a)) : motive q := ind h q

theorem exists_rep {α : Sort u} {r : α → α → Prop} (q : Quot r) :
    Exists (fun a => (Quot.mk r a) = q) :=
  q.inductionOn (fun a => ⟨a, rfl⟩)

section
variable {α : Sort u}
variable {r : α → α → Prop}
variable {motive : Quot r → Sort v}

@[reducible, macro_inline]
protected def indep (f : (a : α) → motive (Quot.mk r a)) (a : α) : PSigma motive :=
  ⟨Quot.mk r a, f a⟩

protected theorem indepCoherent (f : (a : α) → motive (Quot.mk r a))
    (h : (a b : α) → (p : r a b) → Eq.ndrec (f a) (sound p) = f b) :
    (a b : α) → r a b → Quot.indep f a = Quot.indep f b :=
  fun a b e => PSigma.eta (sound e) (h a b e)

protected theorem liftIndepPr1 (f : (a : α) → motive (Quot.mk r a))
    (h : ∀ (a b : α) (p : r a b), Eq.ndrec (f a) (sound p) = f b) (q : Quot r) :
    (lift (Quot.indep f) (Quot.indepCoherent f h) q).1 = q :=
  Quot.ind (β := fun q => (lift (Quot.indep f) (Quot.indepCoherent f h) q).1 = q)
    (fun _ => rfl) q

@[elab_as_elim] protected abbrev rec (f : (a : α) → motive (Quot.mk r a))
    (h : (a b : α) → (p : r a b) → Eq.ndrec (f a) (sound p) = f b) (q : Quot r) : motive q :=
  Eq.ndrecOn (Quot.liftIndepPr1 f h q) ((lift (Quot.indep f) (Quot.indepCoherent f h) q).2)

@[elab_as_elim] protected abbrev recOn (q : Quot r) (f : (a : α) → motive (Quot.mk r a))
    (h : (a b : α) → (p : r a b) → Eq.ndrec (f a) (sound p) = f b) : motive q :=
  q.rec f h

@[elab_as_elim] protected abbrev recOnSubsingleton
    [h : (a : α) → Subsingleton (motive (Quot.mk r a))] (q : Quot r)
    (f : (a : α) → motive (Quot.mk r a)) : motive q :=
  q.rec f fun _ b _ => (h b).allEq _ _

protected abbrev hrecOn (q : Quot r) (f : (a : α) → motive (Quot.mk r a))
    (c : (a b : α) → (p : r a b) → f a ≍ f b) : motive q :=
  Quot.recOn q f fun a b p => eq_of_heq (eqRec_heq_iff.mpr (c a b p))

end
end Quot

def Quotient {α : Sort u} (s : Setoid α) := @Quot α Setoid.r

namespace Quotient

@[inline] protected def mk {α : Sort u} (s : Setoid α) (a : α) : Quotient s := Quot.mk Setoid.r a
protected def mk' {α : Sort u} [s : Setoid α] (a : α) : Quotient s := Quotient.mk s a

theorem sound {α : Sort u} {s : Setoid α} {a b : α} :
    a ≈ b → Quotient.mk s a = Quotient.mk s b := Quot.sound

protected abbrev lift {α : Sort u} {β : Sort v} {s : Setoid α} (f : α → β) :
    ((a b : α) → a ≈ b → f a = f b) → Quotient s → β := Quot.lift f

protected theorem ind {α : Sort u} {s : Setoid α} {motive : Quotient s → Prop} :
    ((a : α) → motive (Quotient.mk s a)) → (q : Quotient s) → motive q := Quot.ind

protected abbrev liftOn {α : Sort u} {β : Sort v} {s : Setoid α} (q : Quotient s) (f : α → β)
    (c : (a b : α) → a ≈ b → f a = f b) : β := Quot.liftOn q f c

@[elab_as_elim]
protected theorem inductionOn {α : Sort u} {s : Setoid α} {motive : Quotient s → Prop}
    (q : Quotient s) (h : (a : α) → motive (Quotient.mk s a)) : motive q := Quot.inductionOn q h

theorem exists_rep {α : Sort u} {s : Setoid α} (q : Quotient s) :
    Exists (fun (a : α) => Quotient.mk s a = q) := Quot.exists_rep q

section
variable {α : Sort u} {s : Setoid α} {motive : Quotient s → Sort v}

@[inline, elab_as_elim]
protected def rec (f : (a : α) → motive (Quotient.mk s a))
    (h : (a b : α) → (p : a ≈ b) → Eq.ndrec (f a) (Quotient.sound p) = f b) (q : Quotient s) :
    motive q := Quot.rec f h q

@[elab_as_elim]
protected abbrev recOn (q : Quotient s) (f : (a : α) → motive (Quotient.mk s a))
    (h : (a b : α) → (p : a ≈ b) → Eq.ndrec (f a) (Quotient.sound p) = f b) : motive q :=
  Quot.recOn q f h

@[elab_as_elim]
protected abbrev recOnSubsingleton [h : (a : α) → Subsingleton (motive (Quotient.mk s a))]
    (q : Quotient s) (f : (a : α) → motive (Quotient.mk s a)) : motive q :=
  Quot.recOnSubsingleton (h := h) q f

@[elab_as_elim]
protected abbrev hrecOn (q : Quotient s) (f : (a : α) → motive (Quotient.mk s a))
    (c : (a b : α) → (p : a ≈ b) → f a ≍ f b) : motive q := Quot.hrecOn q f c

end

section
universe uA uB uC
variable {α : Sort uA} {β : Sort uB} {φ : Sort uC}
variable {s₁ : Setoid α} {s₂ : Setoid β}

protected abbrev lift₂ (f : α → β → φ)
    (c : (a₁ : α) → (b₁ : β) → (a₂ : α) → (b₂ : β) → a₁ ≈ a₂ → b₁ ≈ b₂ → f a₁ b₁ = f a₂ b₂)
    (q₁ : Quotient s₁) (q₂ : Quotient s₂) : φ :=
  Quotient.lift (fun a₁ => Quotient.lift (f a₁) (fun a b => c a₁ a a₁ b (Setoid.refl a₁)) q₂)
    (fun a b hab => Quotient.ind
      (motive := fun q => Quotient.lift (f a) _ q = Quotient.lift (f b) _ q)
      (fun x => c a x b x hab (Setoid.refl x)) q₂)
    q₁

protected abbrev liftOn₂ (q₁ : Quotient s₁) (q₂ : Quotient s₂) (f : α → β → φ)
    (c : (a₁ : α) → (b₁ : β) → (a₂ : α) → (b₂ : β) → a₁ ≈ a₂ → b₁ ≈ b₂ → f a₁ b₁ = f a₂ b₂) : φ :=
  Quotient.lift₂ f c q₁ q₂

@[elab_as_elim]
protected theorem ind₂ {motive : Quotient s₁ → Quotient s₂ → Prop}
    (h : (a : α) → (b : β) → motive (Quotient.mk s₁ a) (Quotient.mk s₂ b))
    (q₁ : Quotient s₁) (q₂ : Quotient s₂) : motive q₁ q₂ :=
  Quotient.ind (motive := fun q => motive q q₂)
    (fun a => Quotient.ind (motive := motive (Quotient.mk s₁ a)) (h a) q₂) q₁

@[elab_as_elim]
protected theorem inductionOn₂ {motive : Quotient s₁ → Quotient s₂ → Prop}
    (q₁ : Quotient s₁) (q₂ : Quotient s₂)
    (h : (a : α) → (b : β) → motive (Quotient.mk s₁ a) (Quotient.mk s₂ b)) : motive q₁ q₂ :=
  Quotient.ind₂ h q₁ q₂

end

private def rel {α : Sort u} {s : Setoid α} (q₁ q₂ : Quotient s) : Prop :=
  Quotient.liftOn₂ q₁ q₂ (fun a₁ a₂ => a₁ ≈ a₂)
    (fun _ _ _ _ h k => propext
      ⟨fun e => Setoid.trans (Setoid.symm h) (Setoid.trans e k),
       fun e => Setoid.trans h (Setoid.trans e (Setoid.symm k))⟩)

private theorem rel.refl {α : Sort u} {s : Setoid α} (q : Quotient s) : rel q q :=
  Quotient.ind (motive := fun q => rel q q) Setoid.refl q

theorem exact {α : Sort u} {s : Setoid α} {a b : α} :
    Quotient.mk s a = Quotient.mk s b → a ≈ b :=
  fun h => Eq.ndrec (motive := fun q => rel (Quotient.mk s a) q) (rel.refl _) h

section
universe uA uB uC
variable {α : Sort uA} {β : Sort uB}
variable {s₁ : Setoid α} {s₂ : Setoid β}

@[elab_as_elim]
protected abbrev recOnSubsingleton₂ {motive : Quotient s₁ → Quotient s₂ → Sort uC}
    [s : (a : α) → (b : β) → Subsingleton (motive (Quotient.mk s₁ a) (Quotient.mk s₂ b))]
    (q₁ : Quotient s₁) (q₂ : Quotient s₂)
    (g : (a : α) → (b : β) → motive (Quotient.mk s₁ a) (Quotient.mk s₂ b)) : motive q₁ q₂ :=
  Quotient.recOnSubsingleton (motive := fun q => motive q q₂)
    (h := fun a => Quotient.ind (motive := fun q => Subsingleton (motive (Quotient.mk s₁ a) q))
      (s a) q₂) q₁
    fun a => Quotient.recOnSubsingleton (motive := fun q => motive (Quotient.mk s₁ a) q) q₂ (g a)

end
end Quotient

instance Quotient.decidableEq {α : Sort u} {s : Setoid α} [d : ∀ (a b : α), Decidable (a ≈ b)] :
    DecidableEq (Quotient s) :=
  fun (q₁ q₂ : Quotient s) =>
    Quotient.recOnSubsingleton₂ (motive := fun a b => Decidable (a = b)) q₁ q₂ fun a₁ a₂ =>
      match d a₁ a₂ with
      | isTrue h => isTrue (Quotient.sound h)
      | isFalse n => isFalse fun e => n (Quotient.exact e)

instance Pi.instSubsingleton {α : Sort u} {β : α → Sort v} [∀ a, Subsingleton (β a)] :
    Subsingleton (∀ a, β a) where
  allEq f g := funext fun a => Subsingleton.elim (f a) (g a)

theorem equivalence_true (α : Sort u) : Equivalence fun _ _ : α => True :=
  ⟨fun _ => trivial, fun _ => trivial, fun _ _ => trivial⟩

protected def Setoid.trivial (α : Sort u) : Setoid α := ⟨_, equivalence_true α⟩

def Squash (α : Sort u) := Quotient (Setoid.trivial α)
def Squash.mk {α : Sort u} (x : α) : Squash α := Quot.mk _ x
theorem Squash.ind {α : Sort u} {motive : Squash α → Prop}
    (h : ∀ (a : α), motive (Squash.mk a)) : ∀ (q : Squash α), motive q := Quot.ind h
@[inline] def Squash.lift {α β} [Subsingleton β] (s : Squash α) (f : α → β) : β :=
  Quot.lift f (fun _ _ _ => Subsingleton.elim _ _) s

opaque Lean.opaqueId {α : Sort u} (x : α) : α := x

@[simp] theorem ge_iff_le [LE α] {x y : α} : x ≥ y ↔ y ≤ x := Iff.rfl
@[simp] theorem gt_iff_lt [LT α] {x y : α} : x > y ↔ y < x := Iff.rfl
theorem le_of_eq_of_le {a b c : α} [LE α] (h₁ : a = b) (h₂ : b ≤ c) : a ≤ c := h₁ ▸ h₂
theorem le_of_le_of_eq {a b c : α} [LE α] (h₁ : a ≤ b) (h₂ : b = c) : a ≤ c := h₂ ▸ h₁
theorem lt_of_eq_of_lt {a b c : α} [LT α] (h₁ : a = b) (h₂ : b < c) : a < c := h₁ ▸ h₂
theorem lt_of_lt_of_eq {a b c : α} [LT α] (h₁ : a < b) (h₂ : b = c) : a < c := h₂ ▸ h₁
