"""HOL Light in one process, and a process forked from it for each proof.

Loading HOL Light proves its library, which takes two or three minutes of processor time; a fork
takes milliseconds. The OCaml side is beside this file: boot.ml loads, tactics.ml reads tactics,
serve.ml answers. Knows requests and answers, no states (environment.py) and no verdicts (judge.py).
"""

from __future__ import annotations

import collections
import contextlib
import json
import os
import resource
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from sensei.core.closing import Closing
from sensei.core.errors import LeanProcessError, ToolchainError
from sensei.core.types import FailureKind
from sensei.settings import child_environment
from sensei.toolchain.finished import stderr_report
from sensei.toolchain.hol_light import INSTALL, HolLight, find_hol_light
from sensei.toolchain.limited import contained_command, end_container

READY = b"ready."
_LINE_BYTES = 64 * 1024 * 1024
_KEPT_LINES = 20


@dataclass(frozen=True, slots=True)
class HolLimits:
    """What HOL Light may use.

    Args:
        tactic_s: wall clock of one tactic; a process that does not keep it is killed at twice that
            and a second.
        proof_s: wall clock of running a whole proof again.
        start_s: wall clock of loading HOL Light, which takes two to three minutes of a core's time.
        told_s: how often it is said that it still loads.
        memory_bytes: address space of the process of one proof.
        tactic_bytes: longest tactic, UTF-8.
        file_bytes: largest file it may write.
    """

    tactic_s: float = 2.0
    proof_s: float = 120.0
    start_s: float = 1800.0
    told_s: float = 30.0
    memory_bytes: int = 4 * 1024**3
    tactic_bytes: int = 4096
    file_bytes: int = 64 * 1024**2

    @property
    def kill_s(self) -> float:
        """Wall clock of one answer before the process is killed."""
        return 2 * self.tactic_s + 1.0


class ProofDied(LeanProcessError):
    """The process of a proof is gone: it ended by itself, or a limit ended it."""

    def __init__(self, kind: FailureKind, what: str) -> None:
        self.kind = kind
        super().__init__(f"HOL Light: {what}")


class HolLightServer(Closing):
    """HOL Light, loaded; ``proof`` gives a process of its own for a proof. For several threads.

    A context manager that ends all of them.

    Args:
        limits: of each process.
        installed: where HOL Light is; None looks.
        report: told that it is loaded, which takes a while.

    Raises:
        ToolchainError: it is not installed.
        LeanProcessError: it does not load.
    """

    def __init__(
        self,
        limits: HolLimits | None = None,
        installed: HolLight | None = None,
        report: Callable[[str], None] = stderr_report,
    ) -> None:
        self.limits = limits or HolLimits()
        found = installed or find_hol_light()
        if found is None:
            raise ToolchainError("HOL Light is not installed", INSTALL)
        self._closed = False
        self._lock = threading.Lock()
        self._scratch = tempfile.TemporaryDirectory(prefix="sensei-hol-")
        self._path = str(Path(self._scratch.name) / "socket")
        if not os.access(found.ocaml, os.X_OK):
            self._scratch.cleanup()
            raise LeanProcessError(f"cannot start {found.ocaml}: not a program", "sensei doctor")
        report("loading HOL Light, which takes two or three minutes")
        boot = Path(__file__).with_name("boot.ml")
        argv = (str(found.ocaml), "-noinit", str(boot), str(found.hol_ml), self._path)
        try:
            self._child = subprocess.Popen(
                contained_command(argv, self.limits.file_bytes, [Path(self._scratch.name)]),
                cwd=self._scratch.name,
                env=child_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            self._scratch.cleanup()
            raise LeanProcessError(f"cannot start {argv[0]}: {error.strerror}") from None
        self._said = _Said(self._child)
        if not self._loaded(report):
            lines = " | ".join(self._said.lines)[-300:]
            self.close()
            raise LeanProcessError(
                f"HOL Light did not load: {lines or 'it took too long'}", "sensei doctor"
            )
        with self.proof() as proof:
            #: What was loaded.
            self.version = proof.version

    def _loaded(self, report: Callable[[str], None]) -> bool:
        """Waits until HOL Light is there; whether it is."""
        started = time.monotonic()
        while not self._said.ready.wait(self.limits.told_s):
            waited = time.monotonic() - started
            report(f"loading HOL Light: {waited:.0f} s so far, {self.limits.start_s:.0f} s at most")
            if waited > self.limits.start_s:
                return False
        return self._said.was_ready

    @property
    def pid(self) -> int:
        """The process that contains all others."""
        return self._child.pid

    def proof(self) -> HolProof:
        """A process that was forked just now.

        Raises:
            ProofDied: the one that loaded HOL Light is gone.
        """
        return HolProof(self._path, self.limits)

    def theorems(self) -> list[tuple[str, str]]:
        """The theorems of its database that tactics may name, with their statements."""
        with self.proof() as proof:
            answer = proof.request({"cmd": "theorems"}, self.limits.proof_s)
        return [(str(name), str(statement)) for name, statement in answer["theorems"]]

    def close(self) -> None:
        """Ends every process; safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        assert self._child.stdin is not None
        self._child.stdin.close()
        end_container(self._child)
        self._said.close()
        self._scratch.cleanup()


class HolProof(Closing):
    """The process of one proof. For one thread; a context manager that ends it."""

    def __init__(self, path: str, limits: HolLimits) -> None:
        self.limits = limits
        self._buffer = bytearray()
        self._pid_file: int | None = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
            hello = self._answer(time.monotonic() + limits.start_s)
            pid = int(hello["pid"])
            self.version = str(hello["version"])
            self._pid_file = os.pidfd_open(pid)
            limit = (limits.memory_bytes, limits.memory_bytes)
            resource.prlimit(pid, resource.RLIMIT_AS, limit)
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
        except OSError as error:
            self.close()
            raise ProofDied(FailureKind.CRASH, f"no process for a proof ({error})") from None
        except BaseException:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        """Whether it can be asked, as far as is known."""
        return self._pid_file is not None

    def request(self, what: Mapping[str, Any], wait_s: float | None = None) -> dict[str, Any]:
        """Sends a request and waits for its answer.

        Args:
            wait_s: wall clock before the process is killed; None is the limits' ``kill_s``.

        Raises:
            ProofDied: it ended, or took too long; it is closed.
            LeanProcessError: it does not know the request.
        """
        if not self.alive:
            raise ProofDied(FailureKind.CRASH, "its process ended")
        end = time.monotonic() + (self.limits.kill_s if wait_s is None else wait_s)
        line = json.dumps(what, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            self._socket.sendall(line)
        except OSError:
            self._died(FailureKind.CRASH, "its process ended")
        answer = self._answer(end)
        if "error" in answer:
            raise LeanProcessError(f"HOL Light's server refused the request {what.get('cmd')!r}")
        return answer

    def _answer(self, end: float) -> dict[str, Any]:
        while b"\n" not in self._buffer:
            left = end - time.monotonic()
            poller = select.poll()
            poller.register(self._socket, select.POLLIN)
            if left <= 0 or not poller.poll(max(1.0, left * 1000)):
                self._died(FailureKind.TIMEOUT, "it did not answer in time")
            try:
                data = self._socket.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                self._died(FailureKind.CRASH, "its process ended")
            self._buffer += data
            if len(self._buffer) > _LINE_BYTES:
                self._died(FailureKind.MEMORY, "it wrote a line without end")
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        answer = json.loads(line.decode("utf-8", "replace"))
        if not isinstance(answer, dict):
            raise LeanProcessError("HOL Light's server sent what is no object")
        return answer

    def _died(self, kind: FailureKind, why: str) -> NoReturn:
        self.close()
        raise ProofDied(kind, why)

    def close(self) -> None:
        """Kills the process; safe to call twice."""
        self._socket.close()
        pid_file, self._pid_file = self._pid_file, None
        if pid_file is not None:
            # A file of the process itself: an id might be another's by now.
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(pid_file, signal.SIGKILL)
            os.close(pid_file)


class _Said:
    """Reads what HOL Light says on standard error, in a thread, and keeps its last lines.

    Args:
        ready: set once it is ready, or has ended.
    """

    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stderr is not None
        self._stream = child.stderr
        self.ready = threading.Event()
        self.was_ready = False
        self.lines: collections.deque[str] = collections.deque(maxlen=_KEPT_LINES)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in self._stream:
                if line.strip() == READY:
                    self.was_ready = True
                    self.ready.set()
                else:
                    self.lines.append(line.decode("utf-8", "replace").strip())
        self.ready.set()

    def close(self) -> None:
        self._thread.join()
        self._stream.close()
