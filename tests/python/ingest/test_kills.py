"""A kill at any moment leaves nothing half-visible, and the next ingest ends the same."""

from __future__ import annotations

import itertools
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from fakes.stores import contents, dump, ingest_project
from fakes.traces import sample_records, write_project
from sensei.store import Store, open_store
from sensei.wire.v1 import trace_pb2

KILLED = """
import signal, sys
from pathlib import Path
from sensei.ingest import default_traces, ingest
from sensei.store import module_writer, open_store, trace_writer

project, database, moment = sys.argv[1:]
sys.modules["sensei.ingest.ingest"]._BATCH_BYTES = 1  # every module is a transaction

def wait(*_):
    print("now", flush=True)
    signal.pause()

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
