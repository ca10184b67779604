/- Elaborates a file, prints the goals around every tactic, one JSON object a line. -/
import Lean
open Lean Elab

def goalsJson (ci : ContextInfo) (gs : List MVarId) (mctx : MetavarContext) : IO Json := do
  let ci := { ci with mctx }
  let fs ← gs.mapM fun g => ci.runMetaM {} (do return (← Meta.ppGoal g).pretty)
  return toJson fs

partial def walk (ctx? : Option ContextInfo) (t : InfoTree) (acc : IO.Ref (Array Json)) : IO Unit := do
  match t with
  | .context c t => walk (c.mergeIntoOuter? ctx?) t acc
  | .node i cs =>
    if let some ci := ctx? then
      if let .ofTacticInfo ti := i then
        let r := ti.stx.getRange?
        let j := Json.mkObj [("kind", toJson ti.stx.getKind),
          ("start", toJson (r.map (·.start.byteIdx))),
          ("before", ← goalsJson ci ti.goalsBefore ti.mctxBefore),
          ("after", ← goalsJson ci ti.goalsAfter ti.mctxAfter)]
        acc.modify (·.push j)
    for c in cs do walk (i.updateContext? ctx?) c acc
  | .hole _ => pure ()

unsafe def main (args : List String) : IO UInt32 := do
  let file := args.headD "sample.lean"
  let input ← IO.FS.readFile file
  enableInitializersExecution
  let ictx := Parser.mkInputContext input file
  let (header, ps, msgs) ← Parser.parseHeader ictx
  let (env, msgs) ← processHeader header {} msgs ictx
  IO.println s!"imports: {env.header.moduleNames.size} {env.header.moduleNames.toList.take 3}"
  let cs := Command.mkState env msgs {}
  let cs := { cs with infoState := { enabled := true } }
  let st ← IO.processCommands ictx ps cs
  for m in st.commandState.messages.toList do
    IO.println (← m.toString)
  let acc ← IO.mkRef (#[] : Array Json)
  for t in st.commandState.infoState.trees do
    walk none t acc
  for j in (← acc.get) do IO.println j.compress
  IO.println s!"commands {st.commands.size}"
  return 0
