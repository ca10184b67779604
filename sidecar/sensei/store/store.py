"""Opening the store: every read and write of the database is a method of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from sensei.store.browse_store import BrowseStore
from sensei.store.database import connect, parse_url
from sensei.store.evaluations import EvaluationStore
from sensei.store.migrate import OWN_MIGRATIONS, Migrations, bring_up_to_date
from sensei.store.outcome_store import OutcomeStore
from sensei.store.proved_goals import ProvedGoalStore
from sensei.store.result_store import ResultStore
from sensei.store.trace_store import TraceStore


class Store(TraceStore, ResultStore, EvaluationStore, ProvedGoalStore, OutcomeStore, BrowseStore):
    """A database; use it as a context manager. Every write method is one transaction."""


def open_store(
    url_or_path: str | Path,
    *,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    busy_timeout_s: float = 30.0,
    migrations: Migrations = OWN_MIGRATIONS,
) -> Store:
    """Opens a database, making it or bringing its schema up to date where needed.

    Args:
        url_or_path: a SQLAlchemy URL, or the path of an SQLite file.
        clock: what the time is, for the moments that are stored.
        busy_timeout_s: how long to wait for another process's transaction (SQLite).
        migrations: the schema to bring it to.

    Raises:
        SchemaTooNewError: a newer Sensei wrote it.
        StoreError: it cannot be opened, or is no database of ours.
    """
    url = parse_url(url_or_path)
    engine = connect(url, busy_timeout_s=busy_timeout_s)
    try:
        bring_up_to_date(engine, url, migrations)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, url, clock)
