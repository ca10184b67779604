"""Proofs without the lines that they do not need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from fakes.verifier import RuleVerifier
from sensei.core.types import (
    Budget,
    FailureKind,
    Goal,
    Outcome,
    ProofState,
    TacticCandidate,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.provers.minimize import minimized
from sensei.provers.prover import Prover

THEOREM = TheoremRef("t", "M", "M.lean")


@dataclass
class NeedsLines:
    """Closes the goal once all needed lines ran, in order; any line may stand between them."""

    needed: tuple[str, ...]
    runs: int = 0
    held: set[int] = field(default_factory=set)
    done: dict[int, int] = field(default_factory=dict)

    def open(self, theorem: TheoremRef) -> ProofState:
        return self._state(0)

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        assert state.id in self.held
        return [self._run(self.done[state.id], tactic) for tactic in tactics]

    def _run(self, done: int, text: str) -> Outcome:
        self.runs += 1
        for line in text.split("\n"):
            if done < len(self.needed) and line == self.needed[done]:
                done += 1
            elif line in self.needed:
                return TacticFailed(FailureKind.TACTIC, "too early")
        return TacticSucceeded(self._state(done))

    def _state(self, done: int) -> ProofState:
        number = len(self.done)
        self.done[number] = done
        self.held.add(number)
        goals = () if done == len(self.needed) else (Goal(f"g{number}", f"⊢ {number}"),)
        return ProofState(number, goals)

    def split(self, state: ProofState) -> list[ProofState]:
        return [state]

    def release(self, states: Sequence[ProofState]) -> None:
        self.held -= {state.id for state in states}

    def close(self) -> None:
        self.held.clear()


@pytest.mark.parametrize("padding", range(6))
def test_no_line_of_the_result_can_go(padding: int) -> None:
    environment = NeedsLines(("a", "b", "c"))
    lines = ["x"] * padding + ["a"] + ["y"] * padding + ["b", "z", "c"]
    assert "\n".join(minimized(THEOREM, lines, environment)) == "a\nb\nc"
    assert environment.held == set()


def test_what_is_short_or_does_not_close_stays() -> None:
    environment = NeedsLines(("a",))
    assert minimized(THEOREM, ["a"], environment) == ("a",)
    assert environment.runs == 0
    assert minimized(THEOREM, ["x", "y"], environment) == ("x", "y")
    assert minimized(THEOREM, ["x", "a", "y"], environment, runs=1) == ("x", "a", "y")
    assert minimized(THEOREM, ["x", "a"], environment, stop=lambda: True) == ("x", "a")


@dataclass
class InOrder:
    """Offers one line after the other."""

    lines: tuple[str, ...]
    at: int = 0

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        self.at += 1
        return [[TacticCandidate(self.lines[self.at - 1], -1.0)] for _ in states]


@pytest.mark.parametrize("accepts", [True, False])
def test_the_shorter_proof_is_judged_as_well(accepts: bool) -> None:
    verifier = RuleVerifier(lambda claim: accepts or "a" in claim.proof.split())
    prover = Prover(InOrder(("a", "b")), verifier, Budget(None, None, None), minimize=True)
    attempt = prover.prove(THEOREM, NeedsLines(("b",)))
    assert attempt.verified
    assert [claim.proof for claim in verifier.seen] == ["by\n  a\n  b", "by\n  b"]
    assert attempt.proof == ("by\n  b" if accepts else "by\n  a\n  b")
