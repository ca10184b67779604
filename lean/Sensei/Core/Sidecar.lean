/-
Starting the sidecar's command line from inside a Lean project.
-/
import Sensei.Core.Say

namespace Sensei

/-- The sidecar's command: the environment variable SENSEI, else `sensei` on PATH. -/
def sidecarCommand : IO String := do
  return (← IO.getEnv "SENSEI").getD "sensei"

/-- Runs `sensei` with these arguments and returns its exit code; 3 if it cannot be started. -/
def runSidecar (arguments : List String) : IO UInt32 := do
  let command ← sidecarCommand
  try
    let child ← IO.Process.spawn { cmd := command, args := arguments.toArray }
    let code ← child.wait
    -- What a child process says when its program does not exist.
    if code == 255 then
      say s!"'{command}' could not be run; install the sidecar and put sensei on PATH, \
        or set SENSEI to its path"
      return 3
    return code
  catch error =>
    say s!"cannot start '{command}': {error}; install the sidecar and put sensei on PATH, \
      or set SENSEI to its path"
    return 3

end Sensei
