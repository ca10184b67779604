prelude
import Init.Data.String.Basic
import Init.Data.List.Lemmas
import Init.Data.Nat.Div

/-!
# What is known of strings: they are their lists of characters

Decoding undoes encoding, so `String.ofList` is injective, and what is defined by way of the list
of characters obeys the lemmas of lists. Statements follow Lean 4.35's public interface. Left out:
byte positions, slices, patterns.
-/

set_option linter.all false

theorem Char.ofNat_val_toNat (c : Char) : Char.ofNat c.val.toNat = c := by
  unfold Char.ofNat
  rw [dif_pos c.valid]
  exact Char.ext rfl

namespace List

theorem toByteArray_loop (l : List UInt8) (b : ByteArray) :
    (toByteArray.loop l b).data.toList = b.data.toList ++ l := by
  induction l generalizing b with
  | nil => simp [toByteArray.loop]
  | cons a l ih =>
    show (toByteArray.loop l (b.push a)).data.toList = _
    rw [ih]
    simp [ByteArray.push, Array.push, List.concat_eq_append]

theorem data_toByteArray (l : List UInt8) : l.toByteArray.data.toList = l := by
  unfold toByteArray
  rw [toByteArray_loop]
  rfl

/-! Each byte's bits, and the pieces of a code point put together again. -/

theorem utf8_lead {x n k : Nat} (hn : 0 < n) (h : n + k ≤ 256) : (x % n + k) % 256 = x % n + k :=
  Nat.mod_eq_of_lt (Nat.lt_of_lt_of_le (Nat.add_lt_add_right (Nat.mod_lt x hn) k) h)
theorem utf8_low (x n j : Nat) : (x % n + j * n) % n = x % n :=
  (Nat.add_mul_mod_self_right (x % n) j n).trans (Nat.mod_mod x n)
theorem utf8_cont (x : Nat) : (x % 64 + 128) % 256 % 64 = x % 64 :=
  (congrArg (· % 64) (utf8_lead (by decide) (by decide))).trans (utf8_low x 64 2)
theorem utf8_lead₂ (x : Nat) : (x % 32 + 192) % 256 = x % 32 + 192 :=
  utf8_lead (by decide) (by decide)
theorem utf8_lead₃ (x : Nat) : (x % 16 + 224) % 256 = x % 16 + 224 :=
  utf8_lead (by decide) (by decide)
theorem utf8_lead₄ (x : Nat) : (x % 8 + 240) % 256 = x % 8 + 240 :=
  utf8_lead (by decide) (by decide)
theorem utf8_low₂ (x : Nat) : (x % 32 + 192) % 32 = x % 32 := utf8_low x 32 6
theorem utf8_low₃ (x : Nat) : (x % 16 + 224) % 16 = x % 16 := utf8_low x 16 14
theorem utf8_low₄ (x : Nat) : (x % 8 + 240) % 8 = x % 8 := utf8_low x 8 30
theorem utf8_join (x : Nat) : x / 64 * 64 + x % 64 = x :=
  (congrArg (· + x % 64) (Nat.mul_comm (x / 64) 64)).trans (Nat.div_add_mod x 64)
theorem utf8_div₃ (v : Nat) : v / 4096 = v / 64 / 64 := (Nat.div_div_eq_div_mul v 64 64).symm
theorem utf8_div₄ (v : Nat) : v / 262144 = v / 64 / 64 / 64 := by
  rw [← utf8_div₃, Nat.div_div_eq_div_mul]

theorem utf8_ge {k m : Nat} (x n : Nat) (h : n + k ≤ 256) (hn : 0 < n) (hk : m ≤ k) :
    ¬ (x % n + k) % 256 < m := by
  rw [utf8_lead hn h]
  exact Nat.not_lt_of_le (Nat.le_trans hk (Nat.le_add_left k (x % n)))
theorem utf8_lt {n k : Nat} (x : Nat) (h : n + k ≤ 256) (hn : 0 < n) :
    (x % n + k) % 256 < n + k := by
  rw [utf8_lead hn h]
  exact Nat.add_lt_add_right (Nat.mod_lt x hn) k
theorem push6_cont (u v : Nat) :
    String.Internal.push6 u (UInt8.ofNat (v % 64 + 128)) = u * 64 + v % 64 :=
  congrArg (u * 64 + ·) (utf8_cont v)

/-! Sequences of one to four bytes. -/

theorem utf8Decode₁ {a : UInt8} (s : List UInt8) (h : a.toBitVec.toNat < 0x80) :
    utf8Decode (a :: s) = Char.ofNat a.toBitVec.toNat :: utf8Decode s :=
  (utf8Decode.eq_def (a :: s)).trans (if_pos h)
theorem utf8Decode₂ {a b : UInt8} (s : List UInt8) (h₁ : ¬ a.toBitVec.toNat < 0x80)
    (h₂ : a.toBitVec.toNat < 0xe0) : utf8Decode (a :: b :: s) =
      Char.ofNat (String.Internal.push6 (a.toBitVec.toNat % 32) b) :: utf8Decode s :=
  (utf8Decode.eq_def (a :: b :: s)).trans ((if_neg h₁).trans (if_pos h₂))
theorem utf8Decode₃ {a b c : UInt8} (s : List UInt8) (h₁ : ¬ a.toBitVec.toNat < 0x80)
    (h₂ : ¬ a.toBitVec.toNat < 0xe0) (h₃ : a.toBitVec.toNat < 0xf0) :
    utf8Decode (a :: b :: c :: s) = Char.ofNat (String.Internal.push6
      (String.Internal.push6 (a.toBitVec.toNat % 16) b) c) :: utf8Decode s :=
  (utf8Decode.eq_def (a :: b :: c :: s)).trans
    ((if_neg h₁).trans ((if_neg h₂).trans (if_pos h₃)))
theorem utf8Decode₄ {a b c d : UInt8} (s : List UInt8) (h₁ : ¬ a.toBitVec.toNat < 0x80)
    (h₂ : ¬ a.toBitVec.toNat < 0xe0) (h₃ : ¬ a.toBitVec.toNat < 0xf0) :
    utf8Decode (a :: b :: c :: d :: s) = Char.ofNat (String.Internal.push6 (String.Internal.push6
      (String.Internal.push6 (a.toBitVec.toNat % 8) b) c) d) :: utf8Decode s :=
  (utf8Decode.eq_def (a :: b :: c :: d :: s)).trans
    ((if_neg h₁).trans ((if_neg h₂).trans (if_neg h₃)))

theorem utf8Decode_encodeChar (c : Char) (l : List UInt8) :
    utf8Decode (String.utf8EncodeChar c ++ l) = c :: utf8Decode l := by
  have hc := Char.ofNat_val_toNat c
  have hv : c.val.toNat < 1114112 :=
    c.valid.elim (fun h => Nat.lt_trans h (by decide)) And.right
  unfold String.utf8EncodeChar
  generalize c.val.toNat = v at hc hv
  have found {w : Nat} (e : w = v) : Char.ofNat w :: utf8Decode l = c :: utf8Decode l :=
    congrArg (· :: utf8Decode l) ((congrArg Char.ofNat e).trans hc)
  if h₁ : v ≤ 0x7f then
    have h : v % 256 = v := Nat.mod_eq_of_lt (Nat.lt_of_le_of_lt h₁ (by decide))
    rw [if_pos h₁]
    exact (utf8Decode₁ (a := UInt8.ofNat v) l
      (Nat.lt_of_le_of_lt (Nat.le_of_eq h) (Nat.lt_succ_of_le h₁))).trans (found h)
  else if h₂ : v ≤ 0x7ff then
    have hx : v / 64 < 32 := (Nat.div_lt_iff_lt_mul (by decide)).2 (Nat.lt_succ_of_le h₂)
    rw [if_neg h₁, if_pos h₂]
    refine (utf8Decode₂ l (utf8_ge _ 32 (by decide) (by decide) (by decide))
      (utf8_lt _ (by decide) (by decide))).trans (found ?_)
    rw [push6_cont]
    show (v / 64 % 32 + 192) % 256 % 32 * 64 + v % 64 = v
    rw [utf8_lead₂, utf8_low₂, Nat.mod_eq_of_lt hx, utf8_join]
  else if h₃ : v ≤ 0xffff then
    have hy : v / 4096 < 16 := (Nat.div_lt_iff_lt_mul (by decide)).2 (Nat.lt_succ_of_le h₃)
    rw [if_neg h₁, if_neg h₂, if_pos h₃]
    refine (utf8Decode₃ l (utf8_ge _ 16 (by decide) (by decide) (by decide))
      (utf8_ge _ 16 (by decide) (by decide) (by decide))
      (utf8_lt _ (by decide) (by decide))).trans (found ?_)
    rw [push6_cont, push6_cont]
    show ((v / 4096 % 16 + 224) % 256 % 16 * 64 + v / 64 % 64) * 64 + v % 64 = v
    rw [utf8_lead₃, utf8_low₃, Nat.mod_eq_of_lt hy, utf8_div₃, utf8_join, utf8_join]
  else
    have hz : v / 262144 < 8 :=
      (Nat.div_lt_iff_lt_mul (by decide)).2 (Nat.lt_of_lt_of_le hv (by decide))
    rw [if_neg h₁, if_neg h₂, if_neg h₃]
    refine (utf8Decode₄ l (utf8_ge _ 8 (by decide) (by decide) (by decide))
      (utf8_ge _ 8 (by decide) (by decide) (by decide))
      (utf8_ge _ 8 (by decide) (by decide) (by decide))).trans (found ?_)
    rw [push6_cont, push6_cont, push6_cont]
    show (((v / 262144 % 8 + 240) % 256 % 8 * 64 + v / 4096 % 64) * 64 + v / 64 % 64) * 64 + v % 64
      = v
    rw [utf8_lead₄, utf8_low₄, Nat.mod_eq_of_lt hz, utf8_div₄, utf8_div₃, utf8_join, utf8_join,
      utf8_join]

theorem utf8Decode_flatMap (l : List Char) :
    utf8Decode (l.flatMap String.utf8EncodeChar) = l := by
  induction l with
  | nil => rfl
  | cons c l ih => rw [flatMap_cons, utf8Decode_encodeChar, ih]

end List

namespace String

@[simp] theorem toList_ofList {l : List Char} : (String.ofList l).toList = l := by
  show List.utf8Decode ((l.flatMap utf8EncodeChar).toByteArray.data.toList) = l
  rw [List.data_toByteArray, List.utf8Decode_flatMap]

theorem ofList_injective {l₁ l₂ : List Char} (h : ofList l₁ = ofList l₂) : l₁ = l₂ := by
  rw [← toList_ofList (l := l₁), h, toList_ofList]

@[simp] theorem ofList_inj {l₁ l₂ : List Char} : ofList l₁ = ofList l₂ ↔ l₁ = l₂ :=
  ⟨ofList_injective, congrArg ofList⟩

theorem exists_eq_ofList (s : String) : ∃ l, s = ofList l :=
  match s with
  | ⟨_, .intro l rfl⟩ => ⟨l, rfl⟩

@[simp] theorem ofList_toList {s : String} : String.ofList s.toList = s := by
  have ⟨l, h⟩ := s.exists_eq_ofList
  rw [h, toList_ofList]

theorem toList_injective {s t : String} (h : s.toList = t.toList) : s = t := by
  rw [← ofList_toList (s := s), h, ofList_toList]
@[simp] theorem toList_inj {s t : String} : s.toList = t.toList ↔ s = t :=
  ⟨toList_injective, congrArg toList⟩
theorem ext {s t : String} (h : s.toList = t.toList) : s = t := toList_injective h
theorem ext_iff {s t : String} : s = t ↔ s.toList = t.toList := toList_inj.symm

@[simp] theorem toList_empty : "".toList = [] := rfl
@[simp] theorem toList_append {s t : String} : (s ++ t).toList = s.toList ++ t.toList :=
  toList_ofList
@[simp] theorem toList_push {s : String} {c : Char} : (s.push c).toList = s.toList ++ [c] :=
  toList_ofList
@[simp] theorem toList_singleton {c : Char} : (String.singleton c).toList = [c] := by
  simp [String.singleton]
@[simp] theorem toList_map {f : Char → Char} {s : String} :
    (s.map f).toList = s.toList.map f := toList_ofList

@[simp] theorem length_toList {s : String} : s.toList.length = s.length := rfl
@[simp] theorem length_ofList {l : List Char} : (String.ofList l).length = l.length := by
  rw [← length_toList, toList_ofList]
@[simp] theorem length_empty : "".length = 0 := rfl
@[simp] theorem length_append {s t : String} : (s ++ t).length = s.length + t.length := by
  simp [← length_toList]
@[simp] theorem length_push {s : String} (c : Char) : (s.push c).length = s.length + 1 := by
  simp [← length_toList]
@[simp] theorem length_singleton {c : Char} : (String.singleton c).length = 1 := by
  simp [← length_toList]
@[simp] theorem length_map {f : Char → Char} {s : String} : (s.map f).length = s.length := by
  simp [← length_toList]

@[simp] theorem append_empty {s : String} : s ++ "" = s := toList_injective (by simp)
@[simp] theorem empty_append {s : String} : "" ++ s = s := toList_injective (by simp)
theorem append_assoc {s t u : String} : s ++ t ++ u = s ++ (t ++ u) := toList_injective (by simp)
instance : Std.Associative (α := String) (· ++ ·) := ⟨fun _ _ _ => append_assoc⟩
instance : Std.LawfulIdentity (α := String) (· ++ ·) "" where
  left_id _ := empty_append
  right_id _ := append_empty
@[simp] theorem ofList_nil : String.ofList [] = "" := rfl
@[simp] theorem ofList_append {l₁ l₂ : List Char} :
    String.ofList (l₁ ++ l₂) = String.ofList l₁ ++ String.ofList l₂ := toList_injective (by simp)
theorem push_eq_append (s : String) (c : Char) : s.push c = s ++ String.singleton c :=
  toList_injective (by simp)
@[simp] theorem toList_eq_nil_iff {s : String} : s.toList = [] ↔ s = "" :=
  ⟨fun h => toList_injective h, fun h => h ▸ rfl⟩
@[simp] theorem append_eq_empty_iff {s t : String} : s ++ t = "" ↔ s = "" ∧ t = "" := by
  rw [← toList_eq_nil_iff, toList_append, List.append_eq_nil_iff, toList_eq_nil_iff,
    toList_eq_nil_iff]
@[simp] theorem append_right_inj (s : String) {t₁ t₂ : String} :
    s ++ t₁ = s ++ t₂ ↔ t₁ = t₂ := by
  rw [← toList_inj, toList_append, toList_append, List.append_right_inj]; exact toList_inj
@[simp] theorem append_left_inj {s₁ s₂ : String} (t : String) :
    s₁ ++ t = s₂ ++ t ↔ s₁ = s₂ := by
  rw [← toList_inj, toList_append, toList_append, List.append_left_inj]; exact toList_inj

end String
