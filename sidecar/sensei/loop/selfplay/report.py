"""What a round came to, in figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sensei.loop.selfplay.values import Tried
from sensei.provers.pass_at_k import PassAtK, pass_at_k


@dataclass(frozen=True, slots=True)
class Measured:
    """Held-out theorems tried with one model.

    Args:
        theorems, samples: how many of each.
        solved: theorems with a right proof.
        pass_at: estimates with their intervals.
        checks, verdicts: different proofs that Lean ran, and that the verifier judged.
    """

    theorems: int
    samples: int
    solved: int
    pass_at: tuple[PassAtK, ...]
    checks: int
    verdicts: int


def measured_of(tried: Sequence[Tried], samples: int, ks: Sequence[int], seed: int) -> Measured:
    """Adds up what was tried on held-out theorems."""
    counts = [(each.samples, each.right_samples) for each in tried]
    return Measured(
        theorems=len(tried),
        samples=samples,
        solved=sum(bool(each.right) for each in tried),
        pass_at=tuple(pass_at_k(counts, k, seed=seed) for k in ks),
        checks=sum(each.checks for each in tried),
        verdicts=sum(each.verdicts for each in tried),
    )


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What one round came to.

    Args:
        round: from 1.
        model: what it wrote with.
        statements: given ones that were tried.
        proved: of them, now; ``total`` in this round or before.
        asked: conjectures that were written.
        conjectures: of them, accepted and tried.
        rejected: the others, by reason.
        conjectures_proved: with a right proof.
        kept: conjectures that the next model learns to make.
        proofs: that the next model learns.
        samples: proofs that were sampled, of statements and conjectures.
        checks: different ones of them that Lean ran.
        verdicts: of them that the verifier judged.
        tier_b, refused: of them, accepted by a second checker too, and refused by it alone.
        lessons_checked: lessons that were compared with what is held out.
        write_seconds, lean_seconds, train_seconds: of the model, of Lean (summed over its
            processes), of training.
        measured: held-out theorems with this round's model; None if none were.
    """

    round: int
    model: str
    statements: int
    proved: int
    total: int
    asked: int
    conjectures: int
    rejected: dict[str, int]
    conjectures_proved: int
    kept: int
    proofs: int
    samples: int
    checks: int
    verdicts: int
    lessons_checked: int
    write_seconds: float
    lean_seconds: float
    train_seconds: float
    measured: Measured | None = None
    tier_b: int = 0
    refused: int = 0

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SelfPlayReport:
    """A finished run: its number in the store, its folder, its rounds, and its last model.

    Args:
        measured: held-out theorems with the last model.
        final: checkpoint of the final re-training; the last round's without one.
    """

    run: int
    folder: str
    rounds: tuple[RoundReport, ...]
    final: str
    measured: Measured | None = None
    left_out: int = 0
    settings: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)
