import Lean

/-! Every theorem of the library rests on the usual axioms, and no definition on `sorry`. -/

open Lean

/-- The theorems that mention another axiom, and the definitions that mention `sorryAx`. -/
def offenders : CoreM (List (Name × Name)) := do
  let env ← getEnv
  let mut out := []
  for (name, info) in env.constants.map₁.toList do
    match info with
    | .thmInfo v =>
      for used in v.value.getUsedConstants do
        if let some (.axiomInfo _) := env.find? used then
          unless used == ``propext || used == ``Quot.sound || used == ``Classical.choice do
            out := (name, used) :: out
    | .defnInfo v =>
      if v.value.getUsedConstants.contains ``sorryAx then out := (name, ``sorryAx) :: out
    | _ => pure ()
  return out

/-- info: [] -/
#guard_msgs in
#eval offenders
