/-
Compare: a candidate's .olean against that of the untouched file.

Judges by the constants alone; no message, exit code or attribute is believed. Tested in this
order, so that a fault is reported by its own name: the declaration is there; it states the same;
its axioms are allowed; the kernel accepts every declaration; the rest of the module is the same.
-/
import Sensei.Verify.Replay

namespace Sensei.Verify
open Lean

/-- A fault of a candidate: its name on the wire (`VerdictReason`), and a line for people. -/
structure Fault where
  reason : String
  detail : String
  axioms : Array Name := #[]

/-- A module as read from its .olean. -/
structure Compiled where
  imports : Array Import
  constants : Constants

/-- Reads the constants of an .olean. Fails on one of the module system, whose bodies are in other
files. -/
def Compiled.read (path : System.FilePath) : IO Compiled := do
  let (data, _) ← readModuleData path
  if data.isModule then
    throw (IO.userError "a file that begins with `module` cannot be judged")
  let mut constants : Constants := {}
  for (name, info) in data.constNames.toList.zip data.constants.toList do
    constants := constants.insert name info
  return { imports := data.imports, constants }

/-- Whether a name is one that the elaborator made up (`match_1`, `_proof_2`, `eq_1`, …). A private
name is not made up for being private. -/
private def isMadeUp (name : Name) : Bool :=
  let name := privateToUserName name
  name.isInternalDetail || name.isInternal

/-- Equality of expressions up to the names of made-up constants, which depend on what was
elaborated before. Two made-up constants are the same if what they stand for is. -/
private partial def sameExpr (a b : Constants) (fuel : Nat) (x y : Expr) : Bool :=
  if x == y then true
  else match fuel, x, y with
  | 0, _, _ => false
  | fuel + 1, x, y =>
    match x, y with
    | .const n us, .const m vs =>
      us == vs && isMadeUp n && isMadeUp m &&
        match a[n]?, b[m]? with
        | some i, some j =>
          sameExpr a b fuel i.type j.type &&
            match i, j with
            | .thmInfo _, .thmInfo _ => true
            | .defnInfo u, .defnInfo v => sameExpr a b fuel u.value v.value
            | .opaqueInfo u, .opaqueInfo v => sameExpr a b fuel u.value v.value
            | _, _ => false
        | _, _ => false
    | .app f p, .app g q => sameExpr a b fuel f g && sameExpr a b fuel p q
    | .lam _ s u _, .lam _ t v _ => sameExpr a b fuel s t && sameExpr a b fuel u v
    | .forallE _ s u _, .forallE _ t v _ => sameExpr a b fuel s t && sameExpr a b fuel u v
    | .letE _ s w u _, .letE _ t z v _ =>
      sameExpr a b fuel s t && sameExpr a b fuel w z && sameExpr a b fuel u v
    | .mdata _ u, v => sameExpr a b fuel u v
    | u, .mdata _ v => sameExpr a b fuel u v
    | .proj s i u, .proj t j v => s == t && i == j && sameExpr a b fuel u v
    | _, _ => false

private def parent : Name → Name
  | .str name _ | .num name _ => name
  | .anonymous => .anonymous

private def kindOf : ConstantInfo → String
  | .axiomInfo _ => "axiom"
  | .defnInfo _ => "definition"
  | .thmInfo _ => "theorem"
  | .opaqueInfo _ => "opaque definition"
  | .quotInfo _ => "quotient"
  | .inductInfo _ => "inductive type"
  | .ctorInfo _ => "constructor"
  | .recInfo _ => "recursor"

/-- Depth to which the expressions of a definition are compared. -/
private def compareDepth : Nat := 100000

/-- Most constants looked at; a bound that no module reaches. -/
private def manyConstants : Nat := 100000000

/-- Whether two constants of one name say the same: all that a statement can depend on, so not the
proofs of theorems. -/
private def sameConstant (a b : Constants) (x y : ConstantInfo) : Bool :=
  kindOf x == kindOf y && x.levelParams == y.levelParams && x.isUnsafe == y.isUnsafe &&
    x.isPartial == y.isPartial && sameExpr a b compareDepth x.type y.type &&
    match x, y with
    | .defnInfo u, .defnInfo v => sameExpr a b compareDepth u.value v.value
    | .opaqueInfo u, .opaqueInfo v => sameExpr a b compareDepth u.value v.value
    | .inductInfo u, .inductInfo v =>
      u.ctors == v.ctors && u.all == v.all && u.numParams == v.numParams &&
        u.numIndices == v.numIndices
    | _, _ => true

/-- What a statement can depend on of a constant. -/
private def meaning (info : ConstantInfo) : Array Name :=
  match info with
  | .defnInfo _ | .opaqueInfo _ => dependencies info
  | _ => info.type.getUsedConstants

/-- The first made-up constant, among those that the two modules both have and that `roots` depend
on, which says something else in the candidate. (`sameExpr` looks at names of the same spelling no
further; those that are not made up are compared by `surroundings`.) -/
private def changedMadeUp (original candidate : Constants) (roots : Array Name) : Option Name :=
  Id.run do
    let mut seen : NameSet := {}
    let mut stack := roots
    for _ in [0 : manyConstants] do
      let some name := stack.back? | break
      stack := stack.pop
      if seen.contains name then continue
      seen := seen.insert name
      let some info := original[name]? | continue
      if isMadeUp name then
        if let some other := candidate[name]? then
          unless sameConstant original candidate info other do return some name
      stack := stack ++ meaning info
    return none

/-- Whether the name belongs to the theorem's own proof: `where` and `let rec` declare such. -/
private def ofProof (target : Name) (name : Name) : Bool :=
  target != name && target.isPrefixOf name

/-- What differs between the surroundings of the theorem in the two modules, if anything. The target
itself is one of them if it is a definition: its body is what it means. -/
private def surroundings (original candidate : Constants) (target : Name)
    (allowed : List Name) : Option Fault :=
  Id.run do
    let isTheorem := original[target]?.any (· matches .thmInfo _)
    let mut kept := #[]
    for (name, info) in original.toArray.qsort (fun a b => a.1.lt b.1) do
      if (name == target && isTheorem) || isMadeUp name || ofProof target name then continue
      kept := kept ++ meaning info
      match candidate[name]? with
      | none =>
        -- Lemmas that are made on demand (equations, induction principles) may come and go.
        if info matches .thmInfo _ then
          if original.contains (parent name) then continue
        return some { reason := "context_changed", detail := s!"{name} is no longer declared" }
      | some other =>
        unless sameConstant original candidate info other do
          let detail := s!"{kindOf other} {name} says something else"
          return some { reason := "context_changed", detail }
    if let some name := changedMadeUp original candidate kept then
      return some { reason := "context_changed", detail := s!"{name} says something else" }
    for (name, info) in candidate.toArray.qsort (fun a b => a.1.lt b.1) do
      if original.contains name then continue
      let isAxiom := (info matches .axiomInfo _) && !allowed.contains name
      let isLemmaOfKnown := (info matches .thmInfo _) && original.contains (parent name)
      unless !isAxiom && (isMadeUp name || ofProof target name || isLemmaOfKnown) do
        return some
          { reason := "extra_declaration", detail := s!"{kindOf info} {name} is new" }
    return none

/-- The original as far as a short candidate goes, and the module that the candidate stands for:
`before` with the constants of `short`. Fails if it is not that: other imports, or a constant
declared twice. -/
def joined (original before short : Compiled) (beforeModule : Name) :
    Except String (Compiled × Compiled) := do
  let modules (compiled : Compiled) : Array Name := compiled.imports.map (·.module)
  unless (modules short).contains beforeModule do throw s!"{beforeModule} is not imported"
  unless (modules short).filter (· != beforeModule) == modules before do
    throw "the short file imports something else"
  let mut constants := before.constants
  for (name, info) in short.constants.toArray do
    if constants.contains name then throw s!"{name} is declared twice"
    constants := constants.insert name info
  let mut known : Constants := {}
  for (name, info) in original.constants.toArray do
    if constants.contains name then known := known.insert name info
  return ({ original with constants := known }, { before with constants })

/-- Judges a candidate. `.ok` gives the axioms of the theorem, all of them allowed. -/
def compare (original candidate : Compiled) (target : Name) (allowed : List Name) :
    IO (Except Fault (Array Name)) := do
  let some before := original.constants[target]?
    | throw (IO.userError s!"the untouched file declares no '{target}'")
  let some after := candidate.constants[target]?
    | return .error { reason := "declaration_missing", detail := s!"{target} is not declared" }
  if after.isUnsafe || after.isPartial then
    return .error { reason := "unsafe", detail := s!"{target} is unsafe or partial" }
  if kindOf before != kindOf after then
    return .error { reason := "statement_changed",
                    detail := s!"{target} was a {kindOf before} and is a {kindOf after}" }
  let sameStatement := before.levelParams == after.levelParams &&
    sameExpr original.constants candidate.constants compareDepth before.type after.type
  let changed := changedMadeUp original.constants candidate.constants before.type.getUsedConstants
  unless sameStatement && changed.isNone do
    return .error { reason := "statement_changed", detail := s!"{target} states something else" }
  unless original.imports.map (·.module) == candidate.imports.map (·.module) do
    return .error { reason := "context_changed", detail := "the imports differ" }
  let env ← importModules candidate.imports {} (trustLevel := 0)
  let base := env.toKernelEnv
  -- Axioms are read from the constants as they stand, so that `sorry` and a new axiom are named
  -- even where the kernel would stop earlier.
  let axioms := axiomsIn base candidate.constants target
  if axioms.contains ``sorryAx then
    return .error { reason := "sorry", detail := s!"{target} depends on sorry", axioms }
  if let some bad := axioms.find? (!allowed.contains ·) then
    return .error
      { reason := "axiom_not_allowed", detail := s!"{target} depends on axiom {bad}", axioms }
  match ← replay base candidate.constants with
  | .error fault =>
    return .error
      { reason := "kernel_rejected", detail := s!"{fault.constant}: {fault.message}", axioms }
  | .ok _ => pure ()
  match surroundings original.constants candidate.constants target allowed with
  | some fault => return .error { fault with axioms }
  | none => return .ok axioms

end Sensei.Verify
