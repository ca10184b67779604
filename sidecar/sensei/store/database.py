"""Opening a database: where it is, how SQLite is set up, and every driver error by its own name."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import orjson
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from sensei.core.errors import StoreError
from sensei.store.bulk import to_json

# SQLite's primary result codes (the low byte of an extended one), https://sqlite.org/rescode.html
_BUSY, _LOCKED, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _NOTADB = 5, 6, 8, 10, 11, 13, 14, 26
_WRITES = "sensei_writes"
_CACHE_KIB = 128 * 1024
_CHECKPOINT_PAGES = 16 * 1024


def default_database(project_root: Path) -> Path:
    """Where a project's database is kept unless the settings say otherwise."""
    return project_root / ".lake" / "sensei" / "sensei.db"


def parse_url(url_or_path: str | Path) -> URL:
    """A SQLAlchemy URL, from one or from the path of an SQLite file.

    Raises:
        StoreError: it looks like a URL and is none.
    """
    if isinstance(url_or_path, Path) or "://" not in url_or_path:
        return URL.create("sqlite", database=str(url_or_path))
    try:
        return make_url(url_or_path)
    except ArgumentError as error:
        raise StoreError(
            f"{url_or_path!r} is no database URL: {error}",
            "use a path, or a URL as in sqlite:///FILE or postgresql+psycopg://HOST/NAME",
        ) from None


def shown(url: URL) -> str:
    """The database as messages name it: a path for SQLite, else the URL without its password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "the database in memory"
    return url.render_as_string(hide_password=True)


def sqlite_file(url: URL) -> Path | None:
    """The file behind an SQLite URL; None for memory, ``file:`` URIs and other databases."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    return None if url.database.startswith((":memory:", "file:")) else Path(url.database)


def connect(url: URL, *, busy_timeout_s: float) -> Engine:
    """An engine whose SQLite connections keep foreign keys, wait when busy and log ahead (WAL).

    Raises:
        StoreError: the folder cannot be made, or the database's driver is missing.
    """
    file = sqlite_file(url)
    if file is not None:
        if file.is_dir():
            raise StoreError(f"{file} is a folder, not a database", "name a file in it")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"cannot make the folder {file.parent}: {error.strerror}",
                "set SENSEI_DATABASE to a place that can be written",
            ) from error
    try:
        place = _frozen(url, file) if file is not None and is_frozen(file) else url
        engine = create_engine(place, json_serializer=to_json, json_deserializer=orjson.loads)
    except (ImportError, SQLAlchemyError) as error:
        raise StoreError(
            f"cannot use {shown(url)}: {error}",
            "use sqlite:///FILE, or install the driver (for PostgreSQL: pip install psycopg)",
        ) from None
    if url.get_backend_name() == "sqlite":

        def set_up(connection: sqlite3.Connection, _record: object) -> None:
            connection.isolation_level = None  # we say BEGIN ourselves, below
            connection.execute(f"PRAGMA busy_timeout = {int(busy_timeout_s * 1000)}")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = NORMAL")
            # Hashes land all over their index: without room for it every text costs a read.
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                # Of a database that can only be read: it can be read in the mode it is in.
                if error.sqlite_errorcode & 0xFF != _READONLY:
                    raise

        def begin(connection: Connection) -> None:
            # Writers take the lock at once: they wait for it instead of failing half way.
            writes = connection.get_execution_options().get(_WRITES, False)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        event.listen(engine, "connect", set_up)
        event.listen(engine, "begin", begin)
    return engine


def is_frozen(file: Path) -> bool:
    """Whether nothing can change the database ``file``: SQLite's log cannot be made beside it.

    SQLite reads such a file only when told that it is so."""
    log = file.with_name(f"{file.name}-wal")
    return file.is_file() and not os.access(file.parent, os.W_OK) and not log.exists()


def _frozen(url: URL, file: Path) -> URL:
    return url.set(
        database=f"file:{quote(str(file.absolute()))}",
        query={"mode": "ro", "immutable": "1", "uri": "true"},
    )


def for_writing(engine: Engine) -> Engine:
    """The same database, for transactions that write."""
    return engine.execution_options(**{_WRITES: True})


@contextmanager
def named_errors(url: URL) -> Iterator[None]:
    """Turns a driver's error into a StoreError that says what to do."""
    try:
        yield
    except SQLAlchemyError as error:
        raise _explain(url, error) from error
    except sqlite3.Error as error:
        raise _explain_sqlite(url, error) from error


def _explain(url: URL, error: SQLAlchemyError) -> StoreError:
    original = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(original, sqlite3.Error):
        return _explain_sqlite(url, original)
    first_line = str(original or error).strip().splitlines()[0]
    return StoreError(f"{shown(url)}: {first_line}", "check SENSEI_DATABASE and that it is running")


def _explain_sqlite(url: URL, error: sqlite3.Error) -> StoreError:
    name = shown(url)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (_BUSY, _LOCKED):
        return StoreError(f"{name} is locked by another process", "wait for it, or end it")
    if code == _READONLY:
        return StoreError(f"{name} is read-only", "make it writable, or set SENSEI_DATABASE")
    if code == _FULL:
        return StoreError(
            f"{name}: the disk is full; what was stored before is kept", "free space and run again"
        )
    if code == _IOERR:
        return StoreError(
            f"{name}: the disk failed or is full ({error}); what was stored before is kept",
            "free space or mend the disk, and run again",
        )
    if code in (_NOTADB, _CORRUPT):
        return StoreError(
            f"{name} is no SQLite database, or is damaged ({error})",
            "move it away and run again, or set SENSEI_DATABASE to another file",
        )
    if code == _CANTOPEN:
        return StoreError(f"{name} cannot be opened", "check the path and its permissions")
    return StoreError(f"{name}: {error}")
