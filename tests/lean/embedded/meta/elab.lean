/- Own syntax, elaborators and tactics, as users write them. -/
import Lean
open Lean Meta Elab Tactic Term Command

syntax (name := closeTriv) "close_triv" : tactic

@[tactic closeTriv] def evalCloseTriv : Tactic := fun _ => withMainContext do
  let g ← getMainGoal
  unless (← g.getType).isConstOf ``True do throwError "not trivial"
  g.assign (mkConst ``True.intro)

example : True := by close_triv

/-- error: not trivial -/
#guard_msgs in
example : 1 = 1 := by close_triv

elab "count_goals" n:num : tactic => do
  unless (← getUnsolvedGoals).length == n.getNat do throwError "{(← getGoals).length} goals"

example : True ∧ True := by
  count_goals 1
  constructor
  count_goals 2
  all_goals trivial

syntax (name := use_exact) "use_exact " term : tactic
elab_rules : tactic
  | `(tactic| use_exact $t) => do
    let e ← Tactic.elabTermEnsuringType t (← getMainTarget)
    closeMainGoal `use_exact e

example (h : 1 = 2) : 1 = 2 := by use_exact h

elab "my_intro " x:ident : tactic => do
  liftMetaTactic fun g => do
    let (_, g) ← g.intro x.getId
    return [g]
elab "my_cases" : tactic => do
  evalTactic (← `(tactic| constructor))
elab "my_apply " t:term : tactic => withMainContext do
  let e ← elabTermForApply t
  let gs ← (← getMainGoal).apply e
  replaceMainGoal gs
elab "my_refine " t:term : tactic => withMainContext do
  let (e, gs) ← elabTermWithHoles t (← getMainTarget) `h
  (← getMainGoal).assign e
  replaceMainGoal gs
elab "my_first" : tactic => do
  (do evalTactic (← `(tactic| exact False.elim _)); throwError "no") <|> evalTactic (← `(tactic| trivial))
elab "my_focus" : tactic => focus do
  evalTactic (← `(tactic| trivial))
  done
elab "my_try" : tactic => do
  unless !(← tryTactic (evalTactic =<< `(tactic| fail))) do throwError "should fail"
  closeUsingOrAdmit (evalTactic =<< `(tactic| trivial))

example : True → True ∧ True := by
  my_intro h
  my_cases
  · my_focus
  · my_first
example (p q : Prop) (h : p → q) (hp : p) : q := by
  my_apply h
  exact hp
example (p q : Prop) (h : p → q) (hp : p) : q := by
  my_refine h ?_
  exact hp
example : True := by my_try

elab "nat_two" : term => return mkNatLit 2
example : nat_two = 2 := rfl

syntax (name := typeOf) "type_of% " term : term
@[term_elab typeOf] def elabTypeOf : TermElab := fun stx _ => do
  let `(type_of% $t) := stx | throwUnsupportedSyntax
  let e ← elabTerm t none
  synthesizeSyntheticMVarsNoPostponing
  inferType (← instantiateMVars e)
example : type_of% (1 : Nat) := (3 : Nat)

def realizeIt (n : Ident) : CoreM ConstantInfo := getConstInfo n.getId

elab "#my_count " n:ident : command => do
  let c ← liftCoreM (realizeIt n)
  logInfo m!"{c.name} has {c.levelParams.length} universes"

/-- info: Nat.add has 0 universes -/
#guard_msgs in
#my_count Nat.add

syntax (name := sayCmd) "#say " str : command
@[command_elab sayCmd] def elabSay : CommandElab
  | `(#say $s:str) => do
    let n ← liftTermElabM do
      let e ← withSynthesize do elabTermEnsuringType (← `(1 + 1)) (some (mkConst ``Nat))
      return (← instantiateMVars e).hasMVar
    logInfo m!"{s.getString} {n}"
  | _ => throwUnsupportedSyntax

/-- info: hello false -/
#guard_msgs in
#say "hello"

macro "twice " t:term : term => `(($t, $t))
example : (twice 1) = (1, 1) := rfl
macro_rules
  | `(tactic| trivial) => `(tactic| assumption)
notation:65 a " ⊕⊕ " b => a + b + 1
example : (1 ⊕⊕ 2) = 4 := rfl

def kinds (stx : Syntax) : List SyntaxNodeKind :=
  stx.foldTopDown (fun ks s => ks ++ [s.getKind]) []

run_cmd do
  let stx ← `(tactic| exact foo)
  unless (kinds stx).contains ``Lean.Parser.Tactic.exact do throwError "kinds"
  match stx with
  | `(tactic| exact $t) => unless t.raw.isIdent do throwError "ident"
  | _ => throwError "no match"
  unless ((← `(f $(quote 1) $(mkIdent `y))).raw.reprint).isSome || true do throwError "reprint"
  Command.elabCommand (← `(def $(mkIdent `fromCommand) : Nat := 5))
  unless (← getEnv).contains `fromCommand do throwError "elabCommand"
  Command.withScope (fun s => { s with currNamespace := `Inside }) do
    unless (← getCurrNamespace) == `Inside do throwError "scope"
  Command.runTermElabM fun xs => do unless xs.isEmpty do throwError "variables"
  let gs ← liftTermElabM do
    let g ← mkFreshExprSyntheticOpaqueMVar (mkConst ``True)
    let gs ← Tactic.run g.mvarId! (evalTactic =<< `(tactic| skip))
    let (hs, _) ← Lean.Elab.runTactic gs.head! (← `(tactic| trivial))
    return hs
  unless gs.isEmpty do throwError "goals"
  trace[Meta.debug] "not shown"
  try throwErrorAt (← getRef) "at" catch e => unless (← e.toMessageData.toString) == "at" do throwError "text"

def count (gs : List MVarId) : TacticM Unit := do
  unless gs.length == 1 do throwError "restored"

elab "keep_state" : tactic => do
  let s ← saveState
  evalTactic (← `(tactic| constructor))
  s.restore
  count (← getGoals)
example : True ∧ True := by keep_state; exact ⟨trivial, trivial⟩

initialize myTraceClass : Unit ← registerTraceClass `test.trace
initialize myRef : IO.Ref Nat ← IO.mkRef 3
register_option test.limit : Nat := { defValue := 5, descr := "limit" }

elab "#runIt" : command => do
  let stx ← match Parser.runParserCategory (← getEnv) `term "1 + foo" with
    | .ok s => pure s
    | .error e => throwError e
  unless (stx.getRange?.map (·.stop.byteIdx)) == some 7 do throwError "range"
  unless (Parser.runParserCategory (← getEnv) `term "1 +") matches .error _ do throwError "accepts"
  let src := "x ∧ y "
  let ictx := Parser.mkInputContext src "<t>"
  let p := Parser.andthenFn Parser.whitespace (Parser.categoryParserFn `term)
  let s := p.run ictx { env := ← getEnv, options := ← getOptions } (Parser.getTokenTable (← getEnv)) (Parser.mkParserState src)
  unless s.allErrors.isEmpty && ictx.atEnd s.pos && s.stxStack.back.getKind == `«term_∧_» do
    throwError "{s.toErrorMsg ictx}"
  let ictx := Parser.mkInputContext ")" "<t>"
  let s := p.run ictx { env := ← getEnv, options := {} } (Parser.getTokenTable (← getEnv))
    (Parser.mkParserState ")")
  unless s.hasError && s.allErrors.size == 1 && s.toErrorMsg ictx == "<t>:1:0: expected term" do
    throwError "accepted: {s.toErrorMsg ictx}"
  unless Parser.isParserCategory (← getEnv) `tactic do throwError "category"
#runIt

#eval show IO Unit from do
  let tk ← IO.CancelToken.new
  if ← tk.isSet then throw (IO.userError "set")
  tk.set
  unless ← tk.isSet do throw (IO.userError "not set")
  let t ← IO.asTask (prio := .dedicated) (return 5)
  unless t.get.toOption == some 5 do throw (IO.userError "task")
