"""Runs: what each came to by step, what it was made from, and the rounds of those that have any.

Left out: the training itself (sensei/trainers), the rounds (sensei/loop), and how it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sensei.store import Store
from sensei.store.records import CheckpointRecord, EvaluationSum, Outcomes, RunRecord

#: Runs of these kinds are rounds of evaluation and training.
_EVALUATES = "loop"


def runs_view(store: Store) -> list[dict[str, Any]]:
    """All runs, newest first, a line each."""
    by_run = _checkpoints_by_run(store.checkpoints())
    splits = {split.id: split.name for split in store.splits()}
    outcomes = store.outcomes_by_checkpoint()
    return [_line(run, by_run.get(run.id, []), splits, outcomes) for run in reversed(store.runs())]


def run_view(store: Store, run_id: int) -> dict[str, Any]:
    """One run with its figures by step, lineage and rounds.

    Raises:
        NotFoundError: there is no such run.
    """
    run = store.run(run_id)
    checkpoints = store.checkpoints()
    own = _checkpoints_by_run(checkpoints).get(run.id, [])
    splits = {split.id: split.name for split in store.splits()}
    scalars = {
        name: value
        for name, value in run.metrics.items()
        if isinstance(value, int | float | str) or value is None
    }
    return {
        **_line(run, own, splits, store.outcomes_by_checkpoint()),
        "config": dict(run.config),
        "metrics": scalars,
        "curve": _curve(run),
        "rounds": rounds_of(store, run),
        "lineage": lineage(store, run, checkpoints),
    }


def rounds_of(store: Store, run: RunRecord) -> list[dict[str, Any]]:
    """The rounds of a run: as it reported them, or, of a loop that has not ended, from the
    evaluations that there are."""
    reported = run.metrics.get("rounds")
    if isinstance(reported, list):
        return [dict(made) for made in reported if isinstance(made, Mapping)]
    if run.kind != _EVALUATES:
        return []
    sums = store.evaluation_sums()
    rounds: dict[int, dict[str, Any]] = {}
    for evaluation in store.evaluations():
        config = evaluation.config
        if config.get("loop") != run.id:
            continue
        number, total = int(config.get("round", 0)), sums.get(evaluation.id)
        told = rounds.setdefault(
            number, {"round": number, "generator": config.get("generator", "")}
        )
        if config.get("what"):  # what is held out, beside the round's own
            told["measured"] = total.problems if total else 0
            told["measured_verified"] = total.verified if total else 0
            continue
        told["evaluation"] = evaluation.id
        told["ended"] = evaluation.finished_at is not None
        told |= _round_sum(total)
    return [rounds[number] for number in sorted(rounds)]


def _round_sum(total: EvaluationSum | None) -> dict[str, Any]:
    if total is None:
        return {"tried": 0, "claimed": 0, "verified": 0}
    return {
        "tried": total.problems,
        "claimed": total.claimed,
        "verified": total.verified,
        "seconds": round(total.seconds, 3),
        "model_calls": total.model_calls,
        "tactic_calls": total.tactic_calls,
    }


def lineage(
    store: Store, run: RunRecord, checkpoints: Sequence[CheckpointRecord]
) -> dict[str, list[Any]]:
    """What a run was made from and what was done with what it made: a graph, as ``nodes`` (id,
    kind, label, detail) and ``edges`` (pairs of ids), from traces to evaluations."""
    nodes: dict[str, dict[str, Any]] = {}
    edges: list[list[str]] = []

    def add(kind: str, key: object, label: str, detail: str = "") -> str:
        name = f"{kind}:{key}"
        nodes.setdefault(name, {"id": name, "kind": kind, "label": label, "detail": detail})
        return name

    def join(one: str, other: str) -> None:
        if [one, other] not in edges:
            edges.append([one, other])

    splits = {split.id: split for split in store.splits()}
    snapshots = {s.id: s for s in store.snapshots()}
    runs = {known.id: known for known in store.runs()}
    evaluations = {evaluation.id: evaluation for evaluation in store.evaluations()}

    def add_run(at: RunRecord) -> str:
        name = f"run:{at.id}"
        if name in nodes:
            return name
        add("run", at.id, f"{at.kind} {at.id}", f"seed {at.seed}, {at.status}")
        data = add("data", at.dataset_hash or at.id, "data set", at.dataset_hash[:12])
        join(data, name)
        split = splits.get(at.split_id) if at.split_id is not None else None
        if split is not None:
            join(add("split", split.id, f"split {split.name}", f"seed {split.seed}"), data)
            members = {member.snapshot_id for member in split.members} or {split.snapshot_id}
            for snapshot in (snapshots[number] for number in sorted(members & set(snapshots))):
                detail = f"Lean {snapshot.lean_version}, {snapshot.identity[:12]}"
                traced = add("traces", snapshot.id, f"traces of {snapshot.package}", detail)
                join(traced, f"split:{split.id}")
        for number in at.config.get("from_evaluations") or ():
            found = evaluations.get(number)
            if found is not None:
                join(add("found", number, found.benchmark, "verified proofs of it"), data)
        for checkpoint in checkpoints:
            if checkpoint.run_id == at.id:
                join(name, add_checkpoint(checkpoint))
        return name

    def add_checkpoint(at: CheckpointRecord) -> str:
        name = f"checkpoint:{at.id}"
        if name in nodes:
            return name
        add("checkpoint", at.id, at.name, at.kind.replace("_", " "))
        parent_name = str(at.manifest.get("parent", "")).partition(":")[0]
        parent = next((c for c in checkpoints if c.name == parent_name and c.id != at.id), None)
        if parent is not None:
            first = add_checkpoint(parent)
            join(first, f"run:{at.run_id}" if at.run_id in runs else name)
        if at.run_id in runs:
            join(add_run(runs[at.run_id]), name)
        return name

    add_run(run)
    for evaluation in evaluations.values():
        if evaluation.config.get("loop") == run.id:
            join(f"run:{run.id}", add("evaluation", evaluation.id, evaluation.benchmark))
        used = Path(str(evaluation.config.get("generator", ""))).name
        for checkpoint in checkpoints:
            if used and used == checkpoint.name and f"checkpoint:{checkpoint.id}" in nodes:
                made = add("evaluation", evaluation.id, evaluation.benchmark)
                join(f"checkpoint:{checkpoint.id}", made)
    return {"nodes": list(nodes.values()), "edges": edges}


def _line(
    run: RunRecord,
    own: Sequence[CheckpointRecord],
    splits: Mapping[int, str],
    outcomes: Mapping[str, Outcomes],
) -> dict[str, Any]:
    """What a list says of a run."""
    ended = run.finished_at
    made = []
    for checkpoint in own:
        came = outcomes.get(checkpoint.path) or outcomes.get(checkpoint.name)
        made.append(
            {
                "id": checkpoint.id,
                "name": checkpoint.name,
                "kind": checkpoint.kind,
                "outcomes": None if came is None else asdict(came),
            }
        )
    return {
        "id": run.id,
        "kind": run.kind,
        "name": str(run.config.get("name", "")),
        "status": run.status,
        "seed": run.seed,
        "started_at": run.started_at.isoformat(),
        "seconds": None if ended is None else (ended - run.started_at).total_seconds(),
        "split": splits.get(run.split_id, "") if run.split_id is not None else "",
        "dataset_hash": run.dataset_hash,
        "code_version": run.code_version,
        "steps": run.metrics.get("steps"),
        "loss": run.metrics.get("loss_last"),
        "error": run.metrics.get("error"),
        "checkpoints": made,
    }


def _curve(run: RunRecord) -> dict[str, list[float]]:
    """The figures by step: ``step``, and as many values of each name. Runs from before curves were
    kept have the first and the last loss."""
    kept = run.metrics.get("curve")
    if isinstance(kept, Mapping) and kept.get("step"):
        count = len(kept["step"])
        return {str(name): list(v) for name, v in kept.items() if len(v) == count}
    first, last = run.metrics.get("loss_first"), run.metrics.get("loss_last")
    steps = run.metrics.get("steps")
    if isinstance(first, int | float) and isinstance(last, int | float) and steps:
        return {"step": [1, int(steps)], "loss": [first, last]}
    return {}


def _checkpoints_by_run(
    checkpoints: Sequence[CheckpointRecord],
) -> dict[int | None, list[CheckpointRecord]]:
    by_run: dict[int | None, list[CheckpointRecord]] = {}
    for checkpoint in checkpoints:
        by_run.setdefault(checkpoint.run_id, []).append(checkpoint)
    return by_run
