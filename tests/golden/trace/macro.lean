/-! Tactics that macros wrote: one step, where the macro stands; tactics that were given to a macro
are steps of their own, where they stand. -/

macro "close" : tactic => `(tactic| first | assumption | rfl)
macro "halves " tactics:tacticSeq : tactic => `(tactic| (constructor <;> ($tactics)))

theorem closed (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  close
  close

theorem by_halves (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  halves
    skip
    close

syntax "finish_with " term : tactic
macro_rules
  | `(tactic| finish_with $t) => `(tactic| (try skip; exact $t))

theorem finished (p : Prop) (hp : p) : p := by
  finish_with hp

theorem in_its_term (p : Prop) (hp : p) : p := by
  finish_with (by exact hp)
