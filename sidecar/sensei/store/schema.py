"""The tables. What the columns mean; migrations/versions holds how they came to be.

Large texts are kept once, in ``texts``, and referred to by id. Everything that a trace says hangs
on a module and goes with it; what people and machines did with it later (splits, runs, attempts,
verdicts) names theorems and never points at trace rows, so that a new trace loses none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from sensei.store.records import Span

# The revision this code reads and writes; a test holds it equal to the newest migration.
CURRENT_REVISION = "0004"


def _to_span(value: str | None) -> Span | None:
    return None if value is None else Span._make(orjson.loads(value))


def _to_positions(value: str | None) -> tuple[int, ...]:
    return tuple(orjson.loads(value)) if value and value != "[]" else ()


class SpanType(TypeDecorator[Span]):
    """A source range as six numbers, ``[0,9,1,0,1,9]``: JSON to SQL, read without a parser."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Span | None, dialect: Dialect) -> str | None:
        return None if value is None else f"[{','.join(map(str, value))}]"

    def process_result_value(self, value: str | None, dialect: Dialect) -> Span | None:
        return _to_span(value)

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[str | None], Span | None]:
        return _to_span  # without the layers that call it


class PositionsType(TypeDecorator[tuple[int, ...]]):
    """Positions in a module, ``[3,4]``: JSON to SQL, read without a parser."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Iterable[int] | None, dialect: Dialect) -> str:
        return f"[{','.join(map(str, value or ()))}]"

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...]:
        return _to_positions(value)

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[str | None], tuple[int, ...]]:
        return _to_positions


class LinksType(TypeDecorator[tuple[tuple[int, tuple[int, ...]], ...]]):
    """Goals and what their assignments leave open, ``[[3,[4,5]]]``: JSON to SQL."""

    impl = Text
    cache_ok = True

    def process_bind_param(
        self, value: Iterable[tuple[int, Iterable[int]]] | None, dialect: Dialect
    ) -> str:
        return orjson.dumps([[goal, list(subgoals)] for goal, subgoals in value or ()]).decode()

    def process_result_value(
        self, value: str | None, dialect: Dialect
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        if not value or value == "[]":
            return ()
        return tuple((goal, tuple(subgoals)) for goal, subgoals in orjson.loads(value))


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite keeps no time zone, so none is written and UTC is read."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def _text_id() -> Mapped[int]:
    return mapped_column(ForeignKey("texts.id"))


def _none() -> Mapped[tuple[int, ...]]:
    return mapped_column(PositionsType, server_default="[]")


def _no_words() -> Mapped[list[str]]:
    return mapped_column(JSON, server_default="[]")


def _module_id() -> Mapped[int]:
    return mapped_column(ForeignKey("modules.id", ondelete="CASCADE"))


class TextRow(Base):
    """A text, once."""

    __tablename__ = "texts"
    id: Mapped[int] = mapped_column(primary_key=True)
    sha256: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    content: Mapped[str] = mapped_column(Text)


class ConstantRow(Base):
    """A constant as a module that uses it sees it, once: ``sha256`` is of all the rest.

    Of a constant that the module defines itself the declaration tells the place, statement and doc
    comment. ``attributes`` are those in force; ``origin`` is module, project, dependency or
    toolchain.
    """

    __tablename__ = "constants"
    __table_args__ = (Index(None, "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    sha256: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    defined_in: Mapped[str] = mapped_column(Text)
    origin: Mapped[str] = mapped_column(Text)
    range: Mapped[Span | None] = mapped_column(SpanType)
    name_range: Mapped[Span | None] = mapped_column(SpanType)
    doc_text_id: Mapped[int] = _text_id()
    statement_text_id: Mapped[int] = _text_id()
    attributes: Mapped[list[str]] = mapped_column(JSON)


class SnapshotRow(Base):
    """A repository at one content and toolchain. Seen by readers once it is complete.

    ``repository`` is where it was cloned from; of a folder of its own, its package's name.
    """

    __tablename__ = "snapshots"
    __table_args__ = (Index(None, "repository"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    identity: Mapped[str] = mapped_column(String(64), unique=True)
    package: Mapped[str] = mapped_column(Text)
    content_hash: Mapped[str] = mapped_column(String(64))
    repository: Mapped[str] = mapped_column(Text)
    commit: Mapped[str | None] = mapped_column(Text)
    lean_version: Mapped[str] = mapped_column(Text)
    lean_commit: Mapped[str] = mapped_column(Text)
    toolchain_kind: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    completed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ModuleRow(Base):
    """One traced module. ``record_hash`` covers the record without its time and memory.

    ``constants`` are ids, of all that it uses. ``brings_text_id``: JSON list of modules
    outside the project that it can see and no module of the project that it imports can.
    """

    __tablename__ = "modules"
    __table_args__ = (UniqueConstraint("snapshot_id", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    snapshot_id: Mapped[int] = mapped_column(ForeignKey("snapshots.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(Text)
    file: Mapped[str] = mapped_column(Text)
    source_text_id: Mapped[int] = _text_id()
    source_hash: Mapped[str] = mapped_column(String(64))
    record_hash: Mapped[str] = mapped_column(String(64))
    format_version: Mapped[int]
    tracer_version: Mapped[str] = mapped_column(Text)
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    imports: Mapped[list[str]] = mapped_column(JSON)
    plugins: Mapped[list[str]] = _no_words()
    brings_text_id: Mapped[int | None] = mapped_column(ForeignKey("texts.id"))
    constants: Mapped[tuple[int, ...]] = _none()
    seconds: Mapped[float]
    peak_rss_bytes: Mapped[int] = mapped_column(BigInteger)


class DeclarationRow(Base):
    """A declaration, in the record's order (``position``).

    ``attributes`` are as written, ``attributes_in_force`` those that the environment tells.
    ``type_constants`` and ``value_constants`` are ids of constants. ``env_name`` is the name in the
    environment if that is another.
    """

    __tablename__ = "declarations"
    __table_args__ = (UniqueConstraint("module_id", "position"), Index(None, "name"))
    id: Mapped[int] = mapped_column(primary_key=True)
    module_id: Mapped[int] = _module_id()
    position: Mapped[int]
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    range: Mapped[Span | None] = mapped_column(SpanType)
    name_range: Mapped[Span | None] = mapped_column(SpanType)
    proof_range: Mapped[Span | None] = mapped_column(SpanType)
    signature_text_id: Mapped[int] = _text_id()
    type_text_id: Mapped[int] = _text_id()
    doc_text_id: Mapped[int] = _text_id()
    type_hash: Mapped[str] = mapped_column(Text)
    proof_kind: Mapped[str] = mapped_column(Text)
    proof_hash: Mapped[str] = mapped_column(String(64))
    has_sorry: Mapped[bool]
    has_error: Mapped[bool]
    is_private: Mapped[bool]
    is_prop: Mapped[bool]
    axioms: Mapped[list[str]] = mapped_column(JSON)
    attributes: Mapped[list[str]] = mapped_column(JSON)
    attributes_in_force: Mapped[list[str]] = _no_words()
    env_name: Mapped[str | None] = mapped_column(Text)
    level_params: Mapped[list[str]] = _no_words()
    modifiers: Mapped[list[str]] = _no_words()
    type_constants: Mapped[tuple[int, ...]] = _none()
    value_constants: Mapped[tuple[int, ...]] = _none()


class GoalRow(Base):
    """A state of a goal. ``hypotheses_text_id``: JSON [[name, type, value], ...].

    The target and the hypotheses are absent where goal_text.py reads them from the printed text.
    """

    __tablename__ = "goals"
    __table_args__ = (UniqueConstraint("module_id", "position"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    module_id: Mapped[int] = _module_id()
    position: Mapped[int]
    mvar_id: Mapped[str] = mapped_column(Text)
    user_name: Mapped[str] = mapped_column(Text)
    pretty_text_id: Mapped[int] = _text_id()
    target_text_id: Mapped[int | None] = mapped_column(ForeignKey("texts.id"))
    hypotheses_text_id: Mapped[int | None] = mapped_column(ForeignKey("texts.id"))
    parses_back: Mapped[bool | None]


class StepRow(Base):
    """One tactic. ``parent`` and goals are positions in the module; ``constants`` are ids, of those
    in the terms that it made. ``links``: of each closed goal, what its assignment leaves open."""

    __tablename__ = "steps"
    __table_args__ = (UniqueConstraint("module_id", "position"), Index(None, "declaration_id"))
    id: Mapped[int] = mapped_column(primary_key=True)
    module_id: Mapped[int] = _module_id()
    declaration_id: Mapped[int | None] = mapped_column(
        ForeignKey("declarations.id", ondelete="CASCADE")
    )
    position: Mapped[int]
    parent: Mapped[int | None]
    text_id: Mapped[int] = _text_id()
    range: Mapped[Span | None] = mapped_column(SpanType)
    kind: Mapped[str] = mapped_column(Text)
    elaborator: Mapped[str] = mapped_column(Text)
    goals_before: Mapped[tuple[int, ...]] = mapped_column(PositionsType)
    goals_after: Mapped[tuple[int, ...]] = mapped_column(PositionsType)
    closed: Mapped[tuple[int, ...]] = _none()
    opened: Mapped[tuple[int, ...]] = _none()
    links: Mapped[tuple[tuple[int, tuple[int, ...]], ...]] = mapped_column(
        LinksType, server_default="[]"
    )
    constants: Mapped[tuple[int, ...]] = _none()


class PremiseRow(Base):
    """A constant used at a place. ``step`` is a position in the module."""

    __tablename__ = "premises"
    __table_args__ = (Index(None, "module_id"), Index(None, "declaration_id"))
    id: Mapped[int] = mapped_column(primary_key=True)
    module_id: Mapped[int] = _module_id()
    declaration_id: Mapped[int | None] = mapped_column(
        ForeignKey("declarations.id", ondelete="CASCADE")
    )
    step: Mapped[int | None]
    name: Mapped[str] = mapped_column(Text)
    defined_in: Mapped[str] = mapped_column(Text)
    definition: Mapped[Span | None] = mapped_column(SpanType)
    use: Mapped[Span | None] = mapped_column(SpanType)


class MessageRow(Base):
    """What Lean said about a module."""

    __tablename__ = "messages"
    __table_args__ = (Index(None, "module_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    module_id: Mapped[int] = _module_id()
    severity: Mapped[str] = mapped_column(Text)
    text_id: Mapped[int] = _text_id()
    range: Mapped[Span | None] = mapped_column(SpanType)


class FailureRow(Base):
    """A module that failed, in part (then there is a module too) or in whole."""

    __tablename__ = "failures"
    __table_args__ = (UniqueConstraint("snapshot_id", "module"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    snapshot_id: Mapped[int] = mapped_column(ForeignKey("snapshots.id", ondelete="CASCADE"))
    module: Mapped[str] = mapped_column(Text)
    file: Mapped[str] = mapped_column(Text)
    exit_code: Mapped[int]
    reason: Mapped[str] = mapped_column(Text)
    message: Mapped[str] = mapped_column(Text)
    seconds: Mapped[float]
    peak_rss_bytes: Mapped[int] = mapped_column(BigInteger)


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
    manifest_text_id: Mapped[int] = _text_id()
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
    tactics: Mapped[list[str]] = mapped_column(JSON)
    proof: Mapped[str | None] = mapped_column(Text)
    events_text_id: Mapped[int] = _text_id()
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
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ProvedGoalRow(Base):
    """A goal that a verified proof closed, and the script that did; ``environment`` is a hash of
    what goals mean something in (provers/cache.py)."""

    __tablename__ = "proved_goals"
    __table_args__ = (UniqueConstraint("environment", "goal_text_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    environment: Mapped[str] = mapped_column(String(64))
    goal_text_id: Mapped[int] = _text_id()
    script_text_id: Mapped[int] = _text_id()
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
