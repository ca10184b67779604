prelude
import Init.Data.AC
import Init.Data.RArray
import Init.SimpLemmas

/-!
# Associative and commutative operations in `grind`

What the solver cites: each step says that two sequences of variables have the same value, by the
laws that the operation is known to have. A check compares normal forms (`Init.Data.AC`), so one
lemma serves every step.
-/

namespace Lean.Grind.AC

open Lean.Data (AC.Laws)

/-- Index of a variable. -/
abbrev Var := Nat

/-- An operation, and the values of the variables. -/
structure Context (α : Sort u) where
  vars : RArray (PLift α)
  op : α → α → α

/-- A term. -/
inductive Expr where
  | var (x : Var)
  | op (lhs rhs : Expr)

/-- A non-empty sequence of variables: a term bracketed to the right. -/
inductive Seq where
  | var (x : Var)
  | cons (x : Var) (s : Seq)

variable {α : Sort u} (ctx : Context α)

/-- Value of a variable. -/
def Var.denote (x : Var) : α := (ctx.vars.get x).down

/-- Value of a term. -/
def Expr.denote : Expr → α
  | var x => Var.denote ctx x
  | op l r => ctx.op (denote l) (denote r)

/-- Value of a sequence. -/
def Seq.denote : Seq → α
  | var x => Var.denote ctx x
  | cons x s => ctx.op (Var.denote ctx x) (denote s)

/-- The term as `Init.Data.AC` has it. -/
def Expr.term : Expr → Data.AC.Expr
  | var x => .var x
  | op l r => .op l.term r.term

/-- The sequence as a term. -/
def Seq.term : Seq → Data.AC.Expr
  | var x => .var x
  | cons x s => .op (.var x) s.term

/-- The sequence as a word. -/
def Seq.word : Seq → Data.AC.Word
  | var x => .one x
  | cons x s => .cons x s.word

theorem Seq.denote_eq_of_word : {s t : Seq} → s.word = t.word → s.denote ctx = t.denote ctx
  | var _, var _, h => by
    cases h
    rfl
  | cons x s, cons y t, h => by
    injection h with h₁ h₂
    show ctx.op _ _ = ctx.op _ _
    rw [h₁, denote_eq_of_word h₂]
  | var _, cons _ _, h => nomatch h
  | cons _ _, var _, h => nomatch h

/-- The laws of the operation, with variable 0 neutral if it is known to be. -/
def laws (assoc : Std.Associative ctx.op) (comm : Option (PLift (Std.Commutative ctx.op)))
    (idem : Option (PLift (Std.IdempotentOp ctx.op)))
    (neutral : Option (PLift (Std.LawfulIdentity ctx.op (Var.denote ctx 0)))) : AC.Laws α where
  op := ctx.op
  assoc := assoc
  comm := comm
  idem := idem
  var
    | 0 => ⟨Var.denote ctx 0, neutral⟩
    | x + 1 => ⟨Var.denote ctx (x + 1), none⟩

section
variable {ctx} {assoc : Std.Associative ctx.op} {comm : Option (PLift (Std.Commutative ctx.op))}
  {idem : Option (PLift (Std.IdempotentOp ctx.op))}
  {neutral : Option (PLift (Std.LawfulIdentity ctx.op (Var.denote ctx 0)))}

theorem value_var : (x : Var) → ((laws ctx assoc comm idem neutral).var x).value = Var.denote ctx x
  | 0 => rfl
  | _ + 1 => rfl

theorem eval_term : (e : Expr) → (laws ctx assoc comm idem neutral).eval e.term = e.denote ctx
  | .var x => value_var x
  | .op l r => by
    show ctx.op _ _ = ctx.op _ _
    rw [eval_term l, eval_term r]

theorem eval_seq : (s : Seq) → (laws ctx assoc comm idem neutral).eval s.term = s.denote ctx
  | .var x => value_var x
  | .cons x s => by
    show ctx.op ((laws ctx assoc comm idem neutral).var x).value _ = ctx.op _ _
    rw [eval_seq s, value_var]

/-- Equal values, by a check of the normal forms. -/
theorem seq_eq {s t : Seq} (h : (laws ctx assoc comm idem neutral).same s.term t.term = true) :
    s.denote ctx = t.denote ctx :=
  (eval_seq s).symm.trans ((AC.Laws.eval_eq_of_same _ h).trans (eval_seq t))

theorem seq_eq_op {s t u : Seq}
    (h : (laws ctx assoc comm idem neutral).same s.term (.op t.term u.term) = true) :
    s.denote ctx = ctx.op (t.denote ctx) (u.denote ctx) :=
  (eval_seq s).symm.trans ((AC.Laws.eval_eq_of_same _ h).trans
    (congr (congrArg ctx.op (eval_seq t)) (eval_seq u)))

theorem seq_eq_op₃ {s t u v : Seq}
    (h : (laws ctx assoc comm idem neutral).same s.term (.op t.term (.op u.term v.term)) = true) :
    s.denote ctx = ctx.op (t.denote ctx) (ctx.op (u.denote ctx) (v.denote ctx)) :=
  (eval_seq s).symm.trans ((AC.Laws.eval_eq_of_same _ h).trans
    (congr (congrArg ctx.op (eval_seq t))
      (congr (congrArg ctx.op (eval_seq u)) (eval_seq v))))

theorem term_eq {e : Expr} {s : Seq}
    (h : (laws ctx assoc comm idem neutral).same e.term s.term = true) :
    e.denote ctx = s.denote ctx :=
  (eval_term e).symm.trans ((AC.Laws.eval_eq_of_same _ h).trans (eval_seq s))

theorem both {a b : Bool} (h : (a && b) = true) : a = true ∧ b = true :=
  (Bool.and_eq_true a b).mp h

end

/-- Associativity alone. -/
abbrev lawsA (a : Std.Associative ctx.op) : AC.Laws α := laws ctx a none none none

/-- Associativity and commutativity. -/
abbrev lawsAC (a : Std.Associative ctx.op) (c : Std.Commutative ctx.op) : AC.Laws α :=
  laws ctx a (some ⟨c⟩) none none

/-- Associativity, with a neutral element. -/
abbrev lawsAI (a : Std.Associative ctx.op) (i : Std.LawfulIdentity ctx.op (Var.denote ctx 0)) :
    AC.Laws α :=
  laws ctx a none none (some ⟨i⟩)

/-- Associativity and commutativity, with a neutral element. -/
abbrev lawsACI (a : Std.Associative ctx.op) (c : Std.Commutative ctx.op)
    (i : Std.LawfulIdentity ctx.op (Var.denote ctx 0)) : AC.Laws α :=
  laws ctx a (some ⟨c⟩) none (some ⟨i⟩)

/-- Associativity and idempotence. -/
abbrev lawsAD (a : Std.Associative ctx.op) (d : Std.IdempotentOp ctx.op) : AC.Laws α :=
  laws ctx a none (some ⟨d⟩) none

/-- Associativity, commutativity and idempotence. -/
abbrev lawsACD (a : Std.Associative ctx.op) (c : Std.Commutative ctx.op)
    (d : Std.IdempotentOp ctx.op) : AC.Laws α :=
  laws ctx a (some ⟨c⟩) (some ⟨d⟩) none

variable {a : Std.Associative ctx.op} {c : Std.Commutative ctx.op}
  {i : Std.LawfulIdentity ctx.op (Var.denote ctx 0)} {d : Std.IdempotentOp ctx.op}

/-! ## Normal forms -/

theorem norm_a (e : Expr) (s : Seq) (h : (lawsA ctx a).same e.term s.term = true) :
    e.denote ctx = s.denote ctx := term_eq h

theorem norm_ac (e : Expr) (s : Seq) (h : (lawsAC ctx a c).same e.term s.term = true) :
    e.denote ctx = s.denote ctx := term_eq h

theorem norm_ai (e : Expr) (s : Seq) (h : (lawsAI ctx a i).same e.term s.term = true) :
    e.denote ctx = s.denote ctx := term_eq h

theorem norm_aci (e : Expr) (s : Seq) (h : (lawsACI ctx a c i).same e.term s.term = true) :
    e.denote ctx = s.denote ctx := term_eq h

section
variable (lhs rhs : Expr) (lhs' rhs' : Seq)

theorem eq_norm_a
    (h : ((lawsA ctx a).same lhs.term lhs'.term && (lawsA ctx a).same rhs.term rhs'.term) = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs'.denote ctx = rhs'.denote ctx := by
  rw [← term_eq (both h).1, ← term_eq (both h).2, e]

theorem eq_norm_ac (h : ((lawsAC ctx a c).same lhs.term lhs'.term &&
      (lawsAC ctx a c).same rhs.term rhs'.term) = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs'.denote ctx = rhs'.denote ctx := by
  rw [← term_eq (both h).1, ← term_eq (both h).2, e]

theorem eq_norm_ai (h : ((lawsAI ctx a i).same lhs.term lhs'.term &&
      (lawsAI ctx a i).same rhs.term rhs'.term) = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs'.denote ctx = rhs'.denote ctx := by
  rw [← term_eq (both h).1, ← term_eq (both h).2, e]

theorem eq_norm_aci (h : ((lawsACI ctx a c i).same lhs.term lhs'.term &&
      (lawsACI ctx a c i).same rhs.term rhs'.term) = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs'.denote ctx = rhs'.denote ctx := by
  rw [← term_eq (both h).1, ← term_eq (both h).2, e]

theorem diseq_norm_a
    (h : ((lawsA ctx a).same lhs.term lhs'.term && (lawsA ctx a).same rhs.term rhs'.term) = true)
    (e : lhs.denote ctx ≠ rhs.denote ctx) : lhs'.denote ctx ≠ rhs'.denote ctx := by
  rwa [← term_eq (both h).1, ← term_eq (both h).2]

theorem diseq_norm_ac (h : ((lawsAC ctx a c).same lhs.term lhs'.term &&
      (lawsAC ctx a c).same rhs.term rhs'.term) = true)
    (e : lhs.denote ctx ≠ rhs.denote ctx) : lhs'.denote ctx ≠ rhs'.denote ctx := by
  rwa [← term_eq (both h).1, ← term_eq (both h).2]

theorem diseq_norm_ai (h : ((lawsAI ctx a i).same lhs.term lhs'.term &&
      (lawsAI ctx a i).same rhs.term rhs'.term) = true)
    (e : lhs.denote ctx ≠ rhs.denote ctx) : lhs'.denote ctx ≠ rhs'.denote ctx := by
  rwa [← term_eq (both h).1, ← term_eq (both h).2]

theorem diseq_norm_aci (h : ((lawsACI ctx a c i).same lhs.term lhs'.term &&
      (lawsACI ctx a c i).same rhs.term rhs'.term) = true)
    (e : lhs.denote ctx ≠ rhs.denote ctx) : lhs'.denote ctx ≠ rhs'.denote ctx := by
  rwa [← term_eq (both h).1, ← term_eq (both h).2]
end

section
variable (lhs rhs lhs' rhs' : Seq)

theorem eq_erase_dup
    (h : ((lawsAD ctx a d).same lhs.term lhs'.term && (lawsAD ctx a d).same rhs.term rhs'.term)
      = true) (e : lhs.denote ctx = rhs.denote ctx) : lhs'.denote ctx = rhs'.denote ctx := by
  rw [← seq_eq (both h).1, ← seq_eq (both h).2, e]

theorem eq_erase_dup_rhs (h : (lawsAD ctx a d).same rhs.term rhs'.term = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs.denote ctx = rhs'.denote ctx := by
  rw [← seq_eq h, e]

theorem eq_erase0
    (h : ((lawsAI ctx a i).same lhs.term lhs'.term && (lawsAI ctx a i).same rhs.term rhs'.term)
      = true) (e : lhs.denote ctx = rhs.denote ctx) : lhs'.denote ctx = rhs'.denote ctx := by
  rw [← seq_eq (both h).1, ← seq_eq (both h).2, e]

theorem eq_erase0_rhs (h : (lawsAI ctx a i).same rhs.term rhs'.term = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs.denote ctx = rhs'.denote ctx := by
  rw [← seq_eq h, e]

theorem diseq_erase_dup
    (h : ((lawsAD ctx a d).same lhs.term lhs'.term && (lawsAD ctx a d).same rhs.term rhs'.term)
      = true) (e : lhs.denote ctx ≠ rhs.denote ctx) : lhs'.denote ctx ≠ rhs'.denote ctx := by
  rwa [← seq_eq (both h).1, ← seq_eq (both h).2]

theorem diseq_erase0
    (h : ((lawsAI ctx a i).same lhs.term lhs'.term && (lawsAI ctx a i).same rhs.term rhs'.term)
      = true) (e : lhs.denote ctx ≠ rhs.denote ctx) : lhs'.denote ctx ≠ rhs'.denote ctx := by
  rwa [← seq_eq (both h).1, ← seq_eq (both h).2]
end

/-! ## Equations -/

theorem refl (s : Seq) : s.denote ctx = s.denote ctx := rfl

theorem eq_orient (lhs rhs : Seq) (e : lhs.denote ctx = rhs.denote ctx) :
    rhs.denote ctx = lhs.denote ctx := e.symm

theorem eq_expr_seq_seq (e : Expr) (s₁ s₂ : Seq) (h₁ : e.denote ctx = s₁.denote ctx)
    (h₂ : s₁.denote ctx = s₂.denote ctx) : e.denote ctx = s₂.denote ctx := h₁.trans h₂

theorem imp_eq (lhs rhs : Expr) (s : Seq) (h₁ : lhs.denote ctx = s.denote ctx)
    (h₂ : rhs.denote ctx = s.denote ctx) : lhs.denote ctx = rhs.denote ctx := h₁.trans h₂.symm

theorem diseq_unsat (lhs rhs : Seq)
    (h : (Data.AC.Word.same (lhs.word) (rhs.word)) = true) (e : lhs.denote ctx ≠ rhs.denote ctx) :
    False := e (Seq.denote_eq_of_word ctx (Data.AC.Word.eq_of_same h))

/-! ## Rewriting one side by an equation -/

section
variable (lhs₁ rhs₁ s₂ t₂ s₂' : Seq)

theorem eq_simp_lhs_exact (e₁ : lhs₁.denote ctx = rhs₁.denote ctx)
    (e₂ : lhs₁.denote ctx = s₂.denote ctx) : rhs₁.denote ctx = s₂.denote ctx := e₁.symm.trans e₂

theorem eq_simp_rhs_exact (e₁ : lhs₁.denote ctx = rhs₁.denote ctx)
    (e₂ : s₂.denote ctx = lhs₁.denote ctx) : s₂.denote ctx = rhs₁.denote ctx := e₂.trans e₁

theorem diseq_simp_lhs_exact (e₁ : lhs₁.denote ctx = rhs₁.denote ctx)
    (e₂ : lhs₁.denote ctx ≠ s₂.denote ctx) : rhs₁.denote ctx ≠ s₂.denote ctx := e₁ ▸ e₂

theorem diseq_simp_rhs_exact (e₁ : lhs₁.denote ctx = rhs₁.denote ctx)
    (e₂ : s₂.denote ctx ≠ lhs₁.denote ctx) : s₂.denote ctx ≠ rhs₁.denote ctx := e₁ ▸ e₂
end

/-- Whether `s = lhs * t` and `s' = rhs * t`. -/
abbrev prefixCert (laws : AC.Laws α) (lhs rhs t s s' : Seq) : Bool :=
  laws.same s.term (.op lhs.term t.term) && laws.same s'.term (.op rhs.term t.term)

theorem prefix_eq {laws' : Option (PLift (Std.Commutative ctx.op))} {lhs rhs t s s' : Seq}
    (h : prefixCert (laws ctx a laws' none none) lhs rhs t s s' = true)
    (e : lhs.denote ctx = rhs.denote ctx) : s.denote ctx = s'.denote ctx := by
  rw [seq_eq_op (both h).1, seq_eq_op (both h).2, e]

/-- Whether `s = t * lhs` and `s' = t * rhs`. -/
abbrev suffixCert (laws : AC.Laws α) (lhs rhs t s s' : Seq) : Bool :=
  laws.same s.term (.op t.term lhs.term) && laws.same s'.term (.op t.term rhs.term)

theorem suffix_eq {laws' : Option (PLift (Std.Commutative ctx.op))} {lhs rhs t s s' : Seq}
    (h : suffixCert (laws ctx a laws' none none) lhs rhs t s s' = true)
    (e : lhs.denote ctx = rhs.denote ctx) : s.denote ctx = s'.denote ctx := by
  rw [seq_eq_op (both h).1, seq_eq_op (both h).2, e]

/-- Whether `s = t * lhs * u` and `s' = t * rhs * u`. -/
abbrev middleCert (laws : AC.Laws α) (lhs rhs t u s s' : Seq) : Bool :=
  laws.same s.term (.op t.term (.op lhs.term u.term)) &&
    laws.same s'.term (.op t.term (.op rhs.term u.term))

theorem middle_eq {lhs rhs t u s s' : Seq}
    (h : middleCert (lawsA ctx a) lhs rhs t u s s' = true)
    (e : lhs.denote ctx = rhs.denote ctx) : s.denote ctx = s'.denote ctx := by
  rw [seq_eq_op₃ (both h).1, seq_eq_op₃ (both h).2, e]

section
variable (lhs₁ rhs₁ t u lhs₂ rhs₂ s' : Seq)

theorem eq_simp_lhs_prefix (h : prefixCert (lawsA ctx a) lhs₁ rhs₁ t lhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    s'.denote ctx = rhs₂.denote ctx := (prefix_eq ctx h e₁).symm.trans e₂

theorem eq_simp_rhs_prefix (h : prefixCert (lawsA ctx a) lhs₁ rhs₁ t rhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    lhs₂.denote ctx = s'.denote ctx := e₂.trans (prefix_eq ctx h e₁)

theorem diseq_simp_lhs_prefix (h : prefixCert (lawsA ctx a) lhs₁ rhs₁ t lhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx ≠ rhs₂.denote ctx) :
    s'.denote ctx ≠ rhs₂.denote ctx := prefix_eq ctx h e₁ ▸ e₂

theorem diseq_simp_rhs_prefix (h : prefixCert (lawsA ctx a) lhs₁ rhs₁ t rhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx ≠ rhs₂.denote ctx) :
    lhs₂.denote ctx ≠ s'.denote ctx := prefix_eq ctx h e₁ ▸ e₂

theorem eq_simp_lhs_suffix (h : suffixCert (lawsA ctx a) lhs₁ rhs₁ t lhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    s'.denote ctx = rhs₂.denote ctx := (suffix_eq ctx h e₁).symm.trans e₂

theorem eq_simp_rhs_suffix (h : suffixCert (lawsA ctx a) lhs₁ rhs₁ t rhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    lhs₂.denote ctx = s'.denote ctx := e₂.trans (suffix_eq ctx h e₁)

theorem diseq_simp_lhs_suffix (h : suffixCert (lawsA ctx a) lhs₁ rhs₁ t lhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx ≠ rhs₂.denote ctx) :
    s'.denote ctx ≠ rhs₂.denote ctx := suffix_eq ctx h e₁ ▸ e₂

theorem diseq_simp_rhs_suffix (h : suffixCert (lawsA ctx a) lhs₁ rhs₁ t rhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx ≠ rhs₂.denote ctx) :
    lhs₂.denote ctx ≠ s'.denote ctx := suffix_eq ctx h e₁ ▸ e₂

theorem eq_simp_lhs_middle (h : middleCert (lawsA ctx a) lhs₁ rhs₁ t u lhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    s'.denote ctx = rhs₂.denote ctx := (middle_eq ctx h e₁).symm.trans e₂

theorem eq_simp_rhs_middle (h : middleCert (lawsA ctx a) lhs₁ rhs₁ t u rhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    lhs₂.denote ctx = s'.denote ctx := e₂.trans (middle_eq ctx h e₁)

theorem diseq_simp_lhs_middle (h : middleCert (lawsA ctx a) lhs₁ rhs₁ t u lhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx ≠ rhs₂.denote ctx) :
    s'.denote ctx ≠ rhs₂.denote ctx := middle_eq ctx h e₁ ▸ e₂

theorem diseq_simp_rhs_middle (h : middleCert (lawsA ctx a) lhs₁ rhs₁ t u rhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx ≠ rhs₂.denote ctx) :
    lhs₂.denote ctx ≠ s'.denote ctx := middle_eq ctx h e₁ ▸ e₂
end

section
variable (t lhs₁ rhs₁ lhs₂ rhs₂ s' : Seq)

theorem eq_simp_lhs_ac (h : suffixCert (lawsAC ctx a c) lhs₁ rhs₁ t lhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    s'.denote ctx = rhs₂.denote ctx := (suffix_eq ctx h e₁).symm.trans e₂

theorem eq_simp_rhs_ac (h : suffixCert (lawsAC ctx a c) lhs₁ rhs₁ t rhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    lhs₂.denote ctx = s'.denote ctx := e₂.trans (suffix_eq ctx h e₁)

theorem diseq_simp_lhs_ac (h : suffixCert (lawsAC ctx a c) lhs₁ rhs₁ t lhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx ≠ rhs₂.denote ctx) :
    s'.denote ctx ≠ rhs₂.denote ctx := suffix_eq ctx h e₁ ▸ e₂

theorem diseq_simp_rhs_ac (h : suffixCert (lawsAC ctx a c) lhs₁ rhs₁ t rhs₂ s' = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx ≠ rhs₂.denote ctx) :
    lhs₂.denote ctx ≠ s'.denote ctx := suffix_eq ctx h e₁ ▸ e₂
end

/-! ## Critical pairs -/

theorem superpose (p q s lhs₁ rhs₁ lhs₂ rhs₂ lhs rhs : Seq)
    (h : ((lawsA ctx a).same lhs₁.term (.op p.term q.term) &&
      ((lawsA ctx a).same lhs₂.term (.op q.term s.term) &&
      ((lawsA ctx a).same lhs.term (.op rhs₁.term s.term) &&
      (lawsA ctx a).same rhs.term (.op p.term rhs₂.term)))) = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    lhs.denote ctx = rhs.denote ctx := by
  have h₂ := both (both h).2
  have h₃ := both h₂.2
  rw [seq_eq_op h₃.1, seq_eq_op h₃.2, ← e₁, ← e₂, seq_eq_op (both h).1, seq_eq_op h₂.1,
    a.assoc]

theorem superpose_ac (r₁ q r₂ lhs₁ rhs₁ lhs₂ rhs₂ lhs rhs : Seq)
    (h : ((lawsAC ctx a c).same lhs₁.term (.op q.term r₁.term) &&
      ((lawsAC ctx a c).same lhs₂.term (.op q.term r₂.term) &&
      ((lawsAC ctx a c).same lhs.term (.op r₂.term rhs₁.term) &&
      (lawsAC ctx a c).same rhs.term (.op r₁.term rhs₂.term)))) = true)
    (e₁ : lhs₁.denote ctx = rhs₁.denote ctx) (e₂ : lhs₂.denote ctx = rhs₂.denote ctx) :
    lhs.denote ctx = rhs.denote ctx := by
  have h₂ := both (both h).2
  have h₃ := both h₂.2
  rw [seq_eq_op h₃.1, seq_eq_op h₃.2, ← e₁, ← e₂, seq_eq_op (both h).1, seq_eq_op h₂.1,
    ← a.assoc, ← a.assoc, c.comm (r₂.denote ctx), c.comm (r₁.denote ctx), a.assoc, a.assoc,
    c.comm (r₁.denote ctx)]

theorem superpose_ac_idempotent (x : Var) (lhs rhs rhs' : Seq)
    (h : ((lawsACD ctx a c d).same lhs.term (.op (.var x) lhs.term) &&
      (lawsACD ctx a c d).same rhs'.term (.op (.var x) rhs.term)) = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs.denote ctx = rhs'.denote ctx := by
  rw [seq_eq_op (t := .var x) (both h).2, ← e]
  exact seq_eq_op (t := .var x) (both h).1

theorem superpose_head_idempotent (x : Var) (lhs rhs rhs' : Seq)
    (h : ((lawsAD ctx a d).same lhs.term (.op (.var x) lhs.term) &&
      (lawsAD ctx a d).same rhs'.term (.op (.var x) rhs.term)) = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs.denote ctx = rhs'.denote ctx := by
  rw [seq_eq_op (t := .var x) (both h).2, ← e]
  exact seq_eq_op (t := .var x) (both h).1

theorem superpose_tail_idempotent (x : Var) (lhs rhs rhs' : Seq)
    (h : ((lawsAD ctx a d).same lhs.term (.op lhs.term (.var x)) &&
      (lawsAD ctx a d).same rhs'.term (.op rhs.term (.var x))) = true)
    (e : lhs.denote ctx = rhs.denote ctx) : lhs.denote ctx = rhs'.denote ctx := by
  rw [seq_eq_op (u := .var x) (both h).2, ← e]
  exact seq_eq_op (u := .var x) (both h).1

end Lean.Grind.AC
