"""What the store returns: frozen values that outlive their session. No SQL here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import orjson

from sensei.core.types import Budget, Claim, SearchResult, TheoremRef, Verdict
from sensei.store.goal_text import printed_parts


class Span(NamedTuple):
    """A place in a source file, in the trace's units (bytes from 0, lines from 1, columns in
    code points from 0)."""

    start_byte: int
    end_byte: int
    start_line: int
    start_column: int
    end_line: int
    end_column: int


class _Many(msgspec.Struct, frozen=True, gc=False):
    """What is read by the hundred thousand: a dataclass that is frozen takes ten times as long."""


@dataclass(frozen=True, slots=True)
class SnapshotRecord:
    """A project at one content and toolchain.

    Args:
        identity: SHA-256 over the package's name, the toolchain and the content.
        content_hash: SHA-256 over the sorted files and the hashes of their sources.
        repository: where it was cloned from; the package's name for a folder of its own.
        commit: of the repository; None for a folder of its own, or one with changes.
        completed_at: None while an ingest is under way or was cut off.
    """

    id: int
    identity: str
    package: str
    content_hash: str
    repository: str
    commit: str | None
    lean_version: str
    lean_commit: str
    toolchain_kind: str
    created_at: datetime
    completed_at: datetime | None


@dataclass(frozen=True, slots=True)
class ModuleRecord:
    """One traced module; its source is read by ``Store.source``."""

    id: int
    snapshot_id: int
    name: str
    file: str
    source_hash: str
    record_hash: str
    format_version: int
    tracer_version: str
    options: Mapping[str, str]
    imports: tuple[str, ...]
    plugins: tuple[str, ...]
    seconds: float
    peak_rss_bytes: int


class DeclarationRecord(_Many, frozen=True):
    """A declaration, as traced.

    Args:
        position: its index in the module's record.
        proof_kind: ``none``, ``term``, ``tactic`` or ``alternatives``.
        proof_hash: SHA-256 of the proof's source text; of nothing when there is no proof.
        has_error: Lean reported an error inside its range.
    """

    id: int
    snapshot_id: int
    module_id: int
    module: str
    file: str
    position: int
    name: str
    kind: str
    range: Span | None
    name_range: Span | None
    proof_range: Span | None
    signature: str
    type: str
    doc: str
    type_hash: str
    proof_kind: str
    proof_hash: str
    has_sorry: bool
    has_error: bool
    is_private: bool
    is_prop: bool
    axioms: tuple[str, ...]
    attributes: tuple[str, ...]

    @property
    def ref(self) -> TheoremRef:
        """The same place in the words of the core."""
        return TheoremRef(self.name, self.module, self.file)


@dataclass(frozen=True, slots=True)
class HypothesisRecord:
    """A hypothesis of a goal; ``value`` is "" unless it is a let variable."""

    name: str
    type: str
    value: str


class GoalRecord(_Many, frozen=True):
    """A state of a goal; steps refer to it by ``position`` within its module.

    Its target and hypotheses are read from the printed text when they are asked for, unless they
    were traced otherwise; few ask.
    """

    id: int
    module_id: int
    position: int
    mvar_id: str
    user_name: str
    pretty: str
    other_target: str | None
    other_hypotheses: str | None

    @property
    def target(self) -> str:
        """What is to be proved."""
        return printed_parts(self.pretty)[1] if self.other_target is None else self.other_target

    @property
    def hypotheses(self) -> tuple[HypothesisRecord, ...]:
        """In context order."""
        if self.other_hypotheses is None:
            return tuple(HypothesisRecord(*said) for said in printed_parts(self.pretty)[0])
        return tuple(HypothesisRecord(*said) for said in orjson.loads(self.other_hypotheses))


class StepRecord(_Many, frozen=True):
    """One tactic; ``parent`` and the goal lists are positions within its module."""

    id: int
    module_id: int
    declaration_id: int | None
    position: int
    parent: int | None
    text: str
    range: Span | None
    kind: str
    elaborator: str
    goals_before: tuple[int, ...]
    goals_after: tuple[int, ...]


class PremiseRecord(_Many, frozen=True):
    """A constant that a declaration uses at a place; ``step`` is a position, or None."""

    id: int
    module_id: int
    declaration_id: int | None
    step: int | None
    name: str
    defined_in: str
    definition: Span | None
    use: Span | None


@dataclass(frozen=True, slots=True)
class ConstantRecord:
    """A constant as a module that uses it sees it (``schema.ConstantRow``)."""

    id: int
    name: str
    kind: str
    defined_in: str
    origin: str
    range: Span | None
    name_range: Span | None
    doc: str
    statement: str
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepEffect:
    """What a step did: goals are positions within its module, ``constants`` ids of constants.

    Args:
        links: each closed goal with the goals that its assignment leaves open.
        constants: in the terms that it made, and in no step within it.
    """

    position: int
    closed: tuple[int, ...]
    opened: tuple[int, ...]
    links: tuple[tuple[int, tuple[int, ...]], ...]
    constants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeclarationDetails:
    """What a trace says of a declaration beside its record; constants are ids of constants."""

    env_name: str
    level_params: tuple[str, ...]
    modifiers: tuple[str, ...]
    attributes_in_force: tuple[str, ...]
    type_constants: tuple[int, ...]
    value_constants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ModuleContents:
    """All that was traced of a module; its lists are in the trace's order."""

    module: ModuleRecord
    source: str
    declarations: tuple[DeclarationRecord, ...]
    goals: tuple[GoalRecord, ...]
    steps: tuple[StepRecord, ...]
    premises: tuple[PremiseRecord, ...]


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """What Lean said: ``severity`` is information, warning or error."""

    id: int
    module_id: int
    severity: str
    text: str
    range: Span | None


@dataclass(frozen=True, slots=True)
class FailureRecord:
    """A module that failed, with the tracer's reason for it."""

    id: int
    snapshot_id: int
    module: str
    file: str
    exit_code: int
    reason: str
    message: str
    seconds: float
    peak_rss_bytes: int


@dataclass(frozen=True, slots=True)
class SnapshotCounts:
    """How much a snapshot holds; ``failures`` is by reason, sorted."""

    modules: int
    declarations: int
    theorems: int
    steps: int
    premises: int
    failures: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SplitMember:
    """A theorem's part (train, val or test) in a split, and the snapshot it is of."""

    snapshot_id: int
    part: str
    theorem: str
    module: str
    file: str
    type_hash: str
    row_hash: str

    @property
    def ref(self) -> TheoremRef:
        """The theorem in the words of the core."""
        return TheoremRef(self.theorem, self.module, self.file)


@dataclass(frozen=True, slots=True)
class SplitRecord:
    """A frozen split.

    Args:
        strategy: ``random`` or ``novel_premises``.
        snapshot_id: the snapshot it is of; the first, if it is of several.
        manifest: its file's text, byte for byte.
    """

    id: int
    name: str
    strategy: str
    snapshot_id: int
    seed: int
    ratios: tuple[float, ...]
    dataset_hash: str
    manifest: str
    members: tuple[SplitMember, ...]
    created_at: datetime

    def part(self, name: str) -> tuple[SplitMember, ...]:
        """The members of one part, in the manifest's order."""
        return tuple(member for member in self.members if member.part == name)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One training; ``status`` is running, done, failed or interrupted."""

    id: int
    kind: str
    split_id: int | None
    dataset_hash: str
    seed: int
    config: Mapping[str, Any]
    code_version: str
    status: str
    metrics: Mapping[str, Any]
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class CheckpointRecord:
    """A checkpoint folder."""

    id: int
    run_id: int | None
    name: str
    kind: str
    path: str
    manifest: Mapping[str, Any]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One search. ``events`` is filled by ``Store.attempt``, empty in listings."""

    id: int
    snapshot_id: int
    theorem: TheoremRef
    generator: str
    checkpoint: str | None
    seed: int
    budget: Budget
    result: SearchResult
    proof: str | None
    events: tuple[Mapping[str, Any], ...]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """A verdict with its claim; ``snapshot_id`` is what the theorem was of, where that is known."""

    id: int
    attempt_id: int | None
    snapshot_id: int | None
    claim: Claim
    verdict: Verdict
    created_at: datetime


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """What came of one sample of one problem of a benchmark.

    Args:
        problem: the benchmark's name of it.
        sample: 0, 1, ...
        attempt_id: its search in the store, if one was begun.
        verified: whether Lean accepted its proof.
        outcome: ``verified``, the verdict's reason, how the search ended, or ``error``.
        detail: one line on it, or "".
        proof: the claimed proof, or None.
        seconds, verify_seconds: wall clock of search and verdict.
        model_calls, tactic_calls, tokens: as in Spent.
    """

    problem: str
    sample: int
    attempt_id: int | None
    verified: bool
    outcome: str
    detail: str
    proof: str | None
    seconds: float
    verify_seconds: float
    model_calls: int
    tactic_calls: int
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How many searches there were, how many ended in a claim, and in a verified proof."""

    attempts: int
    claimed: int
    verified: int


@dataclass(frozen=True, slots=True)
class EvaluationSum:
    """The results of an evaluation, summed: samples, then problems tried, claimed and verified."""

    samples: int
    problems: int
    claimed: int
    verified: int
    seconds: float
    model_calls: int
    tactic_calls: int


@dataclass(frozen=True, slots=True)
class EvaluationRecord:
    """One evaluation of a benchmark; ``config`` is all that its results depend on."""

    id: int
    key: str
    repetition: int
    benchmark: str
    config: Mapping[str, Any]
    snapshot_id: int
    created_at: datetime
    finished_at: datetime | None
