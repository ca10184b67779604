/-
The constants that a module uses: their table, and the records of their uses.
-/
import Sensei.Trace.Attributes
import Sensei.Trace.Declarations

namespace Sensei.Trace
open Lean Elab Meta

/-- Runs `act` in the environment and scope after a command. -/
def runAfter (state : Command.State) (act : MetaM α) : IO α := do
  let scope := state.scopes.head!
  let context : ContextInfo :=
    { env := state.env, fileMap := default, options := scope.opts, ngen := state.ngen,
      currNamespace := scope.currNamespace, openDecls := scope.openDecls }
  context.runMetaM {} act

/-- A range of Lean's own: lines and columns without bytes, which would need the other file. -/
private def rangeJson (range : DeclarationRange) : Json :=
  Json.mkObj
    [("startLine", toJson range.pos.line), ("startColumn", toJson range.pos.column),
      ("endLine", toJson range.endPos.line), ("endColumn", toJson range.endPos.column)]

private def moduleOf (env : Environment) (own name : Name) : Name :=
  match env.getModuleIdxFor? name with
  | some index => (env.header.moduleNames[index.toNat]?).getD own
  | none => own

/-- A `PremiseUse` message. -/
def premiseJson (places : Places) (own : Name) (use : PremiseUse) : MetaM Json := do
  let env ← getEnv
  let definition : List (String × Json) := match ← findDeclarationRangesCore? use.name with
    | none => []
    | some ranges => [("definition", rangeJson ranges.range)]
  return Json.mkObj <|
    [("name", toJson (userName use.name).toString),
      ("module", toJson (moduleOf env own use.name).toString), ("use", places.range use.span),
      ("declaration", toJson use.declaration),
      ("step", match use.step with | some s => toJson s | none => toJson (-1 : Int))] ++ definition

private def originOf (own : Name) (roots : List Name) (module : Name) : String :=
  if module == own then "module"
  else if roots.contains module.getRoot then "project"
  else if [`Init, `Std, `Lean, `Lake].contains module.getRoot then "toolchain"
  else "dependency"

/-- A `Constant` message. The declarations of the module itself tell the rest of their own. -/
def constantJson (own : Name) (roots : List Name) (simp : SimpTheorems) (name : Name) :
    MetaM Json := do
  let env ← getEnv
  let module := moduleOf env own name
  let info? := env.find? name
  let head :=
    [("name", toJson (userName name).toString), ("module", toJson module.toString),
      ("kind", toJson ((info?.map (kindOf env name)).getD "")),
      ("origin", toJson (originOf own roots module))]
  if module == own then return Json.mkObj head
  let statement ← match info? with
    | none => pure ""
    | some info => try pure (toString (← ppExpr info.type)) catch _ => pure ""
  let ranges : List (String × Json) := match ← findDeclarationRangesCore? name with
    | none => []
    | some ranges =>
      [("range", rangeJson ranges.range), ("nameRange", rangeJson ranges.selectionRange)]
  return Json.mkObj <| head ++ ranges ++
    [("doc", toJson ((← findDocString? env name).getD "")), ("statement", toJson statement),
      ("attributes", toJson (← attributesInForce simp name))]

/-- The constants that steps, declarations and the source use, in order of appearance, with their
numbers. -/
def constantTable (effects : Array Effect) (declared : Array Declared)
    (uses : Array PremiseUse) : Array Name × Std.HashMap Name Nat :=
  let names := effects.flatMap (·.constants) ++
    (declared.flatMap fun d => d.typeConstants ++ d.valueConstants) ++ uses.map (·.name)
  names.foldl (init := (#[], {})) fun (table, index) name =>
    if index.contains name then (table, index) else (table.push name, index.insert name table.size)

end Sensei.Trace
