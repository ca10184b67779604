prelude
import Init.Programs
/-
`Lean.DataValue`, `KVMap`, `Options`, `Option` and the registration of options.

Signatures as in Lean 4.35. `Options` is a name map with a flag for traces (seen in static objects);
`OptionDecl` has no group any more.
-/
import Lean.Data.Name

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

inductive DataValue where
  | ofString (v : String)
  | ofBool (v : Bool)
  | ofName (v : Name)
  | ofNat (v : Nat)
  | ofInt (v : Int)
  | ofSyntax (v : Syntax)
  deriving Inhabited

namespace DataValue

def sameCtor : DataValue → DataValue → Bool
  | .ofString _, .ofString _ | .ofBool _, .ofBool _ | .ofName _, .ofName _ => true
  | .ofNat _, .ofNat _ | .ofInt _, .ofInt _ | .ofSyntax _, .ofSyntax _ => true
  | _, _ => false

def str : DataValue → String
  | .ofString v => v
  | .ofBool v => toString v
  | .ofName v => toString v
  | .ofNat v => toString v
  | .ofInt v => toString v
  | .ofSyntax _ => "<syntax>"

instance : ToString DataValue := ⟨str⟩
instance : Coe String DataValue := ⟨.ofString⟩
instance : Coe Bool DataValue := ⟨.ofBool⟩
instance : Coe Name DataValue := ⟨.ofName⟩
instance : Coe Nat DataValue := ⟨.ofNat⟩
instance : Coe Int DataValue := ⟨.ofInt⟩
instance : Coe Syntax DataValue := ⟨.ofSyntax⟩
end DataValue

structure KVMap where
  entries : List (Name × DataValue) := []
  deriving Inhabited

namespace KVMap
def empty : KVMap := {}
def isEmpty (m : KVMap) : Bool := m.entries.isEmpty
def size (m : KVMap) : Nat := m.entries.length
def find (m : KVMap) (k : Name) : Option DataValue :=
  (m.entries.find? fun p => p.1 == k).map (·.2)
def insert (m : KVMap) (k : Name) (v : DataValue) : KVMap :=
  if m.entries.any fun p => p.1 == k then
    ⟨m.entries.map fun p => if p.1 == k then (k, v) else p⟩
  else ⟨m.entries ++ [(k, v)]⟩
def contains (m : KVMap) (k : Name) : Bool := (m.find k).isSome

/-- Types that can be kept in a `DataValue`. -/
class Value (α : Type) where
  toDataValue : α → DataValue
  ofDataValue? : DataValue → Option α

instance : Value DataValue := ⟨id, some⟩
instance : Value Bool := ⟨.ofBool, fun | .ofBool b => some b | _ => none⟩
instance : Value Nat := ⟨.ofNat, fun | .ofNat b => some b | _ => none⟩
instance : Value Int := ⟨.ofInt, fun | .ofInt b => some b | _ => none⟩
instance : Value Name := ⟨.ofName, fun | .ofName b => some b | _ => none⟩
instance : Value String := ⟨.ofString, fun | .ofString b => some b | _ => none⟩
instance : Value Syntax := ⟨.ofSyntax, fun | .ofSyntax b => some b | _ => none⟩

def get? {α : Type} [Value α] (m : KVMap) (k : Name) : Option α :=
  (m.find k).bind Value.ofDataValue?
def get {α : Type} [Value α] (m : KVMap) (k : Name) (dflt : α) : α := (m.get? k).getD dflt
def set {α : Type} [Value α] (m : KVMap) (k : Name) (v : α) : KVMap :=
  m.insert k (Value.toDataValue v)
def setBool (m : KVMap) (k : Name) (v : Bool) : KVMap := m.insert k (.ofBool v)
def setNat (m : KVMap) (k : Name) (v : Nat) : KVMap := m.insert k (.ofNat v)
def setName (m : KVMap) (k : Name) (v : Name) : KVMap := m.insert k (.ofName v)
def setString (m : KVMap) (k : Name) (v : String) : KVMap := m.insert k (.ofString v)
def getBool (m : KVMap) (k : Name) (dflt := false) : Bool := m.get k dflt
def getNat (m : KVMap) (k : Name) (dflt := 0) : Nat := m.get k dflt
end KVMap

/-- The options in force; `hasTrace` says whether any trace option is among them. -/
structure Options where
  private map : NameMap DataValue
  hasTrace : Bool

namespace Options
def empty : Options := ⟨∅, false⟩
instance : Inhabited Options := ⟨empty⟩
instance : EmptyCollection Options := ⟨empty⟩

@[extern "native"] opaque insert (o : Options) (k : Name) (v : DataValue) : Options
@[extern "native"] opaque erase (o : Options) (k : Name) : Options
@[extern "native"] opaque contains (o : Options) (k : Name) : Bool

def find? (o : Options) (k : Name) : Option DataValue := o.map.find? k
def get? {α : Type} [KVMap.Value α] (o : Options) (k : Name) : Option α :=
  (o.map.find? k).bind KVMap.Value.ofDataValue?
def get {α : Type} [KVMap.Value α] (o : Options) (k : Name) (dflt : α) : α := (o.get? k).getD dflt
def getBool (o : Options) (k : Name) (dflt : Bool := false) : Bool := o.get k dflt
def set {α : Type} [KVMap.Value α] (o : Options) (k : Name) (v : α) : Options :=
  o.insert k (KVMap.Value.toDataValue v)
def setBool (o : Options) (k : Name) (v : Bool) : Options := o.insert k (.ofBool v)
def isEmpty (o : Options) : Bool := o.map.isEmpty
def toList (o : Options) : List (Name × DataValue) := o.map.toList

instance {m : Type → Type} [Monad m] : ForIn m Options (Name × DataValue) where
  forIn o init f := forIn o.toList init f

/-- `o₂` over `o₁`. -/
def mergeBy (f : Name → DataValue → DataValue → DataValue) (o₁ o₂ : Options) : Options :=
  o₂.toList.foldl (fun o (k, v) =>
    match o.find? k with
    | some v' => o.insert k (f k v' v)
    | none => o.insert k v) o₁

instance : ToString Options where
  toString o := "[" ++ ", ".intercalate (o.toList.map fun (k, v) => s!"{k} := {v}") ++ "]"
end Options

structure OptionDeprecation where
  text? : String := ""
  newName? : Option Name := none
  since? : Option String := none
  deriving Inhabited

/-- What is known of a registered option. -/
structure OptionDecl where
  name : Name
  declName : Name := by exact decl_name%
  defValue : DataValue
  descr : String := ""
  deprecation? : Option OptionDeprecation := none
  deriving Inhabited

def OptionDecls := NameMap OptionDecl
instance : Inhabited OptionDecls := ⟨(∅ : NameMap OptionDecl)⟩

@[extern "native"] opaque registerOption (name : Name) (decl : OptionDecl) : IO Unit
@[extern "native"] opaque getOptionDecls : IO OptionDecls
@[extern "native"] opaque getOptionDecl (name : Name) : IO OptionDecl
@[extern "native"] opaque getOptionDefaultValue (name : Name) : IO DataValue
@[extern "native"] opaque getOptionDescr (name : Name) : IO String

def getOptionDeclsArray : IO (Array (Name × OptionDecl)) :=
  return NameMap.toArray (α := OptionDecl) (← getOptionDecls)

/-- Monads in which options can be read. -/
class MonadOptions (m : Type → Type) where
  getOptions : m Options
export MonadOptions (getOptions)

instance {m n : Type → Type} [MonadLift m n] [MonadOptions m] : MonadOptions n where
  getOptions := liftM (getOptions : m _)

/-- Monads in which options can be set for a while. -/
class MonadWithOptions (m : Type → Type) where
  withOptions {α : Type} (f : Options → Options) (x : m α) : m α
export MonadWithOptions (withOptions)

instance {m n : Type → Type} [MonadFunctor m n] [MonadWithOptions m] : MonadWithOptions n where
  withOptions f x := monadMap (m := m) (withOptions f) x

@[command_parser 1000, extern "native"] opaque Option.registerOption : ParserDescr
@[macro Lean.Option.registerOption, extern "native"]
opaque Option._aux_Lean_Data_Options___macroRules_Lean_Option_registerOption_1 : Macro

/-- A typed option. -/
protected structure Option (α : Type) where
  name : Name
  defValue : α
  deriving Inhabited

namespace Option
/-- What `register_option` is given. -/
protected structure Decl (α : Type) where
  defValue : α
  descr : String := ""
  deprecation? : Option OptionDeprecation := none

protected def get? {α : Type} [KVMap.Value α] (opts : Options) (opt : Lean.Option α) : Option α :=
  opts.get? opt.name
protected def get {α : Type} [KVMap.Value α] (opts : Options) (opt : Lean.Option α) : α :=
  opts.get opt.name opt.defValue
protected def getM {m : Type → Type} [Monad m] [MonadOptions m] {α : Type} [KVMap.Value α]
    (opt : Lean.Option α) : m α := return opt.get (← getOptions)
protected def set {α : Type} [KVMap.Value α] (opts : Options) (opt : Lean.Option α) (val : α) :
    Options := opts.set opt.name val
protected def setIfNotSet {α : Type} [KVMap.Value α] (opts : Options) (opt : Lean.Option α)
    (val : α) : Options := if opts.contains opt.name then opts else opt.set opts val

protected def register {α : Type} [KVMap.Value α] (name : Name) (decl : Lean.Option.Decl α)
    (ref : Name := by exact decl_name%) : IO (Lean.Option α) := do
  Lean.registerOption name
    { name, declName := ref, defValue := KVMap.Value.toDataValue decl.defValue,
      descr := decl.descr, deprecation? := decl.deprecation? }
  return { name, defValue := decl.defValue }
end Option

end Lean
