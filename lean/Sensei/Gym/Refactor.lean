/-
Joining what is to be found with what it has to satisfy: a definition that is `sorry`, and the
theorems about it that are, become one definition of a subtype that is `sorry`, in the place of the
last of them.

The texts of the statements are taken as they are written; the result is elaborated before it is
answered, so that what cannot be written so is a complaint, not a wrong file.
-/
import Sensei.Gym.Frontend

namespace Sensei.Gym
open Lean Elab

/-- A definition or theorem that is `sorry`. -/
private structure Open where
  /-- As it is written, and as it is in the environment. -/
  written : String
  name : Name
  isTheorem : Bool
  /-- The texts of the binders and of the type. -/
  binders : List String
  type : String
  /-- The constants in its statement. -/
  uses : Array Name

/-- A command of the text. -/
private structure Part where
  text : String
  /-- The doc comment before it, with the white space behind it. -/
  doc : String
  open? : Option Open

private def slice (text : String) (start stop : String.Pos.Raw) : String :=
  String.Pos.Raw.extract text start stop

private def textOf (source : String) (stx : Syntax) : String :=
  match stx.getPos?, stx.getTailPos? with
  | some start, some stop => slice source start stop
  | _, _ => ""

/-- The value of a declaration is nothing but `sorry`. -/
private def isOpen (command : Syntax) : Bool :=
  match bodyOf? command with
  | some body =>
    body.isOfKind `Lean.Parser.Command.declValSimple &&
      match (sorries body).toList, (body.getArg 1).getPos?, (body.getArg 1).getTailPos? with
      | [(start, stop)], some from_, some to =>
        stop == to && (start == from_ || (body.getArg 1).isOfKind `Lean.Parser.Term.byTactic &&
          isWhole (body.getArg 1) start)
      | _, _, _ => false
  | none => false
where
  /-- The `sorry` comes right after the word `by`. -/
  isWhole (by_ : Syntax) (start : String.Pos.Raw) : Bool :=
    (by_.getArg 1).getPos? == some start

private def openOf? (source : String) (visited : Visited) : Option Open := do
  let command := visited.command
  guard (command.isOfKind `Lean.Parser.Command.declaration && isOpen command)
  let declaration := command.getArg 1
  let isTheorem := declaration.isOfKind `Lean.Parser.Command.theorem
  guard (isTheorem || declaration.isOfKind `Lean.Parser.Command.definition)
  let declId := declaration.getArg 1
  -- `name.{u}` is one that a subtype cannot bind.
  guard (textOf source (declId.getArg 1) == "")
  let signature := declaration.getArg 2
  let typeSpec ← if isTheorem then some (signature.getArg 1) else
    let optional := signature.getArg 1
    if optional.getNumArgs == 1 then some (optional.getArg 0) else none
  let (had, has) := (visited.before.state.env, visited.after.state.env)
  let written := textOf source (declId.getArg 0)
  let namespace_ := (visited.before.state.scopes.head?.map (·.currNamespace)).getD .anonymous
  let info ← has.find? (namespace_ ++ written.toName)
  guard (!had.contains info.name)
  return {
    written, name := info.name, isTheorem, type := textOf source (typeSpec.getArg 1)
    binders := (signature.getArg 0).getArgs.toList.map (textOf source)
    uses := info.type.getUsedConstants }

/-- The type of what is declared, as one term. -/
private def Open.statement (o : Open) : String :=
  if o.binders.isEmpty then o.type
  else if o.isTheorem then s!"∀ {" ".intercalate o.binders}, {o.type}"
  else "".intercalate (o.binders.map fun binder => binder ++ " → ") ++ o.type

/-- The definition of the subtype, in which the properties stand in the order of the text. -/
private def joined (doc : String) (found : Open) (properties : List Open) : String :=
  let bracketed (text : String) := if properties.length == 1 then text else s!"({text})"
  let all := " ∧ ".intercalate (properties.map fun property => bracketed property.statement)
  s!"{doc}def {found.written}_composite : " ++
    s!"\{ {found.written} : {found.statement} // {all} } :=\n  sorry\n"

/-- Which property is about which definition: its place among the parts. -/
private def ownersOf (parts : Array Part) : Answer (Array (Option Nat)) := do
  let opens := parts.map (·.open?)
  parts.mapM fun part => do
    let some property := part.open? | return none
    unless property.isTheorem do return none
    let owners := (List.range parts.size).filter fun place =>
      match opens[place]? with
      | some (some found) => !found.isTheorem && property.uses.contains found.name
      | _ => false
    match owners with
    | [] => return none
    | [owner] => return some owner
    | _ => complain "operation" s!"{property.written} is about several definitions that are sorry"

private def rewritten (parts : Array Part) (owners : Array (Option Nat)) : String := Id.run do
  let mut text := ""
  for place in [0 : parts.size] do
    let some part := parts[place]? | continue
    let owner := (owners[place]?).join
    -- A definition goes where its last property stands.
    if owner.isNone && owners.contains (some place) then continue
    let some own := owner
      | text := text ++ part.text
        continue
    let mine := (List.range parts.size).filter fun other => (owners[other]?).join == some own
    if mine.getLast? != some place then continue
    let properties := mine.filterMap fun other => (parts[other]?).bind (·.open?)
    if let some { open? := some found, doc, .. } := parts[own]? then
      text := text ++ joined doc found properties
  return text

/-- Answers `frontend.refactor`. Complains if the text or what becomes of it does not elaborate. -/
def refactor (server : Server) (payload : Json) : Answer Text := do
  let options := (← field? (α := Array String) payload "coreOptions").getD #[]
  unless options.isEmpty do
    complain "operation" "the options are those of the file; write set_option into the text"
  let text : String ← field payload "file"
  let parts ← IO.mkRef (#[] : Array Part)
  let checked (what : String) (text : String) (visit : Visited → Answer Unit) : Answer Unit :=
    discard <| elaborate server text fun _ visited => do
      if let some message := (← errorTexts visited.messages)[0]? then
        complain "frontend" s!"{what}{message}"
      visit visited
  checked "" text fun visited => do
    let stop := visited.after.parser.pos
    let comments := ((visited.command.getArg 0).getArg 0).getArgs
    let doc := String.join (comments.toList.map fun comment => textOf text comment ++ "\n")
    let first := (← parts.get).isEmpty
    let start := if first then 0 else (visited.command.getPos?).getD visited.position
    parts.modify (·.push { text := slice text start stop, doc, open? := openOf? text visited })
  let parts ← parts.get
  let written := rewritten parts (← ownersOf parts)
  checked "what becomes of it does not elaborate: " written fun _ => return
  return .object [("file", .ofString written)]

end Sensei.Gym
