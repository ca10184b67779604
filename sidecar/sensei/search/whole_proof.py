"""Whole proofs, written by a model, checked by Lean, and mended by what Lean said of them.

First proofs of the theorem are asked for. Those that Lean does not take go back, each with Lean's
error, and proofs mended by it are asked for, until one closes the theorem, the rounds are over or
nothing new comes. A mended proof that fails goes back with all that was said since the first one.

A proof here is the lines below ``by``, tried as one tactic on the theorem's own state: the graph of
such a search is its root and the proofs tried on it (``sensei show attempt``). Which failure a
prompt was about stands in the event Asked.

Source: the repair of Baldur (First et al. 2023, arXiv 2303.04910), in rounds; what differs: the
attempts that come nearest are mended first, and the whole chain of them is told.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

from sensei.core.errors import LeanProcessError, ModelError
from sensei.core.protocols import Environment, ProofWriter
from sensei.core.types import (
    Budget,
    FailedProof,
    FailureKind,
    ProofState,
    ProofTask,
    SearchResult,
    SearchStatus,
    TacticCandidate,
    TacticFailed,
    TacticSucceeded,
    TheoremRef,
)
from sensei.search.budget import Clock, Meter
from sensei.search.driver import SearchRun, Sink, usable
from sensei.search.events import Advanced, Answered, Asked, Claimed, Ended, Event, Failed, Opened
from sensei.search.graph import ROOT, Graph
from sensei.search.options import WHOLE_PROOF, SearchOptions

#: What a model is told of Lean's error, characters.
ERROR_LENGTH: Final = 2000
#: How near a failed proof came, by kind; one that ran and left goals is nearest.
_UNFINISHED = 0
_NEARNESS: Final = {
    FailureKind.TACTIC: 1,
    FailureKind.TIMEOUT: 2,
    FailureKind.HEARTBEATS: 2,
    FailureKind.PARSE: 3,
    FailureKind.FORBIDDEN: 3,
    FailureKind.MEMORY: 4,
    FailureKind.CRASH: 4,
}


def write_proofs(
    theorem: TheoremRef,
    writer: ProofWriter,
    environment: Environment,
    budget: Budget,
    options: SearchOptions,
    *,
    clock: Clock = time.monotonic,
    sink: Sink | None = None,
) -> SearchRun:
    """Searches for a proof of ``theorem`` as ``driver.search`` does: the same budgets (a prompt is
    a model call, a proof that Lean runs is a tactic call), statuses and kinds of events.

    Args:
        options: ``candidates`` proofs are asked for in a round, for at most ``batch_size`` failed
            ones at a time, in ``rounds`` rounds.

    Raises:
        NotFoundError: there is no such theorem.
    """
    try:
        root = environment.open(theorem)
    except LeanProcessError as error:
        crashed = SearchStatus.ENVIRONMENT_CRASHED
        return SearchRun(SearchResult(crashed, (), Meter(budget, clock).spent(), str(error)), ())
    opened = Opened(theorem, root.goals, WHOLE_PROOF, options.to_json())
    run = _Run(
        writer, environment, options, Meter(budget, clock), sink, Graph.start(opened), root
    )  # fmt: skip
    try:
        return run.from_root(opened)
    finally:
        environment.release([root])


@dataclass(slots=True)
class _Run:
    writer: ProofWriter
    environment: Environment
    options: SearchOptions
    meter: Meter
    sink: Sink | None
    graph: Graph
    root: ProofState
    events: list[Event] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    # Failed proofs by their edge: those that were tried with the last one, oldest first.
    chains: dict[int, tuple[FailedProof, ...]] = field(default_factory=dict)
    # How near they came and how likely they were; least is best. Those not given back yet.
    waiting: dict[int, tuple[int, float, int]] = field(default_factory=dict)

    def from_root(self, opened: Opened) -> SearchRun:
        self._keep(opened)
        detail = ""
        try:
            status, detail = self._claim() if self.graph.root.proved else self._rounds()
        except ModelError as error:
            status, detail = SearchStatus.MODEL_ERROR, str(error)
        except LeanProcessError as error:
            status, detail = SearchStatus.ENVIRONMENT_CRASHED, str(error)
        self._record(Ended(status, self.meter.spent(), detail))
        result = self.graph.result()
        assert result is not None
        return SearchRun(result, tuple(self.events))

    def _rounds(self) -> tuple[SearchStatus, str]:
        if self.options.rounds < 1:
            return SearchStatus.EXHAUSTED, "no round was asked for"
        asked: list[int | None] = [None]
        for _ in range(self.options.rounds):
            room = self.meter.model_calls_within(len(asked))
            if not room or self.meter.time_is_up() or not self.meter.tactic_calls_within(1):
                return SearchStatus.OUT_OF_BUDGET, ""
            ended = self._round(asked[:room])
            if ended is not None:
                return ended
            if not self.waiting:
                why = "no new proof was written" if self.seen else "the generator wrote no proof"
                return SearchStatus.EXHAUSTED, why
            best = sorted(self.waiting, key=self.waiting.__getitem__)[: self.options.batch_size]
            for edge in best:
                del self.waiting[edge]
            asked = list(best)
        return SearchStatus.EXHAUSTED, f"{self.options.rounds} rounds are over"

    def _round(self, asked: list[int | None]) -> tuple[SearchStatus, str] | None:
        """Asks for proofs and tries them; how the search ended, if it did."""
        goal = "\n\n".join(goal.pretty for goal in self.root.goals)
        theorem = self.graph.theorem
        tasks = [
            ProofTask(theorem, goal, () if edge is None else self.chains[edge]) for edge in asked
        ]
        count = -(-self.options.candidates // len(tasks))
        at_s = self.meter.elapsed_s()
        self.meter.model_calls += len(tasks)
        try:
            with self.meter.counting_tokens():
                answers = self.writer.write(tasks, count)
            if len(answers) != len(tasks):
                raise ModelError(f"the generator gave {len(answers)} answers for {len(tasks)}")
            answered = [Answered(self.meter.elapsed_s())]
        except ModelError:
            for edge in asked:
                self._record(Asked(edge, at_s))
            raise
        ended = None
        for edge, task, answer in zip(asked, tasks, answers, strict=True):
            # What was asked is recorded, though an earlier answer has ended the search.
            self._record(Asked(edge, at_s))
            while answered:  # once, behind the first: they were asked together
                self._record(answered.pop())
            if ended is None:
                ended = self._try(task, usable(answer, count))
        return ended

    def _try(
        self, task: ProofTask, proofs: list[TacticCandidate]
    ) -> tuple[SearchStatus, str] | None:
        """Has Lean run the new ones of the proofs."""
        fresh = [proof for proof in proofs if proof.tactic.strip() not in self.seen]
        self.seen.update(proof.tactic.strip() for proof in fresh)
        allowed = self.meter.tactic_calls_within(len(fresh))
        if fresh and (self.meter.time_is_up() or not allowed):
            return SearchStatus.OUT_OF_BUDGET, ""
        outcomes = []
        if fresh:
            tactics = [proof.tactic for proof in fresh[:allowed]]
            outcomes = self.environment.apply(self.root, tactics, self.meter.seconds_left())
        for proof, outcome in zip(fresh, outcomes, strict=False):
            self.meter.tactic_calls += 1
            at_s, edge = self.meter.elapsed_s(), len(self.graph.edges)
            if isinstance(outcome, TacticSucceeded):
                left = outcome.state.goals
                self.environment.release([outcome.state])
                parts = (left,) if left else ()
                self._record(
                    Advanced(ROOT, proof.tactic, proof.log_prob, parts, at_s, outcome.seconds)
                )
                nearness = _UNFINISHED
                said = "unsolved goals\n" + "\n\n".join(goal.pretty for goal in left)
            else:
                self._fail(proof, outcome, at_s)
                nearness, said = _NEARNESS[outcome.kind], outcome.message
            failed = FailedProof(proof.tactic, said[:ERROR_LENGTH])
            self.chains[edge] = (*task.failed, failed)
            self.waiting[edge] = (nearness, -proof.log_prob, edge)
        if self.graph.root.proved:
            return self._claim()
        return (SearchStatus.OUT_OF_BUDGET, "") if len(outcomes) < len(fresh) else None

    def _fail(self, proof: TacticCandidate, outcome: TacticFailed, at_s: float) -> None:
        kind, message = outcome.kind, outcome.message
        self._record(Failed(ROOT, proof.tactic, proof.log_prob, kind, message, at_s))

    def _claim(self) -> tuple[SearchStatus, str]:
        self._record(Claimed(self.meter.elapsed_s()))
        return SearchStatus.CLAIMED, ""

    def _record(self, event: Event) -> None:
        self.graph.record(event)
        self._keep(event)

    def _keep(self, event: Event) -> None:
        self.events.append(event)
        if self.sink is not None:
            self.sink(event)
