import Lean.Elab.Tactic

/-! A file whose own tactics print, hang, grow and end the process. -/

open Lean Meta Elab Tactic

namespace Places.Hostile

elab "leave" : tactic => do
  (IO.Process.exit 7 : IO Unit)

elab "chatter" : tactic => do
  IO.println "{\"goals\": [], \"nextStateId\": 0}"
  IO.print "half a line"
  evalTactic (← `(tactic| skip))

elab "hang" : tactic => do
  let mut n := 0
  repeat
    n := n + 1
  logInfo m!"{n}"

elab "hoard" : tactic => do
  let mut kept : Array (Array Nat) := #[]
  repeat
    kept := kept.push (Array.replicate 100000 kept.size)
  logInfo m!"{kept.size}"

elab "say_so" : tactic => do
  logInfo "nothing was proved"
  evalTactic (← `(tactic| sorry))

/-- Not by tail calls. -/
def deep : Nat → Nat
  | 0 => 0
  | n + 1 => deep n % 7 + 1

elab "overflow" : tactic => do
  if deep 10000000 == 3 then throwError "no"

theorem two : 1 + 1 = 2 := rfl

end Places.Hostile
