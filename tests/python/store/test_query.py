"""Queries read, and can do nothing else, however they are written."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import pytest

from fakes.stores import dump, put_sample
from fakes.traces import write_project
from sensei.core.errors import StoreError, UsageError
from sensei.store import default_database, open_store
from sensei.store.query import QueryResult, run_query
from warm import environment_of_commands, run_forked

WRITES = [
    "DELETE FROM steps",
    "UPDATE modules SET name = 'x'",
    "INSERT INTO runs (kind) VALUES ('x')",
    "DROP TABLE steps",
    "CREATE TABLE t (x)",
    "CREATE TEMP TABLE t (x)",
    "WITH gone AS (SELECT 1) DELETE FROM steps",
    "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON",
    "PRAGMA journal_mode = DELETE",
    "SELECT * FROM pragma_journal_mode('DELETE')",
    "VACUUM",
    "VACUUM INTO '{out}'",
    "ATTACH '{out}' AS other",
    "BEGIN IMMEDIATE",
    "REINDEX",
    "ANALYZE",
    "SELECT load_extension('x')",
    "SELECT 1; DELETE FROM steps",
    "EXPLAIN DELETE FROM steps",
]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = default_database(write_project(tmp_path / "project"))
    with open_store(path) as store:
        put_sample(store)
    return path


def ask(database: Path, sql: str, timeout_s: float = 10.0, max_rows: int = 100) -> QueryResult:
    return run_query(database, sql, timeout_s=timeout_s, max_rows=max_rows)


@pytest.mark.parametrize("sql", WRITES)
def test_what_writes_is_refused(database: Path, tmp_path: Path, sql: str) -> None:
    before = dump(database)
    files = {p for p in tmp_path.rglob("*") if not p.name.endswith(("-shm", "-wal"))}
    with pytest.raises(UsageError):
        ask(database, sql.replace("{out}", str(tmp_path / "out.db")))
    assert dump(database) == before
    assert {p for p in tmp_path.rglob("*") if not p.name.endswith(("-shm", "-wal"))} == files


def test_what_reads_is_answered(database: Path) -> None:
    joined = "SELECT m.name, count(*) AS n FROM steps s JOIN modules m ON m.id = s.module_id"
    result = ask(database, f"{joined} GROUP BY 1 ORDER BY 1")
    assert result.columns == ("name", "n")
    assert result.rows == (("Sample.Last", 30), ("Sample.Logic", 30), ("Sample.Nat.Basic", 30))
    recursive = "WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 5) "
    assert ask(database, recursive + "SELECT sum(x) FROM n").rows == ((15,),)
    # Ranges and goals are JSON to SQL.
    spans = "SELECT count(*) FROM steps WHERE json_extract(range, '$[2]') > 1"
    assert ask(database, spans).rows == ((90,),)
    assert ask(database, "SELECT json_array_length(goals_before) FROM steps").rows[0] == (1,)
    few = ask(database, "SELECT id FROM steps", max_rows=7)
    assert (len(few.rows), few.truncated) == (7, True)
    (row,) = ask(database, "SELECT sha256 FROM texts LIMIT 1").rows
    assert len(bytes.fromhex(row[0])) == 32


def test_lists_are_taken_apart(database: Path) -> None:
    """What several columns hold is a list in JSON; its functions are tables that SQLite makes."""
    each = "SELECT e.value FROM steps s, json_each(s.goals_before) e ORDER BY s.id, e.key"
    plain = ask(database, "SELECT goals_before FROM steps ORDER BY id", max_rows=1000).rows
    wanted = [(number,) for (text,) in plain for number in json.loads(text)]
    assert ask(database, each, max_rows=1000).rows == tuple(wanted)
    assert wanted
    assert ask(database, "SELECT count(*) FROM json_tree('[1, [2]]')").rows == ((4,),)


def test_a_query_without_end_is_ended(database: Path) -> None:
    endless = (
        "WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    )
    started = time.monotonic()
    with pytest.raises(UsageError, match=r"no answer in 0.2 s; ask for less, or give a longer"):
        ask(database, endless, timeout_s=0.2)
    assert time.monotonic() - started < 20
    with pytest.raises(UsageError, match="string or blob too big"):
        ask(database, "SELECT zeroblob(1000000000)")


def test_what_is_wrong_is_named(database: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no such table: stebs; .*lists the tables"):
        ask(database, "SELECT * FROM stebs")
    with pytest.raises(UsageError, match="that is no query"):
        ask(database, "-- nothing")
    with pytest.raises(StoreError, match=r"no database .*none.db; sensei trace"):
        ask(tmp_path / "none.db", "SELECT 1")
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "text.db").write_text("no database at all " * 100)
    with pytest.raises(StoreError, match="is no SQLite database"):
        ask(tmp_path / "text.db", "SELECT 1")


def test_a_database_that_is_being_written_is_read(database: Path) -> None:
    with open_store(database) as store:
        with store._writing() as session:
            session.connection().exec_driver_sql("DELETE FROM steps")
            assert ask(database, "SELECT count(*) FROM steps").rows == ((90,),)
            session.rollback()


def sensei(*words: str | Path) -> subprocess.CompletedProcess[str]:
    begun = environment_of_commands()
    environment = {k: v for k, v in begun.items() if not k.startswith("SENSEI_")}
    return run_forked([*map(str, words)], Path.cwd(), environment, "", 300)


def test_the_command_line(database: Path) -> None:
    project = database.parents[2]
    sql = "SELECT name, has_sorry FROM declarations ORDER BY has_sorry DESC, name"
    done = sensei("query", sql, "--project", project, "--limit", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "name           has_sorry",
        "Sample.later   1",
        "Sample.broken  0",
    ]
    assert done.stderr == "more than 2 rows; --limit shows more\n"
    answer = json.loads(sensei("query", sql, "--database", database, "--json").stdout)
    assert answer["columns"] == ["name", "has_sorry"]
    assert len(answer["rows"]) == 32
    assert not answer["truncated"]
    refused = sensei("query", "DELETE FROM steps", "--project", project)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "only SELECT is allowed" in refused.stderr
    assert "example: sensei query" in sensei("query", "--help").stdout
