"""Opening: made, migrated, refused by name; and nothing lost when it cannot be written."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from fakes.stores import dump, put_sample, put_samples
from sensei.core.errors import SchemaTooNewError, StoreError
from sensei.store import default_database, open_store
from sensei.store.columns import Base
from sensei.store.database import parse_url, shown
from sensei.store.migrate import OWN_MIGRATIONS, Migrations
from sensei.store.schema import CURRENT_REVISION

NEXT = f"""
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{CURRENT_REVISION}"


def upgrade():
    op.add_column("runs", sa.Column("host", sa.Text(), nullable=True))
"""


def next_migrations(folder: Path, more: str = "") -> Migrations:
    shutil.copytree(OWN_MIGRATIONS.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "next.py").write_text(NEXT + more)
    return Migrations(folder, "next")


def test_the_migrations_make_the_schema_of_the_code(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "sensei.db"
    open_store(path).close()
    assert ScriptDirectory(str(OWN_MIGRATIONS.folder)).get_heads() == [CURRENT_REVISION]
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_every_table_can_be_made_in_postgresql() -> None:
    for table in Base.metadata.sorted_tables:
        assert table.name in str(CreateTable(table).compile(dialect=postgresql.dialect()))


def test_a_database_is_opened_with_foreign_keys_and_write_ahead_log(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store, store._engine.connect() as connection:
        pragma = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("foreign_keys", "journal_mode", "busy_timeout")
        }
    assert pragma == {"foreign_keys": 1, "journal_mode": "wal", "busy_timeout": 30000}


def test_what_was_stored_is_there_when_opened_again(tmp_path: Path) -> None:
    path = default_database(tmp_path)
    with open_store(path) as store:
        put_sample(store)
    before = dump(path)
    with open_store(str(path)) as store:
        assert [s.package for s in store.snapshots()] == ["sample"]
    assert dump(path) == before


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(path, migrations=next_migrations(tmp_path / "next")) as store:
        put_sample(store)
    before = path.read_bytes()
    with pytest.raises(SchemaTooNewError, match=r"schema next, newer than .*upgrade with pip"):
        open_store(path)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.bak*"))


def test_an_older_schema_is_migrated_after_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(path) as store:
        put_sample(store)
    before = dump(path)
    migrations = next_migrations(tmp_path / "next")
    with open_store(path, migrations=migrations) as store:
        assert store.counts(1).theorems == 32
    assert dump(tmp_path / f"s.db.bak-{CURRENT_REVISION}") == before
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("next",)
        connection.execute("SELECT host FROM runs")


def first_migrations(folder: Path, last: str) -> Migrations:
    """The migrations up to ``last``: how an older version opens databases."""
    shutil.copytree(OWN_MIGRATIONS.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / "versions").glob("*.py"):
        if path.name[:4] > last:
            path.unlink()
    return Migrations(folder, last)


@pytest.mark.parametrize("last", ["0001", "0002"])
def test_databases_of_older_versions_lose_nothing(tmp_path: Path, last: str) -> None:
    path = tmp_path / "s.db"
    with open_store(path, migrations=first_migrations(tmp_path / "old", last)):
        pass
    new = tmp_path / "new.db"
    with open_store(new) as store:
        put_sample(store)
    _copy_common_rows(new, path)
    with open_store(path) as store:
        assert store.counts(1).theorems == 32
        assert store.evaluations() == []
    # What was ingested before may be told again, with what newer columns have place for.
    forgotten = tmp_path / "forgotten.db"
    shutil.copy(new, forgotten)
    with closing(sqlite3.connect(forgotten)) as connection, connection:
        for table, columns in NEW_COLUMNS.items():
            connection.execute(f"UPDATE {table} SET {columns}")
        connection.execute("DELETE FROM constants")
    rows = [line for line in dump(forgotten) if line.startswith("INSERT")]
    assert set(rows) <= set(dump(path))
    with open_store(path) as store:
        put_sample(store)
        assert store.counts(1).theorems == 32
    assert _contents(path) == _contents(new)


# What databases of older versions have instead.
NEW_COLUMNS = {
    "modules": "record_hash = '', constants = '[]', plugins = '[]', brings_text_id = NULL",
    "declarations": "type_constants = '[]', value_constants = '[]', attributes_in_force = '[]', "
    "env_name = NULL, level_params = '[]', modifiers = '[]'",
    "goals": "parses_back = NULL",
    "steps": "closed = '[]', opened = '[]', links = '[]', constants = '[]'",
}


def _contents(path: Path) -> object:
    """What is stored of modules, told without ids."""
    with open_store(path) as store:
        modules = store.modules(1)
        constants = store.constants(
            number
            for module in modules
            for effect in store.effects(module.id)
            for number in effect.constants
        )
        return [
            (
                module.name,
                module.record_hash,
                module.plugins,
                store.parses_back(module.id),
                [
                    (e.closed, e.opened, e.links, [constants[c].name for c in e.constants])
                    for e in store.effects(module.id)
                ],
                [
                    replace(store.details(d.id), type_constants=(), value_constants=())
                    for d in store.contents(module).declarations
                ],
            )
            for module in modules
        ]


def _copy_common_rows(source: Path, target: Path) -> None:
    """Fills an older database with the rows that its tables and columns have place for."""
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("ATTACH ? AS newer", (str(source),))
        for (table,) in connection.execute(
            "SELECT name FROM main.sqlite_master WHERE type = 'table'"
        ).fetchall():
            if table != "alembic_version":
                columns = ", ".join(
                    f'"{row[1]}"' for row in connection.execute(f"PRAGMA main.table_info({table})")
                )
                connection.execute(
                    f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}"
                )
        connection.commit()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(path) as store:
        put_sample(store)
    before = dump(path)
    migrations = next_migrations(
        tmp_path / "next", "    op.execute('INSERT INTO nowhere VALUES (1)')"
    )
    with pytest.raises(StoreError, match="nowhere"):
        open_store(path, migrations=migrations)
    assert dump(path) == before


def test_two_processes_may_make_it_at_once(tmp_path: Path) -> None:
    code = "import sys; from sensei.store import open_store; open_store(sys.argv[1]).snapshots()"
    children = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "s.db")]) for _ in range(3)
    ]
    assert [child.wait(timeout=60) for child in children] == [0, 0, 0]
    with open_store(tmp_path / "s.db") as store:
        assert store.snapshots() == []


@pytest.mark.parametrize(
    "content", [b"no database at all\n" * 100, b"SQLite format 3\x00" + b"x" * 5000]
)
def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"notes.txt is no SQLite database, or is damaged"):
        open_store(path)
    assert path.read_bytes() == content


def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    with pytest.raises(StoreError, match=r"not Sensei's \(it has the table birds\)"):
        open_store(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        open_store(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot make the folder"):
        open_store(tmp_path / "file" / "deep" / "s.db")


@pytest.mark.parametrize("url", ["nonsense://x", "sqlite+nothing://", "postgresql+nodriver://h/d"])
def test_a_url_without_a_driver_is_named(url: str) -> None:
    with pytest.raises(StoreError):
        open_store(url)


def test_a_password_is_not_shown() -> None:
    assert "secret" not in shown(parse_url("postgresql+psycopg://me:secret@host/db"))


def test_threads_share_a_store(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store, ThreadPoolExecutor(4) as pool:
        ids = list(pool.map(lambda n: put_sample(store, f"n{n}"), range(8)))
        assert len(set(ids)) == 8
        assert [c.steps for c in pool.map(store.counts, ids)] == [90] * 8


def test_a_lock_is_waited_for_and_then_named(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(path, busy_timeout_s=0.2) as store:
        put_sample(store, "one")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked by another process; wait for it"):
                put_sample(store, "two")
            assert len(store.snapshots()) == 1  # readers go on
            other.execute("ROLLBACK")
        put_sample(store, "two")
        assert len(store.snapshots()) == 2


def test_a_read_only_database_is_read_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(path) as store:
        put_sample(store, "one")
    with open_store(f"sqlite:///file:{path}?mode=ro&uri=true") as store:
        assert len(store.snapshots()) == 1
        with pytest.raises(StoreError, match="read-only; make it writable"):
            put_sample(store, "two")


def test_a_full_database_keeps_what_it_had(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(path) as store:
        put_sample(store, "one")
        with store._engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        before = dump(path)
        with pytest.raises(StoreError, match="disk is full; what was stored before is kept"):
            put_samples(store, 100)
        assert [s.package for s in store.snapshots()] == ["one"]
    lost = [line for line in before if line not in set(dump(path))]
    assert lost == []


def test_a_full_disk_keeps_what_it_had(tmp_path: Path) -> None:
    """The child's files may not grow beyond a limit, as on a full disk."""
    path = tmp_path / "s.db"
    with open_store(path) as store:
        put_sample(store, "one")
    before = dump(path)
    limit = path.stat().st_size + 20_000
    code = f"""
import resource, signal, sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from fakes.stores import put_samples
from sensei.core.errors import StoreError
from sensei.store import open_store

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = open_store({str(path)!r})
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
try:
    put_samples(store, 100)
except StoreError as error:
    print(error)
"""
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "what was stored before is kept; free space" in child.stdout, child.stderr
    after = set(dump(path))
    assert [line for line in before if line not in after] == []
    with open_store(path) as store:
        put_sample(store, "two")
