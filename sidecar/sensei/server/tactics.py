"""TacticService and StatusService: quick answers about goals, and about the server."""

from __future__ import annotations

from typing import Any

from sensei import __version__
from sensei.core.distances import STEP_DISCOUNT
from sensei.core.errors import NotFoundError, SenseiError, UsageError
from sensei.core.types import TacticCandidate
from sensei.provers import premises as bm25
from sensei.server.premises import SnapshotPremises
from sensei.server.service import NotLoadedError, refuse
from sensei.server.state import Model, State
from sensei.wire.v1 import status_pb2, status_pb2_grpc, tactic_pb2, tactic_pb2_grpc

DEFAULT_CANDIDATES = 8
MAX_PREFIX_BYTES = 1024
PROTOCOL = 1


def model_named(state: State, name: str) -> Model[list[TacticCandidate]]:
    """The model that a request wants.

    Raises:
        NotFoundError: it is not loaded.
    """
    model = state.model(name)
    if model is None:
        known = ", ".join(model.name for model in state.models) or "none"
        raise NotFoundError(f"no model '{name}' is loaded", f"loaded: {known}")
    return model


class TacticService(tactic_pb2_grpc.TacticServiceServicer):
    """Suggestions from the loaded models, and premises of the project."""

    def __init__(self, state: State, premises: SnapshotPremises) -> None:
        self._state, self._premises = state, premises

    async def Suggest(self, request: Any, context: Any) -> Any:
        """See the proto."""
        try:
            return await self._suggest(request)
        except SenseiError as error:
            await refuse(self._state, context, error)

    async def _suggest(self, request: Any) -> Any:
        limits = self._state.limits
        limits.check_goals(request.goals)
        count = limits.candidates_of(request.candidates, DEFAULT_CANDIDATES)
        if len(request.prefix.encode()) > MAX_PREFIX_BYTES:
            raise UsageError(f"a prefix of more than {MAX_PREFIX_BYTES} bytes")
        model = model_named(self._state, request.model)
        # What a prefix leaves over of more candidates is more.
        asked = limits.candidates if request.prefix else count
        answer = await model.batcher.ask([goal.pretty for goal in request.goals], asked)
        reply = tactic_pb2.SuggestReply(
            model=model.name,
            queue_us=int(answer.queue_s * 1e6),
            model_us=int(answer.model_s * 1e6),
            batch_goals=answer.batch_goals,
        )
        for offers in answer.offers:
            kept = [o for o in offers if o.tactic.startswith(request.prefix)][:count]
            candidates = [
                tactic_pb2.TacticCandidate(tactic=o.tactic, log_prob=o.log_prob) for o in kept
            ]
            reply.goals.append(tactic_pb2.SuggestedTactics(candidates=candidates))
        return reply

    async def SelectPremises(self, request: Any, context: Any) -> Any:
        """See the proto."""
        try:
            return await self._premises.answer(request, self._state.limits)
        except SenseiError as error:
            await refuse(self._state, context, error)

    async def EstimateProgress(self, request: Any, context: Any) -> Any:
        """See the proto."""
        try:
            return await self._estimate(request)
        except SenseiError as error:
            await refuse(self._state, context, error)

    async def _estimate(self, request: Any) -> Any:
        model, critic = self._state.progress, self._state.critic
        if model is None:
            raise NotLoadedError(
                "no progress model is loaded",
                "sensei train progress makes one, sensei serve --progress NAME loads it",
            )
        self._state.limits.check_goals(request.goals)
        if request.model not in ("", model.name):
            raise NotFoundError(
                f"no progress model '{request.model}' is loaded", f"loaded: {model.name}"
            )
        goals = [goal.pretty for goal in request.goals]
        steps = (await model.batcher.ask(goals)).offers
        # Without a critic, what a search is told that a progress model judges for.
        chances = (
            (await critic.batcher.ask(goals)).offers
            if critic is not None
            else [STEP_DISCOUNT**left for left in steps]
        )
        return tactic_pb2.EstimateProgressReply(
            goals=[
                tactic_pb2.ProgressEstimate(steps_left=left, probability=chance)
                for left, chance in zip(steps, chances, strict=True)
            ],
            model=model.name,
        )


class StatusService(status_pb2_grpc.StatusServiceServicer):
    """What the server is and does."""

    def __init__(self, state: State, premises: SnapshotPremises) -> None:
        self._state, self._premises = state, premises

    async def Status(self, request: Any, context: Any) -> Any:
        """See the proto."""
        state, limits = self._state, self._state.limits
        batchers = state.batchers
        return status_pb2.StatusReply(
            version=__version__,
            protocol=PROTOCOL,
            project=str(state.root),
            lean_version=state.project.lean_version if state.project else "",
            lean_kind=state.project.lean_kind if state.project else "",
            models=[
                status_pb2.LoadedModel(
                    name=model.name,
                    kind="tactics",
                    checkpoint=model.checkpoint,
                    ready=model.is_ready(),
                )
                for model in state.models
            ]
            + self._retrievers()
            + [
                status_pb2.LoadedModel(
                    name=model.name,
                    kind=kind,
                    checkpoint=model.checkpoint,
                    ready=model.is_ready(),
                )
                for kind, model in state.judges
            ],
            limits=status_pb2.ServerLimits(
                message_bytes=limits.message_bytes,
                goal_bytes=limits.goal_bytes,
                goals=limits.goals,
                candidates=limits.candidates,
                searches=limits.searches,
                queue=limits.queue,
                pending_goals=limits.pending_goals,
                runs=limits.runs,
                search_ms=limits.search_ms,
            ),
            load=status_pb2.ServerLoad(
                searches=state.searches,
                queued=state.queued,
                pending_goals=sum(batcher.pending for batcher in batchers),
                requests=state.requests,
                model_calls=sum(batcher.calls for batcher in batchers),
                model_goals=sum(batcher.goals for batcher in batchers),
            ),
            last_error=state.last_error or state.no_project,
            uptime_ms=int((state.clock() - state.started) * 1000),
        )

    def _retrievers(self) -> list[Any]:
        loaded = [status_pb2.LoadedModel(name=bm25.NAME, kind="premises", ready=True)]
        premises = self._premises
        if premises.name != bm25.NAME:
            dense = status_pb2.LoadedModel(
                name=premises.name,
                kind="premises",
                checkpoint=premises.checkpoint,
                ready=premises.ready,
            )
            loaded.insert(0, dense)
        return loaded
