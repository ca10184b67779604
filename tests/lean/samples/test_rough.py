"""Rough: every file is hard in the way that its README says, and in no other."""

from pathlib import Path

import pytest
from sample_project import SAMPLES, Project, copy_sample

FOLDER = SAMPLES / "Rough" / "Rough"


@pytest.fixture(scope="module")
def rough(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = copy_sample("Rough", tmp_path_factory.mktemp("samples"))
    run = project.lake("build", "Rough.Good")
    assert run.exit_code == 0, run.stdout + run.stderr
    return project


def line_of(file: str, text: str) -> int:
    """The number of the first line with a text."""
    lines = (FOLDER / file).read_text("utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize("name", ["Good", "Crlf", "Unicode", "Comments", "Empty", "Long", "Memory"])
def test_compiles(rough: Project, name: str) -> None:
    code, messages = rough.lean(f"Rough/{name}.lean")
    assert code == 0
    assert [m.severity for m in messages if m.severity != "information"] == []


def test_syntax_error(rough: Project) -> None:
    code, messages = rough.lean("Rough/SyntaxError.lean")
    assert code == 1
    assert [m.severity for m in messages] == ["error"]
    assert messages[0].line == line_of("SyntaxError.lean", "theorem broken")


def test_failing_proofs(rough: Project) -> None:
    code, messages = rough.lean("Rough/ElabError.lean")
    assert code == 1
    assert [m.severity for m in messages] == ["error"] * 3
    theorems = ["before", "wrong", "between", "unfinished", "unknown", "after"]
    starts = {line_of("ElabError.lean", f"theorem {name} "): name for name in theorems}
    failing = [starts[max(n for n in starts if n <= m.line)] for m in messages]
    assert failing == ["wrong", "unfinished", "unknown"]


def test_missing_import(rough: Project) -> None:
    code, messages = rough.lean("Rough/MissingImport.lean")
    assert code == 1
    assert "NoSuchModule" in messages[0].text


def test_an_import_that_does_not_compile(rough: Project) -> None:
    code, messages = rough.lean("Rough/BrokenImport.lean")
    assert code == 1
    assert "ElabError" in messages[0].text


def test_crash_ends_the_process(rough: Project) -> None:
    code, _ = rough.lean("Rough/Crash.lean")
    assert code == 7


def test_not_utf8() -> None:
    with pytest.raises(UnicodeDecodeError):
        (FOLDER / "NotUtf8.lean").read_text("utf-8")


def test_loop_ends_only_by_a_time_limit(rough: Project) -> None:
    with pytest.raises(TimeoutError):
        rough.lean("Rough/Loop.lean", timeout_s=8)


def test_line_ends() -> None:
    content = (FOLDER / "Crlf.lean").read_bytes()
    assert content.count(b"\n") == content.count(b"\r\n") > 10
    assert b"\r" not in (FOLDER / "Good.lean").read_bytes()


def test_sizes() -> None:
    assert (FOLDER / "Empty.lean").stat().st_size == 0
    assert len((FOLDER / "Long.lean").read_text("utf-8").splitlines()) == 3000
    assert not (FOLDER / "Comments.lean").read_bytes().endswith(b"\n")


def test_readme_names_every_file() -> None:
    readme = (SAMPLES / "Rough" / "README.md").read_text("utf-8")
    for path in sorted(Path(FOLDER).glob("*.lean")):
        assert f"| `{path.stem}` |" in readme
