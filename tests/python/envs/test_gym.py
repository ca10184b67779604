"""The environment on step servers that behave, hang, crash, grow and print nonsense."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.gym_project import Project, running
from sensei.core.errors import LeanProcessError, NotFoundError
from sensei.core.types import (
    FailureKind,
    Outcome,
    ProofState,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.envs.gym import GymEnvironment
from sensei.toolchain.limited import containment

Named = Callable[[str], TheoremRef]


def texts(state: ProofState) -> list[str]:
    return [goal.pretty for goal in state.goals]


def after(outcome: Outcome) -> ProofState:
    assert isinstance(outcome, TacticSucceeded), outcome
    return outcome.state


def kinds(outcomes: list[Outcome]) -> list[str]:
    return [o.kind.value if isinstance(o, TacticFailed) else "ok" for o in outcomes]


def test_a_script_from_the_goals_to_none(project: Project, theorem: Named) -> None:
    with project.environment() as env:
        root = env.open(theorem("two"))
        assert texts(root) == ["⊢ g", "⊢ h"]
        assert root.goals[0].user_name == "g"
        split = after(env.apply(root, ["split"])[0])
        assert texts(split) == ["⊢ gl", "⊢ gr", "⊢ h"]
        done = split
        for _ in range(3):
            done = after(env.apply(done, ["close"])[0])
        assert done.goals == ()


def test_every_kind_of_failure_has_its_name(project: Project, theorem: Named) -> None:
    tactics = ["fail", "parse", "loop", "beats", "forbidden", "sorry", "x" * 4097, "close"]
    with project.environment() as env:
        outcomes = env.apply(env.open(theorem("one")), tactics)
        assert kinds(outcomes) == [
            "tactic", "parse", "timeout", "heartbeats", "forbidden", "forbidden", "forbidden", "ok",
        ]  # fmt: skip
        assert outcomes[1] == TacticFailed(FailureKind.PARSE, "unexpected token")
        assert "4097 bytes" in outcomes[6].message
    assert len(project.log("up")) == 1


def test_a_long_tactic_is_refused_unread(project: Project, theorem: Named) -> None:
    with project.environment(tactic_bytes=10) as env:
        root = env.open(theorem("one"))
        assert kinds(env.apply(root, ["say ⊢⊢⊢", "close", "say 123456"])) == [
            "forbidden", "ok", "ok",
        ]  # fmt: skip
    assert project.log("tactic") == ["tactic close", "tactic say 123456"]


@pytest.mark.parametrize(
    ("culprit", "kind"),
    [("exit 7", "crash"), ("hang", "timeout"), ("eat", "memory"), ("fork", "timeout")],
)
def test_only_the_culprit_fails(project: Project, theorem: Named, culprit: str, kind: str) -> None:
    with project.environment(rss_bytes=150 * 1024**2) as env:
        state = after(env.apply(env.open(theorem("one")), ["split"])[0])
        outcomes = env.apply(state, ["close", culprit, "say x", "fail"])
        assert kinds(outcomes) == ["ok", kind, "ok", "tactic"]
        if kind == "crash":
            assert "exit code 7" in outcomes[1].message
            assert "going down" in outcomes[1].message
        # States of before and after the crash can both be used.
        assert texts(after(env.apply(after(outcomes[2]), ["close"])[0])) == ["⊢ gr"]
        assert texts(after(env.apply(after(outcomes[0]), ["split"])[0])) == ["⊢ grl", "⊢ grr"]
        assert texts(after(env.apply(state, ["close"])[0])) == ["⊢ gr"]
    assert len(project.log("up")) == 3, "once for the batch, once for the culprit alone"
    env.pool.close()
    assert not [pid for pid in project.pids() if running(pid)]
    assert not [c for c in project.log("child") if running(int(c.split()[1]))]


def test_a_restart_runs_the_tactics_from_the_root_again(project: Project, theorem: Named) -> None:
    with project.environment() as env:
        state = env.open(theorem("one"))
        for tactic in ["split", "say deep", "close"]:
            before, state = state, after(env.apply(state, [tactic])[0])
            env.release([before])
        assert kinds(env.apply(state, ["exit"])) == ["crash"]
        assert texts(after(env.apply(state, ["split"])[0])) == ["⊢ grl", "⊢ grr"]
        again = project.log()[project.log().index("tactic exit") + 1 :]
        assert [line for line in again if line.split()[0] in ("start", "tactic")] == [
            "start one", "tactic split", "tactic say deep", "tactic close", "tactic split",
        ]  # fmt: skip


def test_a_state_that_cannot_be_reached_again_is_said_so(project: Project, theorem: Named) -> None:
    with project.environment() as env:
        state = after(env.apply(env.open(theorem("one")), ["roll"])[0])
        assert kinds(env.apply(state, ["exit"])) == ["crash"]
        with pytest.raises(LeanProcessError, match="other goals now"):
            env.apply(state, ["close"])
        assert texts(env.open(theorem("two"))) == ["⊢ g", "⊢ h"], "and the next theorem opens"


def test_what_tactics_print_is_passed_over(project: Project, theorem: Named) -> None:
    with project.environment() as env:
        state = after(env.apply(env.open(theorem("one")), ["noise"])[0])
        assert texts(after(env.apply(state, ["say x"])[0])) == ["⊢ x"]


def test_a_forged_answer_is_never_taken_for_one(project: Project, theorem: Named) -> None:
    with project.environment() as env:
        root = env.open(theorem("one"))
        env.apply(root, ["shout"])
        time.sleep(0.1)  # the forged line is on its way
        assert texts(after(env.apply(root, ["say x"])[0])) == ["⊢ x"]


def test_released_states_are_deleted_in_the_server(project: Project, theorem: Named) -> None:
    with project.environment() as env:
        root = env.open(theorem("one"))
        for _ in range(20):
            env.release([after(env.apply(root, ["split"])[0])])
        env.apply(root, ["fail"])
        assert env._lease is not None
        assert env._lease.process.request("stat", {})["nGoals"] == 1


def test_a_released_state_is_refused(project: Project, theorem: Named) -> None:
    with project.environment() as env:
        root = env.open(theorem("one"))
        env.release([root])
        env.release([root])
        with pytest.raises(LeanProcessError, match="released"):
            env.apply(root, ["close"])


def test_no_tactic_is_begun_after_the_time(project: Project, theorem: Named) -> None:
    with project.environment(tactic_s=5.0) as env:
        root = env.open(theorem("one"))
        outcomes = env.apply(root, ["nap 0.1"] * 50, timeout_s=0.35)
        assert 3 <= len(outcomes) <= 5
        assert env.apply(root, ["close"], timeout_s=0.0) == []


def test_a_slow_batch_is_answered_in_parts(project: Project, theorem: Named) -> None:
    with project.environment(tactic_s=0.2) as env:
        outcomes = env.apply(env.open(theorem("one")), ["nap 0.15"] * 20)
        assert kinds(outcomes) == ["ok"] * 20
    assert len(project.log("up")) == 1, "no limit was hit"


def test_an_unknown_theorem_names_its_neighbours(project: Project, theorem: Named) -> None:
    with project.environment() as env:
        with pytest.raises(NotFoundError, match="did you mean two"):
            env.open(theorem("twoo"))
        assert texts(env.open(theorem("two"))) == ["⊢ g", "⊢ h"]
    assert len(project.log("up")) == 1


def test_a_plain_pantograph_serves_too(project: Project, theorem: Named) -> None:
    project.env["GYM_PLAIN"] = "1"
    with project.environment() as env:
        root = env.open(theorem("two"))
        assert texts(root) == ["⊢ g", "⊢ h"]
        assert kinds(env.apply(root, ["close", "exit", "fail", "split"])) == [
            "ok", "crash", "tactic", "ok",
        ]  # fmt: skip
        with pytest.raises(LeanProcessError, match="refused goal"):
            env.open(theorem("twoo"))


@pytest.mark.parametrize(
    ("how", "said"), [("die", "the file has no header"), ("hang", "did not answer in time")]
)
def test_a_server_that_does_not_start_says_why(
    project: Project, theorem: Named, how: str, said: str
) -> None:
    project.env["GYM_START"] = how
    env = project.environment(start_s=0.5 if how == "hang" else 20.0)
    with pytest.raises(LeanProcessError, match=said) as raised:
        env.open(theorem("one"))
    assert "try it by hand" in raised.value.next_step
    project.env["GYM_START"] = "garbage"
    assert texts(env.open(theorem("one"))) == ["⊢ g"], "the place in the pool is free again"


def test_a_missing_program_is_one_line(project: Project, theorem: Named) -> None:
    env = project.environment()
    env.pool.launch = lambda _: project.launch(theorem("one")).__class__(
        ("/nowhere/lean",), dict(os.environ), project.root
    )
    with pytest.raises(LeanProcessError, match="cannot start /nowhere/lean"):
        env.open(theorem("one"))


def test_the_limits_are_told_to_lean(project: Project, theorem: Named) -> None:
    with project.environment(max_heartbeats=7) as env:
        env.open(theorem("one"))
    assert project.log("options") == ['options {"timeout": 300, "maxHeartbeats": 7}']


def test_an_environment_that_was_closed_can_open_again(project: Project, theorem: Named) -> None:
    env: GymEnvironment = project.environment()
    env.open(theorem("one"))
    env.close()
    env.close()
    assert texts(env.open(theorem("three"))) == ["⊢ k"]


@pytest.mark.skipif(not containment().files, reason="no Landlock here")
def test_a_server_writes_in_its_own_folder_only(
    project: Project, theorem: Named, tmp_path: Path
) -> None:
    elsewhere = tmp_path.with_name(f"{tmp_path.name}.elsewhere")
    tactics = [f"write {elsewhere}", "write own", f"write {project.root / 'known'}"]
    with project.environment() as env:
        outcomes = env.apply(env.open(theorem("one")), tactics)
    assert outcomes[0] == TacticFailed(FailureKind.TACTIC, "Permission denied")
    assert kinds(outcomes[1:]) == ["ok", "ok"], "and where it is told to"
    assert not elsewhere.exists()


@pytest.mark.skipif(not containment().network, reason="no network namespaces here")
def test_a_server_has_no_network(project: Project, theorem: Named) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, project.environment() as env:
        port = server.getsockname()[1]
        (outcome,) = env.apply(env.open(theorem("one")), [f"call {port}"])
        socket.create_connection(("127.0.0.1", port)).close()
    assert outcome == TacticFailed(FailureKind.TACTIC, "Network is unreachable")
