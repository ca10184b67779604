/-
Asks the project's sidecar, found by its file: status, tactics for a goal, a search, a stranger.
-/
import Sensei.Client.Call
import Sensei.Client.H2c
import Sensei.Wire.V1.Search
import Sensei.Wire.V1.Status
import Sensei.Wire.V1.Tactic

open Sensei Sensei.Client Sensei.V1

def orThrow (action : RpcM α) : IO α := action.toIO fun error => IO.userError (toString error)

def main (names : List String) : IO Unit := do
  let .ok endpoint ← findEndpoint "" (← IO.currentDir) | throw (IO.userError "no sidecar")
  let pool ← Pool.new endpoint
  let transport := pool.transport
  let status ← orThrow (unary transport StatusService.status { client := "test" })
  IO.println s!"status {status.protocol} {status.leanVersion} {status.models.map (·.name)}"
  let reply ← orThrow (unary transport TacticService.suggest
    { goals := #[{ pretty := "n : Nat\n⊢ n + 0 = n" }], candidates := 2 })
  for goal in reply.goals do
    IO.println s!"tactics {goal.candidates.map (·.tactic)}"
  for name in names do
    let result ← (serverStream transport SearchService.search { declaration := name }
      (options := { timeoutMs := 120000 }) fun event => do
        match event.event with
        | some (.opened opened) => IO.println s!"opened {opened.goals.map (·.pretty)}"
        | some (.ended ended) =>
          IO.println s!"ended {ended.status} {ended.verified} {ended.proof.replace "\n" "|"}"
        | _ => pure ()
        return true).toBaseIO
    if let .error error := result then IO.println s!"error {error.message}"
  let stranger ← Pool.new { endpoint with token := "wrong" }
  match ← (unary stranger.transport StatusService.status {}).toBaseIO with
  | .ok _ => IO.println "wrong: let in"
  | .error error => IO.println s!"stranger {error.message}"
  pool.close
  stranger.close
