prelude
import Init.MetaTypes
import Init.Data.Array.Basic

/-!
# Writing macros

The types of typed syntax and their coercions, names as text, building and reading syntax,
`Quote`, separated arrays and interpolated strings: what quotations, `macro` and `notation` need
without `import Lean`. Signatures follow Lean 4.35's public interface; most functions are the
compiled ones.
-/

set_option linter.all false

namespace Lean

/-! ## The version -/

@[extern "native"] opaque versionString : String
@[extern "native"] opaque versionStringCore : String
@[extern "native"] opaque toolchain : String
@[extern "lean_get_githash"] opaque getGithash (u : Unit) : String
def githash : String := getGithash ()
@[extern "native"] opaque version.major : Nat
@[extern "native"] opaque version.minor : Nat
@[extern "native"] opaque version.patch : Nat
@[extern "native"] opaque version.isRelease : Bool

/-! ## Identifiers -/

@[extern "native"] opaque isIdFirst (c : Char) : Bool
@[extern "native"] opaque isIdRest (c : Char) : Bool
def idBeginEscape := '«'
def idEndEscape := '»'
@[inline] def isIdBeginEscape (c : Char) : Bool := c = idBeginEscape
@[inline] def isIdEndEscape (c : Char) : Bool := c = idEndEscape

namespace Name

def getRoot : Name → Name
  | anonymous => anonymous
  | n@(str anonymous _) => n
  | n@(num anonymous _) => n
  | str n _ => getRoot n
  | num n _ => getRoot n

@[extern "native"] opaque isInaccessibleUserName : Name → Bool
@[extern "native"] opaque escapePart (s : String) (force : Bool := false) : Option String
@[extern "native"] protected opaque toString (n : Name) (escape := true) : String
@[extern "native"] protected opaque reprPrec (n : Name) (prec : Nat) : Std.Format
@[extern "native"] opaque capitalize : Name → Name
@[extern "native"] opaque replacePrefix : Name → Name → Name → Name
@[extern "native"] opaque eraseSuffix? : Name → Name → Option Name

instance instToString : ToString Name where
  toString n := n.toString
instance instRepr : Repr Name where
  reprPrec := Name.reprPrec

@[inline] def modifyBase (n : Name) (f : Name → Name) : Name :=
  if n.hasMacroScopes then
    let view := extractMacroScopes n
    { view with name := f view.name }.review
  else f n

def appendAfter (n : Name) (suffix : String) : Name :=
  n.modifyBase fun
    | str p s => Name.mkStr p (s ++ suffix)
    | n => Name.mkStr n suffix

def appendIndexAfter (n : Name) (idx : Nat) : Name :=
  n.modifyBase fun
    | str p s => Name.mkStr p (s ++ "_" ++ toString idx)
    | n => Name.mkStr n ("_" ++ toString idx)

def appendBefore (n : Name) (pre : String) : Name :=
  n.modifyBase fun
    | anonymous => Name.mkStr anonymous pre
    | str p s => Name.mkStr p (pre ++ s)
    | num p n => Name.mkNum (Name.mkStr p pre) n

theorem eq_of_beq' : (m n : Name) → Name.beq m n = true → m = n
  | anonymous, anonymous, _ => rfl
  | str p s, str q t, h =>
    have k := (Bool.and_eq_true _ _).mp h
    congr (congrArg str (eq_of_beq' p q k.right)) (eq_of_beq k.left)
  | num p i, num q j, h =>
    have k := (Bool.and_eq_true _ _).mp h
    congr (congrArg num (eq_of_beq' p q k.right)) (eq_of_beq k.left)

theorem beq_rfl' : (n : Name) → Name.beq n n = true
  | anonymous => rfl
  | str p s => (Bool.and_eq_true _ _).mpr ⟨BEq.rfl, beq_rfl' p⟩
  | num p i => (Bool.and_eq_true _ _).mpr ⟨BEq.rfl, beq_rfl' p⟩

instance : LawfulBEq Name where
  eq_of_beq h := eq_of_beq' _ _ h
  rfl := beq_rfl' _

instance instDecidableEq : DecidableEq Name := instDecidableEqOfLawfulBEq

end Name

namespace NameGenerator

@[inline] def curr (g : NameGenerator) : Name := Name.mkNum g.namePrefix g.idx
@[inline] def next (g : NameGenerator) : NameGenerator := { g with idx := g.idx + 1 }
@[inline] def mkChild (g : NameGenerator) : NameGenerator × NameGenerator :=
  ({ namePrefix := Name.mkNum g.namePrefix g.idx, idx := 1 }, { g with idx := g.idx + 1 })

end NameGenerator

class MonadNameGenerator (m : Type → Type) where
  getNGen : m NameGenerator
  setNGen : NameGenerator → m Unit

export MonadNameGenerator (getNGen setNGen)

def mkFreshId {m : Type → Type} [Monad m] [MonadNameGenerator m] : m Name := do
  let ngen ← getNGen
  let r := ngen.curr
  setNGen ngen.next
  pure r

instance monadNameGeneratorLift (m n : Type → Type) [MonadLift m n] [MonadNameGenerator m] :
    MonadNameGenerator n where
  getNGen := liftM (getNGen : m _)
  setNGen ngen := liftM (setNGen ngen : m _)

/-! ## Typed syntax -/

instance : CoeOut (TSyntax k) Syntax where
  coe stx := stx.raw

instance : Coe SyntaxNodeKind SyntaxNodeKinds where
  coe k := List.cons k List.nil

namespace Syntax

abbrev Term := TSyntax `term
abbrev Command := TSyntax `command
protected abbrev Level := TSyntax `level
protected abbrev Tactic := TSyntax `tactic
abbrev Prec := TSyntax `prec
abbrev Prio := TSyntax `prio
abbrev Ident := TSyntax identKind
abbrev StrLit := TSyntax strLitKind
abbrev CharLit := TSyntax charLitKind
abbrev NameLit := TSyntax nameLitKind
abbrev ScientificLit := TSyntax scientificLitKind
abbrev NumLit := TSyntax numLitKind
abbrev HygieneInfo := TSyntax hygieneInfoKind

end Syntax

export Syntax (Term Command Prec Prio Ident StrLit CharLit NameLit ScientificLit NumLit HygieneInfo)

namespace TSyntax

instance : Coe (TSyntax [k]) (TSyntax (k :: ks)) where
  coe stx := ⟨stx⟩
instance : Coe (TSyntax ks) (TSyntax (k' :: ks)) where
  coe stx := ⟨stx⟩
instance : Coe Ident Term where
  coe s := ⟨s.raw⟩
instance : CoeDep Term ⟨Syntax.ident info ss n res⟩ Ident where
  coe := ⟨Syntax.ident info ss n res⟩
instance : Coe StrLit Term where
  coe s := ⟨s.raw⟩
instance : Coe NameLit Term where
  coe s := ⟨s.raw⟩
instance : Coe ScientificLit Term where
  coe s := ⟨s.raw⟩
instance : Coe NumLit Term where
  coe s := ⟨s.raw⟩
instance : Coe CharLit Term where
  coe s := ⟨s.raw⟩
instance : Coe Ident Syntax.Level where
  coe s := ⟨s.raw⟩
instance : Coe NumLit Prio where
  coe s := ⟨s.raw⟩
instance : Coe NumLit Prec where
  coe s := ⟨s.raw⟩

namespace Compat

scoped instance : CoeTail Syntax (TSyntax k) where
  coe s := ⟨s⟩
scoped instance : CoeTail (Array Syntax) (TSyntaxArray k) where
  coe := .mk

end Compat

end TSyntax

namespace Syntax

deriving instance BEq for Syntax.Preresolved
deriving instance Repr for Syntax.Preresolved

@[extern "native"] opaque structEq : Syntax → Syntax → Bool
instance : BEq Syntax := ⟨structEq⟩
instance : BEq (TSyntax k) := ⟨fun a b => structEq a.raw b.raw⟩

@[extern "native"] opaque getTailInfo? : Syntax → Option SourceInfo
@[extern "native"] opaque getTailInfo (stx : Syntax) : SourceInfo
@[extern "native"] opaque getTrailingSize (stx : Syntax) : Nat
@[extern "native"] opaque getTrailing? (stx : Syntax) : Option Substring.Raw
@[extern "native"] opaque getTrailingTailPos? (stx : Syntax) (canonicalOnly := false) :
  Option String.Pos.Raw
@[extern "native"] opaque getSubstring? (stx : Syntax) (withLeading := true)
  (withTrailing := true) : Option Substring.Raw
@[extern "native"] opaque setTailInfo (stx : Syntax) (info : SourceInfo) : Syntax
@[extern "native"] opaque unsetTrailing (stx : Syntax) : Syntax
@[extern "native"] opaque setHeadInfo (stx : Syntax) (info : SourceInfo) : Syntax

def setInfo (info : SourceInfo) : Syntax → Syntax
  | atom _ val => atom info val
  | ident _ rawVal val pre => ident info rawVal val pre
  | node _ kind args => node info kind args
  | missing => missing

@[extern "native"] opaque getHead? : Syntax → Option Syntax
@[extern "native"] opaque copyHeadTailInfoFrom (target source : Syntax) : Syntax
@[extern "native"] opaque mkSynthetic (stx : Syntax) : Syntax

end Syntax

@[inline] def withHeadRefOnly {m : Type → Type} [Monad m] [MonadRef m] {α} (x : m α) : m α := do
  match (← getRef).getHead? with
  | none => x
  | some ref => withRef ref x

-- The compiled function owns its context, which `MacroM` would lend it.
@[export l_Lean_expandMacros, extern "native"]
private opaque expandMacrosOwned (stx : Syntax) (p : SyntaxNodeKind → Bool) :
  Macro.Context → EStateM Macro.Exception Macro.State Syntax

def expandMacros (stx : Syntax)
    (p : SyntaxNodeKind → Bool := fun k => k != `Lean.Parser.Term.byTactic) : MacroM Syntax :=
  expandMacrosOwned stx p

/-! ## Building syntax -/

@[extern "native"] opaque mkIdentFrom (src : Syntax) (val : Name) (canonical := false) : Ident
def mkIdentFromRef [Monad m] [MonadRef m] (val : Name) (canonical := false) : m Ident := do
  return mkIdentFrom (← getRef) val canonical
@[extern "native"] opaque mkCIdentFrom (src : Syntax) (c : Name) (canonical := false) : Ident
def mkCIdentFromRef [Monad m] [MonadRef m] (c : Name) (canonical := false) : m Syntax := do
  return (mkCIdentFrom (← getRef) c canonical).raw
@[extern "native"] opaque mkCIdent (c : Name) : Ident
@[extern "native"] opaque mkIdent (val : Name) : Ident

@[inline] def mkGroupNode (args : Array Syntax := #[]) : Syntax := (mkNode groupKind args).raw
@[extern "native"] opaque mkSepArray (as : Array Syntax) (sep : Syntax) : Array Syntax

def mkOptionalNode (arg : Option Syntax) : Syntax :=
  match arg with
  | some arg => mkNullNode #[arg]
  | none => mkNullNode #[]

@[extern "native"] opaque mkHole (ref : Syntax) (canonical := false) : Syntax

namespace Syntax

def mkSep (a : Array Syntax) (sep : Syntax) : Syntax := mkNullNode <| mkSepArray a sep

def SepArray.ofElems {sep} (elems : Array Syntax) : SepArray sep :=
  ⟨mkSepArray elems (if sep.isEmpty then mkNullNode else mkAtom sep)⟩

def SepArray.ofElemsUsingRef [Monad m] [MonadRef m] {sep} (elems : Array Syntax) :
    m (SepArray sep) := do
  let ref ← getRef
  return ⟨mkSepArray elems (if sep.isEmpty then mkNullNode else mkAtomFrom ref sep)⟩

instance : Coe (Array Syntax) (SepArray sep) where
  coe := SepArray.ofElems

def TSepArray.ofElems {sep} (elems : Array (TSyntax k)) : TSepArray k sep :=
  .mk (SepArray.ofElems (sep := sep) (TSyntaxArray.raw elems)).1

instance : Coe (TSyntaxArray k) (TSepArray k sep) where
  coe := TSepArray.ofElems

@[extern "native"] opaque mkApp (fn : Term) : (args : TSyntaxArray `term) → Term
@[extern "native"] opaque mkCApp (fn : Name) (args : TSyntaxArray `term) : Term

def mkLit (kind : SyntaxNodeKind) (val : String) (info := SourceInfo.none) : TSyntax kind :=
  mkNode kind #[Syntax.atom info val]
def mkCharLit (val : Char) (info := SourceInfo.none) : CharLit := mkLit charLitKind (Char.quote val) info
def mkStrLit (val : String) (info := SourceInfo.none) : StrLit := mkLit strLitKind (String.quote val) info
def mkNumLit (val : String) (info := SourceInfo.none) : NumLit := mkLit numLitKind val info
def mkNatLit (val : Nat) (info := SourceInfo.none) : NumLit := mkLit numLitKind (toString val) info
def mkScientificLit (val : String) (info := SourceInfo.none) : TSyntax scientificLitKind :=
  mkLit scientificLitKind val info
def mkNameLit (val : String) (info := SourceInfo.none) : NameLit := mkLit nameLitKind val info

/-! ## Reading syntax -/

@[extern "native"] opaque decodeNatLitVal? (s : String) : Option Nat
@[extern "native"] opaque isLit? (litKind : SyntaxNodeKind) (stx : Syntax) : Option String
@[extern "native"] opaque isNatLit? (s : Syntax) : Option Nat
@[extern "native"] opaque isFieldIdx? (s : Syntax) : Option Nat
@[extern "native"] opaque isScientificLit? (stx : Syntax) : Option (Nat × Bool × Nat)
@[extern "native"] opaque isIdOrAtom? : Syntax → Option String
@[extern "native"] opaque toNat (stx : Syntax) : Nat
@[extern "native"] opaque isStrLit? (stx : Syntax) : Option String
@[extern "native"] opaque isCharLit? (stx : Syntax) : Option Char
@[extern "native"] opaque splitNameLit (ss : Substring.Raw) : List Substring.Raw
@[extern "native"] opaque decodeNameLit (s : String) : Option Name
@[extern "native"] opaque isNameLit? (stx : Syntax) : Option Name
@[extern "native"] opaque isInterpolatedStrLit? (stx : Syntax) : Option String

def hasArgs : Syntax → Bool
  | Syntax.node _ _ args => args.size > 0
  | _ => false

def isAtom : Syntax → Bool
  | atom _ _ => true
  | _ => false

@[extern "native"] opaque isToken (token : String) : Syntax → Bool

def isNone (stx : Syntax) : Bool :=
  match stx with
  | Syntax.node _ k args => k == nullKind && args.size == 0
  | Syntax.missing => true
  | _ => false

def getOptionalIdent? (stx : Syntax) : Option Name :=
  match stx.getOptional? with
  | some stx => some stx.getId
  | none => none

@[extern "native"] opaque find? (stx : Syntax) (p : Syntax → Bool) : Option Syntax

end Syntax

end Lean

@[extern "native"] opaque String.toName (s : String) : Lean.Name
@[extern "native"] opaque Substring.Raw.toName (s : Substring.Raw) : Lean.Name

namespace Lean

namespace TSyntax

def getNat (s : NumLit) : Nat := s.raw.isNatLit?.getD 0
def getId (s : Ident) : Name := s.raw.getId
def getScientific (s : ScientificLit) : Nat × Bool × Nat := s.raw.isScientificLit?.getD (0, false, 0)
def getString (s : StrLit) : String := s.raw.isStrLit?.getD ""
def getChar (s : CharLit) : Char := s.raw.isCharLit?.getD default
def getName (s : NameLit) : Name := s.raw.isNameLit?.getD .anonymous
def getHygieneInfo (s : HygieneInfo) : Name := (s.raw.getArg 0).getId

namespace Compat

scoped instance : CoeTail (Array Syntax) (Syntax.TSepArray k sep) where
  coe a := Syntax.TSepArray.ofElems (TSyntaxArray.mk a)

end Compat

@[extern "native"] opaque getDocString (stx : TSyntax `Lean.Parser.Command.docComment) : String

end TSyntax

@[extern "native"] opaque HygieneInfo.mkIdent (s : HygieneInfo) (val : Name)
  (canonical := false) : Ident

/-! ## Values as syntax -/

class Quote (α : Type) (k : SyntaxNodeKind := `term) where
  quote : α → TSyntax k

export Quote (quote)

set_option synthInstance.checkSynthOrder false in
instance [Quote α k] [CoeHTCT (TSyntax k) (TSyntax [k'])] : Quote α k' :=
  ⟨fun a => quote (k := k) a⟩

instance : Quote Term := ⟨id⟩
instance : Quote Bool := ⟨fun | true => mkCIdent ``Bool.true | false => mkCIdent ``Bool.false⟩
instance : Quote Char charLitKind := ⟨Syntax.mkCharLit⟩
instance : Quote String strLitKind := ⟨Syntax.mkStrLit⟩
instance : Quote Nat numLitKind := ⟨fun n => Syntax.mkNumLit <| toString n⟩
instance : Quote Substring.Raw :=
  ⟨fun s => Syntax.mkCApp ``String.toRawSubstring' #[quote s.toString]⟩

@[extern "native"] opaque quoteNameMk : Name → Term

private def quotedParts? (acc : List String) : Name → Option (List String)
  | .anonymous => if acc.isEmpty then none else some acc
  | .str n s =>
    match Name.escapePart s with
    | some s => quotedParts? (s::acc) n
    | none => none
  | .num _ _ => none

instance : Quote Name `term where
  quote n :=
    match quotedParts? [] n with
    | some ss => ⟨(mkNode `Lean.Parser.Term.quotedName
        #[(Syntax.mkNameLit ("`" ++ ".".intercalate ss)).raw]).raw⟩
    | none => quoteNameMk n

instance [Quote α `term] [Quote β `term] : Quote (α × β) `term where
  quote
    | (a, b) => Syntax.mkCApp ``Prod.mk #[quote a, quote b]

private def quoteList [Quote α `term] : List α → Term
  | [] => mkCIdent ``List.nil
  | x::xs => Syntax.mkCApp ``List.cons #[quote x, quoteList xs]

instance [Quote α `term] : Quote (List α) `term where
  quote := quoteList

instance [Quote α `term] : Quote (Array α) `term where
  quote xs := Syntax.mkCApp ``List.toArray #[quote xs.toList]

instance Option.hasQuote {α : Type} [Quote α `term] : Quote (Option α) `term where
  quote
    | none => mkIdent ``none
    | some x => Syntax.mkCApp ``some #[quote x]

@[extern "native"] opaque evalPrec (stx : Syntax) : MacroM Nat
@[extern "native"] opaque evalPrio (stx : Syntax) : MacroM Nat

def evalOptPrio : Option (TSyntax `prio) → MacroM Nat
  | some prio => evalPrio prio
  | none => return 1000

end Lean

/-! ## Separated arrays -/

namespace Array

/-- The elements at even places. -/
def getEvenElems (as : Array α) : Array α :=
  ⟨go as.toList⟩
where
  go : List α → List α
    | [] => []
    | [a] => [a]
    | a :: _ :: as => a :: go as

abbrev getSepElems (as : Array α) := as.getEvenElems

open Lean

def mapSepElemsM {m : Type → Type} [Monad m] (a : Array Syntax) (f : Syntax → m Syntax) :
    m (Array Syntax) :=
  a.mapIdxM fun i stx => if i % 2 == 0 then f stx else pure stx

def mapSepElems (a : Array Syntax) (f : Syntax → Syntax) : Array Syntax :=
  a.mapIdx fun i stx => if i % 2 == 0 then f stx else stx

end Array

namespace Lean.Syntax

def SepArray.getElems (sa : SepArray sep) : Array Syntax := sa.elemsAndSeps.getSepElems
def TSepArray.getElems (sa : TSepArray k sep) : TSyntaxArray k :=
  .mk sa.elemsAndSeps.getSepElems

def TSepArray.push (sa : TSepArray k sep) (e : TSyntax k) : TSepArray k sep :=
  if sa.elemsAndSeps.isEmpty then { elemsAndSeps := #[e.raw] }
  else { elemsAndSeps := (sa.elemsAndSeps.push (mkAtom sep)).push e.raw }

instance : EmptyCollection (SepArray sep) where
  emptyCollection := ⟨∅⟩
instance : EmptyCollection (TSepArray sep k) where
  emptyCollection := ⟨∅⟩
instance : CoeOut (SepArray sep) (Array Syntax) where
  coe := SepArray.getElems
instance : CoeOut (TSepArray k sep) (TSyntaxArray k) where
  coe := TSepArray.getElems
instance : CoeOut (TSepArray k sep) (SepArray sep) where
  coe a := ⟨a.elemsAndSeps⟩
instance [Coe (TSyntax k) (TSyntax k')] : Coe (TSyntaxArray k) (TSyntaxArray k') where
  coe a := a.map Coe.coe
instance : CoeOut (TSyntaxArray k) (Array Syntax) where
  coe a := a.raw
instance : Coe Ident (TSyntax `Lean.Parser.Command.declId) where
  coe id := mkNode _ #[id.raw, mkNullNode #[]]
instance : Coe (Lean.Term) (Lean.TSyntax `Lean.Parser.Term.funBinder) where
  coe stx := ⟨stx.raw⟩

def getSepArgs (stx : Syntax) : Array Syntax := stx.getArgs.getSepElems

end Lean.Syntax

namespace Lean.TSyntax

def expandInterpolatedStrChunks (chunks : Array Syntax)
    (mkAppend : Syntax → Syntax → MacroM Syntax) (mkElem : Syntax → MacroM Syntax) :
    MacroM Syntax := do
  let mut i := 0
  let mut result := Syntax.missing
  for elem in chunks do
    let elem ← withRef elem <| match elem.isInterpolatedStrLit? with
      | none => mkElem elem
      | some str => mkElem (Syntax.mkStrLit str).raw
    if i == 0 then
      result := elem
    else
      result ← mkAppend result elem
    i := i + 1
  return result

@[extern "native"] opaque expandInterpolatedStr (interpStr : TSyntax interpolatedStrKind)
  (type ofInterpFn ofLitFn : Term) : MacroM Term

end Lean.TSyntax
