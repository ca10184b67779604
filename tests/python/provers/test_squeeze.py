"""``simp`` replaced by what ``simp?`` says, where that closes the theorem and is no slower."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

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
from sensei.provers.prover import Prover
from sensei.provers.squeeze import asking, calls, squeezed, suggestion
from sensei.search.options import SearchOptions

THEOREM = TheoremRef("t", "M", "M.lean")
TRY = "Try this:\n  [apply] "


@dataclass
class Says:
    """Closes the goal by the scripts it knows; says how long each took, and what Lean said."""

    scripts: Mapping[str, tuple[float | None, tuple[str, ...]]]
    tried: list[str] = field(default_factory=list)
    held: set[int] = field(default_factory=set)

    def open(self, theorem: TheoremRef) -> ProofState:
        return self._state((Goal("g", "⊢ a"),))

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        assert state.id in self.held
        return [self._run(tactic) for tactic in tactics]

    def _run(self, text: str) -> Outcome:
        self.tried.append(text)
        if text not in self.scripts:
            return TacticFailed(FailureKind.TACTIC, "unknown")
        return TacticSucceeded(self._state(()), *self.scripts[text])

    def _state(self, goals: tuple[Goal, ...]) -> ProofState:
        number = max(self.held, default=0) + 1
        self.held.add(number)
        return ProofState(number, goals)

    def split(self, state: ProofState) -> list[ProofState]:
        return [state]

    def release(self, states: Sequence[ProofState]) -> None:
        self.held -= {state.id for state in states}

    def close(self) -> None:
        self.held.clear()


def after(script: str, environment: Says) -> str:
    shown = "\n".join(squeezed(THEOREM, script.split("\n"), environment))
    assert environment.held == set()
    return shown


def test_each_call_is_replaced() -> None:
    environment = Says(
        {
            "intro n\nsimp [f]\nsimp_all": (3.0, ()),
            "intro n\nsimp [f]\nsimp_all?": (9.0, (TRY + "simp_all only [a]",)),
            "intro n\nsimp [f]\nsimp_all only [a]": (2.0, ()),
            "intro n\nsimp? [f]\nsimp_all only [a]": (
                9.0,
                ("other", TRY + "simp only\n    [f, b]"),
            ),
            "intro n\nsimp only [f, b]\nsimp_all only [a]": (2.0, ()),
        }
    )
    told = after("intro n\nsimp [f]\nsimp_all", environment)
    assert told == "intro n\nsimp only [f, b]\nsimp_all only [a]"


ASKED = {"simp": (2.0, ()), "simp?": (2.0, (TRY + "simp only [a]",))}


@pytest.mark.parametrize(
    "more",
    [
        {},  # what Lean says does not close it
        {"simp only [a]": (2.5, ())},  # it is slower
        {"simp only [a]": (None, ())},  # nobody says how slow it is
        {"simp only [a]": (1.0, ()), "simp": (None, ())},
        {"simp only [a]": (1.0, ()), "simp?": (2.0, ())},  # Lean says nothing
        {
            "simp only [a]": (1.0, ()),
            "simp?": (2.0, (TRY + "simp only [a]", TRY + "simp only [b]")),
        },
    ],
)
def test_a_proof_stays_as_it_is(more: dict[str, tuple[float | None, tuple[str, ...]]]) -> None:
    assert after("simp", Says(ASKED | more)) == "simp"


def test_nothing_is_run_without_a_call() -> None:
    environment = Says({})
    assert squeezed(THEOREM, ["rfl", "simp only [a]"], environment) == ("rfl", "simp only [a]")
    assert environment.tried == []


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("simp", ["simp"]),
        ("by_cases h : p <;> simp [h] at * <;> omega", ["simp [h] at *"]),
        ("exact ⟨by simp, by simpa using h.2⟩", ["simp", "simpa using h.2"]),
        ("first | simp_all [a,\n  b] | omega", ["simp_all [a,\n  b]"]),
        ("simp (config := {}) [f]; rfl -- simp", ["simp (config := {}) [f]"]),
        ("simp only [a]\nsimp? \ndsimp\nsimp!\nx.simp\nsimp_arith\nhave simp' := 1", []),
        ('exact f "simp" /- simp\n simp -/', []),
    ],
)
def test_where_calls_stand(script: str, found: list[str]) -> None:
    assert [script[start:end] for start, end in calls(script)] == found


def test_the_question_and_the_answer() -> None:
    assert asking("a\nsimp_all [b]", 2) == "a\nsimp_all? [b]"
    assert suggestion(["Try this: simp only [a]"]) == "simp only [a]"
    assert suggestion([TRY + "simp only [a,\n      b]"] * 2) == "simp only [a, b]"
    assert suggestion(["`simp` already closes the goal\n[apply] simp"]) is None


@dataclass
class Offers:
    """Generates one tactic."""

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        return [[TacticCandidate("simp", -1.0)] for _ in states]


@pytest.mark.parametrize("good", [True, False])
def test_the_squeezed_proof_is_judged_too(good: bool) -> None:
    environment = Says(ASKED | {"simp only [a]": (1.0, ())})
    accepted = {"by\n  simp", "by\n  simp only [a]"} if good else {"by\n  simp"}
    verifier = RuleVerifier(lambda claim: claim.proof in accepted)
    options = SearchOptions(squeeze=True)
    attempt = Prover(Offers(), verifier, Budget(), options).prove(THEOREM, environment)
    assert attempt.verified
    assert attempt.proof == ("by\n  simp only [a]" if good else "by\n  simp")
    plain = Prover(Offers(), verifier, Budget(), replace(options, squeeze=False))
    assert plain.prove(THEOREM, environment).proof == "by\n  simp"
