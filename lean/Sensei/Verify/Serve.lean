/-
Serve: many claims about one file, prepared by one process.

Elaborates the untouched file once and keeps the state before each command. Of a claim it does what
`prepare` does: it parses the text and runs nothing of it, so that no claim can reach another. Where
the file allows, it also *cuts* it at the theorem: it writes the module as it stands before the
theorem, and says which lines of the file a short one needs that imports this module and holds the
theorem alone. A fresh process can then compile the claim without the file above it.

A cut must mean what the file means, so it is offered only if every command above the theorem is one
of two kinds: what a compiled module keeps (declarations, attributes, notation that is not local),
or what only the rest of the file sees and can be said again word for word (namespaces, sections,
`open`, `variable`, options). `sidecar/sensei/verify/cut.py` compiles and judges it.
-/
import Sensei.Core.Command
import Sensei.Verify.Prepare

namespace Sensei.Verify
open Lean Elab

/-- The module that stands for the file above a theorem; no project has one of this name. -/
def beforeModule : Name := `SenseiBefore

/-- Commands that a compiled module keeps nothing of, to be said again. -/
private def scopeKinds : List Name :=
  [`Lean.Parser.Command.namespace, `Lean.Parser.Command.section, `Lean.Parser.Command.end,
    `Lean.Parser.Command.open, `Lean.Parser.Command.variable, `Lean.Parser.Command.universe,
    `Lean.Parser.Command.set_option, `Lean.Parser.Command.include, `Lean.Parser.Command.omit]

/-- Commands that a compiled module keeps, unless a part of them is local. -/
private def keptKinds : List Name :=
  [`Lean.Parser.Command.declaration, `Lean.Parser.Command.mutual, `Lean.Parser.Command.in,
    `Lean.Parser.Command.moduleDoc, `Lean.Parser.Command.attribute,
    `Lean.Parser.Command.deriving, `Lean.Parser.Command.export, `Lean.Parser.Command.check,
    `Lean.Parser.Command.print, `Lean.Parser.Command.mixfix, `Lean.Parser.Command.notation,
    `Lean.Parser.Command.macro, `Lean.Parser.Command.macro_rules, `Lean.Parser.Command.syntax,
    `Lean.Parser.Command.elab, `Lean.Parser.Command.elab_rules]

/-- Whether some word of the command is `local`. -/
private def saysLocal (command : Syntax) : Bool :=
  (command.find? fun | .atom _ text => text == "local" | _ => false).isSome

/-- The file cut at a command. -/
private structure Cut where
  /-- Byte ranges of the commands that the short file repeats, in their order. -/
  scopes : Array (String.Pos.Raw × String.Pos.Raw) := #[]

/-- The cut after one more command; none if the command is of neither kind. -/
private def Cut.past (cut : Cut) (visited : Visited) : Option Cut :=
  let kind := visited.command.getKind
  if scopeKinds.contains kind then do
    let start ← visited.command.getPos?
    let stop ← visited.command.getTailPos?
    return { cut with scopes := cut.scopes.push (start, stop) }
  else if keptKinds.contains kind && !saysLocal visited.command then some cut
  else none

/-- The file as elaborated. -/
private structure Served where
  source : Source
  /-- The commands that declare something, and the cut before each. -/
  places : Array (Visited × Option Cut)
  headerEnd : String.Pos.Raw
  /-- Places whose module is written. -/
  written : IO.Ref (Array Nat)
  /-- Where answers go; what the file's own code prints is none. -/
  answers : IO.FS.Stream

private def Served.read (source : Source) (answers : IO.FS.Stream) : IO Served := do
  let start ← source.start
  let errors ← errorTexts start.state.messages
  if let some error := errors[0]? then throw (IO.userError error)
  let cut ← IO.mkRef (some {} : Option Cut)
  let places ← IO.mkRef #[]
  discard <| source.forCommands start fun visited => do
    let cut? ← cut.get
    if (bodyOf? visited.command).isSome then places.modify (·.push (visited, cut?))
    cut.set (cut?.bind (·.past visited))
    return true
  return {
    source, places := ← places.get, headerEnd := start.parser.pos, written := ← IO.mkRef #[],
    answers }

private def range (place : String.Pos.Raw × String.Pos.Raw) : Json :=
  toJson #[place.1.byteIdx, place.2.byteIdx]

/-- What a short file is made of, its module written below `folder`. -/
private def Served.cutAt (served : Served) (number : Nat) (visited : Visited)
    (cut? : Option Cut) (folder : System.FilePath) : IO (Option Json) := do
  let some cut := cut? | return none
  let some start := visited.command.getPos? | return none
  let some stop := visited.command.getTailPos? | return none
  let own := folder / toString number
  unless (← served.written.get).contains number do
    IO.FS.createDirAll own
    writeModule visited.before.state.env (own / s!"{beforeModule}.olean")
    served.written.modify (·.push number)
  return Json.mkObj
    [("folder", toJson own.toString), ("headerEnd", toJson served.headerEnd.byteIdx),
      ("scopes", Json.arr (cut.scopes.map range)), ("command", range (start, stop))]

/-- Prepares one claim. -/
private def Served.prepare (served : Served) (name : Name) (proof : String) (anySyntax : Bool)
    (folder : System.FilePath) : IO Json := do
  let declares (visited : Visited) : Bool :=
    (constantNamed? visited.after.state.env served.source.module name).isSome
  let some number := served.places.findIdx? (declares ·.1)
    | return Json.mkObj [("elsewhere", true)]
  let some (visited, cut?) := served.places[number]? | return Json.mkObj [("elsewhere", true)]
  if (constantNamed? visited.before.state.env served.source.module name).isSome then
    return Json.mkObj [("elsewhere", true)]
  match locateBody visited with
  | .error reason => return Json.mkObj [("error", reason.describe name)]
  | .ok located =>
    match ← prepareAt served.source located proof anySyntax with
    | .refused reason detail =>
      return Json.mkObj [("refused", reason), ("detail", detail)]
    | .ready start stop =>
      let cut? ← served.cutAt number visited cut? folder
      return Json.mkObj
        [("bodyStart", toJson start.byteIdx), ("bodyEnd", toJson stop.byteIdx),
          ("cut", cut?.getD .null)]

private def Served.say (served : Served) (json : Json) : IO Unit := do
  served.answers.putStrLn json.compress
  served.answers.flush

/-- Answers claims from stdin, one JSON object a line, until it ends: `{"name", "proof",
"anySyntax"}`. The first line out says that the file is read. -/
def serveClaims (source : Source) (folder : System.FilePath) : IO Unit := do
  let answers ← IO.getStdout
  discard <| IO.setStdout (← IO.getStderr)
  let served ← Served.read source answers
  served.say (Json.mkObj [("ready", true)])
  let input ← IO.getStdin
  for _ in [0 : 1000000000] do
    let line ← input.getLine
    if line.isEmpty then break
    let request ← ofExcept (Json.parse line)
    let name := (← ofExcept (request.getObjValAs? String "name")).toName
    let proof ← ofExcept (request.getObjValAs? String "proof")
    let anySyntax := (request.getObjValAs? Bool "anySyntax").toOption.getD false
    -- Once the claim is said to be reached, only its text can be at fault.
    served.say (Json.mkObj [("located", true)])
    served.say (← served.prepare name proof anySyntax folder)

end Sensei.Verify
