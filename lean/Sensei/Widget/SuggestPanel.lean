/-
`#suggest` alone: from there on, the infoview has a panel that suggests tactics for the goal at the
cursor (suggest.js). Nothing is asked before its button is clicked.
-/
import Lean.Data.Lsp.Utf16
import Lean.Elab.Command
import Lean.Server.InfoUtils
import Lean.Widget.UserWidget
import Sensei.Tactic.Suggest
import Sensei.Widget.Javascript

namespace Sensei
open Lean Elab Meta Server

/-- The panel. -/
@[widget_module] def suggestWidget : Widget.Module where
  javascript := Javascript.suggest

structure EditorPlace where
  line : Nat
  character : Nat
  deriving FromJson, ToJson

structure EditorRange where
  start : EditorPlace
  «end» : EditorPlace
  deriving FromJson, ToJson

/-- A tactic that runs, what it leaves, and the edit that inserts it. -/
structure PanelSuggestion where
  tactic : String
  goals : Array String
  range : EditorRange
  newText : String
  deriving FromJson, ToJson

structure PanelAnswer where
  suggestions : Array PanelSuggestion
  /-- What to say instead of suggestions, or "". -/
  message : String
  deriving FromJson, ToJson

/-- Where a tactic goes: on a line of its own, before the tactic at the cursor or after it. -/
private def insertion (fileMap : FileMap) (goals : GoalsAtResult) (text : String) :
    Option (EditorRange × String) := do
  let stx := goals.tacticInfo.stx
  let first ← stx.getPos?
  let last ← stx.getTailPos?
  let place := fileMap.utf8PosToLspPos (if goals.useAfter then last else first)
  let column := (fileMap.toPosition first).column
  let margin := "".pushn ' ' column
  let text := indented text column
  let at_ : EditorPlace := { line := place.line, character := place.character }
  let new := if goals.useAfter then s!"\n{margin}{text}" else s!"{text}\n{margin}"
  return ({ start := at_, «end» := at_ }, new)

private def suggestFor (fileMap : FileMap) (goals : GoalsAtResult) : IO PanelAnswer := do
  let info := goals.tacticInfo
  let (mctx, here) := if goals.useAfter then (info.mctxAfter, info.goalsAfter)
    else (info.mctxBefore, info.goalsBefore)
  let some goal := here.head? | return { suggestions := #[], message := "no goals here" }
  let context := { goals.ctxInfo with mctx }
  let found ← context.runMetaM {} <| goal.withContext do
    let offers ← askTactics #[← goalContextOf goal context.parentDecl?]
    let kept ← IO.mkRef (none : Option Suggestions)
    let run : TermElabM Unit := do
      discard <| Tactic.run goal do kept.set (some (← tryOffers (offers[0]?.getD #[])))
    discard <| run.run {} {}
    return (← kept.get).getD { good := #[], failed := #[] }
  let suggestions := found.good.filterMap fun one =>
    (insertion fileMap goals one.text).map fun (range, newText) =>
      { tactic := one.text, goals := one.goals.toArray, range, newText }
  let tried := found.good.size + found.failed.size
  let message := if suggestions.isEmpty then s!"{tried} candidates, none of which runs here" else ""
  return { suggestions, message }

/-- Tactics that run on the goal at a place of the file. Fails when there is no sidecar. -/
@[server_rpc_method] def suggestAt (place : EditorPlace) : RequestM (RequestTask PanelAnswer) :=
  RequestM.withWaitFindSnapAtPos { line := place.line, character := place.character } fun snap => do
    let tree := snap.infoTree
    let some fileMap := tree.foldInfo (init := none) fun context _ found =>
        found <|> some context.fileMap
      | return { suggestions := #[], message := "nothing is elaborated here" }
    let position := fileMap.lspPosToUtf8Pos { line := place.line, character := place.character }
    match tree.goalsAt? fileMap position with
    | goals :: _ => (suggestFor fileMap goals : IO _)
    | [] => return { suggestions := #[], message := "no goal here" }

/-- Shows the panel for the goal at the cursor, from here to the end of the file. -/
syntax (name := suggestPanel) "#suggest" : command

@[command_elab suggestPanel] def elabSuggestPanel : Command.CommandElab := fun _ =>
  Command.liftCoreM do
    let panel ← Widget.WidgetInstance.ofHash suggestWidget.javascriptHash.val
      (return Json.mkObj [])
    Widget.addPanelWidgetLocal panel

end Sensei
