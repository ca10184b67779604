/-
`search_proof`: has the sidecar search for a proof of the main goal, while the file stays responsive.

The tactic itself ends at once and changes nothing. The search goes on beside the file; the infoview
draws its tree (search.js), and its result comes as a message with "Try this", as a code action, and as
a button of the view. An edit ends it, and so does the view's own button.
-/
import Lean.Data.Lsp.Utf16
import Lean.Meta.Tactic.TryThis
import Lean.Server.CodeActions.Basic
import Lean.Widget.UserWidget
import Sensei.Tactic.Search
import Sensei.Widget.Javascript

namespace Sensei
open Lean Elab Meta Server Client

/-- The view of a search. It is given the number of the search. -/
@[widget_module] def searchWidget : Widget.Module where
  javascript := Javascript.search

structure ProgressParams where
  id : Nat
  /-- Events that the caller has. -/
  after : Nat
  deriving FromJson, ToJson

structure SearchProgress where
  events : Array Json
  ended : Bool
  found : Option String
  deriving FromJson, ToJson

structure CancelParams where
  id : Nat
  deriving FromJson, ToJson

/-- What a search has told after the events that are known. Never waits. -/
@[server_rpc_method] def searchProgress (params : ProgressParams) :
    RequestM (RequestTask SearchProgress) := do
  let some search ← (searching? params.id : BaseIO _)
    | throw (.invalidParams s!"no search {params.id}")
  -- In this order, so that nothing told before the end is missed.
  let ended ← (search.ended.get : BaseIO _)
  let events ← (search.events.get : BaseIO _)
  return .pure {
    events := events.extract params.after events.size, ended, found := ← (search.found.get : BaseIO _) }

/-- Ends a search. -/
@[server_rpc_method] def cancelSearch (params : CancelParams) : RequestM (RequestTask Bool) := do
  let search? ← (searching? params.id : BaseIO _)
  if let some search := search? then (search.token.set : BaseIO _)
  return .pure search?.isSome

/-- What is sent of a partial proof. -/
private def partialText (found : V1.PartialProof) : String :=
  let goals := found.«open».toList.map (·.pretty)
  s!"{found.script}\n-- left:\n{"\n\n".intercalate goals}"

/-- Says what came of a search, at its tactic. -/
private def report (search : Searching) (ref : Syntax) : Found → CoreM Unit
  | .proof script unverified? => do
    search.found.set (some script)
    let worth := match unverified? with
      | none => " -- verified"
      | some why => s!" -- proves this goal; the whole is not verified: {onOneLine why}"
    Tactic.TryThis.addSuggestion ref { suggestion := .string script, postInfo? := some worth }
  | .nothing why partials => do
    search.tell "error" [("message", toJson why)]
    let partials := partials.toList.map fun found => s!"\n\nso far:\n{partialText found}"
    logInfo m!"no proof found: {why}{"".intercalate partials}"
  | .cancelled => logInfo m!"the search was cancelled"

/-- Begins a search at the main goal and returns at once. -/
private def beginSearch (limits : SearchLimits) : Tactic.TacticM Unit := do
  let ref ← getRef
  let some start := ref.getPos? | throwError "search_proof has no place in the file"
  let some stop := ref.getTailPos? | throwError "search_proof has no place in the file"
  let fileMap ← getFileMap
  let transport ← sidecar
  let aside ← Aside.here
  let token ← IO.CancelToken.new
  let search ← Searching.new token start.byteIdx stop.byteIdx
  let aside := { aside with coreContext := { aside.coreContext with cancelTk? := some token } }
  let column := (fileMap.toPosition start).column
  let work : Unit → CoreM Unit := fun _ => do
    try
      report search ref (← searchProof transport search aside limits fileMap.source column)
    finally
      search.ended.set true
  let work ← Core.wrapAsyncAsSnapshot work (some token) (desc := "search_proof")
  let task ← BaseIO.asTask (work ()) .dedicated
  Core.logSnapshotTask
    { stx? := none, reportingRange := .inherit, cancelTk? := some token, task }
  Widget.savePanelWidgetInfo searchWidget.javascriptHash.val
    (return Json.mkObj [("id", toJson search.id)]) ref

/-- Has the sidecar search for a proof of the main goal: `(timeout := seconds)` for the search itself,
30 by default, and `(model := "name")`, by default the option `sensei.model`. The infoview shows the
search; its result is a "Try this" whose text proves the goal, or how far it came. The goal stays as it
is. Fails when there is no sidecar: start `sensei serve`. -/
syntax (name := searchProofTactic) "search_proof"
  (" (" &"timeout" " := " num ")")? (" (" &"model" " := " str ")")? : tactic

@[tactic searchProofTactic] def evalSearchProof : Tactic.Tactic := fun stx => do
  if ← asksNobody then return
  let seconds := ((stx.getArg 1).getArg 3).isNatLit?.getD 30
  if seconds == 0 || seconds > 600 then throwError "a search takes 1 to 600 seconds"
  let model := ((stx.getArg 2).getArg 3).isStrLit?.getD (sensei.model.get (← getOptions))
  beginSearch { seconds, model }

/-- Offers what a search has found where its tactic still stands. -/
@[code_action_provider] def searchCodeActions : CodeActionProvider := fun params snap => do
  let params := toJson params
  let places := snap.infoTree.foldInfo (init := #[]) fun context info found =>
    match info with
    | .ofTacticInfo i =>
      if i.stx.isOfKind ``searchProofTactic then found.push (context.fileMap, i.stx) else found
    | _ => found
  let mut actions := #[]
  for (fileMap, stx) in places do
    if let some action ← (offer params fileMap stx : BaseIO _) then
      actions := actions.push { eager := action }
  return actions
where
  offer (params : Json) (fileMap : FileMap) (stx : Syntax) : BaseIO (Option Lsp.CodeAction) := do
    let (some start, some stop) := (stx.getPos?, stx.getTailPos?) | return none
    let known := (← searches.get).2
    let some search := known.find? fun search =>
        search.start == start.byteIdx && search.stop == stop.byteIdx | return none
    let some text ← search.found.get | return none
    let position (place : String.Pos.Raw) : Json :=
      let at_ := fileMap.utf8PosToLspPos place
      Json.mkObj [("line", toJson at_.line), ("character", toJson at_.character)]
    let field (json : Json) (path : List String) : Json :=
      path.foldl (fun json name => ((json.getObjVal? name).toOption).getD .null) json
    let line (place : String) : Nat :=
      (((field params ["range", place, "line"]).getNat?).toOption).getD 0
    let (first, last) := (fileMap.utf8PosToLspPos start, fileMap.utf8PosToLspPos stop)
    if last.line < line "start" || line "end" < first.line then return none
    let edit := Json.mkObj
      [("range", Json.mkObj [("start", position start), ("end", position stop)]),
        ("newText", toJson text)]
    let document := Json.mkObj [("uri", field params ["textDocument", "uri"]), ("version", .null)]
    let action := Json.mkObj [
      ("title", toJson s!"Try this: {onOneLine text}"), ("kind", toJson "quickfix"),
      ("isPreferred", toJson true),
      ("edit", Json.mkObj [("documentChanges", Json.arr #[Json.mkObj
        [("textDocument", document), ("edits", Json.arr #[edit])]])])]
    match fromJson? action with
    | .ok action => return some action
    | .error _ => return none

end Sensei
