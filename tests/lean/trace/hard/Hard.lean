/-! Steps that are hard to run again. symm -/

universe u v

namespace Hard

/-- Its own simp lemma closes it, once it is one. -/
@[simp] theorem own_lemma (n : Nat) : n * 1 + 0 = 0 + n := by
  simp only [Nat.mul_one]
  rw [Nat.zero_add, Nat.add_zero]

theorem recursive : (n : Nat) → n + 0 = n
  | 0 => by rfl
  | n + 1 => by
    have step : n + 0 = n := by
      exact recursive n
    exact congrArg (· + 1) step

theorem universes {α : Type u} {β : Type v} (f : α → β) (a : α) : ∃ b : β, b = f a := by
  have g : (γ : Type u) → γ → γ := fun γ x => x
  refine ⟨?w, ?_⟩
  case w => exact f a
  rfl

section
variable (p q : Prop) [Decidable p]

theorem section_variables (hq : q) : p ∨ q := by
  by_cases h : p
  · left; exact h
  · right
    exact hq
end

open Nat in
theorem opened (a b : Nat) : succ a + b = succ (a + b) := by
  rw [succ_add]

local notation "two" => (2 : Nat)

theorem notation_of_the_file : two + two = 4 := by
  show two + 2 = 4
  decide

set_option pp.all true in
theorem option_in (a b : Nat) (h : a = b) : b = a := by
  symm
  exact h

macro "close" : tactic => `(tactic| first | assumption | rfl)
macro "both " t:tacticSeq : tactic => `(tactic| (constructor <;> ($t)))

theorem by_macro (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  close
  close

theorem by_macro_block (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  both
    close

syntax "finish_with " term : tactic
macro_rules
  | `(tactic| finish_with $t) => `(tactic| (try skip; exact $t))

theorem by_rules (p : Prop) (hp : p) : p := by
  finish_with hp

theorem inaccessible : ∀ p q : Prop, p → q → p ∧ q := by
  intros
  constructor
  · assumption
  · rename_i hq
    exact hq

theorem patterns (p q r : Prop) : (p ∧ q) ∨ r → (q ∧ p) ∨ r := by
  rintro (⟨hp, hq⟩ | hr)
  · exact Or.inl ⟨hq, hp⟩
  · exact Or.inr hr

theorem nested (xs ys : List Nat) (h : xs.length = ys.length) :
    (xs ++ ys).length = ys.length + ys.length := by
  have e : (xs ++ ys).length = xs.length + ys.length := by
    simp
  calc (xs ++ ys).length = xs.length + ys.length := e
    _ = ys.length + ys.length := by
      conv =>
        lhs
        arg 1
        rw [h]

theorem split_up (n : Nat) : (if n = 0 then 0 else n) = n := by
  split
  next h => exact h.symm
  next => rfl

theorem matched (n : Nat) : n = 0 ∨ 0 < n := by
  match h : n with
  | 0 =>
    left
    rfl
  | k + 1 =>
    right
    exact Nat.succ_pos k

theorem witness : ∃ n : Nat, n + 2 = 5 ∧ n < 4 := by
  refine ⟨?_, ?_, ?_⟩
  rotate_left
  · exact (rfl : 3 + 2 = 5)
  · decide

theorem repeated (p q : Prop) (hp : p) (hq : q) : (p ∧ q) ∧ (q ∧ p) := by
  repeat' constructor
  any_goals exact hp
  all_goals exact hq

theorem tried (a b c : Nat) (h : a = b) (k : b = c) : c = a := by
  first
    | exact absurd h (by simp)
    | rw [h]; rw [k]
  <;> try rfl

instance : Inhabited { n : Nat // n < 3 } where
  default := ⟨1, by decide⟩

def below (n : Nat) : { m : Nat // m ≤ n } := by
  refine ⟨n, ?_⟩
  exact Nat.le_refl n

def halve (n : Nat) : Nat :=
  if h : n < 2 then 0 else 1 + halve (n - 2)
termination_by n
decreasing_by
  have : 2 ≤ n := by omega
  omega

example (xs : List Nat) : xs.map id = xs := by
  induction xs with
  | nil => rfl
  | cons x xs ih =>
    rw [List.map_cons, ih]
    rfl

theorem with_where (n : Nat) : n ≤ n + 1 := by
  exact helper n
where
  helper (m : Nat) : m ≤ m + 1 := by
    apply Nat.le_succ

theorem generalized (a b : Nat) (f : Nat → Nat) (h : f (a + b) = 0) : f (b + a) = 0 := by
  rw [Nat.add_comm b a]
  generalize e : a + b = c at *
  exact h

theorem by_term (p q : Prop) : p ∧ q → q ∧ p := fun ⟨hp, hq⟩ =>
  ⟨by exact hq, show p by
    skip
    exact hp⟩

theorem unfolded (n : Nat) (h : n < 2) : halve n = 0 := by
  unfold halve
  simp only [h, dite_true]

theorem everywhere (a b : Nat) (h : a + 0 = b) (k : b * 1 = a) : a = b := by
  simp at *
  exact h

theorem cased (p q : Prop) (h : p ∨ q) : q ∨ p := by
  rcases h with a | b
  case inl => exact Or.inr a
  case inr => exact .inl b

theorem in_match_term (o : Option Nat) (h : o.isSome = true) : ∃ n, o = some n :=
  match o, h with
  | some n, _ => ⟨n, by rfl⟩

theorem contradictory (h : (0 : Nat) = 1) : False := by
  nomatch h

theorem functions (f g : Nat → Nat) (h : ∀ x, f x = g x) : f = g := by
  funext x
  specialize h x
  rw [h]

theorem twice_at (a b c : Nat) (h : a = b) (k : a + a = c) : a + b = c := by
  rw [h] at k ⊢
  exact k

end Hard

namespace Hard2
open Hard
example (a b c : Nat) (h : a = b) (k : b = c) : a = c := by
  rwa [h]

theorem alternatives (p q r : Prop) (h : p ∨ q ∨ r) : r ∨ q ∨ p := by
  obtain hp | hq | hr := h <;> simp [*]

theorem nested_by (xs : List Nat) : (xs ++ []).length = xs.length ∧ True := by
  constructor
  · have : xs ++ [] = xs := by
      induction xs with
      | nil => rfl
      | cons x xs ih => simp
    rw [this]
  · trivial

theorem convs (a b c : Nat) (h : a = b) : (a + 0) + c = b + c := by
  conv in a + 0 =>
    rw [Nat.add_zero]
  conv =>
    enter [1, 1]
    rw [h]

theorem convs2 (f : Nat → Nat) (h : ∀ x, f x = x) : (fun x => f x) = fun x => x := by
  conv =>
    lhs
    ext x
    rw [h x]

theorem iff_things (p q : Prop) : p ∧ q ↔ q ∧ p := by
  constructor <;> intro ⟨a, b⟩ <;> exact ⟨b, a⟩

theorem iterated (p : Prop) (h : p) : p ∧ p ∧ p := by
  iterate 2 (refine ⟨h, ?_⟩)
  exact h

theorem sub (x y : Nat) (h : x = y) : y = x := by
  subst h
  rfl

theorem casesOn' (n : Nat) : n = 0 ∨ n ≠ 0 := by
  cases n
  case zero => simp
  case succ n =>
    apply Or.inr
    intro h
    injection h

theorem hygienic (f : Nat → Nat → Nat) : f = f := by
  funext x y
  exact rfl

mutual
theorem even_a : (n : Nat) → n ≤ n + 1
  | 0 => by decide
  | n + 1 => by
    have := odd_a n
    omega
theorem odd_a : (n : Nat) → n ≤ n + 2
  | 0 => by decide
  | n + 1 => by
    have := even_a n
    omega
end

theorem with_let (n : Nat) : n < n + 1 := by
  let m := n + 1
  have h : n < m := by
    show n < n + 1
    exact Nat.lt_succ_self n
  exact h

theorem suffice (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  suffices h : q from ⟨hp, h⟩
  assumption

private theorem hidden (n : Nat) : n = n := by
  rfl

theorem uses_hidden (n : Nat) : n = n := by
  exact hidden n

structure Pt where
  x : Nat
  y : Nat
  pos : x ≤ x + y := by omega

def pt : Pt where
  x := 1
  y := 2

theorem class_inst {α : Type} [Inhabited α] : ∃ _ : α, True := by
  exact ⟨default, trivial⟩

theorem intro_many : ∀ a b : Nat, a = b → b = a := by
  intro a b
    h
  simp only
    [h]

theorem dec (a b : Nat) (h : a ≤ b) : ¬ b < a := by
  intro h'
  exact absurd h (by
    omega)

theorem exists_two : ∃ a b : Nat, a + b = 3 := by
  exists 1, 2

theorem spread (p q : Prop) (h : p ∧ q) : q := by
  have ⟨_, hq⟩ := h
  exact hq

theorem in_fun (p : Prop) : p → p := by
  exact fun h => by
    first
    | exact absurd h (by contradiction)
    | exact h
end Hard2
