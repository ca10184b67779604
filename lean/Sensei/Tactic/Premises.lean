/-
`select_premises`: declarations that may help with the main goal, best first, with their types and
documentation. The goal stays as it is.

The sidecar ranks what it knows of the project; what is not there at this place is left out here. Each
premise is offered in the first use that runs: `exact`, `apply`, `rw`, `simp only`.
-/
import Lean.DocString
import Lean.Meta.Tactic.TryThis
import Sensei.Tactic.Candidate
import Sensei.Tactic.Sidecar

namespace Sensei
open Lean Elab Meta Client

/-- A premise that is there. -/
structure InScope where
  name : Name
  type : String
  doc : String

/-- Whether a user would write the name at this place. -/
def isPremise (env : Environment) (declaration? : Option Name) (name : Name) : Bool :=
  env.contains name && !(privateToUserName name).isInternalDetail && declaration? != some name

/-- The sidecar's premises for a goal that are there, at most `count`, best first. -/
def askPremises (goal : V1.GoalContext) (count : Nat) (declaration? : Option Name)
    (options? : Option CallOptions := none) : CoreM (Array (Name × Float)) := do
  -- Some will not be there.
  let request : V1.SelectPremisesRequest := { goal := some goal, count := (2 * count).toUInt32 }
  let reply ← callSidecar fun transport o =>
    unary transport V1.TacticService.selectPremises request (options?.getD o)
  let env ← getEnv
  let named := reply.premises.filterMap fun premise =>
    let name := premise.name.toName
    -- A private declaration of this file goes by its user's name in the store.
    let name := if env.contains name then name else mkPrivateName env name
    if isPremise env declaration? name then some (name, premise.score) else none
  return named.extract 0 count

private def describe (name : Name) : MetaM InScope := do
  let info ← getConstInfo name
  let doc := ((← findDocString? (← getEnv) name).getD "")
  return { name, type := onOneLine (toString (← ppExpr info.type)), doc := trimmed doc }

/-- How a premise can be used: the first of these that runs, or `have`, which always does. -/
private def uses (name : String) : Array String :=
  #[s!"exact {name}", s!"apply {name}", s!"rw [{name}]", s!"simp only [{name}]"]

private def selectPremises (count : Nat) : Tactic.TacticM Unit := do
  let options ← getOptions
  let declaration? ← Term.getDeclName?
  let goal ← goalContext (← Tactic.getMainGoal)
  let found ← askPremises goal count declaration?
  let premises ← Tactic.withMainContext (found.mapM fun (name, _) => describe name)
  let written := premises.map fun premise => (privateToUserName premise.name).toString
  let trials ← tryCandidates (written.flatMap uses) (sensei.tacticTimeout.get options)
    (sensei.tacticHeartbeats.get options * 1000)
  let ref ← getRef
  let each := (uses "").size
  for place in [0 : premises.size] do
    let (some premise, some name) := (premises[place]?, written[place]?) | continue
    let ran := (List.range each).find? fun use =>
      match trials[place * each + use]? with
      | some (.ran _) => true
      | _ => false
    let text := ((ran.bind fun use => (uses name)[use]?)).getD s!"have := @{name}"
    let doc := if premise.doc.isEmpty then "" else s!"\n  {indented premise.doc 2}"
    Tactic.TryThis.addSuggestion ref {
      suggestion := .string text, postInfo? := some s!"\n  {name} : {premise.type}{doc}" }
  if premises.isEmpty then logInfo m!"no premise of this place is known for the goal"

/-- Asks the sidecar for declarations that may help with the main goal and shows those that are there
at this place, best first, each with its type and documentation and a clickable use. With a number, at
most so many (16). Changes nothing. Fails when there is no sidecar: start `sensei serve`. -/
syntax (name := selectPremisesTactic) "select_premises" (ppSpace num)? : tactic

@[tactic selectPremisesTactic] def evalSelectPremises : Tactic.Tactic := fun stx => do
  if ← asksNobody then return
  let count := ((stx.getArg 1).getArg 0).isNatLit?.getD 16
  if count == 0 || count > 256 then throwError "select_premises shows 1 to 256 premises"
  selectPremises count

end Sensei
