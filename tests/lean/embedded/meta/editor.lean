/-
What editor tactics need: work beside the file, widgets, places, labels of `sorry`, names, selectors.
-/
import Lean
import Lean.Data.Lsp.Utf16
import Lean.LibrarySuggestions.Basic
import Lean.Meta.Sorry
import Lean.ReservedNameAction
import Lean.Server.CodeActions.Basic
import Lean.Widget.UserWidget

open Lean Elab Meta Server

@[widget_module] def shown : Widget.Module where
  javascript := "export default function Shown(props) { return null }"

@[server_rpc_method] def answer (n : Nat) : RequestM (RequestTask Nat) := do
  if n == 0 then throw (.invalidParams "not 0")
  if n == 1 then throw (.internalError "not 1")
  return .pure (n + 1)

@[code_action_provider] def nothing : CodeActionProvider := fun params snap => do
  discard <| pure (toJson params).compress
  let count := snap.infoTree.foldInfo (init := 0) fun _ _ n => n + 1
  if count == 0 then throw (.internalError "no info")
  match (fromJson? (Json.mkObj [("title", toJson "t")]) : Except String Lsp.CodeAction) with
  | .ok action => return #[{ eager := action }]
  | .error _ => return #[]

elab "beside" : tactic => do
  let ref ← getRef
  Widget.savePanelWidgetInfo shown.javascriptHash.val (return Json.mkObj [("a", toJson 1)]) ref
  let work : Unit → CoreM Unit := fun _ => logInfoAt ref "done beside"
  let work ← Core.wrapAsyncAsSnapshot work none (desc := "beside")
  let task ← BaseIO.asTask (work ())
  Core.logSnapshotTask { stx? := none, reportingRange := .inherit, cancelTk? := none, task }

/-- info: done beside -/
#guard_msgs in
example : True := by
  beside
  trivial

elab "#levels" : command => Command.liftTermElabM do
  let names ← Term.withLevelNames [`u, `v] Term.getLevelNames
  unless names == [`u, `v] do throwError "levels {names}"
#levels

set_option warn.sorry false in
theorem left : 1 = 1 := sorry

elab "#places" name:ident : command => Command.liftTermElabM do
  let name ← realizeGlobalConstNoOverload name
  let some value := (← getConstInfo name).value? (allowOpaque := true) | throwError "no value"
  match isLabeledSorry? value with
  | some { module? := some location } =>
    let fileMap ← getFileMap
    let start := fileMap.ofPosition location.range.pos
    let there := fileMap.utf8PosToLspPos start
    unless there.line + 1 == location.range.pos.line do throwError "line {there.line}"
    unless fileMap.lspPosToUtf8Pos there == start do throwError "another place"
  | _ => throwError "no label"
#places left

theorem chosen (n : Nat) : n + 0 = n := rfl

def selector : LibrarySuggestions.Selector := fun _ config => do
  let env ← getEnv
  let names := [`chosen, `sorryAx].filter fun name => !LibrarySuggestions.isDeniedPremise env name
  let mut found := #[]
  for name in names do
    if ← config.filter name then found := found.push { name, score := 1.0 }
  return found
set_library_suggestions selector

elab "selected" : tactic => do
  let found ← LibrarySuggestions.select (← Tactic.getMainGoal)
  unless found.map (·.name) == #[`chosen] do throwError "others"

example : True := by
  selected
  trivial

elab "#categories" : command => do
  let categories := (Parser.parserExtension.getState (← getEnv)).categories
  let isIn (kind category : Name) : Bool :=
    (categories.find? category).any (·.kinds.contains kind)
  unless isIn `Lean.Parser.Tactic.exact `tactic && isIn `Lean.Parser.Command.eval `command &&
      !isIn `Lean.Parser.Command.eval `tactic do throwError "other categories"
#categories
