prelude
import Init.Data.Nat.Basic

/-!
# Characters

Order, classification and case of `Char`. Signatures follow Lean 4.35's public interface.
-/

set_option linter.all false

namespace Char

protected def lt (a b : Char) : Prop := a.val < b.val
protected def le (a b : Char) : Prop := a.val ≤ b.val

instance instLT : LT Char := ⟨Char.lt⟩
instance instLE : LE Char := ⟨Char.le⟩
instance (a b : Char) : Decidable (a < b) := UInt32.decLt _ _
instance (a b : Char) : Decidable (a ≤ b) := UInt32.decLe _ _

@[implicit_reducible] def toNat (c : Char) : Nat := c.val.toNat
@[extern "lean_uint32_to_uint8", implicit_reducible]
def toUInt8 (c : Char) : UInt8 := UInt8.ofNat c.val.toNat
def ofUInt8 (n : UInt8) : Char := Char.ofNat n.toBitVec.toNat

instance instInhabited : Inhabited Char where
  default := 'A'

@[inline] def isWhitespace (c : Char) : Bool := c = ' ' || c = '\t' || c = '\r' || c = '\n'
@[inline] def isUpper (c : Char) : Bool := 'A' ≤ c && c ≤ 'Z'
@[inline] def isLower (c : Char) : Bool := 'a' ≤ c && c ≤ 'z'
@[inline] def isAlpha (c : Char) : Bool := c.isUpper || c.isLower
@[inline] def isDigit (c : Char) : Bool := '0' ≤ c && c ≤ '9'
@[inline] def isAlphanum (c : Char) : Bool := c.isAlpha || c.isDigit
@[inline] def isHexDigit (c : Char) : Bool :=
  c.isDigit || ('a' ≤ c && c ≤ 'f') || ('A' ≤ c && c ≤ 'F')

def toLower (c : Char) : Char := if c.isUpper then ofNat (c.toNat + 32) else c
def toUpper (c : Char) : Char := if c.isLower then ofNat (c.toNat - 32) else c

end Char
