/-
Which attributes a constant has, as the environment tells: whatever way they came by it, with the
declaration or later. Of those whose extensions can be asked; a declaration's own list, as written, is
apart.

API as in Lean 4.35: `getSimpTheorems`, `SimpTheorems.isLemma`, `Simp.isSimproc`, `Ext.isExtTheorem`,
`Grind.Extension.isEMatchTheorem`, `isInstanceCore`, `isClass`, `getReducibilityStatusCore`.
-/
import Lean.Class
import Lean.Meta
import Lean.Meta.Instances
import Lean.ReducibilityAttrs

namespace Sensei.Trace
open Lean Meta

private def isSimpLemma (simp : SimpTheorems) (name : Name) : Bool :=
  simp.isDeclToUnfold name || [true, false].any fun post => [true, false].any fun inv =>
    simp.isLemma (.decl name post inv)

/-- Attributes of a constant that are in force, in the order of the alphabet: of `class`, `ext`,
`grind`, `instance`, `irreducible`, `reducible`, `simp`, `simproc`. -/
def attributesInForce (simp : SimpTheorems) (name : Name) : CoreM (Array String) := do
  let env ← getEnv
  let reducibility := getReducibilityStatusCore env name
  let told :=
    [("class", isClass env name), ("ext", ← Ext.isExtTheorem name),
      ("grind", ← Grind.grindExt.isEMatchTheorem name), ("instance", isInstanceCore env name),
      ("irreducible", reducibility matches .irreducible),
      ("reducible", reducibility matches .reducible), ("simp", isSimpLemma simp name),
      ("simproc", ← Simp.isSimproc name)]
  return told.foldl (init := #[]) fun names (name, has) => if has then names.push name else names

end Sensei.Trace
