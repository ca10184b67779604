"""A traced project, and a database to ingest it into."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.traces import write_project
from sensei.store import Store, open_store


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "s.db") as opened:
        yield opened
