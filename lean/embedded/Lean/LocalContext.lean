prelude
import Init.Programs
/-
Local declarations, local contexts, metavariable contexts.

Field orders as in Lean 4.35, checked against the default objects of the library and, for the
metavariable context, the offsets its native accessors read.
Leaves out: abstraction (`mkBinding`), sorting.
-/
import Lean.Declaration
import Lean.Data.PersistentArray

set_option genSizeOf false
set_option genInjectivity false

namespace Lean

inductive LocalDeclKind where
  | default
  | implDetail
  | auxDecl
  deriving Inhabited, Repr, BEq

inductive LocalDecl where
  | cdecl (index : Nat) (fvarId : FVarId) (userName : Name) (type : Expr) (bi : BinderInfo)
      (kind : LocalDeclKind)
  | ldecl (index : Nat) (fvarId : FVarId) (userName : Name) (type : Expr) (value : Expr)
      (nondep : Bool) (kind : LocalDeclKind)
  deriving Inhabited

namespace LocalDecl
def index : LocalDecl → Nat
  | .cdecl i .. | .ldecl i .. => i
def fvarId : LocalDecl → FVarId
  | .cdecl _ f .. | .ldecl _ f .. => f
def userName : LocalDecl → Name
  | .cdecl _ _ n .. | .ldecl _ _ n .. => n
def type : LocalDecl → Expr
  | .cdecl _ _ _ t .. | .ldecl _ _ _ t .. => t
def kind : LocalDecl → LocalDeclKind
  | .cdecl _ _ _ _ _ k | .ldecl _ _ _ _ _ _ k => k
def binderInfo : LocalDecl → BinderInfo
  | .cdecl _ _ _ _ bi _ => bi
  | .ldecl .. => .default
def isLet (d : LocalDecl) (allowNondep := false) : Bool :=
  match d with
  | .cdecl .. => false
  | .ldecl _ _ _ _ _ nondep _ => !nondep || allowNondep
def value? (d : LocalDecl) (allowNondep := false) : Option Expr :=
  match d with
  | .cdecl .. => none
  | .ldecl _ _ _ _ v nondep _ => if nondep && !allowNondep then none else some v
def hasValue (d : LocalDecl) (allowNondep := false) : Bool := (d.value? allowNondep).isSome
def isAuxDecl (d : LocalDecl) : Bool := d.kind == .auxDecl
def isImplementationDetail (d : LocalDecl) : Bool := d.kind != .default
def toExpr (d : LocalDecl) : Expr := .fvar d.fvarId
end LocalDecl

structure LocalContext where
  fvarIdToDecl : PersistentHashMap FVarId LocalDecl := {}
  decls : PersistentArray (Option LocalDecl) := {}
  auxDeclToFullName : FVarIdMap Name := {}
  deriving Inhabited

namespace LocalContext
def empty : LocalContext := {}
@[export lean_local_ctx_find, extern "native"]
opaque find? (lctx : LocalContext) (fvarId : FVarId) : Option LocalDecl
def contains (lctx : LocalContext) (fvarId : FVarId) : Bool := (lctx.find? fvarId).isSome
def findFVar? (lctx : LocalContext) (e : Expr) : Option LocalDecl := lctx.find? e.fvarId!
def get! (lctx : LocalContext) (fvarId : FVarId) : LocalDecl := (lctx.find? fvarId).getD default
def getFVar! (lctx : LocalContext) (e : Expr) : LocalDecl := lctx.get! e.fvarId!
@[extern "native"] opaque findFromUserName? (lctx : LocalContext) (userName : Name) :
  Option LocalDecl
@[extern "native"] opaque usesUserName (lctx : LocalContext) (userName : Name) : Bool
@[extern "native"] opaque getUnusedName (lctx : LocalContext) (suggestion : Name) : Name
@[extern "native"] opaque mkLocalDecl (lctx : LocalContext) (fvarId : FVarId) (userName : Name)
  (type : Expr) (bi : BinderInfo := .default) (kind : LocalDeclKind := .default) : LocalContext
@[export lean_local_ctx_erase, extern "native"]
opaque erase (lctx : LocalContext) (fvarId : FVarId) : LocalContext
@[extern "native"] opaque setUserName (lctx : LocalContext) (fvarId : FVarId) (userName : Name) :
  LocalContext
def isEmpty (lctx : LocalContext) : Bool := lctx.decls.toArray.all Option.isNone
def declsArray (lctx : LocalContext) : Array LocalDecl := lctx.decls.toArray.filterMap id
def foldl {β : Type u} (lctx : LocalContext) (f : β → LocalDecl → β) (init : β) (start : Nat := 0) :
    β := lctx.declsArray.foldl (fun b d => if d.index < start then b else f b d) init
def forM {m : Type → Type u} [Monad m] (lctx : LocalContext) (f : LocalDecl → m PUnit) : m PUnit :=
  lctx.declsArray.forM f
def size (lctx : LocalContext) : Nat := lctx.decls.size
def getFVarIds (lctx : LocalContext) : Array FVarId := lctx.declsArray.map (·.fvarId)
def getFVars (lctx : LocalContext) : Array Expr := lctx.getFVarIds.map .fvar
instance {m : Type u → Type v} [Monad m] : ForIn m LocalContext LocalDecl where
  forIn lctx init f := forIn lctx.declsArray init f
end LocalContext

/-- Monads with a local context. -/
class MonadLCtx (m : Type → Type) where
  getLCtx : m LocalContext
export MonadLCtx (getLCtx)

instance {m n : Type → Type} [MonadLift m n] [MonadLCtx m] : MonadLCtx n where
  getLCtx := liftM (getLCtx : m _)

structure LocalInstance where
  className : Name
  fvar : Expr
  deriving Inhabited

abbrev LocalInstances := Array LocalInstance

inductive MetavarKind where
  | natural
  | synthetic
  | syntheticOpaque
  deriving Inhabited, Repr, BEq

structure MetavarDecl where
  userName : Name := .anonymous
  lctx : LocalContext
  type : Expr
  depth : Nat
  localInstances : LocalInstances
  kind : MetavarKind
  numScopeArgs : Nat := 0
  index : Nat
  deriving Inhabited

structure DelayedMVarAssignment where
  fvars : Array Expr
  mvarIdPending : MVarId

structure LevelMetavarDecl where
  depth : Nat
  index : Nat
  deriving Inhabited

/-- The metavariables, their declarations and their values. -/
structure MetavarContext where
  depth : Nat := 0
  levelAssignDepth : Nat := 0
  lmvarCounter : Nat := 0
  mvarCounter : Nat := 0
  lDecls : PersistentHashMap LMVarId LevelMetavarDecl := {}
  decls : PersistentHashMap MVarId MetavarDecl := {}
  userNames : PersistentHashMap Name MVarId := {}
  lAssignment : PersistentHashMap LMVarId Level := {}
  eAssignment : PersistentHashMap MVarId Expr := {}
  dAssignment : PersistentHashMap MVarId DelayedMVarAssignment := {}
  /-- A map that is only passed on. -/
  lastMap : PersistentHashMap MVarId MVarId := {}
  deriving Inhabited

namespace MetavarContext
@[extern "native"] opaque findDecl? (mctx : MetavarContext) (mvarId : MVarId) : Option MetavarDecl
@[extern "native"] opaque findUserName? (mctx : MetavarContext) (userName : Name) : Option MVarId
@[extern "native"] opaque getExprAssignmentCore? (m : MetavarContext) (mvarId : MVarId) : Option Expr
@[extern "native"] opaque getDelayedMVarAssignmentCore? (mctx : MetavarContext) (mvarId : MVarId) :
  Option DelayedMVarAssignment
@[extern "native"] opaque setMVarUserName (mctx : MetavarContext) (mvarId : MVarId)
  (userName : Name) : MetavarContext

def getDecl (mctx : MetavarContext) (mvarId : MVarId) : MetavarDecl :=
  (mctx.findDecl? mvarId).getD default
def getExprAssignmentExp (mctx : MetavarContext) (mvarId : MVarId) : Option Expr :=
  mctx.getExprAssignmentCore? mvarId
end MetavarContext

/-- Monads with a metavariable context. -/
class MonadMCtx (m : Type → Type) where
  getMCtx : m MetavarContext
  modifyMCtx : (MetavarContext → MetavarContext) → m Unit
export MonadMCtx (getMCtx modifyMCtx)

instance {m n : Type → Type} [MonadLift m n] [MonadMCtx m] : MonadMCtx n where
  getMCtx := liftM (getMCtx : m _)
  modifyMCtx f := liftM (modifyMCtx f : m _)

section
variable {m : Type → Type} [Monad m] [MonadMCtx m]

def setMCtx (mctx : MetavarContext) : m Unit := modifyMCtx fun _ => mctx
def getExprMVarAssignment? (mvarId : MVarId) : m (Option Expr) :=
  return (← getMCtx).getExprAssignmentCore? mvarId
def getDelayedMVarAssignment? (mvarId : MVarId) : m (Option DelayedMVarAssignment) :=
  return (← getMCtx).getDelayedMVarAssignmentCore? mvarId
def MVarId.isAssigned (mvarId : MVarId) : m Bool :=
  return ((← getMCtx).getExprAssignmentCore? mvarId).isSome
def MVarId.isDelayedAssigned (mvarId : MVarId) : m Bool :=
  return ((← getMCtx).getDelayedMVarAssignmentCore? mvarId).isSome
def MVarId.isAssignedOrDelayedAssigned (mvarId : MVarId) : m Bool := do
  let mctx ← getMCtx
  return (mctx.getExprAssignmentCore? mvarId).isSome
    || (mctx.getDelayedMVarAssignmentCore? mvarId).isSome
def MVarId.assign (mvarId : MVarId) (val : Expr) : m Unit :=
  modifyMCtx fun mctx => { mctx with
    eAssignment := mctx.eAssignment.insert mvarId val }
def assignExprMVar (mvarId : MVarId) (val : Expr) : m Unit := mvarId.assign val
def isExprMVarDeclared (mvarId : MVarId) : m Bool :=
  return ((← getMCtx).findDecl? mvarId).isSome
end

@[export lean_instantiate_expr_mvars, extern "native"]
opaque instantiateMVarsImp (mctx : MetavarContext) (e : Expr) :
  MetavarContext × Expr
@[extern "native"] opaque instantiateLevelMVarsImp (mctx : MetavarContext) (l : Level) :
  MetavarContext × Level

/-- `e` with the assigned metavariables replaced, recursively. -/
def instantiateMVars {m : Type → Type} [Monad m] [MonadMCtx m] (e : Expr) : m Expr := do
  if e.hasMVar then
    let (mctx, r) := instantiateMVarsImp (← getMCtx) e
    setMCtx mctx
    return r
  else return e

def instantiateLevelMVars {m : Type → Type} [Monad m] [MonadMCtx m] (l : Level) : m Level := do
  if l.hasMVar then
    let (mctx, r) := instantiateLevelMVarsImp (← getMCtx) l
    setMCtx mctx
    return r
  else return l

end Lean
