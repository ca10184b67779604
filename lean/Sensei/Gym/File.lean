/-
The file of a step server: elaborated as far as was needed, and what in it can be opened.

Each command is kept with the states around it, and with the place where its body's tactics
started. Elaboration goes on where it stopped when a name is asked for that did not come yet, so a
theorem at the top of a long file opens at once.
-/
import Sensei.Core.Declaration
import Sensei.Gym.State

namespace Sensei.Gym
open Lean Elab

/-- A command that was elaborated. -/
structure Loaded extends Visited where
  /-- Where the tactics of its body started, as far as they were met. -/
  body? : Option (Place × Point)

/-- A file under elaboration. -/
structure OpenFile where
  source : Source
  hook : IO.Ref Hook
  /-- The state after the header. -/
  start : Cursor
  /-- The commands so far, in order. -/
  visited : IO.Ref (Array Loaded)
  ended : IO.Ref Bool

/-- Elaborates the header of a file, and nothing else of it. Fails with the header's first error. -/
def OpenFile.new (source : Source) (hook : IO.Ref Hook) : IO OpenFile := do
  let start ← source.start
  if let some message := (← errorTexts start.state.messages)[0]? then
    throw (IO.userError message)
  return { source, hook, start, visited := ← IO.mkRef #[], ended := ← IO.mkRef false }

/-- Elaborates the next command, without info trees: nobody reads them. -/
private def OpenFile.loadNext (file : OpenFile) (before : Cursor) : IO Loaded := do
  let (command, parser, messages) := file.source.parseNext before
  let position := before.parser.pos
  let (state, body?) ← keepingBody file.hook command do
    file.source.elabCommand position command
      { before.state with infoState := { enabled := false } }
  let after : Cursor := { state := { state with infoState := before.state.infoState }, parser }
  return { command, position, before, after, messages := messages ++ state.messages, body? }

/-- Elaborates on, until a command satisfies `enough` or the file ends. The bound on the loop is the
length of the file: every command is at least one byte long. -/
def OpenFile.advance (file : OpenFile) (enough : Visited → Bool) : IO Unit := do
  if ← file.ended.get then return
  let mut cursor := match (← file.visited.get).back? with
    | some last => last.after
    | none => file.start
  file.ended.set true
  for _ in [0 : file.source.input.fileMap.source.utf8ByteSize + 2] do
    let loaded ← file.loadNext cursor
    file.visited.modify (·.push loaded)
    cursor := loaded.after
    if enough loaded.toVisited then
      file.ended.set (Parser.isTerminalCommand loaded.command)
      return
    if Parser.isTerminalCommand loaded.command then return

private def OpenFile.declaredAfter (file : OpenFile) (name : Name) (visited : Visited) : Bool :=
  (constantNamed? visited.after.state.env file.source.module name).isSome

/-- The index of the command that declares `name`, among those so far: what one command declares is
declared after all later ones, so it can be found by halving. -/
private def OpenFile.indexOf? (file : OpenFile) (name : Name) : IO (Option Nat) := do
  let visited ← file.visited.get
  let last? := visited.back?.bind fun last =>
    constantNamed? last.after.state.env file.source.module name
  let some constant := last? | return none
  let declared (index : Nat) : Bool :=
    match visited[index]? with
    | some loaded => loaded.after.state.env.contains constant
    | none => true
  let mut low := 0
  let mut high := visited.size
  for _ in [0 : 64] do
    if low < high then
      let middle := (low + high) / 2
      if declared middle then high := middle else low := middle + 1
  return some low

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
def OpenFile.find (file : OpenFile) (name : Name) : IO (Except NotLocated Loaded) := do
  let short := (privateToUserName? name).getD name
  let name := if name == privateName file.source.module short then short else name
  if (constantNamed? file.start.state.env file.source.module name).isSome then
    return .error .imported
  let index? ← match ← file.indexOf? name with
    | some index => pure (some index)
    | none => do
      file.advance (file.declaredAfter name)
      file.indexOf? name
  let some index := index? | return .error .missing
  let some loaded := (← file.visited.get)[index]? | return .error .missing
  if !file.written loaded.toVisited name then return .error .missing
  if loaded.body?.isSome then return .ok loaded
  return (locateBody loaded.toVisited).map fun _ => loaded

/-- Opens the body of a command by elaborating it once more. -/
def OpenFile.openAnew (file : OpenFile) (visited : Visited) : IO (Except String (Place × Point)) :=
  openHooked file.source file.hook visited (hookedBody visited.command)

/-- Opens the body of a command. Unless its tactics were met when the file was elaborated, the
command is elaborated again. -/
def OpenFile.openBody (file : OpenFile) (loaded : Loaded) : IO (Except String (Place × Point)) :=
  match loaded.body? with
  | some (place, point) => checked place point
  | none => file.openAnew loaded.toVisited

/-- The command that a place, in bytes from the file's beginning, is in. -/
def OpenFile.commandAt (file : OpenFile) (place : String.Pos.Raw) : IO (Option Visited) := do
  let reaches (visited : Visited) : Bool := place.byteIdx < visited.after.parser.pos.byteIdx
  let there := (← file.visited.get).any (reaches ·.toVisited)
  if !there then file.advance reaches
  return ((← file.visited.get).find? (reaches ·.toVisited)).map (·.toVisited)

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
        if let some loaded := visited[index]? then
          let visited := loaded.toVisited
          if (locateBody visited).isOk && file.written visited name then
            found := found.push (index, name)
  return (found.qsort fun (i, a) (j, b) => i < j || (i == j && a.toString < b.toString)).map (·.2)

end Sensei.Gym
