/-! `<;>`: what is behind it is a step for each goal that it runs on. -/

theorem both (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor <;> first | exact hp | exact hq

theorem chained (p q : Prop) (h : p ∧ q) : (p ∧ q) ∧ (p ∧ q) := by
  constructor <;> constructor <;> simp [h]

theorem one_for_all (p : Prop) (hp : p) : p ∧ p := by
  constructor <;> (skip; exact hp)
