"""Warm servers: shared, kept, replaced, ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.gym_project import SERVER, Project, running
from sensei.core.errors import LeanProcessError, NotFoundError
from sensei.core.types import TacticSucceeded, TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.toolchain.workspace import LeanWorkspace

Named = Callable[[str], TheoremRef]


def use(pool: GymPool, theorem: TheoremRef) -> None:
    with GymEnvironment(pool) as env:
        env.open(theorem)


def test_a_file_is_elaborated_once(project: Project, theorem: Named) -> None:
    pool = project.pool()
    for name in ("one", "two", "one"):
        use(pool, theorem(name))
    assert project.log("up") == ["up A.lean"]


def test_the_longest_idle_makes_room(project: Project, theorem: Named) -> None:
    (project.root / "C.lean").write_text("four g\n")
    four = TheoremRef("four", "C", "C.lean")
    pool = project.pool(size=2)
    for ref in (theorem("one"), theorem("three"), theorem("one"), four, theorem("one")):
        use(pool, ref)
    assert project.log("up") == ["up A.lean", "up B.lean", "up C.lean"]
    assert len([pid for pid in project.pids() if running(pid)]) == 2


def test_a_changed_file_is_elaborated_again(project: Project, theorem: Named) -> None:
    pool = project.pool()
    use(pool, theorem("one"))
    (project.root / "A.lean").write_text("one other goals now\n")
    with GymEnvironment(pool) as env:
        assert len(env.open(theorem("one")).goals) == 3


def test_a_server_is_replaced_after_its_share(project: Project, theorem: Named) -> None:
    pool = project.pool(opened=2)
    for _ in range(5):
        use(pool, theorem("one"))
    assert len(project.log("up")) == 3


def test_a_large_server_is_replaced(project: Project, theorem: Named) -> None:
    pool = project.pool(recycle_rss_bytes=1)
    for _ in range(3):
        use(pool, theorem("one"))
    assert len(project.log("up")) == 3


def test_never_more_servers_than_places(project: Project, theorem: Named) -> None:
    pool = project.pool(size=2)
    most, failures = [0], []

    def work(name: str) -> None:
        try:
            for _ in range(4):
                with GymEnvironment(pool) as env:
                    root = env.open(theorem(name))
                    now = sum(running(pid) for pid in project.pids())
                    most[0] = max(most[0], now)
                    outcomes = env.apply(root, ["close", "exit" if name == "two" else "fail"])
                    assert isinstance(outcomes[0], TacticSucceeded)
        except (AssertionError, LeanProcessError) as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("one", "two", "three") * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    # More never are. That two can be, the next test holds.
    assert 1 <= most[0] <= 2


def test_two_places_hold_two_servers_at_once(project: Project, theorem: Named) -> None:
    pool = project.pool(size=2)
    with GymEnvironment(pool) as first, GymEnvironment(pool) as second:
        first.open(theorem("one"))
        second.open(theorem("two"))
        assert sum(running(pid) for pid in project.pids()) == 2
    pool.close()


def test_a_closed_pool_ends_its_servers_and_opens_nothing(project: Project, theorem: Named) -> None:
    pool = project.pool()
    env = GymEnvironment(pool)
    root = env.open(theorem("one"))
    pool.close()
    pool.close()
    assert not [pid for pid in project.pids() if running(pid)]
    with pytest.raises(LeanProcessError):
        env.apply(root, ["close"])
    env.close()
    with pytest.raises(LeanProcessError, match="closed"):
        use(pool, theorem("one"))


def test_closing_the_pool_ends_a_tactic_that_runs(project: Project, theorem: Named) -> None:
    pool = project.pool(tactic_s=60.0)
    ended: list[str] = []

    def work() -> None:
        with GymEnvironment(pool) as env:
            root = env.open(theorem("one"))
            try:
                env.apply(root, ["hang"])
            except LeanProcessError as error:
                ended.append(str(error))

    worker = threading.Thread(target=work)
    worker.start()
    end = time.monotonic() + 10
    while not (project.root / "log").exists() or not project.log("tactic"):
        assert time.monotonic() < end
        time.sleep(0.02)
    pool.close()
    worker.join(10)
    assert ended == ["the pool of step servers is closed"]
    assert not [pid for pid in project.pids() if running(pid)]


CLIENT = """
import sys, time, os
from pathlib import Path
from sensei.core.types import TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool
from sensei.envs.process import GymLimits, LeanCommand
root = Path(sys.argv[1])
argv = (sys.executable, sys.argv[2], "--file", str(root / "A.lean"))
command = LeanCommand(argv, dict(os.environ), root, (root,))
pool = GymPool(lambda t: command, 1, GymLimits(tactic_s=60))
env = GymEnvironment(pool)
state = env.open(TheoremRef("one", "A", "A.lean"))
if sys.argv[3] == "leave":
    sys.exit(0)
print("busy", flush=True)
env.apply(state, ["fork"])
"""


@pytest.mark.parametrize("how", ["leave", "interrupt"])
def test_no_server_outlives_its_client(project: Project, how: str) -> None:
    env = {**os.environ, "GYM_LOG": str(project.root / "log")}
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(project.root), str(SERVER), how],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with client:
        if how == "interrupt":
            assert client.stdout is not None
            client.stdout.readline()
            end = time.monotonic() + 10
            while not project.log("child") and time.monotonic() < end:
                time.sleep(0.02)
            client.send_signal(signal.SIGINT)
        client.communicate(timeout=20)
    assert client.returncode == (0 if how == "leave" else -signal.SIGINT)
    pids = project.pids() | {int(line.split()[1]) for line in project.log("child")}
    assert pids
    assert not [pid for pid in pids if running(pid)]


def test_the_real_server_is_run_by_the_projects_lean(tmp_path: Path) -> None:
    (tmp_path / "Kata").mkdir()
    (tmp_path / "Kata" / "Nat.lean").write_text("")
    workspace = LeanWorkspace(
        root=tmp_path,
        lean=Path("/lean"),
        env={"LEAN_PATH": "x"},
        programs=Path("/p"),
        options={"pp.unicode.fun": True},
    )
    command = gym_launch(workspace)(TheoremRef("Kata.t", "Kata.Nat", "Kata/Nat.lean"))
    assert command.argv == (
        "/lean", "--run", "/p/Gym.lean", "--file", str(tmp_path / "Kata/Nat.lean"),
        "--module", "Kata.Nat", "--options", '{"pp.unicode.fun": true}',
    )  # fmt: skip
    assert (command.env, command.cwd) == ({"LEAN_PATH": "x"}, tmp_path)
    with pytest.raises(NotFoundError, match="no file"):
        gym_launch(workspace)(TheoremRef("Kata.t", "Kata.Int", "Kata/Int.lean"))


def test_the_health_of_servers_is_told(project: Project, theorem: Named) -> None:
    pool = project.pool()
    with GymEnvironment(pool) as env:
        env.apply(env.open(theorem("one")), ["exit"])
    use(pool, theorem("one"))
    health = pool.health()
    assert (health.started, health.deaths) == (2, {"crash": 1})
    (worker,) = health.workers
    assert (worker.file, worker.in_use, worker.pid in project.pids()) == ("A.lean", False, True)
    assert worker.rss_bytes > 0
    os.kill(worker.pid, signal.SIGKILL)
    pool.close()
    assert pool.health().workers == ()
