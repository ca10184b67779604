"""``sensei trace`` on repositories and lists, and what it shows while it works."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command import SIDECAR, run_sensei, sensei_json

PROJECT = Path(__file__).parent / "project"


def git(folder: Path, *words: str) -> str:
    roles, facts = ("AUTHOR", "COMMITTER"), ("NAME", "EMAIL")
    who = {f"GIT_{role}_{fact}": "a@b" for role in roles for fact in facts}
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        env=os.environ | who,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The address of a repository of the small project, and its commit."""
    folder = tmp_path_factory.mktemp("remote")
    work = folder / "work"
    shutil.copytree(PROJECT, work / "lean")
    git(folder, "init", "--quiet", "work")
    git(work, "add", ".")
    git(work, "commit", "--quiet", "-m", "all of it")
    git(folder, "clone", "--quiet", "--bare", "work", "small.git")
    return (folder / "small.git").as_uri(), git(work, "rev-parse", "HEAD")


def test_each_of_a_list_has_its_own_result(
    bare: tuple[str, str], copy_project: Callable[[Path], Path], tmp_path: Path
) -> None:
    url, commit = bare
    broken = copy_project(PROJECT)
    (broken / "E2E" / "Basic.lean").write_text("theorem t : 1 = 2 := rfl\n")
    (tmp_path / "list.toml").write_text(
        f'[[repository]]\nurl = "{url}x"\nname = "gone"\n'
        f'[[repository]]\npath = "{broken}"\nname = "broken"\n'
        f'[[repository]]\nurl = "{url}"\ncommit = "{commit}"\nfolder = "lean"\n'
    )
    done = run_sensei(tmp_path, "trace", "list.toml", "--json")
    assert done.returncode == 1, done.stderr
    gone, broke, small = json.loads(done.stdout.splitlines()[-1])["repositories"]
    assert (gone["name"], gone["exit"]) == ("gone", 2)
    assert "does not appear to be a git repository" in gone["error"]
    assert (broke["exit"], [f["reason"] for f in broke["failures"]]) == (1, ["elaboration_error"])
    assert (small["exit"], small["failures"], small["commit"]) == (0, [], commit)
    assert small["modules"] > 0
    tree = Path(small["project"])
    assert git(tree, "status", "--porcelain") == ""
    assert {path.name for path in tree.iterdir()} - {".lake", "lake-manifest.json"} == {
        path.name for path in PROJECT.iterdir() if path.name != ".lake"
    }
    stored = sensei_json(tmp_path, "ingest", "--project", str(tree), "--database", "all.db")
    assert stored["modules"] == small["modules"]
    snapshot = sensei_json(
        tmp_path, "query", "--database", "all.db", "SELECT repository FROM snapshots"
    )
    assert url.removesuffix(".git") in json.dumps(snapshot)


def test_a_terminal_has_a_bar(copy_project: Callable[[Path], Path]) -> None:
    """With how many, how fast, how long still, how many failed, and how much memory."""
    project = copy_project(PROJECT)
    (project / "E2E" / "Broken.lean").write_text("theorem t : 1 = 2 := rfl\n")
    ours, theirs = pty.openpty()
    path = os.pathsep.join(filter(None, [str(SIDECAR), os.environ.get("PYTHONPATH", "")]))
    sizes = {"COLUMNS": "160", "TERM": "xterm", "PYTHONPATH": path}
    child = subprocess.Popen(
        [sys.executable, "-m", "sensei", "trace", "E2E.*", "E2E/Broken.lean"],
        cwd=project,
        env=os.environ | sizes,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        while True:
            try:
                read = terminal.read(65536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not read:
                break
            shown += read
    assert child.wait() == 1
    text = shown.decode()
    assert "trace: modules" in text
    assert "2/2" in text
    assert "E2E.Broken FAILED elaboration_error" in text
    assert re.search(r"[0-9.]+/s, 0 s left, 1 failed, [1-9][0-9]+ MiB", text)
    assert "1 failed, 0 as before" in text
