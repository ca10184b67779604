"""The store's sums: how many searches of a checkpoint, and of an evaluation, came to what."""

from __future__ import annotations

from sqlalchemy import case, distinct, func, select

from sensei.core.types import SearchStatus
from sensei.store.base import Database
from sensei.store.records import EvaluationSum, Outcomes
from sensei.store.result_schema import AttemptRow, EvaluationResultRow, VerdictRow


class OutcomeStore(Database):
    """Sums that the database itself makes."""

    def outcomes_by_checkpoint(self) -> dict[str, Outcomes]:
        """Of each checkpoint as attempts name it, what its searches came to."""
        claimed = case((AttemptRow.status == SearchStatus.CLAIMED.value, AttemptRow.id))
        verified = case((VerdictRow.accepted.is_(True), AttemptRow.id))
        query = (
            select(
                AttemptRow.checkpoint,
                func.count(distinct(AttemptRow.id)),
                func.count(distinct(claimed)),
                func.count(distinct(verified)),
            )
            .outerjoin(VerdictRow, VerdictRow.attempt_id == AttemptRow.id)
            .where(AttemptRow.checkpoint.is_not(None))
            .group_by(AttemptRow.checkpoint)
        )
        with self._reading() as session:
            return {
                checkpoint: Outcomes(attempts, claims, proofs)
                for checkpoint, attempts, claims, proofs in session.execute(query)
                if checkpoint is not None
            }

    def evaluation_sums(self) -> dict[int, EvaluationSum]:
        """Of each evaluation by its number, what its results sum to."""
        row = EvaluationResultRow
        verified = case((row.verified.is_(True), row.problem))
        claimed = case((row.proof.is_not(None), row.problem))
        query = select(
            row.evaluation_id,
            func.count(row.id),
            func.count(distinct(row.problem)),
            func.count(distinct(claimed)),
            func.count(distinct(verified)),
            func.sum(row.seconds + row.verify_seconds),
            func.sum(row.model_calls),
            func.sum(row.tactic_calls),
        ).group_by(row.evaluation_id)
        with self._reading() as session:
            return {row[0]: EvaluationSum(*row[1:]) for row in session.execute(query)}
