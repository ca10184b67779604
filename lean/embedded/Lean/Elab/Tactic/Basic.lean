prelude
import Init.Programs
/-
`TacticM`: tactics over a list of goals.

Field order as in Lean 4.35, checked against the default objects of the library; signatures checked
against its symbols.
-/
import Lean.Elab.Term
import Lean.Elab.InfoTree.Main
import Lean.Meta.Tactic
import Lean.KeyedDeclsAttribute

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Elab
open Meta

/-- Goals of a tactic script as one text. -/
def goalsToMessageData (goals : List MVarId) : MessageData :=
  .joinSep (goals.map .ofGoal) (stringToMessageData "\n\n")

namespace Term
@[extern "native"] opaque runTactic (mvarId : MVarId) (tacticCode : Syntax)
  (kind : Nat := 0) (report : Bool := true) : TermElabM Unit
end Term

namespace Tactic

structure Context where
  elaborator : Name
  recover : Bool := true

structure State where
  goals : List MVarId
  deriving Inhabited

abbrev TacticM := ReaderT Context <| StateRefT State TermElabM
abbrev Tactic := Syntax → TacticM Unit

@[always_inline]
instance : Monad TacticM :=
  let i : Monad TacticM := inferInstanceAs (Monad (ReaderT Context <| StateRefT State TermElabM))
  { pure := i.pure, bind := i.bind }

instance {α : Type} : Inhabited (TacticM α) := ⟨fun _ _ => default⟩

structure SavedState where
  term : Term.SavedState
  tactic : State

protected def saveState : TacticM SavedState :=
  return { term := ← Term.saveState, tactic := ← get }

@[extern "native"] opaque SavedState.restore (b : SavedState) (restoreInfo : Bool := false) :
  TacticM Unit

instance : MonadBacktrack SavedState TacticM where
  saveState := Tactic.saveState
  restoreState b := b.restore

/-- `x`, and on an exception `h` in the state from before `x`. -/
@[inline] protected def tryCatch {α : Type} (x : TacticM α) (h : Exception → TacticM α) :
    TacticM α := do
  let b ← saveState
  fun ctx s => tryCatchThe Exception (x ctx s) fun ex => (do b.restore; h ex : TacticM α) ctx s

instance : MonadExceptOf Exception TacticM where
  throw := throw
  tryCatch := Tactic.tryCatch

protected def orElse {α : Type} (x : TacticM α) (y : Unit → TacticM α) : TacticM α :=
  Tactic.tryCatch x fun _ => y ()
instance {α : Type} : OrElse (TacticM α) := ⟨Tactic.orElse⟩
instance : Alternative TacticM where
  failure := throwError "failed"
  orElse := Tactic.orElse

def getGoals : TacticM (List MVarId) := return (← get).goals
def setGoals (mvarIds : List MVarId) : TacticM Unit := modify fun s => { s with goals := mvarIds }
def pruneSolvedGoals : TacticM Unit := do
  setGoals (← (← getGoals).filterM fun g => return !(← g.isAssigned))
def getUnsolvedGoals : TacticM (List MVarId) := do
  pruneSolvedGoals
  getGoals
def appendGoals (goals : List MVarId) : TacticM Unit :=
  modify fun s => { s with goals := s.goals ++ goals }

/-- The goals left by `x` on `mvarId`. -/
@[extern "native"] opaque run (mvarId : MVarId) (x : TacticM Unit) : TermElabM (List MVarId)
@[extern "native"] opaque evalTactic (stx : Syntax) : TacticM Unit
@[extern "native"] opaque getMainGoal : TacticM MVarId
@[extern "native"] opaque getMainDecl : TacticM MetavarDecl
@[extern "native"] opaque getMainTag : TacticM Name
@[extern "native"] opaque getMainTarget : TacticM Expr
@[extern "native"] opaque done : TacticM Unit
@[extern "native"] opaque replaceMainGoal (mvarIds : List MVarId) : TacticM Unit
@[extern "native"] opaque closeMainGoal (tacName : Name) (val : Expr)
  (checkUnassigned : Bool := true) : TacticM Unit
@[extern "native"] opaque closeMainGoalUsing (tacName : Name) (x : Expr → Name → TacticM Expr)
  (checkNewUnassigned : Bool := true) : TacticM Unit
@[extern "native"] opaque closeUsingOrAdmit (tac : TacticM Unit) : TacticM Unit
@[extern "native"] opaque focus {α : Type} (x : TacticM α) : TacticM α
@[extern "native"] opaque withMainContext {α : Type} (x : TacticM α) : TacticM α
@[extern "native"] opaque withTacticInfoContext {α : Type} (stx : Syntax) (x : TacticM α) :
  TacticM α
@[extern "native"] opaque withoutRecover {α : Type} (x : TacticM α) : TacticM α
@[extern "native"] opaque tryTactic {α : Type} (tac : TacticM α) : TacticM Bool
@[extern "native"] opaque runTermElab {α : Type} (k : TermElabM α) (mayPostpone : Bool := false) :
  TacticM α
@[extern "native"] opaque elabTerm (stx : Syntax) (expectedType? : Option Expr)
  (mayPostpone : Bool := false) : TacticM Expr
@[extern "native"] opaque elabTermEnsuringType (stx : Syntax) (expectedType? : Option Expr)
  (mayPostpone : Bool := false) : TacticM Expr
@[extern "native"] opaque elabTermForApply (stx : Syntax) (mayPostpone : Bool := true) : TacticM Expr
@[extern "native"] opaque elabTermWithHoles (stx : Syntax) (expectedType? : Option Expr)
  (tagSuffix : Name) (allowNaturalHoles : Bool := false) (parentTag? : Option Name := none) :
  TacticM (Expr × List MVarId)
@[extern "native"] opaque getFVarId (id : Syntax) : TacticM FVarId

def elabTermForTactic (stx : Syntax) : TacticM Expr := elabTermForApply stx

/-- `x` without going back when it throws. -/
def tryCatchWithoutRestore {α : Type} (x : TacticM α) (h : Exception → TacticM α) : TacticM α :=
  fun ctx s => tryCatchThe Exception (x ctx s) fun ex => h ex ctx s

def liftMetaMAtMain {α : Type} (x : MVarId → MetaM α) : TacticM α :=
  withMainContext do x (← getMainGoal)
def liftMetaTactic (tac : MVarId → MetaM (List MVarId)) : TacticM Unit := withMainContext do
  replaceMainGoal (← tac (← getMainGoal))
def liftMetaTactic1 (tac : MVarId → MetaM (Option MVarId)) : TacticM Unit := withMainContext do
  match ← tac (← getMainGoal) with
  | some g => replaceMainGoal [g]
  | none => replaceMainGoal []
def liftMetaFinishingTactic (tac : MVarId → MetaM Unit) : TacticM Unit :=
  liftMetaTactic fun g => do tac g; return []
def ensureHasNoMVars (e : Expr) : TacticM Unit := do
  let e ← instantiateMVars e
  if e.hasExprMVar then throwError "tactic failed, resulting expression contains metavariables{indentExpr e}"

/-- The tactics, by syntax kind. -/
@[extern "native"] axiom tacticElabAttribute : KeyedDeclsAttribute Tactic

end Tactic

/-- The goals that `tacticCode` leaves of `mvarId`, with the state after it. -/
@[extern "native"] opaque runTactic (mvarId : MVarId) (tacticCode : Syntax)
  (ctx : Term.Context := {}) (s : Term.State := {}) : MetaM (List MVarId × Term.State)

export Tactic (TacticM)

end Lean.Elab
