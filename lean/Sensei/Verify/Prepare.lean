/-
Prepare: where a proof goes, and whether the text offered is one proof and nothing else.

Elaborates only the untouched file, up to the theorem; of the candidate it parses the one command,
in the environment and scope of that place, and runs nothing.
-/
import Sensei.Core.Declaration
import Sensei.Core.Forbidden
import Sensei.Core.Text

namespace Sensei.Verify
open Lean Elab

/-- The outcome of preparing. -/
inductive Prepared where
  /-- The candidate is one proof; the original body is at these bytes of the LF text. -/
  | ready (bodyStart bodyEnd : String.Pos.Raw)
  /-- The candidate is refused: reason on the wire, line for people. -/
  | refused (reason detail : String)

private def shorten (text : String) : String :=
  shortened ((text.splitOn "\n").filter (· != "") |>.headD "") 120

/-- Whether what follows a proof is white space and comments, as Lean reads them. -/
private def saysNothing (env : Environment) (rest : String) : Bool :=
  let input := Parser.mkInputContext rest "<rest>"
  let state := Parser.whitespace.run input { env, options := {} } (Parser.getTokenTable env)
    (Parser.mkParserState rest)
  state.allErrors.isEmpty && state.pos == rest.rawEndPos

/-- Parses `proof` in place of the located body. -/
def prepareAt (source : Source) (located : Located) (proof : String) (anySyntax : Bool) :
    IO Prepared := do
  let text := source.input.fileMap.source
  let head := String.Pos.Raw.extract text 0 located.bodyStart
  let tail := String.Pos.Raw.extract text located.bodyEnd text.rawEndPos
  let body := ":= " ++ proof
  let input := Parser.mkInputContext (head ++ body ++ tail) source.path.toString
  let before := located.visited.before
  let spliced := { source with input }
  let (command, _, messages) := spliced.parseNext before
  let bodyEnd : String.Pos.Raw := ⟨head.utf8ByteSize + body.utf8ByteSize⟩
  let errors ← errorTexts messages
  let parsed? := do
    let node ← bodyOf? command
    let start ← node.getPos?
    let stop ← node.getTailPos?
    guard (start == located.bodyStart)
    return (node, stop)
  match parsed? with
  | none =>
    return .refused "does_not_compile" (shorten (errors[0]?.getD "the proof does not parse"))
  | some (node, stop) =>
    if bodyEnd < stop then
      return .refused "context_changed" "the proof takes in the text that follows it"
    let rest := String.Pos.Raw.extract (head ++ body) stop bodyEnd
    if let some error := errors[0]? then
      return .refused "does_not_compile" (shorten error)
    unless saysNothing before.state.env rest do
      return .refused "extra_declaration" s!"the text goes on after the proof: {shorten rest}"
    if !anySyntax then
      let options := before.state.scopes.head?.map (·.opts) |>.getD source.options
      if let some detail := forbidden? node options then
        return .refused "forbidden_syntax" detail
    return .ready located.bodyStart located.bodyEnd

end Sensei.Verify
