prelude
import Init.Programs
/-
Elaborating whole files.

Signatures as in Lean 4.35 (`processHeaderCore` with fourteen arguments, `runFrontend` with fifteen),
checked against the symbols of the library.
-/
import Lean.Elab.Command

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Elab

abbrev HeaderSyntax := Parser.HeaderSyntax

@[extern "native"] opaque HeaderSyntax.startPos (header : HeaderSyntax) : String.Pos.Raw
@[extern "native"] opaque HeaderSyntax.isModule (header : HeaderSyntax) : Bool
@[extern "native"] opaque HeaderSyntax.imports (stx : HeaderSyntax) (includeInit : Bool := true) :
  Array Import
@[extern "native"] opaque HeaderSyntax.toModuleHeader (stx : HeaderSyntax) : ModuleHeader
def headerToImports (header : HeaderSyntax) (includeInit : Bool := true) : Array Import :=
  header.imports includeInit

@[extern "native"] opaque parseImports (input : String) (fileName : Option String := none) :
  IO (Array Import × Position × MessageLog)

/-- The environment of the header's imports; a failing import is an error message. -/
@[extern "native"] opaque processHeaderCore (startPos : String.Pos.Raw) (imports : Array Import)
  (isModule : Bool) (opts : Options) (messages : MessageLog) (inputCtx : Parser.InputContext)
  (trustLevel : UInt32 := 0) (plugins : Array Plugin := #[]) (leakEnv : Bool := false)
  (mainModule : Name := .anonymous) (package? : Option PkgId := none)
  (arts : NameMap ImportArtifacts := {}) (headerStx? : Option HeaderSyntax := none)
  (origHeaderStx? : Option HeaderSyntax := none) : IO (Environment × MessageLog)

def processHeader (header : HeaderSyntax) (opts : Options) (messages : MessageLog)
    (inputCtx : Parser.InputContext) (trustLevel : UInt32 := 0) (plugins : Array Plugin := #[])
    (leakEnv : Bool := false) (mainModule : Name := .anonymous) : IO (Environment × MessageLog) :=
  processHeaderCore header.startPos header.imports header.isModule opts messages inputCtx trustLevel
    plugins leakEnv mainModule

namespace Frontend

structure State where
  commandState : Command.State
  parserState : Parser.ModuleParserState
  cmdPos : String.Pos.Raw
  commands : Array Syntax := #[]

structure Context where
  inputCtx : Parser.InputContext

abbrev FrontendM := ReaderT Context <| StateRefT State IO

def setCommandState (commandState : Command.State) : FrontendM Unit :=
  modify fun s => { s with commandState }
def getCommandState : FrontendM Command.State := return (← get).commandState
def getParserState : FrontendM Parser.ModuleParserState := return (← get).parserState
def setParserState (ps : Parser.ModuleParserState) : FrontendM Unit :=
  modify fun s => { s with parserState := ps }
def setMessages (msgs : MessageLog) : FrontendM Unit :=
  modify fun s => { s with commandState := { s.commandState with messages := msgs } }
def getInputContext : FrontendM Parser.InputContext := return (← read).inputCtx

/-- Parses and elaborates one command; true at the end of the file. -/
@[extern "native"] opaque processCommand : FrontendM Bool
@[extern "native"] opaque processCommands : FrontendM Unit
@[extern "native"] opaque elabCommandAtFrontend (stx : Syntax) : FrontendM Unit

end Frontend

export Frontend (FrontendM)

/-- Parses and elaborates all commands that are left. -/
@[extern "native"] axiom IO.processCommands (inputCtx : Parser.InputContext)
  (parserState : Parser.ModuleParserState) (commandState : Command.State) : IO Frontend.State

/-- Elaborates a file from its text, prints its messages, writes the outputs asked for. -/
@[extern "native"] opaque runFrontend (input : String) (opts : Options) (fileName : String)
  (mainModuleName : Name) (trustLevel : UInt32 := 0) (oleanFileName? : Option System.FilePath := none)
  (ileanFileName? : Option System.FilePath := none) (jsonOutput : Bool := false)
  (errorOnKinds : Array Name := #[]) (plugins : Array Plugin := #[]) (printStats : Bool := false)
  (setup? : Option ModuleSetup := none) (incrSaveFileName? : Option System.FilePath := none)
  (incrLoadFileName? : Option System.FilePath := none)
  (incrHeaderSaveFileName? : Option System.FilePath := none) : IO (Option Environment)

end Lean.Elab
