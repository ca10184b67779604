"""Writing and reading what is done with a trace: splits, runs, checkpoints, attempts, verdicts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from sensei.core.errors import NotFoundError, UsageError
from sensei.core.names import near_matches
from sensei.core.types import (
    Budget,
    Claim,
    SearchResult,
    SearchStatus,
    Spent,
    TheoremRef,
    Verdict,
    VerdictReason,
)
from sensei.store.bulk import insert_rows
from sensei.store.records import (
    AttemptRecord,
    CheckpointRecord,
    RunRecord,
    SplitMember,
    SplitRecord,
    VerdictRecord,
)
from sensei.store.result_schema import (
    AttemptRow,
    CheckpointRow,
    RunRow,
    SplitMemberRow,
    SplitRow,
    VerdictRow,
)
from sensei.store.texts import load_texts, store_texts


def write_split(
    session: Session,
    now: datetime,
    *,
    name: str,
    strategy: str,
    snapshot_id: int,
    seed: int,
    ratios: Sequence[float],
    dataset_hash: str,
    manifest: str,
    members: Sequence[SplitMember],
    replace: bool,
) -> int:
    """Freezes a split. The same one again is found; a different one of that name is refused, or
    with ``replace`` takes the name, and the old one is kept as ``name@<data-set hash>``."""
    old = session.scalar(select(SplitRow).where(SplitRow.name == name))
    text_id = store_texts(session, [manifest])[manifest]
    if old is not None:
        if old.manifest_text_id == text_id:
            return old.id
        if not replace:
            raise UsageError(
                f"the split {name!r} is frozen with other theorems, seed or ratios",
                "choose another --name, or give --replace to keep the old one under its hash",
            )
        old.name = f"{name}@{old.dataset_hash[:12]}.{old.id}"
        session.flush()
    row = SplitRow(
        name=name,
        strategy=strategy,
        snapshot_id=snapshot_id,
        seed=seed,
        ratios=list(ratios),
        dataset_hash=dataset_hash,
        manifest_text_id=text_id,
        created_at=now,
    )
    session.add(row)
    session.flush()
    columns = [field.name for field in fields(SplitMember)]
    values = attrgetter(*columns)
    insert_rows(
        session,
        "split_members",
        ("split_id", "position", *columns),
        [(row.id, position, *values(member)) for position, member in enumerate(members)],
    )
    return row.id


def read_splits(session: Session, name: str | None = None) -> list[SplitRecord]:
    """All splits, oldest first, or those of a name."""
    query = select(SplitRow).order_by(SplitRow.id)
    if name is not None:
        query = query.where(SplitRow.name == name)
    rows = session.scalars(query).all()
    manifests = load_texts(session, (row.manifest_text_id for row in rows))
    records = []
    for row in rows:
        members = session.execute(
            select(*(getattr(SplitMemberRow, field.name) for field in fields(SplitMember)))
            .where(SplitMemberRow.split_id == row.id)
            .order_by(SplitMemberRow.position)
        )
        records.append(
            SplitRecord(
                id=row.id,
                name=row.name,
                strategy=row.strategy,
                snapshot_id=row.snapshot_id,
                seed=row.seed,
                ratios=tuple(row.ratios),
                dataset_hash=row.dataset_hash,
                manifest=manifests[row.manifest_text_id],
                members=tuple(SplitMember(*member) for member in members),
                created_at=row.created_at,
            )
        )
    return records


def read_split(session: Session, name: str) -> SplitRecord:
    """The split of this name.

    Raises:
        NotFoundError: there is none.
    """
    found = read_splits(session, name)
    if found:
        return found[0]
    known = session.scalars(select(SplitRow.name)).all()
    if not known:
        raise NotFoundError(f"no split {name!r}: there is none yet", "sensei data split --seed 0")
    raise near_matches("split", name, known)


def write_run(session: Session, now: datetime, **columns: Any) -> int:
    """Starts a run."""
    row = RunRow(status="running", metrics={}, started_at=now, finished_at=None, **columns)
    session.add(row)
    session.flush()
    return row.id


def end_run(
    session: Session, now: datetime, run_id: int, status: str, metrics: Mapping[str, Any]
) -> None:
    """Says how a run ended."""
    row = session.get(RunRow, run_id)
    if row is None:
        raise NotFoundError(f"no run {run_id}")
    row.status, row.metrics, row.finished_at = status, dict(metrics), now


def read_runs(session: Session, run_id: int | None = None) -> list[RunRecord]:
    """All runs, oldest first, or the one of this id."""
    query = select(RunRow).order_by(RunRow.id)
    if run_id is not None:
        query = query.where(RunRow.id == run_id)
    return [
        RunRecord(
            id=row.id,
            kind=row.kind,
            split_id=row.split_id,
            dataset_hash=row.dataset_hash,
            seed=row.seed,
            config=row.config,
            code_version=row.code_version,
            status=row.status,
            metrics=row.metrics,
            started_at=row.started_at,
            finished_at=row.finished_at,
        )
        for row in session.scalars(query)
    ]


def write_checkpoint(session: Session, now: datetime, *, name: str, **columns: Any) -> int:
    """Records a checkpoint folder; one of the same name is brought up to date."""
    row = session.scalar(select(CheckpointRow).where(CheckpointRow.name == name))
    if row is None:
        row = CheckpointRow(name=name, created_at=now, **columns)
        session.add(row)
    else:
        for column, value in columns.items():
            setattr(row, column, value)
    session.flush()
    return row.id


def read_checkpoints(session: Session) -> list[CheckpointRecord]:
    """All checkpoints, oldest first."""
    return [
        CheckpointRecord(
            id=row.id,
            run_id=row.run_id,
            name=row.name,
            kind=row.kind,
            path=row.path,
            manifest=row.manifest,
            created_at=row.created_at,
        )
        for row in session.scalars(select(CheckpointRow).order_by(CheckpointRow.id))
    ]


def write_attempt(
    session: Session,
    now: datetime,
    theorem: TheoremRef,
    *,
    snapshot_id: int,
    generator: str,
    checkpoint: str | None,
    seed: int,
    budget: Budget,
    result: SearchResult,
    proof: str | None,
    events: Sequence[Mapping[str, Any]],
) -> int:
    """Stores one search with its events."""
    lines = "".join(json.dumps(e, ensure_ascii=False, sort_keys=True) + "\n" for e in events)
    row = AttemptRow(
        snapshot_id=snapshot_id,
        theorem=theorem.name,
        module=theorem.module,
        file=theorem.file,
        generator=generator,
        checkpoint=checkpoint,
        seed=seed,
        budget=asdict(budget),
        status=result.status.value,
        detail=result.detail,
        seconds=result.spent.seconds,
        model_calls=result.spent.model_calls,
        tactic_calls=result.spent.tactic_calls,
        tokens=result.spent.tokens,
        tactics=list(result.tactics),
        proof=proof,
        events_text_id=store_texts(session, [lines])[lines],
        created_at=now,
    )
    session.add(row)
    session.flush()
    return row.id


def read_attempt(session: Session, attempt_id: int) -> AttemptRecord:
    """One attempt with its events.

    Raises:
        NotFoundError: there is none of this id.
    """
    row = session.get(AttemptRow, attempt_id)
    if row is None:
        newest = session.scalar(select(AttemptRow.id).order_by(AttemptRow.id.desc()).limit(1))
        hint = "sensei prove makes one" if newest is None else f"the newest is {newest}"
        raise NotFoundError(f"no attempt {attempt_id}", hint)
    lines = load_texts(session, [row.events_text_id])[row.events_text_id]
    return _attempt(row, tuple(json.loads(line) for line in lines.split("\n") if line))


def read_attempts(session: Session, **equal: Any) -> list[AttemptRecord]:
    """Attempts whose columns are as given (None: any), oldest first, without their events."""
    query = select(AttemptRow).order_by(AttemptRow.id)
    for column, value in equal.items():
        if value is not None:
            query = query.where(getattr(AttemptRow, column) == value)
    return [_attempt(row, ()) for row in session.scalars(query)]


def _attempt(row: AttemptRow, events: tuple[Mapping[str, Any], ...]) -> AttemptRecord:
    return AttemptRecord(
        id=row.id,
        snapshot_id=row.snapshot_id,
        theorem=TheoremRef(row.theorem, row.module, row.file),
        generator=row.generator,
        checkpoint=row.checkpoint,
        seed=row.seed,
        budget=Budget(**row.budget),
        result=SearchResult(
            status=SearchStatus(row.status),
            tactics=tuple(row.tactics),
            spent=Spent(row.seconds, row.model_calls, row.tactic_calls, row.tokens),
            detail=row.detail,
        ),
        proof=row.proof,
        events=events,
        created_at=row.created_at,
    )


def write_verdict(
    session: Session,
    now: datetime,
    claim: Claim,
    verdict: Verdict,
    attempt_id: int | None,
    snapshot_id: int | None,
) -> int:
    """Stores what the verifier found, all of it; of an attempt, with the attempt's snapshot."""
    if snapshot_id is None and attempt_id is not None:
        snapshot_id = session.scalar(
            select(AttemptRow.snapshot_id).where(AttemptRow.id == attempt_id)
        )
    columns = asdict(verdict)
    columns |= {
        "reason": verdict.reason.value,
        "axioms": list(verdict.axioms),
        "allowed_axioms": list(verdict.allowed_axioms),
        "checkers": list(verdict.checkers),
    }
    row = VerdictRow(
        attempt_id=attempt_id,
        snapshot_id=snapshot_id,
        theorem=claim.theorem.name,
        module=claim.theorem.module,
        file=claim.theorem.file,
        proof=claim.proof,
        created_at=now,
        **columns,
    )
    session.add(row)
    session.flush()
    return row.id


def read_verdicts(session: Session, **equal: Any) -> list[VerdictRecord]:
    """Verdicts whose columns are as given (None: any), oldest first."""
    query = select(VerdictRow).order_by(VerdictRow.id)
    for column, value in equal.items():
        if value is not None:
            query = query.where(getattr(VerdictRow, column) == value)
    return [
        VerdictRecord(
            id=row.id,
            attempt_id=row.attempt_id,
            snapshot_id=row.snapshot_id,
            claim=Claim(TheoremRef(row.theorem, row.module, row.file), row.proof),
            verdict=Verdict(
                accepted=row.accepted,
                reason=VerdictReason(row.reason),
                detail=row.detail,
                axioms=tuple(row.axioms),
                seconds=row.seconds,
                lean_version=row.lean_version,
                lean_commit=row.lean_commit,
                source_hash=row.source_hash,
                spliced_hash=row.spliced_hash,
                allowed_axioms=tuple(row.allowed_axioms),
                checkers=tuple(row.checkers),
            ),
            created_at=row.created_at,
        )
        for row in session.scalars(query)
    ]
