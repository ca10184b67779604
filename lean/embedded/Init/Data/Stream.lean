prelude
import Init.Data.Array.Basic
import Init.Data.Range
import Init.Omega

/-!
# Streams and parts of arrays

`Std.Stream` and `Std.ToStream`, which `for x in xs, y in ys do` reads from, and `Subarray` with the
notation `xs[i:j]`. Names and field order follow Lean 4.35's public interface. Left out: slices
in general (`Std.Slice` of anything else), iterators.
-/

set_option linter.all false

universe u v w

/-! ## Parts of arrays -/

namespace Std

/-- A view into what `γ` describes. -/
structure Slice (γ : Type u) where
  internalRepresentation : γ

/-- An array and two places in it. -/
structure Slice.Internal.SubarrayData (α : Type u) where
  array : Array α
  start : Nat
  stop : Nat
  start_le_stop : start ≤ stop
  stop_le_array_size : stop ≤ array.size

end Std

open Std Slice.Internal

/-- A part of an array: the elements from `start` on, before `stop`. -/
abbrev Subarray (α : Type u) := Slice (SubarrayData α)

namespace Subarray

def array (xs : Subarray α) : Array α := xs.internalRepresentation.array
def start (xs : Subarray α) : Nat := xs.internalRepresentation.start
def stop (xs : Subarray α) : Nat := xs.internalRepresentation.stop
theorem start_le_stop (xs : Subarray α) : xs.start ≤ xs.stop :=
  xs.internalRepresentation.start_le_stop
theorem stop_le_array_size (xs : Subarray α) : xs.stop ≤ xs.array.size :=
  xs.internalRepresentation.stop_le_array_size

def size (xs : Subarray α) : Nat := xs.stop - xs.start

theorem start_add_lt (xs : Subarray α) {i : Nat} (h : i < xs.size) : xs.start + i < xs.array.size := by
  have := xs.stop_le_array_size
  unfold size at h
  omega

@[inline] def get (xs : Subarray α) (i : Fin xs.size) : α :=
  xs.array[xs.start + i.val]'(xs.start_add_lt i.isLt)

instance : GetElem (Subarray α) Nat α fun xs i => i < xs.size where
  getElem xs i h := xs.get ⟨i, h⟩

@[inline] def getD (xs : Subarray α) (i : Nat) (v : α) : α :=
  if h : i < xs.size then xs[i] else v
abbrev get! [Inhabited α] (xs : Subarray α) (i : Nat) : α := xs.getD i default

/-- Without the first element. -/
def popFront (xs : Subarray α) : Subarray α :=
  if h : xs.start < xs.stop then
    ⟨{ xs.internalRepresentation with start := xs.start + 1, start_le_stop := h }⟩
  else xs

protected def empty : Subarray α := ⟨#[], 0, 0, Nat.le_refl _, Nat.le_refl _⟩
instance : EmptyCollection (Subarray α) := ⟨.empty⟩
instance : Inhabited (Subarray α) := ⟨∅⟩

@[inline] protected def forIn {β : Type v} {m : Type v → Type w} [Monad m] (s : Subarray α)
    (b : β) (f : α → β → m (ForInStep β)) : m β :=
  let rec @[specialize] loop (i : Nat) (h : i ≤ s.size) (b : β) : m β :=
    match i, h with
    | 0, _ => pure b
    | i + 1, h => do
      match (← f (s[s.size - 1 - i]'(by omega)) b) with
      | .done b => pure b
      | .yield b => loop i (Nat.le_of_lt h) b
  loop s.size (Nat.le_refl _) b

instance {m : Type v → Type w} [Monad m] : ForIn m (Subarray α) α where
  forIn := Subarray.forIn

@[inline] def foldlM {β : Type v} {m : Type v → Type w} [Monad m] (f : β → α → m β) (init : β)
    (xs : Subarray α) : m β := xs.array.foldlM f init xs.start xs.stop
@[inline] def foldl {β : Type v} (f : β → α → β) (init : β) (xs : Subarray α) : β :=
  xs.array.foldl f init xs.start xs.stop
@[inline] def foldrM {β : Type v} {m : Type v → Type w} [Monad m] (f : α → β → m β) (init : β)
    (xs : Subarray α) : m β := xs.array.foldrM f init xs.stop xs.start
@[inline] def foldr {β : Type v} (f : α → β → β) (init : β) (xs : Subarray α) : β :=
  xs.array.foldr f init xs.stop xs.start
@[inline] def forM {m : Type v → Type w} [Monad m] (f : α → m PUnit) (xs : Subarray α) : m PUnit :=
  xs.array.forM f xs.start xs.stop
@[inline] def anyM {m : Type → Type w} [Monad m] (p : α → m Bool) (xs : Subarray α) : m Bool :=
  xs.array.anyM p xs.start xs.stop
@[inline] def any (p : α → Bool) (xs : Subarray α) : Bool := xs.array.any p xs.start xs.stop
@[inline] def all (p : α → Bool) (xs : Subarray α) : Bool := xs.array.all p xs.start xs.stop

end Subarray

namespace Array

/-- The part of `as` from `start` on, before `stop`, both cut to fit. -/
def toSubarray (as : Array α) (start : Nat := 0) (stop : Nat := as.size) : Subarray α :=
  ⟨{ array := as
     start := min start (min stop as.size)
     stop := min stop as.size
     start_le_stop := Nat.min_le_right ..
     stop_le_array_size := Nat.min_le_right .. }⟩

/-- A part, copied. -/
def ofSubarray (s : Subarray α) : Array α := s.foldl (init := #[]) fun out a => out.push a

instance : Coe (Subarray α) (Array α) := ⟨ofSubarray⟩


end Array

def Subarray.toArray (s : Subarray α) : Array α := Array.ofSubarray s
def Subarray.toList (s : Subarray α) : List α := s.foldr List.cons []

instance [Repr α] : Repr (Subarray α) where
  reprPrec s _ := repr s.toArray ++ ".toSubarray"
instance [ToString α] : ToString (Subarray α) where
  toString s := toString s.toArray

/-! ## Streams -/

namespace Std

/-- What can be read one value at a time by way of a `stream`. -/
class ToStream (collection : Type u) (stream : outParam (Type u)) : Type u where
  toStream : collection → stream

/-- What can be read one `value` at a time. -/
class Stream (stream : Type u) (value : outParam (Type v)) : Type max u v where
  next? : stream → Option (value × stream)

/-- A loop over a stream that may end. -/
@[inline] protected partial def Stream.forIn {ρ : Type u} {α : Type v} {β : Type w}
    {m : Type w → Type x} [Stream ρ α] [Monad m] (s : ρ) (b : β)
    (f : α → β → m (ForInStep β)) : m β :=
  let _ : Inhabited (m β) := ⟨pure b⟩
  let rec @[specialize] visit (s : ρ) (b : β) : m β := do
    match Stream.next? s with
    | some (a, s) => match (← f a b) with
      | .done b => return b
      | .yield b => visit s b
    | none => return b
  visit s b

instance (priority := low) {ρ : Type u} {α : Type v} {m : Type w → Type x} [Monad m]
    [Stream ρ α] : ForIn m ρ α where
  forIn := Stream.forIn

instance : ToStream (List α) (List α) := ⟨id⟩
instance : ToStream (Array α) (Subarray α) := ⟨fun a => a.toSubarray⟩
instance : ToStream (Subarray α) (Subarray α) := ⟨id⟩
instance : ToStream Legacy.Range Legacy.Range := ⟨id⟩

instance : Stream (List α) α where
  next?
    | [] => none
    | a :: as => some (a, as)
instance : Stream (Subarray α) α where
  next? s := if h : 0 < s.size then some (s[0], s.popFront) else none
instance : Stream Legacy.Range Nat where
  next? r := if r.start < r.stop then some (r.start, { r with start := r.start + r.step }) else none
instance {ρ : Type u} {γ : Type w} {α : Type v} {β : Type x} [Stream ρ α] [Stream γ β] :
    Stream (ρ × γ) (α × β) where
  next? p := match Stream.next? p.1 with
    | none => none
    | some (a, s) => match Stream.next? p.2 with
      | none => none
      | some (b, t) => some ((a, b), (s, t))

end Std
