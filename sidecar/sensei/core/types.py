"""The values that pass between the parts: goals, outcomes, attempts, claims, verdicts.

Everything here is frozen and knows no Lean process, database or model.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Goal:
    """One open goal.

    Args:
        id: the name of its metavariable; it means something only together with its state.
        pretty: the goal as Lean prints it: hypotheses, then ``⊢ target``.
        user_name: the case tag, or "".
    """

    id: str
    pretty: str
    user_name: str = ""


@dataclass(frozen=True, slots=True)
class TheoremRef:
    """Where a theorem stands.

    Args:
        name: full name in the environment.
        module: the module that declares it.
        file: its source file, POSIX path relative to the project's root.
    """

    name: str
    module: str
    file: str


@dataclass(frozen=True, slots=True)
class PlaceRef(TheoremRef):
    """A tactic or term whose goal is to be proved.

    Args:
        name: for people.
        start, stop: where it stands in the file, bytes.
    """

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The command that a place is in; ranges are bytes of the file.

    Args:
        declaration: the full name of what it declares; ``_example`` for an example.
        command: from the command's first word to the end of its last.
        body: of the declaration, from ``:=`` on; None if it has none.
        example: the word ``example``, if the command begins so.
    """

    declaration: str
    command: tuple[int, int]
    body: tuple[int, int] | None
    example: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class TacticCandidate:
    """A tactic a generator offers, with the sum of its tokens' log-probabilities (nats, <= 0)."""

    tactic: str
    log_prob: float


@dataclass(frozen=True, slots=True)
class FailedProof:
    """A whole proof, the lines below ``by``, and what Lean said of it."""

    proof: str
    error: str


@dataclass(frozen=True, slots=True)
class ProofTask:
    """What a whole proof is wanted of.

    Args:
        theorem: for its name and place.
        goal: its goals as Lean prints them, one under the other.
        failed: proofs that were tried, oldest first; the last is to be mended. Empty for a new one.
    """

    theorem: TheoremRef
    goal: str
    failed: tuple[FailedProof, ...] = ()


@dataclass(frozen=True, slots=True)
class Premise:
    """A declaration that a proof may name.

    Args:
        name: full name in the environment.
        module: the module that defines it.
        statement: its type as printed, or "" where it is not known.
        doc: its documentation, or "".
        end_byte: where it ends in its module's source; None outside of the project.
        private: only its own module can name it.
    """

    name: str
    module: str
    statement: str = ""
    doc: str = ""
    end_byte: int | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class RankedPremise:
    """A premise by its number in the corpus, with its score; higher is better."""

    number: int
    score: float


@dataclass(frozen=True, slots=True)
class ProofState:
    """A state the environment holds: its handle and its open goals, in Lean's order."""

    id: int
    goals: tuple[Goal, ...]


class FailureKind(enum.StrEnum):
    """Why a tactic gave no next state."""

    PARSE = "parse"
    TACTIC = "tactic"
    FORBIDDEN = "forbidden"
    TIMEOUT = "timeout"
    HEARTBEATS = "heartbeats"
    CRASH = "crash"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class TacticSucceeded:
    """The tactic ran. With no goals left the theorem is claimed, not proved.

    Args:
        seconds: that Lean took for it; None where nobody says.
        said: the messages of the tactic, as it says what it did.
    """

    state: ProofState
    seconds: float | None = field(default=None, compare=False)
    said: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class TacticFailed:
    """The tactic did not run through; the state it was tried on is unchanged."""

    kind: FailureKind
    message: str


Outcome = TacticSucceeded | TacticFailed


class SearchStatus(enum.StrEnum):
    """How a search ended."""

    CLAIMED = "claimed"
    EXHAUSTED = "exhausted"
    OUT_OF_BUDGET = "out_of_budget"
    ENVIRONMENT_CRASHED = "environment_crashed"
    MODEL_ERROR = "model_error"


@dataclass(frozen=True, slots=True)
class Budget:
    """What one search may spend. None is no limit.

    Args:
        seconds: wall clock.
        model_calls: states given to the generator.
        tactic_calls: tactics given to the environment.
        tokens: read and written by the generator; a call that has begun is not cut short.
    """

    seconds: float | None = 60.0
    model_calls: int | None = 200
    tactic_calls: int | None = 2000
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What one search spent; the same units as Budget."""

    seconds: float = 0.0
    model_calls: int = 0
    tactic_calls: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The end of one search.

    Args:
        status: how it ended.
        tactics: with CLAIMED, the tactics from the root in order; else empty.
        spent: what it cost.
        detail: for a crash or a model error, what was said.
    """

    status: SearchStatus
    tactics: tuple[str, ...]
    spent: Spent
    detail: str = ""


class VerdictReason(enum.StrEnum):
    """Why a claim was accepted or rejected; one name a kind of fault."""

    VERIFIED = "verified"
    FORBIDDEN_SYNTAX = "forbidden_syntax"
    DOES_NOT_COMPILE = "does_not_compile"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    STACK_OVERFLOW = "stack_overflow"
    STATEMENT_CHANGED = "statement_changed"
    DECLARATION_MISSING = "declaration_missing"
    EXTRA_DECLARATION = "extra_declaration"
    CONTEXT_CHANGED = "context_changed"
    KERNEL_REJECTED = "kernel_rejected"
    SORRY = "sorry"
    AXIOM_NOT_ALLOWED = "axiom_not_allowed"
    UNSAFE = "unsafe"


ALLOWED_AXIOMS = ("propext", "Quot.sound", "Classical.choice")


@dataclass(frozen=True, slots=True)
class Claim:
    """A proof that somebody says is one.

    Args:
        theorem: what it is of.
        proof: the text that replaces the original proof, from ``by`` on (``by\\n  simp``).
    """

    theorem: TheoremRef
    proof: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verifier found, with all that is needed to ask again.

    Args:
        accepted: true only with reason VERIFIED.
        reason: the first fault found, or VERIFIED.
        detail: one line for people: the constant, the message, the limit.
        axioms: axioms the theorem depends on, sorted; empty if it never got that far.
        seconds: wall clock of compile and judgement.
        lean_version, lean_commit: the Lean that judged.
        source_hash: SHA-256 of the untouched source file.
        spliced_hash: SHA-256 of the file that was compiled.
        allowed_axioms: the list that was in force.
        checkers: besides Lean's kernel, those that accepted the theorem too.
    """

    accepted: bool
    reason: VerdictReason
    detail: str
    axioms: tuple[str, ...] = ()
    seconds: float = 0.0
    lean_version: str = ""
    lean_commit: str = ""
    source_hash: str = ""
    spliced_hash: str = ""
    allowed_axioms: tuple[str, ...] = field(default=ALLOWED_AXIOMS)
    checkers: tuple[str, ...] = ()

    @property
    def tier(self) -> str:
        """``A``: judged by Lean's kernel in a process of ours; ``B``: by another checker too."""
        return "B" if self.checkers else "A"
