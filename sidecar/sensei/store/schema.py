"""The tables of what traces say. What the columns mean; migrations/versions holds how they came to
be, result_schema.py what was done with traces later.

Large texts are kept once, in ``texts``, and referred to by id. Everything that a trace says hangs
on a module and goes with it.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from sensei.store.columns import (
    Base,
    LinksType,
    PositionsType,
    SpanType,
    UtcDateTime,
    text_reference,
)
from sensei.store.records import Span

# The revision this code reads and writes; a test holds it equal to the newest migration.
CURRENT_REVISION = "0006"


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
    doc_text_id: Mapped[int] = text_reference()
    statement_text_id: Mapped[int] = text_reference()
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
    source_text_id: Mapped[int] = text_reference()
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
    signature_text_id: Mapped[int] = text_reference()
    type_text_id: Mapped[int] = text_reference()
    doc_text_id: Mapped[int] = text_reference()
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
    pretty_text_id: Mapped[int] = text_reference()
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
    text_id: Mapped[int] = text_reference()
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
    text_id: Mapped[int] = text_reference()
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
