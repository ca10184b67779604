"""Facts that the shared library does not hold: categories, and what the library declares.

A parser's category is in no static object; it follows from the parser's name (`PREFIXES`,
`NAMESPACES`) or is listed (`CATEGORIES_BY_NAME`).
"""

from __future__ import annotations

BUILTIN_CATEGORIES = (
    "term command tactic attr level prec prio stx doElem structInstFieldDecl"
).split()

# Categories to declare, and whether an identifier may also be read as a leading token.
DECLARED_CATEGORIES = {
    "binderPred": False,
    "conv": True,
    "grind": True,
    "grind_filter": True,
    "grind_mod": True,
    "grind_ref": True,
    "mcasesPat": False,
    "mintroPat": False,
    "mrefinePat": False,
    "mrevertPat": False,
    "rawStx": False,
    "rcasesPat": False,
    "rintroPat": False,
    "sym_discharger": True,
    "sym_dsimp_field": True,
    "sym_dsimproc": True,
    "sym_simp_field": True,
    "sym_simproc": True,
    "vcgenDischarge": False,
}

# What only tactics with a language of their own parse: `conv`, `grind`, `sym`, `vcgen`. They have a
# file to themselves: every module pays for each parser that it imports; few of Init need these.
MODE_NAMESPACES = (
    "Lean.Parser.Sym.",
    "Lean.Parser.Tactic.Conv.",
    "Lean.Parser.Tactic.Grind.",
    "Std.Tactic.Do.",
)
SHARED_CATEGORIES = frozenset(("binderPred", "rawStx", "rcasesPat", "rintroPat"))

# The parsers of these have a file of their own, so that two compile side by side: all of Init waits
# for both. None of them refers to a parser of the other file, nor the other way round.
TACTIC_CATEGORIES = frozenset(("tactic", "rcasesPat", "rintroPat"))

# A generated parser name starts with its category: the longest that fits is the one.
PREFIXES = tuple(
    sorted({*DECLARED_CATEGORIES, *BUILTIN_CATEGORIES}, key=lambda name: (-len(name), name))
)

# Namespaces in which a name's beginning says nothing.
PLAIN_NAMESPACES = {"Lean.Parser.Attr": "attr", "Lean.Parser.Command": "command"}

NAMESPACES = {
    "Lean.Parser.Attr": "attr",
    "Lean.Parser.Command": "command",
    "Lean.Parser.Sym.DSimp": "sym_dsimproc",
    "Lean.Parser.Sym.Simp": "sym_simproc",
    "Lean.Parser.Syntax": "stx",
    "Lean.Parser.Tactic": "tactic",
    "Lean.Parser.Tactic.Conv": "conv",
    "Lean.Parser.Tactic.Grind": "grind",
    "Lean.Parser.Tactic.mcasesPat": "mcasesPat",
    "Lean.Parser.Tactic.rcasesPat": "rcasesPat",
    "Lean.Parser.Tactic.rintroPat": "rintroPat",
    "Lean.Parser.Term": "term",
}

# Namespaces whose parsers are declared. Others belong to libraries that we do not have
# (ordered structures, program logic, maps), and their tokens would only get in the way.
DECLARED_NAMESPACES = frozenset(NAMESPACES) | {
    "",
    "Array",
    "BitVec",
    "Bool",
    "Int",
    "Lean",
    "Lean.Attr",
    "Lean.Elab.Tactic",
    "Lean.Elab.Tactic.Ext",
    "Lean.Parser",
    "Lean.Parser.Tactic.SolveByElim",
    "List",
    "Std.Tactic.Do",
    "Vector",
}

# Notations that are active only where their namespace is open (`-[n+1]` would take the token
# `+1]` from `xs[i +1]`).
SCOPED = frozenset(
    {
        "Array.term_~_",
        "BitVec.term__#'__",
        "BitVec.term__#__",
        "Int.term-[_+1]",
        "List.term_<+_",
        "List.term_~_",
        "Vector.term_~_",
    }
)

# Parsers that must lose to another one of the same length (`<=` is read by `term_≤_` too).
LOW_PRIORITY = frozenset({"term_<=_", "term_>=_"})

# Declared natively already; a second declaration would clash.
ALREADY_BUILTIN = frozenset({"Lean.Parser.Term.quot"})

# Descriptors without a kind of their own that other parsers refer to.
ALIASES = ("Lean.Parser.Tactic.dsimpArg", "Lean.Parser.Tactic.simpArg")

_BY_CATEGORY = {
    "attr": """
        Lean.Attr.coe Lean.Parser.grindPropagatorBuiltinAttr Lean.builtin_command_code_action
        Lean.command_code_action Lean.deprecated Lean.deprecated_arg Lean.suggest_for
        Lean.univ_out_params""",
    "command": """
        Lean.Elab.Tactic.configElab Lean.Parser.Tactic.declareSimpLikeTactic
        Lean.Parser.Tactic.normCastAddElim Lean.Parser.cbvSimprocPattern
        Lean.Parser.cbvSimprocPatternBuiltin Lean.Parser.checkSimp Lean.Parser.checkSimpFailure
        Lean.Parser.checkTactic Lean.Parser.checkTacticFailure Lean.Parser.discrTreeKeyCmd
        Lean.Parser.discrTreeSimpKeyCmd Lean.Parser.resetGrindAttrs Lean.Parser.simprocPattern
        Lean.Parser.simprocPatternBuiltin Lean.Parser.timeCmd Lean.guardMsgsCmd
        Lean.guardPanicCmd Lean.infoTreesCmd Lean.reduceCmd Lean.runCmd Lean.runElab
        Lean.runMeta
        Lean.setLibrarySuggestionsCmd Lean.testExternCmd""",
    "conv": """
        Lean.Parser.Tactic.guardExprConv Lean.Parser.Tactic.guardHypConv
        Lean.Parser.Tactic.guardTargetConv""",
    "grind_mod": """
        Lean.Parser.Attr.grindBwd Lean.Parser.Attr.grindCases Lean.Parser.Attr.grindCasesEager
        Lean.Parser.Attr.grindDef Lean.Parser.Attr.grindEq Lean.Parser.Attr.grindEqBoth
        Lean.Parser.Attr.grindEqBwd Lean.Parser.Attr.grindEqRhs Lean.Parser.Attr.grindExt
        Lean.Parser.Attr.grindFunCC Lean.Parser.Attr.grindFwd Lean.Parser.Attr.grindGen
        Lean.Parser.Attr.grindHom Lean.Parser.Attr.grindHomPred Lean.Parser.Attr.grindInj
        Lean.Parser.Attr.grindIntro Lean.Parser.Attr.grindLR Lean.Parser.Attr.grindNorm
        Lean.Parser.Attr.grindRL Lean.Parser.Attr.grindSym Lean.Parser.Attr.grindUnfold
        Lean.Parser.Attr.grindUsr""",
    "prec": "Lean.Parser.Syntax.addPrec Lean.Parser.Syntax.subPrec",
    "prio": "Lean.Parser.Syntax.addPrio Lean.Parser.Syntax.subPrio",
    "tactic": """
        Lean.Elab.Tactic.Ext.applyExtTheorem Lean.Elab.Tactic.Ext.ext
        Lean.Parser.Tactic.Conv.conv Lean.Parser.Tactic.grindTrace
        Lean.Parser.Tactic.grind_linarith Lean.Parser.Tactic.grind_order Lean.calcTactic
        Lean.cdot Lean.solveTactic""",
    "term": """
        Lean.Parser.Syntax.exact? Lean.Parser.Tactic.by? Lean.Parser.Tactic.showTermElab
        Lean.byElab Lean.calc Lean.includeStr Lean.modCast Lean.withAnnotateTerm
        boolIfThenElse coeFunNotation coeNotation coeSortNotation rawNatLit""",
}
CATEGORIES_BY_NAME = {
    name: category for category, names in _BY_CATEGORY.items() for name in names.split()
}

# Words that need «» when they are a component of a name.
KEYWORDS = frozenset(
    """_ Prop Sort Type abbrev assert at attribute axiom break by calc catch cbv_eval class continue
    dbg_trace def deriving do dsimproc builtin_simproc elab elab_rules else end example exists
    export extends false finally for forall from fun have hiding if import in include inductive
    infix infixl infixr initialize instance let local macro macro_rules match meta module mut
    mutual namespace nofun nomatch noncomputable nonrec notation omit opaque open partial postfix
    prefix private protected public renaming repeat return scoped section set_option show
    simproc sorry structure suffices syntax then theorem this true try unif_hint universe universes
    unless unsafe using variable where while with""".split()
)

# Unexpanders with a name of their own, and the constant that each displays.
NAMED_UNEXPANDERS = {
    "unexpandEqNDRec": "Eq.ndrec",
    "unexpandEqRec": "Eq.rec",
    "unexpandExists": "Exists",
    "unexpandIte": "ite",
    "unexpandListCons": "List.cons",
    "unexpandListNil": "List.nil",
    "unexpandPSigma": "PSigma",
    "unexpandSigma": "Sigma",
    "unexpandSorryAx": "sorryAx",
    "unexpandSubtype": "Subtype",
    "unexpandUnit": "Unit.unit",
}

# Constants that have an unexpander and that lean/embedded/Init declares, and the modules that
# declare them. An unexpander of any other constant would not compile.
DISPLAYED = frozenset(
    """
    And BEq.beq Bind.bind Bool.and Bool.not Bool.or Complement.complement Dvd.dvd
    EmptyCollection.emptyCollection Eq Eq.ndrec Eq.rec Exists Function.comp Functor.map GE.ge
    GT.gt HAdd.hAdd HAnd.hAnd HAppend.hAppend HDiv.hDiv HEq HMod.hMod HMul.hMul HOr.hOr
    HPow.hPow HSMul.hSMul HShiftLeft.hShiftLeft HShiftRight.hShiftRight HSub.hSub HXor.hXor
    HasEquiv.Equiv HasSSubset.SSubset HasSubset.Subset Iff Inter.inter Inv.inv LE.le LT.lt
    List.cons List.nil Membership.mem Ne Neg.neg Not Or PProd PSigma PSum Prod SDiff.sdiff
    SSuperset Sigma Subtype Sum Superset Union.union Unit.unit bne ite sorryAx
    """.split()
)
DISPLAYED_IN = ("Init.Core",)
