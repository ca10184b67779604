import Std.Internal.UV
/- Bytes, sockets, timers and promises. `--run network.lean PORT`: sends to a server on the loopback
   that answers with the same bytes and closes after `bye`. -/
open Std.Internal.UV Std.Net

def check (what : String) (holds : Bool) : IO Unit :=
  unless holds do throw (IO.userError s!"wrong: {what}")

def bytes : IO Unit := do
  let a := "abcdef".toUTF8
  check "get!" (a.get! 1 == 98)
  check "index" (if h : 2 < a.size then a[2] == 99 else false)
  check "extract" (a.extract 1 3 == "bc".toUTF8)
  check "extract past the end" (a.extract 4 99 == "ef".toUTF8)
  check "append" (a ++ "gh".toUTF8 == "abcdefgh".toUTF8)
  check "copySlice over the end" ("xy".toUTF8.copySlice 0 a 5 2 == "abcdexy".toUTF8)
  check "set!" (a.set! 0 65 == "Abcdef".toUTF8)
  check "toList" (a.toList.length == 6)
  check "beq" (a != "abcdeg".toUTF8)
  check "text" (String.fromUTF8? "αβ".toUTF8 == some "αβ" && (String.fromUTF8? ⟨#[255]⟩).isNone)
  check "empty" ((∅ : ByteArray).isEmpty && (default : ByteArray).isEmpty)

def await (promise : IO.Promise (Except IO.Error α)) : IO α := do
  match ← IO.wait promise.result? with
  | some (.ok a) => return a
  | some (.error e) => throw e
  | none => throw (IO.userError "dropped")

def sockets (port : Nat) : IO Unit := do
  let some address := IPv4Addr.ofString "127.0.0.1" | throw (IO.userError "wrong: no address")
  check "address" (toString address == "127.0.0.1" && (IPv4Addr.ofString "localhost").isNone)
  check "address 6" ((IPv6Addr.ofString "::1").map toString == some "::1")
  let socket ← TCP.Socket.new
  await (← socket.connect (.v4 { addr := address, port := port.toUInt16 }))
  socket.noDelay
  await (← socket.send #["he".toUTF8, "llo".toUTF8])
  let mut got := ByteArray.empty
  while got.size < 5 do
    match ← await (← socket.recv? 1024) with
    | some piece => got := got ++ piece
    | none => throw (IO.userError "wrong: end of stream")
  check "echo" (got == "hello".toUTF8)
  -- A pending receive that is cancelled drops its promise.
  let pending ← socket.recv? 16
  socket.cancelRecv
  check "cancelled" ((← IO.wait pending.result?).isNone)
  await (← socket.send #["bye".toUTF8])
  let mut open_ := true
  while open_ do
    if (← await (← socket.recv? 1024)).isNone then open_ := false
  await (← socket.shutdown)
  let v6 ← TCP.Socket.new
  let refused ← try
      let some one := IPv6Addr.ofString "::1" | throw (IO.userError "wrong: no address 6")
      await (← v6.connect (.v6 { addr := one, port := 1 })); pure false
    catch _ => pure true
  check "refused" refused

def timers : IO Unit := do
  let start ← IO.monoMsNow
  let timer ← Timer.mk 30 false
  check "tick" (← IO.wait (← timer.next).result?).isSome
  check "30 ms" ((← IO.monoMsNow) - start ≥ 29)
  let stopped ← Timer.mk 60000 false
  let tick ← stopped.next
  -- Resolved by whichever is first: the tick, or this task.
  let first : IO.Promise Nat ← IO.Promise.new
  discard <| BaseIO.mapTask (fun _ => first.resolve 1) tick.result? (sync := true)
  discard <| BaseIO.asTask (first.resolve 2) .dedicated
  check "first" ((← IO.wait first.result?) == some 2)
  stopped.stop

def main (arguments : List String) : IO Unit := do
  bytes
  timers
  let port := arguments.head?.bind (·.toNat?)
  match port with
  | some port => sockets port
  | none => throw (IO.userError "no port")
  IO.println "all right"
