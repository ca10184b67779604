"""The embedded Lean for this folder's tests, and a way to run it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from sensei.core.errors import ToolchainError
from sensei.settings import load_settings
from sensei.toolchain import wheel
from sensei.toolchain.find import Toolchain, embedded_toolchain

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def embedded() -> Toolchain:
    """The embedded Lean, from the user's cache or built now."""
    try:
        wheel.find_wheel()
    except ToolchainError as error:
        pytest.skip(f"no embedded Lean here: {error}")
    return embedded_toolchain(load_settings(), lambda line: None)


@pytest.fixture(scope="session")
def lean(embedded: Toolchain) -> Run:
    """Runs it with arguments; its messages are on stdout."""
    environment = {**os.environ, "LEAN_PATH": str(embedded.lib_dir)}

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(embedded.lean), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env=environment,
        )

    return run
