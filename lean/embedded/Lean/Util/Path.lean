prelude
import Init.Programs
/-
Search paths: from module names to files and back.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Data.Name

/-- Folders in the order in which they are searched. -/
abbrev System.SearchPath := List System.FilePath

namespace Lean
open System (FilePath SearchPath)

@[extern "native"] opaque modToFilePath (base : FilePath) (mod : Name) (ext : String) : FilePath

/-- The path on which `.olean` files are looked for. -/
@[extern "native"] axiom searchPathRef : IO.Ref SearchPath

@[extern "native"] opaque getBuildDir : IO FilePath
@[extern "native"] opaque getLibDir (sysroot : FilePath) : IO FilePath
@[extern "native"] opaque addSearchPathFromEnv (sp : SearchPath) : IO SearchPath
@[extern "native"] opaque initSearchPath (leanSysroot : FilePath) (sp : SearchPath := ∅) : IO Unit
@[extern "native"] opaque findSysroot (lean : String := "lean") : IO FilePath
@[extern "native"] opaque getSrcSearchPath : IO SearchPath
@[extern "native"] opaque findOLean (mod : Name) : IO FilePath
@[extern "native"] opaque moduleNameOfFileName (fname : FilePath) (rootDir : Option FilePath) :
  IO Name
@[extern "native"] opaque searchModuleNameOfFileName (fname : FilePath) (rootDirs : SearchPath) :
  IO (Option Name)

namespace SearchPath
@[extern "native"] opaque findWithExt (sp : SearchPath) (ext : String) (mod : Name) :
  IO (Option FilePath)
@[extern "native"] opaque findModuleWithExt (sp : SearchPath) (ext : String) (mod : Name) :
  IO (Option FilePath)
@[extern "native"] opaque findAllWithExt (sp : SearchPath) (ext : String) : IO (Array FilePath)
end SearchPath

end Lean

namespace System.SearchPath
export Lean.SearchPath (findWithExt findModuleWithExt findAllWithExt)
end System.SearchPath
