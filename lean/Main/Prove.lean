/-
`lake exe prove [NAME…|--sorries] [--write]`: searches for proofs in the project at hand. The work is
the sidecar's: on the one that serves the project (`sensei serve`), whose progress is shown, else as
`sensei prove` with the same arguments in the same folder.
-/
import Sensei.Client.Run
import Sensei.Core.Sidecar

def main (words : List String) : IO UInt32 := do
  if let some code ← Sensei.Client.runOnSidecar .prove words then return code
  Sensei.runSidecar ("prove" :: words)
