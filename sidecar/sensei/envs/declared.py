"""Where the statements of a Lean file end, read off its text.

Nothing is elaborated: namespaces are followed by their words, and a statement ends at the ``:=``
or the first alternative outside of brackets. Who elaborates the text up to there sees whether that
was right.
"""

from __future__ import annotations

import re

_OPENING, _CLOSING = "([{⟨⟦", ")]}⟩⟧"
# What says nothing of the file's structure: comments, strings, characters.
_ASIDE = re.compile(r'/-|--[^\n]*|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\\n]|\\[^\n\']+)\'', re.DOTALL)
_NAME = r"(?:«[^»\n]*»|[^\s:({\[⦃⟨«»,;.]+)(?:\.(?:«[^»\n]*»|[^\s:({\[⦃⟨«»,;.]+))*"
_WORD = re.compile(
    rf"^[ \t]*(?P<scope>namespace|section|mutual|end)\b[ \t]*(?P<of>{_NAME})?"
    rf"|^[ \t]*(?:noncomputable|public|private)[ \t]+(?P<section>section)\b[ \t]*(?:{_NAME})?"
    rf"|\b(?P<kind>theorem|lemma|def|abbrev|instance)[ \t\n]+(?P<name>{_NAME})",
    re.MULTILINE,
)


def statement_end(text: str, name: str) -> tuple[int, int] | None:
    """Where the declaration with this full name begins, and where its statement ends.

    Returns:
        Both places, or None if the text has no such declaration; a private one goes by its short
        name.
    """
    seen = _without_asides(text)
    scopes: list[str] = []  # the parts of namespaces; "" for a section
    for word in _WORD.finditer(seen):
        if word["kind"] is not None:
            declared = word["name"]
            outer = ".".join(filter(None, scopes))
            full = f"{outer}.{declared}" if outer else declared
            if declared.startswith("_root_."):
                full = declared.removeprefix("_root_.")
            end = _body(seen, word.end()) if full == name else None
            if end is not None:
                return word.start(), end
        elif word["scope"] == "namespace":
            scopes += (word["of"] or "").split(".")
        elif word["scope"] == "end":
            count = len((word["of"] or "").split("."))
            del scopes[len(scopes) - min(count, len(scopes)) :]
        else:
            scopes.append("")
    return None


def _without_asides(text: str) -> str:
    """The text with blanks for comments and strings, of the same length."""
    parts, at = [], 0
    while (aside := _ASIDE.search(text, at)) is not None:
        stop = _comment_end(text, aside.start()) if aside[0] == "/-" else aside.end()
        blank = re.sub(r"[^\n]", " ", text[aside.start() : stop])
        parts += [text[at : aside.start()], blank]
        at = stop
    return "".join([*parts, text[at:]])


def _comment_end(text: str, start: int) -> int:
    depth, at = 0, start
    while at < len(text):
        if text.startswith("/-", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("-/", at):
            depth, at = depth - 1, at + 2
            if depth == 0:
                break
        else:
            at += 1
    return at


def _body(text: str, start: int) -> int | None:
    """Where the body begins, after a name that ends at ``start``."""
    depth, line_begins = 0, False
    for at in range(start, len(text)):
        sign = text[at]
        if sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            depth -= 1
        elif depth == 0 and (text.startswith(":=", at) or (sign == "|" and line_begins)):
            return at
        if sign == "\n":
            line_begins = True
        elif not sign.isspace():
            line_begins = False
    return None
