prelude
import Init.Programs
/- The module's usual name: what it declares lives in the module imported here. -/
import Lean.CoreM
