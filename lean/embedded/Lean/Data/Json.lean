prelude
import Init.Programs
/-
`Lean.Json`: values, parsing, printing, and the conversion classes that `deriving` fills.

Constructor order and names as in Lean 4.35 (`null bool num str arr obj`), checked against the
symbols of the library. Leaves out: streams, `json%` patterns, JSON-RPC, floats.
-/
import Lean.Data.Name

namespace Lean

/-- `mantissa * 10 ^ -exponent`. -/
structure JsonNumber where
  mantissa : Int
  exponent : Nat
  deriving DecidableEq, Hashable

namespace JsonNumber
protected def fromNat (n : Nat) : JsonNumber := ⟨n, 0⟩
protected def fromInt (n : Int) : JsonNumber := ⟨n, 0⟩
instance : Coe Nat JsonNumber := ⟨JsonNumber.fromNat⟩
instance : Coe Int JsonNumber := ⟨JsonNumber.fromInt⟩
instance (n : Nat) : OfNat JsonNumber n := ⟨.fromNat n⟩
instance : Neg JsonNumber := ⟨fun n => ⟨-n.mantissa, n.exponent⟩⟩
instance : Inhabited JsonNumber := ⟨0⟩
@[extern "native"] protected opaque toString : JsonNumber → String
instance : ToString JsonNumber := ⟨JsonNumber.toString⟩
@[extern "native"] opaque normalize : JsonNumber → Int × Nat × Int
end JsonNumber

inductive Json where
  | null
  | bool (b : Bool)
  | num (n : JsonNumber)
  | str (s : String)
  | arr (elems : Array Json)
  | obj (kvPairs : Std.TreeMap String Json)
  deriving Inhabited

namespace Json
@[extern "native"] opaque parse (s : String) : Except String Json
@[extern "native"] opaque compress (j : Json) : String
@[extern "native"] opaque pretty (j : Json) (lineWidth := 80) : String
@[extern "native"] opaque render : Json → Std.Format

instance : Inhabited (BEq Json) := ⟨⟨fun _ _ => false⟩⟩
@[instance, extern "native"] opaque instBEq : BEq Json

instance : ToString Json := ⟨fun j => j.pretty⟩
instance : Std.ToFormat Json := ⟨render⟩

def mkObj (o : List (String × Json)) : Json := .obj (o.foldl (fun m p => m.insert p.1 p.2) ∅)

instance : Coe Nat Json := ⟨fun n => .num n⟩
instance : Coe Int Json := ⟨fun n => .num n⟩
instance : Coe String Json := ⟨.str⟩
instance : Coe Bool Json := ⟨.bool⟩
instance (n : Nat) : OfNat Json n := ⟨.num n⟩

def isNull : Json → Bool
  | .null => true
  | _ => false

def getObj? : Json → Except String (Std.TreeMap String Json)
  | .obj kvs => .ok kvs
  | _ => .error "object expected"
def getArr? : Json → Except String (Array Json)
  | .arr a => .ok a
  | _ => .error "array expected"
def getStr? : Json → Except String String
  | .str s => .ok s
  | _ => .error "String expected"
def getNum? : Json → Except String JsonNumber
  | .num n => .ok n
  | _ => .error "number expected"
def getNat? : Json → Except String Nat
  | .num ⟨.ofNat n, 0⟩ => .ok n
  | _ => .error "Natural number expected"
def getInt? : Json → Except String Int
  | .num ⟨n, 0⟩ => .ok n
  | _ => .error "Integer expected"
def getBool? : Json → Except String Bool
  | .bool b => .ok b
  | _ => .error "Bool expected"
def getObjVal? : Json → String → Except String Json
  | .obj kvs, k =>
    match kvs.get? k with
    | some v => .ok v
    | none => .error s!"property not found: {k}"
  | _, _ => .error "object expected"
def getArrVal? : Json → Nat → Except String Json
  | .arr a, i =>
    match a[i]? with
    | some v => .ok v
    | none => .error s!"index out of bounds: {i}"
  | _, _ => .error "array expected"
def getObjValD (j : Json) (k : String) : Json :=
  match j.getObjVal? k with
  | .ok v => v
  | .error _ => .null
def setObjVal! : Json → String → Json → Json
  | .obj kvs, k, v => .obj (kvs.insert k v)
  | j, _, _ => j
def mergeObj : Json → Json → Json
  | .obj a, .obj b => .obj (b.foldl (fun m k v => m.insert k v) a)
  | _, j => j

@[extern "native"] opaque getTag? : Json → Option String
@[extern "native"] opaque parseTagged (json : Json) (tag : String) (nFields : Nat)
  (fieldNames? : Option (Array Name)) : Except String (Array Json)
@[extern "native"] opaque parseCtorFields (json : Json) (tag : String) (nFields : Nat)
  (fieldNames? : Option (Array Name)) : Except String (Array Json)
end Json

/-- Types that can be read from JSON. -/
class FromJson (α : Type u) where
  fromJson? : Json → Except String α
export FromJson (fromJson?)

/-- Types that can be written as JSON. -/
class ToJson (α : Type u) where
  toJson : α → Json
export ToJson (toJson)

/-! So that native instances can be declared. -/
instance {α : Type u} : Inhabited (FromJson α) := ⟨⟨fun _ => .error ""⟩⟩
instance {α : Type u} : Inhabited (ToJson α) := ⟨⟨fun _ => .null⟩⟩

namespace Json
def getObjValAs? (j : Json) (α : Type u) [FromJson α] (k : String) : Except String α :=
  match fromJson? (α := α) (j.getObjValD k) with
  | .ok a => .ok a
  | .error e => .error s!"{k}: {e}"

def setObjValAs! (j : Json) {α : Type u} [ToJson α] (k : String) (v : α) : Json :=
  j.setObjVal! k (toJson v)

/-- The pair list of an optional field: none when there is no value. -/
def opt {α : Type} [ToJson α] (k : String) : Option α → List (String × Json)
  | none => []
  | some a => [(k, toJson a)]
end Json

instance : FromJson Json := ⟨.ok⟩
instance : ToJson Json := ⟨id⟩
instance : FromJson JsonNumber := ⟨Json.getNum?⟩
instance : ToJson JsonNumber := ⟨.num⟩
instance : FromJson Unit := ⟨fun _ => .ok ()⟩
instance : ToJson Unit := ⟨fun _ => .mkObj []⟩
instance : FromJson Bool := ⟨Json.getBool?⟩
instance : ToJson Bool := ⟨.bool⟩
instance : FromJson Nat := ⟨Json.getNat?⟩
instance : ToJson Nat := ⟨fun n => .num n⟩
instance : FromJson Int := ⟨Json.getInt?⟩
instance : ToJson Int := ⟨fun n => .num n⟩
instance : FromJson String := ⟨Json.getStr?⟩
instance : ToJson String := ⟨.str⟩
instance : FromJson System.FilePath := ⟨fun j => (System.FilePath.mk <$> j.getStr?)⟩
instance : ToJson System.FilePath := ⟨fun p => .str p.toString⟩

@[extern "native"] opaque Name.fromJson? (j : Json) : Except String Name
instance : FromJson Name := ⟨Name.fromJson?⟩
instance : ToJson Name := ⟨fun n => .str (toString n)⟩

instance {α : Type u} [FromJson α] : FromJson (Array α) where
  fromJson?
    | .arr a => a.mapM fromJson?
    | _ => .error "array expected"
instance {α : Type u} [ToJson α] : ToJson (Array α) := ⟨fun a => .arr (a.map toJson)⟩
instance {α : Type u} [FromJson α] : FromJson (List α) where
  fromJson?
    | .arr a => a.toList.mapM fromJson?
    | _ => .error "array expected"
instance {α : Type u} [ToJson α] : ToJson (List α) := ⟨fun a => .arr (a.map toJson).toArray⟩
instance {α : Type u} [FromJson α] : FromJson (Option α) where
  fromJson?
    | .null => .ok none
    | j => some <$> fromJson? j
instance {α : Type u} [ToJson α] : ToJson (Option α) where
  toJson
    | none => .null
    | some a => toJson a
instance {α : Type u} {β : Type v} [FromJson α] [FromJson β] : FromJson (α × β) where
  fromJson?
    | .arr a =>
      if a.size == 2 then
        match fromJson? (a.getD 0 .null), fromJson? (a.getD 1 .null) with
        | .ok x, .ok y => .ok (x, y)
        | .error e, _ | _, .error e => .error e
      else .error "pair expected"
    | _ => .error "pair expected"
instance {α : Type u} {β : Type v} [ToJson α] [ToJson β] : ToJson (α × β) where
  toJson p := .arr #[toJson p.1, toJson p.2]

/-- 64-bit numbers are strings in JSON, as in Lean. -/
instance : ToJson UInt64 := ⟨fun v => .str (toString v)⟩
instance : FromJson UInt64 where
  fromJson? j := do
    match (← j.getStr?).toNat? with
    | some n => if n < UInt64.size then .ok (.ofNat n) else .error "value too large"
    | none => .error "number in a string expected"
instance : ToJson UInt32 := ⟨fun v => .num v.toNat⟩
instance : ToJson USize := ⟨fun v => .str (toString v)⟩
end Lean
