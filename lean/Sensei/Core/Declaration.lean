/-
Finding a declaration in its file: the command that adds it, and its body.

A command is known by what it does, not by how it looks: it is the one after which the environment
has the constant and before which it has not. So attributes, `… in` and macros for declarations
need no special case.

Syntax kinds as in Lean 4.35's `Lean.Parser.Command`: `declValSimple`, `declValEqns`,
`whereStructInst`, `mutual`.
-/
import Sensei.Core.Frontend

namespace Sensei
open Lean Elab

/-- Whether a node is the body of a declaration. -/
def isBody (stx : Syntax) : Bool :=
  stx.isOfKind `Lean.Parser.Command.declValSimple || stx.isOfKind `Lean.Parser.Command.declValEqns ||
    stx.isOfKind `Lean.Parser.Command.whereStructInst

/-- The outermost body in a command. Inner ones (`where`, `let rec`) come later in the text. -/
def bodyOf? (command : Syntax) : Option Syntax :=
  command.find? isBody

/-- A declaration at its place. -/
structure Located where
  visited : Visited
  body : Syntax
  bodyStart : String.Pos.Raw
  bodyEnd : String.Pos.Raw

/-- Why a declaration was not located. -/
inductive NotLocated where
  /-- The file does not declare it; the theorems that it does declare, where they were looked for. -/
  | missing (theorems : Array Name := #[])
  | imported
  | noBody
  | mutualBlock

/-- For people. -/
def NotLocated.describe (name : Name) : NotLocated → String
  | missing _ => s!"the file declares no '{name}'"
  | imported => s!"'{name}' is declared by an import, not by the file"
  | noBody => s!"'{name}' has no body of its own"
  | mutualBlock => s!"'{name}' is in a mutual block, which is not supported"

/-- The name that Lean gives a private declaration of a module. -/
def privateName (module name : Name) : Name :=
  .num (`_private ++ module) 0 ++ name

/-- What a user calls the constant `name` of the module under elaboration: a private name by its
short form. -/
def constantNamed? (env : Environment) (module name : Name) : Option Name :=
  if env.contains name then some name
  else
    let hidden := privateName module name
    if env.contains hidden then some hidden else none

/-- Locates a body in the command that declares it. -/
def locateBody (visited : Visited) : Except NotLocated Located := do
  if visited.command.isOfKind `Lean.Parser.Command.mutual then throw .mutualBlock
  let some body := bodyOf? visited.command | throw .noBody
  let some bodyStart := body.getPos? | throw .noBody
  let some bodyEnd := body.getTailPos? | throw .noBody
  return { visited, body, bodyStart, bodyEnd }

/-- The theorems that users wrote in the module under elaboration. -/
private def theoremsOf (env : Environment) : Array Name :=
  env.constants.map₂.foldl (init := #[]) fun names name info =>
    let name := privateToUserName name
    if (info matches .thmInfo _) && !name.isInternalDetail then names.push name else names

/-- Elaborates the file up to the command that declares `name`, and locates its body. -/
def Source.locate (source : Source) (name : Name) : IO (Except NotLocated Located) := do
  let start ← source.start
  let found ← IO.mkRef (none : Option Visited)
  if (constantNamed? start.state.env source.module name).isSome then return .error .imported
  let last ← source.forCommands start fun visited => do
    if (constantNamed? visited.after.state.env source.module name).isSome then
      found.set (some visited)
      return false
    return true
  match ← found.get with
  | none => return .error (.missing (theoremsOf last.state.env))
  | some visited => return locateBody visited

end Sensei
