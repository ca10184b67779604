"""`sensei lean ...`: becomes the Lean that serves the current folder, arguments untouched."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from sensei.core.errors import ToolchainError
from sensei.settings import child_environment, load_settings
from sensei.toolchain.find import find_toolchain
from sensei.toolchain.root import find_root

EXAMPLE = "sensei lean --run Hello.lean"


def run_raw(words: Sequence[str]) -> int:
    """Starts lean in place of this process, so that stdin, signals and exit codes are its own."""
    root = find_root(Path.cwd())
    toolchain = find_toolchain(root, load_settings(root))
    return become(toolchain.lean, words, {})


def become(program: Path, words: Sequence[str], changes: dict[str, str]) -> int:
    """Replaces this process by `program`; does not return.

    Raises:
        ToolchainError: it cannot be started.
    """
    try:
        os.execve(program, [str(program), *words], child_environment(**changes))
    except OSError as error:
        raise ToolchainError(
            f"{program} cannot be started: {error.strerror}", "sensei doctor"
        ) from error
