prelude
import Init.Data.Repr

/-!
# Arrays: operations

An array is a list to the logic: what has no primitive of its own is defined by way of `toList`, and
programs run the compiled function where there is one. Signatures follow Lean 4.35's public
interface. Left out: `USize` indexing, parallel and in-place variants, most lemmas.
-/

set_option linter.all false

universe u v w

variable {α : Type u} {β : Type v} {γ : Type w}

namespace Array

instance : Inhabited (Array α) := ⟨Array.empty⟩
instance : EmptyCollection (Array α) := ⟨Array.empty⟩

theorem ext' {xs ys : Array α} (h : xs.toList = ys.toList) : xs = ys :=
  match xs, ys, h with | ⟨_⟩, ⟨_⟩, rfl => rfl

@[simp] theorem toArray_toList {xs : Array α} : xs.toList.toArray = xs := rfl
@[simp] theorem size_toArray {as : List α} : as.toArray.size = as.length := rfl
@[simp] theorem length_toList {xs : Array α} : xs.toList.length = xs.size := rfl
@[simp] theorem size_empty : (#[] : Array α).size = 0 := rfl
@[simp] theorem toList_empty : (#[] : Array α).toList = [] := rfl
@[simp] theorem toList_push {xs : Array α} {x : α} : (xs.push x).toList = xs.toList ++ [x] :=
  List.concat_eq_append
@[simp] theorem size_push {xs : Array α} (v : α) : (push xs v).size = xs.size + 1 := by
  show (xs.toList.concat v).length = _
  rw [List.concat_eq_append, List.length_append]; rfl

instance : Membership α (Array α) where
  mem as a := a ∈ as.toList
theorem mem_def {a : α} {as : Array α} : a ∈ as ↔ a ∈ as.toList := .rfl
@[simp] theorem mem_toList_iff {a : α} {xs : Array α} : a ∈ xs.toList ↔ a ∈ xs := .rfl

@[inline] def isEmpty (xs : Array α) : Bool := xs.size = 0

protected def singleton (v : α) : Array α := #[v]

@[extern "lean_mk_array"]
def replicate {α : Type u} (n : Nat) (v : α) : Array α where
  toList := List.replicate n v

@[extern "lean_array_fset"]
def set (xs : Array α) (i : @& Nat) (v : α) (h : i < xs.size := by get_elem_tactic) : Array α where
  toList := xs.toList.set i v

@[extern "lean_array_set"]
def set! (xs : Array α) (i : @& Nat) (v : α) : Array α :=
  if h : i < xs.size then xs.set i v h else xs

@[inline] def setIfInBounds (xs : Array α) (i : Nat) (v : α) : Array α :=
  if h : i < xs.size then xs.set i v h else xs

@[extern "lean_array_pop"]
def pop (xs : Array α) : Array α where
  toList := xs.toList.dropLast

theorem size_set_aux : (l : List α) → (i : Nat) → (v : α) → (l.set i v).length = l.length
  | [], _, _ => rfl
  | _ :: _, 0, _ => rfl
  | _ :: l, i + 1, v => congrArg Nat.succ (size_set_aux l i v)
@[simp] theorem size_set {xs : Array α} {i : Nat} {v : α} (h : i < xs.size) :
    (xs.set i v h).size = xs.size := size_set_aux _ _ _

@[extern "lean_array_fswap"]
def swap (xs : Array α) (i j : @& Nat) (hi : i < xs.size := by get_elem_tactic)
    (hj : j < xs.size := by get_elem_tactic) : Array α :=
  let v₁ := xs[i]
  let v₂ := xs[j]
  let xs' := xs.set i v₂ hi
  xs'.set j v₁ (Nat.lt_of_lt_of_eq hj (size_set hi).symm)

@[extern "lean_array_swap"]
def swapIfInBounds (xs : Array α) (i j : @& Nat) : Array α :=
  if h₁ : i < xs.size then
    if h₂ : j < xs.size then swap xs i j h₁ h₂ else xs
  else xs

@[inline] def back! [Inhabited α] (xs : Array α) : α := xs[xs.size - 1]!
def back (xs : Array α) (h : 0 < xs.size := by get_elem_tactic) : α :=
  xs[xs.size - 1]'(Nat.sub_lt h (Nat.zero_lt_succ 0))
@[inline] def back? (xs : Array α) : Option α := xs[xs.size - 1]?

@[extern "native"] protected def append (as bs : Array α) : Array α := ⟨as.toList ++ bs.toList⟩
instance : Append (Array α) := ⟨Array.append⟩
protected def appendList (as : Array α) (bs : List α) : Array α := bs.foldl (fun xs b => xs.push b) as
instance : HAppend (Array α) (List α) (Array α) := ⟨Array.appendList⟩
@[simp] theorem toList_append {xs ys : Array α} : (xs ++ ys).toList = xs.toList ++ ys.toList := rfl

@[inline] def foldlM {m : Type v → Type w} [Monad m] (f : β → α → m β) (init : β) (as : Array α)
    (start := 0) (stop := as.size) : m β :=
  (as.extract start stop).toList.foldlM f init

@[inline] def foldrM {m : Type v → Type w} [Monad m] (f : α → β → m β) (init : β) (as : Array α)
    (start := as.size) (stop := 0) : m β :=
  (as.extract stop start).toList.foldrM f init

@[inline] def foldl (f : β → α → β) (init : β) (as : Array α) (start := 0) (stop := as.size) : β :=
  (as.toList.extract start stop).foldl f init

@[inline] def foldr (f : α → β → β) (init : β) (as : Array α) (start := as.size) (stop := 0) : β :=
  (as.toList.extract stop start).foldr f init

@[inline] def sum {α} [Add α] [Zero α] : Array α → α := fun xs => xs.toList.sum

@[extern "native"] def map (f : α → β) (as : Array α) : Array β := ⟨as.toList.map f⟩
@[simp] theorem toList_map {f : α → β} {xs : Array α} : (xs.map f).toList = xs.toList.map f := rfl

instance : Functor Array where
  map := map

@[inline] def mapM {α : Type u} {β : Type v} {m : Type v → Type w} [Monad m] (f : α → m β)
    (as : Array α) : m (Array β) :=
  List.toArray <$> as.toList.mapM f

@[inline] def mapIdx (f : Nat → α → β) (as : Array α) : Array β :=
  ⟨as.toList.zipIdx.map fun (a, i) => f i a⟩

def zipIdx (as : Array α) (start := 0) : Array (α × Nat) := ⟨as.toList.zipIdx start⟩

@[inline] def mapIdxM {α : Type u} {β : Type v} {m : Type v → Type w} [Monad m]
    (f : Nat → α → m β) (as : Array α) : m (Array β) :=
  List.toArray <$> as.toList.zipIdx.mapM fun (a, i) => f i a

@[inline] protected def forIn' {α : Type u} {β : Type v} {m : Type v → Type w} [Monad m]
    (as : Array α) (b : β) (f : (a : α) → a ∈ as → β → m (ForInStep β)) : m β :=
  as.toList.forIn' b f

instance [Monad m] : ForIn' m (Array α) α inferInstance where
  forIn' := Array.forIn'

@[inline] protected def forM {α : Type u} {m : Type v → Type w} [Monad m] (f : α → m PUnit)
    (as : Array α) (start := 0) (stop := as.size) : m PUnit :=
  (as.extract start stop).toList.forM f
instance [Monad m] : ForM m (Array α) α where
  forM xs f := Array.forM f xs

@[inline] def forRevM {α : Type u} {m : Type v → Type w} [Monad m] (f : α → m PUnit)
    (as : Array α) : m PUnit :=
  as.toList.reverse.forM f

@[inline] def filter (p : α → Bool) (as : Array α) (start := 0) (stop := as.size) : Array α :=
  ⟨(as.toList.extract start stop).filter p⟩

@[inline] def filterM {α : Type} {m : Type → Type w} [Monad m] (p : α → m Bool) (as : Array α)
    (start := 0) (stop := as.size) : m (Array α) :=
  List.toArray <$> (as.extract start stop).toList.filterM p

@[inline] def filterMap (f : α → Option β) (as : Array α) (start := 0) (stop := as.size) : Array β :=
  ⟨(as.toList.extract start stop).filterMap f⟩

@[inline] def filterMapM {α : Type u} {β : Type v} {m : Type v → Type w} [Monad m]
    (f : α → m (Option β)) (as : Array α) (start := 0) (stop := as.size) : m (Array β) :=
  List.toArray <$> (as.extract start stop).toList.filterMapM f

@[inline] def any (as : Array α) (p : α → Bool) (start := 0) (stop := as.size) : Bool :=
  (as.toList.extract start stop).any p
@[inline] def all (as : Array α) (p : α → Bool) (start := 0) (stop := as.size) : Bool :=
  (as.toList.extract start stop).all p
@[inline] def anyM {α : Type u} {m : Type → Type w} [Monad m] (p : α → m Bool) (as : Array α)
    (start := 0) (stop := as.size) : m Bool :=
  (as.extract start stop).toList.anyM p
@[inline] def allM {α : Type u} {m : Type → Type w} [Monad m] (p : α → m Bool) (as : Array α)
    (start := 0) (stop := as.size) : m Bool :=
  (as.extract start stop).toList.allM p

def contains [BEq α] (as : Array α) (a : α) : Bool := as.toList.elem a
def elem [BEq α] (a : α) (as : Array α) : Bool := as.contains a

instance [BEq α] [LawfulBEq α] (a : α) (as : Array α) : Decidable (a ∈ as) :=
  inferInstanceAs (Decidable (a ∈ as.toList))

@[inline] def find? (p : α → Bool) (as : Array α) : Option α := as.toList.find? p
@[inline] def findSome? (f : α → Option β) (as : Array α) : Option β := as.toList.findSome? f
@[inline] def findRev? (p : α → Bool) (as : Array α) : Option α := as.toList.reverse.find? p
@[inline] def findSomeRev? (f : α → Option β) (as : Array α) : Option β :=
  as.toList.reverse.findSome? f
@[inline] def findM? {α : Type} {m : Type → Type w} [Monad m] (p : α → m Bool) (as : Array α) :
    m (Option α) := as.toList.findM? p
@[inline] def findSomeM? {α : Type u} {β : Type v} {m : Type v → Type w} [Monad m]
    (f : α → m (Option β)) (as : Array α) : m (Option β) := as.toList.findSomeM? f
@[inline] def findIdx? (p : α → Bool) (as : Array α) : Option Nat := as.toList.findIdx? p
@[inline] def findIdx (p : α → Bool) (as : Array α) : Nat := as.toList.findIdx p
def idxOf? [BEq α] (xs : Array α) (v : α) : Option Nat := xs.toList.idxOf? v
def idxOf [BEq α] (a : α) (xs : Array α) : Nat := xs.toList.idxOf a
def count [BEq α] (a : α) (as : Array α) : Nat := as.toList.count a
def countP (p : α → Bool) (as : Array α) : Nat := as.toList.countP p

@[extern "native"] def reverse (as : Array α) : Array α := ⟨as.toList.reverse⟩
@[extern "native"] def range (n : Nat) : Array Nat := ⟨List.range n⟩
def zip (as : Array α) (bs : Array β) : Array (α × β) := ⟨as.toList.zip bs.toList⟩
def zipWith (f : α → β → γ) (as : Array α) (bs : Array β) : Array γ :=
  ⟨List.zipWith f as.toList bs.toList⟩
def unzip (as : Array (α × β)) : Array α × Array β :=
  (as.map Prod.fst, as.map Prod.snd)
def flatten (xss : Array (Array α)) : Array α := xss.foldl (init := #[]) fun acc xs => acc ++ xs
@[inline] def flatMap (f : α → Array β) (as : Array α) : Array β :=
  as.foldl (init := #[]) fun acc a => acc ++ f a
@[inline] def flatMapM {α : Type u} {m : Type v → Type w} {β : Type v} [Monad m]
    (f : α → m (Array β)) (as : Array α) : m (Array β) :=
  as.foldlM (init := #[]) fun bs a => (bs ++ ·) <$> f a
def take (xs : Array α) (i : Nat) : Array α := extract xs 0 i
abbrev drop (xs : Array α) (i : Nat) : Array α := extract xs i xs.size
abbrev shrink (xs : Array α) (n : Nat) : Array α := xs.take n
def takeWhile (p : α → Bool) (as : Array α) : Array α := ⟨as.toList.takeWhile p⟩
def popWhile (p : α → Bool) (as : Array α) : Array α := ⟨(as.toList.reverse.dropWhile p).reverse⟩
def partition (p : α → Bool) (as : Array α) : Array α × Array α :=
  (as.filter p, as.filter fun a => !p a)
def eraseIdx! (xs : Array α) (i : Nat) : Array α := ⟨xs.toList.eraseIdx i⟩
def eraseIdxIfInBounds (xs : Array α) (i : Nat) : Array α := ⟨xs.toList.eraseIdx i⟩
def eraseIdx (xs : Array α) (i : Nat) (h : i < xs.size := by get_elem_tactic) : Array α :=
  ⟨xs.toList.eraseIdx i⟩
def erase [BEq α] (as : Array α) (a : α) : Array α := ⟨as.toList.erase a⟩
def insertIdx! (as : Array α) (i : Nat) (a : α) : Array α := ⟨as.toList.insertIdx i a⟩
def insertIdxIfInBounds (as : Array α) (i : Nat) (a : α) : Array α := ⟨as.toList.insertIdx i a⟩
@[inline] def modify (xs : Array α) (i : Nat) (f : α → α) : Array α :=
  if h : i < xs.size then xs.set i (f xs[i]) h else xs
def getMax? (as : Array α) (lt : α → α → Bool) : Option α :=
  match as.toList with
  | [] => none
  | a :: l => some (l.foldl (fun best a => if lt best a then a else best) a)
def isPrefixOf [BEq α] (as bs : Array α) : Bool := as.toList.isPrefixOf bs.toList
@[inline] def isEqv (xs ys : Array α) (p : α → α → Bool) : Bool := xs.toList.isEqv ys.toList p
def allDiff [BEq α] (as : Array α) : Bool := as.toList.eraseDups.length == as.size
def toListAppend (as : Array α) (l : List α) : List α := as.toList ++ l
def ofFn {n} (f : Fin n → α) : Array α := ⟨go n (Nat.le_refl n) []⟩
where
  go : (k : Nat) → k ≤ n → List α → List α
    | 0, _, acc => acc
    | k + 1, h, acc => go k (Nat.le_of_lt h) (f ⟨k, h⟩ :: acc)

/-- Merge sort's merge step on lists, by fuel. -/
def Internal.merge (lt : α → α → Bool) : Nat → List α → List α → List α
  | 0, xs, _ => xs
  | _, [], ys => ys
  | _, xs, [] => xs
  | fuel + 1, x :: xs, y :: ys =>
    if lt y x then y :: merge lt fuel (x :: xs) ys else x :: merge lt fuel xs (y :: ys)

@[specialize] def insertionSort (xs : Array α) (lt : α → α → Bool := by exact (· < ·)) : Array α :=
  ⟨xs.toList.foldr (fun a l => (l.takeWhile fun b => lt b a) ++ a :: (l.dropWhile fun b => lt b a)) []⟩

/-- Sorts (stably, by merging). -/
def qsort (as : Array α) (lt : α → α → Bool := by exact (· < ·)) (lo := 0) (hi := as.size - 1) :
    Array α :=
  let l := as.toList
  ⟨l.take lo ++ sort lt (hi + 1 - lo) ((l.take (hi + 1)).drop lo) ++ l.drop (hi + 1)⟩
where
  sort (lt : α → α → Bool) : Nat → List α → List α
    | 0, l => l
    | _, [] => []
    | _, [a] => [a]
    | fuel + 1, l =>
      let half := l.length / 2
      Internal.merge lt l.length (sort lt fuel (l.take half)) (sort lt fuel (l.drop half))

def qsortOrd [LT α] [DecidableLT α] (xs : Array α) : Array α := xs.qsort fun x y => x < y

@[inline] def binInsert {α : Type u} (lt : α → α → Bool) (as : Array α) (k : α) : Array α :=
  if as.any fun a => !lt a k && !lt k a then as
  else ⟨(as.toList.takeWhile fun a => lt a k) ++ k :: (as.toList.dropWhile fun a => lt a k)⟩

instance [BEq α] : BEq (Array α) := ⟨fun xs ys => xs.toList == ys.toList⟩
instance [BEq α] [LawfulBEq α] : LawfulBEq (Array α) where
  eq_of_beq h := ext' (eq_of_beq h)
  rfl {xs} := BEq.rfl (a := xs.toList)
instance [DecidableEq α] : DecidableEq (Array α) := fun xs ys =>
  match decEq xs.toList ys.toList with
  | isTrue h => isTrue (ext' h)
  | isFalse h => isFalse fun e => h (congrArg toList e)

protected def lt [LT α] (as bs : Array α) : Prop := as.toList < bs.toList
instance instLT [LT α] : LT (Array α) := ⟨Array.lt⟩

protected def repr [Repr α] (xs : Array α) : Std.Format :=
  let _ : Std.ToFormat α := ⟨repr⟩
  if xs.size == 0 then "#[]"
  else Std.Format.bracketFill "#[" (Std.Format.joinSep xs.toList ("," ++ Std.Format.line)) "]"
instance [Repr α] : Repr (Array α) where
  reprPrec xs _ := xs.repr

@[reducible] def getLit {n : Nat} (xs : Array α) (i : Nat) (h₁ : xs.size = n) (h₂ : i < n) : α :=
  xs[i]'(h₁.symm ▸ h₂)

end Array

namespace List

/-- Converts without sharing; programs run `toArray` by this name. -/
def toArrayImpl (xs : List α) : Array α := xs.toArray

@[simp] theorem toList_toArray {xs : List α} : xs.toArray.toList = xs := rfl
@[simp] theorem size_toArray {xs : List α} : xs.toArray.size = xs.length := rfl

end List

instance [ToString α] : ToString (Array α) where
  toString xs := "#" ++ toString xs.toList
instance [Std.ToFormat α] : Std.ToFormat (Array α) where
  format xs := "#" ++ Std.format xs.toList
