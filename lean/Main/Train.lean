/-
`lake exe train [sft …]`: trains on the project at hand. The work is the sidecar's: on the one that
serves the project (`sensei serve`), whose progress is shown, else as `sensei train` with the same
arguments (default: `sft`) in the same folder.
-/
import Sensei.Client.Run
import Sensei.Core.Sidecar

def main (words : List String) : IO UInt32 := do
  let words := if words.isEmpty then ["sft"] else words
  -- The one kind of training that the sidecar runs.
  if words.head? == some "sft" then
    if let some code ← Sensei.Client.runOnSidecar .trainSft (words.drop 1) then return code
  Sensei.runSidecar ("train" :: words)
