"""Proof text that leaves something open."""

from __future__ import annotations

import re

_WORD_LEFT_OPEN = re.compile(r"(?<![\w.'!?«])(?:sorry|admit)(?![\w'!?»])")
_COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\])*"|/-.*?-/|--[^\n]*', re.DOTALL)


def leaves_open(tactic: str) -> bool:
    """Whether a tactic's text has sorry or admit, outside of comments and strings."""
    if "sorry" not in tactic and "admit" not in tactic:
        return False
    return _WORD_LEFT_OPEN.search(_COMMENT_OR_STRING.sub(" ", tactic)) is not None
