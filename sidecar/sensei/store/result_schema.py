"""The tables of what people and machines did with traces: splits, runs, attempts, verdicts,
evaluations. They name theorems and never point at trace rows, so that a new trace loses none of it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from sensei.store.columns import Base, UtcDateTime, text_reference


class SplitRow(Base):
    """A frozen split. ``manifest_text_id`` is the manifest file, byte for byte; ``snapshot_id`` the
    snapshot it is of, the first of several."""

    __tablename__ = "splits"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text, unique=True)
    strategy: Mapped[str] = mapped_column(Text)
    snapshot_id: Mapped[int] = mapped_column(ForeignKey("snapshots.id"))
    seed: Mapped[int] = mapped_column(BigInteger)
    ratios: Mapped[list[float]] = mapped_column(JSON)
    dataset_hash: Mapped[str] = mapped_column(String(64))
    manifest_text_id: Mapped[int] = text_reference()
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class SplitMemberRow(Base):
    """A theorem's part in a split; ``row_hash`` says what the theorem was when it was frozen.

    A split may be of several repositories: every member says whose snapshot it is of.
    """

    __tablename__ = "split_members"
    __table_args__ = (
        UniqueConstraint("split_id", "position"),
        UniqueConstraint("split_id", "snapshot_id", "row_hash"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    split_id: Mapped[int] = mapped_column(ForeignKey("splits.id", ondelete="CASCADE"))
    snapshot_id: Mapped[int] = mapped_column(ForeignKey("snapshots.id"))
    position: Mapped[int]
    part: Mapped[str] = mapped_column(Text)
    theorem: Mapped[str] = mapped_column(Text)
    module: Mapped[str] = mapped_column(Text)
    file: Mapped[str] = mapped_column(Text)
    type_hash: Mapped[str] = mapped_column(Text)
    row_hash: Mapped[str] = mapped_column(String(64))


class RunRow(Base):
    """One training."""

    __tablename__ = "runs"
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    split_id: Mapped[int | None] = mapped_column(ForeignKey("splits.id"))
    dataset_hash: Mapped[str] = mapped_column(Text)
    seed: Mapped[int] = mapped_column(BigInteger)
    config: Mapped[dict[str, Any]] = mapped_column(JSON)
    code_version: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)
    metrics: Mapped[dict[str, Any]] = mapped_column(JSON)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class CheckpointRow(Base):
    """A checkpoint folder that a run wrote."""

    __tablename__ = "checkpoints"
    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int | None] = mapped_column(ForeignKey("runs.id"))
    name: Mapped[str] = mapped_column(Text, unique=True)
    kind: Mapped[str] = mapped_column(Text)
    path: Mapped[str] = mapped_column(Text)
    manifest: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class AttemptRow(Base):
    """One search. ``events_text_id`` is one JSON object a line."""

    __tablename__ = "attempts"
    __table_args__ = (Index(None, "theorem"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    snapshot_id: Mapped[int] = mapped_column(ForeignKey("snapshots.id"))
    theorem: Mapped[str] = mapped_column(Text)
    module: Mapped[str] = mapped_column(Text)
    file: Mapped[str] = mapped_column(Text)
    generator: Mapped[str] = mapped_column(Text)
    checkpoint: Mapped[str | None] = mapped_column(Text)
    seed: Mapped[int] = mapped_column(BigInteger)
    budget: Mapped[dict[str, Any]] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(Text)
    detail: Mapped[str] = mapped_column(Text)
    seconds: Mapped[float]
    model_calls: Mapped[int]
    tactic_calls: Mapped[int]
    tokens: Mapped[int] = mapped_column(BigInteger, server_default="0")
    tactics: Mapped[list[str]] = mapped_column(JSON)
    proof: Mapped[str | None] = mapped_column(Text)
    events_text_id: Mapped[int] = text_reference()
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class VerdictRow(Base):
    """What the verifier found about a claim, with or without a stored attempt.

    ``snapshot_id`` is what the theorem was of; absent for one in a file that was never traced.
    """

    __tablename__ = "verdicts"
    __table_args__ = (
        Index(None, "attempt_id"),
        Index(None, "snapshot_id"),
        Index(None, "theorem"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    attempt_id: Mapped[int | None] = mapped_column(ForeignKey("attempts.id"))
    snapshot_id: Mapped[int | None] = mapped_column(ForeignKey("snapshots.id"))
    theorem: Mapped[str] = mapped_column(Text)
    module: Mapped[str] = mapped_column(Text)
    file: Mapped[str] = mapped_column(Text)
    proof: Mapped[str] = mapped_column(Text)
    accepted: Mapped[bool]
    reason: Mapped[str] = mapped_column(Text)
    detail: Mapped[str] = mapped_column(Text)
    axioms: Mapped[list[str]] = mapped_column(JSON)
    seconds: Mapped[float]
    lean_version: Mapped[str] = mapped_column(Text)
    lean_commit: Mapped[str] = mapped_column(Text)
    source_hash: Mapped[str] = mapped_column(Text)
    spliced_hash: Mapped[str] = mapped_column(Text)
    allowed_axioms: Mapped[list[str]] = mapped_column(JSON)
    checkers: Mapped[list[str]] = mapped_column(JSON, server_default="[]")
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class EvaluationRow(Base):
    """One evaluation of a benchmark. ``key`` is a hash of all that its results depend on; the same
    done once more is the next ``repetition``. ``snapshot_id`` is the benchmark's own."""

    __tablename__ = "evaluations"
    __table_args__ = (UniqueConstraint("key", "repetition"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(64))
    repetition: Mapped[int]
    benchmark: Mapped[str] = mapped_column(Text)
    config: Mapped[dict[str, Any]] = mapped_column(JSON)
    snapshot_id: Mapped[int] = mapped_column(ForeignKey("snapshots.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class EvaluationResultRow(Base):
    """What came of one sample of one problem; ``attempt_id`` is its search, if one was begun."""

    __tablename__ = "evaluation_results"
    __table_args__ = (UniqueConstraint("evaluation_id", "problem", "sample"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    evaluation_id: Mapped[int] = mapped_column(ForeignKey("evaluations.id", ondelete="CASCADE"))
    problem: Mapped[str] = mapped_column(Text)
    sample: Mapped[int]
    attempt_id: Mapped[int | None] = mapped_column(ForeignKey("attempts.id"))
    verified: Mapped[bool]
    outcome: Mapped[str] = mapped_column(Text)
    detail: Mapped[str] = mapped_column(Text)
    proof: Mapped[str | None] = mapped_column(Text)
    seconds: Mapped[float]
    verify_seconds: Mapped[float]
    model_calls: Mapped[int]
    tactic_calls: Mapped[int]
    tokens: Mapped[int] = mapped_column(BigInteger, server_default="0")
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ProvedGoalRow(Base):
    """A goal that a verified proof closed, and the script that did; ``environment`` is a hash of
    what goals mean something in (provers/cache.py)."""

    __tablename__ = "proved_goals"
    __table_args__ = (UniqueConstraint("environment", "goal_text_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    environment: Mapped[str] = mapped_column(String(64))
    goal_text_id: Mapped[int] = text_reference()
    script_text_id: Mapped[int] = text_reference()
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
