"""A library of four modules, compiled once by the real Lean of the wheel."""

from pathlib import Path

import pytest
from small_library import MODULES, write_modules

from sensei.core.errors import ToolchainError
from sensei.settings import Settings
from sensei.toolchain import wheel
from sensei.toolchain.find import Toolchain, embedded_toolchain


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A fresh copy of the small library's sources."""
    return write_modules(tmp_path / "library", MODULES)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with a cache of their own."""
    return Settings(cache_dir=tmp_path / "cache", jobs=2)


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Toolchain:
    """The small library as a finished toolchain; tests leave it as it is."""
    try:
        wheel.find_wheel()
    except ToolchainError as error:
        pytest.skip(f"no embedded Lean here: {error}")
    base = tmp_path_factory.mktemp("small")
    return embedded_toolchain(
        Settings(cache_dir=base / "cache", jobs=2),
        lambda line: None,
        write_modules(base / "lib", MODULES),
    )


@pytest.fixture
def small_lean(small: Toolchain) -> Path:
    """The lean program of the small toolchain."""
    return small.lean
