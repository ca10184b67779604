"""Runs a search: asks it for nodes, the generator for tactics, Lean for what they do.

Each round takes a batch of nodes from the search, asks the generator for tactics for all of them
in one call, and runs each node's tactics in one call of the environment. With the same answers of
generator, critic, environment and clock the events are the same.

A tactic that fails, times out or crashes Lean is one dead edge and nothing more. A proof that
arrives with the time-out counts. What a proof is worth only Lean's verifier says.
"""

from __future__ import annotations

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
from sensei.search.events import (
    Advanced,
    Answered,
    Claimed,
    Ended,
    Event,
    Expanded,
    Failed,
    Opened,
)
from sensei.search.graph import Arrival, Graph
from sensei.search.options import SearchOptions, make_search
from sensei.search.protocol import Critic, Search

Sink = Callable[[Event], None]
DEFAULTS = SearchOptions()


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
    options: SearchOptions = DEFAULTS,
    *,
    critic: Critic | None = None,
    clock: Clock = time.monotonic,
    sink: Sink | None = None,
    algorithm: Search | None = None,
) -> SearchRun:
    """Searches for a proof of ``theorem``.

    The time starts when the theorem is open: opening costs the same whatever is searched, and
    depends on whether its file was loaded before.

    Args:
        critic: asked about the nodes that are expanded; the searches that use values do with a
            half for each without one.
        sink: called with each event as it happens.
        algorithm: one to go by that the caller asks afterwards; None makes that of the options.

    Raises:
        NotFoundError: there is no such theorem.
        UsageError: an option that the search does not have.
    """
    algorithm = algorithm or make_search(options)
    try:
        root = environment.open(theorem)
    except LeanProcessError as error:
        meter = Meter(budget, clock)
        crashed = SearchStatus.ENVIRONMENT_CRASHED
        return SearchRun(SearchResult(crashed, (), meter.spent(), str(error)), ())
    opened = Opened(theorem, root.goals, algorithm.name, options.to_json())
    run = _Run(
        generator, environment, critic, options, algorithm, Meter(budget, clock), sink,
        Graph.start(opened),
    )  # fmt: skip
    try:
        return run.from_root(opened, root)
    finally:
        environment.release(list(run.states.values()))


@dataclass(slots=True)
class _Run:
    generator: Generator
    environment: Environment
    critic: Critic | None
    options: SearchOptions
    algorithm: Search
    meter: Meter
    sink: Sink | None
    graph: Graph
    events: list[Event] = field(default_factory=list)
    # The states of nodes that are not expanded. One is released when its node is expanded, or when
    # the node is reached by a better path.
    states: dict[int, ProofState] = field(default_factory=dict)

    def from_root(self, opened: Opened, root: ProofState) -> SearchRun:
        self._keep(opened)
        self.states[0] = root
        detail = ""
        try:
            self.algorithm.reset(self.graph)
            status = self._claim() if self.graph.root.proved else self._rounds()
            if status is SearchStatus.EXHAUSTED and not self.meter.tactic_calls:
                detail = "the generator proposed no tactic"
        except ModelError as error:
            status, detail = SearchStatus.MODEL_ERROR, str(error)
        except LeanProcessError as error:
            status, detail = SearchStatus.ENVIRONMENT_CRASHED, str(error)
        self._record(Ended(status, self.meter.spent(), detail))
        result = self.graph.result()
        assert result is not None
        return SearchRun(result, tuple(self.events))

    def _rounds(self) -> SearchStatus:
        while not self.algorithm.finished():
            room = self.meter.model_calls_within(self.options.batch_size)
            if not room or self.meter.time_is_up() or not self.meter.tactic_calls_within(1):
                return SearchStatus.OUT_OF_BUDGET
            chosen = self.algorithm.select(room)
            if not chosen:
                return SearchStatus.EXHAUSTED
            nodes = tuple(node for node, _ in chosen)
            prompts = [self.graph.nodes[node].goals[0].pretty for node in nodes]
            values = () if self.critic is None else self._values(self.critic, prompts)
            self.meter.model_calls += len(nodes)
            scores = tuple(score for _, score in chosen)
            self._record(Expanded(nodes, scores, values, self.meter.elapsed_s()))
            with self.meter.counting_tokens():
                answers = self.generator.generate(prompts, self.options.candidates)
            self._record(Answered(self.meter.elapsed_s()))
            if len(answers) != len(nodes):
                raise ModelError(
                    f"the generator gave {len(answers)} answers for {len(nodes)} states"
                )
            for node, answer in zip(nodes, answers, strict=True):
                status = self._expand(node, usable(answer, self.options.candidates))
                if status is not None:
                    return status
        return SearchStatus.EXHAUSTED

    def _values(self, critic: Critic, prompts: list[str]) -> tuple[float, ...]:
        values = critic.evaluate(prompts)
        if len(values) != len(prompts) or not all(0.0 <= value <= 1.0 for value in values):
            raise ModelError(f"the critic's values of {len(prompts)} states are {values}")
        return tuple(values)

    def _expand(self, node: int, candidates: list[TacticCandidate]) -> SearchStatus | None:
        """Runs the tactics on one node; the status if the search is over."""
        allowed = self.meter.tactic_calls_within(len(candidates))
        if self.meter.time_is_up() or (candidates and not allowed):
            return SearchStatus.OUT_OF_BUDGET
        state = self.states.pop(node)
        outcomes = []
        if candidates:
            tactics = [candidate.tactic for candidate in candidates[:allowed]]
            outcomes = self.environment.apply(state, tactics, self.meter.seconds_left())
        unwanted = [state]
        for candidate, outcome in zip(candidates, outcomes, strict=False):
            self.meter.tactic_calls += 1
            tactic, log_prob, at_s = candidate.tactic, candidate.log_prob, self.meter.elapsed_s()
            if isinstance(outcome, TacticSucceeded):
                unwanted += self._advance(node, candidate, outcome, at_s)
            else:
                kind, message = outcome.kind, outcome.message
                self._record(Failed(node, tactic, log_prob, kind, message, at_s))
        self.environment.release(unwanted)
        if self.graph.root.proved:
            return self._claim()
        if len(outcomes) < len(candidates):
            return SearchStatus.OUT_OF_BUDGET
        self.graph.close(node)
        self.algorithm.update(node)
        return None

    def _advance(
        self, node: int, candidate: TacticCandidate, outcome: TacticSucceeded, at_s: float
    ) -> list[ProofState]:
        """Records a tactic that ran; gives the states that nobody needs."""
        after = outcome.state
        unwanted = []
        parts = [after] if after.goals else []
        if self.options.split and len(after.goals) > 1:
            parts = self.environment.split(after)
            if len(parts) > 1:
                unwanted.append(after)
            else:
                parts = [after]
        elif not after.goals:
            unwanted.append(after)
        goals = tuple([part.goals for part in parts])
        tactic, log_prob, seconds = candidate.tactic, candidate.log_prob, outcome.seconds
        arrivals = self._record(Advanced(node, tactic, log_prob, goals, at_s, seconds))
        for part, (arrival, child) in zip(parts, arrivals, strict=True):
            if arrival is Arrival.KNOWN:
                unwanted.append(part)
                continue
            if child in self.states:
                unwanted.append(self.states[child])
            self.states[child] = part
        return unwanted

    def _claim(self) -> SearchStatus:
        self._record(Claimed(self.meter.elapsed_s()))
        return SearchStatus.CLAIMED

    def _record(self, event: Event) -> list[tuple[Arrival, int]]:
        arrivals = self.graph.record(event)
        self._keep(event)
        return arrivals

    def _keep(self, event: Event) -> None:
        self.events.append(event)
        if self.sink is not None:
            self.sink(event)


def usable(candidates: list[TacticCandidate], count: int) -> list[TacticCandidate]:
    """The first ``count`` different, non-blank tactics.

    Raises:
        ModelError: a log-probability that is none.
    """
    seen: set[str] = set()
    kept = []
    for candidate in candidates:
        if not candidate.log_prob <= 1e-6:  # nor is what is no number
            raise ModelError(
                f"log-probability {candidate.log_prob} of the tactic {candidate.tactic!r}"
            )
        if candidate.tactic.strip() and candidate.tactic not in seen:
            seen.add(candidate.tactic)
            kept.append(candidate)
    return kept[:count]
