prelude
import Init.Data.Format.Basic
import Init.System.ST

/-!
# `Repr` and `ToString`

The two ways of showing a value, with instances for the basic types. Signatures follow Lean 4.35's
public interface.
-/

set_option linter.all false

open Sum Subtype Nat
open Std

universe u v

class Repr (α : Type u) where
  reprPrec : α → Nat → Format
export Repr (reprPrec)

abbrev repr [Repr α] : α → Format := (reprPrec · 0)
abbrev reprStr [Repr α] : α → String := fun a => (repr a).pretty
abbrev reprArg [Repr α] (x : α) : Format := reprPrec x 1024

class ReprTuple (α : Type u) where
  reprTuple : α → List Format → List Format
export ReprTuple (reprTuple)

class ReprAtom (α : Type u)

instance [Repr α] : Repr (id α) := inferInstanceAs (Repr α)
instance [Repr α] : Repr (Id α) := inferInstanceAs (Repr α)

instance : Repr Empty where
  reprPrec := nofun

@[extern "native"] opaque Bool.repr : Bool → Nat → Format
instance : Repr Bool where
  reprPrec := Bool.repr

def Repr.addAppParen (f : Format) (prec : Nat) : Format :=
  if prec >= 1024 then Format.paren f else f

instance : Repr (Decidable p) where
  reprPrec
    | Decidable.isTrue _, prec => Repr.addAppParen "isTrue _" prec
    | Decidable.isFalse _, prec => Repr.addAppParen "isFalse _" prec

instance : Repr PUnit.{u+1} where
  reprPrec _ _ := "PUnit.unit"
instance : Repr Unit where
  reprPrec _ _ := "()"

instance [Repr α] : Repr (ULift.{v} α) where
  reprPrec x prec := Repr.addAppParen ("ULift.up " ++ reprArg x.down) prec

instance [Repr α] : Repr (Option α) where
  reprPrec
    | none, _ => "none"
    | some a, prec => Repr.addAppParen ("some " ++ reprArg a) prec

instance [Repr α] [Repr β] : Repr (Sum α β) where
  reprPrec
    | .inl a, prec => Repr.addAppParen ("Sum.inl " ++ reprArg a) prec
    | .inr b, prec => Repr.addAppParen ("Sum.inr " ++ reprArg b) prec

instance [Repr α] : ReprTuple α where
  reprTuple a xs := repr a :: xs
instance [Repr α] [ReprTuple β] : ReprTuple (α × β) where
  reprTuple | (a, b), xs => reprTuple b (repr a :: xs)
instance [Repr α] [ReprTuple β] : Repr (α × β) where
  reprPrec | (a, b), _ => Format.bracket "(" (Format.joinSep (reprTuple b [repr a]).reverse ("," ++ Format.line)) ")"

instance {β : α → Type v} [Repr α] [(x : α) → Repr (β x)] : Repr (Sigma β) where
  reprPrec | ⟨a, b⟩, _ => Format.bracket "⟨" (repr a ++ ", " ++ repr b) "⟩"
instance {p : α → Prop} [Repr α] : Repr (Subtype p) where
  reprPrec s prec := reprPrec s.val prec

/-! ## Numbers -/

namespace Nat

def digitChar (n : Nat) : Char :=
  if n = 0 then '0' else if n = 1 then '1' else if n = 2 then '2' else if n = 3 then '3'
  else if n = 4 then '4' else if n = 5 then '5' else if n = 6 then '6' else if n = 7 then '7'
  else if n = 8 then '8' else if n = 9 then '9' else if n = 0xa then 'a' else if n = 0xb then 'b'
  else if n = 0xc then 'c' else if n = 0xd then 'd' else if n = 0xe then 'e'
  else if n = 0xf then 'f' else '*'

def toDigitsCore (base : Nat) : Nat → Nat → List Char → List Char
  | 0, _, ds => ds
  | fuel+1, n, ds =>
    let d := digitChar <| n % base
    let n' := n / base
    if n' = 0 then d::ds else toDigitsCore base fuel n' (d::ds)

def toDigits (base : Nat) (n : Nat) : List Char := toDigitsCore base (n+1) n []

@[extern "native"]
opaque reprFast (n : Nat) : String

@[implemented_by reprFast]
protected def repr (n : Nat) : String := String.ofList (toDigits 10 n)

def superDigitChar (n : Nat) : Char :=
  (['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][n]?).getD '*'
def subDigitChar (n : Nat) : Char :=
  (['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'][n]?).getD '*'
@[extern "native"] opaque toSuperscriptString (n : Nat) : String
@[extern "native"] opaque toSubscriptString (n : Nat) : String

end Nat

instance : Repr Nat where
  reprPrec n _ := Nat.repr n

protected def Int.repr : Int → String
  | ofNat m => Nat.repr m
  | negSucc m => "-" ++ Nat.repr (succ m)

instance : Repr Int where
  reprPrec i prec := if i < 0 then Repr.addAppParen (Int.repr i) prec else Int.repr i

instance : Repr (Fin n) where
  reprPrec f _ := Nat.repr f.val

def hexDigitRepr (n : Nat) : String := String.singleton <| Nat.digitChar n

@[extern "native"] opaque Char.quoteCore (c : Char) (inString : Bool := false) : String
@[extern "native"] opaque Char.quote (c : Char) : String
instance : Repr Char where
  reprPrec c _ := c.quote
@[extern "native"] opaque Char.repr (c : Char) : String
@[extern "native"] opaque String.quote (s : String) : String
instance : Repr String where
  reprPrec s _ := s.quote
instance : Repr String.Pos.Raw where
  reprPrec p _ := "{ byteIdx := " ++ Nat.repr p.byteIdx ++ " }"
instance : Repr Substring.Raw where
  reprPrec s _ := Format.text (String.quote s.toString) ++ ".toRawSubstring"

protected def List.repr [Repr α] (a : List α) (n : Nat) : Format :=
  let _ : ToFormat α := ⟨repr⟩
  match a, n with
  | [], _ => "[]"
  | as, _ => Format.bracket "[" (Format.joinSep as ("," ++ Format.line)) "]"
instance [Repr α] : Repr (List α) where
  reprPrec := List.repr

protected def List.repr' [Repr α] [ReprAtom α] (a : List α) (n : Nat) : Format :=
  let _ : ToFormat α := ⟨repr⟩
  match a, n with
  | [], _ => "[]"
  | as, _ => Format.bracketFill "[" (Format.joinSep as ("," ++ Format.line)) "]"
instance [Repr α] [ReprAtom α] : Repr (List α) where
  reprPrec := List.repr'

instance : ReprAtom Bool := ⟨⟩
instance : ReprAtom Nat := ⟨⟩
instance : ReprAtom Int := ⟨⟩
instance : ReprAtom Char := ⟨⟩
instance : ReprAtom String := ⟨⟩

protected def Except.repr [Repr ε] [Repr α] : Except ε α → Nat → Format
  | .error e, prec => Repr.addAppParen ("Except.error " ++ reprArg e) prec
  | .ok a, prec => Repr.addAppParen ("Except.ok " ++ reprArg a) prec
instance [Repr ε] [Repr α] : Repr (Except ε α) where
  reprPrec := Except.repr

/-! ## ToString -/

class ToString (α : Type u) where
  toString : α → String
export ToString (toString)

instance {α} [ToString α] : ToString (id α) := inferInstanceAs (ToString α)
instance {α} [ToString α] : ToString (Id α) := inferInstanceAs (ToString α)
instance : ToString String := ⟨fun s => s⟩
instance : ToString Substring.Raw := ⟨fun s => s.toString⟩
instance : ToString Char := ⟨fun c => c.toString⟩
instance : ToString Bool := ⟨fun b => cond b "true" "false"⟩
instance {p : Prop} : ToString (Decidable p) := ⟨fun
  | Decidable.isTrue _ => "true"
  | Decidable.isFalse _ => "false"⟩

def List.toString [ToString α] : List α → String
  | [] => "[]"
  | [x] => "[" ++ ToString.toString x ++ "]"
  | x::xs => xs.foldl (fun r y => r ++ ", " ++ ToString.toString y) ("[" ++ ToString.toString x) |>.push ']'

instance {α : Type u} [ToString α] : ToString (List α) := ⟨List.toString⟩
instance : ToString PUnit.{u+1} := ⟨fun _ => "()"⟩
instance {α : Type u} [ToString α] : ToString (ULift.{v} α) := ⟨fun v => toString v.1⟩
instance : ToString Unit := ⟨fun _ => "()"⟩
instance : ToString Nat := ⟨fun n => Nat.repr n⟩
instance : ToString Int := ⟨Int.repr⟩
instance : ToString String.Pos.Raw := ⟨fun p => toString p.byteIdx⟩
instance (n : Nat) : ToString (Fin n) := ⟨fun f => toString f.val⟩
instance : ToString Format where
  toString f := f.pretty

def addParenHeuristic (s : String) : String :=
  if "(".isPrefixOf s || "[".isPrefixOf s || "{".isPrefixOf s || "#[".isPrefixOf s then s
  else if !s.any Char.isWhitespace then s
  else "(" ++ s ++ ")"

instance {α : Type u} [ToString α] : ToString (Option α) := ⟨fun
  | none => "none"
  | some a => "(some " ++ addParenHeuristic (toString a) ++ ")"⟩
instance {α : Type u} {β : Type v} [ToString α] [ToString β] : ToString (Sum α β) := ⟨fun
  | .inl a => "(inl " ++ addParenHeuristic (toString a) ++ ")"
  | .inr b => "(inr " ++ addParenHeuristic (toString b) ++ ")"⟩
instance {α : Type u} {β : Type v} [ToString α] [ToString β] : ToString (α × β) := ⟨fun (a, b) =>
  "(" ++ toString a ++ ", " ++ toString b ++ ")"⟩
instance {α : Type u} {β : α → Type v} [ToString α] [∀ x, ToString (β x)] : ToString (Sigma β) :=
  ⟨fun ⟨a, b⟩ => "⟨" ++ toString a ++ ", " ++ toString b ++ "⟩"⟩
instance {α : Type u} {p : α → Prop} [ToString α] : ToString (Subtype p) := ⟨fun s => toString s.val⟩
instance [ToString ε] [ToString α] : ToString (Except ε α) where
  toString
    | .error e => "error: " ++ toString e
    | .ok a => "ok: " ++ toString a

def String.toInt? (s : String) : Option Int :=
  match s.toList with
  | '-' :: cs => (String.ofList cs).toNat?.map fun n => - (Int.ofNat n)
  | _ => s.toNat?.map Int.ofNat
def String.isInt (s : String) : Bool := s.toInt?.isSome
def String.toInt! (s : String) : Int :=
  match s.toInt? with
  | some i => i
  | none => panic "Int expected"

namespace Std

instance (priority := low) [ToString α] : ToFormat α := ⟨Format.text ∘ toString⟩


end Std

def List.format [ToFormat α] : List α → Format
  | [] => "[]"
  | xs => Format.sbracket <| Format.joinSep xs ("," ++ Format.line)
instance [ToFormat α] : ToFormat (List α) where
  format := List.format
def Option.format [ToFormat α] : Option α → Format
  | none => "none"
  | some a => "some " ++ Std.format a
instance {α : Type u} [ToFormat α] : ToFormat (Option α) := ⟨Option.format⟩
instance {α : Type u} {β : Type v} [ToFormat α] [ToFormat β] : ToFormat (Prod α β) where
  format := fun (a, b) => Format.paren <| Std.format a ++ "," ++ Format.line ++ Std.format b
