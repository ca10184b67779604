"""What changes, as it happens: pages ask again when the version that is told here changes."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import suppress

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from sensei.server.http.services import Services
from sensei.wire.v1 import run_pb2

#: Other processes write the database, too, so it is looked at.
_LOOK_S = 1.0
#: Something is said this often, so that a connection that is gone is noticed.
_STILL_THERE_S = 15.0


def live_routes(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    async def version() -> str:
        runs = await services.runs.List(run_pb2.ListRunsRequest(), None)
        lines = services.runs.newest_lines()
        states = ",".join(f"{run.id}:{run.state}:{lines.get(run.id)}" for run in runs.runs)
        load = services.state
        stored = await asyncio.to_thread(services.store.change_mark)
        whole = f"{stored};{states};{load.searches};{load.queued}"
        return hashlib.sha256(whole.encode()).hexdigest()[:16]

    async def told() -> AsyncIterator[str]:
        known, silent_s = "", 0.0
        while not services.closing.is_set():
            now = await version()
            if now != known:
                known, silent_s = now, 0.0
                yield f"event: version\ndata: {json.dumps({'version': now})}\n\n"
            elif silent_s >= _STILL_THERE_S:
                silent_s = 0.0
                yield ": still there\n\n"
            with suppress(TimeoutError):
                await asyncio.wait_for(services.closing.wait(), _LOOK_S)
            silent_s += _LOOK_S

    @routes.get("/live")
    async def live() -> StreamingResponse:
        """Server-sent events ``version``: now, and whenever the database or the server's work
        changes."""
        return StreamingResponse(
            told(), media_type="text/event-stream", headers={"cache-control": "no-store"}
        )

    return routes
