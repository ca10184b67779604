prelude
import Init.Prelude.Names
import Init.Prelude.Monads

/-!
# Hygiene and the macro monad

`MacroM`, `UnexpandM`, macro scopes.

Source of names, types, order of arguments, constructors and fields: see `Init.Prelude`.
-/

set_option linter.all false

universe u v w

open BEq (beq)
open HAdd (hAdd)

namespace Lean
/-! ## Hygiene -/

abbrev MacroScope := Nat
def reservedMacroScope := 0
def firstFrontendMacroScope := hAdd reservedMacroScope 1

class MonadRef (m : Type → Type) where
  getRef : m Syntax
  withRef {α} : Syntax → m α → m α

export MonadRef (getRef)

instance (m n : Type → Type) [MonadLift m n] [MonadFunctor m n] [MonadRef m] : MonadRef n where
  getRef := liftM (getRef : m _)
  withRef ref x := monadMap (m := m) (MonadRef.withRef ref) x

def replaceRef (ref : Syntax) (oldRef : Syntax) : Syntax :=
  match ref.getPos? with
  | some _ => ref
  | _ => oldRef

@[always_inline, inline]
def withRef [Monad m] [MonadRef m] {α} (ref : Syntax) (x : m α) : m α :=
  bind getRef fun oldRef => MonadRef.withRef (replaceRef ref oldRef) x

@[always_inline, inline]
def withRef? [Monad m] [MonadRef m] {α} (ref? : Option Syntax) (x : m α) : m α :=
  match ref? with
  | some ref => withRef ref x
  | _ => x

class MonadQuotation (m : Type → Type) extends MonadRef m where
  getCurrMacroScope : m MacroScope
  getContext : m Name
  withFreshMacroScope {α : Type} : m α → m α

export MonadQuotation (getCurrMacroScope withFreshMacroScope)

abbrev MonadQuotation.getMainModule := @MonadQuotation.getContext

@[inline]
def MonadRef.mkInfoFromRefPos [Monad m] [MonadRef m] : m SourceInfo :=
  bind getRef fun ref => pure (SourceInfo.fromRef ref)

instance [MonadFunctor m n] [MonadLift m n] [MonadQuotation m] : MonadQuotation n where
  getCurrMacroScope := liftM (m := m) getCurrMacroScope
  getContext := liftM (m := m) MonadQuotation.getContext
  withFreshMacroScope := monadMap (m := m) withFreshMacroScope

def Name.hasMacroScopes : Name → Bool
  | str _ s => beq s "_hyg"
  | num p _ => hasMacroScopes p
  | _ => false

@[extern "native"] opaque Name.eraseMacroScopes (n : Name) : Name
@[extern "native"] opaque Name.simpMacroScopes (n : Name) : Name

structure MacroScopesView where
  name : Name
  imported : Name
  ctx : Name
  scopes : List MacroScope

instance : Inhabited MacroScopesView where
  default := ⟨default, default, default, default⟩

@[extern "native"] opaque MacroScopesView.review (view : MacroScopesView) : Name
@[extern "native"] opaque extractMacroScopes (n : Name) : MacroScopesView
@[extern "native"] opaque addMacroScope (ctx : Name) (n : Name) (scp : MacroScope) : Name

def Name.append (a b : Name) : Name :=
  match a.hasMacroScopes, b.hasMacroScopes with
  | true, true => panic "Name.append: both arguments have macro scopes"
  | true, false =>
    let view := extractMacroScopes a
    { view with name := appendCore view.name b }.review
  | false, true =>
    let view := extractMacroScopes b
    { view with name := appendCore a view.name }.review
  | false, false => appendCore a b

instance : Append Name where
  append := Name.append

@[inline] def MonadQuotation.addMacroScope {m : Type → Type} [MonadQuotation m] [Monad m]
    (n : Name) : m Name :=
  bind MonadQuotation.getContext fun ctx =>
  bind getCurrMacroScope fun scp =>
  pure (Lean.addMacroScope ctx n scp)

namespace Syntax

def matchesNull (stx : Syntax) (n : Nat) : Bool := stx.isNodeOf nullKind n

def matchesIdent (stx : Syntax) (id : Name) : Bool :=
  and stx.isIdent (beq stx.getId.eraseMacroScopes id.eraseMacroScopes)

def matchesLit (stx : Syntax) (k : SyntaxNodeKind) (val : String) : Bool :=
  match stx with
  | Syntax.node _ k' args => and (beq k k') (match args.getD 0 Syntax.missing with
    | Syntax.atom _ val' => beq val val'
    | _ => false)
  | _ => false

end Syntax

/-! ## The macro monad -/

namespace Macro

opaque MethodsRefPointed : NonemptyType.{0}

def MethodsRef : Type := MethodsRefPointed.type

instance : Nonempty MethodsRef := MethodsRefPointed.property

structure Context where
  methods : MethodsRef
  quotContext : Name
  currMacroScope : MacroScope
  currRecDepth : Nat := 0
  maxRecDepth : Nat := defaultMaxRecDepth
  ref : Syntax

inductive Exception where
  | error : Syntax → String → Exception
  | unsupportedSyntax : Exception

structure State where
  macroScope : MacroScope
  traceMsgs : List (Prod Name String) := List.nil
  private expandedMacroDecls : List Name := List.nil
  deriving Inhabited

end Macro

abbrev MacroM := ReaderT Macro.Context (EStateM Macro.Exception Macro.State)

abbrev Macro := Syntax → MacroM Syntax

namespace Macro

instance : MonadRef MacroM where
  getRef := bind read fun ctx => pure ctx.ref
  withRef := fun ref x => withReader (fun ctx => { ctx with ref := ref }) x

def throwUnsupported {α} : MacroM α := throw Exception.unsupportedSyntax

-- Direct: every bound macro asks for one.
instance : Inhabited Macro := ⟨fun _ => throwUnsupported⟩

def throwError {α} (msg : String) : MacroM α :=
  bind getRef fun ref => throw (Exception.error ref msg)

def throwErrorAt {α} (ref : Syntax) (msg : String) : MacroM α := withRef ref (throwError msg)

@[inline] protected def withFreshMacroScope {α} (x : MacroM α) : MacroM α :=
  bind (modifyGet (fun s => (s.macroScope, { s with macroScope := hAdd s.macroScope 1 })))
    fun fresh => withReader (fun ctx => { ctx with currMacroScope := fresh }) x

@[inline] def withIncRecDepth {α} (ref : Syntax) (x : MacroM α) : MacroM α :=
  bind read fun ctx =>
  match beq ctx.currRecDepth ctx.maxRecDepth with
  | true => throw (Exception.error ref maxRecDepthErrorMessage)
  | false => withReader (fun ctx => { ctx with currRecDepth := hAdd ctx.currRecDepth 1 }) x

instance : MonadQuotation MacroM where
  getCurrMacroScope ctx := pure ctx.currMacroScope
  getContext ctx := pure ctx.quotContext
  withFreshMacroScope := Macro.withFreshMacroScope

def addMacroScope (n : Name) : MacroM Name := MonadQuotation.addMacroScope n

structure Methods where
  expandMacro? : Syntax → MacroM (Option Syntax)
  getCurrNamespace : MacroM Name
  hasDecl : Name → MacroM Bool
  resolveNamespace : Name → MacroM (List Name)
  resolveGlobalName : Name → MacroM (List (Prod Name (List String)))
  deriving Inhabited

unsafe def mkMethodsImp (methods : Methods) : MethodsRef := unsafeCast methods

@[implemented_by mkMethodsImp]
opaque mkMethods (methods : Methods) : MethodsRef

instance : Inhabited MethodsRef where
  default := mkMethods default

unsafe def getMethodsImp : MacroM Methods :=
  bind read fun ctx => pure (unsafeCast (ctx.methods))

@[implemented_by getMethodsImp] opaque getMethods : MacroM Methods

def expandMacro? (stx : Syntax) : MacroM (Option Syntax) :=
  bind getMethods fun m => m.expandMacro? stx
def hasDecl (declName : Name) : MacroM Bool := bind getMethods fun m => m.hasDecl declName
def getCurrNamespace : MacroM Name := bind getMethods fun m => m.getCurrNamespace
def resolveNamespace (n : Name) : MacroM (List Name) := bind getMethods fun m => m.resolveNamespace n
def resolveGlobalName (n : Name) : MacroM (List (Prod Name (List String))) :=
  bind getMethods fun m => m.resolveGlobalName n

def trace (clsName : Name) (msg : String) : MacroM Unit :=
  modify fun s => { s with traceMsgs := List.cons (Prod.mk clsName msg) s.traceMsgs }

end Macro

export Macro (expandMacro?)

namespace PrettyPrinter

abbrev UnexpandM := ReaderT Syntax (EStateM Unit Unit)

abbrev Unexpander := Syntax → UnexpandM Syntax

instance : MonadQuotation UnexpandM where
  getRef := read
  withRef ref x := withReader (fun _ => ref) x
  getCurrMacroScope := pure 0
  getContext := pure `_fakeMod
  withFreshMacroScope := id

end PrettyPrinter

end Lean
