prelude
import Init.SimpLemmas

/-!
# Well-founded recursion

Accessibility, `WellFounded.fix`, the order on `Nat`, inverse images, lexicographic orders, and the
names that the native code generator of recursive definitions refers to (`invImage`, `measure`,
`sizeOfWFRel`, `wfParam`, `WellFounded.Nat.fix`). Statements follow Lean 4.35's public interface.
-/

set_option linter.all false

universe u v

inductive Acc {α : Sort u} (r : α → α → Prop) : α → Prop where
  | intro (x : α) (h : (y : α) → r y x → Acc r y) : Acc r x

noncomputable abbrev Acc.ndrec.{u1, u2} {α : Sort u2} {r : α → α → Prop} {C : α → Sort u1}
    (m : (x : α) → ((y : α) → r y x → Acc r y) → ((y : α) → (a : r y x) → C y) → C x)
    {a : α} (n : Acc r a) : C a :=
  n.rec m

noncomputable abbrev Acc.ndrecOn.{u1, u2} {α : Sort u2} {r : α → α → Prop} {C : α → Sort u1}
    {a : α} (n : Acc r a)
    (m : (x : α) → ((y : α) → r y x → Acc r y) → ((y : α) → (a : r y x) → C y) → C x) : C a :=
  n.rec m

theorem Acc.inv {α : Sort u} {r : α → α → Prop} {x y : α} (h₁ : Acc r x) (h₂ : r y x) : Acc r y :=
  h₁.recOn (fun _ ac _ e => ac y e) h₂

inductive WellFounded {α : Sort u} (r : α → α → Prop) : Prop where
  | intro (h : ∀ a, Acc r a) : WellFounded r

class WellFoundedRelation (α : Sort u) where
  rel : α → α → Prop
  wf : WellFounded rel

namespace WellFounded

theorem apply {α : Sort u} {r : α → α → Prop} (wf : WellFounded r) (a : α) : Acc r a :=
  wf.rec (fun p => p) a

section
variable {α : Sort u} {r : α → α → Prop} (hwf : WellFounded r)

noncomputable def recursion {C : α → Sort v} (a : α) (h : ∀ x, (∀ y, r y x → C y) → C x) : C a :=
  (hwf.apply a).rec (fun x _ ih => h x ih)

include hwf in
theorem induction {C : α → Prop} (a : α) (h : ∀ x, (∀ y, r y x → C y) → C x) : C a :=
  recursion hwf a h

variable {C : α → Sort v}
variable (F : ∀ x, (∀ y, r y x → C y) → C x)

noncomputable def fixF (x : α) (a : Acc r x) : C x := a.rec (fun x _ ih => F x ih)

theorem fixF_eq (x : α) (acx : Acc r x) :
    fixF F x acx = F x (fun (y : α) (p : r y x) => fixF F y (Acc.inv acx p)) :=
  acx.rec (motive := fun x a =>
    fixF F x a = F x (fun (y : α) (p : r y x) => fixF F y (Acc.inv a p))) (fun _ _ _ => rfl)

@[deprecated fixF_eq (since := "2025-04-04")]
theorem fixFEq (x : α) (acx : Acc r x) :
    fixF F x acx = F x (fun (y : α) (p : r y x) => fixF F y (Acc.inv acx p)) := fixF_eq F x acx

end

variable {α : Sort u} {C : α → Sort v} {r : α → α → Prop}

@[irreducible]
noncomputable def fix (hwf : WellFounded r) (F : ∀ x, (∀ y, r y x → C y) → C x) (x : α) : C x :=
  fixF F x (hwf.apply x)

unseal fix in
theorem fix_eq (hwf : WellFounded r) (F : ∀ x, (∀ y, r y x → C y) → C x) (x : α) :
    fix hwf F x = F x (fun y _ => fix hwf F y) :=
  fixF_eq F x (hwf.apply x)

end WellFounded

open WellFounded

@[instance_reducible] def emptyWf {α : Sort u} : WellFoundedRelation α where
  rel := emptyRelation
  wf := ⟨fun a => ⟨a, fun _ h => False.elim h⟩⟩

namespace Subrelation
variable {α : Sort u} {r q : α → α → Prop}

theorem accessible {a : α} (h₁ : Subrelation q r) (ac : Acc r a) : Acc q a :=
  ac.rec (motive := fun x _ => Acc q x) (fun x _ ih => ⟨x, fun y h => ih y (h₁ h)⟩)

theorem wf (h₁ : Subrelation q r) (h₂ : WellFounded r) : WellFounded q :=
  ⟨fun a => accessible @h₁ (h₂.apply a)⟩

end Subrelation

namespace InvImage
variable {α : Sort u} {β : Sort v} {r : β → β → Prop}

private theorem accAux (f : α → β) {b : β} (ac : Acc r b) :
    (x : α) → f x = b → Acc (InvImage r f) x :=
  ac.rec (motive := fun b _ => (x : α) → f x = b → Acc (InvImage r f) x)
    (fun b _ ih x e => ⟨x, fun y lt => ih (f y) (e ▸ lt) y rfl⟩)

theorem accessible {a : α} (f : α → β) (ac : Acc r (f a)) : Acc (InvImage r f) a :=
  accAux f ac a rfl

theorem wf (f : α → β) (h : WellFounded r) : WellFounded (InvImage r f) :=
  ⟨fun a => accessible f (h.apply (f a))⟩

end InvImage

@[reducible] def invImage (f : α → β) (h : WellFoundedRelation β) : WellFoundedRelation α where
  rel := InvImage h.rel f
  wf := InvImage.wf f h.wf

theorem Nat.lt_wf_acc : (n : Nat) → Acc Nat.lt n
  | 0 => ⟨0, fun _ h => absurd h (Nat.not_lt_zero _)⟩
  | n + 1 => ⟨n + 1, fun m h =>
      have ac : Acc Nat.lt n := Nat.lt_wf_acc n
      match Nat.eq_or_lt_of_le (Nat.le_of_lt_succ h) with
      | .inl e => e ▸ ac
      | .inr l => ac.inv l⟩

namespace Nat

@[instance_reducible] def lt_wfRel : WellFoundedRelation Nat where
  rel := (· < ·)
  wf := ⟨Nat.lt_wf_acc⟩

@[elab_as_elim] protected noncomputable def strongRecOn {motive : Nat → Sort u} (n : Nat)
    (ind : ∀ n, (∀ m, m < n → motive m) → motive n) : motive n :=
  Nat.lt_wfRel.wf.fix ind n

@[elab_as_elim] protected noncomputable def strongRec {motive : Nat → Sort u}
    (ind : ∀ n, (∀ m, m < n → motive m) → motive n) (n : Nat) : motive n :=
  Nat.lt_wfRel.wf.fix ind n

@[elab_as_elim] protected noncomputable def caseStrongRecOn {motive : Nat → Sort u} (a : Nat)
    (zero : motive 0) (ind : ∀ n, (∀ m, m ≤ n → motive m) → motive (succ n)) : motive a :=
  Nat.strongRecOn a fun n =>
    match n with
    | 0 => fun _ => zero
    | n+1 => fun h => ind n fun _ k => h _ (lt_succ_of_le k)

end Nat

abbrev measure {α : Sort u} (f : α → Nat) : WellFoundedRelation α := invImage f Nat.lt_wfRel

abbrev sizeOfWFRel {α : Sort u} [SizeOf α] : WellFoundedRelation α := measure sizeOf

instance (priority := low) [SizeOf α] : WellFoundedRelation α := sizeOfWFRel

namespace Prod

section
variable {α : Type u} {β : Type v} (ra : α → α → Prop) (rb : β → β → Prop)

protected inductive Lex : α × β → α × β → Prop where
  | left {a₁} (b₁) {a₂} (b₂) (h : ra a₁ a₂) : Prod.Lex (a₁, b₁) (a₂, b₂)
  | right (a) {b₁ b₂} (h : rb b₁ b₂) : Prod.Lex (a, b₁) (a, b₂)

inductive RProd : α × β → α × β → Prop where
  | intro {a₁ b₁ a₂ b₂} (h₁ : ra a₁ a₂) (h₂ : rb b₁ b₂) : RProd (a₁, b₁) (a₂, b₂)

end

theorem lex_def {α : Type u} {β : Type v} {r : α → α → Prop} {s : β → β → Prop} {p q : α × β} :
    Prod.Lex r s p q ↔ r p.1 q.1 ∨ p.1 = q.1 ∧ s p.2 q.2 :=
  ⟨fun h => match h with
    | .left _ _ h => .inl h
    | .right _ h => .inr ⟨rfl, h⟩,
   fun h => match p, q, h with
    | (_, b), (_, d), .inl h => .left b d h
    | (a, _), (_, _), .inr ⟨e, h⟩ => by subst e; exact .right a h⟩

namespace Lex

theorem right' {a₂ : Nat} {b₂ : β} {rb : β → β → Prop} {a₁ : Nat} {b₁ : β} (h₁ : a₁ ≤ a₂)
    (h₂ : rb b₁ b₂) : Prod.Lex Nat.lt rb (a₁, b₁) (a₂, b₂) :=
  match Nat.eq_or_lt_of_le h₁ with
  | .inl h => h ▸ Prod.Lex.right a₁ h₂
  | .inr h => Prod.Lex.left b₁ _ h

end Lex

section
variable {α : Type u} {β : Type v} {ra : α → α → Prop} {rb : β → β → Prop}

theorem lexAccessible {a : α} (aca : Acc ra a) (acb : (b : β) → Acc rb b) (b : β) :
    Acc (Prod.Lex ra rb) (a, b) :=
  aca.rec (motive := fun a _ => ∀ b, Acc (Prod.Lex ra rb) (a, b))
    (fun a _ iha b =>
      (acb b).rec (motive := fun b _ => Acc (Prod.Lex ra rb) (a, b))
        (fun b _ ihb => ⟨(a, b), fun p lt =>
          match p, lex_def.mp lt with
          | (_, _), .inl h => iha _ h _
          | (_, _), .inr ⟨e, h⟩ => by subst e; exact ihb _ h⟩)) b

@[reducible] def lex (ha : WellFoundedRelation α) (hb : WellFoundedRelation β) :
    WellFoundedRelation (α × β) where
  rel := Prod.Lex ha.rel hb.rel
  wf := ⟨fun (a, b) => lexAccessible (ha.wf.apply a) hb.wf.apply b⟩

instance instWellFoundedRelation [ha : WellFoundedRelation α] [hb : WellFoundedRelation β] :
    WellFoundedRelation (α × β) :=
  lex ha hb

theorem RProdSubLex (a : α × β) (b : α × β) (h : RProd ra rb a b) : Prod.Lex ra rb a b :=
  match h with
  | .intro h₁ _ => Prod.Lex.left _ _ h₁

@[instance_reducible] def rprod (ha : WellFoundedRelation α) (hb : WellFoundedRelation β) :
    WellFoundedRelation (α × β) where
  rel := RProd ha.rel hb.rel
  wf := Subrelation.wf (r := Prod.Lex ha.rel hb.rel) (fun h => RProdSubLex _ _ h) (lex ha hb).wf

end
end Prod

namespace PSigma

section
variable {α : Sort u} {β : α → Sort v} (r : α → α → Prop) (s : ∀ a, β a → β a → Prop)

inductive Lex : PSigma β → PSigma β → Prop where
  | left : ∀ {a₁ : α} (b₁ : β a₁) {a₂ : α} (b₂ : β a₂), r a₁ a₂ → Lex ⟨a₁, b₁⟩ ⟨a₂, b₂⟩
  | right : ∀ (a : α) {b₁ b₂ : β a}, s a b₁ b₂ → Lex ⟨a, b₁⟩ ⟨a, b₂⟩

end

section
variable {α : Sort u} {β : α → Sort v} {r : α → α → Prop} {s : ∀ (a : α), β a → β a → Prop}

theorem lexAccessible {a} (aca : Acc r a) (acb : (a : α) → WellFounded (s a)) (b : β a) :
    Acc (Lex r s) ⟨a, b⟩ := by
  induction aca with
  | intro xa _ iha =>
    induction (acb xa).apply b with
    | intro xb _ ihb =>
      refine ⟨_, fun p lt => ?_⟩
      cases lt with
      | left _ _ h => exact iha _ h _
      | right _ h => exact ihb _ h

@[reducible] def lex (ha : WellFoundedRelation α) (hb : (a : α) → WellFoundedRelation (β a)) :
    WellFoundedRelation (PSigma β) where
  rel := Lex ha.rel (fun a => (hb a).rel)
  wf := ⟨fun ⟨a, b⟩ => lexAccessible (ha.wf.apply a) (fun a => (hb a).wf) b⟩

instance [ha : WellFoundedRelation α] [hb : (a : α) → WellFoundedRelation (β a)] :
    WellFoundedRelation (PSigma β) :=
  lex ha hb

end

section
variable {α : Sort u} {β : Sort v}

def lexNdep (r : α → α → Prop) (s : β → β → Prop) := Lex r (fun _ => s)

theorem lexNdepWf {r : α → α → Prop} {s : β → β → Prop} (ha : WellFounded r)
    (hb : WellFounded s) : WellFounded (lexNdep r s) :=
  ⟨fun ⟨a, b⟩ => lexAccessible (ha.apply a) (fun _ => hb) b⟩

inductive RevLex (r : α → α → Prop) (s : β → β → Prop) :
    @PSigma α (fun _ => β) → @PSigma α (fun _ => β) → Prop where
  | left : {a₁ a₂ : α} → (b : β) → r a₁ a₂ → RevLex r s ⟨a₁, b⟩ ⟨a₂, b⟩
  | right : (a₁ : α) → {b₁ : β} → (a₂ : α) → {b₂ : β} → s b₁ b₂ → RevLex r s ⟨a₁, b₁⟩ ⟨a₂, b₂⟩

theorem revLexAccessible {r : α → α → Prop} {s : β → β → Prop} {b} (acb : Acc s b)
    (aca : (a : α) → Acc r a) : (a : α) → Acc (RevLex r s) ⟨a, b⟩ := by
  induction acb with
  | intro xb _ ihb =>
    intro a
    induction aca a with
    | intro xa _ iha =>
      refine ⟨_, fun p lt => ?_⟩
      cases lt with
      | left _ h => exact iha _ h
      | right _ _ h => exact ihb _ h _

theorem revLex {r : α → α → Prop} {s : β → β → Prop} (ha : WellFounded r) (hb : WellFounded s) :
    WellFounded (RevLex r s) :=
  ⟨fun ⟨a, b⟩ => revLexAccessible (hb.apply b) ha.apply a⟩

end

def SkipLeft (α : Type u) {β : Type v} (s : β → β → Prop) :
    @PSigma α (fun _ => β) → @PSigma α (fun _ => β) → Prop :=
  RevLex emptyRelation s

@[instance_reducible] def skipLeft (α : Type u) {β : Type v} (hb : WellFoundedRelation β) :
    WellFoundedRelation (PSigma fun _ : α => β) where
  rel := SkipLeft α hb.rel
  wf := revLex emptyWf.wf hb.wf

theorem mkSkipLeft {α : Type u} {β : Type v} {b₁ b₂ : β} {s : β → β → Prop} (a₁ a₂ : α)
    (h : s b₁ b₂) : SkipLeft α s ⟨a₁, b₁⟩ ⟨a₂, b₂⟩ :=
  RevLex.right _ _ h

end PSigma

/-- Marks a parameter of a well-founded recursion during preprocessing. -/
@[implicit_reducible] def wfParam {α : Sort u} (a : α) : α := a

/-! ## Recursion on a natural number that the kernel can run -/

namespace WellFounded.Nat

/-- A copy of `n` whose evaluation comes first, as a literal. -/
def eager (n : Nat) : Nat := if Nat.beq n n then n else n

theorem eager_eq (n : Nat) : eager n = n := ite_self n

variable {α : Sort u} {motive : α → Sort v} (h : α → Nat)
  (F : (x : α) → ((y : α) → InvImage (· < ·) h y x → motive y) → motive x)

noncomputable def fix : (x : α) → motive x :=
  let rec go : ∀ (fuel : Nat) (x : α), h x < fuel → motive x :=
    Nat.rec
      (fun _ hfuel => (_root_.Nat.not_succ_le_zero _ hfuel).elim)
      (fun _ ih x hfuel => F x fun y hy =>
        ih y (_root_.Nat.lt_of_lt_of_le hy (_root_.Nat.le_of_lt_succ hfuel)))
  fun x => go (eager (h x + 1)) x ((eager_eq (h x + 1)).symm ▸ _root_.Nat.lt_add_one _)

theorem fix.go_congr (x : α) : (fuel₁ fuel₂ : Nat) → (h₁ : h x < fuel₁) → (h₂ : h x < fuel₂) →
    fix.go h F fuel₁ x h₁ = fix.go h F fuel₂ x h₂ := by
  suffices key : ∀ (n : Nat) (x : α), h x < n → (fuel₁ fuel₂ : Nat) → (h₁ : h x < fuel₁) →
      (h₂ : h x < fuel₂) → fix.go h F fuel₁ x h₁ = fix.go h F fuel₂ x h₂ from
    key (h x + 1) x (_root_.Nat.lt_add_one _)
  intro n
  induction n with
  | zero => exact fun _ l => absurd l (_root_.Nat.not_lt_zero _)
  | succ n ih =>
    intro x l fuel₁ fuel₂ h₁ h₂
    match fuel₁, fuel₂, h₁, h₂ with
    | f₁ + 1, f₂ + 1, h₁, h₂ =>
      exact congrArg (F x) (funext fun y => funext fun hy =>
        ih y (_root_.Nat.lt_of_lt_of_le hy (_root_.Nat.le_of_lt_succ l)) f₁ f₂ _ _)

theorem fix_eq (x : α) : fix h F x = F x (fun y _ => fix h F y) := by
  show fix.go h F (eager (h x + 1)) x _ = _
  exact (fix.go_congr h F x _ (h x + 1) _ (_root_.Nat.lt_add_one _)).trans
    (congrArg (F x) (funext fun y => funext fun _ => fix.go_congr h F y _ _ _ _))

end WellFounded.Nat
