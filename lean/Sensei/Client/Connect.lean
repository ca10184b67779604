/-
Which transport carries the calls to an address.
-/
import Sensei.Client.Bridge
import Sensei.Client.H2c

namespace Sensei.Client

/-- How calls go out. -/
inductive Way where
  /-- From this process where it can, else through a bridge. -/
  | auto
  /-- From this process, over the runtime's TCP. -/
  | direct
  /-- Through a child process. -/
  | bridge
  deriving Inhabited, BEq

/-- The environment variable that is read when an option says nothing. -/
def transportVariable : String := "SENSEI_TRANSPORT"

/-- What the option (`sensei.transport`, "" for nothing) or the environment says. -/
def Way.find (option : String) : BaseIO (Except String Way) := do
  let set := (← IO.getEnv transportVariable).getD ""
  match if option.isEmpty then set else option with
  | "" | "auto" => return .ok .auto
  | "direct" => return .ok .direct
  | "bridge" => return .ok .bridge
  | other => return .error s!"'{other}' is no transport; write auto, direct or bridge"

/-- What carries the calls to one endpoint, and must be closed. -/
structure Carrier where
  endpoint : Endpoint
  way : Way
  transport : Transport
  close : BaseIO Unit

/-- What carries calls there. Makes no connection yet. -/
def connect (endpoint : Endpoint) (way : Way := .auto) : BaseIO Carrier := do
  let direct := way == .direct || (way == .auto && !endpoint.needsBridge)
  if direct then
    let pool ← Pool.new endpoint
    return { endpoint, way, transport := pool.transport, close := pool.close }
  let pool ← BridgePool.new endpoint
  return { endpoint, way, transport := pool.transport, close := pool.close }

end Sensei.Client
