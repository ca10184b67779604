"""A child process ends by itself or by a limit, and nothing of it stays behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from sensei.core.errors import LeanProcessError
from sensei.toolchain.limited import (
    Finished,
    Limits,
    contained_command,
    group_rss_bytes,
    run_limited,
)
from sensei.toolchain.memory_group import MemoryGroup, usable_groups


def python(code: str, tmp_path: Path, stdin: bytes = b"", **limits: float) -> Finished:
    return run_limited(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=dict(os.environ),
        limits=Limits(**limits),  # type: ignore[arg-type]
        stdin=stdin,
    )


def test_exit_code_and_output(tmp_path: Path) -> None:
    done = python(
        "import sys; print(sys.stdin.read()); print('e', file=sys.stderr); sys.exit(7)",
        tmp_path,
        stdin=b"in",
    )
    assert (done.exit_code, done.stdout, done.stderr) == (7, "in\n", "e\n")
    assert not done.limit_hit


def test_time_limit_ends_it_and_its_children(tmp_path: Path) -> None:
    code = (
        "import subprocess,sys,time\n"
        "p=subprocess.Popen([sys.executable,'-c','import time; time.sleep(60)'])\n"
        "open('pid','w').write(str(p.pid)); time.sleep(60)"
    )
    start = time.monotonic()
    done = python(code, tmp_path, timeout_s=3.0)
    assert done.timed_out
    assert time.monotonic() - start < 30
    pid = int((tmp_path / "pid").read_text())
    while running(pid):
        assert time.monotonic() - start < 30, "the child goes on"
        time.sleep(0.01)


def running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


HOARDER = "x=[]\nwhile True: x.append(bytearray(1<<20))"


def test_memory_limit_that_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryGroup, "join", lambda pid, limit_bytes: None)
    done = python(HOARDER, tmp_path, rss_bytes=200 << 20, timeout_s=30)
    assert done.out_of_memory
    assert done.peak_rss_bytes > 200 << 20


@pytest.mark.skipif(usable_groups() is None, reason="no control group can be made here")
def test_memory_limit_that_the_kernel_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is seen from outside, where a look can come too late or find less than the limit."""
    monkeypatch.setattr("sensei.toolchain.limited.group_rss_bytes", lambda pid: 0)
    done = python(HOARDER, tmp_path, rss_bytes=200 << 20, timeout_s=30)
    assert (done.out_of_memory, done.exit_code) == (True, -signal.SIGKILL)
    assert done.peak_rss_bytes >= 200 << 20


def test_file_size_limit(tmp_path: Path) -> None:
    done = python("open('big','wb').write(b'x'*(1<<24))", tmp_path, file_bytes=1 << 20)
    assert done.exit_code != 0
    assert (tmp_path / "big").stat().st_size <= 1 << 20


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    with pytest.raises(LeanProcessError, match="/no/such/lean"):
        run_limited(["/no/such/lean"], cwd=tmp_path, env={}, limits=Limits())


@pytest.mark.parametrize("contained", [True, False])
def test_a_file_size_limit_that_we_run_under_stays(contained: bool) -> None:
    """As `ulimit -f` sets it: nothing of ours breaks under it, and nothing gets more."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
        "from pathlib import Path\n"
        "from sensei.toolchain.limited import Limits, run_limited\n"
        "shown = 'import resource; print(resource.getrlimit(resource.RLIMIT_FSIZE))'\n"
        "done = run_limited([sys.executable, '-c', shown], cwd=Path('.'), env={},\n"
        f"    limits=Limits(timeout_s=30.0), contained={contained})\n"
        "print(done.stdout, done.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "(9000, 9000)" in done.stdout, done.stdout + done.stderr


def test_a_container_outlives_the_thread_that_started_it() -> None:
    """The system says that a parent has died when one of its threads has."""
    started: list[subprocess.Popen[bytes]] = []
    echo = "print('ready', flush=True); print(input())"
    threads: list[int] = []

    def start() -> None:
        threads.append(threading.get_native_id())
        argv = contained_command([sys.executable, "-c", echo], 1 << 20)
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(argv, stdin=pipe, stdout=pipe, start_new_session=True))
        assert started[0].stdout is not None
        assert started[0].stdout.readline() == b"ready\n"

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    (child,) = started
    with child:
        assert child.stdin is not None
        assert child.stdout is not None
        while Path(f"/proc/self/task/{threads[0]}").exists():  # until it is gone for the system
            time.sleep(0.01)
        child.stdin.write(b"still here\n")
        child.stdin.close()
        assert child.stdout.readline() == b"still here\n"
        assert child.wait(60) == 0


def test_memory_of_descendants_counts_without_looking_through_all() -> None:
    """As by looking through all processes; a program that starts another, both at rest."""
    code = (
        "import subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', 'print(1, flush=True); input()'], "
        "stdin=0)\ninput()"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"1\n"
        parts = [psutil.Process(child.pid), *psutil.Process(child.pid).children()]
        assert len(parts) == 2
        known = sum(part.memory_info().rss for part in parts)
        assert abs(group_rss_bytes(child.pid) - known) < known / 2
        assert group_rss_bytes(child.pid) > parts[0].memory_info().rss
        for part in reversed(parts):
            part.kill()
    assert group_rss_bytes(child.pid) == 0
