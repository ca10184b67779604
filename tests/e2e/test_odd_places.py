"""Names that are no identifiers, folders that may not be written, and junk where our files should
be: the first work, the others are an error of one line with the next step."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command import SIDECAR, error_of, run_sensei, sensei, sensei_json

TWO_WAYS = ("verify", "two_ways", "--proof", "-")
BENCHMARK = '{"id": "w", "header": "", "statement": "theorem w : 1 = 1 := by sorry"}\n'
ODD = """namespace E2E
theorem «odd one» (p : Prop) (h : p) : p := by
  exact h

private theorem hidden (n : Nat) : n + 0 = n := by
  rfl
end E2E
"""


def test_a_module_and_a_theorem_whose_names_are_no_identifiers(project: Path) -> None:
    (project / "E2E" / "odd name.lean").write_text(ODD, encoding="utf-8")
    sensei(project, "trace")
    sensei(project, "ingest")
    assert "E2E.«odd name»" in sensei(project, "query", "SELECT name FROM modules")
    theorems = ["E2E.«odd one»", "E2E.hidden"]
    answer = sensei_json(project, "prove", *theorems, "--generator", "fixed", "--seconds", "60")
    for attempt in answer["attempts"]:
        assert attempt["verified"], attempt
    assert "verified" in sensei(project, "verify", "E2E.hidden", "--proof", "-", stdin="rfl")
    said = sensei(project, "verify", "E2E.hidden", "--proof", "-", stdin="sorry", code=1)
    assert "rejected" in said
    # Of the file alone, without the database.
    words = ("verify", "E2E.hidden", "--file", "E2E/odd name.lean", "--proof", "-")
    assert sensei_json(project, *words, stdin="rfl")["verdict"]["accepted"]


def test_a_file_in_a_project_that_may_only_be_read_and_has_no_database(project: Path) -> None:
    (project / ".lake" / "sensei" / "sensei.db").unlink()
    words = ("verify", "E2E.two_ways", "--file", "E2E/Basic.lean", "--proof", "-")
    with only_to_be_read(project) as run:
        done = run(*words)
    assert done.returncode == 3
    assert ".lake/sensei/verify: Permission denied; move it away" in error_of(done)


@pytest.mark.parametrize("junk", [b"{}", b'{"host": 1, "port": "x"}'])
def test_junk_in_the_place_of_the_sidecars_file(project: Path, junk: bytes) -> None:
    (project / ".lake" / "sensei" / "sidecar.json").write_bytes(junk)
    assert sensei(project, "serve", "--stop").startswith("no server of ")
    done = run_sensei(project, "trace", "--sidecar", "auto")
    assert done.returncode == 3
    last = done.stderr.splitlines()[-1]
    assert "sidecar.json: " in last
    assert "sensei serve" in last


def _without_the_rights_of_root() -> None:
    """Root writes where the mode of a folder says no: the processes to come may not."""
    libc = ctypes.CDLL(None)
    drop_from_bounding_set, dac_override, dac_read_search = 24, 1, 2
    libc.prctl(drop_from_bounding_set, dac_override, 0, 0, 0)
    libc.prctl(drop_from_bounding_set, dac_read_search, 0, 0, 0)


@contextmanager
def only_to_be_read(project: Path) -> Iterator[Callable[..., subprocess.CompletedProcess[str]]]:
    """Nothing in the project can be written inside; gives what runs sensei there."""
    places = [project, *(path for path in project.rglob("*") if not path.is_symlink())]
    modes = {path: path.stat().st_mode for path in places}
    for path, mode in modes.items():
        path.chmod(mode & 0o555)

    def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "sensei", *words],
            cwd=project,
            env=os.environ | {"PYTHONPATH": str(SIDECAR)} | variables,
            input="⟨hp, hq⟩",
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
            preexec_fn=_without_the_rights_of_root,
        )

    try:
        yield run
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


def test_a_project_that_may_only_be_read(project: Path) -> None:
    (project / "bench.jsonl").write_text(BENCHMARK)
    with only_to_be_read(project) as run:
        for words in (
            ("data", "split", "--seed", "0"),
            ("prove", "two_ways", "--generator", "fixed"),
            ("eval", "--generator", "fixed", "--benchmark", "bench.jsonl"),
            TWO_WAYS,
        ):
            done = run(*words)
            assert done.returncode == 3, done.stdout + done.stderr
            assert "sensei.db is read-only; make it writable" in error_of(done)
        traced = run("trace", "--force")
        assert traced.returncode == 3
        assert "cannot write records to" in traced.stderr.splitlines()[-1]
        assert run("doctor", "--json").returncode == 0
        for words in (("data", "show"), ("query", "SELECT name FROM modules")):
            done = run(*words)
            assert done.returncode == 0, done.stderr
            assert "E2E.Basic" in done.stdout or "4" in done.stdout
    assert sensei_json(project, "ingest")["modules"] == 1


@pytest.mark.parametrize("junk", ["checkpoints", "checkpoints/sft"])
def test_a_file_where_a_checkpoint_belongs_is_told_before_the_training(
    project: Path, junk: str
) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    sensei(project, "data", "split", "--seed", "0")
    path = project / ".lake" / "sensei" / junk
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine\n")
    done = run_sensei(project, "train", "sft", "--epochs", "1")
    assert done.returncode == 2, done.stderr
    said = done.stderr.splitlines()
    assert str(path) in said[-1]
    assert not any(line.startswith(("Traceback", "train: step")) for line in said)
    assert path.read_text() == "mine\n"


def test_a_file_where_the_verifier_keeps_its_modules(project: Path) -> None:
    path = project / ".lake" / "sensei" / "verify"
    path.write_text("mine\n")
    done = run_sensei(project, *TWO_WAYS, stdin="⟨hp, hq⟩")
    assert done.returncode == 3
    assert error_of(done).startswith(f"{path}: File exists; move it away")


@pytest.mark.parametrize("name", ["index.jsonl", "E2E.Basic.json"])
def test_a_folder_where_a_record_belongs(project: Path, name: str) -> None:
    path = project / ".lake" / "build" / "sensei" / "trace" / name
    path.unlink()
    path.mkdir()
    done = run_sensei(project, "trace")
    assert done.returncode == 3
    assert f"cannot write {path}: it is a folder" in done.stderr.splitlines()[-1]
    assert not list(path.parent.glob("*.part"))
    path.rmdir()
    sensei(project, "trace")
    assert path.is_file()


def test_an_index_of_junk_is_made_again(project: Path) -> None:
    path = project / ".lake" / "build" / "sensei" / "trace" / "index.jsonl"
    path.write_bytes(bytes(range(256)) * 4)
    for reused in (0, 1):
        last = sensei(project, "trace", "--json").splitlines()[-1]
        assert json.loads(last)["reused"] == reused
