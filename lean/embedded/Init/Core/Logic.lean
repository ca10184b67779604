prelude
import Init.Core.Basic

/-!
# Equality, equivalence, decidability

Boolean equality, `Ne`, `HEq`, `Iff`, `if` on decidable propositions, subsingletons, relations, setoids,
`propext`.
Source of names, types and order of arguments: see `Init.Core`.
-/

set_option linter.all false

universe u v w u₁ u₂ v₁ v₂

/-! ## Boolean equality -/

@[extern "lean_strict_or"] def strictOr (b₁ b₂ : Bool) := b₁ || b₂
@[extern "lean_strict_and"] def strictAnd (b₁ b₂ : Bool) := b₁ && b₂

@[inline] def bne {α : Type u} [BEq α] (a b : α) : Bool := !(a == b)

class ReflBEq (α) [BEq α] : Prop where
  protected rfl {a : α} : a == a

@[simp] theorem BEq.rfl [BEq α] [ReflBEq α] {a : α} : a == a := ReflBEq.rfl
theorem BEq.refl [BEq α] [ReflBEq α] (a : α) : a == a := BEq.rfl

theorem beq_of_eq [BEq α] [ReflBEq α] {a b : α} : a = b → a == b
  | rfl => BEq.rfl

theorem not_eq_of_beq_eq_false [BEq α] [ReflBEq α] {a b : α} (h : (a == b) = false) : ¬a = b :=
  fun e => Bool.ne_true_of_eq_false h (beq_of_eq e)

class LawfulBEq (α : Type u) [BEq α] : Prop extends ReflBEq α where
  eq_of_beq : {a b : α} → a == b → a = b

export LawfulBEq (eq_of_beq)

instance : LawfulBEq Bool where
  eq_of_beq {a b} h := match a, b, h with
    | true, true, _ => rfl
    | false, false, _ => rfl
  rfl {a} := match a with
    | true => rfl
    | false => rfl

instance [DecidableEq α] : LawfulBEq α where
  eq_of_beq := of_decide_eq_true
  rfl := of_decide_eq_self_eq_true _

@[instance_reducible] def instDecidableEqOfLawfulBEq [BEq α] [LawfulBEq α] : DecidableEq α :=
  fun x y =>
    match h : x == y with
    | false => .isFalse (not_eq_of_beq_eq_false h)
    | true => .isTrue (eq_of_beq h)

instance : Inhabited String where
  default := ""

instance : LawfulBEq Char := inferInstance
instance : LawfulBEq String := inferInstance

/-! ## Equality -/

theorem trivial : True := ⟨⟩

theorem mt {a b : Prop} (h₁ : a → b) (h₂ : ¬b) : ¬a := fun ha => h₂ (h₁ ha)
theorem not_false : ¬False := id
theorem not_not_intro {p : Prop} (h : p) : ¬ ¬ p := fun np => np h
theorem proof_irrel {a : Prop} (h₁ h₂ : a) : h₁ = h₂ := rfl

@[macro_inline] def Eq.mp {α β : Sort u} (h : α = β) (a : α) : β := h ▸ a
@[macro_inline] def Eq.mpr {α β : Sort u} (h : α = β) (b : β) : α := h ▸ b

@[elab_as_elim]
theorem Eq.substr {α : Sort u} {p : α → Prop} {a b : α} (h₁ : b = a) (h₂ : p a) : p b := h₁ ▸ h₂

@[simp] theorem cast_eq {α : Sort u} (h : α = α) (a : α) : cast h a = a := rfl

@[reducible] def Ne {α : Sort u} (a b : α) := ¬(a = b)

section Ne
variable {α : Sort u}
variable {a b : α} {p : Prop}

theorem Ne.intro (h : a = b → False) : a ≠ b := h
theorem Ne.elim (h : a ≠ b) : a = b → False := h
theorem Ne.irrefl (h : a ≠ a) : False := h rfl
@[symm] theorem Ne.symm (h : a ≠ b) : b ≠ a := fun e => h e.symm
theorem ne_comm {α} {a b : α} : a ≠ b ↔ b ≠ a := ⟨Ne.symm, Ne.symm⟩
theorem false_of_ne : a ≠ a → False := Ne.irrefl
theorem ne_false_of_self : p → p ≠ False := fun hp e => cast e hp
theorem ne_true_of_not : ¬p → p ≠ True := fun np e => np (cast e.symm trivial)
theorem true_ne_false : ¬True = False := ne_false_of_self trivial
theorem false_ne_true : False ≠ True := fun e => cast e.symm trivial

end Ne

theorem Bool.of_not_eq_true : {b : Bool} → ¬ (b = true) → b = false
  | true, h => absurd rfl h
  | false, _ => rfl

theorem Bool.of_not_eq_false : {b : Bool} → ¬ (b = false) → b = true
  | true, _ => rfl
  | false, h => absurd rfl h

theorem ne_of_beq_false [BEq α] [ReflBEq α] {a b : α} (h : (a == b) = false) : a ≠ b :=
  not_eq_of_beq_eq_false h

theorem beq_false_of_ne [BEq α] [LawfulBEq α] {a b : α} (h : a ≠ b) : (a == b) = false :=
  Bool.of_not_eq_true fun e => h (eq_of_beq e)

section
variable {α β φ : Sort u} {a a' : α} {b b' : β} {c : φ}

noncomputable def HEq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : {β : Sort u2} → β → Sort u1}
    (m : motive a) {β : Sort u2} {b : β} (h : a ≍ b) : motive b :=
  h.rec m

noncomputable def HEq.ndrecOn.{u1, u2} {α : Sort u2} {a : α}
    {motive : {β : Sort u2} → β → Sort u1} {β : Sort u2} {b : β} (h : a ≍ b) (m : motive a) :
    motive b :=
  h.rec m

@[elab_as_elim]
noncomputable def HEq.homo_ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1}
    (m : motive a) {b : α} (h : a ≍ b) : motive b :=
  (eq_of_heq h).ndrec m

@[elab_as_elim]
noncomputable def HEq.homo_ndrec_symm.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1}
    (m : motive a) {b : α} (h : b ≍ a) : motive b :=
  (eq_of_heq h).ndrec_symm m

noncomputable def HEq.elim {α : Sort u} {a : α} {p : α → Sort v} {b : α} (h₁ : a ≍ b)
    (h₂ : p a) : p b :=
  (eq_of_heq h₁).ndrec h₂

theorem HEq.subst {p : (T : Sort u) → T → Prop} (h₁ : a ≍ b) (h₂ : p α a) : p β b :=
  HEq.ndrecOn h₁ h₂

@[symm] theorem HEq.symm (h : a ≍ b) : b ≍ a := h.rec (HEq.refl a)
theorem HEq.trans (h₁ : a ≍ b) (h₂ : b ≍ c) : a ≍ c := HEq.subst h₂ h₁
theorem heq_of_heq_of_eq (h₁ : a ≍ b) (h₂ : b = b') : a ≍ b' := HEq.trans h₁ (heq_of_eq h₂)
theorem heq_of_eq_of_heq (h₁ : a = a') (h₂ : a' ≍ b) : a ≍ b := HEq.trans (heq_of_eq h₁) h₂
theorem type_eq_of_heq (h : a ≍ b) : α = β := h.rec (Eq.refl α)

end

theorem eqRec_heq {α : Sort u} {φ : α → Sort v} {a a' : α} :
    (h : a = a') → (p : φ a) → Eq.recOn (motive := fun x _ => φ x) h p ≍ p
  | rfl, p => HEq.refl p

theorem eqRec_heq_iff {α : Sort u} {a : α} {motive : (b : α) → a = b → Sort v}
    {b : α} {refl : motive a (Eq.refl a)} {h : a = b} {c : motive b h} :
    @Eq.rec α a motive refl b h ≍ c ↔ refl ≍ c :=
  h.rec (fun _ => ⟨id, id⟩) c

theorem heq_eqRec_iff {α : Sort u} {a : α} {motive : (b : α) → a = b → Sort v}
    {b : α} {refl : motive a (Eq.refl a)} {h : a = b} {c : motive b h} :
    c ≍ @Eq.rec α a motive refl b h ↔ c ≍ refl :=
  h.rec (fun _ => ⟨id, id⟩) c

theorem apply_eqRec {α : Sort u} {a : α} (motive : (b : α) → a = b → Sort v)
    {b : α} {h : a = b} {c : motive a (Eq.refl a) → β} {d : motive b h} :
    @Eq.rec α a (fun b h => motive b h → β) c b h d = c (h.symm ▸ d) := by
  cases h; exact rfl

theorem heq_of_eqRec_eq {α β : Sort u} {a : α} {b : β} (h₁ : α = β)
    (h₂ : Eq.rec (motive := fun α _ => α) a h₁ = b) : a ≍ b := by
  subst h₁; exact heq_of_eq h₂

theorem cast_heq {α β : Sort u} : (h : α = β) → (a : α) → cast h a ≍ a
  | rfl, a => HEq.refl a

/-! ## Iff -/

variable {a b c d : Prop}

theorem iff_iff_implies_and_implies {a b : Prop} : (a ↔ b) ↔ (a → b) ∧ (b → a) :=
  ⟨fun h => ⟨h.mp, h.mpr⟩, fun h => ⟨h.left, h.right⟩⟩

@[refl] theorem Iff.refl (a : Prop) : a ↔ a := ⟨id, id⟩
protected theorem Iff.rfl {a : Prop} : a ↔ a := Iff.refl a

theorem Iff.of_eq (h : a = b) : a ↔ b := ⟨cast h, cast h.symm⟩

theorem Iff.trans (h₁ : a ↔ b) (h₂ : b ↔ c) : a ↔ c := ⟨h₂.mp ∘ h₁.mp, h₁.mpr ∘ h₂.mpr⟩

instance : Trans Iff Iff Iff where
  trans := Iff.trans

theorem Eq.comm {a b : α} : a = b ↔ b = a := ⟨Eq.symm, Eq.symm⟩
theorem eq_comm {a b : α} : a = b ↔ b = a := Eq.comm
theorem HEq.comm {a : α} {b : β} : a ≍ b ↔ b ≍ a := ⟨HEq.symm, HEq.symm⟩
theorem heq_comm {a : α} {b : β} : a ≍ b ↔ b ≍ a := HEq.comm

@[symm] theorem Iff.symm (h : a ↔ b) : b ↔ a := ⟨h.mpr, h.mp⟩
theorem Iff.comm : (a ↔ b) ↔ (b ↔ a) := ⟨Iff.symm, Iff.symm⟩
theorem iff_comm : (a ↔ b) ↔ (b ↔ a) := Iff.comm

@[symm] theorem And.symm : a ∧ b → b ∧ a := fun h => ⟨h.right, h.left⟩
theorem And.comm : a ∧ b ↔ b ∧ a := ⟨And.symm, And.symm⟩
theorem and_comm : a ∧ b ↔ b ∧ a := And.comm

@[symm] theorem Or.symm : a ∨ b → b ∨ a := fun h => h.elim .inr .inl
theorem Or.comm : a ∨ b ↔ b ∨ a := ⟨Or.symm, Or.symm⟩
theorem or_comm : a ∨ b ↔ b ∨ a := Or.comm

theorem Exists.elim {α : Sort u} {p : α → Prop} {b : Prop} (h₁ : Exists (fun x => p x))
    (h₂ : ∀ (a : α), p a → b) : b :=
  match h₁ with
  | intro a h => h₂ a h

/-! ## Decidability -/

@[simp] theorem decide_true (h : Decidable True) : @decide True h = true := decide_eq_true trivial
@[simp] theorem decide_false (h : Decidable False) : @decide False h = false :=
  decide_eq_false id

@[inline] def toBoolUsing {p : Prop} (d : Decidable p) : Bool := decide p

theorem toBoolUsing_eq_true {p : Prop} (d : Decidable p) (h : p) : toBoolUsing d = true :=
  decide_eq_true h
theorem of_toBoolUsing_eq_true {p : Prop} {d : Decidable p} (h : toBoolUsing d = true) : p :=
  of_decide_eq_true h
theorem of_toBoolUsing_eq_false {p : Prop} {d : Decidable p} (h : toBoolUsing d = false) : ¬p :=
  of_decide_eq_false h

instance : Decidable True := isTrue trivial
instance : Decidable False := isFalse not_false

namespace Decidable
variable {p q : Prop}

@[macro_inline] def byCases {q : Sort u} [dec : Decidable p] (h1 : p → q) (h2 : ¬p → q) : q :=
  match dec with
  | isTrue h => h1 h
  | isFalse h => h2 h

theorem em (p : Prop) [Decidable p] : p ∨ ¬p := byCases Or.inl Or.inr

theorem byContradiction [dec : Decidable p] (h : ¬p → False) : p :=
  byCases id (fun np => (h np).elim)

theorem of_not_not [Decidable p] : ¬ ¬ p → p := fun nnp => byContradiction nnp

theorem not_and_iff_or_not {p q : Prop} [d₁ : Decidable p] [d₂ : Decidable q] :
    ¬ (p ∧ q) ↔ ¬ p ∨ ¬ q :=
  ⟨fun h => byCases (fun hp => Or.inr fun hq => h ⟨hp, hq⟩) Or.inl,
   fun h hpq => h.elim (fun np => np hpq.left) (fun nq => nq hpq.right)⟩

end Decidable

section
variable {p q : Prop}

@[inline, instance_reducible]
def decidable_of_decidable_of_iff [dp : Decidable p] (h : p ↔ q) : Decidable q where
  decide := decide p
  reflects_decide :=
    match dp with
    | isTrue hp => h.mp hp
    | isFalse np => fun hq => np (h.mpr hq)

@[inline, instance_reducible]
def decidable_of_decidable_of_eq [Decidable p] (h : p = q) : Decidable q :=
  decidable_of_decidable_of_iff (p := p) (Iff.of_eq h)

end

@[macro_inline] instance {p q} [Decidable p] [Decidable q] : Decidable (p → q) :=
  if hp : p then
    if hq : q then isTrue (fun _ => hq) else isFalse (fun h => hq (h hp))
  else isTrue (fun h => absurd h hp)

instance {p q} [Decidable p] [Decidable q] : Decidable (p ↔ q) :=
  if hp : p then
    if hq : q then isTrue ⟨fun _ => hq, fun _ => hp⟩ else isFalse fun h => hq (h.mp hp)
  else
    if hq : q then isFalse fun h => hp (h.mpr hq)
    else isTrue ⟨fun h => absurd h hp, fun h => absurd h hq⟩

/-! ## if-then-else -/

theorem ite_eq_left {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} :
    (ite c t e) = t :=
  match h with
  | isTrue _ => rfl
  | isFalse hnc => absurd hc hnc

theorem ite_eq_right {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t e : α} :
    (ite c t e) = e :=
  match h with
  | isTrue hc => absurd hc hnc
  | isFalse _ => rfl

theorem dite_eq_left {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t : c → α}
    {e : ¬ c → α} : (dite c t e) = t hc :=
  match h with
  | isTrue _ => rfl
  | isFalse hnc => absurd hc hnc

theorem dite_eq_right {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t : c → α}
    {e : ¬ c → α} : (dite c t e) = e hnc :=
  match h with
  | isTrue hc => absurd hc hnc
  | isFalse _ => rfl

theorem ite_eq_left_of_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α)
    (h : c = True) : (if c then a else b) = a := ite_eq_left (cast h.symm trivial)
theorem ite_eq_right_of_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α)
    (h : c = False) : (if c then a else b) = b := ite_eq_right (cast h)
theorem dite_eq_left_of_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α}
    {e : ¬ c → α} (h : c = True) : (dite c t e) = t (cast h.symm trivial) := dite_eq_left _
theorem dite_eq_right_of_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α}
    {e : ¬ c → α} (h : c = False) : (dite c t e) = e (cast h) := dite_eq_right _

theorem if_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} : (ite c t e) = t :=
  ite_eq_left hc
theorem if_neg {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t e : α} : (ite c t e) = e :=
  ite_eq_right hnc
theorem dif_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t : c → α} {e : ¬ c → α} :
    (dite c t e) = t hc :=
  dite_eq_left hc
theorem dif_neg {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t : c → α} {e : ¬ c → α} :
    (dite c t e) = e hnc :=
  dite_eq_right hnc

def iteInduction {c} [inst : Decidable c] {motive : α → Sort _} {t e : α}
    (hpos : c → motive t) (hneg : ¬c → motive e) : motive (ite c t e) :=
  match inst with
  | isTrue h => hpos h
  | isFalse h => hneg h

theorem dif_eq_if (c : Prop) {h : Decidable c} {α : Sort u} (t : α) (e : α) :
    dite c (fun _ => t) (fun _ => e) = ite c t e := rfl

@[macro_inline]
instance {c t e : Prop} [dC : Decidable c] [dT : Decidable t] [dE : Decidable e] :
    Decidable (if c then t else e) :=
  match dC with
  | isTrue _ => dT
  | isFalse _ => dE

@[inline]
instance {c : Prop} {t : c → Prop} {e : ¬c → Prop} [dC : Decidable c]
    [dT : ∀ h, Decidable (t h)] [dE : ∀ h, Decidable (e h)] :
    Decidable (if h : c then t h else e h) :=
  match dC with
  | isTrue hc => dT hc
  | isFalse hc => dE hc

abbrev noConfusionTypeEnum {α : Sort u} (f : α → Nat) (P : Sort w) (x y : α) : Sort w :=
  (Nat.decEq (f x) (f y)).decide.casesOn P (P → P)

abbrev noConfusionEnum {α : Sort u} (f : α → Nat) {P : Sort w} {x y : α} (h : x = y) :
    noConfusionTypeEnum f P x y :=
  Decidable.falseTrueCases
    (motive := fun d => d.decide.casesOn (motive := fun _ => Sort w) P (P → P))
    (fun n => (n (congrArg f h)).elim) (fun _ p => p) (Nat.decEq (f x) (f y))

instance : Inhabited Prop where
  default := True

deriving instance Inhabited for NonScalar, PNonScalar, True

theorem nonempty_of_exists {α : Sort u} {p : α → Prop} : Exists (fun x => p x) → Nonempty α
  | ⟨w, _⟩ => ⟨w⟩

/-! ## Subsingletons -/

class Subsingleton (α : Sort u) : Prop where
  intro ::
  allEq : (a b : α) → a = b

protected theorem Subsingleton.elim {α : Sort u} [h : Subsingleton α] : (a b : α) → a = b := h.allEq

protected theorem Subsingleton.helim {α β : Sort u} [h₁ : Subsingleton α] (h₂ : α = β) (a : α)
    (b : β) : a ≍ b := by
  subst h₂; exact heq_of_eq (Subsingleton.elim a b)

instance (p : Prop) : Subsingleton p := ⟨fun a b => proof_irrel a b⟩
instance : Subsingleton Empty := ⟨fun a => a.elim⟩
instance : Subsingleton PEmpty := ⟨fun a => a.elim⟩

instance [Subsingleton α] [Subsingleton β] : Subsingleton (α × β) :=
  ⟨fun x y => congr (congrArg Prod.mk (Subsingleton.elim x.1 y.1)) (Subsingleton.elim x.2 y.2)⟩

instance (p : Prop) : Subsingleton (Decidable p) :=
  ⟨fun
    | isTrue h => fun
      | isTrue _ => rfl
      | isFalse n => absurd h n
    | isFalse n => fun
      | isTrue h => absurd h n
      | isFalse _ => rfl⟩

theorem recSubsingleton {p : Prop} [h : Decidable p] {h₁ : p → Sort u} {h₂ : ¬p → Sort u}
    [h₃ : ∀ (h : p), Subsingleton (h₁ h)] [h₄ : ∀ (h : ¬p), Subsingleton (h₂ h)] :
    Subsingleton (h.falseTrueCases h₂ h₁) :=
  match h with
  | isTrue h => h₃ h
  | isFalse h => h₄ h

/-! ## Relations -/

structure Equivalence {α : Sort u} (r : α → α → Prop) : Prop where
  refl : ∀ x, r x x
  symm : ∀ {x y}, r x y → r y x
  trans : ∀ {x y z}, r x y → r y z → r x z

def emptyRelation {α : Sort u} (_ _ : α) : Prop := False

def Subrelation {α : Sort u} (q r : α → α → Prop) := ∀ {x y}, q x y → r x y

def InvImage {α : Sort u} {β : Sort v} (r : β → β → Prop) (f : α → β) : α → α → Prop :=
  fun a₁ a₂ => r (f a₁) (f a₂)

inductive Relation.TransGen {α : Sort u} (r : α → α → Prop) : α → α → Prop
  | single {a b : α} : r a b → TransGen r a b
  | tail {a b c : α} : TransGen r a b → r b c → TransGen r a c

theorem Relation.TransGen.trans {α : Sort u} {r : α → α → Prop} {a b c : α} :
    TransGen r a b → TransGen r b c → TransGen r a c := by
  intro h k
  induction k with
  | single e => exact .tail h e
  | tail _ e ih => exact .tail ih e

/-! ## Setoids and propositional extensionality -/

class Setoid (α : Sort u) where
  r : α → α → Prop
  iseqv : Equivalence r

instance {α : Sort u} [Setoid α] : HasEquiv α := ⟨Setoid.r⟩

namespace Setoid
variable {α : Sort u} [Setoid α]

theorem refl (a : α) : a ≈ a := iseqv.refl a
theorem symm {a b : α} (hab : a ≈ b) : b ≈ a := iseqv.symm hab
theorem trans {a b c : α} (hab : a ≈ b) (hbc : b ≈ c) : a ≈ c := iseqv.trans hab hbc

end Setoid

axiom propext {a b : Prop} : (a ↔ b) → a = b

theorem Eq.propIntro {a b : Prop} (h₁ : a → b) (h₂ : b → a) : a = b := propext ⟨h₁, h₂⟩

theorem Lean.injEq_helper {P Q R : Prop} : (P → Q → R) → (P ∧ Q → R) := fun f h => f h.left h.right

instance {p q : Prop} [d : Decidable (p ↔ q)] : Decidable (p = q) :=
  decidable_of_decidable_of_iff (p := (p ↔ q)) ⟨propext, Iff.of_eq⟩


theorem Nat.succ.inj {m n : Nat} : m.succ = n.succ → m = n := fun e => congrArg Nat.pred e

theorem Nat.succ.injEq (u v : Nat) : (u.succ = v.succ) = (u = v) :=
  Eq.propIntro Nat.succ.inj (congrArg Nat.succ)

@[simp] theorem beq_iff_eq [BEq α] [LawfulBEq α] {a b : α} : a == b ↔ a = b :=
  ⟨eq_of_beq, beq_of_eq⟩

/-! ## Dependent pairs -/

protected theorem PSigma.eta {α : Sort u} {β : α → Sort v} {a₁ a₂ : α} {b₁ : β a₁} {b₂ : β a₂}
    (h₁ : a₁ = a₂) (h₂ : Eq.ndrec b₁ h₁ = b₂) : PSigma.mk a₁ b₁ = PSigma.mk a₂ b₂ := by
  subst h₁; subst h₂; rfl
