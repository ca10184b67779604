/-
A goal as everyone of ours prints it: the tracer records it, the Gym answers with it, and models
are trained and asked on the same text.
-/
import Lean.Data.Json
import Lean.Data.Position
import Sensei.Core.Printer

namespace Sensei
open Lean Meta

/-- A hypothesis as printed. -/
structure HypothesisText where
  id : String
  /-- With the number of its macro scope, which tells apart what is printed alike. -/
  name : String
  /-- As the printed goal has it: with a dagger if it cannot be typed. -/
  printed : String
  type : String
  value? : Option String
  inaccessible : Bool

/-- A goal as printed. -/
structure GoalText where
  mvarId : String
  userName : String
  /-- Hypotheses, then `⊢ target`; without the case line. -/
  pretty : String
  hypotheses : Array HypothesisText
  target : String

/-- The lines of a text. Lean's own table of them is made by compiled code, also where this is
interpreted. -/
private def linesIn (text : String) : Array String :=
  let starts := (FileMap.ofString text).positions
  let last := starts.size - 1
  (Array.range last).map fun line =>
    let stop := starts.getD (line + 1) 0
    -- The last place of the table is the end of the text.
    let stop := if line + 1 == last then stop else ⟨stop.byteIdx - 1⟩
    String.Pos.Raw.extract text (starts.getD line 0) stop

private def withoutCaseLine (text : String) : String :=
  if String.Pos.Raw.extract text 0 ⟨5⟩ != "case " then text else
    match (FileMap.ofString text).positions[1]? with
    | some start =>
      if start < text.rawEndPos then String.Pos.Raw.extract text start text.rawEndPos else text
    | none => text

private def wholeGoal (goal : MVarId) : MetaM String :=
  return withoutCaseLine (toString (← ppGoal goal))

/-- The printed state of a goal, without its hypotheses one by one. -/
def prettyGoal (goal : MVarId) (printer? : Option Printer := none) : MetaM String := do
  let parts? ← match printer? with
    | some printer => printer.parts? goal
    | none => pure none
  match parts?.bind (·.whole?) with
  | some whole => return whole
  | none => wholeGoal goal

/-- A printed text with the numbers of its metavariables left out: they differ from one
elaboration to the next. -/
def unnumbered (text : String) : String :=
  let withoutDigits (part : String) : String :=
    String.ofList (part.toList.dropWhile Char.isDigit)
  let forget (mark : String) (text : String) : String :=
    match text.splitOn mark with
    | first :: rest => mark.intercalate (first :: rest.map withoutDigits)
    | [] => text
  forget "?u." (forget "?m." text)

private def text (e : Expr) : MetaM String := do
  return toString (← ppExpr (← instantiateMVars e))

/-- What the printed form of a goal depends on, apart from its context's options. -/
structure GoalState where
  userName : Name
  target : Expr
  hypotheses : List (Name × Expr × Option Expr)
  deriving BEq

/-- The state of a goal with what its metavariables are assigned to. -/
def goalState (goal : MVarId) : MetaM GoalState := do
  let decl ← goal.getDecl
  let mut hypotheses := []
  for localDecl in decl.lctx do
    if localDecl.isImplementationDetail then continue
    let value? ← match localDecl with
      | .ldecl (value := value) .. => some <$> instantiateMVars value
      | _ => pure none
    hypotheses := (localDecl.userName, ← instantiateMVars localDecl.type, value?) :: hypotheses
  return { userName := decl.userName, target := ← instantiateMVars decl.type, hypotheses }

/-- The name of a goal's case, or "". -/
def caseName (decl : MetavarDecl) : String :=
  if decl.userName == .anonymous then "" else decl.userName.eraseMacroScopes.toString

/-- How many names a line of a printed goal begins with, and where their type does. -/
private def namesOn (line : String) : Option (Nat × String.Pos.Raw) := Id.run do
  let mut place : String.Pos.Raw := 0
  let mut names := 0
  for _ in [0 : line.utf8ByteSize] do
    let here := String.Pos.Raw.get line place
    -- A name in `«»` may have anything in it.
    if here == '«' || String.Pos.Raw.atEnd line place then return none
    if here == ' ' then
      names := names + 1
      let behind : String.Pos.Raw := ⟨place.byteIdx + 3⟩
      if String.Pos.Raw.extract line place behind == " : " then return some (names, behind)
    place := String.Pos.Raw.next line place
  return none

/-- A printed goal taken apart: the types of its hypotheses, as many times as there are names in front
of them, and its target; `none` in place of what goes over several lines. -/
private def printedParts (pretty : String) : Array (Option String) × Option String := Id.run do
  -- Each entry, a hypothesis or the target, with whether it is one line.
  let mut entries : Array (String × Bool) := #[]
  for line in linesIn pretty do
    if String.Pos.Raw.get line 0 == ' ' && !entries.isEmpty then
      entries := entries.modify (entries.size - 1) fun (first, _) => (first, false)
    else
      entries := entries.push (line, true)
  let mut types := #[]
  for (line, isWhole) in entries.pop do
    if let some (names, start) := namesOn line then
      let type? := if isWhole then some (String.Pos.Raw.extract line start line.rawEndPos) else none
      for _ in [0 : names] do
        types := types.push type?
  let some (line, true) := entries.back? | return (types, none)
  let mark := String.Pos.Raw.get line 0
  let behind := String.Pos.Raw.next line 0
  if (mark == '⊢' || mark == '|') && String.Pos.Raw.get line behind == ' ' then
    return (types, some (String.Pos.Raw.extract line ⟨behind.byteIdx + 1⟩ line.rawEndPos))
  return (types, none)

/-- A goal with everything that is recorded of it, where a printer has its parts. -/
private def textOfParts (goal : MVarId) (decl : MetavarDecl) (parts : GoalParts) :
    MetaM GoalText := do
  let pretty ← match parts.whole? with
    | some whole => pure whole
    | none => wholeGoal goal
  return {
    mvarId := goal.name.toString, userName := caseName decl, pretty, target := parts.target
    hypotheses := parts.hypotheses.map fun (hypothesis, type) =>
      let name := ((decl.lctx.find? hypothesis.fvarId).getD hypothesis).userName
      { id := hypothesis.fvarId.name.toString, name := name.simpMacroScopes.toString
        printed := hypothesis.userName.toString
        type, value? := none, inaccessible := name.hasMacroScopes } }

/-- A goal with everything that is recorded of it.

It is printed once. What the printed goal says on one line, the type of a hypothesis or the target,
would be printed alike by itself, since it has more room there; the rest is printed by itself. -/
def goalText (goal : MVarId) (printer? : Option Printer := none) : MetaM GoalText :=
    goal.withContext do
  let decl ← goal.getDecl
  if let some printer := printer? then
    if let some parts ← printer.parts? goal then return ← textOfParts goal decl parts
  let pretty ← wholeGoal goal
  let (types, target?) := printedParts pretty
  let all := decl.lctx.foldl (init := #[]) fun all localDecl => all.push localDecl
  let (locals, names) := ((all.zip (printedNames all)).filter fun (localDecl, _) =>
    !localDecl.isImplementationDetail).unzip
  -- Otherwise some name or option makes it look unlike what is read above.
  let isRead := types.size == locals.size
  let mut hypotheses := #[]
  for localDecl in locals, i in [0 : locals.size] do
    let value? ← localDecl.value?.mapM text
    let type ← match if isRead && value?.isNone then (types[i]?).join else none with
      | some type => pure type
      | none => text localDecl.type
    hypotheses := hypotheses.push
      { id := localDecl.fvarId.name.toString
        name := localDecl.userName.simpMacroScopes.toString
        printed := ((names[i]?).map (·.toString)).getD ""
        type, value?
        inaccessible := localDecl.userName.hasMacroScopes }
  return {
    mvarId := goal.name.toString
    userName := caseName decl
    pretty, hypotheses
    target := ← match target? with
      | some target => pure target
      | none => text decl.type }

end Sensei
