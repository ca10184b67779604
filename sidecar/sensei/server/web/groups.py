"""What the dashboard's pages ask, put together: one file a group, listed here.

The routes are the dashboard's own and may change with it, so that /openapi.json leaves them out.
Answers that do no more than read the database are plain functions: FastAPI runs them in threads.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter

from sensei.server.http.services import Services
from sensei.server.web.attempts import attempt_routes
from sensei.server.web.data import data_routes
from sensei.server.web.live import live_routes
from sensei.server.web.overview import overview_routes
from sensei.server.web.queries import query_routes
from sensei.server.web.views import view_routes

#: Each makes the routes of one group; their paths follow ``PREFIX``.
GROUPS: tuple[Callable[[Services], APIRouter], ...] = (
    live_routes,
    overview_routes,
    data_routes,
    attempt_routes,
    query_routes,
    view_routes,
)
PREFIX = "/v1/dashboard"


def dashboard_routes(services: Services) -> APIRouter:
    """All of them."""
    routes = APIRouter(prefix=PREFIX, include_in_schema=False)
    for group in GROUPS:
        routes.include_router(group(services))
    return routes
