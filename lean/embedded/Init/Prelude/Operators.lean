prelude
import Init.Prelude.Logic

/-!
# Numbers and operator classes

`Nat` with the functions that the elaborator and the code generator count on, and the classes behind
the operators. `Option`. Facts on order are in `Init.Prelude.Nat`.

Source of names, types, order of arguments, constructors and fields: see `Init.Prelude`.
-/

set_option linter.all false

universe u v w

open BEq (beq)

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

/-! ## Options -/

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
