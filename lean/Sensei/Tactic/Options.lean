/-
The options `sensei.*`, each with what it is for.
-/
import Lean.CoreM

namespace Sensei
open Lean

register_option sensei.address : String := {
  defValue := ""
  descr := "the sidecar's host:port, or grpcs://host:port; empty for SENSEI_SIDECAR, or the file that \
    `sensei serve` writes"
}

register_option sensei.transport : String := {
  defValue := ""
  descr := "how calls go to the sidecar: direct, bridge (through `sensei bridge`: TLS and host names), \
    auto; empty for SENSEI_TRANSPORT, else auto"
}

register_option sensei.model : String := {
  defValue := ""
  descr := "the model to ask, as #sensei_status names it; empty for the sidecar's default"
}

register_option sensei.candidates : Nat := {
  defValue := 8
  descr := "tactics that suggest_tactics asks for, at most 64"
}

register_option sensei.timeout : Nat := {
  defValue := 30000
  descr := "milliseconds that the sidecar is given for an answer"
}

register_option sensei.tacticTimeout : Nat := {
  defValue := 2000
  descr := "milliseconds that suggest_tactics gives each candidate"
}

register_option sensei.tacticHeartbeats : Nat := {
  defValue := 50000
  descr := "thousands of heartbeats that suggest_tactics gives each candidate"
}

register_option sensei.showFailures : Bool := {
  defValue := false
  descr := "have suggest_tactics list the candidates that fail, and why"
}

end Sensei
