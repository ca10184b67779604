"""`sensei trace` on files and calls that go wrong: a record or an error by name, never a rest."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from tracing import without_measures

from command import run_sensei
from fakes.traces import read_trace
from sensei.settings import Settings, child_environment
from sensei.toolchain.find import find_toolchain
from sensei.wire.v1 import trace_pb2

SAMPLES = Path(__file__).resolve().parents[3] / "lean" / "samples"
ENDLESS = "partial def spin (n : Nat) : IO Unit := spin (n + 1)\n#eval spin 0\n"
FINE = "theorem fine (p : Prop) (hp : p) : p := by\n  exact hp\n"
BY_SIGNAL = """\
#eval show IO Unit from do
  discard <| IO.Process.output { cmd := "sh", args := #["-c", "kill -ABRT $PPID"] }
"""
SILENT = "#eval (IO.Process.exit 0 : IO Unit)\n"


def make_project(root: Path, files: dict[str, str]) -> Path:
    """A Lean project of its own with modules `Own.<name>`."""
    (root / "Own").mkdir(parents=True)
    (root / "lakefile.toml").write_text(
        'name = "own"\ndefaultTargets = ["Own"]\n\n[[lean_lib]]\nname = "Own"\nglobs = ["Own.+"]\n',
        "utf-8",
    )
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n", "utf-8")
    for name, text in files.items():
        (root / "Own" / f"{name}.lean").write_text(text, "utf-8")
    return root


def command(project: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "sensei", "trace", "--project", str(project), *arguments]


def trace(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_sensei(Path.cwd(), "trace", "--project", str(project), *arguments, timeout_s=400)


def records(project: Path) -> Path:
    return project / ".lake" / "build" / "sensei" / "trace"


def failure(project: Path, module: str) -> trace_pb2.ModuleFailure:
    record = read_trace(records(project) / f"{module}.json")
    assert record.HasField("failure")
    return record.failure


@pytest.fixture(scope="module")
def rough(copy_project: Callable[[Path], Path]) -> Path:
    return copy_project(SAMPLES / "Rough")


@pytest.fixture(scope="module")
def traced(rough: Path) -> subprocess.CompletedProcess[str]:
    """Rough, without the file that never ends."""
    names = sorted(p.stem for p in (rough / "Rough").glob("*.lean") if p.stem != "Loop")
    only = [word for name in names for word in ("--only", f"Rough.{name}")]
    return trace(
        rough, *only, "--build-timeout", "3", "--timeout", "200", "--memory", "600", "--json"
    )


REASONS = {
    "SyntaxError": "parse_error",
    "ElabError": "elaboration_error",
    "MissingImport": "missing_import",
    "BrokenImport": "missing_import",
    "Memory": "out_of_memory",
    "Crash": "crash",
    "NotUtf8": "not_utf8",
}


def test_every_failure_of_rough_is_a_record_and_a_line(
    rough: Path, traced: subprocess.CompletedProcess[str]
) -> None:
    assert traced.returncode == 1, traced.stderr
    report = json.loads(traced.stdout.splitlines()[-1])
    assert {f["name"]: f["reason"] for f in report["failures"]} == {
        f"Rough.{name}": reason for name, reason in REASONS.items()
    }
    for name, reason in REASONS.items():
        found = failure(rough, f"Rough.{name}")
        assert (found.reason, found.file) == (reason, f"Rough/{name}.lean")
        assert found.message
        assert "\n" not in found.message
        lines = [line for line in traced.stderr.splitlines() if f"Rough.{name} FAILED" in line]
        assert len(lines) == 1
        assert f"{reason}: {found.message}" in lines[0]


def test_what_can_be_read_of_a_failing_file_is_kept(
    rough: Path, traced: subprocess.CompletedProcess[str]
) -> None:
    def declared(name: str) -> set[str]:
        module = read_trace(records(rough) / f"Rough.{name}.json").module
        return {d.name.removeprefix(f"Rough.{name}.") for d in module.declarations}

    assert {"before", "after"} <= declared("SyntaxError")
    assert {"before", "between", "after", "wrong"} <= declared("ElabError")
    partial = read_trace(records(rough) / "Rough.ElabError.json").module
    assert {d.name.rpartition(".")[2] for d in partial.declarations if d.has_error} == {
        *("wrong", "unfinished", "unknown"),
    }
    assert {s.declaration.rpartition(".")[2] for s in partial.steps} >= {"before", "unfinished"}
    assert len(declared("Good")) == 3
    assert declared("Empty") == set()
    assert not declared("Comments") & {"fake", "commented", "nested"}
    assert len(declared("Long")) > 300
    crlf = read_trace(records(rough) / "Rough.Crlf.json").module
    source = (rough / "Rough" / "Crlf.lean").read_bytes()
    assert crlf.source.encode() == source
    for step in crlf.steps:
        assert source[step.range.start_byte : step.range.end_byte].decode() == step.text


def test_a_module_over_its_time_is_ended(rough: Path) -> None:
    done = trace(rough, "--only", "Rough.Loop", "--build-timeout", "2", "--timeout", "4")
    assert done.returncode == 1, done.stderr
    found = failure(rough, "Rough.Loop")
    assert found.reason == "timeout"
    assert "4 s" in found.message
    assert not left_over(rough)


def test_a_worker_ended_by_a_signal_or_by_itself_is_a_crash(tmp_path: Path) -> None:
    own = make_project(tmp_path / "own", {"Signal": BY_SIGNAL, "Silent": SILENT, "Fine": FINE})
    done = trace(own, "--build-timeout", "60")
    assert done.returncode == 1, done.stderr
    by_signal, silent = failure(own, "Own.Signal"), failure(own, "Own.Silent")
    assert (by_signal.reason, by_signal.exit_code) == ("crash", -signal.SIGABRT)
    assert f"signal {int(signal.SIGABRT)}" in by_signal.message
    assert silent.reason == "crash"
    assert "no record" in silent.message
    assert not read_trace(records(own) / "Own.Fine.json").HasField("failure")


def test_records_are_the_same_from_run_to_run_and_from_inside(
    tmp_path: Path, settings: Settings
) -> None:
    own = make_project(tmp_path / "own", {"A": FINE, "B": ""})
    (own / "Own" / "B.lean").write_text("import Own.A\nexample : 1 = 1 := rfl\n", "utf-8")
    assert trace(own, "--out", str(tmp_path / "first")).returncode == 0
    assert trace(own, "--out", str(tmp_path / "second")).returncode == 0
    toolchain = find_toolchain(own, settings, lambda line: None)
    root = SAMPLES.parents[1]
    with (own / "lakefile.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[[require]]\nname = "sensei"\npath = "{root}"\n')
    path = f"{toolchain.lean.parent}:{os.environ['PATH']}"
    inside = subprocess.run(
        [str(toolchain.lake), "exe", "trace", "--out", str(tmp_path / "inside"),
         "--kind", toolchain.kind.value],
        cwd=own,
        env=child_environment(PATH=path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=400,
        check=False,
    )  # fmt: skip
    assert inside.returncode == 0, inside.stderr
    for name in ("Own.A", "Own.B"):
        content = [
            without_measures(read_trace(tmp_path / folder / f"{name}.json"))
            for folder in ("first", "second", "inside")
        ]
        assert content[0] == content[1] == content[2]


def test_a_record_of_a_module_that_is_gone_is_removed(tmp_path: Path) -> None:
    own = make_project(tmp_path / "own", {"A": FINE, "B": FINE.replace("fine", "other")})
    kept = records(own) / "notes.json"
    assert trace(own).returncode == 0
    kept.write_text('{"mine": 1}', "utf-8")
    (own / "Own" / "B.lean").unlink()
    assert trace(own).returncode == 0
    assert sorted(p.name for p in records(own).glob("*.json")) == ["Own.A.json", "notes.json"]


def traced_again(project: Path, *arguments: str) -> list[str]:
    """Traces, and gives the modules that were not as before."""
    done = trace(project, "--json", *arguments)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[0]["event"] == "start"
    modules = [event for event in events if event.get("event") == "module"]
    assert events[-1]["reused"] == sum(event["reused"] for event in modules)
    return sorted(event["module"] for event in modules if not event["reused"])


def test_only_what_an_edit_can_change_is_traced_again(tmp_path: Path) -> None:
    uses = "theorem uses (p : Prop) (hp : p) : p := by\n  exact fine p hp\n"
    other = FINE.replace("fine", "other")
    own = make_project(tmp_path / "own", {"A": FINE, "B": f"import Own.A\n{uses}", "C": other})
    first = traced_again(own)
    assert first == ["Own.A", "Own.B", "Own.C"]
    assert traced_again(own) == []
    source = own / "Own" / "A.lean"
    source.write_text(FINE.replace("exact hp", "apply hp"), "utf-8")
    assert traced_again(own) == ["Own.A"]
    source.write_text(FINE.replace("fine (p : Prop)", "fine (p : Prop) (hq : p)"), "utf-8")
    (own / "Own" / "B.lean").write_text(
        "import Own.A\n" + uses.replace("fine p hp", "fine p hp hp"), "utf-8"
    )
    assert traced_again(own) == ["Own.A", "Own.B"]
    source.write_text("-- a line more\n" + source.read_text("utf-8"), "utf-8")
    assert traced_again(own) == ["Own.A", "Own.B"], "places of A are told in B"
    record = records(own) / "Own.C.json"
    record.write_text(record.read_text("utf-8").replace("other", "another"), "utf-8")
    assert traced_again(own) == ["Own.C"]
    assert traced_again(own, "--force", "--only", "Own.*") == ["Own.A", "Own.B", "Own.C"]
    with (own / "lakefile.toml").open("a", encoding="utf-8") as file:
        file.write("[leanOptions]\npp.funBinderTypes = true\n")
    assert traced_again(own, "--only", "Own/C.lean") == ["Own.C"]
    assert trace(own / "Own" / "C.lean").stderr.count("as before") >= 1


def test_usage(tmp_path: Path) -> None:
    own = make_project(tmp_path / "own", {"A": FINE})
    unknown = trace(own, "--only", "Own.Nope")
    assert unknown.returncode == 2
    assert "no module" in unknown.stderr
    assert "Own.Nope" in unknown.stderr
    (tmp_path / "file").write_text("", "utf-8")
    blocked = trace(own, "--out", str(tmp_path / "file" / "out"))
    assert blocked.returncode == 3
    assert "cannot write records" in blocked.stderr
    assert "--out" in blocked.stderr
    nowhere = trace(tmp_path)
    assert nowhere.returncode in (2, 3)
    assert "no Lean project" in nowhere.stderr


def left_over(project: Path) -> list[tuple[psutil.Process, str]]:
    """Processes that work on a project, and their command lines."""
    found = []
    for process in psutil.process_iter():
        try:
            words = " ".join(process.cmdline())
            is_on_it = str(project) in words or process.cwd() == str(project)
            if is_on_it and process.status() != psutil.STATUS_ZOMBIE:
                found.append((process, words))
        except psutil.Error:
            continue
    return found


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Path]:
    own = make_project(tmp_path / "own", {"A": FINE, "B": ENDLESS})
    yield own
    for process, _ in left_over(own):
        process.kill()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("phase", ["build", "worker"])
def test_killing_it_leaves_nothing_behind(how: signal.Signals, phase: str, endless: Path) -> None:
    words = ("--build-timeout", "1" if phase == "worker" else "600", "--timeout", "600")
    with (endless / "log").open("wb") as log:
        running = subprocess.Popen(
            command(endless, *words), stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        deadline = time.monotonic() + 240
        sign = "--module Own.B" if phase == "worker" else "Own/B.lean"
        while not any(sign in words for _, words in left_over(endless)):
            assert time.monotonic() < deadline
            assert running.poll() is None
            time.sleep(0.1)
        running.send_signal(how)
        running.wait(60)
    while left_over(endless):
        assert time.monotonic() < deadline, left_over(endless)
        time.sleep(0.1)
    (endless / "Own" / "B.lean").write_text("import Own.A\n", "utf-8")
    if phase == "worker" and how == signal.SIGKILL:
        assert "Own.B" in traced_again(endless)
        assert not list(records(endless).glob("*.part"))
