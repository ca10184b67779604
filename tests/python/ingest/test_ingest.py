"""Ingest: twice is once, a kill leaves nothing half-visible, damage is named and writes nothing."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event

from fakes.stores import dump
from fakes.traces import ModuleBuilder, Tac, failure, sample_records, write_project, write_traces
from sensei.core.errors import ProjectError, StoreError, TraceError
from sensei.ingest import IngestReport, default_traces, ingest
from sensei.ingest.identity import package_name
from sensei.ingest.records import read_record
from sensei.store import Store, open_store
from sensei.wire.v1 import trace_pb2

TESTS = Path(__file__).parents[1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "s.db") as opened:
        yield opened


def ingest_project(project: Path, store: Store) -> IngestReport:
    return ingest(default_traces(project), store, project)


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What a database says, without its ids and moments."""
    queries = {
        "modules": "SELECT name, record_hash, file FROM modules ORDER BY name",
        "steps": "SELECT m.name, s.position, s.kind, d.name, t.content FROM steps s"
        " JOIN modules m ON m.id = s.module_id JOIN texts t ON t.id = s.text_id"
        " JOIN declarations d ON d.id = s.declaration_id ORDER BY m.name, s.position",
        "goals": "SELECT m.name, g.position, t.content FROM goals g"
        " JOIN modules m ON m.id = g.module_id JOIN texts t ON t.id = g.pretty_text_id"
        " ORDER BY m.name, g.position",
        "failures": "SELECT module, reason FROM failures ORDER BY module",
        "snapshots": "SELECT identity, completed_at IS NULL FROM snapshots ORDER BY identity",
        "texts": "SELECT sha256 FROM texts ORDER BY sha256",
    }
    with closing(sqlite3.connect(path)) as connection:
        return {name: connection.execute(query).fetchall() for name, query in queries.items()}


def test_twice_is_once(project: Path, store: Store, tmp_path: Path) -> None:
    first = ingest_project(project, store)
    assert (first.added, first.replaced, first.unchanged) == (3, 0, 0)
    before = dump(tmp_path / "s.db")
    second = ingest_project(project, store)
    assert (second.added, second.replaced, second.unchanged) == (0, 0, 3)
    assert second.snapshot == first.snapshot
    assert dump(tmp_path / "s.db") == before


NAMES = st.sampled_from(["A", "B.C", "D"])
TACTICS = st.lists(
    st.tuples(st.text("abc ∀→", min_size=1, max_size=8), st.text("xyz⊢\n", min_size=1)), max_size=4
)
MODULES = st.dictionaries(NAMES, TACTICS, min_size=1)


def build(modules: dict[str, list[tuple[str, str]]]) -> list[trace_pb2.TraceRecord]:
    records = []
    for name, tactics in modules.items():
        builder = ModuleBuilder(name)
        lines = [f"t{number} {text}" for number, (text, _) in enumerate(tactics)]
        steps = [
            Tac(line, [goal], [goal + "'"]) for line, (_, goal) in zip(lines, tactics, strict=True)
        ]
        proof = "by\n" + "\n".join(f"  {line}" for line in lines) if lines else "rfl"
        records.append(builder.theorem(f"{name}.t", "x", steps, proof=proof).build())
    return records


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(modules=MODULES, order=st.randoms(use_true_random=False))
def test_any_trace_twice_is_once_in_any_order(
    modules: dict[str, list[tuple[str, str]]],
    order: Any,
    store: Store,
    tmp_path_factory: pytest.TempPathFactory,
    tmp_path: Path,
) -> None:
    records = build(modules)
    project = write_project(tmp_path_factory.mktemp("project"), records)
    first = ingest_project(project, store)
    before = dump(tmp_path / "s.db")
    elsewhere = tmp_path_factory.mktemp("traces")
    order.shuffle(records)
    for number, record in enumerate(records):
        write_traces(elsewhere / str(number), [record])
    assert ingest(elsewhere, store, project).snapshot == first.snapshot
    assert dump(tmp_path / "s.db") == before
    for module in store.modules(first.snapshot.id):
        traced = next(r.module for r in records if r.module.name == module.name)
        assert [g.pretty for g in store.goals(module.id)] == [g.pretty for g in traced.goals]


def test_a_changed_record_of_the_same_source_replaces_its_module(
    project: Path, store: Store
) -> None:
    first = ingest_project(project, store)
    ids = {m.name: m.id for m in store.modules(first.snapshot.id)}
    records = sample_records()
    records[0].module.options["pp.all"] = "true"
    write_traces(default_traces(project), records)
    second = ingest_project(project, store)
    assert (second.added, second.replaced, second.unchanged) == (0, 1, 2)
    assert second.snapshot == first.snapshot
    assert second.counts == first.counts
    after = {m.name: m.id for m in store.modules(second.snapshot.id)}
    assert [n for n in ids if ids[n] != after[n]] == ["Sample.Logic"]


def test_a_changed_source_is_a_new_snapshot_and_the_old_one_stays(
    project: Path, store: Store
) -> None:
    first = ingest_project(project, store)
    records = sample_records()
    records[0].module.source += "-- a remark\n"
    write_traces(default_traces(project), records)
    second = ingest_project(project, store)
    assert second.snapshot.identity != first.snapshot.identity
    assert store.snapshot().id == second.snapshot.id
    assert store.counts(first.snapshot.id) == first.counts
    write_traces(default_traces(project), sample_records())
    assert ingest_project(project, store).snapshot.id == first.snapshot.id
    assert store.snapshot().id == first.snapshot.id  # the edit was undone


def test_fields_of_a_newer_tracer_are_left_out(project: Path, store: Store) -> None:
    path = default_traces(project) / "Sample.Logic.json"

    def widen(content: dict[str, Any]) -> None:
        content["module"]["unheardOf"] = [{"x": 1}]
        first_step(content)["range"]["unheardOf"] = "y"

    edit(widen)(path)
    widened = ingest_project(project, store)
    write_traces(default_traces(project), sample_records())
    assert ingest_project(project, store).unchanged == 3
    assert widened.counts.steps == 90


def test_two_packages_with_the_same_files_are_two_snapshots(tmp_path: Path, store: Store) -> None:
    one, other = write_project(tmp_path / "one"), write_project(tmp_path / "other")
    (other / "lakefile.toml").write_text('name = "other"\n')
    first, second = ingest_project(one, store), ingest_project(other, store)
    assert first.snapshot.content_hash == second.snapshot.content_hash
    assert first.snapshot.id != second.snapshot.id


def test_a_failure_is_stored_beside_the_record_of_what_was_elaborated(
    tmp_path: Path, store: Store
) -> None:
    records = sample_records()
    records[1].failure.CopyFrom(failure("Sample.Nat.Basic", "elaboration_error", "rfl failed"))
    project = write_project(tmp_path / "p", records)
    report = ingest_project(project, store)
    assert report.counts.failures == {"elaboration_error": 1, "missing_import": 1}
    records[1].ClearField("failure")
    write_traces(default_traces(project), records)
    assert ingest_project(project, store).counts.failures == {"missing_import": 1}


def test_a_trace_of_failures_alone_is_a_snapshot(tmp_path: Path, store: Store) -> None:
    records = [trace_pb2.TraceRecord(failure=failure("A", "timeout"))]
    report = ingest_project(write_project(tmp_path / "p", records), store)
    assert report.counts.failures == {"timeout": 1}
    assert report.counts.modules == 0


def test_carriage_returns_are_kept(tmp_path: Path, store: Store) -> None:
    builder = ModuleBuilder("Crlf", newline="\r\n")
    steps = [Tac("intro n\n  simp", ["⊢ p"])]
    builder.theorem("t", "∀ n, p", steps, proof="by\n  intro n\n  simp")
    record = builder.build()
    report = ingest_project(write_project(tmp_path / "p", [record]), store)
    (module,) = store.modules(report.snapshot.id)
    assert "\r\n" in store.source(module.id)
    (theorem,) = store.theorems(report.snapshot.id)
    assert theorem.proof_range is not None
    data = store.source(module.id).encode()[theorem.proof_range[0] : theorem.proof_range[1]]
    assert data == b"by\r\n  intro n\r\n  simp"


def edit(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    def apply(path: Path) -> None:
        content = json.loads(path.read_text())
        change(content)
        path.write_text(json.dumps(content))

    return apply


def first_step(content: dict[str, Any]) -> dict[str, Any]:
    return content["module"]["steps"][1]


DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "cut off": (lambda p: p.write_bytes(p.read_bytes()[:-100]) and None, "damaged JSON"),
    "empty": (lambda p: p.write_bytes(b"") and None, "damaged JSON"),
    "no object": (lambda p: p.write_bytes(b"[1]") and None, "not a trace record"),
    "not UTF-8": (lambda p: p.write_bytes(b'{"module": "\xff"}') and None, "damaged JSON"),
    "newer": (
        edit(lambda c: c["module"].update(formatVersion=2, unheardOf=1)),
        "trace format 2, newer than the 1 of this Sensei; upgrade",
    ),
    "no version": (edit(lambda c: c["module"].pop("formatVersion")), "no format version"),
    "a string for a record": (edit(lambda c: c.update(module="x")), "damaged"),
    "a list for a record": (edit(lambda c: c.update(module=[1])), "damaged"),
    "neither": (edit(lambda c: c.clear()), "neither a module nor a failure"),
    "half a character": (
        edit(lambda c: c["module"]["goals"][0].update(pretty="\ud800")),
        "damaged",
    ),
    "no name": (edit(lambda c: c["module"].pop("name")), "the module has no name"),
    "outside": (edit(lambda c: c["module"].update(file="../x.lean")), "no path relative"),
    "absolute": (edit(lambda c: c["module"].update(file="/x.lean")), "no path relative"),
    "range": (
        edit(lambda c: c["module"]["declarations"][0]["range"].update(endByte=10**6)),
        "its range is outside the source",
    ),
    "line": (
        edit(lambda c: c["module"]["declarations"][0]["proofRange"].update(endLine=10**6)),
        "its proof_range is outside the source",
    ),
    "backwards": (
        edit(
            lambda c: first_step(c)["range"].update(startByte=first_step(c)["range"]["endByte"] + 1)
        ),
        "step 1: its range is outside the source",
    ),
    "goal": (edit(lambda c: first_step(c).update(goalsAfter=[10**6])), "refers to a goal that is"),
    "closed": (edit(lambda c: first_step(c).update(closed=[10**6])), "refers to a goal that is"),
    "opened": (edit(lambda c: first_step(c).update(opened=[10**6])), "refers to a goal that is"),
    "constant": (
        edit(lambda c: first_step(c).update(termConstants=[10**6])),
        "step 1 uses a constant that is not there",
    ),
    "type": (
        edit(lambda c: c["module"]["declarations"][0].update(typeConstants=[10**6])),
        "uses a constant that is not there",
    ),
    "parent": (edit(lambda c: first_step(c).update(parent=1)), "parent 1 does not come before"),
    "step id": (edit(lambda c: first_step(c).update(id=7)), "step 1 says it is step 7"),
    "premise": (
        edit(lambda c: c["module"]["premises"][0].update(step=10**6)),
        "step 1000000 is not there",
    ),
    "type hash": (
        edit(lambda c: c["module"]["declarations"][0].pop("typeHash")),
        r"declaration 0 \(Sample.comm_0\) has no type hash",
    ),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_named_and_nothing_is_written(
    project: Path, store: Store, kind: str
) -> None:
    harm, message = DAMAGE[kind]
    path = default_traces(project) / "Sample.Logic.json"
    harm(path)
    with pytest.raises(TraceError, match=rf"Sample\.Logic\.json: .*{message}"):
        ingest_project(project, store)
    assert store.snapshots(include_incomplete=True) == []


PLACES = st.lists(st.integers(0, 40), min_size=1, max_size=6)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["\ud800", "Infinity", "-1", "1e400", 2**64, -1, "\x00"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


def put_at(content: Any, place: list[int], value: Any) -> Any:
    """``content`` with ``value`` in the place that the numbers lead to."""
    if not place or not isinstance(content, dict | list) or not content:
        return value
    keys = list(content) if isinstance(content, dict) else list(range(len(content)))
    key = keys[place[0] % len(keys)]
    content[key] = put_at(content[key], place[1:], value)
    return content


@settings(max_examples=300, deadline=None)
@given(place=PLACES, value=VALUES)
def test_any_change_of_a_record_is_read_or_named(
    place: list[int], value: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "changed.json"
    content = json_format.MessageToDict(sample_records(3)[0])
    path.write_text(json.dumps(put_at(content, place, value)))
    with contextlib.suppress(TraceError):
        read_record(path)


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=60) | st.integers(1, 10**5).map(lambda n: b"[" * n))
def test_any_bytes_are_named(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.json"
    path.write_bytes(data)
    with pytest.raises(TraceError, match=r"bytes\.json: "):
        read_record(path)


def test_no_room_for_temporary_files_is_named(
    project: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules["sensei.ingest.ingest"]
    monkeypatch.setattr(module, "_SPOOL_BYTES", 1)
    monkeypatch.setattr(tempfile, "tempdir", "/dev/full")
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: io.FileIO("/dev/full", "r+"))
    with pytest.raises(StoreError, match="no room for checked records in /dev/full: No space left"):
        ingest_project(project, store)
    assert store.snapshots(include_incomplete=True) == []


def test_two_files_of_one_module_are_refused(project: Path, store: Store) -> None:
    write_traces(default_traces(project) / "again", sample_records()[:1])
    with pytest.raises(TraceError, match=r"are both of the module Sample\.Logic"):
        ingest_project(project, store)


def test_traces_of_two_toolchains_are_refused(project: Path, store: Store) -> None:
    records = sample_records()
    records[0].module.lean_version = "4.34.0"
    write_traces(default_traces(project), records)
    with pytest.raises(TraceError, match=r"was traced by Lean 4\.35\.0 .* by 4\.34\.0"):
        ingest_project(project, store)


def test_no_traces_and_no_project_are_named(tmp_path: Path, store: Store) -> None:
    with pytest.raises(ProjectError, match="no such folder"):
        ingest_project(tmp_path / "nowhere", store)
    with pytest.raises(ProjectError, match="not a Lean project"):
        ingest_project(tmp_path, store)
    (tmp_path / "lakefile.lean").write_text("import Lake\npackage «my pack» where\n")
    with pytest.raises(TraceError, match="sensei trace"):
        ingest_project(tmp_path, store)
    default_traces(tmp_path).mkdir(parents=True)
    with pytest.raises(TraceError, match="no trace file in"):
        ingest_project(tmp_path, store)
    for line, name in (("«my pack» where", "my pack"), ('"p-q"', "p-q"), ("plain {", "plain")):
        (tmp_path / "lakefile.lean").write_text(f"import Lake\npackage {line}\n")
        assert package_name(tmp_path) == name


KILLED = """
import sys, time
from pathlib import Path
from sensei.ingest import default_traces, ingest
from sensei.store import module_writer, open_store, trace_writer

project, database, moment = sys.argv[1:]
sys.modules["sensei.ingest.ingest"]._BATCH_BYTES = 1  # every module is a transaction

def wait(*_):
    print("now", flush=True)
    time.sleep(60)

if moment == "inside a module":
    steps, calls = module_writer._write_steps, []
    def second(*arguments):
        calls.append(1)
        steps(*arguments)
        if len(calls) == 2:
            wait()
    module_writer._write_steps = second
elif moment == "before the end":
    trace_writer.complete_snapshot = wait
def progress(phase, done, total):
    if moment == "between modules" and (phase, done) == ("store", 2):
        wait()
ingest(default_traces(Path(project)), open_store(database), Path(project), progress)
"""


@pytest.mark.parametrize(
    ("moment", "modules"), [("inside a module", 1), ("between modules", 2), ("before the end", 3)]
)
def test_a_kill_leaves_nothing_half_visible_and_the_next_run_ends_the_same(
    project: Path, tmp_path: Path, moment: str, modules: int
) -> None:
    database = tmp_path / "killed.db"
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(project), str(database), moment], stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"now\n"
    os.kill(child.pid, signal.SIGKILL)
    child.stdout.close()
    assert child.wait(timeout=60) == -signal.SIGKILL
    dump(database)  # sound
    with open_store(database) as store:
        assert store.snapshots() == []
        (cut_off,) = store.snapshots(include_incomplete=True)
        whole = store.modules(cut_off.id)
        assert len(whole) == modules
        traced = {r.module.name: len(r.module.steps) for r in sample_records()}
        for module in whole:
            mine = [d.id for d in store.declarations(cut_off.id) if d.module == module.name]
            assert len(store.steps(mine)) == traced[module.name]
        ingest_project(project, store)
    with open_store(tmp_path / "whole.db") as store:
        ingest_project(project, store)
    assert contents(database) == contents(tmp_path / "whole.db")


def sensei(*words: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SENSEI_")}
    return subprocess.run(
        [sys.executable, "-m", "sensei", *map(str, words)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


def test_the_command_line(project: Path, tmp_path: Path) -> None:
    done = sensei("ingest", project, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["modules"], answer["theorems"], answer["steps"]) == (3, 32, 90)
    assert answer["failures"] == {"missing_import": 1}
    assert (project / ".lake/sensei/sensei.db").is_file()
    again = sensei("ingest", project, "--traces", default_traces(project))
    assert again.returncode == 0
    assert "3 (0 new, 0 replaced, 3 as before)" in again.stdout
    assert "failures     1 missing_import" in again.stdout
    inside = project / "Sample"
    inside.mkdir()
    assert "3 as before" in sensei("ingest", inside).stdout
    shown = sensei("ingest", "--help")
    assert "example: sensei ingest --traces" in " ".join(shown.stdout.split())


def test_the_command_line_fails_by_name(project: Path, tmp_path: Path) -> None:
    nothing = sensei("ingest", tmp_path / "nowhere")
    assert (nothing.returncode, nothing.stderr.count("\n")) == (2, 1)
    assert "no such folder" in nothing.stderr
    (tmp_path / "nowhere2").mkdir()
    assert sensei("ingest", tmp_path / "nowhere2").returncode == 2
    assert not (tmp_path / "nowhere2" / ".lake").exists()
    (default_traces(project) / "Sample.Last.json").write_text("{")
    damaged = sensei("ingest", project)
    assert (damaged.returncode, damaged.stdout) == (3, "")
    assert damaged.stderr.count("\n") == 1
    assert "Sample.Last.json: damaged JSON" in damaged.stderr
    database = tmp_path / "text.db"
    database.write_text("not a database, by any means\n" * 50)
    foreign = sensei("ingest", project, "--database", database)
    assert foreign.returncode == 3
    assert "is no SQLite database" in foreign.stderr


def test_characters_written_as_two_escapes_are_whole(project: Path, store: Store) -> None:
    path = default_traces(project) / "Sample.Logic.json"
    edit(lambda c: c["module"]["goals"][0].update(pretty="⊢ 𝔸 = 𝔸"))(path)
    assert rb"\ud835" in path.read_bytes()
    report = ingest_project(project, store)
    (module,) = (m for m in store.modules(report.snapshot.id) if m.name == "Sample.Logic")
    assert store.goals(module.id)[0].pretty == "⊢ 𝔸 = 𝔸"


def test_kills_at_any_moment_leave_a_sound_database_that_ends_the_same(tmp_path: Path) -> None:
    """Fifty kills at random moments of one ingest: every time the file is sound, every module in it
    whole, and at the end the content is that of an ingest without kills.

    Half of them come at a random instruction of the database's, however fast the machine is; the
    others at a random time, which may be in the middle of a write to disk.
    """
    records = []
    for number in range(12):
        module = sample_records()[number % 3].module
        module.name = f"Many.M{number}"
        module.file = f"Many/M{number}.lean"
        module.source += f"-- {number}\n"
        records.append(trace_pb2.TraceRecord(module=module))
    project = write_project(tmp_path / "project", records)
    whole, database = tmp_path / "whole.db", tmp_path / "killed.db"
    instructions = 0

    def count() -> None:
        nonlocal instructions
        instructions += 1

    started = time.monotonic()
    with at_instructions(count), open_store(whole) as store:
        _ingest_in_small_steps(project, store)
    longest_s = time.monotonic() - started
    expected = contents(whole)
    traced = {record.module.name: len(record.module.steps) for record in records}
    chance = random.Random(20)
    cut_off, seen = 0, set()
    for number in range(50):
        last = chance.randrange(1, instructions * 5 // 4) if number % 2 else None
        with warnings.catch_warnings():  # newer Pythons warn of threads; the child uses none
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:  # no interpreter to start, and nothing of the parent's is closed
            try:
                with at_instructions(_killer(last)), open_store(database) as store:
                    _ingest_in_small_steps(project, store)
            finally:
                os._exit(0)
        if last is None:
            time.sleep(chance.random() * 1.5 * longest_s)
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if database.exists():
            dump(database)  # sound, and no row without its module
            with closing(sqlite3.connect(database)) as connection:
                tables = {r[0] for r in connection.execute("SELECT name FROM sqlite_master")}
                if "modules" not in tables:
                    continue
                there = connection.execute(
                    "SELECT m.name, (SELECT count(*) FROM steps s WHERE s.module_id = m.id)"
                    " FROM modules m"
                ).fetchall()
                ended = connection.execute(
                    "SELECT count(*) FROM snapshots WHERE completed_at IS NOT NULL"
                ).fetchone()
            assert dict(there).items() <= traced.items()
            assert ended == (0,) or len(there) == 12
            seen.add(len(there))
            cut_off += ended == (0,)
            if ended == (1,):
                for path in tmp_path.glob("killed.db*"):
                    path.unlink()
    assert cut_off >= 5
    assert len(seen) >= 3
    with open_store(database) as store:
        ingest_project(project, store)
    assert contents(database) == expected


@contextmanager
def at_instructions(call: Callable[[], None]) -> Iterator[None]:
    """Calls it at every hundredth instruction of SQLite, on connections opened inside."""

    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_progress_handler(call, 100)

    event.listen(Engine, "connect", set_up)
    try:
        yield
    finally:
        event.remove(Engine, "connect", set_up)


def _killer(last: int | None) -> Callable[[], None]:
    """Kills this process when it is called for the ``last`` time; never for None."""
    calls = itertools.count(1)

    def call() -> None:
        if next(calls) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    return call


def _ingest_in_small_steps(project: Path, store: Store) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["sensei.ingest.ingest"], "_BATCH_BYTES", 1)
        ingest_project(project, store)
