"""One child process under limits: wall clock, resident memory, file size, its own process group.

RLIMIT_AS is not used: Lean reserves address space for its threads and fails to start under it.
Memory is bounded by a control group where the system lets us make one (memory_group.py);
everywhere, resident memory of the whole process group is polled, and the group is killed by its id.
A program that runs a stranger's code is contained as well (contained.py): what it starts cannot
outlive it by leaving the group.
"""

from __future__ import annotations

import contextlib
import functools
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from sensei.core.errors import LeanProcessError
from sensei.toolchain.memory_group import MemoryGroup

POLL_S = 0.02
# How long a container may take to kill what is in it.
CONTAINER_S = 10.0
# Of each stream: so much of its beginning and, where it is longer, so much of its end.
HEAD_BYTES = 64 * 1024
OUTPUT_BYTES = 4 * 1024 * 1024
# More than any file system holds: the container's script takes a number.
UNLIMITED_FILE_BYTES = 2**40
_CONTAINED = (sys.executable, "-I", "-S", str(Path(__file__).with_name("contained.py")))
_PAGE_BYTES = resource.getpagesize()
_NAMES_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use.

    Args:
        timeout_s: wall clock, then it is killed.
        rss_bytes: resident memory of it and its children together, then it is killed.
        file_bytes: largest file it may write.
    """

    timeout_s: float = 120.0
    rss_bytes: int = 4 * 1024**3
    file_bytes: int = 512 * 1024**2


@dataclass(frozen=True, slots=True)
class Finished:
    """How a child ended.

    Args:
        exit_code: as the system gave it; negative for a signal.
        stdout, stderr: the first 64 KiB and the last 4 MiB of each, undecodable bytes replaced.
        timed_out, out_of_memory: which limit ended it, if one did.
        seconds: wall clock.
        peak_rss_bytes: largest resident memory seen; at least its limit where that ended the child.
    """

    exit_code: int
    stdout: str
    stderr: str
    timed_out: bool
    out_of_memory: bool
    seconds: float
    peak_rss_bytes: int

    @property
    def limit_hit(self) -> bool:
        """Whether one of the limits ended the process."""
        return self.timed_out or self.out_of_memory


def limit_files(pid: int, file_bytes: int) -> None:
    """Bounds the files that a child may write, and forbids core dumps. A smaller limit that it was
    started under stays.

    Set from outside, so that no Python code runs between fork and exec.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
        hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
        size = file_bytes if hard == resource.RLIM_INFINITY else min(file_bytes, hard)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, size))


def run_limited(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    limits: Limits,
    stdin: bytes = b"",
    on_poll: Callable[[], None] | None = None,
    contained: bool = False,
    writes: Sequence[Path] | None = None,
) -> Finished:
    """Runs ``argv`` to its end or to a limit; never leaves a process behind.

    Args:
        argv: program and arguments.
        cwd, env: its folder and environment.
        limits: what it may use.
        stdin: what it reads.
        on_poll: called about fifty times a second while it runs (progress, cancel by raising).
        contained: also end what it starts in other process groups (Linux; about 30 ms).
        writes: with ``contained``: the only folders that it may write in, and then it has no
            network either, as far as the system allows (``containment``); None for no such bounds.

    Raises:
        LeanProcessError: the program cannot be started.
    """
    if contained:
        if not os.access(argv[0], os.X_OK):
            raise LeanProcessError(f"cannot start {argv[0]}: not a program", "sensei doctor")
        argv = contained_command(argv, limits.file_bytes, writes)
    started = time.monotonic()
    timed_out = out_of_memory = False
    peak = 0
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        streams[0].write(stdin)
        streams[0].seek(0)
        try:
            child = subprocess.Popen(
                list(argv),
                cwd=cwd,
                env=dict(env),
                stdin=streams[0],
                stdout=streams[1],
                stderr=streams[2],
                start_new_session=True,
            )
        except OSError as error:
            raise LeanProcessError(
                f"cannot start {argv[0]}: {error.strerror}", "sensei doctor"
            ) from None
        end = end_container if contained else _end_group
        group = MemoryGroup.join(child.pid, limits.rss_bytes)
        if group is not None:
            stack.callback(group.close)
        stack.callback(end, child)
        limit_files(child.pid, limits.file_bytes)
        pause = 0.002
        wait = stack.enter_context(_waiting(child))
        while child.poll() is None:
            peak = max(peak, group_rss_bytes(child.pid))
            if peak > limits.rss_bytes:
                out_of_memory = True
                break
            if time.monotonic() - started > limits.timeout_s:
                timed_out = True
                break
            if on_poll is not None:
                on_poll()
            wait(pause)
            pause = min(POLL_S, pause * 1.5)
        end(child)
        if group is not None and group.killed():
            # The kernel holds a group below its limit, so no look can have seen more.
            out_of_memory = True
            peak = max(peak, limits.rss_bytes)
        texts = [_both_ends(stream.fileno()) for stream in streams[1:]]
    return Finished(
        exit_code=child.returncode,
        stdout=texts[0],
        stderr=texts[1],
        timed_out=timed_out,
        out_of_memory=out_of_memory,
        seconds=time.monotonic() - started,
        peak_rss_bytes=peak,
    )


@contextlib.contextmanager
def _waiting(child: subprocess.Popen[Any]) -> Iterator[Callable[[float], object]]:
    """Something that waits so many seconds, or until the child ends where the system tells (Linux):
    what runs thousands of short programs would lose half a pause with each."""
    try:
        descriptor = os.pidfd_open(child.pid)
    except (AttributeError, OSError):
        yield time.sleep
        return
    try:
        ended = select.poll()
        ended.register(descriptor, select.POLLIN)
        yield lambda seconds: ended.poll(1000 * seconds)
    finally:
        os.close(descriptor)


def run_in_front(
    argv: Sequence[str], *, cwd: Path, env: Mapping[str, str], on_line: Callable[[str], None]
) -> int:
    """Runs ``argv`` with our own stderr, unlimited, and returns its exit code.

    ``on_line`` is given each line that it prints.

    What it started ends with it, and with this process however that ends (Linux; elsewhere only
    the program itself is ended).

    Raises:
        LeanProcessError: the program cannot be started.
    """
    if sys.platform == "linux":
        argv = contained_command(argv, UNLIMITED_FILE_BYTES)
    try:
        child = subprocess.Popen(
            list(argv),
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise LeanProcessError(
            f"cannot start {argv[0]}: {error.strerror}", "sensei doctor"
        ) from None
    assert child.stdout is not None
    try:
        with child.stdout as lines:
            for line in lines:
                on_line(line)
            return child.wait()
    finally:
        (end_container if sys.platform == "linux" else _end_group)(child)


def contained_command(
    argv: Sequence[str], file_bytes: int, writes: Sequence[Path] | None = None
) -> list[str]:
    """The command line with which this process runs ``argv`` in a container (contained.py).

    Args:
        writes: the only folders that it may write in, and then without network; None for no such
            bounds.
    """
    bounds = [str(os.getpid()), str(file_bytes), _folders(writes)]
    return [*_CONTAINED, "contain", *bounds, *argv]


def confined_command(argv: Sequence[str], writes: Sequence[Path]) -> list[str]:
    """The command line of ``argv`` without network, and writing in these folders alone, as far as
    the system allows; the process is the program itself (contained.py)."""
    if sys.platform != "linux":
        return list(argv)
    return [*_CONTAINED, "confine", _folders(writes), *argv]


def _folders(writes: Sequence[Path] | None) -> str:
    return "-" if writes is None else os.pathsep.join(map(str, writes))


@dataclass(frozen=True, slots=True)
class Containment:
    """What the system allows to keep a program from.

    Args:
        network: all of it.
        files: writing outside of its own folders.
    """

    network: bool
    files: bool


@functools.cache
def containment() -> Containment:
    """Tries it once."""
    if sys.platform != "linux":
        return Containment(False, False)
    run = subprocess.run([*_CONTAINED, "probe"], capture_output=True, text=True, check=False)
    said = run.stdout.split()
    return Containment("network" in said, "files" in said)


def group_rss_bytes(pid: int) -> int:
    """Resident memory of ``pid`` and all its descendants; 0 when it is gone.

    Asked many times a second of every process under limits. Where the system names the children of
    a process (Linux), only the members' own entries in /proc are read: looking through all
    processes of the machine takes 70 times as long.
    """
    if not _NAMES_CHILDREN:
        return _rss_by_looking_through(pid)
    total = 0
    todo = [str(pid)]
    while todo:
        member = todo.pop()
        try:
            with open(f"/proc/{member}/statm", "rb") as file:
                total += int(file.read().split()[1]) * _PAGE_BYTES
            for thread in os.listdir(f"/proc/{member}/task"):
                with open(f"/proc/{member}/task/{thread}/children", "rb") as file:
                    todo += file.read().decode().split()
        except (OSError, IndexError):
            continue  # it, or one of its threads, ended meanwhile
    return total


def _rss_by_looking_through(pid: int) -> int:
    total = 0
    try:
        process = psutil.Process(pid)
        members = [process, *process.children(recursive=True)]
    except psutil.Error:
        return 0
    for member in members:
        with contextlib.suppress(psutil.Error):
            total += member.memory_info().rss
    return total


def _end_group(child: subprocess.Popen[Any]) -> None:
    """Kills what is left of the child's own process group and reaps the child."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def end_container(child: subprocess.Popen[Any]) -> None:
    """Has the container kill what is in it, and ends the container."""
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(CONTAINER_S)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(psutil.Error):
                for member in psutil.Process(child.pid).children(recursive=True):
                    with contextlib.suppress(psutil.Error):
                        member.kill()
    _end_group(child)


def _both_ends(descriptor: int) -> str:
    size = os.fstat(descriptor).st_size
    if size <= HEAD_BYTES + OUTPUT_BYTES:
        return os.pread(descriptor, size, 0).decode("utf-8", "replace")
    ends = (
        os.pread(descriptor, HEAD_BYTES, 0),
        os.pread(descriptor, OUTPUT_BYTES, size - OUTPUT_BYTES),
    )
    return "\n".join(end.decode("utf-8", "replace") for end in ends)
