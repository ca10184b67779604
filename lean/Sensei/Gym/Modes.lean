/-
Goals whose texts are not read as tactics: those of a conversion (`conv`), and those that a chain of
relations (`calc`) goes on with. Pantograph calls them fragments.

What is run is what Lean's own `conv` and `calc` run, piece by piece. A conversion begins with a
goal `target = ?result` that is marked as Lean marks it, and ends with the goal `?result` in the
place of the target. A text in a chain is one relation: it becomes a goal, and so does what the
relation leaves of the target.

Whatever ends a proof goes through the same judgement as a tactic (Sensei.Gym.Step): a conversion
that was not ended leaves a metavariable in the proof.
-/
import Sensei.Gym.Step

namespace Sensei.Gym
open Lean Elab Meta

/-- A conversion under way. -/
structure Conversion where
  /-- The goal whose target is rewritten. It is in no list of goals until the conversion ends. -/
  parent : MVarId
  /-- What its target becomes. -/
  result : MVarId
  /-- The first goal of the conversion, which proves that both are equal. -/
  proof : MVarId

/-- How the texts for a goal are read. -/
inductive Fragment where
  | tactic
  /-- `continues` if a relation came before: `_` is its right side. -/
  | calc (continues : Bool)
  | conv (conversion : Conversion)

/-- The goals whose texts are not read as tactics, those that wait for `goal.continue` too. -/
abbrev Fragments := List (MVarId × Fragment)

/-- How the texts for `goal` are read. -/
def Fragments.of (fragments : Fragments) (goal : MVarId) : Fragment :=
  ((fragments.find? (·.1 == goal)).map (·.2)).getD .tactic

/-- The name on the wire. -/
def Fragment.name : Fragment → String
  | .tactic => "tactic"
  | .calc _ => "calc"
  | .conv _ => "conv"

private def Fragment.isOf (conversion : Conversion) : Fragment → Bool
  | .conv other => other.parent == conversion.parent
  | _ => false

/-- The mark of a goal that is shown by its left side, as Lean's `isLHSGoal?` reads it. -/
private def marked (type : Expr) : Expr :=
  .mdata (({} : KVMap).insert `_lhsGoal (.ofBool true)) type

private def isMarked : Expr → Bool
  | .mdata data _ => data.getBool `_lhsGoal
  | _ => false

/-- Begins to rewrite the target of `goal`. -/
private def beginConversion (goal : MVarId) : Tactic.TacticM Conversion := goal.withContext do
  let target ← instantiateMVars (← goal.getType)
  let result ← mkFreshExprMVar (← inferType target)
  let type := marked (← mkEq target result)
  let proof ← mkFreshExprSyntheticOpaqueMVar type (← goal.getTag)
  let goals := (← Tactic.getGoals).map fun other => if other == goal then proof.mvarId! else other
  Tactic.setGoals goals
  return { parent := goal, result := result.mvarId!, proof := proof.mvarId! }

/-- Runs `act`; if it fails, nothing has happened. -/
private def attempt (act : Tactic.TacticM Unit) : Tactic.TacticM Unit :=
  try act catch exception => if exception.isInterrupt then throw exception

/-- Ends a conversion: what it left is closed by `rfl`, and the rewritten goal comes first. Fails if
something is left. -/
private def endConversion (conversion : Conversion) (fragments : Fragments) :
    Tactic.TacticM Fragments := do
  let (own, others) := fragments.partition (·.2.isOf conversion)
  for (goal, _) in own do
    unless ← goal.isAssigned do attempt goal.refl
    unless ← goal.isAssigned do
      throwError "the conversion is not done: rfl does not close{indentD (.ofGoal goal)}"
  let { parent, result, proof } := conversion
  let next ← parent.withContext do
    let target ← instantiateMVars (mkMVar result)
    let next ← mkFreshExprSyntheticOpaqueMVar target (← parent.getTag)
    parent.assign (← mkAppM ``Eq.mpr #[← instantiateMVars (mkMVar proof), next])
    return next.mvarId!
  Tactic.setGoals (next :: (← Tactic.getGoals))
  -- As after `conv => …`.
  attempt (withReducible next.refl)
  Tactic.pruneSolvedGoals
  return others

/-- Forgets goals that are solved, and ends the conversions that have no others. -/
private def settled (fragments : Fragments) : Tactic.TacticM Fragments := do
  let mut kept ← fragments.filterM fun (goal, _) => return !(← goal.isAssigned)
  for (_, fragment) in fragments do
    if let .conv conversion := fragment then
      -- Once ended, its parent is assigned.
      unless kept.any (·.2.isOf conversion) || (← conversion.parent.isAssigned) do
        kept ← endConversion conversion kept
  return kept

/-- The tactics of `conv => …`, of a sequence that is nothing else. -/
private def conversionOf? (sequence : Syntax) : Option Syntax :=
  let steps := ((sequence.getArg 0).getArg 0).getArgs
  match steps[0]? with
  | some conv =>
    let last := conv.getArg (conv.getNumArgs - 1)
    if steps.size == 1 && conv.isOfKind `Lean.Parser.Tactic.Conv.conv &&
        last.isOfKind `Lean.Parser.Tactic.Conv.convSeq then some last
    else none
  | none => none

private def firstHole (relation by_ : Syntax) : Syntax :=
  let run : StateM Bool Syntax := relation.replaceM fun node => do
    if (← get) || !node.isOfKind `Lean.Parser.Term.hole then return none
    set true
    return some by_
  (run.run false).1

/-- What a text runs for the goal `main`, which is one of a fragment. -/
private def actOf (fragments : Fragments) (main : MVarId) (focus others : List MVarId)
    (sequence : Syntax) : Tactic.TacticM Fragments := do
  match fragments.of main with
  | .tactic =>
    onGoals focus others (Tactic.evalTactic sequence)
    settled fragments
  | .conv conversion =>
    let some tactics := conversionOf? sequence | throwError "expected tactics of a conversion"
    onGoals focus others (Tactic.evalTactic tactics)
    let new ← (← Tactic.getGoals).filterM fun goal => do
      return !(fragments.any (·.1 == goal)) && isMarked (← goal.getType)
    settled (fragments ++ new.map fun goal => (goal, .conv conversion))
  | .calc continues =>
    onGoals focus others do
      let sequence ← main.withContext do
        if !continues then return sequence
        let relation := (← instantiateMVars (← main.getType)).consumeMData
        return firstHole sequence (← Term.exprToSyntax relation.appFn!.appArg!)
      Tactic.evalTactic sequence
    let new := (← Tactic.getGoals).filter fun goal => !others.contains goal
    let rest := fragments.filter (·.1 != main)
    match new with
    | [] => settled rest
    | [step] => step.setTag `calc; settled rest
    | [step, remainder] =>
      step.setTag `calc
      remainder.setTag (← main.getTag)
      settled ((remainder, .calc true) :: rest)
    | _ => throwError "expected a relation without holes but the first"

/-- The text that is parsed for a text in a fragment. -/
private def writtenAs (text : String) : Fragment → String
  | .tactic => text
  | .conv _ => s!"conv =>\n  {indented text 2}"
  | .calc _ => s!"calc ({indented text 6}) := ?_"

/-- One step at a point where goals are in fragments. Without `only?` it runs on the goals that are
read as the first one is: of the same conversion, or as tactics; a relation is for one goal. -/
def stepInFragments (place : Place) (point : Point) (fragments : Fragments) (only? : Option MVarId)
    (limits : Limits) (watchdog : Watchdog) (text : String) :
    IO (Except Failure (Fragments × Stepped)) := do
  if let some failure := limits.tooLong? text then return .error failure
  let some main := only? <|> point.goals.head? | return .error (.tactic "there are no goals")
  let fragment := fragments.of main
  let alike (goal : MVarId) : Bool :=
    goal == main || only?.isNone && match fragments.of goal, fragment with
      | .tactic, .tactic => true
      | .conv _, .conv conversion => (fragments.of goal).isOf conversion
      | _, _ => false
  let (focus, others) := point.goals.partition alike
  match ← parseTactic place point.coreState.env (writtenAs text fragment) with
  | .error failure => return .error failure
  | .ok sequence =>
    if fragment matches .conv _ && (conversionOf? sequence).isNone then
      return .error (.parse "expected tactics of a conversion")
    let point := { point with goals := focus ++ others }
    runStep place point limits watchdog text (actOf fragments main focus others sequence)

/-- The modes of `goal.tactic`. -/
inductive Mode where
  | tactic | conv | calc

/-- A mode by its name. -/
def Mode.ofName? : String → Option Mode
  | "tactic" => some .tactic
  | "conv" => some .conv
  | "calc" => some .calc
  | _ => none

/-- Has the texts for `goal` read otherwise from now on. `tactic` ends what the goal is in. -/
def enterMode (place : Place) (point : Point) (fragments : Fragments) (goal : MVarId) (mode : Mode)
    (limits : Limits) (watchdog : Watchdog) : IO (Except Failure (Fragments × Stepped)) :=
  runStep place point limits watchdog "" do
    match mode, fragments.of goal with
    | .tactic, .tactic => throwError "the goal is in no conversion and no chain"
    | .tactic, .calc _ => return fragments.filter (·.1 != goal)
    | .tactic, .conv conversion =>
      let left ← endConversion conversion fragments
      Tactic.pruneSolvedGoals
      settled left
    | .conv, .tactic | .conv, .calc _ =>
      let conversion ← beginConversion goal
      return (conversion.proof, .conv conversion) :: fragments
    | .calc, .tactic => return (goal, .calc false) :: fragments
    | _, _ => throwError "the goal is in a conversion or a chain; its mode 'tactic' ends that"

end Sensei.Gym
