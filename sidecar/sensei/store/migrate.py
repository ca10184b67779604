"""Bringing a database to this version's schema: made, migrated or refused, never half way."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.engine import URL

from sensei.core.errors import SchemaTooNewError, StoreError
from sensei.store.database import for_writing, named_errors, shown, sqlite_file
from sensei.store.schema import CURRENT_REVISION


@dataclass(frozen=True, slots=True)
class Migrations:
    """A folder of Alembic migrations and its newest revision."""

    folder: Path
    head: str


OWN_MIGRATIONS = Migrations(Path(__file__).parent / "migrations", CURRENT_REVISION)


def bring_up_to_date(engine: Engine, url: URL, migrations: Migrations = OWN_MIGRATIONS) -> None:
    """Makes the tables in an empty database, migrates an older one after a backup.

    All of it is one transaction: a failure or a kill leaves the database as it was.

    Raises:
        SchemaTooNewError: a newer Sensei wrote it; nothing was changed.
        StoreError: it is somebody else's database, or cannot be written.
    """
    with named_errors(url):
        with engine.connect() as connection:
            found = _revision(connection, url)
        if found == migrations.head:
            return
        if found is not None:
            _refuse_newer(found, migrations, url)
            _back_up(url, found)
        with for_writing(engine).begin() as connection:
            # Another process may have been faster.
            if _revision(connection, url) != migrations.head:
                _upgrade(connection, migrations)


def _revision(connection: Connection, url: URL) -> str | None:
    """The schema's revision; None for an empty database."""
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" not in tables:
        if tables:
            raise StoreError(
                f"{shown(url)} is a database, but not Sensei's (it has the table {min(tables)})",
                "set SENSEI_DATABASE to another file",
            )
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    if row is None:
        raise StoreError(
            f"{shown(url)} does not say its schema's version",
            "restore a backup (*.bak-*), or move it away and run sensei ingest again",
        )
    return str(row[0])


def _refuse_newer(found: str, migrations: Migrations, url: URL) -> None:
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(migrations.folder))
    if found not in {revision.revision for revision in script.walk_revisions()}:
        raise SchemaTooNewError(
            f"{shown(url)} has schema {found}, newer than the {migrations.head} of this Sensei",
            "upgrade with pip install -U sensei, or set SENSEI_DATABASE to another file",
        )


def _back_up(url: URL, revision: str) -> None:
    """Copies an SQLite database to ``<file>.bak-<revision>`` by SQLite's backup API."""
    file = sqlite_file(url)
    if file is None:
        return
    target = file.with_name(f"{file.name}.bak-{revision}")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(partial)) as copy:
            source.backup(copy)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _upgrade(connection: Connection, migrations: Migrations) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations.folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
