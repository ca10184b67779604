"""Splits by declaration: which theorems take part, which part each is in, and how that is frozen.

Theorems whose statements are equal after renaming of bound variables (equal type hashes) stay in
one part. A group's place depends on the seed and its type hash alone, so neither the order of rows
or files nor a hash seed changes a split.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import StoreError, UsageError
from sensei.store import Store
from sensei.store.records import DeclarationRecord, SnapshotRecord, SplitMember, SplitRecord

PARTS = ("train", "val", "test")
DEFAULT_RATIOS = (0.8, 0.05, 0.15)
MANIFEST_VERSION = 1


@dataclass(frozen=True, slots=True)
class Selection:
    """The theorems that can take part, and how many cannot, by reason."""

    theorems: tuple[DeclarationRecord, ...]
    left_out: Mapping[str, int]


def select(theorems: Iterable[DeclarationRecord]) -> Selection:
    """Takes the propositions that have a whole proof: no sorry, no error."""
    taken: list[DeclarationRecord] = []
    left_out: Counter[str] = Counter()
    for theorem in theorems:
        reason = _reason_against(theorem)
        if reason:
            left_out[reason] += 1
        else:
            taken.append(theorem)
    return Selection(tuple(taken), dict(sorted(left_out.items())))


def _reason_against(theorem: DeclarationRecord) -> str:
    if not theorem.is_prop:
        return "no proposition"
    if theorem.proof_kind == "none":
        return "no proof"
    if theorem.has_sorry:
        return "sorry"
    if theorem.has_error:
        return "error"
    return ""


def row_hash(theorem: DeclarationRecord) -> str:
    """SHA-256 of what a theorem is: module, name, statement and proof, not its place."""
    return _digest(
        [theorem.module, theorem.name, theorem.type_hash, theorem.signature, theorem.proof_hash]
    )


def assign(
    theorems: Sequence[DeclarationRecord], seed: int, ratios: Sequence[float]
) -> tuple[SplitMember, ...]:
    """Each theorem's part, sorted by part, module and name.

    Groups of equal statements are ranked by SHA-256 of seed and type hash, and go to the first of
    test, val and train that still has room for all of the group.

    Raises:
        UsageError: nothing is left to train on.
    """
    groups: dict[str, list[DeclarationRecord]] = {}
    for theorem in theorems:
        groups.setdefault(theorem.type_hash, []).append(theorem)
    ranked = sorted(groups, key=lambda type_hash: (_digest([seed, type_hash]), type_hash))
    room = {
        "test": math.floor(ratios[2] * len(theorems) + 0.5),
        "val": math.floor(ratios[1] * len(theorems) + 0.5),
    }
    members: list[SplitMember] = []
    for type_hash in ranked:
        group = groups[type_hash]
        part = next((name for name, left in room.items() if len(group) <= left), "train")
        if part in room:
            room[part] -= len(group)
        members += [
            SplitMember(t.snapshot_id, part, t.name, t.module, t.file, t.type_hash, row_hash(t))
            for t in group
        ]
    if not any(member.part == "train" for member in members):
        raise UsageError(
            f"{len(theorems)} theorem(s) are too few to split by {_ratios_text(ratios)}",
            "trace more modules, or give train a greater share with --ratios",
        )
    unique = {member.row_hash: member for member in members}
    return tuple(
        sorted(
            unique.values(),
            key=lambda m: (PARTS.index(m.part), m.module, m.theorem, m.row_hash),
        )
    )


def manifest_text(
    name: str,
    snapshot: SnapshotRecord,
    seed: int,
    ratios: Sequence[float],
    members: Sequence[SplitMember],
) -> str:
    """The manifest: everything a split is, the same bytes for the same inputs."""
    manifest = {
        "version": MANIFEST_VERSION,
        "name": name,
        "seed": seed,
        "ratios": list(ratios),
        "package": snapshot.package,
        "snapshot": snapshot.identity,
        "lean_version": snapshot.lean_version,
        "dataset_hash": dataset_hash(members),
        "sizes": sizes(members),
        "parts": {
            part: [
                {
                    "theorem": m.theorem,
                    "module": m.module,
                    "file": m.file,
                    "type_hash": m.type_hash,
                    "row_hash": m.row_hash,
                }
                for m in members
                if m.part == part
            ]
            for part in PARTS
        },
    }
    return json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"


def dataset_hash(members: Iterable[SplitMember]) -> str:
    """SHA-256 over every member's part and row hash, whatever their order."""
    return _digest(sorted([m.part, m.row_hash] for m in members))


def sizes(members: Iterable[SplitMember]) -> dict[str, int]:
    """How many theorems each part has."""
    counted = Counter(member.part for member in members)
    return {part: counted[part] for part in PARTS}


def freeze_split(
    store: Store,
    project_root: Path,
    *,
    seed: int,
    ratios: Sequence[float] = DEFAULT_RATIOS,
    name: str = "default",
    snapshot: SnapshotRecord | None = None,
    replace: bool = False,
) -> tuple[SplitRecord, Selection]:
    """Splits a snapshot (the newest by default) and freezes it in the store and as a file.

    The same inputs give the same bytes of ``.lake/sensei/splits/<name>.json`` and the same rows.

    Raises:
        UsageError: bad ratios or name, nothing to split, or the name is frozen with other content.
        NotFoundError: no snapshot.
        StoreError: the database or the manifest file cannot be written.
    """
    check_ratios(ratios)
    path = manifest_path(project_root, name)
    snapshot = store.snapshot() if snapshot is None else snapshot
    selection = select(store.theorems(snapshot.id))
    if not selection.theorems:
        why = (
            ", ".join(f"{n} {reason}" for reason, n in selection.left_out.items()) or "none at all"
        )
        raise UsageError(
            f"the snapshot {snapshot.identity[:12]} has no proved theorem to split ({why})",
            "trace a project with proofs: sensei trace && sensei ingest",
        )
    members = assign(selection.theorems, seed, ratios)
    manifest = manifest_text(name, snapshot, seed, ratios, members)
    store.put_split(
        name=name,
        snapshot_id=snapshot.id,
        seed=seed,
        ratios=ratios,
        dataset_hash=dataset_hash(members),
        manifest=manifest,
        members=members,
        replace=replace,
    )
    _write_whole(path, manifest)
    return store.split(name), selection


def check_ratios(ratios: Sequence[float]) -> None:
    """Refuses ratios that are not three shares of one, with some of it for training."""
    fine = (
        len(ratios) == 3
        and all(math.isfinite(r) and r >= 0 for r in ratios)
        and abs(sum(ratios) - 1) < 1e-6
        and ratios[0] > 0
    )
    if not fine:
        raise UsageError(
            f"the ratios {_ratios_text(ratios)} are not three shares (train, val, test) of 1",
            "as in --ratios 0.8,0.05,0.15",
        )


def manifest_path(project_root: Path, name: str) -> Path:
    """Where a split's manifest file is.

    Raises:
        UsageError: the name cannot be a file's.
    """
    if not name or name.startswith(".") or not all(c.isalnum() or c in "._-@" for c in name):
        raise UsageError(f"{name!r} cannot name a split", "use letters, digits, '.', '_' and '-'")
    return project_root / ".lake" / "sensei" / "splits" / f"{name}.json"


def _write_whole(path: Path, content: str) -> None:
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            partial.write_text(content, encoding="utf-8", newline="\n")
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(
            f"{path}: the manifest cannot be written: {error.strerror}",
            "make room or mend the folder, and run the same command again",
        ) from error


def _ratios_text(ratios: Sequence[float]) -> str:
    return ",".join(f"{ratio:g}" for ratio in ratios)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()
