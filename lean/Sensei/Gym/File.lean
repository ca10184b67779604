/-
The file of a step server: elaborated as far as was needed, and what in it can be opened.

Each command is kept with the states around it. Elaboration goes on where it stopped when a name is
asked for that did not come yet, so a theorem at the top of a long file opens at once.
-/
import Sensei.Core.Declaration

namespace Sensei.Gym
open Lean Elab

/-- A file under elaboration. -/
structure OpenFile where
  source : Source
  /-- The state after the header. -/
  start : Cursor
  /-- The commands so far, in order. -/
  visited : IO.Ref (Array Visited)
  ended : IO.Ref Bool

/-- Elaborates the header of a file, and nothing else of it. Fails with the header's first error. -/
def OpenFile.new (source : Source) : IO OpenFile := do
  let start ← source.start
  if let some message := (← errorTexts start.state.messages)[0]? then
    throw (IO.userError message)
  return { source, start, visited := ← IO.mkRef #[], ended := ← IO.mkRef false }

/-- Elaborates on, until a command satisfies `enough` or the file ends. -/
def OpenFile.advance (file : OpenFile) (enough : Visited → Bool) : IO Unit := do
  if ← file.ended.get then return
  let cursor := match (← file.visited.get).back? with
    | some last => last.after
    | none => file.start
  file.ended.set true
  discard <| file.source.forCommands cursor fun visited => do
    file.visited.modify (·.push visited)
    if enough visited then
      file.ended.set false
      return false
    return true

private def OpenFile.declaredAfter (file : OpenFile) (name : Name) (visited : Visited) : Bool :=
  (constantNamed? visited.after.state.env file.source.module name).isSome

/-- The index of the command that declares `name`, among those so far: what one command declares is
declared after all later ones, so it can be found by halving. -/
private def OpenFile.indexOf? (file : OpenFile) (name : Name) : IO (Option Nat) := do
  let visited ← file.visited.get
  let declared (index : Nat) : Bool :=
    match visited[index]? with
    | some visited => file.declaredAfter name visited
    | none => true
  let mut low := 0
  let mut high := visited.size
  for _ in [0 : 64] do
    if low < high then
      let middle := (low + high) / 2
      if declared middle then high := middle else low := middle + 1
  return if low < visited.size then some low else none

private def properPrefixes : Name → List Name
  | .anonymous => []
  | .str outer _ | .num outer _ => outer :: properPrefixes outer

/-- Whether `name` is the one that a command writes, or the command writes none. -/
private def named (command : Syntax) (name : Name) : Bool :=
  match command.find? (·.isOfKind `Lean.Parser.Command.declId) with
  | none => true
  | some declId =>
    match (declId.getArg 0).getId.components with
    | [] => false  -- it did not parse
    | `_root_ :: rest => rest == name.components
    | components => components.isSuffixOf name.components

/-- Whether users wrote the declaration `name` of the command that declares it. Lean adds some of
its own: under names that go on from the user's, or from earlier ones whose lemmas a proof uses. -/
private def OpenFile.written (file : OpenFile) (visited : Visited) (name : Name) : Bool :=
  !name.isInternalDetail &&
    named visited.command name &&
    (properPrefixes name).all fun outer =>
      !file.declaredAfter outer visited ||
        (constantNamed? visited.before.state.env file.source.module outer).isSome

/-- The command that declares `name` with a body; a private declaration goes by its short name or
by the one it has in the environment. -/
def OpenFile.find (file : OpenFile) (name : Name) : IO (Except NotLocated Visited) := do
  let short := (privateToUserName? name).getD name
  let name := if name == privateName file.source.module short then short else name
  if (constantNamed? file.start.state.env file.source.module name).isSome then
    return .error .imported
  if (← file.indexOf? name).isNone then file.advance (file.declaredAfter name)
  let some index ← file.indexOf? name | return .error .missing
  let some visited := (← file.visited.get)[index]? | return .error .missing
  if !file.written visited name then return .error .missing
  return (locateBody visited).map fun _ => visited

/-- The command that a place, in bytes from the file's beginning, is in. -/
def OpenFile.commandAt (file : OpenFile) (place : String.Pos.Raw) : IO (Option Visited) := do
  let reaches (visited : Visited) : Bool := place.byteIdx < visited.after.parser.pos.byteIdx
  let there := (← file.visited.get).any reaches
  if !there then file.advance reaches
  return (← file.visited.get).find? reaches

/-- The names that users gave to declarations with a body, in the order of the file. -/
def OpenFile.openable (file : OpenFile) : IO (Array Name) := do
  file.advance fun _ => false
  let visited ← file.visited.get
  let some last := visited.back? | return #[]
  let names := last.after.state.env.constants.map₂.foldl (init := #[]) fun names name _ =>
    names.push ((privateToUserName? name).getD name)
  let mut found : Array (Nat × Name) := #[]
  for name in names do
    unless name.isInternalDetail do
      if let some index ← file.indexOf? name then
        if let some visited := visited[index]? then
          if (locateBody visited).isOk && file.written visited name then
            found := found.push (index, name)
  return (found.qsort fun (i, a) (j, b) => i < j || (i == j && a.toString < b.toString)).map (·.2)

end Sensei.Gym
