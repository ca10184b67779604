import Kata.Expr

/-!
# An optimiser

Constant folding and the removal of neutral elements, each proved not to change the value and not
to make the expression larger.
-/

namespace Kata

namespace Expr

/-- Add, if one argument is zero or both are numbers. -/
def smartAdd : Expr → Expr → Expr
  | num 0, e => e
  | e, num 0 => e
  | num n, num m => num (n + m)
  | e, e' => add e e'

/-- Multiply, if one argument is zero or one or both are numbers. -/
def smartMul : Expr → Expr → Expr
  | num 0, _ => num 0
  | num 1, e => e
  | e, num 1 => e
  | num n, num m => num (n * m)
  | e, e' => mul e e'

/-- Optimise bottom up. -/
@[simp] def optimize : Expr → Expr
  | num n => num n
  | var x => var x
  | add e₁ e₂ => smartAdd (optimize e₁) (optimize e₂)
  | mul e₁ e₂ => smartMul (optimize e₁) (optimize e₂)

/-- Fold sums and products of numbers only. -/
@[simp] def foldNums : Expr → Expr
  | num n => num n
  | var x => var x
  | add e₁ e₂ =>
    match foldNums e₁, foldNums e₂ with
    | num n, num m => num (n + m)
    | e₁', e₂' => add e₁' e₂'
  | mul e₁ e₂ =>
    match foldNums e₁, foldNums e₂ with
    | num n, num m => num (n * m)
    | e₁', e₂' => mul e₁' e₂'

/-- Optimise a number of times. -/
@[simp] def optimizeTimes : Nat → Expr → Expr
  | 0, e => e
  | n + 1, e => optimizeTimes n (optimize e)

/-- Same value in every state. -/
def Equiv (e e' : Expr) : Prop := ∀ s, eval s e = eval s e'

infix:50 " ≋ " => Equiv

section Equivalence

variable {e e' e'' e₁ e₂ e₃ e₁' e₂' : Expr}

theorem equiv_refl (e : Expr) : e ≋ e := by
  intro s
  rfl

theorem equiv_symm (h : e ≋ e') : e' ≋ e := by
  intro s
  rw [h s]

theorem equiv_trans (h : e ≋ e') (h' : e' ≋ e'') : e ≋ e'' := by
  intro s
  rw [h s, h' s]

theorem equiv_add (h₁ : e₁ ≋ e₁') (h₂ : e₂ ≋ e₂') : add e₁ e₂ ≋ add e₁' e₂' := by
  intro s
  simp only [eval]
  rw [h₁ s, h₂ s]

theorem equiv_mul (h₁ : e₁ ≋ e₁') (h₂ : e₂ ≋ e₂') : mul e₁ e₂ ≋ mul e₁' e₂' := by
  intro s
  simp only [eval]
  rw [h₁ s, h₂ s]

theorem equiv_subst (f : Var → Expr) (h : e ≋ e') : subst f e ≋ subst f e' := by
  intro s
  rw [eval_subst, eval_subst, h]

theorem equiv_rename (f : Var → Var) (h : e ≋ e') : rename f e ≋ rename f e' := by
  intro s
  rw [eval_rename, eval_rename, h]

theorem equiv_swap (e : Expr) : swap e ≋ e := by
  intro s
  exact eval_swap s e

theorem add_comm_equiv (e₁ e₂ : Expr) : add e₁ e₂ ≋ add e₂ e₁ := by
  intro s
  simp only [eval]
  rw [Nat.add_comm]

theorem add_assoc_equiv (e₁ e₂ e₃ : Expr) : add (add e₁ e₂) e₃ ≋ add e₁ (add e₂ e₃) := by
  intro s
  simp only [eval]
  rw [Nat.add_assoc]

theorem mul_comm_equiv (e₁ e₂ : Expr) : mul e₁ e₂ ≋ mul e₂ e₁ := by
  intro s
  simp only [eval]
  rw [Nat.mul_comm]

theorem mul_assoc_equiv (e₁ e₂ e₃ : Expr) : mul (mul e₁ e₂) e₃ ≋ mul e₁ (mul e₂ e₃) := by
  intro s
  simp only [eval]
  rw [Nat.mul_assoc]

theorem mul_add_equiv (e₁ e₂ e₃ : Expr) :
    mul e₁ (add e₂ e₃) ≋ add (mul e₁ e₂) (mul e₁ e₃) := by
  intro s
  simp only [eval]
  rw [Nat.mul_add]

theorem add_zero_equiv (e : Expr) : add e (num 0) ≋ e := by
  intro s
  simp only [eval]
  rw [Nat.add_zero]

theorem zero_add_equiv (e : Expr) : add (num 0) e ≋ e := by
  intro s
  simp only [eval]
  rw [Nat.zero_add]

theorem mul_one_equiv (e : Expr) : mul e (num 1) ≋ e := by
  intro s
  simp only [eval]
  rw [Nat.mul_one]

theorem mul_zero_equiv (e : Expr) : mul e (num 0) ≋ num 0 := by
  intro s
  simp only [eval]
  rw [Nat.mul_zero]

theorem add_self_equiv (e : Expr) : add e e ≋ mul (num 2) e := by
  intro s
  simp only [eval]
  rw [Nat.two_mul]

theorem not_equiv_num (n : Nat) : ¬num n ≋ num (n + 1) := by
  intro h
  have hn := h (fun _ => 0)
  exact Nat.succ_ne_self n hn.symm

end Equivalence

section Smart

variable (s : State) (e e' : Expr)

theorem eval_smartAdd : eval s (smartAdd e e') = eval s e + eval s e' := by
  unfold smartAdd
  split
  · simp
  · simp
  · rfl
  · rfl

theorem eval_smartMul : eval s (smartMul e e') = eval s e * eval s e' := by
  unfold smartMul
  split
  · simp
  · simp
  · simp
  · rfl
  · rfl

theorem size_smartAdd_le : size (smartAdd e e') ≤ size e + size e' + 1 := by
  unfold smartAdd
  split
  · simp only [size]
    omega
  · simp only [size]
    omega
  · simp only [size]
    omega
  · exact Nat.le_refl _

theorem size_smartMul_le : size (smartMul e e') ≤ size e + size e' + 1 := by
  unfold smartMul
  split
  · simp only [size]
    omega
  · simp only [size]
    omega
  · simp only [size]
    omega
  · simp only [size]
    omega
  · exact Nat.le_refl _

theorem closed_smartAdd (h : closed e = true) (h' : closed e' = true) :
    closed (smartAdd e e') = true := by
  unfold smartAdd
  split
  · exact h'
  · exact h
  · rfl
  · rw [closed, h, h']
    rfl

theorem closed_smartMul (h : closed e = true) (h' : closed e' = true) :
    closed (smartMul e e') = true := by
  unfold smartMul
  split
  · rfl
  · exact h'
  · exact h
  · rfl
  · rw [closed, h, h']
    rfl

theorem smartAdd_equiv : smartAdd e e' ≋ add e e' := by
  intro s
  exact eval_smartAdd s e e'

theorem smartMul_equiv : smartMul e e' ≋ mul e e' := by
  intro s
  exact eval_smartMul s e e'

end Smart

section Optimize

variable (s : State) (e : Expr) (n m : Nat)

theorem eval_optimize : eval s (optimize e) = eval s e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ => simp only [optimize, eval_smartAdd, eval, ih₁, ih₂]
  | mul e₁ e₂ ih₁ ih₂ => simp only [optimize, eval_smartMul, eval, ih₁, ih₂]

theorem optimize_equiv : optimize e ≋ e := by
  intro s
  exact eval_optimize s e

theorem size_optimize_le : size (optimize e) ≤ size e := by
  induction e with
  | num n => exact Nat.le_refl 1
  | var x => exact Nat.le_refl 1
  | add e₁ e₂ ih₁ ih₂ =>
    have h := size_smartAdd_le (optimize e₁) (optimize e₂)
    simp only [optimize, size]
    omega
  | mul e₁ e₂ ih₁ ih₂ =>
    have h := size_smartMul_le (optimize e₁) (optimize e₂)
    simp only [optimize, size]
    omega

theorem closed_optimize (h : closed e = true) : closed (optimize e) = true := by
  induction e with
  | num n => rfl
  | var x => contradiction
  | add e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    exact closed_smartAdd _ _ (ih₁ h₁) (ih₂ h₂)
  | mul e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    exact closed_smartMul _ _ (ih₁ h₁) (ih₂ h₂)

theorem eval_foldNums : eval s (foldNums e) = eval s e := by
  induction e with
  | num n => rfl
  | var x => rfl
  | add e₁ e₂ ih₁ ih₂ =>
    simp only [foldNums, eval]
    rw [← ih₁, ← ih₂]
    split
    · case h_1 h₁ h₂ => rw [h₁, h₂, eval, eval, eval]
    · rfl
  | mul e₁ e₂ ih₁ ih₂ =>
    simp only [foldNums, eval]
    rw [← ih₁, ← ih₂]
    split
    · case h_1 h₁ h₂ => rw [h₁, h₂, eval, eval, eval]
    · rfl

theorem foldNums_equiv : foldNums e ≋ e := fun s => eval_foldNums s e

theorem foldNums_closed (h : closed e = true) : ∃ n, foldNums e = num n := by
  induction e with
  | num n => exact ⟨n, rfl⟩
  | var x => contradiction
  | add e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    obtain ⟨n, hn⟩ := ih₁ h₁
    obtain ⟨m, hm⟩ := ih₂ h₂
    refine ⟨n + m, ?_⟩
    simp only [foldNums, hn, hm]
  | mul e₁ e₂ ih₁ ih₂ =>
    obtain ⟨h₁, h₂⟩ := bool_and_split h
    obtain ⟨n, hn⟩ := ih₁ h₁
    obtain ⟨m, hm⟩ := ih₂ h₂
    refine ⟨n * m, ?_⟩
    simp only [foldNums, hn, hm]

theorem eval_optimizeTimes : eval s (optimizeTimes n e) = eval s e := by
  induction n generalizing e with
  | zero => rfl
  | succ n ih => rw [optimizeTimes, ih, eval_optimize]

theorem size_optimizeTimes_le : size (optimizeTimes n e) ≤ size e := by
  induction n generalizing e with
  | zero => exact Nat.le_refl _
  | succ n ih =>
    apply Nat.le_trans
    · exact ih (optimize e)
    · exact size_optimize_le e

theorem optimizeTimes_add :
    optimizeTimes (n + m) e = optimizeTimes m (optimizeTimes n e) := by
  induction n generalizing e with
  | zero =>
    rw [Nat.zero_add]
    rfl
  | succ n ih =>
    rw [Nat.add_right_comm]
    simp only [optimizeTimes, ih]

theorem optimize_subst (f : Var → Expr) : optimize (subst f e) ≋ subst f (optimize e) := by
  intro s
  rw [eval_optimize, eval_subst, eval_subst, eval_optimize]

theorem optimize_add_zero : optimize (add (num 0) e) = optimize e := by
  simp only [optimize]
  unfold smartAdd
  rfl

end Optimize

/-- Optimising twice is optimising once. Still to be proved. -/
theorem optimize_optimize (e : Expr) : optimize (optimize e) = optimize e := by
  sorry

end Expr

end Kata
