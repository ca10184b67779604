/-
Runs on the sidecar, for programs: started, watched, and told like a process of one's own.
-/
import Lean.Data.Json
import Sensei.Client.Call
import Sensei.Client.Connect
import Sensei.Core.Say
import Sensei.Wire.V1.Run

namespace Sensei.Client
open Lean (Json)

/-- A day: watching ends then, the run does not. -/
def watchMs : Nat := 86400000

/-- Words that say where things are; with one of them, the sidecar at hand may be the wrong one. -/
private def placing : List String := ["--project", "--database", "--json", "--help", "-h"]

/-- Whether the arguments are for the sidecar of this project. -/
private def isForSidecar (words : List String) : Bool :=
  words.all fun word => !placing.contains ((word.splitOn "=").headD word)

private def field (json : Json) (name : String) : Json :=
  ((json.getObjVal? name).toOption).getD .null

private def text (json : Json) : String := (json.getStr?.toOption).getD json.compress

/-- What `sensei prove` says of its attempts; of anything else, the JSON as it is. -/
private def shown (result : String) : List String :=
  match Json.parse result with
  | .error _ => if result.isEmpty then [] else [result]
  | .ok json =>
    match (field json "attempts").getArr? with
    | .error _ => [json.compress]
    | .ok attempts =>
      let one (attempt : Json) : String :=
        let verified := ((field attempt "verified").getBool?.toOption).getD false
        let word := if verified then "verified" else text (field attempt "status")
        s!"{word}  {text (field attempt "theorem")}"
      let figures := field json "figures"
      let written := ((field json "written").getArr?.toOption).getD #[]
      attempts.toList.map one ++
        [s!"{text (field figures "verified")} of {text (field figures "theorems")} verified"] ++
        written.toList.map fun w => s!"wrote {text (field w "file")}; before: {text (field w "backup")}"

/-- Starts a run on the project's sidecar and shows its progress until it ends: its exit code. `none`
if no sidecar is running, or the arguments are not for it. -/
def runOnSidecar (kind : V1.RunKind) (words : List String) : IO (Option UInt32) := do
  if (← asksNobody) || !isForSidecar words then return none
  let .ok endpoint ← findEndpoint "" (← IO.currentDir) | return none
  let way ← match ← Way.find "" with
    | .ok way => pure way
    | .error problem =>
      say s!"{transportVariable}: {problem}"
      return some 2
  let carrier ← connect endpoint way
  let transport := carrier.transport
  let request : V1.StartRunRequest := { kind, arguments := words.toArray }
  let code ← match ← (unary transport V1.RunService.start request).toBaseIO with
    | .error error =>
      if error.kind == .unreachable then pure none
      else
        say s!"{error}"
        pure (some 2)
    | .ok run =>
      say s!"run {run.id} on the sidecar at {transport.target}"
      let ended ← IO.mkRef (none : Option V1.Run)
      let watched ← (serverStream transport V1.RunService.watch { id := run.id }
        (options := { timeoutMs := watchMs }) fun message => do
          match message.event with
          | some (.line line) => say line.text
          | some (.ended run) => ended.set (some run)
          | none => pure ()
          return true).toBaseIO
      match ← ended.get with
      | some run =>
        for line in shown run.resultJson do IO.println line
        pure (some (if run.exitCode < 0 then 3 else run.exitCode.toNat.toUInt32))
      | none =>
        if let .error error := watched then say s!"{error}"
        pure (some 3)
  carrier.close
  return code

end Sensei.Client
