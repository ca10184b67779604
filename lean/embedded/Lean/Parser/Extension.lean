prelude
import Init.Programs
/-
The parser's interface: input, module parser, categories.

Signatures and field orders as in Lean 4.35, checked against the symbols of the library.
Leaves out: parser combinators (syntax is declared with `syntax`).
-/
import Lean.CoreM

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

/-- How an extension's state is read while declarations are elaborated beside one another. -/
inductive EnvExtension.AsyncBranch where
  | mainEnv
  | asyncEnv

inductive EnvExtension.AsyncMode where
  | sync
  | «local»
  | mainOnly
  | async (branch : EnvExtension.AsyncBranch)

private opaque ScopedEnvExtension.nonempty (α β σ : Type) : NonemptyType.{0}
/-- An extension of the environment with entries that hold in a scope. -/
def ScopedEnvExtension (α β σ : Type) : Type := (ScopedEnvExtension.nonempty α β σ).type

@[extern "native"] opaque ScopedEnvExtension.getState {α β σ : Type} [Inhabited σ]
  (ext : ScopedEnvExtension α β σ) (env : Environment)
  (asyncMode : EnvExtension.AsyncMode := .local) : σ

end Lean

namespace Lean.Parser

structure InputContext where
  inputString : String
  fileName : String
  fileMap : FileMap
  endPos : String.Pos.Raw

@[extern "native"] axiom mkInputContext (input : String) (fileName : String)
  (normalizeInput : Bool := true) (endPos : String.Pos.Raw := input.rawEndPos)
  (endPosValid : True := trivial) : InputContext

structure ParserModuleContext where
  env : Environment
  options : Options
  currNamespace : Name := .anonymous
  openDecls : List OpenDecl := []

structure ModuleParserState where
  pos : String.Pos.Raw := 0
  recovering : Bool := false
  hasLeading : Bool := true
  deriving Inhabited

structure Error where
  unexpectedTk : Syntax := .missing
  unexpected : String := ""
  expected : List String := []
  deriving Inhabited

structure SyntaxStack where
  raw : Array Syntax
  drop : Nat

private opaque ParserCache.nonempty : NonemptyType.{0}
def ParserCache : Type := ParserCache.nonempty.type
instance : Nonempty ParserCache := ParserCache.nonempty.property

structure ParserState where
  stxStack : SyntaxStack
  lhsPrec : Nat := 0
  pos : String.Pos.Raw := 0
  cache : ParserCache
  errorMsg : Option Error := none
  recoveredErrors : Array (String.Pos.Raw × SyntaxStack × Error) := #[]

private opaque ParserContext.nonempty : NonemptyType.{0}
def ParserContext : Type := ParserContext.nonempty.type

private opaque TokenTable.nonempty : NonemptyType.{0}
def TokenTable : Type := TokenTable.nonempty.type

def ParserFn := ParserContext → ParserState → ParserState

private opaque Parser.nonempty : NonemptyType.{0}
/-- A parser with what is known of its first tokens. -/
def Parser : Type := Parser.nonempty.type
instance : Nonempty Parser := Parser.nonempty.property

def SyntaxStack.back (s : SyntaxStack) : Syntax :=
  if s.raw.size > s.drop then (s.raw.back?).getD .missing else .missing

@[extern "native"] axiom mkParserState (input : String) : ParserState
@[extern "native"] axiom getTokenTable (env : Environment) : TokenTable
@[extern "native"] opaque whitespace : ParserFn := fun _ s => s
@[extern "native"] opaque andthenFn (p q : ParserFn) : ParserFn := fun c s => q c (p c s)
@[extern "native"] opaque categoryParserFn (catName : Name) : ParserFn := fun _ s => s
@[extern "native"] opaque ParserFn.run (p : ParserFn) (ictx : InputContext)
  (pmctx : ParserModuleContext) (tokens : TokenTable) (s : ParserState) : ParserState := s

namespace ParserState
@[extern "native"] opaque allErrors (s : ParserState) :
  Array (String.Pos.Raw × SyntaxStack × Error)
@[extern "native"] opaque toErrorMsg (ctx : InputContext) (s : ParserState) : String
def hasError (s : ParserState) : Bool := s.errorMsg.isSome
end ParserState

def InputContext.atEnd (c : InputContext) (p : String.Pos.Raw) : Bool := p.byteIdx >= c.endPos.byteIdx

abbrev HeaderSyntax := TSyntax `Lean.Parser.Module.header

/-- The header's syntax, the state after it, and the syntax errors in it. -/
@[extern "native"] opaque parseHeader (inputCtx : InputContext) :
  IO (HeaderSyntax × ModuleParserState × MessageLog)

/-- The next command, the state after it, and the messages with those of its syntax errors. -/
@[extern "native"] opaque parseCommand (inputCtx : InputContext) (pmctx : ParserModuleContext)
  (mps : ModuleParserState) (messages : MessageLog) : Syntax × ModuleParserState × MessageLog

@[extern "native"] opaque isTerminalCommand (s : Syntax) : Bool

/-- The whole of `input` in a category; local namespaces and options do not count. -/
@[extern "native"] opaque runParserCategory (env : Environment) (catName : Name) (input : String)
  (fileName : String := "<input>") : Except String Syntax

@[extern "native"] opaque isParserCategory (env : Environment) (catName : Name) : Bool

abbrev SyntaxNodeKindSet := PersistentHashMap SyntaxNodeKind Unit

inductive LeadingIdentBehavior where
  | default
  | symbol
  | both

private opaque PrattParsingTables.nonempty : NonemptyType.{0}
def PrattParsingTables : Type := PrattParsingTables.nonempty.type

/-- A category, with the kinds of the nodes that its parsers make. -/
structure ParserCategory where
  declName : Name
  kinds : SyntaxNodeKindSet
  tables : PrattParsingTables
  behavior : LeadingIdentBehavior

abbrev ParserCategories := PersistentHashMap Name ParserCategory

namespace ParserExtension
structure State where
  tokens : TokenTable
  kinds : SyntaxNodeKindSet
  categories : ParserCategories

@[instance, extern "native"] axiom instInhabitedState : Inhabited State
end ParserExtension

/-- What the module under elaboration and its imports have declared. -/
@[extern "native"] axiom parserExtension :
  ScopedEnvExtension Empty Empty ParserExtension.State

end Lean.Parser
