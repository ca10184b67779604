/-
The command line of the verifier's judge: `prepare …` and `compare …`, the two Lean processes that
do not run the claim (sidecar/sensei/verify/judge.py starts them), `serve …`, which prepares many
claims about one file, and `export …`, which writes a theorem for another checker. The answer is the
last line on stdout, JSON; exit code 1 with a line on stderr if the arguments or the untouched file
are at fault.

Compiled here and not in `Main/Judge.lean`: a program's own file is elaborated at every start.
-/
import Sensei.Core.Command
import Sensei.Verify.Compare
import Sensei.Verify.Export
import Sensei.Verify.Prepare
import Sensei.Verify.Serve

namespace Sensei.Verify
open Lean

private def prepareMain (arguments : Arguments) : IO Unit := do
  let options ← ofExcept do optionsOfJson (← Json.parse (arguments.getD "--options" "{}"))
  let module := ← ofExcept (arguments.module "--module")
  let source ← Source.read (← ofExcept (arguments.get "--file")) module options
  let name := (← ofExcept (arguments.get "--name")).toName
  let proof ← IO.FS.readFile (← ofExcept (arguments.get "--proof"))
  match ← source.locate name with
  | .error (.missing theorems) =>
    answer (Json.mkObj [("missing", toJson (theorems.map Name.toString))])
  | .error reason => answer (Json.mkObj [("error", reason.describe name)])
  | .ok located =>
    -- From here on only the candidate can be at fault, whatever becomes of this process.
    answer (Json.mkObj [("located", true)])
    match ← prepareAt source located proof (arguments.has "--any-syntax") with
    | .refused reason detail =>
      answer (Json.mkObj [("refused", reason), ("detail", detail)])
    | .ready start stop =>
      answer (Json.mkObj [("bodyStart", toJson start.byteIdx), ("bodyEnd", toJson stop.byteIdx)])

/-- The two modules to compare. With `--before` the candidate is a short module that imports the one
given there, and the original is looked at as far as the two together go: what follows the theorem
in its file is as it was, because nothing of it was compiled again. -/
private def cutOrWhole (original : Compiled) (arguments : Arguments) :
    IO (Compiled × Compiled) := do
  let candidate ← Compiled.read (← ofExcept (arguments.get "--candidate"))
  match arguments.values.lookup "--before" with
  | none => return (original, candidate)
  | some path => ofExcept (joined original (← Compiled.read path) candidate beforeModule)

private def compareMain (arguments : Arguments) : IO Unit := do
  let module := ← ofExcept (arguments.module "--module")
  let name := (← ofExcept (arguments.get "--name")).toName
  let original ← Compiled.read (← ofExcept (arguments.get "--original"))
  let (original, candidate) ← cutOrWhole original arguments
  let allowed := (arguments.getD "--axioms" "").splitOn "," |>.map String.toName
  let hidden := privateName module name
  let target := if original.constants.contains name then name else hidden
  let names (axioms : Array Name) : Json := toJson (axioms.map Name.toString)
  match ← compare original candidate target allowed with
  | .ok axioms => answer (Json.mkObj [("axioms", names axioms)])
  | .error fault =>
    answer (Json.mkObj
      [("refused", fault.reason), ("detail", fault.detail), ("axioms", names fault.axioms)])

private def exportMain (arguments : Arguments) : IO Unit := do
  let module := ← ofExcept (arguments.module "--module")
  let name := (← ofExcept (arguments.get "--name")).toName
  let candidate ← Compiled.read (← ofExcept (arguments.get "--candidate"))
  let hidden := privateName module name
  let target := if candidate.constants.contains name then name else hidden
  let out ← IO.FS.Handle.mk (← ofExcept (arguments.get "--out")) .write
  exportTheorem candidate target (IO.FS.Stream.ofHandle out)

private def serveMain (arguments : Arguments) : IO Unit := do
  let options ← ofExcept do optionsOfJson (← Json.parse (arguments.getD "--options" "{}"))
  let module := ← ofExcept (arguments.module "--module")
  let source ← Source.read (← ofExcept (arguments.get "--file")) module options
  serveClaims source (← ofExcept (arguments.get "--folder"))

private def use : String :=
  "usage: judge prepare --file FILE --module MODULE --name THEOREM --proof FILE [--options JSON]\n\
  \x20                    [--any-syntax]\n\
  \x20      judge compare --original OLEAN --candidate OLEAN --module MODULE --name THEOREM\n\
  \x20                    [--axioms A,B] [--before OLEAN]\n\
  \x20      judge serve --file FILE --module MODULE --folder DIR [--options JSON]\n\
  \x20      judge export --candidate OLEAN --module MODULE --name THEOREM --out FILE\n\n\
   What the verifier runs before and after it compiles a claim (docs/verification.md). The answer\n\
   is the last line on stdout, in JSON."

/-- The program `judge`. -/
def judgeMain : List String → IO UInt32
  | "prepare" :: rest =>
    run ["--file", "--module", "--name", "--proof", "--options"] ["--any-syntax"] rest prepareMain
  | "compare" :: rest =>
    run ["--original", "--candidate", "--module", "--name", "--axioms", "--before"] [] rest
      compareMain
  | "serve" :: rest =>
    run ["--file", "--module", "--folder", "--options"] [] rest serveMain
  | "export" :: rest => run ["--candidate", "--module", "--name", "--out"] [] rest exportMain
  | words =>
    let other := match words with
      | [] => Asked.mistaken "expected prepare, compare, serve or export"
      | word :: _ => if word == "--help" || word == "-h" then .help
        else .mistaken s!"expected prepare, compare, serve or export, not '{word}'"
    runAsked "judge" use other fun _ => return 0
where
  run (names flagNames words : List String) (act : Arguments → IO Unit) : IO UInt32 :=
    runAsked "judge" use (asked names flagNames words) fun arguments => do
      try
        prepareProcess
        act arguments
        return 0
      catch error =>
        say s!"judge: {error}"
        return 1

end Sensei.Verify
