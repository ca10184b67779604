prelude
import Init.Programs
/- The module's usual name: what it declares lives in the module imported here. -/
import Lean.Elab.Tactic.Basic
import Lean.Elab.Frontend
