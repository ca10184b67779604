prelude
import Init.Programs
/-
`CommandElabM`: elaboration of commands.

Field order as in Lean 4.35 (thirteen objects in the state), checked against the states that
`mkState` builds and the default objects of the library; signatures checked against its symbols.
`elabCommandTopLevel` takes a second argument, an array that is empty for a plain command.
-/
import Lean.Elab.Term
import Lean.Elab.InfoTree.Main
import Lean.KeyedDeclsAttribute

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Elab
namespace Command

structure Scope where
  header : String
  opts : Options := {}
  currNamespace : Name := .anonymous
  openDecls : List OpenDecl := []
  levelNames : List Name := []
  varDecls : Array (TSyntax `Lean.Parser.Term.bracketedBinder) := #[]
  varUIds : Array Name := #[]
  includedVars : List Name := []
  omittedVars : List Name := []
  isNoncomputable : Bool := false
  isPublic : Bool := false
  isMeta : Bool := false
  attrs : List (TSyntax `Lean.Parser.Term.attrInstance) := []
  deriving Inhabited

structure State where
  env : Environment
  messages : MessageLog := {}
  scopes : List Scope := [{ header := "" }]
  usedQuotCtxts : NameSet := {}
  nextMacroScope : Nat := firstFrontendMacroScope + 1
  maxRecDepth : Nat
  ngen : NameGenerator := {}
  auxDeclNGen : DeclNameGenerator := {}
  infoState : InfoState := {}
  traceState : TraceState := {}
  snapshotTasks : Array (Language.SnapshotTask Language.SnapshotTree) := #[]
  /-- What linters keep; only passed on. -/
  linterState? : Option Dynamic := none
  linterStates : Array Dynamic := #[]

private opaque Snap.nonempty : NonemptyType.{0}
def Snap : Type := Snap.nonempty.type

structure Context where
  fileName : String
  fileMap : FileMap
  currRecDepth : Nat := 0
  cmdPos : String.Pos.Raw := 0
  macroStack : MacroStack := []
  quotContext? : Option Name := none
  currMacroScope : MacroScope := firstFrontendMacroScope
  ref : Syntax := .missing
  snap? : Option Snap
  cancelTk? : Option IO.CancelToken
  suppressElabErrors : Bool := false

abbrev CommandElabM := ReaderT Context <| StateRefT State (EIO Exception)
abbrev CommandElab := Syntax → CommandElabM Unit

@[always_inline]
instance : Monad CommandElabM :=
  let i : Monad CommandElabM := inferInstanceAs (Monad (ReaderT Context <| StateRefT State (EIO Exception)))
  { pure := i.pure, bind := i.bind }

instance {α : Type} : Inhabited (CommandElabM α) := ⟨fun _ _ => throw default⟩

instance : MonadEnv CommandElabM where
  getEnv := return (← get).env
  modifyEnv f := modify fun s => { s with env := f s.env }

def getScope : CommandElabM Scope := return ((← get).scopes.head?).getD default
def getScopes : CommandElabM (List Scope) := return (← get).scopes
def modifyScope (f : Scope → Scope) : CommandElabM Unit :=
  modify fun s => { s with scopes := match s.scopes with
    | h :: t => f h :: t
    | [] => [] }

instance : MonadOptions CommandElabM := ⟨return (← getScope).opts⟩
instance : MonadRef CommandElabM where
  getRef := return (← read).ref
  withRef ref x := withReader (fun ctx => { ctx with ref }) x
instance : MonadResolveName CommandElabM where
  getCurrNamespace := return (← getScope).currNamespace
  getOpenDecls := return (← getScope).openDecls
instance : MonadRecDepth CommandElabM where
  withRecDepth d x := withReader (fun ctx => { ctx with currRecDepth := d }) x
  getRecDepth := return (← read).currRecDepth
  getMaxRecDepth := return (← get).maxRecDepth
instance : MonadInfoTree CommandElabM where
  getInfoState := return (← get).infoState
  modifyInfoState f := modify fun s => { s with infoState := f s.infoState }
instance : MonadTrace CommandElabM where
  getTraceState := return (← get).traceState
  modifyTraceState f := modify fun s => { s with traceState := f s.traceState }
instance : MonadDeclNameGenerator CommandElabM where
  getDeclNGen := return (← get).auxDeclNGen
  setDeclNGen ngen := modify fun s => { s with auxDeclNGen := ngen }

instance : AddMessageContext CommandElabM where
  addMessageContext msg := do
    let s ← get
    return .withContext { env := s.env, mctx := {}, lctx := {}, opts := ← getOptions } msg

instance : MonadLift IO CommandElabM where
  monadLift {α} x := do
    let ref ← getRef
    (IO.toEIO (fun err => Exception.error ref (stringToMessageData (toString err))) x :
    EIO Exception α)

instance : MonadLog CommandElabM where
  getRef := getRef
  getFileMap := return (← read).fileMap
  getFileName := return (← read).fileName
  hasErrors := return (← get).messages.hasErrors
  logMessage msg := do
    let data := .withNamingContext
      { currNamespace := ← getCurrNamespace, openDecls := ← getOpenDecls } msg.data
    modify fun s => { s with messages := s.messages.add { msg with data } }

protected def withFreshMacroScope {α : Type} (x : CommandElabM α) : CommandElabM α := do
  let fresh ← modifyGet fun s => (s.nextMacroScope, { s with nextMacroScope := s.nextMacroScope + 1 })
  withReader (fun ctx => { ctx with currMacroScope := fresh }) x

instance : MonadQuotation CommandElabM where
  getCurrMacroScope := return (← read).currMacroScope
  getContext := return (← read).quotContext?.getD (← getEnv).mainModule
  withFreshMacroScope := Command.withFreshMacroScope

/-- A first state for the environment `env`. -/
@[extern "native"] axiom mkState (env : Environment) (messages : MessageLog := {})
  (opts : Options := {}) : State

@[extern "native"] opaque elabCommand (stx : Syntax) : CommandElabM Unit

/-- Elaborates a whole command: macros are expanded, messages kept, linters started. -/
@[extern "native"] opaque elabCommandTopLevel (stx : Syntax) (linters : Array Dynamic := #[]) :
  CommandElabM Unit

@[extern "native"] opaque liftCoreM {α : Type} (x : CoreM α) : CommandElabM α
@[extern "native"] opaque liftTermElabM {α : Type} (x : TermElabM α) : CommandElabM α
@[extern "native"] opaque runTermElabM {α : Type} (elabFn : Array Expr → TermElabM α) :
  CommandElabM α
@[extern "native"] opaque withLoggingExceptions (x : CommandElabM Unit) : CommandElabM Unit

instance : MonadExceptOf Exception CommandElabM where
  throw := throw
  tryCatch x h := fun ctx s => tryCatchThe Exception (m := EIO Exception) (x ctx s) fun e => h e ctx s

/-- The commands, by syntax kind. -/
@[extern "native"] axiom commandElabAttribute : KeyedDeclsAttribute CommandElab

def withScope {α : Type} (f : Scope → Scope) (x : CommandElabM α) : CommandElabM α := do
  match (← get).scopes with
  | [] => x
  | h :: t =>
    modify fun s => { s with scopes := f h :: t }
    try x finally modify fun s => { s with scopes := h :: t }

end Command

export Command (CommandElabM)

end Lean.Elab
