"""What a proof does to the machine while it is compiled: files, sockets, signals, processes.

One claim tries everything, with a verifier, and with one whose processes are under limits alone,
where everything must go well; else it would prove nothing.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import sensei.verify.judge as judge_module
from corpus import HOSTILE
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.settings import Settings
from sensei.toolchain.limited import Finished, Limits, containment, run_limited
from sensei.toolchain.workspace import LeanWorkspace, open_workspace
from sensei.verify.verifier import LeanVerifier

LIMITS = Limits(timeout_s=120.0, rss_bytes=1536 * 1024**2)
# Tries everything and says on one line what became of it.
EVERYTHING = """
import os, pathlib, signal, socket, sys

file, olean, source, port, pid = sys.argv[1:]

def attempt(name, act):
    try:
        act()
        said.append(name + " done")
    except OSError as error:
        said.append(name + " " + error.strerror)

said = []
attempt("null", lambda: pathlib.Path("/dev/null").write_text("x"))
attempt("file", lambda: pathlib.Path(file).write_text("x"))
attempt("folder", lambda: os.mkdir(file + ".d"))
attempt("forge", lambda: pathlib.Path(olean).write_text("forged"))
attempt("remove", lambda: os.remove(olean))
attempt("replace", lambda: os.symlink("/dev/null", olean))
attempt("source", lambda: open(source, "a").close())
attempt("socket", lambda: socket.create_connection(("127.0.0.1", int(port))).close())
attempt("signal", lambda: os.kill(int(pid), signal.SIGKILL))
sys.exit(", ".join(said))
"""
DENIED = "Permission denied"
WRITES = ("file", "folder", "forge", "remove", "replace", "source")


@pytest.fixture(scope="module")
def workspace(copy_project: Callable[[Path], Path], settings: Settings) -> LeanWorkspace:
    project = copy_project(Path(__file__).parent / "project")
    return open_workspace(project, settings)


def judged(workspace: LeanWorkspace, command: str) -> Verdict:
    """The verdict about an honest proof that has the shell run a command first."""
    module, file, namespace = HOSTILE
    theorem = TheoremRef(f"{namespace}.two", module, file)
    verifier = LeanVerifier(workspace, limits=LIMITS)
    return verifier.verify(Claim(theorem, f'by by_running "{command}"'))


def test_a_proof_that_does_no_harm_is_accepted(workspace: LeanWorkspace) -> None:
    verdict = judged(workspace, "true > /dev/null")
    assert verdict.accepted, verdict.detail


@dataclass(frozen=True)
class Targets:
    """What is attacked: a file that is not there, a built module on everyone's path, the file that
    is judged, a server, and another process of this user, which never ends by itself."""

    file: Path
    olean: Path
    honest: bytes
    source: Path
    server: socket.socket
    bystander: subprocess.Popen[bytes]
    script: Path

    def command(self) -> str:
        port = self.server.getsockname()[1]
        words = [self.file, self.olean, self.source, port, self.bystander.pid]
        return " ".join(map(str, [sys.executable, "-I", "-S", self.script, *words]))

    def was_called(self) -> bool:
        try:
            self.server.accept()[0].close()
        except BlockingIOError:
            return False
        return True


@pytest.fixture
def targets(workspace: LeanWorkspace, tmp_path: Path) -> Iterator[Targets]:
    script = tmp_path / "everything.py"
    script.write_text(EVERYTHING)
    olean = workspace.root / ".lake" / "build" / "lib" / "lean" / "Attack" / "Plain.olean"
    honest = olean.read_bytes()
    tail = shutil.which("tail")
    assert tail is not None
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        subprocess.Popen([tail, "-f", "/dev/null"]) as bystander,
    ):
        server.settimeout(0.0)
        source = workspace.root / HOSTILE[1]
        yield Targets(tmp_path / "new", olean, honest, source, server, bystander, script)
        bystander.kill()
    olean.unlink(missing_ok=True)
    olean.write_bytes(honest)


def outcomes(verdict: Verdict) -> dict[str, str]:
    """What became of each attempt, from the message of the proof that tried them."""
    assert (verdict.reason, verdict.accepted) == (VerdictReason.DOES_NOT_COMPILE, False)
    said = verdict.detail.partition("the shell: ")[2].split(", ")
    return {each.split(" ", 1)[0]: each.split(" ", 1)[1].strip() for each in said}


def test_files_sockets_and_processes_of_others(workspace: LeanWorkspace, targets: Targets) -> None:
    allowed = containment()
    if not (allowed.files or allowed.network):
        pytest.skip("this system has neither Landlock nor network namespaces")
    said = outcomes(judged(workspace, targets.command()))
    assert said.pop("null") == "done"
    signal, network = said.pop("signal"), said.pop("socket")
    assert signal in ("done", "Operation not permitted")  # Landlock bounds signals since Linux 6.12
    assert (targets.bystander.poll() is None) == (signal != "done")
    if allowed.network:
        assert network == "Network is unreachable"
        assert not targets.was_called()
    if allowed.files:
        assert {name: text for name, text in said.items() if text != DENIED} == {
            "replace": "File exists"
        }
        assert sorted(said) == sorted(WRITES)
        assert not targets.file.exists()
        assert targets.olean.read_bytes() == targets.honest


def test_they_are_reached_without_bounds(
    workspace: LeanWorkspace, targets: Targets, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(argv: Sequence[str], *, writes: object = None, **named: object) -> Finished:
        return run_limited(argv, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(judge_module, "run_limited", run)
    said = outcomes(judged(workspace, targets.command()))
    assert set(said.values()) == {"done"}, said
    assert targets.file.read_text() == "x"
    assert targets.olean.is_symlink()
    assert targets.was_called()
    assert targets.bystander.wait(60) != 0


def test_processes_that_left_end_with_the_verdict(workspace: LeanWorkspace, tmp_path: Path) -> None:
    """Many of them, endless, each in a session of its own and nobody's child."""
    mark = tmp_path / "mark"
    mark.touch()
    endless = f"tail -f {mark}"
    verdict = judged(
        workspace, f"for i in 1 2 3 4 5 6 7 8; do setsid -f {endless} > /dev/null 2>&1; done"
    )
    assert verdict.accepted, verdict.detail
    commands = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert endless not in commands.stdout
