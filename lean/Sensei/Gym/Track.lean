/-
Whether one text keeps what another one promises: every declaration of the first is in the second,
says the same, and is finished. Both are elaborated after the server's file, and compared as they
are in the environment: by types, and by the values of definitions that the first text finished.

It compares; it does not judge. What a stranger wrote is for the verifier, which believes no
elaborator.
-/
import Sensei.Gym.Frontend

namespace Sensei.Gym
open Lean Elab

private structure Read where
  env : Environment
  messages : List Message

private def read (server : Server) (text : String) : Answer Read := do
  let messages ← IO.mkRef ([] : List Message)
  let last ← elaborate server text fun _ visited =>
    messages.modify (· ++ visited.messages.toList)
  return { env := last.state.env, messages := ← messages.get }

private def kind : ConstantInfo → String
  | .axiomInfo _ => "an axiom"
  | .defnInfo _ => "a definition"
  | .thmInfo _ => "a theorem"
  | .opaqueInfo _ => "an opaque definition"
  | .quotInfo _ => "a quotient"
  | .inductInfo _ => "an inductive type"
  | .ctorInfo _ => "a constructor"
  | .recInfo _ => "a recursor"

/-- Whether the constant rests on `sorry`, through whatever is not in `base`. -/
private def restsOnSorry (base env : Environment) (name : Name) : Bool := Id.run do
  let mut seen : NameSet := {}
  let mut todo := [name]
  -- Each round looks at one constant or drops a name.
  for _ in [0 : 10000000] do
    match todo with
    | [] => break
    | name :: rest =>
      todo := rest
      if seen.contains name then continue
      seen := seen.insert name
      if name == ``sorryAx then return true
      if base.contains name then continue
      let some info := env.find? name | continue
      todo := info.type.getUsedConstants.toList ++ todo
      if let some value := info.value? (allowOpaque := true) then
        todo := value.getUsedConstants.toList ++ todo
  return false

/-- What the second text makes of a declaration of the first, if it is not the same. -/
private def difference? (base before after : Environment) (info : ConstantInfo) : Option String :=
  match after.find? info.name with
  | none => some "is not declared"
  | some other =>
    if kind info != kind other then some s!"is {kind other}, not {kind info}"
    else if info.levelParams != other.levelParams then some "has other universes"
    else if info.type != other.type then some "has another type"
    else if info.isUnsafe != other.isUnsafe || info.isPartial != other.isPartial then
      some "is of another safety"
    else if restsOnSorry base after info.name then some "uses sorry"
    else match info, other with
      | .defnInfo _, _ | .opaqueInfo _, _ =>
        let value (info : ConstantInfo) := info.value? (allowOpaque := true)
        if value info == value other || restsOnSorry base before info.name then none
        else some "has another value"
      | .inductInfo one, .inductInfo two =>
        if one.ctors == two.ctors then none else some "has other constructors"
      | _, _ => none

private def added (base env : Environment) : Array ConstantInfo :=
  let found := env.constants.map₂.foldl (init := #[]) fun found name info =>
    if base.contains name || name.isInternalDetail then found else found.push info
  found.qsort fun one two => one.name.toString < two.name.toString

/-- The first way in which the second text does not keep what the first promises. -/
private def failure? (base before after : Environment) : Option String := Id.run do
  for info in added base before do
    if let some difference := difference? base before after info then
      return some s!"{info.name} {difference}"
  for info in added base after do
    if info matches .axiomInfo _ then
      unless before.contains info.name do return some s!"{info.name} is a new axiom"
  return none

/-- Answers `frontend.track`. -/
def track (server : Server) (payload : Json) : Answer Text := do
  let base := (← server.scope).state.env
  let src ← read server (← field payload "src")
  let dst ← read server (← field payload "dst")
  let isError (message : Message) : Bool := message.severity matches .error
  let broken := src.messages.any isError || dst.messages.any isError
  let failure := if broken then none else failure? base src.env dst.env
  let shown (read : Read) : IO Text := messagesOf (if broken then read.messages else [])
  return .object <|
    (failure.map fun failure => ("failure", Text.ofString failure)).toList ++
      [("srcMessages", ← shown src), ("dstMessages", ← shown dst)]

end Sensei.Gym
