prelude
import Init.Programs
/-
Code actions: what the editor offers to do about a place.

Names, types and field order as in Lean 4.35, checked against the symbols of the library.
Leaves out: the structure of actions and of their parameters, which JSON says as well.
-/
import Lean.Server.Requests

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

namespace Lsp
private opaque CodeAction.nonempty : NonemptyType.{0}
def CodeAction : Type := CodeAction.nonempty.type
private opaque CodeActionParams.nonempty : NonemptyType.{0}
def CodeActionParams : Type := CodeActionParams.nonempty.type
@[instance, extern "native"] axiom instFromJsonCodeAction : FromJson CodeAction
@[instance, extern "native"] axiom instToJsonCodeActionParams : ToJson CodeActionParams
end Lsp

namespace Server
/-- An action, and how to complete it once it is wanted. -/
structure LazyCodeAction where
  eager : Lsp.CodeAction
  lazy? : Option (IO Lsp.CodeAction) := none

def CodeActionProvider :=
  Lsp.CodeActionParams → Snapshots.Snapshot → RequestM (Array LazyCodeAction)

end Server
end Lean
