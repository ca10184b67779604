prelude
import Init.Data.Array.Basic
import Init.Data.UInt.Basic

/-!
# Input and output

`IO` and its errors, references, tasks and promises, the clock, files, directories, streams and
processes. The primitives are the runtime's; types, constructor and field order are those of Lean
4.35. Left out: random numbers, access rights, asynchronous sockets.
-/

set_option genSizeOf false
set_option genInjectivity false

set_option linter.all false
set_option warn.classDefReducibility false

/-! ## Errors -/

inductive IO.Error where
  | alreadyExists (filename : Option String) (osCode : UInt32) (details : String)
  | otherError (osCode : UInt32) (details : String)
  | resourceBusy (osCode : UInt32) (details : String)
  | resourceVanished (osCode : UInt32) (details : String)
  | unsupportedOperation (osCode : UInt32) (details : String)
  | hardwareFault (osCode : UInt32) (details : String)
  | unsatisfiedConstraints (osCode : UInt32) (details : String)
  | illegalOperation (osCode : UInt32) (details : String)
  | protocolError (osCode : UInt32) (details : String)
  | timeExpired (osCode : UInt32) (details : String)
  | interrupted (filename : String) (osCode : UInt32) (details : String)
  | noFileOrDirectory (filename : String) (osCode : UInt32) (details : String)
  | invalidArgument (filename : Option String) (osCode : UInt32) (details : String)
  | permissionDenied (filename : Option String) (osCode : UInt32) (details : String)
  | resourceExhausted (filename : Option String) (osCode : UInt32) (details : String)
  | inappropriateType (filename : Option String) (osCode : UInt32) (details : String)
  | noSuchThing (filename : Option String) (osCode : UInt32) (details : String)
  | unexpectedEof
  | userError (msg : String)

namespace IO

def userError (s : String) : IO.Error := IO.Error.userError s

instance : Inhabited IO.Error where
  default := .userError ""

/-- How an error reads. -/
@[extern "native"] opaque Error.instToString : ToString IO.Error := ⟨fun _ => ""⟩
attribute [instance] Error.instToString

end IO

/-! ## The monads -/

opaque IO.RealWorld.nonemptyType : NonemptyType.{0}
def IO.RealWorld : Type := IO.RealWorld.nonemptyType.type
instance IO.RealWorld.instNonempty : Nonempty IO.RealWorld := IO.RealWorld.nonemptyType.property

def EIO (ε : Type) (α : Type) : Type := EST ε IO.RealWorld α

instance : Monad (EIO ε) := inferInstanceAs (Monad (EST ε IO.RealWorld))
instance : MonadFinally (EIO ε) := inferInstanceAs (MonadFinally (EST ε IO.RealWorld))
instance : MonadExceptOf ε (EIO ε) := inferInstanceAs (MonadExceptOf ε (EST ε IO.RealWorld))
instance : OrElse (EIO ε α) := ⟨MonadExcept.orElse⟩
instance [Inhabited ε] : Inhabited (EIO ε α) := inferInstanceAs (Inhabited (EST ε IO.RealWorld α))

def BaseIO (α : Type) : Type := ST IO.RealWorld α

instance : Monad BaseIO := inferInstanceAs (Monad (ST IO.RealWorld))
instance : MonadFinally BaseIO := inferInstanceAs (MonadFinally (ST IO.RealWorld))
instance [Inhabited α] : Inhabited (BaseIO α) := inferInstanceAs (Inhabited (ST IO.RealWorld α))

@[always_inline, inline]
def BaseIO.toEIO (act : BaseIO α) : EIO ε α := fun s =>
  match act s with
  | .mk a s => .ok a s

instance : MonadLift BaseIO (EIO ε) := ⟨BaseIO.toEIO⟩

@[always_inline, inline]
def EIO.toBaseIO (act : EIO ε α) : BaseIO (Except ε α) := fun s =>
  match act s with
  | .ok a s => .mk (.ok a) s
  | .error ex s => .mk (.error ex) s

@[always_inline, inline]
def EIO.catchExceptions (act : EIO ε α) (h : ε → BaseIO α) : BaseIO α := fun s =>
  match act s with
  | .ok a s => .mk a s
  | .error ex s => h ex s

@[always_inline, inline]
def EIO.adapt (f : ε → ε') (act : EIO ε α) : EIO ε' α := fun s =>
  match act s with
  | .ok a s => .ok a s
  | .error e s => .error (f e) s

@[always_inline, inline] def EIO.throw (e : ε) : EIO ε α := MonadExceptOf.throw e
@[always_inline, inline] def EIO.tryCatch (x : EIO ε α) (handle : ε → EIO ε α) : EIO ε α :=
  MonadExceptOf.tryCatch x handle

@[always_inline, inline] def EIO.ofExcept (e : Except ε α) : EIO ε α :=
  match e with
  | .ok a => pure a
  | .error e => throw e

abbrev IO : Type → Type := EIO IO.Error

@[inline] def BaseIO.toIO (act : BaseIO α) : IO α := act
@[inline] def EIO.toIO (f : ε → IO.Error) (act : EIO ε α) : IO α := act.adapt f
@[inline] def EIO.toIO' (act : EIO ε α) : IO (Except ε α) := act.toBaseIO
@[inline] def IO.toEIO (f : IO.Error → ε) (act : IO α) : EIO ε α := act.adapt f

instance : MonadLift (ST IO.RealWorld) BaseIO := ⟨id⟩

@[inline] unsafe def unsafeBaseIO (fn : BaseIO α) : α :=
  match fn (unsafeCast ()) with
  | .mk a _ => a
@[inline] unsafe def unsafeEIO (fn : EIO ε α) : Except ε α := unsafeBaseIO fn.toBaseIO
@[inline] unsafe def unsafeIO (fn : IO α) : Except IO.Error α := unsafeEIO fn

@[extern "lean_io_timeit"] opaque timeit (msg : @& String) (fn : IO α) : IO α
@[extern "lean_io_allocprof"] opaque allocprof (msg : @& String) (fn : IO α) : IO α
@[extern "lean_io_initializing"] opaque IO.initializing : BaseIO Bool

/-! ## Tasks -/

namespace BaseIO

@[extern "lean_io_as_task"]
opaque asTask (act : BaseIO α) (prio := Task.Priority.default) : BaseIO (Task α) := Task.pure <$> act
@[extern "lean_io_map_task"]
opaque mapTask (f : α → BaseIO β) (t : Task α) (prio := Task.Priority.default) (sync := false) :
    BaseIO (Task β) := Task.pure <$> f t.get
@[extern "lean_io_bind_task"]
opaque bindTask (t : Task α) (f : α → BaseIO (Task β)) (prio := Task.Priority.default)
    (sync := false) : BaseIO (Task β) := f t.get

def chainTask (t : Task α) (f : α → BaseIO Unit) (prio := Task.Priority.default) (sync := false) :
    BaseIO Unit :=
  discard <| mapTask f t prio sync

end BaseIO

namespace EIO

@[inline] def asTask (act : EIO ε α) (prio := Task.Priority.default) :
    BaseIO (Task (Except ε α)) :=
  act.toBaseIO.asTask prio
@[inline] def mapTask (f : α → EIO ε β) (t : Task α) (prio := Task.Priority.default)
    (sync := false) : BaseIO (Task (Except ε β)) :=
  BaseIO.mapTask (fun a => (f a).toBaseIO) t prio sync
@[inline] def bindTask (t : Task α) (f : α → EIO ε (Task (Except ε β)))
    (prio := Task.Priority.default) (sync := false) : BaseIO (Task (Except ε β)) :=
  BaseIO.bindTask t (fun a => (f a).catchExceptions fun e => pure <| Task.pure <| Except.error e)
    prio sync
def chainTask (t : Task α) (f : α → EIO ε Unit) (prio := Task.Priority.default) (sync := false) :
    EIO ε Unit :=
  discard <| (mapTask f t prio sync : BaseIO _)

end EIO

namespace IO

@[inline] def asTask (act : IO α) (prio := Task.Priority.default) : BaseIO (Task (Except IO.Error α)) :=
  EIO.asTask act prio
@[inline] def mapTask (f : α → IO β) (t : Task α) (prio := Task.Priority.default) (sync := false) :
    BaseIO (Task (Except IO.Error β)) :=
  EIO.mapTask f t prio sync
@[inline] def bindTask (t : Task α) (f : α → IO (Task (Except IO.Error β)))
    (prio := Task.Priority.default) (sync := false) : BaseIO (Task (Except IO.Error β)) :=
  EIO.bindTask t f prio sync
def chainTask (t : Task α) (f : α → IO Unit) (prio := Task.Priority.default) (sync := false) :
    IO Unit := EIO.chainTask t f prio sync

def ofExcept [ToString ε] (e : Except ε α) : IO α :=
  match e with
  | .ok a => pure a
  | .error e => throw (IO.userError (toString e))

def lazyPure (fn : Unit → α) : IO α := pure (fn ())

@[extern "lean_io_mono_ms_now"] opaque monoMsNow : BaseIO Nat
@[extern "lean_io_mono_nanos_now"] opaque monoNanosNow : BaseIO Nat
@[extern "lean_io_get_random_bytes"] opaque getRandomBytes (nBytes : USize) : IO ByteArray
@[extern "native"] opaque sleep (ms : UInt32) : BaseIO Unit
@[extern "lean_io_cancel"] opaque cancel : @& Task α → BaseIO Unit
@[extern "lean_io_check_canceled"] opaque checkCanceled : BaseIO Bool
@[extern "lean_io_get_tid"] opaque getTID : BaseIO UInt64

inductive TaskState where
  | waiting
  | running
  | finished
  deriving Inhabited, DecidableEq, Repr

@[extern "lean_io_get_task_state"] opaque getTaskState : @& Task α → BaseIO TaskState
@[inline] def hasFinished (task : Task α) : BaseIO Bool := do
  return (← getTaskState task) == .finished

@[extern "lean_io_wait"] opaque wait (t : Task α) : BaseIO α := pure t.get
@[extern "lean_io_wait_any"] opaque waitAny (tasks : @& List (Task α))
    (h : tasks.length > 0 := by exact Nat.zero_lt_succ _) : BaseIO α :=
  pure (tasks.get ⟨0, h⟩).get

@[extern "lean_io_get_num_heartbeats"] opaque getNumHeartbeats : BaseIO Nat
@[extern "lean_io_set_heartbeats"] opaque setNumHeartbeats (count : Nat) : BaseIO Unit
def addHeartbeats (count : Nat) : BaseIO Unit := do
  let n ← getNumHeartbeats
  setNumHeartbeats (n + count)

/-! ## References -/

abbrev Ref (α : Type) := ST.Ref IO.RealWorld α

def mkRef (a : α) : BaseIO (IO.Ref α) := ST.mkRef a

end IO

/-! ## Files -/

namespace System

structure FilePath where
  toString : String
  deriving Inhabited, DecidableEq

instance : Repr FilePath where
  reprPrec p := Repr.addAppParen ("FilePath.mk " ++ repr p.toString)
instance : ToString FilePath where
  toString p := p.toString

namespace FilePath

def pathSeparator : Char := '/'
def pathSeparators : List Char := ['/']
def extSeparator : Char := '.'
def exeExtension : String := ""

@[extern "native"] opaque normalize (p : FilePath) : FilePath
@[extern "native"] opaque isAbsolute (p : FilePath) : Bool
@[extern "native"] opaque isRelative (p : FilePath) : Bool
@[extern "native"] opaque join (p sub : FilePath) : FilePath
instance : Div FilePath where
  div := FilePath.join
instance : HDiv FilePath String FilePath where
  hDiv p sub := FilePath.join p ⟨sub⟩
@[extern "native"] opaque parent (p : FilePath) : Option FilePath
@[extern "native"] opaque fileName (p : FilePath) : Option String
@[extern "native"] opaque fileStem (p : FilePath) : Option String
@[extern "native"] opaque extension (p : FilePath) : Option String
@[extern "native"] opaque withFileName (p : FilePath) (fname : String) : FilePath
@[extern "native"] opaque withExtension (p : FilePath) (ext : String) : FilePath
@[extern "native"] opaque addExtension (p : FilePath) (ext : String) : FilePath
@[extern "native"] opaque components (p : FilePath) : List String

end FilePath

@[extern "native"] opaque mkFilePath (parts : List String) : FilePath

instance : Coe String FilePath where
  coe := FilePath.mk

end System

namespace IO
open System (FilePath)

namespace FS

inductive Mode where
  | read
  | write
  | writeNew
  | readWrite
  | append

opaque HandlePointed : NonemptyType.{0}
def Handle : Type := HandlePointed.type
instance : Nonempty Handle := HandlePointed.property

structure Stream where
  flush : IO Unit
  read : USize → IO ByteArray
  write : ByteArray → IO Unit
  getLine : IO String
  putStr : String → IO Unit
  isTty : BaseIO Bool
  deriving Inhabited

end FS

open FS

@[extern "lean_get_stdin"] opaque getStdin : BaseIO FS.Stream
@[extern "lean_get_stdout"] opaque getStdout : BaseIO FS.Stream
@[extern "lean_get_stderr"] opaque getStderr : BaseIO FS.Stream
@[extern "lean_get_set_stdin"] opaque setStdin : FS.Stream → BaseIO FS.Stream
@[extern "lean_get_set_stdout"] opaque setStdout : FS.Stream → BaseIO FS.Stream
@[extern "lean_get_set_stderr"] opaque setStderr : FS.Stream → BaseIO FS.Stream

@[specialize] def iterate (a : α) (f : α → IO (Sum α β)) : IO β := do
  let mut s := Sum.inl a
  repeat
    match s with
    | .inl a => s ← f a
    | .inr _ => break
  match s with
  | .inr b => pure b
  | .inl _ => throw (IO.userError "unreachable")

namespace FS
namespace Handle

@[extern "lean_io_prim_handle_mk"] opaque mk (fn : @& FilePath) (mode : FS.Mode) : IO Handle
@[extern "lean_io_prim_handle_lock"] opaque lock (h : @& Handle) (exclusive := true) : IO Unit
@[extern "lean_io_prim_handle_try_lock"] opaque tryLock (h : @& Handle) (exclusive := true) : IO Bool
@[extern "lean_io_prim_handle_unlock"] opaque unlock (h : @& Handle) : IO Unit
@[extern "lean_io_prim_handle_is_tty"] opaque isTty (h : @& Handle) : BaseIO Bool
@[extern "lean_io_prim_handle_flush"] opaque flush (h : @& Handle) : IO Unit
@[extern "lean_io_prim_handle_truncate"] opaque truncate (h : @& Handle) : IO Unit
@[extern "lean_io_prim_handle_rewind"] opaque rewind (h : @& Handle) : IO Unit
@[extern "lean_io_prim_handle_read"] opaque read (h : @& Handle) (bytes : USize) : IO ByteArray
@[extern "lean_io_prim_handle_write"] opaque write (h : @& Handle) (buffer : @& ByteArray) : IO Unit
@[extern "lean_io_prim_handle_get_line"] opaque getLine (h : @& Handle) : IO String
@[extern "lean_io_prim_handle_put_str"] opaque putStr (h : @& Handle) (s : @& String) : IO Unit
@[extern "native"] opaque putStrLn (h : Handle) (s : String) : IO Unit
@[extern "native"] opaque readBinToEnd (h : Handle) : IO ByteArray
@[extern "native"] opaque readToEnd (h : Handle) : IO String
@[extern "native"] opaque lines (h : Handle) : IO (Array String)

end Handle

@[extern "lean_io_realpath"] opaque realPath (fname : FilePath) : IO FilePath
@[extern "lean_io_remove_file"] opaque removeFile (fname : @& FilePath) : IO Unit
@[extern "lean_io_create_dir"] opaque createDir : @& FilePath → IO Unit
@[extern "native"] opaque createDirAll (p : FilePath) : IO Unit
@[extern "lean_io_remove_dir"] opaque removeDir : @& FilePath → IO Unit
@[extern "native"] opaque removeDirAll (p : FilePath) : IO Unit
@[extern "lean_io_rename"] opaque rename (old new : @& FilePath) : IO Unit
@[extern "native"] opaque readBinFile (fname : FilePath) : IO ByteArray
@[extern "native"] opaque readFile (fname : FilePath) : IO String
@[extern "native"] opaque lines (fname : FilePath) : IO (Array String)
@[extern "native"] opaque writeBinFile (fname : FilePath) (content : ByteArray) : IO Unit
@[extern "native"] opaque writeFile (fname : FilePath) (content : String) : IO Unit
@[extern "native"] opaque Stream.putStrLn (strm : FS.Stream) (s : String) : IO Unit

@[inline] def withFile (fn : FilePath) (mode : Mode) (f : Handle → IO α) : IO α :=
  Handle.mk fn mode >>= f

@[extern "lean_io_create_tempfile"] opaque createTempFile : IO (Handle × FilePath)
@[extern "lean_io_create_tempdir"] opaque createTempDir : IO FilePath
/-- Gives `f` a new file and removes it afterwards. -/
def withTempFile [Monad m] [MonadFinally m] [MonadLiftT IO m] (f : Handle → FilePath → m α) :
    m α := do
  let (handle, path) ← createTempFile
  try f handle path finally removeFile path

def Stream.ofHandle (h : Handle) : Stream where
  flush := Handle.flush h
  read := Handle.read h
  write := Handle.write h
  getLine := Handle.getLine h
  putStr := Handle.putStr h
  isTty := Handle.isTty h

structure Stream.Buffer where
  data : ByteArray := ByteArray.empty
  pos : Nat := 0

@[extern "native"] opaque Stream.ofBuffer (r : IO.Ref Stream.Buffer) : Stream

structure DirEntry where
  root : FilePath
  fileName : String

def DirEntry.path (entry : DirEntry) : FilePath := entry.root / entry.fileName

inductive FileType where
  | dir
  | file
  | symlink
  | other
  deriving Repr, BEq

structure SystemTime where
  secs : Int
  nanos : UInt32
  deriving BEq

structure Metadata where
  accessed : SystemTime
  modified : SystemTime
  byteSize : UInt64
  type : FileType
  numLinks : UInt64

instance : Inhabited SystemTime := ⟨⟨0, 0⟩⟩
instance : Inhabited Metadata := ⟨⟨default, default, 0, .file, 0⟩⟩

end FS
end IO

namespace System.FilePath
open IO

@[extern "lean_io_read_dir"] opaque readDir : @& FilePath → IO (Array IO.FS.DirEntry)
@[extern "lean_io_metadata"] opaque metadata : @& FilePath → IO IO.FS.Metadata
@[extern "native"] opaque isDir (p : FilePath) : BaseIO Bool
@[extern "native"] opaque pathExists (p : FilePath) : BaseIO Bool
@[extern "native"] opaque walkDir (p : FilePath) (enter : FilePath → IO Bool := fun _ => pure true) :
  IO (Array FilePath)

end System.FilePath

namespace IO
open System (FilePath)

@[extern "lean_io_getenv"] opaque getEnv (var : @& String) : BaseIO (Option String)
@[extern "lean_io_app_path"] opaque appPath : IO FilePath
@[extern "native"] opaque appDir : IO FilePath
@[extern "lean_io_current_dir"] opaque currentDir : IO FilePath

def withStdin [Monad m] [MonadFinally m] [MonadLiftT BaseIO m] (h : FS.Stream) (x : m α) : m α := do
  let prev ← setStdin h
  try x finally discard <| setStdin prev
def withStdout [Monad m] [MonadFinally m] [MonadLiftT BaseIO m] (h : FS.Stream) (x : m α) : m α := do
  let prev ← setStdout h
  try x finally discard <| setStdout prev
def withStderr [Monad m] [MonadFinally m] [MonadLiftT BaseIO m] (h : FS.Stream) (x : m α) : m α := do
  let prev ← setStderr h
  try x finally discard <| setStderr prev

def print [ToString α] (s : α) : IO Unit := do
  let out ← getStdout
  out.putStr <| toString s
def println [ToString α] (s : α) : IO Unit := print ((toString s).push '\n')
def eprint [ToString α] (s : α) : IO Unit := do
  let out ← getStderr
  out.putStr <| toString s
def eprintln [ToString α] (s : α) : IO Unit := eprint <| (toString s).push '\n'

namespace FS

def withIsolatedStreams [Monad m] [MonadFinally m] [MonadLiftT BaseIO m] (x : m α)
    (isolateStderr := true) : m (String × α) := do
  let bIn ← mkRef { : Stream.Buffer }
  let bOut ← mkRef { : Stream.Buffer }
  let r ← withStdin (Stream.ofBuffer bIn) <|
    withStdout (Stream.ofBuffer bOut) <|
      (if isolateStderr then withStderr (Stream.ofBuffer bOut) else id) x
  let bOut ← liftM (m := BaseIO) bOut.get
  pure ((String.fromUTF8? bOut.data).getD "", r)

end FS

/-! ## Processes -/

namespace Process

@[extern "lean_io_process_get_current_dir"] opaque getCurrentDir : IO FilePath
@[extern "lean_io_process_set_current_dir"] opaque setCurrentDir (path : @& FilePath) : IO Unit
@[extern "lean_io_process_get_pid"] opaque getPID : BaseIO UInt32

inductive Stdio where
  | piped
  | inherit
  | null

def Stdio.toHandleType : Stdio → Type
  | Stdio.piped => FS.Handle
  | Stdio.inherit => Unit
  | Stdio.null => Unit

structure StdioConfig where
  stdin := Stdio.inherit
  stdout := Stdio.inherit
  stderr := Stdio.inherit

structure SpawnArgs extends StdioConfig where
  cmd : String
  args : Array String := #[]
  cwd : Option FilePath := none
  env : Array (String × Option String) := #[]
  inheritEnv : Bool := true
  setsid : Bool := false

structure Child (cfg : StdioConfig) where
  stdin : cfg.stdin.toHandleType
  stdout : cfg.stdout.toHandleType
  stderr : cfg.stderr.toHandleType

@[extern "lean_io_process_spawn"] opaque spawn (args : SpawnArgs) : IO (Child args.toStdioConfig)
@[extern "lean_io_process_child_wait"]
opaque Child.wait {cfg : @& StdioConfig} : @& Child cfg → IO UInt32
@[extern "lean_io_process_child_try_wait"]
opaque Child.tryWait {cfg : @& StdioConfig} : @& Child cfg → IO (Option UInt32)
@[extern "lean_io_process_child_kill"]
opaque Child.kill {cfg : @& StdioConfig} : @& Child cfg → IO Unit
@[extern "lean_io_process_child_take_stdin"]
opaque Child.takeStdin {cfg : @& StdioConfig} : Child cfg →
  IO (cfg.stdin.toHandleType × Child { cfg with stdin := .null })
@[extern "lean_io_process_child_pid"]
opaque Child.pid {cfg : @& StdioConfig} : @& Child cfg → UInt32

structure Output where
  exitCode : UInt32
  stdout : String
  stderr : String

instance : Inhabited Output := ⟨⟨0, "", ""⟩⟩

@[extern "native"] opaque output (args : SpawnArgs) (input? : Option String := none) : IO Output
@[extern "native"] opaque run (args : SpawnArgs) (input? : Option String := none) : IO String
@[extern "lean_io_exit"] opaque exit : UInt8 → IO α
@[extern "lean_io_force_exit"] opaque forceExit : UInt8 → IO α

end Process

/-! ## Promises and cancellation -/

private opaque PromisePointed : NonemptyType.{0}
structure Promise (α : Type) : Type where
  private prom : PromisePointed.type
  private h : Nonempty α

instance [Nonempty α] : Nonempty (Promise α) :=
  ⟨{ prom := Classical.choice PromisePointed.property, h := inferInstance }⟩

@[extern "lean_io_promise_new"] opaque Promise.new [Nonempty α] : BaseIO (Promise α)
@[extern "lean_io_promise_resolve"]
opaque Promise.resolve {α : Type} (value : α) (promise : @& Promise α) : BaseIO Unit
@[extern "lean_io_promise_result_opt"]
opaque Promise.result? (promise : Promise α) : Task (Option α)

opaque CancelTokenPointed : NonemptyType.{0}
def CancelToken : Type := CancelTokenPointed.type
instance : Nonempty CancelToken := CancelTokenPointed.property

@[extern "native"] opaque CancelToken.new : BaseIO CancelToken
@[extern "native"] opaque CancelToken.set (tk : CancelToken) : BaseIO Unit
@[extern "native"] opaque CancelToken.isSet (tk : CancelToken) : BaseIO Bool

end IO

@[extern "lean_runtime_mark_persistent"]
unsafe opaque Runtime.markPersistent {α : Type} (a : α) : BaseIO α := pure a
