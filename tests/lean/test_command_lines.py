"""Our Lean programs say how they are used, and refuse what they do not know in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

MAIN = Path(__file__).parents[2] / "lean" / "Main"


def run(library: Any, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [library.toolchain.lean, "--run", MAIN / f"{program}.lean", *words],
        env=library.env(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("program", ["Trace", "Gym", "Judge"])
def test_help_is_the_use_and_no_error(library: Any, program: str) -> None:
    done = run(library, program, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {program.lower()} ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Trace", "--nope", "3"], "there is no option '--nope'"),
        (["Trace", "extra"], "unexpected argument 'extra'"),
        (["Gym", "--module"], "option '--module' needs a value"),
        (["Judge", "prepare", "--original", "x"], "there is no option '--original'"),
        (["Judge", "compere"], "expected prepare, compare, serve or export, not 'compere'"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else "",
)
def test_what_is_not_known_is_one_line(library: Any, words: list[str], said: str) -> None:
    done = run(library, *words)
    program = words[0].lower()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{program}: {said}; see {program} --help\n"


@pytest.mark.parametrize("program", ["Prove", "Train"])
def test_what_the_sidecar_does_not_know_is_one_line(
    library: Any, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`lake exe prove` and `lake exe train` hand on what they were given."""
    sensei = tmp_path / "sensei"
    sensei.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sensei "$@"\n')
    sensei.chmod(0o755)
    monkeypatch.setenv("SENSEI", str(sensei))
    monkeypatch.setenv("PYTHONPATH", str(MAIN.parents[1] / "sidecar"))
    done = run(library, program, "--junk")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"sensei {program.lower()} --help" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("module", ["A.«x", "A..B", ""])
def test_a_module_that_is_no_name_is_refused(library: Any, module: str) -> None:
    done = run(library, "Gym", "--file", "none.lean", "--module", module)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("gym: ")
    assert len(done.stderr.splitlines()) == 1
