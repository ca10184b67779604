"""Programs compiled for the embedded Lean do what they do interpreted, and where they cannot be
compiled nothing is lost."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format

from fakes.traces import read_trace
from sensei.core.errors import ToolchainError
from sensei.settings import Settings
from sensei.toolchain.native import (
    NO_COMPILER,
    WORKER_VARIABLE,
    NotCompiled,
    c_compiler,
    compile_program,
    with_compiled_worker,
    worker_command,
)
from sensei.toolchain.workspace import LeanWorkspace

HERE = Path(__file__).parent
HARD = HERE.parent / "trace"
NEEDS_COMPILER = pytest.mark.skipif(not c_compiler(""), reason="no C compiler here")


@pytest.fixture(scope="module")
def embedded(kata: LeanWorkspace) -> LeanWorkspace:
    if kata.toolchain_kind != "embedded":
        pytest.skip("only the embedded Lean has its programs compiled so")
    return kata


@pytest.fixture(scope="module")
def features(embedded: LeanWorkspace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of Features.lean and its compiled module."""
    folder = tmp_path_factory.mktemp("features")
    source = folder / "Features.lean"
    source.write_text((HERE / "Features.lean").read_text("utf-8"), "utf-8")
    command = embedded.compile(source, source_root=folder, olean=source.with_suffix(".olean"))
    subprocess.run(command, env=dict(embedded.env), check=True, timeout=120)
    return folder


def run(words: list[str], workspace: LeanWorkspace) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        env=dict(workspace.env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def compiled(workspace: LeanWorkspace, folder: Path, root: str) -> Path:
    program = folder / root
    compile_program(workspace, str(folder), "Features", root, c_compiler(""), program)
    return program


@NEEDS_COMPILER
def test_a_compiled_program_does_what_it_does_interpreted(
    embedded: LeanWorkspace, features: Path
) -> None:
    program = compiled(embedded, features, "Features.run")
    source = str(features / "Features.lean")
    for words in (["one", "größe"], []):
        interpreted = run([str(embedded.lean), "--run", source, *words], embedded)
        native = run([str(program), *words], embedded)
        assert "caught thrown" in native.stdout
        assert native.stdout == interpreted.stdout
        assert native.returncode == interpreted.returncode == 40 + len(words)
    assert not list(features.glob("c.*")), "what the compiler was given stays"


@NEEDS_COMPILER
def test_an_error_of_a_compiled_program_is_shown(embedded: LeanWorkspace, features: Path) -> None:
    ended = run([str(compiled(embedded, features, "Features.fail"))], embedded)
    assert ended.returncode == 1
    assert "on purpose" in ended.stderr


@NEEDS_COMPILER
@pytest.mark.parametrize(
    ("root", "problem"),
    [
        ("Features.initialized", "Features.counter is initialized"),
        ("Features.nothing", "Features.nothing has no code"),
    ],
)
def test_what_cannot_be_compiled_is_named(
    embedded: LeanWorkspace, features: Path, root: str, problem: str
) -> None:
    with pytest.raises(NotCompiled, match=problem):
        compiled(embedded, features, root)
    assert not (features / root).exists()


def test_the_compiler_is_the_one_that_was_asked_for(tmp_path: Path) -> None:
    mine = tmp_path / "mycc"
    mine.write_text("#!/bin/sh\n", "utf-8")
    mine.chmod(0o755)
    assert c_compiler(str(mine)) == (str(mine),)
    assert c_compiler(NO_COMPILER) == ()
    with pytest.raises(ToolchainError, match=r"no C compiler .*nowhere.*SENSEI_CC"):
        c_compiler(str(tmp_path / "nowhere"))


def test_a_compiler_of_pypi_serves_where_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert c_compiler("") == ()
    (tmp_path / "ziglang").mkdir()
    (tmp_path / "ziglang" / "__init__.py").write_text("", "utf-8")
    assert c_compiler("") == (sys.executable, "-m", "ziglang", "cc")


def record(workspace: LeanWorkspace, source: Path, out: Path) -> dict[str, Any]:
    """What the worker that the workspace names leaves, without what differs between two runs."""
    words = (
        *("--module", source.stem, "--file", str(source), "--relative", source.name),
        *("--options", workspace.options_json(), "--kind", "test", "--threads", "3"),
        *("--out", str(out)),
    )
    ended = run(list(worker_command(workspace, *words)), workspace)
    assert ended.returncode == 0, ended.stderr
    found = json_format.MessageToDict(read_trace(out))
    for name in ("seconds", "peakRssBytes"):
        del found["module"][name]
    return found


@pytest.fixture(scope="module")
def worker(
    embedded: LeanWorkspace, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> LeanWorkspace:
    """The workspace with a worker that was compiled for it."""
    if not c_compiler(settings.cc):
        pytest.skip("no C compiler here")
    said: list[str] = []
    found = with_compiled_worker(embedded, settings, said.append)
    assert WORKER_VARIABLE in found.env, said
    return found


@pytest.mark.parametrize(
    "source",
    [
        "hard/Hard.lean",
        "Kata/Expr.lean",
        "Kata/Machine.lean",
        "Kata/Options.lean",
        "Kata/Sorting.lean",
    ],
)
def test_a_compiled_worker_leaves_the_records_of_an_interpreted_one(
    embedded: LeanWorkspace, worker: LeanWorkspace, source: str, tmp_path: Path
) -> None:
    file = (HARD if source.startswith("hard") else embedded.root) / source
    native = record(worker, file, tmp_path / "native.json")
    assert native["module"]["steps"]
    assert native == record(embedded, file, tmp_path / "interpreted.json")


def test_the_driver_starts_the_compiled_worker(
    embedded: LeanWorkspace, settings: Settings, tmp_path: Path
) -> None:
    """And interprets one where the program has gone."""
    stand_in = tmp_path / "worker"
    stand_in.write_text("#!/bin/sh\necho compiled >&2; exit 7\n", "utf-8")
    stand_in.chmod(0o755)
    told = dataclasses.replace(embedded, env={**embedded.env, WORKER_VARIABLE: str(stand_in)})
    words = embedded.program("Trace", "--only", "Kata.Quantifiers", "--out", str(tmp_path / "out"))
    ended = subprocess.run(
        words, cwd=told.root, env=dict(told.env), capture_output=True, encoding="utf-8", check=False
    )
    assert ended.returncode == 1, ended.stderr
    failure = json.loads((tmp_path / "out" / "Kata.Quantifiers.json").read_text("utf-8"))["failure"]
    assert failure["exitCode"] == 7
    assert "compiled" in failure["message"]
    stand_in.unlink()
    again = subprocess.run(
        words, cwd=told.root, env=dict(told.env), capture_output=True, encoding="utf-8", check=False
    )
    assert again.returncode == 0, again.stderr


def broken(folder: Path, script: str) -> str:
    compiler = folder / "cc"
    compiler.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    compiler.chmod(0o755)
    return str(compiler)


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("echo 'x.c:1: error: no such luck' >&2; exit 1", "error: no such luck"),
        # As a compiler for another machine: what it makes does not run.
        ('while [ "$1" != -o ]; do shift; done; printf broken > "$2"; chmod 755 "$2"', "worker"),
        ('while [ "$1" != -o ]; do shift; done; cp /bin/true "$2"', "does not start"),
    ],
)
def test_a_compiler_that_fails_is_told_of_once_and_left_alone(
    embedded: LeanWorkspace, tmp_path: Path, script: str, problem: str
) -> None:
    settings = Settings(cache_dir=tmp_path / "cache", cc=broken(tmp_path, script))
    said: list[str] = []
    for _ in range(2):
        assert WORKER_VARIABLE not in with_compiled_worker(embedded, settings, said.append).env
    told = [line for line in said if "interpreted" in line]
    assert len(told) == 1
    assert problem in told[0]
    assert not list((tmp_path / "cache").rglob("worker"))


def test_nothing_is_compiled_where_that_is_not_wanted(
    embedded: LeanWorkspace, tmp_path: Path
) -> None:
    settings = Settings(cache_dir=tmp_path / "cache", cc=NO_COMPILER)
    assert with_compiled_worker(embedded, settings) is embedded
    # Nor is a compiler looked for where lake compiles.
    settings = Settings(cache_dir=tmp_path / "cache", cc=str(tmp_path / "nowhere"))
    other = dataclasses.replace(embedded, toolchain_kind="elan")
    assert with_compiled_worker(other, settings) is other
    assert with_compiled_worker(other, Settings(cache_dir=tmp_path / "cache")) is other
    assert not (tmp_path / "cache").exists()


@NEEDS_COMPILER
def test_a_damaged_worker_is_made_again(
    worker: LeanWorkspace, embedded: LeanWorkspace, settings: Settings
) -> None:
    program = Path(worker.env[WORKER_VARIABLE])
    whole = program.read_bytes()
    program.write_bytes(whole[:1000])
    said: list[str] = []
    again = with_compiled_worker(embedded, settings, said.append)
    assert Path(again.env[WORKER_VARIABLE]) == program
    assert len(program.read_bytes()) == len(whole)
    assert any("damaged" in line for line in said)
    assert os.access(program, os.X_OK)
