"""Our Lean library, built for the Lean at hand, and a Lean process that answers line by line."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from sensei.settings import Settings
from sensei.toolchain.find import find_toolchain
from sensei.toolchain.installed import Toolchain
from sensei.toolchain.programs import programs_folder

ROOT = Path(__file__).parents[2]


class Answers:
    """A child process that answers each line of its input with one of its output."""

    def __init__(self, command: Sequence[str | Path], env: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, encoding="utf-8"
        )

    def ask(self, *words: object, timeout_s: float = 60.0) -> str:
        """The answer; one that takes longer ends the process and fails the test."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        watchdog = threading.Timer(timeout_s, self.process.kill)
        watchdog.start()
        try:
            print(*words, file=self.process.stdin, flush=True)
            answer = self.process.stdout.readline().rstrip("\n")
        finally:
            watchdog.cancel()
        assert answer, f"it ended or hung on: {' '.join(map(str, words))[:2000]}"
        return answer

    def ok(self, *words: object, timeout_s: float = 60.0) -> str:
        """The answer without `ok`, of a line that must be answered so."""
        kind, _, rest = self.ask(*words, timeout_s=timeout_s).partition(" ")
        assert kind == "ok", rest
        return rest

    def close(self) -> int:
        """Ends its input; its exit code."""
        assert self.process.stdin is not None
        with self.process:
            self.process.stdin.close()
            try:
                return self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise


@dataclass(frozen=True)
class LeanLibrary:
    """The Lean that runs our library, and where the library is."""

    toolchain: Toolchain
    library: Path

    def env(self, *more: Path) -> dict[str, str]:
        """The environment to run it in; ``more`` are folders of other modules."""
        places = os.pathsep.join(map(str, (*more, self.library)))
        return {**os.environ, "LEAN_PATH": places}

    def compile(self, folder: Path, file: str) -> None:
        """Compiles a file in ``folder`` as a module."""
        olean = (folder / file).with_suffix(".olean")
        subprocess.run(
            [self.toolchain.lean, "-R", folder, "-o", olean, folder / file],
            env=self.env(folder),
            check=True,
            timeout=300,
        )

    def run(self, program: Path, *more: Path, **variables: str) -> Answers:
        """Starts a program."""
        env = {**self.env(*more), **variables}
        return Answers([self.toolchain.lean, "--run", program], env)


@pytest.fixture(scope="session")
def library(settings: Settings) -> LeanLibrary:
    """Our library, built for the Lean at hand."""
    toolchain = find_toolchain(ROOT, settings)
    programs = programs_folder(toolchain, settings, lambda line: None)
    return LeanLibrary(toolchain, programs / ".lake" / "build" / "lib" / "lean")
