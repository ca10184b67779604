prelude
import Init.Programs
/-
Logging messages and traces.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Exception

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

/-- Monads with a file's text. -/
class MonadFileMap (m : Type → Type) where
  getFileMap : m FileMap
export MonadFileMap (getFileMap)

/-- Monads with a message log. -/
class MonadLog (m : Type → Type) extends MonadFileMap m where
  getRef : m Syntax
  getFileName : m String
  hasErrors : m Bool
  logMessage : Message → m Unit
export MonadLog (getFileName logMessage)

instance {m n : Type → Type} [MonadLift m n] [MonadLog m] : MonadLog n where
  getRef := liftM (MonadLog.getRef : m _)
  getFileMap := liftM (getFileMap : m _)
  getFileName := liftM (getFileName : m _)
  hasErrors := liftM (MonadLog.hasErrors : m _)
  logMessage msg := liftM (logMessage msg : m _)

section
variable {m : Type → Type} [Monad m] [MonadLog m] [AddMessageContext m] [MonadOptions m]

def getRefPos : m String.Pos.Raw := return (← MonadLog.getRef).getPos?.getD 0
def getRefPosition : m Position := return (← getFileMap).toPosition (← getRefPos)

/-- Logs `msgData` at `ref`, or at the current reference when `ref` has no position. -/
def logAt (ref : Syntax) (msgData : MessageData) (severity : MessageSeverity := .error)
    (isSilent : Bool := false) : m Unit := do
  if severity == .error && msgData.hasSyntheticSorry then return
  let ref ← if ref.getPos?.isSome then pure ref else MonadLog.getRef
  let pos := ref.getPos?.getD 0
  let endPos := ref.getTailPos?.getD pos
  let fileMap ← getFileMap
  let msgData ← addMessageContext msgData
  logMessage
    { fileName := ← getFileName, pos := fileMap.toPosition pos,
      endPos := some (fileMap.toPosition endPos), data := msgData, severity, isSilent }

def logErrorAt (ref : Syntax) (msgData : MessageData) : m Unit := logAt ref msgData .error
def logWarningAt (ref : Syntax) (msgData : MessageData) : m Unit := logAt ref msgData .warning
def logInfoAt (ref : Syntax) (msgData : MessageData) : m Unit := logAt ref msgData .information
def log (msgData : MessageData) (severity : MessageSeverity := .error) (isSilent : Bool := false) :
    m Unit := do logAt (← MonadLog.getRef) msgData severity isSilent
def logError (msgData : MessageData) : m Unit := log msgData .error
def logWarning (msgData : MessageData) : m Unit := log msgData .warning
def logInfo (msgData : MessageData) : m Unit := log msgData .information
end

structure TraceElem where
  ref : Syntax
  msg : MessageData
  deriving Inhabited

structure TraceState where
  tid : UInt64 := 0
  traces : PersistentArray TraceElem := {}
  deriving Inhabited

/-- The trace classes that are on when their prefix is. -/
@[extern "native"] axiom inheritedTraceOptions : IO.Ref (Std.HashSet Name)

@[extern "native"] opaque registerTraceClass (traceName : Name) (inherited := false)
  (ref : Name := by exact decl_name%) : IO Unit

@[extern "native"] opaque checkTraceOption (inherited : Std.HashSet Name) (opts : Options)
  (cls : Name) : Bool

/-- Monads that collect traces. -/
class MonadTrace (m : Type → Type) where
  modifyTraceState : (TraceState → TraceState) → m Unit
  getTraceState : m TraceState
  getInheritedTraceOptions : m (Std.HashSet Name) := by exact inheritedTraceOptions.get
export MonadTrace (getTraceState modifyTraceState)

instance {m n : Type → Type} [MonadLift m n] [MonadTrace m] : MonadTrace n where
  modifyTraceState f := liftM (modifyTraceState f : m _)
  getTraceState := liftM (getTraceState : m _)
  getInheritedTraceOptions := liftM (MonadTrace.getInheritedTraceOptions : m _)

section
variable {m : Type → Type} [Monad m] [MonadTrace m] [MonadOptions m]

def isTracingEnabledFor (cls : Name) : m Bool :=
  return checkTraceOption (← MonadTrace.getInheritedTraceOptions) (← getOptions) cls

def addRawTrace [MonadRef m] [AddMessageContext m] (msg : MessageData) : m Unit := do
  let ref ← getRef
  let msg ← addMessageContext msg
  modifyTraceState fun s => { s with traces := s.traces.push { ref, msg } }

def addTrace [MonadRef m] [AddMessageContext m] (cls : Name) (msg : MessageData) : m Unit :=
  addRawTrace (stringToMessageData s!"[{cls}] " ++ msg)
end

end Lean
