"""Leak checks: what is in two parts of a split. They look at the members only, not at how the split
was made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sensei.store import Store
from sensei.store.records import DeclarationRecord, SplitRecord

# Shorter proofs (``by simp``, ``by omega``) are equal by chance and give nothing away.
MIN_PROOF_BYTES = 64


@dataclass(frozen=True, slots=True)
class Leak:
    """Theorems in two parts that share a name, a statement (up to bound names) or a proof.

    Args:
        kind: ``name``, ``statement`` or ``proof``.
        one, other: (part, module, theorem) of the first such in two parts.
    """

    kind: str
    one: tuple[str, str, str]
    other: tuple[str, str, str]


def find_leaks(store: Store, split: SplitRecord) -> list[Leak]:
    """One leak for each name, statement or proof that is in two parts, by kind and place.

    A split has none of name or statement; of proof it may: theorems with one proof and different
    statements are not kept together.
    """
    part_of = {(m.snapshot_id, m.module, m.theorem): m.part for m in split.members}
    placed = []
    for snapshot_id in sorted({member.snapshot_id for member in split.members}):
        for theorem in store.theorems(snapshot_id):
            part = part_of.get((snapshot_id, theorem.module, theorem.name))
            if part is not None:
                placed.append((part, theorem))
    return [
        *_leaks("name", placed, lambda t: t.name),
        *_leaks("statement", placed, lambda t: t.type_hash),
        *_leaks("proof", placed, _long_proof),
    ]


def _long_proof(theorem: DeclarationRecord) -> str:
    place = theorem.proof_range
    if place is None or place.end_byte - place.start_byte < MIN_PROOF_BYTES:
        return ""
    return theorem.proof_hash


def _leaks(
    kind: str,
    placed: Iterable[tuple[str, DeclarationRecord]],
    key: Callable[[DeclarationRecord], str],
) -> list[Leak]:
    first: dict[str, tuple[str, DeclarationRecord]] = {}
    leaks: dict[str, Leak] = {}
    for part, theorem in placed:
        value = key(theorem)
        if not value:
            continue
        there, earlier = first.setdefault(value, (part, theorem))
        if there != part and value not in leaks:
            leaks[value] = Leak(
                kind,
                (there, earlier.module, earlier.name),
                (part, theorem.module, theorem.name),
            )
    return list(leaks.values())
