"""SQL that reads, as `sensei query` takes it."""

from __future__ import annotations

import time

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from sensei.server.http.bodies import Body
from sensei.server.http.services import Services
from sensei.server.web.answers import answer

_TIMEOUT_S = 10.0
_MAX_ROWS = 2000


class QueryBody(Body):
    """One statement."""

    sql: str = Field(max_length=20_000)
    rows: int = Field(200, ge=1, le=_MAX_ROWS)


def query_routes(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    @routes.post("/query")
    def query(body: QueryBody) -> Response:
        """Its columns and rows, and whether there are more."""
        started = time.perf_counter()
        found = services.store.query(body.sql, timeout_s=_TIMEOUT_S, max_rows=body.rows)
        return answer(
            {
                "columns": found.columns,
                "rows": found.rows,
                "truncated": found.truncated,
                "seconds": time.perf_counter() - started,
            }
        )

    return routes
