"""Working trees of repositories: the commit asked for, once, and nothing half made."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from sensei.core.errors import ProjectError
from sensei.ingest.repository import repository_of
from sensei.settings import Settings, load_settings
from sensei.toolchain.checkout import checkout, get_mathlib, is_remote, wants_mathlib
from sensei.toolchain.installed import Kind, Toolchain


def git(folder: Path, *words: str) -> str:
    """Runs Git for a user of no name that matters."""
    roles, facts = ("AUTHOR", "COMMITTER"), ("NAME", "EMAIL")
    who = {f"GIT_{role}_{fact}": "a@b" for role in roles for fact in facts}
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        env=os.environ | who | {"GIT_CONFIG_GLOBAL": "/dev/null"},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


@dataclass(frozen=True)
class Remote:
    """A bare repository of two commits on main; the first is tagged v1."""

    url: str
    bare: Path
    first: str
    second: str


@pytest.fixture
def remote(tmp_path: Path) -> Remote:
    work = tmp_path / "work"
    work.mkdir()
    git(work, "init", "--quiet", "--initial-branch", "main")
    commits = []
    for number in (1, 2):
        (work / "lakefile.toml").write_text(f'name = "p{number}"\n')
        (work / "Café.lean").write_text(f"-- {number}\n")
        git(work, "add", ".")
        git(work, "commit", "--quiet", "-m", f"{number}")
        commits.append(git(work, "rev-parse", "HEAD"))
        if number == 1:
            git(work, "tag", "-a", "v1", "-m", "first")
    bare = tmp_path / "p.git"
    git(tmp_path, "clone", "--quiet", "--bare", str(work), str(bare))
    return Remote(bare.as_uri(), bare, *commits)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return replace(load_settings(), cache_dir=tmp_path / "cache")


def quiet(_line: str) -> None:
    """Progress that nobody reads."""


@pytest.mark.parametrize(
    ("revision", "number"), [(None, 2), ("main", 2), ("v1", 1), ("FIRST", 1), ("SECOND", 2)]
)
def test_the_tree_is_of_the_commit(
    revision: str | None, number: int, remote: Remote, settings: Settings
) -> None:
    commit = (remote.first, remote.second)[number - 1]
    wanted = commit if revision in ("FIRST", "SECOND") else revision
    folder = checkout(remote.url, wanted, settings, quiet)
    assert (folder / "Café.lean").read_text() == f"-- {number}\n"
    (folder / ".lake").mkdir()
    (folder / ".lake" / "kept").write_text("")
    (folder / "lake-manifest.json").write_text("{}")
    found = repository_of(folder)
    assert found is not None
    assert found.commit == commit  # what lake writes is no change of the repository's
    (folder / ".lake" / "lean").mkdir()
    assert repository_of(folder / ".lake" / "lean") == found
    assert repository_of(remote.bare.parent / "work") is None  # somebody's own, of no remote


def test_a_commit_that_is_there_needs_no_remote(remote: Remote, settings: Settings) -> None:
    first = checkout(remote.url, remote.first, settings, quiet)
    (first / ".lake").mkdir()
    (first / "lakefile.toml").write_text("broken")
    remote.bare.rename(remote.bare.with_name("gone"))
    said: list[str] = []
    assert checkout(remote.url, remote.first, settings, said.append) == first
    assert (first / "lakefile.toml").read_text() == 'name = "p1"\n'
    assert (first / ".lake").is_dir()
    assert "put back" in said[0]


def test_what_cannot_be_had_leaves_nothing(remote: Remote, settings: Settings) -> None:
    for url, revision, reason in [
        (remote.url, "nope", "no branch or tag 'nope'"),
        (remote.url, "0" * 40, "0000"),
        (remote.url + "x", None, "does not appear to be a git repository"),
    ]:
        with pytest.raises(ProjectError, match=reason):
            checkout(url, revision, settings, quiet)
    trees = settings.cache_dir / "repositories"
    left = [path for path in trees.glob("*") if path.is_dir() and not path.name.endswith(".tmp")]
    assert left == []
    # A process that was killed while it fetched leaves a part, which the next one replaces.
    checkout(remote.url, remote.first, settings, quiet)
    (made,) = (path for path in trees.iterdir() if path.suffix not in {".lock", ".tmp"})
    made.rename(made.with_name(made.name + ".tmp"))
    assert checkout(remote.url, remote.first, settings, quiet) == made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://example.org/a/b", True),
        ("ssh://git@example.org/a/b.git", True),
        ("git@example.org:a/b.git", True),
        ("file:///a", True),
        ("ext::sh -c true", False),
        ("--upload-pack=x", False),
        ("Mathlib.Order.*", False),
        ("a/b", False),
    ],
)
def test_what_an_address_is(text: str, expected: bool) -> None:
    assert is_remote(text) is expected


def test_mathlib_is_asked_for_only_where_it_is_required(tmp_path: Path) -> None:
    """Its tool runs with the project's own lake, and never on the embedded Lean."""
    lake = tmp_path / "bin" / "lake"
    lake.parent.mkdir()
    lake.write_text('#!/bin/sh\necho "$@" >> "$PWD/asked"\n[ ! -e fails ]\n')
    lake.chmod(0o755)
    own = Toolchain(
        kind=Kind.PATH,
        prefix=tmp_path,
        lean=lake.with_name("lean"),
        lake=lake,
        version="4.35.0",
        commit="0" * 40,
        lib_dir=tmp_path,
        key="",
        options={},
    )
    project = tmp_path / "project"
    project.mkdir()
    assert not wants_mathlib(project)
    assert not get_mathlib(own, project, quiet)
    (project / "lake-manifest.json").write_text(json.dumps({"packages": [{"name": "batteries"}]}))
    assert not wants_mathlib(project)
    (project / "lake-manifest.json").write_text(json.dumps({"packages": [{"name": "mathlib"}]}))
    assert not get_mathlib(replace(own, kind=Kind.EMBEDDED), project, quiet)
    assert not (project / "asked").exists()
    assert get_mathlib(own, project, quiet)
    assert (project / "asked").read_text() == "exe cache get\n"
    (project / "fails").write_text("")
    said: list[str] = []
    assert not get_mathlib(own, project, said.append)
    assert "built from source" in said[-1]
