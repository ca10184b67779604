"""A generator that looks its answers up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sensei.core.errors import ModelError
from sensei.core.tokens import spend_tokens
from sensei.core.types import TacticCandidate


@dataclass
class TableGenerator:
    """``table[goal]`` are its candidates; a goal that is not there gets ``default``.

    Args:
        fails_at: the call (from 1) that raises ModelError.
        tokens: that each call says it spent.
    """

    table: Mapping[str, Sequence[tuple[str, float]]]
    default: Sequence[tuple[str, float]] = ()
    fails_at: int | None = None
    on_call: Callable[[], None] | None = None
    tokens: int = 0
    calls: int = 0
    asked: int = 0

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        self.calls += 1
        self.asked += len(states)
        if self.on_call is not None:
            self.on_call()
        spend_tokens(self.tokens)
        if self.fails_at == self.calls:
            raise ModelError("out of memory")
        return [
            [TacticCandidate(*pair) for pair in self.table.get(state, self.default)[:count]]
            for state in states
        ]
