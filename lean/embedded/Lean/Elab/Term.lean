prelude
import Init.Programs
/-
`TermElabM`: elaboration of terms.

Field order as in Lean 4.35 (eight objects and eleven flags in the context), checked against the
default objects and the contexts that the library builds; signatures checked against its symbols.
Leaves out: application elaboration, binders, let rec.
-/
import Lean.Meta.Basic
import Lean.Parser.Builtin

set_option genSizeOf false
set_option genInjectivity false

namespace Lean.Elab

structure MacroStackElem where
  before : Syntax
  after : Syntax

abbrev MacroStack := List MacroStackElem

@[extern "native"] opaque unsupportedSyntaxExceptionId : InternalExceptionId
@[extern "native"] opaque abortCommandExceptionId : InternalExceptionId
@[extern "native"] opaque abortTermExceptionId : InternalExceptionId
@[extern "native"] opaque abortTacticExceptionId : InternalExceptionId
@[extern "native"] opaque autoBoundImplicitExceptionId : InternalExceptionId
@[extern "native"] opaque postponeExceptionId : InternalExceptionId

section
variable {m : Type → Type} {α : Type} [MonadExceptOf Exception m]
def throwUnsupportedSyntax : m α := throw (.internal unsupportedSyntaxExceptionId)
def throwAbortTerm : m α := throw (.internal abortTermExceptionId)
def throwAbortTactic : m α := throw (.internal abortTacticExceptionId)
def throwAbortCommand : m α := throw (.internal abortCommandExceptionId)
def throwPostpone : m α := throw (.internal postponeExceptionId)
end

@[extern "native"] opaque isAbortExceptionId (id : InternalExceptionId) : Bool

namespace Term

private opaque SyntheticMVarDecl.nonempty : NonemptyType.{0}
def SyntheticMVarDecl : Type := SyntheticMVarDecl.nonempty.type

private opaque LevelMVarErrorInfo.nonempty : NonemptyType.{0}
def LevelMVarErrorInfo : Type := LevelMVarErrorInfo.nonempty.type

private opaque MVarErrorInfo.nonempty : NonemptyType.{0}
def MVarErrorInfo : Type := MVarErrorInfo.nonempty.type

private opaque LetRecToLift.nonempty : NonemptyType.{0}
def LetRecToLift : Type := LetRecToLift.nonempty.type

private opaque TacSnap.nonempty : NonemptyType.{0}
def TacSnap : Type := TacSnap.nonempty.type

private opaque FixedTermElabRef.nonempty : NonemptyType.{0}
def FixedTermElabRef : Type := FixedTermElabRef.nonempty.type

structure State where
  levelNames : List Name := []
  syntheticMVars : MVarIdMap SyntheticMVarDecl := {}
  pendingMVars : List MVarId := []
  levelMVarErrorInfos : List LevelMVarErrorInfo := []
  mvarErrorInfos : List MVarErrorInfo := []
  mvarArgNames : MVarIdMap Name := {}
  letRecsToLift : List LetRecToLift := []
  deriving Inhabited

structure Context where
  declName? : Option Name := none
  macroStack : MacroStack := []
  mayPostpone : Bool := true
  errToSorry : Bool := true
  autoBoundImplicitContext : Option AutoBoundImplicitContext := none
  autoBoundImplicitForbidden : Name → Bool := fun _ => false
  sectionVars : NameMap Name := {}
  sectionFVars : NameMap Expr := {}
  implicitLambda : Bool := true
  heedElabAsElim : Bool := true
  isNoncomputableSection : Bool := false
  isMetaSection : Bool := false
  ignoreTCFailures : Bool := false
  inPattern : Bool := false
  tacSnap? : Option TacSnap := none
  saveRecAppSyntax : Bool := true
  holesAsSyntheticOpaque : Bool := false
  checkDeprecated : Bool := true
  fixedTermElabs : Array FixedTermElabRef := #[]
  deriving Inhabited

abbrev TermElabM := ReaderT Context <| StateRefT State MetaM

@[always_inline]
instance : Monad TermElabM :=
  let i : Monad TermElabM := inferInstanceAs (Monad (ReaderT Context <| StateRefT State MetaM))
  { pure := i.pure, bind := i.bind }

instance {α : Type} : Inhabited (TermElabM α) := ⟨fun _ _ => default⟩

abbrev TermElab := Syntax → Option Expr → TermElabM Expr

instance : MonadExceptOf Exception TermElabM where
  throw := throw
  tryCatch x h := fun ctx s => tryCatchThe Exception (x ctx s) fun e => h e ctx s

/-- Meta state and state of term elaboration, for going back. -/
structure SavedState where
  «meta» : Meta.SavedState
  «elab» : State

protected def saveState : TermElabM SavedState :=
  return { «meta» := ← Meta.saveState, «elab» := ← get }

@[extern "native"] opaque SavedState.restore (s : SavedState) (restoreInfo : Bool := false) :
  TermElabM Unit

instance : MonadBacktrack SavedState TermElabM where
  saveState := Term.saveState
  restoreState b := b.restore

inductive PostponeBehavior where
  | yes
  | no
  | «partial»
  deriving Inhabited, BEq

@[extern "native"] opaque TermElabM.run {α : Type} (x : TermElabM α) (ctx : Context := {})
  (s : State := {}) : MetaM (α × State)
@[extern "native"] opaque TermElabM.run' {α : Type} (x : TermElabM α) (ctx : Context := {})
  (s : State := {}) : MetaM α
@[extern "native"] opaque TermElabM.toIO {α : Type} (x : TermElabM α) (ctxCore : Core.Context)
  (sCore : Core.State) (ctxMeta : Meta.Context) (sMeta : Meta.State) (ctx : Context) (s : State) :
  IO (α × Core.State × Meta.State × State)

@[extern "native"] opaque elabTerm (stx : Syntax) (expectedType? : Option Expr)
  (catchExPostpone : Bool := true) (implicitLambda : Bool := true) : TermElabM Expr
@[extern "native"] opaque elabTermEnsuringType (stx : Syntax) (expectedType? : Option Expr := none)
  (catchExPostpone : Bool := true) (implicitLambda : Bool := true)
  (errorMsgHeader? : Option String := none) : TermElabM Expr
@[extern "native"] opaque elabTermAndSynthesize (stx : Syntax) (expectedType? : Option Expr) :
  TermElabM Expr
@[extern "native"] opaque elabType (stx : Syntax) : TermElabM Expr
@[extern "native"] opaque synthesizeSyntheticMVars (postpone : PostponeBehavior := .yes)
  (ignoreStuckTC : Bool := false) : TermElabM Unit
@[extern "native"] opaque synthesizeSyntheticMVarsNoPostponing (ignoreStuckTC : Bool := false) :
  TermElabM Unit
@[extern "native"] opaque levelMVarToParam (e : Expr)
  (except : LMVarId → Bool := fun _ => false) : TermElabM Expr
@[extern "native"] opaque logUnassignedUsingErrorInfos (pendingMVarIds : Array MVarId)
  (extraMsg? : Option MessageData := none) : TermElabM Bool
@[extern "native"] opaque reportUnsolvedGoals (goals : List MVarId) : MetaM Unit
@[extern "native"] opaque exprToSyntax (e : Expr) : TermElabM Term
@[extern "native"] opaque throwErrorIfErrors : TermElabM Unit

def getDeclName? : TermElabM (Option Name) := return (← read).declName?
def getLevelNames : TermElabM (List Name) := return (← get).levelNames

def withoutErrToSorry {α : Type} (x : TermElabM α) : TermElabM α :=
  withReader (fun ctx => { ctx with errToSorry := false }) x
def withMacroExpansionStack (beforeStx afterStx : Syntax) {α : Type} (x : TermElabM α) :
    TermElabM α :=
  withReader (fun ctx => { ctx with macroStack := ⟨beforeStx, afterStx⟩ :: ctx.macroStack }) x
@[extern "native"] opaque withLevelNames {α : Type} (levelNames : List Name) (x : TermElabM α) :
  TermElabM α
def withDeclName {α : Type} (name : Name) (x : TermElabM α) : TermElabM α :=
  withReader (fun ctx => { ctx with declName? := some name }) x

/-- The result of `k` once all that it postponed has been elaborated. -/
def withSynthesize {α : Type} (k : TermElabM α) (postpone : PostponeBehavior := .no) :
    TermElabM α := do
  let saved ← modifyGet fun s => (s.pendingMVars, { s with pendingMVars := [] })
  try
    let v ← k
    synthesizeSyntheticMVars postpone
    return v
  finally
    modify fun s => { s with pendingMVars := s.pendingMVars ++ saved }

/-- Runs `x` and puts back the states of `TermElabM` and `MetaM`, keeping the info trees. -/
@[extern "native"] opaque withoutModifyingElabMetaStateWithInfo {α : Type} (x : TermElabM α) :
  TermElabM α

/-- The value of the closed term `value : type`, elaborated and compiled. -/
@[extern "native"] unsafe opaque evalTerm (α : Type) (type : Expr) (value : Syntax)
  (safety := DefinitionSafety.safe) : TermElabM α

end Term
export Term (TermElabM)
end Lean.Elab
