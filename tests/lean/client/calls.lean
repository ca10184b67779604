/-
Makes calls, one a line of its input, and says how each ended:

    unary PORT TIMEOUT_MS TEXT      asks for tactics for the goal TEXT (`big:N` for N letters)
    stream PORT TIMEOUT_MS TEXT N   searches, and stops after N events (0: never)
    ingest PORT TIMEOUT_MS N BYTES PAUSE_MS  sends N records of BYTES bytes, with pauses before each
    cancel PORT AFTER_MS TEXT       searches, and loses interest AFTER_MS after the first event; for
                                    the TEXT `silent`, after the call
    parallel PORT THREADS CALLS     from many threads at once
    bench PORT CALLS                times unary calls, in microseconds, sorted
    editors PORT N CALLS PERIOD_MS  so many threads, each with a call every PERIOD_MS: their times
    record PORT TEXT                a call through the recorder, then from the record alone
    find OPTION FOLDER              where the sidecar is

PORT is one of this machine, or an address. SENSEI_TRANSPORT says how calls go out.
-/
import Sensei.Client.Call
import Sensei.Client.Connect
import Sensei.Wire.V1.Ingest
import Sensei.Wire.V1.Search
import Sensei.Wire.V1.Tactic

open Sensei Sensei.Client Sensei.V1

abbrev Carriers := IO.Ref (List (String × Carrier))

/-- The transport to a port of this machine, or to an address; as the environment says. -/
def transportTo (carriers : Carriers) (place : String) : IO Transport := do
  match (← carriers.get).lookup place with
  | some carrier => return carrier.transport
  | none =>
    let address := if place.toNat?.isSome then s!"127.0.0.1:{place}" else place
    let some endpoint := Endpoint.parse? address | throw (IO.userError address)
    let way ← match ← Way.find "" with
      | .ok way => pure way
      | .error problem => throw (IO.userError problem)
    let carrier ← connect { endpoint with token := (← IO.getEnv tokenVariable).getD "" } way
    carriers.modify ((place, carrier) :: ·)
    return carrier.transport

/-- So many letters, by doubling: the interpreter would run out of stack on millions of steps. -/
def letters (c : Char) (n : Nat) : String := Id.run do
  let mut text := ""
  for bit in [0:32] do
    text := text ++ text
    if n >>> (31 - bit) % 2 == 1 then text := text.push c
  return text

def goal (text : String) : String :=
  match text.splitOn ":" with
  | ["big", n] => letters 'x' n.toNat!
  | _ => text

def suggest (t : Transport) (text : String) (o : CallOptions) : RpcM String := do
  let request : SuggestRequest :=
    { goals := #[{ pretty := goal text, openNames := #["A", "B"] }], candidates := 3 }
  let reply ← unary t TacticService.suggest request o
  let some first := (reply.goals[0]?.bind (·.candidates[0]?)) | return "nothing"
  let text := first.tactic
  return if text.length > 60 then s!"{text.length} letters" else s!"{text} {first.logProb}"

def said : Except RpcError String → String
  | .ok text => s!"ok {text}"
  | .error error => s!"error {error}"

def search (t : Transport) (text : String) (stopAfter : Nat) (o : CallOptions)
    (onFirst : BaseIO Unit := pure ()) : RpcM String := do
  let seen ← IO.mkRef 0
  let last ← IO.mkRef ""
  let onEvent (event : SearchEvent) : IO Bool := do
    if (← seen.get) == 0 then onFirst
    seen.modify (· + 1)
    match event.event with
    | some (.advanced step) => last.set step.tactic
    | some (.ended ending) => last.set ending.status
    | _ => pure ()
    return (← seen.get) != stopAfter
  try serverStream t SearchService.search { declaration := text } onEvent o
  catch error =>
    throw { error with message := s!"{error.message} (after {← seen.get})" }
  return s!"{← seen.get} {← last.get}"

def ingest (t : Transport) (count size pauseMs : Nat) (o : CallOptions) : RpcM String := do
  let sent ← IO.mkRef 0
  let piece := (letters 'r' size).toUTF8
  let reply ← clientStream t IngestService.ingest (o := o) do
    let n ← sent.get
    sent.set (n + 1)
    if pauseMs > 0 then IO.sleep pauseMs.toUInt32
    if n == 0 then return some { part := some (.begin { project := "p" }) }
    return if n ≤ count then some { part := some (.recordJson piece) } else none
  return s!"{reply.modules} {reply.steps}"
where
  clientStream (t : Transport) (m) (o : CallOptions) (next) :=
    Client.clientStream t m next o

def timed (action : BaseIO α) : BaseIO (α × Nat) := do
  let start ← IO.monoMsNow
  let value ← action
  return (value, (← IO.monoMsNow) - start)

def insertSorted (n : Nat) : List Nat → List Nat
  | [] => [n]
  | m :: rest => if n ≤ m then n :: m :: rest else m :: insertSorted n rest

def answer (carriers : Carriers) (words : List String) : IO String := do
  match words with
  | ["unary", port, timeout, text] =>
    let t ← transportTo carriers port
    let (result, ms) ← timed (suggest t text { timeoutMs := timeout.toNat! }).toBaseIO
    return s!"{ms} {said result}"
  | ["stream", port, timeout, text, n] =>
    let t ← transportTo carriers port
    let (result, ms) ← timed (search t text n.toNat! { timeoutMs := timeout.toNat! }).toBaseIO
    return s!"{ms} {said result}"
  | ["ingest", port, timeout, n, size, pause] =>
    let t ← transportTo carriers port
    let o := { timeoutMs := timeout.toNat! }
    let (result, ms) ← timed (ingest t n.toNat! size.toNat! pause.toNat! o).toBaseIO
    return s!"{ms} {said result}"
  | ["cancel", port, after, text] =>
    let t ← transportTo carriers port
    let start ← IO.monoMsNow
    let from_ ← IO.mkRef (if text == "silent" then some start else none)
    let cancelled : BaseIO Bool := do
      let some since ← from_.get | return false
      return (← IO.monoMsNow) ≥ since + after.toNat!
    let o := { timeoutMs := 3600000, cancelled := some cancelled }
    let onFirst : BaseIO Unit := do from_.set (some (← IO.monoMsNow))
    let (result, ms) ← timed (search t text 0 o onFirst).toBaseIO
    return s!"{ms} {said result}"
  | ["parallel", port, threads, calls] =>
    let t ← transportTo carriers port
    let one (thread : Nat) : BaseIO Nat := do
      let mut good := 0
      for call in [0:calls.toNat!] do
        let text := s!"echo{thread}x{call}"
        match ← (suggest t text { timeoutMs := 100000 }).toBaseIO with
        | .ok answer => if answer.startsWith text then good := good + 1
        | .error _ => pure ()
      return good
    let mut tasks := #[]
    for thread in [0:threads.toNat!] do
      tasks := tasks.push (← BaseIO.asTask (one thread) .dedicated)
    let mut good := 0
    for task in tasks do
      good := good + (← IO.wait task)
    return s!"0 ok {good}"
  | ["bench", port, calls] =>
    let t ← transportTo carriers port
    let mut times := []
    for _ in [0:calls.toNat!] do
      let start ← IO.monoNanosNow
      discard <| (suggest t "echo" {}).toIO (IO.userError ∘ toString)
      times := insertSorted (((← IO.monoNanosNow) - start) / 1000) times
    return s!"0 ok {times}"
  | ["editors", port, editors, calls, periodMs] =>
    let t ← transportTo carriers port
    let period := periodMs.toNat!
    -- Microseconds of each call less what it waited for the model; 0 for one that failed.
    let one (editor : Nat) : BaseIO (Array Nat) := do
      let mut times := #[]
      IO.sleep (editor * period / editors.toNat!).toUInt32
      for _ in [0:calls.toNat!] do
        let start ← IO.monoNanosNow
        let request : V1.SuggestRequest :=
          { goals := #[{ pretty := s!"n : Nat\n⊢ n + {editor} = n" }], candidates := 8 }
        match ← (unary t V1.TacticService.suggest request {}).toBaseIO with
        | .ok reply =>
          times := times.push (((← IO.monoNanosNow) - start) / 1000 - reply.queueUs.toNat)
        | .error _ => times := times.push 0
        IO.sleep period.toUInt32
      return times
    let mut tasks := #[]
    for editor in [0:editors.toNat!] do
      tasks := tasks.push (← BaseIO.asTask (one editor) .dedicated)
    let mut times := #[]
    for task in tasks do
      times := times ++ (← IO.wait task)
    return s!"0 ok {times.toList}"
  | ["record", port, text] =>
    let log ← IO.mkRef #[]
    let t := recording (← transportTo carriers port) log
    let live := said (← (suggest t text {}).toBaseIO)
    let again := said (← (suggest (recorded (← log.get)) text {}).toBaseIO)
    let other := said (← (suggest (recorded (← log.get)) "else" {}).toBaseIO)
    return s!"0 {live} | {again} | {other}"
  | ["find", option, folder] =>
    match ← findEndpoint (if option == "-" then "" else option) folder with
    | .ok endpoint => return s!"0 ok {endpoint.target} {endpoint.token}"
    | .error problem => return s!"0 error {problem}"
  | _ => return s!"0 error no such command: {words}"

def main : IO Unit := do
  let stdin ← IO.getStdin
  let stdout ← IO.getStdout
  let carriers ← IO.mkRef []
  repeat
    let line ← stdin.getLine
    if line.isEmpty then break
    let words := (String.ofList (line.toList.filter (· != '\n'))).splitOn " "
    stdout.putStrLn (← answer carriers words)
    stdout.flush
  for (_, carrier) in ← carriers.get do
    carrier.close
