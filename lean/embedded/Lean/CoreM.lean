prelude
import Init.Programs
/-
`CoreM`: the environment, options, messages and limits of elaboration.

Field order as in Lean 4.35, whose context keeps the seldom changed fields in an object of their own
(offsets read from the native instances); signatures checked against the symbols of the library.
Leaves out: incremental reuse.
-/
import Lean.Language.Basic

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

structure DeclNameGenerator where
  namePrefix : Name := .anonymous
  idx : Nat := 1
  parentIdxs : List Nat := .nil
  deriving Inhabited

class MonadDeclNameGenerator (m : Type → Type) where
  getDeclNGen : m DeclNameGenerator
  setDeclNGen : DeclNameGenerator → m Unit
export MonadDeclNameGenerator (getDeclNGen setDeclNGen)

instance {m n : Type → Type} [MonadLift m n] [MonadDeclNameGenerator m] :
    MonadDeclNameGenerator n where
  getDeclNGen := liftM (getDeclNGen : m _)
  setDeclNGen ngen := liftM (setDeclNGen ngen : m _)

/-- Monads in which names are resolved. -/
class MonadResolveName (m : Type → Type) where
  getCurrNamespace : m Name
  getOpenDecls : m (List OpenDecl)
export MonadResolveName (getCurrNamespace getOpenDecls)

instance {m n : Type → Type} [MonadLift m n] [MonadResolveName m] : MonadResolveName n where
  getCurrNamespace := liftM (getCurrNamespace : m _)
  getOpenDecls := liftM (getOpenDecls : m _)

@[extern "native"] opaque maxRecDepth : Lean.Option Nat
@[extern "native"] opaque maxHeartbeats : Lean.Option Nat
@[extern "native"] opaque Elab.async : Lean.Option Bool
@[extern "native"] opaque diagnostics : Lean.Option Bool
@[extern "native"] opaque debug.skipKernelTC : Lean.Option Bool

namespace Core

abbrev InstantiateLevelCache := PersistentHashMap Name (List Level × Expr)

structure Cache where
  instLevelType : InstantiateLevelCache := {}
  instLevelValue : InstantiateLevelCache := {}
  deriving Inhabited

structure State where
  env : Environment
  nextMacroScope : MacroScope := firstFrontendMacroScope + 1
  ngen : NameGenerator := {}
  auxDeclNGen : DeclNameGenerator := {}
  traceState : TraceState := {}
  cache : Cache := {}
  messages : MessageLog := {}
  infoState : Elab.InfoState := {}
  snapshotTasks : Array (Language.SnapshotTask Language.SnapshotTree) := #[]

/-- Heartbeats, in small allocations, that `opts` allows. -/
def getMaxHeartbeats (opts : Options) : Nat := maxHeartbeats.get opts * 1000

/-- The fields of the context that seldom change. -/
structure ColdContext where
  fileName : String
  fileMap : FileMap
  options : Options := {}
  maxRecDepth : Nat := 1000
  currNamespace : Name := .anonymous
  openDecls : List OpenDecl := []
  initHeartbeats : Nat := 0
  maxHeartbeats : Nat := getMaxHeartbeats options
  quotContext : Name := .anonymous
  currMacroScope : MacroScope := firstFrontendMacroScope
  cancelTk? : Option IO.CancelToken := none
  inheritedTraceOptions : Std.HashSet Name := {}

structure Context extends ColdContext where
  currRecDepth : Nat := 0
  ref : Syntax := .missing
  diag : Bool := false
  suppressElabErrors : Bool := false

abbrev CoreM := ReaderT Context <| StateRefT State (EIO Exception)

@[always_inline]
instance : Monad CoreM :=
  let i : Monad CoreM := inferInstanceAs (Monad (ReaderT Context <| StateRefT State (EIO Exception)))
  { pure := i.pure, bind := i.bind }

instance {α : Type} : Inhabited (CoreM α) := ⟨fun _ _ => throw default⟩

instance : MonadRef CoreM where
  getRef := return (← read).ref
  withRef ref x := withReader (fun ctx => { ctx with ref }) x

instance : MonadEnv CoreM where
  getEnv := return (← get).env
  modifyEnv f := modify fun s => { s with env := f s.env, cache := {} }

instance : MonadOptions CoreM where
  getOptions := return (← read).options

instance : Inhabited (MonadWithOptions CoreM) := ⟨⟨fun _ x => x⟩⟩
instance : Inhabited (AddMessageContext CoreM) := ⟨⟨pure⟩⟩
@[instance, extern "native"] opaque instMonadWithOptionsCoreM : MonadWithOptions CoreM
@[instance, extern "native"] opaque instAddMessageContextCoreM : AddMessageContext CoreM

instance : MonadNameGenerator CoreM where
  getNGen := return (← get).ngen
  setNGen ngen := modify fun s => { s with ngen }

instance : MonadDeclNameGenerator CoreM where
  getDeclNGen := return (← get).auxDeclNGen
  setDeclNGen ngen := modify fun s => { s with auxDeclNGen := ngen }

instance : MonadRecDepth CoreM where
  withRecDepth d x := withReader (fun ctx => { ctx with currRecDepth := d }) x
  getRecDepth := return (← read).currRecDepth
  getMaxRecDepth := return (← read).maxRecDepth

instance : MonadResolveName CoreM where
  getCurrNamespace := return (← read).currNamespace
  getOpenDecls := return (← read).openDecls

protected def withFreshMacroScope {α : Type} (x : CoreM α) : CoreM α := do
  let fresh ← modifyGetThe Core.State fun s =>
    (s.nextMacroScope, { s with nextMacroScope := s.nextMacroScope + 1 })
  withReader (fun ctx => { ctx with currMacroScope := fresh }) x

instance : MonadQuotation CoreM where
  getCurrMacroScope := return (← read).currMacroScope
  getContext := return (← read).quotContext
  withFreshMacroScope := Core.withFreshMacroScope

instance : Elab.MonadInfoTree CoreM where
  getInfoState := return (← get).infoState
  modifyInfoState f := modify fun s => { s with infoState := f s.infoState }

/-- `x` as a step of `CoreM`; an IO error becomes an exception at the current reference. -/
def liftIOCore {α : Type} (x : IO α) : CoreM α := do
  let ref ← getRef
  (IO.toEIO (fun err => Exception.error ref (stringToMessageData (toString err))) x :
    EIO Exception α)

instance : MonadLift IO CoreM := ⟨liftIOCore⟩

instance : MonadTrace CoreM where
  getTraceState := return (← get).traceState
  modifyTraceState f := modify fun s => { s with traceState := f s.traceState }
  getInheritedTraceOptions := return (← read).inheritedTraceOptions

instance : MonadLog CoreM where
  getRef := getRef
  getFileMap := return (← read).fileMap
  getFileName := return (← read).fileName
  hasErrors := return (← get).messages.hasErrors
  logMessage msg := do
    let ctx ← read
    if ctx.suppressElabErrors && !msg.data.hasTag fun n =>
        n == `Elab.synthPlaceholder || n == `Tactic.unsolvedGoals || n == `trace then
      return
    let data := .withNamingContext
      { currNamespace := ctx.currNamespace, openDecls := ctx.openDecls } msg.data
    modify fun s => { s with messages := s.messages.add { msg with data } }

/-- The state, with the heartbeats that a restored step had used. -/
structure SavedState extends State where
  passedHeartbeats : Nat

def saveState : CoreM SavedState := return { toState := ← get, passedHeartbeats := 0 }

/-- Environment, messages and info trees as they were in `b`. -/
def SavedState.restore (b : SavedState) : CoreM Unit :=
  modify fun s => { s with env := b.env, messages := b.messages, infoState := b.infoState }

/-- The result of `x` and the state after it; trace options and diagnostics follow the options. -/
@[extern "native"] opaque CoreM.run {α : Type} (x : CoreM α) (ctx : Context) (s : State) :
  EIO Exception (α × State)
@[extern "native"] opaque CoreM.run' {α : Type} (x : CoreM α) (ctx : Context) (s : State) :
  EIO Exception α
/-- As `run`, with heartbeats counted from now on and exceptions as IO errors. -/
@[extern "native"] opaque CoreM.toIO {α : Type} (x : CoreM α) (ctx : Context) (s : State) :
  IO (α × State)
@[extern "native"] opaque CoreM.toIO' {α : Type} (x : CoreM α) (ctx : Context) (s : State) : IO α

@[extern "native"] opaque mkFreshUserName (n : Name) : CoreM Name
@[extern "native"] opaque checkInterrupted : CoreM Unit
@[extern "native"] opaque checkMaxHeartbeats (moduleName : String) : CoreM Unit
@[extern "native"] opaque checkSystem (moduleName : String) : CoreM Unit

def resetMessageLog : CoreM Unit := modify fun s => { s with messages := {} }
def setMessageLog (messages : MessageLog) : CoreM Unit := modify fun s => { s with messages }
def getMessageLog : CoreM MessageLog := return (← get).messages
@[extern "native"] opaque getAndEmptyMessageLog : CoreM MessageLog
def getAndEmptySnapshotTasks : CoreM (Array (Language.SnapshotTask Language.SnapshotTree)) :=
  modifyGet fun s => (s.snapshotTasks, { s with snapshotTasks := #[] })

/-- Adds a task's snapshots to those that the command under elaboration reports. -/
def logSnapshotTask (task : Language.SnapshotTask Language.SnapshotTree) : CoreM Unit :=
  modify fun s => { s with snapshotTasks := s.snapshotTasks.push task }

/-- `act` for another thread, from the present context and state; what it reports is the result. -/
@[extern "native"] opaque wrapAsyncAsSnapshot {α : Type} (act : α → CoreM Unit)
  (cancelTk? : Option IO.CancelToken) (desc : String := "") :
  CoreM (α → BaseIO Language.SnapshotTree)

@[extern "native"] protected opaque tryCatch {α : Type} (x : CoreM α) (h : Exception → CoreM α) :
  CoreM α
@[extern "native"] protected opaque tryCatchRuntimeEx {α : Type} (x : CoreM α)
  (h : Exception → CoreM α) : CoreM α

end Core

export Core (CoreM mkFreshUserName checkSystem)

/-- Exceptions of limits and interrupts pass through `catch`. -/
instance : MonadExceptOf Exception CoreM where
  throw := throw
  tryCatch := Core.tryCatch

/-- Monads whose `try` can catch the exceptions of limits. -/
class MonadRuntimeException (m : Type → Type) where
  tryCatchRuntimeEx {α : Type} (body : m α) (handler : Exception → m α) : m α
export MonadRuntimeException (tryCatchRuntimeEx)

instance : MonadRuntimeException CoreM := ⟨Core.tryCatchRuntimeEx⟩
instance {m : Type → Type} {ρ : Type} [MonadRuntimeException m] :
    MonadRuntimeException (ReaderT ρ m) where
  tryCatchRuntimeEx x h := fun r => tryCatchRuntimeEx (x r) fun e => (h e) r
instance {m : Type → Type} {ω σ : Type} [MonadRuntimeException m] :
    MonadRuntimeException (StateRefT' ω σ m) where
  tryCatchRuntimeEx x h := fun s => tryCatchRuntimeEx (x s) fun e => h e s

/-- Runs `x` with the heartbeats counted from here. -/
def Core.withCurrHeartbeats {m : Type → Type} {α : Type} [Monad m] [MonadControlT CoreM m]
    (x : m α) : m α :=
  controlAt CoreM fun runInBase => do
    let heartbeats ← IO.getNumHeartbeats
    withReader (fun ctx => { ctx with initHeartbeats := heartbeats }) (runInBase x)
export Core (withCurrHeartbeats)

def throwInterruptException {m : Type → Type} {α : Type} [Monad m] [MonadError m] [MonadOptions m] :
    m α := throw (.internal interruptExceptionId)

@[extern "native"] opaque addDecl (decl : Declaration) (forceExpose : Bool := false) : CoreM Unit
@[extern "native"] opaque addAndCompile (decl : Declaration) (logCompileErrors : Bool := true)
  (markMeta : Bool := false) : CoreM Unit
@[extern "native"] opaque compileDecl (decl : Declaration) (logErrors : Bool := true) : CoreM Unit

section
variable {m : Type → Type} [Monad m] [MonadEnv m] [MonadError m]

def getConstInfo (constName : Name) : m ConstantInfo := do
  match (← getEnv).find? constName with
  | some info => return info
  | none => throwError "Unknown constant `{constName}`"

def getConstVal (constName : Name) : m ConstantVal := return (← getConstInfo constName).toConstantVal
def mkConstWithLevelParams (constName : Name) : m Expr := do
  let info ← getConstInfo constName
  return .const constName (info.levelParams.map .param)
def getConstInfoInduct (constName : Name) : m InductiveVal := do
  match ← getConstInfo constName with
  | .inductInfo v => return v
  | _ => throwError "`{constName}` is not an inductive type"
end

def isInductive {m : Type → Type} [Monad m] [MonadEnv m] (declName : Name) : m Bool := do
  match (← getEnv).find? declName with
  | some (.inductInfo _) => return true
  | _ => return false

end Lean
