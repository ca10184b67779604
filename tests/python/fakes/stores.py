"""Filling a store with the synthetic project, and comparing what databases hold."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from fakes.traces import sample_records
from sensei.ingest import IngestReport, default_traces, ingest
from sensei.store import Store
from sensei.wire.traced import ModuleFailure, TracedModule, from_message


def put_sample(store: Store, name: str = "sample") -> int:
    """Stores ``sample_records()`` as a complete snapshot; returns its id."""
    snapshot_id = store.put_snapshot(
        identity=name.ljust(64, "0"),
        package=name,
        content_hash="c" * 64,
        lean_version="4.35.0",
        lean_commit="0",
        toolchain_kind="embedded",
    )
    records = sample_records()
    for record in records:
        if record.HasField("module"):
            store.put_module(snapshot_id, from_message(record.module, TracedModule))
        else:
            store.put_failure(snapshot_id, from_message(record.failure, ModuleFailure))
    store.complete_snapshot(
        snapshot_id,
        [r.module.name for r in records if r.HasField("module")],
        [r.failure.name for r in records if r.HasField("failure")],
    )
    return snapshot_id


def put_samples(store: Store, count: int) -> None:
    """Stores ``count`` snapshots, one after the other."""
    for number in range(count):
        put_sample(store, f"more{number}")


def dump(path: Path) -> list[str]:
    """Everything in an SQLite file as SQL, after checking that the file is sound."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        return list(connection.iterdump())


def ingest_project(project: Path, store: Store) -> IngestReport:
    """Stores what lies where the tracer leaves it."""
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
