"""Many rows at once, past the ORM: a module is thousands of rows, and each is already encoded.

Values are what the driver takes: JSON and ranges as text (``to_json``, ``span_text``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import orjson
from sqlalchemy.orm import Session

from sensei.wire.traced import Range

_T = TypeVar("_T")
# Made once: json.dumps makes one for every call.
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
# What is handed to the driver at once.
ROWS = 10_000
# Under SQLite's smallest limit on the variables of a statement (999).
BATCH = 800


def batches(values: Iterable[_T], size: int = BATCH) -> Iterator[list[_T]]:
    """The values in lists of at most ``size``."""
    batch: list[_T] = []
    for value in values:
        batch.append(value)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def to_json(value: Any) -> str:
    """The text of a JSON column, the same bytes for the same value."""
    return _encode(value)


def texts_json(value: Any) -> str:
    """What ``to_json`` says of lists and maps of texts, in a tenth of the time."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def span_text(r: Range | None) -> str | None:
    """A range as ``columns.SpanType`` has it."""
    if r is None:
        return None
    return (
        f"[{r.start_byte},{r.end_byte},{r.start_line},{r.start_column},{r.end_line},{r.end_column}]"
    )


def numbers_text(numbers: Sequence[int]) -> str:
    """Numbers as ``columns.PositionsType`` has them."""
    if len(numbers) == 1:  # most have one, or none
        return f"[{numbers[0]}]"
    return f"[{','.join(map(str, numbers))}]" if numbers else "[]"


def insert_rows(
    session: Session,
    table: str,
    columns: Sequence[str],
    rows: Iterable[tuple[Any, ...]],
    *,
    unless_same: str | None = None,
) -> None:
    """Inserts the rows, in order; with ``unless_same``, but those whose value in this unique
    column is there already."""
    dialect = session.get_bind().dialect
    names = ", ".join(dialect.identifier_preparer.quote(column) for column in columns)
    marks = ", ".join([_mark(dialect.paramstyle)] * len(columns))
    conflict = f" ON CONFLICT ({unless_same}) DO NOTHING" if unless_same else ""
    statement = f"INSERT INTO {table} ({names}) VALUES ({marks}){conflict}"
    connection = session.connection()
    at_once = [rows] if isinstance(rows, list) and 0 < len(rows) <= ROWS else batches(rows, ROWS)
    for batch in at_once:
        connection.exec_driver_sql(statement, batch)


def select_in(
    session: Session, columns: Sequence[str], table: str, key: str, values: Iterable[Any]
) -> Iterator[tuple[Any, ...]]:
    """The columns of the rows whose ``key`` is among the values, in batches, in no order."""
    dialect = session.get_bind().dialect
    names = ", ".join(dialect.identifier_preparer.quote(column) for column in columns)
    mark = _mark(dialect.paramstyle)
    for batch in batches(values):
        marks = ", ".join([mark] * len(batch))
        statement = f"SELECT {names} FROM {table} WHERE {key} IN ({marks})"
        yield from session.connection().exec_driver_sql(statement, tuple(batch)).fetchall()


def _mark(paramstyle: str) -> str:
    return "?" if paramstyle == "qmark" else "%s"
