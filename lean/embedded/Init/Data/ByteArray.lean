prelude
import Init.Data.Array.Basic
import Init.Data.UInt.Basic

/-!
# Byte arrays

Reading, writing, slices and comparison, on the runtime's primitives. Names and argument order are
those of Lean 4.35. Left out: iterators, folds, byte slices, lemmas.
-/

set_option linter.all false

namespace ByteArray

instance : Inhabited ByteArray := ⟨empty⟩
instance : EmptyCollection ByteArray := ⟨empty⟩

@[extern "lean_byte_array_get"]
def get! : (@& ByteArray) → (@& Nat) → UInt8
  | ⟨bs⟩, i => bs[i]!

@[extern "lean_byte_array_fget"]
def get : (a : @& ByteArray) → (i : @& Nat) → (h : i < a.size) → UInt8
  | ⟨bs⟩, i, h => bs[i]

instance : GetElem ByteArray Nat UInt8 fun a i => i < a.size where
  getElem a i h := a.get i h

@[extern "lean_byte_array_set"]
def set! : ByteArray → (@& Nat) → UInt8 → ByteArray
  | ⟨bs⟩, i, b => ⟨bs.set! i b⟩

@[extern "lean_byte_array_copy_slice"]
def copySlice (src : @& ByteArray) (srcOff : Nat) (dest : ByteArray) (destOff len : Nat)
    (exact : Bool := true) : ByteArray :=
  ⟨dest.data.extract 0 destOff ++ src.data.extract srcOff (srcOff + len) ++
    dest.data.extract (destOff + min len (src.data.size - srcOff)) dest.data.size⟩

def extract (a : ByteArray) (b e : Nat) : ByteArray := a.copySlice b empty 0 (e - b)

@[inline] def isEmpty (a : ByteArray) : Bool := a.size == 0

/-- The native one walks a list; this one copies. -/
protected def append (a b : ByteArray) : ByteArray := b.copySlice 0 a a.size b.size false
instance : Append ByteArray := ⟨ByteArray.append⟩

@[extern "native"] opaque beq (a b : @& ByteArray) : Bool
instance : BEq ByteArray := ⟨beq⟩

@[extern "native"] opaque toList (a : ByteArray) : List UInt8

end ByteArray
