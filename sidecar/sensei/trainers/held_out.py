"""Which goals a training without a held-out part keeps for its own measurements."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from sensei.core.errors import UsageError

Example = TypeVar("Example")


def hold_out(
    examples: Sequence[Example], goal: Callable[[Example], str], share: float, seed: int
) -> tuple[list[Example], list[Example]]:
    """Those to learn from, and those to measure on: the share of the goals, each with all of its
    examples, by a hash of the seed and the goal.

    Raises:
        UsageError: there is one goal only.
    """

    def place(text: str) -> str:
        return hashlib.sha256(f"{seed}\0{text}".encode()).hexdigest()

    goals = sorted({goal(example) for example in examples}, key=place)
    if len(goals) < 2:
        raise UsageError(
            f"{len(goals)} goals are too few to learn from some and measure on others",
            "search more theorems, or leave --patience out",
        )
    measured = set(goals[: max(1, math.floor(share * len(goals)))])
    kept = [example for example in examples if goal(example) not in measured]
    return kept, [example for example in examples if goal(example) in measured]
