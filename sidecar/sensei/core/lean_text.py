"""Lean source as far as it can be read without Lean: comments and strings."""

from __future__ import annotations


def without_comments(text: str) -> str:
    """``text`` with comments and strings overwritten by blanks; every place stays where it was."""
    out = list(text)
    at, depth, start = 0, 0, 0
    while at < len(text):
        two = text[at : at + 2]
        if two == "/-":
            start, depth = (at if depth == 0 else start), depth + 1
            at += 2
        elif two == "-/" and depth:
            depth -= 1
            at += 2
            if depth == 0:
                blank(out, start, at)
        elif depth:
            at += 1
        elif two == "--":
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            blank(out, at, end)
            at = end
        elif text.startswith(("'\"'", "'\\\"'"), at):
            at = text.index("'", at + 2) + 1
        elif text[at] == '"':
            end = at + 1
            while end < len(text) and text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            blank(out, at + 1, min(end, len(text)))
            at = end + 1
        else:
            at += 1
    if depth:
        blank(out, start, len(text))
    return "".join(out)


def blank(out: list[str], start: int, end: int) -> None:
    """Overwrites the characters from ``start`` to ``end`` with blanks; line ends stay."""
    for at in range(start, end):
        if out[at] != "\n":
            out[at] = " "
