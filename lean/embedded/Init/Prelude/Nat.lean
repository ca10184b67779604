prelude
import Init.Prelude.Operators

/-!
# Order and division of natural numbers, `Fin`

What `Nat.div` and `Nat.mod` need to be defined and bounded, and numbers below a bound. Lemmas for
users are in `Init.Data.Nat`.

Source of names, types, order of arguments, constructors and fields: see `Init.Prelude`.
-/

set_option linter.all false

universe u v w

protected inductive Nat.le (n : Nat) : Nat → Prop
  | refl : Nat.le n n
  | step {m} : Nat.le n m → Nat.le n (succ m)

instance instLENat : LE Nat where
  le := Nat.le

@[implicit_reducible] protected def Nat.lt (n m : Nat) : Prop := Nat.le (succ n) m

instance instLTNat : LT Nat where
  lt := Nat.lt

theorem Nat.not_succ_le_zero (n : Nat) : LE.le (succ n) 0 → False :=
  have key : ∀ m, Eq m 0 → LE.le (succ n) m → False := fun _ em hle =>
    Nat.le.casesOn (motive := fun m _ => Eq m 0 → False) hle
      (fun e => Nat.noConfusion e) (fun _ e => Nat.noConfusion e) em
  key 0 rfl

theorem Nat.not_lt_zero (n : Nat) : Not (LT.lt n 0) := not_succ_le_zero n

theorem Nat.zero_le : (n : Nat) → LE.le 0 n
  | zero => Nat.le.refl
  | succ n => Nat.le.step (zero_le n)

theorem Nat.succ_le_succ : LE.le n m → LE.le (succ n) (succ m)
  | Nat.le.refl => Nat.le.refl
  | Nat.le.step h => Nat.le.step (succ_le_succ h)

theorem Nat.zero_lt_succ (n : Nat) : LT.lt 0 (succ n) := succ_le_succ (zero_le n)

theorem Nat.le_succ_of_le (h : LE.le n m) : LE.le n (succ m) := Nat.le.step h

protected theorem Nat.le_trans {n m k : Nat} : LE.le n m → LE.le m k → LE.le n k
  | h, Nat.le.refl => h
  | h, Nat.le.step h' => Nat.le.step (Nat.le_trans h h')

protected theorem Nat.lt_of_lt_of_le {n m k : Nat} : LT.lt n m → LE.le m k → LT.lt n k :=
  Nat.le_trans

protected theorem Nat.lt_trans {n m k : Nat} (h₁ : LT.lt n m) : LT.lt m k → LT.lt n k :=
  Nat.le_trans (le_succ_of_le h₁)

theorem Nat.le_succ (n : Nat) : LE.le n (succ n) := Nat.le.step Nat.le.refl

protected theorem Nat.le_refl (n : Nat) : LE.le n n := Nat.le.refl

theorem Nat.succ_pos (n : Nat) : LT.lt 0 (succ n) := zero_lt_succ n

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_pred", implicit_reducible]
def Nat.pred : (@& Nat) → Nat
  | 0 => 0
  | succ n => n

theorem Nat.pred_le_pred : {n m : Nat} → LE.le n m → LE.le (pred n) (pred m)
  | _, _, Nat.le.refl => Nat.le.refl
  | 0, succ _, Nat.le.step h => h
  | succ _, succ _, Nat.le.step h => Nat.le_trans (le_succ _) h

theorem Nat.le_of_succ_le_succ {n m : Nat} : LE.le (succ n) (succ m) → LE.le n m := pred_le_pred

theorem Nat.le_of_lt_succ {m n : Nat} : LT.lt m (succ n) → LE.le m n := le_of_succ_le_succ

protected theorem Nat.eq_or_lt_of_le : {n m : Nat} → LE.le n m → Or (Eq n m) (LT.lt n m)
  | zero, zero, _ => Or.inl rfl
  | zero, succ _, _ => Or.inr (Nat.succ_le_succ (Nat.zero_le _))
  | succ _, zero, h => absurd h (not_succ_le_zero _)
  | succ n, succ m, h =>
    (Nat.eq_or_lt_of_le (n := n) (m := m) (Nat.le_of_succ_le_succ h)).elim
      (fun e => Or.inl (congrArg succ e)) (fun l => Or.inr (succ_le_succ l))

protected theorem Nat.lt_or_ge (n m : Nat) : Or (LT.lt n m) (GE.ge n m) :=
  match m with
  | zero => Or.inr (zero_le n)
  | succ m =>
    (Nat.lt_or_ge n m).elim (fun l => Or.inl (le_succ_of_le l)) fun g =>
      (Nat.eq_or_lt_of_le g).elim
        (fun e => Or.inl (Eq.ndrec (motive := fun k => LT.lt k (succ m)) (Nat.le_refl _) e)) Or.inr

theorem Nat.not_succ_le_self : (n : Nat) → Not (LE.le (succ n) n)
  | 0 => not_succ_le_zero _
  | succ n => fun h => absurd (le_of_succ_le_succ h) (not_succ_le_self n)

protected theorem Nat.lt_irrefl (n : Nat) : Not (LT.lt n n) := Nat.not_succ_le_self n

protected theorem Nat.lt_of_le_of_lt {n m k : Nat} (h₁ : LE.le n m) (h₂ : LT.lt m k) : LT.lt n k :=
  Nat.le_trans (Nat.succ_le_succ h₁) h₂

protected theorem Nat.le_antisymm {n m : Nat} (h₁ : LE.le n m) (h₂ : LE.le m n) : Eq n m :=
  match h₁ with
  | Nat.le.refl => rfl
  | Nat.le.step h => absurd (Nat.lt_of_le_of_lt h h₂) (Nat.lt_irrefl n)

protected theorem Nat.lt_of_le_of_ne {n m : Nat} (h₁ : LE.le n m) (h₂ : Not (Eq n m)) :
    LT.lt n m :=
  (Nat.lt_or_ge n m).elim id fun g => absurd (Nat.le_antisymm h₁ g) h₂

theorem Nat.le_of_ble_eq_true (h : Eq (Nat.ble n m) true) : LE.le n m :=
  match n, m with
  | 0, _ => Nat.zero_le _
  | succ _, succ _ => Nat.succ_le_succ (le_of_ble_eq_true h)

theorem Nat.ble_self_eq_true : (n : Nat) → Eq (Nat.ble n n) true
  | 0 => rfl
  | succ n => ble_self_eq_true n

theorem Nat.ble_succ_eq_true : {n m : Nat} → Eq (Nat.ble n m) true → Eq (Nat.ble n (succ m)) true
  | 0, _, _ => rfl
  | succ n, succ _, h => ble_succ_eq_true (n := n) h

theorem Nat.ble_eq_true_of_le (h : LE.le n m) : Eq (Nat.ble n m) true :=
  match h with
  | Nat.le.refl => Nat.ble_self_eq_true n
  | Nat.le.step h => Nat.ble_succ_eq_true (ble_eq_true_of_le h)

theorem Nat.not_le_of_not_ble_eq_true (h : Not (Eq (Nat.ble n m) true)) : Not (LE.le n m) :=
  fun l => h (Nat.ble_eq_true_of_le l)

theorem Nat.lt_succ_of_le {n m : Nat} : LE.le n m → LT.lt n (succ m) := succ_le_succ

protected theorem Nat.lt_add_one (n : Nat) : LT.lt n (HAdd.hAdd n 1) := Nat.le_refl (succ n)

theorem Nat.lt_succ_self (n : Nat) : LT.lt n (succ n) := Nat.lt_add_one _

protected theorem Nat.lt_of_not_le {a b : Nat} (h : Not (LE.le a b)) : LT.lt b a :=
  (Nat.lt_or_ge b a).resolve_right h

protected theorem Nat.add_pos_right :
    {b : Nat} → (a : Nat) → (hb : LT.lt 0 b) → LT.lt 0 (HAdd.hAdd a b)
  | zero, _, h => (Nat.not_succ_le_zero _ h).elim
  | succ _, _, _ => Nat.zero_lt_succ _

protected theorem Nat.mul_pos :
    {n m : Nat} → (hn : LT.lt 0 n) → (hm : LT.lt 0 m) → LT.lt 0 (HMul.hMul n m)
  | _, zero, _, h => (Nat.not_succ_le_zero _ h).elim
  | _, succ _, h, _ => Nat.add_pos_right _ h

protected theorem Nat.pow_pos {a : Nat} : {n : Nat} → (h : LT.lt 0 a) → LT.lt 0 (HPow.hPow a n)
  | zero, _ => Nat.zero_lt_succ _
  | succ _, h => Nat.mul_pos (Nat.pow_pos h) h

@[extern "lean_nat_dec_le"]
instance Nat.decLe (n m : @& Nat) : Decidable (LE.le n m) where
  decide := ble n m
  reflects_decide :=
    match h : ble n m with
    | true => Nat.le_of_ble_eq_true h
    | false => Nat.not_le_of_not_ble_eq_true (Bool.ne_true_of_eq_false h)

@[extern "lean_nat_dec_lt"]
instance Nat.decLt (n m : @& Nat) : Decidable (LT.lt n m) := decLe (succ n) m

instance : Min Nat := minOfLe

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_sub", instance_reducible]
protected def Nat.sub : (@& Nat) → (@& Nat) → Nat
  | n, 0 => n
  | n, succ m => pred (Nat.sub n m)

attribute [gen_constructor_elims] Nat

protected theorem Nat.ctorIdx_zero : Eq (Nat.ctorIdx 0) 0 := rfl
protected theorem Nat.ctorIdx_succ : Eq (Nat.ctorIdx (succ n)) 1 := rfl

instance instSubNat : Sub Nat where
  sub := Nat.sub

theorem Nat.succ_sub_succ_eq_sub (n m : Nat) : Eq (HSub.hSub (succ n) (succ m)) (HSub.hSub n m) :=
  m.rec rfl (fun _ ih => congrArg pred ih)

theorem Nat.pred_le : ∀ (n : Nat), LE.le (Nat.pred n) n
  | zero => Nat.le.refl
  | succ _ => le_succ _

theorem Nat.sub_le (n m : Nat) : LE.le (HSub.hSub n m) n :=
  m.rec (Nat.le_refl _) (fun _ ih => Nat.le_trans (pred_le _) ih)

theorem Nat.sub_lt : ∀ {n m : Nat}, LT.lt 0 n → LT.lt 0 m → LT.lt (HSub.hSub n m) n
  | 0, _, h, _ => absurd h (Nat.lt_irrefl 0)
  | Nat.succ _, 0, _, h => absurd h (Nat.lt_irrefl 0)
  | Nat.succ n, Nat.succ m, _, _ =>
    Eq.ndrec_symm (motive := fun k => LT.lt k (succ n)) (lt_succ_of_le (sub_le n m))
      (succ_sub_succ_eq_sub n m)

theorem Nat.div_rec_lemma {x y : Nat} :
    (And (LT.lt 0 y) (LE.le y x)) → LT.lt (HSub.hSub x y) x :=
  fun h => sub_lt (Nat.lt_of_lt_of_le h.left h.right) h.left

theorem Nat.div_rec_fuel_lemma {x y fuel : Nat} (hy : LT.lt 0 y) (hle : LE.le y x)
    (hfuel : LT.lt x (HAdd.hAdd fuel 1)) : LT.lt (HSub.hSub x y) fuel :=
  Nat.lt_of_lt_of_le (div_rec_lemma ⟨hy, hle⟩) (Nat.le_of_lt_succ hfuel)

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_div", irreducible]
protected def Nat.div (x y : @& Nat) : Nat :=
  dite (LT.lt 0 y) (fun hy =>
    let rec
      go (fuel : Nat) (x : Nat) (hfuel : LT.lt x fuel) : Nat :=
      match fuel with
      | succ fuel =>
        dite (LE.le y x)
          (fun h => HAdd.hAdd (go fuel (HSub.hSub x y) (div_rec_fuel_lemma hy h hfuel)) 1)
          (fun _ => 0)
      termination_by structural fuel
    go (succ x) x (Nat.lt_succ_self _))
    (fun _ => 0)

instance Nat.instDiv : Div Nat := ⟨Nat.div⟩

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_mod"]
protected noncomputable def Nat.modCore (x y : Nat) : Nat :=
  dite (LT.lt 0 y)
    (fun hy =>
      let rec
        go (fuel : Nat) (x : Nat) (hfuel : LT.lt x fuel) : Nat :=
        match fuel with
        | succ fuel =>
          dite (LE.le y x)
            (fun h => go fuel (HSub.hSub x y) (div_rec_fuel_lemma hy h hfuel))
            (fun _ => x)
        termination_by structural fuel
      go (succ x) x (Nat.lt_succ_self _))
    (fun _ => x)

theorem Nat.modCoreGo_lt {fuel y : Nat} (hy : LT.lt 0 y) : (x : Nat) → (hfuel : LT.lt x fuel) →
    LT.lt (Nat.modCore.go y hy fuel x hfuel) y :=
  fuel.rec (fun _ h => absurd h (Nat.not_lt_zero _))
    (fun _ ih x _ =>
      show LT.lt (dite _ _ _) _ from
        match Nat.decLe y x with
        | .isTrue _ => ih _ _
        | .isFalse h => Nat.lt_of_not_le h)

theorem Nat.modCore_lt {x y : Nat} (hy : LT.lt 0 y) : LT.lt (Nat.modCore x y) y :=
  show LT.lt (dite _ _ _) y from
    match Nat.decLt 0 y with
    | .isTrue _ => Nat.modCoreGo_lt hy x (Nat.lt_succ_self _)
    | .isFalse h => absurd hy h

attribute [irreducible] Nat.modCore

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_mod"]
protected def Nat.mod : @& Nat → @& Nat → Nat
  | 0, _ => 0
  | n@(succ _), m => ite (LE.le m n) (Nat.modCore n m) n

instance Nat.instMod : Mod Nat := ⟨Nat.mod⟩

theorem Nat.mod_lt : (x : Nat) → {y : Nat} → (hy : LT.lt 0 y) → LT.lt (HMod.hMod x y) y
  | 0, succ _, _ => Nat.zero_lt_succ _
  | succ n, m, hm =>
    show LT.lt (ite (LE.le m (succ n)) (Nat.modCore (succ n) m) (succ n)) _ from
      match Nat.decLe m (succ n) with
      | .isTrue _ => Nat.modCore_lt hm
      | .isFalse h => Nat.lt_of_not_le h

@[extern "lean_system_platform_nbits"]
opaque System.Platform.getNumBits : Unit → Subtype fun (n : Nat) => Or (Eq n 32) (Eq n 64) :=
  fun _ => ⟨64, Or.inr rfl⟩

def System.Platform.numBits : Nat := (getNumBits ()).val

theorem System.Platform.numBits_eq : Or (Eq numBits 32) (Eq numBits 64) :=
  (getNumBits ()).property

/-! ## Bounded numbers -/

@[pp_using_anonymous_constructor]
structure Fin (n : Nat) where
  mk ::
  val : Nat
  isLt : LT.lt val n

attribute [coe] Fin.val

theorem Fin.eq_of_val_eq {n} : ∀ {i j : Fin n}, Eq i.val j.val → Eq i j
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl

theorem Fin.val_eq_of_eq {n} {i j : Fin n} (h : Eq i j) : Eq i.val j.val := congrArg Fin.val h

instance (n : Nat) : DecidableEq (Fin n) := fun i j => {
  decide := decide (Eq i.val j.val)
  reflects_decide :=
    match instDecidableEqNat i.val j.val with
    | isTrue h => Fin.eq_of_val_eq h
    | isFalse h => fun e => h (Fin.val_eq_of_eq e)
}

instance {n} : LT (Fin n) where
  lt a b := LT.lt a.val b.val

instance {n} : LE (Fin n) where
  le a b := LE.le a.val b.val

instance Fin.decLt {n} (a b : Fin n) : Decidable (LT.lt a b) := Nat.decLt ..
instance Fin.decLe {n} (a b : Fin n) : Decidable (LE.le a b) := Nat.decLe ..

@[implicit_reducible] protected def Fin.Internal.ofNat (n : Nat) (hn : LT.lt 0 n) (a : Nat) :
    Fin n :=
  ⟨HMod.hMod a n, Nat.mod_lt _ hn⟩
