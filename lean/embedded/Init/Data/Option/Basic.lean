prelude
import Init.Control
import Init.Classical

/-!
# Optional values: operations

Signatures follow Lean 4.35's public interface. Lemmas are in `Init.Data.Option.Lemmas`.
-/

set_option linter.all false

universe u v w

deriving instance DecidableEq for Option
deriving instance BEq for Option

namespace Option

@[simp] theorem getD_none : getD none a = a := rfl
@[simp] theorem getD_some : getD (some a) b = a := rfl
@[simp] theorem map_none (f : α → β) : none.map f = none := rfl
@[simp] theorem map_some (a) (f : α → β) : (some a).map f = some (f a) := rfl

def toMonad [Monad m] [Alternative m] : Option α → m α
  | none => failure
  | some a => pure a

@[inline] def isSome : Option α → Bool
  | some _ => true
  | none => false
@[simp] theorem isSome_none : @isSome α none = false := rfl
@[simp] theorem isSome_some : isSome (some a) = true := rfl

@[inline] def isNone : Option α → Bool
  | some _ => false
  | none => true
@[simp] theorem isNone_none : @isNone α none = true := rfl
@[simp] theorem isNone_some : isNone (some a) = false := rfl

@[inline] def isEqSome [BEq α] : Option α → α → Bool
  | some a, b => a == b
  | none, _ => false

@[inline] protected def bind : Option α → (α → Option β) → Option β
  | none, _ => none
  | some a, f => f a
@[simp] theorem bind_none (f : α → Option β) : none.bind f = none := rfl
@[simp] theorem bind_some (a) (f : α → Option β) : (some a).bind f = f a := rfl

@[inline] protected def bindM [Pure m] (f : α → m (Option β)) : Option α → m (Option β)
  | none => pure none
  | some a => f a

@[inline] protected def mapM [Applicative m] (f : α → m β) : Option α → m (Option β)
  | none => pure none
  | some x => some <$> f x

@[inline] protected def filter (p : α → Bool) : Option α → Option α
  | some a => if p a then some a else none
  | none => none

@[inline] protected def all (p : α → Bool) : Option α → Bool
  | some a => p a
  | none => true

@[inline] protected def any (p : α → Bool) : Option α → Bool
  | some a => p a
  | none => false

@[inline, macro_inline] protected def orElse : Option α → (Unit → Option α) → Option α
  | some a, _ => some a
  | none, b => b ()

@[macro_inline] protected def or : Option α → Option α → Option α
  | some a, _ => some a
  | none, b => b
@[simp] theorem or_some : Option.or (some a) o = some a := rfl
@[simp] theorem none_or : Option.or none o = o := rfl

instance : OrElse (Option α) where
  orElse := Option.orElse

@[inline] protected def lt (r : α → β → Prop) : Option α → Option β → Prop
  | none, some _ => True
  | some x, some y => r x y
  | _, _ => False

@[inline] def merge (fn : α → α → α) : Option α → Option α → Option α
  | none, none => none
  | some x, none => some x
  | none, some y => some y
  | some x, some y => some <| fn x y

@[inline] protected def elim : Option α → β → (α → β) → β
  | some x, _, f => f x
  | none, y, _ => y

@[inline] def get {α : Type u} : (o : Option α) → isSome o → α
  | some x, _ => x
@[simp] theorem get_some (x : α) (h : isSome (some x)) : (some x).get h = x := rfl

@[inline] def guard (p : α → Bool) (a : α) : Option α := if p a then some a else none

@[inline] def toList : Option α → List α
  | none => .nil
  | some a => .cons a .nil

@[inline] def toArray : Option α → Array α
  | none => List.toArray .nil
  | some a => List.toArray (.cons a .nil)

def join (x : Option (Option α)) : Option α := x.bind id

@[inline] def sequence [Applicative m] {α : Type u} : Option (m α) → m (Option α)
  | none => pure none
  | some f => some <$> f

@[inline] def elimM [Monad m] (x : m (Option α)) (y : m β) (z : α → m β) : m β :=
  x >>= fun o => o.elim y z

@[inline] def getDM [Monad m] (x : Option α) (y : m α) : m α :=
  match x with
  | some a => pure a
  | none => y

protected def tryCatch (x : Option α) (handle : Unit → Option α) : Option α :=
  match x with
  | some _ => x
  | none => handle ()

@[inline] def get! {α : Type u} [Inhabited α] : Option α → α
  | some x => x
  | none => panic "value is none"

@[inline] def toExcept (e : ε) : Option α → Except ε α
  | some a => .ok a
  | none => .error e

protected def min [Min α] : Option α → Option α → Option α
  | some x, some y => some (Min.min x y)
  | some _, none => none
  | none, _ => none
instance [Min α] : Min (Option α) where min := Option.min
protected def max [Max α] : Option α → Option α → Option α
  | some x, some y => some (Max.max x y)
  | some x, none => some x
  | none, some y => some y
  | none, none => none
instance [Max α] : Max (Option α) where max := Option.max

instance : Membership α (Option α) := ⟨fun b a => b = some a⟩
@[simp] theorem mem_iff {a : α} {b : Option α} : a ∈ b ↔ b = some a := .rfl
instance [DecidableEq α] (j : α) (o : Option α) : Decidable (j ∈ o) :=
  inferInstanceAs <| Decidable (o = some j)

@[inline] protected def forM [Pure m] : Option α → (α → m PUnit) → m PUnit
  | none, _ => pure ⟨⟩
  | some a, f => f a
instance [Monad m] : ForM m (Option α) α := ⟨Option.forM⟩
instance [Monad m] : ForIn' m (Option α) α inferInstance where
  forIn' x init f := match x with
    | none => pure init
    | some a => f a rfl init >>= fun
      | .done r => pure r
      | .yield r => pure r

end Option

instance [LT α] : LT (Option α) where
  lt := Option.lt (· < ·)

@[always_inline]
instance : Functor Option where
  map := Option.map

@[always_inline]
instance : Monad Option where
  pure := Option.some
  bind := Option.bind

@[always_inline]
instance : Alternative Option where
  failure := Option.none
  orElse := Option.orElse

instance : MonadExceptOf Unit Option where
  throw := fun _ => Option.none
  tryCatch := Option.tryCatch

instance [BEq α] [ReflBEq α] : ReflBEq (Option α) where
  rfl {o} := match o with
    | none => rfl
    | some a => BEq.rfl (a := a)

instance [BEq α] [LawfulBEq α] : LawfulBEq (Option α) where
  eq_of_beq {a b} h := match a, b, h with
    | none, none, _ => rfl
    | some _, some _, h => congrArg some (eq_of_beq h)

def liftOption [Alternative m] : Option α → m α
  | some a => pure a
  | none => failure
