import Lean
/-! The generated bindings, all of them, by a walk over the environment: every description of a
parser is read, every built-in parser run, every macro and unexpander asked about a node that it
has to refuse (`[]` and its like are shown whatever they are applied to). -/

open Lean

@[extern "native"] opaque Lean.isExtern (env : Environment) (name : Name) : Bool
@[extern "native"] unsafe axiom Lean.Environment.evalConst (α : Type) (env : Environment)
  (options : Options) (name : Name) (checkMeta : Bool) : Except String α

def must (what : String) (holds : Bool) : IO Unit :=
  unless holds do throw (IO.userError s!"wrong: {what}")

/-- A parser object: what is known of its first tokens, and its function. -/
structure ParserObject where
  info : Nat
  fn : Parser.ParserFn

def externsOf (env : Environment) (type : Name) : List Name :=
  env.constants.map₁.toList.filterMap fun (name, info) =>
    if isExtern env name && info.type.isConstOf type then some name else none

unsafe def value (α : Type) (env : Environment) (name : Name) : IO α :=
  IO.ofExcept (env.evalConst α {} name false)

/-- The kinds of the nodes that a description makes. -/
def kindsOf : ParserDescr → List Name
  | .node kind _ p | .trailingNode kind _ _ p | .nodeWithAntiquot _ kind p => kind :: kindsOf p
  | .unary _ p => kindsOf p
  | .binary _ p q => kindsOf p ++ kindsOf q
  | .sepBy p _ q _ | .sepBy1 p _ q _ => kindsOf p ++ kindsOf q
  | _ => []

/-- Most make a node of their own name; all are read to the end. -/
unsafe def descriptions (env : Environment) : IO Unit := do
  let names := externsOf env ``ParserDescr ++ externsOf env ``TrailingParserDescr
  let mut named := 0
  for name in names do
    if (kindsOf (← value ParserDescr env name)).contains name then named := named + 1
  must s!"{named} of {names.length} name themselves" (names.length > 800 && named * 10 > names.length * 8)

/-- Each on a term, on an identifier and on nothing: it stays inside the text. What trails a term
finds one on the stack. -/
unsafe def parsers (env : Environment) : IO Unit := do
  let names := externsOf env ``Parser.Parser
  let tokens := Parser.getTokenTable env
  let mut parsed := 0
  for text in ["fun y => y", "x", ""] do
    let input := Parser.mkInputContext text "<input>"
    for name in names do
      let parser : ParserObject := unsafeCast (← value ParserObject env name)
      let state := parser.fn.run input { env, options := {} } tokens
        { Parser.mkParserState text with stxStack := ⟨#[mkIdent `left], 0⟩ }
      must s!"{name} stays inside" (state.pos.byteIdx ≤ text.utf8ByteSize)
      unless state.hasError do parsed := parsed + 1
  must s!"{parsed} parse" (names.length > 400 && parsed > 100 && parsed < 3 * names.length)

/-- Of no kind that there is. -/
def emptyNode : Syntax := mkNode `no.such.kind #[]

unsafe def unexpanders (env : Environment) : IO Unit := do
  let names := externsOf env ``PrettyPrinter.Unexpander
  let mut refused := 0
  for name in names do
    let unexpand ← value PrettyPrinter.Unexpander env name
    match unexpand emptyNode .missing () with
    | .error .. => refused := refused + 1
    | .ok shown _ => must s!"{name} shows something" !shown.isMissing
  must s!"{refused} of {names.length} refuse" (names.length > 60 && refused * 10 > names.length * 8)

unsafe def macros (env : Environment) : MacroM Unit := do
  let names := externsOf env ``Macro
  for name in names do
    let .ok expand := env.evalConst Macro {} name false | Macro.throwError s!"no {name}"
    let refused ← try let _ ← expand emptyNode; pure false catch _ => pure true
    unless refused do Macro.throwError s!"{name} takes a node of no kind"
  if names.length < 300 then Macro.throwError "macros"

unsafe def all : CoreM Unit := do
  let env ← getEnv
  descriptions env
  parsers env
  unexpanders env
  let context : Macro.Context :=
    { methods := default, quotContext := `x, currMacroScope := 0, ref := .missing }
  match macros env context { macroScope := 0 } with
  | .ok .. => pure ()
  | .error (.error _ text) _ => throwError text
  | .error .unsupportedSyntax _ => throwError "wrong: unsupported"

run_meta all
