/-
Whether a goal is proved once another one is: the other, read as a lemma about all its hypotheses,
closes it, with the goal's hypotheses for the lemma's. Nothing is unfolded but what is reducible.

If the other is a goal from which this one came, that says that the search went in a circle.
-/
import Sensei.Gym.Kept

namespace Sensei.Gym
open Lean Elab Meta

/-- A goal as a closed statement. -/
private structure Closed where
  statement : Expr
  hypotheses : Nat

/-- A goal as a closed statement; `none` if it has open metavariables. -/
private def asLemma (goal : MVarId) : MetaM (Option Closed) := goal.withContext do
  let hypotheses := (← goal.getDecl).lctx.foldl (init := #[]) fun found hypothesis =>
    if hypothesis.isImplementationDetail then found else found.push hypothesis.toExpr
  let target ← instantiateMVars (← goal.getType)
  let statement ← instantiateMVars (← mkForallFVars hypotheses target)
  return if statement.hasExprMVar then none else some { statement, hypotheses := hypotheses.size }

/-- The statement with a metavariable for each hypothesis, or the value of one that has a value; the
metavariables come last one first. -/
private def Closed.opened (closed : Closed) : MetaM (List Expr × Expr) := do
  let mut (e, arguments) := (closed.statement, [])
  for _ in [0 : closed.hypotheses] do
    match e with
    | .forallE _ type body _ =>
      let argument ← mkFreshExprMVar type
      arguments := argument :: arguments
      e := body.instantiate1 argument
    | .letE _ _ value body _ => e := body.instantiate1 value
    | _ => throwError "internal error: a hypothesis of a goal is missing"
  return (arguments, e)

/-- Gives a metavariable that is left the last hypothesis that it can be. -/
private def assumed (argument : Expr) : MetaM Bool := do
  if ← argument.mvarId!.isAssigned then return true
  let type ← inferType argument
  let hypotheses := (← getLCtx).foldl (init := []) fun found hypothesis =>
    if hypothesis.isImplementationDetail then found else hypothesis :: found
  hypotheses.anyM fun hypothesis => do
    if ← isDefEq type hypothesis.type then isDefEq argument hypothesis.toExpr else return false

/-- Whether a closed statement closes a goal by the goal's hypotheses. What it assigns on the way is
left: run it where nothing is kept. -/
private def closes (lemma_ : Closed) (goal : MVarId) : MetaM Bool := goal.withContext do
  let target ← instantiateMVars (← goal.getType)
  let (arguments, conclusion) ← lemma_.opened
  withReducible do
    unless ← isDefEq conclusion target do return false
    -- The last ones first: they say what the earlier ones are.
    arguments.allM assumed

/-- Runs `act` and keeps nothing of what it did. -/
private def apart (act : MetaM α) : MetaM α := do
  let state ← get
  try act finally set state

/-- The metavariables in the proof of `goal`, behind delayed assignments too. -/
private def proofHoles (goal : MVarId) : MetaM (Array MVarId) := do
  let mut todo := [← instantiateMVars (mkMVar goal)]
  let mut found := #[]
  -- Each round takes an expression; a metavariable adds at most one.
  for _ in [0 : 100000] do
    match todo with
    | [] => break
    | e :: rest =>
      todo := rest
      for mvar in ← getMVars e do
        unless found.contains mvar do
          found := found.push mvar
          if let some delayed ← getDelayedMVarAssignment? mvar then
            todo := (← instantiateMVars (mkMVar delayed.mvarIdPending)) :: todo
  return found

/-- Whether everything that `other` may use is there in `goal`, and it says the same. -/
private def standsIn (other goal : MVarId) : MetaM Bool := do
  let (here, there) := ((← goal.getDecl).lctx, (← other.getDecl).lctx)
  let known := there.foldl (init := true) fun all hypothesis =>
    all && (hypothesis.isImplementationDetail || here.contains hypothesis.fvarId)
  return known && (← instantiateMVars (← goal.getType)) == (← instantiateMVars (← other.getType))

/-- What came of a look at candidates. -/
private inductive Found where
  | nothing
  | cycle (candidate : MVarId)
  /-- `proved` if the goal has the candidate for its proof now. -/
  | subsumed (candidate : MVarId) (proved : Bool)

/-- Looks for the first of the candidates that closes the goal; `lemmas` are their statements. -/
private def look (goal : MVarId) (lemmas : List (MVarId × Option Closed)) (same : Bool) :
    MetaM Found := do
  for (candidate, lemma?) in lemmas do
    let some lemma_ := lemma? | continue
    if (same && candidate == goal) || !(← apart (closes lemma_ goal)) then continue
    if !same then return .subsumed candidate false
    if ← candidate.isAssigned then
      if (← proofHoles candidate).contains goal then return .cycle candidate
    let proved ← standsIn candidate goal
    if proved then goal.assign (mkMVar candidate)
    return .subsumed candidate proved
  return .nothing

/-- Answers `goal.subsume`. The state without the goal is kept if the candidate is of this state and
assumes nothing that the goal does not. -/
def subsume (server : Server) (payload : Json) : Answer Text := do
  let kept ← server.state (← field payload "stateId")
  let source ← match ← field? (α := Nat) payload "srcStateId" with
    | some id => server.state id
    | none => pure kept
  let named (point : Point) (name : String) : Answer MVarId := do
    let goal : MVarId := { name := name.toName }
    unless (point.metaState.mctx.findDecl? goal).isSome do complain "index" s!"no goal {name}"
    return goal
  let goal ← named kept.point (← field payload "goal")
  unless kept.point.goals.contains goal do
    complain "index" s!"no goal {goal.name} in this state"
  let names : List String ← match ← field? payload "candidates" with
    | some names => pure names
    | none => field payload "srcs"
  let candidates ← names.mapM (named source.point)
  let limits ← server.limits.get
  let guardedAt {α : Type} (at_ : Kept) (act : Tactic.TacticM α) : Answer (α × Point) := do
    match ← guarded at_.place at_.point limits server.watchdog "" act with
    | .ok result => return result
    | .error failure => complain "operation" (failure.message limits)
  let (lemmas, _) ← guardedAt source do
    candidates.mapM fun candidate => return (candidate, ← asLemma candidate)
  let same := (← field? (α := Nat) payload "srcStateId").isNone
  let (found, point) ← guardedAt kept do
    let found ← look goal lemmas same
    Tactic.pruneSolvedGoals
    return found
  match found with
  | .nothing => return .object [("result", .ofString "none")]
  | .cycle candidate =>
    return .object
      [("result", .ofString "cycle"), ("subsumptor", .ofString candidate.name.toString)]
  | .subsumed candidate proved =>
    let state ← if proved then
        let id ← server.keep { kept with point, history? := none }
        pure [("stateId", Text.of id)]
      else pure []
    return .object <|
      [("result", .ofString "subsumed"), ("subsumptor", .ofString candidate.name.toString)] ++ state

end Sensei.Gym
