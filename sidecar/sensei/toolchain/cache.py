"""A folder in the user's cache that is either whole or not there.

It is built beside its place and renamed into it, under a lock, and carries a manifest of its files.
A process killed at any point leaves no folder under the final name; a folder whose files differ
from its manifest counts as absent. Leaves out what is in it (embedded.py).
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from sensei.core.errors import ToolchainError
from sensei.toolchain.finished import (
    FORMAT,
    MANIFEST,
    FileRecord,
    Manifest,
    Report,
    read_manifest,
    sha256_of,
    usable,
)

_NO_SPACE: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_KEPT_BESIDES: Final = 4
_UNUSED_S: Final = 86400.0


def write_manifest(folder: Path, key: str, about: dict[str, Any]) -> Manifest:
    """Lists every file below `folder` and writes the manifest, last and whole."""
    files = []
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            files.append(FileRecord(name, target=os.readlink(path)))
        elif path.is_file():
            state = path.stat()
            files.append(FileRecord(name, state.st_size, state.st_mtime_ns, sha256_of(path)))
    rows = [[f.path, f.size, f.mtime_ns, f.sha256, f.target] for f in files]
    text = json.dumps({"format": FORMAT, "key": key, "about": about, "files": rows})
    # Flushed to the disk before the rename that makes the folder valid, against power loss.
    with (folder / MANIFEST).open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return Manifest(key, about, tuple(files))


def build_once(
    folder: Path, key: str, build: Callable[[Path], dict[str, Any]], report: Report
) -> Manifest:
    """Makes `folder` with `build` unless it is there and whole; one process at a time.

    Args:
        build: fills the temporary folder it is given and returns the manifest's `about`.
        report: takes one line of progress.

    Raises:
        ToolchainError: the cache cannot be written, or the disk is full; nothing is left behind.
    """
    manifest = usable(folder, key)
    if manifest is not None:
        return manifest
    with _explained(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder.parent / f"{folder.name}.lock", report):
            manifest = usable(folder, key)
            if manifest is not None:
                return manifest
            _sweep(folder)
            temporary = folder.parent / f"{folder.name}.{os.getpid()}.tmp"
            try:
                temporary.mkdir()
                manifest = write_manifest(temporary, key, build(temporary))
                if folder.exists():
                    report(f"{folder} is damaged and is replaced")
                    folder.rename(folder.parent / f"{folder.name}.{os.getpid()}.old")
                temporary.rename(folder)
            finally:
                _sweep(folder)
    return manifest


def prune(parent: Path, keep: Path) -> list[Path]:
    """Removes finished folders beside `keep` that were not used for a day, but for the latest few.

    Folders of other formats and files are left alone.
    """
    others = []
    for path in parent.iterdir():
        if path != keep and path.is_dir() and read_manifest(path) is not None:
            others.append((path.stat().st_mtime, path))
    others.sort(reverse=True)
    removed = []
    for used, path in others[_KEPT_BESIDES:]:
        if time.time() - used > _UNUSED_S:
            shutil.rmtree(path, ignore_errors=True)
            removed.append(path)
    return removed


def no_space(folder: Path) -> ToolchainError:
    """The error for a full disk."""
    return ToolchainError(
        f"no space left while building the embedded Lean in {folder.parent} (it needs 100 MB)",
        "free some, or set SENSEI_CACHE=/a/folder/with/space",
    )


def is_no_space(error: OSError) -> bool:
    """Whether `error` says that the disk, the quota or the allowed file size is exhausted."""
    return error.errno in _NO_SPACE


@contextlib.contextmanager
def _explained(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if is_no_space(error):
            raise no_space(folder) from error
        raise ToolchainError(
            f"the cache {folder.parent} cannot be written: {error.strerror or error}",
            "set SENSEI_CACHE=/a/folder/you/can/write",
        ) from error


@contextlib.contextmanager
def locked(path: Path, report: Report) -> Iterator[None]:
    """Holds the lock file; the system releases it when the process ends, however it ends."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            report(f"another process builds {path.with_suffix('')}; waiting for it")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sweep(folder: Path) -> None:
    """Removes what killed builders left; only the holder of the lock calls it."""
    for pattern in (f"{folder.name}.*.tmp", f"{folder.name}.*.old"):
        for path in folder.parent.glob(pattern):
            shutil.rmtree(path, ignore_errors=True)
