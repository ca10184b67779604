"""Keys: repositories with the same paths and names stay apart, whatever spells their address."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from fakes.traces import sample_records, write_project
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.ingest import default_traces, ingest
from sensei.ingest.identity import project_snapshot
from sensei.ingest.repository import canonical_url, repository_of
from sensei.store import open_store


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("https://host.example/owner/name.git", "https://host.example/owner/name"),
        ("https://me:secret@host.example/owner/name/", "https://host.example/owner/name"),
        ("git@host.example:owner/name.git", "https://host.example/owner/name"),
        ("ssh://git@host.example/owner/name", "https://host.example/owner/name"),
        ("file:///somewhere/name.git", "file:///somewhere/name"),
        ("/somewhere/name.git", "/somewhere/name"),
    ],
)
def test_an_address_has_one_spelling_and_no_password(remote: str, url: str) -> None:
    assert canonical_url(remote) == url


def clone(folder: Path, owner: str) -> Path:
    """A clean clone of the sample project, as far as Git can tell."""
    project = write_project(folder)

    def git(*words: str) -> None:
        subprocess.run(["git", "-C", project, *words], check=True, capture_output=True)

    git("init", "--quiet")
    git("remote", "add", "origin", f"git@host.example:{owner}/sample.git")
    git("add", "lakefile.toml", "lean-toolchain")
    git("-c", "user.name=n", "-c", "user.email=e@example", "commit", "--quiet", "-m", "c")
    return project


def test_a_clone_is_known_by_address_and_commit_unless_it_has_changes(tmp_path: Path) -> None:
    project = clone(tmp_path / "p", "one")
    found = repository_of(project)
    assert found is not None
    assert found.url == "https://host.example/one/sample"
    assert found.commit is not None
    assert len(found.commit) == 40
    (project / "New.lean").write_text("theorem t : True := trivial\n")
    changed = repository_of(project)
    assert changed is not None
    assert (changed.url, changed.commit) == (found.url, None)
    inside = project / "folder"
    inside.mkdir()
    assert repository_of(inside) is None


def test_two_repositories_with_the_same_paths_and_names_stay_apart(tmp_path: Path) -> None:
    projects = [clone(tmp_path / owner, owner) for owner in ("one", "two")]
    theorem = TheoremRef("Sample.comm_0", "Sample.Logic", "Sample/Logic.lean")
    with open_store(tmp_path / "shared.db") as store:
        first, second = (ingest(default_traces(p), store, p).snapshot for p in projects)
        assert (first.package, first.content_hash) == (second.package, second.content_hash)
        assert [s.repository for s in store.snapshots()] == [
            "https://host.example/one/sample",
            "https://host.example/two/sample",
        ]
        assert first.commit is not None
        assert store.counts(first.id) == store.counts(second.id)
        # The newest of each project is its own, not the newest of all.
        assert project_snapshot(store, projects[0]).id == first.id
        assert project_snapshot(store, projects[1]).id == second.id
        here = store.theorem(theorem.name, snapshot_id=first.id)
        there = store.theorem(theorem.name, snapshot_id=second.id)
        assert here.ref == there.ref
        assert here.id != there.id
        verdict = Verdict(True, VerdictReason.VERIFIED, "")
        for snapshot in (first, second):
            store.add_verdict(
                Claim(theorem, "by simp"), verdict, attempt_id=None, snapshot_id=snapshot.id
            )
        assert [v.snapshot_id for v in store.verdicts(snapshot_id=first.id)] == [first.id]


def test_a_folder_of_its_own_goes_by_its_package(tmp_path: Path) -> None:
    project = write_project(tmp_path / "p", sample_records())
    with open_store(tmp_path / "s.db") as store:
        snapshot = ingest(default_traces(project), store, project).snapshot
    assert (snapshot.repository, snapshot.commit) == ("sample", None)
