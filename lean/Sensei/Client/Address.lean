/-
Where the sidecar is: from an option, the environment, or the file that `sensei serve` leaves in the
project, in this order.
-/
import Lean.Data.Json
import Sensei.Client.Error
import Std.Net

namespace Sensei.Client
open Lean (Json)

/-- An address, and the token that its server wants. -/
structure Endpoint where
  /-- `127.0.0.1`, `::1`, another address in figures, `localhost`, or a name, which needs a bridge. -/
  host : String
  port : Nat
  /-- Whether the server speaks TLS, which needs a bridge. -/
  tls : Bool := false
  /-- "" for none. Never shown. -/
  token : String := ""
  deriving Inhabited

/-- `host:port`, an IPv6 address in brackets. -/
def Endpoint.address (endpoint : Endpoint) : String :=
  let host := if endpoint.host.toList.contains ':' then s!"[{endpoint.host}]" else endpoint.host
  s!"{host}:{endpoint.port}"

/-- The address as people write it: with `grpcs://` before it for TLS. -/
def Endpoint.target (endpoint : Endpoint) : String :=
  if endpoint.tls then s!"grpcs://{endpoint.address}" else endpoint.address

/-- The environment variables that are read. -/
def addressVariable : String := "SENSEI_SIDECAR"
def tokenVariable : String := "SENSEI_SIDECAR_TOKEN"

/-- The address of processes that the sidecar itself starts: they ask nobody. -/
def nobody : String := "off"

/-- Whether this process is to ask nobody. -/
def asksNobody : BaseIO Bool := return (← IO.getEnv addressVariable) == some nobody

/-- What `sensei serve` writes, below a project's root. -/
def sidecarFile : System.FilePath := ".lake" / "sensei" / "sidecar.json"

/-- `host:port` or `[address]:port`; with `grpcs://` before it, a server that speaks TLS. -/
def Endpoint.parse? (text : String) : Option Endpoint := do
  let (tls, text) := match text.splitOn "://" with
    | ["grpcs", rest] => (true, rest)
    | _ => (false, text)
  let pieces := text.splitOn ":"
  let port ← pieces.getLast?.bind (·.toNat?)
  if port == 0 || port > 65535 then failure
  let host := ":".intercalate pieces.dropLast
  let letters := host.toList
  let host := if letters.head? == some '[' && letters.getLast? == some ']'
    then String.ofList (letters.drop 1).dropLast else host
  if host.isEmpty || host.toList.contains '/' then failure
  return { host, port, tls }

/-- The socket's address; none for a name other than `localhost`. -/
private def Endpoint.socket? (endpoint : Endpoint) : Option Std.Net.SocketAddress :=
  let host := if endpoint.host == "localhost" then "127.0.0.1" else endpoint.host
  let port := endpoint.port.toUInt16
  match Std.Net.IPv4Addr.ofString host, Std.Net.IPv6Addr.ofString host with
  | some addr, _ => some (.v4 { addr, port })
  | none, some addr => some (.v6 { addr, port })
  | none, none => none

/-- Whether this process cannot call it by itself. -/
def Endpoint.needsBridge (endpoint : Endpoint) : Bool := endpoint.tls || endpoint.socket?.isNone

/-- Where this process connects to. -/
def ofAddress (endpoint : Endpoint) : RpcM Std.Net.SocketAddress := do
  if endpoint.tls then
    fail .unreachable "TLS is spoken through a bridge only: set sensei.transport" endpoint.target
  match endpoint.socket? with
  | some address => return address
  | none =>
    fail .unreachable s!"'{endpoint.host}' is no address in figures, and names are looked up by a \
      bridge only: set sensei.transport" endpoint.target

/-- Fails for a token that no header can hold. What it is is not said. -/
def Endpoint.checkToken (endpoint : Endpoint) : RpcM Unit := do
  unless endpoint.token.toList.all fun c => ' ' ≤ c && c ≤ '~' do
    fail .caller s!"the token ({tokenVariable}, or in sidecar.json) has line ends or other \
      characters that no header holds" endpoint.target

/-- What the file says. -/
private def ofFile (text : String) : Except String Endpoint := do
  let json ← Json.parse text
  let host ← (← json.getObjVal? "host").getStr?
  let port ← (← json.getObjVal? "port").getNat?
  let token := ((json.getObjVal? "token").bind (·.getStr?)).toOption.getD ""
  let tls := ((json.getObjVal? "tls").bind (·.getBool?)).toOption.getD false
  return { host, port, tls, token }

/-- The file in `folder` or the nearest folder above it. -/
private def findFile (folder : System.FilePath) : IO (Option System.FilePath) := do
  let mut folder := folder
  -- As deep as folders nest.
  for _ in [0:128] do
    let file := folder / sidecarFile
    if ← file.pathExists then return some file
    match folder.parent with
    | some above => folder := above
    | none => return none
  return none

/-- Where the sidecar is, or in one line why that is not known.

`option` is what the user set (`sensei.address`), "" for nothing; `folder` is in the project. The
token comes from the environment, else from the file if that names the same address. With
`evenIfOff`, it is found though this process is to ask nobody: its own user asked for it. -/
def findEndpoint (option : String) (folder : System.FilePath) (evenIfOff := false) :
    IO (Except String Endpoint) := do
  let file ← findFile folder
  let written ← match file with
    | none => pure none
    | some file =>
      try
        match ofFile (← IO.FS.readFile file) with
        | .ok endpoint => pure (some endpoint)
        | .error problem => return .error s!"{file}: {problem}; start `sensei serve` again"
      catch error => return .error s!"{file} cannot be read: {error}"
  let set := (← IO.getEnv addressVariable).getD ""
  if set == nobody && !evenIfOff then return .error s!"{addressVariable} is '{nobody}'"
  let set := if set == nobody then "" else set
  let named := if option.isEmpty then set else option
  let token ← IO.getEnv tokenVariable
  if named.isEmpty then
    match written with
    | some endpoint => return .ok { endpoint with token := token.getD endpoint.token }
    | none => return .error s!"no sidecar is running for {folder}; start it: sensei serve"
  else
    match Endpoint.parse? named with
    | none => return .error s!"'{named}' is no address; write host:port, as 127.0.0.1:50051, \
      or grpcs://host:port"
    | some endpoint =>
      let same := (written.filter (·.target == endpoint.target)).map (·.token)
      return .ok { endpoint with token := (token <|> same).getD "" }

end Sensei.Client
