"""LeanDojo-v2's dynamic database, as JSON: each repository's newest snapshot.

sensei.ingest.leandojo reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sensei.core.memory import no_garbage_collection
from sensei.data.exports.corpus import file_entry
from sensei.data.exports.leandojo import LEANDOJO_VERSION, commit_of, paths_of, theorem_entry
from sensei.data.exports.proofs import ModuleProofs
from sensei.data.exports.writing import whole_file
from sensei.data.repositories import RatedTheorem, Repository, repositories
from sensei.store import Store


def export_database(store: Store, out: Path) -> dict[str, int]:
    """Writes all repositories as JSON; returns how many, and of how many theorems.

    Raises:
        UsageError: the file cannot be written.
    """
    with no_garbage_collection():
        found = repositories(store)
        value = {"repositories": [_repository(store, repository) for repository in found]}
        # Not by orjson, which has no infinity; indented, it would be written by Python.
        text = json.dumps(value, ensure_ascii=False) + "\n"
    with whole_file(out) as partial:
        partial.write_text(text, encoding="utf-8")
    return {"repositories": len(found), "theorems": sum(len(r.theorems) for r in found)}


def _repository(store: Store, repository: Repository) -> dict[str, Any]:
    snapshot = repository.snapshot
    paths = paths_of(store, [snapshot])
    rated = {theorem.record.id: theorem for theorem in repository.theorems}
    entries: dict[int, dict[str, Any]] = {}
    premise_files = []
    for module in store.modules(snapshot.id):
        contents = store.contents(module)
        proofs = ModuleProofs(contents)
        premise_files.append(_with_texts(file_entry(contents, paths)))
        for declaration in contents.declarations:
            theorem = rated.get(declaration.id)
            if theorem is not None:
                entry = theorem_entry(declaration, proofs.steps(declaration), snapshot, paths)
                entries[declaration.id] = _with_texts(entry) | {"difficulty_rating": theorem.rating}
                if theorem.proofs:
                    entries[declaration.id]["traced_tactics"] = _found(theorem)

    def of(theorems: Iterable[RatedTheorem]) -> list[dict[str, Any]]:
        return [entries[theorem.record.id] for theorem in theorems]

    open_ones = (*repository.sorry_proved, *repository.sorry_unproved)
    return {
        "url": snapshot.repository,
        "name": snapshot.package,
        "commit": commit_of(snapshot),
        "lean_version": snapshot.lean_version,
        "lean_dojo_version": LEANDOJO_VERSION,
        "metadata": {
            "date_processed": (snapshot.completed_at or snapshot.created_at).isoformat(sep=" ")
        },
        "total_theorems": len(repository.proven) + len(open_ones),
        "num_proven_theorems": len(repository.proven),
        "num_sorry_theorems": len(open_ones),
        "num_sorry_theorems_proved": len(repository.sorry_proved),
        "num_sorry_theorems_unproved": len(repository.sorry_unproved),
        "num_premise_files": len(premise_files),
        "num_premises": sum(len(file["premises"]) for file in premise_files),
        "num_files_traced": len(premise_files),
        "proven_theorems": of(repository.proven),
        "sorry_theorems_proved": of(repository.sorry_proved),
        "sorry_theorems_unproved": of(repository.sorry_unproved),
        "premise_files": premise_files,
        "files_traced": [file["path"] for file in premise_files],
        "pr_url": None,
    }


def _found(theorem: RatedTheorem) -> list[dict[str, Any]]:
    """The proof that Lean accepted; the format has a place for its text alone."""
    proof = theorem.proofs[0].claim.proof
    return [
        {"tactic": proof, "annotated_tactic": [proof, []], "state_before": "", "state_after": ""}
    ]


def _with_texts(value: Any) -> Any:
    """Positions as this format has them: "(line, column)"."""
    if isinstance(value, dict):
        return {
            key: f"({inner[0]}, {inner[1]})"
            if key in ("start", "end", "def_pos", "def_end_pos") and isinstance(inner, list)
            else _with_texts(inner)
            for key, inner in value.items()
        }
    return [_with_texts(item) for item in value] if isinstance(value, list) else value
