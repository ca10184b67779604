/-
What a metavariable was assigned to: the constants in the term, and the goals that it leaves open.

Assignments are followed through the metavariables in them, delayed ones too, up to those that are
given as open. Nothing is instantiated: that would make anew, for every step of a proof, all that
the steps within it made.

API as in Lean 4.35: `MetavarContext.getExprAssignmentCore?`, `getDelayedMVarAssignmentCore?`,
`Expr.getUsedConstants`.
-/
import Lean.Environment
import Lean.MetavarContext
import Std.Data.HashSet

namespace Sensei.Trace
open Lean

/-- Whether the elaborator makes constants of this name by itself. Lean says so of every private name
as well; what the user calls it decides. -/
def isMadeUpName (name : Name) : Bool :=
  ((privateToUserName? name).getD name).isInternalDetail

/-- What was found along an assignment. -/
structure Reached where
  /-- Goals given as open, in order of appearance. -/
  open_ : Array MVarId := #[]
  constants : Std.HashSet Name := {}

private structure Trail where
  reached : Reached := {}
  goals : Std.HashSet MVarId := {}
  terms : Std.HashSet Expr := {}

mutual

/-- Follows a metavariable. The recursion ends: no metavariable is followed twice, and assignments
have no cycles. -/
private partial def followGoal (mctx : MetavarContext) (stop : List MVarId) (goal : MVarId) :
    StateM Trail Unit := do
  if (← get).goals.contains goal then return
  modify fun trail => { trail with goals := trail.goals.insert goal }
  if stop.contains goal then
    modify fun trail =>
      { trail with reached := { trail.reached with open_ := trail.reached.open_.push goal } }
  else if let some value := mctx.getExprAssignmentCore? goal then
    followTerm mctx stop value
  else if let some delayed := mctx.getDelayedMVarAssignmentCore? goal then
    followGoal mctx stop delayed.mvarIdPending

/-- Takes the constants of a term and follows the metavariables in it. -/
private partial def followTerm (mctx : MetavarContext) (stop : List MVarId) (term : Expr) :
    StateM Trail Unit := do
  modify fun trail => { trail with reached := { trail.reached with
    constants := term.getUsedConstants.foldl
      (fun names name => if isMadeUpName name then names else names.insert name)
      trail.reached.constants } }
  followHoles mctx stop term

private partial def followHoles (mctx : MetavarContext) (stop : List MVarId) (term : Expr) :
    StateM Trail Unit := do
  if !term.hasExprMVar then return
  if (← get).terms.contains term then return
  modify fun trail => { trail with terms := trail.terms.insert term }
  match term with
  | .mvar goal => followGoal mctx stop goal
  | .app function argument =>
    followHoles mctx stop function
    followHoles mctx stop argument
  | .lam _ type body _ | .forallE _ type body _ =>
    followHoles mctx stop type
    followHoles mctx stop body
  | .letE _ type value body _ =>
    followHoles mctx stop type
    followHoles mctx stop value
    followHoles mctx stop body
  | .mdata _ inner | .proj _ _ inner => followHoles mctx stop inner
  | _ => return

end

/-- What `goal` was assigned to, up to the goals in `stop`. -/
def assigned (mctx : MetavarContext) (stop : List MVarId) (goal : MVarId) : Reached :=
  ((followGoal mctx stop goal).run {}).2.reached

/-- Adds the constants that a goal's target and hypotheses are made of. -/
def statedConstants (mctx : MetavarContext) (goal : MVarId) (names : Std.HashSet Name) :
    Std.HashSet Name :=
  match mctx.findDecl? goal with
  | none => names
  | some decl =>
    let types := decl.type :: decl.lctx.foldl (fun types localDecl => localDecl.type :: types) []
    types.foldl (init := names) fun names type =>
      let found := ((followTerm mctx [] type).run {}).2.reached.constants
      found.fold (fun names name => names.insert name) names

end Sensei.Trace
