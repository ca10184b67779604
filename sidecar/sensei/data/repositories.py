"""Repositories as a curriculum: how hard their theorems are, what is proved, and in which order to
learn them.

Source: LeanAgent's dynamic database. What differs: thirds are those of the theorems that have a
tactic proof alone, so neither sorry nor a term proof moves them; nothing overflows; a theorem with
sorry is proved only by a verdict about the same statement; repositories are told apart by address.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sensei.data.steps import real_tactics
from sensei.store import Store
from sensei.store.records import DeclarationRecord, SnapshotRecord, StepRecord, VerdictRecord


class Level(StrEnum):
    """How hard a theorem is, among those of all repositories."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    SORRY = "sorry"  # no proof yet
    UNKNOWN = "unknown"  # a proof without tactics says nothing


@dataclass(frozen=True, slots=True)
class RatedTheorem:
    """A theorem; ``tactics`` is the number of its steps, None for a proof without."""

    record: DeclarationRecord
    tactics: int | None
    level: Level
    proofs: tuple[VerdictRecord, ...]

    @property
    def rating(self) -> float | None:
        """exp(tactics), the largest number where that is too large; infinity for sorry."""
        if self.level is Level.SORRY:
            return math.inf
        return None if self.tactics is None else rating(self.tactics)


@dataclass(frozen=True, slots=True)
class Repository:
    """The newest snapshot of a repository's package, with its theorems by module and place."""

    snapshot: SnapshotRecord
    theorems: tuple[RatedTheorem, ...]

    @property
    def levels(self) -> Mapping[Level, int]:
        """How many theorems each level has."""
        counted = Counter(theorem.level for theorem in self.theorems)
        return {level: counted[level] for level in Level}

    @property
    def proven(self) -> tuple[RatedTheorem, ...]:
        """With a whole proof of their own."""
        return tuple(t for t in self.theorems if not _is_open(t.record))

    @property
    def sorry_proved(self) -> tuple[RatedTheorem, ...]:
        """With sorry, and a proof that Lean accepted."""
        return tuple(t for t in self.theorems if t.record.has_sorry and t.proofs)

    @property
    def sorry_unproved(self) -> tuple[RatedTheorem, ...]:
        """With sorry, and no proof yet."""
        return tuple(t for t in self.theorems if t.record.has_sorry and not t.proofs)


def rating(tactics: int) -> float:
    """exp(tactics), or the largest finite number."""
    try:
        return math.exp(tactics)
    except OverflowError:
        return sys.float_info.max


def thirds(tactics: Sequence[int]) -> tuple[float, float]:
    """The 33rd and 67th percentiles, interpolated; of nothing, zeros.

    Of the numbers of tactics: exp keeps their order, so the thirds are those of the ratings.
    """
    ordered = sorted(tactics)
    if not ordered:
        return 0.0, 0.0

    def percentile(share: float) -> float:
        at = share * (len(ordered) - 1)
        low = math.floor(at)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (at - low)

    return percentile(0.33), percentile(0.67)


def repositories(
    store: Store, snapshots: Sequence[SnapshotRecord] | None = None
) -> list[Repository]:
    """The newest snapshots of all repositories (or those given) as a curriculum: most easy theorems
    first, then by address and package."""
    chosen = newest(store.snapshots()) if snapshots is None else list(snapshots)
    found = [(s, store.theorems(s.id), tactic_counts(store, s.id)) for s in chosen]
    low, high = thirds(
        [
            counts[t.id]
            for _, theorems, counts in found
            for t in theorems
            if t.id in counts and not _is_open(t)
        ]
    )
    accepted = store.verdicts(accepted=True)
    made = []
    for snapshot, theorems, counts in found:
        proofs = _proofs(store, snapshot, accepted)
        made.append(
            Repository(
                snapshot,
                tuple(
                    RatedTheorem(
                        t,
                        counts.get(t.id),
                        _level(t, counts.get(t.id), low, high),
                        tuple(proofs.get((t.module, t.name, t.type_hash), ())),
                    )
                    for t in theorems
                ),
            )
        )
    return sorted(
        made,
        key=lambda r: (-r.levels[Level.EASY], r.snapshot.repository, r.snapshot.package),
    )


def tactic_counts(store: Store, snapshot_id: int) -> dict[int, int]:
    """How many tactics a declaration's proof has, by its id; those with none are not in it."""
    counts: Counter[int] = Counter()
    for module in store.modules(snapshot_id):
        of: dict[int, list[StepRecord]] = {}
        for step in store.module_steps(module.id):
            if step.declaration_id is not None:
                of.setdefault(step.declaration_id, []).append(step)
        counts.update({number: len(real_tactics(steps)) for number, steps in of.items()})
    return {number: count for number, count in counts.items() if count}


def newest(snapshots: Sequence[SnapshotRecord]) -> list[SnapshotRecord]:
    """The last of each repository and package, of snapshots in order."""
    last = {(s.repository, s.package): s for s in snapshots}
    return [last[key] for key in sorted(last)]


def _is_open(theorem: DeclarationRecord) -> bool:
    return theorem.has_sorry or theorem.has_error


def _level(theorem: DeclarationRecord, tactics: int | None, low: float, high: float) -> Level:
    if _is_open(theorem):
        return Level.SORRY
    if tactics is None:
        return Level.UNKNOWN
    if tactics <= low:
        return Level.EASY
    return Level.MEDIUM if tactics <= high else Level.HARD


def _proofs(
    store: Store, snapshot: SnapshotRecord, accepted: Sequence[VerdictRecord]
) -> dict[tuple[str, str, str], list[VerdictRecord]]:
    """Accepted proofs of a repository's theorems, by module, name and statement: those found on an
    older snapshot hold while the statement is the same."""
    of = {s.id: s for s in store.snapshots() if s.repository == snapshot.repository}
    mine = [v for v in accepted if v.snapshot_id in of]
    statements = {
        (t.snapshot_id, t.module, t.name): t.type_hash
        for snapshot_id in sorted({v.snapshot_id for v in mine if v.snapshot_id is not None})
        for t in store.theorems(snapshot_id)
    }
    found: dict[tuple[str, str, str], list[VerdictRecord]] = {}
    for verdict in mine:
        theorem = verdict.claim.theorem
        statement = statements.get((verdict.snapshot_id or 0, theorem.module, theorem.name))
        if statement is not None:
            found.setdefault((theorem.module, theorem.name, statement), []).append(verdict)
    return found
