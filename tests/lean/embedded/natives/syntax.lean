import Lean
/-! Names and syntax trees: each compiled function on them that the other files of this folder do
not call, once, with its result looked at. -/

open Lean

def whole (text : String) : Substring.Raw := text.toRawSubstring

def must (what : String) (holds : Bool) : IO Unit :=
  unless holds do throw (IO.userError s!"wrong: {what}")

#eval show IO Unit from do
  must "escape" (Name.escapePart "a b" == some "«a b»" && Name.escapePart "a" == some "a"
    && Name.escapePart "a»" == none)
  must "change" ((`a.b).capitalize == `a.B && (`a.b.c).replacePrefix `a `x == `x.b.c
    && (`a.b).eraseSuffix? `b == some `a && (`a.b).eraseSuffix? `c == none)
  must "toName" ("a.b".toName == `a.b && "«x y».z".toName == .str (.str .anonymous "x y") "z"
    && "x y".toName == .anonymous && (whole "a.b").toName == `a.b)
  must "repr" ((Name.reprPrec `a.b 0).pretty == "`a.b" && !(`a).isInaccessibleUserName)
  let inScope := addMacroScope `Mod `x 7
  must "scopes" (inScope.hasMacroScopes && inScope.eraseMacroScopes == `x
    && inScope.simpMacroScopes == .num `x 7)
  let view := extractMacroScopes inScope
  must "view" (view.name == `x && view.scopes == [7] && view.review == inScope)
  must "identifiers" (isIdFirst 'a' && !isIdFirst '1' && isIdRest '1' && !isIdRest '-')

#eval show IO Unit from do
  must "version" (Lean.version.major == 4 && Lean.version.minor == 35 && Lean.version.patch == 0
    && Lean.version.isRelease && Lean.versionString == "4.35.0" && Lean.versionStringCore == "4.35.0")
  must "build" ((Lean.getGithash ()).length == 40 && Lean.toolchain == "leanprover/lean4:4.35.0")

def parsed (text : String) (category : Name := `term) : CoreM Syntax := do
  match Parser.runParserCategory (← getEnv) category text with
  | .ok stx => return stx
  | .error e => throwError "{text}: {e}"

run_meta do
  let stx ← parsed "f (x + 1) y"
  must "head and tail" ((stx.getHead?.bind (·.isIdOrAtom?)) == some "f"
    && (stx.getSubstring?.map (·.toString)) == some "f (x + 1) y"
    && stx.getTrailingSize == 0 && (stx.getTrailing?.map (·.toString)) == some ""
    && stx.getTrailingTailPos? == some ⟨11⟩)
  let info := stx.getHeadInfo
  must "info" (info.getPos? == some ⟨0⟩ && info.getTailPos? == some ⟨1⟩
    && (stx.getHeadInfo?.bind (·.getPos?)) == some ⟨0⟩ && stx.getTailInfo.getPos? == some ⟨10⟩
    && (stx.getTailInfo?.bind (·.getPos?)) == some ⟨10⟩)
  must "find" ((stx.find? (·.isOfKind `«term_+_»)).isSome && (stx.find? (·.isOfKind `nope)).isNone)
  must "equal" (stx.structEq stx && !stx.structEq stx[0] && !stx.hasMissing
    && Syntax.missing.hasMissing)
  let other := (stx.setHeadInfo .none).setTailInfo .none
  must "infos" (other.getHeadInfo.getPos?.isNone && other.getTailInfo.getPos?.isNone
    && (other.copyHeadTailInfoFrom stx).getPos? == some ⟨0⟩
    && stx.unsetTrailing.getTrailing?.all (·.toString == "")
    && (stx.mkSynthetic.getHeadInfo.getPos? true).isNone)
  must "shown" (stx.reprint == some "f (x + 1) y" && (stx.prettyPrint.pretty == "f (x + 1) y"))
  must "range" ((Syntax.ofRange ⟨⟨3⟩, ⟨5⟩⟩).getPos? == some ⟨3⟩)

run_meta do
  let literal (text : String) : CoreM Syntax := return (← parsed text)
  must "number" ((← literal "12").toNat == 12 && Syntax.decodeNatLitVal? "0x1f" == some 31
    && ((← literal "12").isLit? numLitKind).isSome)
  must "character" ((← literal "'c'").isCharLit? == some 'c')
  must "name" ((← literal "`a.b")[0].isNameLit? == some `a.b && Syntax.decodeNameLit "`a" == some `a
    && (Syntax.splitNameLit (whole "a.«b c»")).length == 2)
  must "fraction" ((← literal "1.5e3").isScientificLit? == some (15, false, 2))
  must "field" ((← literal "p.1")[2].isFieldIdx? == some 1)
  let pieces ← parsed "s!\"a{1}b\""
  must "interpolated" (pieces[1].getArgs.size == 3 && pieces[1][0].isInterpolatedStrLit? == some "a")
  must "token" (Syntax.isToken "x" (mkAtom "x") && !Syntax.isToken "y" (mkAtom "x"))

run_meta do
  let x := mkIdentFrom .missing `x
  must "made" (x.getId == `x && (mkCIdent `y).getId.eraseMacroScopes == `y
    && (mkCIdentFrom .missing `z).getId.eraseMacroScopes == `z
    && (mkHole .missing).isOfKind ``Parser.Term.hole
    && (mkSepArray #[x, x] (mkAtom ",")).size == 3)
  let app := Syntax.mkApp x #[x, x]
  must "apps" (app.raw.isOfKind ``Parser.Term.app && (Syntax.mkCApp `f #[x]).raw.isOfKind ``Parser.Term.app
    && (quoteNameMk `a.b).raw.getArgs.size > 0)
  let hygiene : HygieneInfo := ⟨mkNode hygieneInfoKind #[mkIdent .anonymous]⟩
  must "hygiene" ((HygieneInfo.mkIdent hygiene `h).getId.eraseMacroScopes == `h)
  let doc : TSyntax ``Parser.Command.docComment :=
    ⟨mkNode ``Parser.Command.docComment #[mkAtom "/--", mkAtom "text -/"]⟩
  must "docs" (doc.getDocString == "text ")

/-- What runs in a macro only. -/
macro "macros! " text:interpolatedStr(term) : term => do
  let prec ← evalPrec (← `(prec| max - 1))
  let prio ← evalPrio (← `(prio| default + 1))
  let expanded ← expandMacros (← `(fun x => x ∧ ¬ x))
  let joined ← text.expandInterpolatedStr (← `(String)) (← `(toString)) (← `(String.capitalize))
  let holds := prec == 1023 && prio == 1001 && (expanded.find? (·.isOfKind `«term_∧_»)).isNone
    && (joined.raw.find? (·.isStrLit?.isSome)).isSome
  if holds then return joined
  Macro.throwError "wrong: macros"

#guard (macros! "a{1}b") == "A1B"
