"""What the server takes at most, and the checks of requests against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sensei.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Limits:
    """Requests over these are refused.

    Args:
        message_bytes: one message, either way.
        goal_bytes: a goal's text, and the text of the proof so far.
        goals: goals of one request.
        candidates: tactics a goal.
        searches: at a time.
        queue: searches waiting.
        pending_goals: goals of all callers waiting for the model.
        batch_goals: goals in one call of the model.
        runs: trainings and evaluations at a time.
        search_ms: most milliseconds of one search.
        calls: calls of all kinds at a time.
        request_s: seconds in which a request of HTTP must have arrived in full.
        requests_per_s, requests_burst: of HTTP, in the long run and at once.
    """

    message_bytes: int = 16 * 1024 * 1024
    goal_bytes: int = 64 * 1024
    goals: int = 64
    candidates: int = 64
    searches: int = 2
    queue: int = 8
    pending_goals: int = 512
    batch_goals: int = 32
    runs: int = 1
    search_ms: int = 600_000
    calls: int = 256
    request_s: float = 30.0
    requests_per_s: float = 100.0
    requests_burst: float = 200.0

    def check_goals(self, goals: Sequence[Any]) -> None:
        """Checks the goals of a request (GoalContext messages).

        Raises:
            UsageError: one of them, or their number, is over a limit.
        """
        if not 1 <= len(goals) <= self.goals:
            raise UsageError(f"{len(goals)} goals in one request: 1 to {self.goals} are taken")
        for number, goal in enumerate(goals, start=1):
            for name in ("pretty", "proof_so_far"):
                size = len(getattr(goal, name).encode())
                if size > self.goal_bytes:
                    raise UsageError(
                        f"{name} of goal {number} has {size} bytes: at most {self.goal_bytes}"
                    )
            if not goal.pretty.strip():
                raise UsageError(f"goal {number} is empty")

    def candidates_of(self, wanted: int, default: int) -> int:
        """How many tactics to ask for; 0 wants the default.

        Raises:
            UsageError: more than are given.
        """
        if wanted > self.candidates:
            raise UsageError(f"{wanted} candidates: at most {self.candidates} are given")
        return wanted or default
