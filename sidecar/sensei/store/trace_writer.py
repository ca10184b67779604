"""Writing what a trace says: snapshots, modules, failures. Each function is part of one transaction
that the caller opens; a module is written whole or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from sensei.store.records import Span
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
from sensei.store.texts import sha256, store_texts
from sensei.wire.v1 import trace_pb2

PROOF_KINDS = {0: "none", 1: "term", 2: "tactic", 3: "alternatives"}


def record_hash(module: trace_pb2.TracedModule) -> str:
    """SHA-256 of a record without what differs from run to run (time and memory)."""
    copy = trace_pb2.TracedModule()
    copy.CopyFrom(module)
    copy.ClearField("seconds")
    copy.ClearField("peak_rss_bytes")
    return hashlib.sha256(copy.SerializeToString(deterministic=True)).hexdigest()


def write_snapshot(session: Session, created_at: datetime, **columns: Any) -> int:
    """The id of the snapshot with this identity, made if it is not there."""
    found = session.scalar(
        select(SnapshotRow.id).where(SnapshotRow.identity == columns["identity"])
    )
    if found is not None:
        return found
    row = SnapshotRow(created_at=created_at, completed_at=None, **columns)
    session.add(row)
    session.flush()
    return row.id


def complete_snapshot(session: Session, snapshot_id: int, completed_at: datetime) -> None:
    """Lets readers see a snapshot, as the newest of its package.

    One that is the newest already keeps its moment, so that to ingest twice changes nothing; one
    that comes back (an edit was undone) is the newest again.
    """
    row = session.get_one(SnapshotRow, snapshot_id)
    newest = session.scalar(
        select(SnapshotRow.id)
        .where(SnapshotRow.package == row.package, SnapshotRow.completed_at.is_not(None))
        .order_by(SnapshotRow.completed_at.desc(), SnapshotRow.id.desc())
        .limit(1)
    )
    if newest != snapshot_id:
        row.completed_at = completed_at


def keep_only(
    session: Session, snapshot_id: int, modules: Iterable[str], failures: Iterable[str]
) -> None:
    """Drops the modules and failures of a snapshot that its newest trace does not have."""
    for row, column, kept in (
        (ModuleRow, ModuleRow.name, set(modules)),
        (FailureRow, FailureRow.module, set(failures)),
    ):
        names = session.scalars(select(column).where(row.snapshot_id == snapshot_id)).all()
        for name in sorted(set(names) - kept):
            session.execute(delete(row).where(row.snapshot_id == snapshot_id, column == name))


def write_module(session: Session, snapshot_id: int, module: trace_pb2.TracedModule) -> str:
    """Stores one module; returns ``added``, ``replaced`` or ``unchanged``."""
    digest = record_hash(module)
    old = session.execute(
        select(ModuleRow.id, ModuleRow.record_hash).where(
            ModuleRow.snapshot_id == snapshot_id, ModuleRow.name == module.name
        )
    ).first()
    if old is not None and old.record_hash == digest:
        return "unchanged"
    if old is not None:
        session.execute(delete(ModuleRow).where(ModuleRow.id == old.id))
    texts = store_texts(session, _texts(module))
    row = ModuleRow(
        snapshot_id=snapshot_id,
        name=module.name,
        file=module.file,
        source_text_id=texts[module.source],
        source_hash=sha256(module.source),
        record_hash=digest,
        format_version=module.format_version,
        tracer_version=module.tracer_version,
        options=dict(module.options),
        imports=list(module.imports),
        seconds=module.seconds,
        peak_rss_bytes=module.peak_rss_bytes,
    )
    session.add(row)
    session.flush()
    _write_declarations(session, row.id, module, texts)
    owners = _Owners(session, row.id, module)
    _write_goals(session, row.id, module, texts)
    _write_steps(session, row.id, module, texts, owners)
    _write_premises(session, row.id, module, owners)
    _insert(
        session,
        MessageRow,
        (
            {
                "module_id": row.id,
                "severity": message.severity,
                "text_id": texts[message.text],
                "range": span(message, "range"),
            }
            for message in module.messages
        ),
    )
    return "added" if old is None else "replaced"


def write_failure(session: Session, snapshot_id: int, failure: trace_pb2.ModuleFailure) -> str:
    """Stores one failure; returns ``added``, ``replaced`` or ``unchanged``."""
    old = session.scalar(
        select(FailureRow).where(
            FailureRow.snapshot_id == snapshot_id, FailureRow.module == failure.name
        )
    )
    said = {
        "file": failure.file,
        "exit_code": failure.exit_code,
        "reason": failure.reason,
        "message": failure.message,
    }
    spent = {"seconds": failure.seconds, "peak_rss_bytes": failure.peak_rss_bytes}
    if old is None:
        session.add(FailureRow(snapshot_id=snapshot_id, module=failure.name, **said, **spent))
        return "added"
    if all(getattr(old, name) == value for name, value in said.items()):
        return "unchanged"
    for name, value in (said | spent).items():
        setattr(old, name, value)
    return "replaced"


def span(message: Any, field: str) -> Span | None:
    """The range in a field of a message; None when it is absent."""
    if not message.HasField(field):
        return None
    value = getattr(message, field)
    return Span(
        value.start_byte,
        value.end_byte,
        value.start_line,
        value.start_column,
        value.end_line,
        value.end_column,
    )


def _hypotheses(goal: trace_pb2.Goal) -> str:
    return json.dumps([[h.name, h.type, h.value] for h in goal.hypotheses], ensure_ascii=False)


def _texts(module: trace_pb2.TracedModule) -> Iterable[str]:
    yield module.source
    for declaration in module.declarations:
        yield from (declaration.signature, declaration.type, declaration.doc)
    for goal in module.goals:
        yield from (goal.pretty, goal.target, _hypotheses(goal))
    for step in module.steps:
        yield step.text
    for message in module.messages:
        yield message.text


def _insert(session: Session, row: type[Any], values: Iterable[dict[str, Any]]) -> None:
    rows = list(values)
    if rows:
        session.execute(insert(row), rows)


def _write_declarations(
    session: Session, module_id: int, module: trace_pb2.TracedModule, texts: dict[str, int]
) -> None:
    source = module.source.encode()
    errors = [
        message.range.start_byte
        for message in module.messages
        if message.severity == "error" and message.HasField("range")
    ]
    rows = []
    for position, declaration in enumerate(module.declarations):
        whole = span(declaration, "range")
        proof = span(declaration, "proof_range")
        proof_source = source[proof.start_byte : proof.end_byte] if proof else b""
        rows.append(
            {
                "module_id": module_id,
                "position": position,
                "name": declaration.name,
                "kind": declaration.kind,
                "range": whole,
                "name_range": span(declaration, "name_range"),
                "proof_range": proof,
                "signature_text_id": texts[declaration.signature],
                "type_text_id": texts[declaration.type],
                "doc_text_id": texts[declaration.doc],
                "type_hash": declaration.type_hash,
                "proof_kind": PROOF_KINDS[declaration.proof_kind],
                "proof_hash": sha256(proof_source.decode(errors="replace")),
                "has_sorry": declaration.has_sorry,
                "has_error": whole is not None
                and any(whole.start_byte <= at < whole.end_byte for at in errors),
                "is_private": declaration.is_private,
                "is_prop": declaration.is_prop,
                "axioms": sorted(declaration.axioms),
                "attributes": list(declaration.attributes),
            }
        )
    _insert(session, DeclarationRow, rows)


class _Owners:
    """Finds the declaration that a step or premise names; of several, the one around it."""

    def __init__(self, session: Session, module_id: int, module: trace_pb2.TracedModule) -> None:
        rows = session.execute(
            select(DeclarationRow.position, DeclarationRow.id).where(
                DeclarationRow.module_id == module_id
            )
        )
        ids = {row.position: row.id for row in rows}
        self._by_name: dict[str, list[tuple[int, int, int]]] = {}
        for position, declaration in enumerate(module.declarations):
            place = (declaration.range.start_byte, declaration.range.end_byte, ids[position])
            self._by_name.setdefault(declaration.name, []).append(place)

    def find(self, name: str, at: Span | None) -> int | None:
        places = self._by_name.get(name, [])
        if at is not None and len(places) > 1:
            around = [p for p in places if p[0] <= at.start_byte and at.end_byte <= p[1]]
            places = around or places
        return places[0][2] if places else None


def _write_goals(
    session: Session, module_id: int, module: trace_pb2.TracedModule, texts: dict[str, int]
) -> None:
    _insert(
        session,
        GoalRow,
        (
            {
                "module_id": module_id,
                "position": position,
                "mvar_id": goal.mvar_id,
                "user_name": goal.user_name,
                "pretty_text_id": texts[goal.pretty],
                "target_text_id": texts[goal.target],
                "hypotheses_text_id": texts[_hypotheses(goal)],
            }
            for position, goal in enumerate(module.goals)
        ),
    )


def _write_steps(
    session: Session,
    module_id: int,
    module: trace_pb2.TracedModule,
    texts: dict[str, int],
    owners: _Owners,
) -> None:
    rows = []
    for position, step in enumerate(module.steps):
        where = span(step, "range")
        rows.append(
            {
                "module_id": module_id,
                "declaration_id": owners.find(step.declaration, where),
                "position": position,
                "parent": None if step.parent < 0 else step.parent,
                "text_id": texts[step.text],
                "range": where,
                "kind": step.kind,
                "elaborator": step.elaborator,
                "goals_before": list(step.goals_before),
                "goals_after": list(step.goals_after),
            }
        )
    _insert(session, StepRow, rows)


def _write_premises(
    session: Session, module_id: int, module: trace_pb2.TracedModule, owners: _Owners
) -> None:
    rows = []
    for premise in module.premises:
        use = span(premise, "use")
        rows.append(
            {
                "module_id": module_id,
                "declaration_id": owners.find(premise.declaration, use),
                "step": None if premise.step < 0 else premise.step,
                "name": premise.name,
                "defined_in": premise.module,
                "definition": span(premise, "definition"),
                "use": use,
            }
        )
    _insert(session, PremiseRow, rows)
