/-
The goals that the declarations of a file leave with `sorry`: found in their terms, each with the place
of the `sorry` in the file.

A `sorry` that a user wrote carries its place; one that Lean put in for an error does not, and is left
out. A goal's hypotheses are the binders above it in the term.
-/
import Lean.Meta.Sorry
import Lean.Meta.Basic

namespace Sensei
open Lean Meta

/-- A `sorry` in a term: what it stands for, in the context of the binders above it. -/
structure Sorry where
  declaration : Name
  levelParams : List Name
  range : DeclarationRange
  goal : MVarId

private structure Visit where
  declaration : Name
  levelParams : List Name
  found : IO.Ref (Array Sorry)

private def keep (visit : Visit) (e : Expr) (range : DeclarationRange) : MetaM Unit := do
  let known ← visit.found.get
  unless known.any (fun other => other.range == range) do
    let type ← inferType e
    let goal ← mkFreshExprMVar (some type) (kind := .syntheticOpaque)
    visit.found.modify (·.push
      { declaration := visit.declaration, levelParams := visit.levelParams, range
        goal := goal.mvarId! })

/-- Visits a term; ends, because each call is about a smaller one. -/
private partial def visitTerm (visit : Visit) (e : Expr) : MetaM Unit := do
  unless e.hasSorry do return
  if let some { module? := some location } := isLabeledSorry? e then
    if e.getAppNumArgs == 3 then keep visit e location.range
    return
  match e with
  | .lam name domain body info =>
    visitTerm visit domain
    withLocalDecl name info domain fun x => visitTerm visit (body.instantiate1 x)
  | .letE name type value body _ =>
    visitTerm visit value
    withLetDecl name type value fun x => visitTerm visit (body.instantiate1 x)
  | .app f a =>
    visitTerm visit f
    visitTerm visit a
  | .mdata _ e | .proj _ _ e => visitTerm visit e
  | _ => return

/-- The sorries of the module's declarations whose names satisfy `wanted`, in the order of the file,
handed to `use` one by one, in their contexts. -/
def sorriesOf (wanted : Name → Bool) : MetaM (Array Sorry) := do
  let env ← getEnv
  let found ← IO.mkRef #[]
  let own := env.constants.map₂.foldl (init := #[]) fun own name info =>
    if wanted name then own.push info else own
  for info in own do
    if let some value := info.value? (allowOpaque := true) then
      visitTerm { declaration := info.name, levelParams := info.levelParams, found } value
  let sorted := (← found.get).qsort fun a b =>
    let (p, q) := (a.range.pos, b.range.pos)
    p.line < q.line || (p.line == q.line && p.column < q.column)
  return sorted

end Sensei
