"""What the dashboard reads: a page at a time, so that a large database answers as fast as a small
one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sensei.store import browse_results, browse_traces
from sensei.store.base import Database
from sensei.store.browse_records import (
    AttemptFacets,
    AttemptLine,
    AttemptShown,
    DeclarationLine,
    DeclarationShown,
    EvaluationLine,
    FailureLine,
    ModuleLine,
    ModuleShown,
    RunLine,
    SnapshotLine,
    Tally,
)
from sensei.store.query import QueryResult, run_query
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

_TRACED = (SnapshotRow, ModuleRow, FailureRow)
_FOUND = (
    *(SplitRow, RunRow, CheckpointRow, AttemptRow, VerdictRow),
    *(EvaluationRow, EvaluationResultRow),
)


def _mark(session: Session, growing: Sequence[Any], ending: Sequence[Any]) -> str:
    newest = [session.scalar(select(func.max(row.id))) or 0 for row in growing]
    ended = [session.scalar(select(func.count(row.finished_at))) for row in ending]
    complete = session.scalar(select(func.count(SnapshotRow.completed_at)))
    return ".".join(str(number) for number in (*newest, *ended, complete))


class BrowseStore(Database):
    """Reads for people who look around."""

    def trace_mark(self) -> str:
        """A text that is another after every change of what was traced."""
        with self._reading() as session:
            return _mark(session, _TRACED, ())

    def change_mark(self) -> str:
        """A text that is another after every change that a page shows. Costs an index look-up a
        table."""
        with self._reading() as session:
            return _mark(session, (*_TRACED, *_FOUND), (RunRow, EvaluationRow))

    # What was traced.

    def snapshot_lines(self) -> list[SnapshotLine]:
        """Complete snapshots, newest first, with counts of all that they hold."""
        with self._reading() as session:
            return browse_traces.read_snapshot_lines(session)

    def module_lines(
        self, snapshot_id: int, *, name: str, first: int, count: int
    ) -> list[ModuleLine]:
        """Modules by name, those with ``name`` in theirs, from the ``first`` on."""
        with self._reading() as session:
            return browse_traces.read_module_lines(session, snapshot_id, name, first, count)

    def failure_lines(self, snapshot_id: int, count: int) -> list[FailureLine]:
        """Modules that could not be traced."""
        with self._reading() as session:
            return browse_traces.read_failure_lines(session, snapshot_id, count)

    def declaration_lines(
        self,
        snapshot_id: int,
        *,
        name: str = "",
        text: str = "",
        kind: str = "",
        sorry: bool = False,
        first: int = 0,
        count: int = 50,
    ) -> list[DeclarationLine]:
        """Declarations with ``name`` in their names and ``text`` in their statements or doc
        comments, whatever the case of either."""
        with self._reading() as session:
            return browse_traces.find_lines(
                session,
                snapshot_id,
                name=name,
                text=text,
                kind=kind,
                sorry=sorry,
                first=first,
                count=count,
            )

    def kinds(self, snapshot_id: int) -> dict[str, int]:
        """How many declarations there are of each kind."""
        with self._reading() as session:
            return browse_traces.read_kinds(session, snapshot_id)

    def step_counts(self, snapshot_id: int) -> list[int]:
        """The numbers of steps of a snapshot's theorems that have any."""
        with self._reading() as session:
            return browse_traces.read_step_counts(session, snapshot_id)

    def show_module(self, module_id: int) -> ModuleShown:
        """A module whole.

        Raises:
            NotFoundError: there is none.
        """
        with self._reading() as session:
            return browse_traces.show_module(session, module_id)

    def show_declaration(self, declaration_id: int) -> DeclarationShown:
        """A declaration with its proof.

        Raises:
            NotFoundError: there is none.
        """
        with self._reading() as session:
            return browse_traces.show_declaration(session, declaration_id)

    # What came of it.

    def tally(self) -> Tally:
        """How searches ended and what was found about their claims."""
        with self._reading() as session:
            return browse_results.read_tally(session)

    def attempt_lines(
        self,
        *,
        theorem: str = "",
        status: str = "",
        reason: str = "",
        prover: str = "",
        evaluation: int | None = None,
        before: int | None = None,
        count: int = 50,
    ) -> list[AttemptLine]:
        """Attempts, newest first, that have these; ``reason`` "none" is of those without a verdict.

        ``theorem`` is in the theorem's name; ``before`` is the id to go on from.
        """
        with self._reading() as session:
            return browse_results.find_attempts(
                session,
                theorem=theorem,
                status=status,
                reason=reason,
                prover=prover,
                evaluation=evaluation,
                before=before,
                count=count,
            )

    def attempt_facets(self) -> AttemptFacets:
        """What there is to filter attempts by."""
        with self._reading() as session:
            return browse_results.read_attempt_facets(session)

    def show_attempt(self, attempt_id: int) -> AttemptShown:
        """An attempt with its verdicts, and others of its theorem.

        Raises:
            NotFoundError: there is none.
        """
        with self._reading() as session:
            return browse_results.show_attempt(session, attempt_id)

    def running(self) -> list[RunLine]:
        """Trainings that have not ended."""
        with self._reading() as session:
            return browse_results.read_running(session)

    def evaluation_lines(self, count: int) -> list[EvaluationLine]:
        """Evaluations, newest first, and how far they are."""
        with self._reading() as session:
            return browse_results.read_evaluation_lines(session, count)

    def query(self, sql: str, *, timeout_s: float, max_rows: int) -> QueryResult:
        """The answer to one statement that reads; see ``run_query``.

        Raises:
            UsageError: it is none, is wrong, or takes too long.
        """
        url = self._url.render_as_string(hide_password=False)
        return run_query(url, sql, timeout_s=timeout_s, max_rows=max_rows)
