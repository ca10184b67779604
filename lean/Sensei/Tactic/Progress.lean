/-
The searches of this process: what each has told so far, for whoever wants to show it, and how to end
it.
-/
import Lean.Data.Json
import Sensei.Wire.V1.Search

namespace Sensei
open Lean

/-- Searches that are remembered. -/
def maxSearches : Nat := 64

/-- Events of one search that are kept for showing; the search goes on beyond them. -/
def maxShownEvents : Nat := 5000

/-- A search that was begun from a place in this file. -/
structure Searching where
  id : Nat
  /-- Ends it. -/
  token : IO.CancelToken
  /-- Where the tactic stands, bytes of the file. -/
  start : Nat
  stop : Nat
  events : IO.Ref (Array Json)
  /-- What may stand in its place, once it is known. -/
  found : IO.Ref (Option String)
  ended : IO.Ref Bool

initialize searches : IO.Ref (Nat × List Searching) ← IO.mkRef (0, [])

/-- Begins to remember a search. One from the same place is forgotten. -/
def Searching.new (token : IO.CancelToken) (start stop : Nat) : BaseIO Searching := do
  let (events, found, ended) := (← IO.mkRef #[], ← IO.mkRef none, ← IO.mkRef false)
  searches.modifyGet fun (last, known) =>
    let this : Searching := { id := last + 1, token, start, stop, events, found, ended }
    let others := known.filter fun other => other.stop ≤ start || stop ≤ other.start
    (this, (last + 1, this :: others.take (maxSearches - 1)))

/-- A search by its number. -/
def searching? (id : Nat) : BaseIO (Option Searching) :=
  return (← searches.get).2.find? (·.id == id)

/-- Adds something to what is shown. -/
def Searching.tell (search : Searching) (kind : String) (fields : List (String × Json)) :
    BaseIO Unit :=
  search.events.modify fun events =>
    if events.size < maxShownEvents then events.push (Json.mkObj (("kind", .str kind) :: fields))
    else events

private def goalsJson (goals : Array V1.SearchGoal) : Json :=
  Json.arr (goals.map fun goal => .str goal.pretty)

/-- Adds what the sidecar says. -/
def Searching.record (search : Searching) : V1.SearchEvent.Event → BaseIO Unit
  | .queued e => search.tell "queued" [("ahead", toJson e.ahead.toNat)]
  | .opened e => search.tell "opened" [("goals", goalsJson e.goals), ("search", toJson e.search)]
  | .expanded e => search.tell "expanded" [("nodes", toJson (e.nodes.map (·.toNat)))]
  | .advanced e =>
    let parts := e.parts.map fun part => Json.mkObj
      [("node", toJson part.node.toNat), ("known", toJson part.known), ("goals", goalsJson part.goals)]
    search.tell "advanced"
      [("node", toJson e.node.toNat), ("tactic", toJson e.tactic), ("parts", Json.arr parts)]
  | .failed e => search.tell "failed" [("node", toJson e.node.toNat), ("tactic", toJson e.tactic)]
  | .claimed e => search.tell "claimed" [("proof", toJson e.proof)]
  | .verdict e => search.tell "verdict"
      [("accepted", toJson e.accepted), ("reason", toJson e.reason), ("detail", toJson e.detail)]
  | .ended e => search.tell "ended"
      [("status", toJson e.status), ("detail", toJson e.detail),
        ("modelCalls", toJson e.modelCalls.toNat), ("tacticCalls", toJson e.tacticCalls.toNat),
        ("milliseconds", toJson e.milliseconds.toNat)]

end Sensei
