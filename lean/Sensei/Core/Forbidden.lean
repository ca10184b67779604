/-
Syntax that runs code of its own, switches the kernel off, or reaches beyond the proof, while a
proof is elaborated.

The Gym refuses it before a tactic runs, the verifier before a claim is compiled. It is a fence, not
the judgement: what a macro hides from it is caught by the replay (Sensei.Verify).

Besides what runs code by its name:
- the value of a configuration item, `simp (maxSteps := e)`, is evaluated as unsafe code, so only a
  literal is let through;
- `let rec` and `where` take attributes, and many of those register code (`@[tactic]`, `@[init]`);
- options: some switch checks off, some lift limits, `sat.solver` names a program to run, and with
  `doc.verso` doc comments run what is in them.

Syntax kinds as in Lean 4.35: `Lean.Parser.Tactic.nativeDecide`, `Lean.Parser.Tactic.runTac`,
`Lean.byElab`, `Lean.runElab`, `Lean.includeStr`, `Lean.Parser.Term.unsafe`,
`Lean.Parser.{Term,Tactic,Command}.set_option`, `Lean.Parser.{Tactic,Term}.{pos,val}ConfigItem`,
`Lean.Parser.Term.{attrInstance,structInst,structInstField}`, `Lean.Parser.Command.docComment`.
-/
import Lean.Syntax
import Lean.Data.Options

namespace Sensei
open Lean

private def runsCode : List Name :=
  [`Lean.Parser.Tactic.nativeDecide, `Lean.Parser.Tactic.runTac, `Lean.byElab, `Lean.runElab,
    `Lean.Parser.Term.byElab, `Lean.includeStr, `Lean.Parser.Term.unsafe, `Lean.runTermElab,
    `Lean.runCmd, `Lean.runMeta, `Lean.Parser.Command.eval]

private def setsOption : List Name :=
  [`Lean.Parser.Tactic.set_option, `Lean.Parser.Term.set_option, `Lean.Parser.Command.set_option,
    `Lean.Parser.Tactic.Conv.set_option]

/-- Options that a proof may not set: they switch checks off, lift limits, write files, or name
programs to run. -/
private def guarded (option : Name) : Bool :=
  [`debug, `compiler, `interpreter, `doc, `sat, `profiler, `weak].contains option.getRoot ||
    (`trace.profiler).isPrefixOf option ||
    [`maxHeartbeats, `maxRecDepth, `synthInstance.maxHeartbeats].contains option

/-- Attributes that say how a helper of a proof is used or compiled, and run nothing. -/
private def harmlessAttributes : List Name :=
  [`simp, `reducible, `semireducible, `irreducible, `inline, `noinline, `specialize]

/-- The name that an attribute begins with. -/
private def attributeName (instance_ : Syntax) : Name :=
  match (instance_.getArg 1).getArg 0 with
  | .ident _ _ name _ => name
  | .atom _ word => .mkSimple word
  | _ => .anonymous

/-- Node kinds that the literal value of a configuration item is made of. -/
private def literalKinds : List Name :=
  [`num, `scientific, `str, `char, `null, `group, `hygieneInfo, `choice, `«term{}»,
    `Lean.Parser.Term.paren, `Lean.Parser.Term.dotIdent, `Lean.Parser.Term.anonymousCtor,
    `Lean.Parser.Term.structInst, `Lean.Parser.Term.structInstFields,
    `Lean.Parser.Term.structInstField, `Lean.Parser.Term.structInstLVal,
    `Lean.Parser.Term.structInstFieldDef, `Lean.Parser.Term.structInstFieldAbbrev,
    `Lean.Parser.Term.optEllipsis]

/-- Whether a piece of syntax is a literal: numbers, names, and structures of them, `some` too. -/
private def isLiteralPart (node : Syntax) : Bool :=
  node.isAtom || node.isIdent || node.isMissing || literalKinds.contains node.getKind ||
    (node.isOfKind `Lean.Parser.Term.app && (node.getArg 0).getId == `some)

/-- The last part of a syntax kind. -/
private def lastPart : Name → String
  | .str _ last => last
  | _ => ""

/-- Whether a node sets `name := value`: the value, if so. Any kind that does so with the word
`config` counts, whichever library declares it. -/
private def configValue? (node : Syntax) : Option Syntax :=
  if lastPart node.getKind == "valConfigItem" then some (node.getArg 3)
  else if node.isOfKind `Lean.Parser.Term.namedArgument then none
  else
    let arguments := node.getArgs
    let isConfig := fun (part : Syntax) =>
      part.isOfKind `config || part.getId == `config || part.isOfKind (.mkSimple "(config")
    match arguments.findIdx? isConfig with
    | some place =>
      let rest := arguments.extract (place + 1) arguments.size
      if (rest[0]?.getD Syntax.missing).isOfKind (.mkSimple ":=") then rest[1]? else none
    | none => none

/-- What is forbidden about one node, as it is to be named to the user. -/
private def fault? (options : Options) (node : Syntax) : Option String :=
  let kind := node.getKind
  if runsCode.contains kind then
    some s!"{kind} runs code while it is elaborated"
  else if lastPart kind == "posConfigItem" && (node.getArg 1).getId == `native then
    some "+native trusts compiled code"
  else if lastPart kind == "valConfigItem" && (node.getArg 1).getId == `native then
    some "native trusts compiled code"
  else if let some value := configValue? node then
    if (value.find? fun part => part.isIdent && part.getId == `native).isSome then
      some "native trusts compiled code"
    else if (value.find? fun part => !isLiteralPart part).isSome then
      some "the value of a configuration item runs while it is elaborated; only a literal may stand"
    else none
  else if setsOption.contains kind then
    (node.getArgs.find? fun argument => argument.isIdent && guarded argument.getId).map
      fun option => s!"set_option {option.getId} is not for a proof to set"
  else if kind == `Lean.Parser.Term.attrInstance then
    let name := attributeName node
    if harmlessAttributes.contains name then none
    else some s!"the attribute {name} is not for a proof to set"
  else if kind == `Lean.Parser.Command.docComment && options.getBool `doc.verso then
    some "a doc comment runs the code in it where doc.verso is set"
  else none

/-- The first forbidden piece of syntax, as it is to be named to the user; `options` are those in
force where it stands. -/
def forbidden? (stx : Syntax) (options : Options := {}) : Option String :=
  stx.find? (fun node => (fault? options node).isSome) >>= fault? options

end Sensei
