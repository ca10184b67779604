/-! Rewriting and simplification. -/

example (a b c : Nat) (h : a = b) (k : b = c) : a = c := by rw [h, k]
example (a b c : Nat) (h : b = a) (k : b = c) : a = c := by rw [← h, k]
example (a b c : Nat) (h : a = b) (k : a = c) : b = c := by rw [h] at k; exact k
example (f : Nat → Nat) (h : ∀ x, f x = x + 1) : f (f 0) = 2 := by rw [h, h]
example (a b : Nat) (h : a = b) (k : a + a = 4) : b + b = 4 := by rwa [h] at k
example (a b c : Nat) : a + b + c = a + (c + b) := by rw [Nat.add_assoc, Nat.add_comm b c]
example (a b : Nat) : a + b = b + a := by conv => lhs; rw [Nat.add_comm]
example (a b c : Nat) (h : b = c) : a + b = a + c := by
  conv =>
    lhs
    arg 2
    rw [h]
example (n : Nat) : n + 0 = n := by simp
example (p q : Prop) (hp : p) : p ∨ q := by simp [hp]
example (p q : Prop) (hp : p) (hq : q) : p ∧ q := by simp only [hp, hq, and_self]
example (p : Prop) : p ∧ True ↔ p := by simp only [and_true]
example (a b : Nat) (h : a = b) : b = a := by simp [h]
example (a b c : Nat) (h : a = b) (k : b = c) : a = c := by simp_all
example (p q : Prop) (h : p → q) (hp : p) : q := by simpa [hp] using h
example (a : Nat) (h : a + 0 = 3) : a = 3 := by simpa using h
example (a : Nat) (h : a + 0 = 3) : a = 3 := by simp at h; exact h
example (p q : Prop) (h : ¬(p ∨ q)) : ¬p := by simp at h; exact h.1
example (xs : List Nat) : (xs ++ []).length = xs.length := by simp
example (xs ys : List Nat) : (xs ++ ys).map id = xs.map id ++ ys.map id := by simp
example (x : Nat) : (if x = x then 1 else 2) = 1 := by simp
example (x : Nat) (h : x ≠ 0) : (if x = 0 then 1 else 2) = 2 := by simp [h]
example (b : Bool) : (b && true) = b := by simp
example (b c : Bool) : (b || c) = (c || b) := by cases b <;> cases c <;> rfl
example (b : Bool) (h : (!b) = true) : b = false := by simpa using h
example (x y : Nat) (h : (x, y) = (1, 2)) : x = 1 := by simp at h; exact h.1
example (o : Option Nat) (h : o.isSome) : o ≠ none := by intro e; simp [e] at h
example (a b : Nat) (h : some a = some b) : a = b := by simpa using h
example : (fun x : Nat => x + 0) = id := by funext x; simp
example (p : Nat → Prop) (h : ∀ x, p x) : ∀ x, p (x + 0) := by simp [h]
example (f : Nat → Nat) (hf : ∀ x, f x = 2 * x) : f 3 = 6 := by simp [hf]

def double (n : Nat) : Nat := n + n
example (n : Nat) : double n = n + n := by unfold double; rfl
example (n : Nat) : double n = n + n := by simp [double]
example (n : Nat) : double n = n + n := by delta double; rfl
example (n : Nat) : double n = n + n := by rw [double]
example : double 2 = 4 := by rfl
example (n : Nat) (h : double n = 4) : n + n = 4 := by dsimp only [double] at h; exact h
example (n : Nat) : (fun x => x + n) 2 = 2 + n := by dsimp

def fact : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * fact n
example : fact 5 = 120 := by rfl
example : fact 5 = 120 := by decide
example (n : Nat) : fact (n + 1) = (n + 1) * fact n := by rw [fact]
theorem fact_pos (n : Nat) : 0 < fact n := by
  induction n with
  | zero => decide
  | succ n ih =>
    rw [fact]
    exact Nat.mul_pos (Nat.succ_pos n) ih

example (a b c d : Nat) (h : a = b) (k : b = c) (l : c = d) : a = d := calc
  a = b := h
  _ = c := k
  _ = d := l
example (a b c d : Nat) (h : a ≤ b) (k : b < c) (l : c = d) : a < d := calc
  a ≤ b := h
  _ < c := k
  _ = d := l
example (p q r : Prop) (h : p ↔ q) (k : q ↔ r) : p ↔ r := by
  calc
    p ↔ q := h
    _ ↔ r := k
example (p q : Prop) (h : p ↔ q) : q ↔ p := by rw [h]

example (x : Nat) : (if x = 0 then 1 else 2) > 0 := by
  split
  · decide
  · decide
example (x : Nat) (h : (if x = 0 then 1 else 2) = 2) : x ≠ 0 := by
  split at h
  · contradiction
  · assumption
example (o : Option Nat) : (match o with | some x => x + 1 | none => 1) > 0 := by
  split
  · omega
  · decide
example (b : Bool) : (if b then 1 else 1) = 1 := by split <;> rfl
example (x : Nat) : (if _h : x < 3 then x else 0) < 3 := by
  split
  · assumption
  · decide

/--
info: Try this:
  [apply] simp only [Nat.add_zero]
-/
#guard_msgs in
example (n : Nat) : n + 0 = n := by simp?

@[simp] theorem double_zero : double 0 = 0 := rfl
example : double 0 + 1 = 1 := by simp

@[ext] structure Point where
  x : Nat
  y : Nat
example (a b : Point) (h : a.x = b.x) (k : a.y = b.y) : a = b := by
  ext
  · exact h
  · exact k
example (f g : Nat → Nat) (h : ∀ x, f x = g x) : f = g := by ext x; exact h x
