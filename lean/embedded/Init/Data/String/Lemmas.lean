prelude
import Init.Data.String.Basic
import Init.Data.List.Lemmas
import Init.Omega

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

theorem utf8_cont (x : Nat) : (x % 64 + 128) % 256 % 64 = x % 64 := by omega
theorem utf8_lead₂ (x : Nat) : (x % 32 + 192) % 256 = x % 32 + 192 := by omega
theorem utf8_lead₃ (x : Nat) : (x % 16 + 224) % 256 = x % 16 + 224 := by omega
theorem utf8_lead₄ (x : Nat) : (x % 8 + 240) % 256 = x % 8 + 240 := by omega
theorem utf8_low₂ (x : Nat) : (x % 32 + 192) % 32 = x % 32 := by omega
theorem utf8_low₃ (x : Nat) : (x % 16 + 224) % 16 = x % 16 := by omega
theorem utf8_low₄ (x : Nat) : (x % 8 + 240) % 8 = x % 8 := by omega
theorem utf8_join (x : Nat) : x / 64 * 64 + x % 64 = x := by omega
theorem utf8_div₃ (v : Nat) : v / 4096 = v / 64 / 64 := (Nat.div_div_eq_div_mul v 64 64).symm
theorem utf8_div₄ (v : Nat) : v / 262144 = v / 64 / 64 / 64 := by
  rw [← utf8_div₃, Nat.div_div_eq_div_mul]

theorem utf8Decode_encodeChar (c : Char) (l : List UInt8) :
    utf8Decode (String.utf8EncodeChar c ++ l) = c :: utf8Decode l := by
  have key : ∀ n : Nat, (UInt8.ofNat n).toBitVec.toNat = n % 256 := fun _ => rfl
  have hc := Char.ofNat_val_toNat c
  have hv : c.val.toNat < 1114112 := by
    have := c.valid
    unfold UInt32.isValidChar Nat.isValidChar at this
    omega
  unfold String.utf8EncodeChar
  generalize c.val.toNat = v at *
  dsimp only
  split
  · show utf8Decode (_ :: l) = _
    unfold utf8Decode
    rw [key, if_pos (by omega), Nat.mod_eq_of_lt (by omega : v < 256), hc]
    exact congrArg (c :: ·) (utf8Decode.eq_def l)
  · split
    · show utf8Decode (_ :: _ :: l) = _
      have hx : v / 64 < 32 := by omega
      have join := utf8_join v
      unfold utf8Decode
      dsimp only [String.Internal.push6]
      rw [key, key, utf8_lead₂, utf8_cont, utf8_low₂]
      generalize v / 64 = x at *
      rw [if_neg (by omega), if_pos (by omega), Nat.mod_eq_of_lt hx, join, hc]
      exact congrArg (c :: ·) (utf8Decode.eq_def l)
    · split
      · show utf8Decode (_ :: _ :: _ :: l) = _
        have hy : v / 64 / 64 < 16 := by rw [← utf8_div₃]; omega
        have join := utf8_join v
        have joinx := utf8_join (v / 64)
        unfold utf8Decode
        dsimp only [String.Internal.push6]
        rw [key, key, key, utf8_lead₃, utf8_cont, utf8_cont, utf8_low₃, utf8_div₃]
        generalize v / 64 / 64 = y at *
        generalize v / 64 = x at *
        rw [if_neg (by omega), if_neg (by omega), if_pos (by omega), Nat.mod_eq_of_lt hy, joinx,
          join, hc]
        exact congrArg (c :: ·) (utf8Decode.eq_def l)
      · show utf8Decode (_ :: _ :: _ :: _ :: l) = _
        have hz : v / 64 / 64 / 64 < 8 := by rw [← utf8_div₄]; omega
        have join := utf8_join v
        have joinx := utf8_join (v / 64)
        have joiny := utf8_join (v / 64 / 64)
        unfold utf8Decode
        dsimp only [String.Internal.push6]
        rw [key, key, key, key, utf8_lead₄, utf8_cont, utf8_cont, utf8_cont, utf8_low₄, utf8_div₄,
          utf8_div₃]
        generalize v / 64 / 64 / 64 = z at *
        generalize v / 64 / 64 = y at *
        generalize v / 64 = x at *
        rw [if_neg (by omega), if_neg (by omega), if_neg (by omega), Nat.mod_eq_of_lt hz, joiny,
          joinx, join, hc]
        exact congrArg (c :: ·) (utf8Decode.eq_def l)

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
