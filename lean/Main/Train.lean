/-
`lake exe train`: trains on the project at hand. The work is the sidecar's: this starts
`sensei train` with the same arguments (default: `sft`), in the same folder.
-/
import Sensei.Core.Sidecar

def main (words : List String) : IO UInt32 :=
  Sensei.runSidecar ("train" :: if words.isEmpty then ["sft"] else words)
