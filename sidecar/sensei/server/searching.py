"""SearchService: a search in a thread, told as it happens, ended with its call.

The search itself is sensei.search; here it is given places, a queue, a generator that shares the
model with all other callers, and an environment that looks up between tactics whether anybody still
wants the answer.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from typing import Any

from sensei.core.errors import SenseiError, ToolchainError, UsageError
from sensei.core.protocols import Environment
from sensei.core.types import (
    Budget,
    Claim,
    Outcome,
    ProofState,
    SearchStatus,
    TacticCandidate,
    TheoremRef,
    Verdict,
)
from sensei.provers.script import proof_text
from sensei.search.driver import SearchRun, search
from sensei.search.events import Advanced, Event, Expanded, Failed, Opened
from sensei.search.graph import Arrival, Graph, replay
from sensei.search.options import ASK_CRITICS, SEARCHES, SearchOptions
from sensei.search.partial import PartialProof, partial_proofs
from sensei.search.proof import placed
from sensei.server.batching import Batcher, QueueFullError
from sensei.server.places import EditedFile, edited_file
from sensei.server.service import refuse
from sensei.server.state import Model, Project, State
from sensei.server.tactics import model_named
from sensei.wire.v1 import search_pb2, search_pb2_grpc

MAX_MESSAGE_BYTES = 512
# Between looks at whether the caller is gone.
SLICE_S = 1.0
_DEFAULT_MS, _DEFAULT_MODEL_CALLS, _DEFAULT_TACTIC_CALLS = 60_000, 200, 2000
_DEFAULT_CANDIDATES = 16


class Stopped(Exception):
    """Nobody wants the search any more."""


@dataclass(frozen=True, slots=True)
class SharedGenerator:
    """The model for one search's thread, through the batcher of the event loop."""

    batcher: Batcher[list[TacticCandidate]]
    loop: asyncio.AbstractEventLoop
    stop: threading.Event

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator."""
        if self.stop.is_set():
            raise Stopped
        call = self.batcher.ask(states, count)
        try:
            return asyncio.run_coroutine_threadsafe(call, self.loop).result().offers
        except CancelledError:
            raise Stopped from None


@dataclass(frozen=True, slots=True)
class SharedCritic:
    """The critic for one search's thread, through its batcher."""

    batcher: Batcher[float]
    loop: asyncio.AbstractEventLoop
    stop: threading.Event

    def evaluate(self, states: Sequence[str]) -> list[float]:
        """See search.protocol.Critic."""
        if self.stop.is_set():
            raise Stopped
        try:
            call = self.batcher.ask(states)
            return asyncio.run_coroutine_threadsafe(call, self.loop).result().offers
        except CancelledError:
            raise Stopped from None


@dataclass(slots=True)
class StoppableEnvironment:
    """An environment that begins no tactic once it is stopped."""

    inner: Environment
    stop: threading.Event

    def open(self, theorem: TheoremRef) -> ProofState:
        """See core.protocols.Environment."""
        return self.inner.open(theorem)

    def apply(
        self, state: ProofState, tactics: Sequence[str], timeout_s: float | None = None
    ) -> list[Outcome]:
        """In slices of time; see core.protocols.Environment."""
        outcomes: list[Outcome] = []
        left = timeout_s
        while len(outcomes) < len(tactics):
            if self.stop.is_set():
                raise Stopped
            piece = SLICE_S if left is None else min(SLICE_S, left)
            begun = self.inner.apply(state, tactics[len(outcomes) :], piece)
            outcomes += begun
            if not begun:
                break
            if left is not None:
                left -= piece
                if left <= 0:
                    break
        return outcomes

    def split(self, state: ProofState) -> list[ProofState]:
        """See core.protocols.Environment."""
        return self.inner.split(state)

    def release(self, states: Sequence[ProofState]) -> None:
        """See core.protocols.Environment."""
        self.inner.release(states)

    def close(self) -> None:
        """See core.protocols.Environment."""
        self.inner.close()


class Teller:
    """Turns a search's events into messages; it keeps the graph, for the nodes' numbers."""

    def __init__(self, *, omit_failures: bool) -> None:
        self._omit_failures = omit_failures
        self._graph: Graph | None = None

    def tell(self, event: Event) -> Any | None:
        """The message, or None for one that is not told."""
        if isinstance(event, Opened):
            self._graph = Graph.start(event)
            opened = search_pb2.SearchOpened(
                declaration=event.theorem.name,
                module=event.theorem.module,
                goals=_goals(event.goals),
                search=event.search,
            )
            return search_pb2.SearchEvent(opened=opened)
        assert self._graph is not None
        arrivals = self._graph.record(event)
        if isinstance(event, Expanded):
            expanded = search_pb2.SearchExpanded(nodes=event.nodes)
            return search_pb2.SearchEvent(at_ms=_ms(event.at_s), expanded=expanded)
        if isinstance(event, Advanced):
            parts = [
                search_pb2.SearchPart(
                    node=node,
                    known=arrival is not Arrival.NEW,
                    goals=_goals(part) if arrival is Arrival.NEW else [],
                )
                for (arrival, node), part in zip(arrivals, event.parts, strict=True)
            ]
            advanced = search_pb2.SearchAdvanced(
                node=event.node, tactic=event.tactic, log_prob=event.log_prob, parts=parts
            )
            return search_pb2.SearchEvent(at_ms=_ms(event.at_s), advanced=advanced)
        if isinstance(event, Failed) and not self._omit_failures:
            failed = search_pb2.SearchFailed(
                node=event.node,
                tactic=event.tactic,
                log_prob=event.log_prob,
                kind=event.kind.value,
                message=_cut(event.message),
            )
            return search_pb2.SearchEvent(at_ms=_ms(event.at_s), failed=failed)
        # A claim is told with its text, once the search is over, which is at once.
        return None


@dataclass(frozen=True, slots=True)
class Order:
    """One search to be done: of a theorem, or at a place (then ``theorem`` is None)."""

    theorem: TheoremRef | None
    place: Any
    module: str
    budget: Budget
    options: SearchOptions
    skip_verdict: bool
    omit_failures: bool


class SearchService(search_pb2_grpc.SearchServiceServicer):
    """Searches in the server's project."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._places = asyncio.Semaphore(state.limits.searches)

    async def Search(self, request: Any, context: Any) -> AsyncIterator[Any]:
        """See the proto."""
        state = self._state
        try:
            model = model_named(state, request.model)
            if state.project is None:
                raise ToolchainError(state.no_project or "there is no Lean to search with")
            order = await asyncio.to_thread(self._order, request, state.project)
            if self._places.locked() and state.queued >= state.limits.queue:
                raise QueueFullError(
                    f"{state.searches} searches run and {state.queued} wait", "try later"
                )
        except SenseiError as error:
            await refuse(state, context, error)
        if self._places.locked():
            queued = search_pb2.SearchQueued(ahead=state.queued)
            yield search_pb2.SearchEvent(queued=queued)
        state.queued += 1
        try:
            await self._places.acquire()
        finally:
            state.queued -= 1
        state.searches += 1
        critic = state.critic.batcher if state.critic and order.options.critic else None
        work = _Work(order, state.project, model, critic, asyncio.get_running_loop())
        running = asyncio.create_task(asyncio.to_thread(work.run))
        # The place is free when the thread is done, however the call ends.
        running.add_done_callback(self._done)
        try:
            while True:
                told = await work.told.get()
                if told is None:
                    break
                yield told
            await running
        except SenseiError as error:
            await refuse(state, context, error)
        finally:
            work.stop.set()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._state.searches -= 1
        self._places.release()
        if not task.cancelled() and (error := task.exception()) is not None:
            self._state.last_error = str(error)

    def _order(self, request: Any, project: Project) -> Order:
        limits = self._state.limits
        if request.search and request.search not in SEARCHES:
            raise UsageError(f"no search '{request.search}'", f"known: {', '.join(SEARCHES)}")
        wanted = request.budget
        milliseconds = min(wanted.milliseconds or _DEFAULT_MS, limits.search_ms)
        options = SearchOptions(
            candidates=limits.candidates_of(request.candidates, _DEFAULT_CANDIDATES),
            search=request.search or "best_first",
        )
        critic = self._state.critic
        if critic is not None and options.search in ASK_CRITICS:
            options = replace(options, critic=critic.identity())
        budget = Budget(
            milliseconds / 1000,
            wanted.model_calls or _DEFAULT_MODEL_CALLS,
            wanted.tactic_calls or _DEFAULT_TACTIC_CALLS,
        )
        place = request.place if request.HasField("place") else None
        theorem = None
        if place is None:
            theorem = project.theorem(request.declaration, request.module)
        return Order(
            theorem,
            place,
            request.module,
            budget,
            options,
            request.skip_verdict,
            request.omit_failures,
        )


class _Work:
    """One search, in its thread. ``told`` gets the messages, and None at the end."""

    def __init__(
        self,
        order: Order,
        project: Project,
        model: Model[list[TacticCandidate]],
        critic: Batcher[float] | None,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.order, self.project, self.model, self.loop = order, project, model.name, loop
        self.stop = threading.Event()
        self.told: asyncio.Queue[Any | None] = asyncio.Queue()
        self._generator = SharedGenerator(model.batcher, loop, self.stop)
        self._critic = None if critic is None else SharedCritic(critic, loop, self.stop)

    def run(self) -> None:
        """Searches and judges, until done or stopped."""
        try:
            self._search_and_judge()
        except Stopped:
            pass
        finally:
            self._put(None)

    def _put(self, message: Any | None) -> None:
        self.loop.call_soon_threadsafe(self.told.put_nowait, message)

    def _search_and_judge(self) -> None:
        theorem, place = self.order.theorem, self.order.place
        if theorem is not None:
            self._search(theorem, None)
            return
        root, module = self.project.root, self.order.module
        with edited_file(root, place.text, module, place.start, place.stop) as edited:
            self._search(edited.place, edited)

    def _search(self, theorem: TheoremRef, edited: EditedFile | None) -> None:
        order, teller = self.order, Teller(omit_failures=self.order.omit_failures)

        def sink(event: Event) -> None:
            if self.stop.is_set():
                raise Stopped
            if (message := teller.tell(event)) is not None:
                self._put(message)

        with self.project.environment() as environment:
            stoppable = StoppableEnvironment(environment, self.stop)
            run = search(
                theorem,
                self._generator,
                stoppable,
                order.budget,
                order.options,
                critic=self._critic,
                sink=sink,
            )
        claimed = run.result.status is SearchStatus.CLAIMED
        proof = None
        if claimed:
            tactics = run.result.tactics
            proof = edited.script(tactics) if edited else proof_text(tactics)
            self._put(search_pb2.SearchEvent(claimed=search_pb2.SearchClaimed(proof=proof)))
        verdict: Verdict | str = "it was not asked for"
        if edited is None:
            verdict = self._judge(theorem, run, proof)
        elif claimed and not order.skip_verdict and not self.stop.is_set():
            verdict = edited.judged(run.result.tactics, environment, self.project.verifier)
        if isinstance(verdict, Verdict):
            self._put(search_pb2.SearchEvent(verdict=_told(verdict)))
        self._put(search_pb2.SearchEvent(ended=_ended(run, proof, verdict)))

    def _judge(self, theorem: TheoremRef, run: SearchRun, proof: str | None) -> Verdict | str:
        """Keeps the attempt, and has a claim judged."""
        order, recorder = self.order, self.project.recorder(self.model)
        kept = recorder.keep(run, theorem, order.budget, proof) if recorder else None
        if proof is None or order.skip_verdict or self.stop.is_set():
            return "it was not asked for"
        claim = Claim(theorem, proof)
        verdict = self.project.verifier.verify(claim)
        if recorder is not None and kept is not None:
            recorder.judge(kept, claim, verdict)
        return verdict


def _told(verdict: Verdict) -> Any:
    return search_pb2.SearchVerdict(
        accepted=verdict.accepted,
        reason=verdict.reason.value,
        detail=verdict.detail,
        axioms=verdict.axioms,
        milliseconds=_ms(verdict.seconds),
    )


def _ended(run: SearchRun, proof: str | None, verdict: Verdict | str) -> Any:
    result = run.result
    judged = isinstance(verdict, Verdict)
    partial = [] if proof is not None or not run.events else partial_proofs(replay(run.events), 3)
    return search_pb2.SearchEnded(
        status=result.status.value,
        detail=result.detail,
        proof=proof or "",
        verified=isinstance(verdict, Verdict) and verdict.accepted,
        milliseconds=_ms(result.spent.seconds),
        model_calls=result.spent.model_calls,
        tactic_calls=result.spent.tactic_calls,
        partial=[_partial(found) for found in partial],
        unjudged="" if proof is None or judged else str(verdict),
    )


def _partial(found: PartialProof) -> Any:
    lines = [line for tactic in found.tactics for line in placed(tactic, "")]
    return search_pb2.PartialProof(script="\n".join(lines), open=_goals(found.open))


def _goals(goals: Sequence[Any]) -> list[Any]:
    return [search_pb2.SearchGoal(pretty=g.pretty, user_name=g.user_name) for g in goals]


def _ms(seconds: float) -> int:
    return max(0, int(seconds * 1000))


def _cut(text: str) -> str:
    return text.encode()[:MAX_MESSAGE_BYTES].decode(errors="ignore")
