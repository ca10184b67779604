"""The database: schema, migrations, writer, reader."""

from sensei.store.database import default_database
from sensei.store.store import Store, open_store

__all__ = ["Store", "default_database", "open_store"]
