/-
Export: a theorem and all it depends on, for a type checker that is not Lean's own.

The format is that of lean4export, version 3.1.0: one JSON object a line; names, levels and
expressions are numbered as they come, and a declaration comes after those it depends on. Name 0 is
the anonymous one and level 0 is zero. Annotations (`mdata`) are left out, as they mean nothing to a
kernel.

Leaves out unsafe and partial definitions, which no theorem depends on.
-/
import Sensei.Verify.Compare

namespace Sensei.Verify
open Lean

/-- The version of the format. -/
def exportFormat : String := "3.1.0"

private structure Written where
  names : Std.HashMap Name Nat := ({} : Std.HashMap Name Nat).insert .anonymous 0
  levels : Std.HashMap Level Nat := ({} : Std.HashMap Level Nat).insert .zero 0
  exprs : Std.HashMap Expr Nat := {}
  /-- By what is written of them: two that differ in annotations only are one. -/
  nodes : Std.HashMap String Nat := {}

/-- A field of an object. -/
private def has [ToJson α] (name : String) (value : α) : String × Json := (name, toJson value)

private abbrev ExportM := ReaderT IO.FS.Stream (StateT Written IO)

private def line (fields : List (String × Json)) : ExportM Unit := do
  (← read).putStrLn (Json.mkObj fields).compress

private def nameIndex : Name → ExportM Nat
  | .anonymous => return 0
  | name@(.str before text) => do
    if let some index := (← get).names[name]? then return index
    let outer ← nameIndex before
    let index := (← get).names.size
    modify fun w => { w with names := w.names.insert name index }
    line [has "str" (Json.mkObj [has "pre" outer, has "str" text]), has "in" index]
    return index
  | name@(.num before number) => do
    if let some index := (← get).names[name]? then return index
    let outer ← nameIndex before
    let index := (← get).names.size
    modify fun w => { w with names := w.names.insert name index }
    line [has "num" (Json.mkObj [has "pre" outer, has "i" number]), has "in" index]
    return index

private def newLevel (level : Level) (kind : String) (content : Json) : ExportM Nat := do
  let index := (← get).levels.size
  modify fun w => { w with levels := w.levels.insert level index }
  line [(kind, content), has "il" index]
  return index

private def levelIndex : Level → ExportM Nat
  | .zero => return 0
  | level@(.succ u) => do
    if let some index := (← get).levels[level]? then return index
    newLevel level "succ" (← levelIndex u)
  | level@(.max u v) => do
    if let some index := (← get).levels[level]? then return index
    newLevel level "max" (toJson #[← levelIndex u, ← levelIndex v])
  | level@(.imax u v) => do
    if let some index := (← get).levels[level]? then return index
    newLevel level "imax" (toJson #[← levelIndex u, ← levelIndex v])
  | level@(.param name) => do
    if let some index := (← get).levels[level]? then return index
    newLevel level "param" (← nameIndex name)
  | .mvar _ => throw (IO.userError "a level of the theorem is not known")

private def binder : BinderInfo → String
  | .default => "default"
  | .implicit => "implicit"
  | .strictImplicit => "strictImplicit"
  | .instImplicit => "instImplicit"

private def newExpr (expr : Expr) (kind : String) (content : Json) : ExportM Nat := do
  let node := s!"{kind} {content.compress}"
  if let some index := (← get).nodes[node]? then
    modify fun w => { w with exprs := w.exprs.insert expr index }
    return index
  let index := (← get).nodes.size
  modify fun w =>
    { w with exprs := w.exprs.insert expr index, nodes := w.nodes.insert node index }
  line [(kind, content), has "ie" index]
  return index

private def bound (name : Name) (type body : Nat) (info : BinderInfo) : ExportM Json := do
  return Json.mkObj
    [has "name" (← nameIndex name), has "type" type, has "body" body,
      has "binderInfo" (binder info)]

private def exprIndex (expr : Expr) : ExportM Nat := do
  if let some index := (← get).exprs[expr]? then return index
  match expr with
  | .bvar i => newExpr expr "bvar" i
  | .sort u => newExpr expr "sort" (← levelIndex u)
  | .const name us =>
    let us ← us.toArray.mapM levelIndex
    newExpr expr "const" (Json.mkObj [has "name" (← nameIndex name), has "us" (toJson us)])
  | .app f a =>
    let f ← exprIndex f
    newExpr expr "app" (Json.mkObj [has "fn" f, has "arg" (← exprIndex a)])
  | .lam name type body info =>
    let type ← exprIndex type
    let body ← exprIndex body
    newExpr expr "lam" (← bound name type body info)
  | .forallE name type body info =>
    let type ← exprIndex type
    let body ← exprIndex body
    newExpr expr "forallE" (← bound name type body info)
  | .letE name type value body nondep =>
    let type ← exprIndex type
    let value ← exprIndex value
    let body ← exprIndex body
    newExpr expr "letE" (Json.mkObj
      [has "name" (← nameIndex name), has "type" type, has "value" value, has "body" body,
        has "nondep" nondep])
  | .lit (.natVal n) => newExpr expr "natVal" (toString n)
  | .lit (.strVal s) => newExpr expr "strVal" s
  | .mdata _ inner =>
    let index ← exprIndex inner
    modify fun w => { w with exprs := w.exprs.insert expr index }
    return index
  | .proj type number inner =>
    let inner ← exprIndex inner
    newExpr expr "proj" (Json.mkObj
      [has "typeName" (← nameIndex type), has "idx" number, has "struct" inner])
  | .fvar _ | .mvar _ => throw (IO.userError "the theorem has an open part")
private def indices (names : List Name) : ExportM Json := do
  return toJson (← names.toArray.mapM nameIndex)

/-- The fields that every declaration has. -/
private def common (val : ConstantVal) : ExportM (List (String × Json)) := do
  return [has "name" (toJson (← nameIndex val.name)), has "levelParams" (← indices val.levelParams),
    has "type" (toJson (← exprIndex val.type))]

private def hintsJson : ReducibilityHints → Json
  | .opaque => "opaque"
  | .abbrev => "abbrev"
  | .regular height => Json.mkObj [has "regular" height.toNat]

private def quotKind : QuotKind → String
  | .type => "type"
  | .ctor => "ctor"
  | .lift => "lift"
  | .ind => "ind"

private def constructorJson (val : ConstructorVal) : ExportM Json := do
  return Json.mkObj <| (← common val.toConstantVal) ++
    [has "induct" (toJson (← nameIndex val.induct)), has "cidx" val.cidx,
      has "numParams" val.numParams, has "numFields" val.numFields, has "isUnsafe" val.isUnsafe]

private def recursorJson (val : RecursorVal) : ExportM Json := do
  let rules ← val.rules.toArray.mapM fun rule => do
    return Json.mkObj
      [has "ctor" (← nameIndex rule.ctor), has "nfields" rule.nfields,
        has "rhs" (← exprIndex rule.rhs)]
  return Json.mkObj <| (← common val.toConstantVal) ++
    [has "all" (← indices val.all), has "numParams" val.numParams, has "numIndices" val.numIndices,
      has "numMotives" val.numMotives, has "numMinors" val.numMinors, has "rules" (toJson rules),
      has "k" val.k, has "isUnsafe" val.isUnsafe]

private def inductiveJson (val : InductiveVal) : ExportM Json := do
  return Json.mkObj <| (← common val.toConstantVal) ++
    [has "numParams" val.numParams, has "numIndices" val.numIndices, has "all" (← indices val.all),
      has "ctors" (← indices val.ctors), has "numNested" val.numNested, has "isRec" val.isRec,
      has "isUnsafe" val.isUnsafe, has "isReflexive" val.isReflexive]

/-- The recursors of a block: one a type, and one for each nested use of another type. -/
private def recursorsOf (val : InductiveVal) : List Name :=
  val.all.map (.str · "rec") ++
    match val.all with
    | [] => []
    | first :: _ => (List.range val.numNested).map fun i => .str first s!"rec_{i + 1}"

/-- Looks a constant up. -/
private abbrev Find := Name → Option ConstantInfo

/-- Writes a block of inductive types with their constructors and recursors. -/
private def writeBlock (find : Find) (val : InductiveVal) : ExportM Unit := do
  let mut types := #[]
  let mut ctors := #[]
  let mut recs := #[]
  for name in val.all do
    let some (.inductInfo type) := find name | continue
    types := types.push (← inductiveJson type)
    for ctor in type.ctors do
      if let some (.ctorInfo info) := find ctor then ctors := ctors.push (← constructorJson info)
  for name in recursorsOf val do
    if let some (.recInfo info) := find name then recs := recs.push (← recursorJson info)
  line [has "inductive" (Json.mkObj
    [has "types" (toJson types), has "ctors" (toJson ctors), has "recs" (toJson recs)])]

private def writeConstant (find : Find) (info : ConstantInfo) : ExportM Unit := do
  match info with
  | .axiomInfo val =>
    line [has "axiom" (Json.mkObj ((← common val.toConstantVal) ++ [has "isUnsafe" val.isUnsafe]))]
  | .defnInfo val =>
    let fields ← common val.toConstantVal
    line [has "def" (Json.mkObj (fields ++
      [has "value" (← exprIndex val.value), has "hints" (hintsJson val.hints), has "safety" "safe",
        has "all" (← indices val.all)]))]
  | .thmInfo val =>
    let fields ← common val.toConstantVal
    line [has "thm" (Json.mkObj (fields ++
      [has "value" (← exprIndex val.value), has "all" (← indices val.all)]))]
  | .opaqueInfo val =>
    let fields ← common val.toConstantVal
    line [has "opaque" (Json.mkObj (fields ++
      [has "value" (← exprIndex val.value), has "isUnsafe" val.isUnsafe,
        has "all" (← indices val.all)]))]
  | .quotInfo val =>
    line [has "quot" (Json.mkObj
      ((← common val.toConstantVal) ++ [has "kind" (quotKind val.kind)]))]
  | .inductInfo val => writeBlock find val
  -- Written with their block.
  | .ctorInfo _ | .recInfo _ => return

/-- The four constants that the kernel makes as one. -/
private def quotients : List Name := [``Quot, ``Quot.mk, ``Quot.lift, ``Quot.ind]

/-- The one constant of a group with which all of it is written. -/
private def leader (find : Find) (name : Name) : Name :=
  match find name with
  | some (.ctorInfo val) =>
    match find val.induct with
    | some (.inductInfo type) => type.all.headD val.induct
    | _ => val.induct
  | some (.recInfo val) => val.all.headD name
  | some (.inductInfo val) => val.all.headD name
  | _ => name

/-- What a checker builds into literals: it looks for these by name. -/
private def literalNames (expr : Expr) : Array Name :=
  let holds (p : Literal → Bool) : Bool :=
    (expr.find? fun | .lit l => p l | _ => false).isSome
  (if holds (· matches .natVal _) then #[``Nat] else #[]) ++
    (if holds (· matches .strVal _) then #[``String.ofList, ``Char.ofNat, ``List] else #[])

private def exprsOf (find : Find) (info : ConstantInfo) : Array Expr := Id.run do
  let own (info : ConstantInfo) : Array Expr :=
    #[info.type] ++ ((info.value? (allowOpaque := true)).map (#[·])).getD #[]
  match info with
  | .inductInfo val =>
    let mut exprs := #[]
    for name in val.all do
      let some (.inductInfo type) := find name | continue
      exprs := exprs.push type.type
      for ctor in type.ctors do
        if let some info := find ctor then exprs := exprs.push info.type
    return exprs
  | info => return own info

/-- What must be written before a constant: what it names, each as the leader of its group. -/
private def before (find : Find) (info : ConstantInfo) : Array Name := Id.run do
  let mut names := #[]
  for expr in exprsOf find info do
    names := names ++ expr.getUsedConstants ++ literalNames expr
  if info matches .quotInfo _ then
    names := names.push ``Eq ++ quotients.toArray.takeWhile (· != info.name)
  return names.map (leader find)

/-- Writes `target` and all it depends on to `out`.
Fails if something that it depends on is unsafe, or missing. -/
def exportTheorem (candidate : Compiled) (target : Name) (out : IO.FS.Stream) : IO Unit := do
  let env ← importModules candidate.imports {} (trustLevel := 0)
  let base := env.toKernelEnv
  let find : Find := fun name => candidate.constants[name]? <|> base.find? name
  let act : ExportM Unit := do
    line [has "meta" (Json.mkObj
      [has "exporter" (Json.mkObj [has "name" "sensei", has "version" "0.1.0"]),
        has "lean" (Json.mkObj [has "githash" Lean.githash, has "version" Lean.versionString]),
        has "format" (Json.mkObj [has "version" exportFormat])])]
    let mut entered : NameSet := {}
    -- `true` marks the second visit, after the dependencies.
    let mut stack : Array (Name × Bool) := #[(target, false)]
    for _ in [0 : 1000000000] do
      let some (name, second) := stack.back? | break
      stack := stack.pop
      let some info := find name
        | throw (IO.userError s!"{name} is not there")
      if info.isUnsafe || info.isPartial then throw (IO.userError s!"{name} is unsafe")
      if second then writeConstant find info
      else if !entered.contains name then
        entered := entered.insert name
        stack := stack.push (name, true)
        for dependency in before find info do
          unless entered.contains dependency do stack := stack.push (dependency, false)
        -- The kernel makes the four together, so a checker wants them all.
        if name == ``Quot then
          for other in quotients do
            unless entered.contains other do stack := #[(other, false)] ++ stack
  discard <| (act.run out).run {}
  out.flush

end Sensei.Verify
