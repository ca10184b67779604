"""How the tables keep what SQL has no type for, and what all tables share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import orjson
from sqlalchemy import DateTime, Dialect, ForeignKey, MetaData, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from sensei.store.records import Span


def _to_span(value: str | None) -> Span | None:
    return None if value is None else Span._make(orjson.loads(value))


def _to_positions(value: str | None) -> tuple[int, ...]:
    return tuple(orjson.loads(value)) if value and value != "[]" else ()


class SpanType(TypeDecorator[Span]):
    """A source range as six numbers, ``[0,9,1,0,1,9]``: JSON to SQL, read without a parser."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Span | None, dialect: Dialect) -> str | None:
        return None if value is None else f"[{','.join(map(str, value))}]"

    def process_result_value(self, value: str | None, dialect: Dialect) -> Span | None:
        return _to_span(value)

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[str | None], Span | None]:
        return _to_span  # without the layers that call it


class PositionsType(TypeDecorator[tuple[int, ...]]):
    """Positions in a module, ``[3,4]``: JSON to SQL, read without a parser."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Iterable[int] | None, dialect: Dialect) -> str:
        return f"[{','.join(map(str, value or ()))}]"

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...]:
        return _to_positions(value)

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[str | None], tuple[int, ...]]:
        return _to_positions


class LinksType(TypeDecorator[tuple[tuple[int, tuple[int, ...]], ...]]):
    """Goals and what their assignments leave open, ``[[3,[4,5]]]``: JSON to SQL."""

    impl = Text
    cache_ok = True

    def process_bind_param(
        self, value: Iterable[tuple[int, Iterable[int]]] | None, dialect: Dialect
    ) -> str:
        return orjson.dumps([[goal, list(subgoals)] for goal, subgoals in value or ()]).decode()

    def process_result_value(
        self, value: str | None, dialect: Dialect
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        if not value or value == "[]":
            return ()
        return tuple((goal, tuple(subgoals)) for goal, subgoals in orjson.loads(value))


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite keeps no time zone, so none is written and UTC is read."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def text_reference() -> Mapped[int]:
    """A column that refers to a text."""
    return mapped_column(ForeignKey("texts.id"))
