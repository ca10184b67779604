"""What a search may still spend. Asked before every call; it never stops a call that runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sensei.core.tokens import tallied
from sensei.core.types import Budget, Spent

Clock = Callable[[], float]


@dataclass(slots=True)
class Meter:
    """Counts one search's calls and time against its budget.

    Args:
        budget: the limits.
        clock: seconds, monotonic; the time starts when the meter is made.
    """

    budget: Budget
    clock: Clock = time.monotonic
    model_calls: int = 0
    tactic_calls: int = 0
    tokens: int = 0
    _start: float = field(init=False)

    def __post_init__(self) -> None:
        self._start = self.clock()

    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return self.clock() - self._start

    def seconds_left(self) -> float | None:
        """Seconds until the deadline, at least 0; None without one."""
        if self.budget.seconds is None:
            return None
        return max(0.0, self.budget.seconds - self.elapsed_s())

    def time_is_up(self) -> bool:
        """True once nothing more may be started."""
        return self.seconds_left() == 0.0

    def model_calls_within(self, wanted: int) -> int:
        """How many of ``wanted`` states may be given to the generator."""
        if not _within(1, self.budget.tokens, self.tokens):
            return 0
        return _within(wanted, self.budget.model_calls, self.model_calls)

    def tactic_calls_within(self, wanted: int) -> int:
        """How many of ``wanted`` tactics may be given to the environment."""
        return _within(wanted, self.budget.tactic_calls, self.tactic_calls)

    @contextmanager
    def counting_tokens(self) -> Iterator[None]:
        """Adds the tokens that are spent inside, by a call that fails as well."""
        with tallied() as tally:
            try:
                yield
            finally:
                self.tokens += tally.tokens

    def spent(self) -> Spent:
        """What was spent so far."""
        return Spent(self.elapsed_s(), self.model_calls, self.tactic_calls, self.tokens)


def _within(wanted: int, limit: int | None, used: int) -> int:
    return wanted if limit is None else max(0, min(wanted, limit - used))
