"""What a snapshot holds, at a glance: counts, the longest proofs, and what failed."""

from __future__ import annotations

from typing import Any

from sensei.store import Store
from sensei.store.records import SnapshotRecord

LONGEST = 5
FAILING = 20


def summarize(store: Store, snapshot: SnapshotRecord) -> dict[str, Any]:
    """As JSON has it: ``counts``, ``longest``, ``failing`` modules, and theorems with an error or
    sorry (their number, and the first by module and place)."""
    counts = store.counts(snapshot.id)
    theorems = store.theorems(snapshot.id)
    open_ones = [
        {"theorem": t.name, "module": t.module, "why": "error" if t.has_error else "sorry"}
        for t in theorems
        if t.has_error or t.has_sorry
    ]
    return {
        "snapshot": snapshot.identity,
        "repository": snapshot.repository,
        "commit": snapshot.commit,
        "lean_version": snapshot.lean_version,
        "counts": {
            "modules": counts.modules,
            "declarations": counts.declarations,
            "theorems": counts.theorems,
            "steps": counts.steps,
            "premises": counts.premises,
        },
        "longest": [
            {"theorem": name, "module": module, "steps": steps}
            for name, module, steps in store.longest(snapshot.id, LONGEST)
        ],
        "failing": [
            {"module": f.module, "reason": f.reason, "message": f.message}
            for f in store.failures(snapshot.id)
        ],
        "unproved": len(open_ones),
        "unproved_first": open_ones[:FAILING],
    }
