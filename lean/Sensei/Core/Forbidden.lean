/-
Syntax that runs code of its own, or switches the kernel off, while a proof is elaborated.

The Gym refuses it before a tactic runs, the verifier before a claim is compiled. It is a fence, not
the judgement: what a macro hides from it is caught by the replay (Sensei.Verify).

Syntax kinds as in Lean 4.35: `Lean.Parser.Tactic.nativeDecide`, `Lean.Parser.Tactic.runTac`,
`Lean.byElab`, `Lean.runElab`, `Lean.includeStr`, `Lean.Parser.Term.unsafe`,
`Lean.Parser.{Term,Tactic,Command}.set_option`, `Lean.Parser.Tactic.posConfigItem`.
-/
import Lean.Syntax

namespace Sensei
open Lean

private def runsCode : List Name :=
  [`Lean.Parser.Tactic.nativeDecide, `Lean.Parser.Tactic.runTac, `Lean.byElab, `Lean.runElab,
    `Lean.Parser.Term.byElab, `Lean.includeStr, `Lean.Parser.Term.unsafe, `Lean.runTermElab,
    `Lean.runCmd, `Lean.runMeta, `Lean.Parser.Command.eval]

private def setsOption : List Name :=
  [`Lean.Parser.Tactic.set_option, `Lean.Parser.Term.set_option, `Lean.Parser.Command.set_option,
    `Lean.Parser.Tactic.Conv.set_option]

/-- Options that a proof may not set: they switch checks off or lift limits. -/
private def guarded (option : Name) : Bool :=
  option.getRoot == `debug || option.getRoot == `compiler || option.getRoot == `interpreter ||
    option == `maxHeartbeats || option == `maxRecDepth || option == `synthInstance.maxHeartbeats

/-- What is forbidden about one node, as it is to be named to the user. -/
private def fault? (node : Syntax) : Option String :=
  let kind := node.getKind
  if runsCode.contains kind then
    some s!"{kind} runs code while it is elaborated"
  else if kind == `Lean.Parser.Tactic.posConfigItem && (node.getArg 1).getId == `native then
    some "+native trusts compiled code"
  else if kind == `Lean.Parser.Tactic.valConfigItem && (node.getArg 1).getId == `native then
    some "native trusts compiled code"
  else if setsOption.contains kind then
    (node.getArgs.find? fun argument => argument.isIdent && guarded argument.getId).map
      fun option => s!"set_option {option.getId} is not for a proof to set"
  else none

/-- The first forbidden piece of syntax, as it is to be named to the user. -/
def forbidden? (stx : Syntax) : Option String :=
  stx.find? (fun node => (fault? node).isSome) >>= fault?

end Sensei
