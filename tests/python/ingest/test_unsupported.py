"""A project whose Lean cannot run the tracer: a failure by name for every module."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fakes.traces import read_trace
from sensei.cli.main import main
from sensei.ingest import ingest
from sensei.store import open_store

LEAN = """\
#!/bin/sh
case "$1" in
--version) echo "Lean (version 4.9.0, x86_64-unknown-linux-gnu, commit 0123456789ab, Release)";;
--print-prefix) echo "{prefix}";;
*) exit 1;;
esac
"""
LAKE = "#!/bin/sh\necho 'error: Sensei/Core/Goal.lean:7:0: unknown constant' >&2\nexit 1\n"


@pytest.fixture
def old_lean(tmp_path: Path) -> Path:
    prefix = tmp_path / "old"
    (prefix / "bin").mkdir(parents=True)
    for name, text in (("lean", LEAN.format(prefix=prefix)), ("lake", LAKE)):
        (prefix / "bin" / name).write_text(text, "utf-8")
        (prefix / "bin" / name).chmod(0o755)
    return prefix


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "Old").mkdir(parents=True)
    (root / "lakefile.toml").write_text('name = "old"\n[[lean_lib]]\nname = "Old"\n', "utf-8")
    (root / "Old.lean").write_text("import Old.Inner\n", "utf-8")
    (root / "Old" / "Inner.lean").write_text("theorem t : True := trivial\n", "utf-8")
    return root


def trace(project: Path, *words: str) -> int:
    return main(["trace", str(project), "--json", *words])


def test_every_module_fails_by_name(
    project: Path,
    old_lean: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SENSEI_LEAN", str(old_lean))
    monkeypatch.setenv("SENSEI_CACHE", str(tmp_path / "cache"))
    assert trace(project) == 1
    printed, said = capsys.readouterr()
    answer = json.loads(printed)
    assert [(f["name"], f["reason"]) for f in answer["failures"]] == [
        ("Old", "unsupported_toolchain"),
        ("Old.Inner", "unsupported_toolchain"),
    ]
    assert "do not build on Lean 4.9.0" in answer["failures"][0]["message"]
    assert "SENSEI_LEAN=embedded" in said
    records = Path(answer["records"])
    inner = read_trace(records / "Old.Inner.json")
    assert inner.failure.file == "Old/Inner.lean"
    with open_store(tmp_path / "s.db") as store:
        report = ingest(records, store, project)
    assert dict(report.counts.failures) == {"unsupported_toolchain": 2}


def test_only_what_was_asked_for_is_written(
    project: Path,
    old_lean: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SENSEI_LEAN", str(old_lean))
    monkeypatch.setenv("SENSEI_CACHE", str(tmp_path / "cache"))
    assert trace(project, "--only", "Old.In*") == 1
    assert [f["name"] for f in json.loads(capsys.readouterr().out)["failures"]] == ["Old.Inner"]
