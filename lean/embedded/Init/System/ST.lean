prelude
import Init.Control
import Init.Classical

/-!
# State threads

`Void` tokens, `ST`, `EST`, mutable references and `StateRefT`. Types and layout follow Lean 4.35's
public interface; the primitives are the runtime's.
-/

set_option linter.all false
set_option warn.classDefReducibility false

opaque Void.nonemptyType (σ : Type) : NonemptyType.{0}

def Void (σ : Type) : Type := (Void.nonemptyType σ).type

instance Void.instNonempty : Nonempty (Void σ) := (Void.nonemptyType σ).property

@[extern "lean_void_mk"]
opaque Void.mk (x : σ) : Void σ

structure ST.Out (σ : Type) (α : Type) where
  val : α
  state : Void σ

def ST (σ : Type) (α : Type) := Void σ → ST.Out σ α

namespace ST

@[always_inline, inline] protected def pure (x : α) : ST σ α := fun s => .mk x s

@[always_inline, inline] protected def bind (x : ST σ α) (f : α → ST σ β) : ST σ β :=
  fun s => match x s with
    | .mk x s => f x s

end ST

instance (σ : Type) : Monad (ST σ) where
  pure := ST.pure
  bind := ST.bind

@[always_inline]
instance : MonadFinally (ST σ) where
  tryFinally' x f := fun s =>
    match x s with
    | .mk x s => match f (some x) s with
      | .mk y s => .mk (x, y) s

instance {σ : Type} {α : Type} [Inhabited α] : Inhabited (ST σ α) where
  default := fun s => .mk default s

inductive EST.Out (ε : Type) (σ : Type) (α : Type) where
  | ok : α → Void σ → EST.Out ε σ α
  | error : ε → Void σ → EST.Out ε σ α

def EST (ε : Type) (σ : Type) (α : Type) : Type := Void σ → EST.Out ε σ α

namespace EST

@[always_inline, inline] protected def pure (a : α) : EST ε σ α := fun s => .ok a s

@[always_inline, inline] protected def bind (x : EST ε σ α) (f : α → EST ε σ β) : EST ε σ β :=
  fun s => match x s with
    | .ok a s => f a s
    | .error e s => .error e s

@[always_inline, inline] protected def throw (e : ε) : EST ε σ α := fun s => .error e s

@[always_inline, inline] protected def tryCatch (x : EST ε σ α) (handle : ε → EST ε σ α) :
    EST ε σ α :=
  fun s => match x s with
    | .ok a s => .ok a s
    | .error e s => handle e s

end EST

instance (ε σ : Type) : Monad (EST ε σ) where
  pure := EST.pure
  bind := EST.bind

@[always_inline]
instance : MonadFinally (EST ε σ) where
  tryFinally' x f := fun s =>
    match x s with
    | .ok x s => match f (some x) s with
      | .ok y s => .ok (x, y) s
      | .error e s => .error e s
    | .error e s => match f none s with
      | .ok _ s => .error e s
      | .error e s => .error e s

instance (ε σ : Type) : MonadExceptOf ε (EST ε σ) where
  throw := EST.throw
  tryCatch := EST.tryCatch

instance {ε σ : Type} {α : Type} [Inhabited ε] : Inhabited (EST ε σ α) where
  default := fun s => .error default s

class STWorld (σ : outParam Type) (m : Type → Type)

instance {σ m n} [MonadLift m n] [STWorld σ m] : STWorld σ n := ⟨⟩
instance {σ} : STWorld σ (ST σ) := ⟨⟩
instance {ε σ} : STWorld σ (EST ε σ) := ⟨⟩

@[noinline, nospecialize]
def runEST {ε α : Type} (x : (σ : Type) → EST ε σ α) : Except ε α :=
  match x Unit (Void.mk ()) with
  | .ok a _ => Except.ok a
  | .error ex _ => Except.error ex

@[noinline, nospecialize]
def runST {α : Type} (x : (σ : Type) → ST σ α) : α :=
  match x Unit (Void.mk ()) with
  | .mk a _ => a

@[always_inline]
instance {ε σ} : MonadLift (ST σ) (EST ε σ) := ⟨fun x s =>
  match x s with
  | .mk a s => .ok a s⟩

namespace ST

opaque RefPointed : NonemptyType.{0}

structure Ref (σ : Type) (α : Type) : Type where
  ref : RefPointed.type
  h : Nonempty α

instance {σ α} [s : Nonempty α] : Nonempty (Ref σ α) :=
  ⟨{ ref := Classical.choice RefPointed.property, h := s }⟩

namespace Prim

private noncomputable def inhabitedFromRef {σ α} (r : Ref σ α) : ST σ α :=
  let _ : Inhabited α := Classical.inhabited_of_nonempty r.h
  pure default

@[extern "lean_st_mk_ref"]
opaque mkRef {σ α} (a : α) : ST σ (Ref σ α) :=
  pure { ref := Classical.choice RefPointed.property, h := Nonempty.intro a }
@[extern "lean_st_ref_get"]
opaque Ref.get {σ α} (r : @& Ref σ α) : ST σ α := inhabitedFromRef r
@[extern "native"]
opaque Ref.set {σ α} (r : @& Ref σ α) (a : α) : ST σ Unit
@[extern "lean_st_ref_swap"]
opaque Ref.swap {σ α} (r : @& Ref σ α) (a : α) : ST σ α := inhabitedFromRef r
@[extern "lean_st_ref_take"]
unsafe opaque Ref.take {σ α} (r : @& Ref σ α) : ST σ α := inhabitedFromRef r
/-- Fills a cell that was emptied by `take`. -/
@[extern "lean_st_ref_put"]
unsafe opaque Ref.put {σ α} (r : @& Ref σ α) (a : α) : ST σ Unit
@[extern "lean_st_ref_ptr_eq"]
opaque Ref.ptrEq {σ α} (r1 r2 : @& Ref σ α) : ST σ Bool

@[inline] unsafe def Ref.modifyUnsafe {σ α : Type} (r : Ref σ α) (f : α → α) : ST σ Unit :=
  Ref.take r >>= fun v => Ref.put r (f v)

@[inline] unsafe def Ref.modifyGetUnsafe {σ α β : Type} (r : Ref σ α) (f : α → β × α) : ST σ β :=
  Ref.take r >>= fun v => match f v with
    | (b, a) => Ref.put r a >>= fun _ => pure b

@[implemented_by Ref.modifyUnsafe]
def Ref.modify {σ α : Type} (r : Ref σ α) (f : α → α) : ST σ Unit :=
  Ref.get r >>= fun v => Ref.set r (f v)

@[implemented_by Ref.modifyGetUnsafe]
def Ref.modifyGet {σ α β : Type} (r : Ref σ α) (f : α → β × α) : ST σ β :=
  Ref.get r >>= fun v => match f v with
    | (b, a) => Ref.set r a >>= fun _ => pure b

end Prim

section
variable {σ : Type} {m : Type → Type} [Monad m] [MonadLiftT (ST σ) m]

@[inline] def mkRef {α : Type} (a : α) : m (Ref σ α) := liftM <| Prim.mkRef a
@[inline] def Ref.get {α : Type} (r : Ref σ α) : m α := liftM <| Prim.Ref.get r
@[inline] def Ref.set {α : Type} (r : Ref σ α) (a : α) : m Unit := liftM <| Prim.Ref.set r a
@[inline] def Ref.swap {α : Type} (r : Ref σ α) (a : α) : m α := liftM <| Prim.Ref.swap r a
@[inline] unsafe def Ref.take {α : Type} (r : Ref σ α) : m α := liftM <| Prim.Ref.take r
@[inline] unsafe def Ref.put {α : Type} (r : Ref σ α) (a : α) : m Unit :=
  liftM <| Prim.Ref.put r a
@[inline] def Ref.ptrEq {α : Type} (r1 r2 : Ref σ α) : m Bool := liftM <| Prim.Ref.ptrEq r1 r2
@[inline] def Ref.modify {α : Type} (r : Ref σ α) (f : α → α) : m Unit :=
  liftM <| Prim.Ref.modify r f
@[inline] def Ref.modifyGet {α : Type} {β : Type} (r : Ref σ α) (f : α → β × α) : m β :=
  liftM <| Prim.Ref.modifyGet r f

def Ref.toMonadStateOf (r : Ref σ α) : MonadStateOf α m where
  get := r.get
  set := r.set
  modifyGet := r.modifyGet

end
end ST

/-! ## State in a reference -/

@[implicit_reducible] def StateRefT' (ω : Type) (σ : Type) (m : Type → Type) (α : Type) : Type :=
  ReaderT (ST.Ref ω σ) m α

@[always_inline, inline]
def StateRefT'.run {ω σ : Type} {m : Type → Type} [Monad m] [MonadLiftT (ST ω) m] {α : Type}
    (x : StateRefT' ω σ m α) (s : σ) : m (α × σ) :=
  ST.mkRef s >>= fun ref => x ref >>= fun a => ref.get >>= fun s => pure (a, s)

@[always_inline, inline]
def StateRefT'.run' {ω σ : Type} {m : Type → Type} [Monad m] [MonadLiftT (ST ω) m] {α : Type}
    (x : StateRefT' ω σ m α) (s : σ) : m α :=
  x.run s >>= fun (a, _) => pure a

namespace StateRefT'
variable {ω σ : Type} {m : Type → Type} {α : Type}

@[always_inline, inline] protected def lift (x : m α) : StateRefT' ω σ m α := fun _ => x

instance [Monad m] : Monad (StateRefT' ω σ m) := inferInstanceAs (Monad (ReaderT _ _))
instance : MonadLift m (StateRefT' ω σ m) := ⟨StateRefT'.lift⟩
instance : MonadFunctor m (StateRefT' ω σ m) := inferInstanceAs (MonadFunctor m (ReaderT _ _))
instance [Alternative m] [Monad m] : Alternative (StateRefT' ω σ m) :=
  inferInstanceAs (Alternative (ReaderT _ _))

@[always_inline, inline] protected def get [MonadLiftT (ST ω) m] : StateRefT' ω σ m σ :=
  fun ref => liftM (ST.Prim.Ref.get ref)
@[always_inline, inline] protected def set [MonadLiftT (ST ω) m] (s : σ) :
    StateRefT' ω σ m PUnit :=
  fun ref => liftM (ST.Prim.Ref.set ref s)
@[always_inline, inline] protected def modifyGet [MonadLiftT (ST ω) m] (f : σ → α × σ) :
    StateRefT' ω σ m α :=
  fun ref => liftM (ST.Prim.Ref.modifyGet ref f)

instance [MonadLiftT (ST ω) m] : MonadStateOf σ (StateRefT' ω σ m) where
  get := StateRefT'.get
  set := StateRefT'.set
  modifyGet := StateRefT'.modifyGet

@[always_inline]
instance (ε) [MonadExceptOf ε m] : MonadExceptOf ε (StateRefT' ω σ m) where
  throw := StateRefT'.lift ∘ throwThe ε
  tryCatch := fun x c s => tryCatchThe ε (x s) (fun e => c e s)

end StateRefT'

instance (ω σ : Type) (m : Type → Type) : MonadControl m (StateRefT' ω σ m) :=
  inferInstanceAs (MonadControl m (ReaderT _ _))

instance {m : Type → Type} {ω σ : Type} [MonadFinally m] : MonadFinally (StateRefT' ω σ m) :=
  inferInstanceAs (MonadFinally (ReaderT _ _))
