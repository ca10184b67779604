/-
The declarations of a command: names and kinds from the environment, ranges and texts from the
source.

A declaration is a constant that is new after the command and has a range of its own; what the
elaborator derived beside it (recursors, equations, `injEq`, …) has none. An `example` leaves no
constant: it is recorded from its syntax.

API as in Lean 4.35: `findDeclarationRangesCore?`, `findDocString?`, `collectAxioms`, `isStructure`,
`isClass`, `Meta.isInstanceCore`, `getReducibilityStatusCore`.
-/
import Sensei.Core.Declaration
import Sensei.Trace.Record
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

private def kindOf (env : Environment) (name : Name) (info : ConstantInfo) : String :=
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
  let digits := Nat.toDigits 16 type.hash.toNat
  String.ofList (List.replicate (16 - digits.length) '0' ++ digits)

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

private def positionOf (places : Places) (position : Position) : String.Pos.Raw :=
  places.fileMap.ofPosition position

/-- Whether a command declares one constant with a range, and that one is in its info trees:
a plain `theorem` or `def` without attributes, `where` or `let rec`. -/
private def isPlain (command : Syntax) : Bool :=
  let declaration := command.getArg 1
  let isManifold (node : Syntax) : Bool :=
    node.isOfKind `Lean.Parser.Term.attributes || node.isOfKind `Lean.Parser.Term.whereDecls ||
      node.isOfKind `Lean.Parser.Term.letrec || node.isOfKind `Lean.Parser.Term.letRecDecls
  command.isOfKind `Lean.Parser.Command.declaration &&
    (declaration.isOfKind `Lean.Parser.Command.theorem ||
      (declaration.isOfKind `Lean.Parser.Command.definition
        && ((declaration.getArg 4).getArgs.isEmpty))) &&
    (command.find? isManifold).isNone

/-- The constants that a command may have declared. To look at all that the module has so far after
each of its commands takes quadratic time: where the info trees name them, they are believed. -/
private def candidates (visited : Visited) (mentioned known : Std.HashSet Name) : Array Name :=
  if visited.command.isOfKind `Lean.Parser.Command.example then #[]
  else if isPlain visited.command then mentioned.toArray
  else visited.after.state.env.constants.map₂.foldl (init := #[]) fun names name _ =>
    if known.contains name then names else names.push name

/-- The declarations that `visited` added, in source order, and the names that the module is known
to have after it. -/
def declarationsOf (places : Places) (visited : Visited) (mentioned known : Std.HashSet Name) :
    MetaM (Array Declared × Std.HashSet Name) := do
  let env := visited.after.state.env
  let mut names := #[]
  let mut known := known
  for name in candidates visited mentioned known do
    if known.contains name then continue
    if env.contains name then known := known.insert name
    if !visited.before.state.env.contains name then names := names.push name
  let mut declared := #[]
  for name in names do
    let some info := env.find? name | continue
    let some ranges ← findDeclarationRangesCore? name | continue
    if name.isInternalDetail || isAuxRecursor env name || isNoConfusion env name then continue
    if info matches .recInfo _ then continue
    let nameSpan : Span :=
      { start := positionOf places ranges.selectionRange.pos
        stop := positionOf places ranges.selectionRange.endPos }
    let own := ownSyntax visited.command nameSpan
    let isConstructor := info matches .ctorInfo _
    let body? := if isConstructor then none else bodyOf? own
    let span := if isConstructor then
        { start := positionOf places ranges.range.pos, stop := positionOf places ranges.range.endPos }
      else (spanOf? own).getD nameSpan
    let type ← try pure (toString (← ppExpr info.type)) catch _ => pure ""
    let isProp ← try Meta.isProp info.type catch _ => pure false
    let axioms ← collectAxioms name
    declared := declared.push
      { name := ((privateToUserName? name).getD name).toString
        kind := kindOf env name info
        span, nameSpan
        signature := if isConstructor then "" else signatureOf places own
        type, isProp, typeHash := typeHash info
        bodySpan? := body? >>= spanOf?
        proofKind := proofKindOf body?
        axioms := axioms.qsort Name.lt
        doc := (← findDocString? env name).getD ""
        isPrivate := isPrivateName name
        attributes := if isConstructor then #[] else attributesOf places own }
  return (declared.qsort fun a b => a.nameSpan.start < b.nameSpan.start, known)

/-- A `Declaration` message. -/
def Declared.json (places : Places) (declared : Declared) : Json :=
  Json.mkObj <|
    [("name", toJson declared.name), ("kind", toJson declared.kind),
      ("range", places.range declared.span), ("nameRange", places.range declared.nameSpan),
      ("signature", toJson declared.signature), ("type", toJson declared.type),
      ("typeHash", toJson declared.typeHash), ("proofKind", toJson declared.proofKind),
      ("hasSorry", toJson (declared.axioms.contains ``sorryAx)),
      ("axioms", toJson (declared.axioms.map Name.toString)), ("doc", toJson declared.doc),
      ("isPrivate", toJson declared.isPrivate), ("isProp", toJson declared.isProp),
      ("attributes", toJson declared.attributes)] ++
    (match declared.bodySpan? with
      | some span => [("proofRange", places.range span)]
      | none => [])

end Sensei.Trace
