prelude
import Init.Data.Int.Basic
import Init.Data.String.Basic

/-!
# Formats

The documents that `Repr` and the pretty printer make, laid out by the compiled algorithm. Signatures
follow Lean 4.35's public interface; left out: the monadic layout interface.
-/

set_option linter.all false

namespace Std

inductive Format.FlattenBehavior where
  | allOrNone
  | fill
  deriving Inhabited, BEq

inductive Format where
  | nil : Format
  | line : Format
  | align (force : Bool) : Format
  | text : String → Format
  | nest (indent : Int) (f : Format) : Format
  | append : Format → Format → Format
  | group : Format → (behavior : Format.FlattenBehavior := Format.FlattenBehavior.allOrNone) → Format
  | tag : Nat → Format → Format
  deriving Inhabited

class ToFormat (α : Type u) where
  format : α → Format

export ToFormat (format)

namespace Format

open FlattenBehavior

@[extern "native"] opaque isEmpty : Format → Bool

def fill (f : Format) : Format := group f (behavior := .fill)

instance : Append Format := ⟨Format.append⟩
instance : Coe String Format := ⟨Format.text⟩

def join (xs : List Format) : Format := xs.foldl (· ++ ·) ""

def isNil : Format → Bool
  | nil => true
  | _ => false

def defIndent := 2
def defUnicode := true
def defWidth := 120

def nestD (f : Format) : Format := nest defIndent f
def indentD (f : Format) : Format := nestD (Format.line ++ f)

@[extern "native"] opaque pretty (f : Format) (width : Nat := defWidth) (indent : Nat := 0)
  (column := 0) : String

@[inline] def bracket (l : String) (x : Format) (r : String) : Format :=
  group (nest l.length <| l ++ x ++ r)
@[inline] def paren (f : Format) : Format := bracket "(" f ")"
@[inline] def sbracket (f : Format) : Format := bracket "[" f "]"
@[inline] def bracketFill (l : String) (x : Format) (r : String) : Format :=
  fill (nest l.length <| l ++ x ++ r)

def joinSep [ToFormat α] : List α → Format → Format
  | [], _ => nil
  | a :: as, sep => as.foldl (· ++ sep ++ format ·) (format a)

def prefixJoin [ToFormat α] (pre : Format) (xs : List α) : Format :=
  xs.foldl (fun f a => f ++ pre ++ format a) nil

def joinSuffix [ToFormat α] : List α → Format → Format
  | [], _ => nil
  | a :: as, suffix => as.foldl (· ++ format · ++ suffix) (format a ++ suffix)

end Format

instance : ToFormat Format where
  format f := f
instance : ToFormat String where
  format s := Format.text s

end Std
