/- Reads an .olean, replays its declarations in the kernel, and collects axioms. -/
import Lean
open Lean

def decls (m : ModuleData) : Std.HashMap Name ConstantInfo :=
  m.constants.foldl (fun h c => h.insert c.name c) {}

unsafe def main (args : List String) : IO UInt32 := do
  let file := args.headD "x.olean"
  let (mod, _region) ← readModuleData file
  IO.println s!"isModule {mod.isModule} imports {mod.imports.map (·.module)} names {mod.constNames.size} consts {mod.constants.size} extra {mod.extraConstNames.size} entries {mod.entries.size}"
  let env ← importModules mod.imports {} (trustLevel := 0)
  IO.println s!"header: main {env.header.mainModule} trust {env.header.trustLevel} modules {env.header.moduleNames.size} data {env.header.moduleData.size} {env.header.isModule} imports {env.header.imports.map (·.module)}"
  let some m0 := env.header.moduleData[0]? | throw (IO.userError "no module")
  IO.println s!"module 0: {m0.constNames.size} {m0.constNames.toList.take 3}"
  IO.println s!"idx of Nat.add {(env.getModuleIdxFor? ``Nat.add)} in {(env.getModuleIdxFor? ``Nat.add).bind fun i => env.header.moduleNames[i.toNat]?}"
  IO.println s!"constants {env.constants.fold (fun n _ _ => n+1) 0}"
  let mut kenv := env.toKernelEnv
  let mut n := 0
  for c in mod.constants do
    let decl? : Option Declaration := match c with
      | .thmInfo v => some (.thmDecl v)
      | .defnInfo v => some (.defnDecl v)
      | .axiomInfo v => some (.axiomDecl v)
      | .opaqueInfo v => some (.opaqueDecl v)
      | _ => none
    if let some d := decl? then
      match kenv.addDecl {} d with
      | .ok e => kenv := e; n := n + 1
      | .error e => IO.println s!"{c.name}: {← (e.toMessageData {}).toString}"
  IO.println s!"replayed {n} {(kenv.find? mod.constNames[0]!).isSome}"
  -- a wrong declaration
  let bad : Declaration := .thmDecl { name := `bad, levelParams := [], type := mkConst ``False, value := mkConst ``True.intro }
  match kenv.addDecl {} bad with
  | .ok _ => IO.println "WRONG"
  | .error e => IO.println s!"refused: {← (e.toMessageData {}).toString}"
  match env.addDeclCore 0 1000 bad none with
  | .ok _ => IO.println "WRONG"
  | .error _ => IO.println s!"refused too"
  let (axs, _) ← Core.CoreM.toIO (do return (← collectAxioms ``Classical.em)) { fileName := "", fileMap := FileMap.ofString "" } { env }
  IO.println s!"axioms {axs}"
  return 0
