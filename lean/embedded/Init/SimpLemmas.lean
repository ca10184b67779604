prelude
import Init.Core
import Init.Generated.Unexpanders

/-!
# The lemmas that `simp` knows about the connectives and `Bool`

Statements follow Lean 4.35's public interface; several are named by the simplifier's native code
(`eq_self`, `of_eq_true`, `implies_congr`, `ite_congr`, ...). Proofs are our own.
-/

set_option linter.all false

universe u v

theorem of_eq_true (h : p = True) : p := cast h.symm trivial
theorem of_eq_false (h : p = False) : ¬ p := cast h

theorem eq_true (h : p) : p = True := propext ⟨fun _ => trivial, fun _ => h⟩

attribute [simp] cast_heq

theorem eq_false (h : ¬ p) : p = False := propext ⟨h, False.elim⟩
theorem eq_false' (h : p → False) : p = False := eq_false h

theorem eq_true_of_decide {p : Prop} [Decidable p] (h : decide p = true) : p = True :=
  eq_true (of_decide_eq_true h)
theorem eq_false_of_decide {p : Prop} {_ : Decidable p} (h : decide p = false) : p = False :=
  eq_false (of_decide_eq_false h)

@[simp] theorem eq_self (a : α) : (a = a) = True := eq_true rfl

theorem implies_congr {p₁ p₂ : Sort u} {q₁ q₂ : Sort v} (h₁ : p₁ = p₂) (h₂ : q₁ = q₂) :
    (p₁ → q₁) = (p₂ → q₂) :=
  h₁ ▸ h₂ ▸ rfl

theorem iff_congr {p₁ p₂ q₁ q₂ : Prop} (h₁ : p₁ ↔ p₂) (h₂ : q₁ ↔ q₂) :
    (p₁ ↔ q₁) ↔ (p₂ ↔ q₂) :=
  ⟨fun h => h₁.symm.trans (h.trans h₂), fun h => h₁.trans (h.trans h₂.symm)⟩

theorem implies_dep_congr_ctx {p₁ p₂ q₁ : Prop} (h₁ : p₁ = p₂) {q₂ : p₂ → Prop}
    (h₂ : (h : p₂) → q₁ = q₂ h) : (p₁ → q₁) = ((h : p₂) → q₂ h) :=
  propext ⟨fun f b => (h₂ b).mp (f (h₁.mpr b)), fun f a => (h₂ (h₁.mp a)).mpr (f (h₁.mp a))⟩

theorem implies_congr_ctx {p₁ p₂ q₁ q₂ : Prop} (h₁ : p₁ = p₂) (h₂ : p₂ → q₁ = q₂) :
    (p₁ → q₁) = (p₂ → q₂) :=
  implies_dep_congr_ctx h₁ h₂

theorem forall_congr {α : Sort u} {p q : α → Prop} (h : ∀ a, p a = q a) :
    (∀ a, p a) = (∀ a, q a) :=
  congrArg (fun r : α → Prop => ∀ a, r a) (funext h)

theorem forall_prop_domain_congr {p₁ p₂ : Prop} {q₁ : p₁ → Prop} {q₂ : p₂ → Prop} (h₁ : p₁ = p₂)
    (h₂ : ∀ a : p₂, q₁ (h₁.substr a) = q₂ a) : (∀ a : p₁, q₁ a) = (∀ a : p₂, q₂ a) := by
  subst h₁; exact forall_congr h₂

theorem forall_prop_congr_dom {p₁ p₂ : Prop} (h : p₁ = p₂) (q : p₁ → Prop) :
    (∀ a : p₁, q a) = (∀ a : p₂, q (h.substr a)) := by
  subst h; exact rfl

theorem pi_congr {α : Sort u} {β β' : α → Sort v} (h : ∀ a, β a = β' a) :
    (∀ a, β a) = ∀ a, β' a :=
  congrArg (fun r : α → Sort v => ∀ a, r a) (funext h)

theorem let_congr {α : Sort u} {β : Sort v} {a a' : α} {b b' : α → β} (h₁ : a = a')
    (h₂ : ∀ x, b x = b' x) : (let x := a; b x) = (let x := a'; b' x) :=
  (h₂ a).trans (congrArg b' h₁)

theorem let_val_congr {α : Sort u} {β : Sort v} {a a' : α} (b : α → β) (h : a = a') :
    (let x := a; b x) = (let x := a'; b x) :=
  congrArg b h

theorem let_body_congr {α : Sort u} {β : α → Sort v} {b b' : (a : α) → β a} (a : α)
    (h : ∀ x, b x = b' x) : (let x := a; b x) = (let x := a; b' x) :=
  h a

theorem letFun_unused {α : Sort u} {β : Sort v} (a : α) {b b' : β} (h : b = b') :
    (have _ := a; b) = b' := h
theorem letFun_congr {α : Sort u} {β : Sort v} {a a' : α} {f f' : α → β} (h₁ : a = a')
    (h₂ : ∀ x, f x = f' x) : (have x := a; f x) = (have x := a'; f' x) :=
  (h₂ a).trans (congrArg f' h₁)
theorem letFun_body_congr {α : Sort u} {β : Sort v} (a : α) {f f' : α → β} (h : ∀ x, f x = f' x) :
    (have x := a; f x) = (have x := a; f' x) := h a
theorem letFun_val_congr {α : Sort u} {β : Sort v} {a a' : α} {f : α → β} (h : a = a') :
    (have x := a; f x) = (have x := a'; f x) := congrArg f h

theorem have_unused {α : Sort u} {β : Sort v} (a : α) {b b' : β} (h : b = b') :
    (have _ := a; b) = b' := h
theorem have_unused' {α : Sort u} {β : Sort v} (a : α) {b : β} : (have _ := a; b) = b := rfl
theorem have_congr {α : Sort u} {β : Sort v} {a a' : α} {f f' : α → β} (h₁ : a = a')
    (h₂ : ∀ x, f x = f' x) : (have x := a; f x) = (have x := a'; f' x) :=
  (h₂ a).trans (congrArg f' h₁)
theorem have_congr' {α : Sort u} {β : Sort v} {a a' : α} {f f' : α → β} (h₁ : a = a')
    (h₂ : ∀ x, f x = f' x) : (have x := a; f x) = (have x := a'; f' x) := have_congr h₁ h₂
theorem have_body_congr {α : Sort u} {β : Sort v} (a : α) {f f' : α → β} (h : ∀ x, f x = f' x) :
    (have x := a; f x) = (have x := a; f' x) := h a
theorem have_body_congr' {α : Sort u} {β : Sort v} (a : α) {f f' : α → β} (h : ∀ x, f x = f' x) :
    (have x := a; f x) = (have x := a; f' x) := h a
theorem have_val_congr {α : Sort u} {β : Sort v} {a a' : α} {f : α → β} (h : a = a') :
    (have x := a; f x) = (have x := a'; f x) := congrArg f h

@[congr] theorem ite_congr {x y u v : α} {s : Decidable b} [Decidable c] (h₁ : b = c)
    (h₂ : c → x = u) (h₃ : ¬ c → y = v) : ite b x y = ite c u v := by
  subst h₁
  exact Decidable.byCases
    (fun h => (ite_eq_left h).trans ((h₂ h).trans (ite_eq_left h).symm))
    (fun h => (ite_eq_right h).trans ((h₃ h).trans (ite_eq_right h).symm))

theorem Eq.mpr_prop {p q : Prop} (h₁ : p = q) (h₂ : q) : p := cast h₁.symm h₂
theorem Eq.mpr_not {p q : Prop} (h₁ : p = q) (h₂ : ¬q) : ¬p := fun h => h₂ (cast h₁ h)

@[congr] theorem dite_congr {_ : Decidable b} [Decidable c] {x : b → α} {u : c → α} {y : ¬b → α}
    {v : ¬c → α} (h₁ : b = c) (h₂ : (h : c) → x (h₁.mpr_prop h) = u h)
    (h₃ : (h : ¬c) → y (h₁.mpr_not h) = v h) : dite b x y = dite c u v := by
  subst h₁
  exact Decidable.byCases
    (fun h => (dite_eq_left h).trans ((h₂ h).trans (dite_eq_left h).symm))
    (fun h => (dite_eq_right h).trans ((h₃ h).trans (dite_eq_right h).symm))

@[simp] theorem ne_eq (a b : α) : (a ≠ b) = ¬(a = b) := rfl
@[simp] theorem ite_true (a b : α) : (if True then a else b) = a := rfl
@[simp] theorem ite_false (a b : α) : (if False then a else b) = b := rfl
@[simp] theorem dite_true {α : Sort u} {t : True → α} {e : ¬ True → α} :
    (dite True t e) = t True.intro := rfl
@[simp] theorem dite_false {α : Sort u} {t : False → α} {e : ¬ False → α} :
    (dite False t e) = e not_false := rfl

theorem ite_cond_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α) (h : c = True) :
    (if c then a else b) = a := ite_eq_left (of_eq_true h)
theorem ite_cond_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} (a b : α) (h : c = False) :
    (if c then a else b) = b := ite_eq_right (of_eq_false h)
theorem dite_cond_eq_true {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α} {e : ¬ c → α}
    (h : c = True) : (dite c t e) = t (of_eq_true h) := dite_eq_left (of_eq_true h)
theorem dite_cond_eq_false {α : Sort u} {c : Prop} {_ : Decidable c} {t : c → α} {e : ¬ c → α}
    (h : c = False) : (dite c t e) = e (of_eq_false h) := dite_eq_right (of_eq_false h)

@[simp] theorem ite_self {α : Sort u} {c : Prop} {d : Decidable c} (a : α) : ite c a a = a :=
  Decidable.byCases (p := c) (fun h => ite_eq_left h) (fun h => ite_eq_right h)

@[simp] theorem and_true (p : Prop) : (p ∧ True) = p := propext ⟨And.left, fun h => ⟨h, trivial⟩⟩
@[simp] theorem true_and (p : Prop) : (True ∧ p) = p := propext ⟨And.right, fun h => ⟨trivial, h⟩⟩
instance : Std.LawfulIdentity And True where
  left_id := true_and
  right_id := and_true
@[simp] theorem and_false (p : Prop) : (p ∧ False) = False := eq_false And.right
@[simp] theorem false_and (p : Prop) : (False ∧ p) = False := eq_false And.left
@[simp] theorem and_self (p : Prop) : (p ∧ p) = p := propext ⟨And.left, fun h => ⟨h, h⟩⟩
instance : Std.IdempotentOp And := ⟨and_self⟩
@[simp] theorem and_not_self : ¬(a ∧ ¬a) := fun h => h.right h.left
@[simp] theorem not_and_self : ¬(¬a ∧ a) := fun h => h.left h.right
@[simp] theorem and_imp : (a ∧ b → c) ↔ (a → b → c) :=
  ⟨fun f ha hb => f ⟨ha, hb⟩, fun f h => f h.left h.right⟩
@[simp] theorem not_and : ¬(a ∧ b) ↔ (a → ¬b) := and_imp
@[simp] theorem or_self (p : Prop) : (p ∨ p) = p := propext ⟨fun h => h.elim id id, .inl⟩
instance : Std.IdempotentOp Or := ⟨or_self⟩
@[simp] theorem or_true (p : Prop) : (p ∨ True) = True := eq_true (.inr trivial)
@[simp] theorem true_or (p : Prop) : (True ∨ p) = True := eq_true (.inl trivial)
@[simp] theorem or_false (p : Prop) : (p ∨ False) = p :=
  propext ⟨fun h => h.elim id False.elim, .inl⟩
@[simp] theorem false_or (p : Prop) : (False ∨ p) = p :=
  propext ⟨fun h => h.elim False.elim id, .inr⟩
instance : Std.LawfulIdentity Or False where
  left_id := false_or
  right_id := or_false
@[simp] theorem iff_self (p : Prop) : (p ↔ p) = True := eq_true .rfl
@[simp] theorem iff_true (p : Prop) : (p ↔ True) = p :=
  propext ⟨fun h => h.mpr trivial, fun h => ⟨fun _ => trivial, fun _ => h⟩⟩
@[simp] theorem true_iff (p : Prop) : (True ↔ p) = p :=
  propext ⟨fun h => h.mp trivial, fun h => ⟨fun _ => h, fun _ => trivial⟩⟩
@[simp] theorem iff_false (p : Prop) : (p ↔ False) = ¬p :=
  propext ⟨Iff.mp, fun h => ⟨h, False.elim⟩⟩
@[simp] theorem false_iff (p : Prop) : (False ↔ p) = ¬p :=
  propext ⟨Iff.mpr, fun h => ⟨False.elim, h⟩⟩
@[simp] theorem false_implies (p : Prop) : (False → p) = True := eq_true False.elim
@[simp] theorem forall_false (p : False → Prop) : (∀ h : False, p h) = True :=
  eq_true fun h => h.elim
@[simp] theorem implies_true (α : Sort u) : (α → True) = True := eq_true fun _ => trivial
@[simp] theorem true_implies (p : Prop) : (True → p) = p :=
  propext ⟨fun f => f trivial, fun h _ => h⟩
@[simp] theorem not_false_eq_true : (¬ False) = True := eq_true False.elim
@[simp] theorem not_true_eq_false : (¬ True) = False := eq_false fun h => h trivial

@[simp] theorem not_iff_self : ¬(¬a ↔ a) := fun h => iff_not_self h.symm
attribute [simp] iff_not_self

theorem and_congr_right (h : a → (b ↔ c)) : a ∧ b ↔ a ∧ c :=
  ⟨fun k => ⟨k.left, (h k.left).mp k.right⟩, fun k => ⟨k.left, (h k.left).mpr k.right⟩⟩
theorem and_congr_left (h : c → (a ↔ b)) : a ∧ c ↔ b ∧ c :=
  and_comm.trans ((and_congr_right h).trans and_comm)
theorem and_assoc : (a ∧ b) ∧ c ↔ a ∧ (b ∧ c) :=
  ⟨fun h => ⟨h.left.left, h.left.right, h.right⟩, fun h => ⟨⟨h.left, h.right.left⟩, h.right.right⟩⟩
instance : Std.Associative And := ⟨fun _ _ _ => propext and_assoc⟩
@[simp] theorem and_self_left : a ∧ (a ∧ b) ↔ a ∧ b := ⟨And.right, fun h => ⟨h.left, h⟩⟩
@[simp] theorem and_self_right : (a ∧ b) ∧ b ↔ a ∧ b := ⟨And.left, fun h => ⟨h, h.right⟩⟩
@[simp] theorem and_congr_right_iff : (a ∧ b ↔ a ∧ c) ↔ (a → (b ↔ c)) :=
  ⟨fun h ha => ⟨fun hb => (h.mp ⟨ha, hb⟩).right, fun hc => (h.mpr ⟨ha, hc⟩).right⟩,
   and_congr_right⟩
@[simp] theorem and_congr_left_iff : (a ∧ c ↔ b ∧ c) ↔ c → (a ↔ b) :=
  ⟨fun h hc => ⟨fun ha => (h.mp ⟨ha, hc⟩).left, fun hb => (h.mpr ⟨hb, hc⟩).left⟩, and_congr_left⟩
theorem and_iff_left_of_imp (h : a → b) : (a ∧ b) ↔ a := ⟨And.left, fun ha => ⟨ha, h ha⟩⟩
theorem and_iff_right_of_imp (h : b → a) : (a ∧ b) ↔ b := ⟨And.right, fun hb => ⟨h hb, hb⟩⟩
@[simp] theorem and_iff_left_iff_imp : ((a ∧ b) ↔ a) ↔ (a → b) :=
  ⟨fun h ha => (h.mpr ha).right, and_iff_left_of_imp⟩
@[simp] theorem and_iff_right_iff_imp : ((a ∧ b) ↔ b) ↔ (b → a) :=
  ⟨fun h hb => (h.mpr hb).left, and_iff_right_of_imp⟩
@[simp] theorem iff_self_and : (p ↔ p ∧ q) ↔ (p → q) := Iff.comm.trans and_iff_left_iff_imp
@[simp] theorem iff_and_self : (p ↔ q ∧ p) ↔ (p → q) := Iff.comm.trans and_iff_right_iff_imp

theorem Or.imp (f : a → c) (g : b → d) (h : a ∨ b) : c ∨ d :=
  h.elim (fun ha => .inl (f ha)) (fun hb => .inr (g hb))
theorem Or.imp_left (f : a → b) : a ∨ c → b ∨ c := .imp f id
theorem Or.imp_right (f : b → c) : a ∨ b → a ∨ c := .imp id f
theorem or_assoc : (a ∨ b) ∨ c ↔ a ∨ (b ∨ c) :=
  ⟨fun h => h.elim (.imp_right .inl) (fun hc => .inr (.inr hc)),
   fun h => h.elim (fun ha => .inl (.inl ha)) (.imp_left .inr)⟩
instance : Std.Associative Or := ⟨fun _ _ _ => propext or_assoc⟩
@[simp] theorem or_self_left : a ∨ (a ∨ b) ↔ a ∨ b := ⟨fun h => h.elim .inl id, .inr⟩
@[simp] theorem or_self_right : (a ∨ b) ∨ b ↔ a ∨ b := ⟨fun h => h.elim id .inr, .inl⟩
theorem or_iff_right_of_imp (ha : a → b) : (a ∨ b) ↔ b := ⟨fun h => h.elim ha id, .inr⟩
theorem or_iff_left_of_imp (hb : b → a) : (a ∨ b) ↔ a := ⟨fun h => h.elim id hb, .inl⟩
@[simp] theorem or_iff_left_iff_imp : (a ∨ b ↔ a) ↔ (b → a) :=
  ⟨fun h hb => h.mp (.inr hb), or_iff_left_of_imp⟩
@[simp] theorem or_iff_right_iff_imp : (a ∨ b ↔ b) ↔ (a → b) :=
  ⟨fun h ha => h.mp (.inl ha), or_iff_right_of_imp⟩
@[simp] theorem iff_self_or {a b : Prop} : (a ↔ a ∨ b) ↔ (b → a) :=
  Iff.comm.trans or_iff_left_iff_imp
@[simp] theorem iff_or_self {a b : Prop} : (b ↔ a ∨ b) ↔ (a → b) :=
  Iff.comm.trans or_iff_right_iff_imp

/-! ## Bool -/

@[simp] theorem Bool.or_false (b : Bool) : (b || false) = b := match b with | true | false => rfl
@[simp] theorem Bool.or_true (b : Bool) : (b || true) = true := match b with | true | false => rfl
@[simp] theorem Bool.false_or (b : Bool) : (false || b) = b := rfl
instance : Std.LawfulIdentity (· || ·) false where
  left_id := Bool.false_or
  right_id := Bool.or_false
@[simp] theorem Bool.true_or (b : Bool) : (true || b) = true := rfl
@[simp] theorem Bool.or_self (b : Bool) : (b || b) = b := match b with | true | false => rfl
instance : Std.IdempotentOp (· || ·) := ⟨Bool.or_self⟩
@[simp] theorem Bool.or_eq_true (a b : Bool) : ((a || b) = true) = (a = true ∨ b = true) :=
  match a, b with
  | true, _ => (eq_true rfl).trans (eq_true (.inl rfl)).symm
  | false, _ => propext ⟨.inr, fun h => h.elim (fun e => Bool.noConfusion e) id⟩

@[simp] theorem Bool.and_false (b : Bool) : (b && false) = false :=
  match b with | true | false => rfl
@[simp] theorem Bool.and_true (b : Bool) : (b && true) = b := match b with | true | false => rfl
@[simp] theorem Bool.false_and (b : Bool) : (false && b) = false := rfl
@[simp] theorem Bool.true_and (b : Bool) : (true && b) = b := rfl
instance : Std.LawfulIdentity (· && ·) true where
  left_id := Bool.true_and
  right_id := Bool.and_true
@[simp] theorem Bool.and_self (b : Bool) : (b && b) = b := match b with | true | false => rfl
instance : Std.IdempotentOp (· && ·) := ⟨Bool.and_self⟩
@[simp] theorem Bool.and_eq_true (a b : Bool) : ((a && b) = true) = (a = true ∧ b = true) :=
  match a, b with
  | true, _ => propext ⟨fun h => ⟨rfl, h⟩, And.right⟩
  | false, _ => propext ⟨fun h => Bool.noConfusion h, fun h => h.left⟩

theorem Bool.and_assoc (a b c : Bool) : (a && b && c) = (a && (b && c)) :=
  match a with | true | false => rfl
instance : Std.Associative (· && ·) := ⟨Bool.and_assoc⟩
theorem Bool.or_assoc (a b c : Bool) : (a || b || c) = (a || (b || c)) :=
  match a with | true | false => rfl
instance : Std.Associative (· || ·) := ⟨Bool.or_assoc⟩

@[simp] theorem Bool.not_not (b : Bool) : (!!b) = b := match b with | true | false => rfl
@[simp] theorem Bool.not_true : (!true) = false := rfl
@[simp] theorem Bool.not_false : (!false) = true := rfl
@[simp] theorem beq_true (b : Bool) : (b == true) = b := match b with | true | false => rfl
@[simp] theorem beq_false (b : Bool) : (b == false) = !b := match b with | true | false => rfl

private theorem Bool.iff_of_cases {p : Bool → Prop} (t : p true) (f : p false) : (b : Bool) → p b
  | true => t
  | false => f

private theorem Bool.ttff : (true = false) = False := eq_false Bool.noConfusion
private theorem Bool.fftt : (false = true) = False := eq_false Bool.noConfusion

@[simp] theorem Bool.not_eq_true' (b : Bool) : ((!b) = true) = (b = false) :=
  match b with
  | true => Bool.fftt.trans Bool.ttff.symm
  | false => (eq_self true).trans (eq_self false).symm
@[simp] theorem Bool.not_eq_false' (b : Bool) : ((!b) = false) = (b = true) :=
  match b with
  | true => (eq_self false).trans (eq_self true).symm
  | false => Bool.ttff.trans Bool.fftt.symm

@[simp] theorem Bool.not_eq_true (b : Bool) : (¬(b = true)) = (b = false) :=
  propext ⟨Bool.eq_false_of_ne_true, Bool.ne_true_of_eq_false⟩
@[simp] theorem Bool.not_eq_false (b : Bool) : (¬(b = false)) = (b = true) :=
  propext ⟨Bool.eq_true_of_ne_false, Bool.ne_false_of_eq_true⟩

@[simp] theorem decide_eq_true_eq {_ : Decidable p} : (decide p = true) = p :=
  propext ⟨of_decide_eq_true, decide_eq_true⟩
@[simp] theorem decide_eq_false_iff_not {_ : Decidable p} : (decide p = false) ↔ ¬p :=
  ⟨of_decide_eq_false, decide_eq_false⟩

@[simp] theorem decide_not {g : Decidable p} {h : Decidable (Not p)} :
    @decide (Not p) h = !(@decide p g) :=
  Decidable.byCases (p := p)
    (fun hp => (decide_eq_false (fun n => n hp)).trans (congrArg not (decide_eq_true hp)).symm)
    (fun np => (decide_eq_true np).trans (congrArg not (decide_eq_false np)).symm)
@[simp] theorem not_decide_eq_true {h : Decidable p} : ((!decide p) = true) = ¬ p :=
  (Bool.not_eq_true' _).trans (propext decide_eq_false_iff_not)

@[simp] theorem heq_eq_eq (a b : α) : HEq a b = (a = b) := propext ⟨eq_of_heq, heq_of_eq⟩

@[simp] theorem cond_true (a b : α) : cond true a b = a := rfl
@[simp] theorem cond_false (a b : α) : cond false a b = b := rfl

theorem beq_self_eq_true [BEq α] [ReflBEq α] (a : α) : (a == a) = true := ReflBEq.rfl
theorem beq_self_eq_true' [DecidableEq α] (a : α) : (a == a) = true := beq_self_eq_true a
@[simp] theorem bne_self_eq_false [BEq α] [ReflBEq α] (a : α) : (a != a) = false :=
  congrArg not (beq_self_eq_true a)
theorem bne_self_eq_false' [DecidableEq α] (a : α) : (a != a) = false := bne_self_eq_false a

@[simp] theorem bne_iff_ne [BEq α] [LawfulBEq α] {a b : α} : a != b ↔ a ≠ b :=
  ⟨fun h e => Bool.ne_true_of_eq_false (congrArg not (beq_of_eq e)) h,
   fun h => congrArg not (beq_false_of_ne h)⟩
@[simp] theorem beq_eq_false_iff_ne [BEq α] [LawfulBEq α] {a b : α} : (a == b) = false ↔ a ≠ b :=
  ⟨ne_of_beq_false, beq_false_of_ne⟩
@[simp] theorem bne_eq_false_iff_eq [BEq α] [LawfulBEq α] {a b : α} : (a != b) = false ↔ a = b :=
  ⟨fun h => eq_of_beq ((Bool.not_eq_false' _).mp h),
   fun e => (Bool.not_eq_false' _).mpr (beq_of_eq e)⟩
theorem Bool.beq_to_eq (a b : Bool) : (a == b) = (a = b) := propext beq_iff_eq
theorem Bool.not_beq_to_not_eq (a b : Bool) : (!(a == b)) = ¬(a = b) := propext bne_iff_ne

@[simp] theorem Nat.le_zero_eq (a : Nat) : (a ≤ 0) = (a = 0) :=
  propext ⟨fun h => Nat.le_antisymm h (Nat.zero_le _), fun h => h ▸ Nat.le_refl _⟩
