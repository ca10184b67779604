/-
What `trace` starts for each module where programs are interpreted: `Main/Trace.lean worker …`, without
the parts of that program that a worker does not use and would load.
-/
import Sensei.Trace.Worker

def main (words : List String) : IO UInt32 := Sensei.Trace.worker words
