"""Best-first search: the most probable state is expanded next, each state once.

Each round takes the best states of the frontier (a batch), asks the generator for tactics for all
of them in one call, and runs each state's tactics in one call of the environment. Ties go to the
state that was found first. With the same answers of generator, environment and clock the events
are the same.

A tactic that fails, times out or crashes Lean is one failed edge and nothing more. A proof that
arrives with the time-out counts. What a proof is worth only Lean's verifier says.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sensei.core.errors import LeanProcessError, ModelError
from sensei.core.protocols import Environment, Generator
from sensei.core.types import (
    Budget,
    ProofState,
    SearchResult,
    SearchStatus,
    TacticCandidate,
    TacticSucceeded,
    TheoremRef,
)
from sensei.search.budget import Clock, Meter
from sensei.search.events import Advanced, Claimed, Ended, Event, Expanded, Failed, Opened
from sensei.search.tree import Arrival, Tree

Sink = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search.

    Args:
        candidates: most tactics asked for a state.
        batch_size: most states a call of the generator.
        alpha: length normalisation of the score, see ``tree.score``.
    """

    candidates: int = 16
    batch_size: int = 4
    alpha: float = 0.0


@dataclass(frozen=True, slots=True)
class SearchRun:
    """One search: how it ended, and all that happened (empty when it could not be opened)."""

    result: SearchResult
    events: tuple[Event, ...]


def search(
    theorem: TheoremRef,
    generator: Generator,
    environment: Environment,
    budget: Budget,
    options: SearchOptions = SearchOptions(),
    *,
    clock: Clock = time.monotonic,
    sink: Sink | None = None,
) -> SearchRun:
    """Searches for a proof of ``theorem``.

    The time starts when the theorem is open: opening costs the same whatever is searched, and
    depends on whether its file was loaded before.

    Args:
        sink: called with each event as it happens.

    Raises:
        NotFoundError: there is no such theorem.
    """
    try:
        root = environment.open(theorem)
    except LeanProcessError as error:
        meter = Meter(budget, clock)
        crashed = SearchStatus.ENVIRONMENT_CRASHED
        return SearchRun(SearchResult(crashed, (), meter.spent(), str(error)), ())
    run = _Search(generator, environment, options, Meter(budget, clock), sink)
    try:
        return run.from_root(theorem, root)
    finally:
        environment.release(list(run.states.values()))


@dataclass(slots=True)
class _Search:
    generator: Generator
    environment: Environment
    options: SearchOptions
    meter: Meter
    sink: Sink | None
    events: list[Event] = field(default_factory=list)
    # The states of the frontier, by node. A state is released when its node is expanded, or when
    # the node is reached by a better path.
    states: dict[int, ProofState] = field(default_factory=dict)
    # (-score, node): ties go to the smaller node, the one found first.
    frontier: list[tuple[float, int]] = field(default_factory=list)

    def from_root(self, theorem: TheoremRef, root: ProofState) -> SearchRun:
        opened = Opened(theorem, root.goals, self.options.alpha)
        tree = Tree.start(opened)
        self._keep(opened)
        self._push(tree, 0, root)
        detail = ""
        try:
            status = self._rounds(tree) if root.goals else self._claim(tree, 0)
        except ModelError as error:
            status, detail = SearchStatus.MODEL_ERROR, str(error)
        except LeanProcessError as error:
            status, detail = SearchStatus.ENVIRONMENT_CRASHED, str(error)
        self._record(tree, Ended(status, self.meter.spent(), detail))
        result = tree.result()
        assert result is not None
        return SearchRun(result, tuple(self.events))

    def _rounds(self, tree: Tree) -> SearchStatus:
        while True:
            nodes = self._best(tree, self.options.batch_size)
            if not nodes:
                return SearchStatus.EXHAUSTED
            nodes = nodes[: self.meter.model_calls_within(len(nodes))]
            if not nodes or self.meter.time_is_up() or not self.meter.tactic_calls_within(1):
                return SearchStatus.OUT_OF_BUDGET
            self.meter.model_calls += len(nodes)
            self._record(tree, Expanded(tuple(nodes), self.meter.elapsed_s()))
            prompts = [tree.nodes[node].goals[0].pretty for node in nodes]
            answers = self.generator.generate(prompts, self.options.candidates)
            if len(answers) != len(nodes):
                raise ModelError(
                    f"the generator gave {len(answers)} answers for {len(nodes)} states"
                )
            for node, answer in zip(nodes, answers, strict=True):
                status = self._expand(tree, node, _usable(answer, self.options.candidates))
                if status is not None:
                    return status

    def _expand(
        self, tree: Tree, node: int, candidates: list[TacticCandidate]
    ) -> SearchStatus | None:
        """Runs the tactics on one node; the status if the search is over."""
        allowed = self.meter.tactic_calls_within(len(candidates))
        if self.meter.time_is_up() or (candidates and not allowed):
            return SearchStatus.OUT_OF_BUDGET
        state = self.states.pop(node)
        outcomes = []
        if candidates:
            tactics = [candidate.tactic for candidate in candidates[:allowed]]
            outcomes = self.environment.apply(state, tactics, self.meter.seconds_left())
        claim: int | None = None
        unwanted = [state]
        for candidate, outcome in zip(candidates, outcomes, strict=False):
            self.meter.tactic_calls += 1
            tactic, log_prob, at_s = candidate.tactic, candidate.log_prob, self.meter.elapsed_s()
            if not isinstance(outcome, TacticSucceeded):
                kind, message = outcome.kind, outcome.message
                self._record(tree, Failed(node, tactic, log_prob, kind, message, at_s))
                continue
            after = outcome.state
            arrival = self._record(tree, Advanced(node, tactic, log_prob, after.goals, at_s))
            assert arrival is not None
            where, child = arrival
            if not after.goals:
                claim = child if claim is None else claim
                unwanted.append(after)
            elif where is Arrival.KNOWN:
                unwanted.append(after)
            else:
                if where is Arrival.BETTER and child in self.states:
                    unwanted.append(self.states.pop(child))
                self._push(tree, child, after)
        self.environment.release(unwanted)
        if claim is not None:
            return self._claim(tree, claim)
        return SearchStatus.OUT_OF_BUDGET if len(outcomes) < len(candidates) else None

    def _push(self, tree: Tree, node: int, state: ProofState) -> None:
        self.states[node] = state
        heapq.heappush(self.frontier, (-tree.score(node), node))

    def _best(self, tree: Tree, count: int) -> list[int]:
        """Takes up to ``count`` nodes off the frontier, best first; entries that a better path has
        overtaken are dropped."""
        nodes: list[int] = []
        while self.frontier and len(nodes) < count:
            priority, node = heapq.heappop(self.frontier)
            if -priority == tree.score(node):
                nodes.append(node)
        return nodes

    def _claim(self, tree: Tree, node: int) -> SearchStatus:
        self._record(tree, Claimed(node, self.meter.elapsed_s()))
        return SearchStatus.CLAIMED

    def _record(self, tree: Tree, event: Event) -> tuple[Arrival, int] | None:
        arrival = tree.record(event)
        self._keep(event)
        return arrival

    def _keep(self, event: Event) -> None:
        self.events.append(event)
        if self.sink is not None:
            self.sink(event)


def _usable(candidates: list[TacticCandidate], count: int) -> list[TacticCandidate]:
    """The first ``count`` different, non-blank tactics.

    Raises:
        ModelError: a log-probability that is none.
    """
    seen: set[str] = set()
    usable = []
    for candidate in candidates:
        if math.isnan(candidate.log_prob) or candidate.log_prob > 1e-6:
            raise ModelError(
                f"log-probability {candidate.log_prob} of the tactic {candidate.tactic!r}"
            )
        if candidate.tactic.strip() and candidate.tactic not in seen:
            seen.add(candidate.tactic)
            usable.append(candidate)
    return usable[:count]
