"""The root of a Lean project: the folder with its configuration. Loads nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TOML: Final = "lakefile.toml"
LEAN: Final = "lakefile.lean"


def find_root(start: Path) -> Path | None:
    """The nearest folder at or above `start` with a configuration."""
    for folder in (start, *start.parents):
        if (folder / TOML).is_file() or (folder / LEAN).is_file():
            return folder
    return None
