prelude
import Init.Core.Logic
import Init.Core.Loops

/-!
# Subtypes, sums, products, injectivity, and laws of operations

Extensionality and decidable equality of the first three; injectivity of the constructors declared so
far; the classes of laws that `ac_rfl` reads.
Source of names, types and order of arguments: see `Init.Core`.
-/

set_option linter.all false

universe u v w u₁ u₂ v₁ v₂

/-! ## Subtypes, sums, products -/

namespace Subtype

theorem exists_of_subtype {α : Type u} {p : α → Prop} : { x // p x } → Exists (fun x => p x)
  | ⟨a, h⟩ => ⟨a, h⟩

variable {α : Sort u} {p : α → Prop}

protected theorem ext : ∀ {a1 a2 : {x // p x}}, val a1 = val a2 → a1 = a2
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl

protected theorem eq : ∀ {a1 a2 : {x // p x}}, val a1 = val a2 → a1 = a2 := Subtype.ext

theorem eta (a : {x // p x}) (h : p (val a)) : mk (val a) h = a := rfl

instance {α : Type u} {p : α → Prop} [BEq α] : BEq {x : α // p x} := ⟨fun x y => x.1 == y.1⟩

instance {α : Type u} {p : α → Prop} [BEq α] [ReflBEq α] : ReflBEq {x : α // p x} where
  rfl {x} := BEq.refl x.1

instance {α : Type u} {p : α → Prop} [BEq α] [LawfulBEq α] : LawfulBEq {x : α // p x} where
  eq_of_beq h := Subtype.ext (eq_of_beq h)

instance {α : Sort u} {p : α → Prop} [DecidableEq α] : DecidableEq {x : α // p x} :=
  fun ⟨a, _⟩ ⟨b, _⟩ =>
    if h : a = b then isTrue (Subtype.ext h) else isFalse fun e => h (congrArg val e)

end Subtype

section
variable {α : Type u} {β : Type v}

@[reducible] def Sum.inhabitedLeft [Inhabited α] : Inhabited (Sum α β) where
  default := Sum.inl default
@[reducible] def Sum.inhabitedRight [Inhabited β] : Inhabited (Sum α β) where
  default := Sum.inr default
instance Sum.nonemptyLeft [h : Nonempty α] : Nonempty (Sum α β) :=
  Nonempty.elim h (fun a => ⟨Sum.inl a⟩)
instance Sum.nonemptyRight [h : Nonempty β] : Nonempty (Sum α β) :=
  Nonempty.elim h (fun b => ⟨Sum.inr b⟩)

deriving instance DecidableEq for Sum

end

instance [h1 : Nonempty α] [h2 : Nonempty β] : Nonempty (α × β) :=
  h1.elim fun x => h2.elim fun y => ⟨(x, y)⟩
instance [h1 : Nonempty α] [h2 : Nonempty β] : Nonempty (MProd α β) :=
  h1.elim fun x => h2.elim fun y => ⟨⟨x, y⟩⟩
instance [h1 : Nonempty α] [h2 : Nonempty β] : Nonempty (PProd α β) :=
  h1.elim fun x => h2.elim fun y => ⟨⟨x, y⟩⟩

instance [Inhabited α] [Inhabited β] : Inhabited (α × β) where
  default := (default, default)
instance [Inhabited α] [Inhabited β] : Inhabited (MProd α β) where
  default := ⟨default, default⟩
instance [Inhabited α] [Inhabited β] : Inhabited (PProd α β) where
  default := ⟨default, default⟩

instance [DecidableEq α] [DecidableEq β] : DecidableEq (α × β) :=
  fun (a, b) (a', b') =>
    match decEq a a' with
    | isTrue ea =>
      match decEq b b' with
      | isTrue eb => isTrue (congr (congrArg Prod.mk ea) eb)
      | isFalse nb => isFalse fun e => nb (congrArg Prod.snd e)
    | isFalse na => isFalse fun e => na (congrArg Prod.fst e)

instance [BEq α] [BEq β] : BEq (α × β) where
  beq := fun (a₁, b₁) (a₂, b₂) => a₁ == a₂ && b₁ == b₂

def Prod.lexLt [LT α] [LT β] (s : α × β) (t : α × β) : Prop :=
  s.1 < t.1 ∨ (s.1 = t.1 ∧ s.2 < t.2)

instance Prod.lexLtDec [LT α] [LT β] [DecidableEq α] [(a b : α) → Decidable (a < b)]
    [(a b : β) → Decidable (a < b)] : (s t : α × β) → Decidable (Prod.lexLt s t) :=
  fun _ _ => inferInstanceAs (Decidable (_ ∨ _))

theorem Prod.lexLt_def [LT α] [LT β] (s t : α × β) :
    (Prod.lexLt s t) = (s.1 < t.1 ∨ (s.1 = t.1 ∧ s.2 < t.2)) := rfl

theorem Prod.eta (p : α × β) : (p.1, p.2) = p := rfl

def Prod.map {α₁ : Type u₁} {α₂ : Type u₂} {β₁ : Type v₁} {β₂ : Type v₂}
    (f : α₁ → α₂) (g : β₁ → β₂) : α₁ × β₁ → α₂ × β₂
  | (a, b) => (f a, g b)

@[simp] theorem Prod.map_apply (f : α → β) (g : γ → δ) (x) (y) :
    Prod.map f g (x, y) = (f x, g y) := rfl
@[simp] theorem Prod.map_fst (f : α → β) (g : γ → δ) (x) : (Prod.map f g x).1 = f x.1 := rfl
@[simp] theorem Prod.map_snd (f : α → β) (g : γ → δ) (x) : (Prod.map f g x).2 = g x.2 := rfl

theorem Exists.of_psigma_prop {α : Sort u} {p : α → Prop} :
    (PSigma (fun x => p x)) → Exists (fun x => p x)
  | ⟨x, hx⟩ => ⟨x, hx⟩

theorem PUnit.subsingleton (a b : PUnit) : a = b := rfl
theorem PUnit.eq_punit (a : PUnit) : a = ⟨⟩ := rfl
instance : Subsingleton PUnit := ⟨PUnit.subsingleton⟩
instance : Inhabited PUnit where
  default := ⟨⟩
instance : DecidableEq PUnit := fun a b => isTrue (PUnit.subsingleton a b)

/-! ## Injectivity -/

gen_injective_theorems% Array
gen_injective_theorems% BitVec
gen_injective_theorems% ByteArray
gen_injective_theorems% Char
gen_injective_theorems% DoResultBC
gen_injective_theorems% DoResultPR
gen_injective_theorems% DoResultPRBC
gen_injective_theorems% DoResultSBC
gen_injective_theorems% EStateM.Result
gen_injective_theorems% Except
gen_injective_theorems% Fin
gen_injective_theorems% ForInStep
gen_injective_theorems% Lean.Name
gen_injective_theorems% Lean.Syntax
gen_injective_theorems% List
gen_injective_theorems% MProd
gen_injective_theorems% NonScalar
gen_injective_theorems% Option
gen_injective_theorems% PLift
gen_injective_theorems% PULift
gen_injective_theorems% PNonScalar
gen_injective_theorems% PProd
gen_injective_theorems% Prod
gen_injective_theorems% PSigma
gen_injective_theorems% PSum
gen_injective_theorems% Sigma
gen_injective_theorems% String
gen_injective_theorems% String.Pos.Raw
gen_injective_theorems% Substring.Raw
gen_injective_theorems% Subtype
gen_injective_theorems% Sum
gen_injective_theorems% Task
gen_injective_theorems% Thunk
gen_injective_theorems% UInt16
gen_injective_theorems% UInt32
gen_injective_theorems% UInt64
gen_injective_theorems% UInt8
gen_injective_theorems% ULift
gen_injective_theorems% USize

/-! ## Algebraic laws -/

namespace Std
variable {α : Sort u}

class Associative (op : α → α → α) : Prop where
  assoc : (a b c : α) → op (op a b) c = op a (op b c)
class Commutative (op : α → α → α) : Prop where
  comm : (a b : α) → op a b = op b a
class IdempotentOp (op : α → α → α) : Prop where
  idempotent : (x : α) → op x x = x
class LeftIdentity (op : α → β → β) (o : outParam α) : Prop
class LawfulLeftIdentity (op : α → β → β) (o : outParam α) : Prop extends LeftIdentity op o where
  left_id : ∀ a, op o a = a
class RightIdentity (op : α → β → α) (o : outParam β) : Prop
class LawfulRightIdentity (op : α → β → α) (o : outParam β) : Prop extends RightIdentity op o where
  right_id : ∀ a, op a o = a
class Identity (op : α → α → α) (o : outParam α) : Prop
  extends LeftIdentity op o, RightIdentity op o
class LawfulIdentity (op : α → α → α) (o : outParam α) : Prop
  extends Identity op o, LawfulLeftIdentity op o, LawfulRightIdentity op o
class LawfulCommIdentity (op : α → α → α) (o : outParam α) [hc : Commutative op] : Prop
    extends LawfulIdentity op o where
  left_id a := Eq.trans (hc.comm o a) (right_id a)
  right_id a := Eq.trans (hc.comm a o) (left_id a)

instance : Commutative Or := ⟨fun _ _ => propext or_comm⟩
instance : Commutative And := ⟨fun _ _ => propext and_comm⟩
instance : Commutative Iff := ⟨fun _ _ => propext iff_comm⟩

class Refl (r : α → α → Prop) : Prop where
  refl : ∀ a, r a a
class Antisymm (r : α → α → Prop) : Prop where
  antisymm (a b : α) : r a b → r b a → a = b
class Asymm (r : α → α → Prop) : Prop where
  asymm : ∀ a b, r a b → ¬r b a
class Symm (r : α → α → Prop) : Prop where
  symm : ∀ a b, r a b → r b a
class Total (r : α → α → Prop) : Prop where
  total : ∀ a b, r a b ∨ r b a
class Irrefl (r : α → α → Prop) : Prop where
  irrefl : ∀ a, ¬r a a
class Trichotomous (r : α → α → Prop) : Prop where
  trichotomous (a b : α) : ¬ r a b → ¬ r b a → a = b

instance Total.to_refl (r : α → α → Prop) [h : Total r] : Refl r :=
  ⟨fun a => (h.total a a).elim id id⟩
instance Asymm.to_irrefl (r : α → α → Prop) [h : Asymm r] : Irrefl r := ⟨fun a k => h.asymm a a k k⟩

end Std
