/-
How a source file is elaborated, command by command, by our programs.

One loop serves the Gym, the verifier and the tracer: it keeps the state *before* each command, so
that a theorem can be opened or judged in an environment that does not contain it. Leaves out
incrementality. What elaborates in parallel (`Elab.async`, off unless the source's options have it)
is waited for by `Visited.settled`.

Signatures as in Lean 4.35: `Parser.parseHeader`, `Elab.processHeader`, `Parser.parseCommand`,
`Command.elabCommandTopLevel` (which takes a second argument, an array, since 4.34).
-/
import Lean.Elab.Frontend
import Lean.Data.Json

namespace Sensei
open Lean Elab

private unsafe def allowInitializersImpl : IO Unit := enableInitializersExecution

/-- Lets imported modules run their `initialize` blocks, as Lean's own frontend does: the tactics
and attributes that a file's imports declare are registered by them. -/
@[implemented_by allowInitializersImpl]
private opaque allowInitializers : IO Unit

/-- Makes this process ready to elaborate: the search path from the environment and the Lean that
runs, and initializers of imports. Call it once, first. -/
def prepareProcess : IO Unit := do
  initSearchPath (← findSysroot)
  allowInitializers

/-- A source file to elaborate. -/
structure Source where
  /-- The file on disk, as shown in messages. -/
  path : System.FilePath
  /-- The module it is compiled as; private names depend on it. -/
  module : Name
  /-- Options it is elaborated with. -/
  options : Options
  /-- Its text, line ends normalised to LF, with positions. -/
  input : Parser.InputContext

/-- Options from a JSON object of booleans, natural numbers and strings.
Fails on any other value, naming the option. -/
def optionsOfJson (json : Json) : Except String Options := do
  let fields ← json.getObj?
  let mut options : Options := {}
  for (key, value) in fields.toArray do
    let name := key.toName
    match value with
    | .bool b => options := options.setBool name b
    | .str s => options := options.set name s
    | .num n =>
      match n.exponent, n.mantissa with
      | 0, .ofNat k => options := options.set name k
      | _, _ => throw s!"option '{key}': {value.compress} is no natural number"
    | _ => throw s!"option '{key}': {value.compress} is no Boolean, number or string"
  return options

/-- Reads a source file. Fails if it cannot be read or is not UTF-8. -/
def Source.read (path : System.FilePath) (module : Name) (options : Options) : IO Source := do
  let text ← IO.FS.readFile path
  return { path, module, options, input := Parser.mkInputContext text path.toString }

/-- Where the elaboration of a file stands. -/
structure Cursor where
  /-- Elaborator state: environment, scopes, messages so far are emptied after each command. -/
  state : Command.State
  /-- Parser position. -/
  parser : Parser.ModuleParserState

/-- Elaborates the header. The messages of a broken or missing import are in the cursor's state. -/
def Source.start (source : Source) : IO Cursor := do
  let (header, parser, messages) ← Parser.parseHeader source.input
  let (env, messages) ←
    processHeader header source.options messages source.input (mainModule := source.module)
  let state := Command.mkState env messages source.options
  return { state, parser }

/-- Parses the next command; `none` at the end of the file. Parse errors are in the messages. -/
def Source.parseNext (source : Source) (cursor : Cursor) :
    Syntax × Parser.ModuleParserState × MessageLog :=
  let scope := cursor.state.scopes.head!
  let context : Parser.ParserModuleContext :=
    { env := cursor.state.env, options := scope.opts,
      currNamespace := scope.currNamespace, openDecls := scope.openDecls }
  Parser.parseCommand source.input context cursor.parser {}

/-- Elaborates one command at the given state and returns the state after it, whose messages and
info trees are those of this command alone. -/
def Source.elabCommand (source : Source) (position : String.Pos.Raw) (command : Syntax)
    (state : Command.State) (cancel? : Option IO.CancelToken := none) : IO Command.State := do
  let context : Command.Context :=
    { fileName := source.input.fileName, fileMap := source.input.fileMap,
      cmdPos := position, snap? := none, cancelTk? := cancel? }
  let ref ← IO.mkRef { state with messages := {}, snapshotTasks := #[] }
  let run : EIO Exception Unit := Command.elabCommandTopLevel command #[] context ref
  match ← run.toIO' with
  | .ok () => pure ()
  | .error exception =>
    if exception.isInterrupt then throw (IO.userError "interrupted")
    let text ← exception.toMessageData.toString
    throw (IO.userError text)
  ref.get

/-- One command of a file and the states around it. -/
structure Visited where
  command : Syntax
  /-- Where its text starts; whitespace and comments before it are not part of it. -/
  position : String.Pos.Raw
  before : Cursor
  after : Cursor
  /-- What the parser and the elaborator said of it. -/
  messages : MessageLog

/-- The command when all of it is elaborated: its messages with those of what ran in parallel, its
info trees whole. Waits for that. -/
def Visited.settled (visited : Visited) : Visited :=
  let state := visited.after.state
  let beside := state.snapshotTasks.flatMap (·.get.getAll)
  let messages := beside.foldl (init := visited.messages) (· ++ ·.diagnostics.msgLog)
  let infoState := state.infoState.substituteLazy.get
  { visited with messages, after.state.infoState := infoState }

/-- Elaborates the file from `cursor` on and gives each command to `visit`, until the file ends or
`visit` returns `false`. The bound on the loop is the length of the file: every command is at
least one byte long. -/
def Source.forCommands (source : Source) (cursor : Cursor) (visit : Visited → IO Bool) :
    IO Cursor := do
  let mut cursor := cursor
  for _ in [0 : source.input.fileMap.source.utf8ByteSize + 2] do
    let (command, parser, parseMessages) := source.parseNext cursor
    let position := cursor.parser.pos
    let state ← source.elabCommand position command cursor.state
    let messages := parseMessages ++ state.messages
    let after : Cursor := { state, parser }
    let go ← visit { command, position, before := cursor, after, messages }
    cursor := after
    if !go || Parser.isTerminalCommand command then break
  return cursor

/-- The errors of a message log, as text. -/
def errorTexts (messages : MessageLog) : IO (Array String) := do
  let mut texts := #[]
  for message in messages.toList do
    if message.severity matches .error then
      texts := texts.push (← message.data.toString)
  return texts

end Sensei
