"""Writing snapshots and failures. Each function is part of one transaction that the caller opens.
module_writer.py writes modules."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from sensei.store.schema import FailureRow, ModuleRow, SnapshotRow
from sensei.wire.traced import ModuleFailure


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


def write_failure(session: Session, snapshot_id: int, failure: ModuleFailure) -> str:
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
