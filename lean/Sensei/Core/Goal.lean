/-
A goal as everyone of ours prints it: the tracer records it, the Gym answers with it, and models
are trained and asked on the same text.
-/
import Lean.Meta
import Lean.Data.Json

namespace Sensei
open Lean Meta

/-- A hypothesis as printed. -/
structure HypothesisText where
  id : String
  name : String
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

private def withoutCaseLine (text : String) : String :=
  match text.splitOn "\n" with
  | first :: second :: rest =>
    if first.startsWith "case " then "\n".intercalate (second :: rest) else text
  | _ => text

/-- The printed state of a goal, without its hypotheses one by one. -/
def prettyGoal (goal : MVarId) : MetaM String := do
  return withoutCaseLine (toString (← ppGoal goal))

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

/-- A goal with everything that is recorded of it. -/
def goalText (goal : MVarId) : MetaM GoalText := goal.withContext do
  let decl ← goal.getDecl
  let mut hypotheses := #[]
  for localDecl in decl.lctx do
    if localDecl.isImplementationDetail then continue
    let value? ← match localDecl with
      | .ldecl (value := value) .. => some <$> text value
      | _ => pure none
    hypotheses := hypotheses.push
      { id := localDecl.fvarId.name.toString
        name := localDecl.userName.simpMacroScopes.toString
        type := ← text localDecl.type
        value?
        inaccessible := localDecl.userName.hasMacroScopes }
  return {
    mvarId := goal.name.toString
    userName := caseName decl
    pretty := ← prettyGoal goal
    hypotheses
    target := ← text decl.type }

end Sensei
