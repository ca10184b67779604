"""The order in which a Lean is found, and what is said when there is none."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sensei.core.errors import ToolchainError, UsageError
from sensei.settings import Settings
from sensei.toolchain import find
from sensei.toolchain.find import find_toolchain
from sensei.toolchain.installed import Kind, Toolchain, wanted_version

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}")
    path.chmod(0o755)
    return path


def fake_lean(prefix: Path, version: str) -> Path:
    """A program that answers as lean does; the folder is laid out as a toolchain."""
    program(prefix / "bin" / "lake", "echo lake")
    (prefix / "lib" / "lean").mkdir(parents=True)
    return program(
        prefix / "bin" / "lean",
        f'case "$1" in --version) echo "Lean (version {version}, x86_64, commit {COMMIT}, R)";; '
        f'--print-prefix) echo "{prefix}";; *) exit 1;; esac\n',
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.20.1\n")
    return root


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch, small: Toolchain) -> Toolchain:
    """Stands for the embedded Lean, so that reaching it costs no build."""
    monkeypatch.setattr(find, "embedded_toolchain", lambda settings, report: small)
    return small


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Sets PATH to the given folders and the system's."""

    def set_path(*folders: Path) -> None:
        monkeypatch.setenv("PATH", os.pathsep.join([*map(str, folders), "/usr/bin", "/bin"]))

    set_path()
    return set_path


def fake_elan(folder: Path, lean: Path, listed: str) -> None:
    program(
        folder / "elan",
        f'case "$*" in "toolchain list") printf "{listed}";; '
        f'"which lean") echo "{lean}";; *) exit 9;; esac\n',
    )
    program(folder / "lean", 'echo "started the proxy"; exit 9')


def test_nothing_else_there_means_embedded(
    project: Path, embedded: Toolchain, path: Callable[..., None]
) -> None:
    assert find_toolchain(project, Settings()) is embedded
    assert find_toolchain(None, Settings()) is embedded


def test_a_lean_on_path_serves_only_its_own_version(
    tmp_path: Path, project: Path, embedded: Toolchain, path: Callable[..., None]
) -> None:
    lean = fake_lean(tmp_path / "lean", "4.20.1")
    path(lean.parent)
    found = find_toolchain(project, Settings())
    assert (found.kind, found.version, found.commit) == (Kind.PATH, "4.20.1", COMMIT)
    assert (found.lean, found.lake) == (lean, lean.parent / "lake")
    (project / "lean-toolchain").write_text("leanprover/lean4:v4.20.2\n")
    assert find_toolchain(project, Settings()) is embedded
    (project / "lean-toolchain").unlink()
    assert find_toolchain(project, Settings()) is embedded


def test_elan_serves_what_it_has_and_downloads_nothing(
    tmp_path: Path, project: Path, embedded: Toolchain, path: Callable[..., None]
) -> None:
    lean = fake_lean(tmp_path / "toolchains" / "v4.20.1", "4.20.1")
    fake_elan(tmp_path / "elan", lean, r"leanprover/lean4:v4.20.1 (default)\n")
    path(tmp_path / "elan")
    found = find_toolchain(project, Settings())
    assert (found.kind, found.lean) == (Kind.ELAN, lean)
    (project / "lean-toolchain").write_text("leanprover/lean4:v4.30.0\n")
    assert find_toolchain(project, Settings()) is embedded


def test_the_setting_comes_first(
    tmp_path: Path, project: Path, embedded: Toolchain, path: Callable[..., None]
) -> None:
    lean = fake_lean(tmp_path / "lean", "4.20.1")
    path(lean.parent)
    assert find_toolchain(project, Settings(lean="embedded")) is embedded
    other = fake_lean(tmp_path / "other", "4.1.0")
    for setting in (str(other), str(tmp_path / "other")):
        found = find_toolchain(project, Settings(lean=setting))
        assert (found.version, found.lean) == ("4.1.0", other)


def test_a_path_into_the_cache_is_the_embedded_lean(small: Toolchain) -> None:
    assert find_toolchain(None, Settings(lean=str(small.prefix))) == small
    assert find_toolchain(None, Settings(lean=str(small.lean))) == small


@pytest.mark.parametrize(
    ("setting", "kind", "message"),
    [
        ("elan", ToolchainError, "elan is not on PATH; install it from https"),
        ("/no/such", UsageError, "SENSEI_LEAN .*: /no/such does not exist; set it to embedded"),
        ("/usr", UsageError, "/usr/bin/lean is not there"),
        ("/bin/true", ToolchainError, "/bin/true does not answer as Lean does"),
    ],
)
def test_a_setting_that_leads_nowhere(
    path: Callable[..., None], setting: str, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        find_toolchain(None, Settings(lean=setting))


def test_elan_without_the_toolchain_says_what_to_run(
    tmp_path: Path, project: Path, path: Callable[..., None]
) -> None:
    program(tmp_path / "elan" / "elan", 'echo "error: toolchain not installed" >&2; exit 1')
    path(tmp_path / "elan")
    with pytest.raises(ToolchainError, match=r"elan toolchain install leanprover/lean4:v4\.20\.1"):
        find_toolchain(project, Settings(lean="elan"))


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("leanprover/lean4:v4.35.0", "4.35.0"),
        ("v4.35.0-rc1", "4.35.0-rc1"),
        ("4.35.0", "4.35.0"),
        ("leanprover/lean4:nightly-2026-01-01", ""),
        ("stable", ""),
    ],
)
def test_the_version_in_a_toolchain_file(text: str, version: str) -> None:
    assert wanted_version(text) == version
