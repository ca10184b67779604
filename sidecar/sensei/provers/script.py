"""From the tactics of a search to the proof text that is judged."""

from __future__ import annotations

from collections.abc import Sequence

INDENT = "  "


def proof_text(tactics: Sequence[str]) -> str:
    """``by`` and the tactics, one under the other.

    The lines of a tactic keep their places relative to its first one. A string literal that goes
    over several lines is moved with them, which changes it; the verifier sees the text as it is.
    """
    lines = [line for tactic in tactics for line in _placed(tactic)]
    return "\n".join(["by", *(lines or [INDENT + "done"])])


def _placed(tactic: str) -> list[str]:
    lines = tactic.replace("\r\n", "\n").rstrip().split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    if not lines:
        return []
    column = _column(lines[0])
    return [
        INDENT + " " * max(0, _column(line) - column) + line.lstrip() if line.strip() else ""
        for line in lines
    ]


def _column(line: str) -> int:
    return len(line) - len(line.lstrip())
