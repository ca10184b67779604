"""What people who look around are shown: a page of lines at a time, or one thing whole."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from sensei.store.records import Span


class _Shown(msgspec.Struct, frozen=True):
    """Goes to a page as JSON, by its fields."""


class SnapshotLine(_Shown, frozen=True):
    """A complete snapshot and how much is in it; ``proved`` are theorems with a whole proof of
    their own."""

    id: int
    package: str
    repository: str
    commit: str | None
    lean_version: str
    toolchain_kind: str
    completed_at: datetime
    modules: int
    declarations: int
    theorems: int
    proved: int
    steps: int
    failures: int


class ModuleLine(_Shown, frozen=True):
    """A module of a list."""

    id: int
    name: str
    file: str
    declarations: int
    steps: int
    seconds: float
    peak_rss_bytes: int


class DeclarationLine(_Shown, frozen=True):
    """A declaration of a list."""

    id: int
    name: str
    kind: str
    module_id: int
    module: str
    signature: str
    has_sorry: bool
    has_error: bool
    range: Span | None
    steps: int


class MessageLine(_Shown, frozen=True):
    """What Lean said."""

    severity: str
    text: str
    range: Span | None


class FailureLine(_Shown, frozen=True):
    """A module that could not be traced, or not whole."""

    module: str
    reason: str
    message: str


class ModuleShown(_Shown, frozen=True):
    """A module whole, with the place of every declaration in its source."""

    id: int
    snapshot_id: int
    name: str
    file: str
    imports: list[str]
    source: str
    declarations: list[DeclarationLine]
    messages: list[MessageLine]


class GoalShown(_Shown, frozen=True):
    """A goal of a step."""

    name: str
    pretty: str


class StepShown(_Shown, frozen=True):
    """A step; ``parent`` and the goals are indices in the lists of its declaration."""

    parent: int | None
    text: str
    range: Span | None
    kind: str
    before: list[int]
    after: list[int]


class PremiseShown(_Shown, frozen=True):
    """A constant used at a place; ``declaration_id`` is where it is declared, if that was traced,
    ``step`` an index in the steps."""

    name: str
    defined_in: str
    declaration_id: int | None
    use: Span | None
    step: int | None


class PartShown(_Shown, frozen=True):
    """A split that a theorem is in, and its part of it."""

    split: str
    part: str


class DeclarationShown(_Shown, frozen=True):
    """A declaration with its proof. ``source`` is a part of its file and begins at byte
    ``source_start`` of it; ``before`` and ``after`` are its neighbours in the file."""

    id: int
    snapshot_id: int
    module_id: int
    module: str
    file: str
    name: str
    kind: str
    signature: str
    type: str
    doc: str
    source: str
    source_start: int
    range: Span | None
    proof_kind: str
    has_sorry: bool
    has_error: bool
    axioms: list[str]
    attributes: list[str]
    steps: list[StepShown]
    goals: list[GoalShown]
    premises: list[PremiseShown]
    parts: list[PartShown]
    attempts: int
    before: int | None
    after: int | None


class AttemptLine(_Shown, frozen=True):
    """A search of a list; ``reason`` is of its newest verdict, None before one."""

    id: int
    theorem: str
    module: str
    prover: str
    status: str
    seconds: float
    model_calls: int
    tactic_calls: int
    accepted: bool | None
    reason: str | None
    created_at: datetime


class VerdictShown(_Shown, frozen=True):
    """What the verifier found about an attempt."""

    accepted: bool
    reason: str
    detail: str
    axioms: list[str]
    seconds: float
    lean_version: str
    created_at: datetime


class AttemptShown(_Shown, frozen=True):
    """A search whole, but its events: only how many there are of each kind. ``others`` are the
    newest of the same theorem."""

    id: int
    snapshot_id: int
    declaration_id: int | None
    theorem: str
    module: str
    generator: str
    checkpoint: str | None
    seed: int
    budget: dict[str, Any]
    status: str
    detail: str
    seconds: float
    model_calls: int
    tactic_calls: int
    tokens: int
    tactics: list[str]
    proof: str | None
    created_at: datetime
    verdicts: list[VerdictShown]
    events: dict[str, int]
    others: list[AttemptLine]


class RunLine(_Shown, frozen=True):
    """A training that the database tells of."""

    id: int
    kind: str
    status: str
    started_at: datetime


class EvaluationLine(_Shown, frozen=True):
    """An evaluation and how far it is."""

    id: int
    benchmark: str
    results: int
    verified: int
    created_at: datetime
    finished_at: datetime | None


class Tally(_Shown, frozen=True):
    """What came of searches: attempts by how they ended, verdicts by reason, and how many theorems
    were tried, claimed and verified."""

    attempts: dict[str, int]
    verdicts: dict[str, int]
    tried: int
    claimed: int
    verified: int
    waiting: int


class AttemptFacets(_Shown, frozen=True):
    """What attempts can be filtered by, with how many there are."""

    status: dict[str, int]
    reason: dict[str, int]
    prover: dict[str, int]
    evaluation: dict[int, str]
