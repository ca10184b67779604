/-
One step: parse a tactic text, run it at a point under limits, and say what came of it.

The text is parsed as the lines after `by`, so several lines, `case`, bullets and `with` arms work
as in a file, and nothing may follow the last tactic. It runs on the whole list of goals, as the
next line of a script would. What fails leaves the point as it was.

A step fails, too, if what it proved leans on `sorry` or on the theorem itself. Lean offers the
theorem to its own proof, since it could be recursive; no step may use that, well-founded or not.
-/
import Sensei.Core.TacticText
import Sensei.Gym.State

namespace Sensei.Gym
open Lean Elab Meta

/-- Limits of one step. -/
structure Limits where
  /-- Wall clock, milliseconds; the watchdog cancels the tactic after it. -/
  timeoutMs : Nat := 5000
  /-- Thousands of small allocations, as the option `maxHeartbeats` counts. -/
  maxHeartbeats : Nat := 200000
  /-- Longest text, bytes of UTF-8. -/
  textBytes : Nat := maxTacticBytes

/-- Why a tactic gave no next point; the names on the wire are `Failure.kind`. -/
inductive Failure where
  | parse (message : String)
  | forbidden (message : String)
  | tactic (message : String)
  | sorry
  | timeout
  | heartbeats (message : String)

/-- The name of a failure on the wire. -/
def Failure.kind : Failure → String
  | .parse _ => "parse"
  | .forbidden _ | .sorry => "forbidden"
  | .tactic _ => "tactic"
  | .timeout => "timeout"
  | .heartbeats _ => "heartbeats"

/-- The message of a failure, for people. -/
def Failure.message (limits : Limits) : Failure → String
  | .parse message | .forbidden message | .tactic message | .heartbeats message => message
  | .sorry => "the tactic uses sorry"
  | .timeout => s!"over {limits.timeoutMs} ms"

/-- The failure of a text that is not even read. -/
def Limits.tooLong? (limits : Limits) (text : String) : Option Failure :=
  if text.utf8ByteSize ≤ limits.textBytes then none
  else some (.forbidden s!"a tactic is at most {limits.textBytes} bytes long")

/-- Parses a tactic text at a place, with its namespaces, opens, options and notations, unless it was
parsed there before. -/
def parseTactic (place : Place) (env : Environment) (text : String) :
    BaseIO (Except Failure Syntax) := do
  let parsed ← match (← place.seen.parsed.get)[text]? with
    | some parsed => pure parsed
    | none =>
      let { options, currNamespace, openDecls, .. } := place.coreContext
      let parsed := parseTacticText { env, options, currNamespace, openDecls } "<tactic>" text
      place.seen.parsed.modify fun known =>
        (if known.size < Seen.room then known else {}).insert text parsed
      pure parsed
  match parsed with
  | .ok tactics => return .ok tactics
  | .error (.parse message) => return .error (.parse message)
  | .error (.forbidden message) => return .error (.forbidden message)

/-- A deadline that one watchdog thread keeps; see `Watchdog.start`. -/
structure Watchdog where
  /-- Monotonic milliseconds at which to cancel, and what. -/
  deadline : IO.Ref (Option (Nat × IO.CancelToken))
  stop : IO.Ref Bool

/-- The process that started this one, or its heir; `none` where the system has no proc(5). -/
private def parent? : BaseIO (Option String) := do
  match ← (IO.FS.readFile "/proc/self/stat").toBaseIO with
  | .error _ => return none
  | .ok text => return (((text.splitOn ")").getLast?.getD "").splitOn " ")[2]?

/-- Starts the watchdog on a thread of its own. It looks every 5 ms and ends when told to. Each
second it looks for the process that started this one, and when that has gone it ends this one: a
tactic that nobody waits for any more, and that cannot be cancelled, would run on for ever. -/
def Watchdog.start : IO Watchdog := do
  let deadline ← IO.mkRef (none : Option (Nat × IO.CancelToken))
  let stop ← IO.mkRef false
  let parent ← parent?
  let rec watch (rounds : Nat) : BaseIO Unit := do
    match rounds with
    | 0 => pure ()
    | rounds + 1 =>
      if ← stop.get then return
      if rounds % 200 == 0 && (← parent?) != parent then
        -- `exit` would wait for whoever reads a stream.
        discard <| (IO.Process.forceExit 1 : IO Unit).toBaseIO
      if let some (time, token) ← deadline.get then
        if time ≤ (← IO.monoMsNow) then
          token.set
          deadline.set none
      IO.sleep 5
      watch rounds
  discard <| BaseIO.asTask (watch 1000000000) .dedicated
  return { deadline, stop }

/-- Runs `act` with a token that is set at the deadline. -/
def Watchdog.guard (watchdog : Watchdog) (timeoutMs : Nat) (act : IO.CancelToken → IO α) :
    IO α := do
  let token ← IO.CancelToken.new
  watchdog.deadline.set (some ((← IO.monoMsNow) + timeoutMs, token))
  try act token finally watchdog.deadline.set none

/-- Everything that was given to `goals`, as far as it is known: behind each binder that a tactic
introduced, Lean keeps the rest of the proof apart as a delayed assignment. -/
private def valuesOf (goals : List MVarId) : MetaM (Array Expr) := do
  let mut values := #[]
  for goal in goals do
    if ← goal.isAssigned then
      let value ← instantiateMVars (mkMVar goal)
      values := values.push value
      if value.hasExprMVar then
        for inner in ← getMVars value do
          if let some delayed ← getDelayedMVarAssignment? inner then
            values := values.push (← instantiateMVars (mkMVar delayed.mvarIdPending))
  return values

/-- What is wrong with a proof that elaborated: see the head of this file. -/
private def flaw? (place : Place) (before : List MVarId) : Tactic.TacticM (Option Failure) := do
  for value in ← valuesOf before do
    if value.hasSorry then return some .sorry
    if value.hasFVar && (value.abstract place.itself).hasLooseBVars then
      return some (.tactic "the tactic uses the theorem itself")
  if (← Tactic.getGoals).isEmpty then
    for root in place.roots do
      if (← instantiateMVars (mkMVar root)).hasExprMVar then
        return some (.tactic "no goals are left, but the proof has metavariables")
  return none

/-- Runs `act` on the goals `focus`, and puts `others` behind what is left of them. -/
def onGoals (focus others : List MVarId) (act : Tactic.TacticM α) : Tactic.TacticM α := do
  Tactic.setGoals focus
  let value ← act
  Term.synthesizeSyntheticMVarsNoPostponing
  Tactic.setGoals ((← Tactic.getGoals) ++ others)
  -- A step on one goal can solve others that share a metavariable with it.
  Tactic.pruneSolvedGoals
  return value

/-- Runs `act`, and says what is wrong with what it made of the present goals. -/
private def judged? (place : Place) (act : Tactic.TacticM α) (judged : Bool) :
    Tactic.TacticM (α × Option Failure) := do
  let before ← Tactic.getGoals
  let value ← act
  return (value, ← if judged then flaw? place before else pure none)

/-- A message's text. Some of Lean's have no environment of their own to be printed in. -/
private def inPlace (place : Place) (point : Point) (message : MessageData) : MessageData :=
  let naming : NamingContext :=
    { currNamespace := place.coreContext.currNamespace, openDecls := place.coreContext.openDecls }
  let context : MessageDataContext :=
    { env := point.coreState.env, mctx := point.metaState.mctx, lctx := place.metaContext.lctx,
      opts := place.coreContext.options }
  .withNamingContext naming (.withContext context message)

/-- A step that went well: the next point, and what Lean said on the way. -/
structure Stepped where
  point : Point
  messages : Array Message

/-- What came of a run: a failure if Lean reported an error or the proof is flawed. -/
private def judge (flaw? : Option Failure) (next : Point) (judged : Bool) :
    IO (Except Failure Stepped) := do
  let messages := next.coreState.messages.toList.toArray
  let mut flaw? := flaw?
  for message in messages do
    if message.severity matches .error then
      return .error (.tactic (← message.data.toString))
    -- The tactic kept a part of the proof as a lemma of its own, with `sorry` in it.
    if judged && message.data.hasTag (· == `hasSorry) then
      flaw? := flaw? <|> some .sorry
  match flaw? with
  | some failure => return .error failure
  | none => return .ok { point := next, messages }

/-- Runs `act`, and keeps in `log` what was said before it failed: Lean says what is wrong with some
tactics by a message, and then just gives up. -/
private def keepingLog (log : IO.Ref MessageLog) (act : Tactic.TacticM α) : Tactic.TacticM α :=
  fun tactic tactics term terms meta_ metas core cores => do
    try act tactic tactics term terms meta_ metas core cores catch exception =>
      log.set (← cores.get).messages
      throw exception

/-- Runs something under limits at a point, without recovery from errors. `text` is what messages
point into. -/
def guarded (place : Place) (point : Point) (limits : Limits) (watchdog : Watchdog) (text : String)
    (act : Tactic.TacticM α) : IO (Except Failure (α × Point)) :=
  watchdog.guard limits.timeoutMs fun token => do
    let coreContext := { place.coreContext with
      fileName := "<tactic>"
      fileMap := FileMap.ofString ("by\n" ++ text)
      initHeartbeats := ← IO.getNumHeartbeats
      maxHeartbeats := limits.maxHeartbeats * 1000
      cancelTk? := some token }
    let place := { place with
      coreContext, tacticContext := { place.tacticContext with recover := false } }
    let fresh := { point with coreState := { point.coreState with messages := {} } }
    let log ← IO.mkRef ({} : MessageLog)
    match ← (place.run fresh (keepingLog log act)).toIO' with
    | .ok result => return .ok result
    | .error exception =>
      if exception.isInterrupt || (← token.isSet) then return .error .timeout
      let said := (← errorTexts (← log.get))[0]?
      let message ← match exception, said with
        | .internal .., some said => pure said
        | _, _ => (inPlace place point exception.toMessageData).toString
      if exception.isMaxHeartbeat then return .error (.heartbeats message)
      return .error (.tactic message)

/-- Runs `act` at a point as a step. Unless it is `judged`, it may lean on what no proof may. -/
def runStep (place : Place) (point : Point) (limits : Limits) (watchdog : Watchdog) (text : String)
    (act : Tactic.TacticM α) (judged : Bool := true) : IO (Except Failure (α × Stepped)) := do
  match ← guarded place point limits watchdog text (judged? place act judged) with
  | .ok ((value, flaw?), next) =>
    return (← judge flaw? next judged).map fun stepped => (value, stepped)
  | .error failure => return .error failure

/-- Runs a parsed tactic at a point, whose goals are `others` and those it runs on. -/
def runTactic (place : Place) (point : Point) (others : List MVarId) (limits : Limits)
    (watchdog : Watchdog) (text : String) (sequence : Syntax) (judged : Bool := true) :
    IO (Except Failure Stepped) := do
  let act := onGoals point.goals others (Tactic.evalTactic sequence)
  let point := { point with goals := point.goals ++ others }
  return (← runStep place point limits watchdog text act judged).map (·.2)

/-- One step: text to next point. It runs on the goal `only?`, else on all. -/
def step (place : Place) (point : Point) (only? : Option MVarId) (limits : Limits)
    (watchdog : Watchdog) (text : String) : IO (Except Failure Stepped) := do
  if let some failure := limits.tooLong? text then return .error failure
  let (goals, others) := match only? with
    | none => (point.goals, [])
    | some only => point.goals.partition (· == only)
  match ← parseTactic place point.coreState.env text with
  | .error failure => return .error failure
  | .ok sequence => runTactic place { point with goals } others limits watchdog text sequence

end Sensei.Gym
