prelude
import Init.Programs
/-
Universe levels, with the cached data word of the compiled library.

The `computed_field` clause gives the native layout; the constructors are the native ones, which
compute the data. Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Data.Name
import Lean.Data.PersistentHashMap

namespace Lean

def Level.Data := UInt64
instance : Inhabited Level.Data := inferInstanceAs (Inhabited UInt64)

def Level.Data.hash (c : Level.Data) : UInt64 := (c : UInt64).toUInt32.toUInt64
instance : BEq Level.Data := ⟨fun (a b : UInt64) => a == b⟩
def Level.Data.depth (c : Level.Data) : UInt32 := (UInt64.shiftRight c 40).toUInt32
def Level.Data.hasMVar (c : Level.Data) : Bool := ((UInt64.shiftRight c 32).land 1) == 1
def Level.Data.hasParam (c : Level.Data) : Bool := ((UInt64.shiftRight c 33).land 1) == 1

structure LevelMVarId where
  name : Name
  deriving Inhabited, BEq, Hashable, Repr

abbrev LMVarId := LevelMVarId

def LMVarIdSet := Std.TreeSet LMVarId (fun a b => Name.quickCmp a.name b.name)
instance : EmptyCollection LMVarIdSet :=
  ⟨(Std.TreeSet.empty : Std.TreeSet LMVarId fun a b => Name.quickCmp a.name b.name)⟩
instance : Inhabited LMVarIdSet := ⟨∅⟩

inductive Level where
  | zero : Level
  | succ : Level → Level
  | max : Level → Level → Level
  | imax : Level → Level → Level
  | param : Name → Level
  | mvar : LMVarId → Level
with
  @[computed_field] data : Level → Level.Data
    | _ => default

namespace Level
instance : Inhabited Level := ⟨.zero⟩

@[export l_Lean_Level_zero___override, extern "native"] opaque zeroImpl : Level
@[export l_Lean_Level_succ___override, extern "native"] opaque succImpl (u : Level) : Level
@[export l_Lean_Level_max___override, extern "native"] opaque maxImpl (u v : Level) : Level
@[export l_Lean_Level_imax___override, extern "native"] opaque imaxImpl (u v : Level) : Level
@[export l_Lean_Level_param___override, extern "native"] opaque paramImpl (n : Name) : Level
@[export l_Lean_Level_mvar___override, extern "native"] opaque mvarImpl (m : LMVarId) : Level

attribute [implemented_by zeroImpl] Level.zero
attribute [implemented_by succImpl] Level.succ
attribute [implemented_by maxImpl] Level.max
attribute [implemented_by imaxImpl] Level.imax
attribute [implemented_by paramImpl] Level.param
attribute [implemented_by mvarImpl] Level.mvar
end Level


namespace Level
protected def hash (u : Level) : UInt64 := u.data.hash
instance : Hashable Level := ⟨Level.hash⟩
def depth (u : Level) : Nat := u.data.depth.toNat
def hasMVar (u : Level) : Bool := u.data.hasMVar
def hasParam (u : Level) : Bool := u.data.hasParam

@[extern "native"] protected opaque beq (a : Level) (b : Level) : Bool
instance : BEq Level := ⟨Level.beq⟩

@[extern "native"] opaque ofNat : Nat → Level
@[extern "native"] opaque toNat (lvl : Level) : Option Nat
@[extern "native"] opaque normalize (l : Level) : Level
@[extern "native"] opaque isEquiv (u v : Level) : Bool
@[extern "native"] opaque isNeverZero : Level → Bool
@[extern "native"] opaque isAlwaysZero : Level → Bool
@[extern "native"] opaque instantiateParams (u : Level) (paramNames : List Name)
  (vs : List Level) : Level
@[extern "native"] opaque substParams (u : Level) (s : Name → Option Level) : Level
@[extern "native"] opaque format (u : Level) (mvars : Bool)
  (lIndex? : LMVarId → Option Nat) : Std.Format
instance : Std.ToFormat Level := ⟨fun u => u.format true fun _ => none⟩
instance : ToString Level := ⟨fun u => (Std.format u).pretty⟩

def one : Level := .succ .zero
def isZero : Level → Bool
  | .zero => true
  | _ => false
def isSucc : Level → Bool
  | .succ _ => true
  | _ => false
def isParam : Level → Bool
  | .param _ => true
  | _ => false
def isMVar : Level → Bool
  | .mvar _ => true
  | _ => false
def mvarId! : Level → LMVarId
  | .mvar m => m
  | _ => default

def collectParams (u : Level) (acc : Array Name := #[]) : Array Name :=
  match u with
  | .zero | .mvar _ => acc
  | .succ v => v.collectParams acc
  | .max a b | .imax a b => b.collectParams (a.collectParams acc)
  | .param n => if acc.contains n then acc else acc.push n
end Level

def levelZero : Level := .zero
def levelOne : Level := .succ .zero
def mkLevelMVar (mvarId : LMVarId) : Level := .mvar mvarId
def mkLevelParam (name : Name) : Level := .param name
def mkLevelSucc (u : Level) : Level := .succ u
def mkLevelMax (u v : Level) : Level := .max u v
def mkLevelIMax (u v : Level) : Level := .imax u v
@[extern "native"] opaque mkLevelMax' (u v : Level) : Level
@[extern "native"] opaque mkLevelIMax' (u v : Level) : Level

end Lean
