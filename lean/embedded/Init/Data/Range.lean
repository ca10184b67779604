prelude
import Init.Data.Array.Basic
import Init.Data.Nat.Gcd

/-!
# Ranges

`[start:stop:step]`, and `a...b`, `a...=b`, `*...b` over natural numbers, for loops. Names follow
Lean 4.35's public interface. Left out: ranges of other types, slices, membership lemmas.
-/

set_option linter.all false

universe u v

namespace Std.Legacy

structure Range where
  start : Nat := 0
  stop : Nat
  step : Nat := 1
  step_pos : 0 < step

instance : Membership Nat Range where
  mem r i := r.start ≤ i ∧ i < r.stop ∧ (i - r.start) % r.step = 0

namespace Range

@[term_parser 1000, extern "native"] opaque «term[:_]» : Lean.ParserDescr
@[term_parser 1000, extern "native"] opaque «term[_:_]» : Lean.ParserDescr
@[term_parser 1000, extern "native"] opaque «term[:_:_]» : Lean.ParserDescr
@[term_parser 1000, extern "native"] opaque «term[_:_:_]» : Lean.ParserDescr
@[macro «term[:_]», extern "native"]
opaque «_aux_Init_Data_Range_Basic___macroRules_Std_Legacy_Range_term[:_]_1» : Lean.Macro
@[macro «term[_:_]», extern "native"]
opaque «_aux_Init_Data_Range_Basic___macroRules_Std_Legacy_Range_term[_:_]_1» : Lean.Macro
@[macro «term[:_:_]», extern "native"]
opaque «_aux_Init_Data_Range_Basic___macroRules_Std_Legacy_Range_term[:_:_]_1» : Lean.Macro
@[macro «term[_:_:_]», extern "native"]
opaque «_aux_Init_Data_Range_Basic___macroRules_Std_Legacy_Range_term[_:_:_]_1» : Lean.Macro

@[simp] def size (r : Range) : Nat := (r.stop - r.start + r.step - 1) / r.step

def toList (r : Range) : List Nat := List.range' r.start r.size r.step

private theorem step_mod {s i d : Nat} (hd : 0 < d) (hs : s ≤ i) (hm : (i - s) % d = 0) :
    (i + d - s) % d = 0 := by
  have e := Nat.div_add_mod (i - s) d
  rw [hm, Nat.add_zero] at e
  rw [Nat.sub_add_comm hs, ← e, ← Nat.mul_add_one]
  exact Nat.mul_add_mod_of_lt (r := 0) ((i - s) / d + 1) hd

@[inline] protected def forIn' {β : Type u} {m : Type u → Type v} [Monad m] (range : Range)
    (init : β) (f : (i : Nat) → i ∈ range → β → m (ForInStep β)) : m β :=
  let rec @[specialize] loop : (fuel : Nat) → (i : Nat) → (b : β) → range.start ≤ i →
      (i - range.start) % range.step = 0 → m β
    | 0, _, b, _, _ => pure b
    | fuel + 1, i, b, hs, hm =>
      if h : i < range.stop then
        f i ⟨hs, h, hm⟩ b >>= fun
          | .done b => pure b
          | .yield b => loop fuel (i + range.step) b (Nat.le_trans hs (Nat.le_add_right _ _))
              (step_mod range.step_pos hs hm)
      else pure b
  loop range.size range.start init (Nat.le_refl _) (by rw [Nat.sub_self]; rfl)

instance [Monad m] : ForIn' m Range Nat inferInstance where
  forIn' := Range.forIn'

@[inline] protected def forM {m : Type u → Type v} [Monad m] (range : Range) (f : Nat → m PUnit) :
    m PUnit :=
  range.toList.forM f
instance [Monad m] : ForM m Range Nat where
  forM := Range.forM

end Range

end Std.Legacy

theorem Membership.mem.upper {i : Nat} {r : Std.Legacy.Range} (h : i ∈ r) : i < r.stop := h.2.1
theorem Membership.mem.lower {i : Nat} {r : Std.Legacy.Range} (h : i ∈ r) : r.start ≤ i := h.1
theorem Membership.mem.step {i : Nat} {r : Std.Legacy.Range} (h : i ∈ r) :
    (i - r.start) % r.step = 0 := h.2.2
theorem Membership.get_elem_helper {i n : Nat} {r : Std.Legacy.Range} (h₁ : i ∈ r)
    (h₂ : r.stop = n) : i < n := h₂ ▸ h₁.upper

namespace Std

structure Rcc (α : Type u) where
  lower : α
  upper : α
structure Rco (α : Type u) where
  lower : α
  upper : α
structure Roc (α : Type u) where
  lower : α
  upper : α
structure Roo (α : Type u) where
  lower : α
  upper : α
structure Ric (α : Type u) where
  upper : α
structure Rio (α : Type u) where
  upper : α

@[term_parser 1000, extern "native"] opaque «term_..._» : Lean.TrailingParserDescr
@[term_parser 1000, extern "native"] opaque «term_...<_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "native"] opaque «term_...=_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "native"] opaque «term*..._» : Lean.ParserDescr
@[term_parser 1000, extern "native"] opaque «term*...=_» : Lean.ParserDescr
@[macro «term_..._», extern "native"]
opaque «_aux_Init_Data_Range_Polymorphic_PRange___macroRules_Std_term_...__1» : Lean.Macro
@[macro «term_...<_», extern "native"]
opaque «_aux_Init_Data_Range_Polymorphic_PRange___macroRules_Std_term_...<__1» : Lean.Macro
@[macro «term_...=_», extern "native"]
opaque «_aux_Init_Data_Range_Polymorphic_PRange___macroRules_Std_term_...=__1» : Lean.Macro
@[macro «term*..._», extern "native"]
opaque «_aux_Init_Data_Range_Polymorphic_PRange___macroRules_Std_term*...__1» : Lean.Macro
@[macro «term*...=_», extern "native"]
opaque «_aux_Init_Data_Range_Polymorphic_PRange___macroRules_Std_term*...=__1» : Lean.Macro

def Rco.toList (r : Rco Nat) : List Nat := List.range' r.lower (r.upper - r.lower)
def Rcc.toList (r : Rcc Nat) : List Nat := List.range' r.lower (r.upper + 1 - r.lower)
def Rio.toList (r : Rio Nat) : List Nat := List.range' 0 r.upper
def Ric.toList (r : Ric Nat) : List Nat := List.range' 0 (r.upper + 1)

instance : Membership Nat (Rco Nat) := ⟨fun r i => i ∈ r.toList⟩
instance : Membership Nat (Rcc Nat) := ⟨fun r i => i ∈ r.toList⟩
instance : Membership Nat (Rio Nat) := ⟨fun r i => i ∈ r.toList⟩
instance : Membership Nat (Ric Nat) := ⟨fun r i => i ∈ r.toList⟩

instance [Monad m] : ForIn' m (Rco Nat) Nat inferInstance where
  forIn' r b f := List.forIn' r.toList b f
instance [Monad m] : ForIn' m (Rcc Nat) Nat inferInstance where
  forIn' r b f := List.forIn' r.toList b f
instance [Monad m] : ForIn' m (Rio Nat) Nat inferInstance where
  forIn' r b f := List.forIn' r.toList b f
instance [Monad m] : ForIn' m (Ric Nat) Nat inferInstance where
  forIn' r b f := List.forIn' r.toList b f

end Std
