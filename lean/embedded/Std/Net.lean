/-
`Std.Net`: the socket addresses that the runtime's TCP takes.

Constructor and field order as in Lean 4.35 (read at leanprover/lean4 1bea320, src/Std/Net/Addr.lean,
under older names). An address itself is opaque here: it is made by `ofString` and shown by
`toString`. Leaves out: interfaces, MAC addresses, instances for comparison.
-/
prelude
import Init.Programs

namespace Std.Net

private opaque IPv4Pointed : NonemptyType.{0}
/-- An IPv4 address. -/
def IPv4Addr : Type := IPv4Pointed.type
instance : Nonempty IPv4Addr := IPv4Pointed.property

private opaque IPv6Pointed : NonemptyType.{0}
/-- An IPv6 address. -/
def IPv6Addr : Type := IPv6Pointed.type
instance : Nonempty IPv6Addr := IPv6Pointed.property

/-- The address that the text spells (`127.0.0.1`); names are not looked up. -/
@[extern "native"] opaque IPv4Addr.ofString (s : @& String) : Option IPv4Addr
@[extern "native"] opaque IPv4Addr.toString (addr : @& IPv4Addr) : String
/-- The address that the text spells (`::1`). -/
@[extern "native"] opaque IPv6Addr.ofString (s : @& String) : Option IPv6Addr
@[extern "native"] opaque IPv6Addr.toString (addr : @& IPv6Addr) : String

instance : ToString IPv4Addr := ⟨IPv4Addr.toString⟩
instance : ToString IPv6Addr := ⟨IPv6Addr.toString⟩

structure SocketAddressV4 where
  addr : IPv4Addr
  port : UInt16

structure SocketAddressV6 where
  addr : IPv6Addr
  port : UInt16

inductive SocketAddress where
  | v4 (addr : SocketAddressV4)
  | v6 (addr : SocketAddressV6)

end Std.Net
