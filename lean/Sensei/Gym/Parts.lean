/-
Which goals of a state can be proved apart from one another.

Goals that share an unassigned metavariable cannot: what is done to one may decide the other, as in
`∃ x, P x ∧ Q x` after `refine ⟨?_, ?_, ?_⟩`. A goal also shares with those whose own metavariable
stands in it, and universe metavariables count as one that all who have any share.

API as in Lean 4.35: `getMVars`, `getDelayedMVarAssignment?`.
-/
import Sensei.Core.Goal

namespace Sensei.Gym
open Lean Meta

/-- The metavariables on which a goal leans, itself among them, and whether a universe is open.
Behind a delayed assignment stands what its pending metavariable leans on. -/
private def leansOn (goal : MVarId) : MetaM (Array MVarId × Bool) := goal.withContext do
  let state ← goalState goal
  let inHypotheses := state.hypotheses.flatMap fun (_, type, value?) => type :: value?.toList
  let mut todo := state.target :: inHypotheses
  let mut found := #[goal]
  let mut universes := false
  -- Each round takes an expression; a metavariable adds at most one.
  for _ in [0 : 100000] do
    match todo with
    | [] => break
    | e :: rest =>
      todo := rest
      universes := universes || e.hasLevelMVar
      for mvar in ← getMVars e do
        unless found.contains mvar do
          found := found.push mvar
          if let some delayed ← getDelayedMVarAssignment? mvar then
            todo := (← instantiateMVars (mkMVar delayed.mvarIdPending)) :: todo
  return (found, universes)

/-- Splits goals into runs that can be proved apart, in the same order. At most one has more than
one goal: it reaches from the first to the last of the goals that share anything. -/
def independentParts (goals : List MVarId) : MetaM (List (List MVarId)) := do
  let leans := (← goals.mapM leansOn).toArray
  let shares (i j : Nat) : Bool :=
    match leans[i]?, leans[j]? with
    | some (mine, open₁), some (others, open₂) => (open₁ && open₂) || mine.any others.contains
    | _, _ => false
  let places := List.range goals.length
  let coupled := places.filter fun i => places.any fun j => i != j && shares i j
  match coupled.head?, coupled.getLast? with
  | some first, some last =>
    let before := (goals.take first).map ([·])
    let after := (goals.drop (last + 1)).map ([·])
    return before ++ [(goals.drop first).take (last + 1 - first)] ++ after
  | _, _ => return goals.map ([·])

end Sensei.Gym
