/-
Terms that clients give: as statements to prove, as tactics, to be echoed, and as declarations.

A term as a tactic is a text like any other (Sensei.Gym.Step reads and refuses it). A statement is
opened as a declaration after the end of the file, or after what was added there, and nothing of it is
kept.
-/
import Sensei.Core.Forbidden
import Sensei.Core.Text
import Sensei.Gym.Kept

namespace Sensei.Gym
open Lean Elab Meta

/-- A text in brackets behind another, its lines below one another as they were. -/
private def bracketed (before text : String) : String :=
  s!"{before}({indented text (before.length + 1)})"

/-- The tactic that proves a goal by a term; `?_` in it are the next goals. -/
def assigning (term : String) : String := bracketed "refine " term

/-- The tactic that introduces `name` with a type: the next goals are the value and the goal itself. -/
def introducing (word name type : String) : String :=
  bracketed s!"refine ({word} {name} : " type ++ " := ?_; ?_)"

private def isSorry (node : Syntax) : Bool :=
  node.isOfKind `Lean.Parser.Term.sorry || node.isOfKind `Lean.Parser.Tactic.tacticSorry

private def isBy (node : Syntax) : Bool := node.isOfKind `Lean.Parser.Term.byTactic

/-- Whether a node is `by sorry`. -/
private def isBySorry (node : Syntax) : Bool :=
  isBy node && match ((node.getArg 1).getArg 0).getArg 0 with
    | .node _ _ parts => parts.size == 1 && parts.all isSorry
    | _ => false

private def found (stx : Syntax) : Array (String.Pos.Raw × String.Pos.Raw) :=
  match stx.getPos?, stx.getTailPos? with
  | some start, some stop => #[(start, stop)]
  | _, _ => #[]

/-- Where `sorry` stands in a syntax tree, in the order of the text. The recursion follows the tree. -/
partial def sorries (stx : Syntax) : Array (String.Pos.Raw × String.Pos.Raw) :=
  if isSorry stx then found stx else stx.getArgs.flatMap sorries

/-- Where a term has `sorry` or `by sorry` outside of other tactics. The recursion follows the tree. -/
private partial def termSorries (stx : Syntax) : Array (String.Pos.Raw × String.Pos.Raw) :=
  if isSorry stx || isBySorry stx then found stx
  else if isBy stx then #[]
  else stx.getArgs.flatMap termSorries

/-- A term with `?_` in the place of each `sorry` and `by sorry`. One within other tactics stays, and is
refused when the term is run. -/
def withHoles (place : Place) (env : Environment) (text : String) : Except String String := do
  let { options, currNamespace, openDecls, .. } := place.coreContext
  let input := Parser.mkInputContext text "<draft>"
  let parser := Parser.andthenFn Parser.whitespace (Parser.categoryParserFn `term)
  let state := parser.run input { env, options, currNamespace, openDecls }
    (Parser.getTokenTable env) (Parser.mkParserState text)
  if !state.allErrors.isEmpty then throw (state.toErrorMsg input)
  let (rest, written) := (termSorries state.stxStack.back).foldr (init := (text.rawEndPos, ""))
    fun (start, stop) (before, written) =>
      (start, "?_" ++ String.Pos.Raw.extract text stop before ++ written)
  return String.Pos.Raw.extract text 0 rest ++ written

/-- Where expressions are read: after the file, and what was added. -/
def Server.scope (server : Server) : IO Cursor := do
  if let some cursor := ← server.scope?.get then return cursor
  server.file.advance fun _ => false
  return match (← server.file.visited.get).back? with
    | some last => last.after
    | none => server.file.start

/-- One command after the end of the file. Complains if the text is not one, or has in it what no proof
may have. -/
def Server.command (server : Server) (text : String) : Answer (Source × Visited) := do
  let cursor ← server.scope
  let source := { server.file.source with input := Parser.mkInputContext text "<expression>" }
  -- An unknown name is no variable.
  let scopes := match cursor.state.scopes with
    | scope :: outer => { scope with opts := scope.opts.setBool `autoImplicit false } :: outer
    | [] => []
  let before : Cursor := { parser := {}, state := { cursor.state with messages := {}, scopes } }
  let (command, parser, messages) := source.parseNext before
  if let some message := (← errorTexts messages)[0]? then complain "parse" message
  unless parser.pos == text.rawEndPos do complain "parse" "text is left over"
  let options := (cursor.state.scopes.head?.map (·.opts)).getD {}
  if let some detail := forbidden? command options then complain "operation" detail
  return (source, { command, position := 0, before, after := { before with parser }, messages := {} })

/-- Elaborates a command within the time of a tactic. -/
def Server.elabCommand (server : Server) (source : Source) (position : String.Pos.Raw)
    (command : Syntax) (before : Command.State) : IO Command.State := do
  let limits ← server.limits.get
  let before := { before with infoState := { enabled := false } }
  server.watchdog.guard limits.timeoutMs fun token =>
    source.elabCommand position command before (some token)

private def universes (levels : List String) : String :=
  if levels.isEmpty then "" else ".{" ++ ", ".intercalate levels ++ "}"

/-- Opens a type as a goal. -/
def openStatement (server : Server) (levels : List String) (type : String) : Answer Kept := do
  let (source, visited) ← server.command
    s!"def goalOfExpression{universes levels} : ({indented type 4}) := by skip"
  match ← openHooked source server.file.hook visited (hookedBody visited.command) with
  | .error message => complain "core" message
  | .ok (place, point) => return { place, point }

/-- Adds a declaration for the expressions that come after it. It is no part of the file. -/
def add (server : Server) (payload : Json) : Answer Text := do
  let name : String ← field payload "name"
  let levels := (← field? (α := List String) payload "levels").getD []
  let word := if (← field? payload "isTheorem").getD false then "theorem" else "def"
  let value : String ← field payload "value"
  let type := match ← field? (α := String) payload "type" with
    | some type => s!" : ({indented type 4})"
    | none => ""
  let (source, visited) ← server.command
    s!"{word} {name}{universes levels}{type} := ({indented value 4})"
  let after ← server.elabCommand source 0 visited.command visited.before.state
  for message in after.messages.toList do
    if message.severity matches .error then complain "core" (← message.data.toString)
    if message.data.hasTag (· == `hasSorry) then complain "operation" "the declaration uses sorry"
  let scopes := (← server.scope).state.scopes
  let cursor : Cursor := { state := { after with messages := {}, scopes }, parser := {} }
  server.scope?.set (some cursor)
  server.added.modify (·.push (Json.mkObj [("add", payload)]))
  return .object []

/-- Elaborates a term, and prints it and its type. -/
def echo (server : Server) (payload : Json) : Answer Text := do
  let term : String ← field payload "expr"
  let type := match ← field? (α := String) payload "type" with
    | some type => s!"({indented type 4})"
    | none => "_"
  let levels := (← field? (α := List String) payload "levels").getD []
  let (source, visited) ← server.command
    s!"def goalOfExpression{universes levels} := (({indented term 4}) : {type})"
  let some body := bodyOf? visited.command | complain "parse" "there is no term"
  let opening ← server.command s!"def goalOfExpression{universes levels} : True := by skip"
  let (place, point) ← match ← openHooked source server.file.hook opening.2
      (hookedBody opening.2.command) with
    | .error message => complain "core" message
    | .ok opened => pure opened
  let act : Tactic.TacticM (String × String) := do
    let term ← Term.elabTermAndSynthesize (body.getArg 1) none
    let term ← instantiateMVars term
    return (toString (← ppExpr term), toString (← ppExpr (← instantiateMVars (← inferType term))))
  let limits ← server.limits.get
  match ← guarded place point limits server.watchdog term act with
  | .error failure => complain "core" (failure.message limits)
  | .ok ((term, type), next) =>
    for message in next.coreState.messages.toList do
      if message.severity matches .error then complain "core" (← message.data.toString)
    let printed (text : String) : Text := .object [("pp", .ofString text)]
    return .object [("expr", printed term), ("type", printed type)]

end Sensei.Gym
