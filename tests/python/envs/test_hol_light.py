"""The environment and the verdicts of HOL Light, on a process that stands in its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.generator import TableGenerator
from sensei.core.errors import LeanProcessError, NotFoundError, ToolchainError, UsageError
from sensei.core.types import (
    Claim,
    FailureKind,
    Outcome,
    ProofState,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
    VerdictReason,
)
from sensei.envs.hol_light.environment import GoalForm, HolLightServers
from sensei.envs.hol_light.judge import AXIOMS, HolLightVerifier, script_of
from sensei.envs.hol_light.server import HolLightServer, HolLimits
from sensei.provers.prover import Prover
from sensei.toolchain.hol_light import HolLight, find_hol_light

FAKE = Path(__file__).parents[1] / "fakes" / "hol_light.py"
STATEMENTS = {"pair": "a & b", "three": "a & b & c", "nothing": ""}
# An endless tactic is killed at twice the limit and a second.
LIMITS = HolLimits(tactic_s=0.1, start_s=60.0)


def ref(name: str) -> TheoremRef:
    return TheoremRef(name, "HOL", "statements")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HolLightServer]:
    hol_ml = tmp_path_factory.mktemp("hol") / "hol.ml"
    hol_ml.write_text("")
    with HolLightServer(LIMITS, HolLight(FAKE, hol_ml), report=lambda line: None) as made:
        yield made


@pytest.fixture
def servers(server: HolLightServer) -> HolLightServers:
    return HolLightServers(STATEMENTS, start=lambda: server)


def after(outcome: Outcome) -> ProofState:
    assert isinstance(outcome, TacticSucceeded), outcome
    return outcome.state


def texts(state: ProofState) -> list[str]:
    return [goal.pretty for goal in state.goals]


def test_tactics_run_on_the_first_goal(servers: HolLightServers) -> None:
    with servers.environment() as env:
        root = env.open(ref("three"))
        assert texts(root) == ["⊢ a & b & c"]
        split = after(env.apply(root, ["SPLIT"])[0])
        assert texts(split) == ["⊢ a", "⊢ b & c"]
        state = split
        for tactic in ("CLOSE", "SPLIT", "CLOSE", "CLOSE"):
            state = after(env.apply(state, [tactic])[0])
        assert state.goals == ()
        assert texts(after(env.apply(split, ["CLOSE"])[0])) == ["⊢ b & c"], "states stay"


def test_every_goal_is_a_part(servers: HolLightServers) -> None:
    with servers.environment() as env:
        split = after(env.apply(env.open(ref("three")), ["SPLIT"])[0])
        parts = env.split(split)
        assert [texts(part) for part in parts] == [["⊢ a"], ["⊢ b & c"]]
        assert env.split(parts[0]) == [parts[0]]
        env.release([split, parts[0]])
        assert texts(after(env.apply(parts[1], ["SPLIT"])[0])) == ["⊢ b", "⊢ c"]
        with pytest.raises(LeanProcessError, match="released"):
            env.apply(parts[0], ["CLOSE"])


def test_failures_are_values(servers: HolLightServers) -> None:
    tactics = ["CLOSE", "NONE", "SLOW", "A\nB", "x" * 4097, "DIE", "LOOP", "SPLIT"]
    with servers.environment() as env:
        root = env.open(ref("pair"))
        outcomes = env.apply(root, tactics)
        kinds = [o.kind.value if isinstance(o, TacticFailed) else "ok" for o in outcomes]
        assert kinds == [
            "tactic", "parse", "timeout", "parse", "forbidden", "crash", "timeout", "ok",
        ]  # fmt: skip
        assert env.apply(root, tactics, timeout_s=0.0) == []


def test_a_process_that_ends_is_followed_by_one_with_the_same_states(
    servers: HolLightServers,
) -> None:
    with servers.environment() as env:
        split = after(env.apply(env.open(ref("three")), ["SPLIT"])[0])
        _, second = env.split(split)
        env.release([split])
        assert env.apply(second, ["DIE"])[0] == TacticFailed(
            FailureKind.CRASH, "HOL Light: its process ended"
        )
        again = after(env.apply(second, ["SPLIT"])[0])
        assert texts(again) == ["⊢ b", "⊢ c"]
        assert texts(after(env.apply(again, ["DIE", "CLOSE"])[1])) == ["⊢ c"]


def test_what_cannot_be_opened_is_said(servers: HolLightServers) -> None:
    with servers.environment() as env:
        with pytest.raises(NotFoundError, match="did you mean pair"):
            env.open(ref("pairs"))
        with pytest.raises(UsageError, match="nothing is no statement to HOL Light: nothing to"):
            env.open(ref("nothing"))
        assert texts(env.open(ref("pair"))) == ["⊢ a & b"]


def test_goals_as_s_expressions(server: HolLightServer) -> None:
    servers = HolLightServers(STATEMENTS, form=GoalForm.SEXP, start=lambda: server)
    with servers.environment() as env:
        assert texts(env.open(ref("pair"))) == ["(g () a & b"]


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("by\n  SPLIT\n  · CLOSE\n  · CLOSE", VerdictReason.VERIFIED),
        ("by\n  SPLIT\n  CLOSE", VerdictReason.DOES_NOT_COMPILE),
        ("by\n  NONE", VerdictReason.DOES_NOT_COMPILE),
        ("by\n  WRONG", VerdictReason.STATEMENT_CHANGED),
        ("by\n  DIE", VerdictReason.CRASH),
        ("by\n  SLOW", VerdictReason.TIMEOUT),
    ],
)
def test_verdicts(server: HolLightServer, proof: str, reason: VerdictReason) -> None:
    verdict = HolLightVerifier(lambda: server, STATEMENTS).verify(Claim(ref("pair"), proof))
    assert (verdict.reason, verdict.accepted) == (reason, reason is VerdictReason.VERIFIED)
    assert verdict.lean_version == "HOL Light fake"
    assert verdict.axioms == (AXIOMS if verdict.accepted else ())


def test_bullets_and_indentation_are_lean_s() -> None:
    proof = "by\n  SPLIT\n  · · A\n      B\n  · C `x · y`\n"
    assert script_of(proof) == ["SPLIT", "A", "B", "C `x · y`"]
    assert script_of("by\n  done") == []


def test_a_search_on_it_is_verified(server: HolLightServer, servers: HolLightServers) -> None:
    moves = [("CLOSE", -1.0), ("SPLIT", -1.5), ("NONE", -2.0)]
    goals = ("a & b & c", "b & c", "a", "b", "c")
    prover = Prover(
        TableGenerator({f"⊢ {goal}": moves for goal in goals}),
        HolLightVerifier(lambda: server, STATEMENTS),
    )
    with servers.environment() as env:
        attempt = prover.prove(ref("three"), env)
    assert attempt.verified
    assert script_of(attempt.proof or "") == ["SPLIT", "CLOSE", "SPLIT", "CLOSE", "CLOSE"]


def test_theorems_are_premises(server: HolLightServer) -> None:
    assert server.theorems() == [("AND", "a & b")]


def test_what_does_not_load_says_why(tmp_path: Path) -> None:
    hol_ml = tmp_path / "hol.ml"
    hol_ml.write_text("broken")
    with pytest.raises(LeanProcessError, match="did not load: this is no HOL Light"):
        HolLightServer(LIMITS, HolLight(FAKE, hol_ml), report=lambda line: None)
    with pytest.raises(LeanProcessError, match="cannot start"):
        HolLightServer(LIMITS, HolLight(tmp_path / "none", hol_ml), report=lambda line: None)


def test_one_that_never_loads_is_told_of_and_given_up(tmp_path: Path) -> None:
    hol_ml = tmp_path / "hol.ml"
    hol_ml.write_text("endless")
    limits = HolLimits(start_s=0.05, told_s=0.02)
    said: list[str] = []
    with pytest.raises(LeanProcessError, match="did not load: it took too long"):
        HolLightServer(limits, HolLight(FAKE, hol_ml), report=said.append)
    assert said[0] == "loading HOL Light, which takes two or three minutes"
    assert all("s so far, 0 s at most" in line for line in said[1:])
    assert len(said) > 1


def test_without_it_the_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_hol_light(tmp_path) is None
    monkeypatch.setattr("sensei.envs.hol_light.server.find_hol_light", lambda: None)
    with pytest.raises(ToolchainError, match="apt install hol-light libnum-ocaml-dev"):
        HolLightServers(STATEMENTS).server()
