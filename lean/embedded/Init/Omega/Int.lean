prelude
import Init.Data.Int.DivMod
import Init.Data.Nat.Shift
import Init.WF

/-!
# Facts about numbers

How `omega` turns statements about `Nat`, `Int` and `Fin` into linear ones about `Int`. Arguments
come in the order in which `omega` passes them.
-/

namespace Lean.Omega

namespace Int

theorem add_congr {a b c d : Int} (h₁ : a = b) (h₂ : c = d) : a + c = b + d := by rw [h₁, h₂]

theorem sub_congr {a b c d : Int} (h₁ : a = b) (h₂ : c = d) : a - c = b - d := by rw [h₁, h₂]

theorem mul_congr {a b c d : Int} (h₁ : a = b) (h₂ : c = d) : a * c = b * d := by rw [h₁, h₂]

theorem neg_congr {a b : Int} (h : a = b) : -a = -b := congrArg _ h

theorem le_of_ge {x y : Int} (h : x ≥ y) : y ≤ x := h

theorem lt_of_gt {x y : Int} (h : x > y) : y < x := h

theorem le_of_not_lt {x y : Int} (h : ¬ x < y) : y ≤ x := _root_.Int.le_of_not_lt h

theorem lt_of_not_le {x y : Int} (h : ¬ x ≤ y) : y < x := _root_.Int.lt_of_not_le h

theorem ofNat_congr {a b : Nat} (h : a = b) : (a : Int) = b := congrArg _ h

theorem ofNat_le_of_le {x y : Nat} (h : x ≤ y) : (x : Int) ≤ y := _root_.Int.ofNat_le.mpr h

theorem ofNat_lt_of_lt {x y : Nat} (h : x < y) : (x : Int) < y := _root_.Int.ofNat_lt.mpr h

theorem ofNat_pos_of_pos {a : Nat} (h : 0 < a) : 0 < (a : Int) := _root_.Int.ofNat_lt.mpr h

theorem natCast_ofNat {x : Nat} : ((OfNat.ofNat x : Nat) : Int) = OfNat.ofNat x := rfl

theorem emod_ofNat_nonneg {x : Nat} {y : Int} : 0 ≤ (x : Int) % y := _root_.Int.natCast_nonneg _

theorem ofNat_mul_nonneg {a b : Nat} : 0 ≤ (a : Int) * b := by
  rw [← _root_.Int.natCast_mul]
  exact _root_.Int.natCast_nonneg _

theorem ofNat_pow (a b : Nat) : ((a ^ b : Nat) : Int) = (a : Int) ^ b :=
  match b with
  | 0 => rfl
  | b + 1 => by
    rw [Nat.pow_succ, _root_.Int.pow_succ, _root_.Int.natCast_mul, ofNat_pow a b]

theorem pos_pow_of_pos (a : Int) (b : Nat) (h : 0 < a) : 0 < a ^ b :=
  match b with
  | 0 => _root_.Int.lt.intro 0 rfl
  | b + 1 => by
    rw [_root_.Int.pow_succ]
    exact _root_.Int.mul_pos (pos_pow_of_pos a b h) h

theorem ofNat_shiftLeft_eq {x y : Nat} : ((x <<< y : Nat) : Int) = (x : Int) * (2 ^ y : Nat) := by
  rw [Nat.shiftLeft_eq, _root_.Int.natCast_mul]

theorem ofNat_shiftRight_eq_div_pow {x y : Nat} :
    ((x >>> y : Nat) : Int) = (x : Int) / (2 ^ y : Nat) := by
  rw [Nat.shiftRight_eq_div_pow, _root_.Int.natCast_ediv]

theorem ofNat_sub_dichotomy {a b : Nat} :
    (b ≤ a ∧ ((a - b : Nat) : Int) = a - b) ∨ (a < b ∧ ((a - b : Nat) : Int) = 0) :=
  if h : b ≤ a then .inl ⟨h, _root_.Int.ofNat_sub h⟩
  else
    have h' : a < b := Nat.lt_of_not_le h
    .inr ⟨h', by rw [Nat.sub_eq_zero_of_le (Nat.le_of_lt h')]; rfl⟩

theorem ofNat_sub_sub {a b c : Nat} : ((a - b - c : Nat) : Int) = ((a - (b + c) : Nat) : Int) :=
  congrArg _ (Nat.sub_sub a b c)

theorem ofNat_min (a b : Nat) : ((min a b : Nat) : Int) = min (a : Int) b := by
  show ((if a ≤ b then a else b : Nat) : Int) = if (a : Int) ≤ b then (a : Int) else b
  if h : a ≤ b then rw [if_pos h, if_pos (_root_.Int.ofNat_le.mpr h)]
  else rw [if_neg h, if_neg fun h' => h (_root_.Int.ofNat_le.mp h')]

theorem ofNat_max (a b : Nat) : ((max a b : Nat) : Int) = max (a : Int) b := by
  show ((if a ≤ b then b else a : Nat) : Int) = if (a : Int) ≤ b then (b : Int) else a
  if h : a ≤ b then rw [if_pos h, if_pos (_root_.Int.ofNat_le.mpr h)]
  else rw [if_neg h, if_neg fun h' => h (_root_.Int.ofNat_le.mp h')]

theorem ofNat_natAbs (a : Int) : (a.natAbs : Int) = if 0 ≤ a then a else -a :=
  match a with
  | .ofNat n => (if_pos (_root_.Int.natCast_nonneg n)).symm
  | .negSucc n => (if_neg (_root_.Int.not_le_of_lt (_root_.Int.negSucc_lt_zero n))).symm

theorem neg_le_natAbs {a : Int} : -a ≤ a.natAbs := by
  have h := _root_.Int.le_natAbs (a := -a)
  rwa [_root_.Int.natAbs_neg] at h

theorem ofNat_fst_mk {β : Type v} {x : Nat} {y : β} : ((x, y).fst : Int) = (x : Int) := rfl

theorem ofNat_snd_mk {α : Type u} {x : α} {y : Nat} : ((x, y).snd : Int) = (y : Int) := rfl

end Int

namespace Nat

theorem le_of_ge {x y : Nat} (h : x ≥ y) : y ≤ x := h

theorem lt_of_gt {x y : Nat} (h : x > y) : y < x := h

end Nat

namespace Fin

theorem lt_or_gt_of_ne {n : Nat} {i j : Fin n} (h : i ≠ j) : i < j ∨ i > j :=
  _root_.Nat.lt_or_gt_of_ne fun h' => h (Fin.eq_of_val_eq h')

theorem lt_of_not_le {n : Nat} {i j : Fin n} (h : ¬ i ≤ j) : j < i := _root_.Nat.lt_of_not_le h

theorem le_of_not_lt {n : Nat} {i j : Fin n} (h : ¬ i < j) : j ≤ i := _root_.Nat.le_of_not_lt h

end Fin

namespace Prod

theorem fst_mk {α : Type u} {x : α} {β : Type v} {y : β} : (x, y).fst = x := rfl

theorem snd_mk {α : Type u} {x : α} {β : Type v} {y : β} : (x, y).snd = y := rfl

theorem of_lex {α : Type u} {β : Type v} {r : α → α → Prop} {s : β → β → Prop} {p q : α × β}
    (h : Prod.Lex r s p q) : r p.fst q.fst ∨ p.fst = q.fst ∧ s p.snd q.snd :=
  match p, q, h with
  | _, _, .left _ _ h => .inl h
  | _, _, .right _ h => .inr ⟨rfl, h⟩

theorem of_not_lex {α : Type u} {r : α → α → Prop} [DecidableEq α] {β : Type v}
    {s : β → β → Prop} {p q : α × β} (h : ¬ Prod.Lex r s p q) :
    ¬ r p.fst q.fst ∧ (p.fst ≠ q.fst ∨ ¬ s p.snd q.snd) :=
  match p, q, h with
  | (a, b), (c, d), h =>
    ⟨fun hr => h (.left _ _ hr),
     if e : a = c then
      .inr fun hs => h (by
        cases e
        exact .right _ hs)
     else .inl e⟩

end Prod

end Lean.Omega

namespace Fin

variable {n : Nat} {a b : Fin n}

theorem val_congr (h : a = b) : a.val = b.val := congrArg _ h

theorem val_le_of_le (h : a ≤ b) : a.val ≤ b.val := h

theorem val_le_of_ge (h : a ≥ b) : a.val ≥ b.val := h

theorem val_add_one_le_of_lt (h : a < b) : a.val + 1 ≤ b.val := h

theorem val_add_one_le_of_gt (h : a > b) : a.val ≥ b.val + 1 := h

end Fin
