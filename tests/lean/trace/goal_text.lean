/-
What is recorded of a goal is what its parts are printed as by themselves: `alone` compares them. A
printer that has printed other goals prints each as Lean does: `watched` compares after every tactic.
-/
import Sensei.Core.Goal
import Lean

open Lean Meta Elab Tactic Sensei

elab "alone" : tactic => do
  for goal in ← getGoals do
    goal.withContext do
      let told ← goalText goal
      let byItself (e : Expr) : MetaM String := return toString (← ppExpr (← instantiateMVars e))
      let mut place := 0
      for localDecl in ← getLCtx do
        if localDecl.isImplementationDetail then continue
        let type ← byItself localDecl.type
        let some hypothesis := told.hypotheses[place]? | throwError "none for {type}"
        unless hypothesis.type == type do throwError "{hypothesis.type} is not {type}"
        place := place + 1
      unless told.hypotheses.size == place do throwError "{told.hypotheses.size}, not {place}"
      let target ← byItself (← goal.getType)
      unless told.target == target do throwError "{told.target} is not {target}"

theorem plain (a b : Nat) (h : a = b) : b = a := by
  alone
  exact h.symm

theorem shadowed (a : Nat) : ∀ a b : Nat, a = b → ∀ h : b = a, a = b := by
  intro a b _ _
  alone
  assumption

theorem odd_names («x : y» : Nat) («a b» : «x : y» = 1) («⊢ c» : Nat) : «x : y» = 1 := by
  alone
  exact «a b»

theorem values (n : Nat) : True := by
  let m : Nat := n + 1
  have h : m = n + 1 := rfl
  alone
  trivial

theorem long (first second third fourth : Nat)
    (h : first + second + third + fourth + first + second + third + fourth + first + second = first
      + second + third + fourth ∧ first = second ∧ second = third)
    (k : first = second) :
    first + second + third + fourth + first + second + third + fourth + first + second = first +
      second + third + fourth := by
  alone
  exact h.1

-- The line of a hypothesis is full, and so is that of its type.
theorem just (nn : Nat) (a_rather_long_name_of_a_hypothesis : nn + nn + nn + nn + nn + nn + nn + nn
    + nn + nn + nn + nn + nn = nn) : nn + nn + nn + nn + nn + nn + nn + nn + nn + nn + nn + nn + nn
    + nn + nn + nn + nn + nn + nn + nn + nn + nn = nn ∨ True := by
  alone
  exact Or.inr trivial

theorem colons (f : (n : Nat) → n = n) (p : ∀ n : Nat, n = n) : ∃ n : Nat, n = 0 := by
  alone
  exact ⟨0, rfl⟩

open Parser.Tactic in
elab "watched" tactics:tacticSeq : tactic => do
  let printer ← Printer.new
  let mut remembered := 0
  for tactic in tactics.raw[0][0].getSepArgs do
    evalTactic tactic
    for goal in ← getGoals do
      let afresh ← prettyGoal goal
      -- The second time nothing is new.
      for _ in [0 : 2] do
        let told ← prettyGoal goal printer
        unless told == afresh do throwError "{told}\nis not\n{afresh}"
        let text ← goalText goal printer
        unless text.pretty == afresh do throwError "{text.pretty}\nis not\n{afresh}"
        let other ← goalText goal
        unless text.target == other.target do throwError "{text.target}, not {other.target}"
        for h in text.hypotheses, h' in other.hypotheses do
          unless h.type == h'.type && h.name == h'.name && h.id == h'.id do
            throwError "{h.name} : {h.type} is not {h'.name} : {h'.type}"
        if (← goal.withContext (printer.parts? goal)).isSome then remembered := remembered + 1
  logInfo m!"remembered {remembered}"

macro "intro_shadowed" : tactic => `(tactic| have n : Nat := 0)
macro "macro_intros" : tactic => `(tactic| (intro x y))
macro "macro_have" : tactic => `(tactic| have x : 0 = 0 := rfl)

theorem hypotheses_stay (a b : Nat) (p q : Prop) : a = b → p ∧ q → b = a ∧ q ∧ ∀ n : Nat, n = n := by
  watched
    intro h k
    cases k with | intro left right => ?_
    refine ⟨?_, ?_, ?_⟩
    all_goals try intro n
    exact h.symm
    exact right
    rfl

theorem names_of_bound_variables (a : Nat) : (∀ x : Nat, x = x) ∧ (∀ y : Nat, y = y) := by
  watched
    have other : ∀ z : Nat, z = z := fun _ => rfl
    constructor
    case right => intro x; rfl
    intro y
    rfl

namespace Clash
def same (n : Nat) : Nat := n
end Clash

open Clash in
theorem a_local_takes_a_name (n : Nat) : same n = same n → Nat.succ n = n + 1 := by
  watched
    intro h
    have same : True := trivial
    have again : Clash.same n = n := rfl
    clear same
    have succ : Nat := 0
    exact rfl

open Clash in
theorem an_introduced_local_takes_a_name (n : Nat) :
    same n = same n → True → Nat → (∀ x : Nat, Nat.succ x = x + 1) → Nat.succ n = same n + 1 := by
  watched
    intro h
    intro same
    intro succ
    intro x
    clear same
    clear succ
    rfl

theorem an_introduced_local_has_the_name_of_a_bound_one (a : Nat) :
    (∀ b : Nat, b = a) → Nat → Nat → (∀ b_1 : Nat, ∃ b : Nat, b = b_1) := by
  watched
    intro all
    intro b
    intro b_1
    intro b_2
    exact ⟨b_2, rfl⟩

theorem a_bound_variable_is_told_apart (a : Nat) : (∀ b : Nat, b = b) →
    ∀ b : Nat, (∀ b_1 : Nat, b_1 = b_1) ∧ a = a := by
  watched
    intro all b
    have more : ∀ c : Nat, c = b → ∀ b_1 : Nat, b_1 = b_1 := fun _ _ _ => rfl
    have b_1 : Nat := 0
    clear more
    have more : ∀ c : Nat, c = b → ∀ b_1 : Nat, b_1 = b_1 := fun _ _ _ => rfl
    constructor
    exact all
    rfl

set_option pp.unicode.fun true in
theorem functions_with_an_arrow (f : Nat → Nat) (h : f = fun n => n + 0) :
    f = (fun n => n) ∧ True := by
  watched
    constructor
    have again : True := trivial
    exact h
    trivial

theorem other_types_under_one_name (h : 1 = 1) : (∀ x : Nat, x = x) ∧ (∀ x : Bool, x = x) := by
  watched
    constructor
    all_goals intro x
    all_goals have k : x = x := rfl
    all_goals have l := k
    all_goals exact l

theorem left_to_lean (n : Nat) : ∃ m : Nat, m = n := by
  watched
    let m := n
    have : m = n := rfl
    refine ⟨?m, ?_⟩
    case m => exact m
    exact this

theorem shadowed_again (a : Nat) : ∀ a b : Nat, a = b → a = b := by
  watched
    intro a
    intro b _
    assumption

-- The second intro takes a name that is taken, the third has none of its own.
theorem names_with_daggers (n : Nat) :
    (∀ m : Nat, m = n → m = m) → ∀ n : Nat, n = n → (∀ k : Nat, k = n) → n = n := by
  watched
    intro all
    intro n
    intro
    intro every
    intro_shadowed
    clear every
    rfl

theorem variables_of_a_macro (a : Nat) (p : Nat → Prop) : p a → (∀ b, p b → p b) → p a ∧ p a := by
  watched
    macro_intros
    constructor
    macro_have
    macro_have
    assumption
    assumption

theorem an_instance_without_a_name {α : Type} [DecidableEq α] [Inhabited α] (x y : α) :
    x = y ∨ x ≠ y := by
  watched
    cases decEq x y with | isTrue h => exact .inl h | isFalse h => ?_
    right
    intro
    contradiction
