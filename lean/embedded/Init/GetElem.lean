prelude
import Init.Data.Nat.Basic

/-!
# Indexing

The classes behind `xs[i]`, `xs[i]?` and `xs[i]!`, with instances for `List` and `Array`.
Signatures follow Lean 4.35's public interface.
-/

set_option linter.all false

universe u v w

@[extern "native"] opaque mkPanicMessage (modName : String) (line col : Nat) (msg : String) : String
@[extern "native"] opaque mkPanicMessageWithDecl (modName declName : String) (line col : Nat)
  (msg : String) : String

@[noinline, never_extract]
def panicWithPos {α : Sort u} [Inhabited α] (modName : String) (line col : Nat) (msg : String) :
    α :=
  panic (mkPanicMessage modName line col msg)

@[noinline, never_extract]
def panicWithPosWithDecl {α : Sort u} [Inhabited α] (modName declName : String) (line col : Nat)
    (msg : String) : α :=
  panic (mkPanicMessageWithDecl modName declName line col msg)

@[never_extract] def outOfBounds [Inhabited α] : α := panic! "index out of bounds"

theorem outOfBounds_eq_default [Inhabited α] : (outOfBounds : α) = default := rfl

class GetElem (coll : Type u) (idx : Type v) (elem : outParam (Type w))
    (valid : outParam (coll → idx → Prop)) where
  getElem (xs : coll) (i : idx) (h : valid xs i) : elem

export GetElem (getElem)

abbrev decidableGetElem? [GetElem coll idx elem valid] (xs : coll) (i : idx)
    [Decidable (valid xs i)] : Option elem :=
  if h : valid xs i then some xs[i] else none

class GetElem? (coll : Type u) (idx : Type v) (elem : outParam (Type w))
    (valid : outParam (coll → idx → Prop)) extends GetElem coll idx elem valid where
  getElem? : coll → idx → Option elem
  getElem! [Inhabited elem] (xs : coll) (i : idx) : elem :=
    match getElem? xs i with
    | some e => e
    | none => outOfBounds

export GetElem? (getElem? getElem!)

class LawfulGetElem (cont : Type u) (idx : Type v) (elem : outParam (Type w))
    (dom : outParam (cont → idx → Prop)) [ge : GetElem? cont idx elem dom] : Prop where
  getElem?_def (c : cont) (i : idx) [Decidable (dom c i)] :
    c[i]? = if h : dom c i then some (c[i]'h) else none := by
    intros; try simp only [getElem?] <;> congr
  getElem!_def [Inhabited elem] (c : cont) (i : idx) :
    c[i]! = match c[i]? with | some e => e | none => default := by
    intros; simp only [getElem!, getElem?, outOfBounds_eq_default]

export LawfulGetElem (getElem?_def getElem!_def)

theorem getElem?_pos [GetElem? cont idx elem dom] [LawfulGetElem cont idx elem dom] (c : cont)
    (i : idx) (h : dom c i) : c[i]? = some (c[i]'h) := by
  have : Decidable (dom c i) := isTrue h
  rw [getElem?_def]; exact dif_pos h

theorem getElem?_neg [GetElem? cont idx elem dom] [LawfulGetElem cont idx elem dom] (c : cont)
    (i : idx) (h : ¬dom c i) : c[i]? = none := by
  have : Decidable (dom c i) := isFalse h
  rw [getElem?_def]; exact dif_neg h

theorem getElem!_pos [GetElem? cont idx elem dom] [LawfulGetElem cont idx elem dom]
    [Inhabited elem] (c : cont) (i : idx) (h : dom c i) : c[i]! = c[i]'h := by
  rw [getElem!_def, getElem?_pos c i h]

theorem getElem!_neg [GetElem? cont idx elem dom] [LawfulGetElem cont idx elem dom]
    [Inhabited elem] (c : cont) (i : idx) (h : ¬dom c i) : c[i]! = default := by
  rw [getElem!_def, getElem?_neg c i h]

namespace Fin

instance instGetElemFinVal [GetElem cont Nat elem dom] :
    GetElem cont (Fin n) elem fun xs i => dom xs i.val where
  getElem xs i h := getElem xs i.1 h

instance instGetElem?FinVal [h : GetElem? cont Nat elem dom] :
    GetElem? cont (Fin n) elem fun xs i => dom xs i.val where
  getElem? xs i := getElem? xs i.val
  getElem! xs i := getElem! xs i.val

end Fin

namespace List

@[implicit_reducible] def get?Internal : (as : List α) → (i : Nat) → Option α
  | a::_, 0 => some a
  | _::as, n+1 => get?Internal as n
  | _, _ => none

@[implicit_reducible] def get!Internal [Inhabited α] : (as : List α) → (i : Nat) → α
  | a::_, 0 => a
  | _::as, n+1 => get!Internal as n
  | _, _ => panic! "invalid index"

instance : GetElem (List α) Nat α fun as i => i < as.length where
  getElem as i h := as.get ⟨i, h⟩

instance : GetElem? (List α) Nat α fun as i => i < as.length where
  getElem? as i := as.get?Internal i
  getElem! as i := as.get!Internal i

@[simp] theorem get?Internal_eq_getElem? {l : List α} {i : Nat} : l.get?Internal i = l[i]? := rfl
@[simp] theorem get!Internal_eq_getElem! [Inhabited α] {l : List α} {i : Nat} :
    l.get!Internal i = l[i]! := rfl

theorem getElem?_eq_dite : (as : List α) → (i : Nat) →
    as[i]? = if h : i < as.length then some as[i] else none
  | [], i => (dif_neg (c := i < ([] : List α).length) (e := fun _ => none) (Nat.not_lt_zero i)).symm
  | a :: as, 0 => rfl
  | a :: as, i + 1 => (getElem?_eq_dite as i).trans (by
      by_cases h : i < as.length
      · rw [dif_pos h, dif_pos (c := i + 1 < (a :: as).length) (Nat.succ_lt_succ h)]; rfl
      · rw [dif_neg h, dif_neg (c := i + 1 < (a :: as).length)
          (fun k => h (Nat.lt_of_succ_lt_succ k))])

theorem getElem!_eq_match [Inhabited α] : (as : List α) → (i : Nat) →
    as[i]! = match as[i]? with | some e => e | none => default
  | [], _ => rfl
  | _ :: _, 0 => rfl
  | _ :: as, i + 1 => getElem!_eq_match as i

instance : LawfulGetElem (List α) Nat α fun as i => i < as.length where
  getElem?_def as i h := (getElem?_eq_dite as i).trans (by congr)
  getElem!_def as i := getElem!_eq_match as i

@[simp] theorem getElem_cons_zero (a : α) (as : List α) (h : 0 < (a :: as).length) :
    getElem (a :: as) 0 h = a := rfl
@[simp] theorem getElem_cons_succ (a : α) (as : List α) (i : Nat) (h : i + 1 < (a :: as).length) :
    getElem (a :: as) (i+1) h = getElem as i (Nat.lt_of_succ_lt_succ h) := rfl
@[simp] theorem getElem?_nil {i : Nat} : ([] : List α)[i]? = none := rfl
@[simp] theorem getElem?_cons_zero {a : α} {l : List α} : (a::l)[0]? = some a := rfl
@[simp] theorem getElem?_cons_succ {l : List α} {a : α} {i : Nat} : (a::l)[i+1]? = l[i]? := rfl

end List

namespace Array

instance : GetElem (Array α) Nat α fun xs i => i < xs.size where
  getElem xs i h := xs.getInternal i h

instance : GetElem? (Array α) Nat α fun xs i => i < xs.size where
  getElem? xs i := decidableGetElem? xs i
  getElem! xs i := xs.get!Internal i

instance : LawfulGetElem (Array α) Nat α fun xs i => i < xs.size where
  getElem?_def xs i h := by
    have e : h = Nat.decLt i xs.size := Subsingleton.elim _ _
    subst e; rfl
  getElem!_def xs i := by
    show xs.get!Internal i = match decidableGetElem? xs i with | some e => e | none => default
    unfold get!Internal getD decidableGetElem?
    by_cases h : i < xs.size
    · rw [dif_pos h, dif_pos h]; rfl
    · rw [dif_neg h, dif_neg h]

@[simp] theorem getInternal_eq_getElem (a : Array α) (i : Nat) (h) : a.getInternal i h = a[i] := rfl
@[simp] theorem get!Internal_eq_getElem! [Inhabited α] (a : Array α) (i : Nat) :
    a.get!Internal i = a[i]! := rfl

@[simp] theorem getElem_toList' {xs : Array α} {i : Nat} (h : i < xs.size) :
    xs.toList[i]'h = xs[i] := rfl

end Array

namespace Lean.Syntax

instance : GetElem Syntax Nat Syntax fun _ _ => True where
  getElem stx i _ := stx.getArg i

end Lean.Syntax
