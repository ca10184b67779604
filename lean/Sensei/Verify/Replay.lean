/-
Replay: every declaration of a compiled module, once more through the kernel.

Takes the constants as they stand in the .olean and adds them, in dependency order, to the
environment of the module's imports. What an elaborator slipped past the kernel
(`debug.skipKernelTC`, an unchecked `addDecl`) is caught here, because nothing in this process ran
any code of the module.

Constructors and recursors are made by the kernel from their inductive type and compared with those
of the .olean. Unsafe and partial definitions are left out: nothing safe can depend on them, and
the kernel says so when something does.

API as in Lean 4.35: `Declaration`, `Kernel.Environment.addDecl`, `ConstantInfo`.
-/
import Lean.Environment
import Lean.AddDecl

namespace Sensei.Verify
open Lean

/-- The constants of a module by name. -/
abbrev Constants := Std.HashMap Name ConstantInfo

/-- What a replay has reached. -/
structure Replay where
  env : Kernel.Environment
  /-- Names that are in `env` or deliberately left out. -/
  done : NameSet := {}

/-- A fault: the constant, and what the kernel said. -/
structure KernelFault where
  constant : Name
  message : String

private def kernelMessage (exception : Kernel.Exception) : BaseIO String := do
  (exception.toMessageData {}).toString

/-- Names that must be in the environment before the constant is added. -/
def dependencies (info : ConstantInfo) : Array Name := Id.run do
  let mut names := info.type.getUsedConstants
  if let some value := info.value? (allowOpaque := true) then
    names := names ++ value.getUsedConstants
  match info with
  | .inductInfo val => names := names ++ val.ctors.toArray ++ val.all.toArray
  | .ctorInfo val => names := names.push val.induct
  | .recInfo val => names := names ++ val.all.toArray
  | _ => pure ()
  return names

/-- The constants in an order in which each comes after those it depends on. The members of a
mutual block stand next to each other in no special order. Iterative, so that a deep chain of
lemmas does not exhaust the stack; each constant is entered and left once. -/
def inDependencyOrder (constants : Constants) : Array Name := Id.run do
  let mut order := #[]
  let mut entered : NameSet := {}
  let mut left : NameSet := {}
  for (root, _) in constants.toArray.qsort (fun a b => Name.quickLt a.1 b.1) do
    -- `true` marks the second visit, after the dependencies.
    let mut stack : Array (Name × Bool) := #[(root, false)]
    for _ in [0 : 1000000000] do
      let some (name, second) := stack.back? | break
      stack := stack.pop
      if second then
        if !left.contains name then
          left := left.insert name
          order := order.push name
      else if !entered.contains name then
        entered := entered.insert name
        stack := stack.push (name, true)
        if let some info := constants[name]? then
          for dependency in dependencies info do
            if constants.contains dependency && !entered.contains dependency then
              stack := stack.push (dependency, false)
  return order

private def inductiveDeclaration (constants : Constants) (val : InductiveVal) :
    Except String Declaration := do
  let mut types := #[]
  for name in val.all do
    let some (.inductInfo member) := constants[name]? | throw s!"{name} is missing from its block"
    let mut ctors := #[]
    for ctor in member.ctors do
      let some info := constants[ctor]? | throw s!"constructor {ctor} is missing"
      ctors := ctors.push { name := ctor, type := info.type : Constructor }
    types := types.push { name, type := member.type, ctors := ctors.toList : InductiveType }
  return .inductDecl val.levelParams val.numParams types.toList val.isUnsafe

private def sameGenerated (made kept : ConstantInfo) : Bool :=
  made.levelParams == kept.levelParams && made.type == kept.type &&
    match made, kept with
    | .ctorInfo a, .ctorInfo b =>
      a.induct == b.induct && a.cidx == b.cidx && a.numParams == b.numParams &&
        a.numFields == b.numFields
    | .recInfo a, .recInfo b =>
      a.k == b.k && a.numParams == b.numParams && a.numMotives == b.numMotives &&
        a.numMinors == b.numMinors && a.numIndices == b.numIndices &&
        a.rules.map (·.rhs) == b.rules.map (·.rhs)
    | _, _ => false

private def add (replay : Replay) (name : Name) (declaration : Declaration) :
    BaseIO (Except KernelFault Replay) := do
  match replay.env.addDecl {} declaration with
  | .ok env => return .ok { replay with env, done := replay.done.insert name }
  | .error exception => return .error { constant := name, message := ← kernelMessage exception }

/-- Adds one constant, its dependencies being in the environment already. -/
private def addConstant (constants : Constants) (replay : Replay) (name : Name) :
    BaseIO (Except KernelFault Replay) := do
  if replay.done.contains name then return .ok replay
  let some info := constants[name]? | return .ok replay
  let skip : Replay := { replay with done := replay.done.insert name }
  if info.isUnsafe || info.isPartial then return .ok skip
  match info with
  | .axiomInfo val => add replay name (.axiomDecl val)
  | .defnInfo val => add replay name (.defnDecl val)
  | .thmInfo val => add replay name (.thmDecl val)
  | .opaqueInfo val => add replay name (.opaqueDecl val)
  | .quotInfo _ => add replay name .quotDecl
  | .inductInfo val =>
    match inductiveDeclaration constants val with
    | .error message => return .error { constant := name, message }
    | .ok declaration =>
      match ← add replay name declaration with
      | .error fault => return .error fault
      | .ok replay =>
        return .ok { replay with done := val.all.foldl (·.insert ·) replay.done }
  -- Made with their inductive types; compared at the end.
  | .ctorInfo _ | .recInfo _ => return .ok skip

/-- Adds every constant to `env`. Returns the environment, or the first fault in dependency
order. -/
def replay (env : Kernel.Environment) (constants : Constants) :
    BaseIO (Except KernelFault Kernel.Environment) := do
  let mut state : Replay := { env }
  let order := inDependencyOrder constants
  for name in order do
    match ← addConstant constants state name with
    | .error fault => return .error fault
    | .ok next => state := next
  for name in order do
    match constants[name]? with
    | some info@(.ctorInfo _) | some info@(.recInfo _) =>
      if info.isUnsafe then continue
      let made? := state.env.find? name
      unless made?.any (sameGenerated · info) do
        return .error { constant := name, message := "differs from what the kernel makes" }
    | _ => pure ()
  return .ok state.env

/-- The axioms that `root` depends on, sorted: found in `constants` first, then in `env`. Each
constant is looked at once. -/
def axiomsIn (env : Kernel.Environment) (constants : Constants) (root : Name) : Array Name :=
  Id.run do
    let mut seen : NameSet := {}
    let mut axioms := #[]
    let mut stack := #[root]
    for _ in [0 : 1000000000] do
      let some name := stack.back? | break
      stack := stack.pop
      if seen.contains name then continue
      seen := seen.insert name
      let some info := constants[name]? <|> env.find? name | continue
      if info matches .axiomInfo _ then axioms := axioms.push name
      stack := stack ++ dependencies info
    return axioms.qsort Name.lt

end Sensei.Verify
