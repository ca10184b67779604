"""PostgreSQL by URL does what SQLite does: schema, ingest, splits, exports, queries, errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, make_url

from fakes.traces import write_project
from sensei.core.errors import StoreError, UsageError
from sensei.data import freeze_split, tactic_examples
from sensei.data.exports import export
from sensei.ingest import default_traces, ingest
from sensei.store import open_store
from sensei.store.columns import Base
from sensei.store.query import run_query


def test_the_migrations_make_the_schema_of_the_code(postgresql_url: str) -> None:
    open_store(postgresql_url).close()
    engine = create_engine(postgresql_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_the_data_is_that_of_sqlite(postgresql_url: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    made = []
    for number, where in enumerate((postgresql_url, str(tmp_path / "s.db"))):
        with open_store(where) as store:
            first = ingest(default_traces(project), store, project)
            again = ingest(default_traces(project), store, project)
            assert (again.unchanged, again.snapshot, again.counts) == (
                3,
                first.snapshot,
                first.counts,
            )
            split, _ = freeze_split(store, project, seed=1)
            out = tmp_path / f"out{number}"
            export(store, split, "leanprogress", out)
            made.append(
                (
                    split.manifest,
                    [tactic_examples(store, split, part) for part in ("train", "val", "test")],
                    [(out / f"{part}.jsonl").read_bytes() for part in ("train", "val", "test")],
                    [store.contents(m).goals[0].pretty for m in store.modules(first.snapshot.id)],
                )
            )
    assert made[0] == made[1]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM steps",
        "WITH gone AS (DELETE FROM steps RETURNING 1) SELECT * FROM gone",
        "SELECT 1; DELETE FROM steps",
        "SELECT 1; COMMIT; DROP TABLE steps CASCADE",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "EXPLAIN ANALYZE DELETE FROM steps",
        "SELECT nextval('steps_id_seq')",
    ],
)
def test_a_query_cannot_write(postgresql_url: str, tmp_path: Path, sql: str) -> None:
    project = write_project(tmp_path / "project")
    with open_store(postgresql_url) as store:
        ingest(default_traces(project), store, project)
    with pytest.raises(UsageError):
        run_query(postgresql_url, sql, timeout_s=10, max_rows=10)
    result = run_query(postgresql_url, "SELECT count(*) AS n FROM steps", timeout_s=10, max_rows=5)
    assert (result.columns, result.rows) == (("n",), ((90,),))


def test_a_query_is_ended_and_a_server_that_is_away_is_named(postgresql_url: str) -> None:
    with pytest.raises(UsageError, match=r"no answer in 0.2 s"):
        run_query(postgresql_url, "SELECT pg_sleep(30)", timeout_s=0.2, max_rows=1)
    with pytest.raises(UsageError, match="SQL: relation"):
        run_query(postgresql_url, "SELECT * FROM stebs", timeout_s=5, max_rows=1)
    away = make_url(postgresql_url).update_query_dict({"host": "/nowhere"})
    with pytest.raises(StoreError, match="check SENSEI_DATABASE and that it is running"):
        open_store(away.render_as_string(hide_password=False))
