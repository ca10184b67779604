import Lean
/-! Terms, goals and tactics under elaboration: each compiled function that the other files of this
folder do not call, once, in the monad it runs in, with its result looked at. -/

open Lean Meta Elab

def must (what : String) (holds : Bool) : MetaM Unit := do
  unless holds do throwError "wrong: {what}"

def nat : Expr := mkConst ``Nat

run_meta do
  let two ← IO.mkRef 2
  let index ← two.get
  must "terms" ((Expr.letE `x nat (mkNatLit index) (.bvar 0) true).isLet
    && (Expr.proj ``Prod (index - 1) (mkConst `p)).isProj
    && Level.imax (.param `u) (.param `v) != Level.max (.param `u) (.param `v))
  let goal ← mkFreshExprSyntheticOpaqueMVar (mkForall `a .default nat nat) `named
  must "names" ((← getMCtx).findUserName? `named == some goal.mvarId!
    && ((← getMCtx).getDelayedMVarAssignmentCore? goal.mvarId!).isNone)
  let (x, body) ← goal.mvarId!.intro1P
  body.setType nat
  body.withContext do
    must "retyped" ((← body.getType) == nat && (← x.getUserName) == `a)
    must "local context" (((← getLCtx).find? x).isSome && (((← getLCtx).erase x).find? x).isNone)
    must "renamed" (((← getLCtx).setUserName x `b).findFromUserName? `b).isSome
    must "declared" (((← getLCtx).mkLocalDecl ⟨`new⟩ `y nat).find? ⟨`new⟩).isSome
  let level ← mkFreshLevelMVar
  let (_, l) := instantiateLevelMVarsImp (← getMCtx) level
  let (_, e) := instantiateMVarsImp (← getMCtx) goal
  must "instantiated" (l == level && e.isMVar == !(← goal.mvarId!.isAssigned) || e.isLambda)
  let same ← mkEqRefl nat
  must "mkEqMP" ((← inferType (← mkEqMP same (mkNatLit 1))) == nat)
  let ppContext ← getPPContext
  must "context" (ppContext.env.contains ``Nat)
  discard <| PrettyPrinter.ppSignature ``Nat.succ

elab "elaborated" : term => do
  let stx ← `(1 + (2 : Nat))
  must "elabTerm" ((← inferType (← Term.elabTerm (mkCIdent ``Nat.zero) none)) == nat)
  must "elabTermAndSynthesize" (!(← Term.elabTermAndSynthesize stx (some nat)).hasExprMVar)
  must "elabType" ((← Term.elabType (← `(Nat))) == nat)
  must "exprToSyntax" ((← instantiateMVars
    (← Term.elabTermAndSynthesize (← Term.exprToSyntax (mkNatLit 7)) none)).nat? == some 7)
  let before ← Term.saveState
  let hole ← mkFreshExprMVar (some nat)
  hole.mvarId!.assign (mkNatLit 1)
  before.restore
  must "restored" (← withNewMCtxDepth do return !(← getMCtx).decls.contains hole.mvarId!)
  let kept ← Term.withoutModifyingElabMetaStateWithInfo do
    discard <| mkFreshExprMVar (some nat)
    return 3
  must "kept" (kept == 3)
  Term.throwErrorIfErrors
  let proof ← mkFreshExprSyntheticOpaqueMVar (mkConst ``True)
  Term.runTactic proof.mvarId! (← `(by trivial))
  must "runTactic" (← proof.mvarId!.isAssigned)
  must "levels" (!(← Term.levelMVarToParam (mkSort (← mkFreshLevelMVar))).hasLevelMVar)
  must "unassigned" (!(← Term.logUnassignedUsingErrorInfos #[]))
  let log ← Core.getMessageLog
  Term.reportUnsolvedGoals [proof.mvarId!]
  must "reported" (← Core.getMessageLog).hasErrors
  modifyThe Core.State ({ · with messages := log })
  let (answer, _) ← (Term.TermElabM.run (return 5) : MetaM (Nat × Term.State))
  must "run" (answer == 5 && (← (Term.TermElabM.run' (return 6) : MetaM Nat)) == 6)
  let (seven, _) ← (Term.TermElabM.toIO (return 7) (← readThe Core.Context) (← getThe Core.State)
    (← readThe Meta.Context) (← getThe Meta.State) (← read) (← get) : IO _)
  must "toIO" (seven == 7)
  return mkConst ``True.intro

example : True := elaborated

unsafe def evaluateUnsafe : TermElabM Nat := do Term.evalTerm Nat nat (← `(20 + 1))

@[implemented_by evaluateUnsafe] opaque evaluate : TermElabM Nat

elab "evaluated" : term => do
  must "evalTerm" ((← evaluate) == 21)
  return mkConst ``True.intro

example : True := evaluated

elab "steps" : tactic => do
  must "main" ((← Tactic.getMainTag) == .anonymous && (← Tactic.getMainDecl).type.isAppOf ``And)
  let h ← Tactic.getFVarId (mkIdent `h)
  must "hypothesis" ((← h.getType).isConstOf ``True)
  must "elabTerm" ((← Tactic.elabTerm (← `((3 : Nat))) none).nat? == some 3)
  must "runTermElab" ((← Tactic.runTermElab (return 4)) == 4)
  must "info" ((← Tactic.withTacticInfoContext (← getRef) (return 5)) == 5)
  must "recover" ((← Tactic.withoutRecover (return (← read).recover)) == false)
  Tactic.closeMainGoalUsing `steps fun type _ => do
    must "goal" (type.isAppOf ``And)
    return mkApp4 (mkConst ``And.intro) (mkConst ``True) (mkConst ``True) (.fvar h) (.fvar h)

example (h : True) : True ∧ True := by steps
