/-
The command line of the verifier's judge: `prepare …` and `compare …`, the two Lean processes that
do not run the claim (sidecar/sensei/verify/judge.py starts them). The answer is the last line on
stdout, JSON; exit code 1 with a line on stderr if the arguments or the untouched file are at fault.

Compiled here and not in `Main/Judge.lean`: a program's own file is elaborated at every start.
-/
import Sensei.Core.Command
import Sensei.Verify.Compare
import Sensei.Verify.Prepare

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

private def compareMain (arguments : Arguments) : IO Unit := do
  let module := ← ofExcept (arguments.module "--module")
  let name := (← ofExcept (arguments.get "--name")).toName
  let original ← Compiled.read (← ofExcept (arguments.get "--original"))
  let candidate ← Compiled.read (← ofExcept (arguments.get "--candidate"))
  let allowed := (arguments.getD "--axioms" "").splitOn "," |>.map String.toName
  let hidden := privateName module name
  let target := if original.constants.contains name then name else hidden
  let names (axioms : Array Name) : Json := toJson (axioms.map Name.toString)
  match ← compare original candidate target allowed with
  | .ok axioms => answer (Json.mkObj [("axioms", names axioms)])
  | .error fault =>
    answer (Json.mkObj
      [("refused", fault.reason), ("detail", fault.detail), ("axioms", names fault.axioms)])

private def use : String :=
  "usage: judge prepare --file FILE --module MODULE --name THEOREM --proof FILE [--options JSON]\n\
  \x20                    [--any-syntax]\n\
  \x20      judge compare --original OLEAN --candidate OLEAN --module MODULE --name THEOREM\n\
  \x20                    [--axioms A,B]\n\n\
   What the verifier runs before and after it compiles a claim (docs/verification.md). The answer is\n\
   the last line on stdout, in JSON."

/-- The program `judge`. -/
def judgeMain : List String → IO UInt32
  | "prepare" :: rest =>
    run ["--file", "--module", "--name", "--proof", "--options"] ["--any-syntax"] rest prepareMain
  | "compare" :: rest =>
    run ["--original", "--candidate", "--module", "--name", "--axioms"] [] rest compareMain
  | words =>
    let other := match words with
      | [] => Asked.mistaken "expected prepare or compare"
      | word :: _ => if word == "--help" || word == "-h" then .help
        else .mistaken s!"expected prepare or compare, not '{word}'"
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
