prelude
import Init.Programs
/-
Widgets: JavaScript modules that the infoview shows, with what they are given.

Names, types and field order as in Lean 4.35, checked against the symbols of the library.
Leaves out: widgets for importing files, the commands that show widgets.
-/
import Lean.Server.Rpc.RequestHandling

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Widget

/-- The text of a JavaScript module, and its hash. -/
structure Module where
  javascript : String
  javascriptHash : { x : UInt64 // x = hash javascript } := ⟨hash javascript, rfl⟩

class ToModule (α : Type) where
  toModule : α → Module

instance : ToModule Module := ⟨id⟩

/-- Shows a widget where the cursor is on `stx`; its module must have `@[widget_module]`. -/
@[extern "native"] opaque savePanelWidgetInfo (hash : UInt64)
  (props : StateM Server.RpcObjectStore Json) (stx : Syntax) : CoreM Unit

/-- A widget of a module that has `@[widget_module]`. -/
@[extern "native"] opaque WidgetInstance.ofHash (hash : UInt64)
  (props : StateM Server.RpcObjectStore Json) : CoreM WidgetInstance

/-- Shows a widget wherever the cursor is, in what comes after. -/
@[extern "native"] opaque addPanelWidgetLocal {m : Type → Type} [Monad m] [MonadEnv m]
  (wi : WidgetInstance) : m Unit := pure ()

end Lean.Widget
