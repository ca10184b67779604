/-
Opens every declaration of a file as it was met when the file was elaborated, and by elaborating its
command once more: `opened_twice FILE MODULE`. Says of each difference `differs NAME: WHAT`, of what
was not met `anew NAME`, and of the rest `met NAME`.
-/
import Sensei.Core.Command
import Sensei.Core.Goal
import Sensei.Gym.File
import Sensei.Gym.Step

open Lean Elab Meta Sensei Sensei.Gym

private def goalOf (point : Point) (goal : MVarId) : List (Name × List Name × List Expr) :=
  match point.metaState.mctx.findDecl? goal with
  | none => []
  | some decl =>
    let locals := decl.lctx.foldl (init := []) fun all hypothesis =>
      ([hypothesis.userName, hypothesis.fvarId.name].reverse,
        hypothesis.type :: hypothesis.value?.toList) :: all
    (goal.name, [decl.userName], [decl.type]) ::
      locals.map fun (names, terms) => (`local, names, terms)

/-- What has to be alike, in words. -/
private def differences (met anew : Place × Point) : IO (List String) := do
  let ((place, point), (place', point')) := (met, anew)
  let (core, core') := (place.coreContext, place'.coreContext)
  let (term, term') := (place.termContext, place'.termContext)
  let (state, state') := (point.coreState, point'.coreState)
  let said (point : Point) : IO (List String) :=
    point.coreState.messages.toList.mapM (·.data.toString)
  let checks : List (String × Bool) :=
    [("roots", place.roots == place'.roots),
      ("itself", place.itself == place'.itself),
      ("goals", point.goals.map (goalOf point) == point'.goals.map (goalOf point')),
      ("universes", point.termState.levelNames == point'.termState.levelNames),
      ("pending", point.termState.pendingMVars == point'.termState.pendingMVars),
      ("declaration", term.declName? == term'.declName?),
      ("may postpone", term.mayPostpone == term'.mayPostpone),
      ("errors become sorry", term.errToSorry == term'.errToSorry),
      ("section variables",
        term.sectionVars.toList.map (·.2) == term'.sectionVars.toList.map (·.2)),
      ("implicit lambda", term.implicitLambda == term'.implicitLambda),
      ("depth", core.currRecDepth == core'.currRecDepth),
      ("namespace", core.currNamespace == core'.currNamespace),
      ("opens", core.openDecls.length == core'.openDecls.length),
      ("heartbeats", core.maxHeartbeats == core'.maxHeartbeats),
      ("options", toString core.options == toString core'.options),
      ("macro scope", core.currMacroScope == core'.currMacroScope),
      ("next macro scope", state.nextMacroScope == state'.nextMacroScope),
      ("next name", state.ngen.idx == state'.ngen.idx),
      ("next auxiliary name", state.auxDeclNGen.idx == state'.auxDeclNGen.idx),
      ("messages", (← said point) == (← said point')),
      ("infos", state.infoState.enabled == state'.infoState.enabled),
      ("recovery", place.tacticContext.recover == place'.tacticContext.recover)]
  return checks.filterMap fun (what, same) => if same then none else some what

private def tactics : List String :=
  ["intros", "simp", "omega", "rfl", "constructor", "simp_all", "exact rfl", "intro x\ncases x",
    "exact by_contra", "induction n", "have h : 1 = 1 := by rfl"]

/-- What comes of a tactic. -/
private def outcome (watchdog : Watchdog) (opened : Place × Point) (text : String) :
    IO (List String) := do
  let limits : Limits := {}
  match ← step opened.1 opened.2 none limits watchdog text with
  | .error failure => return [failure.kind, failure.message limits]
  | .ok stepped =>
    let print : Tactic.TacticM (List String) := do
      (← Tactic.getGoals).mapM fun goal => prettyGoal goal
    match ← (opened.1.run stepped.point print).toIO' with
    | .error exception => return ["unprinted", ← exception.toMessageData.toString]
    | .ok (goals, _) =>
      return goals ++ (← stepped.messages.toList.mapM fun message => do
        return s!"{message.pos.line}:{message.pos.column} {← message.data.toString}")

private def compare (file : OpenFile) (watchdog : Watchdog) (name : Name) : IO Unit := do
  let .ok loaded ← file.find name | throw (IO.userError s!"{name} is not found")
  let say (what : String) : IO Unit := IO.println s!"differs {name}: {what}"
  match loaded.body? with
  | none => IO.println s!"anew {name}"
  | some _ =>
    IO.println s!"met {name}"
    match ← file.openBody loaded, ← file.openAnew loaded.toVisited with
    | .error met, .error anew =>
      unless met == anew do say s!"'{met}' is no longer '{anew}'"
    | .ok met, .ok anew =>
      for difference in ← differences met anew do say difference
      for text in tactics do
        let (mine, other) := (← outcome watchdog met text, ← outcome watchdog anew text)
        unless mine == other do say s!"'{text}' gives {mine}, and gave {other}"
    | .ok _, .error _ | .error _, .ok _ => say "opens one way only"

def main (words : List String) : IO UInt32 := do
  let [path, module] := words | throw (IO.userError "FILE MODULE")
  prepareProcess
  let hook ← installHook
  let watchdog ← Watchdog.start
  let file ← OpenFile.new (← Source.read path (← ofExcept (moduleOfText module)) {}) hook
  let names ← file.openable
  for name in names do compare file watchdog name
  (← IO.getStdout).flush
  IO.Process.forceExit 0
