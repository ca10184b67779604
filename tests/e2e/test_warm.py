"""A command that is forked is the one that is started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from warm import can_be_forked, environment_of_commands, run_forked


@pytest.mark.parametrize(
    ("words", "stdin", "code"),
    [
        (["config", "show"], "", 0),
        (["show", "attempt", "one"], "", 2),
        (["lean", "--stdin"], "#print axioms Nat.rec\n#eval (⟨1⟩ : Nat)", 1),
    ],
)
def test_a_fork_ends_as_a_command_does(
    tmp_path: Path, words: list[str], stdin: str, code: int
) -> None:
    environment = environment_of_commands() | {"SENSEI_JOBS": "7"}
    assert can_be_forked(environment)
    started = subprocess.run(
        [sys.executable, "-m", "sensei", *words],
        cwd=tmp_path, env=environment, input=stdin, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    forked = run_forked(words, tmp_path, environment, stdin, 300)
    assert forked.returncode == started.returncode == code
    assert (forked.stdout, forked.stderr) == (started.stdout, started.stderr)


def test_a_variable_that_is_read_at_the_start_forbids_it() -> None:
    assert not can_be_forked(environment_of_commands() | {"PYTHONHASHSEED": "1"})


def test_what_libraries_set_here_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONBREAKPOINT", "RAY_CLIENT_MODE", "OMP_WAIT_POLICY"):
        monkeypatch.setenv(name, "of a library")
    monkeypatch.setenv("SENSEI_JOBS", "7")
    environment = environment_of_commands()
    assert "of a library" not in environment.values()
    assert environment["SENSEI_JOBS"] == "7"
    assert can_be_forked(environment)


def test_a_fork_is_ended_at_its_time(tmp_path: Path) -> None:
    (tmp_path / "loop.lean").write_text("def loop : IO Unit := do\n  repeat pure ()\n#eval loop\n")
    with pytest.raises(subprocess.TimeoutExpired):
        run_forked(["lean", "loop.lean"], tmp_path, environment_of_commands(), "", 2)
