prelude
import Init.Programs
/-
Messages, their structured data, and the message log.

Constructor and field order as in Lean 4.35 (twelve constructors, `ofOriginatingSyntax` last),
checked against the symbols, tags and default objects of the library. The payloads of widgets, traces
and lazy messages are only passed on.
-/
import Lean.Environment
import Lean.Data.Position
import Lean.Generated.Macros

set_option genSizeOf false
set_option genInjectivity false

namespace Lean

inductive MessageSeverity where
  | information
  | warning
  | error
  deriving Inhabited, BEq

@[instance, extern "native"] opaque instToJsonMessageSeverity : ToJson MessageSeverity
@[instance, extern "native"] opaque instFromJsonMessageSeverity : FromJson MessageSeverity

def MessageSeverity.toString : MessageSeverity → String
  | .information => "information"
  | .warning => "warning"
  | .error => "error"
instance : ToString MessageSeverity := ⟨MessageSeverity.toString⟩

structure MessageDataContext where
  env : Environment
  mctx : MetavarContext
  lctx : LocalContext
  opts : Options

/-- What `open` has made visible. -/
inductive OpenDecl where
  | simple (ns : Name) (except : List Name)
  | explicit (id : Name) (declName : Name)
  deriving BEq

instance : Inhabited OpenDecl := ⟨.simple .anonymous []⟩

structure NamingContext where
  currNamespace : Name
  openDecls : List OpenDecl

structure PPContext where
  env : Environment
  mctx : MetavarContext := {}
  lctx : LocalContext := {}
  opts : Options := {}
  currNamespace : Name := .anonymous
  openDecls : List OpenDecl := []
  deriving Nonempty

private opaque FormatWithInfos.nonempty : NonemptyType.{0}
/-- A format with the terms it was printed from. -/
def FormatWithInfos : Type := FormatWithInfos.nonempty.type

private opaque Widget.WidgetInstance.nonempty : NonemptyType.{0}
def Widget.WidgetInstance : Type := Widget.WidgetInstance.nonempty.type

private opaque TraceData.nonempty : NonemptyType.{0}
def TraceData : Type := TraceData.nonempty.type

private opaque Dynamic.nonempty : NonemptyType.{0}
/-- A value with its type's name. -/
def _root_.Dynamic : Type := Dynamic.nonempty.type

/-- Text with terms, goals and traces in it, turned into text in its context. -/
inductive MessageData : Type where
  | ofFormatWithInfos : FormatWithInfos → MessageData
  | ofGoal : MVarId → MessageData
  | ofWidget : Widget.WidgetInstance → MessageData → MessageData
  | withContext : MessageDataContext → MessageData → MessageData
  | withNamingContext : NamingContext → MessageData → MessageData
  | nest : Nat → MessageData → MessageData
  | group : MessageData → MessageData
  | compose : MessageData → MessageData → MessageData
  | tagged : Name → MessageData → MessageData
  | trace (data : TraceData) (msg : MessageData) (children : Array MessageData)
  | ofLazy (f : PPContext → BaseIO Dynamic) (hasSyntheticSorry : MetavarContext → Bool)
  | ofOriginatingSyntax (stx : Syntax) (msg : MessageData)

namespace MessageData
instance : Inhabited MessageData := ⟨.ofGoal default⟩

@[extern "native"] opaque nil : MessageData
@[extern "native"] opaque ofFormat (fmt : Std.Format) : MessageData
@[extern "native"] opaque ofExpr (e : Expr) : MessageData
@[extern "native"] opaque ofLevel (l : Level) : MessageData
@[extern "native"] opaque ofName (n : Name) : MessageData
@[extern "native"] opaque ofConstName (constName : Name) (fullNames : Bool := false) : MessageData
@[extern "native"] opaque ofConst (e : Expr) : MessageData
@[extern "native"] opaque ofSyntax (stx : Syntax) : MessageData
@[extern "native"] opaque ofList : List MessageData → MessageData
@[extern "native"] opaque ofArray (msgs : Array MessageData) : MessageData
@[extern "native"] opaque joinSep : List MessageData → MessageData → MessageData
@[extern "native"] opaque bracket (l : String) (f : MessageData) (r : String) : MessageData
@[extern "native"] opaque paren (f : MessageData) : MessageData
@[extern "native"] opaque sbracket (f : MessageData) : MessageData
@[extern "native"] opaque note (note : MessageData) : MessageData
@[extern "native"] opaque hint' (hint : MessageData) : MessageData
@[extern "native"] opaque toString (msgData : MessageData) : BaseIO String
@[extern "native"] opaque format (msgData : MessageData) (ctx? : Option MessageDataContext := none) :
  BaseIO Std.Format
@[extern "native"] opaque hasSyntheticSorry (msg : MessageData) : Bool
@[extern "native"] opaque hasTag (p : Name → Bool) : MessageData → Bool
@[extern "native"] opaque kind (msg : MessageData) : Name
@[extern "native"] opaque isTrace : MessageData → Bool

instance : Append MessageData := ⟨.compose⟩
instance : Coe String MessageData := ⟨fun s => .ofFormat (.text s)⟩
instance : Coe Std.Format MessageData := ⟨.ofFormat⟩
instance : Coe Level MessageData := ⟨.ofLevel⟩
instance : Coe Expr MessageData := ⟨.ofExpr⟩
instance : Coe Name MessageData := ⟨.ofName⟩
instance : Coe Syntax MessageData := ⟨.ofSyntax⟩
instance : Coe MVarId MessageData := ⟨.ofGoal⟩
instance : Coe (List MessageData) MessageData := ⟨.ofList⟩
end MessageData

def stringToMessageData (s : String) : MessageData := .ofFormat (.text s)

/-- Types that can be put in a message. -/
class ToMessageData (α : Type) where
  toMessageData : α → MessageData
export ToMessageData (toMessageData)

instance (priority := low) {α : Type} [Std.ToFormat α] : ToMessageData α :=
  ⟨fun a => .ofFormat (Std.format a)⟩
instance (priority := 900) {α : Type} [ToString α] : ToMessageData α :=
  ⟨fun a => stringToMessageData (toString a)⟩
instance : ToMessageData MessageData := ⟨id⟩
instance : ToMessageData Expr := ⟨.ofExpr⟩
instance : ToMessageData Level := ⟨.ofLevel⟩
instance : ToMessageData Name := ⟨.ofName⟩
instance : ToMessageData String := ⟨stringToMessageData⟩
instance : ToMessageData Syntax := ⟨.ofSyntax⟩
instance {k : SyntaxNodeKinds} : ToMessageData (TSyntax k) := ⟨fun s => .ofSyntax s.raw⟩
instance : ToMessageData Std.Format := ⟨.ofFormat⟩
instance : ToMessageData MVarId := ⟨.ofGoal⟩
instance {α : Type} [ToMessageData α] : ToMessageData (List α) :=
  ⟨fun as => .ofList (as.map toMessageData)⟩
instance {α : Type} [ToMessageData α] : ToMessageData (Array α) :=
  ⟨fun as => .ofArray (as.map toMessageData)⟩
instance {α : Type} [ToMessageData α] : ToMessageData (Option α) where
  toMessageData
    | none => stringToMessageData "none"
    | some a => stringToMessageData "some (" ++ toMessageData a ++ stringToMessageData ")"
instance {α β : Type} [ToMessageData α] [ToMessageData β] : ToMessageData (α × β) where
  toMessageData p := .paren (toMessageData p.1 ++ stringToMessageData ", " ++ toMessageData p.2)
instance : ToMessageData (Option Expr) where
  toMessageData
    | none => stringToMessageData "<not-available>"
    | some e => .ofExpr e

def indentD (msg : MessageData) : MessageData :=
  .nest 2 (.ofFormat .line ++ msg)
def indentExpr (e : Expr) : MessageData := indentD (.ofExpr e)
def inlineExpr (e : Expr) (_maxInlineLength := 30) : MessageData :=
  stringToMessageData " `" ++ .ofExpr e ++ stringToMessageData "` "

/-- A message with its place in a file. -/
structure BaseMessage (α : Type) where
  fileName : String
  pos : Position
  endPos : Option Position := none
  keepFullRange : Bool := false
  severity : MessageSeverity := .error
  isSilent : Bool := false
  caption : String := ""
  data : α
  deriving Inhabited

abbrev Message := BaseMessage MessageData

structure SerialMessage extends BaseMessage String where
  kind : Name
  deriving Inhabited

@[instance, extern "native"] opaque instToJsonSerialMessage : ToJson SerialMessage
@[instance, extern "native"] opaque instFromJsonSerialMessage : FromJson SerialMessage

namespace SerialMessage
@[extern "native"] protected opaque toString (msg : SerialMessage) (includeEndPos := false) : String
instance : ToString SerialMessage := ⟨SerialMessage.toString⟩
end SerialMessage

namespace Message
def kind (msg : Message) : Name := msg.data.kind
def isTrace (msg : Message) : Bool := msg.data.isTrace
@[extern "native"] opaque serialize (msg : Message) : BaseIO SerialMessage
@[extern "native"] protected opaque toString (msg : Message) (includeEndPos := false) : BaseIO String
@[extern "native"] protected opaque toJson (msg : Message) : BaseIO Json
end Message

namespace BaseMessage
export Message (kind isTrace serialize toString toJson)
end BaseMessage

/-- The messages of a file: those already reported, and those not yet. -/
structure MessageLog where
  reported : PersistentArray Message := {}
  unreported : PersistentArray Message := {}
  loggedKinds : NameSet := {}
  deriving Inhabited

namespace MessageLog
def empty : MessageLog := {}
def msgs (log : MessageLog) : PersistentArray Message := log.unreported
def reportedPlusUnreported (log : MessageLog) : PersistentArray Message :=
  log.reported ++ log.unreported
@[extern "native"] opaque add (msg : Message) (log : MessageLog) : MessageLog
@[extern "native"] protected opaque append (l₁ l₂ : MessageLog) : MessageLog
instance : Append MessageLog := ⟨MessageLog.append⟩
@[extern "native"] opaque hasErrors (log : MessageLog) : Bool
@[extern "native"] opaque hasUnreported (log : MessageLog) : Bool
@[extern "native"] opaque markAllReported (log : MessageLog) : MessageLog
@[extern "native"] opaque errorsToWarnings (log : MessageLog) : MessageLog
def toList (log : MessageLog) : List Message := log.unreported.toList
def toArray (log : MessageLog) : Array Message := log.unreported.toArray
def forM {m : Type → Type} [Monad m] (log : MessageLog) (f : Message → m Unit) : m Unit :=
  log.unreported.forM f
end MessageLog

/-- Monads that can give a message its context. -/
class AddMessageContext (m : Type → Type) where
  addMessageContext : MessageData → m MessageData
export AddMessageContext (addMessageContext)

instance {m n : Type → Type} [MonadLift m n] [AddMessageContext m] : AddMessageContext n where
  addMessageContext msg := liftM (addMessageContext msg : m _)

@[extern "native"] opaque Kernel.Exception.toMessageData (e : Kernel.Exception) (opts : Options) :
  MessageData

@[extern "native"] opaque mkErrorStringWithPos (fileName : String) (pos : Position) (msg : String)
  (endPos : Option Position := none) (kind : Option String := none) (name : Option Name := none) :
  String

end Lean
