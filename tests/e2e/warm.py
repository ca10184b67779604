"""Runs ``sensei`` commands as forks of a process that has imported what they need already.

Each is a process of its own, with its own arguments, folder, environment, standard streams and exit
code, like one that a shell starts; only the seconds of its imports are saved. This file is both
sides: as a program it is the process that forks, which ends with the socket it is given.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

#: Imported before the first fork: what most verbs need for most of their start.
MODULES = (
    "sensei.cli.data",
    "sensei.cli.data_check",
    "sensei.cli.eval",
    "sensei.cli.ingest",
    "sensei.cli.progress",
    "sensei.cli.prove",
    "sensei.cli.show",
    "sensei.cli.trace",
    "sensei.cli.tracing",
    "sensei.cli.verify",
    "sensei.data.examples",
    "sensei.data.split",
    "sensei.data.summary",
    "sensei.envs.choice",
    "sensei.envs.replay",
    "sensei.provers.cache",
    "sensei.provers.check",
    "sensei.provers.evaluate",
    "sensei.provers.generators",
    "sensei.provers.hints",
    "sensei.provers.minimize",
    "sensei.provers.problems",
    "sensei.provers.prover",
    "sensei.provers.retrievers",
    "sensei.provers.write_back",
    "sensei.search.options",
    "sensei.store",
    "sensei.store.query",
    "sensei.toolchain.lake.workspace",
    "sensei.toolchain.workspace",
    "sensei.verify.pool",
    "sensei.verify.second",
)
SIDECAR = Path(__file__).parents[2] / "sidecar"
_READ_LATE = {"PATH", "PYTEST_CURRENT_TEST"}
_LONGEST_ORDER = 1 << 20


#: Libraries set these when a test imports them, or trains in this process.
_OF_LIBRARIES = (
    *("ACCELERATE_", "CUDA_", "HF_", "KMP_", "OMP_", "RAY_", "TOKENIZERS_", "TORCH"),
    "PYTHONBREAKPOINT",
)
_AT_FIRST = dict(os.environ)


def environment_of_commands() -> dict[str, str]:
    """What is set for a command: all that is here, but for what libraries have set since, and where
    Sensei is."""
    names = os.environ.keys() | _AT_FIRST.keys()
    of_libraries = {name for name in names if name.startswith(_OF_LIBRARIES)}
    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    here = {name: value for name, value in os.environ.items() if name not in of_libraries}
    first = {name: value for name, value in _AT_FIRST.items() if name in of_libraries}
    return here | first | {"PYTHONPATH": path}


class Forks:
    """The process that forks."""

    def __init__(self) -> None:
        self.environment = environment_of_commands()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                env=self.environment,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

    def start(
        self, words: list[str], folder: Path, environment: dict[str, str], streams: list[int]
    ) -> None:
        """Has a command started. Of ``streams`` three are its standard ones; what is written to the
        last is its process id and its exit code, a line each."""
        order = {"words": words, "folder": str(folder), "environment": environment}
        socket.send_fds(self._socket, [json.dumps(order).encode()], streams)

    def close(self) -> None:
        """Ends it."""
        self._socket.close()
        self._process.wait(60)


@cache
def forks() -> Forks:
    """The one of this process."""
    return Forks()


def close_forks() -> None:
    """Ends it, if there is one."""
    if forks.cache_info().currsize:
        forks().close()
        forks.cache_clear()


def can_be_forked(environment: dict[str, str]) -> bool:
    """Whether a fork with ``environment`` is the same as a command that starts with it: Python and
    the libraries read some variables as they start, and have done so."""
    changed = {name for name, _ in forks().environment.items() ^ environment.items()}
    return all(name in _READ_LATE or name.startswith("SENSEI_") for name in changed)


def run_forked(
    words: list[str], folder: Path, environment: dict[str, str], stdin: str, timeout_s: float
) -> subprocess.CompletedProcess[str]:
    """Runs ``sensei WORDS`` until it has ended and nobody is left to write to its output.

    Raises:
        subprocess.TimeoutExpired: it took longer, and was killed.
    """
    deadline = time.monotonic() + timeout_s
    pipes = [os.pipe() for _ in range(3)]
    ends = [read for read, _ in pipes]
    with tempfile.TemporaryFile() as given:
        given.write(stdin.encode())
        given.seek(0)
        forks().start(words, folder, environment, [given.fileno(), *(end for _, end in pipes)])
    for _, end in pipes:
        os.close(end)
    told = dict.fromkeys(ends, b"")
    with selectors.DefaultSelector() as waiting:
        for end in ends:
            waiting.register(end, selectors.EVENT_READ)
        while waiting.get_map():
            if time.monotonic() > deadline:
                os.kill(int(told[ends[2]].split()[0]), signal.SIGKILL)
                for left in [*waiting.get_map().values()]:
                    os.close(left.fd)
                raise subprocess.TimeoutExpired(words, timeout_s, told[ends[0]], told[ends[1]])
            for key, _ in waiting.select(1.0):
                chunk = os.read(key.fd, 1 << 16)
                told[key.fd] += chunk
                if not chunk:
                    waiting.unregister(key.fd)
                    os.close(key.fd)
    out, err, ended = (told[end].decode() for end in ends)
    code = int(ended.split()[1])
    return subprocess.CompletedProcess(["sensei", *words], code, out, err)


def fork_for(at: socket.socket) -> dict[str, object]:
    """Forks for each order that comes; returns in the forks only, with the order."""
    while True:
        text, streams, _, _ = socket.recv_fds(at, _LONGEST_ORDER, 4)
        if not text:
            sys.exit(0)
        if os.fork() == 0:
            at.close()
            _become_the_command(streams)
            return dict(json.loads(text))
        for stream in streams:
            os.close(stream)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _become_the_command(streams: list[int]) -> None:
    """Forks once more: who starts the command stays, to tell how it ends."""
    *standard, report = streams
    pid = os.fork()
    if pid:
        for stream in standard:
            os.close(stream)
        os.write(report, f"{pid}\n".encode())
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with suppress(BrokenPipeError):  # it was killed at its time, and nobody asks
            os.write(report, f"{code}\n".encode())
        os._exit(0)
    os.close(report)
    for number, stream in enumerate(standard):
        os.dup2(stream, number)
        os.close(stream)


def main() -> None:
    """The process that forks, and what its forks do."""
    sys.path.pop(0)  # the folder of this file, of which commands know nothing
    for module in MODULES:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    assert len(os.listdir("/proc/self/task")) == 1, "a fork has only the thread that forks"
    order = fork_for(socket.socket(fileno=int(sys.argv[1])))
    os.environ.clear()
    os.environ.update(order["environment"])  # type: ignore[call-overload]
    os.chdir(str(order["folder"]))
    sys.path.insert(0, os.getcwd())
    sys.argv = ["sensei", *order["words"]]  # type: ignore[misc]
    runpy.run_module("sensei", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
