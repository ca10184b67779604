"""``sensei verify`` as a user runs it, on the real Lean and the real database."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from command import SIDECAR, error_of, run_sensei, sensei, sensei_json

FILE = ("--file", "E2E/Basic.lean")
PROOF = ("--proof", "-")


def test_a_proof_text_by_name_is_judged_and_kept(project: Path) -> None:
    words = ("verify", "two_ways", *PROOF)
    good = sensei_json(project, *words, stdin="by exact ⟨hp, hq⟩")
    assert good["theorem"]["name"] == "E2E.two_ways"
    assert (good["verdict"]["accepted"], good["verdict"]["reason"]) == (True, "verified")
    assert "verified (axioms: none)  E2E.two_ways" in sensei(project, *words, stdin="⟨hp, hq⟩\n")
    bad = sensei_json(project, *words, stdin="by sorry", code=1)
    assert (bad["verdict"]["accepted"], bad["verdict"]["reason"]) == (False, "sorry")
    assert bad["id"] == good["id"] + 2
    said = sensei(project, *words, stdin="by\n  constructor\n  exact hp", code=1)
    assert said.startswith("rejected: does_not_compile: ")


def test_a_file_needs_no_database(project: Path) -> None:
    database = project / ".lake" / "sensei" / "sensei.db"
    database.unlink()
    (project / "proof.txt").write_bytes(b"by\r\n  omega\r\n")
    answer = sensei_json(project, "verify", "E2E.weaken", *FILE, "--proof", "proof.txt")
    assert answer["id"] is None
    assert answer["verdict"]["accepted"]
    inside = project / "E2E"
    assert "verified" in sensei(
        inside, "verify", "E2E.weaken", "--file", "Basic.lean", *PROOF, stdin="by omega"
    )
    assert not database.exists()


def test_attempts_and_all_that_is_stored_are_judged_again(project: Path) -> None:
    fixed = ("--generator", "fixed", "--seconds", "60")
    attempts = sensei_json(project, "prove", "two_ways", "weaken", "sum_eq", *fixed, code=1)
    numbers = {attempt["theorem"]: str(attempt["id"]) for attempt in attempts["attempts"]}
    again = sensei_json(project, "verify", "--attempt", numbers["E2E.weaken"])
    assert [judged["same"] for judged in again["judged"]] == [True]
    assert again["judged"][0]["before"]["accepted"]
    unproved = run_sensei(project, "verify", "--attempt", numbers["E2E.sum_eq"])
    assert unproved.returncode == 2
    assert "claims no proof; sensei show attempt" in error_of(unproved)

    sensei(project, "verify", "two_ways", *PROOF, stdin="by sorry", code=1)
    stored = sensei_json(project, "verify", "--stored")
    assert (stored["same"], stored["new"], len(stored["judged"])) == (3, 0, 3)
    assert sensei(project, "verify", "--stored").splitlines()[-1] == "3 judged, 3 the same, 0 not"
    sample = sensei_json(project, "verify", "--stored", "--sample", "1")["judged"]
    assert [(judged["same"], judged["verdict"]["accepted"]) for judged in sample] == [(True, True)]

    # One theorem goes, another changes: each is told, and the others are judged all the same.
    source = project / "E2E" / "Basic.lean"
    text = source.read_text("utf-8")
    changed = text.replace("theorem two_ways", "theorem two_paths").replace("b + 1", "b + 1 + 1")
    source.write_text(changed, "utf-8")
    stored = sensei_json(project, "verify", "--stored", code=1)
    found = {j["theorem"]["name"] + j["proof"]: j for j in stored["judged"]}
    gone = found["E2E.two_waysby sorry"]
    assert gone["verdict"] is None
    assert "did you mean E2E.two_paths?" in gone["error"]
    moved = next(j for name, j in found.items() if name.startswith("E2E.weaken"))
    assert moved["same"]
    assert moved["changed"] == ["the source file"]
    assert "not judged: no theorem in E2E/Basic.lean named 'E2E.two_ways'" in sensei(
        project, "verify", "--stored", code=1
    )


def test_two_at_once_on_a_fresh_copy(project: Path) -> None:
    """Neither a compiled original nor a built module is there yet."""
    shutil.rmtree(project / ".lake")
    wanted = {"by exact ⟨hp, hq⟩": 0, "by sorry": 1, "⟨hp, hq⟩": 0}
    words = [sys.executable, "-m", "sensei", "verify", "E2E.two_ways", *FILE, *PROOF]
    running = {
        proof: subprocess.Popen(
            words,
            cwd=project,
            env=os.environ | {"PYTHONPATH": str(SIDECAR)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for proof in wanted
    }
    for proof, child in running.items():
        # Only now, so that all of them are past their start.
        out, err = child.communicate(proof.encode(), timeout=300)
        assert child.returncode == wanted[proof], (out + err).decode()
    left = sorted(path.suffix for path in (project / ".lake" / "sensei" / "verify").iterdir())
    assert left == [".olean"]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle_it_leaves_nothing_running(project: Path, how: int) -> None:
    words = [sys.executable, "-m", "sensei", "verify", "E2E.two_ways", *FILE, *PROOF]
    with subprocess.Popen(
        words,
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(SIDECAR)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as child:
        assert child.stdin is not None
        child.stdin.write(b"by repeat skip")
        child.stdin.close()
        compiling = _wait_for(child.pid, "Basic.lean")
        child.send_signal(how)
        assert child.wait(60) == (-how if how == signal.SIGKILL else 130)
    deadline = time.monotonic() + 30
    while any(process.is_running() for process in compiling) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(process.is_running() for process in compiling)
    assert "verified" in sensei(project, "verify", "two_ways", *PROOF, stdin="⟨hp, hq⟩")


def _wait_for(pid: int, file: str) -> list[psutil.Process]:
    """The descendants of ``pid``, once one of them compiles ``file``."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        found = psutil.Process(pid).children(recursive=True)
        for process in found:
            try:
                command = process.cmdline()
            except psutil.Error:
                continue
            if command and command[-1].endswith(file) and "-o" in command:
                return found
        time.sleep(0.05)
    raise AssertionError("nothing was compiled")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["two_wayz", *PROOF], 2, "did you mean E2E.two_ways?"),
        (["E2E.two_wayz", *FILE, *PROOF], 2, "did you mean E2E.two_ways?"),
        (["Nat.add_comm", *FILE, *PROOF], 3, "is declared by an import"),
        (["two_ways", "--proof", "gone.txt"], 2, "gone.txt: No such file"),
        (["two_ways", "--proof", "E2E"], 2, "E2E: Is a directory"),
        (["E2E.two_ways", "--file", "Gone.lean", *PROOF], 2, "Gone.lean is no .lean file"),
        (["E2E.two_ways", "--file", "lakefile.toml", *PROOF], 2, "is no .lean file"),
        (["two_ways"], 2, "NAME and --proof go together"),
        ([], 2, "give one of NAME, --attempt ID and --stored"),
        (["--attempt", "77"], 2, "no attempt 77"),
        (["--stored"], 2, "no claim is stored; sensei prove makes them"),
        (["two_ways", *PROOF, "--timeout", "0.001"], 3, "raise --timeout or --memory"),
    ],
)
def test_what_cannot_be_judged(project: Path, words: list[str], code: int, said: str) -> None:
    done = run_sensei(project, "verify", *words, stdin="rfl")
    assert done.returncode == code, done.stderr
    assert said in error_of(done)


def test_a_file_that_does_not_compile_itself(project: Path) -> None:
    with (project / "E2E" / "Basic.lean").open("a") as file:
        file.write("\ntheorem broken : 1 = 2 := rfl\n")
    done = run_sensei(project, "verify", "two_ways", *PROOF, stdin="⟨hp, hq⟩")
    assert done.returncode == 2
    assert "E2E/Basic.lean itself does not compile: " in error_of(done)
