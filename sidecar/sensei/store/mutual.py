"""Which declarations of a module stand in one mutual block: they are in scope in each other.

A trace has their places, not their block, so the source between them is looked at: a block begins
after the word ``mutual`` and holds nothing but declarations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sensei.store.records import Span

# A block comment's ends, or the start of a line comment.
_MARK = re.compile(r"/-|-/|--")


def block_of(source: str, spans: Iterable[Span], one: Span) -> list[Span]:
    """The places of the other declarations in the mutual block of the one at ``one``.

    Args:
        spans: of the module's declarations, in any order; those inside another are left out.
    """
    data = source.encode()
    block: list[Span] = []
    inside = False
    end = 0
    for span in _outermost(spans):
        between = _without_comments(data[end : span.start_byte].decode(errors="replace")).split()
        if between:
            if one in block:
                break
            block, inside = [], between[-1] == "mutual"
        end = span.end_byte
        if inside:
            block.append(span)
    return [span for span in block if span != one] if one in block else []


def _outermost(spans: Iterable[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda s: (s.start_byte, -s.end_byte)):
        if not kept or span.start_byte >= kept[-1].end_byte:
            kept.append(span)
    return kept


def _without_comments(text: str) -> str:
    out, at, depth = "", 0, 0
    while mark := _MARK.search(text, at):
        if depth == 0:
            out += text[at : mark.start()] + " "
        at = mark.end()
        if mark[0] == "/-":
            depth += 1
        elif mark[0] == "-/":
            depth = max(0, depth - 1)
        elif depth == 0:
            at = text.find("\n", at) if "\n" in text[at:] else len(text)
        else:
            at -= 1  # of "--/" the second may begin the end
    return out if depth else out + text[at:]
