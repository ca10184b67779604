"""A control group of Linux that bounds the memory of a process and of all that it starts.

The kernel looks at every page where we look fifty times a second (limited.py), so nothing takes
much more than its limit even for a moment. Files by the kernel's admin guide: of version 1
(cgroup-v1/memory) `memory.limit_in_bytes` and `memory.oom_control`, of version 2 (cgroup-v2)
`memory.max`, `memory.events` and `memory.oom.group`.

A group is made where this process may make one: of version 1 in its own group; of version 2 beside
it, in a parent that hands memory on and belongs to this user, since a group with processes hands
nothing on. Elsewhere there is none, and the limit is watched from outside alone.
"""

from __future__ import annotations

import contextlib
import functools
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import psutil

from sensei.core.closing import Closing

PREFIX = "sensei-"
# How long the kernel may take to forget the processes of a group.
EMPTY_S = 0.5


@dataclass(frozen=True, slots=True)
class Groups:
    """Where groups are made.

    Args:
        folder: the one in which each is a folder.
        version: of the kernel's control groups, 1 or 2.
    """

    folder: Path
    version: int


class MemoryGroup(Closing):
    """A group with one process and all that it starts from now on. ``join`` makes one."""

    __slots__ = ("_folder", "_version")

    def __init__(self, folder: Path, version: int) -> None:
        self._folder = folder
        self._version = version

    @classmethod
    def join(cls, pid: int, limit_bytes: int, groups: Groups | None = None) -> Self | None:
        """Puts a process into a group of its own; None where the system does not let us.

        Args:
            pid: of the process; what it started before stays outside.
            limit_bytes: of memory, with what is read from files as far as it is in use.
            groups: where to make it; by default, where this process may.
        """
        groups = groups or usable_groups()
        if groups is None:
            return None
        try:
            group = cls(_new_folder(groups.folder), groups.version)
        except OSError:
            return None
        try:
            group._bound(limit_bytes)
            group._write("cgroup.procs", pid)
        except OSError:
            group.close()
            return None
        return group

    def _bound(self, limit_bytes: int) -> None:
        if self._version == 1:
            self._write("memory.limit_in_bytes", limit_bytes)
            with contextlib.suppress(OSError):  # the kernel does not count swap
                self._write("memory.memsw.limit_in_bytes", limit_bytes)
            return
        self._write("memory.max", limit_bytes)
        for name, value in (("memory.swap.max", 0), ("memory.oom.group", 1)):
            with contextlib.suppress(OSError):  # since Linux 4.19, and where swap is counted
                self._write(name, value)

    def _write(self, name: str, value: int) -> None:
        # Not created: a file that is not there is one that the kernel does not have.
        descriptor = os.open(self._folder / name, os.O_WRONLY)
        try:
            os.write(descriptor, str(value).encode())
        finally:
            os.close(descriptor)

    def killed(self) -> bool:
        """Whether the kernel ended something in it for memory."""
        name = "memory.oom_control" if self._version == 1 else "memory.events"
        with contextlib.suppress(OSError):
            for line in (self._folder / name).read_text().splitlines():
                key, _, count = line.partition(" ")
                if key == "oom_kill":
                    return int(count) > 0
        return False

    def close(self) -> None:
        """Removes the group, whose processes have ended."""
        end = time.monotonic() + EMPTY_S
        while True:
            try:
                self._folder.rmdir()
            except FileNotFoundError:
                return
            except OSError:
                if time.monotonic() < end:
                    time.sleep(0.005)
                    continue
            return


@functools.cache
def usable_groups() -> Groups | None:
    """Where this process may make groups; None where it may not. What ended processes of ours left
    there is removed."""
    try:
        own = Path("/proc/self/cgroup").read_text().splitlines()
        mounts = Path("/proc/self/mounts").read_text().splitlines()
    except OSError:
        return None
    groups = find_groups(own, mounts)
    if groups is not None:
        _sweep(groups.folder)
    return groups


def find_groups(own: list[str], mounts: list[str]) -> Groups | None:
    """Where groups can be made.

    Args:
        own: the lines of /proc/self/cgroup.
        mounts: those of /proc/self/mounts.
    """
    where = {}
    for _, controllers, path in (line.split(":", 2) for line in own if line.count(":") >= 2):
        for controller in controllers.split(","):
            where[controller] = path.strip("/")
    for _, mounted, kind, options, *_ in (line.split() for line in mounts):
        root = Path(mounted)
        if kind == "cgroup" and "memory" in options.split(",") and "memory" in where:
            found = Groups(root / where["memory"], 1)
        elif kind == "cgroup2" and "" in where:
            folder = root / where[""]
            found = Groups(folder if folder == root else folder.parent, 2)
            with contextlib.suppress(OSError):
                if "memory" in (found.folder / "cgroup.subtree_control").read_text().split():
                    return _if_ours(found)
            continue
        else:
            continue
        return _if_ours(found)
    return None


def _if_ours(groups: Groups) -> Groups | None:
    """The place if a group can be made there and a process of ours moved into it: out of another
    of version 2, that takes the right to move in the group around both."""
    try:
        _new_folder(groups.folder).rmdir()
    except OSError:
        return None
    movable = groups.version == 1 or os.access(groups.folder / "cgroup.procs", os.W_OK)
    return groups if movable else None


def _new_folder(groups: Path) -> Path:
    """A folder that nobody else has, not another thread and not a process of the same id in another
    container either."""
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=groups))


def _sweep(folder: Path) -> None:
    """Removes groups whose maker has gone. One that holds a process stays: the system refuses."""
    for left in folder.glob(f"{PREFIX}*-*"):
        maker = left.name.removeprefix(PREFIX).partition("-")[0]
        if maker.isdigit() and not psutil.pid_exists(int(maker)):
            with contextlib.suppress(OSError):
                left.rmdir()
