"""From a model's answer to what Lean is given: the last code block, and of a theorem its proof.

Nothing in the text is changed but its indentation; what holds no code block holds no tactic, so
that a refusal in prose is never run.
"""

from __future__ import annotations

import re
import textwrap
from typing import Final

from sensei.core.lean_text import without_comments

_FENCE: Final = re.compile(
    r"^[ \t]*(```+|~~~+)[^\n`]*\n(.*?)^[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE
)
_THEOREM: Final = re.compile(
    r"^[^\S\n]*(?:@\[[^\]]*\]\s*|(?:private|protected|noncomputable|nonrec|public)[^\S\n]+)*"
    r"(?:theorem|lemma|example)\b",
    re.MULTILINE,
)
_BY: Final = re.compile(r"\s*by(?![\w'!?.])")
_GIVES_UP: Final = re.compile(r"[\s;·()]*((sorry|admit)[\s;·()]*)+")


def tactic_of(answer: str) -> str | None:
    """The tactic, or several under one another, in the last code block; None without one."""
    block = last_block(answer)
    return None if block is None else _useful(_below_by(block))


def proof_of(answer: str) -> str | None:
    """The proof in the last code block, as the lines below ``by``: of a whole theorem what follows
    its ``:=``; a term becomes ``exact``. None without one."""
    block = last_block(answer)
    if block is None:
        return None
    plain = without_comments(block)
    found = list(_THEOREM.finditer(plain))
    if not found:
        assigned = re.match(r"\s*:=", plain)
        if assigned is None:
            return _useful(_below_by(block))
        at: int | None = assigned.end()
    else:
        at = _assignment(plain, found[-1].end())
    if at is None:
        return None
    opened = _BY.match(plain, at)
    if opened is not None:
        # Before it there may be a comment.
        return _useful(_below_by(block[opened.end() - 2 :]))
    term = textwrap.dedent(_from_margin(block, at, plain)).strip()
    if not term or _GIVES_UP.fullmatch(term):
        return None
    return "exact (" + term.replace("\n", "\n  ") + ")"


def last_block(answer: str) -> str | None:
    """The content of the last fenced code block, or None."""
    blocks = _FENCE.findall(answer.replace("\r\n", "\n"))
    return blocks[-1][1] if blocks else None


def _below_by(text: str) -> str:
    """The text without a ``by`` that it begins with, at the left margin."""
    opened = _BY.match(text)
    if opened is None:
        return textwrap.dedent(text)
    first, newline, rest = text[opened.end() :].partition("\n")
    return first.strip() + newline + textwrap.dedent(rest)


def _useful(text: str) -> str | None:
    text = text.strip("\n").rstrip()
    if not text.strip() or _GIVES_UP.fullmatch(text):
        return None
    return textwrap.dedent(text)


def _from_margin(block: str, at: int, plain: str) -> str:
    """What comes from ``at`` on behind blanks and comments, with its first line's margin."""
    start = at + len(plain[at:]) - len(plain[at:].lstrip())
    line = block.rfind("\n", 0, start) + 1
    return block[max(at, line) :] if not plain[line:start].strip() else block[start:]


def _assignment(plain: str, start: int) -> int | None:
    """Behind the first ``:=`` from ``start`` that stands outside brackets."""
    depth = 0
    for at in range(start, len(plain)):
        character = plain[at]
        depth += (character in "([{⦃⟨") - (character in ")]}⦄⟩")
        if depth == 0 and plain.startswith(":=", at):
            return at + 2
    return None
