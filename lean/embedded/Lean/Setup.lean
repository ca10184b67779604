prelude
import Init.Programs
/-
Imports, module headers and the set-up of a module as the build tool hands it over.

Field orders as in Lean 4.35, checked against the default objects of the library.
-/
import Lean.Data.Json
import Lean.Data.KVMap

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

structure Import where
  module : Name
  importAll : Bool := false
  isExported : Bool := true
  isMeta : Bool := false
  deriving Inhabited, BEq, Hashable

instance : Coe Name Import := ⟨({ module := · })⟩

instance : ToString Import := ⟨fun i => toString i.module⟩
@[instance, extern "native"] opaque instToJsonImport : ToJson Import
@[instance, extern "native"] opaque instFromJsonImport : FromJson Import

structure ModuleHeader where
  imports : Array Import
  isModule : Bool
  deriving Inhabited

/-- The files of an imported module; only passed on. -/
structure ImportArtifacts where
  ofArray ::
  toArray : Array System.FilePath
  deriving Inhabited

inductive LeanOptionValue where
  | ofString (s : String)
  | ofBool (b : Bool)
  | ofNat (n : Nat)
  deriving Inhabited

@[extern "native"] opaque LeanOptionValue.toDataValue : LeanOptionValue → DataValue

/-- Options as a configuration file has them. -/
structure LeanOptions where
  values : NameMap LeanOptionValue
  deriving Inhabited

@[extern "native"] opaque LeanOptions.toOptions (leanOptions : LeanOptions) : Options
@[instance, extern "native"] opaque instToJsonLeanOptions : ToJson LeanOptions
@[instance, extern "native"] opaque instFromJsonLeanOptions : FromJson LeanOptions

abbrev PkgId := String

/-- How a module is to be compiled. -/
structure ModuleSetup where
  name : Name
  package? : Option PkgId := none
  isModule : Bool := false
  imports? : Option (Array Import) := none
  importArts : NameMap ImportArtifacts := {}
  dynlibs : Array System.FilePath := #[]
  plugins : Array System.FilePath := #[]
  options : LeanOptions := default
  deriving Inhabited

@[instance, extern "native"] opaque instToJsonModuleSetup : ToJson ModuleSetup
@[instance, extern "native"] opaque instFromJsonModuleSetup : FromJson ModuleSetup

/-- Reads a set-up from the JSON file at `path`. -/
@[extern "native"] opaque ModuleSetup.load (path : System.FilePath) : IO ModuleSetup

end Lean
