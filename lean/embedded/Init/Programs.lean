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
import Init.BinderNameHint
import Init.Classical
import Init.Ext
import Init.Control
import Init.System.ST
import Init.Data.Nat.Basic
import Init.Data.Nat.Lemmas
import Init.Data.Nat.Gcd
import Init.Data.Nat.Shift
import Init.Data.Int.Basic
import Init.Omega
import Init.Omega.Fin
import Init.Data.Int.Simp
import Init.Data.Nat.Simproc
import Init.GetElem
import Init.Data.List.Basic
import Init.Data.Option.Basic
import Init.Data.Bool
import Init.Data.Char
import Init.Data.String.Basic
import Init.Data.Format.Basic
import Init.Data.Repr
import Init.Data.Array.Basic
import Init.MetaTypes
import Init.Meta
import Init.PropLemmas
import Init.Data.Option.Lemmas
import Init.Data.List.Lemmas
import Init.Data.Fin
import Init.Data.UInt.Basic
import Init.System.IO
import Init.Data.ByteArray
import Init.Data.Float
import Init.Data.Ord
import Init.Control.Do
import Init.Data.Range
import Init.Data.Stream
import Init.NotationExtra

/-!
# What programs of the library need of `Init`

`Std` and `Lean` import this instead of `Init`: they need not wait for proofs and tactics that only
users' files call for. Left out: what `Init.lean` adds.
-/
