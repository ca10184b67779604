/- A tactic that proposes another. -/
import Lean
import Lean.Meta.Tactic.TryThis
open Lean Elab Tactic Meta.Tactic

elab "propose" : tactic => do
  TryThis.addSuggestion (← getRef) (← `(tactic| trivial))
  evalTactic (← `(tactic| trivial))

elab "propose_text" : tactic => do
  TryThis.addSuggestion (← getRef) "exact True.intro"
  evalTactic (← `(tactic| trivial))

/-- info: Try this:
  [apply] trivial -/
#guard_msgs in
example : True := by propose

/-- info: Try this:
  [apply] exact True.intro -/
#guard_msgs in
example : True := by propose_text
