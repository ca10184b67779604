"""The prompt: how a goal is put before a model. Training and serving both come through here.

Pure Python. A checkpoint stores ``prompt_hash()``; a generator refuses one whose hash differs, so a
model is never asked in another form than it was taught. What the text becomes as tokens is
models/encoding.py's business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

TEMPLATE = "GOAL\n{goal}\nTACTIC\n"
TURNSTILE = "⊢"
TRUNCATION_RULE = (
    "a goal is its hypotheses (with the case tag) above the line that starts with the turnstile; "
    "when the prompt is longer than its limit, whole hypotheses are left out, the farthest from "
    "the target first; a target that does not fit alone is cut at its end and reported"
)


PREMISE_RULE = (
    "premises are entries NAME : STATEMENT above the hypotheses, the best last; they are left out "
    "first, as the farthest from the target"
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt and what was left out of it.

    Args:
        text: the prompt.
        dropped_hypotheses: how many hypotheses (entries, not lines) were left out.
        cut_target: how many characters of the target were cut; 0 but for a huge target.
    """

    text: str
    dropped_hypotheses: int = 0
    cut_target: int = 0


def prompt_hash(premises: int = 0) -> str:
    """SHA-256 of the template and the truncation rule, in hex.

    Args:
        premises: how many a goal is shown with; their rule and number are in the hash too.
    """
    said = f"{TEMPLATE}\0{TURNSTILE}\0{TRUNCATION_RULE}"
    if premises:
        said += f"\0{PREMISE_RULE}\0{premises}"
    return hashlib.sha256(said.encode()).hexdigest()


def with_premises(goal: str, entries: Sequence[str]) -> str:
    """A goal with premises above it, the best last."""
    return "\n".join([*entries, goal])


def byte_length(text: str) -> int:
    """The length of ``text`` in UTF-8 bytes."""
    return len(text.encode())


def build_prompt(
    goal: str, limit: int | None = None, measure: Callable[[str], int] = byte_length
) -> Prompt:
    """Builds the prompt for one pretty-printed goal.

    Args:
        goal: hypotheses, one entry a line (longer ones go on in indented lines), then ``⊢ target``.
        limit: most units the prompt may take; None is no limit.
        measure: the length of a text in those units; bytes by default.

    Returns:
        The prompt, with the count of what had to be left out.

    Source: none; the rule is ``TRUNCATION_RULE``.
    """
    whole = TEMPLATE.format(goal=goal)
    if limit is None or measure(whole) <= limit:
        return Prompt(whole)
    hypotheses, target = split_goal(goal)
    # The fewest hypotheses dropped such that the rest fits; lengths only fall, so bisection works.
    low, high = 1, len(hypotheses)
    while low < high:
        middle = (low + high) // 2
        if measure(_join(hypotheses[middle:], target)) <= limit:
            high = middle
        else:
            low = middle + 1
    dropped = min(low, len(hypotheses))
    text = _join(hypotheses[dropped:], target)
    if measure(text) <= limit:
        return Prompt(text, dropped)
    return _cut_target(target, limit, measure, len(hypotheses))


def split_goal(goal: str) -> tuple[list[str], str]:
    """Splits a goal into its hypothesis entries (the case tag among them) and its target.

    Without a turnstile everything is target.
    """
    lines = goal.split("\n")
    for index, line in enumerate(lines):
        if line.startswith(TURNSTILE):
            entries: list[str] = []
            for text in lines[:index]:
                if entries and text[:1].isspace():
                    entries[-1] += "\n" + text
                else:
                    entries.append(text)
            return entries, "\n".join(lines[index:])
    return [], goal


def _join(hypotheses: list[str], target: str) -> str:
    return TEMPLATE.format(goal="\n".join([*hypotheses, target]))


def _cut_target(target: str, limit: int, measure: Callable[[str], int], hypotheses: int) -> Prompt:
    low, high = 0, len(target)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_join([], target[:middle])) <= limit:
            low = middle
        else:
            high = middle - 1
    return Prompt(_join([], target[:low]), hypotheses, len(target) - low)
