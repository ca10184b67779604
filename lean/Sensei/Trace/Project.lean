/-
The modules of the project at hand, and the options they are compiled with.

No `import Lake`: Lake's library is another for each toolchain, and the environment that `lake exe`
and `lake env` set says enough. Sources are looked for under the folders of LEAN_SRC_PATH that lie
in the project; of them, those whose root module has been built count, so that scripts beside the
library do not. Options come from `lake setup-file`.
-/
import Lean.Data.Json
import Sensei.Core.Command

namespace Sensei.Trace
open Lean System

/-- A module of the project and its file. -/
structure ModuleFile where
  module : Name
  path : FilePath
  /-- POSIX path relative to the project's root. -/
  file : String

private def isProject (folder : FilePath) : IO Bool := do
  return (← (folder / "lakefile.toml").pathExists) || (← (folder / "lakefile.lean").pathExists)

/-- The folders in an environment variable that holds a search path. -/
def foldersIn (variable_ : String) : IO (List FilePath) := do
  let text := (← IO.getEnv variable_).getD ""
  return (text.splitOn ":").filter (· != "") |>.map FilePath.mk

/-- The nearest folder at or above `start` that holds a lakefile. -/
def findRoot (start : FilePath) : IO FilePath := do
  let start ← IO.FS.realPath start
  let mut folder := start
  for _ in [0 : 256] do
    if ← isProject folder then return folder
    match folder.parent with
    | some parent => folder := parent
    | none => break
  throw (IO.userError
    s!"{start} is in no Lean project (no lakefile.toml or lakefile.lean there or above it)")

private def withoutEnd (text ending : String) : String :=
  String.Pos.Raw.extract text 0 ⟨text.utf8ByteSize - ending.utf8ByteSize⟩

private def withoutStart (text start : String) : String :=
  String.Pos.Raw.extract text ⟨start.utf8ByteSize⟩ text.rawEndPos

private def skipped (name : String) : Bool :=
  name.startsWith "." || name == "lakefile.lean" || name == "build" || name == "lake-packages"

/-- Paths below `folder`, relative to it, of files ending in `ending`; nested projects and hidden
folders are left out. The recursion follows the file system, at most `depth` folders down. -/
private def filesBelow (folder : FilePath) (ending : String) (depth : Nat) (relative : List String) :
    IO (Array (List String)) := do
  match depth with
  | 0 => return #[]
  | depth + 1 =>
    let mut found := #[]
    unless ← folder.isDir do return found
    for entry in (← folder.readDir).qsort (fun a b => a.fileName < b.fileName) do
      if ending == ".lean" && skipped entry.fileName then continue
      if ← entry.path.isDir then
        if ending == ".lean" && (← isProject entry.path) then continue
        found := found ++ (← filesBelow entry.path ending depth (entry.fileName :: relative))
      else if entry.fileName.endsWith ending then
        let stem := withoutEnd entry.fileName ending
        found := found.push (stem :: relative).reverse
    return found

private def nameOf (parts : List String) : Name :=
  parts.foldl (fun name part => .str name part) .anonymous

private def isBelow (root path : FilePath) : Bool :=
  path == root || (path.toString.startsWith (root.toString ++ "/"))

/-- Whether a text matches a pattern in which `*` stands for any characters. The recursion goes
along both texts. -/
private def matchesChars : List Char → List Char → Bool
  | [], [] => true
  | [], _ => false
  | '*' :: pattern, [] => matchesChars pattern []
  | _, [] => false
  | '*' :: pattern, c :: text =>
    matchesChars pattern (c :: text) || matchesChars ('*' :: pattern) text
  | p :: pattern, c :: text => p == c && matchesChars pattern text
termination_by pattern text => (text.length, pattern.length)

/-- Whether a module is meant by a pattern: its name, a name with `*` for any characters, or the
path of its file in the project. -/
def ModuleFile.isMeant (module : ModuleFile) (pattern : String) : Bool :=
  if pattern.endsWith ".lean" then module.file == pattern
  else matchesChars pattern.toList (module.module.toString (escape := false)).toList

/-- The modules of the project at `root`, sorted by name. `only`, if not empty, says which to keep;
one that it names outright need not have been built. -/
def projectModules (root : FilePath) (sourceFolders : List FilePath) (only : List String) :
    IO (Array ModuleFile) := do
  let built ← filesBelow (root / ".lake" / "build" / "lib" / "lean") ".olean" 64 []
  let builtRoots := built.filterMap (·.head?)
  let mut modules : Array ModuleFile := #[]
  let folders ← sourceFolders.filterM (·.isDir)
  let folders ← folders.mapM IO.FS.realPath
  let folders := folders.filter (isBelow root)
  for folder in (if folders.isEmpty then [root] else folders) do
    for parts in ← filesBelow folder ".lean" 64 [] do
      let module := nameOf parts
      let path : FilePath := folder / ("/".intercalate parts ++ ".lean")
      let found : ModuleFile :=
        { module, path, file := withoutStart path.toString (root.toString ++ "/") }
      let isBuilt := builtRoots.isEmpty || builtRoots.contains (parts.headD "")
      let isKept := if only.isEmpty then isBuilt
        else only.any fun pattern =>
          found.isMeant pattern && (isBuilt || !pattern.contains '*')
      if !isKept || modules.any (·.module == module) then continue
      modules := modules.push found
  return modules.qsort fun a b => Name.lt a.module b.module

/-- What Lake compiles a file with. -/
structure Setup where
  /-- A JSON object. -/
  options : Json := Json.mkObj []
  /-- Plugins and dynamic libraries, as Lake names them. -/
  plugins : List String := []

private def Setup.ofJson (json : Json) : Setup :=
  let texts (field : String) : List String :=
    match json.getObjVal? field with
    | .ok (.arr values) => values.toList.map fun
      | .str text => text
      | other => ((other.getObjValAs? String "path").toOption).getD other.compress
    | _ => []
  { options := ((json.getObjVal? "options").toOption).getD (Json.mkObj [])
    plugins := texts "plugins" ++ texts "dynlibs" }

/-- What Lake compiles a file with. Lake refuses a file whose imports are missing: `none`. -/
def setup? (root path : FilePath) : IO (Option Setup) := do
  let lake := (← IO.getEnv "LAKE").getD "lake"
  try
    let output ← IO.Process.output { cmd := lake, args := #["setup-file", path.toString], cwd := root }
    if output.exitCode != 0 then return none
    return some (Setup.ofJson (← ofExcept (Json.parse output.stdout)))
  catch _ => return none

end Sensei.Trace
