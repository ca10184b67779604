prelude
import Init.Programs
/-
Declarations and what the environment keeps of them.

Field orders as in Lean 4.35, checked against the default objects of the library.
-/
import Lean.Expr

set_option genSizeOf false
set_option genInjectivity false

namespace Lean

inductive ReducibilityHints where
  | opaque : ReducibilityHints
  | abbrev : ReducibilityHints
  | regular : UInt32 → ReducibilityHints
  deriving Inhabited, BEq

namespace ReducibilityHints
def isAbbrev : ReducibilityHints → Bool
  | .abbrev => true
  | _ => false
def isRegular : ReducibilityHints → Bool
  | .regular .. => true
  | _ => false
def getHeightEx : ReducibilityHints → UInt32
  | .regular h => h
  | _ => 0
end ReducibilityHints

structure ConstantVal where
  name : Name
  levelParams : List Name
  type : Expr
  deriving Inhabited, BEq

structure AxiomVal extends ConstantVal where
  isUnsafe : Bool
  deriving Inhabited, BEq

inductive DefinitionSafety where
  | «unsafe»
  | safe
  | «partial»
  deriving Inhabited, BEq, Repr

structure DefinitionVal extends ConstantVal where
  value : Expr
  hints : ReducibilityHints
  safety : DefinitionSafety
  all : List Name := [name]
  deriving Inhabited, BEq

structure TheoremVal extends ConstantVal where
  value : Expr
  all : List Name := [name]
  deriving Inhabited, BEq

structure OpaqueVal extends ConstantVal where
  value : Expr
  isUnsafe : Bool
  all : List Name := [name]
  deriving Inhabited, BEq

structure Constructor where
  name : Name
  type : Expr
  deriving Inhabited, BEq

structure InductiveType where
  name : Name
  type : Expr
  ctors : List Constructor
  deriving Inhabited, BEq

inductive Declaration where
  | axiomDecl (val : AxiomVal)
  | defnDecl (val : DefinitionVal)
  | thmDecl (val : TheoremVal)
  | opaqueDecl (val : OpaqueVal)
  | quotDecl
  | mutualDefnDecl (defns : List DefinitionVal)
  | inductDecl (lparams : List Name) (nparams : Nat) (types : List InductiveType) (isUnsafe : Bool)
  deriving Inhabited

structure InductiveVal extends ConstantVal where
  numParams : Nat
  numIndices : Nat
  all : List Name
  ctors : List Name
  numNested : Nat
  isRec : Bool
  isUnsafe : Bool
  isReflexive : Bool
  deriving Inhabited, BEq

structure ConstructorVal extends ConstantVal where
  induct : Name
  cidx : Nat
  numParams : Nat
  numFields : Nat
  isUnsafe : Bool
  deriving Inhabited, BEq

structure RecursorRule where
  ctor : Name
  nfields : Nat
  rhs : Expr
  deriving Inhabited, BEq

structure RecursorVal extends ConstantVal where
  all : List Name
  numParams : Nat
  numIndices : Nat
  numMotives : Nat
  numMinors : Nat
  rules : List RecursorRule
  k : Bool
  isUnsafe : Bool
  deriving Inhabited, BEq

inductive QuotKind where
  | type
  | ctor
  | lift
  | ind
  deriving Inhabited, BEq

structure QuotVal extends ConstantVal where
  kind : QuotKind
  deriving Inhabited

inductive ConstantInfo where
  | axiomInfo (val : AxiomVal)
  | defnInfo (val : DefinitionVal)
  | thmInfo (val : TheoremVal)
  | opaqueInfo (val : OpaqueVal)
  | quotInfo (val : QuotVal)
  | inductInfo (val : InductiveVal)
  | ctorInfo (val : ConstructorVal)
  | recInfo (val : RecursorVal)
  deriving Inhabited

namespace ConstantInfo
def toConstantVal : ConstantInfo → ConstantVal
  | .axiomInfo v => v.toConstantVal
  | .defnInfo v => v.toConstantVal
  | .thmInfo v => v.toConstantVal
  | .opaqueInfo v => v.toConstantVal
  | .quotInfo v => v.toConstantVal
  | .inductInfo v => v.toConstantVal
  | .ctorInfo v => v.toConstantVal
  | .recInfo v => v.toConstantVal

def name (d : ConstantInfo) : Name := d.toConstantVal.name
def levelParams (d : ConstantInfo) : List Name := d.toConstantVal.levelParams
def numLevelParams (d : ConstantInfo) : Nat := d.levelParams.length
def type (d : ConstantInfo) : Expr := d.toConstantVal.type

def isUnsafe : ConstantInfo → Bool
  | .axiomInfo v => v.isUnsafe
  | .defnInfo v => v.safety == .unsafe
  | .thmInfo _ => false
  | .opaqueInfo v => v.isUnsafe
  | .quotInfo _ => false
  | .inductInfo v => v.isUnsafe
  | .ctorInfo v => v.isUnsafe
  | .recInfo v => v.isUnsafe

def isPartial : ConstantInfo → Bool
  | .defnInfo v => v.safety == .partial
  | _ => false

def value? (d : ConstantInfo) (allowOpaque := false) : Option Expr :=
  match d with
  | .defnInfo v => some v.value
  | .thmInfo v => some v.value
  | .opaqueInfo v => if allowOpaque then some v.value else none
  | _ => none

def hasValue (d : ConstantInfo) (allowOpaque := false) : Bool := (d.value? allowOpaque).isSome

def value! (d : ConstantInfo) (allowOpaque := false) : Expr := (d.value? allowOpaque).getD default

def hints : ConstantInfo → ReducibilityHints
  | .defnInfo v => v.hints
  | _ => .opaque

def isCtor : ConstantInfo → Bool
  | .ctorInfo _ => true
  | _ => false
def isInductive : ConstantInfo → Bool
  | .inductInfo _ => true
  | _ => false
def isDefinition : ConstantInfo → Bool
  | .defnInfo _ => true
  | _ => false
def isTheorem : ConstantInfo → Bool
  | .thmInfo _ => true
  | _ => false
def isAxiom : ConstantInfo → Bool
  | .axiomInfo _ => true
  | _ => false

def inductiveVal! : ConstantInfo → InductiveVal
  | .inductInfo v => v
  | _ => default

def all : ConstantInfo → List Name
  | .inductInfo v => v.all
  | .defnInfo v => v.all
  | .thmInfo v => v.all
  | .opaqueInfo v => v.all
  | d => [d.name]

@[extern "native"] opaque instantiateTypeLevelParams (c : ConstantInfo) (ls : List Level) : Expr
@[extern "native"] opaque instantiateValueLevelParams! (c : ConstantInfo) (ls : List Level) : Expr

/-- The constants that the type and the value mention. -/
def getUsedConstantsAsSet (c : ConstantInfo) : NameSet :=
  c.type.getUsedConstantsAsSet ++
    match c.value? (allowOpaque := true) with
    | some v => v.getUsedConstantsAsSet
    | none => match c with
      | .inductInfo v => .ofList v.ctors
      | .ctorInfo v => ({} : NameSet).insert v.name
      | .recInfo v => .ofList v.all
      | _ => {}
end ConstantInfo

def mkRecName (declName : Name) : Name := .mkStr declName "rec"

end Lean
