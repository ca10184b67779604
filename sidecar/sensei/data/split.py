"""Splits by declaration: which theorems take part, and how a split is frozen.

assign.py says which part each theorem is in.
"""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import StoreError, UsageError
from sensei.core.memory import no_garbage_collection
from sensei.data.assign import (
    PARTS,
    Premise,
    assign,
    assign_novel_premises,
    digest,
    ratios_text,
    sizes,
)
from sensei.store import Store
from sensei.store.records import DeclarationRecord, SnapshotRecord, SplitMember, SplitRecord

STRATEGIES = ("random", "novel_premises")
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


def manifest_text(
    name: str,
    strategy: str,
    snapshots: Sequence[SnapshotRecord],
    seed: int,
    ratios: Sequence[float],
    members: Sequence[SplitMember],
) -> str:
    """The manifest: everything a split is, the same bytes for the same inputs."""
    identities = {s.id: s.identity for s in snapshots}
    manifest = {
        "version": MANIFEST_VERSION,
        "name": name,
        "strategy": strategy,
        "seed": seed,
        "ratios": list(ratios),
        "package": snapshots[0].package,
        "snapshot": snapshots[0].identity,
        "lean_version": snapshots[0].lean_version,
        "snapshots": [
            {
                "repository": s.repository,
                "commit": s.commit,
                "package": s.package,
                "snapshot": s.identity,
                "lean_version": s.lean_version,
            }
            for s in snapshots
        ],
        "dataset_hash": dataset_hash(members),
        "sizes": sizes(members),
    }
    parts = ",\n".join(
        f'  "{part}": [\n'
        + ",\n".join(_member_line(m, identities) for m in members if m.part == part)
        + "\n  ]"
        for part in PARTS
    )
    head = json.dumps(manifest, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{head},\n "parts": {{\n{parts}\n }}\n}}\n'


def _member_line(member: SplitMember, identities: Mapping[int, str]) -> str:
    return "   " + json.dumps(
        {
            "snapshot": identities[member.snapshot_id],
            "theorem": member.theorem,
            "module": member.module,
            "file": member.file,
            "type_hash": member.type_hash,
            "row_hash": member.row_hash,
        },
        ensure_ascii=False,
    )


def dataset_hash(members: Iterable[SplitMember]) -> str:
    """SHA-256 over every member's part and row hash, whatever their order."""
    return digest(sorted([m.part, m.row_hash] for m in members))


def freeze_split(
    store: Store,
    project_root: Path,
    *,
    seed: int,
    ratios: Sequence[float] = DEFAULT_RATIOS,
    name: str = "default",
    strategy: str = "random",
    snapshot: SnapshotRecord | None = None,
    others: Sequence[SnapshotRecord] = (),
    replace: bool = False,
) -> tuple[SplitRecord, Selection]:
    """Splits a snapshot (the newest by default) and freezes it in the store and as a file.

    The same inputs give the same bytes of ``.lake/sensei/splits/<name>.json`` and the same rows.

    Args:
        others: snapshots of other repositories that are split together with it.

    Raises:
        UsageError: bad ratios, strategy or name, nothing to split, sizes that cannot be had, or
            the name is frozen with other content.
        NotFoundError: no snapshot.
        StoreError: the database or the manifest file cannot be written.
    """
    check_ratios(ratios)
    path = manifest_path(project_root, name)
    snapshots = [store.snapshot() if snapshot is None else snapshot, *others]
    with no_garbage_collection():
        selection = select(theorem for s in snapshots for theorem in store.theorems(s.id))
    if not selection.theorems:
        why = (
            ", ".join(f"{n} {reason}" for reason, n in selection.left_out.items()) or "none at all"
        )
        raise UsageError(
            f"the snapshot {snapshots[0].identity[:12]} has no proved theorem to split ({why})",
            "trace a project with proofs: sensei trace && sensei ingest",
        )
    with no_garbage_collection():
        members = members_of(store, selection.theorems, strategy, seed, ratios)
        manifest = manifest_text(name, strategy, snapshots, seed, ratios, members)
    store.put_split(
        name=name,
        snapshot_id=snapshots[0].id,
        strategy=strategy,
        seed=seed,
        ratios=ratios,
        dataset_hash=dataset_hash(members),
        manifest=manifest,
        members=members,
        replace=replace,
    )
    _write_whole(path, manifest)
    return store.split(name), selection


def members_of(
    store: Store,
    theorems: Sequence[DeclarationRecord],
    strategy: str,
    seed: int,
    ratios: Sequence[float],
) -> tuple[SplitMember, ...]:
    """Each theorem's part, by one of the strategies.

    Raises:
        UsageError: there is no such strategy, or the sizes cannot be had.
    """
    if strategy == "random":
        return assign(theorems, seed, ratios)
    if strategy != "novel_premises":
        raise UsageError(f"no strategy {strategy!r}", f"they are {', '.join(STRATEGIES)}")
    uses: dict[int, set[Premise]] = {theorem.id: set() for theorem in theorems}
    for snapshot_id in sorted({theorem.snapshot_id for theorem in theorems}):
        for declaration_id, module, name in store.uses(snapshot_id):
            if declaration_id in uses:
                uses[declaration_id].add((module, name))
    return assign_novel_premises(theorems, uses, seed, ratios)


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
            f"the ratios {ratios_text(ratios)} are not three shares (train, val, test) of 1",
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
