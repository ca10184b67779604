"""Project discovery: from any place in it, sorted, and by name when there is none."""

from pathlib import Path

import pytest
from small_library import write_modules

from sensei.core.errors import ProjectError, UsageError
from sensei.toolchain.project import find_project

REPOSITORY = Path(__file__).parents[3]
TOML = """\
name = "kata"
defaultTargets = ["Kata"]
leanOptions = {autoImplicit = false, maxRecDepth = 1000}
[[lean_lib]]
name = "Kata"
leanOptions = {autoImplicit = true}
[[lean_exe]]
name = "run"
root = "Run"
"""


@pytest.fixture
def kata(tmp_path: Path) -> Path:
    root = tmp_path / "kata"
    write_modules(root, {"Kata": "import Kata.Nat\n", "Kata.Nat": "", "Kata.Alone": "",
                         "Run": "", "Other.Thing": ""})  # fmt: skip
    write_modules(root / "samples", {"Kata.Inner": ""})
    (root / "samples" / "lakefile.toml").write_text('name = "inner"')
    write_modules(root / ".lake" / "packages" / "p", {"Kata.P": ""})
    (root / "lakefile.toml").write_text(TOML)
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n")
    return root


@pytest.mark.parametrize("start", [".", "Kata", "Kata/Nat.lean"])
def test_found_from_any_place(kata: Path, start: str) -> None:
    project = find_project(kata / start)
    assert project.root == kata.resolve()
    assert project.name == "kata"
    assert project.toolchain == "leanprover/lean4:v4.35.0"
    assert [m.name for m in project.modules] == ["Kata", "Kata.Alone", "Kata.Nat", "Run"]
    assert project.module("Kata.Nat").source == kata / "Kata" / "Nat.lean"
    assert project.module("Kata.Nat").options == {"autoImplicit": True, "maxRecDepth": 1000}
    assert project.module("Run").options == {"autoImplicit": False, "maxRecDepth": 1000}
    assert project.missing == ()
    assert project.note == ""


def test_a_root_without_source_is_missing(kata: Path) -> None:
    (kata / "Run.lean").unlink()
    assert find_project(kata).missing == ("Run",)


def test_an_unknown_module_is_an_error_that_helps(kata: Path) -> None:
    with pytest.raises(UsageError, match=r"kata has no module Nat; did you mean Kata\.Nat"):
        find_project(kata).module("Nat")


def test_a_lakefile_that_computes_is_walked(kata: Path) -> None:
    (kata / "lakefile.toml").unlink()
    (kata / "lakefile.lean").write_text(
        "import Lake\nopen Lake DSL\n\npackage «my-kata» where\n\n"
        "def x := 1\n\nlean_lib Kata where\n"
    )
    project = find_project(kata)
    assert project.name == "my-kata"
    assert "Kata.Nat" in [m.name for m in project.modules]
    assert "lakefile.lean: line 6: 'def'" in project.note


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match=r"no such folder: .*gone") as gone:
        find_project(tmp_path / "gone")
    assert gone.value.exit_code == 2
    (tmp_path / "empty").mkdir()
    with pytest.raises(ProjectError, match=r"neither lakefile\.toml nor lakefile\.lean") as empty:
        find_project(tmp_path / "empty")
    assert empty.value.next_step


def test_a_damaged_configuration_is_an_error(kata: Path) -> None:
    (kata / "lakefile.toml").write_text("name = ")
    with pytest.raises(ProjectError, match=r"lakefile\.toml: "):
        find_project(kata)


def test_our_own_package_is_understood() -> None:
    project = find_project(REPOSITORY)
    assert (project.name, project.note) == ("sensei", "")
    assert project.source_path[0] == REPOSITORY / "lean"
