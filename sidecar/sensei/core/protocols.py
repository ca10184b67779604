"""The seams between the parts, as protocols. Each has a fake in tests/python/fakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from sensei.core.types import (
    Claim,
    Outcome,
    ProofState,
    ProofTask,
    RankedPremise,
    TacticCandidate,
    TheoremRef,
    Verdict,
)


class Generator(Protocol):
    """Offers tactics for goals."""

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """Offers up to ``count`` different tactics for each pretty-printed state, best first.

        Args:
            states: N pretty-printed main goals (``Goal.pretty``).
            count: most candidates a state.

        Returns:
            N lists, in the order of ``states``.

        Raises:
            ModelError: the model failed; the search ends with MODEL_ERROR.
        """
        ...


@runtime_checkable
class ProofWriter(Protocol):
    """Writes whole proofs."""

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """Writes up to ``count`` proofs for each task: the lines below ``by``, as one tactic.

        Returns:
            A list for each task, in their order, best first.

        Raises:
            ModelError: the model failed; the search ends with MODEL_ERROR.
        """
        ...


class Retriever(Protocol):
    """Ranks the premises of one corpus for goals."""

    @property
    def name(self) -> str:
        """What requests and tables call it."""
        ...

    def rank(
        self, goals: Sequence[str], allowed: Sequence[frozenset[int] | None], count: int
    ) -> list[list[RankedPremise]]:
        """Up to ``count`` premises for each goal, best first; ties go by number.

        Args:
            goals: N pretty-printed goals.
            allowed: for each, the numbers of the premises in scope, or None for all. They are
                chosen among before the best are taken: fewer in scope than ``count`` is no error.

        Raises:
            ModelError: the model failed.
        """
        ...


class Environment(Protocol):
    """Runs tactics on the goals of theorems. Used as a context manager; ``close`` ends it."""

    def open(self, theorem: TheoremRef) -> ProofState:
        """Opens a theorem at its own place, in an environment without it.

        Raises:
            NotFoundError: the file has no such theorem.
            LeanProcessError: Lean could not be started or the file could not be elaborated.
        """
        ...

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        """Runs each tactic on ``state`` (on its whole goal list, as the next line of a script).

        A failure, a time-out or a crash is an outcome; the next call works again.

        Args:
            timeout_s: seconds for the whole call; no tactic is begun after them.

        Returns:
            The outcomes of the tactics that were begun, in order: all of them if time allowed.

        Raises:
            LeanProcessError: Lean cannot be brought back to ``state``; the search ends with
                ENVIRONMENT_CRASHED.
        """
        ...

    def split(self, state: ProofState) -> list[ProofState]:
        """Independent parts of a state's goals, each as a state of its own.

        Goals that share a metavariable stay in one part: what is done to one of them may decide
        the other. At most one part has more than one goal.

        Returns:
            The parts, in the order of their goals, which together are those of ``state``; just
            ``[state]`` if there is only one. ``state`` itself stays held beside several parts.

        Raises:
            LeanProcessError: the state cannot be reached again.
        """
        ...

    def release(self, states: Sequence[ProofState]) -> None:
        """Forgets states that no one will use again."""
        ...

    def close(self) -> None:
        """Ends the processes behind it; safe to call twice."""
        ...


class Verifier(Protocol):
    """Judges claims."""

    def verify(self, claim: Claim) -> Verdict:
        """Compiles the claim in a fresh process and judges the result in another."""
        ...
