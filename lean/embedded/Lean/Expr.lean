prelude
import Init.Programs
/-
Expressions, with the cached data word of the compiled library, their views and traversals.

The `computed_field` clause gives the native layout (`data` is the last, scalar, field).
Signatures as in Lean 4.35, checked against the symbols of the library.
Leaves out: the `Nat`/`Int` recognisers, `ExprStructEq`, most `update...!` functions.
-/
import Lean.Level
import Lean.Data.KVMap

namespace Lean

inductive Literal where
  | natVal (val : Nat)
  | strVal (val : String)
  deriving Inhabited, BEq, Repr

protected def Literal.hash : Literal → UInt64
  | .natVal v => Hashable.hash v
  | .strVal v => Hashable.hash v
instance : Hashable Literal := ⟨Literal.hash⟩

inductive BinderInfo where
  | default
  | implicit
  | strictImplicit
  | instImplicit
  deriving Inhabited, BEq, Repr

namespace BinderInfo
def isInstImplicit : BinderInfo → Bool
  | .instImplicit => true
  | _ => false
def isImplicit : BinderInfo → Bool
  | .implicit => true
  | _ => false
def isStrictImplicit : BinderInfo → Bool
  | .strictImplicit => true
  | _ => false
def isExplicit : BinderInfo → Bool
  | .default => true
  | _ => false
end BinderInfo

abbrev MData := KVMap
abbrev MData.empty : MData := {}

def Expr.Data := UInt64
instance : Inhabited Expr.Data := inferInstanceAs (Inhabited UInt64)

namespace Expr.Data
def hash (c : Expr.Data) : UInt64 := (c : UInt64).toUInt32.toUInt64
def approxDepth (c : Expr.Data) : UInt8 := (UInt64.shiftRight c 32).toUInt8
def looseBVarRange (c : Expr.Data) : UInt32 := (UInt64.shiftRight c 44).toUInt32
def hasFVar (c : Expr.Data) : Bool := ((UInt64.shiftRight c 40).land 1) == 1
def hasExprMVar (c : Expr.Data) : Bool := ((UInt64.shiftRight c 41).land 1) == 1
def hasLevelMVar (c : Expr.Data) : Bool := ((UInt64.shiftRight c 42).land 1) == 1
def hasLevelParam (c : Expr.Data) : Bool := ((UInt64.shiftRight c 43).land 1) == 1
end Expr.Data

structure FVarId where
  name : Name
  deriving Inhabited, BEq, Hashable

structure MVarId where
  name : Name
  deriving Inhabited, BEq, Hashable

instance : Repr FVarId := ⟨fun n p => reprPrec n.name p⟩
instance : Repr MVarId := ⟨fun n p => reprPrec n.name p⟩
instance : ToString FVarId := ⟨fun n => toString n.name⟩

abbrev FVarIdSet := Std.TreeSet FVarId (fun a b => Name.quickCmp a.name b.name)
abbrev FVarIdHashSet := Std.HashSet FVarId
abbrev FVarIdMap (α : Type) := Std.TreeMap FVarId α (fun a b => Name.quickCmp a.name b.name)
abbrev MVarIdSet := Std.TreeSet MVarId (fun a b => Name.quickCmp a.name b.name)
abbrev MVarIdMap (α : Type) := Std.TreeMap MVarId α (fun a b => Name.quickCmp a.name b.name)

inductive Expr where
  | bvar (deBruijnIndex : Nat)
  | fvar (fvarId : FVarId)
  | mvar (mvarId : MVarId)
  | sort (u : Level)
  | const (declName : Name) (us : List Level)
  | app (fn : Expr) (arg : Expr)
  | lam (binderName : Name) (binderType : Expr) (body : Expr) (binderInfo : BinderInfo)
  | forallE (binderName : Name) (binderType : Expr) (body : Expr) (binderInfo : BinderInfo)
  | letE (declName : Name) (type : Expr) (value : Expr) (body : Expr) (nondep : Bool)
  | lit : Literal → Expr
  | mdata (data : MData) (expr : Expr)
  | proj (typeName : Name) (idx : Nat) (struct : Expr)
with
  @[computed_field] data : Expr → Expr.Data
    | _ => default

/-! The constructors are the native ones, which compute the data word. -/

namespace Expr
instance : Inhabited Expr := ⟨.const `_inhabitedExprDummy []⟩

@[export l_Lean_Expr_bvar___override, extern "native"] opaque bvarImpl (i : Nat) : Expr
@[export l_Lean_Expr_fvar___override, extern "native"] opaque fvarImpl (f : FVarId) : Expr
@[export l_Lean_Expr_mvar___override, extern "native"] opaque mvarImpl (m : MVarId) : Expr
@[export l_Lean_Expr_sort___override, extern "native"] opaque sortImpl (u : Level) : Expr
@[export l_Lean_Expr_const___override, extern "native"]
opaque constImpl (n : Name) (us : List Level) : Expr
@[export l_Lean_Expr_app___override, extern "native"] opaque appImpl (f a : Expr) : Expr
@[export l_Lean_Expr_lam___override___boxed, extern "native"]
opaque lamImpl (n : Name) (t b : Expr) (bi : BinderInfo) : Expr
@[export l_Lean_Expr_forallE___override___boxed, extern "native"]
opaque forallEImpl (n : Name) (t b : Expr) (bi : BinderInfo) : Expr
@[export l_Lean_Expr_letE___override___boxed, extern "native"]
opaque letEImpl (n : Name) (t v b : Expr) (nondep : Bool) : Expr
@[export l_Lean_Expr_lit___override, extern "native"] opaque litImpl (l : Literal) : Expr
@[export l_Lean_Expr_mdata___override, extern "native"] opaque mdataImpl (d : MData) (e : Expr) : Expr
@[export l_Lean_Expr_proj___override, extern "native"]
opaque projImpl (n : Name) (i : Nat) (e : Expr) : Expr

attribute [implemented_by bvarImpl] Expr.bvar
attribute [implemented_by fvarImpl] Expr.fvar
attribute [implemented_by mvarImpl] Expr.mvar
attribute [implemented_by sortImpl] Expr.sort
attribute [implemented_by constImpl] Expr.const
attribute [implemented_by appImpl] Expr.app
attribute [implemented_by lamImpl] Expr.lam
attribute [implemented_by forallEImpl] Expr.forallE
attribute [implemented_by letEImpl] Expr.letE
attribute [implemented_by litImpl] Expr.lit
attribute [implemented_by mdataImpl] Expr.mdata
attribute [implemented_by projImpl] Expr.proj

@[extern "native"] protected opaque eqv (a b : Expr) : Bool
instance : BEq Expr := ⟨Expr.eqv⟩
@[extern "native"] opaque equal (a b : Expr) : Bool
@[extern "native"] opaque quickLt (a b : Expr) : Bool
@[extern "native"] opaque lt (a b : Expr) : Bool

protected def hash (e : Expr) : UInt64 := e.data.hash
instance : Hashable Expr := ⟨Expr.hash⟩
def hasFVar (e : Expr) : Bool := e.data.hasFVar
def hasExprMVar (e : Expr) : Bool := e.data.hasExprMVar
def hasLevelMVar (e : Expr) : Bool := e.data.hasLevelMVar
def hasMVar (e : Expr) : Bool := e.hasExprMVar || e.hasLevelMVar
def hasLevelParam (e : Expr) : Bool := e.data.hasLevelParam
def approxDepth (e : Expr) : UInt32 := e.data.approxDepth.toUInt32
def looseBVarRange (e : Expr) : Nat := e.data.looseBVarRange.toNat
def hasLooseBVars (e : Expr) : Bool := e.looseBVarRange > 0

@[extern "native"] opaque dbgToString (e : Expr) : String
instance : ToString Expr := ⟨dbgToString⟩
instance : Repr Expr := ⟨fun e _ => e.dbgToString⟩

def ctorName : Expr → String
  | bvar .. => "bvar"
  | fvar .. => "fvar"
  | mvar .. => "mvar"
  | sort .. => "sort"
  | const .. => "const"
  | app .. => "app"
  | lam .. => "lam"
  | forallE .. => "forallE"
  | letE .. => "letE"
  | lit .. => "lit"
  | mdata .. => "mdata"
  | proj .. => "proj"

/-! Tests and views. -/

def isSort : Expr → Bool
  | sort .. => true
  | _ => false
def isType : Expr → Bool
  | sort (.succ ..) => true
  | _ => false
def isProp : Expr → Bool
  | sort .zero => true
  | _ => false
def isBVar : Expr → Bool
  | bvar .. => true
  | _ => false
def isMVar : Expr → Bool
  | mvar .. => true
  | _ => false
def isFVar : Expr → Bool
  | fvar .. => true
  | _ => false
def isApp : Expr → Bool
  | app .. => true
  | _ => false
def isProj : Expr → Bool
  | proj .. => true
  | _ => false
def isConst : Expr → Bool
  | const .. => true
  | _ => false
def isConstOf : Expr → Name → Bool
  | const n .., m => n == m
  | _, _ => false
def isFVarOf : Expr → FVarId → Bool
  | fvar f, g => f == g
  | _, _ => false
def isForall : Expr → Bool
  | forallE .. => true
  | _ => false
def isLambda : Expr → Bool
  | lam .. => true
  | _ => false
def isBinding (e : Expr) : Bool := e.isLambda || e.isForall
def isLet : Expr → Bool
  | letE .. => true
  | _ => false
def isMData : Expr → Bool
  | mdata .. => true
  | _ => false
def isLit : Expr → Bool
  | lit .. => true
  | _ => false

def getAppFn : Expr → Expr
  | app f _ => getAppFn f
  | e => e
def getAppNumArgs (e : Expr) : Nat := go e 0
where
  go : Expr → Nat → Nat
    | app f _, n => go f (n + 1)
    | _, n => n
@[extern "native"] opaque getAppArgs (e : Expr) : Array Expr
@[extern "native"] opaque getAppRevArgs (e : Expr) : Array Expr
@[extern "native"] opaque isAppOf (e : Expr) (n : Name) : Bool
@[extern "native"] opaque isAppOfArity : Expr → Name → Nat → Bool
@[extern "native"] opaque consumeMData : Expr → Expr
@[extern "native"] opaque isArrow (e : Expr) : Bool
def appFn! : Expr → Expr
  | app f _ => f
  | e => e
def appArg! : Expr → Expr
  | app _ a => a
  | e => e
def getAppFnArgs (e : Expr) : Name × Array Expr :=
  match e.getAppFn with
  | const n _ => (n, e.getAppArgs)
  | _ => (.anonymous, e.getAppArgs)
@[inline] def withApp {α : Sort _} (e : Expr) (k : Expr → Array Expr → α) : α :=
  k e.getAppFn e.getAppArgs
def getArg! (e : Expr) (i : Nat) : Expr := (e.getAppArgs[i]?).getD default
def constName? : Expr → Option Name
  | const n _ => some n
  | _ => none
def constName! (e : Expr) : Name := e.constName?.getD .anonymous
def constLevels! : Expr → List Level
  | const _ us => us
  | _ => []
def sortLevel! : Expr → Level
  | sort u => u
  | _ => .zero
def fvarId! : Expr → FVarId
  | fvar f => f
  | _ => default
def fvarId? : Expr → Option FVarId
  | fvar f => some f
  | _ => none
def mvarId! : Expr → MVarId
  | mvar m => m
  | _ => default
def bindingName! : Expr → Name
  | lam n .. | forallE n .. => n
  | _ => .anonymous
def bindingDomain! : Expr → Expr
  | lam _ t .. | forallE _ t .. => t
  | e => e
def bindingBody! : Expr → Expr
  | lam _ _ b _ | forallE _ _ b _ => b
  | e => e
def bindingInfo! : Expr → BinderInfo
  | lam _ _ _ bi | forallE _ _ _ bi => bi
  | _ => .default
@[extern "native"] opaque getForallBody : Expr → Expr
@[extern "native"] opaque getForallArity : Expr → Nat
@[extern "native"] opaque getLambdaBody : Expr → Expr
@[extern "native"] opaque getForallBinderNames : Expr → List Name
@[extern "native"] opaque eq? (p : Expr) : Option (Expr × Expr × Expr)
@[extern "native"] opaque iff? (p : Expr) : Option (Expr × Expr)
@[extern "native"] opaque and? (p : Expr) : Option (Expr × Expr)
@[extern "native"] opaque not? (p : Expr) : Option Expr
@[extern "native"] opaque nat? (e : Expr) : Option Nat
@[extern "native"] opaque isEq (e : Expr) : Bool
@[extern "native"] opaque cleanupAnnotations (e : Expr) : Expr

/-! Substitution. -/

@[extern "native"] opaque instantiate (e : Expr) (subst : Array Expr) : Expr
@[extern "native"] opaque instantiate1 (e : Expr) (subst : Expr) : Expr
@[extern "native"]
opaque instantiateRev (e : Expr) (subst : Array Expr) : Expr
@[extern "native"]
opaque abstractRange (e : Expr) (n : Nat) (xs : Array Expr) : Expr
@[extern "native"] opaque abstract (e : Expr) (xs : Array Expr) : Expr
@[extern "native"] opaque liftLooseBVars (e : Expr) (s d : Nat) : Expr
@[extern "native"] opaque lowerLooseBVars (e : Expr) (s d : Nat) : Expr
@[extern "native"] opaque hasLooseBVar (e : Expr) (bvarIdx : Nat) : Bool
@[extern "native"] opaque instantiateLevelParams (e : Expr) (paramNames : List Name)
  (lvls : List Level) : Expr
@[extern "native"] opaque headBeta (e : Expr) : Expr
@[extern "native"] opaque beta (f : Expr) (args : Array Expr) : Expr
@[extern "native"] opaque eta (e : Expr) : Expr
@[extern "native"] opaque replaceFVar (e : Expr) (fvar : Expr) (v : Expr) : Expr
@[extern "native"] opaque replaceFVarId (e : Expr) (fvarId : FVarId) (v : Expr) : Expr
@[extern "native"] opaque replaceFVars (e : Expr) (fvars : Array Expr) (vs : Array Expr) : Expr
@[extern "native"] opaque containsFVar (e : Expr) (fvarId : FVarId) : Bool
@[extern "native"] opaque occurs (a b : Expr) : Bool

def updateMData! (e d : Expr) : Expr :=
  match e with
  | mdata m _ => .mdata m d
  | _ => d

/-! Traversals. -/

@[extern "native"] opaque replaceImpl (f? : (Expr → Option Expr)) (e : Expr) : Expr
def replace (f? : Expr → Option Expr) (e : Expr) : Expr := replaceImpl f? e
@[extern "native"] opaque replaceNoCache (f? : Expr → Option Expr) (e : Expr) : Expr
@[extern "native"] opaque findImpl? (p : (Expr → Bool)) (e : Expr) : Option Expr
def find? (p : Expr → Bool) (e : Expr) : Option Expr := findImpl? p e
def occursIn (p : Expr → Bool) (e : Expr) : Bool := (e.find? p).isSome

@[extern "native"] opaque getUsedConstants (e : Expr) : Array Name
@[extern "native"] opaque getUsedConstantsAsSet (e : Expr) : NameSet

def foldConsts {α : Type} (e : Expr) (init : α) (f : Name → α → α) : α :=
  e.getUsedConstants.foldl (fun acc n => f n acc) init

@[extern "native"] opaque hasSorry (e : Expr) : Bool
@[extern "native"] opaque hasSyntheticSorry (e : Expr) : Bool
@[extern "native"] opaque hasNonSyntheticSorry (e : Expr) : Bool
@[extern "native"] opaque isSorry : Expr → Bool
@[extern "native"] opaque isSyntheticSorry : Expr → Bool
@[extern "native"] opaque isNonSyntheticSorry : Expr → Bool
@[extern "native"] opaque sizeWithoutSharing (e : Expr) : Nat
end Expr

def mkConst (declName : Name) (us : List Level := []) : Expr := .const declName us
def mkSort (u : Level) : Expr := .sort u
def mkFVar (fvarId : FVarId) : Expr := .fvar fvarId
def mkMVar (mvarId : MVarId) : Expr := .mvar mvarId
def mkBVar (idx : Nat) : Expr := .bvar idx
def mkApp (f a : Expr) : Expr := .app f a
def mkApp2 (f a b : Expr) := mkApp (mkApp f a) b
def mkApp3 (f a b c : Expr) := mkApp (mkApp2 f a b) c
def mkApp4 (f a b c d : Expr) := mkApp (mkApp3 f a b c) d
def mkApp5 (f a b c d e : Expr) := mkApp (mkApp4 f a b c d) e
def mkApp6 (f a b c d e₁ e₂ : Expr) := mkApp (mkApp5 f a b c d e₁) e₂
def mkAppN (f : Expr) (args : Array Expr) : Expr := args.foldl mkApp f
def mkLambda (x : Name) (bi : BinderInfo) (t : Expr) (b : Expr) : Expr := .lam x t b bi
def mkForall (x : Name) (bi : BinderInfo) (t : Expr) (b : Expr) : Expr := .forallE x t b bi
def mkLet (x : Name) (t v b : Expr) (nondep : Bool := false) : Expr := .letE x t v b nondep
def mkLit (l : Literal) : Expr := .lit l
def mkMData (m : MData) (e : Expr) : Expr := .mdata m e
def mkRawNatLit (n : Nat) : Expr := .lit (.natVal n)
@[extern "native"] opaque mkNatLit (n : Nat) : Expr
@[extern "native"] opaque mkStrLit (s : String) : Expr
@[extern "native"] opaque mkNot (p : Expr) : Expr
@[extern "native"] opaque mkAnd (p q : Expr) : Expr
@[extern "native"] opaque mkOr (p q : Expr) : Expr

abbrev ExprMap (α : Type) := Std.HashMap Expr α
abbrev ExprSet := Std.HashSet Expr

end Lean
