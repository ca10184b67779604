"""An environment whose states and moves are a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sensei.core.errors import LeanProcessError, NotFoundError
from sensei.core.types import (
    FailureKind,
    Goal,
    Outcome,
    ProofState,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)

# What a tactic does to a state: the goals it leaves, or how it fails.
Move = tuple[str, ...] | FailureKind


@dataclass
class TableEnvironment:
    """``moves[goals][tactic]`` says what a tactic does; anything else fails.

    Args:
        roots: the goals of each theorem.
        parts: the parts into which goals split; goals that are not there are one.
        dies_after: calls of ``apply`` after which Lean is gone for good.
        on_apply: called with the tactics of each call, for clocks that move.
    """

    roots: Mapping[str, tuple[str, ...]]
    moves: Mapping[tuple[str, ...], Mapping[str, Move]]
    parts: Mapping[tuple[str, ...], Sequence[tuple[str, ...]]] = field(default_factory=dict)
    dies_after: int | None = None
    on_apply: Callable[[Sequence[str]], None] | None = None
    clock: Callable[[], float] = lambda: 0.0
    calls: int = 0
    tried: int = 0
    held: dict[int, tuple[str, ...]] = field(default_factory=dict)
    most_held: int = 0
    closed: bool = False
    _next: int = 0

    def open(self, theorem: TheoremRef) -> ProofState:
        if theorem.name not in self.roots:
            raise NotFoundError(f"no theorem {theorem.name}")
        return self._state(self.roots[theorem.name])

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        assert state.id in self.held, "a state that was released"
        self.calls += 1
        if self.dies_after is not None and self.calls > self.dies_after:
            raise LeanProcessError("Lean is gone")
        end = None if timeout_s is None else self.clock() + timeout_s
        outcomes: list[Outcome] = []
        for tactic in tactics:
            if end is not None and self.clock() >= end:
                break
            self.tried += 1
            if self.on_apply is not None:
                self.on_apply([tactic])
            outcomes.append(self._outcome(self.held[state.id], tactic))
        return outcomes

    def _outcome(self, goals: tuple[str, ...], tactic: str) -> Outcome:
        move = self.moves.get(goals, {}).get(tactic, FailureKind.TACTIC)
        if isinstance(move, FailureKind):
            return TacticFailed(move, f"{tactic} fails")
        return TacticSucceeded(self._state(move))

    def _state(self, goals: tuple[str, ...]) -> ProofState:
        self._next += 1
        self.held[self._next] = goals
        self.most_held = max(self.most_held, len(self.held))
        return ProofState(
            self._next, tuple(Goal(f"_uniq.{self._next}.{i}", text) for i, text in enumerate(goals))
        )

    def split(self, state: ProofState) -> list[ProofState]:
        goals = self.held[state.id]
        parts = self.parts.get(goals, (goals,))
        assert tuple(goal for part in parts for goal in part) == goals
        return [state] if len(parts) == 1 else [self._state(part) for part in parts]

    def release(self, states: Sequence[ProofState]) -> None:
        for state in states:
            del self.held[state.id]

    def close(self) -> None:
        self.closed = True
