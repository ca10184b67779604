/-
What a metavariable was assigned to: the constants in the term, and the goals that it leaves open.

Assignments are followed through the metavariables in them, delayed ones too, up to those that are
given as open. Nothing is instantiated: that would make anew, for every step of a proof, all that
the steps within it made.

API as in Lean 4.35: `MetavarContext.getExprAssignmentCore?`, `getDelayedMVarAssignmentCore?`,
`Expr.getUsedConstants`, `Expr.collectMVars`.
-/
import Lean.Environment
import Lean.MetavarContext
import Lean.Util.CollectMVars
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
  /-- Also those that the elaborator made up. -/
  constants : Std.HashSet Name := {}

private structure Trail where
  reached : Reached := {}
  goals : Std.HashSet MVarId := {}

/-- The metavariables in a term. -/
private def holesOf (term : Expr) : Array MVarId := (term.collectMVars {}).result

private def addConstants (names : Std.HashSet Name) (term : Expr) : Std.HashSet Name :=
  term.getUsedConstants.foldl (·.insert ·) names

/-- Follows a metavariable: takes the constants of its assignment and follows the metavariables in it.
The recursion ends: no metavariable is followed twice, and assignments have no cycles. -/
private partial def follow (mctx : MetavarContext) (stop : List MVarId) (trail : Trail)
    (goal : MVarId) : Trail :=
  if trail.goals.contains goal then trail else
    let trail := { trail with goals := trail.goals.insert goal }
    if stop.contains goal then
      { trail with reached.open_ := trail.reached.open_.push goal }
    else if let some value := mctx.getExprAssignmentCore? goal then
      let trail :=
        { trail with reached.constants := addConstants trail.reached.constants value }
      (holesOf value).foldl (follow mctx stop) trail
    else if let some delayed := mctx.getDelayedMVarAssignmentCore? goal then
      follow mctx stop trail delayed.mvarIdPending
    else trail

/-- What `goal` was assigned to, up to the goals in `stop`. -/
def assigned (mctx : MetavarContext) (stop : List MVarId) (goal : MVarId) : Reached :=
  (follow mctx stop {} goal).reached

/-- Adds the constants that a goal's target and hypotheses are made of. -/
def statedConstants (mctx : MetavarContext) (goal : MVarId) (names : Std.HashSet Name) :
    Std.HashSet Name :=
  match mctx.findDecl? goal with
  | none => names
  | some decl =>
    let types := decl.type :: decl.lctx.foldl (fun types localDecl => localDecl.type :: types) []
    types.foldl (init := names) fun names type =>
      let holes := holesOf type
      let names := addConstants names type
      if holes.isEmpty then names else
        let trail : Trail := { reached.constants := names }
        (holes.foldl (follow mctx []) trail).reached.constants

end Sensei.Trace
