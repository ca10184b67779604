/-
`EmitC.lean MODULE DECLARATION FILE`: writes a program as C, for the embedded Lean, whose library has
the writer. The program is the declaration, of type `List String → IO UInt32`; its module is found on
LEAN_PATH. sidecar/sensei/toolchain/native.py runs it and compiles FILE.
-/
import Lean.Compiler.IR.EmitC
import Lean.Util.Path
open Lean

def main : List String → IO UInt32
  | [module, root, file] => do
    initSearchPath (← findSysroot)
    let env ← importModules #[{ module := module.toName }] {}
    match IR.EmitC.program env root.toName with
    | .ok text =>
      IO.FS.writeFile file text
      return 0
    | .error problem =>
      IO.eprintln s!"{root}: {problem}"
      return 1
  | _ => do
    IO.eprintln "usage: EmitC.lean MODULE DECLARATION FILE"
    return 2
