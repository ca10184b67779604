/-! Bytes, paths, files, processes, tasks, references and the clock: each compiled function that
the other files of this folder do not call, once, with its result looked at. -/

open System (FilePath mkFilePath)

def must (what : String) (holds : Bool) : IO Unit :=
  unless holds do throw (IO.userError s!"wrong: {what}")

@[noinline] def given {α : Type} (x : α) : IO α := do (← IO.mkRef x).get

def inFolder (act : FilePath → IO Unit) : IO Unit := do
  let folder ← IO.FS.createTempDir
  try act folder finally IO.FS.removeDirAll folder

#eval show IO Unit from do
  let a ← given (ByteArray.mk #[97, 98, 99])
  must "data" (a.data == #[97, 98, 99] && a.size == 3 && a.toList == [97, 98, 99])
  must "get" (a.get! 2 == 99 && (if h : 1 < a.size then a.get 1 h == 98 else false))
  must "push, set!" ((a.push 100).size == 4 && (a.set! 0 65).get! 0 == 65)
  must "equal" (!(a == a.push 1) && ByteArray.beq a "abc".toUTF8)
  must "copySlice" ((a.copySlice 1 (ByteArray.emptyWithCapacity 8) 0 2).data == #[98, 99])
  must "text" (String.fromUTF8! a == "abc" && String.validateUTF8 a
    && !String.validateUTF8 (ByteArray.mk #[0xff]))
  must "text?" (String.fromUTF8? a == some "abc" && String.fromUTF8? (ByteArray.mk #[0xff]) == none)
  must "checked" (String.ofByteArray "aλ".toByteArray "aλ".isValidUTF8 == "aλ")
  must "bytes" ((← given "aλ").toByteArray.data == #[97, 206, 187])

#eval show IO Unit from do
  let p ← given ("/a/b.tar.gz" : FilePath)
  must "parts" (p.parent == some "/a" && p.fileName == some "b.tar.gz" && p.fileStem == some "b.tar")
  must "with" (p.withExtension "x" == "/a/b.tar.x" && p.withFileName "c" == "/a/c"
    && p.addExtension "y" == "/a/b.tar.gz.y")
  must "kind" (p.isAbsolute && !p.isRelative && ("a/b" : FilePath).isRelative)
  must "components" (("a/b" : FilePath).components == ["a", "b"] && mkFilePath ["a", "b"] == "a/b"
    && p.normalize == p)

#eval inFolder fun folder => do
  let path := folder / "a.txt"
  IO.FS.writeFile path "one\ntwo\n"
  must "readFile" ((← IO.FS.readFile path) == "one\ntwo\n" && (← IO.FS.lines path) == #["one", "two"])
  IO.FS.writeBinFile path "xyz".toUTF8
  must "readBinFile" ((← IO.FS.readBinFile path) == "xyz".toUTF8)
  let facts ← path.metadata
  must "metadata" (facts.byteSize == 3 && facts.type == .file && facts.numLinks == 1
    && facts.modified.secs > 1000000000)
  must "there" ((← path.pathExists) && !(← path.isDir) && (← folder.isDir))
  IO.FS.createDir (folder / "d")
  IO.FS.createDirAll (folder / "e" / "f")
  IO.FS.rename path (folder / "d" / "b.txt")
  must "readDir" ((← folder.readDir).map (·.fileName) |>.qsort (· < ·) |> (· == #["d", "e"]))
  must "walkDir" ((← folder.walkDir).size == 4 && (← folder.walkDir fun p => return p == folder).size == 2)
  must "realPath" ((← IO.FS.realPath (folder / "d" / ".." / "e")) == (← IO.FS.realPath folder) / "e")
  IO.FS.removeDir (folder / "e" / "f")
  must "removed" !(← (folder / "e" / "f").pathExists)

#eval inFolder fun folder => do
  let path := folder / "h"
  let h ← IO.FS.Handle.mk path .readWrite <|> IO.FS.Handle.mk path .write
  h.putStrLn "line"
  h.write "more\n".toUTF8
  h.flush
  must "isTty" !(← h.isTty)
  h.lock
  must "tryLock" !(← (do (← IO.FS.Handle.mk path .read).tryLock))
  h.unlock
  let r ← IO.FS.Handle.mk path .readWrite
  must "read" ((← r.read 3) == "lin".toUTF8 && (← r.getLine) == "e\n" && (← r.readToEnd) == "more\n")
  r.rewind
  must "lines" ((← r.lines) == #["line", "more"])
  r.rewind
  must "readBinToEnd" ((← r.readBinToEnd).size == 10)
  r.rewind
  r.truncate
  must "truncate" ((← path.metadata).byteSize == 0)

#eval inFolder fun folder => do
  let home ← IO.Process.getCurrentDir
  must "currentDir" (home == (← IO.currentDir))
  IO.Process.setCurrentDir folder
  must "setCurrentDir" ((← IO.currentDir) == (← IO.FS.realPath folder))
  IO.Process.setCurrentDir home
  must "run" ((← IO.Process.run { cmd := "cat" } (some "fed")) == "fed")
  must "where" ((← IO.appPath).parent == some (← IO.appDir) && (← IO.Process.getPID) > 1
    && (← IO.getTID) > 0)
  must "environment" ((← IO.getEnv "PATH").isSome && (← IO.getEnv "NO_SUCH_VARIABLE").isNone)
  let child ← IO.Process.spawn { cmd := "cat", stdin := .piped, stdout := .null }
  must "child" (child.pid > 1 && (← child.tryWait).isNone)
  child.kill
  must "ended" ((← child.wait) != 0)

#eval show IO Unit from do
  let buffer ← IO.mkRef { data := "typed\nrest".toUTF8 : IO.FS.Stream.Buffer }
  let old ← IO.setStdin (.ofBuffer buffer)
  let line ← (← IO.getStdin).getLine
  let _ ← IO.setStdin old
  must "stdin" (line == "typed\n")
  let out ← IO.mkRef {}
  let oldOut ← IO.setStdout (.ofBuffer out)
  let oldErr ← IO.setStderr (.ofBuffer out)
  (← IO.getStdout).putStrLn "a"
  (← IO.getStderr).putStrLn "b"
  let _ ← IO.setStdout oldOut
  let _ ← IO.setStderr oldErr
  must "stdout, stderr" ((← out.get).data == "a\nb\n".toUTF8)

#eval show IO Unit from do
  let gate ← IO.Promise.new (α := Nat)
  let waiting := gate.result?
  let next ← BaseIO.mapTask (fun n => return n.map (· + 1)) waiting
  let after ← BaseIO.bindTask next fun n => BaseIO.asTask (return n.map (· * 2))
  must "waiting" ((← IO.getTaskState after) == .waiting)
  gate.resolve 20
  must "resolved" ((← IO.wait after) == some 42 && (← IO.waitAny [next]) == some 21)
  must "finished" ((← IO.getTaskState after) == .finished)
  let started ← IO.Promise.new (α := Unit)
  let endless ← IO.asTask (do started.resolve (); repeat if ← IO.checkCanceled then break)
  let _ ← IO.wait started.result?
  IO.cancel endless
  must "cancelled" ((← IO.wait endless) matches .ok ())
  must "not cancelled" !(← IO.checkCanceled)

#eval show IO Unit from do
  let before ← IO.monoNanosNow
  IO.sleep 1
  must "clock" ((← IO.monoNanosNow) > before && (← IO.monoMsNow) > 0)
  must "random" ((← IO.getRandomBytes 16).size == 16)
  IO.setNumHeartbeats 5
  IO.addHeartbeats 3
  must "heartbeats" ((← IO.getNumHeartbeats) ≥ 8)
  must "initializing" !(← IO.initializing)
  must "errors" (toString (IO.userError "u") == "u"
    && (toString (IO.Error.noFileOrDirectory "f" 2 "gone")).length > 4)

/-- info: (1, 2, true, false, 7) -/
#guard_msgs in
#eval show IO (Nat × Nat × Bool × Bool × Nat) from do
  let a ← IO.mkRef 1
  let b ← IO.mkRef 1
  let same ← a.ptrEq a
  let other ← a.ptrEq b
  let was ← a.swap 2
  b.set 7
  return (was, ← a.get, same, other, ← b.get)

/-- The two print how long and how much they took to standard error. -/
def timed : IO Unit := do
  must "timeit" ((← timeit "" (given 3)) == 3 && (← allocprof "" (given 4)) == 4)

#eval do let (_, ()) ← IO.FS.withIsolatedStreams timed

/-- A panic says so on standard error and goes on with the default value. -/
def panics : IO Unit := do
  must "panicCore" (panicCore (α := Nat) (← given "text of a panic") == 0)
  must "panic" ((← given #[1])[(← given 5)]! == 0)

#eval panics

-- What ends the process, in processes of its own.
#eval inFolder fun folder => do
  for (program, code) in [("IO.Process.exit 7", 7), ("IO.Process.forceExit 8", 8)] do
    let file := folder / "Exit.lean"
    IO.FS.writeFile file s!"def main : IO Unit := do {program}; IO.println \"not here\"\n"
    let out ← IO.Process.output { cmd := (← IO.appPath).toString, args := #["--run", file.toString] }
    must program (out.exitCode == code && out.stdout == "")

unsafe def unsafeParts : IO Unit := do
  let kept ← Runtime.markPersistent (← given "kept")
  must "markPersistent" (kept == "kept")
  let token ← given (Void.mk kept)
  must "Void.mk" (unsafeCast (β := Nat) token == unsafeCast (β := Nat) (Void.mk 3))
  must "isScalarObj" (isScalarObj 3 && !isScalarObj "text" && !isScalarObj (10 ^ 30))

#eval unsafeParts

#eval show IO Unit from do
  must "characters" (Char.quote 'a' == "'a'" && Char.quoteCore '\n' == "\\n" && Char.repr 'b' == "'b'")
  must "digits" (Nat.toSuperscriptString 12 == "¹²" && Nat.toSubscriptString 12 == "₁₂")
  must "panic text" (mkPanicMessage "m" 1 2 "x" == "PANIC at m:1:2: x"
    && mkPanicMessageWithDecl "m" "d" 1 2 "x" == "PANIC at d m:1:2: x")
  must "positions" (String.Pos.Raw.get "aλb" ⟨1⟩ == 'λ' && String.Pos.Raw.next "aλb" ⟨1⟩ == ⟨3⟩
    && String.Pos.Raw.prev "aλb" ⟨3⟩ == ⟨1⟩ && String.Pos.Raw.atEnd "aλb" ⟨4⟩
    && String.Pos.Raw.get? "a" ⟨1⟩ == none && String.Pos.Raw.set "aλb" ⟨1⟩ 'c' == "acb"
    && String.Pos.Raw.extract "aλb" ⟨1⟩ ⟨3⟩ == "λ")
  must "Format" (Std.Format.isEmpty .nil && !Std.Format.isEmpty "x")
