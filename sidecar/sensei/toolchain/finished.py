"""A finished folder of the cache, read: its manifest, and whether the folder is whole.

Every start of Lean through Sensei reads one, so this file loads little: what only a build needs is
in cache.py, which writes what is read here.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

MANIFEST: Final = "sensei-toolchain.json"
#: Raised whenever the layout or the manifest changes; part of every key.
FORMAT: Final = 2

#: Takes one line of progress.
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file of a finished folder; `target` is set for a symbolic link, and then it is all."""

    path: str
    size: int = 0
    mtime_ns: int = 0
    sha256: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a finished folder says about itself.

    Args:
        key: the content key it was built for.
        about: facts for readers (version, commit, module keys); JSON values.
        files: every file, sorted by path.
    """

    key: str
    about: dict[str, Any]
    files: tuple[FileRecord, ...]


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of `folder`; None when there is none that this version can read."""
    try:
        raw = json.loads((folder / MANIFEST).read_bytes())
        if raw["format"] != FORMAT:
            return None
        return Manifest(raw["key"], raw["about"], tuple(FileRecord(*row) for row in raw["files"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def damage(folder: Path, manifest: Manifest, full: bool = False) -> str:
    """What is wrong with `folder`, "" when nothing is.

    Args:
        full: also compare the files' hashes, not only sizes and times.
    """
    for record in manifest.files:
        path = f"{folder}/{record.path}"
        try:
            if record.target:
                if os.readlink(path) != record.target:
                    return f"{record.path} links elsewhere"
                os.stat(path)
                continue
            state = os.lstat(path)
        except OSError as error:
            return f"{record.path}: {error.strerror}"
        if state.st_size != record.size:
            return f"{record.path} has {state.st_size} bytes instead of {record.size}"
        if state.st_mtime_ns != record.mtime_ns:
            return f"{record.path} was changed after the build"
        if full and sha256_of(Path(path)) != record.sha256:
            return f"{record.path} differs from what was built"
    return ""


def usable(folder: Path, key: str) -> Manifest | None:
    """The manifest of `folder` if it was built for `key` and is whole."""
    manifest = read_manifest(folder)
    if manifest is None or manifest.key != key or damage(folder, manifest):
        return None
    return manifest


def stderr_report(line: str) -> None:
    """Prints one line of progress."""
    print(f"sensei: {line}", file=sys.stderr, flush=True)


def mark_used(folder: Path) -> None:
    """Remembers when `folder` was last used; a cache that cannot be written stays as it is."""
    with contextlib.suppress(OSError):
        os.utime(folder)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, as hexadecimal digits."""
    # Here, since it loads OpenSSL, which a start that reads no file does without.
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
