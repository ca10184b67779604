"""The project and the database of a verb."""

from __future__ import annotations

from pathlib import Path

from sensei.settings import load_settings
from sensei.store import Store, default_database, open_store
from sensei.toolchain.project import find_root


def project_root(folder: str) -> Path:
    """The root of the project that a folder is in; the folder itself if it is in none."""
    place = Path(folder)
    if (place / "lakefile.toml").is_file() or not place.is_dir():
        return place
    return find_root(place.resolve()) or place


def open_project_store(project: Path, database: str | None = None) -> Store:
    """The store named on the command line, else in the settings, else the project's own.

    Raises:
        StoreError: it cannot be opened.
        UsageError: the settings are off.
    """
    named = database or load_settings(project).database
    return open_store(named or default_database(project))
