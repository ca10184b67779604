"""The embedded Lean for this folder's tests, ways to run it, and what its interpreter called.

Every run is watched: the dynamic linker writes down the symbols that are looked up (`LD_DEBUG`),
and the interpreter looks a compiled function up when it first calls it. What several tests look at
is run once.
"""

from __future__ import annotations

import functools
import os
import re
import socketserver
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sensei.core.errors import ToolchainError
from sensei.settings import load_settings
from sensei.toolchain import wheel
from sensei.toolchain.find import Toolchain, embedded_toolchain

Run = Callable[..., "subprocess.CompletedProcess[str]"]
FILES = Path(__file__).resolve().parents[2] / "lean" / "embedded"
PROGRAMS = FILES / "meta" / "programs"
SAMPLE = """theorem foo (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · exact hp
  · exact hq

theorem bar (n : Nat) : n + 0 = n := by
  rw [Nat.add_zero]
"""


@dataclass(frozen=True, slots=True)
class Bound:
    """One declaration of the library that is bound to a compiled function."""

    name: str
    symbol: str
    arguments: int
    lent: bool
    """Whether the caller keeps any of the arguments."""

    @property
    def symbols(self) -> tuple[str, str]:
        """What the interpreter looks for, in its order."""
        return f"{self.symbol}___boxed", self.symbol


class Echo(socketserver.BaseRequestHandler):
    """Sends back what comes, and closes after `bye`."""

    def handle(self) -> None:
        while received := self.request.recv(1024):
            self.request.sendall(received)
            if received == b"bye":
                return


@pytest.fixture(scope="session")
def embedded() -> Toolchain:
    """The embedded Lean, from the user's cache or built now."""
    try:
        wheel.find_wheel()
    except ToolchainError as error:
        pytest.skip(f"no embedded Lean here: {error}")
    return embedded_toolchain(load_settings(), lambda line: None)


@pytest.fixture(scope="session")
def lookups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the dynamic linker writes down what each process looked up."""
    return tmp_path_factory.mktemp("lookups")


@pytest.fixture(scope="session")
def lean(embedded: Toolchain, lookups: Path) -> Run:
    """Runs it with arguments; its messages are on stdout."""
    environment = {
        **os.environ,
        "LEAN_PATH": str(embedded.lib_dir),
        "LD_DEBUG": "bindings",
        "LD_DEBUG_OUTPUT": str(lookups / "process"),
    }

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(embedded.lean), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env=environment,
        )

    return run


@pytest.fixture(scope="session")
def compiled(lean: Run) -> Callable[[Path], subprocess.CompletedProcess[str]]:
    """Compiles a file of tests/lean/embedded, once a session."""
    return functools.cache(lambda file: lean(file))


@pytest.fixture(scope="session")
def traced(lean: Run, sample: Path) -> subprocess.CompletedProcess[str]:
    """The small tracer on the sample."""
    return lean("--run", PROGRAMS / "trace.lean", sample)


@pytest.fixture(scope="session")
def stepped(lean: Run) -> subprocess.CompletedProcess[str]:
    """The small step server on its own theorem."""
    return lean("--run", PROGRAMS / "gym.lean")


@pytest.fixture(scope="session")
def replayed(lean: Run, sample: Path) -> subprocess.CompletedProcess[str]:
    """The small kernel checker on the compiled sample."""
    olean = sample.with_suffix(".olean")
    assert lean("-R", sample.parent, "-o", olean, sample).returncode == 0
    return lean("--run", PROGRAMS / "replay.lean", olean)


@pytest.fixture(scope="session")
def echoed(lean: Run) -> subprocess.CompletedProcess[str]:
    """The network program, against a real socket."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            return lean("--run", FILES / "programs" / "network.lean", str(server.server_address[1]))
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with two theorems."""
    file = tmp_path_factory.mktemp("sample") / "Sample.lean"
    file.write_text(SAMPLE, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def bound(lean: Run) -> list[Bound]:
    """Every declaration that is bound to compiled code."""
    done = lean(Path(__file__).with_name("externs.lean"))
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    return [Bound(name, symbol, int(count), lent == "true") for name, symbol, count, lent in rows]


@pytest.fixture(scope="session")
def called(
    lookups: Path,
    compiled: Callable[[Path], subprocess.CompletedProcess[str]],
    traced: subprocess.CompletedProcess[str],
    stepped: subprocess.CompletedProcess[str],
    replayed: subprocess.CompletedProcess[str],
    echoed: subprocess.CompletedProcess[str],
) -> set[str]:
    """The symbols that all the programs of tests/lean/embedded together look up and find."""
    for file in FILES.rglob("*.lean"):
        compiled(file)
    found: set[str] = set()
    for record in lookups.iterdir():
        found.update(
            re.findall(r"normal symbol `(l(?:ean)?_[^']*)'", record.read_text(encoding="utf-8"))
        )
    return found
