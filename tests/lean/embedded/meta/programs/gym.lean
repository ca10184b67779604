/- Opens a theorem with a hook tactic, steps it on stored states, and finishes it. -/
import Lean
open Lean Elab Tactic

/-- The states and contexts that the hook saw. -/
structure Opened where
  goals : List MVarId
  term : Term.State
  meta' : Meta.State
  core : Core.State
  tacticCtx : Tactic.Context
  termCtx : Term.Context
  metaCtx : Meta.Context
  coreCtx : Core.Context

def hook (opened resume : IO.Ref (Option Opened)) : Tactic := fun _ => fun tctx tref ctx ref mctx mref cctx cref => do
  if let some o ← resume.get then
    let old ← (tref.get : BaseIO _)
    if old.goals.length != 1 then throw (.error .missing m!"hook: bad root")
    tref.set ⟨o.goals⟩
    ref.set o.term
    mref.set o.meta'
    cref.set o.core
    return
  opened.set (some { goals := (← tref.get).goals, term := ← ref.get, meta' := ← mref.get, core := ← cref.get, tacticCtx := tctx, termCtx := ctx, metaCtx := mctx, coreCtx := cctx })
  throw (.error .missing m!"hooked")

def runOn (o : Opened) (goals : List MVarId) (x : TacticM α) : IO (Except String (α × Opened)) := do
  let tref ← IO.mkRef (⟨goals⟩ : Tactic.State)
  let ref ← IO.mkRef o.term
  let mref ← IO.mkRef o.meta'
  let cref ← IO.mkRef o.core
  let hb ← IO.getNumHeartbeats
  let cctx := { o.coreCtx with initHeartbeats := hb, maxHeartbeats := 200000000 }
  let r ← (x { o.tacticCtx with recover := false } tref o.termCtx ref o.metaCtx mref cctx cref).toBaseIO
  match r with
  | .ok a => return .ok (a, { o with goals := (← tref.get).goals, term := ← ref.get, meta' := ← mref.get, core := ← cref.get })
  | .error e => return .error (← e.toMessageData.toString)

def step (o : Opened) (text : String) : IO (Except String Opened) := do
  match Parser.runParserCategory o.core.env `term ("by\n" ++ text) with
  | .error e => return .error s!"parse: {e}"
  | .ok stx =>
    if stx.getKind != ``Lean.Parser.Term.byTactic then return .error "not a tactic"
    let seq := stx.getArg 1
    match ← runOn o o.goals (do evalTactic seq; Term.synthesizeSyntheticMVarsNoPostponing; setGoals (← getUnsolvedGoals)) with
    | .ok (_, o) => return .ok o
    | .error e => return .error e

def showGoals (o : Opened) : IO (List String) := do
  match ← runOn o o.goals (do (← getGoals).mapM fun g => do return (← Meta.ppGoal g).pretty) with
  | .ok (s, _) => return s
  | .error e => return [e]

partial def putHook (hookStx : Syntax) (stx : Syntax) : Syntax :=
  (go stx).1
where
  go (s : Syntax) : Syntax × Bool :=
    if s.getKind == ``Lean.Parser.Command.declValSimple then (hookStx, true)
    else match s with
      | .node i k args => Id.run do
        let mut done := false
        let mut out := #[]
        for a in args do
          if done then out := out.push a
          else
            let (a', d) := go a
            out := out.push a'
            done := d
        return (.node i k out, done)
      | s => (s, false)

unsafe def main (_args : List String) : IO UInt32 := do
  let opened : IO.Ref (Option Opened) ← IO.mkRef none
  let resume : IO.Ref (Option Opened) ← IO.mkRef none
  KeyedDeclsAttribute.addBuiltin Tactic.tacticElabAttribute `gym.hook `hook (hook opened resume)
  let input := "namespace N\nvariable (q : Prop)\ntheorem foo (p : Prop) (hp : p) (hq : q) : p ∧ q := by skip\nend N\n"
  enableInitializersExecution
  let ictx := Parser.mkInputContext input "x.lean"
  let (header, ps, msgs) ← Parser.parseHeader ictx
  let (env, msgs) ← processHeader header {} msgs ictx
  let mut cs := Command.mkState env msgs {}
  let mut ps := ps
  -- the hook's value
  let tmpl := "theorem x : True := by skip"
  let ti := Parser.mkInputContext tmpl "t"
  let (tstx, _, _) := Parser.parseCommand ti { env, options := {} } {} {}
  let some val := tstx.find? (·.getKind == ``Lean.Parser.Command.declValSimple) | throw (IO.userError "no val")
  let hookVal ← val.replaceM (m := IO) fun s => if s.getKind == ``Lean.Parser.Tactic.skip then pure (some (.node .none `gym.hook #[])) else pure none
  for _ in [0:10] do
    let scope := cs.scopes.head!
    let pm := { env := cs.env, options := scope.opts, currNamespace := scope.currNamespace, openDecls := scope.openDecls : Parser.ParserModuleContext }
    let (stx, ps', msgs) := Parser.parseCommand ictx pm ps cs.messages
    ps := ps'
    cs := { cs with messages := msgs }
    let elabOne (st : Command.State) (s : Syntax) : IO (Command.State × Option String) := do
      let ref ← IO.mkRef st
      let ctx : Command.Context := { fileName := "x.lean", fileMap := ictx.fileMap, snap? := none, cancelTk? := none }
      let r ← ((Command.elabCommandTopLevel s #[]) ctx ref).toBaseIO
      let e ← match r with | .ok _ => pure none | .error e => some <$> e.toMessageData.toString
      return (← ref.get, e)
    if stx.getKind == ``Lean.Parser.Command.declaration then
      let hooked := putHook hookVal stx
      let base := { cs with infoState := { enabled := false }, messages := {} }
      let (st1, e) ← elabOne base hooked
      IO.println s!"open: {e} messages {← st1.messages.toList.mapM (·.toString)}"
      let some o ← opened.get | throw (IO.userError "hook not run")
      IO.println s!"goals {← showGoals o}; env has it: {o.core.env.contains `N.foo}"
      let .ok o1 ← step o "constructor" | throw (IO.userError "constructor failed")
      IO.println s!"{← showGoals o1}"
      match ← step o1 "exact hq" with
      | .ok _ => IO.println "wrong"
      | .error e => IO.println s!"error: {e}"
      let .ok o2 ← step o1 "exact hp\nexact hq" | throw (IO.userError "exact failed")
      IO.println s!"left {o2.goals.length}"
      match ← step o1 "simp_all [" with
      | .ok _ => IO.println "wrong"
      | .error e => IO.println s!"error: {e}"
      resume.set (some o2)
      let (st2, e) ← elabOne base hooked
      IO.println s!"finish: {e} {← st2.messages.toList.mapM (·.toString)} in env: {st2.env.contains `N.foo}"
      resume.set none
      if let some ci := st2.env.find? `N.foo then IO.println s!"{ci.type} := {ci.value!.hasSorry}"
    let (st, e) ← elabOne cs stx
    if let some e := e then IO.println s!"exception {e}"
    cs := st
    if Parser.isTerminalCommand stx then break
  for m in cs.messages.toList do IO.println (← m.toString)
  return 0
