/-! Introducing, applying and taking apart: every tactic on the smallest goal that needs it. -/

variable (p q r : Prop)

example : p → q → p := by intro hp _; exact hp
example : p → q → p ∧ q := by intros hp hq; constructor; exact hp; exact hq
example : p ∧ q → q ∧ p := by
  intro ⟨hp, hq⟩
  exact ⟨hq, hp⟩
example (h : p → q) (hp : p) : q := by apply h; exact hp
example (h : p → q → r) (hp : p) (hq : q) : r := by
  apply h
  · exact hp
  · exact hq
example (hp : p) : p ∨ q := by left; exact hp
example (hq : q) : p ∨ q := by right; exact hq
example (hp : p) (hq : q) : p ∧ q := by refine ⟨?_, ?_⟩ <;> assumption
example (hp : p) (hq : q) : p ∧ q := by
  refine ⟨?a, ?b⟩
  case b => exact hq
  case a => exact hp
example : ∃ x : Nat, x = 3 := by exists 3
example : ∃ x : Nat, x = 3 := by refine ⟨3, ?_⟩; rfl
example (h : ∃ x : Nat, x = 3 ∧ p) : p := by
  obtain ⟨x, hx, hp⟩ := h
  exact hp
example (h : p ∨ q) : q ∨ p := by
  cases h with
  | inl hp => exact Or.inr hp
  | inr hq => exact Or.inl hq
example (h : p ∨ q) : q ∨ p := by
  rcases h with hp | hq
  · exact .inr hp
  · exact .inl hq
example : (p ∧ q) ∨ r → p ∨ r := by
  rintro (⟨hp, -⟩ | hr)
  · exact .inl hp
  · exact .inr hr
example (h : p ∨ q) : q ∨ p := by
  match h with
  | .inl hp => exact .inr hp
  | .inr hq => exact .inl hq
example (h : p ∧ q) : p := by
  have ⟨hp, _⟩ := h
  exact hp
example (h : p ∧ q) : p := by
  let x := h.1
  exact x
example (h : p ∧ q) : p := by
  suffices hqp : q ∧ p from hqp.2
  exact ⟨h.2, h.1⟩
example (h : p ∧ q) : p := by
  suffices hqp : q ∧ p by exact hqp.2
  exact ⟨h.2, h.1⟩
example (n : Nat) : n + 0 = n := by show n = n; rfl
example (n : Nat) : n + 0 = n := by change n = n; rfl
example (n : Nat) (h : n + 0 = 3) : n = 3 := by change n = 3 at h; exact h
example (h : False) : p := by contradiction
example (hp : p) (np : ¬p) : q := by contradiction
example (hp : p) (np : ¬p) : q := by exfalso; exact np hp
example (hp : p) (np : ¬p) : q := by exact absurd hp np
example : p ∨ ¬p := by
  by_cases h : p
  · exact .inl h
  · exact .inr h
example (h : ¬¬p) : p := Classical.byContradiction fun np => h np
example : ¬¬p → p := by
  intro h
  apply Classical.byContradiction
  intro np
  exact h np
example (h : ∀ n : Nat, n ≥ 0 → p) : p := by
  specialize h 3 (Nat.zero_le _)
  exact h
example (n : Nat) (h : n = 2) : n + n = 4 := by
  generalize hm : n + n = m
  subst h
  exact hm.symm
example (n : Nat) (h : n = 2) : n = 2 := by revert h; intro h; exact h
example (n m : Nat) (h : n = m) : m = n := by
  have h' := h
  clear h
  exact h'.symm
example (n m : Nat) (h : n = m) : m = n := by symm; exact h
example (n m : Nat) (h : n = m) : m = n := by subst h; rfl
example (n m : Nat) (h : n = m) : m = n := by cases h; rfl
example : ∀ n m : Nat, n = m → m = n := by
  intro n m h
  exact h.symm
example : ∀ _ : Nat, p → p := by
  intros
  rename_i hp
  exact hp
example (hp : p) : p := by first | exact absurd hp (by assumption) | exact hp
example (hp : p) : p := by try contradiction
                           exact hp
example (hp : p) : p ∧ p ∧ p := by
  refine ⟨?_, ?_, ?_⟩
  all_goals exact hp
example (hp : p) (hq : q) : p ∧ q := by
  constructor
  any_goals exact hp
  exact hq
example (hp : p) (hq : q) : p ∧ q := by
  constructor
  next => exact hp
  next => exact hq
example (hp : p) : p ∧ (p ∧ p) := by repeat (first | assumption | constructor)
example (a b : Nat) (h : Nat.succ a = Nat.succ b) : a = b := by injection h
example (a b : Nat) (h : a + 1 = b + 1) : a = b := by injection h
example (a b : Nat) (x y : List Nat) (h : a :: x = b :: y) : x = y := by
  injection h
example (h : (1 : Nat) = 2) : p := nomatch h
example (h : (1 : Nat) = 2) : p := by nomatch h
example (f g : Nat → Nat) (h : ∀ x, f x = g x) : f = g := by funext x; exact h x
example (f : Nat → Nat) (a b : Nat) (h : a = b) : f a = f b := by congr
example (f : Nat → Nat → Nat) (a b c d : Nat) (h : a = b) (k : c = d) : f a c = f b d := by
  congr
example (n : Nat) : n = n := by exact?
example (a b : Nat) : a + b = b + a := by exact?
example (a b c : Nat) (h : a ∣ b) : a ∣ b * c := by
  obtain ⟨k, hk⟩ := h
  exact ⟨k * c, by rw [hk, Nat.mul_assoc]⟩
example : 2 + 2 = 4 := by decide
example : ¬ (3 = 4) := by decide
example : 10 < 20 ∧ 20 ∣ 100 := by decide
example : ∀ x : Fin 3, x.val < 3 := by intro x; exact x.isLt
