/-
Which records are still good: the index beside them.

A module's key is made of everything that its record depends on: the source, the Lean, the tracer,
the options, and what its imports offer. Of an import in the project that is its interface as its
own record tells it (`interfaceHash`: without the proofs of its theorems) and what it imports in
turn; of one outside, the build of its `.olean`. So an edit in a proof makes no dependent stale,
and one in a statement makes all of them stale.
-/
import Lean.Data.Json
import Sensei.Core.Command
import Sensei.Core.Frontend
import Sensei.Core.Text
import Sensei.Trace.Record

namespace Sensei.Trace
open Lean System

/-- What the index says of a module: the key of its record when that was made, and the hash of the
record, so that one which was changed since is made again. -/
structure Entry where
  key : String
  record : String
  deriving Inhabited

/-- The name of the index file; no record is called so. -/
def indexName : String := "index.jsonl"

private def entryOfLine? (line : String) : Option (String × Entry) := do
  let json ← (Json.parse line).toOption
  let field (name : String) := (json.getObjValAs? String name).toOption
  return (← field "module", { key := ← field "key", record := ← field "record" })

/-- The line of an entry. -/
def Entry.line (entry : Entry) (module : String) : String :=
  (Json.mkObj [("module", module), ("key", entry.key), ("record", entry.record)]).compress ++ "\n"

/-- The entries of an index; later lines win. What cannot be read counts as absent. -/
def readIndex (folder : FilePath) : IO (Std.HashMap String Entry) := do
  let mut entries := {}
  match ← (IO.FS.readFile (folder / indexName)).toBaseIO with
  | .error _ => return entries
  | .ok text =>
    for line in text.splitOn "\n" do
      if let some (module, entry) := entryOfLine? line then entries := entries.insert module entry
    return entries

/-- The modules that a source imports, as its header says; none if it cannot be read. -/
def importsOf (path : FilePath) (text : String) : IO (List Name) := do
  try
    let (header, _, _) ← Parser.parseHeader (Parser.mkInputContext text path.toString)
    return (Elab.headerToImports header).toList.map (·.module)
  catch _ => return []

private def ofToolchain (module : Name) : Bool :=
  [`Init, `Std, `Lean, `Lake].contains module.getRoot

private def oleanOf? (folders : List FilePath) (module : Name) : IO (Option FilePath) := do
  let parts := (module.toString (escape := false)).splitOn "."
  for folder in folders do
    let path : FilePath := folder / ("/".intercalate parts ++ ".olean")
    if ← path.pathExists then return some path
  return none

/-- What tells one build of an `.olean` from another: the hash that Lake leaves beside it, else its
size and time. -/
private def contentOf (olean : FilePath) : IO String := do
  match ← (IO.FS.readFile (olean.toString ++ ".hash")).toBaseIO with
  | .ok text => return trimmed text
  | .error _ =>
    let said ← olean.metadata
    return s!"{said.byteSize} {said.modified.secs} {said.modified.nanos}"

/-- Hashes of modules outside the project, each looked at once. -/
structure Outside where
  folders : List FilePath
  known : IO.Ref (Std.HashMap Name String)

/-- Adds a module and all that it imports. The recursion follows imports, which have no cycles; it
stops at the toolchain, which the key holds by its version. -/
private partial def Outside.add (outside : Outside) (module : Name) : IO Unit := do
  if ofToolchain module || (← outside.known.get).contains module then return
  match ← oleanOf? outside.folders module with
  | none => outside.known.modify (·.insert module "missing")
  | some path =>
    let content ← contentOf path
    let (data, _) ← readModuleData path
    let mut parts := [module.toString, content]
    for imported in data.imports do
      outside.add imported.module
      parts := (← outside.known.get).getD imported.module "" :: parts
    outside.known.modify (·.insert module (hashOf parts))

/-- What an import from outside the project adds to a key. -/
def Outside.hashOf (outside : Outside) (module : Name) : IO String := do
  outside.add module
  return (← outside.known.get).getD module "toolchain"

end Sensei.Trace
