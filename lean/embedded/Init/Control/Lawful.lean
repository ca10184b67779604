prelude
import Init.Generated.Modes
import Init.Control
import Init.PropLemmas
import Init.Data.Option.Basic

/-!
# Lawful functors, applicatives and monads

Names, fields and argument order follow Lean 4.35's public interface. Instances: `Id`, `Option`,
`Except`, `ExceptT`, `ReaderT`, `StateT`, `EStateM`. Left out: `OptionT`, lawful `Alternative` and
lifts.
-/

set_option linter.all false

universe u v w

open Function

class LawfulFunctor (f : Type u → Type v) [Functor f] : Prop where
  map_const : (Functor.mapConst : α → f β → f α) = Functor.map ∘ const β
  id_map (x : f α) : id <$> x = x
  comp_map (g : α → β) (h : β → γ) (x : f α) : (h ∘ g) <$> x = h <$> g <$> x

export LawfulFunctor (map_const id_map comp_map)
attribute [simp] id_map

@[simp] theorem id_map' [Functor f] [LawfulFunctor f] (x : f α) : (fun a => a) <$> x = x :=
  id_map x
@[simp] theorem Functor.map_map {f : Type u → Type v} [Functor f] [LawfulFunctor f] (m : α → β)
    (g : β → γ) (x : f α) : g <$> m <$> x = (fun a => g (m a)) <$> x := (comp_map m g x).symm

class LawfulApplicative (f : Type u → Type v) [Applicative f] : Prop extends LawfulFunctor f where
  seqLeft_eq (x : f α) (y : f β) : x <* y = const β <$> x <*> y
  seqRight_eq (x : f α) (y : f β) : x *> y = const α id <$> x <*> y
  pure_seq (g : α → β) (x : f α) : pure g <*> x = g <$> x
  map_pure (g : α → β) (x : α) : g <$> (pure x : f α) = pure (g x)
  seq_pure {α β : Type u} (g : f (α → β)) (x : α) : g <*> pure x = (fun h => h x) <$> g
  seq_assoc {α β γ : Type u} (x : f α) (g : f (α → β)) (h : f (β → γ)) :
    h <*> (g <*> x) = ((@comp α β γ) <$> h) <*> g <*> x
  comp_map g h x := (by
    rw [← pure_seq h, ← pure_seq g, seq_assoc, map_pure, pure_seq (comp h), map_pure, pure_seq])

export LawfulApplicative (seqLeft_eq seqRight_eq pure_seq map_pure seq_pure seq_assoc)
attribute [simp] map_pure seq_pure pure_seq

@[simp] theorem pure_id_seq [Applicative f] [LawfulApplicative f] (x : f α) :
    pure id <*> x = x := by simp [pure_seq]

class LawfulMonad (m : Type u → Type v) [Monad m] : Prop extends LawfulApplicative m where
  bind_pure_comp (f : α → β) (x : m α) : x >>= (fun a => pure (f a)) = f <$> x
  bind_map {α β : Type u} (f : m (α → β)) (x : m α) : f >>= (· <$> x) = f <*> x
  pure_bind (x : α) (f : α → m β) : pure x >>= f = f x
  bind_assoc (x : m α) (f : α → m β) (g : β → m γ) : x >>= f >>= g = x >>= fun x => f x >>= g
  map_pure g x := (by rw [← bind_pure_comp, pure_bind])
  seq_pure g x := (by rw [← bind_map]; simp [map_pure, bind_pure_comp])
  seq_assoc x g h := (by simp [← bind_pure_comp, ← bind_map, bind_assoc, pure_bind])

export LawfulMonad (bind_pure_comp bind_map pure_bind bind_assoc)
attribute [simp] pure_bind bind_assoc bind_pure_comp
attribute [grind <=] pure_bind

@[simp] theorem bind_pure [Monad m] [LawfulMonad m] (x : m α) : x >>= pure = x :=
  (bind_pure_comp id x).trans (id_map x)
theorem map_eq_pure_bind [Monad m] [LawfulMonad m] (f : α → β) (x : m α) :
    f <$> x = x >>= fun a => pure (f a) := (bind_pure_comp f x).symm
theorem seq_eq_bind_map {α β : Type u} [Monad m] [LawfulMonad m] (f : m (α → β)) (x : m α) :
    f <*> x = f >>= (· <$> x) := (bind_map f x).symm
theorem bind_congr [Bind m] {x : m α} {f g : α → m β} (h : ∀ a, f a = g a) : x >>= f = x >>= g :=
  congrArg (x >>= ·) (funext h)
theorem bind_pure_unit [Monad m] [LawfulMonad m] {x : m PUnit} :
    (x >>= fun _ => pure ⟨⟩) = x := bind_pure x
theorem map_congr [Functor m] {x : m α} {f g : α → β} (h : ∀ a, f a = g a) :
    (f <$> x : m β) = g <$> x := congrArg (· <$> x) (funext h)
theorem seq_eq_bind {α β : Type u} [Monad m] [LawfulMonad m] (mf : m (α → β)) (x : m α) :
    mf <*> x = mf >>= fun f => f <$> x := seq_eq_bind_map mf x
theorem seqRight_eq_bind [Monad m] [LawfulMonad m] (x : m α) (y : m β) :
    x *> y = x >>= fun _ => y := by
  rw [seqRight_eq, seq_eq_bind_map, ← bind_pure_comp, bind_assoc]
  exact bind_congr fun _ => (pure_bind ..).trans (id_map y)
theorem seqLeft_eq_bind [Monad m] [LawfulMonad m] (x : m α) (y : m β) :
    x <* y = x >>= fun a => y >>= fun _ => pure a := by
  rw [seqLeft_eq, seq_eq_bind_map, ← bind_pure_comp, bind_assoc]
  exact bind_congr fun a => (pure_bind ..).trans (bind_pure_comp (fun _ => a) y).symm
@[simp] theorem map_bind [Monad m] [LawfulMonad m] (f : β → γ) (x : m α) (g : α → m β) :
    f <$> (x >>= g) = x >>= fun a => f <$> g a := by
  rw [← bind_pure_comp, bind_assoc]
  exact bind_congr fun a => bind_pure_comp f (g a)
@[simp] theorem bind_map_left [Monad m] [LawfulMonad m] (f : α → β) (x : m α) (g : β → m γ) :
    ((f <$> x) >>= fun b => g b) = (x >>= fun a => g (f a)) := by
  rw [← bind_pure_comp, bind_assoc]
  exact bind_congr fun a => pure_bind ..
@[simp] theorem Functor.map_unit [Monad m] [LawfulMonad m] {a : m PUnit} :
    (fun _ => PUnit.unit) <$> a = a := id_map a

/-- A monad is lawful when the three laws hold and the rest is defined from `bind` and `pure`. -/
theorem LawfulMonad.mk' (m : Type u → Type v) [Monad m]
    (id_map : ∀ {α} (x : m α), id <$> x = x)
    (pure_bind : ∀ {α β} (x : α) (f : α → m β), pure x >>= f = f x)
    (bind_assoc : ∀ {α β γ} (x : m α) (f : α → m β) (g : β → m γ),
      x >>= f >>= g = x >>= fun x => f x >>= g)
    (map_const : ∀ {α β} (x : α) (y : m β),
      Functor.mapConst x y = Function.const β x <$> y := by intros; rfl)
    (seqLeft_eq : ∀ {α β} (x : m α) (y : m β),
      x <* y = (x >>= fun a => y >>= fun _ => pure a) := by intros; rfl)
    (seqRight_eq : ∀ {α β} (x : m α) (y : m β), x *> y = (x >>= fun _ => y) := by intros; rfl)
    (bind_pure_comp : ∀ {α β} (f : α → β) (x : m α),
      x >>= (fun y => pure (f y)) = f <$> x := by intros; rfl)
    (bind_map : ∀ {α β} (f : m (α → β)) (x : m α),
      f >>= (· <$> x) = f <*> x := by intros; rfl) : LawfulMonad m :=
  have map_pure {α β} (g : α → β) (x : α) : g <$> (pure x : m α) = pure (g x) := by
    rw [← bind_pure_comp, pure_bind]
  have bind_pure {α} (x : m α) : x >>= pure = x := (bind_pure_comp id x).trans (id_map x)
  { id_map, bind_pure_comp, bind_map, pure_bind, bind_assoc, map_pure
    comp_map := fun g h x => by
      rw [← bind_pure_comp, ← bind_pure_comp h, ← bind_pure_comp g, bind_assoc]
      exact congrArg (x >>= ·) (funext fun a => (pure_bind (g a) (fun b => pure (h b))).symm)
    pure_seq := fun g x => (bind_map (pure g) x).symm.trans (pure_bind g (· <$> x))
    seq_pure := fun g x => (bind_map g (pure x)).symm.trans <|
      (congrArg (g >>= ·) (funext fun h => map_pure h x)).trans (bind_pure_comp (· x) g)
    seq_assoc := fun x g h => by
      rw [← bind_map, ← bind_map, ← bind_map, ← bind_map, ← bind_pure_comp (· ∘ ·), bind_assoc,
        bind_assoc]
      refine congrArg (h >>= ·) (funext fun b => ?_)
      rw [pure_bind, ← bind_pure_comp b, bind_assoc, ← bind_pure_comp (b ∘ ·), bind_assoc]
      refine congrArg (g >>= ·) (funext fun a => ?_)
      rw [pure_bind, ← bind_pure_comp a, ← bind_pure_comp (b ∘ a), bind_assoc]
      exact congrArg (x >>= ·) (funext fun c => pure_bind (a c) (fun d => pure (b d)))
    map_const := funext fun x => funext (map_const x)
    seqLeft_eq := fun x y => by
      rw [seqLeft_eq, ← bind_map, ← bind_pure_comp, bind_assoc]
      refine congrArg (x >>= ·) (funext fun a => ?_)
      rw [pure_bind]
      exact bind_pure_comp (fun _ => a) y
    seqRight_eq := fun x y => by
      rw [seqRight_eq, ← bind_map, ← bind_pure_comp, bind_assoc]
      refine congrArg (x >>= ·) (funext fun a => ?_)
      rw [pure_bind]
      exact (id_map y).symm }

namespace Id

instance : LawfulMonad Id := LawfulMonad.mk' _
  (id_map := fun _ => rfl) (pure_bind := fun _ _ => rfl) (bind_assoc := fun _ _ _ => rfl)

@[ext] theorem ext {x y : Id α} (h : x.run = y.run) : x = y := h
@[simp] theorem map_eq (x : Id α) (f : α → β) : f <$> x = f x := rfl
@[simp] theorem bind_eq (x : Id α) (f : α → Id β) : x >>= f = f x := rfl
@[simp] theorem pure_eq (a : α) : (pure a : Id α) = a := rfl
@[simp] theorem run_map (x : Id α) (f : α → β) : (f <$> x).run = f x.run := rfl
@[simp] theorem run_bind (x : Id α) (f : α → Id β) : (x >>= f).run = (f x.run).run := rfl
@[simp] theorem run_pure (a : α) : (pure a : Id α).run = a := rfl
@[simp] theorem pure_run (a : Id α) : pure a.run = a := rfl

end Id

namespace Option

instance : LawfulMonad Option := LawfulMonad.mk' _
  (id_map := fun x => by cases x <;> rfl) (pure_bind := fun _ _ => rfl)
  (bind_assoc := fun x _ _ => by cases x <;> rfl)
  (bind_pure_comp := fun _ x => by cases x <;> rfl)

@[simp] theorem pure_def : pure = @some α := rfl
@[simp] theorem bind_eq_bind : bind = @Option.bind α β := rfl
@[simp] theorem map_eq_map : Functor.map f = Option.map f := rfl
@[simp] theorem map_eq_map' : Functor.map = @Option.map α β := rfl
@[simp] theorem failure_eq_none : @failure Option _ α = none := rfl
@[simp] theorem orElse_eq_or {o o' : Option α} : (o <|> o') = o.or o' := by
  cases o <;> rfl

end Option

namespace Except

instance : LawfulMonad (Except ε) := LawfulMonad.mk' _
  (id_map := fun x => by cases x <;> rfl) (pure_bind := fun _ _ => rfl)
  (bind_assoc := fun x _ _ => by cases x <;> rfl)
  (bind_pure_comp := fun _ x => by cases x <;> rfl)

@[simp] theorem pure_def : (pure a : Except ε α) = Except.ok a := rfl
@[simp] theorem map_ok {x : α} {f : α → β} : f <$> (ok x : Except ε α) = ok (f x) := rfl
@[simp] theorem map_error {e : ε} {f : α → β} : (f <$> (error e : Except ε α) : Except ε β) = error e := rfl
@[simp] theorem ok_bind {x : α} {f : α → Except ε β} : (ok x >>= f) = f x := rfl
@[simp] theorem error_bind {e : ε} {f : α → Except ε β} : (error e >>= f) = error e := rfl

end Except

namespace ReaderT

theorem ext {x y : ReaderT ρ m α} (h : ∀ ctx, x.run ctx = y.run ctx) : x = y := funext h
@[simp] theorem run_pure [Monad m] (a : α) (ctx : ρ) :
    (pure a : ReaderT ρ m α).run ctx = pure a := rfl
@[simp] theorem run_bind [Monad m] (x : ReaderT ρ m α) (f : α → ReaderT ρ m β) (ctx : ρ) :
    (x >>= f).run ctx = x.run ctx >>= fun a => (f a).run ctx := rfl
@[simp] theorem run_map [Monad m] (f : α → β) (x : ReaderT ρ m α) (ctx : ρ) :
    (f <$> x).run ctx = f <$> x.run ctx := rfl
@[simp] theorem run_read [Monad m] (ctx : ρ) : (ReaderT.read : ReaderT ρ m ρ).run ctx = pure ctx :=
  rfl

instance [Monad m] [LawfulMonad m] : LawfulMonad (ReaderT ρ m) := LawfulMonad.mk' _
  (id_map := fun x => funext fun r => id_map (x r))
  (pure_bind := fun x f => funext fun r => pure_bind x fun a => f a r)
  (bind_assoc := fun x f g => funext fun r => bind_assoc (x r) (fun a => f a r) fun b => g b r)
  (map_const := fun a x => funext fun r => congrFun (congrFun map_const a) (x r))
  (seqLeft_eq := fun x y => funext fun r => seqLeft_eq_bind (x r) (y r))
  (seqRight_eq := fun x y => funext fun r => seqRight_eq_bind (x r) (y r))
  (bind_pure_comp := fun f x => funext fun r => bind_pure_comp f (x r))
  (bind_map := fun f x => funext fun r => bind_map (f r) (x r))

end ReaderT

namespace StateT

theorem ext {x y : StateT σ m α} (h : ∀ s, x.run s = y.run s) : x = y := funext h
@[simp] theorem run_pure [Monad m] (a : α) (s : σ) :
    (pure a : StateT σ m α).run s = pure (a, s) := rfl
@[simp] theorem run_bind [Monad m] (x : StateT σ m α) (f : α → StateT σ m β) (s : σ) :
    (x >>= f).run s = x.run s >>= fun p => (f p.1).run p.2 := rfl
@[simp] theorem run_map [Monad m] [LawfulMonad m] (f : α → β) (x : StateT σ m α) (s : σ) :
    (f <$> x).run s = (fun p : α × σ => (f p.1, p.2)) <$> x.run s :=
  bind_pure_comp (fun p : α × σ => (f p.1, p.2)) (x s)
@[simp] theorem run_get [Monad m] (s : σ) : (get : StateT σ m σ).run s = pure (s, s) := rfl
@[simp] theorem run_set [Monad m] (s s' : σ) :
    (set s' : StateT σ m PUnit).run s = pure (⟨⟩, s') := rfl
@[simp] theorem run_modify [Monad m] (f : σ → σ) (s : σ) :
    (modify f : StateT σ m PUnit).run s = pure (⟨⟩, f s) := rfl

instance [Monad m] [LawfulMonad m] : LawfulMonad (StateT σ m) := LawfulMonad.mk' _
  (id_map := fun x => funext fun s => bind_pure (x s))
  (pure_bind := fun a f => funext fun s => pure_bind (a, s) fun p => f p.1 p.2)
  (bind_assoc := fun x f g => funext fun s =>
    bind_assoc (x s) (fun p => f p.1 p.2) fun p => g p.1 p.2)
  (map_const := fun _ _ => rfl)

end StateT

namespace ExceptT

theorem ext {x y : ExceptT ε m α} (h : x.run = y.run) : x = y := h
@[simp] theorem run_pure [Monad m] (a : α) :
    (pure a : ExceptT ε m α).run = pure (Except.ok a) := rfl
@[simp] theorem run_throw [Monad m] (e : ε) :
    (throw e : ExceptT ε m β).run = pure (Except.error e) := rfl

instance [Monad m] [LawfulMonad m] : LawfulMonad (ExceptT ε m) := LawfulMonad.mk' _
  (id_map := fun {α} x => by
    refine Eq.trans ?_ (bind_pure (m := m) (α := Except ε α) x)
    exact bind_congr (m := m) fun | .ok _ => rfl | .error _ => rfl)
  (pure_bind := fun a f => by
    exact pure_bind (m := m) (Except.ok a) (ExceptT.bindCont f))
  (bind_assoc := fun {α β γ} x f g => by
    refine (bind_assoc (m := m) (α := Except ε α) x (ExceptT.bindCont f)
      (ExceptT.bindCont g)).trans ?_
    exact bind_congr (m := m) fun
      | .ok _ => rfl
      | .error _ => pure_bind (m := m) ..)
  (bind_pure_comp := fun f x => by
    exact bind_congr (m := m) fun | .ok _ => rfl | .error _ => rfl)

end ExceptT

namespace EStateM

instance : LawfulMonad (EStateM ε σ) := LawfulMonad.mk' _
  (id_map := fun x => funext fun s => by
    show EStateM.map id x s = x s
    unfold EStateM.map
    cases x s <;> rfl)
  (pure_bind := fun _ _ => rfl)
  (bind_assoc := fun x _ _ => funext fun s => by
    show EStateM.bind (EStateM.bind x _) _ s = EStateM.bind x _ s
    unfold EStateM.bind
    cases x s <;> rfl)
  (seqRight_eq := fun x y => funext fun s => by
    show EStateM.seqRight x (fun _ => y) s = EStateM.bind x _ s
    unfold EStateM.seqRight EStateM.bind
    cases x s <;> rfl)
  (bind_pure_comp := fun f x => funext fun s => by
    show EStateM.bind x _ s = EStateM.map f x s
    unfold EStateM.bind EStateM.map
    cases x s <;> rfl)

end EStateM
