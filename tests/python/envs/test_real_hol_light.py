"""HOL Light itself, where its packages are installed: loading it takes a minute or two."""

from __future__ import annotations

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
from sensei.envs.hol_light.server import HolLimits
from sensei.models.baselines import HOL_LIGHT_TACTICS
from sensei.provers.problems import read_statements
from sensei.toolchain.hol_light import INSTALL, find_hol_light

pytestmark = pytest.mark.skipif(
    find_hol_light() is None, reason=f"HOL Light is not installed: {INSTALL}"
)
BUNDLED = Path(hol_light.__file__).with_name("statements.jsonl")
STATEMENTS = {
    **{problem.name: problem.source for problem in read_statements(BUNDLED).problems},
    "free": "APPEND [] l = l:A list",
    "number": "1 + 1",
    "nonsense": "1 + T",
}


def ref(name: str) -> TheoremRef:
    return TheoremRef(name, "HOL", "statements")


@pytest.fixture(scope="module")
def servers() -> Iterator[HolLightServers]:
    with HolLightServers(STATEMENTS, HolLimits(tactic_s=20.0)) as made:
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
        assert texts(env.open(ref("free"))) == ["l : (A)list\n⊢ APPEND [] l = l"]


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
        ("REWRITE_TAC[ADD_0]", "parse", "no theorem ADD_0"),  # it is what is to be proved
        ("EXISTS_TAC `0", "parse", "second backquote"),
        ("ARITH_TAC)", "parse", "THEN or the end is wanted where ) is"),
        ("EXISTS_TAC `0`", "tactic", "not existentially quantified"),
        ("CONJ_TAC", "tactic", ""),
        ("ALL_TAC", "tactic", "it changes nothing"),
        ('Sys.command "true"', "parse", "a tactic has no"),
    ],
)
def test_failures(servers: HolLightServers, tactic: str, kind: str, said: str) -> None:
    with servers.environment() as env:
        (outcome,) = env.apply(env.open(ref("add_zero")), [tactic])
        assert isinstance(outcome, TacticFailed)
        assert outcome.kind.value == kind
        assert said in outcome.message


def test_what_never_ends_is_ended(servers: HolLightServers) -> None:
    quick = HolLightServers(STATEMENTS, start=servers.server)
    with quick.environment() as env:
        root = env.open(ref("add_zero"))
        limits = servers.server().limits
        servers.server().limits = HolLimits(tactic_s=0.2)
        try:
            (outcome,) = env.apply(root, ["REPEAT ALL_TAC"])
        finally:
            servers.server().limits = limits
        assert isinstance(outcome, TacticFailed)
        assert outcome.kind.value == "timeout"


@pytest.mark.parametrize("name", ["number", "nonsense"])
def test_what_is_no_statement_is_refused(servers: HolLightServers, name: str) -> None:
    with servers.environment() as env, pytest.raises(UsageError, match="no statement"):
        env.open(ref(name))


@pytest.mark.parametrize(
    ("name", "proof", "reason"),
    [
        ("add_zero", "INDUCT_TAC THEN ASM_REWRITE_TAC[ADD]", VerdictReason.VERIFIED),
        ("and_comm", "REPEAT STRIP_TAC\n  · ASM_REWRITE_TAC[]\n  · ASM_REWRITE_TAC[]",
         VerdictReason.VERIFIED),
        ("le_trans", "MESON_TAC[LE_TRANS]", VerdictReason.DOES_NOT_COMPILE),
        ("le_trans", "ARITH_TAC", VerdictReason.VERIFIED),
        ("false_statement", "ARITH_TAC", VerdictReason.DOES_NOT_COMPILE),
        ("false_statement", "GEN_TAC THEN MP_TAC(ASSUME `F`) THEN MESON_TAC[]",
         VerdictReason.DOES_NOT_COMPILE),
        ("false_statement", "ACCEPT_TAC(ASSUME `!n:num. n < n`)", VerdictReason.DOES_NOT_COMPILE),
        ("even_or_odd", "GEN_TAC", VerdictReason.DOES_NOT_COMPILE),
        ("real_abs", "REAL_ARITH_TAC", VerdictReason.VERIFIED),
        ("drinker", "MESON_TAC[]", VerdictReason.VERIFIED),
    ],
)  # fmt: skip
def test_verdicts(verifier: HolLightVerifier, name: str, proof: str, reason: VerdictReason) -> None:
    verdict = verifier.verify(Claim(ref(name), f"by\n  {proof}"))
    assert verdict.reason is reason, verdict.detail
    assert verdict.lean_version.startswith("HOL Light ")


def test_every_fixed_tactic_is_read(servers: HolLightServers) -> None:
    with servers.environment() as env:
        outcomes = env.apply(env.open(ref("and_comm")), HOL_LIGHT_TACTICS)
    unread = [o for o in outcomes if isinstance(o, TacticFailed) and o.kind.value == "parse"]
    assert len(outcomes) == len(HOL_LIGHT_TACTICS)
    assert not unread


def test_its_theorems_are_premises(servers: HolLightServers) -> None:
    known = dict(servers.server().theorems())
    assert len(known) > 2000
    assert known["ADD_SYM"] == "!m n. m + n = n + m"
