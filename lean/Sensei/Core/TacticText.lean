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

/-- Whether `open name` finds a namespace at the place: below the current one or those around it, or
below one that is open. -/
private def opensSomething (place : Parser.ParserModuleContext) (name : Name) : Bool := Id.run do
  if name.getRoot == `_root_ then
    return place.env.isNamespace (name.replacePrefix `_root_ .anonymous)
  let mut outer := place.currNamespace
  -- As deep as namespaces nest.
  for _ in [0 : 1000] do
    if place.env.isNamespace (outer ++ name) then return true
    match outer with
    | .str above _ | .num above _ => outer := above
    | .anonymous => break
  return place.openDecls.any fun
    | .simple ns _ => place.env.isNamespace (ns ++ name)
    | .explicit .. => false

/-- The namespaces that an `open … in` in a proof names. All of them for `open A B`, the first word for
the other forms. Kinds as in Lean 4.35's `Lean.Parser.Command.openDecl`. -/
private def openedIn (node : Syntax) : Array Name :=
  let idents (stx : Syntax) : Array Name :=
    (stx.getArgs.filter (·.isIdent)).map (·.getId)
  if node.isOfKind `Lean.Parser.Command.openSimple then idents (node.getArg 0)
  else if node.isOfKind `Lean.Parser.Command.openScoped then idents (node.getArg 1)
  else if [`Lean.Parser.Command.openOnly, `Lean.Parser.Command.openHiding,
      `Lean.Parser.Command.openRenaming].any (node.isOfKind ·) then #[(node.getArg 0).getId]
  else #[]

/-- A namespace that a text opens and that is not there. -/
private def unknownOpen? (place : Parser.ParserModuleContext) (root : Syntax) : Option Name :=
  let unknown (node : Syntax) : Option Name := (openedIn node).find? (!opensSomething place ·)
  root.find? (fun node => (unknown node).isSome) >>= unknown

/-- The categories of syntax that a proof is made of. What is in none of them, a command or the
description of a parser, say, has no place in one; what is in no category at all is a part of
something else. -/
private def allowedCategories : List Name :=
  [`tactic, `term, `level, `conv, `doElem, `binderPred, `structInstFieldDecl, `attr, `prio,
    `rcasesPat, `rintroPat, `mcasesPat, `mintroPat, `mrefinePat, `mrevertPat,
    `grind, `grind_filter, `grind_mod, `grind_ref, `vcgenDischarge,
    `sym_discharger, `sym_dsimp_field, `sym_dsimproc, `sym_simp_field, `sym_simproc]

/-- Categories of the language itself that are in no proof. Others that are not allowed above are
declared by libraries, for tactics of their own. -/
private def languageCategories : List Name := [`command, `stx, `prec, `rawStx]

/-- A kind of syntax in a text that is in no category that a proof may use. -/
private def strangeKind? (env : Environment) (root : Syntax) : Option Name :=
  let categories := (Parser.parserExtension.getState env).categories
  let kindsOf (names : List Name) := (names.filterMap categories.find?).map (·.kinds)
  let (language, allowed) := (kindsOf languageCategories, kindsOf allowedCategories)
  let strange (node : Syntax) : Bool :=
    let kind := node.getKind
    language.any (·.contains kind) && !allowed.any (·.contains kind)
  (root.find? strange).map (·.getKind)

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
  if let some kind := strangeKind? place.env root then
    throw (.forbidden s!"{kind} has no place in a proof")
  if let some name := unknownOpen? place root then
    throw (.forbidden s!"it opens {name}, which is no namespace here")
  return root.getArg 1

end Sensei
