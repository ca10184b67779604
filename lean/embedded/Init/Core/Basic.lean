prelude
import Init.SizeOf
import Init.Coe

/-!
# Combinators, connectives, notation classes

What `Init.Core`'s other files say their facts with.
Source of names, types and order of arguments: see `Init.Core`.
-/

set_option linter.all false

universe u v w u₁ u₂ v₁ v₂

@[simp] def inline {α : Sort u} (a : α) : α := a

theorem id_def {α : Sort u} (a : α) : id a = a := rfl

def eagerReduce {α : Sort u} (a : α) : α := a

@[inline] def flip {α : Sort u} {β : Sort v} {φ : Sort w} (f : α → β → φ) : β → α → φ :=
  fun b a => f a b

@[simp] theorem Function.const_apply {y : β} {x : α} : const α y x = y := rfl
@[simp] theorem Function.comp_apply {f : β → δ} {g : α → β} {x : α} : comp f g x = f (g x) := rfl
theorem Function.comp_def {α β δ} (f : β → δ) (g : α → β) : f ∘ g = fun x => f (g x) := rfl
@[simp] theorem Function.const_comp {f : α → β} {c : γ} :
    (Function.const β c ∘ f) = Function.const α c := rfl
@[simp] theorem Function.comp_const {f : β → γ} {b : β} :
    (f ∘ Function.const α b) = Function.const α (f b) := rfl
@[simp] theorem Function.true_comp {f : α → β} : ((fun _ => true) ∘ f) = fun _ => true := rfl
@[simp] theorem Function.false_comp {f : α → β} : ((fun _ => false) ∘ f) = fun _ => false := rfl
@[simp] theorem Function.comp_id (f : α → β) : f ∘ id = f := rfl
@[simp] theorem Function.id_comp (f : α → β) : id ∘ f = f := rfl

attribute [simp] namedPattern

@[macro_inline] def Empty.elim {C : Sort u} : Empty → C := Empty.rec
instance : DecidableEq Empty := fun a => a.elim
@[macro_inline] def PEmpty.elim {C : Sort _} : PEmpty → C := fun a => nomatch a
instance : DecidableEq PEmpty := fun a => a.elim

set_option genInjectivity false in
structure Thunk (α : Type u) : Type u where
  mk ::
  fn : Unit → α

attribute [extern "lean_mk_thunk"] Thunk.mk

@[extern "lean_thunk_pure"] protected def Thunk.pure (a : α) : Thunk α := ⟨fun _ => a⟩
@[extern "lean_thunk_get_own"] protected def Thunk.get (x : @& Thunk α) : α := x.fn ()
@[inline] protected def Thunk.map (f : α → β) (x : Thunk α) : Thunk β := ⟨fun _ => f x.get⟩
@[inline] protected def Thunk.bind (x : Thunk α) (f : α → Thunk β) : Thunk β :=
  ⟨fun _ => (f x.get).get⟩

@[simp] theorem Thunk.sizeOf_eq [SizeOf α] (a : Thunk α) : sizeOf a = 1 + sizeOf a.get := rfl

instance thunkCoe : CoeTail α (Thunk α) where
  coe a := ⟨fun _ => a⟩

abbrev Eq.ndrecOn.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} {b : α} (h : a = b)
    (m : motive a) : motive b :=
  Eq.ndrec m h

/-! ## Iff, sums, pairs, existentials -/

structure Iff (a b : Prop) : Prop where
  intro ::
  mp : a → b
  mpr : b → a

inductive Sum (α : Type u) (β : Type v) where
  | inl (val : α) : Sum α β
  | inr (val : β) : Sum α β

inductive PSum (α : Sort u) (β : Sort v) where
  | inl (val : α) : PSum α β
  | inr (val : β) : PSum α β

@[reducible] def PSum.inhabitedLeft {α β} [Inhabited α] : Inhabited (PSum α β) :=
  ⟨PSum.inl default⟩
@[reducible] def PSum.inhabitedRight {α β} [Inhabited β] : Inhabited (PSum α β) :=
  ⟨PSum.inr default⟩
instance PSum.nonemptyLeft [h : Nonempty α] : Nonempty (PSum α β) :=
  Nonempty.elim h (fun a => ⟨PSum.inl a⟩)
instance PSum.nonemptyRight [h : Nonempty β] : Nonempty (PSum α β) :=
  Nonempty.elim h (fun b => ⟨PSum.inr b⟩)

@[pp_using_anonymous_constructor]
structure Sigma {α : Type u} (β : α → Type v) where
  mk ::
  fst : α
  snd : β fst

attribute [unbox] Sigma

@[pp_using_anonymous_constructor]
structure PSigma {α : Sort u} (β : α → Sort v) where
  mk ::
  fst : α
  snd : β fst

inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p

/-! ## Notation classes -/

class HasEquiv (α : Sort u) where
  Equiv : α → α → Sort v

class HasSubset (α : Type u) where
  Subset : α → α → Prop
export HasSubset (Subset)

class HasSSubset (α : Type u) where
  SSubset : α → α → Prop
export HasSSubset (SSubset)

abbrev Superset [HasSubset α] (a b : α) := Subset b a
abbrev SSuperset [HasSSubset α] (a b : α) := SSubset b a

class Union (α : Type u) where
  union : α → α → α
class Inter (α : Type u) where
  inter : α → α → α
class SDiff (α : Type u) where
  sdiff : α → α → α
class EmptyCollection (α : Type u) where
  emptyCollection : α
class Insert (α : outParam <| Type u) (γ : Type v) where
  insert : α → γ → γ
export Insert (insert)
class Singleton (α : outParam <| Type u) (β : Type v) where
  singleton : α → β
export Singleton (singleton)

class LawfulSingleton (α : Type u) (β : Type v) [EmptyCollection β] [Insert α β]
    [Singleton α β] : Prop where
  insert_empty_eq (x : α) : (insert x ∅ : β) = singleton x
export LawfulSingleton (insert_empty_eq)
attribute [simp] insert_empty_eq

class Sep (α : outParam <| Type u) (γ : Type v) where
  sep : (α → Prop) → γ → γ

structure NonScalar where
  mk ::
  val : Nat

inductive PNonScalar : Type u where
  | mk (v : Nat) : PNonScalar

@[simp] protected theorem Nat.add_zero (n : Nat) : n + 0 = n := rfl

/-- Marks a parameter that a tactic fills in. -/
@[reducible] def autoParam.{u'} (α : Sort u') (tactic : Lean.Syntax) : Sort u' := α

theorem optParam_eq (α : Sort u) (default : α) : optParam α default = α := rfl
