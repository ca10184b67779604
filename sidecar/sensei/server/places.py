"""A place in a file that somebody edits: opened as a file of its own, and judged as a whole.

The text goes into a folder below the project's ``.lake/sensei/editor`` for as long as the search
takes; the user's file, which may not be saved, is neither read nor written.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from sensei.core.errors import SenseiError, UsageError
from sensei.core.protocols import Verifier
from sensei.core.types import Claim, PlaceRef, TheoremRef, Verdict, Whereabouts
from sensei.search.proof import placed

MAX_TEXT_BYTES = 4 * 1024 * 1024
_EXAMPLE = "sensei_example"


@runtime_checkable
class SaysWhere(Protocol):
    """An environment that knows where the place is that it opened."""

    whereabouts: Whereabouts | None


@dataclass(frozen=True, slots=True)
class EditedFile:
    """The text of a file with the place in it.

    Args:
        folder: where the text is kept for the time being.
        place: the place, in the kept file.
    """

    folder: Path
    text: bytes
    place: PlaceRef

    def script(self, tactics: Sequence[str]) -> str:
        """The tactics as they are to stand in the place: later lines are indented to its column, a
        term becomes ``by`` and tactics, and several tactics that must be one get parentheses."""
        before = self.text[: self.place.start].decode().rpartition("\n")[2]
        word = self.text[self.place.start : self.place.stop].decode()
        lines = [line for tactic in tactics for line in placed(tactic, "")] or ["done"]
        if before.rstrip().endswith("<;>") and len(lines) > 1:
            lines = ["(" + lines[0], *(" " + line for line in lines[1:])]
            lines[-1] += ")"
        elif word == "sorry" and not self._in_tactics(before):
            lines = ["(by", *("  " + line for line in lines)]
            lines[-1] += ")"
        return ("\n" + " " * len(before)).join(lines)

    def _in_tactics(self, before: str) -> bool:
        """Whether a ``sorry`` stands where a tactic does."""
        if before.strip():
            return before.rstrip().endswith(("by", "·", "<;>", "=>", ";", "|", "(", "."))
        above = self.text[: self.place.start].decode().rstrip()
        return not above.endswith((":=", "from", "exact"))

    def judged(self, tactics: Sequence[str], environment: Any, verifier: Verifier) -> Verdict | str:
        """The verdict about the declaration around the place with the tactics in it, or why there
        cannot be one."""
        where = environment.whereabouts if isinstance(environment, SaysWhere) else None
        if where is None:
            return "nobody says what declaration is around the place"
        if where.body is None or self.text[where.body[0] :][:2] != b":=":
            return "the declaration around the place is not of the form `… := …`"
        new = self.script(tactics).encode()
        first, last = where.body[0] + 2, where.body[1]
        proof = self.text[first : self.place.start] + new + self.text[self.place.stop : last]
        head, name = self.text[: where.body[0]], where.declaration
        if where.example is not None:
            start, stop = where.example
            head = head[:start] + f"theorem _root_.{_EXAMPLE}".encode() + head[stop:]
            name = _EXAMPLE
        rest = self.text[last : where.command[1]]
        file = self.folder / "original" / Path(self.place.file).name
        file.parent.mkdir()
        file.write_bytes(head + b":= by sorry" + rest + b"\n")
        theorem = TheoremRef(name, self.place.module, str(file))
        try:
            return verifier.verify(Claim(theorem, proof.decode()))
        except SenseiError as error:
            return error.what.replace(str(file), "the file")


@contextmanager
def edited_file(root: Path, text: str, module: str, start: int, stop: int) -> Iterator[EditedFile]:
    """Keeps the text in a file below ``root`` until the end of the block.

    Args:
        module: what the file is compiled as.
        start, stop: of the place, bytes.

    Raises:
        UsageError: the text is too long, or the place is not in it.
    """
    encoded = text.encode()
    if len(encoded) > MAX_TEXT_BYTES:
        raise UsageError(f"a file of {len(encoded)} bytes: at most {MAX_TEXT_BYTES}")
    if not 0 <= start < stop <= len(encoded):
        raise UsageError(f"no place from {start} to {stop} in a file of {len(encoded)} bytes")
    try:
        encoded[:start].decode(), encoded[start:stop].decode()
    except UnicodeDecodeError:
        raise UsageError(f"the place from {start} to {stop} cuts a character") from None
    parts = module.split(".")
    if not all(part.isidentifier() for part in parts):
        parts = ["Edited"]
    above = root / ".lake" / "sensei" / "editor"
    above.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=above) as folder:
        file = Path(folder).joinpath(*parts).with_suffix(".lean")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(encoded)
        line = encoded[:start].count(b"\n") + 1
        name = f"line {line} of {'.'.join(parts)}"
        place = PlaceRef(name, ".".join(parts), str(file), start, stop)
        yield EditedFile(Path(folder), encoded, place)
