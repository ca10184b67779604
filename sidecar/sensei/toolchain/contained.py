"""Runs one program and outlives whatever it leaves behind.

    python -I -S contained.py PARENT FILE_BYTES PROGRAM [ARGUMENT ...]

A child may leave its process group and its parent (``setsid``, a double fork). This process
declares itself the reaper of its descendants (Linux: ``PR_SET_CHILD_SUBREAPER``), so that none can
leave *it*: when the program ends, or SIGTERM comes, or the parent dies, all of them are killed. It
then ends as the program did, with its exit code or by its signal. A standalone script that imports
nothing of ours, since it is started for every verdict. Source: prctl(2).
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from types import FrameType
from typing import NoReturn

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
# Rounds of killing. Each finds all that is alive, so that only a fork bomb needs more than two.
_ROUNDS = 1000


def descendants(root: int) -> list[int]:
    """The processes below ``root``, by the parents that /proc names."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:
                    # The name before ")" may hold blanks and parentheses.
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, IndexError, ValueError):
                continue
            children.setdefault(parent, []).append(int(entry))
    found: list[int] = []
    todo = [root]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return found


def kill_descendants() -> None:
    """Kills and reaps everything below this process."""
    for _ in range(_ROUNDS):
        for pid in descendants(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _give_up(number: int, frame: FrameType | None) -> NoReturn:
    kill_descendants()
    os._exit(128 + number)


def main(arguments: list[str]) -> NoReturn:
    """Runs the program; does not return."""
    parent, file_bytes, argv = int(arguments[0]), int(arguments[1]), arguments[2:]
    signal.signal(signal.SIGTERM, _give_up)
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:  # it died while this process started
        os._exit(128 + signal.SIGTERM)
    # A limit that we were started under stays: only root may raise it.
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    size = file_bytes if hard == resource.RLIM_INFINITY else min(file_bytes, hard)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    child = os.fork()
    if child == 0:
        try:
            # In a session of its own, so that a signal to its group does not reach us.
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.execv(argv[0], argv)
        except OSError as error:
            os.write(2, f"{argv[0]}: {error.strerror}\n".encode())
        finally:
            os._exit(127)
    status = 0
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == child:
            break
    kill_descendants()
    if os.WIFSIGNALED(status):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(sys.argv[1:])
