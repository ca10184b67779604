/-
A tactic as text, from a model or a client: parsed, and held against what no text may write.

The text is data. It is read as the lines after `by`, all of it, at a place with its namespaces,
opens, options and notations, and refused by what it is (`Sensei.Core.Forbidden`: kinds of syntax,
never spelling). Nothing is elaborated here.
-/
import Lean.Parser.Extension
import Sensei.Core.Forbidden
import Sensei.Core.Text

namespace Sensei
open Lean

/-- Longest tactic text, bytes of UTF-8: parsing and elaborating are not cancelled at every point. -/
def maxTacticBytes : Nat := 4096

/-- Why a text is not run. -/
inductive TextFault where
  | parse (message : String)
  | forbidden (message : String)

/-- Parses a tactic text. `fileName` is what messages call it. -/
def parseTacticText (place : Parser.ParserModuleContext) (fileName text : String) :
    Except TextFault Syntax := do
  let input := Parser.mkInputContext ("by\n" ++ text) fileName
  let parser := Parser.andthenFn Parser.whitespace (Parser.categoryParserFn `term)
  let start := Parser.mkParserState input.inputString
  let state := parser.run input place (Parser.getTokenTable place.env) start
  if !state.allErrors.isEmpty then throw (.parse (state.toErrorMsg input))
  unless state.pos == input.inputString.rawEndPos do
    let rest := String.Pos.Raw.extract input.inputString state.pos input.inputString.rawEndPos
    throw (.parse s!"expected the end of the tactic, not '{shortened (trimmed rest) 60}'")
  let root := state.stxStack.back
  -- An empty block is no error for Lean's parser.
  let block := (root.getArg 1).getArg 0
  let empty := block.isOfKind `Lean.Parser.Tactic.tacticSeq1Indented &&
    (block.getArg 0).getNumArgs == 0
  if empty || !root.isOfKind `Lean.Parser.Term.byTactic then throw (.parse "expected a tactic")
  if let some detail := forbidden? root place.options then throw (.forbidden detail)
  return root.getArg 1

end Sensei
