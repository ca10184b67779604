"""`sensei lake ...`: the lake of the Lean that serves the current folder, arguments untouched.

On the embedded Lean that is the stand-in, with elan Lean's own build tool.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sensei.cli.lean import become
from sensei.settings import load_settings
from sensei.toolchain.find import find_toolchain
from sensei.toolchain.root import find_root

EXAMPLE = "sensei lake build"


def run_raw(words: Sequence[str]) -> int:
    """Starts lake in place of this process; a Lean that has none is served by the stand-in."""
    root = find_root(_folder(words))
    toolchain = find_toolchain(root, load_settings(root))
    if toolchain.lake is not None:
        return become(toolchain.lake, words, {})
    from sensei.toolchain.lake.__main__ import main

    return main(words, toolchain)


def _folder(words: Sequence[str]) -> Path:
    """Where lake will look for the project: `-d DIR`, else the current folder."""
    for position, word in enumerate(words):
        if word in {"-d", "--dir"} and position + 1 < len(words):
            return Path(words[position + 1]).absolute()
        if word.startswith("--dir="):
            return Path(word.removeprefix("--dir=")).absolute()
    return Path.cwd()
