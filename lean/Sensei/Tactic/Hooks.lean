/-
The sidecar behind Lean's own tactics: premises for `grind +suggestions`, `simp? +suggestions` and
`try?` (`set_library_suggestions Sensei.senseiSelector`), and tactics for `try?`.

Both have nothing to say when no sidecar runs, and find that out quickly: it is asked for its status
first, and is not asked again for a while when it does not answer.
-/
import Lean.Elab.Tactic.Try
import Lean.LibrarySuggestions.Basic
import Sensei.Tactic.Premises
import Sensei.Tactic.Suggest
import Sensei.Wire.V1.Status

namespace Sensei
open Lean Elab Meta Client

/-- Milliseconds that the sidecar has to say that it is there. -/
def probeMs : Nat := 100

/-- Milliseconds for which the answer to that, yes or no, is believed. -/
def probeHoldsMs : Nat := 5000

/-- Milliseconds that the sidecar has for premises or tactics that a hook asks for. -/
def hookMs : Nat := 5000

/-- When the sidecar was last asked whether it is there, at which address, and what came of it. -/
initialize lastProbe : IO.Ref (Option (Nat × String × Bool)) ← IO.mkRef none

/-- Whether a sidecar answers. Quick, and silent. -/
def sidecarAnswers : CoreM Bool := do
  if ← asksNobody then return false
  let .ok endpoint ← findEndpoint (sensei.address.get (← getOptions)) (← IO.currentDir)
    | return false
  let now ← IO.monoMsNow
  if let some (asked, target, answered) := ← lastProbe.get then
    if target == endpoint.target && now < asked + probeHoldsMs then return answered
  let transport ← sidecar
  let options : CallOptions := { (← callOptions) with timeoutMs := probeMs }
  let result ← (unary transport V1.StatusService.status {} options).toBaseIO
  let answered := match result with
    | .ok _ => true
    | .error _ => false
  lastProbe.set (some (← IO.monoMsNow, endpoint.target, answered))
  return answered

/-- `act`, or nothing if it fails, unless the editor ended it. -/
private def orNothing (act : MetaM (Array α)) : MetaM (Array α) := do
  try act
  catch error =>
    if error.isInterrupt then throw error
    return #[]

/-- Selects premises by the sidecar's retriever, with scores from 0 to 1. Nothing if there is none. -/
def senseiSelector : LibrarySuggestions.Selector := fun goal config => orNothing do
  unless ← sidecarAnswers do return #[]
  let context ← goalContextOf goal none
  let options : CallOptions := { (← callOptions) with timeoutMs := hookMs }
  let found ← askPremises context config.maxSuggestions none options
  let best := found.foldl (init := 0.0) fun best (_, score) => if best < score then score else best
  let env ← getEnv
  let mut suggestions := #[]
  for (name, score) in found do
    if !LibrarySuggestions.isDeniedPremise env name && (← config.filter name) then
      suggestions := suggestions.push { name, score := if best > 0.0 then score / best else 0.0 }
  return suggestions

/-- A piece of syntax as if it had been made here: without places in a text that nobody sees. Ends,
because each call is about a part. -/
private partial def withoutPlaces : Syntax → Syntax
  | .missing => .missing
  | .node _ kind args => .node .none kind (args.map withoutPlaces)
  | .atom _ word => .atom .none word
  | .ident _ raw name resolved => .ident .none raw name resolved

/-- The tactics after `by` as one. -/
private def asOne (sequence : Syntax) : TSyntax `tactic :=
  let tactics := (sequence.getArg 0).getArg 0
  if tactics.getNumArgs == 1 then ⟨withoutPlaces (tactics.getArg 0)⟩
  else ⟨mkNode `Lean.Parser.Tactic.paren
    #[.atom .none "(", withoutPlaces sequence, .atom .none ")"]⟩

/-- What the sidecar's model offers, for `try?` to try. Nothing if there is none. -/
@[try_suggestion] def senseiTrySuggestions : MVarId → Try.Info → MetaM (Array (TSyntax `tactic)) :=
  fun goal _ => orNothing do
    unless ← sidecarAnswers do return #[]
    let offers ← askTactics #[← goalContextOf goal none]
    let mut tactics := #[]
    for offer in offers[0]?.getD #[] do
      if let .ok sequence := ← parseCandidate offer.tactic then
        tactics := tactics.push (asOne sequence)
    return tactics

end Sensei
