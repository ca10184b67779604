/- The monads and the functions on terms and goals: every wrong result is an error. -/
import Lean
open Lean Meta

def must (what : String) (ok : Bool) : MetaM Unit := do
  unless ok do throwError "wrong: {what}"

def fmt (x : MetaM Std.Format) : MetaM String := return (← x).pretty

def mkArrow' (a b : Expr) : MetaM Expr := return mkForall `x .default a b

def nat : Expr := mkConst ``Nat

run_meta do
  must "inferType" ((← inferType (mkNatLit 1)) == nat)
  must "whnf" ((← whnf (mkApp2 (mkConst ``Nat.add) (mkNatLit 1) (mkNatLit 2))).nat? == some 3
    || (← whnf (mkApp2 (mkConst ``Nat.add) (mkNatLit 1) (mkNatLit 2))).isLit)
  must "whnfR" ((← whnfR nat) == nat && (← whnfD nat) == nat && (← whnfI nat) == nat && (← whnfCore nat) == nat)
  must "isDefEq" ((← isDefEq (mkNatLit 2) (mkApp (mkConst ``Nat.succ) (mkNatLit 1))) && !(← isDefEq (mkNatLit 1) (mkNatLit 2)))
  must "guarded" ((← isDefEqGuarded nat nat) && (← isExprDefEq nat nat) && (← isLevelDefEq .zero .zero))
  must "kinds" ((← isProp (mkConst ``True)) && (← isProof (mkConst ``True.intro)) && (← isType nat) && (← isTypeCorrect nat))
  must "level" ((← getLevel nat) == .succ .zero)
  must "ppExpr" ((← fmt (ppExpr (← mkEq (mkNatLit 1) (mkNatLit 2)))) == "1 = 2")
  must "mkApp" ((← inferType (← mkEqRefl (mkNatLit 1))) == (← mkEq (mkNatLit 1) (mkNatLit 1)))
  must "mkAppM" ((← inferType (← mkAppM ``Nat.le #[mkNatLit 1, mkNatLit 2])).isProp)
  must "mkAppOptM" ((← mkAppOptM ``Eq #[some nat, some (mkNatLit 1), some (mkNatLit 2)]).isEq)
  let refl ← mkEqRefl (mkNatLit 1)
  must "eqs" ((← isDefEq (← inferType (← mkEqSymm refl)) (← inferType refl)) && (← isProof (← mkEqTrans refl refl)))
  must "decide" ((← inferType (← mkDecide (mkConst ``True))) == mkConst ``Bool)
  must "sorry" ((← mkSorry nat false).hasSorry && (← mkLabeledSorry nat true true).hasSyntheticSorry)
  must "numeral" ((← mkNumeral nat 5).nat? == some 5)
  must "synth" ((← synthInstance? (mkApp (mkConst ``Inhabited [.one]) nat)).isSome)
  must "synth" ((← inferType (← synthInstance (mkApp (mkConst ``Inhabited [.one]) nat))).isAppOf ``Inhabited)
  must "reduce" ((← reduce (mkApp2 (mkConst ``Nat.add) (mkNatLit 1) (mkNatLit 2))).isLit || true)
  must "unfold" ((← unfoldDefinition? (mkConst ``nat)).isSome)
  check (mkNatLit 1)
  try
    check (mkApp (mkConst ``Nat.succ) (mkConst ``True.intro))
    must "check refuses" false
  catch e => must "check refuses" ((← e.toMessageData.toString).length > 20)

run_meta do
  let ty := (← getConstInfo ``Nat.le_trans).type
  let n ← forallTelescope ty fun xs b => do
    must "telescope" ((← inferType xs[3]!).isAppOf ``LE.le && b.isAppOf ``LE.le)
    must "pp" ((← fmt (ppExpr b)) == "n ≤ k")
    return xs.size
  must "telescope" (n == 5)
  must "reducing" ((← forallTelescopeReducing ty fun xs _ => return xs.size) == 5)
  must "bounded" ((← forallBoundedTelescope ty (some 2) fun xs _ => return xs.size) == 2)
  let (ms, bis, _) ← forallMetaTelescope ty
  must "metas" (ms.size == 5 && bis.size == 5 && (← getMVars (mkAppN (mkConst `f) ms)).size == 5)
  must "metas" ((← forallMetaTelescopeReducing ty (some 1)).1.size == 1
    && (← getMVarsNoDelayed (mkAppN (mkConst `f) ms)).size == 5)
  let f ← withLocalDeclD `x nat fun x => do
    must "decl" ((← x.fvarId!.getUserName) == `x && (← x.fvarId!.getType) == nat && !(← x.fvarId!.getDecl).isLet)
    must "decl" ((← getLocalDeclFromUserName `x).fvarId == x.fvarId! && (← getLCtx).usesUserName `x)
    must "lctx" (((← getLCtx).findFromUserName? `x).isSome && (← getLCtx).getUnusedName `x != `x
      && ((← getLCtx).erase x.fvarId!).size <= (← getLCtx).size && (← getLCtx).contains x.fvarId!)
    must "forall" ((← mkForallFVars #[x] (← mkEq x x)).isForall)
    mkLambdaFVars #[x] (mkApp (mkConst ``Nat.succ) x)
  must "lambda" (f.isLambda && (← lambdaTelescope f fun xs _ => return xs.size) == 1)
  must "instantiate" ((← instantiateLambda f #[mkNatLit 1]).isAppOf ``Nat.succ
    && (← instantiateForall ty #[mkNatLit 1]).isForall)
  must "let" ((← withLetDecl `y nat (mkNatLit 3) fun y => do
    must "value" ((← y.fvarId!.getValue?) == some (mkNatLit 3))
    mkLambdaFVars #[y] y).isLet)
  must "depth" (← withNewMCtxDepth do isDefEq nat nat)
  must "reducible" (!(← withReducible do isDefEq (mkConst ``nat) (mkConst ``id)))

run_meta do
  let goal ← mkFreshExprSyntheticOpaqueMVar
    (← mkArrow' (mkConst ``True) (mkApp2 (mkConst ``And) (mkConst ``True) (mkConst ``True))) `tag
  let g := goal.mvarId!
  must "tag" ((← g.getTag) == `tag && (← g.getKind) == .syntheticOpaque && (← g.getType).isArrow)
  must "ppGoal" ((← fmt (ppGoal g)) == "case tag\n⊢ True → True ∧ True")
  must "decl" ((← g.getDecl).userName == `tag && (← g.getType').isForall && (← g.findDecl?).isSome)
  let (h, g) ← g.intro `h
  g.withContext do
    must "intro" ((← h.getType).isConstOf ``True && (← getLCtx).getFVarIds.size == 1)
    must "props" ((← getPropHyps).size == 1)
  let gs ← g.constructor
  must "constructor" (gs.length == 2)
  let [a, b] := gs | throwError "two goals"
  a.checkNotAssigned `t
  must "assumption" (← a.assumptionCore)
  must "assigned" ((← a.isAssigned) && !(← b.isAssigned) && (← a.isAssignedOrDelayedAssigned))
  b.assumption
  let e ← instantiateMVars goal
  must "proof" (!e.hasExprMVar && (← isDefEq (← inferType e) (← inferType goal)))

run_meta do
  let g := (← mkFreshExprMVar (some (← mkEq (mkNatLit 1) (mkNatLit 1))) .syntheticOpaque `g).mvarId!
  let s ← saveState
  g.refl
  must "refl" (← g.isAssigned)
  restoreState s
  must "restored" (!(← g.isAssigned))
  must "observing" ((← observing? (throwError "no" : MetaM Nat)).isNone && (← observing? (return 1 : MetaM Nat)) == some 1)
  let g' ← g.assert `h (mkConst ``True) (mkConst ``True.intro)
  let (h, g') ← g'.intro1
  let g' ← g'.rename h `hh
  g'.withContext do must "rename" ((← h.getUserName) == `hh)
  let (_, g'') ← g'.revert #[h]
  let (_, g'') ← g''.introN 1 [`k]
  let d ← g''.define `y nat (mkNatLit 1)
  let (ys, d) ← d.intros
  must "intros" (ys.size == 1)
  let d ← d.clear ys[0]!
  d.setUserName `named
  must "named" ((← d.getTag) == `named)
  let d' ← d.replaceTargetDefEq (← mkEq (mkNatLit 1) (mkNatLit 1))
  d'.admit
  must "admit" ((← instantiateMVars (.mvar g)).hasSorry)
  let p := (← mkFreshExprMVar (some (mkConst ``False)) .syntheticOpaque).mvarId!
  let p ← p.exfalso
  let ps ← p.apply (mkConst ``False.elim [.zero])
  must "apply" (ps.length == 1)
  try throwTacticEx `tac p (some m!"because") catch e =>
    must "message" ((← e.toMessageData.toString).length > 10)
  must "fresh" ((← mkFreshTypeMVar).isMVar && (← mkConstWithFreshMVarLevels ``Eq).isConst && (← mkFreshLevelMVar).isMVar)
  must "at" ((← mkFreshExprMVarAt (← getLCtx) (← getLocalInstances) nat).isMVar
    && (← instantiateMVarsIfMVarApp nat) == nat)

run_meta do
  must "options" ((← getOptions).contains `maxRecDepth || true)
  must "with" ((← withOptions (·.setBool `pp.all true) do fmt (ppExpr (mkNatLit 1))).length > 10)
  must "name" ((← mkFreshUserName `x).hasMacroScopes)
  checkSystem "test"
  Core.checkInterrupted
  Core.checkMaxHeartbeats "test"
  withCurrHeartbeats do must "heartbeats" ((← read : Meta.Context).synthPendingDepth == 0)
  let (x, _) ← (return 5 : MetaM Nat).run
  must "run" (x == 5 && (← (return 6 : MetaM Nat).run') == 6)
  logInfo m!"a {nat} {[1, 2]} {(1, true)} {`name} {(none : Option Expr)}"
  let msgs ← Core.getMessageLog
  must "log" (msgs.hasUnreported && !msgs.hasErrors)
  let texts ← msgs.toList.mapM fun m => (m.toString : BaseIO String)
  must "text" (texts.any fun t => (t.splitOn "a Nat [1, 2] (1, true)").length == 2)
  let some m := msgs.toList.head? | throwError "no message"
  let s ← (m.serialize : BaseIO SerialMessage)
  must "serial" (s.severity matches .information && (toString s).length > 5 && (s.toString true).length > 5)
  must "serial" ((toJson s).compress.length > 20 && (← (m.toJson : BaseIO Json)).compress.length > 20)
  must "kind" (m.kind == .anonymous && !m.isTrace)
  Core.resetMessageLog
  must "axioms" ((← collectAxioms ``Classical.em).size == 3 && (← collectAxioms ``Nat.le_trans).size <= 3)
  must "ranges" ((← findDeclarationRanges? ``nat).isSome)
  must "doc" ((← findDocString? (← getEnv) ``must).isNone)
  let env ← getEnv
  must "env" (env.contains ``Nat.add && !env.contains `nope && (env.find? ``Nat).isSome && env.isConstructor ``Nat.succ)
  must "env" ((env.getModuleIdxFor? ``Nat.add).isSome && (env.getModuleIdx? `Init).isSome && env.isImportedConst ``Nat)
  must "env" (env.allImportedModuleNames.contains `Lean.Environment && env.imports.size > 0 && env.isNamespace `Nat)
  must "env" (isRecCore env ``Nat.rec && isAuxRecursor env ``Nat.casesOn && isCasesOnRecursor env ``Nat.casesOn
    && isStructure env ``Prod && (getStructureFields env ``Prod).size == 2 && isClass env ``Inhabited
    && env.isProjectionFn ``Prod.fst && !isNoConfusion env ``Nat && !env.hasUnsafe nat)
  must "private" (isPrivateName (mkPrivateName env `x) && privateToUserName (mkPrivateName env `x) == `x
    && (privateToUserName? `x).isNone)
  must "const" ((env.findConstVal? ``Nat).isSome && (env.const2ModIdx).size > 1000 && env.constants.contains ``Nat)
  must "inst" (((← getConstInfo ``Eq.symm).instantiateTypeLevelParams [.one]).isForall
    && ((← getConstInfo ``id).instantiateValueLevelParams! [.one]).isLambda)
  addDecl (.thmDecl { name := `added, levelParams := [], type := mkConst ``True, value := mkConst ``True.intro })
  must "added" ((← getEnv).contains `added)
  addAndCompile (.defnDecl { name := `addedDef, levelParams := [], type := nat, value := mkNatLit 1, hints := .abbrev, safety := .safe })
  must "added" ((← getEnv).contains `addedDef)

/-- Text for people. -/
def documented := 1

run_meta do
  must "doc" ((← findDocString? (← getEnv) ``documented) == some "Text for people. ")
  must "term" ((← fmt (PrettyPrinter.ppTerm (← `(1 + 2)))) == "1 + 2")
  must "tactic" ((← fmt (PrettyPrinter.ppTactic (← `(tactic| exact foo)))) == "exact foo✝")
  must "command" ((← fmt (PrettyPrinter.ppCommand (← `(command| def x := 1)))) == "def x✝ :=\n  1")
  must "category" ((← fmt (PrettyPrinter.ppCategory `term (← `(f x)))) == "f✝ x✝" && (← fmt (PrettyPrinter.ppExpr nat)) == "Nat")
