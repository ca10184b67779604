"""The projects of these tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fakes.gym_project import Project
from sensei.core.types import TheoremRef


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    (tmp_path / "A.lean").write_text("one g\ntwo g h\n")
    (tmp_path / "B.lean").write_text("three k\n")
    project = Project(tmp_path)
    yield project
    for pool in project.pools:
        pool.close()


@pytest.fixture
def theorem() -> Callable[[str], TheoremRef]:
    files = {"one": "A", "two": "A", "three": "B"}
    return lambda name: TheoremRef(name, files.get(name, "A"), f"{files.get(name, 'A')}.lean")
