/-
Which modules a module can see beyond those that the project's own modules can.

A constant is in scope if its module is reached by imports. Of the project's modules every record
tells its imports; those outside have no record, and to list them all in each would be most of a
trace. So each record lists those that none of the project's modules among its imports brings.

API as in Lean 4.35: `Environment.header` with `moduleNames` and `moduleData`.
-/
import Lean.Environment
import Std.Data.HashSet

namespace Sensei.Trace
open Lean

/-- Adds all that a module imports. The recursion ends: no module is added twice. -/
private partial def reached (imports : Name → Array Name) (module : Name)
    (found : Std.HashSet Name) : Std.HashSet Name :=
  (imports module).foldl (init := found) fun found imported =>
    if found.contains imported then found
    else reached imports imported (found.insert imported)

/-- The modules outside the project, whose modules' names begin with `roots`, that the module under
elaboration imports, directly or through others, and none of the project's that it imports does. In
the order of their names. -/
def brings (roots : List Name) (env : Environment) : Array String :=
  let header := env.header
  let isOfProject (module : Name) : Bool := roots.contains module.getRoot
  let imports (module : Name) : Array Name :=
    match env.getModuleIdx? module with
    | some index => ((header.moduleData[index.toNat]?).map fun data =>
        data.imports.map (·.module)).getD #[]
    | none => #[]
  let brought := header.imports.foldl (init := ({} : Std.HashSet Name)) fun found direct =>
    if isOfProject direct.module then reached imports direct.module found else found
  let outside := header.moduleNames.filter fun module =>
    !isOfProject module && !brought.contains module
  (outside.map Name.toString).qsort (· < ·)

end Sensei.Trace
