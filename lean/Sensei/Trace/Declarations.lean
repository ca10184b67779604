/-
The declarations of a command: names and kinds from the environment, ranges and texts from the
source.

A declaration is a constant that is new after the command and has a range of its own; what the
elaborator derived beside it (recursors, equations, `injEq`, …) has none and is an auxiliary, told
by its name and the declaration it belongs to. An `example` leaves no constant: it is recorded from
its syntax.

API as in Lean 4.35: `findDeclarationRangesCore?`, `findDocString?`, `collectAxioms`, `isStructure`,
`isClass`, `Meta.isInstanceCore`, `getReducibilityStatusCore`.
-/
import Sensei.Core.Declaration
import Sensei.Trace.Record
import Sensei.Trace.Walk
import Lean.DeclarationRange
import Lean.DocString
import Lean.Class
import Lean.Structure
import Lean.Meta
import Lean.Meta.Instances
import Lean.ReducibilityAttrs
import Lean.Util.CollectAxioms

namespace Sensei.Trace
open Lean Elab Meta

/-- A `Declaration` message, except for the places that need the file. -/
structure Declared where
  name : String
  /-- In the environment; that of a private declaration is another. -/
  envName : Name
  kind : String
  span : Span
  nameSpan : Span
  signature : String
  type : String
  typeHash : String
  bodySpan? : Option Span
  proofKind : String
  axioms : Array Name
  doc : String
  isPrivate : Bool
  isProp : Bool
  attributes : Array String
  levelParams : List Name
  modifiers : Array String
  typeConstants : Array Name
  valueConstants : Array Name

/-- A constant that the elaborator made beside what the source declares. -/
structure Auxiliary where
  name : Name
  /-- The declaration that it belongs to, as users see it. -/
  declaration : String
  span? : Option Span

/-- What users call a constant. -/
def userName (name : Name) : Name := (privateToUserName? name).getD name

/-- As `Declaration.kind` has it; examples are not in the environment. -/
def kindOf (env : Environment) (name : Name) (info : ConstantInfo) : String :=
  match info with
  | .thmInfo _ => "theorem"
  | .axiomInfo _ => "axiom"
  | .opaqueInfo _ => "opaque"
  | .ctorInfo _ => "constructor"
  | .recInfo _ => "recursor"
  | .quotInfo _ => "opaque"
  | .inductInfo _ =>
    if isClass env name then "class" else if isStructure env name then "structure" else "inductive"
  | .defnInfo _ =>
    if isInstanceCore env name then "instance"
    else if getReducibilityStatusCore env name matches .reducible then "abbrev"
    else "def"

/-- Hash of a type that forgets the names of binders and universe parameters. -/
def typeHash (info : ConstantInfo) : String :=
  let levels := (List.range info.levelParams.length).map fun i => Level.param (.num `u i)
  let type := info.type.instantiateLevelParams info.levelParams levels
  hexDigits type.hash

/-- The part of a command that is a declaration's own: the one around the name, in a mutual
block; the command itself if there is none. -/
private def ownSyntax (command : Syntax) (name : Span) : Syntax :=
  let isOwn (node : Syntax) : Bool :=
    node.isOfKind `Lean.Parser.Command.declaration &&
      (spanOf? node).any fun span => span.start ≤ name.start && name.stop ≤ span.stop
  (command.find? isOwn).getD command

private def signatureOf (places : Places) (declaration : Syntax) : String :=
  let isSignature (stx : Syntax) :=
    stx.isOfKind `Lean.Parser.Command.declSig || stx.isOfKind `Lean.Parser.Command.optDeclSig
  match declaration.find? isSignature >>= spanOf? with
  | some span => places.text span
  | none => ""

private def proofKindOf (body? : Option Syntax) : String :=
  match body? with
  | none => "PROOF_KIND_UNSPECIFIED"
  | some body =>
    if body.isOfKind `Lean.Parser.Command.declValEqns then "PROOF_KIND_ALTERNATIVES"
    else if (body.getArg 1).isOfKind `Lean.Parser.Term.byTactic then "PROOF_KIND_TACTIC"
    else "PROOF_KIND_TERM"

private def attributesOf (places : Places) (declaration : Syntax) : Array String :=
  match declaration.find? (·.isOfKind `Lean.Parser.Term.attributes) with
  | none => #[]
  | some attributes =>
    (attributes.getArg 1).getSepArgs.filterMap fun instance_ =>
      (spanOf? (instance_.getArg 1)).map places.text

/-- Words before the keyword: `private`, `noncomputable`, … -/
private def modifiersOf (places : Places) (declaration : Syntax) : Array String :=
  match declaration.find? (·.isOfKind `Lean.Parser.Command.declModifiers) with
  | none => #[]
  | some modifiers =>
    -- The first two parts are the doc comment and the attributes.
    (modifiers.getArgs.extract 2 modifiers.getArgs.size).filterMap fun part =>
      (spanOf? part).map places.text

/-- Constants of a term, without those that the elaborator made up. -/
private def namedConstants (e : Expr) : Array Name :=
  e.getUsedConstants.filter (!isMadeUpName ·)

private def valueOf? : ConstantInfo → Option Expr
  | .thmInfo info => info.value
  | .defnInfo info => info.value
  | .opaqueInfo info => info.value
  | _ => none

private def positionOf (places : Places) (position : Position) : String.Pos.Raw :=
  places.fileMap.ofPosition position

/-- Whether a command declares one constant with a range, and that one is in its info trees:
a plain `theorem` or `def` without attributes, `where` or `let rec`. -/
private def isPlain (command : Syntax) (simple : Bool) : Bool :=
  let declaration := command.getArg 1
  let isManifold (node : Syntax) : Bool :=
    node.isOfKind `Lean.Parser.Term.attributes || node.isOfKind `Lean.Parser.Term.whereDecls ||
      node.isOfKind `Lean.Parser.Term.letrec || node.isOfKind `Lean.Parser.Term.letRecDecls
  command.isOfKind `Lean.Parser.Command.declaration &&
    (declaration.isOfKind `Lean.Parser.Command.theorem ||
      (declaration.isOfKind `Lean.Parser.Command.definition
        && ((declaration.getArg 4).getArgs.isEmpty))) &&
    (simple || (command.find? isManifold).isNone)

/-- Where the constants that a command declared are looked for. To look at all that the module has so
far after each of its commands takes quadratic time: where the info trees name them, they are
believed. -/
inductive Lookout where
  /-- Nowhere: an `example` leaves none. -/
  | nowhere
  /-- Among these. -/
  | mentioned (names : Std.HashSet Name)
  /-- Everywhere. -/
  | everywhere

/-- Where to look after `visited`, whose info trees mention `mentioned`. -/
def lookoutOf (visited : Visited) (simple : Bool) (mentioned : Std.HashSet Name) : Lookout :=
  if visited.command.isOfKind `Lean.Parser.Command.example then .nowhere
  else if isPlain visited.command simple then .mentioned mentioned
  else .everywhere

/-- The constants that `visited` added, as far as they are looked for. -/
private def addedNames (visited : Visited) (lookout : Lookout) : Array Name :=
  let before := visited.before.state.env
  let after := visited.after.state.env
  match lookout with
  | .nowhere => #[]
  | .mentioned names =>
    names.toArray.filter fun name => after.contains name && !before.contains name
  -- What proofs had made for all of the module (`induct`, say) is among the constants, but not contained.
  | .everywhere => after.constants.map₂.foldl (init := #[]) fun names name _ =>
    if before.contains name || !after.contains name then names else names.push name

/-- Whether the elaborator makes constants of this name and kind by itself. -/
private def isMadeUp (env : Environment) (name : Name) (info : ConstantInfo) : Bool :=
  isMadeUpName name || isAuxRecursor env name || isNoConfusion env name ||
    info matches .recInfo _

/-- A constant as a declaration of `command`; `none` if it is none in the source. -/
private def declared? (places : Places) (command : Syntax) (name : Name) :
    MetaM (Option Declared) := do
  let env ← getEnv
  let some info := env.find? name | return none
  let some ranges ← findDeclarationRangesCore? name | return none
  if isMadeUp env name info then return none
  let nameSpan : Span :=
    { start := positionOf places ranges.selectionRange.pos
      stop := positionOf places ranges.selectionRange.endPos }
  let own := ownSyntax command nameSpan
  let isConstructor := info matches .ctorInfo _
  -- What stands before a structure is not said of its fields.
  let isPart := isConstructor || env.isProjectionFn name
  let body? := if isConstructor then none else bodyOf? own
  let span := if isConstructor then
      { start := positionOf places ranges.range.pos, stop := positionOf places ranges.range.endPos }
    else (spanOf? own).getD nameSpan
  let type ← try pure (toString (← ppExpr info.type)) catch _ => pure ""
  let isProp ← try Meta.isProp info.type catch _ => pure false
  let axioms ← collectAxioms name
  return some
    { name := (userName name).toString
      envName := name
      kind := kindOf env name info
      span, nameSpan
      signature := if isConstructor then "" else signatureOf places own
      type, isProp, typeHash := typeHash info
      bodySpan? := body? >>= spanOf?
      proofKind := proofKindOf body?
      axioms := axioms.qsort Name.lt
      doc := (← findDocString? env name).getD ""
      isPrivate := isPrivateName name
      attributes := if isPart then #[] else attributesOf places own
      levelParams := info.levelParams
      modifiers := if isPart then #[] else modifiersOf places own
      typeConstants := namedConstants info.type
      valueConstants := ((valueOf? info).map namedConstants).getD #[] }

/-- The declaration that a constant without a place in the source belongs to: one whose name its
name goes on from, else the first of the command that made it. -/
private def ownerOf (declared : Std.HashMap Name String) (name : Name) (beside : Array Declared) :
    String :=
  let rec ownerAbove : Name → Option String
    | .anonymous => none
    | .str above _ | .num above _ =>
      match declared[above]? with
      | some owner => some owner
      | none => ownerAbove above
  (ownerAbove name).getD ((beside[0]?.map (·.name)).getD "")

/-- What a command added to the environment. -/
structure Added where
  declared : Array Declared
  /-- In name order. -/
  others : Array Name

/-- The declarations that `visited` added, in source order, and the rest that it added as far as it
was looked for. -/
def declarationsOf (places : Places) (visited : Visited) (lookout : Lookout) : MetaM Added := do
  let mut declared := #[]
  let mut others := #[]
  for name in addedNames visited lookout do
    match ← declared? places visited.command name with
    | some found => declared := declared.push found
    | none => others := others.push name
  return {
    declared := declared.qsort fun a b => a.nameSpan.start < b.nameSpan.start
    others := others.qsort Name.lt }

/-- A command that has been looked at, and the scope after it. -/
structure Passed where
  command : Syntax
  span : Span
  scope : Command.Scope
  lookout : Lookout
  declared : Array Declared
  others : Array Name

/-- The module's own constants that its commands were not asked about, in name order; those that
have a place in the source with it. `searched?` is the last environment that was looked through. -/
def unseenConstants (places : Places) (passed : Array Passed) (searched? : Option Environment) :
    MetaM (Array (Name × Option String.Pos.Raw)) := do
  let mentioned := passed.foldl (init := ({} : Std.HashSet Name)) fun names command =>
    match command.lookout with
    | .mentioned more => more.fold (·.insert ·) names
    | _ => names
  let env ← getEnv
  let unseen := env.constants.map₂.foldl (init := #[]) fun names name _ =>
    if mentioned.contains name || searched?.any (·.contains name) || !env.contains name then names
    else names.push name
  (unseen.qsort Name.lt).mapM fun name => do
    let ranges? ← findDeclarationRangesCore? name
    return (name, ranges?.map fun ranges => positionOf places ranges.selectionRange.pos)

/-- An unseen constant as a declaration of the command that it stands in. `runIn` runs in the scope
of a command, at the end of the module. -/
def lateDeclaration? (places : Places) (passed : Array Passed) (name : Name)
    (place : String.Pos.Raw)
    (runIn : Command.Scope → MetaM (Option Declared) → IO (Option Declared)) :
    IO (Option Declared) := do
  let some around := passed.find? fun p => p.span.start ≤ place && place ≤ p.span.stop
    | return none
  runIn around.scope (declared? places around.command name)

/-- The auxiliaries of a module: what its commands made beside declarations, and the rest of what
was found at its end. -/
def auxiliariesOf (declared : Array Declared) (passed : Array Passed) (late : Array Name) :
    Array Auxiliary :=
  let declared := declared.foldl (init := ({} : Std.HashMap Name String)) fun names d =>
    -- An example has no name that others go on from.
    if d.envName == .anonymous then names else names.insert d.envName d.name
  let of (name : Name) (beside : Array Declared) (span? : Option Span) : Auxiliary :=
    { name, declaration := ownerOf declared name beside, span? }
  let made := passed.flatMap fun p => p.others.map fun name => of name p.declared (some p.span)
  made ++ late.map fun name => of name #[] none

/-- An `Auxiliary` message. -/
def Auxiliary.json (places : Places) (auxiliary : Auxiliary) : Json :=
  Json.mkObj <|
    [("name", toJson (userName auxiliary.name).toString),
      ("declaration", toJson auxiliary.declaration)] ++
    (match auxiliary.span? with
      | some span => [("range", places.range span)]
      | none => [])

/-- A `Declaration` message. -/
def Declared.json (places : Places) (constants : Std.HashMap Name Nat) (steps : Nat)
    (inForce : Array String) (hasError : Bool) (declared : Declared) : Json :=
  let indices (names : Array Name) : Json := toJson (names.filterMap (constants[·]?))
  Json.mkObj <|
    [("name", toJson declared.name), ("kind", toJson declared.kind),
      ("range", places.range declared.span), ("nameRange", places.range declared.nameSpan),
      ("signature", toJson declared.signature), ("type", toJson declared.type),
      ("typeHash", toJson declared.typeHash), ("proofKind", toJson declared.proofKind),
      ("hasSorry", toJson (declared.axioms.contains ``sorryAx)),
      ("axioms", toJson (declared.axioms.map Name.toString)), ("doc", toJson declared.doc),
      ("isPrivate", toJson declared.isPrivate), ("isProp", toJson declared.isProp),
      ("attributes", toJson declared.attributes), ("attributesInForce", toJson inForce), ("hasError", toJson hasError),
      ("levelParams", toJson (declared.levelParams.map Name.toString)),
      ("modifiers", toJson declared.modifiers),
      ("typeConstants", indices declared.typeConstants),
      ("valueConstants", indices declared.valueConstants), ("proofSteps", toJson steps)] ++
    (if declared.isPrivate then [("envName", toJson declared.envName.toString)] else []) ++
    (match declared.bodySpan? with
      | some span => [("proofRange", places.range span)]
      | none => [])

end Sensei.Trace
