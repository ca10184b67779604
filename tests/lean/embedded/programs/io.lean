/-! Input and output: files, processes, tasks, references, errors. -/

/--
info: hello
n = 45
-/
#guard_msgs in
#eval do
  IO.println "hello"
  let mut n := 0
  for i in [0:10] do
    n := n + i
  IO.println s!"n = {n}"

/-- info: "no such file" -/
#guard_msgs in
#eval show IO String from do
  try
    IO.FS.readFile "/nonexistent/x"
  catch
    | .noFileOrDirectory .. => return "no such file"
    | e => return s!"other: {e}"

/-- info: 4 -/
#guard_msgs in
#eval show IO Nat from do
  let r ← IO.mkRef 3
  r.modify (· + 1)
  r.get

/-- info: #["a", "b"] -/
#guard_msgs in
#eval show IO (Array String) from do
  let (h, path) ← IO.FS.createTempFile
  h.putStr "a\nb\n"
  h.flush
  let lines ← IO.FS.lines path
  IO.FS.removeFile path
  return lines

/-- info: (0, "hi\n") -/
#guard_msgs in
#eval show IO (UInt32 × String) from do
  let out ← IO.Process.output { cmd := "echo", args := #["hi"] }
  return (out.exitCode, out.stdout)

/-- info: ("xyz", 0) -/
#guard_msgs in
#eval show IO (String × UInt32) from do
  let child ← IO.Process.spawn { cmd := "cat", stdin := .piped, stdout := .piped }
  let (stdin, child) ← child.takeStdin
  stdin.putStr "xyz"
  stdin.flush
  let _ := stdin
  let out ← child.stdout.getLine
  child.kill
  let _ ← child.wait
  return (out, 0)

/-- info: 5 -/
#guard_msgs in
#eval show IO Nat from do
  let t ← IO.asTask (return 5)
  IO.ofExcept t.get

/-- error: boom -/
#guard_msgs in
#eval throw (α := Unit) (IO.userError "boom")

#guard (("a" : System.FilePath) / "b").toString == "a/b"
#guard (System.FilePath.mk "x.tar.gz").extension == some "gz"
#guard (3 : UInt8) + 254 == 1
#guard ((5 : Int) - 7) == -2
#guard (1 : Fin 5) + 4 == 0
#guard s!"{1 + 1} {[1, 2]} {(1, true)} {some 3} {'c'} {"s"}" == "2 [1, 2] (1, true) (some 3) c s"
#guard (toString (repr "a\n")) == "\"a\\n\""
#guard hash "abc" == hash "abc"
#guard "abc".length == 3 && "abc" ++ "d" == "abcd" && "a" < "b"
