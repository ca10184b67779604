"""Tokens that models read and write, counted where they are spent and added up where it is asked.

A generator says what a call cost with ``spend_tokens``; whoever wants to know calls it inside
``tallied``. So the wrappers between the two (caches, locks, premises) need not pass numbers on. It
goes by the calling thread's context: what a generator does in threads of its own, it says itself
when they are done.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Tally:
    """What was spent inside one ``tallied`` so far."""

    tokens: int = 0


_TALLY: ContextVar[Tally | None] = ContextVar("sensei_tokens", default=None)


def spend_tokens(tokens: int) -> None:
    """Adds to the tally of this context, if one is kept.

    Args:
        tokens: read and written, at least 0.
    """
    tally = _TALLY.get()
    if tally is not None:
        tally.tokens += tokens


@contextmanager
def tallied() -> Iterator[Tally]:
    """A tally of what this thread spends inside; one around it counts it as well."""
    tally, outer = Tally(), _TALLY.get()
    token = _TALLY.set(tally)
    try:
        yield tally
    finally:
        _TALLY.reset(token)
        if outer is not None:
            outer.tokens += tally.tokens
