"""One small project, traced and in its database, for the tests of what comes after; and its
dashboard."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from command import sensei
from fakes.chromium import PROGRAM, Chromium, chromium
from fakes.searches import search_all
from fakes.served import Running, served
from sensei.store import default_database, open_store


@pytest.fixture(scope="session")
def ingested(copy_project: Callable[[Path], Path]) -> Path:
    """A copy of tests/e2e/project after trace and ingest; nothing may be written to it."""
    project = copy_project(Path(__file__).parent / "project")
    sensei(project, "trace")
    sensei(project, "ingest")
    return project


@pytest.fixture
def project(ingested: Path, tmp_path: Path) -> Path:
    """The same for one test, to do with as it likes."""
    return Path(shutil.copytree(ingested, tmp_path / "project", symlinks=True))


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    """One Chromium for all pages."""
    if PROGRAM is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def dashboard(ingested: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The dashboard over the traced project, with searches of its theorems. Tests may add to it."""
    root = tmp_path_factory.mktemp("dashboard") / "project"
    shutil.copytree(ingested, root, symlinks=True)
    with open_store(default_database(root)) as store:
        search_all(store)
        with served(store, root) as running:
            yield running
