prelude
import Init.Data.Repr
import Init.Data.UInt.Basic

/-!
# Floating-point numbers

`Float` and its arithmetic, on the runtime's IEEE 754 doubles. Names as in Lean 4.35. Opaque to
proofs: nothing about its values can be proved here. Left out: `Float32`, arrays of floats, signed
words, trigonometry, rounding.
-/

set_option linter.all false

/-- What literals such as `1.5` and `2e-3` go by. -/
class OfScientific (α : Type u) where
  ofScientific (mantissa : Nat) (exponentSign : Bool) (decimalExponent : Nat) : α

private opaque FloatPointed : NonemptyType.{0}

structure Float where
  private mk ::
  private val : FloatPointed.type

namespace Float

instance : Nonempty Float := ⟨⟨Classical.choice FloatPointed.property⟩⟩

@[extern "native"] opaque ofBits : UInt64 → Float
@[extern "native"] opaque toBits : Float → UInt64
@[extern "native"] opaque ofNat : (@& Nat) → Float
@[extern "native"] opaque ofScientific (mantissa : Nat) (exponentSign : Bool) (exponent : Nat) : Float
@[extern "native"] opaque toUInt64 : Float → UInt64
@[extern "native"] opaque toString : Float → String
@[extern "native"] opaque isNaN : Float → Bool
@[extern "native"] opaque add : Float → Float → Float
@[extern "native"] opaque sub : Float → Float → Float
@[extern "native"] opaque mul : Float → Float → Float
@[extern "native"] opaque div : Float → Float → Float
@[extern "native"] opaque neg : Float → Float
@[extern "native"] opaque exp : Float → Float
@[extern "native"] opaque log : Float → Float
@[extern "native"] opaque beq (a b : Float) : Bool

-- Lean declares these as instances of `Decidable`; at run time that is the `Bool`.
@[extern "native"] opaque decLt (a b : Float) : Bool
@[extern "native"] opaque decLe (a b : Float) : Bool

protected def lt (a b : Float) : Prop := decLt a b = true
protected def le (a b : Float) : Prop := decLe a b = true

instance : LT Float := ⟨Float.lt⟩
instance : LE Float := ⟨Float.le⟩
instance (a b : Float) : Decidable (a < b) := inferInstanceAs (Decidable (decLt a b = true))
instance (a b : Float) : Decidable (a ≤ b) := inferInstanceAs (Decidable (decLe a b = true))

instance : Inhabited Float := ⟨ofBits 0⟩
instance : BEq Float := ⟨beq⟩
instance : Add Float := ⟨add⟩
instance : Sub Float := ⟨sub⟩
instance : Mul Float := ⟨mul⟩
instance : Div Float := ⟨div⟩
instance : Neg Float := ⟨neg⟩
instance : OfNat Float n := ⟨ofNat n⟩
instance : OfScientific Float := ⟨ofScientific⟩
instance : ToString Float := ⟨toString⟩
instance : Repr Float := ⟨fun x _ => toString x⟩

end Float
