"""What passes between the parts of self-play; all of it can be written as a line of JSON."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec

from sensei.core.types import TheoremRef

T = TypeVar("T")
#: The outcome of a proof that ran through, but was left to nobody's verdict.
NOT_JUDGED: Final = "not_judged"


@dataclass(frozen=True, slots=True)
class Statement:
    """A theorem to prove.

    Args:
        id: unique in a run: the full name of one of the project, or a name and a hash.
        name: its full name in Lean.
        text: ``theorem NAME ... : TYPE``, without ``:=``; a conjecture goes by another name in
            Lean.
        base: the beginning of the file that it is read in: imports, and what stands between.
        scope: namespaces, openings and variables below, one command a line.
        keys: hashes of what it says: Lean's of its type where it was traced, and of what Lean
            prints of it.
        place: where it stands in the project; None where it gets a file of its own.
    """

    id: str
    name: str
    text: str
    base: str = ""
    scope: str = ""
    keys: tuple[str, ...] = ()
    place: TheoremRef | None = None

    @property
    def header(self) -> str:
        """The lines above it."""
        return f"{self.base.strip()}\n\n{self.scope.strip()}".strip()


@dataclass(frozen=True, slots=True)
class Lemma:
    """A theorem that proofs use: its full name and statement."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Seed:
    """What a conjecture is made of.

    Args:
        statement: the id of the proved theorem.
        proof: of it, the lines below ``by``.
        lemma: the full name of a lemma of the proof; "" for none in particular.
    """

    statement: str
    proof: str
    lemma: str


@dataclass(frozen=True, slots=True)
class Conjecture:
    """A statement that was made up, and of what."""

    statement: Statement
    seed: Seed


@dataclass(frozen=True, slots=True)
class TriedProof:
    """A proof of a statement.

    Args:
        proof: the lines below ``by``.
        times: how often it was sampled.
        right: Lean verified it.
        outcome: a verdict's reason, or why it gave none.
        seconds: it took in Lean.
        uses: full names of the theorems that the elaborated proof names; of right ones only.
    """

    proof: str
    times: int
    right: bool
    outcome: str
    seconds: float = 0.0
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """All that was tried on a statement in a round.

    Args:
        checks: different proofs that Lean ran.
        verdicts: of them that the verifier judged.
        tier_b, refused: of them, accepted by a second checker too, and refused by it alone.
        seconds: of all that, in Lean.
    """

    statement: str
    samples: int
    proofs: tuple[TriedProof, ...]
    checks: int = 0
    verdicts: int = 0
    seconds: float = 0.0
    tier_b: int = 0
    refused: int = 0

    @property
    def right(self) -> tuple[TriedProof, ...]:
        """The different right proofs."""
        return tuple(proof for proof in self.proofs if proof.right)

    @property
    def right_samples(self) -> int:
        """How many samples were right."""
        return sum(proof.times for proof in self.right)

    @property
    def rate(self) -> float:
        """The share of samples that was right. Where some are, those that ran through and were not
        judged are taken for right, too: a statement is not hard because few of its proofs were
        judged."""
        if not self.samples or not self.right:
            return 0.0
        unjudged = sum(proof.times for proof in self.proofs if proof.outcome == NOT_JUDGED)
        return (self.right_samples + unjudged) / self.samples


def key_of(kind: str, text: str) -> str:
    """A hash of what a statement says, with what kind of hash it is."""
    return f"{kind}:{hashlib.sha256(text.encode()).hexdigest()}"


def to_line(value: Any) -> bytes:
    """A value as a line of JSON."""
    return msgspec.json.encode(value) + b"\n"


def from_json(line: bytes | str, kind: type[T]) -> T:
    """The value of a line; msgspec.DecodeError (a ValueError) if it is none."""
    return msgspec.json.decode(line, type=kind)
