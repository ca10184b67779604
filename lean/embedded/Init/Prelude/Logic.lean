prelude

/-!
# What logic is made of

Markers of the code generator, equality, quotients, products and connectives, binder gadgets,
`Inhabited`, `Nonempty`, choice, universe lifting, `Bool`, `Decidable`.

Source of names, types, order of arguments, constructors and fields: see `Init.Prelude`.
-/

set_option linter.all false

universe u v w

/-! ## Markers of the code generator -/

unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type

set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit

/-! ## Equality and basic combinators -/

inductive Eq : α → α → Prop where
  | refl (a : α) : Eq a a

@[simp] abbrev Eq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a)
    {b : α} (h : Eq a b) : motive b :=
  h.rec m

inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a

inductive Bool : Type where
  | false : Bool
  | true : Bool

export Bool (false true)

@[extern "lean_is_scalar"]
unsafe axiom isScalarObj {α : Type u} (x : α) : Bool

@[inline, implicit_reducible] def id {α : Sort u} (a : α) : α := a

@[inline, implicit_reducible] def Function.comp {α : Sort u} {β : Sort v} {δ : Sort w}
    (f : β → δ) (g : α → β) : α → δ :=
  fun x => f (g x)

@[inline] def Function.const {α : Sort u} (β : Sort v) (a : α) : β → α :=
  fun _ => a

set_option checkBinderAnnotations false in
abbrev inferInstance {α : Sort u} [i : α] : α := i

set_option checkBinderAnnotations false in
abbrev «inferInstanceAs» (α : Sort u) [i : α] : α := i

abbrev Unit : Type := PUnit

@[match_pattern] abbrev Unit.unit : Unit := PUnit.unit

unsafe axiom lcProof {α : Prop} : α
unsafe axiom lcCast {α : Sort u} {β : Sort v} (a : α) : β
unsafe axiom lcUnreachable {α : Sort u} : α

inductive True : Prop where
  | intro : True

inductive False : Prop

inductive Empty : Type

set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PEmpty : Sort u where

@[implicit_reducible] def Not (a : Prop) : Prop := a → False

@[macro_inline] def False.elim {C : Sort u} (h : False) : C := h.rec

@[macro_inline] def absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : Not a) : b := (h₂ h₁).rec

@[match_pattern] def rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a

@[simp] theorem id_eq (a : α) : Eq (id a) a := rfl

theorem Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : Eq a b) (h₂ : motive a) :
    motive b :=
  Eq.ndrec h₂ h₁

@[symm] theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a :=
  Eq.ndrec (motive := fun x => Eq x a) rfl h

@[simp] abbrev Eq.ndrec_symm.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a)
    {b : α} (h : Eq b a) : motive b :=
  h.symm.ndrec m

theorem Eq.trans {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Eq b c) : Eq a c :=
  Eq.ndrec (motive := fun x => Eq a x) h₁ h₂

@[macro_inline, implicit_reducible] def cast {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a

theorem congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : Eq a₁ a₂) :
    Eq (f a₁) (f a₂) :=
  Eq.ndrec (motive := fun x => Eq (f a₁) (f x)) rfl h

theorem congr {α : Sort u} {β : Sort v} {f₁ f₂ : α → β} {a₁ a₂ : α} (h₁ : Eq f₁ f₂)
    (h₂ : Eq a₁ a₂) : Eq (f₁ a₁) (f₂ a₂) :=
  Eq.trans (congrArg (fun g : α → β => g a₁) h₁) (congrArg f₂ h₂)

theorem congrFun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : Eq f g) (a : α) :
    Eq (f a) (g a) :=
  congrArg (fun k : (x : α) → β x => k a) h

theorem congrFun' {α : Sort u} {β : Sort v} {f g : α → β} (h : Eq f g) (a : α) : Eq (f a) (g a) :=
  congrFun h a

/-! ## Quotients and function extensionality -/

init_quot

axiom Quot.sound : ∀ {α : Sort u} {r : α → α → Prop} {a b : α},
  r a b → Eq (Quot.mk r a) (Quot.mk r b)

unsafe axiom Quot.lcInv {α : Sort u} {r : α → α → Prop} (q : Quot r) : α

protected abbrev Quot.liftOn {α : Sort u} {β : Sort v} {r : α → α → Prop} (q : Quot r) (f : α → β)
    (c : (a b : α) → r a b → Eq (f a) (f b)) : β :=
  Quot.lift f c q

theorem funext {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x}
    (h : ∀ x, Eq (f x) (g x)) : Eq f g :=
  congrArg
    (fun (q : Quot fun f g : (x : α) → β x => ∀ x, Eq (f x) (g x)) (x : α) =>
      Quot.lift (fun k : (x : α) → β x => k x) (fun _ _ e => e x) q)
    (Quot.sound h)

@[match_pattern] protected def HEq.rfl {α : Sort u} {a : α} : HEq a a := HEq.refl a

theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  have key : (α β : Sort u) → (a : α) → (b : β) → HEq a b → (e : Eq α β) → Eq (cast e a) b :=
    fun _ _ _ _ hab => hab.rec (fun _ => rfl)
  key α α a a' h rfl

theorem heq_of_eq (h : Eq a a') : HEq a a' := Eq.subst h (HEq.refl a)

/-! ## Products, connectives, subtypes -/

structure Prod (α : Type u) (β : Type v) where
  mk ::
  fst : α
  snd : β

attribute [unbox] Prod

structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β

structure MProd (α β : Type u) where
  fst : α
  snd : β

@[pp_using_anonymous_constructor]
structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b

inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b

theorem Or.intro_left (b : Prop) (h : a) : Or a b := Or.inl h
theorem Or.intro_right (a : Prop) (h : b) : Or a b := Or.inr h

theorem Or.elim {c : Prop} (h : Or a b) (left : a → c) (right : b → c) : c :=
  match h with
  | Or.inl x => left x
  | Or.inr y => right y

theorem Or.resolve_left (h : Or a b) (na : Not a) : b := h.elim (fun x => absurd x na) id
theorem Or.resolve_right (h : Or a b) (nb : Not b) : a := h.elim id (fun y => absurd y nb)
theorem Or.neg_resolve_left (h : Or (Not a) b) (ha : a) : b := h.elim (absurd ha) id
theorem Or.neg_resolve_right (h : Or a (Not b)) (nb : b) : a := h.elim id (absurd nb)

@[pp_using_anonymous_constructor]
structure Subtype {α : Sort u} (p : α → Prop) where
  val : α
  property : p val

/-! ## Binder gadgets -/

@[reducible] def optParam (α : Sort u) (default : α) : Sort u := α
@[reducible] def outParam (α : Sort u) : Sort u := α
@[reducible] def semiOutParam (α : Sort u) : Sort u := α
@[reducible] def namedPattern {α : Sort u} (x a : α) (h : Eq x a) : α := a

/-- The axiom that the elaborator inserts where elaboration failed. Nothing here uses it. -/
@[extern "lean_sorry", never_extract]
axiom sorryAx (α : Sort u) (synthetic : Bool) : α

theorem Bool.eq_false_of_ne_true : {b : Bool} → Not (Eq b true) → Eq b false
  | true, h => False.elim (h rfl)
  | false, _ => rfl

theorem Bool.eq_true_of_ne_false : {b : Bool} → Not (Eq b false) → Eq b true
  | true, _ => rfl
  | false, h => False.elim (h rfl)

theorem Bool.ne_false_of_eq_true : {b : Bool} → Eq b true → Not (Eq b false)
  | true, _ => fun e => Bool.noConfusion e
  | false, e => Bool.noConfusion e

theorem Bool.ne_true_of_eq_false : {b : Bool} → Eq b false → Not (Eq b true)
  | true, e => Bool.noConfusion e
  | false, _ => fun e => Bool.noConfusion e

/-! ## Inhabited, Nonempty, choice -/

class Inhabited (α : Sort u) where
  default : α

export Inhabited (default)

class inductive Nonempty (α : Sort u) : Prop where
  | intro (val : α) : Nonempty α

axiom Classical.choice {α : Sort u} : Nonempty α → α

protected theorem Nonempty.elim {α : Sort u} {p : Prop} (h₁ : Nonempty α) (h₂ : α → p) : p :=
  match h₁ with
  | intro a => h₂ a

instance {α : Sort u} [Inhabited α] : Nonempty α := ⟨default⟩

noncomputable def Classical.ofNonempty {α : Sort u} [Nonempty α] : α :=
  Classical.choice inferInstance

instance {α : Sort u} {β : Sort v} [Nonempty β] : Nonempty (α → β) :=
  Nonempty.intro fun _ => Classical.ofNonempty

instance Pi.instNonempty {α : Sort u} {β : α → Sort v} [(a : α) → Nonempty (β a)] :
    Nonempty ((a : α) → β a) :=
  Nonempty.intro fun _ => Classical.ofNonempty

instance : Inhabited (Sort u) where
  default := PUnit

instance (α : Sort u) {β : Sort v} [Inhabited β] : Inhabited (α → β) where
  default := fun _ => default

instance Pi.instInhabited {α : Sort u} {β : α → Sort v} [(a : α) → Inhabited (β a)] :
    Inhabited ((a : α) → β a) where
  default := fun _ => default

deriving instance Inhabited for Bool

/-! ## Universe lifting -/

structure PLift (α : Sort u) : Type u where
  up ::
  down : α

theorem PLift.up_down {α : Sort u} (b : PLift α) : Eq (up (down b)) b := rfl
theorem PLift.down_up {α : Sort u} (a : α) : Eq (down (up a)) a := rfl

def NonemptyType := Subtype fun α : Type u => Nonempty α

abbrev NonemptyType.type (type : NonemptyType.{u}) : Type u := type.val

instance : Inhabited NonemptyType.{u} where
  default := ⟨PUnit, ⟨⟨⟩⟩⟩

structure ULift.{r, s} (α : Type s) : Type (max s r) where
  up ::
  down : α

theorem ULift.up_down {α : Type u} (b : ULift.{v} α) : Eq (up (down b)) b := rfl
theorem ULift.down_up {α : Type u} (a : α) : Eq (down (up.{v} a)) a := rfl

instance [Inhabited α] : Inhabited (ULift α) where
  default := ULift.up default

structure PULift.{r, s} (α : Sort s) : Sort (max s r 1) where
  up ::
  down : α

theorem PULift.up_down {α : Sort u} (b : PULift.{v} α) : Eq (up (down b)) b := rfl
theorem PULift.down_up {α : Sort u} (a : α) : Eq (down (up.{v} a)) a := rfl

/-! ## Booleans -/

@[macro_inline, implicit_reducible] def cond {α : Sort u} (c : Bool) (x y : α) : α :=
  match c with
  | true => x
  | false => y

@[macro_inline]
protected def Bool.dcond {α : Sort u} (c : Bool) (x : Eq c true → α) (y : Eq c false → α) : α :=
  match c with
  | true => x rfl
  | false => y rfl

@[implicit_reducible]
noncomputable def Bool.or (x y : Bool) : Bool := Bool.rec y true x

@[macro_inline] def Bool.Internal.or (x y : Bool) : Bool :=
  match x with
  | true => true
  | false => y

@[implicit_reducible]
noncomputable def Bool.and (x y : Bool) : Bool := Bool.rec false y x

@[macro_inline] def Bool.Internal.and (x y : Bool) : Bool :=
  match x with
  | false => false
  | true => y

@[implicit_reducible]
noncomputable def Bool.not (x : Bool) : Bool := Bool.rec true false x

@[inline] def Bool.Internal.not : Bool → Bool
  | true => false
  | false => true

@[csimp] theorem Bool.and_eq_internalAnd : Eq Bool.and Bool.Internal.and :=
  funext fun x => match x with | true | false => rfl

@[csimp] theorem Bool.or_eq_internalOr : Eq Bool.or Bool.Internal.or :=
  funext fun x => match x with | true | false => rfl

@[csimp] theorem Bool.not_eq_internalNot : Eq Bool.not Bool.Internal.not :=
  funext fun x => match x with | true | false => rfl

export Bool (or and not)

@[inline, implicit_reducible] def Bool.beq (a b : Bool) : Bool :=
  match b with
  | false => not a
  | true => a

abbrev Bool.Reflects : Bool → Prop → Prop
  | false, p => Not p
  | true, p => p

/-! ## Decidable propositions (a structure in this version) -/

class Decidable (p : Prop) where
  intro ::
  decide : Bool
  reflects_decide (p) : decide.Reflects p

attribute [implicit_reducible] Decidable.decide

@[match_pattern] abbrev Decidable.isFalse (h : Not p) : Decidable p := ⟨false, h⟩
@[match_pattern] abbrev Decidable.isTrue (h : p) : Decidable p := ⟨true, h⟩

@[cases_eliminator, induction_eliminator, elab_as_elim]
abbrev Decidable.falseTrueCases {p : Prop} {motive : Decidable p → Sort u}
    (isFalse : ∀ h, motive (isFalse h)) (isTrue : ∀ h, motive (isTrue h))
    (t : Decidable p) : motive t :=
  t.casesOn fun b => b.casesOn isFalse isTrue

export Decidable (isTrue isFalse decide)

abbrev DecidablePred {α : Sort u} (r : α → Prop) := (a : α) → Decidable (r a)

abbrev DecidableRel {α : Sort u} {β : Sort v} (r : α → β → Prop) :=
  (a : α) → (b : β) → Decidable (r a b)

abbrev DecidableEq (α : Sort u) := (a b : α) → Decidable (Eq a b)

def decEq {α : Sort u} [inst : DecidableEq α] (a b : α) : Decidable (Eq a b) := inst a b

theorem decide_eq_true : [inst : Decidable p] → p → Eq (decide p) true
  | isTrue _, _ => rfl
  | isFalse np, hp => absurd hp np

theorem decide_eq_false : [Decidable p] → Not p → Eq (decide p) false
  | isTrue hp, np => absurd hp np
  | isFalse _, _ => rfl

theorem of_decide_eq_true [inst : Decidable p] : Eq (decide p) true → p := fun e =>
  match (generalizing := false) inst with
  | isTrue hp => hp
  | isFalse np => absurd e (Bool.ne_true_of_eq_false (decide_eq_false np))

theorem of_decide_eq_false [inst : Decidable p] : Eq (decide p) false → Not p := fun e =>
  match (generalizing := false) inst with
  | isTrue hp => absurd e (Bool.ne_false_of_eq_true (decide_eq_true hp))
  | isFalse np => np

theorem of_decide_eq_self_eq_true [inst : DecidableEq α] (a : α) : Eq (decide (Eq a a)) true :=
  match (generalizing := false) inst a a with
  | isTrue _ => rfl
  | isFalse n => absurd rfl n

@[macro_inline] instance {p q} [dp : Decidable p] [dq : Decidable q] : Decidable (And p q) where
  decide := and (decide p) (decide q)
  reflects_decide :=
    match dp, dq with
    | isTrue hp, isTrue hq => ⟨hp, hq⟩
    | isTrue _, isFalse nq => fun h => nq h.right
    | isFalse np, _ => fun h => np h.left

@[macro_inline] instance [dp : Decidable p] [dq : Decidable q] : Decidable (Or p q) where
  decide := or (decide p) (decide q)
  reflects_decide :=
    match dp, dq with
    | isTrue hp, _ => Or.inl hp
    | isFalse _, isTrue hq => Or.inr hq
    | isFalse np, isFalse nq => fun h => h.elim np nq

@[inline] instance [dp : Decidable p] : Decidable (Not p) where
  decide := not (decide p)
  reflects_decide :=
    match dp with
    | isTrue hp => fun np => np hp
    | isFalse np => np

@[inline, implicit_reducible] def Bool.decEq (a b : Bool) : Decidable (Eq a b) where
  decide := a.beq b
  reflects_decide :=
    match a, b with
    | false, false => rfl
    | false, true => Bool.noConfusion
    | true, false => Bool.noConfusion
    | true, true => rfl

@[macro_inline] instance : DecidableEq Bool := Bool.decEq

class BEq (α : Type u) where
  beq : α → α → Bool

open BEq (beq)

instance (priority := 500) [DecidableEq α] : BEq α where
  beq a b := decide (Eq a b)

@[macro_inline, implicit_reducible]
def dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α) : α :=
  h.decide.casesOn e t h.reflects_decide

@[macro_inline, implicit_reducible]
def ite {α : Sort u} (c : Prop) [h : Decidable c] (t e : α) : α :=
  dite c (fun _ => t) (fun _ => e)


attribute [weak_specialize] Inhabited
