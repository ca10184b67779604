"""A search's environment and generator as they were recorded: no Lean and no model.

Given the events of a search, they answer as Lean and the generator answered then. The same search
on them gives the same events again; another search can be tried on what was seen, and what was not
is a failure that says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sensei.core.errors import LeanProcessError, NotFoundError, StoreError
from sensei.core.types import (
    FailureKind,
    Goal,
    Outcome,
    ProofState,
    ProofTask,
    TacticCandidate,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.search.events import Advanced, Asked, Event, Failed, Opened, Part
from sensei.search.graph import Graph


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a tactic did to a node: parts with the nodes they are, or a failure."""

    tactic: str
    log_prob: float
    parts: tuple[tuple[Part, int], ...] | None
    failure: TacticFailed | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """The events of one search, by node.

    Args:
        opened: the first event.
        answers: of each node, what was tried on it, in order.
        goals: of each node.
    """

    opened: Opened
    answers: dict[int, tuple[_Answer, ...]]
    goals: dict[int, Part]

    @classmethod
    def of(cls, events: Iterable[Event]) -> Recording:
        """Reads the events.

        Raises:
            StoreError: they do not begin with the opening of a theorem.
        """
        listed = list(events)
        if not listed or not isinstance(listed[0], Opened):
            raise StoreError("a recorded search begins with its opening", "sensei show attempt")
        graph = Graph.start(listed[0])
        answers: dict[int, list[_Answer]] = {}
        for event in listed[1:]:
            arrivals = graph.record(event)
            if isinstance(event, Advanced):
                numbers = [child for _, child in arrivals]
                parts = tuple(zip(event.parts, numbers, strict=True))
                answer = _Answer(event.tactic, event.log_prob, parts, seconds=event.seconds)
            elif isinstance(event, Failed):
                failed = TacticFailed(event.kind, event.message)
                answer = _Answer(event.tactic, event.log_prob, None, failed)
            else:
                continue
            answers.setdefault(event.node, []).append(answer)
        goals = {number: node.goals for number, node in enumerate(graph.nodes)}
        return cls(listed[0], {node: tuple(these) for node, these in answers.items()}, goals)


@dataclass(slots=True)
class RecordedGenerator:
    """core.protocols.Generator: offers for a state what was tried on it."""

    recording: Recording

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """The tactics tried on the first node that looks like each state, best first."""
        nodes: dict[str, int] = {}
        for number, goals in self.recording.goals.items():
            if goals and number in self.recording.answers:
                nodes.setdefault(goals[0].pretty, number)
        return [
            [
                TacticCandidate(answer.tactic, answer.log_prob)
                for answer in self.recording.answers.get(nodes.get(state, -1), ())
            ][:count]
            for state in states
        ]


@dataclass(slots=True)
class RecordedWriter:
    """core.protocols.ProofWriter: what came of each prompt of a recorded search, in order. A proof
    that had been tried before is not in the record: it is not written again."""

    answers: Iterator[list[TacticCandidate]]

    @classmethod
    def of(cls, events: Iterable[Event]) -> RecordedWriter:
        """Reads the events of a search for whole proofs."""
        answers: list[list[TacticCandidate]] = []
        for event in events:
            if isinstance(event, Asked):
                answers.append([])
            elif isinstance(event, Advanced | Failed):
                answers[-1].append(TacticCandidate(event.tactic, event.log_prob))
        return cls(iter(answers))

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """The next answers."""
        return [next(self.answers, []) for _ in tasks]


@dataclass(eq=False, slots=True)
class RecordedEnvironment:
    """core.protocols.Environment: one theorem, and what was seen of it."""

    recording: Recording
    _held: dict[int, tuple[tuple[Part, int], ...]] = field(default_factory=dict)
    _next: int = 0

    def open(self, theorem: TheoremRef) -> ProofState:
        """The recorded theorem.

        Raises:
            NotFoundError: it is of another.
        """
        if theorem != self.recording.opened.theorem:
            known = self.recording.opened.theorem.name
            raise NotFoundError(f"the recording is of {known}, not {theorem.name}")
        return self._hold(((self.recording.opened.goals, 0),))

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        """What each tactic did; one that was not tried is a failure."""
        parts = self._parts(state)
        node = parts[0][1] if len(parts) == 1 else -1
        known = {answer.tactic: answer for answer in self.recording.answers.get(node, ())}
        outcomes: list[Outcome] = []
        for tactic in tactics:
            answer = known.get(tactic)
            if answer is None:
                outcomes.append(TacticFailed(FailureKind.TACTIC, "not in the recording"))
            elif answer.parts is None:
                assert answer.failure is not None
                outcomes.append(answer.failure)
            else:
                outcomes.append(TacticSucceeded(self._hold(answer.parts), answer.seconds))
        return outcomes

    def split(self, state: ProofState) -> list[ProofState]:
        """The parts that were recorded."""
        parts = self._parts(state)
        return [state] if len(parts) < 2 else [self._hold((part,)) for part in parts]

    def release(self, states: Sequence[ProofState]) -> None:
        """Forgets states."""
        for state in states:
            self._held.pop(state.id, None)

    def close(self) -> None:
        """Nothing to end."""
        self._held.clear()

    def _hold(self, parts: tuple[tuple[Part, int], ...]) -> ProofState:
        self._next += 1
        self._held[self._next] = parts
        goals: tuple[Goal, ...] = tuple(goal for part, _ in parts for goal in part)
        return ProofState(self._next, goals)

    def _parts(self, state: ProofState) -> tuple[tuple[Part, int], ...]:
        if state.id not in self._held:
            raise LeanProcessError("a tactic on a state that was released or is of another theorem")
        return self._held[state.id]
