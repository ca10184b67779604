"""Proofs whose ``simp`` says what it uses: as Lean's ``simp?`` tells it, where that is no slower.

Each ``simp``, ``simp_all`` and ``simpa`` of a proof, the last first, is asked by a question mark
behind its word, and replaced by what Lean says then, ``simp only [...]`` for instance. The whole
script is run again; it stays if it closes the theorem and Lean takes no longer for it than before.
A call that runs on several goals and says something else on each stays as it is. The result is a
claim like any other: the verifier judges it.

The environment must give what Lean says and how long it took (``TacticSucceeded``); where it does
not, proofs stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from sensei.core.protocols import Environment
from sensei.core.types import TacticSucceeded, TheoremRef

_CALL: Final = re.compile(r"(?<![\w.«'✝])(?:simp|simp_all|simpa)(?![\w?!'»✝])(?! only\b)")
_SUGGESTION: Final = re.compile(r"\ATry this:\s*(?:\[apply\] )?(.*)\Z", re.DOTALL)
_UNREAD: Final = re.compile(r'--[^\n]*|/-.*?-/|"(?:[^"\\]|\\.)*"', re.DOTALL)
_OPENING: Final = "([{⟨"
_CLOSING: Final = ")]}⟩"


def squeezed(
    theorem: TheoremRef,
    tactics: Sequence[str],
    environment: Environment,
    *,
    slower: float = 1.0,
    timings: int = 3,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[str, ...]:
    """The tactics with such calls replaced; as they are if they do not close the theorem.

    Args:
        environment: the theorem is opened in it once more.
        slower: a new script may take so many times as long as the old one.
        timings: how often each is run; the fastest counts.
        stop: asked before each call; true keeps what is found so far.

    Raises:
        NotFoundError: there is no such theorem.
        LeanProcessError: Lean died and cannot be brought back.
    """
    script = "\n".join(tactics)
    places = calls(script)
    if not places:
        return tuple(tactics)
    root = environment.open(theorem)

    def run(text: str) -> TacticSucceeded | None:
        (outcome,) = environment.apply(root, [text]) or (None,)
        if not isinstance(outcome, TacticSucceeded):
            return None
        environment.release([outcome.state])
        return None if outcome.state.goals else outcome

    def seconds(text: str) -> float | None:
        outcomes = [run(text) for _ in range(timings)]
        took = [outcome.seconds for outcome in outcomes if outcome is not None]
        known = [one for one in took if one is not None]
        return min(known) if len(known) == timings else None

    try:
        best = seconds(script)
        before = script
        for start, stop_at in reversed(places):
            if best is None or stop():
                break
            said = run(asking(script, start))
            new = None if said is None else suggestion(said.said)
            if new is None:
                continue
            replaced = script[:start] + new + script[stop_at:]
            took = seconds(replaced)
            if took is not None and took <= best * slower:
                script, best = replaced, took
        return tuple(tactics) if script == before else (script,)
    finally:
        environment.release([root])


def calls(script: str) -> list[tuple[int, int]]:
    """Where calls of the simplifier stand in a script, without those that say what they use."""
    unread = [found.span() for found in _UNREAD.finditer(script)]
    starts = [
        found.start()
        for found in _CALL.finditer(script)
        if not any(begin <= found.start() < end for begin, end in unread)
    ]
    return [(start, _end(script, start)) for start in starts]


def asking(script: str, start: int) -> str:
    """The script with a question mark behind the call's word."""
    word = _CALL.match(script, start)
    assert word is not None
    return script[: word.end()] + "?" + script[word.end() :]


def suggestion(said: Sequence[str]) -> str | None:
    """What Lean says to write instead, on one line; None if it says nothing, or several things."""
    found = {
        " ".join(match[1].split())
        for text in said
        if (match := _SUGGESTION.match(text)) is not None
    }
    return found.pop() if len(found) == 1 else None


def _end(script: str, start: int) -> int:
    """Where a call ends that stands in the script: before what closes something around it, or the
    end of its line outside of brackets. A guess, which Lean's answer to the new script judges."""
    depth = 0
    for at in range(start, len(script)):
        letter = script[at]
        if letter in _OPENING:
            depth += 1
        elif letter in _CLOSING:
            depth -= 1
            if depth < 0:
                return _trimmed(script, start, at)
        elif depth == 0 and (letter in "\n;,|" or script.startswith(("<;>", "--"), at)):
            return _trimmed(script, start, at)
    return _trimmed(script, start, len(script))


def _trimmed(script: str, start: int, end: int) -> int:
    return start + len(script[start:end].rstrip())
