"""What is wrong outside of us: each a one-line error with the next step, and nothing lost.

No such project is tested for every verb in tests/python/cli; unknown theorems in test_verify.py.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from command import SIDECAR, error_of, run_sensei, sensei, sensei_json

STORED = {
    "ingest": ["ingest"],
    "data split": ["data", "split", "--seed", "0", "--name", "another"],
    "data show": ["data", "show"],
    "data export": ["data", "export", "--out", "out.jsonl"],
    "train": ["train", "sft"],
    "prove": ["prove", "two_ways", "--generator", "fixed"],
    "verify": ["verify", "two_ways", "--proof", "-"],
    "verify --stored": ["verify", "--stored"],
    "show attempt": ["show", "attempt", "1"],
    "show split": ["show", "split", "default"],
    "show trace": ["show", "trace", "E2E.Basic"],
}
RUNS_LEAN = {
    "lean": ["lean", "--version"],
    "lake": ["lake", "build"],
    "trace": ["trace"],
    "prove": STORED["prove"],
    "verify": STORED["verify"],
}


def database(project: Path) -> Path:
    return project / ".lake" / "sensei" / "sensei.db"


@pytest.mark.parametrize("words", STORED.values(), ids=STORED)
def test_a_database_of_a_newer_schema(project: Path, words: list[str]) -> None:
    with sqlite3.connect(database(project)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = database(project).read_bytes()
    done = run_sensei(project, *words, stdin="rfl")
    assert done.returncode == 3
    assert "newer than" in error_of(done)
    assert "upgrade" in error_of(done)
    assert database(project).read_bytes() == before


@pytest.mark.parametrize("words", STORED.values(), ids=STORED)
def test_a_database_that_is_none(project: Path, words: list[str]) -> None:
    text = b"not a database, by any means\n" * 50
    database(project).write_bytes(text)
    done = run_sensei(project, *words, stdin="rfl")
    assert done.returncode == 3
    assert "is no SQLite database" in error_of(done)
    assert database(project).read_bytes() == text


@pytest.mark.parametrize("words", RUNS_LEAN.values(), ids=RUNS_LEAN)
@pytest.mark.parametrize("place", ["a file", "/proc/sensei"])
def test_a_cache_that_cannot_be_written(project: Path, words: list[str], place: str) -> None:
    """A file where the folder should be, and a file system on which even root may not write."""
    cache = project / "cache"
    cache.write_text("mine\n")
    where = str(cache) if place == "a file" else place
    done = run_sensei(project, *words, stdin="rfl", SENSEI_CACHE=where, SENSEI_LEAN="embedded")
    assert done.returncode == 3
    said = error_of(done)
    assert where in said
    assert "cannot be written" in said
    assert "set SENSEI_CACHE" in said
    assert cache.read_text() == "mine\n"


def test_a_full_disk_loses_nothing(project: Path) -> None:
    """Simulated by the largest file that may be written: SQLite's index of its log has 32 KiB, and
    its log no more."""
    before = counts(project)
    limit = 33_000
    proofs = project / "proofs"
    proofs.write_text("by\n  " + "skip\n  " * 9000 + "exact ⟨hp, hq⟩\n", "utf-8")
    shutil.copy(project / "E2E" / "Basic.lean", project / "E2E" / "Other.lean")
    sensei(project, "trace")
    for words in (["ingest"], ["verify", "two_ways", "--proof", "proofs"]):
        done = run_limited(project, limit, *words)
        assert done.returncode == 3, done.stderr
        assert "free space" in error_of(done)
    assert counts(project) == before
    assert sensei_json(project, "ingest")["modules"] == 2


def test_no_room_for_the_answer(project: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sensei", "data", "show"],
            cwd=project,
            env=os.environ | {"PYTHONPATH": str(SIDECAR)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == "sensei: No space left on device; free space and run again\n"


def test_nothing_of_ours_needs_a_compiler(project: Path, tmp_path: Path) -> None:
    """Nothing is on PATH but what every Linux has: no cc, no git, no python."""
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("sh", "env", "printenv", "kill"):
        found = shutil.which(name)
        assert found
        (bare / name).symlink_to(found)
    shutil.rmtree(project / ".lake" / "build")
    assert json.loads(sensei(project, "doctor", "--json", PATH=str(bare)))["healthy"]
    for words in (["trace"], ["ingest"], STORED["data split"], STORED["prove"]):
        sensei(project, *words, PATH=str(bare))
    assert "verified" in sensei(project, *STORED["verify"], stdin="⟨hp, hq⟩", PATH=str(bare))


@pytest.mark.parametrize("place", ["empty", "file", "gone"])
def test_a_checkpoint_that_is_none(project: Path, place: str) -> None:
    (project / "empty").mkdir()
    (project / "file").write_text("no model")
    for words in (["prove", "two_ways", "--generator", place], ["show", "checkpoint", place]):
        done = run_sensei(project, *words)
        assert done.returncode == 2
        assert place in error_of(done)


def counts(project: Path) -> dict[str, int]:
    """Rows of every table; fails if the database is damaged. A snapshot that was begun is hidden
    from readers until it is whole, so it is left out here too."""
    connection = sqlite3.connect(database(project))
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    found = {
        name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
        for (name,) in names.fetchall()
        if name != "snapshots"
    }
    connection.close()
    return found


def run_limited(project: Path, file_bytes: int, *words: str) -> subprocess.CompletedProcess[str]:
    limited = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({file_bytes},) * 2); "
        "from sensei.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    return subprocess.run(
        [sys.executable, "-c", limited, *words],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(SIDECAR)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
