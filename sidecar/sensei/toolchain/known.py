"""Which finished toolchain the embedded library's sources lead to, remembered between starts.

A toolchain's folder is named by a hash of all that goes into it (embedded.py). Reading and hashing
that takes longer than starting Lean, so the answer is written down with the sizes, times and inode
numbers of the files it came from: the same are taken for the same content, as git takes them.
Whether the folder is whole is looked at every time (finished.py). Loads little, as every start of
Lean through Sensei comes here first.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sensei
from sensei.core.errors import ToolchainError
from sensei.settings import Settings
from sensei.toolchain import finished, wheel

#: A file that changed this shortly ago may change again within one tick of its times.
_SETTLED_NS: Final = 2_000_000_000


def locate_lean_sources() -> Path:
    """The folder `lean/embedded`: of the installed package, else of the checkout.

    Raises:
        ToolchainError: neither has it.
    """
    package = Path(sensei.__file__).resolve().parent
    candidates = (
        package / "_lean" / "lean" / "embedded",
        package.parents[1] / "lean" / "embedded",
    )
    for folder in candidates:
        if (folder / "Init.lean").is_file():
            return folder
    raise ToolchainError(
        f"the embedded library's sources are in none of {', '.join(map(str, candidates))}",
        "reinstall sensei, or use a full checkout of its repository",
    )


def toolchains_folder(settings: Settings) -> Path:
    """Where the embedded toolchains are built."""
    return settings.cache_dir.absolute() / "toolchains"


def known_toolchain(settings: Settings, sources: Path) -> tuple[Path, finished.Manifest] | None:
    """The finished toolchain of `sources` and its manifest; None when it has to be looked for.

    Raises:
        ToolchainError: no wheel.
    """
    parent = toolchains_folder(settings)
    try:
        inputs = Inputs.look(sources, wheel.find_wheel())
        raw = json.loads(inputs.note(parent).read_bytes())
        if raw["inputs"] != list(inputs.rows):
            return None
        prefix = parent / raw["folder"]
        manifest = finished.usable(prefix, raw["key"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return (prefix, manifest) if manifest is not None else None


def remember_toolchain(sources: Path, prefix: Path, key: str, since_ns: int) -> None:
    """Writes down that `sources` lead to `prefix`.

    Nothing is written when a file changed after `since_ns`, when the first was read (nanoseconds
    since 1970), or just before; a cache that cannot be written stays as it is.
    """
    with contextlib.suppress(OSError):
        inputs = Inputs.look(sources, wheel.find_wheel())
        if inputs.changed_ns > since_ns - _SETTLED_NS:
            return
        note = inputs.note(prefix.parent)
        own = note.with_suffix(f".{os.getpid()}.tmp")
        text = json.dumps({"inputs": inputs.rows, "folder": prefix.name, "key": key})
        own.write_text(text, encoding="utf-8")
        own.replace(note)


@dataclass(frozen=True, slots=True)
class Inputs:
    """The state of every file that a toolchain's key is made from.

    Args:
        sources: the folder of the embedded library.
        rows: a line a file: path, size, times in ns, inode number; and what else the key holds.
        changed_ns: when the latest of them changed, nanoseconds since 1970.
    """

    sources: Path
    rows: tuple[str, ...]
    changed_ns: int

    @classmethod
    def look(cls, sources: Path, own_wheel: wheel.Wheel) -> Inputs:
        """The files as they are now.

        Raises:
            OSError: one is missing.
        """
        here = Path(__file__).parent
        rows = [f"{finished.FORMAT} {sys.executable} {own_wheel.version}"]
        changed_ns = 0
        for top in (sources, own_wheel.library, here / "embedded.py", here / "launcher.py"):
            for path, state in _files(str(top)):
                times = f"{state.st_mtime_ns} {state.st_ctime_ns}"
                rows.append(f"{path} {state.st_size} {times} {state.st_ino}")
                changed_ns = max(changed_ns, state.st_mtime_ns, state.st_ctime_ns)
        return cls(sources, tuple(rows), changed_ns)

    def note(self, parent: Path) -> Path:
        """The file that remembers these inputs' answer: one a Python and source folder."""
        name = zlib.crc32(f"{sys.executable}\0{self.sources}".encode())
        return parent / f"known-{name:08x}.json"


def _files(path: str) -> Iterator[tuple[str, os.stat_result]]:
    """A file, or all files below a folder in a fixed order."""
    if not os.path.isdir(path):
        yield path, os.stat(path)
        return
    with os.scandir(path) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                yield from _files(entry.path)
            else:
                yield entry.path, entry.stat()
