"""HOL Light itself, where its packages are installed: its kernel, parser, tactics and MESON.

To load its whole library takes minutes, and logic alone seconds, so that is what is tested, except
with SENSEI_TEST_HOL_LIGHT=all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sensei.core.errors import UsageError
from sensei.core.types import (
    Claim,
    ProofState,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
    VerdictReason,
)
from sensei.envs import hol_light
from sensei.envs.hol_light.environment import GoalForm, HolLightServers
from sensei.envs.hol_light.judge import HolLightVerifier
from sensei.envs.hol_light.server import HolLightServer, HolLimits
from sensei.models.baselines import HOL_LIGHT_TACTICS
from sensei.provers.problems import read_statements
from sensei.toolchain.hol_light import INSTALL, HolLight, find_hol_light

INSTALLED = find_hol_light()
pytestmark = pytest.mark.skipif(INSTALLED is None, reason=f"HOL Light is not installed: {INSTALL}")
WHOLE = os.environ.get("SENSEI_TEST_HOL_LIGHT") == "all"
needs_library = pytest.mark.skipif(not WHOLE, reason="SENSEI_TEST_HOL_LIGHT=all is not set")
BUNDLED = Path(hol_light.__file__).with_name("statements.jsonl")
STATEMENTS = {
    **{problem.name: problem.source for problem in read_statements(BUNDLED).problems},
    "free": "p ==> p \\/ q",
    "known": "!t1 t2. t1 /\\ t2 <=> t2 /\\ t1",
    "false": "!p. p",
    "function": "\\x:A. x",
    "nonsense": "T T",
}


def ref(name: str) -> TheoremRef:
    return TheoremRef(name, "HOL", "statements")


def logic_only(folder: Path) -> HolLight:
    """The installed HOL Light, as far as what comes before its provers and theories."""
    assert INSTALLED is not None
    for path in INSTALLED.hol_ml.parent.iterdir():
        if path != INSTALLED.hol_ml:
            (folder / path.name).symlink_to(path)
    text = INSTALLED.hol_ml.read_text("latin-1")
    rest = Path(__file__).with_name("logic_only.ml")
    end = text.index('loads "firstorder.ml"')
    (folder / "hol.ml").write_text(f'{text[:end]}loads "{rest}";;\n', "latin-1")
    return HolLight(INSTALLED.ocaml, folder / "hol.ml")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HolLightServers]:
    limits = HolLimits(tactic_s=20.0)
    installed = None if WHOLE else logic_only(tmp_path_factory.mktemp("hol"))

    def start() -> HolLightServer:
        return HolLightServer(limits, installed, report=lambda line: None)

    with HolLightServers(STATEMENTS, start=start) as made:
        yield made


@pytest.fixture(scope="module")
def verifier(servers: HolLightServers) -> HolLightVerifier:
    return HolLightVerifier(servers.server, STATEMENTS)


def texts(state: ProofState) -> list[str]:
    return [goal.pretty for goal in state.goals]


def test_goals_are_printed_with_the_types_of_their_variables(servers: HolLightServers) -> None:
    with servers.environment() as env:
        root = env.open(ref("and_comm"))
        assert texts(root) == ["⊢ !p q. p /\\ q ==> q /\\ p"]
        (outcome,) = env.apply(root, ["REPEAT STRIP_TAC"])
        assert isinstance(outcome, TacticSucceeded)
        assert texts(outcome.state) == ["p q : bool\np\nq\n⊢ q", "p q : bool\np\nq\n⊢ p"]
        assert [texts(part) for part in env.split(outcome.state)] == [
            ["p q : bool\np\nq\n⊢ q"],
            ["p q : bool\np\nq\n⊢ p"],
        ]
        assert texts(env.open(ref("free"))) == ["p q : bool\n⊢ p ==> p \\/ q"]


def test_goals_as_holist_writes_them(servers: HolLightServers) -> None:
    sexps = HolLightServers({"t": "!p. p ==> p"}, form=GoalForm.SEXP, start=servers.server)
    with sexps.environment() as env:
        assert texts(env.open(ref("t"))) == [
            "(g () (a (c (fun (fun (bool) (bool)) (bool)) !) (l (v (bool) p) "
            "(a (a (c (fun (bool) (fun (bool) (bool))) ==>) (v (bool) p)) (v (bool) p)))))"
        ]


@pytest.mark.parametrize(
    ("tactic", "kind", "said"),
    [
        ("CONV_TAC", "parse", "no tactic CONV_TAC"),
        ("REWRITE_TAC[NOPE]", "parse", "no theorem NOPE"),
        ("REWRITE_TAC[CONJ_SYM]", "parse", "no theorem CONJ_SYM"),  # it is what is to be proved
        ("EXISTS_TAC `p", "parse", "second backquote"),
        ("EQ_TAC)", "parse", "THEN or the end is wanted where ) is"),
        ("EXISTS_TAC `T`", "tactic", "not existentially quantified"),
        ("UNDISCH_TAC `T T`", "parse", "typechecking error"),
        ("CONJ_TAC", "tactic", ""),
        ("ALL_TAC", "tactic", "it changes nothing"),
        ('Sys.command "true"', "parse", "a tactic has no"),
    ],
)
def test_failures(servers: HolLightServers, tactic: str, kind: str, said: str) -> None:
    with servers.environment() as env:
        (outcome,) = env.apply(env.open(ref("known")), [tactic])
        assert isinstance(outcome, TacticFailed)
        assert outcome.kind.value == kind
        assert said in outcome.message


def test_what_never_ends_is_ended(servers: HolLightServers) -> None:
    server = servers.server()
    with servers.environment() as env:
        root = env.open(ref("known"))
        limits, server.limits = server.limits, HolLimits(tactic_s=0.2)
        try:
            (outcome,) = env.apply(root, ["REPEAT ALL_TAC"])
        finally:
            server.limits = limits
        assert isinstance(outcome, TacticFailed)
        assert outcome.kind.value == "timeout"


@pytest.mark.parametrize("name", ["function", "nonsense"])
def test_what_is_no_statement_is_refused(servers: HolLightServers, name: str) -> None:
    with servers.environment() as env, pytest.raises(UsageError, match="no statement"):
        env.open(ref(name))


@pytest.mark.parametrize(
    ("name", "proof", "reason"),
    [
        ("and_comm", "ITAUT_TAC", VerdictReason.VERIFIED),
        ("and_comm", "REPEAT STRIP_TAC\n  · ASM_REWRITE_TAC[]\n  · ASM_REWRITE_TAC[]",
         VerdictReason.VERIFIED),
        ("and_comm", "REPEAT STRIP_TAC\n  ASM_REWRITE_TAC[]", VerdictReason.DOES_NOT_COMPILE),
        ("free", "DISCH_TAC THEN DISJ1_TAC THEN FIRST_ASSUM ACCEPT_TAC", VerdictReason.VERIFIED),
        ("drinker", "MESON_TAC[]", VerdictReason.VERIFIED),
        ("forall_and", "REWRITE_TAC[FORALL_AND_THM]", VerdictReason.VERIFIED),
        ("known", "MATCH_ACCEPT_TAC CONJ_SYM", VerdictReason.DOES_NOT_COMPILE),
        ("known", "REPEAT GEN_TAC THEN EQ_TAC THENL [ITAUT_TAC; ITAUT_TAC]",
         VerdictReason.VERIFIED),
        ("false", "GEN_TAC THEN MP_TAC(ASSUME `F`) THEN ITAUT_TAC", VerdictReason.DOES_NOT_COMPILE),
        ("false", "ACCEPT_TAC(ASSUME `!p:bool. p`)", VerdictReason.DOES_NOT_COMPILE),
        ("false", "GEN_TAC", VerdictReason.DOES_NOT_COMPILE),
        ("false", "MESON_TAC[]", VerdictReason.DOES_NOT_COMPILE),
        pytest.param("le_trans", "ARITH_TAC", VerdictReason.VERIFIED, marks=needs_library),
        pytest.param("real_abs", "REAL_ARITH_TAC", VerdictReason.VERIFIED, marks=needs_library),
        pytest.param("add_zero", "INDUCT_TAC THEN ASM_REWRITE_TAC[ADD]", VerdictReason.VERIFIED,
                     marks=needs_library),
        pytest.param("false_statement", "ARITH_TAC", VerdictReason.DOES_NOT_COMPILE,
                     marks=needs_library),
    ],
)  # fmt: skip
def test_verdicts(verifier: HolLightVerifier, name: str, proof: str, reason: VerdictReason) -> None:
    verdict = verifier.verify(Claim(ref(name), f"by\n  {proof}"))
    assert verdict.reason is reason, verdict.detail
    assert verdict.lean_version.startswith("HOL Light ")


@needs_library
def test_every_fixed_tactic_is_read(servers: HolLightServers) -> None:
    with servers.environment() as env:
        outcomes = env.apply(env.open(ref("and_comm")), HOL_LIGHT_TACTICS)
    unread = [o for o in outcomes if isinstance(o, TacticFailed) and o.kind.value == "parse"]
    assert len(outcomes) == len(HOL_LIGHT_TACTICS)
    assert not unread


def test_its_theorems_are_premises(servers: HolLightServers) -> None:
    known = dict(servers.server().theorems())
    assert known["CONJ_SYM"] == STATEMENTS["known"]
