"""Runs the command line as a user does: a process of its own, in the project's folder. Wherever
that is the same, it is the fork of one that has done the imports; those of test_docs.py never are.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from warm import SIDECAR, can_be_forked, environment_of_commands, run_forked

__all__ = ["SIDECAR", "error_of", "run_sensei", "sensei", "sensei_json"]

PROGRESS = ("sensei: lake build", "sensei: loading")


def run_sensei(
    folder: Path, *words: str, stdin: str = "", timeout_s: float = 500, **variables: str
) -> subprocess.CompletedProcess[str]:
    """How ``sensei WORDS`` ends in ``folder``, with ``variables`` in its environment."""
    environment = environment_of_commands() | variables
    # A server that goes on by itself is known by its command line, which a fork does not have.
    if can_be_forked(environment) and "--background" not in words:
        return run_forked([*words], folder, environment, stdin, timeout_s)
    return subprocess.run(
        [sys.executable, "-m", "sensei", *words],
        cwd=folder,
        env=environment,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout_s,
        check=False,
    )


def sensei(folder: Path, *words: str, code: int = 0, stdin: str = "", **variables: str) -> str:
    """What it prints, having ended with ``code``."""
    done = run_sensei(folder, *words, stdin=stdin, **variables)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def sensei_json(folder: Path, *words: str, code: int = 0, stdin: str = "") -> dict[str, Any]:
    """Its answer in JSON."""
    answer: dict[str, Any] = json.loads(sensei(folder, *words, "--json", code=code, stdin=stdin))
    return answer


def error_of(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that an error is, on stderr with nothing on stdout beside it."""
    assert done.stdout == "", done.stdout
    said = [line for line in done.stderr.splitlines() if not line.startswith(PROGRESS)]
    assert len(said) == 1, done.stderr
    assert said[0].startswith("sensei: ")
    return said[0].removeprefix("sensei: ")
