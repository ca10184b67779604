"""The retrieval set: a corpus of premises, and for every state the premises its tactic used.

``corpus.jsonl`` is LeanDojo's. ``{train,val,test}.jsonl`` hold queries. Positives are in the
corpus, and written in the tactic; ``term_positives`` are those that only the terms have which it
made, such as lemmas of ``simp``. Negatives are of the query's own file, defined before the theorem,
and unused by the tactic: those that are hardest to tell apart. Which are taken depends on the seed
and the names alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sensei.data.assign import PARTS, digest
from sensei.data.exports.corpus import Paths, file_entry, premises_of, start
from sensei.data.exports.leandojo import paths_of
from sensei.data.exports.proofs import ModuleProofs, ProofStep, parts_of, placed_theorems
from sensei.data.exports.writing import Files, to_line
from sensei.store import Store
from sensei.store.records import (
    DeclarationRecord,
    ModuleContents,
    SnapshotRecord,
    Span,
    SplitRecord,
)


def write_retrieval(
    store: Store,
    snapshots: list[SnapshotRecord],
    split: SplitRecord,
    folder: Path,
    *,
    negatives: int,
) -> dict[str, int]:
    """Fills the folder; returns how many files, premises and queries it has."""
    paths = paths_of(store, snapshots)
    part_of = parts_of(split)
    defined = {
        (declaration.snapshot_id, declaration.module, declaration.name)
        for snapshot in snapshots
        for declaration in store.declarations(snapshot.id)
    }
    counts = {"files": 0, "premises": 0, "queries": 0}
    with Files() as lines:
        for name in ("corpus", *PARTS):
            lines.open(folder / f"{name}.jsonl")
        for snapshot in snapshots:
            for module in store.modules(snapshot.id):
                contents = store.contents(module)
                entry = file_entry(contents, paths)
                lines.write(folder / "corpus.jsonl", to_line(entry))
                counts["files"] += 1
                counts["premises"] += len(entry["premises"])
                effects = store.effects(module.id)
                constants = store.constants(number for e in effects for number in e.constants)
                proofs = ModuleProofs(contents, effects)
                for part, theorem in placed_theorems(contents, part_of):
                    before = _defined_before(contents, theorem)
                    for step in proofs.steps(theorem):
                        used = {(p.defined_in, p.name) for p in step.premises}
                        in_terms = {
                            (c.defined_in, c.name)
                            for c in map(constants.__getitem__, step.in_terms)
                        }
                        positives = _positives(used, snapshot.id, defined, paths)
                        if positives:
                            value = _query(theorem, step, positives, paths) | {
                                "term_positives": _positives(
                                    in_terms - used, snapshot.id, defined, paths
                                ),
                                "negatives": _negatives(
                                    before, step, used | in_terms, split.seed, negatives, paths
                                ),
                            }
                            lines.write(folder / f"{part}.jsonl", to_line(value))
                            counts["queries"] += 1
    return counts


def _query(
    theorem: DeclarationRecord, step: ProofStep, positives: list[dict[str, Any]], paths: Paths
) -> dict[str, Any]:
    return {
        "full_name": theorem.name,
        "file_path": paths.of(theorem.snapshot_id, theorem.module),
        "start": start(theorem.range) if theorem.range else None,
        "state": step.before,
        "tactic": step.tactic,
        "positives": positives,
    }


def _positives(
    used: set[tuple[str, str]],
    snapshot_id: int,
    defined: set[tuple[int, str, str]],
    paths: Paths,
) -> list[dict[str, Any]]:
    return [
        {"full_name": name, "path": paths.of(snapshot_id, module)}
        for module, name in sorted(used)
        if (snapshot_id, module, name) in defined
    ]


def _defined_before(
    contents: ModuleContents, theorem: DeclarationRecord
) -> list[tuple[DeclarationRecord, Span]]:
    at = theorem.range.start_byte if theorem.range else 0
    return [(d, span) for d, span in premises_of(contents) if span.end_byte <= at]


def _negatives(
    before: list[tuple[DeclarationRecord, Span]],
    step: ProofStep,
    used: set[tuple[str, str]],
    seed: int,
    count: int,
    paths: Paths,
) -> list[dict[str, Any]]:
    names = {name for _, name in used}
    free = [d for d, _ in before if d.name not in names]
    ranked = sorted(free, key=lambda d: digest([seed, d.name, step.record.position, step.tactic]))
    return [
        {"full_name": d.name, "path": paths.of(d.snapshot_id, d.module)} for d in ranked[:count]
    ]
