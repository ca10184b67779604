"""One Lean step server: start it, talk JSON lines with it under limits, end it.

It is killed from outside when an answer takes too long or its memory grows past the limit: Lean's
own time-out is cooperative and no bound. Only processes that were started here are ended, by the
id of their own process group. It has no network and writes in a temporary folder alone, as far as
the system allows that. Knows commands and answers, no goals (protocol.py) and no searches.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, Protocol

from sensei.core.errors import LeanProcessError
from sensei.core.types import FailureKind
from sensei.toolchain.limited import confined_command, group_rss_bytes, limit_files
from sensei.toolchain.memory_group import MemoryGroup

READY = "ready."
POLL_S = 0.1
LINE_BYTES = 64 * 1024 * 1024
STDERR_BYTES = 16 * 1024


@dataclass(frozen=True, slots=True)
class LeanCommand:
    """How to start one server.

    Args:
        argv, env, cwd: its command line, environment and folder.
        writes: folders that it may write in, besides a temporary one of its own.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: Path
    writes: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class GymLimits:
    """What a server may use.

    Args:
        tactic_s: wall clock of one tactic, enforced inside Lean; from outside the process is
            killed at twice that and a second.
        max_heartbeats: of one tactic, in Lean's thousands; None leaves the server's own.
        start_s: wall clock of starting, and of elaborating the file up to a theorem.
        rss_bytes: resident memory of the process and its children; past it, it is killed.
        tactic_bytes: longest tactic, UTF-8; a longer one is refused unread.
        opened: theorems opened in one process before it is replaced.
        recycle_rss_bytes: a process that is this large between two theorems is replaced.
        file_bytes: largest file it may write.
    """

    tactic_s: float = 2.0
    max_heartbeats: int | None = None
    start_s: float = 120.0
    rss_bytes: int = 4 * 1024**3
    tactic_bytes: int = 4096
    opened: int = 200
    recycle_rss_bytes: int = 2 * 1024**3
    file_bytes: int = 64 * 1024**2

    @property
    def kill_s(self) -> float:
        """Wall clock of one answer before the process is killed."""
        return 2 * self.tactic_s + 1.0


class GymDied(LeanProcessError):
    """The server is gone: it ended by itself, or a limit ended it.

    Args:
        kind: CRASH, TIMEOUT or MEMORY.
    """

    def __init__(self, kind: FailureKind, what: str) -> None:
        self.kind = kind
        super().__init__(what)


class GymRefused(LeanProcessError):
    """The server answered with an error and goes on.

    Args:
        kind: Pantograph's kind: ``command``, ``index``, ``operation``, ...
        desc: what it said.
    """

    def __init__(self, command: str, kind: str, desc: str) -> None:
        self.kind = kind
        self.desc = desc
        super().__init__(f"Lean's step server refused {command}: {desc or kind}")


class StepServer(Protocol):
    """A server that speaks Pantograph's protocol, whoever started it.

    Args:
        opened: how many theorems were opened on it.
        death: why it ended, if it was not told to.
    """

    opened: int
    death: FailureKind | None

    @property
    def pid(self) -> int:
        """The process id."""
        ...

    @property
    def ready(self) -> bool:
        """Whether it can be asked something."""
        ...

    def rss_bytes(self) -> int:
        """Resident memory of it and its children."""
        ...

    def request(
        self, command: str, payload: Mapping[str, Any], timeout_s: float | None = None
    ) -> dict[str, Any]:
        """Sends one command and waits for its answer; see ``GymProcess.request``."""
        ...

    def close(self) -> None:
        """Ends it; safe to call twice."""
        ...


_LIVE: weakref.WeakSet[GymProcess] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for process in list(_LIVE):
        process.close()


@dataclass(eq=False, slots=True, weakref_slot=True)
class GymProcess:
    """A running server. ``start`` makes one; not for two threads at once."""

    command: LeanCommand
    limits: GymLimits
    _child: subprocess.Popen[bytes]
    _stderr: _Tail
    _scratch: str
    _memory: MemoryGroup | None = None
    opened: int = 0
    _buffer: bytearray = field(default_factory=bytearray)
    _using: threading.RLock = field(default_factory=threading.RLock)
    _ending: threading.Lock = field(default_factory=threading.Lock)
    _killed: bool = False
    #: What ended it, if it was not told to end; known once it is closed.
    death: FailureKind | None = None

    @classmethod
    def start(cls, command: LeanCommand, limits: GymLimits) -> GymProcess:
        """Starts a server and waits until it is ready.

        Raises:
            LeanProcessError: it cannot be started, or ends or hangs before it is ready.
        """
        program = shutil.which(command.argv[0], path=command.env.get("PATH"))
        if program is None:
            raise _unstartable(command, "not a program")
        scratch = tempfile.mkdtemp(prefix="sensei-gym-")
        argv = (program, *command.argv[1:])
        try:
            child = subprocess.Popen(
                confined_command(argv, [Path(scratch), *command.writes]),
                cwd=command.cwd,
                env={**command.env, "TMPDIR": scratch},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            shutil.rmtree(scratch, ignore_errors=True)
            raise _unstartable(command, str(error.strerror)) from None
        assert child.stdin is not None
        assert child.stderr is not None
        process = cls(command, limits, child, _Tail(child.stderr.fileno()), scratch)
        _LIVE.add(process)
        try:
            process._memory = MemoryGroup.join(child.pid, limits.rss_bytes)
            limit_files(child.pid, limits.file_bytes)
            os.set_blocking(child.stdin.fileno(), False)
            process._wait_ready()
            options: dict[str, Any] = {"timeout": round(limits.tactic_s * 1000)}
            if limits.max_heartbeats is not None:
                options["maxHeartbeats"] = limits.max_heartbeats
            process.request("options.set", options)
        except BaseException:
            process.close()
            raise
        return process

    def _wait_ready(self) -> None:
        end = time.monotonic() + self.limits.start_s
        try:
            while self._line(b"", end).strip() != READY:
                pass
        except GymDied as died:
            raise LeanProcessError(
                f"Lean's step server did not start ({died.what})",
                f"try it by hand in {self.command.cwd}: {' '.join(self.command.argv)}",
            ) from None

    @property
    def pid(self) -> int:
        """The process id, and the id of its group."""
        return self._child.pid

    @property
    def ready(self) -> bool:
        """Whether it runs and has said nothing unasked, which could be taken for an answer."""
        assert self._child.stdout is not None
        with self._using:
            if not self._running() or b"\n" in self._buffer:
                return False
            poller = select.poll()
            poller.register(self._child.stdout.fileno(), select.POLLIN)
            return not poller.poll(0)

    def _running(self) -> bool:
        """Whether it runs. It is not reaped here, so that its id stays its own."""
        if self._killed:
            return False
        try:
            how = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self._child.pid, how) is None
        except ChildProcessError:  # another thread ended it just now
            return False

    def rss_bytes(self) -> int:
        """Resident memory of it and its children."""
        return group_rss_bytes(self.pid)

    def stderr(self) -> str:
        """The last 16 kB of what it wrote to its standard error."""
        return self._stderr.text()

    def request(
        self, command: str, payload: Mapping[str, Any], timeout_s: float | None = None
    ) -> dict[str, Any]:
        """Sends one command and waits for its answer.

        Lines that are no JSON object (a tactic that prints) are passed over.

        Args:
            timeout_s: wall clock before the process is killed; None is the limits' ``kill_s``.

        Raises:
            GymDied: it ended, hung or grew too large; it is closed.
            GymRefused: it answered with an error.
        """
        end = time.monotonic() + (self.limits.kill_s if timeout_s is None else timeout_s)
        text = json.dumps({"cmd": command, "payload": payload}, ensure_ascii=False)
        with self._using:
            if self._killed:
                raise GymDied(FailureKind.CRASH, "it was ended")
            answer = self._answer((text + "\n").encode("utf-8", "replace"), end)
        if "error" in answer and command != "goal.tactic":  # there it is the tactic's outcome
            raise GymRefused(command, str(answer["error"]), str(answer.get("desc", "")))
        return answer

    def _answer(self, to_send: bytes, end: float) -> dict[str, Any]:
        while True:
            line = self._line(to_send, end)
            to_send = b""
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(answer, dict):
                return answer

    def _line(self, to_send: bytes, end: float) -> str:
        """Sends ``to_send`` while reading, until a whole line has come."""
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        stdin, stdout = child.stdin.fileno(), child.stdout.fileno()
        while b"\n" not in self._buffer:
            poller = select.poll()
            poller.register(stdout, select.POLLIN)
            if to_send:
                poller.register(stdin, select.POLLOUT)
            left = end - time.monotonic()
            if left <= 0:
                self._died(FailureKind.TIMEOUT, "it did not answer in time")
            ready = dict(poller.poll(max(1.0, min(left, POLL_S) * 1000)))
            if not ready and self.rss_bytes() > self.limits.rss_bytes:
                self._died(FailureKind.MEMORY, self._over_memory())
            if stdin in ready:
                try:
                    to_send = to_send[os.write(stdin, to_send[:65536]) :]
                except BlockingIOError:
                    pass
                except OSError:
                    to_send = b""  # it is ending; its output says so
            if stdout in ready:
                data = os.read(stdout, 1 << 16)
                if not data:
                    self._died(FailureKind.CRASH, "it ended")
                self._buffer += data
                if len(self._buffer) > LINE_BYTES:
                    self._died(FailureKind.MEMORY, "it wrote a line without end")
        line, _, rest = self._buffer.partition(b"\n")
        self._buffer = bytearray(rest)
        return line.decode("utf-8", "replace")

    def _over_memory(self) -> str:
        return f"it took more than {self.limits.rss_bytes // 1024**2} MiB of memory"

    def _died(self, kind: FailureKind, why: str) -> NoReturn:
        if kind is FailureKind.CRASH and self._memory is not None and self._memory.killed():
            kind, why = FailureKind.MEMORY, self._over_memory()
        if kind is FailureKind.CRASH:
            # It gets a moment to end by itself, so that the exit code is its own.
            end = time.monotonic() + 0.5
            while self._running() and time.monotonic() < end:
                time.sleep(0.005)
        self.death = kind
        self.close()
        how = f", exit code {self._child.returncode}" if kind is FailureKind.CRASH else ""
        said = " | ".join(self.stderr().strip().splitlines()[:3])[:300]
        raise GymDied(kind, f"{why}{how}{': ' + said if said else ''}")

    def close(self) -> None:
        """Ends the process and all it started; safe to call twice, and from another thread: the
        one that waits for an answer then finds it dead."""
        with self._ending:
            if self._killed:
                return
            if self.death is None and not self._running():
                self.death = FailureKind.CRASH  # between two requests
            self._killed = True
            # It is not reaped yet, so no other process can have its id.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()
            if self._memory is not None:
                if self.death is FailureKind.CRASH and self._memory.killed():
                    self.death = FailureKind.MEMORY
                self._memory.close()
        _LIVE.discard(self)
        # Whoever waits for an answer sees the end of the stream. If a process that left the group
        # holds the stream open, it stays open here as well.
        if self._using.acquire(timeout=2.0):
            try:
                for stream in (self._child.stdin, self._child.stdout):
                    if stream is not None:
                        with contextlib.suppress(OSError):
                            stream.close()
            finally:
                self._using.release()
        if self._stderr.ended(1.0) and self._child.stderr is not None:
            self._child.stderr.close()
        shutil.rmtree(self._scratch, ignore_errors=True)


def _unstartable(command: LeanCommand, why: str) -> LeanProcessError:
    return LeanProcessError(
        f"cannot start {command.argv[0]} in {command.cwd}: {why}", "sensei doctor"
    )


class _Tail:
    """Reads a stream to its end in a thread and keeps its last bytes."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._bytes = bytearray()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while data := os.read(self._descriptor, 1 << 16):
                with self._lock:
                    self._bytes += data
                    del self._bytes[:-STDERR_BYTES]

    def text(self) -> str:
        with self._lock:
            return self._bytes.decode("utf-8", "replace")

    def ended(self, wait_s: float) -> bool:
        """Whether the stream has ended; one that left the group may still hold it open."""
        self._thread.join(wait_s)
        return not self._thread.is_alive()
