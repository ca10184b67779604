"""An open database: one transaction a read or write, its errors by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Engine, text
from sqlalchemy.engine import URL
from sqlalchemy.orm import Session

from sensei.core.closing import Closing
from sensei.store.database import for_writing, named_errors, shown


class Database(Closing):
    """A database of the schema of this version; use it as a context manager."""

    def __init__(self, engine: Engine, url: URL, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._url = url
        self._clock = clock

    @property
    def where(self) -> str:
        """The database as messages name it."""
        return shown(self._url)

    def close(self) -> None:
        """Closes its connections; safe to call twice."""
        self._engine.dispose()

    def check_writable(self) -> None:
        """Makes sure that what is to be found can be kept, before hours go into finding it.

        Raises:
            StoreError: the database can only be read.
        """
        with self._writing() as session:
            # A transaction alone needs no right to write where SQLite was told that nothing will.
            session.execute(text("UPDATE alembic_version SET version_num = version_num"))

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with named_errors(self._url), Session(self._engine) as session:
            yield session

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        with named_errors(self._url), Session(for_writing(self._engine)) as session:
            with session.begin():
                yield session
