prelude
import Init.Programs
/-
`MetaM`: metavariables, local contexts, and the functions of the unifier's interface.

Field order as in Lean 4.35, checked against the default objects of the library; signatures checked
against its symbols. The configuration is passed around whole (it is packed with its hash).
Leaves out: caches, diagnostics, most combinators over other monads.
-/
import Lean.CoreM

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Meta

private opaque ConfigWithKey.nonempty : NonemptyType.{0}
/-- The unifier's configuration with its hash. -/
def ConfigWithKey : Type := ConfigWithKey.nonempty.type
instance : Nonempty ConfigWithKey := ConfigWithKey.nonempty.property

@[extern "native"] opaque ConfigWithKey.setTransparency (mode : TransparencyMode)
  (cfg : ConfigWithKey) : ConfigWithKey

private opaque Cache.nonempty : NonemptyType.{0}
def Cache : Type := Cache.nonempty.type
instance : Nonempty Cache := Cache.nonempty.property

private opaque Diagnostics.nonempty : NonemptyType.{0}
def Diagnostics : Type := Diagnostics.nonempty.type
instance : Nonempty Diagnostics := Diagnostics.nonempty.property

private opaque PostponedEntry.nonempty : NonemptyType.{0}
def PostponedEntry : Type := PostponedEntry.nonempty.type

private opaque DefEqContext.nonempty : NonemptyType.{0}
def DefEqContext : Type := DefEqContext.nonempty.type

private opaque CanUnfold.nonempty : NonemptyType.{0}
def CanUnfold : Type := CanUnfold.nonempty.type

@[extern "native"] opaque instInhabitedCache.default : Cache
@[extern "native"] opaque instInhabitedDiagnostics.default : Diagnostics
@[extern "native"] opaque instInhabitedConfigWithKey : ConfigWithKey

structure State where
  mctx : MetavarContext := {}
  cache : Cache := instInhabitedCache.default
  zetaDeltaFVarIds : FVarIdSet := {}
  postponed : PersistentArray PostponedEntry := {}
  diag : Diagnostics := instInhabitedDiagnostics.default
  deriving Inhabited

structure Context where
  keyedConfig : ConfigWithKey := instInhabitedConfigWithKey
  trackZetaDelta : Bool := false
  zetaDeltaSet : FVarIdSet := {}
  lctx : LocalContext := {}
  localInstances : LocalInstances := #[]
  defEqCtx? : Option DefEqContext := .none
  synthPendingDepth : Nat := 0
  canUnfold? : Option CanUnfold := .none
  univApprox : Bool := false
  inTypeClassResolution : Bool := false
  cacheInferType : Bool := true
  deriving Inhabited

abbrev MetaM := ReaderT Context <| StateRefT State CoreM

@[always_inline]
instance : Monad MetaM :=
  let i : Monad MetaM := inferInstanceAs (Monad (ReaderT Context <| StateRefT State CoreM))
  { pure := i.pure, bind := i.bind }

instance {α : Type} : Inhabited (MetaM α) := ⟨fun _ _ => default⟩
instance {α : Type} : Inhabited (Core.Context → ST.Ref IO.RealWorld Core.State → EIO Exception α) :=
  ⟨fun _ _ => throw default⟩

instance : MonadLCtx MetaM := ⟨return (← read).lctx⟩
instance : MonadMCtx MetaM where
  getMCtx := return (← get).mctx
  modifyMCtx f := modify fun s => { s with mctx := f s.mctx }

instance : Inhabited (AddMessageContext MetaM) := ⟨⟨pure⟩⟩

/-- A message with environment, metavariables and local context of here. -/
instance : AddMessageContext MetaM where
  addMessageContext msg := do
    return .withContext
      { env := ← getEnv, mctx := (← get).mctx, lctx := (← read).lctx, opts := ← getOptions } msg

/-- Core and Meta state, for going back. -/
structure SavedState where
  core : Core.SavedState
  «meta» : State

protected def saveState : MetaM SavedState := return { core := ← Core.saveState, «meta» := ← get }

def SavedState.restore (b : SavedState) : MetaM Unit := do
  Core.SavedState.restore b.core
  modify fun s => { s with mctx := b.meta.mctx, postponed := b.meta.postponed }

/-- Monads that can go back to an earlier state. -/
class _root_.Lean.MonadBacktrack (s : outParam Type) (m : Type → Type) where
  saveState : m s
  restoreState : s → m Unit

instance : MonadBacktrack SavedState MetaM where
  saveState := Meta.saveState
  restoreState s := s.restore

@[extern "native"] opaque MetaM.run {α : Type} (x : MetaM α) (ctx : Context := {})
  (s : State := {}) : CoreM (α × State)
@[extern "native"] opaque MetaM.run' {α : Type} (x : MetaM α) (ctx : Context := {})
  (s : State := {}) : CoreM α
@[extern "native"] opaque MetaM.toIO {α : Type} (x : MetaM α) (ctxCore : Core.Context)
  (sCore : Core.State) (ctx : Context := {}) (s : State := {}) : IO (α × Core.State × State)

def liftMetaM {m : Type → Type} [MonadLiftT MetaM m] {α : Type} (x : MetaM α) : m α := liftM x

/-- `f` applied to `x` inside `MetaM`. -/
@[inline] def mapMetaM {m : Type → Type} {α : Type} [MonadControlT MetaM m] [Monad m]
    (f : {β : Type} → MetaM β → MetaM β) (x : m α) : m α :=
  controlAt MetaM fun runInBase => f (runInBase x)

def getLocalInstances : MetaM LocalInstances := return (← read).localInstances
def getMetaContext : MetaM Context := read

@[extern "native"] opaque inferType (e : Expr) : MetaM Expr
@[extern "native"] opaque whnf (e : Expr) : MetaM Expr
@[extern "native"] opaque whnfR (e : Expr) : MetaM Expr
@[extern "native"] opaque whnfD (e : Expr) : MetaM Expr
@[extern "native"] opaque whnfI (e : Expr) : MetaM Expr
@[extern "native"] opaque whnfCore (e : Expr) : MetaM Expr
@[extern "native"] opaque isDefEq (t s : Expr) : MetaM Bool
@[extern "native"] opaque isExprDefEq (t s : Expr) : MetaM Bool
@[extern "native"] opaque isDefEqGuarded (a b : Expr) : MetaM Bool
@[extern "native"] opaque isLevelDefEq (u v : Level) : MetaM Bool
@[extern "native"] opaque isProp (e : Expr) : MetaM Bool
@[extern "native"] opaque isProof (e : Expr) : MetaM Bool
@[extern "native"] opaque isType (e : Expr) : MetaM Bool
@[extern "native"] opaque isTypeCorrect (e : Expr) : MetaM Bool
@[extern "native"] opaque getLevel (type : Expr) : MetaM Level
@[extern "native"] opaque instantiateForall (e : Expr) (ps : Array Expr) : MetaM Expr
@[extern "native"] opaque instantiateLambda (e : Expr) (ps : Array Expr) : MetaM Expr
@[extern "native"] opaque synthInstance? (type : Expr) (maxResultSize? : Option Nat := .none) :
  MetaM (Option Expr)
@[extern "native"] opaque synthInstance (type : Expr) (maxResultSize? : Option Nat := .none) :
  MetaM Expr
@[extern "native"] opaque getMVars (e : Expr) : MetaM (Array MVarId)
@[extern "native"] opaque getMVarsNoDelayed (e : Expr) : MetaM (Array MVarId)
@[extern "native"] opaque ppExpr (e : Expr) : MetaM Std.Format
@[extern "native"] opaque ppGoal (mvarId : MVarId) : MetaM Std.Format
@[extern "native"] opaque getPPContext : MetaM PPContext

@[extern "native"] opaque mkFreshLevelMVar : MetaM Level
@[extern "native"] opaque mkFreshExprMVar (type? : Option Expr) (kind : MetavarKind := .natural)
  (userName : Name := .anonymous) : MetaM Expr
@[extern "native"] opaque mkFreshExprSyntheticOpaqueMVar (type : Expr) (tag : Name := .anonymous) :
  MetaM Expr
@[extern "native"] opaque mkFreshExprMVarAt (lctx : LocalContext) (localInsts : LocalInstances)
  (type : Expr) (kind : MetavarKind := .natural) (userName : Name := .anonymous)
  (numScopeArgs : Nat := 0) : MetaM Expr
@[extern "native"] opaque mkConstWithFreshMVarLevels (declName : Name) : MetaM Expr
def mkFreshTypeMVar (kind : MetavarKind := .natural) (userName : Name := .anonymous) : MetaM Expr :=
  do mkFreshExprMVar (some (.sort (← mkFreshLevelMVar))) kind userName

@[extern "native"] opaque mkLambdaFVars (xs : Array Expr) (e : Expr)
  (usedOnly : Bool := false) (usedLetOnly : Bool := true) (etaReduce : Bool := false)
  (binderInfoForMVars : BinderInfo := .implicit) (generalizeNondepLet : Bool := true) : MetaM Expr
@[extern "native"] opaque mkForallFVars (xs : Array Expr) (e : Expr) (usedOnly : Bool := false)
  (usedLetOnly : Bool := true) (binderInfoForMVars : BinderInfo := .implicit)
  (generalizeNondepLet : Bool := true) : MetaM Expr

def getFVarLocalDecl (fvar : Expr) : MetaM LocalDecl := do
  match (← getLCtx).find? fvar.fvarId! with
  | some d => return d
  | .none => throwError "unknown free variable `{fvar}`"

@[extern "native"] opaque getLocalDeclFromUserName (userName : Name) : MetaM LocalDecl

/-- Runs `x` in the given local context. -/
def withLCtx {m : Type → Type} {α : Type} [MonadControlT MetaM m] [Monad m] (lctx : LocalContext)
    (localInsts : LocalInstances) (x : m α) : m α :=
  mapMetaM (fun y => withReader (fun ctx => { ctx with lctx, localInstances := localInsts }) y) x

def withTransparency {m : Type → Type} {α : Type} [MonadControlT MetaM m] [Monad m]
    (mode : TransparencyMode) (x : m α) : m α :=
  mapMetaM (fun y => withReader (fun ctx =>
    { ctx with keyedConfig := ctx.keyedConfig.setTransparency mode }) y) x
def withReducible {m : Type → Type} {α : Type} [MonadControlT MetaM m] [Monad m] (x : m α) : m α :=
  withTransparency .reducible x
def withDefault {m : Type → Type} {α : Type} [MonadControlT MetaM m] [Monad m] (x : m α) : m α :=
  withTransparency .default x

/-! The combinators with binders are native, for any monad that `MetaM` controls. -/

@[extern "native"] opaque forallTelescope {n : Type → Type} [MonadControlT MetaM n]
  [Monad n] {α : Type} (type : Expr) (k : Array Expr → Expr → n α)
  (cleanupAnnotations : Bool := false) : n α := k #[] type
@[extern "native"] opaque forallTelescopeReducing {n : Type → Type} [MonadControlT MetaM n]
  [Monad n] {α : Type} (type : Expr) (k : Array Expr → Expr → n α)
  (cleanupAnnotations : Bool := false) (whnfType : Bool := false) : n α := k #[] type
@[extern "native"] opaque forallBoundedTelescope {n : Type → Type} [MonadControlT MetaM n]
  [Monad n] {α : Type} (type : Expr) (maxFVars? : Option Nat)
  (k : Array Expr → Expr → n α) (cleanupAnnotations : Bool := false) (whnfType : Bool := false) :
  n α := k #[] type
@[extern "native"] opaque lambdaTelescope {n : Type → Type} [MonadControlT MetaM n]
  [Monad n] {α : Type} (e : Expr) (k : Array Expr → Expr → n α)
  (cleanupAnnotations : Bool := false) : n α := k #[] e
@[extern "native"] opaque withLocalDecl {n : Type → Type} [MonadControlT MetaM n]
  [Monad n] {α : Type} (name : Name) (bi : BinderInfo) (type : Expr)
  (k : Expr → n α) (kind : LocalDeclKind := .default) : n α := k type
@[extern "native"] opaque withLetDecl {n : Type → Type} [MonadControlT MetaM n]
  [Monad n] {α : Type} (name : Name) (type : Expr) (val : Expr) (k : Expr → n α)
  (nondep : Bool := false) (kind : LocalDeclKind := .default) : n α := k type
@[extern "native"] opaque withNewMCtxDepth {n : Type → Type} [MonadControlT MetaM n]
  [Monad n] {α : Type} (x : n α) (allowLevelAssignments : Bool := false) : n α :=
  x

def withLocalDeclD {n : Type → Type} [MonadControlT MetaM n] [Monad n] {α : Type} (name : Name)
    (type : Expr) (k : Expr → n α) : n α := withLocalDecl name .default type k

@[extern "native"] opaque forallMetaTelescope (e : Expr) (kind : MetavarKind := .natural) :
  MetaM (Array Expr × Array BinderInfo × Expr)
@[extern "native"] opaque forallMetaTelescopeReducing (e : Expr)
  (maxMVars? : Option Nat := .none) (kind : MetavarKind := .natural) :
  MetaM (Array Expr × Array BinderInfo × Expr)

@[extern "native"] opaque check (e : Expr) (transparency : TransparencyMode := .all) : MetaM Unit
@[extern "native"] opaque reduce (e : Expr) (explicitOnly skipTypes skipProofs : Bool := true) :
  MetaM Expr
@[extern "native"] opaque unfoldDefinition? (e : Expr) (ignoreTransparency : Bool := false) :
  MetaM (Option Expr)

/-! Applications. -/

@[extern "native"] opaque mkAppM (constName : Name) (xs : Array Expr) : MetaM Expr
@[extern "native"] opaque mkAppOptM (constName : Name) (xs : Array (Option Expr)) : MetaM Expr
@[extern "native"] opaque mkEq (a b : Expr) : MetaM Expr
@[extern "native"] opaque mkEqRefl (a : Expr) : MetaM Expr
@[extern "native"] opaque mkEqSymm (h : Expr) : MetaM Expr
@[extern "native"] opaque mkEqTrans (h₁ h₂ : Expr) : MetaM Expr
@[extern "native"] opaque mkEqMP (eqProof pr : Expr) : MetaM Expr
@[extern "native"] opaque mkDecide (p : Expr) : MetaM Expr
@[extern "native"] opaque mkNumeral (type : Expr) (n : Nat) : MetaM Expr
@[extern "native"] opaque mkSorry (type : Expr) (synthetic : Bool) : MetaM Expr
@[extern "native"] opaque mkLabeledSorry (type : Expr) (synthetic : Bool) (unique : Bool) :
  MetaM Expr

end Lean.Meta

namespace Lean
export Meta (MetaM)

instance : MonadExceptOf Exception MetaM where
  throw := throw
  tryCatch x h := fun ctx s => Core.tryCatch (x ctx s) fun e => h e ctx s

section
variable {m : Type → Type} {s α : Type} [Monad m] [MonadBacktrack s m]
export MonadBacktrack (saveState restoreState)

/-- `x?`, with the state as before when it gives none or throws. -/
def commitWhenSome? {ε : Type} [MonadExcept ε m] (x? : m (Option α)) : m (Option α) := do
  let s ← saveState
  try
    match ← x? with
    | some a => return some a
    | .none => restoreState s; return .none
  catch ex => restoreState s; throw ex

def commitIfNoEx {ε : Type} [MonadExcept ε m] (x : m α) : m α := do
  let s ← saveState
  try x catch ex => restoreState s; throw ex

def withoutModifyingState [MonadFinally m] (x : m α) : m α := do
  let s ← saveState
  try x finally restoreState s

def observing? {ε : Type} [MonadExcept ε m] (x : m α) : m (Option α) := do
  let s ← saveState
  try return some (← x) catch _ => restoreState s; return .none
end

@[extern "native"] opaque MVarId.getDecl (mvarId : MVarId) : MetaM MetavarDecl
@[extern "native"] opaque MVarId.getType (mvarId : MVarId) : MetaM Expr
@[extern "native"] opaque MVarId.getType' (mvarId : MVarId) : MetaM Expr
@[extern "native"] opaque MVarId.getKind (mvarId : MVarId) : MetaM MetavarKind
@[extern "native"] opaque MVarId.getTag (mvarId : MVarId) : MetaM Name
def MVarId.findDecl? {m : Type → Type} [Monad m] [MonadMCtx m] (mvarId : MVarId) :
    m (Option MetavarDecl) := return (← getMCtx).findDecl? mvarId
def MVarId.setUserName (mvarId : MVarId) (userName : Name) : MetaM Unit :=
  modifyMCtx fun mctx => mctx.setMVarUserName mvarId userName
def MVarId.setTag (mvarId : MVarId) (tag : Name) : MetaM Unit := mvarId.setUserName tag

/-- Runs `x` in the local context of `mvarId`. -/
def MVarId.withContext {n : Type → Type} [MonadControlT MetaM n] [Monad n] {α : Type}
    (mvarId : MVarId) (x : n α) : n α :=
  Meta.mapMetaM (fun y => do
    let d ← mvarId.getDecl
    withReader (fun ctx => { ctx with lctx := d.lctx, localInstances := d.localInstances }) y) x

@[extern "native"] opaque FVarId.getDecl (fvarId : FVarId) : MetaM LocalDecl
@[extern "native"] opaque FVarId.getType (fvarId : FVarId) : MetaM Expr
@[extern "native"] opaque FVarId.getUserName (fvarId : FVarId) : MetaM Name
def FVarId.findDecl? (fvarId : FVarId) : MetaM (Option LocalDecl) :=
  return (← getLCtx).find? fvarId
def FVarId.getValue? (fvarId : FVarId) : MetaM (Option Expr) := return (← fvarId.getDecl).value?

end Lean
