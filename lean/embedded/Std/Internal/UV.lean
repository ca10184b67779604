/-
`Std.Internal.UV`: TCP sockets and timers of the runtime's event loop.

Signatures as in Lean 4.35 (read at leanprover/lean4 0262649, src/Std/Internal/UV/TCP.lean, and
027d3ab, src/Std/Internal/UV/Timer.lean); there they are in a module each below this one. Leaves out:
UDP, DNS, signals, the loop's own settings, keep-alive, peer names.
-/
prelude
import Init.Programs
import Std.Net

namespace Std.Internal.UV

namespace TCP
open Std.Net

private opaque SocketPointed : NonemptyType.{0}
/-- A TCP socket. It has no close: the finalizer closes it once no receive is pending. -/
def Socket : Type := SocketPointed.type
instance : Nonempty Socket := SocketPointed.property

namespace Socket

@[extern "native"] opaque new : IO Socket
@[extern "native"] opaque connect (socket : @& Socket) (addr : @& SocketAddress) :
    IO (IO.Promise (Except IO.Error Unit))
@[extern "native"] opaque send (socket : @& Socket) (data : Array ByteArray) :
    IO (IO.Promise (Except IO.Error Unit))
/-- At most `size` bytes; `none` at the end of the stream. One at a time on a socket. -/
@[extern "native"] opaque recv? (socket : @& Socket) (size : UInt64) :
    IO (IO.Promise (Except IO.Error (Option ByteArray)))
/-- Ends a pending receive; its promise is dropped. -/
@[extern "native"] opaque cancelRecv (socket : @& Socket) : IO Unit
@[extern "native"] opaque shutdown (socket : @& Socket) : IO (IO.Promise (Except IO.Error Unit))
@[extern "native"] opaque noDelay (socket : @& Socket) : IO Unit

end Socket
end TCP

private opaque TimerPointed : NonemptyType.{0}
/-- A timer; the first tick of a repeating one comes at once. -/
def Timer : Type := TimerPointed.type
instance : Nonempty Timer := TimerPointed.property

namespace Timer

@[extern "native"] opaque mk (timeout : UInt64) (repeating : Bool) : IO Timer
/-- The next tick. -/
@[extern "native"] opaque next (timer : @& Timer) : IO (IO.Promise Unit)
@[extern "native"] opaque stop (timer : @& Timer) : IO Unit

end Timer

end Std.Internal.UV
