prelude
import Init.Prelude.Nat

/-!
# Lists and arrays

The types, and the functions that strings, names and syntax trees are made of.

Source of names, types, order of arguments, constructors and fields: see `Init.Prelude`.
-/

set_option linter.all false

universe u v w

open BEq (beq)
open HAdd (hAdd)

/-! ## Lists -/

inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α

instance {α} : Inhabited (List α) where
  default := List.nil

@[implicit_reducible]
protected def List.beq {α : Type u} [BEq α] : (a b : List α) → Bool
  | nil, nil => true
  | cons _ _, nil => false
  | nil, cons _ _ => false
  | cons a as, cons b bs => and (beq a b) (List.beq as bs)

@[instance_reducible]
protected def List.hasDecEq {α : Type u} [d : DecidableEq α] (a b : List α) :
    Decidable (Eq a b) where
  decide := a.beq b
  reflects_decide := go a b
where
  go : (a b : List α) → (a.beq b).Reflects (Eq a b)
  | nil, nil => rfl
  | cons _ _, nil => fun h => List.noConfusion rfl (heq_of_eq h)
  | nil, cons _ _ => fun h => List.noConfusion rfl (heq_of_eq h)
  | cons a as, cons b bs => show (and (decide (Eq a b)) (List.beq as bs)).Reflects _ from
    match d a b, List.beq as bs, go as bs with
    | isFalse n, _, _ => fun e =>
      List.noConfusion rfl (heq_of_eq e) (fun hd _ => absurd (eq_of_heq hd) n)
    | isTrue _, false, n => fun e =>
      List.noConfusion rfl (heq_of_eq e) (fun _ tl => absurd (eq_of_heq tl) n)
    | isTrue hd, true, tl => congr (congrArg cons hd) tl

instance {α : Type u} [DecidableEq α] : DecidableEq (List α) := fun xs ys =>
  match xs with
  | .nil => match ys with
    | .nil => isTrue rfl
    | .cons _ _ => isFalse (fun h => List.noConfusion rfl (heq_of_eq h))
  | .cons a as => match ys with
    | .nil => isFalse (fun h => List.noConfusion rfl (heq_of_eq h))
    | .cons b bs =>
      match decEq a b with
      | isTrue hd =>
        match List.hasDecEq as bs with
        | isTrue tl => isTrue (congr (congrArg List.cons hd) tl)
        | isFalse n =>
          isFalse (fun e => List.noConfusion rfl (heq_of_eq e) (fun _ tl => n (eq_of_heq tl)))
      | isFalse n =>
        isFalse (fun e => List.noConfusion rfl (heq_of_eq e) (fun hd _ => n (eq_of_heq hd)))

instance List.instDecidableNilEq (a : List α) : Decidable (Eq List.nil a) :=
  match a with
  | .nil => isTrue rfl
  | .cons _ _ => isFalse (fun h => List.noConfusion rfl (heq_of_eq h))

instance List.instDecidableEqNil (a : List α) : Decidable (Eq a List.nil) :=
  match a with
  | .nil => isTrue rfl
  | .cons _ _ => isFalse (fun h => List.noConfusion rfl (heq_of_eq h))

@[instance_reducible] def List.length : List α → Nat
  | nil => 0
  | cons _ as => HAdd.hAdd (length as) 1

def List.lengthTRAux : List α → Nat → Nat
  | nil, n => n
  | cons _ as, n => lengthTRAux as (Nat.succ n)

def List.lengthTR (as : List α) : Nat := lengthTRAux as 0

@[implicit_reducible]
def List.get {α : Type u} : (as : List α) → Fin as.length → α
  | cons a _, ⟨0, _⟩ => a
  | cons _ as, ⟨Nat.succ i, h⟩ => get as ⟨i, Nat.le_of_succ_le_succ h⟩

def List.set : (l : List α) → (n : Nat) → (a : α) → List α
  | cons _ as, 0, b => cons b as
  | cons a as, Nat.succ n, b => cons a (set as n b)
  | nil, _, _ => nil

@[specialize]
def List.foldl {α : Type u} {β : Type v} (f : α → β → α) : (init : α) → List β → α
  | a, nil => a
  | a, cons b l => foldl f (f a b) l

@[implicit_reducible]
def List.concat {α : Type u} : List α → α → List α
  | nil, b => cons b nil
  | cons a as, b => cons a (concat as b)

@[implicit_reducible]
protected def List.append : (xs ys : List α) → List α
  | nil, bs => bs
  | cons a as, bs => cons a (List.append as bs)

@[implicit_reducible]
noncomputable def List.flatten : List (List α) → List α
  | nil => nil
  | cons l L => List.append l (flatten L)

@[specialize, implicit_reducible] def List.map (f : α → β) : (l : List α) → List β
  | nil => nil
  | cons a as => cons (f a) (map f as)

@[inline, implicit_reducible]
noncomputable def List.flatMap {α : Type u} {β : Type v} (b : α → List β) (as : List α) : List β :=
  flatten (map b as)

/-! ## Arrays -/

structure Array (α : Type u) where
  mk ::
  toList : List α

attribute [extern "lean_array_to_list"] Array.toList
attribute [extern "lean_array_mk"] Array.mk

@[match_pattern]
abbrev List.toArray (xs : List α) : Array α := .mk xs

@[extern "lean_mk_empty_array_with_capacity"]
def Array.mkEmpty {α : Type u} (c : @& Nat) : Array α where
  toList := List.nil

@[extern "lean_mk_empty_array_with_capacity", implicit_reducible]
def Array.emptyWithCapacity {α : Type u} (c : @& Nat) : Array α where
  toList := List.nil

@[inline, implicit_reducible]
def Array.empty {α : Type u} : Array α := emptyWithCapacity 0

@[extern "lean_array_get_size", tagged_return, instance_reducible]
def Array.size {α : Type u} (a : @& Array α) : Nat := a.toList.length

@[extern "lean_array_fget_borrowed"]
unsafe opaque Array.getInternalBorrowed {α : Type u} (a : @& Array α) (i : @& Nat)
    (h : LT.lt i a.size) : α :=
  a.toList.get ⟨i, h⟩

@[extern "lean_array_fget", implicit_reducible]
def Array.getInternal {α : Type u} (a : @& Array α) (i : @& Nat) (h : LT.lt i a.size) : α :=
  a.toList.get ⟨i, h⟩

@[inline] abbrev Array.getD (a : Array α) (i : Nat) (v₀ : α) : α :=
  dite (LT.lt i a.size) (fun h => a.getInternal i h) (fun _ => v₀)

@[extern "lean_array_get_borrowed"]
unsafe opaque Array.get!InternalBorrowed {α : Type u} [@&Inhabited α] (a : @& Array α)
    (i : @& Nat) : α

@[extern "lean_array_get", implicit_reducible]
def Array.get!Internal {α : Type u} [@&Inhabited α] (a : @& Array α) (i : @& Nat) : α :=
  Array.getD a i default

@[extern "lean_array_push", implicit_reducible]
def Array.push {α : Type u} (a : Array α) (v : α) : Array α where
  toList := List.concat a.toList v

def Array.mkArray0 {α : Type u} : Array α := emptyWithCapacity 0
def Array.mkArray1 {α : Type u} (a₁ : α) : Array α := (emptyWithCapacity 1).push a₁
def Array.mkArray2 {α : Type u} (a₁ a₂ : α) : Array α := ((emptyWithCapacity 2).push a₁).push a₂
def Array.mkArray3 {α : Type u} (a₁ a₂ a₃ : α) : Array α := (mkArray2 a₁ a₂).push a₃
def Array.mkArray4 {α : Type u} (a₁ a₂ a₃ a₄ : α) : Array α := (mkArray3 a₁ a₂ a₃).push a₄
def Array.mkArray5 {α : Type u} (a₁ a₂ a₃ a₄ a₅ : α) : Array α :=
  (mkArray4 a₁ a₂ a₃ a₄).push a₅
def Array.mkArray6 {α : Type u} (a₁ a₂ a₃ a₄ a₅ a₆ : α) : Array α :=
  (mkArray5 a₁ a₂ a₃ a₄ a₅).push a₆
def Array.mkArray7 {α : Type u} (a₁ a₂ a₃ a₄ a₅ a₆ a₇ : α) : Array α :=
  (mkArray6 a₁ a₂ a₃ a₄ a₅ a₆).push a₇
def Array.mkArray8 {α : Type u} (a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈ : α) : Array α :=
  (mkArray7 a₁ a₂ a₃ a₄ a₅ a₆ a₇).push a₈

protected def Array.appendCore {α : Type u} (as : Array α) (bs : Array α) : Array α :=
  let rec loop (i : Nat) (j : Nat) (as : Array α) : Array α :=
    dite (LT.lt j bs.size)
      (fun hlt =>
        match i with
        | 0 => as
        | Nat.succ i' => loop i' (hAdd j 1) (as.push (bs.getInternal j hlt)))
      (fun _ => as)
  loop bs.size 0 as

def Array.extract (as : Array α) (start : Nat := 0) (stop : Nat := as.size) : Array α :=
  let rec loop (i : Nat) (j : Nat) (bs : Array α) : Array α :=
    dite (LT.lt j as.size)
      (fun hlt =>
        match i with
        | 0 => bs
        | Nat.succ i' => loop i' (hAdd j 1) (bs.push (as.getInternal j hlt)))
      (fun _ => bs)
  let sz' := Nat.sub (min stop as.size) start
  loop sz' start (emptyWithCapacity sz')
