"""Writing files whole or not at all: into a place beside, then moved into place."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import orjson

from sensei.core.errors import UsageError


def to_line(value: Any) -> bytes:
    """A value as JSON on one line, without its end, in UTF-8."""
    return orjson.dumps(value)


@contextmanager
def whole_folder(out: Path) -> Iterator[Path]:
    """A folder to fill, which becomes ``out`` at the end; an error leaves nothing.

    Raises:
        UsageError: ``out`` holds something already, or cannot be written.
    """
    partial = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise UsageError(f"{out} is there already", "choose another --out, or remove it")
        try:
            partial.mkdir(parents=True)
            yield partial
            partial.replace(out)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    except OSError as error:
        raise _cannot_write(out, error) from error


@contextmanager
def whole_file(out: Path) -> Iterator[Path]:
    """A file to write, which becomes ``out`` at the end; an error leaves what was there.

    Raises:
        UsageError: it cannot be written.
    """
    partial = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        try:
            yield partial
            partial.replace(out)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise _cannot_write(out, error) from error


def _cannot_write(out: Path, error: OSError) -> UsageError:
    return UsageError(f"{out} cannot be written: {error.strerror}", "choose another --out")


class Files:
    """Open files by path, as JSON lines or as one JSON array each; closed together."""

    def __init__(self, *, arrays: bool = False) -> None:
        self._arrays = arrays
        self._stack = ExitStack()
        self._files: dict[Path, IO[bytes]] = {}
        self.counts: dict[Path, int] = {}

    def open(self, path: Path) -> None:
        """Makes the file, empty."""
        path.parent.mkdir(parents=True, exist_ok=True)
        opened = self._stack.enter_context(path.open("wb"))
        self._files[path], self.counts[path] = opened, 0
        if self._arrays:
            opened.write(b"[")

    def write(self, path: Path, line: bytes) -> None:
        """Adds a value, given as JSON."""
        if self._arrays:
            self._files[path].write(b",\n" if self.counts[path] else b"\n")
        self._files[path].write(line if self._arrays else line + b"\n")
        self.counts[path] += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._stack:
            if self._arrays and error is None:
                for opened in self._files.values():
                    opened.write(b"\n]\n")
