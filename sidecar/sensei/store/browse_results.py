"""Reading what came of traces a page at a time: attempts with their verdicts, and what runs."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, aliased

from sensei.core.errors import NotFoundError
from sensei.store.browse_records import (
    AttemptFacets,
    AttemptLine,
    AttemptShown,
    EvaluationLine,
    RunLine,
    Tally,
    VerdictShown,
)
from sensei.store.browse_traces import has_words, pairs
from sensei.store.result_schema import (
    AttemptRow,
    EvaluationResultRow,
    EvaluationRow,
    RunRow,
    VerdictRow,
)
from sensei.store.schema import DeclarationRow, ModuleRow
from sensei.store.texts import load_texts

_Rows = Select[*tuple[Any, ...]]
_CLAIMED = "claimed"
#: What attempts without a verdict are filtered by.
NO_VERDICT = "none"
_MAX_OTHERS = 50

# A checkpoint is a folder: its last part is what people call it.
_PROVER: Any = func.coalesce(AttemptRow.checkpoint, AttemptRow.generator)


def read_tally(session: Session) -> Tally:
    """Of all attempts and verdicts."""
    a, v = AttemptRow, VerdictRow
    attempts = pairs(session, select(a.status, func.count()).group_by(a.status))
    verdicts = pairs(session, select(v.reason, func.count()).group_by(v.reason))

    def theorems(query: _Rows) -> int:
        return session.scalar(select(func.count()).select_from(query.distinct().subquery())) or 0

    tried = select(a.snapshot_id, a.theorem)
    unjudged = select(a.id).where(a.status == _CLAIMED, ~_judged())
    return Tally(
        attempts=dict(sorted(attempts.items())),
        verdicts=dict(sorted(verdicts.items())),
        tried=theorems(tried),
        claimed=theorems(tried.where(a.status == _CLAIMED)),
        verified=theorems(select(v.snapshot_id, v.theorem).where(v.accepted)),
        waiting=session.scalar(select(func.count()).select_from(unjudged.subquery())) or 0,
    )


def _judged() -> Any:
    return select(VerdictRow.id).where(VerdictRow.attempt_id == AttemptRow.id).exists()


def _attempts() -> _Rows:
    a = AttemptRow
    newest = (
        select(func.max(VerdictRow.id))
        .where(VerdictRow.attempt_id == a.id)
        .correlate(a)
        .scalar_subquery()
    )
    verdict = aliased(VerdictRow)
    return (
        select(
            *(a.id, a.theorem, a.module, _PROVER, a.status, a.seconds, a.model_calls),
            *(a.tactic_calls, verdict.accepted, verdict.reason, a.created_at),
        )
        .outerjoin(verdict, verdict.id == newest)
        .order_by(a.id.desc())
    )


def find_attempts(
    session: Session,
    *,
    theorem: str,
    status: str,
    reason: str,
    prover: str,
    evaluation: int | None,
    before: int | None,
    count: int,
) -> list[AttemptLine]:
    """Newest first, from before an id; of a theorem whose name has ``theorem`` in it."""
    a = AttemptRow
    query = _attempts()
    if theorem:
        query = query.where(has_words(session, a.theorem, theorem))
    if status:
        query = query.where(a.status == status)
    if reason == NO_VERDICT:
        query = query.where(~_judged())
    elif reason:
        of = select(VerdictRow.attempt_id).where(VerdictRow.reason == reason)
        query = query.where(a.id.in_(of.where(VerdictRow.attempt_id.is_not(None))))
    if prover:
        query = query.where(prover == _PROVER)
    if evaluation is not None:
        of_run = select(EvaluationResultRow.attempt_id).where(
            EvaluationResultRow.evaluation_id == evaluation
        )
        query = query.where(a.id.in_(of_run))
    if before is not None:
        query = query.where(a.id < before)
    return [AttemptLine(*row) for row in session.execute(query.limit(count))]


def read_attempt_facets(session: Session) -> AttemptFacets:
    """What there is to filter attempts by."""

    def counted(column: Any, of: Any) -> dict[str, int]:
        query = select(column, func.count()).select_from(of).group_by(column)
        return dict(sorted(pairs(session, query).items()))

    unjudged = session.scalar(select(func.count()).select_from(AttemptRow).where(~_judged())) or 0
    evaluations = select(EvaluationRow.id, EvaluationRow.benchmark)
    return AttemptFacets(
        status=counted(AttemptRow.status, AttemptRow),
        reason={**counted(VerdictRow.reason, VerdictRow), NO_VERDICT: unjudged},
        prover=counted(_PROVER, AttemptRow),
        evaluation=pairs(session, evaluations.order_by(EvaluationRow.id.desc())),
    )


def show_attempt(session: Session, attempt_id: int) -> AttemptShown:
    """A search whole.

    Raises:
        NotFoundError: there is none.
    """
    row = session.get(AttemptRow, attempt_id)
    if row is None:
        raise NotFoundError(f"no attempt {attempt_id}", "sensei prove makes them")
    verdicts = session.scalars(
        select(VerdictRow).where(VerdictRow.attempt_id == row.id).order_by(VerdictRow.id)
    )
    events = load_texts(session, [row.events_text_id])[row.events_text_id]
    others = _attempts().where(AttemptRow.theorem == row.theorem, AttemptRow.id != row.id)
    return AttemptShown(
        id=row.id,
        snapshot_id=row.snapshot_id,
        declaration_id=session.scalar(
            select(DeclarationRow.id)
            .join(ModuleRow, ModuleRow.id == DeclarationRow.module_id)
            .where(DeclarationRow.name == row.theorem, ModuleRow.snapshot_id == row.snapshot_id)
            .limit(1)
        ),
        theorem=row.theorem,
        module=row.module,
        generator=row.generator,
        checkpoint=row.checkpoint,
        seed=row.seed,
        budget=row.budget,
        status=row.status,
        detail=row.detail,
        seconds=row.seconds,
        model_calls=row.model_calls,
        tactic_calls=row.tactic_calls,
        tokens=row.tokens,
        tactics=list(row.tactics),
        proof=row.proof,
        created_at=row.created_at,
        verdicts=[
            VerdictShown(
                *(v.accepted, v.reason, v.detail, list(v.axioms), v.seconds, v.lean_version),
                v.created_at,
            )
            for v in verdicts
        ],
        events=dict(
            sorted(Counter(json.loads(x)["event"] for x in events.split("\n") if x).items())
        ),
        others=[AttemptLine(*found) for found in session.execute(others.limit(_MAX_OTHERS))],
    )


def read_running(session: Session) -> list[RunLine]:
    """Trainings that have not said how they ended, newest first."""
    r = RunRow
    query = select(r.id, r.kind, r.status, r.started_at).where(r.finished_at.is_(None))
    return [RunLine(*row) for row in session.execute(query.order_by(r.id.desc()).limit(20))]


def read_evaluation_lines(session: Session, count: int) -> list[EvaluationLine]:
    """Newest first."""
    e, result = EvaluationRow, EvaluationResultRow
    rows = session.execute(
        select(e.id, e.benchmark, e.created_at, e.finished_at).order_by(e.id.desc()).limit(count)
    ).all()
    done = {
        key: (number, verified)
        for key, number, verified in session.execute(
            select(result.evaluation_id, func.count(), func.count().filter(result.verified))
            .where(result.evaluation_id.in_([row.id for row in rows]))
            .group_by(result.evaluation_id)
        )
    }
    return [
        EvaluationLine(
            row.id, row.benchmark, *done.get(row.id, (0, 0)), row.created_at, row.finished_at
        )
        for row in rows
    ]
