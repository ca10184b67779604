prelude
import Init.Data.Array.Basic
import Init.Data.Fin
import Init.Omega
import Init.Data.Option.Basic
import Init.Data.Repr
import Init.Data.String.Basic
import Init.Data.UInt.Basic

/-!
# Comparing: `Ordering`, `Ord` and the instances that `deriving Ord` builds on

Signatures follow Lean 4.35's public interface. Left out: the classes of lawful comparisons
(`Std.TransCmp` and so on) and the tree maps that need them.
-/

set_option linter.all false

universe u v w

/-- The outcome of a comparison. -/
inductive Ordering where
  | lt
  | eq
  | gt
deriving Inhabited, DecidableEq, Repr

namespace Ordering

/-- The other way round. -/
@[inline] def swap : Ordering → Ordering
  | .lt => .gt
  | .eq => .eq
  | .gt => .lt

/-- `a`, or `b` when `a` says equal; `b` is not computed otherwise. -/
@[macro_inline] protected def «then» (a b : Ordering) : Ordering :=
  match a with
  | .eq => b
  | a => a

@[inline] protected def isEq : Ordering → Bool
  | .eq => true
  | _ => false
@[inline] protected def isNe : Ordering → Bool
  | .eq => false
  | _ => true
@[inline] protected def isLT : Ordering → Bool
  | .lt => true
  | _ => false
@[inline] protected def isLE : Ordering → Bool
  | .gt => false
  | _ => true
@[inline] protected def isGT : Ordering → Bool
  | .gt => true
  | _ => false
@[inline] protected def isGE : Ordering → Bool
  | .lt => false
  | _ => true

@[simp] theorem swap_lt : swap .lt = .gt := rfl
@[simp] theorem swap_eq : swap .eq = .eq := rfl
@[simp] theorem swap_gt : swap .gt = .lt := rfl
@[simp] theorem swap_swap {o : Ordering} : o.swap.swap = o := by cases o <;> rfl
theorem swap_inj {a b : Ordering} : a.swap = b.swap ↔ a = b := by
  cases a <;> cases b <;> decide
theorem swap_then (a b : Ordering) : (a.then b).swap = a.swap.then b.swap := by cases a <;> rfl
@[simp] theorem lt_then {o : Ordering} : Ordering.lt.then o = .lt := rfl
@[simp] theorem eq_then {o : Ordering} : Ordering.eq.then o = o := rfl
@[simp] theorem gt_then {o : Ordering} : Ordering.gt.then o = .gt := rfl
@[simp] theorem then_eq {o : Ordering} : o.then .eq = o := by cases o <;> rfl
@[simp] theorem then_self {o : Ordering} : o.then o = o := by cases o <;> rfl
theorem then_assoc (a b c : Ordering) : (a.then b).then c = a.then (b.then c) := by
  cases a <;> rfl
theorem then_eq_eq {a b : Ordering} : a.then b = .eq ↔ a = .eq ∧ b = .eq := by
  cases a <;> cases b <;> decide
theorem then_eq_lt {a b : Ordering} : a.then b = .lt ↔ a = .lt ∨ a = .eq ∧ b = .lt := by
  cases a <;> cases b <;> decide
theorem then_eq_gt {a b : Ordering} : a.then b = .gt ↔ a = .gt ∨ a = .eq ∧ b = .gt := by
  cases a <;> cases b <;> decide
@[simp] theorem isLE_lt : lt.isLE := rfl
@[simp] theorem isLE_eq : eq.isLE := rfl
@[simp] theorem isLE_gt : gt.isLE = false := rfl
theorem isLE_iff_ne_gt {o : Ordering} : o.isLE ↔ o ≠ .gt := by cases o <;> decide
theorem isLE_iff_eq_lt_or_eq_eq {o : Ordering} : o.isLE ↔ o = .lt ∨ o = .eq := by
  cases o <;> decide
@[simp] theorem isLE_swap {o : Ordering} : o.swap.isLE = o.isGE := by cases o <;> rfl

end Ordering

/-- By `<`, then by equality. -/
@[inline] def compareOfLessAndEq {α} (x y : α) [LT α] [Decidable (x < y)] [DecidableEq α] :
    Ordering :=
  if x < y then .lt else if x = y then .eq else .gt

/-- By `<`, then by `==`. -/
@[inline] def compareOfLessAndBEq {α} (x y : α) [LT α] [Decidable (x < y)] [BEq α] : Ordering :=
  if x < y then .lt else if x == y then .eq else .gt

/-- By `cmp₁`, then by `cmp₂`. -/
@[inline] def compareLex (cmp₁ cmp₂ : α → β → Ordering) (a : α) (b : β) : Ordering :=
  (cmp₁ a b).then (cmp₂ a b)

/-- Types with a chosen comparison. -/
class Ord (α : Type u) where
  /-- Compares two values. -/
  compare : α → α → Ordering

export Ord (compare)

/-- Compares the values of `f`. -/
@[inline] def compareOn [ord : Ord β] (f : α → β) (x y : α) : Ordering := compare (f x) (f y)

instance : Ord Nat where
  compare a b := compareOfLessAndEq a b
instance : Ord Int where
  compare a b := compareOfLessAndEq a b
instance : Ord Bool where
  compare
  | false, true => .lt
  | true, false => .gt
  | _, _ => .eq
instance : Ord String where
  compare a b := compareOfLessAndEq a b
instance (n : Nat) : Ord (Fin n) where
  compare x y := compare x.val y.val
instance {n : Nat} : Ord (BitVec n) where
  compare x y := compare x.toNat y.toNat
instance : Ord UInt8 where
  compare a b := compareOfLessAndEq a b
instance : Ord UInt16 where
  compare a b := compareOfLessAndEq a b
instance : Ord UInt32 where
  compare a b := compareOfLessAndEq a b
instance : Ord UInt64 where
  compare a b := compareOfLessAndEq a b
instance : Ord USize where
  compare a b := compareOfLessAndEq a b
instance : Ord Char where
  compare a b := compareOfLessAndEq a b
instance : Ord Ordering where
  compare a b := compare a.ctorIdx b.ctorIdx
instance [Ord α] : Ord (Option α) where
  compare
  | none, none => .eq
  | none, some _ => .lt
  | some _, none => .gt
  | some x, some y => compare x y
instance {p : α → Prop} [Ord α] : Ord (Subtype p) where
  compare x y := compare x.val y.val
instance : Ord PUnit.{u+1} where
  compare _ _ := .eq

/-- Lists by their first difference; a proper prefix comes first. -/
protected def List.compareLex {α} (cmp : α → α → Ordering) : List α → List α → Ordering
  | [], [] => .eq
  | [], _ => .lt
  | _, [] => .gt
  | x :: xs, y :: ys => match cmp x y with
    | .lt => .lt
    | .eq => xs.compareLex cmp ys
    | .gt => .gt

instance List.instOrd {α} [Ord α] : Ord (List α) := ⟨List.compareLex compare⟩

/-- Arrays by their first difference; a proper prefix comes first. -/
protected def Array.compareLex {α} (cmp : α → α → Ordering) (a₁ a₂ : Array α) : Ordering :=
  a₁.toList.compareLex cmp a₂.toList

instance Array.instOrd {α} [Ord α] : Ord (Array α) := ⟨Array.compareLex compare⟩

/-- Pairs by their first part, then by their second. -/
@[reducible] def lexOrd [Ord α] [Ord β] : Ord (α × β) where
  compare := compareLex (compareOn (·.1)) (compareOn (·.2))

@[reducible] def beqOfOrd [Ord α] : BEq α where
  beq a b := (compare a b).isEq
@[reducible] def ltOfOrd [Ord α] : LT α where
  lt a b := compare a b = .lt
@[reducible] def leOfOrd [Ord α] : LE α where
  le a b := (compare a b).isLE

instance [Ord α] : DecidableRel (@LT.lt α ltOfOrd) :=
  inferInstanceAs (DecidableRel (fun a b => compare a b = Ordering.lt))
instance [Ord α] : DecidableRel (@LE.le α leOfOrd) :=
  inferInstanceAs (DecidableRel (fun a b => (compare a b).isLE = true))

namespace Ord

@[reducible] protected def toBEq (ord : Ord α) : BEq α := @beqOfOrd α ord
@[reducible] protected def toLT (ord : Ord α) : LT α := @ltOfOrd α ord
@[reducible] protected def toLE (ord : Ord α) : LE α := @leOfOrd α ord
/-- The other way round. -/
@[reducible] protected def opposite (ord : Ord α) : Ord α where
  compare x y := ord.compare y x
/-- By the values of `f`. -/
@[reducible] protected def on (_ : Ord β) (f : α → β) : Ord α where
  compare := compareOn f
@[reducible] protected def lex (_ : Ord α) (_ : Ord β) : Ord (α × β) := lexOrd
@[reducible] protected def lex' (ord₁ ord₂ : Ord α) : Ord α where
  compare := compareLex ord₁.compare ord₂.compare

end Ord

namespace Nat

theorem compare_eq_ite_lt (a b : Nat) :
    compare a b = if a < b then .lt else if b < a then .gt else .eq := by
  show (if a < b then Ordering.lt else if a = b then .eq else .gt) = _
  split
  · rfl
  · split
    · rename_i h; rw [if_neg (by omega)]
    · rw [if_pos (by omega)]

@[simp] theorem compare_eq_lt {a b : Nat} : compare a b = .lt ↔ a < b := by
  rw [compare_eq_ite_lt]; split
  · simp [*]
  · split <;> simp [*]
@[simp] theorem compare_eq_gt {a b : Nat} : compare a b = .gt ↔ b < a := by
  rw [compare_eq_ite_lt]; split
  · simp; omega
  · split <;> simp [*]
@[simp] theorem compare_eq_eq {a b : Nat} : compare a b = .eq ↔ a = b := by
  rw [compare_eq_ite_lt]; split
  · simp; omega
  · split
    · simp; omega
    · simp; omega
theorem compare_swap (a b : Nat) : (compare a b).swap = compare b a := by
  rw [compare_eq_ite_lt, compare_eq_ite_lt]; split
  · rw [if_neg (by omega)]; rfl
  · split <;> rfl

end Nat
