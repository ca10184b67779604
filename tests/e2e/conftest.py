"""One small project, traced and in its database, for the tests of what comes after."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from command import sensei


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
