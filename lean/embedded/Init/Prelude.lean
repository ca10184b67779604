prelude

/-!
# Prelude of the embedded library

The first file that everything else imports: equality, the logical connectives, `Bool`, `Nat`,
`Fin`, the fixed-width words, `Char`, `Option`, `List`, `Array`, `String`, the operator and monad
classes, `ReaderT`, `EStateM`, names, syntax trees, parser descriptors and the macro monad.

Names, types, argument order, constructors and field order are those of Lean 4.35's public
interface (`src/Init/Prelude.lean`): the shared library demands them. Bodies matter where the kernel
has to reduce them; where only programs use a function it is bound to the compiled one
(`@[extern "native"]`: the string is ignored, the declaration's name selects the symbol).

Left out: documentation of each declaration (see Lean's own reference), `grind` annotations.
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

/-! ## Natural numbers and operator classes -/

set_option genCtorIdx false in
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat

instance : Inhabited Nat where
  default := Nat.zero

@[extern "lean_obj_tag_nat", tagged_return]
unsafe opaque getObjTagNat {α : Sort u} (x : @& α) : Nat

class OfNat (α : Type u) (_ : Nat) where
  ofNat : α

@[default_instance 100]
instance instOfNatNat (n : Nat) : OfNat Nat n where
  ofNat := n

class LE (α : Type u) where
  le : α → α → Prop

class LT (α : Type u) where
  lt : α → α → Prop

@[reducible] def GE.ge {α : Type u} [LE α] (a b : α) : Prop := LE.le b a
@[reducible] def GT.gt {α : Type u} [LT α] (a b : α) : Prop := LT.lt b a

abbrev DecidableLT (α : Type u) [LT α] := DecidableRel (LT.lt : α → α → Prop)
abbrev DecidableLE (α : Type u) [LE α] := DecidableRel (LE.le : α → α → Prop)

class Max (α : Type u) where
  max : α → α → α

export Max (max)

@[inline, instance_reducible]
def maxOfLe [LE α] [DecidableRel (@LE.le α _)] : Max α where
  max x y := ite (LE.le x y) y x

class Min (α : Type u) where
  min : α → α → α

export Min (min)

@[inline, instance_reducible]
def minOfLe [LE α] [DecidableRel (@LE.le α _)] : Min α where
  min x y := ite (LE.le x y) x y

class Trans (r : α → β → Sort u) (s : β → γ → Sort v) (t : outParam (α → γ → Sort w)) where
  trans : r a b → s b c → t a c

export Trans (trans)

instance (r : α → γ → Sort u) : Trans Eq r r where
  trans e h := Eq.ndrec_symm (motive := fun x => r x _) h e

instance (r : α → β → Sort u) : Trans r Eq r where
  trans h e := Eq.ndrec (motive := fun x => r _ x) h e

class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAdd : α → β → γ
class HSub (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hSub : α → β → γ
class HMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hMul : α → β → γ
class HDiv (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hDiv : α → β → γ
class HMod (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hMod : α → β → γ
class HPow (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hPow : α → β → γ
class HSMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hSMul : α → β → γ
class HAppend (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAppend : α → β → γ
class HOrElse (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hOrElse : α → (Unit → β) → γ
class HAndThen (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAndThen : α → (Unit → β) → γ
class HAnd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAnd : α → β → γ
class HXor (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hXor : α → β → γ
class HOr (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hOr : α → β → γ
class HShiftLeft (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hShiftLeft : α → β → γ
class HShiftRight (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hShiftRight : α → β → γ

class Zero (α : Type u) where
  zero : α
class One (α : Type u) where
  one : α
class Add (α : Type u) where
  add : α → α → α
class Sub (α : Type u) where
  sub : α → α → α
class Mul (α : Type u) where
  mul : α → α → α
class Neg (α : Type u) where
  neg : α → α
class Div (α : Type u) where
  div : α → α → α
class Inv (α : Type u) where
  inv : α → α
class Mod (α : Type u) where
  mod : α → α → α
class Dvd (α : Type _) where
  dvd : α → α → Prop
class Pow (α : Type u) (β : Type v) where
  pow : α → β → α
class NatPow (α : Type u) where
  protected pow : α → Nat → α
class HomogeneousPow (α : Type u) where
  protected pow : α → α → α
class SMul (M : Type u) (α : Type v) where
  smul : M → α → α
class Append (α : Type u) where
  append : α → α → α
class OrElse (α : Type u) where
  orElse : α → (Unit → α) → α
class AndThen (α : Type u) where
  andThen : α → (Unit → α) → α
class AndOp (α : Type u) where
  and : α → α → α
class XorOp (α : Type u) where
  xor : α → α → α
class OrOp (α : Type u) where
  or : α → α → α
class Complement (α : Type u) where
  complement : α → α
class ShiftLeft (α : Type u) where
  shiftLeft : α → α → α
class ShiftRight (α : Type u) where
  shiftRight : α → α → α

@[default_instance] instance instHAdd [Add α] : HAdd α α α where
  hAdd a b := Add.add a b
@[default_instance] instance instHSub [Sub α] : HSub α α α where
  hSub a b := Sub.sub a b
@[default_instance] instance instHMul [Mul α] : HMul α α α where
  hMul a b := Mul.mul a b
@[default_instance] instance instHDiv [Div α] : HDiv α α α where
  hDiv a b := Div.div a b
@[default_instance] instance instHMod [Mod α] : HMod α α α where
  hMod a b := Mod.mod a b
@[default_instance] instance instHPow [Pow α β] : HPow α β α where
  hPow a b := Pow.pow a b
@[default_instance] instance instPowNat [NatPow α] : Pow α Nat where
  pow a n := NatPow.pow a n
@[default_instance] instance [HomogeneousPow α] : Pow α α where
  pow a b := HomogeneousPow.pow a b
@[default_instance] instance instHSMul {α β} [SMul α β] : HSMul α β β where
  hSMul := SMul.smul
instance (priority := 1100) {α : Type u} [Mul α] : SMul α α where
  smul x y := Mul.mul x y
@[default_instance] instance [Append α] : HAppend α α α where
  hAppend a b := Append.append a b
@[default_instance] instance [OrElse α] : HOrElse α α α where
  hOrElse a b := OrElse.orElse a b
@[default_instance] instance [AndThen α] : HAndThen α α α where
  hAndThen a b := AndThen.andThen a b
@[default_instance] instance [AndOp α] : HAnd α α α where
  hAnd a b := AndOp.and a b
@[default_instance] instance [XorOp α] : HXor α α α where
  hXor a b := XorOp.xor a b
@[default_instance] instance [OrOp α] : HOr α α α where
  hOr a b := OrOp.or a b
@[default_instance] instance [ShiftLeft α] : HShiftLeft α α α where
  hShiftLeft a b := ShiftLeft.shiftLeft a b
@[default_instance] instance [ShiftRight α] : HShiftRight α α α where
  hShiftRight a b := ShiftRight.shiftRight a b

open HAdd (hAdd)
open HSub (hSub)
open HMul (hMul)
open HPow (hPow)
open HAppend (hAppend)

class Membership (α : outParam (Type u)) (γ : Type v) where
  mem : γ → α → Prop

attribute [implicit_reducible] Membership.mem

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_add", instance_reducible]
protected def Nat.add : (@& Nat) → (@& Nat) → Nat
  | n, Nat.zero => n
  | n, Nat.succ m => Nat.succ (Nat.add n m)

instance instAddNat : Add Nat where
  add := Nat.add

attribute [match_pattern] Nat.add Add.add HAdd.hAdd Neg.neg Mul.mul HMul.hMul Inv.inv

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_mul", instance_reducible]
protected def Nat.mul : (@& Nat) → (@& Nat) → Nat
  | _, 0 => 0
  | n, Nat.succ m => Nat.add (Nat.mul n m) n

instance instMulNat : Mul Nat where
  mul := Nat.mul

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_pow"]
protected def Nat.pow (m : @& Nat) : (@& Nat) → Nat
  | 0 => 1
  | succ n => Nat.mul (Nat.pow m n) m

instance instNatPowNat : NatPow Nat := ⟨Nat.pow⟩

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_dec_eq"]
def Nat.beq : (@& Nat) → (@& Nat) → Bool
  | zero, zero => true
  | zero, succ _ => false
  | succ _, zero => false
  | succ n, succ m => beq n m

theorem Nat.eq_of_beq_eq_true : {n m : Nat} → Eq (beq n m) true → Eq n m
  | zero, zero, _ => rfl
  | zero, succ _, h => Bool.noConfusion h
  | succ _, zero, h => Bool.noConfusion h
  | succ n, succ m, h => congrArg succ (eq_of_beq_eq_true (n := n) (m := m) h)

theorem Nat.ne_of_beq_eq_false : {n m : Nat} → Eq (beq n m) false → Not (Eq n m)
  | zero, zero, h, _ => Bool.noConfusion h
  | zero, succ _, _, e => Nat.noConfusion e
  | succ _, zero, _, e => Nat.noConfusion e
  | succ n, succ m, h, e =>
    have h' : Eq (beq n m) false := h
    Nat.noConfusion e fun e' => absurd e' (ne_of_beq_eq_false h')

private theorem noConfusion_of_Nat.aux : (a : Nat) → (Nat.beq a a).rec False True
  | Nat.zero => True.intro
  | Nat.succ n => noConfusion_of_Nat.aux n

theorem noConfusion_of_Nat {α : Sort u} (f : α → Nat) {a b : α} (h : Eq a b) :
    (Nat.beq (f a) (f b)).rec False True :=
  congrArg f h ▸ noConfusion_of_Nat.aux (f a)

@[reducible, extern "lean_nat_dec_eq"]
protected def Nat.decEq (n m : @& Nat) : Decidable (Eq n m) where
  decide := beq n m
  reflects_decide :=
    match h : beq n m with
    | true => eq_of_beq_eq_true h
    | false => ne_of_beq_eq_false h

@[inline] instance : DecidableEq Nat := Nat.decEq

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_dec_le"]
def Nat.ble : @& Nat → @& Nat → Bool
  | zero, _ => true
  | succ _, zero => false
  | succ n, succ m => ble n m

attribute [gen_constructor_elims] Bool

protected inductive Nat.le (n : Nat) : Nat → Prop
  | refl : Nat.le n n
  | step {m} : Nat.le n m → Nat.le n (succ m)

instance instLENat : LE Nat where
  le := Nat.le

@[implicit_reducible] protected def Nat.lt (n m : Nat) : Prop := Nat.le (succ n) m

instance instLTNat : LT Nat where
  lt := Nat.lt

theorem Nat.not_succ_le_zero (n : Nat) : LE.le (succ n) 0 → False :=
  have key : ∀ m, Eq m 0 → LE.le (succ n) m → False := fun _ em hle =>
    Nat.le.casesOn (motive := fun m _ => Eq m 0 → False) hle
      (fun e => Nat.noConfusion e) (fun _ e => Nat.noConfusion e) em
  key 0 rfl

theorem Nat.not_lt_zero (n : Nat) : Not (LT.lt n 0) := not_succ_le_zero n

theorem Nat.zero_le : (n : Nat) → LE.le 0 n
  | zero => Nat.le.refl
  | succ n => Nat.le.step (zero_le n)

theorem Nat.succ_le_succ : LE.le n m → LE.le (succ n) (succ m)
  | Nat.le.refl => Nat.le.refl
  | Nat.le.step h => Nat.le.step (succ_le_succ h)

theorem Nat.zero_lt_succ (n : Nat) : LT.lt 0 (succ n) := succ_le_succ (zero_le n)

theorem Nat.le_succ_of_le (h : LE.le n m) : LE.le n (succ m) := Nat.le.step h

protected theorem Nat.le_trans {n m k : Nat} : LE.le n m → LE.le m k → LE.le n k
  | h, Nat.le.refl => h
  | h, Nat.le.step h' => Nat.le.step (Nat.le_trans h h')

protected theorem Nat.lt_of_lt_of_le {n m k : Nat} : LT.lt n m → LE.le m k → LT.lt n k :=
  Nat.le_trans

protected theorem Nat.lt_trans {n m k : Nat} (h₁ : LT.lt n m) : LT.lt m k → LT.lt n k :=
  Nat.le_trans (le_succ_of_le h₁)

theorem Nat.le_succ (n : Nat) : LE.le n (succ n) := Nat.le.step Nat.le.refl

protected theorem Nat.le_refl (n : Nat) : LE.le n n := Nat.le.refl

theorem Nat.succ_pos (n : Nat) : LT.lt 0 (succ n) := zero_lt_succ n

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_pred", implicit_reducible]
def Nat.pred : (@& Nat) → Nat
  | 0 => 0
  | succ n => n

theorem Nat.pred_le_pred : {n m : Nat} → LE.le n m → LE.le (pred n) (pred m)
  | _, _, Nat.le.refl => Nat.le.refl
  | 0, succ _, Nat.le.step h => h
  | succ _, succ _, Nat.le.step h => Nat.le_trans (le_succ _) h

theorem Nat.le_of_succ_le_succ {n m : Nat} : LE.le (succ n) (succ m) → LE.le n m := pred_le_pred

theorem Nat.le_of_lt_succ {m n : Nat} : LT.lt m (succ n) → LE.le m n := le_of_succ_le_succ

protected theorem Nat.eq_or_lt_of_le : {n m : Nat} → LE.le n m → Or (Eq n m) (LT.lt n m)
  | zero, zero, _ => Or.inl rfl
  | zero, succ _, _ => Or.inr (Nat.succ_le_succ (Nat.zero_le _))
  | succ _, zero, h => absurd h (not_succ_le_zero _)
  | succ n, succ m, h =>
    (Nat.eq_or_lt_of_le (n := n) (m := m) (Nat.le_of_succ_le_succ h)).elim
      (fun e => Or.inl (congrArg succ e)) (fun l => Or.inr (succ_le_succ l))

protected theorem Nat.lt_or_ge (n m : Nat) : Or (LT.lt n m) (GE.ge n m) :=
  match m with
  | zero => Or.inr (zero_le n)
  | succ m =>
    (Nat.lt_or_ge n m).elim (fun l => Or.inl (le_succ_of_le l)) fun g =>
      (Nat.eq_or_lt_of_le g).elim
        (fun e => Or.inl (Eq.ndrec (motive := fun k => LT.lt k (succ m)) (Nat.le_refl _) e)) Or.inr

theorem Nat.not_succ_le_self : (n : Nat) → Not (LE.le (succ n) n)
  | 0 => not_succ_le_zero _
  | succ n => fun h => absurd (le_of_succ_le_succ h) (not_succ_le_self n)

protected theorem Nat.lt_irrefl (n : Nat) : Not (LT.lt n n) := Nat.not_succ_le_self n

protected theorem Nat.lt_of_le_of_lt {n m k : Nat} (h₁ : LE.le n m) (h₂ : LT.lt m k) : LT.lt n k :=
  Nat.le_trans (Nat.succ_le_succ h₁) h₂

protected theorem Nat.le_antisymm {n m : Nat} (h₁ : LE.le n m) (h₂ : LE.le m n) : Eq n m :=
  match h₁ with
  | Nat.le.refl => rfl
  | Nat.le.step h => absurd (Nat.lt_of_le_of_lt h h₂) (Nat.lt_irrefl n)

protected theorem Nat.lt_of_le_of_ne {n m : Nat} (h₁ : LE.le n m) (h₂ : Not (Eq n m)) :
    LT.lt n m :=
  (Nat.lt_or_ge n m).elim id fun g => absurd (Nat.le_antisymm h₁ g) h₂

theorem Nat.le_of_ble_eq_true (h : Eq (Nat.ble n m) true) : LE.le n m :=
  match n, m with
  | 0, _ => Nat.zero_le _
  | succ _, succ _ => Nat.succ_le_succ (le_of_ble_eq_true h)

theorem Nat.ble_self_eq_true : (n : Nat) → Eq (Nat.ble n n) true
  | 0 => rfl
  | succ n => ble_self_eq_true n

theorem Nat.ble_succ_eq_true : {n m : Nat} → Eq (Nat.ble n m) true → Eq (Nat.ble n (succ m)) true
  | 0, _, _ => rfl
  | succ n, succ _, h => ble_succ_eq_true (n := n) h

theorem Nat.ble_eq_true_of_le (h : LE.le n m) : Eq (Nat.ble n m) true :=
  match h with
  | Nat.le.refl => Nat.ble_self_eq_true n
  | Nat.le.step h => Nat.ble_succ_eq_true (ble_eq_true_of_le h)

theorem Nat.not_le_of_not_ble_eq_true (h : Not (Eq (Nat.ble n m) true)) : Not (LE.le n m) :=
  fun l => h (Nat.ble_eq_true_of_le l)

theorem Nat.lt_succ_of_le {n m : Nat} : LE.le n m → LT.lt n (succ m) := succ_le_succ

protected theorem Nat.lt_add_one (n : Nat) : LT.lt n (HAdd.hAdd n 1) := Nat.le_refl (succ n)

theorem Nat.lt_succ_self (n : Nat) : LT.lt n (succ n) := Nat.lt_add_one _

protected theorem Nat.lt_of_not_le {a b : Nat} (h : Not (LE.le a b)) : LT.lt b a :=
  (Nat.lt_or_ge b a).resolve_right h

protected theorem Nat.add_pos_right :
    {b : Nat} → (a : Nat) → (hb : LT.lt 0 b) → LT.lt 0 (HAdd.hAdd a b)
  | zero, _, h => (Nat.not_succ_le_zero _ h).elim
  | succ _, _, _ => Nat.zero_lt_succ _

protected theorem Nat.mul_pos :
    {n m : Nat} → (hn : LT.lt 0 n) → (hm : LT.lt 0 m) → LT.lt 0 (HMul.hMul n m)
  | _, zero, _, h => (Nat.not_succ_le_zero _ h).elim
  | _, succ _, h, _ => Nat.add_pos_right _ h

protected theorem Nat.pow_pos {a : Nat} : {n : Nat} → (h : LT.lt 0 a) → LT.lt 0 (HPow.hPow a n)
  | zero, _ => Nat.zero_lt_succ _
  | succ _, h => Nat.mul_pos (Nat.pow_pos h) h

@[extern "lean_nat_dec_le"]
instance Nat.decLe (n m : @& Nat) : Decidable (LE.le n m) where
  decide := ble n m
  reflects_decide :=
    match h : ble n m with
    | true => Nat.le_of_ble_eq_true h
    | false => Nat.not_le_of_not_ble_eq_true (Bool.ne_true_of_eq_false h)

@[extern "lean_nat_dec_lt"]
instance Nat.decLt (n m : @& Nat) : Decidable (LT.lt n m) := decLe (succ n) m

instance : Min Nat := minOfLe

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_sub", instance_reducible]
protected def Nat.sub : (@& Nat) → (@& Nat) → Nat
  | n, 0 => n
  | n, succ m => pred (Nat.sub n m)

attribute [gen_constructor_elims] Nat

protected theorem Nat.ctorIdx_zero : Eq (Nat.ctorIdx 0) 0 := rfl
protected theorem Nat.ctorIdx_succ : Eq (Nat.ctorIdx (succ n)) 1 := rfl

instance instSubNat : Sub Nat where
  sub := Nat.sub

theorem Nat.succ_sub_succ_eq_sub (n m : Nat) : Eq (HSub.hSub (succ n) (succ m)) (HSub.hSub n m) :=
  m.rec rfl (fun _ ih => congrArg pred ih)

theorem Nat.pred_le : ∀ (n : Nat), LE.le (Nat.pred n) n
  | zero => Nat.le.refl
  | succ _ => le_succ _

theorem Nat.sub_le (n m : Nat) : LE.le (HSub.hSub n m) n :=
  m.rec (Nat.le_refl _) (fun _ ih => Nat.le_trans (pred_le _) ih)

theorem Nat.sub_lt : ∀ {n m : Nat}, LT.lt 0 n → LT.lt 0 m → LT.lt (HSub.hSub n m) n
  | 0, _, h, _ => absurd h (Nat.lt_irrefl 0)
  | Nat.succ _, 0, _, h => absurd h (Nat.lt_irrefl 0)
  | Nat.succ n, Nat.succ m, _, _ =>
    Eq.ndrec_symm (motive := fun k => LT.lt k (succ n)) (lt_succ_of_le (sub_le n m))
      (succ_sub_succ_eq_sub n m)

theorem Nat.div_rec_lemma {x y : Nat} :
    (And (LT.lt 0 y) (LE.le y x)) → LT.lt (HSub.hSub x y) x :=
  fun h => sub_lt (Nat.lt_of_lt_of_le h.left h.right) h.left

theorem Nat.div_rec_fuel_lemma {x y fuel : Nat} (hy : LT.lt 0 y) (hle : LE.le y x)
    (hfuel : LT.lt x (HAdd.hAdd fuel 1)) : LT.lt (HSub.hSub x y) fuel :=
  Nat.lt_of_lt_of_le (div_rec_lemma ⟨hy, hle⟩) (Nat.le_of_lt_succ hfuel)

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_div", irreducible]
protected def Nat.div (x y : @& Nat) : Nat :=
  dite (LT.lt 0 y) (fun hy =>
    let rec
      go (fuel : Nat) (x : Nat) (hfuel : LT.lt x fuel) : Nat :=
      match fuel with
      | succ fuel =>
        dite (LE.le y x)
          (fun h => HAdd.hAdd (go fuel (HSub.hSub x y) (div_rec_fuel_lemma hy h hfuel)) 1)
          (fun _ => 0)
      termination_by structural fuel
    go (succ x) x (Nat.lt_succ_self _))
    (fun _ => 0)

instance Nat.instDiv : Div Nat := ⟨Nat.div⟩

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_mod"]
protected noncomputable def Nat.modCore (x y : Nat) : Nat :=
  dite (LT.lt 0 y)
    (fun hy =>
      let rec
        go (fuel : Nat) (x : Nat) (hfuel : LT.lt x fuel) : Nat :=
        match fuel with
        | succ fuel =>
          dite (LE.le y x)
            (fun h => go fuel (HSub.hSub x y) (div_rec_fuel_lemma hy h hfuel))
            (fun _ => x)
        termination_by structural fuel
      go (succ x) x (Nat.lt_succ_self _))
    (fun _ => x)

theorem Nat.modCoreGo_lt {fuel y : Nat} (hy : LT.lt 0 y) : (x : Nat) → (hfuel : LT.lt x fuel) →
    LT.lt (Nat.modCore.go y hy fuel x hfuel) y :=
  fuel.rec (fun _ h => absurd h (Nat.not_lt_zero _))
    (fun _ ih x _ =>
      show LT.lt (dite _ _ _) _ from
        match Nat.decLe y x with
        | .isTrue _ => ih _ _
        | .isFalse h => Nat.lt_of_not_le h)

theorem Nat.modCore_lt {x y : Nat} (hy : LT.lt 0 y) : LT.lt (Nat.modCore x y) y :=
  show LT.lt (dite _ _ _) y from
    match Nat.decLt 0 y with
    | .isTrue _ => Nat.modCoreGo_lt hy x (Nat.lt_succ_self _)
    | .isFalse h => absurd hy h

attribute [irreducible] Nat.modCore

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_mod"]
protected def Nat.mod : @& Nat → @& Nat → Nat
  | 0, _ => 0
  | n@(succ _), m => ite (LE.le m n) (Nat.modCore n m) n

instance Nat.instMod : Mod Nat := ⟨Nat.mod⟩

theorem Nat.mod_lt : (x : Nat) → {y : Nat} → (hy : LT.lt 0 y) → LT.lt (HMod.hMod x y) y
  | 0, succ _, _ => Nat.zero_lt_succ _
  | succ n, m, hm =>
    show LT.lt (ite (LE.le m (succ n)) (Nat.modCore (succ n) m) (succ n)) _ from
      match Nat.decLe m (succ n) with
      | .isTrue _ => Nat.modCore_lt hm
      | .isFalse h => Nat.lt_of_not_le h

@[extern "lean_system_platform_nbits"]
opaque System.Platform.getNumBits : Unit → Subtype fun (n : Nat) => Or (Eq n 32) (Eq n 64) :=
  fun _ => ⟨64, Or.inr rfl⟩

def System.Platform.numBits : Nat := (getNumBits ()).val

theorem System.Platform.numBits_eq : Or (Eq numBits 32) (Eq numBits 64) :=
  (getNumBits ()).property

/-! ## Bounded numbers, bit vectors, machine words -/

@[pp_using_anonymous_constructor]
structure Fin (n : Nat) where
  mk ::
  val : Nat
  isLt : LT.lt val n

attribute [coe] Fin.val

theorem Fin.eq_of_val_eq {n} : ∀ {i j : Fin n}, Eq i.val j.val → Eq i j
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl

theorem Fin.val_eq_of_eq {n} {i j : Fin n} (h : Eq i j) : Eq i.val j.val := congrArg Fin.val h

instance (n : Nat) : DecidableEq (Fin n) := fun i j => {
  decide := decide (Eq i.val j.val)
  reflects_decide :=
    match instDecidableEqNat i.val j.val with
    | isTrue h => Fin.eq_of_val_eq h
    | isFalse h => fun e => h (Fin.val_eq_of_eq e)
}

instance {n} : LT (Fin n) where
  lt a b := LT.lt a.val b.val

instance {n} : LE (Fin n) where
  le a b := LE.le a.val b.val

instance Fin.decLt {n} (a b : Fin n) : Decidable (LT.lt a b) := Nat.decLt ..
instance Fin.decLe {n} (a b : Fin n) : Decidable (LE.le a b) := Nat.decLe ..

@[implicit_reducible] protected def Fin.Internal.ofNat (n : Nat) (hn : LT.lt 0 n) (a : Nat) :
    Fin n :=
  ⟨HMod.hMod a n, Nat.mod_lt _ hn⟩

structure BitVec (w : Nat) where
  ofFin ::
  toFin : Fin (hPow 2 w)

@[implicit_reducible]
def BitVec.decEq (x y : BitVec w) : Decidable (Eq x y) where
  decide := decide (Eq x.toFin y.toFin)
  reflects_decide :=
    match instDecidableEqFin _ x.toFin y.toFin with
    | isTrue h => congrArg BitVec.ofFin h
    | isFalse h => fun e => h (congrArg BitVec.toFin e)

instance : DecidableEq (BitVec w) := BitVec.decEq

@[match_pattern, implicit_reducible]
protected def BitVec.ofNatLT {w : Nat} (i : Nat) (p : LT.lt i (hPow 2 w)) : BitVec w where
  toFin := ⟨i, p⟩

@[match_pattern, implicit_reducible]
protected def BitVec.ofNat (n : Nat) (i : Nat) : BitVec n where
  toFin := Fin.Internal.ofNat (HPow.hPow 2 n) (Nat.pow_pos (Nat.zero_lt_succ _)) i

@[implicit_reducible]
protected def BitVec.toNat (x : BitVec w) : Nat := x.toFin.val

instance : LT (BitVec w) where
  lt := (LT.lt ·.toNat ·.toNat)
instance (x y : BitVec w) : Decidable (LT.lt x y) :=
  inferInstanceAs (Decidable (LT.lt x.toNat y.toNat))

instance : LE (BitVec w) where
  le := (LE.le ·.toNat ·.toNat)
instance (x y : BitVec w) : Decidable (LE.le x y) :=
  inferInstanceAs (Decidable (LE.le x.toNat y.toNat))

abbrev UInt8.size : Nat := 256

structure UInt8 where
  ofBitVec ::
  toBitVec : BitVec 8

attribute [extern "lean_uint8_of_nat_mk"] UInt8.ofBitVec
attribute [extern "lean_uint8_to_nat"] UInt8.toBitVec

@[extern "lean_uint8_of_nat", implicit_reducible]
def UInt8.ofNatLT (n : @& Nat) (h : LT.lt n UInt8.size) : UInt8 where
  toBitVec := BitVec.ofNatLT n h

@[extern "lean_uint8_of_nat", implicit_reducible]
def UInt8.ofNat (n : @& Nat) : UInt8 := ⟨BitVec.ofNat 8 n⟩

set_option bootstrap.genMatcherCode false in
@[extern "lean_uint8_dec_eq", implicit_reducible]
def UInt8.decEq (a b : UInt8) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg UInt8.ofBitVec h
    | isFalse h => fun e => h (congrArg UInt8.toBitVec e)

instance : DecidableEq UInt8 := UInt8.decEq

instance : Inhabited UInt8 where
  default := UInt8.ofNatLT 0 (of_decide_eq_true rfl)

protected def UInt8.lt (a b : UInt8) : Prop := LT.lt a.toBitVec b.toBitVec
protected def UInt8.le (a b : UInt8) : Prop := LE.le a.toBitVec b.toBitVec
instance : LT UInt8 := ⟨UInt8.lt⟩
instance : LE UInt8 := ⟨UInt8.le⟩

@[extern "lean_uint8_dec_lt", instance_reducible]
def UInt8.decLt (a b : UInt8) : Decidable (LT.lt a b) :=
  inferInstanceAs (Decidable (LT.lt a.toBitVec b.toBitVec))

@[extern "lean_uint8_dec_le", instance_reducible]
def UInt8.decLe (a b : UInt8) : Decidable (LE.le a b) :=
  inferInstanceAs (Decidable (LE.le a.toBitVec b.toBitVec))

attribute [instance] UInt8.decLt UInt8.decLe

abbrev UInt16.size : Nat := 65536

structure UInt16 where
  ofBitVec ::
  toBitVec : BitVec 16

attribute [extern "lean_uint16_of_nat_mk"] UInt16.ofBitVec
attribute [extern "lean_uint16_to_nat"] UInt16.toBitVec

@[extern "lean_uint16_of_nat", implicit_reducible]
def UInt16.ofNatLT (n : @& Nat) (h : LT.lt n UInt16.size) : UInt16 where
  toBitVec := BitVec.ofNatLT n h

set_option bootstrap.genMatcherCode false in
@[extern "lean_uint16_dec_eq", implicit_reducible]
def UInt16.decEq (a b : UInt16) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg UInt16.ofBitVec h
    | isFalse h => fun e => h (congrArg UInt16.toBitVec e)

instance : DecidableEq UInt16 := UInt16.decEq

instance : Inhabited UInt16 where
  default := UInt16.ofNatLT 0 (of_decide_eq_true rfl)


abbrev UInt32.size : Nat := 4294967296

structure UInt32 where
  ofBitVec ::
  toBitVec : BitVec 32

attribute [extern "lean_uint32_of_nat_mk"] UInt32.ofBitVec
attribute [extern "lean_uint32_to_nat"] UInt32.toBitVec

@[extern "lean_uint32_of_nat", implicit_reducible]
def UInt32.ofNatLT (n : @& Nat) (h : LT.lt n UInt32.size) : UInt32 where
  toBitVec := BitVec.ofNatLT n h

@[extern "lean_uint32_to_nat", implicit_reducible]
def UInt32.toNat (n : UInt32) : Nat := n.toBitVec.toNat

set_option bootstrap.genMatcherCode false in
@[extern "lean_uint32_dec_eq", implicit_reducible]
def UInt32.decEq (a b : UInt32) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg UInt32.ofBitVec h
    | isFalse h => fun e => h (congrArg UInt32.toBitVec e)

instance : DecidableEq UInt32 := UInt32.decEq

instance : Inhabited UInt32 where
  default := UInt32.ofNatLT 0 (of_decide_eq_true rfl)

instance : LT UInt32 where
  lt a b := LT.lt a.toBitVec b.toBitVec
instance : LE UInt32 where
  le a b := LE.le a.toBitVec b.toBitVec

@[extern "lean_uint32_dec_lt", instance_reducible]
def UInt32.decLt (a b : UInt32) : Decidable (LT.lt a b) :=
  inferInstanceAs (Decidable (LT.lt a.toBitVec b.toBitVec))

@[extern "lean_uint32_dec_le", instance_reducible]
def UInt32.decLe (a b : UInt32) : Decidable (LE.le a b) :=
  inferInstanceAs (Decidable (LE.le a.toBitVec b.toBitVec))

attribute [instance] UInt32.decLt UInt32.decLe

instance : Max UInt32 := maxOfLe
instance : Min UInt32 := minOfLe

abbrev UInt64.size : Nat := 18446744073709551616

structure UInt64 where
  ofBitVec ::
  toBitVec : BitVec 64

attribute [extern "lean_uint64_of_nat_mk"] UInt64.ofBitVec
attribute [extern "lean_uint64_to_nat"] UInt64.toBitVec

@[extern "lean_uint64_of_nat", implicit_reducible]
def UInt64.ofNatLT (n : @& Nat) (h : LT.lt n UInt64.size) : UInt64 where
  toBitVec := BitVec.ofNatLT n h

set_option bootstrap.genMatcherCode false in
@[extern "lean_uint64_dec_eq", implicit_reducible]
def UInt64.decEq (a b : UInt64) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg UInt64.ofBitVec h
    | isFalse h => fun e => h (congrArg UInt64.toBitVec e)

instance : DecidableEq UInt64 := UInt64.decEq

instance : Inhabited UInt64 where
  default := UInt64.ofNatLT 0 (of_decide_eq_true rfl)


abbrev USize.size : Nat := (hPow 2 System.Platform.numBits)

theorem USize.size_eq : Or (Eq USize.size 4294967296) (Eq USize.size 18446744073709551616) :=
  show Or (Eq (hPow 2 System.Platform.numBits) 4294967296)
    (Eq (hPow 2 System.Platform.numBits) 18446744073709551616) from
  match System.Platform.numBits, System.Platform.numBits_eq with
  | _, Or.inl rfl => Or.inl (of_decide_eq_true rfl)
  | _, Or.inr rfl => Or.inr (of_decide_eq_true rfl)

theorem USize.size_pos : LT.lt 0 USize.size :=
  match USize.size, USize.size_eq with
  | _, Or.inl rfl => of_decide_eq_true rfl
  | _, Or.inr rfl => of_decide_eq_true rfl

structure USize where
  ofBitVec ::
  toBitVec : BitVec System.Platform.numBits

attribute [extern "lean_usize_of_nat_mk"] USize.ofBitVec
attribute [extern "lean_usize_to_nat"] USize.toBitVec

@[extern "lean_usize_of_nat"]
def USize.ofNatLT (n : @& Nat) (h : LT.lt n USize.size) : USize where
  toBitVec := BitVec.ofNatLT n h

set_option bootstrap.genMatcherCode false in
@[extern "lean_usize_dec_eq"]
def USize.decEq (a b : USize) : Decidable (Eq a b) where
  decide := decide (Eq a.toBitVec b.toBitVec)
  reflects_decide :=
    match instDecidableEqBitVec a.toBitVec b.toBitVec with
    | isTrue h => congrArg USize.ofBitVec h
    | isFalse h => fun e => h (congrArg USize.toBitVec e)

instance : DecidableEq USize := USize.decEq

instance : Inhabited USize where
  default := USize.ofNatLT 0 USize.size_pos


/-! ## Characters -/

abbrev Nat.isValidChar (n : Nat) : Prop :=
  Or (LT.lt n 0xd800) (And (LT.lt 0xdfff n) (LT.lt n 0x110000))

abbrev UInt32.isValidChar (n : UInt32) : Prop := n.toNat.isValidChar

structure Char where
  val : UInt32
  valid : val.isValidChar

theorem isValidChar_UInt32 {n : Nat} (h : n.isValidChar) : LT.lt n UInt32.size :=
  h.elim (fun l => Nat.lt_trans l (of_decide_eq_true rfl))
    (fun r => Nat.lt_trans r.right (of_decide_eq_true rfl))

@[extern "lean_uint32_of_nat", implicit_reducible]
def Char.ofNatAux (n : @& Nat) (h : n.isValidChar) : Char where
  val := ⟨BitVec.ofNatLT n (isValidChar_UInt32 h)⟩
  valid := h

@[noinline, match_pattern, implicit_reducible]
def Char.ofNat (n : Nat) : Char :=
  dite (n.isValidChar)
    (fun h => Char.ofNatAux n h)
    (fun _ => {
      val := ⟨BitVec.ofNatLT 0 (of_decide_eq_true rfl)⟩
      valid := Or.inl (of_decide_eq_true rfl) })

theorem Char.ext : ∀ {c d : Char}, Eq c.val d.val → Eq c d
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl

theorem Char.val_eq_of_eq {c d : Char} (h : Eq c d) : Eq c.val d.val := congrArg Char.val h

theorem Char.ne_of_val_ne {c d : Char} (h : Not (Eq c.val d.val)) : Not (Eq c d) :=
  fun e => h (val_eq_of_eq e)

theorem Char.val_ne_of_ne {c d : Char} (h : Not (Eq c d)) : Not (Eq c.val d.val) :=
  fun e => h (ext e)

instance : DecidableEq Char := fun c d => {
  decide := decide (Eq c.val d.val)
  reflects_decide :=
    match instDecidableEqUInt32 c.val d.val with
    | isTrue h => Char.ext h
    | isFalse h => Char.ne_of_val_ne h
}

@[implicit_reducible]
def Char.utf8Size (c : Char) : Nat :=
  let v := c.val
  ite (LE.le v (UInt32.ofNatLT 0x7F (of_decide_eq_true rfl))) 1
    (ite (LE.le v (UInt32.ofNatLT 0x7FF (of_decide_eq_true rfl))) 2
      (ite (LE.le v (UInt32.ofNatLT 0xFFFF (of_decide_eq_true rfl))) 3 4))

/-! ## Option and List -/

inductive Option (α : Type u) where
  | none : Option α
  | some (val : α) : Option α

attribute [unbox] Option

export Option (none some)

instance {α} : Inhabited (Option α) where
  default := none

@[macro_inline, implicit_reducible] def Option.getD (opt : Option α) (dflt : α) : α :=
  match opt with
  | some x => x
  | none => dflt

@[inline, implicit_reducible] protected def Option.map (f : α → β) : Option α → Option β
  | some x => some (f x)
  | none => none

inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α

instance {α} : Inhabited (List α) where
  default := List.nil

@[implicit_reducible]
protected def List.beq {α : Type u} [BEq α] : (a b : List α) → Bool
  | nil, nil => true
  | cons _ _, nil => false
  | nil, cons _ _ => false
  | cons a as, cons b bs => and (beq a b) (List.beq as bs)

@[instance_reducible]
protected def List.hasDecEq {α : Type u} [d : DecidableEq α] (a b : List α) :
    Decidable (Eq a b) where
  decide := a.beq b
  reflects_decide := go a b
where
  go : (a b : List α) → (a.beq b).Reflects (Eq a b)
  | nil, nil => rfl
  | cons _ _, nil => fun h => List.noConfusion rfl (heq_of_eq h)
  | nil, cons _ _ => fun h => List.noConfusion rfl (heq_of_eq h)
  | cons a as, cons b bs => show (and (decide (Eq a b)) (List.beq as bs)).Reflects _ from
    match d a b, List.beq as bs, go as bs with
    | isFalse n, _, _ => fun e =>
      List.noConfusion rfl (heq_of_eq e) (fun hd _ => absurd (eq_of_heq hd) n)
    | isTrue _, false, n => fun e =>
      List.noConfusion rfl (heq_of_eq e) (fun _ tl => absurd (eq_of_heq tl) n)
    | isTrue hd, true, tl => congr (congrArg cons hd) tl

instance {α : Type u} [DecidableEq α] : DecidableEq (List α) := fun xs ys =>
  match xs with
  | .nil => match ys with
    | .nil => isTrue rfl
    | .cons _ _ => isFalse (fun h => List.noConfusion rfl (heq_of_eq h))
  | .cons a as => match ys with
    | .nil => isFalse (fun h => List.noConfusion rfl (heq_of_eq h))
    | .cons b bs =>
      match decEq a b with
      | isTrue hd =>
        match List.hasDecEq as bs with
        | isTrue tl => isTrue (congr (congrArg List.cons hd) tl)
        | isFalse n =>
          isFalse (fun e => List.noConfusion rfl (heq_of_eq e) (fun _ tl => n (eq_of_heq tl)))
      | isFalse n =>
        isFalse (fun e => List.noConfusion rfl (heq_of_eq e) (fun hd _ => n (eq_of_heq hd)))

instance List.instDecidableNilEq (a : List α) : Decidable (Eq List.nil a) :=
  match a with
  | .nil => isTrue rfl
  | .cons _ _ => isFalse (fun h => List.noConfusion rfl (heq_of_eq h))

instance List.instDecidableEqNil (a : List α) : Decidable (Eq a List.nil) :=
  match a with
  | .nil => isTrue rfl
  | .cons _ _ => isFalse (fun h => List.noConfusion rfl (heq_of_eq h))

@[instance_reducible] def List.length : List α → Nat
  | nil => 0
  | cons _ as => HAdd.hAdd (length as) 1

def List.lengthTRAux : List α → Nat → Nat
  | nil, n => n
  | cons _ as, n => lengthTRAux as (Nat.succ n)

def List.lengthTR (as : List α) : Nat := lengthTRAux as 0

@[implicit_reducible]
def List.get {α : Type u} : (as : List α) → Fin as.length → α
  | cons a _, ⟨0, _⟩ => a
  | cons _ as, ⟨Nat.succ i, h⟩ => get as ⟨i, Nat.le_of_succ_le_succ h⟩

def List.set : (l : List α) → (n : Nat) → (a : α) → List α
  | cons _ as, 0, b => cons b as
  | cons a as, Nat.succ n, b => cons a (set as n b)
  | nil, _, _ => nil

@[specialize]
def List.foldl {α : Type u} {β : Type v} (f : α → β → α) : (init : α) → List β → α
  | a, nil => a
  | a, cons b l => foldl f (f a b) l

@[implicit_reducible]
def List.concat {α : Type u} : List α → α → List α
  | nil, b => cons b nil
  | cons a as, b => cons a (concat as b)

@[implicit_reducible]
protected def List.append : (xs ys : List α) → List α
  | nil, bs => bs
  | cons a as, bs => cons a (List.append as bs)

@[implicit_reducible]
noncomputable def List.flatten : List (List α) → List α
  | nil => nil
  | cons l L => List.append l (flatten L)

@[specialize, implicit_reducible] def List.map (f : α → β) : (l : List α) → List β
  | nil => nil
  | cons a as => cons (f a) (map f as)

@[inline, implicit_reducible]
noncomputable def List.flatMap {α : Type u} {β : Type v} (b : α → List β) (as : List α) : List β :=
  flatten (map b as)

/-! ## Arrays -/

structure Array (α : Type u) where
  mk ::
  toList : List α

attribute [extern "lean_array_to_list"] Array.toList
attribute [extern "lean_array_mk"] Array.mk

@[match_pattern]
abbrev List.toArray (xs : List α) : Array α := .mk xs

@[extern "lean_mk_empty_array_with_capacity"]
def Array.mkEmpty {α : Type u} (c : @& Nat) : Array α where
  toList := List.nil

@[extern "lean_mk_empty_array_with_capacity", implicit_reducible]
def Array.emptyWithCapacity {α : Type u} (c : @& Nat) : Array α where
  toList := List.nil

@[inline, implicit_reducible]
def Array.empty {α : Type u} : Array α := emptyWithCapacity 0

@[extern "lean_array_get_size", tagged_return, instance_reducible]
def Array.size {α : Type u} (a : @& Array α) : Nat := a.toList.length

@[extern "lean_array_fget_borrowed"]
unsafe opaque Array.getInternalBorrowed {α : Type u} (a : @& Array α) (i : @& Nat)
    (h : LT.lt i a.size) : α :=
  a.toList.get ⟨i, h⟩

@[extern "lean_array_fget", implicit_reducible]
def Array.getInternal {α : Type u} (a : @& Array α) (i : @& Nat) (h : LT.lt i a.size) : α :=
  a.toList.get ⟨i, h⟩

@[inline] abbrev Array.getD (a : Array α) (i : Nat) (v₀ : α) : α :=
  dite (LT.lt i a.size) (fun h => a.getInternal i h) (fun _ => v₀)

@[extern "lean_array_get_borrowed"]
unsafe opaque Array.get!InternalBorrowed {α : Type u} [@&Inhabited α] (a : @& Array α)
    (i : @& Nat) : α

@[extern "lean_array_get", implicit_reducible]
def Array.get!Internal {α : Type u} [@&Inhabited α] (a : @& Array α) (i : @& Nat) : α :=
  Array.getD a i default

@[extern "lean_array_push", implicit_reducible]
def Array.push {α : Type u} (a : Array α) (v : α) : Array α where
  toList := List.concat a.toList v

def Array.mkArray0 {α : Type u} : Array α := emptyWithCapacity 0
def Array.mkArray1 {α : Type u} (a₁ : α) : Array α := (emptyWithCapacity 1).push a₁
def Array.mkArray2 {α : Type u} (a₁ a₂ : α) : Array α := ((emptyWithCapacity 2).push a₁).push a₂
def Array.mkArray3 {α : Type u} (a₁ a₂ a₃ : α) : Array α := (mkArray2 a₁ a₂).push a₃
def Array.mkArray4 {α : Type u} (a₁ a₂ a₃ a₄ : α) : Array α := (mkArray3 a₁ a₂ a₃).push a₄
def Array.mkArray5 {α : Type u} (a₁ a₂ a₃ a₄ a₅ : α) : Array α :=
  (mkArray4 a₁ a₂ a₃ a₄).push a₅
def Array.mkArray6 {α : Type u} (a₁ a₂ a₃ a₄ a₅ a₆ : α) : Array α :=
  (mkArray5 a₁ a₂ a₃ a₄ a₅).push a₆
def Array.mkArray7 {α : Type u} (a₁ a₂ a₃ a₄ a₅ a₆ a₇ : α) : Array α :=
  (mkArray6 a₁ a₂ a₃ a₄ a₅ a₆).push a₇
def Array.mkArray8 {α : Type u} (a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈ : α) : Array α :=
  (mkArray7 a₁ a₂ a₃ a₄ a₅ a₆ a₇).push a₈

protected def Array.appendCore {α : Type u} (as : Array α) (bs : Array α) : Array α :=
  let rec loop (i : Nat) (j : Nat) (as : Array α) : Array α :=
    dite (LT.lt j bs.size)
      (fun hlt =>
        match i with
        | 0 => as
        | Nat.succ i' => loop i' (hAdd j 1) (as.push (bs.getInternal j hlt)))
      (fun _ => as)
  loop bs.size 0 as

def Array.extract (as : Array α) (start : Nat := 0) (stop : Nat := as.size) : Array α :=
  let rec loop (i : Nat) (j : Nat) (bs : Array α) : Array α :=
    dite (LT.lt j as.size)
      (fun hlt =>
        match i with
        | 0 => bs
        | Nat.succ i' => loop i' (hAdd j 1) (bs.push (as.getInternal j hlt)))
      (fun _ => bs)
  let sz' := Nat.sub (min stop as.size) start
  loop sz' start (emptyWithCapacity sz')

/-! ## Bytes and strings -/

structure ByteArray where
  mk ::
  data : Array UInt8

attribute [extern "lean_byte_array_mk"] ByteArray.mk
attribute [extern "lean_byte_array_data"] ByteArray.data

@[extern "lean_mk_empty_byte_array", implicit_reducible]
def ByteArray.emptyWithCapacity (c : @& Nat) : ByteArray := { data := Array.empty }

@[implicit_reducible]
def ByteArray.empty : ByteArray := emptyWithCapacity 0

@[extern "lean_byte_array_push", implicit_reducible]
def ByteArray.push : ByteArray → UInt8 → ByteArray
  | ⟨bs⟩, b => ⟨bs.push b⟩

@[implicit_reducible]
def List.toByteArray (bs : List UInt8) : ByteArray :=
  let rec @[implicit_reducible] loop
    | nil, r => r
    | cons b bs, r => loop bs (r.push b)
  loop bs ByteArray.empty

@[extern "lean_byte_array_size", tagged_return, implicit_reducible]
def ByteArray.size : (@& ByteArray) → Nat
  | ⟨bs⟩ => bs.size

@[implicit_reducible]
def String.utf8EncodeChar (c : Char) : List UInt8 :=
  let v : Nat := c.val.toNat
  ite (LE.le v (0x7f : Nat))
    (List.cons (UInt8.ofNat v) List.nil)
    (ite (LE.le v (0x7ff : Nat))
      (List.cons
        (UInt8.ofNat (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (64 : Nat)) (0x20 : Nat)) (0xc0 : Nat)))
        (List.cons
          (UInt8.ofNat (HAdd.hAdd (HMod.hMod v (0x40 : Nat)) (0x80 : Nat)))
          List.nil))
      (ite (LE.le v (0xffff : Nat))
        (List.cons
          (UInt8.ofNat (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (4096 : Nat)) (0x10 : Nat)) (0xe0 : Nat)))
          (List.cons
            (UInt8.ofNat
              (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (64 : Nat)) (0x40 : Nat)) (0x80 : Nat)))
            (List.cons
              (UInt8.ofNat (HAdd.hAdd (HMod.hMod v (0x40 : Nat)) (0x80 : Nat)))
              List.nil)))
        (List.cons
          (UInt8.ofNat
            (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (262144 : Nat)) (0x08 : Nat)) (0xf0 : Nat)))
          (List.cons
            (UInt8.ofNat
              (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (4096 : Nat)) (0x40 : Nat)) (0x80 : Nat)))
            (List.cons
              (UInt8.ofNat
                (HAdd.hAdd (HMod.hMod (HDiv.hDiv v (64 : Nat)) (0x40 : Nat)) (0x80 : Nat)))
              (List.cons
                (UInt8.ofNat (HAdd.hAdd (HMod.hMod v (0x40 : Nat)) (0x80 : Nat)))
                List.nil))))))

@[implicit_reducible]
noncomputable def List.utf8Encode (l : List Char) : ByteArray :=
  (l.flatMap String.utf8EncodeChar).toByteArray

inductive ByteArray.IsValidUTF8 (b : ByteArray) : Prop
  | intro (m : List Char) (hm : Eq b (List.utf8Encode m))

structure String where ofByteArray ::
  toByteArray : ByteArray
  isValidUTF8 : ByteArray.IsValidUTF8 toByteArray

attribute [extern "lean_string_to_utf8"] String.toByteArray
attribute [extern "lean_string_from_utf8_unchecked"] String.ofByteArray

@[extern "lean_string_mk", implicit_reducible]
def String.ofList (data : List Char) : String := ⟨List.utf8Encode data, .intro data rfl⟩

@[extern "lean_string_dec_eq", instance_reducible]
def String.decEq (s₁ s₂ : @& String) : Decidable (Eq s₁ s₂) :=
  match s₁, s₂ with
  | ⟨⟨⟨s₁⟩⟩, _⟩, ⟨⟨⟨s₂⟩⟩, _⟩ =>
    dite (Eq s₁ s₂) (fun h => match s₁, s₂, h with | _, _, Eq.refl _ => isTrue rfl)
      (fun h => isFalse
        (fun e => h (congrArg (fun s => Array.toList (ByteArray.data (String.toByteArray s))) e)))

instance : DecidableEq String := String.decEq

structure String.Pos.Raw where
  byteIdx : Nat := 0

instance : Inhabited String.Pos.Raw where
  default := {}

instance : DecidableEq String.Pos.Raw :=
  fun ⟨a⟩ ⟨b⟩ => match decEq a b with
    | isTrue h => isTrue (congrArg _ h)
    | isFalse h => isFalse (fun e => h (congrArg String.Pos.Raw.byteIdx e))

structure Substring.Raw where
  str : String
  startPos : String.Pos.Raw
  stopPos : String.Pos.Raw

instance : Inhabited Substring.Raw where
  default := ⟨"", {}, {}⟩

@[inline] def Substring.Raw.bsize : Substring.Raw → Nat
  | ⟨_, b, e⟩ => e.byteIdx.sub b.byteIdx

@[extern "lean_string_utf8_byte_size", tagged_return, implicit_reducible]
def String.utf8ByteSize (s : @& String) : Nat := s.toByteArray.size

@[inline, implicit_reducible] def String.rawEndPos (s : String) : String.Pos.Raw where
  byteIdx := utf8ByteSize s

@[inline] def String.toRawSubstring (s : String) : Substring.Raw where
  str := s
  startPos := {}
  stopPos := s.rawEndPos

def String.toRawSubstring' (s : String) : Substring.Raw := s.toRawSubstring

unsafe def unsafeCast {α : Sort u} {β : Sort v} (a : α) : β :=
  PLift.down (ULift.down.{max u v} (cast lcProof (ULift.up.{max u v} (PLift.up a))))

@[never_extract, extern "lean_panic_fn_borrowed"]
def panicCore {α : Sort u} [@&Inhabited α] (msg : String) : α := default

@[noinline, never_extract]
def panic {α : Sort u} [Inhabited α] (msg : String) : α := panicCore msg

attribute [weak_specialize] Inhabited

/-! ## Monad classes -/

class Bind (m : Type u → Type v) where
  bind : {α β : Type u} → m α → (α → m β) → m β

export Bind (bind)

class Pure (f : Type u → Type v) where
  pure {α : Type u} : α → f α

export Pure (pure)

class Functor (f : Type u → Type v) : Type (max (u+1) v) where
  map : {α β : Type u} → (α → β) → f α → f β
  mapConst : {α β : Type u} → α → f β → f α := Function.comp map (Function.const _)

class Seq (f : Type u → Type v) : Type (max (u+1) v) where
  seq : {α β : Type u} → f (α → β) → (Unit → f α) → f β

class SeqLeft (f : Type u → Type v) : Type (max (u+1) v) where
  seqLeft : {α β : Type u} → f α → (Unit → f β) → f α

class SeqRight (f : Type u → Type v) : Type (max (u+1) v) where
  seqRight : {α β : Type u} → f α → (Unit → f β) → f β

class Applicative (f : Type u → Type v) extends Functor f, Pure f, Seq f, SeqLeft f, SeqRight f where
  map := fun x y => Seq.seq (pure x) fun _ => y
  seqLeft := fun a b => Seq.seq (Functor.map (Function.const _) a) b
  seqRight := fun a b => Seq.seq (Functor.map (Function.const _ id) a) b

class Monad (m : Type u → Type v) : Type (max (u+1) v) extends Applicative m, Bind m where
  map f x := bind x (Function.comp pure f)
  seq f x := bind f fun y => Functor.map y (x ())
  seqLeft x y := bind x fun a => bind (y ()) (fun _ => pure a)
  seqRight x y := bind x fun _ => y ()

instance {α : Type u} {m : Type u → Type v} [Monad m] : Inhabited (α → m α) where
  default := pure

instance {α : Type u} {m : Type u → Type v} [Monad m] [Inhabited α] : Inhabited (m α) where
  default := pure default

instance [Monad m] : [Nonempty α] → Nonempty (m α)
  | ⟨x⟩ => ⟨pure x⟩

class MonadLift (m : semiOutParam (Type u → Type v)) (n : Type u → Type w) where
  monadLift : {α : Type u} → m α → n α

class MonadLiftT (m : Type u → Type v) (n : Type u → Type w) where
  monadLift : {α : Type u} → m α → n α

export MonadLiftT (monadLift)

abbrev liftM := @monadLift

@[always_inline]
instance (m n o) [MonadLift n o] [MonadLiftT m n] : MonadLiftT m o where
  monadLift x := MonadLift.monadLift (m := n) (monadLift x)

instance (m) : MonadLiftT m m where
  monadLift x := x

class MonadEval (m : semiOutParam (Type u → Type v)) (n : Type u → Type w) where
  monadEval : {α : Type u} → m α → n α

instance [MonadLift m n] : MonadEval m n where
  monadEval := MonadLift.monadLift

class MonadEvalT (m : Type u → Type v) (n : Type u → Type w) where
  monadEval : {α : Type u} → m α → n α

instance (m n o) [MonadEval n o] [MonadEvalT m n] : MonadEvalT m o where
  monadEval x := MonadEval.monadEval (m := n) (MonadEvalT.monadEval x)

instance (m) : MonadEvalT m m where
  monadEval x := x

class MonadFunctor (m : semiOutParam (Type u → Type v)) (n : Type u → Type w) where
  monadMap {α : Type u} : ({β : Type u} → m β → m β) → n α → n α

class MonadFunctorT (m : Type u → Type v) (n : Type u → Type w) where
  monadMap {α : Type u} : ({β : Type u} → m β → m β) → n α → n α

export MonadFunctorT (monadMap)

@[always_inline]
instance (m n o) [MonadFunctor n o] [MonadFunctorT m n] : MonadFunctorT m o where
  monadMap f := MonadFunctor.monadMap (m := n) (monadMap (m := m) f)

instance monadFunctorRefl (m) : MonadFunctorT m m where
  monadMap f := f

inductive Except (ε : Type u) (α : Type v) where
  | error : ε → Except ε α
  | ok : α → Except ε α

attribute [unbox] Except

instance {ε : Type u} {α : Type v} [Inhabited ε] : Inhabited (Except ε α) where
  default := Except.error default

class MonadExceptOf (ε : semiOutParam (Type u)) (m : Type v → Type w) where
  throw {α : Type v} : ε → m α
  tryCatch {α : Type v} (body : m α) (handler : ε → m α) : m α

abbrev throwThe (ε : Type u) {m : Type v → Type w} [MonadExceptOf ε m] {α : Type v} (e : ε) : m α :=
  MonadExceptOf.throw e

abbrev tryCatchThe (ε : Type u) {m : Type v → Type w} [MonadExceptOf ε m] {α : Type v} (x : m α)
    (handle : ε → m α) : m α :=
  MonadExceptOf.tryCatch x handle

class MonadExcept (ε : outParam (Type u)) (m : Type v → Type w) where
  throw {α : Type v} : ε → m α
  tryCatch {α : Type v} : (body : m α) → (handler : ε → m α) → m α

def MonadExcept.ofExcept [Monad m] [MonadExcept ε m] : Except ε α → m α
  | .ok a => pure a
  | .error e => throw e

export MonadExcept (throw tryCatch ofExcept)

instance (ε : Type u) (m : Type v → Type w) [MonadExceptOf ε m] : MonadExcept ε m where
  throw := throwThe ε
  tryCatch := tryCatchThe ε

namespace MonadExcept
variable {ε : Type u} {m : Type v → Type w}

@[inline] protected def orElse [MonadExcept ε m] {α : Type v} (t₁ : m α) (t₂ : Unit → m α) : m α :=
  tryCatch t₁ fun _ => t₂ ()

instance [MonadExcept ε m] {α : Type v} : OrElse (m α) where
  orElse := MonadExcept.orElse

end MonadExcept

/-! ## Reader and state -/

@[implicit_reducible] def ReaderT (ρ : Type u) (m : Type u → Type v) (α : Type u) :
    Type (max u v) :=
  (a : @&ρ) → m α

@[always_inline, inline]
def ReaderT.mk {ρ : Type u} {m : Type u → Type v} {α : Type u} (x : ρ → m α) : ReaderT ρ m α := x

instance (ρ : Type u) (m : Type u → Type v) (α : Type u) [Inhabited (m α)] :
    Inhabited (ReaderT ρ m α) where
  default := fun _ => default

@[always_inline, inline]
def ReaderT.run {ρ : Type u} {m : Type u → Type v} {α : Type u} (x : ReaderT ρ m α) (r : ρ) : m α :=
  x r

namespace ReaderT

section
variable {ρ : Type u} {m : Type u → Type v} {α : Type u}

instance : MonadLift m (ReaderT ρ m) where
  monadLift x := fun _ => x

@[always_inline]
instance (ε) [MonadExceptOf ε m] : MonadExceptOf ε (ReaderT ρ m) where
  throw e := liftM (m := m) (throw e)
  tryCatch := fun x c r => tryCatchThe ε (x r) (fun e => (c e) r)

end

section
variable {ρ : Type u} {m : Type u → Type v}

@[always_inline, inline]
protected def read [Monad m] : ReaderT ρ m ρ := pure

@[always_inline, inline]
protected def pure [Monad m] {α} (a : α) : ReaderT ρ m α := fun _ => pure a

@[always_inline, inline]
protected def bind [Monad m] {α β} (x : ReaderT ρ m α) (f : α → ReaderT ρ m β) : ReaderT ρ m β :=
  fun r => bind (x r) fun a => f a r

@[always_inline]
instance [Monad m] : Functor (ReaderT ρ m) where
  map f x r := Functor.map f (x r)
  mapConst a x r := Functor.mapConst a (x r)

@[always_inline]
instance [Monad m] : Applicative (ReaderT ρ m) where
  pure := ReaderT.pure
  seq f x r := Seq.seq (f r) fun _ => x () r
  seqLeft a b r := SeqLeft.seqLeft (a r) fun _ => b () r
  seqRight a b r := SeqRight.seqRight (a r) fun _ => b () r

instance [Monad m] : Monad (ReaderT ρ m) where
  bind := ReaderT.bind

instance (ρ m) : MonadFunctor m (ReaderT ρ m) where
  monadMap f x := fun ctx => f (x ctx)

@[always_inline, inline]
protected def adapt {ρ' α : Type u} (f : ρ' → ρ) : ReaderT ρ m α → ReaderT ρ' m α :=
  fun x r => x (f r)

end
end ReaderT

class MonadReaderOf (ρ : semiOutParam (Type u)) (m : Type u → Type v) where
  read : m ρ

class MonadReader (ρ : outParam (Type u)) (m : Type u → Type v) where
  read : m ρ

export MonadReader (read)

@[always_inline, inline]
def readThe (ρ : Type u) {m : Type u → Type v} [MonadReaderOf ρ m] : m ρ := MonadReaderOf.read

instance (ρ : Type u) (m : Type u → Type v) [MonadReaderOf ρ m] : MonadReader ρ m where
  read := readThe ρ

instance {ρ : Type u} {m : Type u → Type v} {n : Type u → Type w} [MonadLift m n]
    [MonadReaderOf ρ m] : MonadReaderOf ρ n where
  read := liftM (m := m) read

instance {ρ : Type u} {m : Type u → Type v} [Monad m] : MonadReaderOf ρ (ReaderT ρ m) where
  read := ReaderT.read

class MonadWithReaderOf (ρ : semiOutParam (Type u)) (m : Type u → Type v) where
  withReader {α : Type u} (f : ρ → ρ) (x : m α) : m α

@[always_inline, inline]
def withTheReader (ρ : Type u) {m : Type u → Type v} [MonadWithReaderOf ρ m] {α : Type u}
    (f : ρ → ρ) (x : m α) : m α :=
  MonadWithReaderOf.withReader f x

class MonadWithReader (ρ : outParam (Type u)) (m : Type u → Type v) where
  withReader {α : Type u} : (f : ρ → ρ) → (x : m α) → m α

export MonadWithReader (withReader)

instance (ρ : Type u) (m : Type u → Type v) [MonadWithReaderOf ρ m] : MonadWithReader ρ m where
  withReader := withTheReader ρ

instance {ρ : Type u} {m : Type u → Type v} {n : Type u → Type v} [MonadFunctor m n]
    [MonadWithReaderOf ρ m] : MonadWithReaderOf ρ n where
  withReader f := monadMap (m := m) (withTheReader ρ f)

instance {ρ : Type u} {m : Type u → Type v} : MonadWithReaderOf ρ (ReaderT ρ m) where
  withReader f x := fun ctx => x (f ctx)

class MonadStateOf (σ : semiOutParam (Type u)) (m : Type u → Type v) where
  get : m σ
  set : σ → m PUnit
  modifyGet {α : Type u} : (σ → Prod α σ) → m α

export MonadStateOf (set)

abbrev getThe (σ : Type u) {m : Type u → Type v} [MonadStateOf σ m] : m σ := MonadStateOf.get

@[always_inline, inline]
abbrev modifyThe (σ : Type u) {m : Type u → Type v} [MonadStateOf σ m] (f : σ → σ) : m PUnit :=
  MonadStateOf.modifyGet fun s => (PUnit.unit, f s)

@[always_inline, inline]
abbrev modifyGetThe {α : Type u} (σ : Type u) {m : Type u → Type v} [MonadStateOf σ m]
    (f : σ → Prod α σ) : m α :=
  MonadStateOf.modifyGet f

class MonadState (σ : outParam (Type u)) (m : Type u → Type v) where
  get : m σ
  set : σ → m PUnit
  modifyGet {α : Type u} : (σ → Prod α σ) → m α

export MonadState (get modifyGet)

instance (σ : Type u) (m : Type u → Type v) [MonadStateOf σ m] : MonadState σ m where
  set := MonadStateOf.set
  get := getThe σ
  modifyGet f := MonadStateOf.modifyGet f

@[always_inline, inline]
def modify {σ : Type u} {m : Type u → Type v} [MonadState σ m] (f : σ → σ) : m PUnit :=
  modifyGet fun s => (PUnit.unit, f s)

@[always_inline, inline]
def getModify {σ : Type u} {m : Type u → Type v} [MonadState σ m] (f : σ → σ) : m σ :=
  modifyGet fun s => (s, f s)

@[always_inline]
instance {σ : Type u} {m : Type u → Type v} {n : Type u → Type w} [MonadLift m n]
    [MonadStateOf σ m] : MonadStateOf σ n where
  get := liftM (m := m) MonadStateOf.get
  set s := liftM (m := m) (MonadStateOf.set s)
  modifyGet f := monadLift (m := m) (MonadState.modifyGet f)

namespace EStateM

inductive Result (ε σ α : Type u) where
  | ok : α → σ → Result ε σ α
  | error : ε → σ → Result ε σ α

variable {ε σ α : Type u}

instance [Inhabited ε] [Inhabited σ] : Inhabited (Result ε σ α) where
  default := Result.error default default

end EStateM

open EStateM (Result) in
def EStateM (ε σ α : Type u) := σ → Result ε σ α

namespace EStateM

variable {ε σ α β : Type u}

instance [Inhabited ε] : Inhabited (EStateM ε σ α) where
  default := fun s => Result.error default s

@[always_inline, inline]
protected def pure (a : α) : EStateM ε σ α := fun s => Result.ok a s

@[always_inline, inline]
protected def set (s : σ) : EStateM ε σ PUnit := fun _ => Result.ok ⟨⟩ s

@[always_inline, inline]
protected def get : EStateM ε σ σ := fun s => Result.ok s s

@[always_inline, inline]
protected def modifyGet (f : σ → Prod α σ) : EStateM ε σ α := fun s =>
  match f s with
  | (a, s') => Result.ok a s'

@[always_inline, inline]
protected def throw (e : ε) : EStateM ε σ α := fun s => Result.error e s

class Backtrackable (δ : outParam (Type u)) (σ : Type u) where
  save : σ → δ
  restore : σ → δ → σ

@[always_inline, inline]
protected def tryCatch {δ} [Backtrackable δ σ] {α} (x : EStateM ε σ α)
    (handle : ε → EStateM ε σ α) : EStateM ε σ α := fun s =>
  let d := Backtrackable.save s
  match x s with
  | Result.error e s => handle e (Backtrackable.restore s d)
  | ok => ok

@[always_inline, inline]
protected def orElse {δ} [Backtrackable δ σ] (x₁ : EStateM ε σ α) (x₂ : Unit → EStateM ε σ α) :
    EStateM ε σ α := fun s =>
  let d := Backtrackable.save s
  match x₁ s with
  | Result.error _ s => x₂ () (Backtrackable.restore s d)
  | ok => ok

@[always_inline, inline]
def adaptExcept {ε' : Type u} (f : ε → ε') (x : EStateM ε σ α) : EStateM ε' σ α := fun s =>
  match x s with
  | Result.error e s => Result.error (f e) s
  | Result.ok a s => Result.ok a s

@[always_inline, inline]
protected def bind (x : EStateM ε σ α) (f : α → EStateM ε σ β) : EStateM ε σ β := fun s =>
  match x s with
  | Result.ok a s => f a s
  | Result.error e s => Result.error e s

@[always_inline, inline]
protected def map (f : α → β) (x : EStateM ε σ α) : EStateM ε σ β := fun s =>
  match x s with
  | Result.ok a s => Result.ok (f a) s
  | Result.error e s => Result.error e s

@[always_inline, inline]
protected def seqRight (x : EStateM ε σ α) (y : Unit → EStateM ε σ β) : EStateM ε σ β := fun s =>
  match x s with
  | Result.ok _ s => y () s
  | Result.error e s => Result.error e s

@[always_inline]
instance instMonad : Monad (EStateM ε σ) where
  bind := EStateM.bind
  pure := EStateM.pure
  map := EStateM.map
  seqRight := EStateM.seqRight

instance {δ} [Backtrackable δ σ] : OrElse (EStateM ε σ α) where
  orElse := EStateM.orElse

instance : MonadStateOf σ (EStateM ε σ) where
  set := EStateM.set
  get := EStateM.get
  modifyGet := EStateM.modifyGet

instance {δ} [Backtrackable δ σ] : MonadExceptOf ε (EStateM ε σ) where
  throw := EStateM.throw
  tryCatch := EStateM.tryCatch

@[always_inline, inline]
def run (x : EStateM ε σ α) (s : σ) : Result ε σ α := x s

@[always_inline, inline]
def run' (x : EStateM ε σ α) (s : σ) : Option α :=
  match run x s with
  | Result.ok v _ => some v
  | Result.error .. => none

@[inline] def dummySave : σ → PUnit := fun _ => ⟨⟩
@[inline] def dummyRestore : σ → PUnit → σ := fun s _ => s

instance nonBacktrackable : Backtrackable PUnit σ where
  save := dummySave
  restore := dummyRestore

end EStateM

/-! ## Hashing and names -/

class Hashable (α : Sort u) where
  hash : α → UInt64

export Hashable (hash)

@[extern "lean_uint64_mix_hash"]
opaque mixHash (u₁ u₂ : UInt64) : UInt64

instance [Hashable α] {p : α → Prop} : Hashable (Subtype p) where
  hash a := hash a.val

@[extern "lean_string_hash"]
protected opaque String.hash (s : @& String) : UInt64

instance : Hashable String where
  hash := String.hash

namespace Lean

inductive Name where
  | anonymous : Name
  | str (pre : Name) (str : String)
  | num (pre : Name) (i : Nat)
with
  @[computed_field, inline] hash : Name → UInt64
    | .anonymous => .ofNatLT 1723 (of_decide_eq_true rfl)
    | .str p s => mixHash p.hash s.hash
    | .num p v => mixHash p.hash
        (dite (LT.lt v UInt64.size) (fun h => UInt64.ofNatLT v h)
          (fun _ => UInt64.ofNatLT 17 (of_decide_eq_true rfl)))

instance : Inhabited Name where
  default := Name.anonymous

instance : Hashable Name where
  hash := Name.hash

open BEq (beq)
open HAdd (hAdd)

namespace Name

@[export lean_name_mk_string] abbrev mkStr (p : Name) (s : String) : Name := Name.str p s
@[export lean_name_mk_numeral] abbrev mkNum (p : Name) (v : Nat) : Name := Name.num p v
abbrev mkSimple (s : String) : Name := .str .anonymous s

@[reducible] def mkStr1 (s₁ : String) : Name := .str .anonymous s₁
@[reducible] def mkStr2 (s₁ s₂ : String) : Name := .str (.str .anonymous s₁) s₂
@[reducible] def mkStr3 (s₁ s₂ s₃ : String) : Name := .str (.str (.str .anonymous s₁) s₂) s₃
@[reducible] def mkStr4 (s₁ s₂ s₃ s₄ : String) : Name :=
  .str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄
@[reducible] def mkStr5 (s₁ s₂ s₃ s₄ s₅ : String) : Name :=
  .str (.str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄) s₅
@[reducible] def mkStr6 (s₁ s₂ s₃ s₄ s₅ s₆ : String) : Name :=
  .str (.str (.str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄) s₅) s₆
@[reducible] def mkStr7 (s₁ s₂ s₃ s₄ s₅ s₆ s₇ : String) : Name :=
  .str (.str (.str (.str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄) s₅) s₆) s₇
@[reducible] def mkStr8 (s₁ s₂ s₃ s₄ s₅ s₆ s₇ s₈ : String) : Name :=
  .str (.str (.str (.str (.str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄) s₅) s₆) s₇) s₈

@[extern "lean_name_eq"]
protected def beq : (@& Name) → (@& Name) → Bool
  | anonymous, anonymous => true
  | str p₁ s₁, str p₂ s₂ => and (BEq.beq s₁ s₂) (Name.beq p₁ p₂)
  | num p₁ n₁, num p₂ n₂ => and (BEq.beq n₁ n₂) (Name.beq p₁ p₂)
  | _, _ => false

instance : BEq Name where
  beq := Name.beq

def appendCore : Name → Name → Name
  | n, .anonymous => n
  | n, .str p s => .str (appendCore n p) s
  | n, .num p d => .num (appendCore n p) d

end Name

def defaultMaxRecDepth := 512

def maxRecDepthErrorMessage : String :=
  "maximum recursion depth has been reached (set_option maxRecDepth <num> raises the limit)"

/-! ## Syntax trees -/

inductive SourceInfo where
  | original (leading : Substring.Raw) (pos : String.Pos.Raw) (trailing : Substring.Raw)
      (endPos : String.Pos.Raw)
  | synthetic (pos : String.Pos.Raw) (endPos : String.Pos.Raw) (canonical := false)
  | protected none

instance : Inhabited SourceInfo := ⟨SourceInfo.none⟩

namespace SourceInfo

@[extern "native"] opaque getPos? (info : SourceInfo) (canonicalOnly := false) :
  Option String.Pos.Raw
@[extern "native"] opaque getTailPos? (info : SourceInfo) (canonicalOnly := false) :
  Option String.Pos.Raw

def getTrailing? (info : SourceInfo) : Option Substring.Raw :=
  match info with
  | original (trailing := trailing) .. => some trailing
  | _ => none

def getTrailingTailPos? (info : SourceInfo) (canonicalOnly := false) : Option String.Pos.Raw :=
  match info.getTrailing? with
  | some trailing => some trailing.stopPos
  | none => info.getTailPos? canonicalOnly

end SourceInfo

abbrev SyntaxNodeKind := Name

inductive Syntax.Preresolved where
  | namespace (ns : Name)
  | decl (n : Name) (fields : List String)

inductive Syntax where
  | missing : Syntax
  | node (info : SourceInfo) (kind : SyntaxNodeKind) (args : Array Syntax) : Syntax
  | atom (info : SourceInfo) (val : String) : Syntax
  | ident (info : SourceInfo) (rawVal : Substring.Raw) (val : Name)
      (preresolved : List Syntax.Preresolved) : Syntax

namespace Syntax
variable (info : SourceInfo) (kind : SyntaxNodeKind)

def node1 (a₁ : Syntax) : Syntax := node info kind (Array.mkArray1 a₁)
def node2 (a₁ a₂ : Syntax) : Syntax := node info kind (Array.mkArray2 a₁ a₂)
def node3 (a₁ a₂ a₃ : Syntax) : Syntax := node info kind (Array.mkArray3 a₁ a₂ a₃)
def node4 (a₁ a₂ a₃ a₄ : Syntax) : Syntax := node info kind (Array.mkArray4 a₁ a₂ a₃ a₄)
def node5 (a₁ a₂ a₃ a₄ a₅ : Syntax) : Syntax := node info kind (Array.mkArray5 a₁ a₂ a₃ a₄ a₅)
def node6 (a₁ a₂ a₃ a₄ a₅ a₆ : Syntax) : Syntax :=
  node info kind (Array.mkArray6 a₁ a₂ a₃ a₄ a₅ a₆)
def node7 (a₁ a₂ a₃ a₄ a₅ a₆ a₇ : Syntax) : Syntax :=
  node info kind (Array.mkArray7 a₁ a₂ a₃ a₄ a₅ a₆ a₇)
def node8 (a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈ : Syntax) : Syntax :=
  node info kind (Array.mkArray8 a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈)

end Syntax

@[implicit_reducible] def SyntaxNodeKinds := List SyntaxNodeKind

structure TSyntax (ks : SyntaxNodeKinds) where
  raw : Syntax

instance : Inhabited Syntax where
  default := Syntax.missing

instance : Inhabited (TSyntax ks) where
  default := ⟨default⟩

abbrev choiceKind : SyntaxNodeKind := `choice
abbrev nullKind : SyntaxNodeKind := `null
abbrev groupKind : SyntaxNodeKind := `group
abbrev identKind : SyntaxNodeKind := `ident
abbrev strLitKind : SyntaxNodeKind := `str
abbrev charLitKind : SyntaxNodeKind := `char
abbrev numLitKind : SyntaxNodeKind := `num
abbrev hexnumKind : SyntaxNodeKind := `hexnum
abbrev scientificLitKind : SyntaxNodeKind := `scientific
abbrev nameLitKind : SyntaxNodeKind := `name
abbrev fieldIdxKind : SyntaxNodeKind := `fieldIdx
abbrev hygieneInfoKind : SyntaxNodeKind := `hygieneInfo
abbrev interpolatedStrLitKind : SyntaxNodeKind := `interpolatedStrLitKind
abbrev interpolatedStrKind : SyntaxNodeKind := `interpolatedStrKind

@[inline] def mkNode (k : SyntaxNodeKind) (args : Array Syntax) : TSyntax (.cons k .nil) :=
  ⟨Syntax.node SourceInfo.none k args⟩

@[inline] def mkNullNode (args : Array Syntax := Array.empty) : Syntax := (mkNode nullKind args).raw

namespace Syntax

def getKind (stx : Syntax) : SyntaxNodeKind :=
  match stx with
  | Syntax.node _ k _ => k
  | Syntax.missing => `missing
  | Syntax.atom _ v => Name.mkSimple v
  | Syntax.ident .. => identKind

def setKind (stx : Syntax) (k : SyntaxNodeKind) : Syntax :=
  match stx with
  | Syntax.node info _ args => Syntax.node info k args
  | _ => stx

def isOfKind (stx : Syntax) (k : SyntaxNodeKind) : Bool := beq stx.getKind k

def getArg (stx : Syntax) (i : Nat) : Syntax :=
  match stx with
  | Syntax.node _ _ args => args.getD i Syntax.missing
  | _ => Syntax.missing

def getArgs (stx : Syntax) : Array Syntax :=
  match stx with
  | Syntax.node _ _ args => args
  | _ => Array.empty

def getNumArgs (stx : Syntax) : Nat :=
  match stx with
  | Syntax.node _ _ args => args.size
  | _ => 0

def getOptional? (stx : Syntax) : Option Syntax :=
  match stx with
  | Syntax.node _ k args => match and (beq k nullKind) (beq args.size 1) with
    | true => some (args.get!Internal 0)
    | false => none
  | _ => none

def isMissing : Syntax → Bool
  | Syntax.missing => true
  | _ => false

def isNodeOf (stx : Syntax) (k : SyntaxNodeKind) (n : Nat) : Bool :=
  and (stx.isOfKind k) (beq stx.getNumArgs n)

def isIdent : Syntax → Bool
  | ident .. => true
  | _ => false

def getId : Syntax → Name
  | ident _ _ val _ => val
  | _ => Name.anonymous

def getInfo? : Syntax → Option SourceInfo
  | atom info .. => some info
  | ident info .. => some info
  | node info .. => some info
  | missing => none

@[extern "native"] opaque getHeadInfo? : Syntax → Option SourceInfo
@[extern "native"] opaque getHeadInfo (stx : Syntax) : SourceInfo
@[extern "native"] opaque getPos? (stx : Syntax) (canonicalOnly := false) : Option String.Pos.Raw
@[extern "native"] opaque getTailPos? (stx : Syntax) (canonicalOnly := false) :
  Option String.Pos.Raw

structure SepArray (sep : String) where
  elemsAndSeps : Array Syntax

structure TSepArray (ks : SyntaxNodeKinds) (sep : String) where
  elemsAndSeps : Array Syntax

end Syntax

abbrev TSyntaxArray (ks : SyntaxNodeKinds) := Array (TSyntax ks)

unsafe def TSyntaxArray.rawImpl : TSyntaxArray ks → Array Syntax := unsafeCast

@[implemented_by TSyntaxArray.rawImpl]
opaque TSyntaxArray.raw (as : TSyntaxArray ks) : Array Syntax := Array.empty

unsafe def TSyntaxArray.mkImpl : Array Syntax → TSyntaxArray ks := unsafeCast

@[implemented_by TSyntaxArray.mkImpl]
opaque TSyntaxArray.mk (as : Array Syntax) : TSyntaxArray ks := Array.empty

@[extern "native"] opaque SourceInfo.fromRef (ref : Syntax) (canonical := false) : SourceInfo

def mkAtom (val : String) : Syntax := Syntax.atom SourceInfo.none val

def mkAtomFrom (src : Syntax) (val : String) (canonical := false) : Syntax :=
  Syntax.atom (SourceInfo.fromRef src canonical) val

/-! ## Parser descriptors -/

inductive ParserDescr where
  | const (name : Name)
  | unary (name : Name) (p : ParserDescr)
  | binary (name : Name) (p₁ p₂ : ParserDescr)
  | node (kind : SyntaxNodeKind) (prec : Nat) (p : ParserDescr)
  | trailingNode (kind : SyntaxNodeKind) (prec lhsPrec : Nat) (p : ParserDescr)
  | symbol (val : String)
  | nonReservedSymbol (val : String) (includeIdent : Bool)
  | cat (catName : Name) (rbp : Nat)
  | parser (declName : Name)
  | nodeWithAntiquot (name : String) (kind : SyntaxNodeKind) (p : ParserDescr)
  | sepBy (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool := false)
  | sepBy1 (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool := false)
  | unicodeSymbol (val asciiVal : String) (preserveForPP : Bool)

instance : Inhabited ParserDescr where
  default := ParserDescr.symbol ""

abbrev TrailingParserDescr := ParserDescr

/-! ## Hygiene -/

abbrev MacroScope := Nat
def reservedMacroScope := 0
def firstFrontendMacroScope := hAdd reservedMacroScope 1

class MonadRef (m : Type → Type) where
  getRef : m Syntax
  withRef {α} : Syntax → m α → m α

export MonadRef (getRef)

instance (m n : Type → Type) [MonadLift m n] [MonadFunctor m n] [MonadRef m] : MonadRef n where
  getRef := liftM (getRef : m _)
  withRef ref x := monadMap (m := m) (MonadRef.withRef ref) x

def replaceRef (ref : Syntax) (oldRef : Syntax) : Syntax :=
  match ref.getPos? with
  | some _ => ref
  | _ => oldRef

@[always_inline, inline]
def withRef [Monad m] [MonadRef m] {α} (ref : Syntax) (x : m α) : m α :=
  bind getRef fun oldRef => MonadRef.withRef (replaceRef ref oldRef) x

@[always_inline, inline]
def withRef? [Monad m] [MonadRef m] {α} (ref? : Option Syntax) (x : m α) : m α :=
  match ref? with
  | some ref => withRef ref x
  | _ => x

class MonadQuotation (m : Type → Type) extends MonadRef m where
  getCurrMacroScope : m MacroScope
  getContext : m Name
  withFreshMacroScope {α : Type} : m α → m α

export MonadQuotation (getCurrMacroScope withFreshMacroScope)

abbrev MonadQuotation.getMainModule := @MonadQuotation.getContext

@[inline]
def MonadRef.mkInfoFromRefPos [Monad m] [MonadRef m] : m SourceInfo :=
  bind getRef fun ref => pure (SourceInfo.fromRef ref)

instance [MonadFunctor m n] [MonadLift m n] [MonadQuotation m] : MonadQuotation n where
  getCurrMacroScope := liftM (m := m) getCurrMacroScope
  getContext := liftM (m := m) MonadQuotation.getContext
  withFreshMacroScope := monadMap (m := m) withFreshMacroScope

def Name.hasMacroScopes : Name → Bool
  | str _ s => beq s "_hyg"
  | num p _ => hasMacroScopes p
  | _ => false

@[extern "native"] opaque Name.eraseMacroScopes (n : Name) : Name
@[extern "native"] opaque Name.simpMacroScopes (n : Name) : Name

structure MacroScopesView where
  name : Name
  imported : Name
  ctx : Name
  scopes : List MacroScope

instance : Inhabited MacroScopesView where
  default := ⟨default, default, default, default⟩

@[extern "native"] opaque MacroScopesView.review (view : MacroScopesView) : Name
@[extern "native"] opaque extractMacroScopes (n : Name) : MacroScopesView
@[extern "native"] opaque addMacroScope (ctx : Name) (n : Name) (scp : MacroScope) : Name

def Name.append (a b : Name) : Name :=
  match a.hasMacroScopes, b.hasMacroScopes with
  | true, true => panic "Name.append: both arguments have macro scopes"
  | true, false =>
    let view := extractMacroScopes a
    { view with name := appendCore view.name b }.review
  | false, true =>
    let view := extractMacroScopes b
    { view with name := appendCore a view.name }.review
  | false, false => appendCore a b

instance : Append Name where
  append := Name.append

@[inline] def MonadQuotation.addMacroScope {m : Type → Type} [MonadQuotation m] [Monad m]
    (n : Name) : m Name :=
  bind MonadQuotation.getContext fun ctx =>
  bind getCurrMacroScope fun scp =>
  pure (Lean.addMacroScope ctx n scp)

namespace Syntax

def matchesNull (stx : Syntax) (n : Nat) : Bool := stx.isNodeOf nullKind n

def matchesIdent (stx : Syntax) (id : Name) : Bool :=
  and stx.isIdent (beq stx.getId.eraseMacroScopes id.eraseMacroScopes)

def matchesLit (stx : Syntax) (k : SyntaxNodeKind) (val : String) : Bool :=
  match stx with
  | Syntax.node _ k' args => and (beq k k') (match args.getD 0 Syntax.missing with
    | Syntax.atom _ val' => beq val val'
    | _ => false)
  | _ => false

end Syntax

/-! ## The macro monad -/

namespace Macro

opaque MethodsRefPointed : NonemptyType.{0}

def MethodsRef : Type := MethodsRefPointed.type

instance : Nonempty MethodsRef := MethodsRefPointed.property

structure Context where
  methods : MethodsRef
  quotContext : Name
  currMacroScope : MacroScope
  currRecDepth : Nat := 0
  maxRecDepth : Nat := defaultMaxRecDepth
  ref : Syntax

inductive Exception where
  | error : Syntax → String → Exception
  | unsupportedSyntax : Exception

structure State where
  macroScope : MacroScope
  traceMsgs : List (Prod Name String) := List.nil
  private expandedMacroDecls : List Name := List.nil
  deriving Inhabited

end Macro

abbrev MacroM := ReaderT Macro.Context (EStateM Macro.Exception Macro.State)

abbrev Macro := Syntax → MacroM Syntax

namespace Macro

instance : MonadRef MacroM where
  getRef := bind read fun ctx => pure ctx.ref
  withRef := fun ref x => withReader (fun ctx => { ctx with ref := ref }) x

def throwUnsupported {α} : MacroM α := throw Exception.unsupportedSyntax

-- Direct: every bound macro asks for one.
instance : Inhabited Macro := ⟨fun _ => throwUnsupported⟩

def throwError {α} (msg : String) : MacroM α :=
  bind getRef fun ref => throw (Exception.error ref msg)

def throwErrorAt {α} (ref : Syntax) (msg : String) : MacroM α := withRef ref (throwError msg)

@[inline] protected def withFreshMacroScope {α} (x : MacroM α) : MacroM α :=
  bind (modifyGet (fun s => (s.macroScope, { s with macroScope := hAdd s.macroScope 1 })))
    fun fresh => withReader (fun ctx => { ctx with currMacroScope := fresh }) x

@[inline] def withIncRecDepth {α} (ref : Syntax) (x : MacroM α) : MacroM α :=
  bind read fun ctx =>
  match beq ctx.currRecDepth ctx.maxRecDepth with
  | true => throw (Exception.error ref maxRecDepthErrorMessage)
  | false => withReader (fun ctx => { ctx with currRecDepth := hAdd ctx.currRecDepth 1 }) x

instance : MonadQuotation MacroM where
  getCurrMacroScope ctx := pure ctx.currMacroScope
  getContext ctx := pure ctx.quotContext
  withFreshMacroScope := Macro.withFreshMacroScope

def addMacroScope (n : Name) : MacroM Name := MonadQuotation.addMacroScope n

structure Methods where
  expandMacro? : Syntax → MacroM (Option Syntax)
  getCurrNamespace : MacroM Name
  hasDecl : Name → MacroM Bool
  resolveNamespace : Name → MacroM (List Name)
  resolveGlobalName : Name → MacroM (List (Prod Name (List String)))
  deriving Inhabited

unsafe def mkMethodsImp (methods : Methods) : MethodsRef := unsafeCast methods

@[implemented_by mkMethodsImp]
opaque mkMethods (methods : Methods) : MethodsRef

instance : Inhabited MethodsRef where
  default := mkMethods default

unsafe def getMethodsImp : MacroM Methods :=
  bind read fun ctx => pure (unsafeCast (ctx.methods))

@[implemented_by getMethodsImp] opaque getMethods : MacroM Methods

def expandMacro? (stx : Syntax) : MacroM (Option Syntax) :=
  bind getMethods fun m => m.expandMacro? stx
def hasDecl (declName : Name) : MacroM Bool := bind getMethods fun m => m.hasDecl declName
def getCurrNamespace : MacroM Name := bind getMethods fun m => m.getCurrNamespace
def resolveNamespace (n : Name) : MacroM (List Name) := bind getMethods fun m => m.resolveNamespace n
def resolveGlobalName (n : Name) : MacroM (List (Prod Name (List String))) :=
  bind getMethods fun m => m.resolveGlobalName n

def trace (clsName : Name) (msg : String) : MacroM Unit :=
  modify fun s => { s with traceMsgs := List.cons (Prod.mk clsName msg) s.traceMsgs }

end Macro

export Macro (expandMacro?)

namespace PrettyPrinter

abbrev UnexpandM := ReaderT Syntax (EStateM Unit Unit)

abbrev Unexpander := Syntax → UnexpandM Syntax

instance : MonadQuotation UnexpandM where
  getRef := read
  withRef ref x := withReader (fun _ => ref) x
  getCurrMacroScope := pure 0
  getContext := pure `_fakeMod
  withFreshMacroScope := id

end PrettyPrinter

end Lean
