"""What the dashboard reads: a page at a time, so that a large database answers as fast as a small
one."""

from __future__ import annotations

from sqlalchemy import func, select

from sensei.store.base import Database
from sensei.store.result_schema import (
    AttemptRow,
    CheckpointRow,
    EvaluationResultRow,
    EvaluationRow,
    RunRow,
    SplitRow,
    VerdictRow,
)
from sensei.store.schema import FailureRow, ModuleRow, SnapshotRow

_GROWING = (
    *(SnapshotRow, ModuleRow, FailureRow, SplitRow, RunRow, CheckpointRow),
    *(AttemptRow, VerdictRow, EvaluationRow, EvaluationResultRow),
)


class BrowseStore(Database):
    """Reads for people who look around."""

    def change_mark(self) -> str:
        """A text that is another after every change that a page shows. Costs an index look-up a
        table."""
        with self._reading() as session:
            newest = [session.scalar(select(func.max(row.id))) or 0 for row in _GROWING]
            ended = [
                session.scalar(select(func.count(row.finished_at)))
                for row in (RunRow, EvaluationRow)
            ]
            complete = session.scalar(select(func.count(SnapshotRow.completed_at)))
        return ".".join(str(number) for number in (*newest, *ended, complete))
