/-
Trace records to the sidecar while they are made, in one call.

The server takes the records of a call all or not at all, and the same records twice are the same
rows once. So a call that breaks is made again from its first record, and nothing is lost or doubled.
-/
import Sensei.Client.Address
import Sensei.Client.Call
import Sensei.Client.Connect
import Sensei.Wire.V1.Ingest

namespace Sensei.Client
open Lean System Sensei.V1

/-- Files of records on their way, in a thread of its own. -/
structure Feed where
  target : String
  /-- In the order in which they came. -/
  files : IO.Ref (Array FilePath)
  closed : IO.Ref Bool
  outcome : Task (Except IO.Error (Except String IngestReply))

/-- Milliseconds for all of a trace; the longest that gRPC's header can say in them. -/
private def longestMs : Nat := 99999999

/-- How often a call is made again after the last record came. -/
private def triesAtTheEnd : Nat := 6

/-- Whether another call may go well: nobody is there, yet or any more. -/
private def mayPass : FailureKind → Bool
  | .unreachable | .lost | .status .unavailable => true
  | _ => false

/-- Bytes of a record in one message. Ours takes 16 MiB, gRPC's servers 4 unless they are told. -/
private def mostBytes : Nat := 2 * 1024 * 1024

/-- How far a call has come. -/
private inductive Place where
  | begin
  /-- Before a file. -/
  | file (number : Nat)
  /-- Within it: what of it is to be sent. -/
  | within (number : Nat) (rest : ByteArray)

/-- A request with the first bytes of a record, and the place after it. -/
private def pieceOf (number : Nat) (bytes : ByteArray) : IngestRequest × Place :=
  if bytes.size ≤ mostBytes then ({ part := some (.recordJson bytes) }, .file (number + 1))
  else ({ part := some (.recordJsonPart (bytes.extract 0 mostBytes)) },
    .within number (bytes.extract mostBytes bytes.size))

/-- The next request of a call: the project, then the files from `place` on; waits for one that is
not there yet, and ends when all are sent and no more will come. -/
private def nextRequest (project : String) (files : IO.Ref (Array FilePath)) (closed : IO.Ref Bool)
    (place : IO.Ref Place) : IO (Option IngestRequest) := do
  let send (number : Nat) (bytes : ByteArray) : IO (Option IngestRequest) := do
    let (request, next) := pieceOf number bytes
    place.set next
    return some request
  match ← place.get with
  | .begin =>
    place.set (.file 0)
    return some { part := some (.begin { project }) }
  | .within number rest => send number rest
  | .file number =>
    -- Each round waits; the tracer's limits end it.
    for _ in [0 : 1000000000] do
      -- In this order: what is closed gets no more files.
      let isClosed ← closed.get
      if let some file := (← files.get)[number]? then
        return ← send number (← IO.FS.readBinFile file)
      if isClosed then return none
      IO.sleep 20
    return none

private def deliver (transport : Transport) (project : String) (files : IO.Ref (Array FilePath))
    (closed : IO.Ref Bool) : IO (Except String IngestReply) := do
  let mut tries := 0
  -- Each round is a call, and waits before the next.
  for _ in [0 : 1000000000] do
    let place ← IO.mkRef Place.begin
    let call := clientStream transport IngestService.ingest
      (nextRequest project files closed place) { timeoutMs := longestMs }
    match ← call.toBaseIO with
    | .ok reply => return .ok reply
    | .error error =>
      if ← closed.get then tries := tries + 1
      if !mayPass error.kind || tries ≥ triesAtTheEnd then return .error (toString error)
      IO.sleep (min 4000 (250 * 2 ^ tries)).toUInt32
  return .error "no answer"

/-- Starts to send to the sidecar at `address` (`host:port`, or `auto` for the project's own) the
records of the project at `root`. Fails if there is no such address. -/
def Feed.start (address : String) (root : FilePath) : IO Feed := do
  let named := if address == "auto" then "" else address
  match ← findEndpoint named root (evenIfOff := true) with
  | .error problem => throw (IO.userError problem)
  | .ok endpoint =>
    -- A server elsewhere has no folder of ours.
    let isHere := endpoint.host == "localhost" || endpoint.host == "::1" ||
      endpoint.host.startsWith "127."
    let project := if isHere then root.toString else ""
    let way ← match ← Way.find "" with
      | .ok way => pure way
      | .error problem => throw (IO.userError s!"{transportVariable}: {problem}")
    let carrier ← connect endpoint way
    let files ← IO.mkRef #[]
    let closed ← IO.mkRef false
    let run : IO (Except String IngestReply) := do
      let outcome ← deliver carrier.transport project files closed
      carrier.close
      return outcome
    return { target := endpoint.target, files, closed, outcome := ← IO.asTask run .dedicated }

/-- Hands a file on; it must not change any more. -/
def Feed.push (feed : Feed) (file : FilePath) : IO Unit :=
  feed.files.modify (·.push file)

/-- No more files come; waits for the server's answer, or why there is none. -/
def Feed.finish (feed : Feed) : IO (Except String IngestReply) := do
  feed.closed.set true
  match ← IO.wait feed.outcome with
  | .ok outcome => return outcome
  | .error error => return .error s!"{feed.target}: {error}"

end Sensei.Client
