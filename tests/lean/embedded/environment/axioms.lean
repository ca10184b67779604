import Init
import Std
import Lean

/-!
The whole environment of the embedded library, constant by constant: an axiom is a program or one of
Lean's three propositions, no proof uses `sorryAx`, and the usual lemmas are there in number.
-/

open Lean Meta

/-- Lean's own propositional axioms, and `sorryAx`, which exists as in Lean and is used by nothing. -/
def allowedPropositions : List Name := [`propext, `Quot.sound, `Classical.choice, `sorryAx]

/-- Logic (names without a namespace), and the namespaces of the everyday types. -/
def isUsualPlace (name : Name) : Bool :=
  match name with
  | .str .anonymous _ => true
  | .str (.str .anonymous space) _ => ["Nat", "Bool", "List", "Option", "Classical"].contains space
  | _ => false

run_meta do
  let env ← getEnv
  let mut lemmas := 0
  let mut bad := #[]
  for (name, info) in env.constants.map₁.toList do
    if (info matches .thmInfo _) && !name.isInternalDetail && isUsualPlace name then
      lemmas := lemmas + 1
    let value := (info.value? (allowOpaque := true)).elim #[] (·.getUsedConstants)
    let used := info.type.getUsedConstants ++ value
    if used.contains ``sorryAx then bad := bad.push s!"{name} uses sorryAx"
    if let .axiomInfo _ := info then
      -- `lcProof` is an unsafe axiom, as in Lean: the kernel lets no safe declaration use it.
      if allowedPropositions.contains name || info.isUnsafe then continue
      if ← isProp info.type then bad := bad.push s!"{name} is a proposition taken for granted"
      -- a program whose type ends in a proposition would prove it
      let ends ← forallTelescope info.type fun _ body => isProp body
      if ends then bad := bad.push s!"{name} gives proofs"
  unless bad.isEmpty do throwError "{bad}"
  if lemmas < 600 then throwError "only {lemmas} lemmas on logic, Nat, Bool, List and Option"
