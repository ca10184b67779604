"""Warm Lean step servers, one a source file, shared by the workers of one machine.

A server costs an elaboration of its file, so it is kept when its theorem is done, and the next
worker that needs the file gets it. With all places taken, the server that was idle longest makes
room; with none idle, the caller waits. A server is replaced when its file has changed, after a
number of theorems, or when it has grown large.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sensei.core.closing import Closing
from sensei.core.errors import LeanProcessError, NotFoundError
from sensei.core.types import FailureKind, TheoremRef
from sensei.envs.process import GymLimits, GymProcess, LeanCommand, StepServer
from sensei.toolchain.workspace import LeanWorkspace

# How to start a server for the file of a theorem.
Launch = Callable[[TheoremRef], LeanCommand]
# Starts it, and waits until it is ready.
Start = Callable[[LeanCommand, GymLimits], StepServer]


def gym_launch(workspace: LeanWorkspace) -> Launch:
    """Servers that are our Lean program ``Gym``, run by the project's own Lean."""

    def launch(theorem: TheoremRef) -> LeanCommand:
        source = workspace.root / theorem.file
        if not source.is_file():
            raise NotFoundError(f"no file {source}, where {theorem.name} should be", "sensei trace")
        argv = workspace.program(
            "Gym",
            "--file",
            str(source),
            "--module",
            theorem.module,
            "--options",
            workspace.options_json(),
        )
        return LeanCommand(argv, workspace.env, workspace.root)

    return launch


@dataclass(slots=True)
class _Place:
    """One place in the pool. ``process`` is None while it starts, and after it died."""

    key: str
    stamp: tuple[int, int] | None
    process: StepServer | None = None
    in_use: bool = True


@dataclass(frozen=True, slots=True)
class WorkerHealth:
    """One server: the file it is of, its process, resident memory, theorems opened in it, and
    whether somebody uses it."""

    file: str
    pid: int
    rss_bytes: int
    opened: int
    in_use: bool


@dataclass(frozen=True, slots=True)
class PoolHealth:
    """The servers of a pool, how many it ever started, and why those ended that were not told to
    (timeout, memory, crash)."""

    workers: tuple[WorkerHealth, ...]
    started: int
    deaths: Mapping[str, int]


@dataclass(eq=False, slots=True)
class Lease:
    """A server that one worker has to itself until it gives it back."""

    theorem: TheoremRef
    _pool: GymPool
    _place: _Place
    _done: bool = False

    @property
    def process(self) -> StepServer:
        """The server.

        Raises:
            LeanProcessError: it did not start.
        """
        if self._place.process is None:
            raise LeanProcessError("the step server is gone")
        return self._place.process

    @property
    def ready(self) -> bool:
        """Whether the server can be used; if not, ``restart``."""
        return self._place.process is not None and self._place.process.ready

    def restart(self) -> StepServer:
        """A fresh server in the place of this one; state ids of the old one mean nothing to it.

        Raises:
            LeanProcessError: it does not start.
        """
        return self._pool._start(self._place, self.theorem)

    def give_back(self) -> None:
        """Lets others use the server; safe to call twice."""
        if not self._done:
            self._done = True
            self._pool._give_back(self._place)


@dataclass(eq=False, slots=True)
class GymPool(Closing):
    """Up to ``size`` servers. Safe to use from several threads.

    Args:
        launch: the command of one.
        size: most servers at a time (``Settings.jobs``).
        limits: of each.
        start: how one is started.
    """

    launch: Launch
    size: int
    limits: GymLimits = field(default_factory=GymLimits)
    start: Start = GymProcess.start
    # Idle places come in the order in which they became idle.
    _places: list[_Place] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _closed: bool = False
    _started: int = 0
    _deaths: Counter[FailureKind] = field(default_factory=Counter)

    def check_open(self) -> None:
        """Raises LeanProcessError once the pool is closed."""
        if self._closed:
            raise LeanProcessError("the pool of step servers is closed")

    def lease(self, theorem: TheoremRef) -> Lease:
        """A ready server for the theorem's file; waits while all are in use.

        Raises:
            LeanProcessError: it does not start, or the pool is closed.
        """
        command = self.launch(theorem)
        key, stamp = theorem.file, _stamp(command.cwd / theorem.file)
        with self._changed:
            while True:
                self.check_open()
                idle = [place for place in self._places if not place.in_use]
                warm = [place for place in idle if place.key == key]
                if warm:
                    place = warm[-1]
                    break
                if len(self._places) < self.size:
                    place = _Place(key, stamp)
                    self._places.append(place)
                    break
                if idle:
                    place = idle[0]
                    break
                self._changed.wait()
            place.in_use = True
        lease = Lease(theorem, self, place)
        if (place.key, place.stamp) != (key, stamp) or not lease.ready:
            place.key, place.stamp = key, stamp
            try:
                lease.restart()
            except BaseException:
                lease.give_back()
                raise
        return lease

    def _start(self, place: _Place, theorem: TheoremRef) -> StepServer:
        self._end(place)
        process = self.start(self.launch(theorem), self.limits)
        with self._changed:
            self._started += 1
            if not self._closed:
                place.process = process
                return process
        process.close()
        self.check_open()
        raise AssertionError("unreachable: the pool is closed")

    def _end(self, place: _Place) -> None:
        process, place.process = place.process, None
        if process is not None:
            process.close()
            if process.death is not None:
                with self._changed:
                    self._deaths[process.death] += 1

    def _give_back(self, place: _Place) -> None:
        process = place.process
        if process is not None and not self._fit_for_another(process):
            self._end(place)
        with self._changed:
            if place in self._places:
                self._places.remove(place)
                if place.process is not None:
                    place.in_use = False
                    self._places.append(place)
            self._changed.notify_all()

    def _fit_for_another(self, process: StepServer) -> bool:
        limits = self.limits
        if not process.ready or process.opened >= limits.opened:
            return False
        if process.rss_bytes() > limits.recycle_rss_bytes:
            return False
        try:
            process.request("reset", {})
        except LeanProcessError:
            return False
        return True

    def health(self) -> PoolHealth:
        """How the servers are now."""
        with self._changed:
            places = [(place, place.process) for place in self._places]
            started, deaths = self._started, dict(self._deaths)
        workers = tuple(
            WorkerHealth(place.key, process.pid, process.rss_bytes(), process.opened, place.in_use)
            for place, process in places
            if process is not None
        )
        return PoolHealth(workers, started, {kind.value: n for kind, n in deaths.items()})

    def close(self) -> None:
        """Ends all servers, those in use too; safe to call twice."""
        with self._changed:
            self._closed = True
            places, self._places = self._places, []
            self._changed.notify_all()
        for place in places:
            if place.process is not None:
                place.process.close()


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
