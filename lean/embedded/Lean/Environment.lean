prelude
import Init.Programs
/-
Environments: constants, imported modules, the kernel's entry points.

An environment is passed around whole and read through the native functions. Signatures as in
Lean 4.35, checked against the symbols of the library; layout of the header and of module data
checked against live objects.
Leaves out: asynchronous branches.
-/
import Lean.LocalContext
import Lean.Data.SMap
import Lean.Setup
import Lean.Util.Path

set_option genSizeOf false
set_option genInjectivity false

namespace Lean

def ModuleIdx := Nat
instance : BEq ModuleIdx := inferInstanceAs (BEq Nat)
instance : ToString ModuleIdx := inferInstanceAs (ToString Nat)
instance : Inhabited ModuleIdx := inferInstanceAs (Inhabited Nat)
abbrev ModuleIdx.toNat (midx : ModuleIdx) : Nat := midx

abbrev ConstMap := SMap Name ConstantInfo

private opaque CompactedRegion.nonempty : NonemptyType.{0}
/-- The memory that the objects of an `.olean` file lie in: an object that knows its file. -/
def CompactedRegion : Type := CompactedRegion.nonempty.type
instance : Nonempty CompactedRegion := CompactedRegion.nonempty.property
@[extern "native"] unsafe opaque CompactedRegion.free : CompactedRegion → BaseIO Unit

private opaque EnvExtensionEntry.nonempty : NonemptyType.{0}
/-- An entry of an extension in an `.olean` file. -/
def EnvExtensionEntry : Type := EnvExtensionEntry.nonempty.type
instance : Nonempty EnvExtensionEntry := EnvExtensionEntry.nonempty.property

/-- What an `.olean` file holds. -/
structure ModuleData where
  isModule : Bool
  imports : Array Import
  constNames : Array Name
  constants : Array ConstantInfo
  extraConstNames : Array Name
  entries : Array (Name × Array EnvExtensionEntry)
  deriving Inhabited

inductive IRPhases where
  | runtime
  | «comptime»
  | all
  deriving Inhabited, BEq

/-- A module as it was imported. -/
structure EffectiveImport extends Import where
  irPhases : IRPhases
  deriving Inhabited

/-- What seldom changes in an environment. -/
structure EnvironmentHeader where
  trustLevel : UInt32 := 0
  mainModule : Name := default
  isModule : Bool := false
  imports : Array Import := #[]
  regions : Array CompactedRegion := #[]
  modules : Array EffectiveImport := #[]
  moduleName2Idx : Std.HashMap Name ModuleIdx := {}
  importAllModules : Array Import := #[]
  moduleData : Array ModuleData := #[]
  deriving Inhabited

def EnvironmentHeader.moduleNames (h : EnvironmentHeader) : Array Name := h.modules.map (·.module)

namespace Kernel
private opaque Environment.nonempty : NonemptyType.{0}
/-- The kernel's environment. -/
def Environment : Type := Environment.nonempty.type
instance : Nonempty Environment := Environment.nonempty.property

/-- Why the kernel refused. -/
inductive Exception where
  | unknownConstant (env : Environment) (name : Name)
  | alreadyDeclared (env : Environment) (name : Name)
  | declTypeMismatch (env : Environment) (decl : Declaration) (givenType : Expr)
  | declHasMVars (env : Environment) (name : Name) (expr : Expr)
  | declHasFVars (env : Environment) (name : Name) (expr : Expr)
  | funExpected (env : Environment) (lctx : LocalContext) (expr : Expr)
  | typeExpected (env : Environment) (lctx : LocalContext) (expr : Expr)
  | letTypeMismatch (env : Environment) (lctx : LocalContext) (name : Name) (givenType : Expr)
      (expectedType : Expr)
  | exprTypeMismatch (env : Environment) (lctx : LocalContext) (expr : Expr) (expectedType : Expr)
  | appTypeMismatch (env : Environment) (lctx : LocalContext) (app : Expr) (funType : Expr)
      (argType : Expr)
  | invalidProj (env : Environment) (lctx : LocalContext) (proj : Expr)
  | thmTypeIsNotProp (env : Environment) (name : Name) (type : Expr)
  | other (msg : String)
  | deterministicTimeout
  | excessiveMemory
  | deepRecursion
  | interrupted

instance : Inhabited Exception := ⟨.interrupted⟩

namespace Environment
@[export lean_environment_find, extern "native"]
opaque find? (env : Environment) (n : Name) : Option ConstantInfo

/-- Checks `decl` and adds it. The option `debug.skipKernelTC` in `opts` turns the check off. -/
@[extern "native"] opaque addDecl (env : Environment) (opts : Options) (decl : Declaration)
  (cancelTk? : Option IO.CancelToken := none) : Except Exception Environment

/-- Checks `decl` and adds it; `0` stands for no limit of heartbeats. -/
@[extern "native"] opaque addDeclCore (env : Environment) (maxHeartbeats maxRecDepth : USize)
  (decl : Declaration) (cancelTk? : Option IO.CancelToken) : Except Exception Environment
end Environment
end Kernel

private opaque Environment.nonempty : NonemptyType.{0}
/-- An environment of the elaborator. -/
def Environment : Type := Environment.nonempty.type
instance : Nonempty Environment := Environment.nonempty.property

/-- How much of the imported modules is read. -/
inductive OLeanLevel where
  | exported
  | server
  | «private»
  deriving BEq, Inhabited

private opaque Plugin.nonempty : NonemptyType.{0}
/-- A loaded plugin. -/
def Plugin : Type := Plugin.nonempty.type

/-- A new environment with nothing in it. -/
@[extern "native"] opaque mkEmptyEnvironment (trustLevel : UInt32 := 0) : IO Environment

/-- The content of the `.olean` file at `fname` and the memory it lies in. -/
@[extern "native"] opaque readModuleData (fname : System.FilePath) : IO (ModuleData × CompactedRegion)

@[extern "native"] opaque importModules (imports : Array Import) (opts : Options)
  (trustLevel : UInt32 := 0) (plugins : Array Plugin := #[]) (leakEnv : Bool := false)
  (loadExts : Bool := false) (level : OLeanLevel := .private)
  (arts : NameMap ImportArtifacts := {}) : IO Environment

@[extern "native"] unsafe opaque enableInitializersExecution : BaseIO Unit

@[extern "native"] opaque writeModule (env : Environment) (fname : System.FilePath)
  (writeIR : Bool := true) : IO Unit

namespace Environment
@[extern "native"] opaque find? (env : Environment) (n : Name) (skipRealize : Bool := false) :
  Option ConstantInfo
@[extern "native"] opaque findConstVal? (env : Environment) (n : Name)
  (skipRealize : Bool := false) : Option ConstantVal
@[extern "native"] opaque contains (env : Environment) (n : Name) (skipRealize : Bool := true) :
  Bool
@[extern "native"] opaque constants (env : Environment) : ConstMap
@[extern "native"] opaque header (env : Environment) : EnvironmentHeader
@[extern "native"] opaque const2ModIdx (env : Environment) : Std.HashMap Name ModuleIdx
@[extern "native"] opaque mainModule (env : Environment) : Name
@[extern "native"] opaque imports (env : Environment) : Array Import
@[extern "native"] opaque allImportedModuleNames (env : Environment) : Array Name
@[extern "native"] opaque getModuleIdxFor? (env : Environment) (declName : Name) : Option ModuleIdx
@[extern "native"] opaque getModuleIdx? (env : Environment) (moduleName : Name) : Option ModuleIdx
@[extern "native"] opaque isImportedConst (env : Environment) (n : Name) : Bool
@[extern "native"] opaque isConstructor (env : Environment) (declName : Name) : Bool
@[extern "native"] opaque isNamespace (env : Environment) (n : Name) : Bool
@[extern "native"] opaque isProjectionFn (env : Environment) (declName : Name) : Bool
@[extern "native"] opaque hasUnsafe (env : Environment) (e : Expr) : Bool
@[extern "native"] opaque setMainModule (env : Environment) (m : Name) : Environment
@[extern "native"] opaque setExporting (env : Environment) (isExporting : Bool) : Environment
@[extern "native"] opaque displayStats (env : Environment) : IO Unit
@[extern "native"] unsafe opaque freeRegions (env : Environment) : IO Unit

/-- Checks `decl` in the kernel and adds it, without telling the elaborator's extensions. -/
@[extern "native"] opaque addDeclCore (env : Environment) (maxHeartbeats maxRecDepth : USize)
  (decl : Declaration) (cancelTk? : Option IO.CancelToken) (doCheck : Bool := true) :
  Except Kernel.Exception Environment

/-- The kernel's view of `env`; waits for what is still being checked. -/
@[export lean_elab_environment_to_kernel_env, extern "native"]
axiom toKernelEnv (env : Environment) : Kernel.Environment

@[extern "native"] axiom ofKernelEnv (env : Kernel.Environment) : Environment

end Environment

@[extern "native"] opaque isRecCore (env : Environment) (declName : Name) : Bool
@[extern "native"] opaque isAuxRecursor (env : Environment) (declName : Name) : Bool
@[extern "native"] opaque isNoConfusion (env : Environment) (declName : Name) : Bool
@[extern "native"] opaque isCasesOnRecursor (env : Environment) (declName : Name) : Bool
@[extern "native"] opaque isStructure (env : Environment) (constName : Name) : Bool
@[extern "native"] opaque getStructureFields (env : Environment) (structName : Name) : Array Name
@[extern "native"] opaque isClass (env : Environment) (n : Name) : Bool
@[extern "native"] opaque isPrivateName (n : Name) : Bool
@[extern "native"] opaque mkPrivateName (env : Environment) (n : Name) : Name
@[extern "native"] opaque privateToUserName (n : Name) : Name
@[extern "native"] opaque privateToUserName? (n : Name) : Option Name

/-- Monads with an environment. -/
class MonadEnv (m : Type → Type) where
  getEnv : m Environment
  modifyEnv : (Environment → Environment) → m Unit
export MonadEnv (getEnv modifyEnv)

instance {m n : Type → Type} [MonadLift m n] [MonadEnv m] : MonadEnv n where
  getEnv := liftM (getEnv : m _)
  modifyEnv f := liftM (modifyEnv f : m _)

def setEnv {m : Type → Type} [MonadEnv m] (env : Environment) : m Unit := modifyEnv fun _ => env

end Lean
