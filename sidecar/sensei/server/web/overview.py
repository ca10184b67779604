"""The first page: how much there is of everything, what runs, and how the workers are."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from sensei.server.http.calls import as_json, unary
from sensei.server.http.services import Services
from sensei.server.web.answers import Remembered, answer
from sensei.wire.v1 import run_pb2, status_pb2

_EVALUATIONS = 5


def overview_routes(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter()
    store, state = services.store, services.state
    traced, found = Remembered(store.trace_mark), Remembered(store.change_mark)

    def stored() -> dict[str, Any]:
        return {
            "snapshots": traced.get("snapshots", store.snapshot_lines),
            "tally": found.get("tally", store.tally),
            "trainings": found.get("trainings", store.running),
            "evaluations": found.get("evaluations", lambda: store.evaluation_lines(_EVALUATIONS)),
        }

    def workers() -> Any:
        return state.project.health() if state.project is not None else None

    @routes.get("/overview")
    async def overview() -> Response:
        """All of the page."""
        listed = await services.runs.List(run_pb2.ListRunsRequest(), None)
        lines = services.runs.newest_lines()
        return answer(
            {
                **await asyncio.to_thread(stored),
                "workers": await asyncio.to_thread(workers),
                "status": await unary(services.status.Status, status_pb2.StatusRequest()),
                "runs": [
                    as_json(run) | {"line": lines.get(run.id, (0, ""))[1]} for run in listed.runs
                ],
            }
        )

    return routes
