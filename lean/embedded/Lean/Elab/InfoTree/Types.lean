prelude
import Init.Programs
/-
Info trees: what the elaborator records for editors and tools.

Constructor and field order as in Lean 4.35, checked against the default objects of the library and
the offsets that `Info.stx` reads. Completion and widget payloads are only passed on.
-/
import Lean.Message

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Elab

structure AutoBoundImplicitContext where
  autoImplicitEnabled : Bool
  boundVariables : PersistentArray Expr := {}

structure CommandContextInfo where
  env : Environment
  cmdEnv? : Option Environment := none
  fileMap : FileMap
  mctx : MetavarContext := {}
  options : Options := {}
  currNamespace : Name := .anonymous
  openDecls : List OpenDecl := []
  ngen : NameGenerator

structure ContextInfo extends CommandContextInfo where
  parentDecl? : Option Name := none
  autoImplicits : Array Expr := #[]

inductive PartialContextInfo where
  | commandCtx (info : CommandContextInfo)
  | parentDeclCtx (parentDecl : Name)
  | autoImplicitCtx (autoImplicits : Array Expr)

structure ElabInfo where
  elaborator : Name
  stx : Syntax
  deriving Inhabited

structure TermInfo extends ElabInfo where
  lctx : LocalContext
  expectedType? : Option Expr
  expr : Expr
  isBinder : Bool := false
  isDisplayableTerm : Bool := false
  deriving Inhabited

structure PartialTermInfo extends ElabInfo where
  lctx : LocalContext
  expectedType? : Option Expr
  deriving Inhabited

structure CommandInfo extends ElabInfo where
  deriving Inhabited

private opaque CompletionInfo.nonempty : NonemptyType.{0}
def CompletionInfo : Type := CompletionInfo.nonempty.type

structure OptionInfo where
  stx : Syntax
  optionName : Name
  declName : Name

structure ErrorNameInfo where
  stx : Syntax
  errorName : Name

structure FieldInfo where
  projName : Name
  fieldName : Name
  lctx : LocalContext
  val : Expr
  stx : Syntax
  deriving Inhabited

structure TacticInfo extends ElabInfo where
  mctxBefore : MetavarContext
  goalsBefore : List MVarId
  mctxAfter : MetavarContext
  goalsAfter : List MVarId
  deriving Inhabited

structure MacroExpansionInfo where
  lctx : LocalContext
  stx : Syntax
  output : Syntax
  deriving Inhabited

structure CustomInfo where
  stx : Syntax
  value : Dynamic

structure UserWidgetInfo where
  toWidgetInstance : Widget.WidgetInstance
  stx : Syntax

structure FVarAliasInfo where
  userName : Name
  id : FVarId
  baseId : FVarId

structure FieldRedeclInfo where
  stx : Syntax

structure DelabTermInfo extends TermInfo where
  location? : Option DeclarationRange := none
  docString? : Option String := none
  explicit : Bool := true

structure ChoiceInfo extends ElabInfo where

structure DocInfo extends ElabInfo where

structure DocElabInfo extends ElabInfo where
  name : Name

inductive Info where
  | ofTacticInfo (i : TacticInfo)
  | ofTermInfo (i : TermInfo)
  | ofPartialTermInfo (i : PartialTermInfo)
  | ofCommandInfo (i : CommandInfo)
  | ofMacroExpansionInfo (i : MacroExpansionInfo)
  | ofOptionInfo (i : OptionInfo)
  | ofErrorNameInfo (i : ErrorNameInfo)
  | ofFieldInfo (i : FieldInfo)
  | ofCompletionInfo (i : CompletionInfo)
  | ofUserWidgetInfo (i : UserWidgetInfo)
  | ofCustomInfo (i : CustomInfo)
  | ofFVarAliasInfo (i : FVarAliasInfo)
  | ofFieldRedeclInfo (i : FieldRedeclInfo)
  | ofDelabTermInfo (i : DelabTermInfo)
  | ofChoiceInfo (i : ChoiceInfo)
  | ofDocInfo (i : DocInfo)
  | ofDocElabInfo (i : DocElabInfo)
  deriving Inhabited

inductive InfoTree where
  | context (i : PartialContextInfo) (t : InfoTree)
  | node (i : Info) (children : PersistentArray InfoTree)
  | hole (mvarId : MVarId)
  deriving Inhabited

structure InfoState where
  enabled : Bool := true
  lazyAssignment : PersistentHashMap MVarId (Task InfoTree) := {}
  assignment : PersistentHashMap MVarId InfoTree := {}
  trees : PersistentArray InfoTree := {}
  deriving Inhabited

/-- Monads with an info state. -/
class MonadInfoTree (m : Type → Type) where
  getInfoState : m InfoState
  modifyInfoState : (InfoState → InfoState) → m Unit
export MonadInfoTree (getInfoState modifyInfoState)

instance {m n : Type → Type} [MonadLift m n] [MonadInfoTree m] : MonadInfoTree n where
  getInfoState := liftM (getInfoState : m _)
  modifyInfoState f := liftM (modifyInfoState f : m _)

def setInfoState {m : Type → Type} [MonadInfoTree m] (s : InfoState) : m Unit :=
  modifyInfoState fun _ => s

/-- The task of `s` with the trees that are still elaborated put into their places. -/
@[extern "native"] opaque InfoState.substituteLazy (s : InfoState) : Task InfoState

@[extern "native"] opaque PartialContextInfo.mergeIntoOuter? (inner : PartialContextInfo)
  (outer? : Option ContextInfo) : Option ContextInfo
@[extern "native"] opaque Info.updateContext? (ctx? : Option ContextInfo) (i : Info) :
  Option ContextInfo
@[extern "native"] opaque Info.toElabInfo? (i : Info) : Option ElabInfo
@[extern "native"] opaque Info.stx : Info → Syntax
@[extern "native"] opaque Info.lctx : Info → LocalContext
@[extern "native"] opaque ContextInfo.toPPContext (info : ContextInfo) (lctx : LocalContext) :
  PPContext

end Lean.Elab
