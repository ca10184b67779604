/-
What surrounds a proof in many ways: each is opened as it was met and once more.
-/
namespace Places.Opened

def double (n : Nat) : Nat := n + n

@[simp] def Below (P : Nat → Prop) : Nat → Prop
  | 0 => True
  | n + 1 => P n ∧ Below P n

section
variable {P Q : Nat → Prop} {n m : Nat} (unused : Nat)

theorem by_some_variables (h : ∀ k, P k → Q k) (hP : Below P n) : Below Q n := by
  induction n with
  | zero => exact True.intro
  | succ n ih => exact ⟨h n hP.1, ih hP.2⟩

theorem by_one_variable : Below (fun _ => True) n := by
  induction n with
  | zero => exact True.intro
  | succ n ih => exact ⟨True.intro, ih⟩

include unused in
theorem by_included : m = m := by rfl

end

section
variable {α : Type u} [Inhabited α] (xs : List α)

theorem by_instance (y : α) : (y :: xs).length = xs.length + 1 := by
  rfl

omit [Inhabited α] in
theorem by_omitted : xs = xs := by
  have h : xs = xs := by rfl
  exact h

end

theorem by_auto_bound (x : β) (xs : List β) : (x :: xs).head? = some x := by rfl

theorem by_implicit : ∀ {n : Nat} [Inhabited γ], n = n := by
  intro n _
  rfl

theorem by_proof_in_statement (xs : Fin 3 → Nat) : xs ⟨1, by decide⟩ = xs ⟨0 + 1, by decide⟩ := by
  rfl

theorem by_where (n : Nat) : double n = n + n := by
  exact same n
where
  same (n : Nat) : double n = n + n := rfl

theorem by_recursion : (n : Nat) → 0 + n = n := by
  intro n
  match n with
  | 0 => rfl
  | n + 1 => exact congrArg (· + 1) (by_recursion n)
termination_by n => n

private theorem by_private (n : Nat) : double n = n + n := by unfold double; rfl

instance by_name : Inhabited { n : Nat // n = double n } := by
  exact ⟨⟨0, rfl⟩⟩

def by_definition (n : Nat) : { m : Nat // m = n } := by
  refine ⟨n, ?_⟩
  rfl

open Nat in
set_option pp.explicit true in
/-- It has words, and an attribute. -/
@[simp] theorem by_attribute (n : Nat) : succ n = n + 1 := by
  rfl

macro "lemma" n:declId s:declSig v:declVal : command => `(theorem $n:declId $s:declSig $v:declVal)

lemma by_macro (n : Nat) : double n = n + n := by
  rfl

theorem by_sorry (n : Nat) : n = double n := by
  sorry

theorem by_error (n : Nat) : n = double n := by
  rfl

theorem by_bad_statement (n : Nat) : n = nonsense n := by
  rfl

theorem by_term (n : Nat) : n = n := rfl

mutual
theorem by_mutual (n : Nat) : n = n := by rfl
theorem by_mutual' (n : Nat) : n = n := by rfl
end

end Places.Opened
