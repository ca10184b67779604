prelude
import Init.Prelude.Strings

/-!
# Names, syntax trees, parser descriptors

All that the declarations of parsers in `Init.Generated.Syntax` need: they wait for this file, not for
monads and macros.

Source of names, types, order of arguments, constructors and fields: see `Init.Prelude`.
-/

set_option linter.all false

universe u v w

/-! ## Hashing and names -/

class Hashable (α : Sort u) where
  hash : α → UInt64

export Hashable (hash)

@[extern "lean_uint64_mix_hash"]
opaque mixHash (u₁ u₂ : UInt64) : UInt64

instance [Hashable α] {p : α → Prop} : Hashable (Subtype p) where
  hash a := hash a.val

@[extern "lean_string_hash"]
protected opaque String.hash (s : @& String) : UInt64

instance : Hashable String where
  hash := String.hash

namespace Lean

inductive Name where
  | anonymous : Name
  | str (pre : Name) (str : String)
  | num (pre : Name) (i : Nat)
with
  @[computed_field, inline] hash : Name → UInt64
    | .anonymous => .ofNatLT 1723 (of_decide_eq_true rfl)
    | .str p s => mixHash p.hash s.hash
    | .num p v => mixHash p.hash
        (dite (LT.lt v UInt64.size) (fun h => UInt64.ofNatLT v h)
          (fun _ => UInt64.ofNatLT 17 (of_decide_eq_true rfl)))

instance : Inhabited Name where
  default := Name.anonymous

instance : Hashable Name where
  hash := Name.hash

open BEq (beq)
open HAdd (hAdd)

namespace Name

@[export lean_name_mk_string] abbrev mkStr (p : Name) (s : String) : Name := Name.str p s
@[export lean_name_mk_numeral] abbrev mkNum (p : Name) (v : Nat) : Name := Name.num p v
abbrev mkSimple (s : String) : Name := .str .anonymous s

@[reducible] def mkStr1 (s₁ : String) : Name := .str .anonymous s₁
@[reducible] def mkStr2 (s₁ s₂ : String) : Name := .str (.str .anonymous s₁) s₂
@[reducible] def mkStr3 (s₁ s₂ s₃ : String) : Name := .str (.str (.str .anonymous s₁) s₂) s₃
@[reducible] def mkStr4 (s₁ s₂ s₃ s₄ : String) : Name :=
  .str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄
@[reducible] def mkStr5 (s₁ s₂ s₃ s₄ s₅ : String) : Name :=
  .str (.str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄) s₅
@[reducible] def mkStr6 (s₁ s₂ s₃ s₄ s₅ s₆ : String) : Name :=
  .str (.str (.str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄) s₅) s₆
@[reducible] def mkStr7 (s₁ s₂ s₃ s₄ s₅ s₆ s₇ : String) : Name :=
  .str (.str (.str (.str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄) s₅) s₆) s₇
@[reducible] def mkStr8 (s₁ s₂ s₃ s₄ s₅ s₆ s₇ s₈ : String) : Name :=
  .str (.str (.str (.str (.str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄) s₅) s₆) s₇) s₈

@[extern "lean_name_eq"]
protected def beq : (@& Name) → (@& Name) → Bool
  | anonymous, anonymous => true
  | str p₁ s₁, str p₂ s₂ => and (BEq.beq s₁ s₂) (Name.beq p₁ p₂)
  | num p₁ n₁, num p₂ n₂ => and (BEq.beq n₁ n₂) (Name.beq p₁ p₂)
  | _, _ => false

instance : BEq Name where
  beq := Name.beq

def appendCore : Name → Name → Name
  | n, .anonymous => n
  | n, .str p s => .str (appendCore n p) s
  | n, .num p d => .num (appendCore n p) d

end Name

def defaultMaxRecDepth := 512

def maxRecDepthErrorMessage : String :=
  "maximum recursion depth has been reached (set_option maxRecDepth <num> raises the limit)"

/-! ## Syntax trees -/

inductive SourceInfo where
  | original (leading : Substring.Raw) (pos : String.Pos.Raw) (trailing : Substring.Raw)
      (endPos : String.Pos.Raw)
  | synthetic (pos : String.Pos.Raw) (endPos : String.Pos.Raw) (canonical := false)
  | protected none

instance : Inhabited SourceInfo := ⟨SourceInfo.none⟩

namespace SourceInfo

@[extern "native"] opaque getPos? (info : SourceInfo) (canonicalOnly := false) :
  Option String.Pos.Raw
@[extern "native"] opaque getTailPos? (info : SourceInfo) (canonicalOnly := false) :
  Option String.Pos.Raw

def getTrailing? (info : SourceInfo) : Option Substring.Raw :=
  match info with
  | original (trailing := trailing) .. => some trailing
  | _ => none

def getTrailingTailPos? (info : SourceInfo) (canonicalOnly := false) : Option String.Pos.Raw :=
  match info.getTrailing? with
  | some trailing => some trailing.stopPos
  | none => info.getTailPos? canonicalOnly

end SourceInfo

abbrev SyntaxNodeKind := Name

inductive Syntax.Preresolved where
  | namespace (ns : Name)
  | decl (n : Name) (fields : List String)

inductive Syntax where
  | missing : Syntax
  | node (info : SourceInfo) (kind : SyntaxNodeKind) (args : Array Syntax) : Syntax
  | atom (info : SourceInfo) (val : String) : Syntax
  | ident (info : SourceInfo) (rawVal : Substring.Raw) (val : Name)
      (preresolved : List Syntax.Preresolved) : Syntax

namespace Syntax
variable (info : SourceInfo) (kind : SyntaxNodeKind)

def node1 (a₁ : Syntax) : Syntax := node info kind (Array.mkArray1 a₁)
def node2 (a₁ a₂ : Syntax) : Syntax := node info kind (Array.mkArray2 a₁ a₂)
def node3 (a₁ a₂ a₃ : Syntax) : Syntax := node info kind (Array.mkArray3 a₁ a₂ a₃)
def node4 (a₁ a₂ a₃ a₄ : Syntax) : Syntax := node info kind (Array.mkArray4 a₁ a₂ a₃ a₄)
def node5 (a₁ a₂ a₃ a₄ a₅ : Syntax) : Syntax := node info kind (Array.mkArray5 a₁ a₂ a₃ a₄ a₅)
def node6 (a₁ a₂ a₃ a₄ a₅ a₆ : Syntax) : Syntax :=
  node info kind (Array.mkArray6 a₁ a₂ a₃ a₄ a₅ a₆)
def node7 (a₁ a₂ a₃ a₄ a₅ a₆ a₇ : Syntax) : Syntax :=
  node info kind (Array.mkArray7 a₁ a₂ a₃ a₄ a₅ a₆ a₇)
def node8 (a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈ : Syntax) : Syntax :=
  node info kind (Array.mkArray8 a₁ a₂ a₃ a₄ a₅ a₆ a₇ a₈)

end Syntax

@[implicit_reducible] def SyntaxNodeKinds := List SyntaxNodeKind

structure TSyntax (ks : SyntaxNodeKinds) where
  raw : Syntax

instance : Inhabited Syntax where
  default := Syntax.missing

instance : Inhabited (TSyntax ks) where
  default := ⟨default⟩

abbrev choiceKind : SyntaxNodeKind := `choice
abbrev nullKind : SyntaxNodeKind := `null
abbrev groupKind : SyntaxNodeKind := `group
abbrev identKind : SyntaxNodeKind := `ident
abbrev strLitKind : SyntaxNodeKind := `str
abbrev charLitKind : SyntaxNodeKind := `char
abbrev numLitKind : SyntaxNodeKind := `num
abbrev hexnumKind : SyntaxNodeKind := `hexnum
abbrev scientificLitKind : SyntaxNodeKind := `scientific
abbrev nameLitKind : SyntaxNodeKind := `name
abbrev fieldIdxKind : SyntaxNodeKind := `fieldIdx
abbrev hygieneInfoKind : SyntaxNodeKind := `hygieneInfo
abbrev interpolatedStrLitKind : SyntaxNodeKind := `interpolatedStrLitKind
abbrev interpolatedStrKind : SyntaxNodeKind := `interpolatedStrKind

@[inline] def mkNode (k : SyntaxNodeKind) (args : Array Syntax) : TSyntax (.cons k .nil) :=
  ⟨Syntax.node SourceInfo.none k args⟩

@[inline] def mkNullNode (args : Array Syntax := Array.empty) : Syntax := (mkNode nullKind args).raw

namespace Syntax

def getKind (stx : Syntax) : SyntaxNodeKind :=
  match stx with
  | Syntax.node _ k _ => k
  | Syntax.missing => `missing
  | Syntax.atom _ v => Name.mkSimple v
  | Syntax.ident .. => identKind

def setKind (stx : Syntax) (k : SyntaxNodeKind) : Syntax :=
  match stx with
  | Syntax.node info _ args => Syntax.node info k args
  | _ => stx

def isOfKind (stx : Syntax) (k : SyntaxNodeKind) : Bool := beq stx.getKind k

def getArg (stx : Syntax) (i : Nat) : Syntax :=
  match stx with
  | Syntax.node _ _ args => args.getD i Syntax.missing
  | _ => Syntax.missing

def getArgs (stx : Syntax) : Array Syntax :=
  match stx with
  | Syntax.node _ _ args => args
  | _ => Array.empty

def getNumArgs (stx : Syntax) : Nat :=
  match stx with
  | Syntax.node _ _ args => args.size
  | _ => 0

def getOptional? (stx : Syntax) : Option Syntax :=
  match stx with
  | Syntax.node _ k args => match and (beq k nullKind) (beq args.size 1) with
    | true => some (args.get!Internal 0)
    | false => none
  | _ => none

def isMissing : Syntax → Bool
  | Syntax.missing => true
  | _ => false

def isNodeOf (stx : Syntax) (k : SyntaxNodeKind) (n : Nat) : Bool :=
  and (stx.isOfKind k) (beq stx.getNumArgs n)

def isIdent : Syntax → Bool
  | ident .. => true
  | _ => false

def getId : Syntax → Name
  | ident _ _ val _ => val
  | _ => Name.anonymous

def getInfo? : Syntax → Option SourceInfo
  | atom info .. => some info
  | ident info .. => some info
  | node info .. => some info
  | missing => none

@[extern "native"] opaque getHeadInfo? : Syntax → Option SourceInfo
@[extern "native"] opaque getHeadInfo (stx : Syntax) : SourceInfo
@[extern "native"] opaque getPos? (stx : Syntax) (canonicalOnly := false) : Option String.Pos.Raw
@[extern "native"] opaque getTailPos? (stx : Syntax) (canonicalOnly := false) :
  Option String.Pos.Raw

structure SepArray (sep : String) where
  elemsAndSeps : Array Syntax

structure TSepArray (ks : SyntaxNodeKinds) (sep : String) where
  elemsAndSeps : Array Syntax

end Syntax

abbrev TSyntaxArray (ks : SyntaxNodeKinds) := Array (TSyntax ks)

unsafe def TSyntaxArray.rawImpl : TSyntaxArray ks → Array Syntax := unsafeCast

@[implemented_by TSyntaxArray.rawImpl]
opaque TSyntaxArray.raw (as : TSyntaxArray ks) : Array Syntax := Array.empty

unsafe def TSyntaxArray.mkImpl : Array Syntax → TSyntaxArray ks := unsafeCast

@[implemented_by TSyntaxArray.mkImpl]
opaque TSyntaxArray.mk (as : Array Syntax) : TSyntaxArray ks := Array.empty

@[extern "native"] opaque SourceInfo.fromRef (ref : Syntax) (canonical := false) : SourceInfo

def mkAtom (val : String) : Syntax := Syntax.atom SourceInfo.none val

def mkAtomFrom (src : Syntax) (val : String) (canonical := false) : Syntax :=
  Syntax.atom (SourceInfo.fromRef src canonical) val

/-! ## Parser descriptors -/

inductive ParserDescr where
  | const (name : Name)
  | unary (name : Name) (p : ParserDescr)
  | binary (name : Name) (p₁ p₂ : ParserDescr)
  | node (kind : SyntaxNodeKind) (prec : Nat) (p : ParserDescr)
  | trailingNode (kind : SyntaxNodeKind) (prec lhsPrec : Nat) (p : ParserDescr)
  | symbol (val : String)
  | nonReservedSymbol (val : String) (includeIdent : Bool)
  | cat (catName : Name) (rbp : Nat)
  | parser (declName : Name)
  | nodeWithAntiquot (name : String) (kind : SyntaxNodeKind) (p : ParserDescr)
  | sepBy (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool := false)
  | sepBy1 (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool := false)
  | unicodeSymbol (val asciiVal : String) (preserveForPP : Bool)

instance : Inhabited ParserDescr where
  default := ParserDescr.symbol ""

abbrev TrailingParserDescr := ParserDescr

end Lean
