"""Reading what a trace says, as records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import Session, aliased

from sensei.core.errors import NotFoundError
from sensei.core.names import near_matches, not_one
from sensei.store.bulk import batches
from sensei.store.records import (
    ConstantRecord,
    DeclarationDetails,
    DeclarationRecord,
    FailureRecord,
    GoalRecord,
    MessageRecord,
    ModuleContents,
    ModuleRecord,
    PremiseRecord,
    SnapshotCounts,
    SnapshotRecord,
    StepEffect,
    StepRecord,
)
from sensei.store.schema import (
    ConstantRow,
    DeclarationRow,
    FailureRow,
    GoalRow,
    MessageRow,
    ModuleRow,
    PremiseRow,
    SnapshotRow,
    StepRow,
    TextRow,
)
from sensei.store.texts import load_texts

# Statements that are run once a module are built once: that takes longer than to run them.
_Rows = Select[*tuple[Any, ...]]


def _of_module(session: Session, statement: _Rows, module_id: int) -> Sequence[tuple[Any, ...]]:
    return session.connection().execute(statement, {"module": module_id}).all()


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
            plugins=tuple(row.plugins),
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


def read_declaration(session: Session, declaration_id: int) -> DeclarationRecord:
    """The declaration of this id.

    Raises:
        NotFoundError: there is none.
    """
    query = _declarations().where(DeclarationRow.id == declaration_id)
    found = _declaration_records(session, query)
    if not found:
        raise NotFoundError(f"no declaration with id {declaration_id} in the database")
    return found[0]


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
    found = [
        StepRecord(*row)
        for batch in batches(sorted(set(declaration_ids)))
        for row in session.execute(_steps().where(StepRow.declaration_id.in_(batch)))
    ]
    return sorted(found, key=lambda step: (step.module_id, step.position))


def read_module_steps(session: Session, module_id: int) -> list[StepRecord]:
    """By place."""
    rows = _of_module(session, _module_steps(), module_id)
    return [StepRecord(*row) for row in rows]


@cache
def _module_steps() -> _Rows:
    return _steps().where(StepRow.module_id == bindparam("module")).order_by(StepRow.position)


def _steps() -> _Rows:
    return select(
        StepRow.id,
        StepRow.module_id,
        StepRow.declaration_id,
        StepRow.position,
        StepRow.parent,
        TextRow.content,
        StepRow.range,
        StepRow.kind,
        StepRow.elaborator,
        StepRow.goals_before,
        StepRow.goals_after,
    ).join(TextRow, TextRow.id == StepRow.text_id)


def read_goals(session: Session, module_id: int) -> list[GoalRecord]:
    """All states of goals of a module; a goal's position is its index."""
    rows = _of_module(session, _module_goals(), module_id)
    return [GoalRecord(*row) for row in rows]


@cache
def _module_goals() -> _Rows:
    pretty, target, hypotheses = (aliased(TextRow) for _ in range(3))
    return (
        select(
            *(GoalRow.id, GoalRow.module_id, GoalRow.position, GoalRow.mvar_id, GoalRow.user_name),
            *(pretty.content, target.content, hypotheses.content),
        )
        .join(pretty, pretty.id == GoalRow.pretty_text_id)
        .outerjoin(target, target.id == GoalRow.target_text_id)
        .outerjoin(hypotheses, hypotheses.id == GoalRow.hypotheses_text_id)
        .where(GoalRow.module_id == bindparam("module"))
        .order_by(GoalRow.position)
    )


def read_premises(session: Session, declaration_ids: Iterable[int]) -> list[PremiseRecord]:
    """By id, which is source order within a module."""
    found = [
        PremiseRecord(*row)
        for batch in batches(sorted(set(declaration_ids)))
        for row in session.execute(_premises().where(PremiseRow.declaration_id.in_(batch)))
    ]
    return sorted(found, key=lambda premise: premise.id)


def read_module_premises(session: Session, module_id: int) -> list[PremiseRecord]:
    """In source order."""
    rows = _of_module(session, _module_premises(), module_id)
    return [PremiseRecord(*row) for row in rows]


@cache
def _module_premises() -> _Rows:
    return _premises().where(PremiseRow.module_id == bindparam("module")).order_by(PremiseRow.id)


def read_uses(session: Session, snapshot_id: int) -> list[tuple[int, str, str]]:
    """(declaration id, module, name) of the constants used in steps, each once, sorted."""
    columns = (PremiseRow.declaration_id, PremiseRow.defined_in, PremiseRow.name)
    query = (
        select(*columns)
        .join(ModuleRow, ModuleRow.id == PremiseRow.module_id)
        .where(
            ModuleRow.snapshot_id == snapshot_id,
            PremiseRow.declaration_id.is_not(None),
            PremiseRow.step.is_not(None),
        )
        .distinct()
    )
    rows = session.connection().execute(query).all()
    return sorted((row[0], row[1], row[2]) for row in rows if row[0] is not None)


def _premises() -> _Rows:
    return select(*(getattr(PremiseRow, name) for name in PremiseRecord.__struct_fields__))


def read_effects(session: Session, module_id: int) -> list[StepEffect]:
    """What each step of a module did, by place."""
    query = select(
        StepRow.position, StepRow.closed, StepRow.opened, StepRow.links, StepRow.constants
    )
    query = query.where(StepRow.module_id == module_id).order_by(StepRow.position)
    return [StepEffect(*row) for row in session.execute(query)]


def read_parses_back(session: Session, module_id: int) -> list[bool | None]:
    """Whether each goal of a module parses back, by place; None where the tracer did not say."""
    query = select(GoalRow.parses_back).where(GoalRow.module_id == module_id)
    return list(session.scalars(query.order_by(GoalRow.position)))


def read_details(session: Session, declaration_id: int) -> DeclarationDetails:
    """The rest of what was traced of a declaration."""
    row = session.get_one(DeclarationRow, declaration_id)
    return DeclarationDetails(
        env_name=row.env_name or row.name,
        level_params=tuple(row.level_params),
        modifiers=tuple(row.modifiers),
        attributes_in_force=tuple(row.attributes_in_force),
        type_constants=row.type_constants,
        value_constants=row.value_constants,
    )


def read_constants(session: Session, ids: Iterable[int]) -> dict[int, ConstantRecord]:
    """Constants by id."""
    doc, statement = aliased(TextRow), aliased(TextRow)
    c = ConstantRow
    query: _Rows = (
        select(
            *(c.id, c.name, c.kind, c.defined_in, c.origin, c.range, c.name_range),
            *(doc.content, statement.content, c.attributes),
        )
        .join(doc, doc.id == c.doc_text_id)
        .join(statement, statement.id == c.statement_text_id)
    )
    return {
        row[0]: _constant(*row)
        for batch in batches(sorted(set(ids)))
        for row in session.execute(query.where(c.id.in_(batch)))
    }


def _constant(*columns: Any) -> ConstantRecord:
    values: tuple[Any, ...] = (*columns[:-1], tuple(columns[-1]))
    return ConstantRecord(*values)


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


def read_longest(session: Session, snapshot_id: int, limit: int) -> list[tuple[str, str, int]]:
    """(name, module, steps) of the theorems with most steps."""
    number = func.count().label("number")
    query = (
        select(DeclarationRow.name, ModuleRow.name, number)
        .join(ModuleRow, ModuleRow.id == DeclarationRow.module_id)
        .join(StepRow, StepRow.declaration_id == DeclarationRow.id)
        .where(ModuleRow.snapshot_id == snapshot_id, DeclarationRow.kind == "theorem")
        .group_by(DeclarationRow.id, DeclarationRow.name, ModuleRow.name)
        .order_by(number.desc(), DeclarationRow.name, ModuleRow.name)
        .limit(limit)
    )
    return [(row[0], row[1], row[2]) for row in session.execute(query)]


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


def _declarations() -> _Rows:
    """In the order of DeclarationRecord's fields."""
    signature, kind, doc = (aliased(TextRow) for _ in range(3))
    d = DeclarationRow
    return (
        select(
            *(d.id, ModuleRow.snapshot_id, d.module_id, ModuleRow.name, ModuleRow.file),
            *(d.position, d.name, d.kind, d.range, d.name_range, d.proof_range),
            *(signature.content, kind.content, doc.content, d.type_hash, d.proof_kind),
            *(d.proof_hash, d.has_sorry, d.has_error, d.is_private, d.is_prop),
            *(d.axioms, d.attributes),
        )
        .join(ModuleRow, ModuleRow.id == d.module_id)
        .join(signature, signature.id == d.signature_text_id)
        .join(kind, kind.id == d.type_text_id)
        .join(doc, doc.id == d.doc_text_id)
    )


def _declaration_records(session: Session, query: _Rows) -> list[DeclarationRecord]:
    """By module and place; the database would write all texts to a file in order to sort them."""
    found = [_declaration(*row) for row in session.connection().execute(query).all()]
    return sorted(found, key=lambda d: (d.module, d.position))


def _declaration(*columns: Any) -> DeclarationRecord:
    values: tuple[Any, ...] = (*columns[:-2], tuple(columns[-2]), tuple(columns[-1]))
    return DeclarationRecord(*values)


def read_module_declarations(session: Session, module_id: int) -> list[DeclarationRecord]:
    """By place."""
    rows = _of_module(session, _module_declarations(), module_id)
    return [_declaration(*row) for row in rows]


@cache
def _module_declarations() -> _Rows:
    query = _declarations().where(ModuleRow.id == bindparam("module"))
    return query.order_by(DeclarationRow.position)


def read_contents(session: Session, module: ModuleRecord) -> ModuleContents:
    """All that was traced of a module, in one go."""
    return ModuleContents(
        module=module,
        source=read_source(session, module.id),
        declarations=tuple(read_module_declarations(session, module.id)),
        goals=tuple(read_goals(session, module.id)),
        steps=tuple(read_module_steps(session, module.id)),
        premises=tuple(read_module_premises(session, module.id)),
    )
