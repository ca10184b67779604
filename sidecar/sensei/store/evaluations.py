"""The store's evaluations: benchmarks, and each sample's result. Every write is one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import select

from sensei.core.errors import NotFoundError
from sensei.store.base import Database
from sensei.store.records import EvaluationRecord, EvaluationResult
from sensei.store.result_schema import EvaluationResultRow, EvaluationRow


class EvaluationStore(Database):
    """Evaluations on benchmarks, resumable at every result."""

    def open_evaluation(
        self,
        key: str,
        *,
        benchmark: str,
        config: Mapping[str, Any],
        snapshot_id: int,
        again: bool = False,
    ) -> EvaluationRecord:
        """The latest evaluation of this key, made if there is none; with ``again``, a new one."""
        with self._writing() as session:
            row = session.scalar(
                select(EvaluationRow)
                .where(EvaluationRow.key == key)
                .order_by(EvaluationRow.repetition.desc())
                .limit(1)
            )
            if row is None or again:
                row = EvaluationRow(
                    key=key,
                    repetition=0 if row is None else row.repetition + 1,
                    benchmark=benchmark,
                    config=dict(config),
                    snapshot_id=snapshot_id,
                    created_at=self._clock(),
                    finished_at=None,
                )
                session.add(row)
                session.flush()
            return _record(row)

    def finish_evaluation(self, evaluation_id: int) -> None:
        """Says that every result is there.

        Raises:
            NotFoundError: there is no such evaluation.
        """
        with self._writing() as session:
            row = session.get(EvaluationRow, evaluation_id)
            if row is None:
                raise NotFoundError(f"no evaluation {evaluation_id}", "sensei eval makes one")
            row.finished_at = self._clock()

    def evaluation(self, evaluation_id: int) -> EvaluationRecord:
        """An evaluation by its number.

        Raises:
            NotFoundError: there is none.
        """
        with self._reading() as session:
            row = session.get(EvaluationRow, evaluation_id)
            if row is None:
                raise NotFoundError(f"no evaluation {evaluation_id}", "sensei eval makes one")
            return _record(row)

    def evaluations(self) -> list[EvaluationRecord]:
        """All evaluations, oldest first."""
        with self._reading() as session:
            query = select(EvaluationRow).order_by(EvaluationRow.id)
            return [_record(row) for row in session.scalars(query)]

    def add_evaluation_result(self, evaluation_id: int, result: EvaluationResult) -> bool:
        """Keeps a result; of two for the same sample the first stays. Returns whether it is new."""
        with self._writing() as session:
            known = session.scalar(
                select(EvaluationResultRow.id).where(
                    EvaluationResultRow.evaluation_id == evaluation_id,
                    EvaluationResultRow.problem == result.problem,
                    EvaluationResultRow.sample == result.sample,
                )
            )
            if known is not None:
                return False
            row = EvaluationResultRow(
                evaluation_id=evaluation_id, created_at=self._clock(), **asdict(result)
            )
            session.add(row)
            return True

    def drop_evaluation_errors(self, evaluation_id: int) -> int:
        """Forgets results that are errors, so that they are tried again; returns how many."""
        with self._writing() as session:
            rows = session.scalars(
                select(EvaluationResultRow).where(
                    EvaluationResultRow.evaluation_id == evaluation_id,
                    EvaluationResultRow.outcome == "error",
                )
            ).all()
            for row in rows:
                session.delete(row)
            return len(rows)

    def evaluation_results(self, evaluation_id: int) -> list[EvaluationResult]:
        """The results so far, by sample and problem."""
        columns = [field.name for field in fields(EvaluationResult)]
        with self._reading() as session:
            rows = session.execute(
                select(*(getattr(EvaluationResultRow, name) for name in columns))
                .where(EvaluationResultRow.evaluation_id == evaluation_id)
                .order_by(EvaluationResultRow.sample, EvaluationResultRow.problem)
            )
            return [EvaluationResult(*row) for row in rows]


def _record(row: EvaluationRow) -> EvaluationRecord:
    names = [field.name for field in fields(EvaluationRecord)]
    return EvaluationRecord(**{name: getattr(row, name) for name in names})
