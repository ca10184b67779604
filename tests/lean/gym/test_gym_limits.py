"""Tactics that print, hang, grow and end the process: one failed result each, and nothing left."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable

import psutil
import pytest

from sensei.core.types import FailureKind, Outcome, TacticFailed, TacticSucceeded, TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import gym_launch
from sensei.envs.process import LeanCommand
from sensei.toolchain.workspace import LeanWorkspace

Environments = Callable[..., GymEnvironment]
Refs = Callable[[str], TheoremRef]


def kinds(outcomes: list[Outcome]) -> list[str]:
    return [o.kind.value if isinstance(o, TacticFailed) else "ok" for o in outcomes]


def pid_of(env: GymEnvironment) -> int:
    assert env._lease is not None
    return env._lease.process.pid


def running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


LOOPS = ["repeat skip", "repeat (first | skip | rfl)"]


def test_lean_ends_a_loop_at_its_time(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=1.0)
    state = env.open(ref("Places.by_term"))
    process = pid_of(env)
    started = time.monotonic()
    for loop in LOOPS:
        outcomes = env.apply(state, [loop, "exact ⟨h.2, h.1⟩"])
        assert kinds(outcomes) == ["timeout", "ok"], (loop, outcomes)
    assert time.monotonic() - started < 10.0
    assert pid_of(env) == process, "the same process goes on"


def test_heartbeats_are_a_limit_of_one_tactic(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=20.0, max_heartbeats=1)
    outcomes = env.apply(env.open(ref("Places.by_term")), ["simp_all [and_comm]", "skip"] * 3)
    assert kinds(outcomes) == ["heartbeats", "ok"] * 3
    for outcome in outcomes[::2]:
        assert isinstance(outcome, TacticFailed)
        assert "maximum number of heartbeats" in outcome.message
        assert "invalid MessageData" not in outcome.message


def test_long_and_deep_texts_are_one_failure(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=5.0)
    state = env.open(ref("Places.by_term"))
    nested = "exact " + "(" * 1500 + "rfl" + ")" * 1500
    outcomes = env.apply(state, ["exact " + "x" * 5000, nested, "exact ⟨h.2, h.1⟩"])
    assert kinds(outcomes)[0] == "forbidden"
    assert kinds(outcomes)[1] in ("parse", "tactic", "crash", "timeout")
    assert kinds(outcomes)[2] == "ok"


def test_what_a_tactic_prints_is_no_answer(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=20.0)
    state = env.open(ref("Hostile.two"))
    process = pid_of(env)
    [said] = env.apply(state, ["chatter"])
    assert isinstance(said, TacticSucceeded)
    assert [goal.pretty for goal in said.state.goals] == ["⊢ 1 + 1 = 2"], "not the forged answer"
    assert kinds(env.apply(said.state, ['dbg_trace "noise"; rfl', "rfl"]))[1] == "ok"
    assert pid_of(env) == process
    assert env._lease is not None
    assert "half a line" in env._lease.process.stderr()


def test_a_forged_success_is_seen(environment: Environments, ref: Refs) -> None:
    env = environment(tactic_s=20.0)
    [outcome] = env.apply(env.open(ref("Hostile.two")), ["say_so"])
    assert outcome == TacticFailed(FailureKind.FORBIDDEN, "the tactic uses sorry")


@pytest.mark.parametrize(
    ("tactic", "kinds_of_it"),
    [
        ("leave", {"crash"}),
        ("hang", {"timeout"}),
        ("hoard", {"memory"}),
        ("overflow", {"crash", "tactic", "timeout", "memory"}),
    ],
)
def test_a_hostile_tactic_fails_alone(
    environment: Environments, ref: Refs, tactic: str, kinds_of_it: set[str]
) -> None:
    # Time enough to grow past the limit of memory; a loop has to wait it out.
    tactic_s = 0.5 if tactic == "hang" else 15.0
    env = environment(tactic_s=tactic_s, rss_bytes=900 * 1024**2)
    root = env.open(ref("Hostile.two"))
    [before] = env.apply(root, ["have h : 1 = 1 := rfl"])
    assert isinstance(before, TacticSucceeded)
    process = pid_of(env)
    outcomes = env.apply(before.state, ["skip", tactic, "exact nonsense", "rfl"])
    found = kinds(outcomes)
    assert found[1] in kinds_of_it, outcomes
    assert [found[0], *found[2:]] == ["ok", "tactic", "ok"]
    # The state of before is alive in the process that took over.
    [after] = env.apply(before.state, ["exact rfl"])
    assert isinstance(after, TacticSucceeded)
    assert after.state.goals == ()
    last = pid_of(env)
    env.pool.close()
    assert not running(process)
    assert not running(last)


def server_of(command: LeanCommand, **streams: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        list(command.argv), cwd=command.cwd, env=dict(command.env), bufsize=0, **streams
    )


def test_a_server_that_nobody_listens_to_ends(places: LeanWorkspace, ref: Refs) -> None:
    command = gym_launch(places)(ref("Places.by_term"))
    pipe = subprocess.PIPE
    with server_of(command, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        child.stderr.close()
        assert child.wait(120) == 1


#: Starts the server given as JSON, says its id, waits for it to be ready, and asks it for a tactic.
STARTER = """
import json, subprocess, sys, time
argv, cwd, env, asked = json.loads(sys.argv[1])
pipe = subprocess.PIPE
child = subprocess.Popen(argv, cwd=cwd, env=env, bufsize=0, stdin=pipe, stdout=pipe)
child.stdout.readline()
for line in asked:
    child.stdin.write(line.encode() + b"\\n")
    if line is not asked[-1]:
        assert "error" not in json.loads(child.stdout.readline())
print(child.pid, flush=True)
time.sleep(600)
"""


def test_a_server_ends_with_who_started_it_in_the_middle_of_a_tactic(
    places: LeanWorkspace, ref: Refs
) -> None:
    theorem = ref("Hostile.two")
    command = gym_launch(places)(theorem)
    asked = [
        json.dumps({"cmd": "goal.start", "payload": {"copyFrom": theorem.name}}),
        json.dumps({"cmd": "goal.tactic", "payload": {"stateId": 0, "tactic": "hang"}}),
    ]
    words = json.dumps([list(command.argv), str(command.cwd), dict(command.env), asked])
    with subprocess.Popen(
        [sys.executable, "-c", STARTER, words], stdout=subprocess.PIPE
    ) as starter:
        assert starter.stdout is not None
        server = psutil.Process(int(starter.stdout.readline()))
        before = server.cpu_times().user
        while server.cpu_times().user < before + 1.0:  # it hangs, busily
            time.sleep(0.05)
        starter.kill()
        starter.wait()
    try:
        server.wait(60)
    finally:
        if server.is_running():
            server.kill()
