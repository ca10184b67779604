"""A Lean that runs, as data; and what a project's `lean-toolchain` asks for.

Leaves out looking for one (find.py) and building one (embedded.py): this file loads quickly.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sensei.toolchain import finished

TOOLCHAIN_FILE: Final = "lean-toolchain"
_WANTED = re.compile(r"(?:leanprover/lean4:)?v?(\d+\.\d+\.\d+\S*)\s*")


class Kind(enum.Enum):
    """Where a Lean comes from."""

    EMBEDDED = "embedded"
    ELAN = "elan"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A Lean that runs.

    Args:
        kind: where it comes from.
        prefix: the folder with `bin` and `lib/lean`.
        lean: the program.
        lake: its lake; the stand-in's for the embedded Lean; None when there is none.
        version: as `4.35.0`.
        commit: Lean's own commit.
        lib_dir: folder of the library's `.olean` files.
        key: what compiled files depend on: equal keys, interchangeable `.olean` files.
        options: Lean options that every elaboration on this Lean needs, also one that a Lean
            program starts itself. `lean` has them built in.
    """

    kind: Kind
    prefix: Path
    lean: Path
    lake: Path | None
    version: str
    commit: str
    lib_dir: Path
    key: str
    options: Mapping[str, str | bool | int]

    @property
    def lean_path(self) -> tuple[Path, ...]:
        """Where this Lean looks for modules before any project's folders."""
        return (self.lib_dir,)


def wanted_toolchain(project: Path) -> str:
    """The content of the project's `lean-toolchain`, "" without one."""
    try:
        return (project / TOOLCHAIN_FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def wanted_version(wanted: str) -> str:
    """The version in a `lean-toolchain`'s text, "" when it names none (a nightly, a link)."""
    match = _WANTED.fullmatch(wanted)
    return match.group(1) if match else ""


def built_toolchain(prefix: Path) -> Toolchain | None:
    """The embedded Lean in `prefix`, as it is; None when `prefix` is not one or not whole."""
    manifest = finished.read_manifest(prefix)
    if manifest is None or finished.damage(prefix, manifest):
        return None
    return of_manifest(prefix, manifest)


def of_manifest(prefix: Path, manifest: finished.Manifest) -> Toolchain:
    """The embedded Lean in `prefix`, whose manifest was read and checked."""
    about = manifest.about
    return Toolchain(
        kind=Kind.EMBEDDED,
        prefix=prefix,
        lean=prefix / "bin" / "lean",
        lake=prefix / "bin" / "lake",
        version=about["version"],
        commit=about["commit"],
        lib_dir=prefix / "lib" / "lean",
        key=about["library"],
        options={"interpreter.prefer_native": False},
    )
