prelude
import Init.Programs
/-
Walking info trees and running code in their contexts.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Meta.Basic

namespace Lean.Elab

/-- `x` in the context of `info`, which must have been saved whole. -/
@[extern "native"] opaque ContextInfo.runCoreM {α : Type} (info : ContextInfo) (x : CoreM α) : IO α
@[extern "native"] opaque ContextInfo.runMetaM {α : Type} (info : ContextInfo)
  (lctx : LocalContext) (x : MetaM α) : IO α
@[extern "native"] opaque ContextInfo.ppGoals (ctx : ContextInfo) (goals : List MVarId) :
  IO Std.Format
@[extern "native"] opaque ContextInfo.ppSyntax (info : ContextInfo) (lctx : LocalContext)
  (stx : Syntax) : IO Std.Format
@[extern "native"] opaque InfoTree.format (tree : InfoTree) (ctx? : Option ContextInfo := none) :
  IO Std.Format

def TermInfo.runMetaM {α : Type} (info : TermInfo) (ctx : ContextInfo) (x : MetaM α) : IO α :=
  ctx.runMetaM info.lctx x

namespace InfoTree

/-- Folds over the nodes with their contexts, parents first. -/
partial def foldInfo {α : Type} (f : ContextInfo → Info → α → α) (init : α) (t : InfoTree) : α :=
  go none init t
where
  go (ctx? : Option ContextInfo) (a : α) : InfoTree → α
    | .context ctx t => go (ctx.mergeIntoOuter? ctx?) a t
    | .node i ts =>
      let a := match ctx? with
        | none => a
        | some ctx => f ctx i a
      ts.foldl (go (i.updateContext? ctx?)) a
    | .hole _ => a

partial def foldInfoM {m : Type → Type} {α : Type} [Monad m] (f : ContextInfo → Info → α → m α)
    (init : α) (t : InfoTree) : m α :=
  go none init t
where
  go (ctx? : Option ContextInfo) (a : α) (t : InfoTree) : m α :=
    match t with
    | .context ctx t => go (ctx.mergeIntoOuter? ctx?) a t
    | .node i ts => do
      let a ← match ctx? with
        | none => pure a
        | some ctx => f ctx i a
      ts.foldlM (go (i.updateContext? ctx?)) a
    | .hole _ => pure a

/-- Visits the tree: `preNode` says whether the children are visited, `postNode` makes the result. -/
partial def visitM {m : Type → Type} {α : Type} [Monad m]
    (preNode : ContextInfo → Info → PersistentArray InfoTree → m Bool := fun _ _ _ => pure true)
    (postNode : ContextInfo → Info → PersistentArray InfoTree → List (Option α) → m α)
    (ctx? : Option ContextInfo := none) (t : InfoTree) : m (Option α) :=
  go ctx? t
where
  go (ctx? : Option ContextInfo) (t : InfoTree) : m (Option α) :=
    match ctx?, t with
    | ctx?, .context ctx t => go (ctx.mergeIntoOuter? ctx?) t
    | some ctx, .node i cs => do
      let visitChildren ← preNode ctx i cs
      if !visitChildren then
        return some (← postNode ctx i cs [])
      let as ← cs.toList.mapM (go (i.updateContext? ctx))
      return some (← postNode ctx i cs as)
    | none, .node .. => pure none
    | _, .hole .. => pure none

/-- As `visitM`, for effects alone. -/
def visitM' {m : Type → Type} [Monad m]
    (preNode : ContextInfo → Info → PersistentArray InfoTree → m Bool := fun _ _ _ => pure true)
    (postNode : ContextInfo → Info → PersistentArray InfoTree → m Unit := fun _ _ _ => pure ())
    (ctx? : Option ContextInfo := none) (t : InfoTree) : m Unit := do
  let _ ← t.visitM preNode (fun ci i cs _ => postNode ci i cs) ctx?

end InfoTree

section
variable {m : Type → Type} [Monad m] [MonadInfoTree m]
def enableInfoTree (flag := true) : m Unit := modifyInfoState fun s => { s with enabled := flag }
def getInfoTrees : m (PersistentArray InfoTree) := return (← getInfoState).trees
def getResetInfoTrees : m (PersistentArray InfoTree) := do
  let trees := (← getInfoState).trees
  modifyInfoState fun s => { s with trees := {} }
  return trees
def pushInfoTree (t : InfoTree) : m Unit := do
  if (← getInfoState).enabled then
    modifyInfoState fun s => { s with trees := s.trees.push t }
def pushInfoLeaf (t : Info) : m Unit := do
  if (← getInfoState).enabled then pushInfoTree (.node t {})
end

end Lean.Elab
