/-!
Theorems that can only be opened at their own place: each goal, or a tactic that must work on it,
depends on what the file says before the theorem.
-/

namespace Places

/-- Twice. -/
def twice (n : Nat) : Nat := n + n

infixl:65 " ⊕⊕ " => fun a b => twice a + twice b

theorem by_notation (n : Nat) : n ⊕⊕ 0 = twice n := by
  simp [twice]

namespace Inner

/-- Shadows the other in here. -/
def twice (n : Nat) : Nat := 2 * n

theorem by_namespace (n : Nat) : twice n = n + n := by
  unfold twice
  omega

end Inner

open Nat in
theorem by_open_in (n : Nat) : succ n = n + 1 := rfl

section Variables

variable {α : Type} [Inhabited α] (xs : List α)

theorem by_variable : xs ++ [] = xs := by
  simp

variable (unused : α)
include unused

theorem by_include : xs = xs := rfl

end Variables

private theorem by_private (n : Nat) : twice n = 2 * n := by
  unfold twice
  omega

@[simp] theorem by_attribute (n : Nat) : twice n = n + n := rfl

set_option pp.explicit true in
theorem by_option (n : Nat) : n = n := rfl

theorem by_universes.{u, v} (α : Type u) (β : Type v) (x : α × β) : (x.1, x.2) = x := rfl

theorem by_alternatives : ∀ n : Nat, 0 + n = n
  | 0 => rfl
  | n + 1 => congrArg (· + 1) (by_alternatives n)

theorem by_term (p q : Prop) (h : p ∧ q) : q ∧ p := ⟨h.2, h.1⟩

theorem by_existence : ∃ n : Nat, n = 2 ∧ 0 < n := ⟨2, rfl, by decide⟩

theorem by_disjunction (p q : Prop) (h : p ∨ q) : q ∨ p := by
  cases h with
  | inl hp => exact .inr hp
  | inr hq => exact .inl hq

/-- The length, by a local function. -/
def length (xs : List Nat) : Nat := go xs 0
where
  /-- With an accumulator. -/
  go : List Nat → Nat → Nat
    | [], n => n
    | _ :: xs, n => go xs (n + 1)

instance : Inhabited { n : Nat // 0 < n } where
  default := ⟨1, by decide⟩

inductive Colour where
  | red
  | green
deriving DecidableEq

structure Point where
  x : Nat := 0
  y : Nat

mutual
theorem by_mutual (n : Nat) : n = n := rfl
theorem by_mutual' (n : Nat) : n = n := rfl
end

theorem _root_.Elsewhere.by_root : True := trivial

end Places
