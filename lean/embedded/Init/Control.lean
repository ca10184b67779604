prelude
import Init.Core
import Init.SimpLemmas

/-!
# Monads and transformers

`Id`, `Except`, `ExceptT`, `OptionT`, `StateT`, the extra instances of `ReaderT` and `EStateM`,
`MonadControl`, `MonadFinally`, `ForM`, `Alternative` and `Lean.Loop`. Signatures follow Lean 4.35's public interface. Left out: the continuation-passing
variants, `MonadAttach`, and the lawful classes (in `Init.Control.Lawful`).
-/

set_option linter.all false
set_option warn.classDefReducibility false

universe u v w u₁ u₂ u₃

@[inline] def Functor.mapRev {f : Type u → Type v} [Functor f] {α β : Type u} :
    f α → (α → β) → f β :=
  fun a f => Functor.map f a

@[always_inline, inline]
def Functor.discard {f : Type u → Type v} {α : Type u} [Functor f] (x : f α) : f PUnit :=
  Functor.mapConst PUnit.unit x
export Functor (discard)

class Alternative (f : Type u → Type v) : Type (max (u+1) v) extends Applicative f where
  failure : {α : Type u} → f α
  orElse : {α : Type u} → f α → (Unit → f α) → f α

instance (f : Type u → Type v) (α : Type u) [Alternative f] : OrElse (f α) := ⟨Alternative.orElse⟩

export Alternative (failure)

@[always_inline, inline]
def guard {f : Type → Type v} [Alternative f] (p : Prop) [Decidable p] : f Unit :=
  if p then pure () else failure

@[always_inline, inline]
def optional {f : Type u → Type v} [Alternative f] {α : Type u} (x : f α) : f (Option α) :=
  some <$> x <|> pure none

class ToBool (α : Type u) where
  toBool : α → Bool
export ToBool (toBool)

instance : ToBool Bool where
  toBool b := b

@[macro_inline] def bool {β : Type u} {α : Type v} [ToBool β] (f t : α) (b : β) : α :=
  match toBool b with
  | true => t
  | false => f

@[macro_inline] def orM {m : Type u → Type v} {β : Type u} [Monad m] [ToBool β] (x y : m β) :
    m β :=
  x >>= fun b => match toBool b with
    | true => pure b
    | false => y

@[macro_inline] def andM {m : Type u → Type v} {β : Type u} [Monad m] [ToBool β] (x y : m β) :
    m β :=
  x >>= fun b => match toBool b with
    | true => y
    | false => pure b

@[macro_inline] def notM {m : Type → Type v} [Functor m] (x : m Bool) : m Bool := not <$> x

@[always_inline, inline] def Bind.kleisliRight {m : Type u → Type v} {α : Type w} {β γ : Type u}
    [Bind m] (f₁ : α → m β) (f₂ : β → m γ) (a : α) : m γ :=
  f₁ a >>= f₂

@[always_inline, inline] def Bind.kleisliLeft {m : Type u → Type v} {α : Type w} {β γ : Type u}
    [Bind m] (f₂ : β → m γ) (f₁ : α → m β) (a : α) : m γ :=
  f₁ a >>= f₂

@[always_inline, inline] def Bind.bindLeft {m : Type u → Type v} {α β : Type u} [Bind m]
    (f : α → m β) (ma : m α) : m β :=
  ma >>= f

class ForM (m : Type u → Type v) (γ : Type w₁) (α : outParam (Type w₂)) where
  forM : γ → (α → m PUnit) → m PUnit
export ForM (forM)

/-! ## Lifting through control flow -/

class MonadControl (m : semiOutParam (Type u → Type v)) (n : Type u → Type w) where
  stM : Type u → Type u
  liftWith : {α : Type u} → (({β : Type u} → n β → m (stM β)) → m α) → n α
  restoreM : {α : Type u} → m (stM α) → n α

class MonadControlT (m : Type u → Type v) (n : Type u → Type w) where
  stM : Type u → Type u
  liftWith : {α : Type u} → (({β : Type u} → n β → m (stM β)) → m α) → n α
  restoreM {α : Type u} : stM α → n α

export MonadControlT (stM liftWith restoreM)

@[always_inline]
instance (m n o) [MonadControl n o] [MonadControlT m n] : MonadControlT m o where
  stM α := stM m n (MonadControl.stM n o α)
  liftWith f := MonadControl.liftWith fun x₂ => liftWith fun x₁ => f (x₁ ∘ x₂)
  restoreM := MonadControl.restoreM ∘ restoreM

instance (m : Type u → Type v) [Pure m] : MonadControlT m m where
  stM α := α
  liftWith f := f fun x => x
  restoreM x := pure x

@[always_inline, inline]
def controlAt (m : Type u → Type v) {n : Type u → Type w} [MonadControlT m n] [Bind n]
    {α : Type u} (f : ({β : Type u} → n β → m (stM m n β)) → m (stM m n α)) : n α :=
  liftWith f >>= restoreM

@[always_inline, inline]
def control {m : Type u → Type v} {n : Type u → Type w} [MonadControlT m n] [Bind n] {α : Type u}
    (f : ({β : Type u} → n β → m (stM m n β)) → m (stM m n α)) : n α :=
  controlAt m f

class MonadFinally (m : Type u → Type v) where
  tryFinally' {α β} : (x : m α) → (f : Option α → m β) → m (α × β)

export MonadFinally (tryFinally')

@[always_inline, inline]
def tryFinally {m : Type u → Type v} {α β : Type u} [MonadFinally m] [Functor m] (x : m α)
    (finalizer : m β) : m α :=
  Prod.fst <$> tryFinally' x fun _ => finalizer

/-! ## Id -/

@[implicit_reducible] def Id (type : Type u) : Type u := type

namespace Id

@[always_inline]
instance : Monad Id where
  pure x := x
  bind x f := f x
  map f x := f x

def hasBind : Bind Id := inferInstance

@[always_inline, inline] protected def run {α : Type u} (x : Id α) : α := x

instance {α : Type u} [OfNat α n] : OfNat (Id α) n := inferInstanceAs (OfNat α n)

instance {m : Type u → Type v} [Pure m] : MonadLiftT Id m where
  monadLift x := pure x.run

end Id

instance : MonadFinally Id where
  tryFinally' x f := (x, f (some x))

/-! ## Except -/

namespace Except
variable {ε : Type u}

@[always_inline, inline] protected def pure (a : α) : Except ε α := Except.ok a

@[always_inline, inline] protected def map (f : α → β) : Except ε α → Except ε β
  | .error e => .error e
  | .ok v => .ok (f v)

@[simp] theorem map_id : Except.map (ε := ε) (α := α) (β := α) id = id :=
  funext fun e => match e with
    | .error _ => rfl
    | .ok _ => rfl

@[always_inline, inline] protected def mapError (f : ε → ε') : Except ε α → Except ε' α
  | .error e => .error (f e)
  | .ok v => .ok v

@[always_inline, inline] protected def bind (ma : Except ε α) (f : α → Except ε β) :
    Except ε β :=
  match ma with
  | .error e => .error e
  | .ok v => f v

@[always_inline, inline] protected def toBool : Except ε α → Bool
  | .ok _ => true
  | .error _ => false

@[inline] protected def isOk : Except ε α → Bool := Except.toBool

@[always_inline, inline] protected def toOption : Except ε α → Option α
  | .ok a => some a
  | .error _ => none

@[always_inline, inline] protected def tryCatch (ma : Except ε α) (handle : ε → Except ε α) :
    Except ε α :=
  match ma with
  | .ok a => .ok a
  | .error e => handle e

def orElseLazy (x : Except ε α) (y : Unit → Except ε α) : Except ε α :=
  match x with
  | .ok a => .ok a
  | .error _ => y ()

@[always_inline]
instance : Monad (Except ε) where
  pure := Except.pure
  bind := Except.bind
  map := Except.map

end Except

/-! ## ExceptT -/

@[implicit_reducible] def ExceptT (ε : Type u) (m : Type u → Type v) (α : Type u) : Type v :=
  m (Except ε α)

@[always_inline, inline]
def ExceptT.mk {ε : Type u} {m : Type u → Type v} {α : Type u} (x : m (Except ε α)) :
    ExceptT ε m α := x

@[always_inline, inline]
def ExceptT.run {ε : Type u} {m : Type u → Type v} {α : Type u} (x : ExceptT ε m α) :
    m (Except ε α) := x

@[always_inline, inline]
def ExceptT.runK {ε : Type u} {m : Type u → Type v} {α : Type u} [Monad m] (x : ExceptT ε m α)
    (ok : α → m β) (error : ε → m β) : m β :=
  x.run >>= fun
    | .ok a => ok a
    | .error e => error e

@[always_inline, inline]
def ExceptT.runCatch {m : Type u → Type v} {α : Type u} [Monad m] (x : ExceptT α m α) : m α :=
  x.runK pure pure

namespace ExceptT
variable {ε : Type u} {m : Type u → Type v} [Monad m]

@[always_inline, inline] protected def pure {α : Type u} (a : α) : ExceptT ε m α :=
  ExceptT.mk <| pure (Except.ok a)

@[always_inline, inline] protected def bindCont {α β : Type u} (f : α → ExceptT ε m β) :
    Except ε α → m (Except ε β)
  | .ok a => f a
  | .error e => pure (.error e)

@[always_inline, inline] protected def bind {α β : Type u} (ma : ExceptT ε m α)
    (f : α → ExceptT ε m β) : ExceptT ε m β :=
  ExceptT.mk (ma >>= ExceptT.bindCont f)

@[always_inline, inline] protected def map {α β : Type u} (f : α → β) (x : ExceptT ε m α) :
    ExceptT ε m β :=
  ExceptT.mk <| x >>= fun
    | .ok a => pure (.ok (f a))
    | .error e => pure (.error e)

@[always_inline, inline] protected def lift {α : Type u} (t : m α) : ExceptT ε m α :=
  ExceptT.mk (Except.ok <$> t)

@[always_inline] instance : MonadLift (Except ε) (ExceptT ε m) := ⟨fun e => ExceptT.mk <| pure e⟩
instance : MonadLift m (ExceptT ε m) := ⟨ExceptT.lift⟩

@[always_inline, inline] protected def tryCatch {α : Type u} (ma : ExceptT ε m α)
    (handle : ε → ExceptT ε m α) : ExceptT ε m α :=
  ExceptT.mk <| ma >>= fun
    | .ok a => pure (.ok a)
    | .error e => handle e

instance : MonadFunctor m (ExceptT ε m) := ⟨fun f x => f x⟩

@[always_inline]
instance : Monad (ExceptT ε m) where
  pure := ExceptT.pure
  bind := ExceptT.bind
  map := ExceptT.map

@[always_inline, inline] protected def adapt {ε' α : Type u} (f : ε → ε') :
    ExceptT ε m α → ExceptT ε' m α :=
  fun x => ExceptT.mk <| Except.mapError f <$> x

end ExceptT

@[always_inline]
instance (m : Type u → Type v) (ε₁ : Type u) (ε₂ : Type u) [MonadExceptOf ε₁ m] :
    MonadExceptOf ε₁ (ExceptT ε₂ m) where
  throw e := ExceptT.mk <| throwThe ε₁ e
  tryCatch x handle := ExceptT.mk <| tryCatchThe ε₁ x handle

@[always_inline]
instance (m : Type u → Type v) (ε : Type u) [Monad m] : MonadExceptOf ε (ExceptT ε m) where
  throw e := ExceptT.mk <| pure (Except.error e)
  tryCatch := ExceptT.tryCatch

instance [Monad m] [Inhabited ε] : Inhabited (ExceptT ε m α) where
  default := throw default

instance (ε) : MonadExceptOf ε (Except ε) where
  throw := Except.error
  tryCatch := Except.tryCatch

namespace MonadExcept
variable {ε : Type u} {m : Type v → Type w}

@[always_inline, inline]
def orelse' [MonadExcept ε m] {α : Type v} (t₁ t₂ : m α) (useFirstEx := true) : m α :=
  tryCatch t₁ fun e₁ => tryCatch t₂ fun e₂ => throw (if useFirstEx then e₁ else e₂)

end MonadExcept

@[always_inline, inline]
def observing {ε α : Type u} {m : Type u → Type v} [Monad m] [MonadExcept ε m] (x : m α) :
    m (Except ε α) :=
  tryCatch (x >>= fun a => pure (Except.ok a)) (fun ex => pure (Except.error ex))

def liftExcept {ε : Type u} {m : Type v → Type w} {α : Type v} [MonadExceptOf ε m] [Pure m] :
    Except ε α → m α
  | .ok a => pure a
  | .error e => MonadExceptOf.throw e

instance (ε : Type u) (m : Type u → Type v) [Monad m] : MonadControl m (ExceptT ε m) where
  stM := Except ε
  liftWith f := liftM <| f fun x => x.run
  restoreM x := x

@[always_inline]
instance ExceptT.finally {m : Type u → Type v} {ε : Type u} [MonadFinally m] [Monad m] :
    MonadFinally (ExceptT ε m) where
  tryFinally' x h := ExceptT.mk <|
    tryFinally' x (fun e? => match e? with
      | some (.ok a) => h (some a)
      | _ => h none) >>= fun
    | (.ok a, .ok b) => pure (.ok (a, b))
    | (_, .error e) => pure (.error e)
    | (.error e, _) => pure (.error e)

/-! ## OptionT -/

@[implicit_reducible] def OptionT (m : Type u → Type v) (α : Type u) : Type v := m (Option α)

@[always_inline, inline]
def OptionT.run {m : Type u → Type v} {α : Type u} (x : OptionT m α) : m (Option α) := x

namespace OptionT
variable {m : Type u → Type v} [Monad m] {α β : Type u}

@[always_inline, inline] protected def mk {m : Type u → Type v} {α : Type u} (x : m (Option α)) :
    OptionT m α := x

@[always_inline, inline] protected def bind (x : OptionT m α) (f : α → OptionT m β) :
    OptionT m β :=
  OptionT.mk (x >>= fun
    | some a => f a
    | none => pure none)

@[always_inline, inline] protected def pure (a : α) : OptionT m α := OptionT.mk (pure (some a))

@[always_inline]
instance : Monad (OptionT m) where
  pure := OptionT.pure
  bind := OptionT.bind

instance {m : Type u → Type v} [Pure m] : Inhabited (OptionT m α) where
  default := OptionT.mk (pure none)

@[always_inline, inline] protected def orElse (x : OptionT m α) (y : Unit → OptionT m α) :
    OptionT m α :=
  OptionT.mk (x >>= fun
    | some a => pure (some a)
    | none => y ())

@[always_inline, inline] protected def fail : OptionT m α := OptionT.mk (pure none)

@[always_inline]
instance : Alternative (OptionT m) where
  failure := OptionT.fail
  orElse := OptionT.orElse

@[always_inline, inline] protected def lift (x : m α) : OptionT m α := OptionT.mk (some <$> x)

instance : MonadLift m (OptionT m) := ⟨OptionT.lift⟩
instance : MonadFunctor m (OptionT m) := ⟨fun f x => f x⟩

@[always_inline, inline] protected def tryCatch (x : OptionT m α) (handle : PUnit → OptionT m α) :
    OptionT m α :=
  OptionT.mk (x >>= fun
    | some a => pure (some a)
    | none => handle ⟨⟩)

@[always_inline]
instance : MonadExceptOf PUnit (OptionT m) where
  throw _ := OptionT.fail
  tryCatch := OptionT.tryCatch

instance (ε : Type u) [MonadExceptOf ε m] : MonadExceptOf ε (OptionT m) where
  throw e := OptionT.mk <| throwThe ε e
  tryCatch x handle := OptionT.mk <| tryCatchThe ε x handle

end OptionT

instance {m : Type u → Type v} [Monad m] : MonadControl m (OptionT m) where
  stM := Option
  liftWith f := liftM <| f fun x => x.run
  restoreM x := x

instance OptionT.instMonadFinally {m : Type u → Type v} [MonadFinally m] [Monad m] :
    MonadFinally (OptionT m) where
  tryFinally' x h := OptionT.mk <|
    tryFinally' x (fun a? => match a? with
      | some (some a) => h (some a)
      | _ => h none) >>= fun
    | (some a, some b) => pure (some (a, b))
    | _ => pure none

/-! ## StateT -/

@[implicit_reducible] def StateT (σ : Type u) (m : Type u → Type v) (α : Type u) :
    Type (max u v) :=
  σ → m (α × σ)

@[always_inline, inline]
def StateT.mk {σ : Type u} {m : Type u → Type v} {α : Type u} (x : σ → m (α × σ)) : StateT σ m α :=
  x

@[always_inline, inline]
def StateT.run {σ : Type u} {m : Type u → Type v} {α : Type u} (x : StateT σ m α) (s : σ) :
    m (α × σ) := x s

@[always_inline, inline]
def StateT.run' {σ : Type u} {m : Type u → Type v} [Functor m] {α : Type u} (x : StateT σ m α)
    (s : σ) : m α :=
  (·.1) <$> x s

@[reducible] def StateM (σ α : Type u) : Type u := StateT σ Id α

namespace StateT
section
variable {σ : Type u} {m : Type u → Type v} [Monad m] {α β : Type u}

@[always_inline, inline] protected def pure (a : α) : StateT σ m α := fun s => pure (a, s)

@[always_inline, inline] protected def bind (x : StateT σ m α) (f : α → StateT σ m β) :
    StateT σ m β :=
  fun s => x s >>= fun (a, s) => f a s

@[always_inline, inline] protected def map (f : α → β) (x : StateT σ m α) : StateT σ m β :=
  fun s => x s >>= fun (a, s) => pure (f a, s)

@[always_inline]
instance : Monad (StateT σ m) where
  pure := StateT.pure
  bind := StateT.bind
  map := StateT.map

@[always_inline, inline] protected def orElse [Alternative m] (x₁ : StateT σ m α)
    (x₂ : Unit → StateT σ m α) : StateT σ m α :=
  fun s => x₁ s <|> x₂ () s

@[always_inline, inline] protected def failure [Alternative m] : StateT σ m α := fun _ => failure

instance [Alternative m] : Alternative (StateT σ m) where
  failure := StateT.failure
  orElse := StateT.orElse

@[always_inline, inline] protected def get : StateT σ m σ := fun s => pure (s, s)
@[always_inline, inline] protected def set : σ → StateT σ m PUnit := fun s _ => pure (⟨⟩, s)
@[always_inline, inline] protected def modifyGet (f : σ → α × σ) : StateT σ m α :=
  fun s => pure (f s)
@[always_inline, inline] protected def lift (t : m α) : StateT σ m α :=
  fun s => t >>= fun a => pure (a, s)

instance : MonadLift m (StateT σ m) := ⟨StateT.lift⟩

@[always_inline]
instance (σ m) : MonadFunctor m (StateT σ m) := ⟨fun f x s => f (x s)⟩

@[always_inline]
instance (ε) [MonadExceptOf ε m] : MonadExceptOf ε (StateT σ m) where
  throw := StateT.lift ∘ throwThe ε
  tryCatch := fun x c s => tryCatchThe ε (x s) (fun e => c e s)

end
end StateT

instance {σ : Type u} {m : Type u → Type v} [Monad m] : MonadStateOf σ (StateT σ m) where
  get := StateT.get
  set := StateT.set
  modifyGet := StateT.modifyGet

@[always_inline]
instance StateT.monadControl (σ : Type u) (m : Type u → Type v) [Monad m] :
    MonadControl m (StateT σ m) where
  stM := fun α => α × σ
  liftWith := fun f => get >>= fun s => liftM (f (fun x => x.run s))
  restoreM := fun x => liftM x >>= fun (a, s) => set s >>= fun _ => pure a

@[always_inline]
instance StateT.tryFinally {m : Type u → Type v} {σ : Type u} [MonadFinally m] [Monad m] :
    MonadFinally (StateT σ m) where
  tryFinally' x h := fun s =>
    tryFinally' (x s) (fun
      | some (a, s') => h (some a) s'
      | none => h none s) >>= fun ((a, _), (b, s'')) => pure ((a, b), s'')

/-! ## More of ReaderT and EStateM -/

namespace ReaderT

@[always_inline, inline] protected def orElse [Alternative m] (x₁ : ReaderT ρ m α)
    (x₂ : Unit → ReaderT ρ m α) : ReaderT ρ m α :=
  fun s => x₁ s <|> x₂ () s

@[always_inline, inline] protected def failure [Alternative m] : ReaderT ρ m α := fun _ => failure

instance [Alternative m] [Monad m] : Alternative (ReaderT ρ m) where
  failure := ReaderT.failure
  orElse := ReaderT.orElse

end ReaderT

instance : MonadControl m (ReaderT ρ m) where
  stM := id
  liftWith f ctx := f fun x => x ctx
  restoreM x _ := x

@[always_inline]
instance ReaderT.tryFinally [MonadFinally m] : MonadFinally (ReaderT ρ m) where
  tryFinally' x h ctx := tryFinally' (x ctx) (fun a? => h a? ctx)

@[reducible] def ReaderM (ρ : Type u) := ReaderT ρ Id

namespace EStateM

@[always_inline, inline] protected def orElse' {ε σ α δ : Type u} [Backtrackable δ σ]
    (x₁ x₂ : EStateM ε σ α) (useFirstEx := true) : EStateM ε σ α := fun s =>
  let d := Backtrackable.save s
  match x₁ s with
  | Result.error e₁ s₁ =>
    match x₂ (Backtrackable.restore s₁ d) with
    | Result.error e₂ s₂ => Result.error (if useFirstEx then e₁ else e₂) s₂
    | ok => ok
  | ok => ok

@[always_inline]
instance : MonadFinally (EStateM ε σ) where
  tryFinally' x h s :=
    match x s with
    | Result.ok a s => match h (some a) s with
      | Result.ok b s => Result.ok (a, b) s
      | Result.error e s => Result.error e s
    | Result.error e₁ s => match h none s with
      | Result.ok _ s => Result.error e₁ s
      | Result.error e₂ s => Result.error e₂ s

@[always_inline, inline] def fromStateM {ε σ α : Type} (x : StateM σ α) : EStateM ε σ α := fun s =>
  match x.run s with
  | (a, s') => EStateM.Result.ok a s'

end EStateM

/-! ## Loops without end -/

namespace Lean

structure Loop where
  mk ::

/-- Runs `f` until it says `done`. Its body is `partial`: nothing can be proved of it. -/
@[inline]
partial def Loop.forIn {β : Type u} {m : Type u → Type v} [Monad m] (_ : Loop) (init : β)
    (f : Unit → β → m (ForInStep β)) : m β :=
  let rec @[specialize] loop (b : β) : m β :=
    f () b >>= fun
      | .done b => pure b
      | .yield b => loop b
  loop init

instance [Monad m] : ForIn m Loop Unit where
  forIn := Loop.forIn

end Lean
