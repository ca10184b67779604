prelude
import Init.Programs
import Init.Generated.Modes
import Init.Data.AC
import Init.Grind.Annotated
import Init.Control.Lawful
import Init.Data.List.Attach
import Init.Data.List.Control
import Init.Data.UInt.Lemmas
import Init.Data.String.Lemmas

/-! # `Init` of the embedded library: what a file without imports sees. See README.md. -/
