prelude
import Init.Prelude
import Init.Generated.Syntax
import Init.Generated.Macros
import Init.Generated.Unexpanders
import Init.SizeOf
import Init.Coe
import Init.Core
import Init.SimpLemmas
import Init.WF
import Init.Classical
import Init.Ext
import Init.Control
import Init.System.ST
import Init.Data.Nat.Basic
import Init.Data.Nat.Gcd
import Init.Data.Nat.Shift
import Init.Data.Int.Basic
import Init.Data.AC
import Init.Omega
import Init.Data.Nat.Simproc
import Init.Grind
import Init.GetElem
import Init.Data.List.Basic
import Init.Data.Option.Basic
import Init.Data.Char
import Init.Data.String.Basic
import Init.Data.Format.Basic
import Init.Data.Repr
import Init.Data.Array.Basic
import Init.MetaTypes
import Init.Meta

/-! # `Init` of the embedded library: what a file without imports sees. See README.md. -/
