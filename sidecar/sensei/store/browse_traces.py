"""Reading what was traced a page at a time. Counts are of what is shown, not of all there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session, aliased

from sensei.core.errors import NotFoundError
from sensei.store.browse_records import (
    DeclarationLine,
    DeclarationShown,
    FailureLine,
    GoalShown,
    MessageLine,
    ModuleLine,
    ModuleShown,
    PartShown,
    PremiseShown,
    SnapshotLine,
    StepShown,
)
from sensei.store.bulk import batches
from sensei.store.result_schema import AttemptRow, SplitMemberRow, SplitRow
from sensei.store.schema import (
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

_Rows = Select[*tuple[Any, ...]]
# Of one declaration; a proof with more is shown up to there.
_MAX_STEPS = 5000
_NO_PROOF = "none"


def pairs(session: Session, query: _Rows) -> dict[Any, Any]:
    """The second column of a query by its first."""
    return {row[0]: row[1] for row in session.execute(query)}


def has_words(session: Session, column: Any, words: str) -> ColumnElement[bool]:
    """That a text has these words in it, whatever their case."""
    if session.get_bind().dialect.name == "sqlite":
        # Its LIKE does not heed case, and takes half of the time of lower() on both sides.
        return cast("ColumnElement[bool]", column.contains(words, autoescape=True))
    return cast("ColumnElement[bool]", column.icontains(words, autoescape=True))


def read_snapshot_lines(session: Session) -> list[SnapshotLine]:
    """Newest first, complete ones."""
    m, d = ModuleRow, DeclarationRow
    own = d.has_sorry.is_(False) & d.has_error.is_(False) & (d.proof_kind != _NO_PROOF)
    theorem = d.kind == "theorem"

    def by_snapshot(query: _Rows) -> dict[int, Any]:
        rows = session.execute(query.group_by(m.snapshot_id))
        return {row[0]: row[1:] for row in rows}

    modules = by_snapshot(select(m.snapshot_id, func.count()))
    declared = by_snapshot(
        select(
            m.snapshot_id,
            func.count(),
            func.count().filter(theorem),
            func.count().filter(theorem & own),
        ).join(d, d.module_id == m.id)
    )
    steps = by_snapshot(
        select(m.snapshot_id, func.count()).join(StepRow, StepRow.module_id == m.id)
    )
    failures = pairs(
        session, select(FailureRow.snapshot_id, func.count()).group_by(FailureRow.snapshot_id)
    )
    query = select(SnapshotRow).where(SnapshotRow.completed_at.is_not(None))
    found = []
    for row in session.scalars(query.order_by(SnapshotRow.completed_at.desc(), SnapshotRow.id)):
        declarations, theorems, proved = declared.get(row.id, (0, 0, 0))
        assert row.completed_at is not None
        found.append(
            SnapshotLine(
                id=row.id,
                package=row.package,
                repository=row.repository,
                commit=row.commit,
                lean_version=row.lean_version,
                toolchain_kind=row.toolchain_kind,
                completed_at=row.completed_at,
                modules=modules.get(row.id, (0,))[0],
                declarations=declarations,
                theorems=theorems,
                proved=proved,
                steps=steps.get(row.id, (0,))[0],
                failures=failures.get(row.id, 0),
            )
        )
    return found


def read_module_lines(
    session: Session, snapshot_id: int, name: str, first: int, count: int
) -> list[ModuleLine]:
    """By name, those whose name has ``name`` in it."""
    m = ModuleRow
    query = select(m.id, m.name, m.file, m.seconds, m.peak_rss_bytes)
    query = query.where(m.snapshot_id == snapshot_id).order_by(m.name)
    if name:
        query = query.where(has_words(session, m.name, name))
    rows = session.execute(query.offset(first).limit(count)).all()
    ids = [row.id for row in rows]
    declared, steps = (
        pairs(
            session,
            select(of.module_id, func.count()).where(of.module_id.in_(ids)).group_by(of.module_id),
        )
        for of in (DeclarationRow, StepRow)
    )
    return [
        ModuleLine(
            *(row.id, row.name, row.file, declared.get(row.id, 0), steps.get(row.id, 0)),
            *(row.seconds, row.peak_rss_bytes),
        )
        for row in rows
    ]


def read_failure_lines(session: Session, snapshot_id: int, count: int) -> list[FailureLine]:
    """By module."""
    f = FailureRow
    query = select(f.module, f.reason, f.message).where(f.snapshot_id == snapshot_id)
    return [FailureLine(*row) for row in session.execute(query.order_by(f.module).limit(count))]


def _lines(session: Session, query: _Rows) -> list[DeclarationLine]:
    """Lines of what a query over ``_declarations`` finds."""
    rows = session.execute(query).all()
    steps = count_steps(session, [row[0] for row in rows])
    lines: list[tuple[Any, ...]] = [(*row, steps.get(row[0], 0)) for row in rows]
    return [DeclarationLine(*line) for line in lines]


def _declarations() -> _Rows:
    d = DeclarationRow
    return (
        select(
            *(d.id, d.name, d.kind, d.module_id, ModuleRow.name, TextRow.content),
            *(d.has_sorry, d.has_error, d.range),
        )
        .join(ModuleRow, ModuleRow.id == d.module_id)
        .join(TextRow, TextRow.id == d.signature_text_id)
    )


def count_steps(session: Session, declaration_ids: Sequence[int]) -> dict[int, int]:
    """How many steps each declaration has."""
    found: dict[int, int] = {}
    for batch in batches(sorted(declaration_ids)):
        query = select(StepRow.declaration_id, func.count()).group_by(StepRow.declaration_id)
        for key, number in session.execute(query.where(StepRow.declaration_id.in_(batch))):
            if key is not None:
                found[key] = number
    return found


def find_lines(
    session: Session,
    snapshot_id: int,
    *,
    name: str,
    text: str,
    kind: str,
    sorry: bool,
    first: int,
    count: int,
) -> list[DeclarationLine]:
    """Declarations whose name, and whose statement or doc comment, have these texts in them.

    Of names the shortest come first; else they come as they were traced.
    """
    d = DeclarationRow
    # The rows alone first: their texts are read for those that are shown.
    query = select(d.id).join(ModuleRow, ModuleRow.id == d.module_id)
    query = query.where(ModuleRow.snapshot_id == snapshot_id)
    if kind:
        query = query.where(d.kind == kind)
    if sorry:
        query = query.where(d.has_sorry)
    if name:
        query = query.where(has_words(session, d.name, name))
        query = query.order_by(func.length(d.name), d.name)
    if text:
        statement, doc = aliased(TextRow), aliased(TextRow)
        query = query.join(statement, statement.id == d.signature_text_id)
        query = query.join(doc, doc.id == d.doc_text_id)
        query = query.where(
            has_words(session, statement.content, text) | has_words(session, doc.content, text)
        )
    ids = list(session.scalars(query.order_by(d.id).offset(first).limit(count)))
    lines = {line.id: line for line in _lines(session, _declarations().where(d.id.in_(ids)))}
    return [lines[key] for key in ids]


def read_kinds(session: Session, snapshot_id: int) -> dict[str, int]:
    """How many declarations there are of each kind."""
    query = select(DeclarationRow.kind, func.count()).join(ModuleRow)
    query = query.where(ModuleRow.snapshot_id == snapshot_id).group_by(DeclarationRow.kind)
    return pairs(session, query.order_by(DeclarationRow.kind))


def read_step_counts(session: Session, snapshot_id: int) -> list[int]:
    """How many steps each theorem has that has any, in order."""
    # Counted on the index alone, before anything is joined.
    steps = (
        select(StepRow.declaration_id, func.count().label("number"))
        .where(StepRow.declaration_id.is_not(None))
        .group_by(StepRow.declaration_id)
        .subquery()
    )
    numbers = (
        select(steps.c.number)
        .join(DeclarationRow, DeclarationRow.id == steps.c.declaration_id)
        .join(ModuleRow, ModuleRow.id == DeclarationRow.module_id)
        .where(ModuleRow.snapshot_id == snapshot_id, DeclarationRow.kind == "theorem")
        .subquery()
    )
    # Few numbers, many theorems: what comes back is short.
    number = numbers.c.number
    query = select(number, func.count()).group_by(number).order_by(number)
    return [steps for steps, times in session.execute(query) for _ in range(times)]


def show_module(session: Session, module_id: int) -> ModuleShown:
    """A module whole.

    Raises:
        NotFoundError: there is none.
    """
    row = session.get(ModuleRow, module_id)
    if row is None:
        raise NotFoundError(f"no module {module_id}")
    query = _declarations().where(DeclarationRow.module_id == module_id)
    messages = session.scalars(
        select(MessageRow).where(MessageRow.module_id == module_id).order_by(MessageRow.id)
    ).all()
    texts = load_texts(session, {row.source_text_id, *(said.text_id for said in messages)})
    return ModuleShown(
        id=row.id,
        snapshot_id=row.snapshot_id,
        name=row.name,
        file=row.file,
        imports=list(row.imports),
        source=texts[row.source_text_id],
        declarations=_lines(session, query.order_by(DeclarationRow.position)),
        messages=[MessageLine(said.severity, texts[said.text_id], said.range) for said in messages],
    )


def show_declaration(session: Session, declaration_id: int) -> DeclarationShown:
    """A declaration with its proof.

    Raises:
        NotFoundError: there is none.
    """
    row = session.get(DeclarationRow, declaration_id)
    if row is None:
        raise NotFoundError(f"no declaration {declaration_id}")
    module = session.get_one(ModuleRow, row.module_id)
    text_ids = (row.signature_text_id, row.type_text_id, row.doc_text_id, module.source_text_id)
    texts = load_texts(session, text_ids)
    signature, statement, doc, source = (texts[key] for key in text_ids)
    raw = source.encode()
    start, end = (row.range.start_byte, row.range.end_byte) if row.range else (0, 0)
    steps, goals, place = _proof(session, row)
    return DeclarationShown(
        id=row.id,
        snapshot_id=module.snapshot_id,
        module_id=module.id,
        module=module.name,
        file=module.file,
        name=row.name,
        kind=row.kind,
        signature=signature,
        type=statement,
        doc=doc,
        source=raw[start:end].decode(errors="replace"),
        source_start=start,
        range=row.range,
        proof_kind=row.proof_kind,
        has_sorry=row.has_sorry,
        has_error=row.has_error,
        axioms=list(row.axioms),
        attributes=list(row.attributes),
        steps=steps,
        goals=goals,
        premises=_premises(session, row, module.snapshot_id, place),
        parts=_parts(session, row, module),
        attempts=session.scalar(
            select(func.count()).select_from(AttemptRow).where(AttemptRow.theorem == row.name)
        )
        or 0,
        before=_beside(session, row, -1),
        after=_beside(session, row, 1),
    )


def _beside(session: Session, row: DeclarationRow, by: int) -> int | None:
    d = DeclarationRow
    return session.scalar(
        select(d.id).where(d.module_id == row.module_id, d.position == row.position + by)
    )


def _proof(
    session: Session, row: DeclarationRow
) -> tuple[list[StepShown], list[GoalShown], dict[int, int]]:
    """Its steps, the goals in them, and the index of each step by its place in the module."""
    s = StepRow
    rows = session.execute(
        select(
            s.position, s.parent, TextRow.content, s.range, s.kind, s.goals_before, s.goals_after
        )
        .join(TextRow, TextRow.id == s.text_id)
        .where(s.declaration_id == row.id)
        .order_by(s.position)
        .limit(_MAX_STEPS)
    ).all()
    wanted = sorted({place for step in rows for place in (*step[5], *step[6])})
    goals = _goals(session, row.module_id, wanted)
    goal_at = {place: index for index, place in enumerate(goals)}
    step_at = {step[0]: index for index, step in enumerate(rows)}

    def here(places: Iterable[int]) -> list[int]:
        return [goal_at[place] for place in places if place in goal_at]

    steps = [
        StepShown(
            None if parent is None else step_at.get(parent),
            text,
            span,
            kind,
            here(before),
            here(after),
        )
        for _, parent, text, span, kind, before, after in rows
    ]
    return steps, list(goals.values()), step_at


def _goals(session: Session, module_id: int, places: Sequence[int]) -> dict[int, GoalShown]:
    found: dict[int, GoalShown] = {}
    for batch in batches(places):
        query = (
            select(GoalRow.position, GoalRow.user_name, TextRow.content)
            .join(TextRow, TextRow.id == GoalRow.pretty_text_id)
            .where(GoalRow.module_id == module_id, GoalRow.position.in_(batch))
        )
        found |= {place: GoalShown(name, text) for place, name, text in session.execute(query)}
    return found


def _premises(
    session: Session, row: DeclarationRow, snapshot_id: int, step_at: dict[int, int]
) -> list[PremiseShown]:
    p = PremiseRow
    rows = session.execute(
        select(p.name, p.defined_in, p.use, p.step)
        .where(p.declaration_id == row.id)
        .order_by(p.id)
        .limit(_MAX_STEPS)
    ).all()
    known: dict[tuple[str, str], int] = {}
    for batch in batches(sorted({found.name for found in rows})):
        query = (
            select(DeclarationRow.name, ModuleRow.name, DeclarationRow.id)
            .join(ModuleRow, ModuleRow.id == DeclarationRow.module_id)
            .where(DeclarationRow.name.in_(batch), ModuleRow.snapshot_id == snapshot_id)
        )
        known |= {(name, module): key for name, module, key in session.execute(query)}
    return [
        PremiseShown(
            found.name,
            found.defined_in,
            known.get((found.name, found.defined_in)),
            found.use,
            None if found.step is None else step_at.get(found.step),
        )
        for found in rows
    ]


def _parts(session: Session, row: DeclarationRow, module: ModuleRow) -> list[PartShown]:
    member = SplitMemberRow
    query = (
        select(SplitRow.name, member.part)
        .join(member, member.split_id == SplitRow.id)
        .where(
            member.theorem == row.name,
            member.module == module.name,
            member.snapshot_id == module.snapshot_id,
        )
    )
    return [PartShown(*found) for found in session.execute(query.order_by(SplitRow.name))]
