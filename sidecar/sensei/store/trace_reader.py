"""Reading what a trace says, as records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from sensei.core.errors import NotFoundError
from sensei.core.names import near_matches, not_one
from sensei.store.bulk import batches
from sensei.store.goal_text import printed_parts
from sensei.store.records import (
    DeclarationRecord,
    FailureRecord,
    GoalRecord,
    HypothesisRecord,
    MessageRecord,
    ModuleRecord,
    PremiseRecord,
    SnapshotCounts,
    SnapshotRecord,
    StepRecord,
)
from sensei.store.schema import (
    DeclarationRow,
    FailureRow,
    GoalRow,
    MessageRow,
    ModuleRow,
    PremiseRow,
    SnapshotRow,
    StepRow,
)
from sensei.store.texts import load_texts


def read_snapshots(session: Session, *, include_incomplete: bool) -> list[SnapshotRecord]:
    """Oldest completion first; incomplete ones, if wanted, last."""
    query = select(SnapshotRow)
    if not include_incomplete:
        query = query.where(SnapshotRow.completed_at.is_not(None))
    records = [_snapshot(row) for row in session.scalars(query)]
    return sorted(records, key=lambda r: (r.completed_at is None, r.completed_at or 0, r.id))


def read_modules(session: Session, snapshot_id: int) -> list[ModuleRecord]:
    """By name."""
    rows = session.scalars(
        select(ModuleRow).where(ModuleRow.snapshot_id == snapshot_id).order_by(ModuleRow.name)
    )
    return [
        ModuleRecord(
            id=row.id,
            snapshot_id=row.snapshot_id,
            name=row.name,
            file=row.file,
            source_hash=row.source_hash,
            record_hash=row.record_hash,
            format_version=row.format_version,
            tracer_version=row.tracer_version,
            options=row.options,
            imports=tuple(row.imports),
            seconds=row.seconds,
            peak_rss_bytes=row.peak_rss_bytes,
        )
        for row in rows
    ]


def read_source(session: Session, module_id: int) -> str:
    """The module's whole source."""
    text_id = session.scalar(select(ModuleRow.source_text_id).where(ModuleRow.id == module_id))
    if text_id is None:
        raise NotFoundError(f"no module with id {module_id} in the database", "sensei ingest")
    return load_texts(session, [text_id])[text_id]


def read_declarations(
    session: Session, snapshot_id: int, kinds: Sequence[str] | None = None
) -> list[DeclarationRecord]:
    """By module and place in it; of the given kinds, or all."""
    query = _declarations().where(ModuleRow.snapshot_id == snapshot_id)
    if kinds is not None:
        query = query.where(DeclarationRow.kind.in_(kinds))
    return _declaration_records(session, query)


def find_declaration(
    session: Session, snapshot_id: int, name: str, kinds: Sequence[str] | None, what: str
) -> DeclarationRecord:
    """The declaration of this full name, or the only one whose name ends with it.

    Raises:
        NotFoundError: none or several, with their names or with near ones.
    """
    query = (
        select(DeclarationRow.id, DeclarationRow.name, ModuleRow.name.label("module"))
        .join(ModuleRow)
        .where(ModuleRow.snapshot_id == snapshot_id)
    )
    if kinds is not None:
        query = query.where(DeclarationRow.kind.in_(kinds))
    known = [(row.id, row.name, row.module) for row in session.execute(query)]
    found = [entry for entry in known if entry[1] == name]
    if not found:
        found = [entry for entry in known if entry[1].endswith("." + name)]
    if len(found) != 1:
        if found:
            raise not_one(what, name, [f"{entry[1]} ({entry[2]})" for entry in found])
        raise near_matches(what, name, [entry[1] for entry in known])
    return _declaration_records(session, _declarations().where(DeclarationRow.id == found[0][0]))[0]


def read_steps(session: Session, declaration_ids: Iterable[int]) -> list[StepRecord]:
    """By module id and place in it."""
    rows = [
        row
        for batch in batches(sorted(set(declaration_ids)))
        for row in session.scalars(select(StepRow).where(StepRow.declaration_id.in_(batch)))
    ]
    texts = load_texts(session, (row.text_id for row in rows))
    return [
        StepRecord(
            id=row.id,
            module_id=row.module_id,
            declaration_id=row.declaration_id,
            position=row.position,
            parent=row.parent,
            text=texts[row.text_id],
            range=row.range,
            kind=row.kind,
            elaborator=row.elaborator,
            goals_before=tuple(row.goals_before),
            goals_after=tuple(row.goals_after),
        )
        for row in sorted(rows, key=lambda row: (row.module_id, row.position))
    ]


def read_goals(session: Session, module_id: int) -> list[GoalRecord]:
    """All states of goals of a module; a goal's position is its index."""
    rows = session.scalars(
        select(GoalRow).where(GoalRow.module_id == module_id).order_by(GoalRow.position)
    ).all()
    texts = load_texts(
        session,
        (
            i
            for r in rows
            for i in (r.pretty_text_id, r.target_text_id, r.hypotheses_text_id)
            if i is not None
        ),
    )
    records = []
    for row in rows:
        pretty = texts[row.pretty_text_id]
        hypotheses, target = printed_parts(pretty)
        if row.target_text_id is not None:
            target = texts[row.target_text_id]
        if row.hypotheses_text_id is not None:
            hypotheses = json.loads(texts[row.hypotheses_text_id])
        records.append(
            GoalRecord(
                id=row.id,
                module_id=row.module_id,
                position=row.position,
                mvar_id=row.mvar_id,
                user_name=row.user_name,
                pretty=pretty,
                target=target,
                hypotheses=tuple(HypothesisRecord(*entry) for entry in hypotheses),
            )
        )
    return records


def read_premises(session: Session, declaration_ids: Iterable[int]) -> list[PremiseRecord]:
    """By id, which is source order within a module."""
    rows = [
        row
        for batch in batches(sorted(set(declaration_ids)))
        for row in session.scalars(select(PremiseRow).where(PremiseRow.declaration_id.in_(batch)))
    ]
    return [
        PremiseRecord(
            id=row.id,
            module_id=row.module_id,
            declaration_id=row.declaration_id,
            step=row.step,
            name=row.name,
            defined_in=row.defined_in,
            definition=row.definition,
            use=row.use,
        )
        for row in sorted(rows, key=lambda row: row.id)
    ]


def read_messages(session: Session, module_id: int) -> list[MessageRecord]:
    """In the order Lean said them."""
    rows = session.scalars(
        select(MessageRow).where(MessageRow.module_id == module_id).order_by(MessageRow.id)
    ).all()
    texts = load_texts(session, (row.text_id for row in rows))
    return [
        MessageRecord(row.id, row.module_id, row.severity, texts[row.text_id], row.range)
        for row in rows
    ]


def read_failures(session: Session, snapshot_id: int) -> list[FailureRecord]:
    """By module."""
    rows = session.scalars(
        select(FailureRow).where(FailureRow.snapshot_id == snapshot_id).order_by(FailureRow.module)
    )
    return [
        FailureRecord(
            id=row.id,
            snapshot_id=row.snapshot_id,
            module=row.module,
            file=row.file,
            exit_code=row.exit_code,
            reason=row.reason,
            message=row.message,
            seconds=row.seconds,
            peak_rss_bytes=row.peak_rss_bytes,
        )
        for row in rows
    ]


def count(session: Session, snapshot_id: int) -> SnapshotCounts:
    """How much the snapshot holds."""

    def of(row: type[DeclarationRow] | type[StepRow] | type[PremiseRow], kind: str = "") -> int:
        query = (
            select(func.count())
            .select_from(row)
            .join(ModuleRow, row.module_id == ModuleRow.id)
            .where(ModuleRow.snapshot_id == snapshot_id)
        )
        if kind:
            query = query.where(DeclarationRow.kind == kind)
        return session.scalar(query) or 0

    modules = session.scalar(
        select(func.count()).select_from(ModuleRow).where(ModuleRow.snapshot_id == snapshot_id)
    )
    failures = session.execute(
        select(FailureRow.reason, func.count().label("number"))
        .where(FailureRow.snapshot_id == snapshot_id)
        .group_by(FailureRow.reason)
        .order_by(FailureRow.reason)
    )
    return SnapshotCounts(
        modules=modules or 0,
        declarations=of(DeclarationRow),
        theorems=of(DeclarationRow, "theorem"),
        steps=of(StepRow),
        premises=of(PremiseRow),
        failures={row.reason: row.number for row in failures},
    )


def _snapshot(row: SnapshotRow) -> SnapshotRecord:
    return SnapshotRecord(
        id=row.id,
        identity=row.identity,
        package=row.package,
        content_hash=row.content_hash,
        repository=row.repository,
        commit=row.commit,
        lean_version=row.lean_version,
        lean_commit=row.lean_commit,
        toolchain_kind=row.toolchain_kind,
        created_at=row.created_at,
        completed_at=row.completed_at,
    )


def _declarations() -> Select[DeclarationRow, ModuleRow]:
    return (
        select(DeclarationRow, ModuleRow)
        .join(ModuleRow)
        .order_by(ModuleRow.name, DeclarationRow.position)
    )


def _declaration_records(
    session: Session, query: Select[DeclarationRow, ModuleRow]
) -> list[DeclarationRecord]:
    rows = session.execute(query).all()
    texts = load_texts(
        session,
        (i for d, _ in rows for i in (d.signature_text_id, d.type_text_id, d.doc_text_id)),
    )
    return [
        DeclarationRecord(
            id=row.id,
            snapshot_id=module.snapshot_id,
            module_id=module.id,
            module=module.name,
            file=module.file,
            position=row.position,
            name=row.name,
            kind=row.kind,
            range=row.range,
            name_range=row.name_range,
            proof_range=row.proof_range,
            signature=texts[row.signature_text_id],
            type=texts[row.type_text_id],
            doc=texts[row.doc_text_id],
            type_hash=row.type_hash,
            proof_kind=row.proof_kind,
            proof_hash=row.proof_hash,
            has_sorry=row.has_sorry,
            has_error=row.has_error,
            is_private=row.is_private,
            is_prop=row.is_prop,
            axioms=tuple(row.axioms),
            attributes=tuple(row.attributes),
        )
        for row, module in rows
    ]
