"""Read-only SQL for people: whatever is asked, the database stays as it is.

SQLite: the file is opened for reading, an authorizer allows nothing but selects, and a progress
handler keeps the time. PostgreSQL: one statement in a read-only transaction with a time limit.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy.engine import URL

from sensei.core.errors import StoreError, UsageError
from sensei.store.database import connect, is_frozen, named_errors, parse_url, shown, sqlite_file

_ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
_FORBIDDEN_FUNCTIONS = {"load_extension", "fts3_tokenizer", "edit", "readfile", "writefile"}
# SQLite's virtual machine looks at the clock every so many of its instructions.
_INSTRUCTIONS = 10_000
_MAX_VALUE_BYTES = 64 * 1024 * 1024
_TABLES = "sensei query 'SELECT name, sql FROM sqlite_master' lists the tables"
_READING = ("select", "with", "values", "explain", "table")


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Columns and rows; ``truncated``: there were more rows than asked for."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool


def run_query(url_or_path: str | Path, sql: str, *, timeout_s: float, max_rows: int) -> QueryResult:
    """Runs one statement that reads.

    Raises:
        UsageError: it is no single statement that only reads, is wrong, or takes too long.
        StoreError: there is no such database.
    """
    url = parse_url(url_or_path)
    if url.get_backend_name() == "sqlite":
        return _run_sqlite(url, sql, timeout_s, max_rows)
    return _run_postgresql(url, sql, timeout_s, max_rows)


def _run_sqlite(url: URL, sql: str, timeout_s: float, max_rows: int) -> QueryResult:
    file = sqlite_file(url)
    if file is None or not file.is_file():
        raise StoreError(
            f"no database {shown(url)}", "sensei trace && sensei ingest, or name one: --database"
        )
    ends_at = time.monotonic() + timeout_s
    late = False

    def is_late() -> bool:
        nonlocal late
        late = time.monotonic() > ends_at
        return late

    with named_errors(url), closing(_open_for_reading(file)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master")  # a damaged file fails here
        # Made when they are first named, which takes more than an asker may.
        connection.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')")
        connection.set_authorizer(_authorize)
        connection.set_progress_handler(is_late, _INSTRUCTIONS)
        try:
            cursor = connection.execute(sql)
            if cursor.description is None:
                raise UsageError("that is no query", "as in: sensei query 'SELECT * FROM modules'")
            rows = cursor.fetchmany(max_rows + 1)
        except sqlite3.DatabaseError as error:
            if late:
                raise UsageError(
                    f"no answer in {timeout_s:g} s", "ask for less, or give a longer --timeout"
                ) from None
            raise _explain(error) from None
        except sqlite3.Warning as error:  # "You can only execute one statement at a time."
            raise UsageError(str(error), "give them one by one") from None
        columns = [column[0] for column in cursor.description]
    return _result(columns, rows, max_rows)


def _open_for_reading(file: Path) -> sqlite3.Connection:
    uri = f"file:{quote(str(file.resolve()))}?mode=ro" + ("&immutable=1" * is_frozen(file))
    connection = sqlite3.connect(uri, uri=True, timeout=5.0)
    connection.execute("PRAGMA query_only = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE_BYTES)
    return connection


def _authorize(action: int, one: str | None, other: str | None, *_: str | None) -> int:
    if action not in _ALLOWED:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and (other or "").lower() in _FORBIDDEN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


def _explain(error: sqlite3.DatabaseError) -> UsageError:
    if "not authorized" in str(error) or "prohibited" in str(error):
        return UsageError("only SELECT is allowed: the database is not changed by a query")
    return UsageError(f"SQL: {error}", _TABLES)


def _run_postgresql(url: URL, sql: str, timeout_s: float, max_rows: int) -> QueryResult:
    if not sql.lstrip("( \t\r\n").lower().startswith(_READING):
        raise UsageError("only SELECT is allowed: the database is not changed by a query")
    import psycopg

    engine = connect(url, busy_timeout_s=timeout_s)
    try:
        with named_errors(url), closing(engine.raw_connection()) as connection:
            cursor: Any = connection.cursor()
            with closing(cursor):
                cursor.execute("SET TRANSACTION READ ONLY")
                cursor.execute(f"SET LOCAL statement_timeout = {int(timeout_s * 1000)}")
                try:
                    # Prepared: then the server takes one statement only.
                    cursor.execute(sql, prepare=True)
                    rows = cursor.fetchmany(max_rows + 1)
                except psycopg.errors.QueryCanceled:
                    raise UsageError(
                        f"no answer in {timeout_s:g} s", "ask for less, or give a longer --timeout"
                    ) from None
                except psycopg.errors.ReadOnlySqlTransaction:
                    raise UsageError(
                        "only SELECT is allowed: the database is not changed by a query"
                    ) from None
                except psycopg.Error as error:
                    raise UsageError(f"SQL: {str(error).splitlines()[0]}") from None
                columns = [column.name for column in cursor.description or ()]
    finally:
        engine.dispose()
    return _result(columns, rows, max_rows)


def _result(columns: Sequence[str], rows: Sequence[Sequence[Any]], max_rows: int) -> QueryResult:
    shown_rows = tuple(
        tuple(value.hex() if isinstance(value, bytes) else value for value in row)
        for row in rows[:max_rows]
    )
    return QueryResult(tuple(columns), shown_rows, len(rows) > max_rows)
