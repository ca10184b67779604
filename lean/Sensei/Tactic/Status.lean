/-
`#sensei_status`: where the sidecar is, what it is and has loaded.
-/
import Lean.Elab.Command
import Sensei.Tactic.Sidecar
import Sensei.Wire.V1.Status

namespace Sensei
open Lean Elab Command Client

/-- The version of this package. -/
def version : String := "0.1.0"

private def shown (target : String) (status : V1.StatusReply) : String :=
  let models := status.models.toList.map fun model => s!"{model.name} ({model.kind})"
  let lean := if status.leanVersion.isEmpty then "none" else
    s!"{status.leanVersion} ({status.leanKind})"
  "\n".intercalate <| [
    s!"sidecar {status.version} at {target}, package {version}",
    s!"project {status.project}, its Lean {lean}",
    s!"models: {if models.isEmpty then "none" else ", ".intercalate models}"] ++
    (if status.lastError.isEmpty then [] else [s!"last error: {status.lastError}"])

/-- Says where the sidecar is, the versions of both sides, the models that are loaded, and the last
error. -/
elab "#sensei_status" : command => liftCoreM do
  let transport ← sidecar
  let status ← callSidecar fun transport o =>
    unary transport V1.StatusService.status { client := s!"sensei-lean {version}" } o
  logInfo (shown transport.target status)

end Sensei
