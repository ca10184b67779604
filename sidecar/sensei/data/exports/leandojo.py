"""LeanDojo's folder: ``{random,novel_premises}/{train,val,test}.json``, ``corpus.jsonl``,
``traced_files.jsonl`` and ``metadata.json``, as ReProver and LeanDojo-v2 read them.

Proofs without tactics are in it with an empty list, as there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sensei.data.assign import PARTS, row_hash
from sensei.data.exports.corpus import Paths, end, file_entry, provenance, start
from sensei.data.exports.proofs import ModuleProofs, ProofStep
from sensei.data.exports.writing import Files, to_line
from sensei.data.steps import dedent
from sensei.store import Store
from sensei.store.records import DeclarationRecord, SnapshotRecord

# The version of LeanDojo-v2 whose schema this is.
LEANDOJO_VERSION = "1.0.9"
# By strategy: each theorem's part, by snapshot and row hash.
Strategies = dict[str, dict[tuple[int, str], str]]


def write_leandojo(
    store: Store, snapshots: list[SnapshotRecord], strategies: Strategies, folder: Path
) -> dict[str, int]:
    """Fills the folder in one pass over the modules; returns how much of what it wrote."""
    counts = {"files": 0, "premises": 0, "theorems": 0, "tactics": 0}
    paths = paths_of(store, snapshots)
    with Files(arrays=True) as parts, Files() as lines:
        files = {(s, p): folder / s / f"{p}.json" for s in strategies for p in PARTS}
        for path in files.values():
            parts.open(path)
        corpus, traced = folder / "corpus.jsonl", folder / "traced_files.jsonl"
        lines.open(corpus)
        lines.open(traced)
        for snapshot in snapshots:
            for module in store.modules(snapshot.id):
                contents = store.contents(module)
                entry = file_entry(contents, paths)
                lines.write(corpus, to_line(entry))
                lines.write(traced, to_line({"traced_file_path": entry["path"]}))
                counts["files"] += 1
                counts["premises"] += len(entry["premises"])
                proofs = ModuleProofs(contents)
                for theorem in contents.declarations:
                    if theorem.kind != "theorem":
                        continue
                    key = (theorem.snapshot_id, row_hash(theorem))
                    places = [(s, of[key]) for s, of in strategies.items() if key in of]
                    if not places:
                        continue
                    steps = proofs.steps(theorem)
                    line = to_line(theorem_entry(theorem, steps, snapshot, paths))
                    for strategy, part in places:
                        parts.write(files[strategy, part], line)
                    counts["theorems"] += 1
                    counts["tactics"] += len(steps)
    first = snapshots[0]
    metadata: dict[str, Any] = {
        "creation_time": (first.completed_at or first.created_at).isoformat(sep=" "),
        "from_repo": {"url": first.repository, "commit": commit_of(first)},
        "leandojo_version": LEANDOJO_VERSION,
    }
    if len(snapshots) > 1:
        metadata["from_repos"] = [{"url": s.repository, "commit": commit_of(s)} for s in snapshots]
    (folder / "metadata.json").write_bytes(to_line(metadata) + b"\n")
    return counts


def commit_of(snapshot: SnapshotRecord) -> str:
    """The commit; of a folder of its own, as many digits of its content's hash."""
    return snapshot.commit or snapshot.content_hash[:40]


def paths_of(store: Store, snapshots: list[SnapshotRecord]) -> Paths:
    """Paths in one name space: where two repositories have a path in common, all get a folder."""
    files = {(s.id, m.name): m.file for s in snapshots for m in store.modules(s.id)}
    folders: dict[int, str] = {}
    if len(set(files.values())) < len(files):
        names = [s.repository.rstrip("/").rsplit("/", 1)[-1] for s in snapshots]
        for number, snapshot in enumerate(snapshots):
            unique = names.count(names[number]) == 1
            name = names[number] if unique else f"{names[number]}-{snapshot.identity[:8]}"
            folders[snapshot.id] = name + "/"
    return Paths(files, folders)


def theorem_entry(
    theorem: DeclarationRecord,
    steps: list[ProofStep],
    snapshot: SnapshotRecord,
    paths: Paths,
) -> dict[str, Any]:
    """A theorem with its tactics."""
    place = theorem.range
    return {
        "url": snapshot.repository,
        "commit": commit_of(snapshot),
        "file_path": paths.of(snapshot.id, theorem.module),
        "full_name": theorem.name,
        "theorem_statement": f"{theorem.kind} {theorem.name} {theorem.signature}".rstrip(),
        "start": start(place) if place else None,
        "end": end(place) if place else None,
        "traced_tactics": [
            {
                "tactic": step.tactic,
                "annotated_tactic": _annotated(step, snapshot.id, paths),
                "state_before": step.before,
                "state_after": step.after,
            }
            for step in steps
        ],
    }


def _annotated(step: ProofStep, snapshot_id: int, paths: Paths) -> list[Any]:
    """The tactic with ``<a>…</a>`` around each name that is a premise, and the premises."""
    place = step.record.range
    text = step.record.text
    if place is None:
        return [step.tactic, []]
    source = text.encode()
    out, at, told = b"", 0, []
    for premise in step.premises:
        where = provenance(premise, snapshot_id, paths)
        if premise.use is None or where is None:
            continue
        first = premise.use.start_byte - place.start_byte
        last = premise.use.end_byte - place.start_byte
        if not at <= first < last <= len(source) or (first, last) == (0, len(source)):
            continue
        out += source[at:first] + b"<a>" + source[first:last] + b"</a>"
        at = last
        told.append(where)
    out += source[at:]
    return [dedent(out.decode(errors="replace"), place.start_column), told]
