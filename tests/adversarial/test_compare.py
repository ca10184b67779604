"""The judge on pairs of compiled modules, some of which no proof text can make.

Each candidate stands for what a hostile elaborator, or a forger of .oleans, might leave.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sensei.core.types import TheoremRef, VerdictReason
from sensei.settings import Settings
from sensei.toolchain.limited import Limits
from sensei.toolchain.workspace import LeanWorkspace, open_workspace
from sensei.verify.judge import Accepted, Refusal, compare, compile_source

LIMITS = Limits(timeout_s=120.0)
ALLOWED = ("propext", "Quot.sound", "Classical.choice")
ORIGINAL = """import Lean.Elab.Command
open Lean
private def three : Nat := 3
def four : Nat := three + 1
opaque five : Nat
inductive Two | a | b
theorem t (n : Nat) (_ : n = three) : n + 1 = four := by subst n; rfl
theorem u : four = 4 := rfl
"""


@pytest.fixture(scope="module")
def workspace(copy_project: Callable[[Path], Path], settings: Settings) -> LeanWorkspace:
    return open_workspace(copy_project(Path(__file__).parent / "project"), settings)


@pytest.fixture(scope="module")
def judge(
    workspace: LeanWorkspace, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Accepted | Refusal]:
    folder = tmp_path_factory.mktemp("pairs")

    def compiled(text: str, place: str) -> Path:
        source = folder / place / "Pair.lean"
        source.parent.mkdir(exist_ok=True)
        source.write_text(text, "utf-8")
        olean = folder / place / "Pair.olean"
        refusal = compile_source(
            workspace, source, source_root=source.parent, olean=olean, limits=LIMITS
        )
        assert refusal is None, refusal
        return olean

    original = compiled(ORIGINAL, "original")

    def run(text: str, allowed: tuple[str, ...] = ALLOWED) -> Accepted | Refusal:
        return compare(
            workspace,
            TheoremRef("t", "Pair", "Pair.lean"),
            original=original,
            candidate=compiled(text, "candidate"),
            allowed_axioms=allowed,
            limits=LIMITS,
        )

    return run


def changed(*pairs: tuple[str, str]) -> str:
    text = ORIGINAL
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


T = "theorem t (n : Nat) (_ : n = three) : n + 1 = four := by subst n; rfl"
UNCHECKED = """def unchecked : CoreM Unit := withOptions (·.setBool `debug.skipKernelTC true) do
  addDecl (.thmDecl
    { name := `t.wrong, levelParams := [], type := mkConst ``False, value := mkConst ``True.intro })
run_cmd Elab.Command.liftCoreM unchecked
"""
R = VerdictReason
# The theorem's text is what it was; what stands above it makes it say something else.
SAYS = T.split(" := by")[0]
SHADOWS = {
    "a shadowing instance": "local instance : HAdd Nat Nat Nat := ⟨fun _ _ => 4⟩\n" + T,
    "a shadowing notation": 'local notation "four" => three + 1\n' + T,
    "a shadowing local macro": 'local macro "four" : term => `(three + 1)\n' + T,
    "a shadowing open": (
        'namespace Shadow\nscoped notation "four" => three + 1\nend Shadow\nopen Shadow in\n' + T
    ),
    "a shadowing namespace": (
        "namespace Shadow\ndef four : Nat := three + 1\n"
        + T.replace("theorem t", "theorem _root_.t")
        + "\nend Shadow"
    ),
    "a variable": f"variable (no : False)\ninclude no in\n{SAYS} := no.elim",
}
CASES = {
    **{name: (changed((T, text)), R.STATEMENT_CHANGED) for name, text in SHADOWS.items()},
    "declaration missing": (changed((T, "")), R.DECLARATION_MISSING),
    "easier statement": (
        changed(("n + 1 = four", "True"), ("subst n; rfl", "trivial")),
        R.STATEMENT_CHANGED,
    ),
    "more hypotheses": (
        changed(("(_ : n = three)", "(_ : False)"), ("subst n; rfl", "contradiction")),
        R.STATEMENT_CHANGED,
    ),
    "an axiom instead": (
        changed((T, T.split(" := by")[0].replace("theorem", "axiom"))),
        R.STATEMENT_CHANGED,
    ),
    "an unsafe definition instead": (
        changed((T, "unsafe def t (n : Nat) (_ : n = three) : n + 1 = four := lcProof")),
        R.UNSAFE,
    ),
    "private constant of the statement": (
        changed(
            (": Nat := 3", ": Nat := 2"), ("three + 1", "three + 2"), (T, T.replace("rfl", "sorry"))
        ),
        R.SORRY,
    ),
    "private constant, honest proof": (
        changed(
            (": Nat := 3", ": Nat := 4"),
            ("three + 1", "1 + three"),
            ("= 4 := rfl", "= 4 := sorry"),
            ("subst n; rfl", "subst n; decide"),
        ),
        R.CONTEXT_CHANGED,
    ),
    "definition changed": (changed(("three + 1", "1 + three")), R.CONTEXT_CHANGED),
    "opaque value changed": (
        changed(("opaque five : Nat", "opaque five : Nat := 6")),
        R.CONTEXT_CHANGED,
    ),
    "constructor dropped": (changed(("| a | b", "| a")), R.CONTEXT_CHANGED),
    "neighbour dropped": (changed(("theorem u : four = 4 := rfl\n", "")), R.CONTEXT_CHANGED),
    "neighbour restated": (changed(("u : four = 4", "u : 4 = four")), R.CONTEXT_CHANGED),
    "another import": (
        changed(("import Lean.Elab.Command", "import Lean.Elab.Tactic")),
        R.CONTEXT_CHANGED,
    ),
    "definition more": (ORIGINAL + "def six := 6\n", R.EXTRA_DECLARATION),
    "hidden axiom more": (ORIGINAL + "axiom t._hidden : False\n", R.EXTRA_DECLARATION),
    "past the kernel": (changed((T, UNCHECKED + T)), R.KERNEL_REJECTED),
    "used past the kernel": (
        changed((T, UNCHECKED + T.replace("subst n; rfl", "exact _root_.t.wrong.elim"))),
        R.KERNEL_REJECTED,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_pair_is_refused_for_its_own_reason(
    judge: Callable[..., Accepted | Refusal], case: str
) -> None:
    text, reason = CASES[case]
    judged = judge(text)
    assert isinstance(judged, Refusal), judged
    assert judged.reason is reason, judged.detail
    assert judged.detail


HONEST = {
    "itself": ORIGINAL,
    "another proof": changed(("subst n; rfl", "simp_all [four]")),
    "a helper of its own": changed((T, "theorem t.helper : three + 1 = four := rfl\n" + T)),
    "a matcher": changed(("by subst n; rfl", "match n, ‹n = three› with | _, rfl => rfl")),
}


@pytest.mark.parametrize("case", HONEST)
def test_honest_pair_is_accepted(judge: Callable[..., Accepted | Refusal], case: str) -> None:
    judged = judge(HONEST[case])
    assert isinstance(judged, Accepted), judged
    assert set(judged.axioms) <= set(ALLOWED)


def test_an_axiom_is_allowed_by_name_only(judge: Callable[..., Accepted | Refusal]) -> None:
    body = T.replace("by subst n; rfl", "(_root_.t.oracle n).elim")
    text = changed((T, f"axiom t.oracle : Nat → False\n{body}"))
    refused = judge(text)
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.axioms) == (R.AXIOM_NOT_ALLOWED, ("t.oracle",))
    assert judge(text, (*ALLOWED, "t.oracle")) == Accepted(("t.oracle",))
