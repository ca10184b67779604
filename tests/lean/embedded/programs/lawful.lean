/-! Reasoning about monads. -/

example [Monad m] [LawfulMonad m] (x : m Nat) : (x >>= pure) = x := by simp
example [Monad m] [LawfulMonad m] (f : Nat → m Nat) : (pure 3 >>= f) = f 3 := by simp
example [Monad m] [LawfulMonad m] (x : m Nat) : id <$> x = x := by simp
example (f : Nat → Option Nat) (h : f 0 = some 1) : (do let x ← f 0; return x + 1) = some 2 := by
  simp [h]
example : ((do modify (· + 1); get) : StateM Nat Nat).run 4 = pure (5, 5) := rfl
example (x : StateT Nat Option Nat) : (x >>= pure) = x := by simp
example (e : String) : (Except.error e >>= fun n : Nat => Except.ok (n + 1)) = .error e := by simp
theorem traverse_pure [Monad m] [LawfulMonad m] (xs : List Nat) :
    (xs.mapM (m := m) fun x => pure x) = pure xs := by
  induction xs with
  | nil => simp
  | cons x xs ih => simp [ih]
