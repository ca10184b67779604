/-
`lake exe prove`: searches for proofs in the project at hand. The work is the sidecar's: this starts
`sensei prove` with the same arguments, in the same folder.
-/
import Sensei.Core.Sidecar

def main (words : List String) : IO UInt32 :=
  Sensei.runSidecar ("prove" :: words)
