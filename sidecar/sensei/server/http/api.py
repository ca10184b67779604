"""Our own routes, under /v1. The answers are the messages of proto/sensei/v1 as JSON."""

from __future__ import annotations

from contextlib import aclosing
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse

from sensei.server.http.bodies import ProveBody, RetrieveBody, RunBody, SuggestBody, VerifyBody
from sensei.server.http.calls import Context, events, server_sent, unary
from sensei.server.http.metrics import MEDIA_TYPE, metrics_text
from sensei.server.http.services import Services, verdict_json
from sensei.wire.v1 import run_pb2, status_pb2


def own_routes(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter(tags=["Sensei"])

    @routes.get("/healthz")
    async def healthz() -> dict[str, str]:
        """Answers while the server lives. Needs no token."""
        return {"status": "ok"}

    @routes.get("/v1/status")
    async def status() -> dict[str, Any]:
        """What the server is and does."""
        return await unary(services.status.Status, status_pb2.StatusRequest())

    @routes.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> PlainTextResponse:
        """The same for Prometheus: load, requests, calls of models and which models are loaded."""
        status = await services.status.Status(status_pb2.StatusRequest(), Context())
        return PlainTextResponse(metrics_text(status), media_type=MEDIA_TYPE)

    @routes.post("/v1/suggest")
    async def suggest(body: SuggestBody) -> dict[str, Any]:
        """Tactics for goals, likeliest first. Nothing has checked them."""
        return await unary(services.tactics.Suggest, body.message())

    @routes.post("/v1/retrieve")
    async def retrieve(body: RetrieveBody) -> dict[str, Any]:
        """Premises of the project for a goal, best first."""
        return await unary(services.tactics.SelectPremises, body.message())

    @routes.post("/v1/prove", response_model=None)
    async def prove(body: ProveBody) -> JSONResponse | StreamingResponse:
        """A search for a proof. `verified` is true only if the verifier accepted it.

        With `stream`, server-sent events as it happens; closing the connection ends the search.
        """
        method, request = services.search.Search, body.message()
        if body.stream:
            return await server_sent(method, request)
        request.omit_failures = True
        told: dict[str, Any] = {}
        async with aclosing(events(method, request)) as stream:  # type: ignore[type-var]
            async for name, event in stream:
                if name in ("verdict", "ended"):
                    told[name] = event[name]
        return JSONResponse(told["ended"] | {"verdict": told.get("verdict")})

    @routes.post("/v1/verify")
    async def verify(body: VerifyBody) -> dict[str, Any]:
        """The verdict on a proof: compiled in place of the original in a fresh Lean process."""
        verdict = await services.verify(body.declaration, body.module, body.proof)
        return verdict_json(verdict)

    @routes.get("/v1/runs")
    async def runs() -> dict[str, Any]:
        """The runs of this server, newest first."""
        return await unary(services.runs.List, run_pb2.ListRunsRequest())

    @routes.post("/v1/runs")
    async def start_run(body: RunBody) -> dict[str, Any]:
        """Starts a run."""
        return await unary(services.runs.Start, body.message())

    @routes.get("/v1/runs/{name}/events", response_model=None)
    async def watch_run(name: str, after_line: int = 0) -> StreamingResponse:
        """What a run has said and says, as server-sent events, until it ends."""
        after = min(max(after_line, 0), 2**31 - 1)
        request = run_pb2.WatchRunRequest(id=name, after_line=after)
        return await server_sent(services.runs.Watch, request)

    @routes.post("/v1/runs/{name}/cancel")
    async def cancel_run(name: str) -> dict[str, Any]:
        """Ends a run; its processes are gone when this answers."""
        return await unary(services.runs.Cancel, run_pb2.CancelRunRequest(id=name))

    return routes
