prelude
import Init.SizeOf
import Init.Coe

/-!
# Core logic

`Iff`, `Exists`, sums and dependent pairs, thunks and tasks, set-like notation classes, laws of
`==`, lemmas on `=`, `HEq`, `↔`, `if`, decidability, subsingletons, setoids and quotients, `propext`
and the algebraic law classes of `Std`.

Statements and argument order follow Lean 4.35's public interface (`src/Init/Core.lean`); proofs are
our own. Left out on purpose: `Lean.trustCompiler`, `Lean.reduceBool` and `Lean.ofReduceBool` (axioms
about compiled code).
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

/-! ## Loops -/

inductive ForInStep (α : Type u) where
  | done : α → ForInStep α
  | yield : α → ForInStep α
  deriving Inhabited

class ForIn (m : Type u₁ → Type u₂) (ρ : Type u) (α : outParam (Type v)) where
  forIn {β} (xs : ρ) (b : β) (f : α → β → m (ForInStep β)) : m β

export ForIn (forIn)

class ForIn' (m : Type u₁ → Type u₂) (ρ : Type u) (α : outParam (Type v))
    (d : outParam (Membership α ρ)) where
  forIn' {β} (x : ρ) (b : β) (f : (a : α) → a ∈ x → β → m (ForInStep β)) : m β

export ForIn' (forIn')

inductive DoResultPRBC (α β σ : Type u) where
  | pure : α → σ → DoResultPRBC α β σ
  | return : β → σ → DoResultPRBC α β σ
  | break : σ → DoResultPRBC α β σ
  | continue : σ → DoResultPRBC α β σ

inductive DoResultPR (α β σ : Type u) where
  | pure : α → σ → DoResultPR α β σ
  | return : β → σ → DoResultPR α β σ

inductive DoResultBC (σ : Type u) where
  | break : σ → DoResultBC σ
  | continue : σ → DoResultBC σ

inductive DoResultSBC (α σ : Type u) where
  | pureReturn : α → σ → DoResultSBC α σ
  | break : σ → DoResultSBC α σ
  | continue : σ → DoResultSBC α σ

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

/-! ## Tasks -/

set_option genInjectivity false in
structure Task (α : Type u) : Type u where
  pure ::
  get : α
  deriving Inhabited, Nonempty

attribute [extern "lean_task_pure"] Task.pure
attribute [extern "lean_task_get_own"] Task.get

namespace Task

abbrev Priority := Nat
def Priority.default : Priority := 0
def Priority.max : Priority := 8
def Priority.dedicated : Priority := 9

@[noinline, extern "lean_task_spawn"]
protected def spawn {α : Type u} (fn : Unit → α) (prio := Priority.default) : Task α := ⟨fn ()⟩

@[noinline, extern "lean_task_map"]
protected def map (f : α → β) (x : Task α) (prio := Priority.default) (sync := false) : Task β :=
  ⟨f x.get⟩

@[noinline, extern "lean_task_bind"]
protected def bind (x : Task α) (f : α → Task β) (prio := Priority.default) (sync := false) :
    Task β :=
  ⟨(f x.get).get⟩

end Task

structure NonScalar where
  mk ::
  val : Nat

inductive PNonScalar : Type u where
  | mk (v : Nat) : PNonScalar

@[simp] protected theorem Nat.add_zero (n : Nat) : n + 0 = n := rfl

/-- Marks a parameter that a tactic fills in. -/
@[reducible] def autoParam.{u'} (α : Sort u') (tactic : Lean.Syntax) : Sort u' := α

theorem optParam_eq (α : Sort u) (default : α) : optParam α default = α := rfl

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

protected theorem PSigma.eta {α : Sort u} {β : α → Sort v} {a₁ a₂ : α} {b₁ : β a₁} {b₂ : β a₂}
    (h₁ : a₁ = a₂) (h₂ : Eq.ndrec b₁ h₁ = b₂) : PSigma.mk a₁ b₁ = PSigma.mk a₂ b₂ := by
  subst h₁; subst h₂; rfl

theorem PUnit.subsingleton (a b : PUnit) : a = b := rfl
theorem PUnit.eq_punit (a : PUnit) : a = ⟨⟩ := rfl
instance : Subsingleton PUnit := ⟨PUnit.subsingleton⟩
instance : Inhabited PUnit where
  default := ⟨⟩
instance : DecidableEq PUnit := fun a b => isTrue (PUnit.subsingleton a b)

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

theorem Nat.succ.inj {m n : Nat} : m.succ = n.succ → m = n := fun e => congrArg Nat.pred e

theorem Nat.succ.injEq (u v : Nat) : (u.succ = v.succ) = (u = v) :=
  Eq.propIntro Nat.succ.inj (congrArg Nat.succ)

@[simp] theorem beq_iff_eq [BEq α] [LawfulBEq α] {a b : α} : a == b ↔ a = b :=
  ⟨eq_of_beq, beq_of_eq⟩

/-! ## Propositional lemmas -/

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
