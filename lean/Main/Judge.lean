/-
`judge prepare …` and `judge compare …`: see `Sensei.Verify.Command`.
-/
import Sensei.Verify.Command

def main (words : List String) : IO UInt32 := Sensei.Verify.judgeMain words
