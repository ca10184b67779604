/-
`lake exe trace`: records the modules of the Lean project at hand.

    trace [--jobs N] [--threads N] [--timeout SECONDS] [--memory MIB] [--out FOLDER]
          [--only PATTERN]… [--force] [--events] [--kind KIND] [--sidecar ADDR]

Writes one TraceRecord a module to FOLDER (default `.lake/build/sensei/trace`), as
`<Module.Name>.json`, and an index by which the next run knows the records that are still good;
`--force` makes those again too. PATTERN is a module, a module with `*` for any characters, or the
path of a file in the project. Without `--jobs`, as many workers run as there are cores and memory
for; each has `--threads` threads, by default as many as the cores that the workers leave. Exit code 0, 1 if a module failed (one line each on stderr), 2 for bad arguments or an unknown
module, 3 outside a project or if FOLDER cannot be written. With `--events`, progress is told as
lines of JSON on stdout. `--kind` says how the Lean was found, for the records. With `--sidecar`,
records go to the sidecar at HOST:PORT too (`auto`: the project's own) as modules finish, and the
exit code is 3 if it did not store them; the files are there all the same.
`trace worker …` is what it starts for each module (interpreted, `Main/TraceWorker.lean …`).
-/
import Sensei.Trace.Program

def main (words : List String) : IO UInt32 := Sensei.Trace.program words
