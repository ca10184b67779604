prelude
import Init.GetElem
import Init.Control

/-!
# Lists: operations

The usual functions of `List` with definitions that reduce by computation, their instances, and the
equations that `simp` uses for them. Signatures follow Lean 4.35's public interface. Where a list can
be long, compiled programs run a tail-recursive version (bound by `csimp`). Lemmas beyond the
defining equations are in `Init.Data.List.Lemmas`.
-/

set_option linter.all false

universe u v w

variable {α : Type u} {β : Type v} {γ : Type w}

namespace List

@[simp] theorem length_nil : length ([] : List α) = 0 := rfl
@[simp] theorem length_cons {a : α} {as : List α} : (a :: as).length = as.length + 1 := rfl
@[simp] theorem length_singleton {a : α} : length [a] = 1 := rfl
@[simp] theorem foldl_nil : [].foldl f b = b := rfl
@[simp] theorem foldl_cons {l : List α} {f : β → α → β} {b : β} :
    (a :: l).foldl f b = l.foldl f (f b a) := rfl

/-! ## Order and equality -/

inductive Lex (r : α → α → Prop) : (as : List α) → (bs : List α) → Prop
  | nil {a l} : Lex r [] (a :: l)
  | rel {a₁ l₁ a₂ l₂} (h : r a₁ a₂) : Lex r (a₁ :: l₁) (a₂ :: l₂)
  | cons {a l₁ l₂} (h : Lex r l₁ l₂) : Lex r (a :: l₁) (a :: l₂)

protected abbrev lt [LT α] : List α → List α → Prop := Lex (· < ·)
instance instLT [LT α] : LT (List α) := ⟨List.lt⟩

instance decidableLex [DecidableEq α] (r : α → α → Prop) [h : DecidableRel r] :
    (l₁ l₂ : List α) → Decidable (Lex r l₁ l₂)
  | [], [] => isFalse nofun
  | [], _ :: _ => isTrue Lex.nil
  | _ :: _, [] => isFalse nofun
  | a :: as, b :: bs =>
    match h a b with
    | isTrue hab => isTrue (Lex.rel hab)
    | isFalse nab =>
      if e : a = b then
        match decidableLex r as bs with
        | isTrue hl => isTrue (e ▸ Lex.cons hl)
        | isFalse nl => isFalse fun
          | .rel hab => nab hab
          | .cons hl => nl hl
      else isFalse fun
        | .rel hab => nab hab
        | .cons _ => e rfl

instance decidableLT [DecidableEq α] [LT α] [DecidableLT α] (l₁ l₂ : List α) :
    Decidable (l₁ < l₂) := decidableLex (· < ·) l₁ l₂

protected def le [LT α] (as bs : List α) : Prop := ¬ bs < as
instance instLE [LT α] : LE (List α) := ⟨List.le⟩
instance decidableLE [DecidableEq α] [LT α] [DecidableLT α] (l₁ l₂ : List α) :
    Decidable (l₁ ≤ l₂) := inferInstanceAs (Decidable (Not _))

@[simp] theorem beq_nil_nil [BEq α] : ([] : List α).beq [] = true := rfl
@[simp] theorem beq_cons_nil [BEq α] {a : α} {as : List α} : (a :: as).beq [] = false := rfl
@[simp] theorem beq_nil_cons [BEq α] {a : α} {as : List α} : [].beq (a :: as) = false := rfl
theorem beq_cons_cons [BEq α] {a b : α} {as bs : List α} :
    (a :: as).beq (b :: bs) = (a == b && as.beq bs) := rfl

instance [BEq α] : BEq (List α) := ⟨List.beq⟩

instance [BEq α] [ReflBEq α] : ReflBEq (List α) where
  rfl {as} := go as
where
  go : (as : List α) → as.beq as = true
    | [] => rfl
    | a :: as => (Bool.and_eq_true _ _).mpr ⟨BEq.rfl, go as⟩

instance [BEq α] [LawfulBEq α] : LawfulBEq (List α) where
  eq_of_beq {as bs} h := go as bs h
where
  go : (as bs : List α) → as.beq bs = true → as = bs
    | [], [], _ => rfl
    | a :: as, b :: bs, h =>
      have k := (Bool.and_eq_true _ _).mp h
      congr (congrArg cons (eq_of_beq k.left)) (go as bs k.right)

@[specialize] def isEqv : (as bs : List α) → (eqv : α → α → Bool) → Bool
  | [], [], _ => true
  | a::as, b::bs, eqv => eqv a b && isEqv as bs eqv
  | _, _, _ => false

/-! ## Heads and tails -/

def getLast : ∀ (as : List α), as ≠ [] → α
  | [], h => absurd rfl h
  | [a], _ => a
  | _::b::as, _ => getLast (b::as) (fun h => List.noConfusion rfl (heq_of_eq h))

def getLast? : List α → Option α
  | [] => none
  | a::as => some (getLast (a::as) (fun h => List.noConfusion rfl (heq_of_eq h)))
@[simp] theorem getLast?_nil : @getLast? α [] = none := rfl

def getLastD : (as : List α) → (fallback : α) → α
  | [], a₀ => a₀
  | a::as, _ => getLast (a::as) (fun h => List.noConfusion rfl (heq_of_eq h))

def getLast! [Inhabited α] : List α → α
  | [] => panic! "empty list"
  | a::as => getLast (a::as) (fun h => List.noConfusion rfl (heq_of_eq h))

def head : (as : List α) → as ≠ [] → α
  | a::_, _ => a
@[simp] theorem head_cons {a : α} {l : List α} {h} : head (a::l) h = a := rfl

def head? : List α → Option α
  | [] => none
  | a::_ => some a
@[simp] theorem head?_nil : head? ([] : List α) = none := rfl
@[simp] theorem head?_cons {a : α} {l : List α} : head? (a::l) = some a := rfl

def headD : (as : List α) → (fallback : α) → α
  | [], a₀ => a₀
  | a::_, _ => a
@[simp] theorem headD_nil {d : α} : headD [] d = d := rfl
@[simp] theorem headD_cons {a : α} {l : List α} {d : α} : headD (a::l) d = a := rfl

def head! [Inhabited α] : List α → α
  | [] => panic! "empty list"
  | a::_ => a

def tail : List α → List α
  | [] => []
  | _::as => as
@[simp] theorem tail_nil : ([] : List α).tail = [] := rfl
@[simp] theorem tail_cons {a : α} {as : List α} : (a::as).tail = as := rfl

def tail? : List α → Option (List α)
  | [] => none
  | _::as => some as
@[simp] theorem tail?_nil : tail? ([] : List α) = none := rfl
@[simp] theorem tail?_cons {a : α} {l : List α} : tail? (a::l) = some l := rfl

def tail! : List α → List α
  | [] => panic! "empty list"
  | _::as => as

def tailD (l fallback : List α) : List α :=
  match l with
  | [] => fallback
  | _ :: tl => tl

def getD (as : List α) (i : Nat) (fallback : α) : α := as[i]?.getD fallback
@[simp] theorem getD_nil : getD [] n d = (d : α) := rfl

/-! ## Maps, filters, folds -/

@[simp] theorem map_nil {f : α → β} : map f [] = [] := rfl
@[simp] theorem map_cons {f : α → β} {a : α} {l : List α} : map f (a :: l) = f a :: map f l := rfl

@[implicit_reducible] def reverseAux : List α → List α → List α
  | [], r => r
  | a::l, r => reverseAux l (a::r)

@[implicit_reducible] def reverse (as : List α) : List α := reverseAux as []
@[simp] theorem reverse_nil : reverse ([] : List α) = [] := rfl
@[simp] theorem reverseAux_nil : reverseAux [] r = (r : List α) := rfl
@[simp] theorem reverseAux_cons {a : α} {l r : List α} : reverseAux (a::l) r = reverseAux l (a::r) := rfl

def filter (p : α → Bool) : (l : List α) → List α
  | [] => []
  | a::as => match p a with
    | true => a :: filter p as
    | false => filter p as
@[simp] theorem filter_nil {p : α → Bool} : filter p [] = [] := rfl

@[specialize] def foldr (f : α → β → β) (init : β) : (l : List α) → β
  | [] => init
  | a :: l => f a (foldr f init l)
@[simp] theorem foldr_nil {f : α → β → β} {b} : [].foldr f b = b := rfl
@[simp] theorem foldr_cons {a} {l : List α} {f : α → β → β} {b} :
    (a :: l).foldr f b = f a (l.foldr f b) := rfl

@[specialize] def filterMap (f : α → Option β) : List α → List β
  | [] => []
  | a::as =>
    match f a with
    | none => filterMap f as
    | some b => b :: filterMap f as
@[simp] theorem filterMap_nil {f : α → Option β} : filterMap f [] = [] := rfl
theorem filterMap_cons {f : α → Option β} {a : α} {l : List α} : filterMap f (a :: l) =
    match f a with
    | none => filterMap f l
    | some b => b :: filterMap f l := rfl

/-! ## Appending -/

instance : Append (List α) := ⟨List.append⟩

@[simp] theorem append_eq {as bs : List α} : List.append as bs = as ++ bs := rfl
@[simp] theorem nil_append {as : List α} : [] ++ as = as := rfl
@[simp] theorem cons_append {a : α} {as bs : List α} : (a::as) ++ bs = a::(as ++ bs) := rfl
@[simp] theorem append_nil (as : List α) : as ++ [] = as := by
  induction as with
  | nil => rfl
  | cons a as ih => exact congrArg (cons a) ih
instance : Std.LawfulIdentity (α := List α) (· ++ ·) [] where
  left_id := fun _ => nil_append
  right_id := append_nil
@[simp] theorem length_append {as bs : List α} : (as ++ bs).length = as.length + bs.length := by
  induction as with
  | nil => exact (Nat.zero_add _).symm
  | cons a as ih => simp only [cons_append, length_cons, ih, Nat.add_right_comm]
@[simp] theorem append_assoc (as bs cs : List α) : (as ++ bs) ++ cs = as ++ (bs ++ cs) := by
  induction as with
  | nil => rfl
  | cons a as ih => exact congrArg (cons a) ih
instance : Std.Associative (α := List α) (· ++ ·) := ⟨append_assoc⟩
theorem append_cons (as : List α) (b : α) (bs : List α) : as ++ b :: bs = as ++ [b] ++ bs := by
  rw [append_assoc]; rfl
@[simp] theorem concat_eq_append {as : List α} {a : α} : as.concat a = as ++ [a] := by
  induction as with
  | nil => rfl
  | cons b as ih => exact congrArg (cons b) ih
theorem reverseAux_eq_append {as bs : List α} : reverseAux as bs = reverseAux as [] ++ bs := by
  induction as generalizing bs with
  | nil => rfl
  | cons a as ih => rw [reverseAux_cons, reverseAux_cons, ih, ih (bs := [a]), append_assoc]; rfl
@[simp] theorem reverse_cons {a : α} {as : List α} : reverse (a :: as) = reverse as ++ [a] :=
  reverseAux_eq_append (as := as) (bs := [a])
theorem reverseAux_eq {as bs : List α} : reverseAux as bs = reverse as ++ bs := reverseAux_eq_append
@[simp] theorem length_reverse {as : List α} : (as.reverse).length = as.length := by
  induction as with
  | nil => rfl
  | cons a as ih => rw [reverse_cons, length_append, ih]; rfl

@[simp] theorem flatten_nil : List.flatten ([] : List (List α)) = [] := rfl
@[simp] theorem flatten_cons : (l :: L).flatten = (l : List α) ++ L.flatten := rfl
@[simp] theorem flatMap_nil {f : α → List β} : List.flatMap f [] = [] := rfl
@[simp] theorem flatMap_cons {x : α} {xs : List α} {f : α → List β} :
    List.flatMap f (x :: xs) = f x ++ List.flatMap f xs := rfl

protected def pure (a : α) : List α := [a]
protected def singleton (a : α) : List α := [a]
/-! ## Building and searching -/

def replicate : (n : Nat) → (a : α) → List α
  | 0, _ => []
  | n+1, a => a :: replicate n a
@[simp] theorem replicate_zero {a : α} : replicate 0 a = [] := rfl
theorem replicate_succ {a : α} {n : Nat} : replicate (n+1) a = a :: replicate n a := rfl
@[simp] theorem length_replicate {n : Nat} {a : α} : (replicate n a).length = n := by
  induction n with
  | zero => rfl
  | succ n ih => exact congrArg Nat.succ ih

def leftpad (n : Nat) (a : α) (l : List α) : List α := replicate (n - length l) a ++ l
def rightpad (n : Nat) (a : α) (l : List α) : List α := l ++ replicate (n - length l) a

instance : EmptyCollection (List α) := ⟨List.nil⟩
@[simp] theorem empty_eq : (∅ : List α) = [] := rfl

def isEmpty : List α → Bool
  | [] => true
  | _ :: _ => false
@[simp] theorem isEmpty_nil : ([] : List α).isEmpty = true := rfl
@[simp] theorem isEmpty_cons : (x :: xs : List α).isEmpty = false := rfl

def elem [BEq α] (a : α) : (l : List α) → Bool
  | [] => false
  | b::bs => match a == b with
    | true => true
    | false => elem a bs
@[simp] theorem elem_nil [BEq α] : ([] : List α).elem a = false := rfl
theorem elem_cons [BEq α] {a : α} : (b::bs).elem a = match a == b with | true => true | false => bs.elem a := rfl

abbrev contains [BEq α] (as : List α) (a : α) : Bool := elem a as
@[simp] theorem contains_nil [BEq α] : ([] : List α).contains a = false := rfl

inductive Mem (a : α) : List α → Prop
  | head (as : List α) : Mem a (a::as)
  | tail (b : α) {as : List α} : Mem a as → Mem a (b::as)

instance : Membership α (List α) where
  mem l a := Mem a l

theorem mem_of_elem_eq_true [BEq α] [LawfulBEq α] {a : α} :
    {as : List α} → elem a as = true → a ∈ as
  | b::bs, h => match e : a == b with
    | true => eq_of_beq e ▸ Mem.head bs
    | false => Mem.tail b (mem_of_elem_eq_true (as := bs) (by
        rw [elem_cons, e] at h; exact h))

theorem elem_eq_true_of_mem [BEq α] [ReflBEq α] {a : α} {as : List α} (h : a ∈ as) :
    elem a as = true := by
  induction h with
  | head as => unfold elem; rw [BEq.rfl]
  | tail b _ ih => unfold elem; split <;> first | rfl | exact ih

instance [BEq α] [LawfulBEq α] (a : α) (as : List α) : Decidable (a ∈ as) :=
  decidable_of_decidable_of_iff (p := elem a as = true) ⟨mem_of_elem_eq_true, elem_eq_true_of_mem⟩

@[simp] theorem not_mem_nil {a : α} : ¬ a ∈ [] := nofun
@[simp] theorem mem_cons : a ∈ b :: l ↔ a = b ∨ a ∈ l :=
  ⟨fun h => match h with | .head _ => .inl rfl | .tail _ h => .inr h,
   fun h => match h with | .inl rfl => .head _ | .inr h => .tail _ h⟩
theorem mem_cons_self {a : α} {l : List α} : a ∈ a :: l := .head _
theorem mem_cons_of_mem (y : α) {a : α} {l : List α} : a ∈ l → a ∈ y :: l := .tail _
theorem mem_append_left {a : α} {as : List α} (bs : List α) : a ∈ as → a ∈ as ++ bs := by
  intro h
  induction h with
  | head => exact .head _
  | tail _ _ ih => exact .tail _ ih
theorem mem_append_right {b : α} (as : List α) {bs : List α} (h : b ∈ bs) : b ∈ as ++ bs := by
  induction as with
  | nil => exact h
  | cons a as ih => exact .tail _ ih

instance decidableBEx (p : α → Prop) [DecidablePred p] : ∀ l : List α, Decidable (Exists fun x => x ∈ l ∧ p x)
  | [] => isFalse nofun
  | x :: xs =>
    if h₁ : p x then isTrue ⟨x, .head .., h₁⟩ else
      match decidableBEx p xs with
      | isTrue h₂ => isTrue <| let ⟨y, hm, hp⟩ := h₂; ⟨y, .tail _ hm, hp⟩
      | isFalse h₂ => isFalse fun
        | ⟨_, .tail _ h, hp⟩ => h₂ ⟨_, h, hp⟩
        | ⟨_, .head .., hp⟩ => h₁ hp

instance decidableBAll (p : α → Prop) [DecidablePred p] : ∀ l : List α, Decidable (∀ x, x ∈ l → p x)
  | [] => isTrue nofun
  | x :: xs =>
    if h₁ : p x then
      match decidableBAll p xs with
      | isTrue h₂ => isTrue fun
        | y, .tail _ h => h₂ y h
        | _, .head .. => h₁
      | isFalse h₂ => isFalse fun H => h₂ fun y hm => H y (.tail _ hm)
    else isFalse fun H => h₁ (H x (.head ..))

def take : (n : Nat) → (xs : List α) → List α
  | 0, _ => []
  | _+1, [] => []
  | n+1, a::as => a :: take n as
@[simp] theorem take_nil {i : Nat} : ([] : List α).take i = [] := by cases i <;> rfl
@[simp] theorem take_zero {l : List α} : l.take 0 = [] := rfl
@[simp] theorem take_succ_cons {a : α} {as : List α} {i : Nat} : (a::as).take (i+1) = a :: as.take i := rfl

def drop : (n : Nat) → (xs : List α) → List α
  | 0, as => as
  | _+1, [] => []
  | n+1, _::as => drop n as
@[simp] theorem drop_nil {i : Nat} : ([] : List α).drop i = [] := by cases i <;> rfl
@[simp] theorem drop_zero {l : List α} : l.drop 0 = l := rfl
@[simp] theorem drop_succ_cons {a : α} {l : List α} {i : Nat} : (a :: l).drop (i+1) = l.drop i := rfl

abbrev extract (l : List α) (start : Nat := 0) (stop : Nat := l.length) : List α :=
  (l.drop start).take (stop - start)

def takeWhile (p : α → Bool) : (xs : List α) → List α
  | [] => []
  | hd :: tl => match p hd with
    | true => hd :: takeWhile p tl
    | false => []
@[simp] theorem takeWhile_nil {p : α → Bool} : ([] : List α).takeWhile p = [] := rfl

def dropWhile (p : α → Bool) : List α → List α
  | [] => []
  | a::l => match p a with
    | true => dropWhile p l
    | false => a::l
@[simp] theorem dropWhile_nil {p : α → Bool} : ([] : List α).dropWhile p = [] := rfl

@[inline] def partition (p : α → Bool) (as : List α) : List α × List α := loop as ([], [])
where
  @[specialize] loop : List α → List α × List α → List α × List α
    | [], (bs, cs) => (bs.reverse, cs.reverse)
    | a::as, (bs, cs) => match p a with
      | true => loop as (a::bs, cs)
      | false => loop as (bs, a::cs)

def dropLast {α} : List α → List α
  | [] => []
  | [_] => []
  | a::as => a :: dropLast as
@[simp] theorem dropLast_nil : ([] : List α).dropLast = [] := rfl
@[simp] theorem dropLast_singleton : [x].dropLast = ([] : List α) := rfl
@[simp] theorem dropLast_cons₂ : (x::y::zs).dropLast = (x : α) :: (y::zs).dropLast := rfl

protected def Subset (l₁ l₂ : List α) := ∀ ⦃a : α⦄, a ∈ l₁ → a ∈ l₂
instance : HasSubset (List α) := ⟨List.Subset⟩
instance [DecidableEq α] : DecidableRel (Subset : List α → List α → Prop) :=
  fun _ _ => decidableBAll _ _

inductive Sublist {α} : List α → List α → Prop
  | slnil : Sublist [] []
  | cons a : Sublist l₁ l₂ → Sublist l₁ (a :: l₂)
  | cons₂ a : Sublist l₁ l₂ → Sublist (a :: l₁) (a :: l₂)

def isPrefixOf [BEq α] : (l₁ l₂ : List α) → Bool
  | [], _ => true
  | _, [] => false
  | a::as, b::bs => a == b && isPrefixOf as bs
@[simp] theorem isPrefixOf_nil_left [BEq α] : isPrefixOf ([] : List α) l = true := by cases l <;> rfl

def isPrefixOf? [BEq α] : (l₁ l₂ : List α) → Option (List α)
  | [], l₂ => some l₂
  | _, [] => none
  | (x₁ :: l₁), (x₂ :: l₂) => if x₁ == x₂ then isPrefixOf? l₁ l₂ else none

def isSuffixOf [BEq α] (l₁ l₂ : List α) : Bool := isPrefixOf l₁.reverse l₂.reverse
def isSuffixOf? [BEq α] (l₁ l₂ : List α) : Option (List α) :=
  Option.map List.reverse (isPrefixOf? l₁.reverse l₂.reverse)

def IsPrefix (l₁ : List α) (l₂ : List α) : Prop := Exists fun t => l₁ ++ t = l₂
def IsSuffix (l₁ : List α) (l₂ : List α) : Prop := Exists fun t => t ++ l₁ = l₂
def IsInfix (l₁ : List α) (l₂ : List α) : Prop := Exists fun s => Exists fun t => s ++ l₁ ++ t = l₂

def splitAt (n : Nat) (l : List α) : List α × List α := go l n []
where
  go : List α → Nat → List α → List α × List α
    | [], _, _ => (l, [])
    | x :: xs, n+1, acc => go xs n (x :: acc)
    | xs, _, acc => (acc.reverse, xs)

def rotateLeft (xs : List α) (i : Nat := 1) : List α :=
  let len := xs.length
  if len ≤ 1 then xs else
    let i := i % len
    xs.drop i ++ xs.take i

def rotateRight (xs : List α) (i : Nat := 1) : List α :=
  let len := xs.length
  if len ≤ 1 then xs else
    let i := len - i % len
    xs.drop i ++ xs.take i

inductive Pairwise (R : α → α → Prop) : List α → Prop
  | nil : Pairwise R []
  | cons : ∀ {a : α} {l : List α}, (∀ a', a' ∈ l → R a a') → Pairwise R l → Pairwise R (a :: l)

@[simp] theorem pairwise_cons : Pairwise R (a::l) ↔ (∀ a', a' ∈ l → R a a') ∧ Pairwise R l :=
  ⟨fun | .cons h₁ h₂ => ⟨h₁, h₂⟩, fun ⟨h₁, h₂⟩ => h₂.cons h₁⟩

instance instDecidablePairwise {R : α → α → Prop} [DecidableRel R] : (l : List α) → Decidable (Pairwise R l)
  | [] => isTrue .nil
  | hd :: tl =>
    match instDecidablePairwise tl with
    | isTrue ht =>
      match decidableBAll (R hd) tl with
      | isFalse hf => isFalse fun hf' => hf (pairwise_cons.1 hf').1
      | isTrue ht' => isTrue <| pairwise_cons.mpr (And.intro ht' ht)
    | isFalse hf => isFalse fun | .cons _ ih => hf ih

def Nodup : List α → Prop := Pairwise (· ≠ ·)
instance nodupDecidable [DecidableEq α] : ∀ l : List α, Decidable (Nodup l) :=
  fun l => inferInstanceAs (Decidable (Pairwise (· ≠ ·) l))

inductive Perm : List α → List α → Prop
  | nil : Perm [] []
  | cons (x : α) {l₁ l₂ : List α} : Perm l₁ l₂ → Perm (x :: l₁) (x :: l₂)
  | swap (x y : α) (l : List α) : Perm (y :: x :: l) (x :: y :: l)
  | trans {l₁ l₂ l₃ : List α} : Perm l₁ l₂ → Perm l₂ l₃ → Perm l₁ l₃

def isPerm [BEq α] : List α → List α → Bool
  | [], l₂ => l₂.isEmpty
  | a :: l₁, l₂ => l₂.contains a && l₁.isPerm (erase' a l₂)
where
  erase' (a : α) : List α → List α
    | [] => []
    | b :: l => if b == a then l else b :: erase' a l

def any : (l : List α) → (p : α → Bool) → Bool
  | [], _ => false
  | h :: t, p => p h || any t p
@[simp] theorem any_nil {f : α → Bool} : [].any f = false := rfl
@[simp] theorem any_cons {f : α → Bool} : (a::l).any f = (f a || l.any f) := rfl

def all : List α → (α → Bool) → Bool
  | [], _ => true
  | h :: t, p => p h && all t p
@[simp] theorem all_nil {f : α → Bool} : [].all f = true := rfl
@[simp] theorem all_cons {f : α → Bool} : (a::l).all f = (f a && l.all f) := rfl

def or (bs : List Bool) : Bool := bs.any id
def and (bs : List Bool) : Bool := bs.all id

@[specialize] def modifyTailIdx (l : List α) (i : Nat) (f : List α → List α) : List α := go i l
where
  go : Nat → List α → List α
    | 0, l => f l
    | _+1, [] => []
    | n+1, a :: l => a :: go n l

@[inline] def modifyHead (f : α → α) : List α → List α
  | [] => []
  | a :: l => f a :: l

def modify (l : List α) (i : Nat) (f : α → α) : List α := l.modifyTailIdx i (modifyHead f)

def insertIdx (xs : List α) (i : Nat) (a : α) : List α := xs.modifyTailIdx i (cons a)

protected def insert [BEq α] (a : α) (l : List α) : List α :=
  if l.elem a then l else a :: l

def replace [BEq α] : (l : List α) → (a : α) → (b : α) → List α
  | [], _, _ => []
  | a::as, b, c => match b == a with
    | true => c::as
    | false => a :: replace as b c

protected def erase {α} [BEq α] : List α → α → List α
  | [], _ => []
  | a::as, b => match a == b with
    | true => as
    | false => a :: List.erase as b
@[simp] theorem erase_nil [BEq α] (a : α) : [].erase a = [] := rfl

def eraseP (p : α → Bool) : List α → List α
  | [] => []
  | a :: l => bif p a then l else a :: eraseP p l

def eraseIdx : (l : List α) → (i : Nat) → List α
  | [], _ => []
  | _::as, 0 => as
  | a::as, n+1 => a :: eraseIdx as n

def find? (p : α → Bool) : List α → Option α
  | [] => none
  | a::as => match p a with
    | true => some a
    | false => find? p as
@[simp] theorem find?_nil {p : α → Bool} : ([] : List α).find? p = none := rfl

@[specialize] def findSome? (f : α → Option β) : List α → Option β
  | [] => none
  | a::as => match f a with
    | some b => some b
    | none => findSome? f as

def findRev? (p : α → Bool) : List α → Option α
  | [] => none
  | a::as => match findRev? p as with
    | some b => some b
    | none => bif p a then some a else none

@[inline] def findIdx (p : α → Bool) (l : List α) : Nat := go l 0
where
  @[specialize] go : List α → Nat → Nat
    | [], n => n
    | a :: l, n => bif p a then n else go l (n + 1)

def idxOf [BEq α] (a : α) : List α → Nat := findIdx (· == a)

@[inline] def findIdx? (p : α → Bool) (l : List α) : Option Nat := go l 0
where
  go : List α → Nat → Option Nat
    | [], _ => none
    | a :: l, i => if p a then some i else go l (i + 1)

def idxOf? [BEq α] (a : α) : List α → Option Nat := findIdx? (· == a)

def countP (p : α → Bool) (l : List α) : Nat := go l 0
where
  go : List α → Nat → Nat
    | [], acc => acc
    | x :: xs, acc => bif p x then go xs (acc + 1) else go xs acc

def count [BEq α] (a : α) : (l : List α) → Nat := countP (· == a)

def lookup [BEq α] : α → List (α × β) → Option β
  | _, [] => none
  | a, (k, b)::as => match a == k with
    | true => some b
    | false => lookup a as
@[simp] theorem lookup_nil [BEq α] {a : α} : ([] : List (α × β)).lookup a = none := rfl

@[specialize] def zipWith (f : α → β → γ) : (xs : List α) → (ys : List β) → List γ
  | x::xs, y::ys => f x y :: zipWith f xs ys
  | _, _ => []
@[simp] theorem zipWith_nil_left {f : α → β → γ} {l : List β} : zipWith f [] l = [] := rfl
@[simp] theorem zipWith_nil_right {f : α → β → γ} {l : List α} : zipWith f l [] = [] := by
  cases l <;> rfl
@[simp] theorem zipWith_cons_cons {f : α → β → γ} {a : α} {as : List α} {b : β} {bs : List β} :
    zipWith f (a :: as) (b :: bs) = f a b :: zipWith f as bs := rfl

def zip : List α → List β → List (Prod α β) := zipWith Prod.mk
@[simp] theorem zip_nil_left {l : List β} : zip ([] : List α) l = [] := rfl
@[simp] theorem zip_nil_right {l : List α} : zip l ([] : List β) = [] := zipWith_nil_right
@[simp] theorem zip_cons_cons {a : α} {as : List α} {b : β} {bs : List β} :
    zip (a :: as) (b :: bs) = (a, b) :: zip as bs := rfl

def zipWithAll (f : Option α → Option β → γ) : List α → List β → List γ
  | [], bs => bs.map fun b => f none (some b)
  | a :: as, [] => (a :: as).map fun a => f (some a) none
  | a :: as, b :: bs => f (some a) (some b) :: zipWithAll f as bs

def unzip : (l : List (α × β)) → List α × List β
  | [] => ([], [])
  | (a, b) :: t => match unzip t with | (as, bs) => (a::as, b::bs)
@[simp] theorem unzip_nil : List.unzip ([] : List (α × β)) = ([], []) := rfl
@[simp] theorem unzip_cons {h : α × β} {t : List (α × β)} :
    (h :: t).unzip = match unzip t with | (al, bl) => (h.1::al, h.2::bl) := rfl

protected def sum [Add α] [Zero α] : List α → α := foldr (· + ·) 0
@[simp] theorem sum_nil [Add α] [Zero α] : ([] : List α).sum = 0 := rfl
@[simp] theorem sum_cons [Add α] [Zero α] {a : α} {l : List α} : (a::l).sum = a + l.sum := rfl

def range (n : Nat) : List Nat := loop n []
where
  loop : Nat → List Nat → List Nat
    | 0, acc => acc
    | n+1, acc => loop n (n::acc)
@[simp] theorem range_zero : range 0 = [] := rfl

def range' : (start len : Nat) → (step : Nat := 1) → List Nat
  | _, 0, _ => []
  | s, n+1, step => s :: range' (s+step) n step

def zipIdx : (l : List α) → (n : Nat := 0) → List (α × Nat)
  | [], _ => nil
  | x :: xs, n => (x, n) :: zipIdx xs (n + 1)
@[simp] theorem zipIdx_nil {i : Nat} : ([] : List α).zipIdx i = [] := rfl
@[simp] theorem zipIdx_cons {a : α} {as : List α} {i : Nat} :
    (a::as).zipIdx i = (a, i) :: as.zipIdx (i+1) := rfl

protected def min? [Min α] : List α → Option α
  | [] => none
  | a::as => some <| as.foldl min a
protected def max? [Max α] : List α → Option α
  | [] => none
  | a::as => some <| as.foldl max a

def intersperse (sep : α) : (l : List α) → List α
  | [] => []
  | [x] => [x]
  | x::xs => x :: sep :: intersperse sep xs

noncomputable def intercalate (sep : List α) (xs : List (List α)) : List α := (intersperse sep xs).flatten

def eraseDupsBy (r : α → α → Bool) (as : List α) : List α := loop as []
where
  loop : List α → List α → List α
    | [], bs => bs.reverse
    | a::as, bs => match bs.any (r a) with
      | true => loop as bs
      | false => loop as (a::bs)
@[inline] def eraseDups [BEq α] (as : List α) : List α := eraseDupsBy (· == ·) as

def eraseRepsBy (r : α → α → Bool) : List α → List α
  | [] => []
  | a::as => loop a as []
where
  loop : α → List α → List α → List α
    | a, [], acc => (a::acc).reverse
    | a, a'::as, acc => match r a a' with
      | true => loop a as acc
      | false => loop a' as (a::acc)
@[inline] def eraseReps [BEq α] (as : List α) : List α := eraseRepsBy (· == ·) as

@[inline] def span (p : α → Bool) (as : List α) : List α × List α := loop as []
where
  @[specialize] loop : List α → List α → List α × List α
    | [], acc => (acc.reverse, [])
    | a::as, acc => match p a with
      | true => loop as (a::acc)
      | false => (acc.reverse, a::as)

@[specialize] def splitBy (R : α → α → Bool) : List α → List (List α)
  | [] => []
  | a::as => loop as a [] []
where
  @[specialize] loop : List α → α → List α → List (List α) → List (List α)
    | a::as, ag, g, gs => match R ag a with
      | true => loop as a (ag::g) gs
      | false => loop as a [] ((ag::g).reverse::gs)
    | [], ag, g, gs => ((ag::g).reverse::gs).reverse

def removeAll [BEq α] (xs ys : List α) : List α := xs.filter (fun x => !ys.elem x)

@[specialize] def merge (xs ys : List α) (le : α → α → Bool := by exact fun a b => a ≤ b) : List α :=
  match xs, ys with
  | [], ys => ys
  | xs, [] => xs
  | x :: xs, y :: ys =>
    if le x y then x :: merge xs (y :: ys) le else y :: merge (x :: xs) ys le
termination_by xs.length + ys.length
decreasing_by
  · exact Nat.add_lt_add_right (Nat.lt_succ_self xs.length) _
  · exact Nat.lt_succ_self _

/-! ## Monadic traversals -/

@[inline] def mapM {m : Type u → Type v} [Monad m] {α : Type w} {β : Type u} (f : α → m β)
    (as : List α) : m (List β) :=
  let rec @[specialize] loop
    | [], bs => pure bs.reverse
    | a :: as, bs => f a >>= fun b => loop as (b::bs)
  loop as []

@[specialize] def mapM' {m : Type u → Type v} {α : Type w} {β : Type u} [Monad m] (f : α → m β) :
    List α → m (List β)
  | [] => pure []
  | a :: l => f a >>= fun b => mapM' f l >>= fun bs => pure (b :: bs)

@[specialize] def mapA {m : Type u → Type v} [Applicative m] {α : Type w} {β : Type u}
    (f : α → m β) : List α → m (List β)
  | [] => pure []
  | a::as => List.cons <$> f a <*> mapA f as

@[specialize] protected def forM {m : Type u → Type v} [Monad m] {α : Type w} (as : List α)
    (f : α → m PUnit) : m PUnit :=
  match as with
  | [] => pure ⟨⟩
  | a :: as => f a >>= fun _ => List.forM as f

@[specialize] def forA {m : Type u → Type v} [Applicative m] {α : Type w} (as : List α)
    (f : α → m PUnit) : m PUnit :=
  match as with
  | [] => pure ⟨⟩
  | a :: as => f a *> forA as f

@[specialize] def filterAuxM {m : Type → Type v} [Monad m] {α : Type} (f : α → m Bool) :
    List α → List α → m (List α)
  | [], acc => pure acc
  | h :: t, acc => f h >>= fun b => filterAuxM f t (cond b (h :: acc) acc)

@[inline] def filterM {m : Type → Type v} [Monad m] {α : Type} (p : α → m Bool) (as : List α) :
    m (List α) :=
  filterAuxM p as [] >>= fun as => pure as.reverse

@[inline] def filterMapM {m : Type u → Type v} [Monad m] {α : Type w} {β : Type u}
    (f : α → m (Option β)) (as : List α) : m (List β) :=
  let rec @[specialize] loop
    | [], bs => pure bs.reverse
    | a :: as, bs => f a >>= fun
      | none => loop as bs
      | some b => loop as (b::bs)
  loop as []

@[specialize] def foldlM {m : Type u → Type v} [Monad m] {s : Type u} {α : Type w} :
    (f : s → α → m s) → (init : s) → List α → m s
  | _, s, [] => pure s
  | f, s, a :: as => f s a >>= fun s' => foldlM f s' as

@[inline] def foldrM {m : Type u → Type v} [Monad m] {s : Type u} {α : Type w}
    (f : α → s → m s) (init : s) (l : List α) : m s :=
  l.reverse.foldlM (fun s a => f a s) init

@[specialize] def firstM {m : Type u → Type v} [Alternative m] {α : Type w} {β : Type u}
    (f : α → m β) : List α → m β
  | [] => failure
  | a::as => f a <|> firstM f as

@[specialize] def anyM {m : Type → Type u} [Monad m] {α : Type v} (p : α → m Bool) :
    (l : List α) → m Bool
  | [] => pure false
  | a::as => p a >>= fun
    | true => pure true
    | false => anyM p as

@[specialize] def allM {m : Type → Type u} [Monad m] {α : Type v} (p : α → m Bool) :
    (l : List α) → m Bool
  | [] => pure true
  | a::as => p a >>= fun
    | true => allM p as
    | false => pure false

@[specialize] def findM? {m : Type → Type u} [Monad m] {α : Type} (p : α → m Bool) :
    List α → m (Option α)
  | [] => pure none
  | a::as => p a >>= fun
    | true => pure (some a)
    | false => findM? p as

@[specialize] def findSomeM? {m : Type u → Type v} [Monad m] {α : Type w} {β : Type u}
    (f : α → m (Option β)) : List α → m (Option β)
  | [] => pure none
  | a::as => f a >>= fun
    | some b => pure (some b)
    | none => findSomeM? f as

@[inline] protected def forIn' {α : Type u} {β : Type v} {m : Type v → Type w} [Monad m]
    (as : List α) (init : β) (f : (a : α) → a ∈ as → β → m (ForInStep β)) : m β :=
  let rec @[specialize] loop : (as' : List α) → (b : β) →
      (Exists fun bs => bs ++ as' = as) → m β
    | [], b, _ => pure b
    | a::as', b, h =>
      have ha : a ∈ as := let ⟨bs, e⟩ := h; e ▸ mem_append_right bs (Mem.head ..)
      f a ha b >>= fun
        | ForInStep.done b => pure b
        | ForInStep.yield b =>
          loop as' b (let ⟨bs, e⟩ := h; ⟨bs ++ [a], by rw [← e, append_cons bs a as']⟩)
  loop as init ⟨[], rfl⟩

instance [Monad m] : ForIn' m (List α) α inferInstance where
  forIn' := List.forIn'

instance [Monad m] : ForM m (List α) α where
  forM := List.forM

@[simp] theorem forM_eq_forM [Monad m] : @List.forM m _ α = forM := rfl
@[simp] theorem forIn'_eq_forIn' [Monad m] : @List.forIn' α β m _ = forIn' := rfl

instance : Functor List where
  map := List.map

/-! ## Attached proofs -/

def pmap {P : α → Prop} (f : ∀ a, P a → β) : ∀ (l : List α), (H : ∀ a, a ∈ l → P a) → List β
  | [], _ => []
  | a :: l, H => f a (H a (.head _)) :: pmap f l fun x h => H x (.tail _ h)

def attachWith (l : List α) (P : α → Prop) (H : ∀ x, x ∈ l → P x) : List {x // P x} :=
  pmap Subtype.mk l H

def attach (l : List α) : List {x // x ∈ l} := attachWith l _ fun _ => id

end List

instance {α : Type u} {m : Type v → Type w} {ρ : Type u₁} {d : Membership α ρ} [ForIn' m ρ α d] :
    ForIn m ρ α where
  forIn x b f := forIn' x b fun a _ => f a

/-! ## What programs run -/

namespace List

@[extern "native"] def mapTR (f : α → β) (as : List α) : List β := loop as []
where
  loop : List α → List β → List β
    | [], bs => bs.reverse
    | a :: as, bs => loop as (f a :: bs)

theorem mapTR.loop_eq (f : α → β) : (as : List α) → (bs : List β) →
    mapTR.loop f as bs = bs.reverse ++ map f as
  | [], bs => (append_nil _).symm
  | a :: as, bs => (mapTR.loop_eq f as (f a :: bs)).trans (by rw [reverse_cons, append_assoc]; rfl)

@[csimp] theorem map_eq_mapTR : @map = @mapTR :=
  funext fun _ => funext fun _ => funext fun f => funext fun as => (mapTR.loop_eq f as []).symm

@[extern "native"] def filterTR (p : α → Bool) (as : List α) : List α := loop as []
where
  loop : List α → List α → List α
    | [], acc => acc.reverse
    | a :: as, acc => match p a with
      | true => loop as (a :: acc)
      | false => loop as acc

theorem filterTR.loop_eq (p : α → Bool) : (as bs : List α) →
    filterTR.loop p as bs = bs.reverse ++ filter p as
  | [], bs => (append_nil _).symm
  | a :: as, bs => by
    unfold filterTR.loop filter
    cases p a
    · exact filterTR.loop_eq p as bs
    · exact (filterTR.loop_eq p as (a :: bs)).trans (by rw [reverse_cons, append_assoc]; rfl)

@[csimp] theorem filter_eq_filterTR : @filter = @filterTR :=
  funext fun _ => funext fun p => funext fun as => (filterTR.loop_eq p as []).symm

def appendTR (as bs : List α) : List α := reverseAux as.reverse bs

@[csimp] theorem append_eq_appendTR : @List.append = @appendTR :=
  funext fun α => funext fun as => funext fun bs => by
    show as ++ bs = reverseAux as.reverse bs
    rw [reverseAux_eq]
    have : ∀ (l r : List α), (reverseAux l r).reverse = reverseAux r l := fun l => by
      induction l with
      | nil => exact fun _ => rfl
      | cons a l ih => exact fun r => ih (a :: r)
    exact congrArg (· ++ bs) (this as []).symm

theorem lengthTRAux_eq : (as : List α) → (n : Nat) → lengthTRAux as n = as.length + n
  | [], n => (Nat.zero_add n).symm
  | a :: as, n => (lengthTRAux_eq as (n + 1)).trans (by
      rw [length_cons, Nat.add_right_comm, Nat.add_assoc])

@[csimp] theorem length_eq_lengthTR : @length = @lengthTR :=
  funext fun _ => funext fun as => (lengthTRAux_eq as 0).symm

theorem foldl_reverse' {α : Type u} {β : Type v} (f : β → α → β) : (as : List α) → (b : β) →
    foldr (fun a b => f b a) b as = foldl f b as.reverse
  | [], _ => rfl
  | a :: as, b => by
    have app : ∀ (xs ys : List α) (b : β), foldl f b (xs ++ ys) = foldl f (foldl f b xs) ys :=
      fun xs => by
        induction xs with
        | nil => exact fun _ _ => rfl
        | cons x xs ih => exact fun ys b => ih ys (f b x)
    rw [reverse_cons, app, ← foldl_reverse' f as b]; rfl

@[specialize] def foldrTR (f : α → β → β) (init : β) (l : List α) : β :=
  l.reverse.foldl (fun b a => f a b) init

@[csimp] theorem foldr_eq_foldrTR : @foldr = @foldrTR :=
  funext fun _ => funext fun _ => funext fun f => funext fun b => funext fun l =>
    foldl_reverse' (fun b a => f a b) l b

def flattenTR (l : List (List α)) : List α := l.foldr (· ++ ·) []

@[csimp] theorem flatten_eq_flattenTR : @flatten = @flattenTR :=
  funext fun α => funext fun l => by
    induction l with
    | nil => rfl
    | cons x l ih => exact congrArg (x ++ ·) ih

def flatMapTR (f : α → List β) (as : List α) : List β := flattenTR (mapTR f as)

@[csimp] theorem flatMap_eq_flatMapTR : @flatMap = @flatMapTR :=
  funext fun α => funext fun β => funext fun f => funext fun as => by
    show flatten (map f as) = flattenTR (mapTR f as)
    rw [flatten_eq_flattenTR, map_eq_mapTR]

def intercalateTR (sep : List α) (xs : List (List α)) : List α := flattenTR (intersperse sep xs)

@[csimp] theorem intercalate_eq_intercalateTR : @intercalate = @intercalateTR :=
  funext fun α => funext fun sep => funext fun xs => by
    show flatten _ = flattenTR _
    rw [flatten_eq_flattenTR]

end List
