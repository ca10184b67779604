/-
What is asked about the environment after the file, and text that is elaborated there.
-/
import Sensei.Gym.Terms

namespace Sensei.Gym
open Lean Elab Meta

private def names (found : List Name) : Text := .of (found.map (·.toString))

private def inScope (server : Server) (act : MetaM α) : Answer α := do
  let { state, .. } ← server.scope
  let scope := state.scopes.head?
  let context : ContextInfo :=
    { env := state.env, fileMap := default, options := (scope.map (·.opts)).getD {}
      ngen := state.ngen, currNamespace := (scope.map (·.currNamespace)).getD .anonymous
      openDecls := (scope.map (·.openDecls)).getD [] }
  let run : IO α := context.runMetaM {} act
  run

/-- The modules that are imported. -/
def describe (server : Server) : Answer Text := do
  let { state, .. } ← server.scope
  let header := state.env.header
  return .object
    [("imports", names (header.imports.toList.map (·.module)).eraseDups),
      ("modules", names header.moduleNames.toList)]

private def ofKind : ConstantInfo → List (String × Text)
  | .inductInfo info =>
    [("inductInfo", .object
      [("numParams", .of info.numParams), ("numIndices", .of info.numIndices),
        ("all", names info.all), ("ctors", names info.ctors), ("isRec", .ofBool info.isRec)])]
  | .ctorInfo info =>
    [("constructorInfo", .object
      [("induct", .ofString info.induct.toString), ("cidx", .of info.cidx),
        ("numParams", .of info.numParams), ("numFields", .of info.numFields)])]
  | _ => []

/-- One constant. -/
def inspect (server : Server) (payload : Json) : Answer Text := do
  let text : String ← field payload "name"
  let asked (name : String) : Answer Bool := return (← field? payload name).getD false
  let (withValue, withConstants) := (← asked "value", ← asked "dependency")
  let { state, .. } ← server.scope
  let env := state.env
  let some info := constantNamed? env server.file.source.module text.toName
      >>= env.find?
    | complain "index" s!"there is no constant {text}"
  inScope server do
    let printed (e : Expr) : MetaM Text :=
      return .object [("pp", .ofString (toString (← ppExpr e)))]
    let isTheorem := info matches .thmInfo _
    let value? := if withValue || !isTheorem then info.value? (allowOpaque := true) else none
    let value ← match value? with
      | some value => pure [("value", ← printed value)]
      | none => pure []
    let constants (name : String) (e? : Option Expr) : List (String × Text) :=
      match e? with
      | some e => if withConstants then [(name, names e.getUsedConstants.toList)] else []
      | none => []
    let module := match env.getModuleIdxFor? info.name with
      | some index => [("module", names (env.header.moduleNames[index.toNat]?).toList)]
      | none => []
    return .object <|
      [("type", ← printed info.type), ("isUnsafe", .ofBool info.isUnsafe)] ++ value ++
        constants "typeDependency" info.type ++
        constants "valueDependency" (info.value? (allowOpaque := true)) ++ ofKind info ++ module

/-- Elaborates a text after the file, command by command. -/
def elaborate (server : Server) (text : String) (visit : Source → Visited → Answer Unit) :
    Answer Cursor := do
  let source := { server.file.source with input := Parser.mkInputContext text "<file>" }
  let mut cursor : Cursor := { (← server.scope) with parser := {} }
  for _ in [0 : text.utf8ByteSize + 2] do
    let (command, parser, parseMessages) := source.parseNext cursor
    if Parser.isTerminalCommand command then break
    let options := (cursor.state.scopes.head?.map (·.opts)).getD {}
    if let some detail := forbidden? command options then complain "operation" detail
    let position := cursor.parser.pos
    let state ← server.elabCommand source position command cursor.state
    let after : Cursor := { state := { state with messages := {} }, parser }
    visit source
      { command, position, before := cursor, after, messages := parseMessages ++ state.messages }
    cursor := after
  return cursor

private def textOfFile (payload : Json) : Answer String := do
  if (payload.getObjVal? "fileName").toOption.isSome then
    complain "operation" "give the text as 'file'; files are traced by 'sensei trace'"
  if (← field? payload "readHeader").getD false then
    complain "operation" "the text is elaborated after the server's file; it has no header"
  field payload "file"

/-- Elaborates a text after the file, and says what each command said. -/
def process (server : Server) (payload : Json) : Answer Text := do
  if (payload.getObjVal? "invocations").toOption.any (!·.isNull) then
    complain "operation" "tactic invocations are recorded by 'sensei trace'"
  let withConstants := (← field? payload "newConstants").getD false
  let text ← textOfFile payload
  let units ← IO.mkRef (#[] : Array Text)
  let last ← elaborate server text fun _ visited => do
    let messages ← messagesOf visited.messages.toList
    let had := visited.before.state.env
    let added := visited.after.state.env.constants.map₂.foldl (init := #[]) fun found name _ =>
      if had.contains name || name.isInternalDetail then found else found.push name.toString
    let constants := if withConstants then [("newConstants", Text.of (added.qsort (· < ·)))] else []
    units.modify (·.push <| .object <|
      [("boundary", .of #[visited.position.byteIdx, visited.after.parser.pos.byteIdx]),
        ("messages", messages)] ++ constants)
  if (← field? payload "inheritEnv").getD false then
    server.scope?.set (some { last with parser := {} })
    server.added.modify (·.push (Json.mkObj [("text", toJson text)]))
  return .object [("units", .array (← units.get).toList)]

/-- Elaborates a text after the file, and opens every `sorry` in it as a goal. -/
def distil (server : Server) (payload : Json) : Answer Text := do
  let text ← textOfFile payload
  let targets ← IO.mkRef (#[] : Array Text)
  discard <| elaborate server text fun source visited => do
    for (start, stop) in sorries visited.command do
      let some hooked := hookedAt visited.command start stop
        | complain "operation" "a sorry that is neither a term nor a tactic"
      match ← openHooked source server.file.hook visited hooked with
      | .error message => complain "core" message
      | .ok (place, point) =>
        let kept : Kept := { place, point }
        let goals ← kept.goals true
        targets.modify (·.push <|
          .object [("stateId", .of (← server.keep kept)), ("goals", goals)])
  return .object [("targets", .array (← targets.get).toList)]

end Sensei.Gym
