"""The folder of a run: what was written, judged, tried and learned, line by line, as it comes.

A line that is there is never done again. The last line of a file that was being written when the
process was killed is no line, and is cut off when the file is opened the next time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from sensei.core.errors import StoreError
from sensei.loop.selfplay.values import from_json, to_line

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class Journal(Generic[T]):
    """Values by key, kept as they come; of two with one key the first stays.

    Args:
        path: of the file, a line of JSON a value.
        kind: of the values.
        key: of a value.
    """

    path: Path
    kind: type[T]
    key: Callable[[T], str]
    values: dict[str, T] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            text = self.path.read_bytes() if self.path.is_file() else b""
        except OSError as error:
            raise _unusable(self.path, error) from None
        whole = 0
        for line in text.splitlines(keepends=True):
            try:
                value = from_json(line, self.kind)
            except msgspec.DecodeError:
                break
            if not line.endswith(b"\n"):
                break
            self.values.setdefault(self.key(value), value)
            whole += len(line)
        if whole < len(text):
            os.truncate(self.path, whole)

    def add(self, value: T) -> None:
        """Keeps a value.

        Raises:
            StoreError: the file cannot be written.
        """
        key = self.key(value)
        if key in self.values:
            return
        try:
            with self.path.open("ab") as file:
                file.write(to_line(value))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise _unusable(self.path, error) from None
        self.values[key] = value


def write_json(path: Path, value: Any) -> None:
    """Writes a file whole or not at all.

    Raises:
        StoreError: it cannot be written.
    """
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", "utf-8")
        draft.replace(path)
    except OSError as error:
        raise _unusable(path, error) from None


def write_lines(path: Path, values: list[Any]) -> None:
    """Writes values as lines of JSON, whole or not at all.

    Raises:
        StoreError: they cannot be written.
    """
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(b"".join(to_line(value) for value in values))
        draft.replace(path)
    except OSError as error:
        raise _unusable(path, error) from None


def read_json(path: Path) -> Any:
    """A file of ``write_json``; None where there is none."""
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


def _unusable(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path} cannot be used: {error.strerror}", "free space, or make it writable")
