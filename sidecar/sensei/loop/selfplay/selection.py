"""Which statements are tried, which seeds are used, what is learned, and with what weight.

Pure rules on what rounds came to; each draws only from the random numbers that it is given.

Source: Dong and Ma 2025 (arXiv:2502.00212), section 3.2, algorithms 1 and 2.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sensei.loop.selfplay.config import (
    ConjectureSettings,
    FinalSettings,
    ProofSettings,
    ReplaySettings,
    SelectSettings,
)
from sensei.loop.selfplay.values import Conjecture, Lemma, Seed, Statement, Tried, TriedProof


@dataclass(frozen=True, slots=True)
class Weighted:
    """A right proof with its weight."""

    statement: str
    proof: str
    weight: float


def to_try(
    statements: Sequence[Statement],
    latest: Mapping[str, Tried],
    settings: ProofSettings,
    rng: random.Random,
) -> list[Statement]:
    """The statements of a round: unproved ones, seldom proved ones, and a few of the others.

    Args:
        latest: what came of each when it was tried last.
    """
    chosen = []
    for statement in statements:
        known = latest.get(statement.id)
        lucky = rng.random() < settings.retry_share
        if known is None or known.rate < settings.retry_rate or known.rate == 0 or lucky:
            chosen.append(statement)
    return chosen


def samples_each(targets: int, round_number: int, settings: ProofSettings) -> list[int]:
    """How many proofs are sampled of each of a round's targets.

    Args:
        round_number: from 1.
    """
    if settings.budget is None:
        each = settings.first_samples if round_number == 1 else settings.samples
        return [each] * targets
    if not targets:
        return []
    least, more = divmod(settings.budget, targets)
    return [least + (place < more) for place in range(targets)]


def pick_seeds(
    proved: Sequence[tuple[Statement, Tried]],
    lemmas: Mapping[str, Lemma],
    settings: ConjectureSettings,
    rng: random.Random,
) -> list[Seed]:
    """The conjecturer's inputs (algorithm 1), in random order.

    Args:
        proved: statements with what came of them.
        lemmas: those that may be shown.
    """
    pairs = [
        (statement, proof)
        for statement, tried in proved
        if tried.rate > settings.seed_rate
        for proof in tried.right
    ]
    by_lemma: dict[str, list[Seed]] = defaultdict(list)
    for statement, proof in pairs:
        for name in proof.uses:
            if name in lemmas and name != statement.name:
                by_lemma[name].append(Seed(statement.id, proof.proof, name))
        if rng.random() < settings.no_lemma:
            by_lemma[""].append(Seed(statement.id, proof.proof, ""))
    most = max(1, math.floor(settings.lemma_share * len(pairs)))
    kept: list[Seed] = []
    for name, seeds in sorted(by_lemma.items()):
        rng.shuffle(seeds)
        # One proof of a statement and a lemma, whichever comes first now. What bounds a lemma is
        # not for the prompts that have none.
        own = list({seed.statement: seed for seed in reversed(seeds)}.values())
        kept += own if not name else own[:most]
    rng.shuffle(kept)
    return kept


def repeated(seeds: Sequence[Seed], wanted: int) -> list[Seed]:
    """So many inputs: all of them in turn, over and over."""
    return [seeds[place % len(seeds)] for place in range(wanted)] if seeds else []


def pick_conjectures(
    made: Sequence[tuple[Conjecture, Tried]], settings: SelectSettings
) -> list[Conjecture]:
    """What the conjecturer learns (algorithm 2 up to its weights), each statement once."""
    chosen: dict[str, tuple[float, Conjecture]] = {}
    for conjecture, tried in made:
        right = tried.right
        if not right or not 0 < tried.rate <= settings.rate:
            continue
        lemma = conjecture.seed.lemma
        if settings.uses_lemma and lemma and not any(lemma in proof.uses for proof in right):
            continue
        shortest = min(len(proof.proof) for proof in right)
        elegance = shortest / max(1, len(conjecture.statement.text))
        chosen.setdefault(conjecture.statement.id, (elegance, conjecture))
    by_lemma: dict[str, list[tuple[float, Conjecture]]] = defaultdict(list)
    for elegance, conjecture in chosen.values():
        by_lemma[conjecture.seed.lemma if settings.inelegant_by_lemma else ""].append(
            (elegance, conjecture)
        )
    kept: set[str] = set()
    for own in by_lemma.values():
        own.sort(key=lambda pair: (pair[0], pair[1].statement.id))
        dropped = math.floor(settings.inelegant * len(own))
        kept |= {conjecture.statement.id for _, conjecture in own[dropped:]}
    return [conjecture for _, conjecture in chosen.values() if conjecture.statement.id in kept]


def replayed(rounds: Sequence[Sequence[Tried]], settings: ReplaySettings) -> list[Weighted]:
    """The proofs that the next model learns, of the last rounds, each once, the newest weight.

    Args:
        rounds: what was tried, the newest round last.
    """
    found: dict[tuple[str, str], float] = {}
    for tried in (each for made in rounds[-settings.rounds :] for each in made):
        if not 0 < tried.rate <= settings.rate:
            continue
        for proof in tried.right:
            weight = decayed(proof, settings.length_decay, settings.seconds_decay)
            found[tried.statement, proof.proof] = weight / len(tried.right)
    return [Weighted(*key, weight) for key, weight in found.items()]


def final_proofs(
    rounds: Sequence[Sequence[Tried]], settings: FinalSettings, rng: random.Random
) -> list[Weighted]:
    """The proofs that the final model learns: of all rounds, a few of each statement."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for tried in (each for made in rounds for each in made):
        if 0 < tried.rate <= settings.rate:
            for proof in tried.right:
                found[tried.statement][proof.proof] = decayed(proof, settings.length_decay, 0.0)
    return [
        Weighted(statement, proof, proofs[proof])
        for statement, proofs in found.items()
        for proof in sorted(rng.sample(sorted(proofs), min(settings.proofs, len(proofs))))
    ]


def decayed(proof: TriedProof, by_length: float, by_seconds: float) -> float:
    """``exp(-a · characters - b · seconds)``."""
    return math.exp(-by_length * len(proof.proof) - by_seconds * proof.seconds)
